"""What the whole grid of Poker Grid adds to a hand: bonuses that multiply the sum of its lines."""

from itertools import product

from cardhouse.core.cards import DIAMONDS, HEARTS, rank_of, suit_of
from cardhouse.core.flat import tell
from cardhouse.core.grid import cell_at
from cardhouse.core.marks import Lookup, called
from cardhouse.games.grid.board import CELLS, LINE_COUNT, SIDE, bits_of, card_of
from cardhouse.games.grid.jokers import WHOLE
from cardhouse.games.grid.state import MULTIPLIED, State
from cardhouse.games.grid.triggers import pairs_from

TEN_LINES, ONE_SUIT, ONE_COLOUR, MIRROR = range(4)
BONUS_NAMES = ("Ten Lines", "One Suit", "One Colour", "Mirror")
BONUS_TIMES = (150, 300, 125, 25)
"""By how much each multiplies, in hundredths; of the mirror, what each axis adds."""

RED_SUITS = bits_of((DIAMONDS, HEARTS))
LAST = SIDE - 1
EACH_CELL = tuple(product(range(SIDE), repeat=2))
MIRRORS = Lookup(
    (
        tuple(cell_at(row, LAST - column, SIDE) for row, column in EACH_CELL),
        tuple(cell_at(LAST - row, column, SIDE) for row, column in EACH_CELL),
        tuple(cell_at(column, row, SIDE) for row, column in EACH_CELL),
        tuple(cell_at(LAST - column, LAST - row, SIDE) for row, column in EACH_CELL),
    )
)
"""The mirror image of each cell: left and right, top and bottom, in either diagonal."""


@called
def with_bonuses(s: State, points: int) -> int:
    """CAMP-27: multiply the points of the ten lines, once for each bonus, one after the other.

    Times are in hundredths, as mult is (GRID-14).
    """
    times = WHOLE
    total = points
    for bonus in range(len(BONUS_TIMES)):
        factor = times_of(s, bonus)
        if factor != WHOLE:
            times = times * factor // WHOLE
            total = points // WHOLE * times + points % WHOLE * times // WHOLE
            tell(s, MULTIPLIED, bonus, factor, times, total - points)
    return total


def times_of(s: State, bonus: int) -> int:
    """CAMP-27: return by how much a bonus multiplies, in hundredths; one suit is no mere colour."""
    times = BONUS_TIMES[bonus]
    if bonus == MIRROR:
        return WHOLE + times * axes_of(s)
    if bonus == TEN_LINES:
        return times if pairs_from(s, 0, LINE_COUNT) == LINE_COUNT else WHOLE
    suits = suits_of(s)
    is_one = suits & suits - 1 == 0
    if bonus == ONE_COLOUR:
        is_one = not is_one and (suits & RED_SUITS == 0 or suits & ~RED_SUITS == 0)
    return times if is_one else WHOLE


def suits_of(s: State) -> int:
    """Return the suits that lie on the grid, one bit each."""
    suits = 0
    for cell in range(CELLS):
        suits |= 1 << suit_of(card_of(s.board[cell]))
    return suits


def axes_of(s: State) -> int:
    """CAMP-27: return along how many of its four axes the ranks of the grid mirror themselves."""
    axes = 0
    for axis in range(len(MIRRORS)):
        alike = 0
        for cell in range(CELLS):
            image = card_of(s.board[MIRRORS[axis][cell]])
            alike += rank_of(card_of(s.board[cell])) == rank_of(image)
        axes += alike == CELLS
    return axes
