"""What the package offers: exactly what it lists, described, and made of the standard library."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.games import contract
from cardhouse.games.game import Prospects, Rules
from tests.games import KITS

SOURCES = Path(cardhouse.__file__).parent
DESCRIBED = sorted(path for room in ("core", "games") for path in (SOURCES / room).rglob("*.py"))


def test_everything_public_is_exported():
    for name in cardhouse.__all__:
        getattr(cardhouse, name)  # it is there once it was asked for
    public = {
        name
        for name, value in vars(cardhouse).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert public == set(cardhouse.__all__)


def test_nothing_is_exported_twice_and_everything_is_there():
    assert len(set(cardhouse.__all__)) == len(cardhouse.__all__)
    assert all(hasattr(cardhouse, name) for name in cardhouse.__all__)


def test_the_exports_are_sorted():
    assert cardhouse.__all__ == sorted(
        cardhouse.__all__, key=lambda name: (not name.isupper(), name.islower(), name)
    )


def test_the_exports_are_the_calls_that_were_promised():
    promised = {"GAMES", "IllegalMove", "Match", "RecordError", "new", "place", "replay"}
    assert promised <= set(cardhouse.__all__)


def test_everything_exported_is_described():
    for name in set(cardhouse.__all__) - {"GAMES"}:
        assert getattr(cardhouse, name).__doc__


def public_parts(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Find the public functions and classes of a module, and the public methods of those."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and not part.name.startswith("_"):
            yield part
            if isinstance(part, ast.ClassDef):
                yield from public_parts(part)


@pytest.mark.parametrize("path", DESCRIBED, ids=lambda path: str(path.relative_to(SOURCES)))
def test_every_public_function_and_class_is_described(path):
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree)
    for part in public_parts(tree):
        words = ast.get_docstring(part)
        assert words, f"{path.name}: {part.name}"
        assert words.splitlines()[0].endswith((".", ":")), f"{path.name}: {part.name}"


PARTS = {"rules": Rules, "prospects": Prospects}


def promised(protocol: type) -> set[str]:
    """Return what a protocol promises."""
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_the_contract_names_all_that_rules_and_prospects_promise_but_their_knobs():
    named = {name for name in vars(contract) if not name.startswith("_")}
    assert promised(Rules) | promised(Prospects) == (named | {"KNOBS"}) & (
        promised(Rules) | promised(Prospects)
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_fills_the_whole_contract(game):
    """What the types say is checked by mypy; here that it is there when the game runs."""
    for part, protocol in PARTS.items():
        for name in promised(protocol):
            there = getattr(getattr(game, part), name)
            wanted = vars(protocol)[name]
            if inspect.isfunction(wanted):
                takes = len(inspect.signature(wanted).parameters) - 1
                assert len(inspect.signature(there).parameters) == takes, name
    assert min(game.rules.MOVES, game.rules.ROOM, len(game.rules.KNOBS)) > 0


WORDS = {
    "notation": {"move_text": 1, "parse_move": 1, "refusal_text": 3},
    "view": {"view": 1, "describe": 3, "place": 2},
    "events": {"event_dicts": 2},
    "options": {"settle": 2, "set_options": 2, "options_of": 1},
}
MAY_HAVE = {"preview": {"preview": 3}}
"""Modules that a game may do without, and their functions."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_its_words_its_view_and_its_options(game):
    there = {module: MAY_HAVE[module] for module in MAY_HAVE if getattr(game, module)}
    for module, functions in (WORDS | there).items():
        for name, takes in functions.items():
            function = getattr(getattr(game, module), name)
            assert len(inspect.signature(function).parameters) == takes, name
    assert frozenset(game.keys) == KITS[game.name].keys
    assert set(game.view.FOLLOWING) <= KITS[game.name].keys
    assert len(game.levels.rows) == KITS[game.name].levels


IMPORT = """
import sys
before = set(sys.modules)
import cardhouse
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def test_importing_the_package_takes_the_standard_library_alone():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", IMPORT], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= sys.stdlib_module_names | {"cardhouse"}
    assert not done.stderr


def test_a_seed_that_nobody_chose_is_found_by_nobody():
    """Of 128 bits, the upper 64 are 0 in one of 2**64 seeds."""
    seeds = [cardhouse.new("boom").seed for _ in range(20)]
    assert max(seeds) >= 2**120
    assert max(seeds) < 2**128
