"""The freezes of Poker Grid: which cells keep their cards."""

from cardhouse.core.cards import ACE, rank_of
from cardhouse.core.flat import tell
from cardhouse.games.grid.board import CELLS, SIDE, card_of
from cardhouse.games.grid.effects import disturb_jokers
from cardhouse.games.grid.state import FROZE, THAWED, State
from cardhouse.games.grid.triggers import is_frozen

PAIR = 2
IN_LINE = ACE + 1
"""More than any rank: a pair in one line comes before any other (GRID-4)."""


def freeze_best_pair(s: State) -> None:
    """GRID-4: freeze the highest pair in one line; if there is none, the highest anywhere."""
    best = 0
    most = 0
    for first in range(CELLS if s.slots >= PAIR else 0):
        rank = rank_of(card_of(s.board[first]))
        for second in range(first + 1, CELLS):
            if rank_of(card_of(s.board[second])) == rank:
                value = rank + IN_LINE * in_one_line(first, second)
                if value > most:
                    best = 1 << first | 1 << second
                    most = value
    s.frozen = best


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
