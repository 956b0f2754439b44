"""Showing a game to a person: as the terminal does, or as an image."""

from cardhouse.engine.records import Array
from cardhouse.envs.image import image_of
from cardhouse.games.game import AnyGame, State
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import screen_of

PAINT = Paint(colour=True, signs=True)


def render(game: AnyGame, s: State, mode: str | None) -> str | Array | None:
    """Return the table as a text ("ansi"), as an image ("rgb_array"), or nothing."""
    if mode is None:
        return None
    view = game.view.view(s)
    text: str = screen_of(game).draw(view, PAINT)
    return image_of(dict(view)) if mode == "rgb_array" else text
