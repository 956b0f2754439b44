"""What the shared tests must know of each game: one `Kit` a game; no test names a game."""

from tests.games.boom import BOARD, BOOM, SIDE_LENGTHS, bomb, row_move, scorched
from tests.games.crush import CRUSH
from tests.games.grid import GRID
from tests.games.kit import Event, Kit, Placed, Refused, Setting, Story, View

__all__ = [
    "BOARD",
    "KITS",
    "SIDE_LENGTHS",
    "Event",
    "Kit",
    "Placed",
    "Refused",
    "Setting",
    "Story",
    "View",
    "bomb",
    "row_move",
    "scorched",
]

KITS: dict[str, Kit] = {"boom": BOOM, "grid": GRID, "crush": CRUSH}
