"""Showing a game to a person: as the terminal does, or as a picture."""

from typing import Any

from cardhouse.envs.picture import picture_of
from cardhouse.games.game import AnyGame
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import screen_of

PAINT = Paint(colour=True, signs=True)


def render(game: AnyGame, s: Any, mode: str | None) -> Any:
    """Return the table as a text ("ansi"), as a picture ("rgb_array"), or nothing."""
    if mode is None:
        return None
    view = game.view.view(s)
    return picture_of(view) if mode == "rgb_array" else screen_of(game).draw(view, PAINT)
