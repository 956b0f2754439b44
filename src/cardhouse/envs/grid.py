"""Poker Grid as environments: ``cardhouse/Grid-v0``."""

from cardhouse.core.cards import DECK
from cardhouse.core.poker import HAND_NAMES
from cardhouse.envs.kind import Kind
from cardhouse.envs.seen import BITS, LOWEST_BYTE, Seen
from cardhouse.envs.single import CardEnv
from cardhouse.envs.vector import CardVectorEnv
from cardhouse.games import GAMES
from cardhouse.games.grid.board import LINE_COUNT, MOST_JOKERS, OFFERS, SIDE
from cardhouse.games.grid.jokers import JOKERS, WHOLE
from cardhouse.games.grid.view import MOST_HELD, MOST_POINTS

SEEN = (
    Seen("board", (SIDE, SIDE), max(DECK), LOWEST_BYTE),
    Seen("frozen", (SIDE, SIDE), 1, BITS),
    Seen("jokers", (MOST_JOKERS,), JOKERS),
    Seen("held", (MOST_JOKERS,), MOST_HELD * WHOLE),
    Seen("offers", (OFFERS,), JOKERS),
    Seen("hands", (LINE_COUNT,), len(HAND_NAMES) - 1),
    Seen("hands_left", (1,), "ROUND_HANDS"),
    Seen("score", (1,), MOST_POINTS),
    Seen("target", (1,), "TARGET"),
)
"""What a player of Poker Grid sees; of a card's entry in the deck, the card alone."""

GRID = Kind(GAMES["grid"], SEEN, max_steps=200)


class GridEnv(CardEnv):
    """Poker Grid: freeze two cards, redraw the rest, score ten poker hands that jokers bend.

    The rules are in ``docs/rules/grid.md``.

    **Actions.** ``Discrete(55)``: 0 to 24 freeze or unfreeze a cell, 25
    unfreezes all, 26 plays the hand, 27 to 29 take an offer, 30 + 5 i + j moves
    joker i to place j.

    **Observation.** A dict of what a player sees:

    ===========  ======  ===========================================================
    board        (5, 5)  the card on each cell: 16 × suit + rank, clubs 0 to spades
                         3, rank 2 to 14 (the ace)
    frozen       (5, 5)  1 for each frozen cell
    jokers       (5,)    the jokers, in order, by their number in the roster; 0 for none
    held         (5,)    what each joker has in its memory; mult in hundredths
    offers       (3,)    the jokers offered, by number; 0 when there is no draft
    hands        (10,)   the hand that each row, then each column makes, 0 (high card)
                         to 9 (royal flush)
    hands_left   (1,)    how many hands can still be played
    score        (1,)    points made so far
    target       (1,)    points that win the round
    action_mask  (55,)   1 for each legal action
    ===========  ======  ===========================================================

    **Rewards.** The points that the move gained, times `reward_scale`.  An
    illegal action changes nothing, gives `penalty` and sets ``info["illegal"]``.

    **Ends.** Terminated when the target is reached (``info["won"]``) or the last
    hand is played.  Truncated after `max_steps` steps: 200, because freezes and
    the order of jokers are free moves that one could make for ever.

    **Options.** Those of the game: `jokers` (a list of names), `picks` (how many
    are drafted), `auto_freeze`.  Those of every environment: `render_mode`,
    `penalty` (-1.0), `reward_scale` (1.0), `max_steps`, `knobs`, and `copy`:
    without it the arrays of an observation are views on the game itself, or
    written in place (`frozen`), which cannot be written to and **change with the
    next step**.

    **Versions.** v0: the rules of version 1.
    """

    kind = GRID


class GridVectorEnv(CardVectorEnv):
    """Many rounds of Poker Grid at once; everything else is as in `GridEnv`.

    `autoreset_mode` is next-step unless same-step or disabled is chosen.
    Observations are views that **change with the next step**, unless `copy` is true.
    """

    kind = GRID
