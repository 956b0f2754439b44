"""The grid of Poker Grid: its cells, its lines, and its moves, each a number."""

from itertools import product

from cardhouse.core.grid import cell_at, lines
from cardhouse.core.marks import Lookup
from cardhouse.games.moves import Argument, Kind, Numbering

# GRID-1: the grid, in reading order:    0  1  2  3  4
#                                        5  6  7  8  9
#                                       10 11 12 13 14
#                                       15 16 17 18 19
#                                       20 21 22 23 24
SIDE = 5
CELLS = SIDE * SIDE
CENTRE = CELLS // 2

LINES = Lookup(lines(SIDE, SIDE))
"""GRID-1: the cells of the rows, top to bottom, then of the columns, left to right."""
LINE_COUNT = 2 * SIDE
LINE_NAMES = (*(f"row {i}" for i in range(SIDE)), *(f"column {i}" for i in range(SIDE)))
FALLING = tuple(cell_at(i, i, SIDE) for i in range(SIDE))
"""The diagonal that begins at the top left."""
RISING = tuple(cell_at(SIDE - 1 - i, i, SIDE) for i in range(SIDE))
"""The diagonal that begins at the bottom left."""
DIAGONALS = Lookup((FALLING, RISING))


def bits_of(numbers: tuple[int, ...]) -> int:
    """Return a set of small numbers as one integer, a bit each."""
    return sum(1 << number for number in set(numbers))


# Sets of cells and of lines, one bit each.
ANYWHERE = (1 << CELLS) - 1
CORNERS = bits_of((cell_at(0, 0, SIDE), SIDE - 1, CELLS - SIDE, CELLS - 1))
EDGES = bits_of((*LINES[0], *LINES[SIDE - 1], *LINES[SIDE], *LINES[LINE_COUNT - 1]))
DIAGONAL_CELLS = bits_of((*FALLING, *RISING))
ALL_LINES = (1 << LINE_COUNT) - 1
ROWS = (1 << SIDE) - 1
COLUMNS = ALL_LINES - ROWS
FIRST_LINE = 1
"""What this counts, it counts once a hand."""

BIT_COUNTS = tuple(bits.bit_count() for bits in range(1 << SIDE))
"""How many bits a line of five bits has."""
LINE_BITS = (1 << SIDE) - 1
TURNED = tuple(sum((bits >> i & 1) << i * SIDE for i in range(SIDE)) for bits in range(1 << SIDE))
"""A row of five bits, turned to be the first bits of five columns."""

MOST_JOKERS = 5
OFFERS = 3

# A move:  0 … 24  freeze or unfreeze a cell        27 … 29  take an offer
#              25  unfreeze all                     30 … 54  move joker i to place j: 30 + 5 i + j
#              26  play the hand
DRAFT_PHASE, PLAY_PHASE, OVER_PHASE = range(3)
PHASES = ("draft", "play", "over")
"""The parts of a round: jokers are taken, hands are played, it is over."""
FREEZE_CELL, UNFREEZE_ALL, PLAY_HAND, TAKE_OFFER, MOVE_JOKER = range(5)
"""The kinds of moves."""

NUMBERING = Numbering(
    Kind(
        "f",
        "freeze or unfreeze a cell",
        (Argument("row"), Argument("column")),
        tuple(product(range(SIDE), repeat=2)),
        (PLAY_PHASE,),
    ),
    Kind("u", "unfreeze all", phases=(PLAY_PHASE,)),
    Kind("s", "play the hand", phases=(PLAY_PHASE,)),
    Kind("d", "take an offer", (Argument("offer"),), [(i,) for i in range(OFFERS)], (DRAFT_PHASE,)),
    Kind(
        "o",
        "move a joker",
        (Argument("joker"), Argument("place")),
        tuple(product(range(MOST_JOKERS), repeat=2)),
        (PLAY_PHASE,),
    ),
)
FREEZE, UNFREEZE, PLAY, DRAFT, ORDER, MOVES = NUMBERING.starts
KIND_OF = NUMBERING.kind_of
NAMED = tuple((*row, 0, 0)[:2] for row in NUMBERING.rows)
ALLOWED = NUMBERING.allowed(len(PHASES))
"""The first move of each kind; of each move its kind and what it names; what each phase allows."""

# An entry of the deck is a card and what may come to be said of it:
#   bits 0-6  the card    bits 7-15  room for enhancement, edition, seal    from 16 on  its id
ID_BITS = 16
CARD_BITS = 7


def card_of(entry: int) -> int:
    """Return the card of a deck's entry."""
    return entry & (1 << CARD_BITS) - 1


def by_line(cells: int) -> int:
    """Return a set of cells line by line, five bits each: the rows, then the columns."""
    columns = 0
    for row in range(SIDE):
        columns |= TURNED[cells >> SIDE * row & LINE_BITS] << row
    return cells | columns << CELLS


def line_of(lines: int, line: int) -> int:
    """Return the five bits of one line."""
    return lines >> SIDE * line & LINE_BITS
