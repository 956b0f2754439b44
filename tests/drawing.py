"""Moves that draw chance, and moves that draw none."""

from cardhouse import Match


def drawing_move(match: Match) -> str | None:
    """Return a legal move that draws chance and does not end the game, if there is one."""
    return _move_that(match, draws=True)


def free_move(match: Match) -> str | None:
    """Return a legal move that draws none, if there is one."""
    return _move_that(match, draws=False)


def _move_that(match: Match, draws: bool) -> str | None:
    for text in match.moves():
        tried = match.snapshot()
        tried.play(text)
        if (tried.state.drawn != match.state.drawn) == draws and tried.outcome == "playing":
            return text
    return None
