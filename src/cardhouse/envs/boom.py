"""Poker Boom as environments: ``cardhouse/Boom-v0``."""

from cardhouse.core.cards import DECK
from cardhouse.envs.kind import Kind
from cardhouse.envs.seen import Seen
from cardhouse.envs.single import CardEnv
from cardhouse.envs.vector import CardVectorEnv
from cardhouse.games import GAMES
from cardhouse.games.boom.board import COLUMNS, ROWS, SPOTS
from cardhouse.games.boom.bombs import LONGEST_SCORCH
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.state import MOST_BOMBS
from cardhouse.games.boom.view import MOST_FUSE, MOST_MOVES, MOST_POINTS

SEEN = (
    Seen("board", (ROWS, COLUMNS), max(DECK)),
    Seen("scorch", (ROWS, COLUMNS), LONGEST_SCORCH),
    Seen("bombs", (1,), MOST_BOMBS),
    Seen("spots", (MOST_BOMBS,), SPOTS - 1),
    Seen("fuses", (MOST_BOMBS,), MOST_FUSE),
    Seen("score", (1,), MOST_POINTS),
    Seen("combo", (1,), MOST_MOVES),
    Seen("moves_left", (1,), max(level.moves for level in LEVELS)),
    Seen("target", (1,), max(level.target for level in LEVELS)),
)
"""What a player of Poker Boom sees."""

BOOM = Kind(GAMES["boom"], SEEN, max_steps=1_000)


class BoomEnv(CardEnv):
    """Poker Boom: pick five connected cards that make a poker hand while bombs tick.

    The rules are in ``docs/rules/boom.md``.

    **Actions.** ``Discrete(1546)``: every connected selection of five cells, by
    its move number (`cardhouse.games.boom.board.SELECTIONS`).  A selection is
    legal if it makes a pair or better and none of its cells is scorched.

    **Observation.** A dict of what a player sees:

    ===========  =======  ==========================================================
    board        (10, 5)  the card on each cell: 16 × suit + rank, clubs 0 to spades
                          3, rank 2 to 14 (the ace)
    scorch       (10, 5)  for how many moves each cell stays scorched
    bombs        (1,)     how many bombs are armed
    spots        (12,)    where each bomb stands, the oldest first: left 0 to 9,
                          right 10 to 19, top 20 to 24, bottom 25 to 29
    fuses        (12,)    what is left of each bomb's fuse; 0 where there is no bomb
    score        (1,)     points made so far
    combo        (1,)     what the next hand's points are multiplied by
    moves_left   (1,)     how many moves the level still allows; 0 in endless mode
    target       (1,)     the score that wins the level; 0 in endless mode
    action_mask  (1546,)  1 for each legal action
    ===========  =======  ==========================================================

    **Rewards.** The points that the move gained, times `reward_scale`.  An
    illegal action changes nothing, gives `penalty` and sets ``info["illegal"]``.

    **Ends.** Terminated when the level is won (``info["won"]``) or lost, or when
    no selection is legal.  Truncated after `max_steps` steps: 1,000, which only
    endless mode and illegal actions can reach.

    **Options.** Those of the game: `level` (1 to 30), `mode` ("level" or
    "endless"), `shape` ("any" or "path").  Those of every environment:
    `render_mode`, `penalty` (-1.0), `reward_scale` (1.0), `max_steps`, `knobs`,
    and `copy`: without it the arrays of an observation are views on the game
    itself, which cannot be written to and **change with the next step**.

    **Versions.** v0: the rules of version 1.

    >>> env = BoomEnv(level=3)
    >>> observation, info = env.reset(seed=7)
    >>> action = int(info["action_mask"].argmax())  # the first legal one
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, truncated, info["illegal"]
    (50.0, False, False, False)
    """

    kind = BOOM


class BoomVectorEnv(CardVectorEnv):
    """Many games of Poker Boom at once; everything else is as in `BoomEnv`.

    `autoreset_mode` is next-step unless same-step or disabled is chosen.
    Observations are views that **change with the next step**, unless `copy` is true.
    """

    kind = BOOM
