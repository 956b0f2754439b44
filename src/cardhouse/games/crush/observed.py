"""What is observed of Solitaire Crush, and what studies count in it."""

from cardhouse.core.cards import JOKER
from cardhouse.games.crush.board import COLUMNS, ROWS, SWAPPER_TAG, TAG_STEP
from cardhouse.games.crush.rules import DECK_CARDS
from cardhouse.games.observed import Observed
from cardhouse.games.tally import Tally

MOST_POINTS, MOST_CLEARS = 10**15, 10**6

OBSERVED = (
    Observed(
        "board",
        (ROWS, COLUMNS),
        TAG_STEP * SWAPPER_TAG + JOKER,
        "the piece on each cell, 0 for none: 128 × tag + card; tag 1 is a bomb, 2 a swapper; a "
        "card is 16 × suit + rank, clubs 0 to spades 3, rank 2 to 14 (the ace), and 64 a joker",
    ),
    Observed("score", (1,), MOST_POINTS, "points made so far"),
    Observed("factor", (1,), MOST_CLEARS, "the base factor of the next clear"),
    Observed("chain", (1,), MOST_CLEARS, "what the next clear's points are multiplied by"),
    Observed("free_swaps", (1,), "FREE_SWAPS", "how many free swaps are left"),
    Observed("free_bombs", (1,), "FREE_BOMBS", "how many free bombs are left"),
    Observed("deck_left", (1,), DECK_CARDS, "how many cards of the deck are undealt"),
)

TALLIES = (Tally("clears", "lengths of clears", "clear", "length", " cards"),)
