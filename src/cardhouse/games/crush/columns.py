"""The columns of Solitaire Crush: cards that come, go, change places and fall."""

from cardhouse.core.cards import EMPTY
from cardhouse.core.flat import tell
from cardhouse.games.crush.board import CELLS, COLUMNS, ROWS, SWAPPER_TAG, tag_of
from cardhouse.games.crush.state import FELL, State


def clear_grid(s: State) -> None:
    """Take every card off the grid."""
    for cell in range(CELLS):
        s.board[cell] = EMPTY
    for column in range(COLUMNS):
        s.heights[column] = 0
    s.swappers = 0


def swap_cards(s: State, first: int, second: int) -> None:
    """Let two cards change places."""
    s.board[first], s.board[second] = s.board[second], s.board[first]


def take_card(s: State, cell: int) -> int:
    """CRUSH-5: take a card away; those above it fall, so that no gap stays below a card."""
    piece = s.board[cell]
    top = landing(s, cell % COLUMNS) + COLUMNS
    for lower in range(cell, top, -COLUMNS):
        s.board[lower] = s.board[lower - COLUMNS]
    s.board[top] = EMPTY
    s.heights[cell % COLUMNS] -= 1
    s.swappers -= tag_of(piece) == SWAPPER_TAG
    return piece


def put_card(s: State, cell: int, piece: int) -> None:
    """Put a card where one was taken or lands; those that stand there and above go up."""
    for upper in range(landing(s, cell % COLUMNS), cell, COLUMNS):
        s.board[upper] = s.board[upper + COLUMNS]
    s.board[cell] = piece
    s.heights[cell % COLUMNS] += 1
    s.swappers += tag_of(piece) == SWAPPER_TAG


def landing(s: State, column: int) -> int:
    """Return the cell on top of a column's cards; below 0 if the column is full."""
    return column + COLUMNS * (ROWS - 1 - s.heights[column])


def is_full(s: State) -> bool:
    """CRUSH-11: return whether no slot is empty."""
    return lowest_height(s) == ROWS


def lowest_height(s: State) -> int:
    """Return how many cards stand in the lowest column."""
    lowest = ROWS
    for column in range(COLUMNS):
        lowest = min(lowest, s.heights[column])
    return lowest


def column_with(s: State, height: int, skipped: int) -> int:
    """Return the column of this height that comes after *skipped* others."""
    column = 0
    while skipped > 0 or s.heights[column] != height:
        skipped -= s.heights[column] == height
        column += 1
    return column


def tell_fall(s: State, cell: int, by: int) -> None:
    """CRUSH-9: tell that the cards above *cell* fall by so much."""
    for upper in range(cell - COLUMNS, landing(s, cell % COLUMNS), -COLUMNS):
        tell(s, FELL, upper, upper + by * COLUMNS)
