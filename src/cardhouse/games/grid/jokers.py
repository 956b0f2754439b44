"""The jokers of Poker Grid: who they are and what they do, as data.

A joker counts something (its `when`) on each line and does its work once for
each: adds chips, adds mult or multiplies it.  What is counted is a `Trigger`;
how it is counted stands in `triggers`, and what follows in `rules`.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

from cardhouse.core.cards import (
    ACE,
    CLUBS,
    DECK,
    DIAMONDS,
    HEARTS,
    JACK,
    KING,
    LOWEST_RANK,
    QUEEN,
    SPADES,
    TEN,
    rank_of,
    suit_of,
)
from cardhouse.core.poker import (
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HANDS,
    HIGH_CARD,
    IN_A_ROW,
    ONE_PAIR,
    ONE_SUIT,
    PAIRED,
    THREE_OF_A_KIND,
    TRIPLED,
    TWICE_PAIRED,
    TWO_PAIR,
)
from cardhouse.games.grid.board import (
    ALL_LINES,
    ANYWHERE,
    COLUMNS,
    CORNERS,
    DIAGONAL_CELLS,
    EDGES,
    FIRST_LINE,
    ROWS,
    SIDE,
    bits_of,
)

# -- what can be counted --------------------------------------------------------

# Cards, each as often as it is scored (GRID-17).
EACH_CARD, FIRST_CARD, FROZEN_CARDS, CENTRE_RANK, CENTRE_SUIT = range(5)
# Which cards lie where along the line.
PATTERN = 5
# The line's hand and its cards.
HAND, CONTAINS, LACKS, ALIKE, DIFFERENT_RANKS, ALL_SUITS = range(6, 12)
# How they lie along the line.
NEIGHBOURS, STEPS, SAME_ENDS, MIRRORED, TRANSPOSED = range(12, 17)
# The line among the others.
CROSSING, TWIN, EVERY_LINE, EVERY_ALONG, BETTER, BEST, ALONE = range(17, 24)
# The grid, and the table.
DIFFERENT_HANDS, DIAGONAL, THROUGH_FROZEN, CLEAR_OF_FROZEN = range(24, 28)
UNUSED, LEFT, LAST_HAND, FROZEN_KEPT = range(28, 32)


def _cards(ranks: Iterable[int] = range(ACE + 1), suits: Iterable[int] = range(4)) -> int:
    """Return a set of cards, one bit each."""
    wanted = {(rank, suit) for rank in ranks for suit in suits}
    return sum(1 << card for card in DECK if (rank_of(card), suit_of(card)) in wanted)


ANY_CARD = _cards()
FACES = _cards((JACK, QUEEN, KING))
NUMBERS = _cards(range(LOWEST_RANK, TEN + 1))
EVEN = _cards((2, 4, 6, 8, TEN))
ODD = _cards((ACE, 3, 5, 7, 9))
RED = _cards(suits=(DIAMONDS, HEARTS))


class Trigger(NamedTuple):
    """What a joker counts on a line."""

    kind: int
    cards: int = ANY_CARD
    """Which cards, one bit each."""
    cells: int = ANYWHERE
    """On which cells."""
    number: int = 0
    """A set of hands, of traits or of patterns, as the kind wants."""
    lines: int = ALL_LINES
    """On which lines it counts at all."""


def _hand(*hands: int, lines: int = ALL_LINES) -> Trigger:
    """Count a line whose hand is one of these."""
    return Trigger(HAND, number=sum(1 << hand for hand in hands), lines=lines)


def _each(cards: int, cells: int = ANYWHERE) -> Trigger:
    """Count the cards of a set, perhaps only on some cells."""
    return Trigger(EACH_CARD, cards, cells)


def _pattern(cards: int, *wanted: str) -> Trigger:
    """Count a line where cards of a set lie so: ``x`` is one, ``.`` is none."""
    patterns = (sum(1 << i for i in range(SIDE) if text[i] == "x") for text in wanted)
    return Trigger(PATTERN, cards, number=bits_of(tuple(patterns)))


def _lying(wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """Return all patterns of a kind."""
    return tuple(filter(wanted, map("".join, product("x.", repeat=SIDE))))


ALWAYS = _hand(*range(HANDS))
ONCE_A_HAND = _hand(*range(HANDS), lines=FIRST_LINE)

# -- what can be done -----------------------------------------------------------

# What a joker's memory is for.
NOTHING, GIVES_CHIPS, GIVES_MULT, GIVES_TIMES = range(4)

# Powers, which work without counting.
NO_POWER, FOUR_CARDS, ONE_GAP, ROUND_CORNER, TWO_COLOURS, ALL_FACES = range(6)
FIRST_AGAIN, FROZEN_AGAIN, LAST_AGAIN, LUCKIER, MORE_FREEZES, AS_RIGHT, AS_LEFTMOST = range(6, 13)
POWERS = 13
BENDS = (FOUR_CARDS, ONE_GAP, ROUND_CORNER, TWO_COLOURS)
"""Powers over what a straight and a flush are."""

WHOLE = 100
"""GRID-14: mult is kept in hundredths."""
KEPT = -1
"""What touching the freezes does to most memories: nothing."""


class Joker(NamedTuple):
    """One joker of the roster; mult, where it is data, in hundredths."""

    name: str
    text: str
    when: Trigger = ALWAYS
    chips: int = 0
    mult: int = 0
    times: int = WHOLE
    odds: int = 1
    """It works 1 time in so many."""
    gives: int = NOTHING
    """What its memory is for."""
    starts: int = 0
    """What it holds at first."""
    grows: Trigger = ALWAYS
    by: int = 0
    """What it gains for each thing that it grows by."""
    fades: int = 0
    """What it loses after each hand."""
    touched: int = KEPT
    """What it holds once the freezes are touched."""
    power: int = NO_POWER
    alone: bool = True
    """Whether it does anything where no other joker is."""


NOBODY = Joker("", "")

# GRID-20: the eight that the source names.
NAMED = (
    Joker("Joker", "+4 mult", mult=400),
    Joker("Jolly Joker", "+8 mult if the line is One Pair", _hand(ONE_PAIR), mult=800),
    Joker("Greedy Joker", "+3 mult for each diamond", _each(_cards(suits=(DIAMONDS,))), mult=300),
    Joker("Scary Face", "+30 chips for each face card (J, Q, K)", _each(FACES), chips=30),
    Joker(
        "Photograph",
        "× 2 mult at the line's first face card",
        Trigger(FIRST_CARD, FACES),
        times=200,
    ),
    Joker(
        "Runner",
        "Gains 15 chips for each straight; gives every line what it holds",
        gives=GIVES_CHIPS,
        grows=Trigger(CONTAINS, number=IN_A_ROW),
        by=15,
    ),
    Joker("Four Fingers", "Straights and flushes need only four cards", power=FOUR_CARDS),
    Joker(
        "Oops! All 6s", "Doubles every chance: 1 in 4 becomes 2 in 4", power=LUCKIER, alone=False
    ),
)

PLAIN = (
    Joker("Spare Button", "+22 chips", chips=22),
    Joker("Two by Two", "+30 mult if the line is Two Pair", _hand(TWO_PAIR), mult=3000),
    Joker(
        "Third Wheel", "+25 mult if the line is Three of a Kind", _hand(THREE_OF_A_KIND), mult=2500
    ),
    Joker("Full Table", "× 16 mult if the line is a Full House", _hand(FULL_HOUSE), times=1600),
    Joker(
        "Four Walls", "× 12 mult if the line is Four of a Kind", _hand(FOUR_OF_A_KIND), times=1200
    ),
    Joker(
        "Nobody's Home",
        "+15 chips and +3 mult if the line is a High Card",
        _hand(HIGH_CARD),
        chips=15,
        mult=300,
    ),
    Joker(
        "Pairing Knife",
        "+5 mult if the line contains a pair",
        Trigger(CONTAINS, number=PAIRED),
        mult=500,
    ),
    Joker(
        "Clothesline",
        "+150 mult if the line contains a straight",
        Trigger(CONTAINS, number=IN_A_ROW),
        mult=15000,
    ),
    Joker(
        "Wash Day",
        "+120 mult if the line contains a flush",
        Trigger(CONTAINS, number=ONE_SUIT),
        mult=12000,
    ),
    Joker(
        "Double Shelf",
        "+120 chips if the line contains two pairs",
        Trigger(CONTAINS, number=TWICE_PAIRED),
        chips=120,
    ),
    Joker(
        "Tripod",
        "× 3 mult if the line contains three of a kind",
        Trigger(CONTAINS, number=TRIPLED),
        times=300,
    ),
)

CARD_BY_CARD = (
    Joker("Rose Garden", "+18 chips for each heart", _each(_cards(suits=(HEARTS,))), chips=18),
    Joker(
        "Coal Cellar",
        "+8 chips and +1 mult for each spade",
        _each(_cards(suits=(SPADES,))),
        chips=8,
        mult=100,
    ),
    Joker("Clover Patch", "× 1.5 mult for each club", _each(_cards(suits=(CLUBS,))), times=150),
    Joker("Red Carpet", "+1.5 mult for each red card", _each(RED), mult=150),
    Joker("Attic Ace", "+6 mult for each ace", _each(_cards((ACE,))), mult=600),
    Joker("Even Keel", "+2 mult for each even card (2, 4, 6, 8, T)", _each(EVEN), mult=200),
    Joker("Odd Socks", "+12 chips for each odd card (A, 3, 5, 7, 9)", _each(ODD), chips=12),
    Joker("Numbers Game", "+7 chips for each number card (2 to T)", _each(NUMBERS), chips=7),
    Joker("Low Door", "+4 mult for each 2, 3 or 4", _each(_cards((2, 3, 4))), mult=400),
    Joker("House of Kings", "× 2 mult for each king", _each(_cards((KING,))), times=200),
    Joker("Ladies First", "+50 chips for each queen", _each(_cards((QUEEN,))), chips=50),
    Joker(
        "Mixed Drawer",
        "× 4 mult if no two cards have the same rank",
        Trigger(LACKS, number=PAIRED),
        times=400,
    ),
    Joker(
        "Matching Set",
        "× 1.75 mult for each further card of the line's commonest rank",
        Trigger(ALIKE),
        times=175,
    ),
    Joker("Four Seasons", "× 3 mult if all four suits are there", Trigger(ALL_SUITS), times=300),
    Joker("Spice Rack", "+1 mult for each different rank", Trigger(DIFFERENT_RANKS), mult=100),
    Joker(
        "Plain Clothes", "+15 mult if there is no face card", _pattern(FACES, "....."), mult=1500
    ),
    Joker(
        "Royal Visit",
        "× 4 mult if there are three face cards or more",
        _pattern(FACES, *_lying(lambda faces: faces.count("x") > faces.count("."))),
        times=400,
    ),
)

OVER_TIME = (
    Joker(
        "Rain Barrel",
        "Gains 20 mult for each flush; gives every line what it holds",
        gives=GIVES_MULT,
        grows=Trigger(CONTAINS, number=ONE_SUIT),
        by=2000,
    ),
    Joker(
        "Portrait Gallery",
        "Gains 1 chip for each face card of a row; gives every line what it holds",
        gives=GIVES_CHIPS,
        grows=Trigger(EACH_CARD, FACES, lines=ROWS),
        by=1,
    ),
    Joker(
        "Scrapbook",
        "Gains 1 mult for each hand played; gives every line what it holds",
        gives=GIVES_MULT,
        grows=ONCE_A_HAND,
        by=100,
    ),
    Joker(
        "Cold Store",
        "Gains 3 chips for each frozen card a hand keeps; gives every line what it holds",
        gives=GIVES_CHIPS,
        grows=Trigger(FROZEN_KEPT, lines=FIRST_LINE),
        by=3,
    ),
    Joker(
        "Long Stay",
        "Gains 1.25 mult for each hand played, until the freezes are touched; "
        "gives every line what it holds",
        gives=GIVES_MULT,
        grows=ONCE_A_HAND,
        by=125,
        touched=0,
    ),
    Joker(
        "Candle", "Gives +9 mult, 1.5 less after each hand", gives=GIVES_MULT, starts=900, fades=150
    ),
    Joker(
        "Melting Clock",
        "Gives × 4 mult, 0.5 less after each hand",
        gives=GIVES_TIMES,
        starts=400,
        fades=50,
    ),
    Joker(
        "Block of Ice",
        "Gives +50 chips, 8 less after each hand",
        gives=GIVES_CHIPS,
        starts=50,
        fades=8,
    ),
)

LUCKY = (
    Joker("Loose Step", "1 in 2: +8 mult", mult=800, odds=2),
    Joker("Coin Slot", "1 in 4 for each card: +3 mult", _each(ANY_CARD), mult=300, odds=4),
    Joker("Trapdoor", "1 in 8: × 10 mult", times=1000, odds=8),
    Joker("Rabbit Hole", "1 in 3: +70 chips", chips=70, odds=3),
    Joker("Lucky Sevens", "1 in 3 for each 7: × 5 mult", _each(_cards((7,))), times=500, odds=3),
)

RULE_BENDERS = (
    Joker("Missing Stair", "Straights may skip one rank", power=ONE_GAP),
    Joker("Revolving Door", "Straights may go round the corner: Q K A 2 3", power=ROUND_CORNER),
    Joker("Two-Tone", "For flushes red is one suit and black another", power=TWO_COLOURS),
    Joker("Masquerade", "Every card is a face card too", power=ALL_FACES, alone=False),
    Joker(
        "Doorbell",
        "The first card of each line is scored once more",
        power=FIRST_AGAIN,
        alone=False,
    ),
    Joker("Freezer Burn", "Frozen cards are scored once more", power=FROZEN_AGAIN, alone=False),
    Joker(
        "Encore", "In the last hand every card is scored once more", power=LAST_AGAIN, alone=False
    ),
    Joker(
        "Hall of Mirrors",
        "Does to a line what the joker to its right does",
        power=AS_RIGHT,
        alone=False,
    ),
    Joker("Echo", "Does to a line what the leftmost joker does", power=AS_LEFTMOST, alone=False),
    Joker("Third Hand", "One more card can be frozen", power=MORE_FREEZES),
)

GRID_ONLY = (
    Joker(
        "Cornerstone",
        "× 3 mult for each ace or face card in a corner",
        _each(FACES | _cards((ACE,)), CORNERS),
        times=300,
    ),
    Joker(
        "Hearth", "+3 mult for each card of the centre card's suit", Trigger(CENTRE_SUIT), mult=300
    ),
    Joker(
        "Heart of the House",
        "× 2 mult for each card of the centre card's rank",
        Trigger(CENTRE_RANK),
        times=200,
    ),
    Joker(
        "Picket Fence",
        "+2.5 mult for each black card on the edge of the grid",
        _each(ANY_CARD & ~RED, EDGES),
        mult=250,
    ),
    Joker(
        "Kite String",
        "+25 chips for each face card on a diagonal",
        _each(FACES, DIAGONAL_CELLS),
        chips=25,
    ),
    Joker(
        "Tightrope",
        "+3 mult for each diagonal of the grid that contains a pair",
        Trigger(DIAGONAL, number=PAIRED),
        mult=300,
    ),
    Joker("Bookshelf", "+8 mult for rows", _hand(*range(HANDS), lines=ROWS), mult=800),
    Joker("Pillars", "× 4 mult for columns", _hand(*range(HANDS), lines=COLUMNS), times=400),
    Joker(
        "Crossroads",
        "+3 mult for each line across it that makes the same hand, but for High Cards",
        Trigger(CROSSING),
        mult=300,
    ),
    Joker(
        "Twin Beds",
        "× 4 mult if row and column of one number make the same hand, but for High Cards",
        Trigger(TWIN),
        times=400,
    ),
    Joker(
        "Ice Bridge", "+11 mult for lines through a frozen card", Trigger(THROUGH_FROZEN), mult=1100
    ),
    Joker(
        "Open Water", "+6 mult for lines without a frozen card", Trigger(CLEAR_OF_FROZEN), mult=600
    ),
    Joker(
        "Snow Globe",
        "+8 mult for each frozen card, in both its lines",
        Trigger(FROZEN_CARDS),
        mult=800,
    ),
    Joker(
        "Open Window", "+4 mult for each card that could still be frozen", Trigger(UNUSED), mult=400
    ),
    Joker(
        "There and Back",
        "+14 mult if the colours read the same both ways",
        _pattern(RED, *_lying(lambda reds: reds == reds[::-1])),
        mult=1400,
    ),
    Joker(
        "Bookends",
        "× 6 mult if the first and the last card have the same rank",
        Trigger(SAME_ENDS),
        times=600,
    ),
    Joker(
        "Next Door", "+7 mult for each two neighbours of equal rank", Trigger(NEIGHBOURS), mult=700
    ),
    Joker(
        "Staircase",
        "+6 mult for each two neighbours one rank apart (an ace is high)",
        Trigger(STEPS),
        mult=600,
    ),
    Joker(
        "Butterfly",
        "+8 mult for each two mirror images of the same suit",
        Trigger(MIRRORED),
        mult=800,
    ),
    Joker(
        "Fold",
        "+9 mult for each match in rank across the falling diagonal",
        Trigger(TRANSPOSED),
        mult=900,
    ),
    Joker(
        "Chessboard",
        "× 8 mult if the colours alternate",
        _pattern(RED, "x.x.x", ".x.x."),
        times=800,
    ),
    Joker(
        "Black Tie",
        "× 8 mult if all cards are red or all are black",
        _pattern(RED, "xxxxx", "....."),
        times=800,
    ),
    Joker(
        "Odd One Out",
        "+12 mult if just one card has the other colour",
        _pattern(RED, *_lying(lambda reds: reds.count("x") in (1, 4))),
        mult=1200,
    ),
    Joker(
        "Packed House",
        "× 20 mult if every line of the grid is One Pair or better",
        Trigger(EVERY_LINE),
        times=2000,
    ),
    Joker(
        "Full Pews",
        "× 5 mult if all lines of its direction are One Pair or better",
        Trigger(EVERY_ALONG),
        times=500,
    ),
    Joker(
        "Variety Show",
        "+1 mult for each different hand on the grid",
        Trigger(DIFFERENT_HANDS),
        mult=100,
    ),
    Joker(
        "Upstairs",
        "+9 mult if the line is better than the line before it",
        Trigger(BETTER),
        mult=900,
    ),
    Joker("Penthouse", "× 3 mult if no line of the grid is better", Trigger(BEST), times=300),
    Joker("Only Child", "+14 mult if no other line makes the same hand", Trigger(ALONE), mult=1400),
)

OF_THE_TABLE = (
    Joker("Queue", "+3 mult for each joker to its left", Trigger(LEFT), mult=300, alone=False),
    Joker("Last Dance", "× 6 mult in the last hand", Trigger(LAST_HAND), times=600),
)

ROSTER = (
    NOBODY,
    *NAMED,
    *PLAIN,
    *CARD_BY_CARD,
    *OVER_TIME,
    *LUCKY,
    *RULE_BENDERS,
    *GRID_ONLY,
    *OF_THE_TABLE,
)
"""The jokers, by number; 0 is nobody."""
JOKERS = len(ROSTER) - 1
STARTERS = tuple(number for number, joker in enumerate(ROSTER) if number and joker.alone)
"""GRID-21: the jokers that can be offered to somebody who has none."""
NUMBERS_OF = {joker.name.casefold(): number for number, joker in enumerate(ROSTER) if number}

# The roster in columns, as the rules read it.
WHENS = tuple(tuple(joker.when) for joker in ROSTER)
EFFECTS = tuple((joker.chips, joker.mult, joker.times, joker.gives) for joker in ROSTER)
ODDS = tuple(joker.odds for joker in ROSTER)
GROWTHS = tuple(tuple(joker.grows) for joker in ROSTER)
GAINS = tuple(joker.by for joker in ROSTER)
MEMORIES = tuple((joker.starts, joker.fades, joker.touched) for joker in ROSTER)
LEAST_HELD = tuple(WHOLE if joker.gives == GIVES_TIMES else 0 for joker in ROSTER)
POWERS_OF = tuple(joker.power for joker in ROSTER)
