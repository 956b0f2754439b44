"""How the tests are shared out among processes, and what many of them use."""

import os
from functools import partial
from pathlib import Path

import pytest

from cardhouse import GAMES

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before Numba is imported: it reads it then

collect_ignore = ["fourth_game/ladder"]
"""A game that is put into a copy of the package, and is none here."""

COVERING = ("tests.core.", "tests.rules.", "tests.test_match", "tests.test_playthroughs")
"""Modules whose tests look closest at `core/` and `games/`: from them coverage is taken."""
COMPILING = ("tests.test_twins",)
"""Modules whose tests compile more of a game: those of one game belong in one process."""

RUNNING = Path(__file__).parents[1] / "build" / "running"
"""Where each process says what it is about: `.ci/run` shows it if nothing ends."""


def pytest_runtest_logstart(nodeid: str) -> None:
    """Write down which test begins."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        RUNNING.mkdir(parents=True, exist_ok=True)
        (RUNNING / worker).write_text(nodeid + "\n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests together that would otherwise compile the same twice; say which cover."""
    for item in items:
        home = getattr(getattr(item, "module", None), "__name__", "")
        if home.startswith(COVERING) and not item.get_closest_marker("volume"):
            item.add_marker("covering")
        if home in COMPILING:
            params = item.callspec.params if hasattr(item, "callspec") else {}
            game = next((params[key] for key in ("game", "name") if key in params), "grid")
            item.add_marker(pytest.mark.xdist_group(f"compiled {game}"))


@pytest.fixture
def short_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a preview be of two rounds: how well it foretells is not asked here."""
    for game in GAMES.values():
        if game.preview:
            monkeypatch.setattr(game.preview, "preview", partial(game.preview.preview, rounds=2))
