"""The board of Poker Boom and what surrounds it: cells, selections, bomb spots, blasts."""

from typing import Literal

from cardhouse.core.grid import connected_sets, strokes
from cardhouse.core.marks import Lookup
from cardhouse.games.moves import Argument, Kind, Numbering

# BOOM-1: the board, in reading order:    0  1  2  3  4
#                                         5  6  7  8  9
#                                         … ten rows …
#                                        45 46 47 48 49
ROWS = 10
COLUMNS = 5
CELLS = ROWS * COLUMNS
HAND = 5

NUMBERING = Numbering(
    Kind(
        "",
        "select five cells that hang together",
        (Argument("cell", COLUMNS),) * HAND,
        connected_sets(ROWS, COLUMNS, HAND),
    )
)
"""BOOM-5: the one kind of move."""
MOVES = NUMBERING.count
SELECTIONS = Lookup(NUMBERING.rows)
"""For each move its cells: of move 0 they are (0, 1, 2, 3, 4)."""
SELECTION_BITS = tuple(sum(1 << cell for cell in selection) for selection in SELECTIONS)
"""For each move its cells, a bit for each."""
STROKES = strokes(ROWS, COLUMNS, HAND)
TRACEABLE = tuple(int(selection in STROKES) for selection in SELECTIONS)
"""For each move 1 if one stroke can trace it, else 0."""

FILL_ORDER = tuple(
    cell for column in range(COLUMNS) for cell in range(CELLS - COLUMNS + column, -1, -COLUMNS)
)
"""BOOM-14: column by column from the left, in a column from the lowest cell up."""
DEALS = Lookup(FILL_ORDER[i : i + HAND] for i in range(0, CELLS, HAND))
"""The cells of a whole board, five by five in the order they are filled."""


def refill_cells(selection: tuple[int, ...]) -> tuple[int, ...]:
    """BOOM-14: the cells that are empty once a selection is gone and the cards above it fell.

    >>> refill_cells((40, 41, 45, 46, 47))  # two in each of columns 0 and 1, one in column 2
    (5, 0, 6, 1, 2)
    """
    columns = [cell % COLUMNS for cell in selection]
    return tuple(
        row * COLUMNS + column
        for column in sorted(set(columns))
        for row in range(columns.count(column) - 1, -1, -1)
    )


REFILLS = Lookup(refill_cells(selection) for selection in SELECTIONS)
"""For each move, the cells that new cards come to, in order."""

# A bomb's spot:       20 … 24        the top side, by column
#                    0         10
#                    …         …      the left and right sides, by row
#                    9         19
#                      25 … 29        the bottom side, by column
Side = Literal["left", "right", "top", "bottom"]
LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3
SIDES: tuple[Side, ...] = ("left", "right", "top", "bottom")
SIDE_STARTS = (0, ROWS, 2 * ROWS, 2 * ROWS + COLUMNS)
SIDE_LENGTHS = (ROWS, ROWS, COLUMNS, COLUMNS)
SPOTS = sum(SIDE_LENGTHS)
BLAST_CELLS = 10


def blast_cells(spot: int) -> tuple[int, ...]:
    """BOOM-23: the ten cells near a bomb's edge, nearest the bomb first."""
    side = side_of(spot)
    index = spot - SIDE_STARTS[side]
    lines = [(i, depth) for i in range(SIDE_LENGTHS[side]) for depth in (0, 1)]
    near = sorted((abs(i - index) + depth, depth, i) for i, depth in lines)
    return tuple(edge_cell(side, i, depth) for _, depth, i in near[:BLAST_CELLS])


def side_of(spot: int) -> int:
    """BOOM-15: a bomb stands on one of four sides."""
    side = LEFT
    while spot >= SIDE_STARTS[side] + SIDE_LENGTHS[side]:
        side += 1
    return side


def edge_cell(side: int, index: int, depth: int) -> int:
    """Return the cell *depth* lines in from *side*, at *index* along it."""
    if side == LEFT:
        return index * COLUMNS + depth
    if side == RIGHT:
        return index * COLUMNS + COLUMNS - 1 - depth
    if side == TOP:
        return depth * COLUMNS + index
    return (ROWS - 1 - depth) * COLUMNS + index


BLASTS = Lookup(blast_cells(spot) for spot in range(SPOTS))
"""For each spot, the cells that a bomb there can scorch, nearest first."""
