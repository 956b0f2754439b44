"""Showing a game to a person: as the terminal does, or as a picture."""

from typing import Any

from cardhouse.envs.picture import picture_of
from cardhouse.games.game import Game
from cardhouse.terminal import boom, crush, grid
from cardhouse.terminal.paint import Paint

SCREENS = {"boom": boom, "grid": grid, "crush": crush}
PAINT = Paint(colour=True, signs=True)


def render(game: Game, s: Any, mode: str | None) -> Any:
    """Return the table as a text ("ansi"), as a picture ("rgb_array"), or nothing."""
    if mode is None:
        return None
    view = game.view.view(s)
    return picture_of(view) if mode == "rgb_array" else SCREENS[game.name].draw(view, PAINT)
