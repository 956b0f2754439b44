"""The grid of Solitaire Crush, what stands on it, and its moves, each a number.

What kind a move is of, and which cells it names, is declared in `NUMBERING`.
"""

from itertools import combinations, permutations
from typing import Literal, Protocol

from cardhouse.core.cards import EMPTY
from cardhouse.core.flat import Cells
from cardhouse.core.grid import lines, neighbours
from cardhouse.core.marks import Lookup
from cardhouse.games.moves import Argument, Kind, Numbering

# CRUSH-1: the grid, in reading order:    0  1  2  3  4  5  6
#                                         7  8  9 10 11 12 13
#                                         … seven rows …
#                                        42 43 44 45 46 47 48
ROWS = 7
COLUMNS = 7
CELLS = ROWS * COLUMNS

SHORTEST = 3
LONGEST = 7

EVERY_CELL = range(CELLS)
SLIDES = tuple(
    (cell, other)
    for cell in EVERY_CELL
    for other in neighbours(cell, ROWS, COLUMNS)
    if other > cell
)
"""CRUSH-6: two cells side by side."""
RUNS = tuple(
    sorted(
        (line[start], line[start + length - 1])
        for line in lines(ROWS, COLUMNS)
        for length in range(SHORTEST, LONGEST + 1)
        for start in range(len(line) - length + 1)
    )
)
"""CRUSH-8: the two ends of a straight run; the shorter of two that begin alike comes first."""
USES = tuple(permutations(EVERY_CELL, 2))
"""CRUSH-18: a swapper's cell, then the other's."""
SWAPS = tuple(combinations(EVERY_CELL, 2))
"""CRUSH-19: any two cells."""
SINGLES = tuple((cell,) for cell in EVERY_CELL)
"""CRUSH-20, CRUSH-21: one cell."""

CELL, OTHER = Argument("cell", COLUMNS), Argument("other", COLUMNS)
FIRST, LAST = Argument("first", COLUMNS), Argument("last", COLUMNS)
SLIDE, CLEAR, USE, SWAP, BOMB, BLAST = range(6)
NUMBERING = Numbering(
    Kind("slide", "slide a card into the cell beside it", (CELL, OTHER), SLIDES),
    Kind("clear", "clear a run", (FIRST, LAST), RUNS),
    Kind("use", "use a swapper", (CELL, OTHER), USES),
    Kind("swap", "spend a free swap", (CELL, OTHER), SWAPS),
    Kind("bomb", "set a bomb off", (CELL,), SINGLES),
    Kind("blast", "spend a free bomb", (CELL,), SINGLES),
)
"""CRUSH-23: the kinds of moves."""
KIND_OF = NUMBERING.kind_of
SLIDES_AT, CLEARS_AT, USES_AT, SWAPS_AT, BOMBS_AT, BLASTS_AT, MOVES = NUMBERING.starts
"""The first move of each kind, and how many moves there are."""
ENDS = Lookup((row[0], row[-1]) for row in NUMBERING.rows)
"""For each move its two cells; a single one twice."""


def from_row(start: int, ends: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return for each row the first of some moves, from *start* on, that begin there or below."""
    rows = range(ROWS)
    return tuple(start + sum(first < row * COLUMNS for first, _ in ends) for row in rows)


SLIDES_FROM = from_row(SLIDES_AT, SLIDES)
RUNS_FROM = from_row(CLEARS_AT, RUNS)
SWAPS_FROM = from_row(SWAPS_AT, SWAPS)

Tag = Literal["", "bomb", "swapper"]

# A piece is a card and its tag: ``TAG_STEP * tag + card``.
TAG_BITS = 7
TAG_STEP = 1 << TAG_BITS
PLAIN, BOMB_TAG, SWAPPER_TAG = 0, 1, 2
TAG_NAMES: tuple[Tag, ...] = ("", "bomb", "swapper")


class HasBoard(Protocol):
    """Any state with a grid of pieces."""

    board: Cells
    """The piece on each cell, or ``EMPTY``."""


def card_of(piece: int) -> int:
    """Return the card of a piece, without its tag."""
    return piece & TAG_STEP - 1


def tag_of(piece: int) -> int:
    """CRUSH-3: return a piece's tag; no card has two."""
    return piece >> TAG_BITS


def has_card(s: HasBoard, cell: int) -> bool:
    """Return whether *cell* is occupied."""
    return s.board[cell] != EMPTY


def is_bomb(s: HasBoard, cell: int) -> bool:
    """CRUSH-20: return whether a bomb stands on *cell*."""
    return tag_of(s.board[cell]) == BOMB_TAG


def is_swapper(s: HasBoard, cell: int) -> bool:
    """CRUSH-18: return whether a swapper stands on *cell*."""
    return tag_of(s.board[cell]) == SWAPPER_TAG


def touching(first: int, second: int) -> bool:
    """Return whether two cells are neighbours."""
    rows_apart = abs(first // COLUMNS - second // COLUMNS)
    columns_apart = abs(first % COLUMNS - second % COLUMNS)
    return rows_apart + columns_apart == 1


def run_step(first: int, last: int) -> int:
    """CRUSH-8: a run goes along a row or a column."""
    return 1 if last - first < COLUMNS else COLUMNS


def run_length(first: int, last: int) -> int:
    """CRUSH-8: return how many cells a run has, 3 to 7."""
    apart = last - first
    return 1 + (apart if apart < COLUMNS else apart // COLUMNS)
