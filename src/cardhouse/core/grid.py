"""Cells of a grid, numbered in reading order, and how they hang together.

A cell is ``row * columns + column``; row 0 is the top, column 0 the left.
"""

import re

Cell = int
CellSet = tuple[Cell, ...]

_CELL = re.compile(r"([0-9]),?([0-9])", re.ASCII)


def cell_at(row: int, column: int, columns: int) -> Cell:
    """Return the cell of *row* and *column*."""
    return row * columns + column


def row_of(cell: Cell, columns: int) -> int:
    """Return the row of *cell*."""
    return cell // columns


def column_of(cell: Cell, columns: int) -> int:
    """Return the column of *cell*."""
    return cell % columns


def cell_text(cell: Cell, columns: int) -> str:
    """Write a cell as ``row,column`` (ALL-6).

    >>> cell_text(17, columns=5)
    '3,2'
    """
    return f"{row_of(cell, columns)},{column_of(cell, columns)}"


def parse_cell(text: str, rows: int, columns: int) -> Cell:
    """Read a cell: ``3,2`` or, shorter, ``32`` (ALL-6).

    >>> parse_cell("3,2", rows=10, columns=5), parse_cell("32", rows=10, columns=5)
    (17, 17)

    :raises ValueError: if *text* is not a cell of this grid.
    """
    match = _CELL.fullmatch(text)
    if not match:
        raise ValueError(f"{text[:20]!r} is not a cell; a cell is a row and a column, like 3,2")
    row, column = int(match[1]), int(match[2])
    if row >= rows or column >= columns:
        raise ValueError(
            f"{text} is off the board; rows go from 0 to {rows - 1}, columns to {columns - 1}"
        )
    return cell_at(row, column, columns)


def neighbours(cell: Cell, rows: int, columns: int) -> CellSet:
    """Return the cells above, left, right and below *cell*, in reading order.

    >>> neighbours(0, rows=10, columns=5), neighbours(7, rows=10, columns=5)
    ((1, 5), (2, 6, 8, 12))
    """
    row, column = row_of(cell, columns), column_of(cell, columns)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(cell_at(r, c, columns) for r, c in around if 0 <= r < rows and 0 <= c < columns)


def lines(rows: int, columns: int) -> tuple[CellSet, ...]:
    """Return the rows, left to right, then the columns, top to bottom.

    >>> lines(rows=2, columns=2)
    ((0, 1), (2, 3), (0, 2), (1, 3))
    """
    across = [tuple(cell_at(r, c, columns) for c in range(columns)) for r in range(rows)]
    down = [tuple(cell_at(r, c, columns) for r in range(rows)) for c in range(columns)]
    return (*across, *down)


def connected_sets(rows: int, columns: int, size: int) -> tuple[CellSet, ...]:
    """Return every set of *size* cells that hang together, each in reading order, sorted.

    >>> connected_sets(rows=2, columns=2, size=3)
    ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    """
    around = [frozenset(neighbours(cell, rows, columns)) for cell in range(rows * columns)]
    found = {frozenset([cell]) for cell in range(rows * columns)}
    for _ in range(size - 1):
        found = {
            cells | {step} for cells in found for cell in cells for step in around[cell] - cells
        }
    return tuple(sorted(tuple(sorted(cells)) for cells in found))


def strokes(rows: int, columns: int, size: int) -> frozenset[CellSet]:
    """Return the sets of *size* cells that one stroke, from cell to neighbour, can visit.

    >>> square = connected_sets(rows=2, columns=3, size=4)
    >>> [cells for cells in square if cells not in strokes(rows=2, columns=3, size=4)]
    [(0, 1, 2, 4), (1, 3, 4, 5)]
    """
    around = [neighbours(cell, rows, columns) for cell in range(rows * columns)]
    walks: list[CellSet] = [(cell,) for cell in range(rows * columns)]
    for _ in range(size - 1):
        walks = [(*walk, step) for walk in walks for step in around[walk[-1]] if step not in walk]
    return frozenset(tuple(sorted(walk)) for walk in walks)
