"""The freezes of Poker Grid: which cells keep their cards."""

from cardhouse.core.cards import ACE, LOWEST_RANK, rank_of
from cardhouse.core.flat import tell
from cardhouse.games.grid.board import CELLS, SIDE, card_of
from cardhouse.games.grid.effects import disturb_jokers
from cardhouse.games.grid.state import FROZE, THAWED, State
from cardhouse.games.grid.triggers import is_frozen


def freeze_best_pair(s: State) -> None:
    """GRID-4: freeze the highest pair, in one line if there is such a pair, else the first."""
    best = 0
    if s.slots >= 2:  # noqa: PLR2004 (a pair)
        for rank in range(LOWEST_RANK, ACE + 1):
            pair = best_pair_of(s, rank)
            best = pair if pair else best
    s.frozen = best


def best_pair_of(s: State, rank: int) -> int:
    """GRID-4: return the two cells to freeze among those of a *rank*; 0 if there is no pair."""
    best = 0
    best_in_line = 0
    for first in range(CELLS):
        if rank_of(card_of(s.board[first])) == rank:
            for second in range(first + 1, CELLS):
                if rank_of(card_of(s.board[second])) == rank:
                    pair = 1 << first | 1 << second
                    best = best if best else pair
                    if best_in_line == 0 and in_one_line(first, second):
                        best_in_line = pair
    return best_in_line if best_in_line else best


def in_one_line(first: int, second: int) -> bool:
    """Return whether two cells share a row or a column."""
    return first // SIDE == second // SIDE or first % SIDE == second % SIDE


def toggle_freeze(s: State, cell: int) -> None:
    """GRID-5: freeze a cell, or unfreeze a frozen one."""
    tell(s, THAWED if is_frozen(s, cell) else FROZE, cell, s.board[cell])
    s.frozen ^= 1 << cell
    disturb_jokers(s)


def unfreeze_all(s: State) -> None:
    """GRID-6: unfreeze every cell."""
    for cell in range(CELLS):
        if is_frozen(s, cell):
            tell(s, THAWED, cell, s.board[cell])
    s.frozen = 0
    disturb_jokers(s)
