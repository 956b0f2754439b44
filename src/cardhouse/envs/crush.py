"""Solitaire Crush as environments: ``cardhouse/Crush-v0``."""

from cardhouse.core.cards import JOKER
from cardhouse.envs.kind import Kind
from cardhouse.envs.seen import Seen
from cardhouse.envs.single import CardEnv
from cardhouse.envs.vector import CardVectorEnv
from cardhouse.games import GAMES
from cardhouse.games.crush.board import COLUMNS, ROWS, SWAPPER_TAG, TAG_STEP
from cardhouse.games.crush.rules import DECK_CARDS
from cardhouse.games.crush.view import MOST_CLEARS, MOST_POINTS

SEEN = (
    Seen("board", (ROWS, COLUMNS), TAG_STEP * SWAPPER_TAG + JOKER),
    Seen("score", (1,), MOST_POINTS),
    Seen("factor", (1,), MOST_CLEARS),
    Seen("chain", (1,), MOST_CLEARS),
    Seen("free_swaps", (1,), "FREE_SWAPS"),
    Seen("free_bombs", (1,), "FREE_BOMBS"),
    Seen("deck_left", (1,), DECK_CARDS),
)
"""What a player of Solitaire Crush sees."""

CRUSH = Kind(GAMES["crush"], SEEN, max_steps=1_000)


class CrushEnv(CardEnv):
    """Solitaire Crush: slide cards into same-suit runs before the grid fills.

    The rules are in ``docs/rules/crush.md``.

    **Actions.** ``Discrete(3920)``: slides, clears, uses of a swapper, free swaps,
    bombs and free bombs, each by its move number (`cardhouse.games.crush.board.ENDS`).

    **Observation.** A dict of what a player sees:

    ===========  =======  ==========================================================
    board        (7, 7)   the piece on each cell, 0 for none: 128 × tag + card; tag 1
                          is a bomb, 2 a swapper; a card is 16 × suit + rank, clubs 0
                          to spades 3, rank 2 to 14 (the ace), and 64 a joker
    score        (1,)     points made so far
    factor       (1,)     the base factor of the next clear
    chain        (1,)     what the next clear's points are multiplied by
    free_swaps   (1,)     how many free swaps are left
    free_bombs   (1,)     how many free bombs are left
    deck_left    (1,)     how many cards of the deck are undealt
    action_mask  (3920,)  1 for each legal action
    ===========  =======  ==========================================================

    **Rewards.** The points that the move gained, times `reward_scale`.  An
    illegal action changes nothing, gives `penalty` and sets ``info["illegal"]``.

    **Ends.** Terminated when a card must drop and no slot is empty; nobody wins,
    one makes points.  Truncated after `max_steps` steps: 1,000.

    **Options.** The game has none.  Those of every environment: `render_mode`,
    `penalty` (-1.0), `reward_scale` (1.0), `max_steps`, `knobs`, and `copy`:
    without it the arrays of an observation are views on the game itself, which
    cannot be written to and **change with the next step**.

    **Versions.** v0: the rules of version 1.
    """

    kind = CRUSH


class CrushVectorEnv(CardVectorEnv):
    """Many games of Solitaire Crush at once; everything else is as in `CrushEnv`.

    `autoreset_mode` is next-step unless same-step or disabled is chosen.
    Observations are views that **change with the next step**, unless `copy` is true.
    """

    kind = CRUSH
