"""What is observed of Poker Grid, and what studies count in it."""

from cardhouse.core.cards import DECK
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid.board import LINE_COUNT, MOST_JOKERS, OFFERS, SIDE
from cardhouse.games.grid.jokers import JOKERS
from cardhouse.games.observed import BITS, LOWEST_BYTE, Observed
from cardhouse.games.tally import Tally

MOST_POINTS, MOST_HELD = 10**18, 10**7

OBSERVED = (
    Observed(
        "board",
        (SIDE, SIDE),
        max(DECK),
        "the card on each cell: 16 × suit + rank, clubs 0 to spades 3, rank 2 to 14 (the ace)",
        LOWEST_BYTE,
    ),
    Observed("frozen", (SIDE, SIDE), 1, "1 for each frozen cell", BITS),
    Observed(
        "jokers",
        (MOST_JOKERS,),
        JOKERS,
        "the jokers, in order, by their number in the roster; 0 for none",
    ),
    Observed(
        "held",
        (MOST_JOKERS,),
        MOST_HELD,
        "what each joker has in its memory; mult in hundredths",
    ),
    Observed(
        "offers", (OFFERS,), JOKERS, "the jokers offered, by number; 0 when there is no draft"
    ),
    Observed(
        "hands",
        (LINE_COUNT,),
        len(HAND_NAMES) - 1,
        "the hand that each row, then each column makes, 0 (high card) to 9 (royal flush)",
    ),
    Observed("hands_left", (1,), "ROUND_HANDS", "how many hands can still be played"),
    Observed("score", (1,), MOST_POINTS, "points made so far"),
    Observed("target", (1,), MOST_POINTS, "points that win the round"),
)
"""Of a card's entry in the deck, the card alone."""

TALLIES = (Tally("hands", "hands of the lines", "line", "hand"),)
