"""Cells of a grid and how they hang together, against slow and obvious definitions."""

from itertools import combinations, pairwise, permutations

import pytest

from cardhouse.core.grid import (
    cell_at,
    cell_text,
    column_of,
    connected_sets,
    lines,
    neighbours,
    parse_cell,
    row_of,
    strokes,
)

BOARD = (10, 5)
SIZES = [BOARD, (5, 5), (7, 7), (1, 4), (4, 1), (1, 1)]


def touching(first, second, columns):
    """Two cells share a side: they are one step apart."""
    rows_apart = abs(first // columns - second // columns)
    columns_apart = abs(first % columns - second % columns)
    return rows_apart + columns_apart == 1


def flooded(cells, columns):
    """Pour water on the first cell; it spreads until it no longer does."""
    wet = {cells[0]}
    while True:
        reached = {c for c in cells if c in wet or any(touching(c, w, columns) for w in wet)}
        if reached == wet:
            return wet
        wet = reached


# -- text ---------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_cell_reads_back_as_itself_also_in_short(rows, columns):
    for cell in range(rows * columns):
        text = cell_text(cell, columns)
        assert parse_cell(text, rows, columns) == cell
        assert parse_cell(text.replace(",", ""), rows, columns) == cell


def test_a_cell_is_written_row_then_column():
    #     0  1  2  3  4
    #     5  6  7  8  9
    #    10 11 12 13 14
    #    15[16]17 18 19
    assert cell_text(16, columns=5) == "3,1"
    assert parse_cell("31", *BOARD) == parse_cell("3,1", *BOARD) == 16


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_a_cell_is_its_row_and_its_column(rows, columns):
    assert [(row_of(c, columns), column_of(c, columns)) for c in range(rows * columns)] == [
        (row, column) for row in range(rows) for column in range(columns)
    ]
    for cell in range(rows * columns):
        assert cell_at(row_of(cell, columns), column_of(cell, columns), columns) == cell


@pytest.mark.parametrize("text", ["0,5", "05", "9,9", "99", "4,8"])
def test_a_cell_off_the_board_is_refused_with_the_boards_size(text):
    with pytest.raises(ValueError, match=r"off the board; rows go from 0 to 9, columns to 4$"):
        parse_cell(text, *BOARD)


def test_a_row_off_the_board_is_refused():
    with pytest.raises(ValueError, match=r"^7,0 is off the board; rows go from 0 to 6"):
        parse_cell("7,0", rows=7, columns=7)


NO_CELLS = [
    *("", ",", "3", "3,", ",1", "3,,1", "3;1", "3.1", "3, 1", "3 1", " 31", "31 ", "31\n", "3,1\n"),
    *("310", "3,10", "10,1", "03,1", "-1", "-1,0", "+3,1", "a,b", "0x1", "3,1,", "(3,1)"),
    *("\u0663,\u0661", "\uff13\uff11", "3\u00b2", "3,1" * 9_999),
]


@pytest.mark.parametrize("text", NO_CELLS, ids=lambda text: ascii(text[:12]))
def test_what_is_no_cell_is_refused_in_a_sentence(text):
    with pytest.raises(
        ValueError, match=r"^'.*' is not a cell; a cell is a row and a column"
    ) as error:
        parse_cell(text, *BOARD)
    assert len(str(error.value)) < 200


# -- neighbours and lines -----------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_neighbours_are_the_cells_one_step_away_in_reading_order(rows, columns):
    cells = range(rows * columns)
    for cell in cells:
        around = tuple(other for other in cells if touching(cell, other, columns))
        assert neighbours(cell, rows, columns) == around


def test_the_right_end_of_a_row_does_not_touch_the_left_end_of_the_next():
    assert 5 not in neighbours(4, *BOARD)
    assert 4 not in neighbours(5, *BOARD)


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_lines_are_the_rows_and_then_the_columns(rows, columns):
    cells = range(rows * columns)
    across = [tuple(c for c in cells if c // columns == row) for row in range(rows)]
    down = [tuple(c for c in cells if c % columns == column) for column in range(columns)]
    assert lines(rows, columns) == (*across, *down)


# -- cells that hang together -------------------------------------------------


def test_the_board_has_1546_connected_selections_and_1050_can_be_traced():
    selections = connected_sets(*BOARD, size=5)
    traced = strokes(*BOARD, size=5)
    assert len(selections) == len(set(selections)) == 1546
    assert len(traced) == 1050
    assert traced < set(selections)
    assert len(set(selections) - traced) == 496


def test_selections_are_sorted_and_each_is_in_reading_order():
    selections = connected_sets(*BOARD, size=5)
    assert list(selections) == sorted(selections)
    assert all(list(cells) == sorted(set(cells)) for cells in selections)


@pytest.mark.parametrize(
    ("rows", "columns", "size"),
    [(5, 5, 5), (6, 4, 5), (4, 5, 4), (3, 3, 6), (2, 5, 3), (5, 1, 5), (3, 3, 9), (3, 4, 1)],
)
def test_connected_sets_are_the_subsets_that_water_floods(rows, columns, size):
    slow = [
        cells
        for cells in combinations(range(rows * columns), size)
        if len(flooded(cells, columns)) == size
    ]
    assert list(connected_sets(rows, columns, size)) == slow


def test_the_selections_of_the_board_are_those_of_its_six_squares():
    # Five connected cells span at most five rows, so each lies in a 5×5 part of the board.
    square = [c for c in combinations(range(25), 5) if len(flooded(c, 5)) == 5]
    slow = {tuple(cell + 5 * down for cell in cells) for cells in square for down in range(6)}
    assert set(connected_sets(*BOARD, size=5)) == slow


def test_a_grid_too_small_has_no_connected_sets():
    assert connected_sets(2, 2, size=5) == ()
    assert strokes(2, 2, size=5) == frozenset()


@pytest.mark.parametrize(("rows", "columns", "size"), [(5, 5, 5), (3, 4, 5), (3, 3, 4), (2, 3, 1)])
def test_strokes_are_the_sets_that_some_order_walks_from_neighbour_to_neighbour(
    rows, columns, size
):
    def walked(cells):
        return all(touching(a, b, columns) for a, b in pairwise(cells))

    slow = {
        cells
        for cells in combinations(range(rows * columns), size)
        if len(flooded(cells, columns)) == size and any(map(walked, permutations(cells)))
    }
    assert strokes(rows, columns, size) == slow


def test_the_selections_that_no_stroke_traces_are_the_branching_shapes():
    # A stroke has two ends and no branch; a T, a plus, a Y (and their like) has a cell
    # with three or more chosen neighbours, and no square of four to go around it.
    for cells in set(connected_sets(*BOARD, size=5)) - strokes(*BOARD, size=5):
        degrees = sorted(sum(touching(a, b, 5) for b in cells) for a in cells)
        assert degrees in ([1, 1, 1, 2, 3], [1, 1, 1, 1, 4])
