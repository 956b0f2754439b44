"""What the command tells: its version, its help, levels and jokers."""

import subprocess
import sys
from pathlib import Path

import pytest

import cardhouse
from cardhouse.games.boom.levels import LEVELS, Level
from cardhouse.games.grid.jokers import ROSTER
from tests.terminal.cli_kit import FINE, GRID, WIDTH, done
from tests.terminal.drawn import NARROW, tables
from tests.terminal.process import run


def test_the_version_is_told():
    told = run("--version")
    assert (told.code, told.out, told.err) == (FINE, f"cardhouse {cardhouse.__version__}\n", "")


def test_the_installed_command_is_the_same():
    command = Path(sys.executable).with_name("cardhouse")
    if not command.exists():
        pytest.skip("it is not installed")
    told = subprocess.run([command, "--version"], capture_output=True, check=True, text=True)
    assert told.stdout == run("--version").out


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]], ids=str)
def test_the_help_names_every_command(capsys, words):
    code, out, err = done(capsys, *words)
    assert (code, err) == (FINE, "")
    for command in ("play", "replay", "verify", "levels", "jokers", "--version"):
        assert command in out


@pytest.mark.parametrize("command", ["play", "replay", "verify", "levels", "jokers"])
def test_every_command_has_its_own_help(capsys, command):
    code, out, err = done(capsys, command, "--help")
    assert (code, err) == (FINE, "")
    assert f"cardhouse {command}" in out


def test_the_levels_are_listed_as_they_are(capsys):
    code, out, err = done(capsys, "levels")
    head, *rows = out.splitlines()
    assert (code, err) == (FINE, "")
    assert head.split() == ["level", *Level._fields]
    assert len(rows) == len(LEVELS) == 30
    for number, (row, level) in enumerate(zip(rows, LEVELS, strict=True), 1):
        first, rest = row.split(None, 1)
        name, *numbers = rest.rsplit(None, 6)
        assert (int(first), name) == (number, level.name)
        assert [int(number.replace(",", "")) for number in numbers] == [*level[1:]]


def test_the_columns_of_the_levels_stand_under_their_names(capsys):
    head, *rows = done(capsys, "levels")[1].splitlines()
    for name in ("level", *Level._fields[1:]):
        end = head.index(name) + len(name)
        assert all(row[end - 1].isdigit() and row[end : end + 1] in " " for row in rows)
    assert max(map(len, rows)) <= WIDTH


def jokers_in(text):
    """Read the list of jokers, wherever its lines are broken: names, and what each does."""
    lines = text.splitlines()
    start = lines[0].index("+4")
    assert lines[0][:start].rstrip() == "Joker"
    found = []
    for line in lines:
        assert len(line) <= NARROW
        assert line == line.rstrip()
        name, words = line[:start].rstrip(), line[start:]
        assert line[start - 2 : start] == "  "
        assert words[0] != " "
        if name:
            found.append((name, words))
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]} {words}")
    return found


def test_the_jokers_are_listed_as_they_are(capsys):
    code, out, err = done(capsys, "jokers")
    assert (code, err) == (FINE, "")
    assert len(ROSTER) == 91
    assert jokers_in(out) == [(joker.name, joker.text) for joker in ROSTER[1:]]
    assert "\x1b" not in out


@pytest.mark.parametrize("changes", [{}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_a_real_process_lists_the_jokers_in_signs_or_in_letters(changes):
    told = run("jokers", **changes)
    assert (told.code, told.err) == (FINE, "")
    assert told.out.isascii() == bool(changes)
    letters = {"×": "x"} if changes else {}
    assert jokers_in(told.out) == [
        (joker.name, joker.text.translate(str.maketrans(letters))) for joker in ROSTER[1:]
    ]


def test_every_joker_that_is_listed_can_be_played_with(capsys, monkeypatch):
    for name, words in jokers_in(done(capsys, "jokers")[1]):
        chosen = ("--jokers", name.upper())
        code, out, err = done(capsys, *GRID, *chosen, typed="", monkeypatch=monkeypatch)
        assert (code, err) == (FINE, "")
        (table,) = tables(out)
        assert table["jokers"][0].startswith(f"{name}: {words}".replace("×", "x"))
