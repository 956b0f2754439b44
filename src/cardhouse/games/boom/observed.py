"""What is observed of Poker Boom, and what studies count in it."""

from cardhouse.core.cards import DECK
from cardhouse.games.boom.board import COLUMNS, ROWS, SPOTS
from cardhouse.games.boom.bombs import LONGEST_SCORCH
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.state import MOST_BOMBS
from cardhouse.games.observed import Observed
from cardhouse.games.tally import A_GAME, A_MOVE, Tally

MOST_POINTS, MOST_COUNT, MOST_FUSE = 10**15, 10**9, 10**6
"""The largest numbers that a position may hold."""

OBSERVED = (
    Observed(
        "board",
        (ROWS, COLUMNS),
        max(DECK),
        "the card on each cell: 16 × suit + rank, clubs 0 to spades 3, rank 2 to 14 (the ace)",
    ),
    Observed(
        "scorch", (ROWS, COLUMNS), LONGEST_SCORCH, "for how many moves each cell stays scorched"
    ),
    Observed("bombs", (1,), MOST_BOMBS, "how many bombs are armed"),
    Observed(
        "spots",
        (MOST_BOMBS,),
        SPOTS - 1,
        "where each bomb stands, the oldest first: left 0 to 9, right 10 to 19, top 20 to 24, "
        "bottom 25 to 29",
    ),
    Observed(
        "fuses",
        (MOST_BOMBS,),
        MOST_FUSE,
        "what is left of each bomb's fuse; 0 where there is no bomb",
    ),
    Observed("score", (1,), MOST_POINTS, "points made so far"),
    Observed("combo", (1,), MOST_COUNT, "what the next hand's points are multiplied by"),
    Observed(
        "moves_left",
        (1,),
        max(level.moves for level in LEVELS),
        "how many moves the level still allows; 0 in endless mode",
    ),
    Observed(
        "target",
        (1,),
        max(level.target for level in LEVELS),
        "the score that wins the level; 0 in endless mode",
    ),
)

TALLIES = (
    Tally("explosions", "explosions a run", "explode", per=A_GAME),
    Tally("disarming", "moves that disarm", "disarm", per=A_MOVE),
    Tally("hands", "hands made", "gain", "hand"),
)
