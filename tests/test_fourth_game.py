"""A fourth game, put into the games in one place, is played by all that plays games."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardhouse
from tests.server.house import House
from tests.terminal.process import run

LADDER = Path(__file__).parent / "fourth_game" / "ladder"
PACKAGE = Path(cardhouse.__file__).parent
ONE_PLACE = "games/__init__.py"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with the package as it is, and the fourth game in it and in the list of games."""
    folder = tmp_path_factory.mktemp("four")
    package = folder / PACKAGE.name
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(LADDER, package / "games" / LADDER.name)
    listed = (package / ONE_PLACE).read_text()
    for known, extended in (
        ("import boom, crush, grid\n", "import boom, crush, grid, ladder\n"),
        ("crush.GAME)", "crush.GAME, ladder.GAME)"),
    ):
        assert listed.count(known) == 1
        listed = listed.replace(known, extended)
    (package / ONE_PLACE).write_text(listed)
    return str(folder)


def test_it_is_small():
    assert sum(len(path.read_text().splitlines()) for path in LADDER.glob("*.py")) < 120


@pytest.mark.parametrize("what", ["match", "table", "bots", "compiled", "environment"])
def test_it_is_played_in_python(home, what):
    words = [sys.executable, "-W", "error", "-m", "tests.fourth_game.played", what]
    environment = os.environ | {"PYTHONPATH": home}
    done = subprocess.run(
        words, check=False, env=environment, capture_output=True, text=True, timeout=110
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_played_over_http(home, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", home)
    with House(tmp_path) as house:
        assert '"ladder"' in json.dumps(house.request("GET", "/openapi.json").json)
        begun = house.get("new", game="ladder", seed=7)
        hint = house.get("hint", match=begun["match"])
        played = house.get("play", match=begun["match"], move=hint["move"], number=0)
        assert played["view"]["score"] > begun["view"]["score"]


def test_it_is_played_in_a_terminal(home, tmp_path):
    typed = "help\nmoves\nhint\ntake 0\nundo\ntake 9\nsave ladder.rec\nquit\n"
    done = run("play", "ladder", "--seed", "7", typed=typed, cwd=tmp_path, PYTHONPATH=home)
    assert (done.code, done.err) == (0, "")
    for said in ("Ladder", "takes ", "A move is take 0 to take 4.", "Saved as ladder.rec."):
        assert said in done.out
    done = run("verify", "ladder.rec", cwd=tmp_path, PYTHONPATH=home)
    assert done.out.startswith("ladder.rec: verified, Ladder: playing, 0 points in 0 moves")


def test_it_is_studied_in_the_lab(home, tmp_path):
    words = ("lab", "simulate", "ladder", "--games", "100", "--workers", "2", "--out", "games.csv")
    done = run(*words, cwd=tmp_path, PYTHONPATH=home)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ladder: random, seeds 0 to 99\n")
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 101
    words = ("lab", "sweep", "ladder", "POINTS", "1", "2", "--games", "10", "--workers", "1")
    assert run(*words, cwd=tmp_path, PYTHONPATH=home).code == 0
