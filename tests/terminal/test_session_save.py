"""A sitting is saved as a record, and never over another file."""

import os
import stat
from pathlib import Path

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.terminal.session import write_record
from tests.games import bomb, row_move, scorched
from tests.nobody import folder_for_nobody
from tests.terminal.session_kit import (
    ENDS,
    LONG_AND_SHORT,
    PAIR,
    TYPED,
    changes_nothing,
    every_end,
    every_game,
    names_in,
    one_line,
    sit,
    sit_down,
)

PLAYED = {"boom": row_move(9), "grid": "f 0 4", "crush": "clear 4,0 4,2"}
"""A move on each of them, as it may be typed and as it is written."""


# -- save ---------------------------------------------------------------------


def refused_save(session, name, folder):
    """Try to save where it cannot be; nothing has changed and nothing is left behind."""
    before = names_in(folder)
    said = one_line(changes_nothing(session, f"save {name}"))
    assert names_in(folder) == before
    assert "cannot be written" in said
    assert said.endswith(".")
    return said


SAVED = {
    "boom": {"bombs": [bomb("left", 4, 1)]},
    "grid": {"hands_left": 3, "jokers": [{"name": "Candle", "held": 7.5}]},
    "crush": {"chain": 3, "deck_left": 1},
}


@pytest.mark.parametrize(
    ("game", "command"),
    [(game, word) for game, of, word in LONG_AND_SHORT if of == "save"]
    + [(game, "save") for game in GAMES],
)
def test_a_saved_game_is_a_record_that_verifies(tmp_path, game, command):
    session = sit_down(game, SAVED[game], seed="tea ♥")
    session.do(TYPED[game])
    assert session.match.played == [PLAYED[game]]
    path = tmp_path / "game.rec"
    said = one_line(changes_nothing(session, f"{command} {path}"))
    assert str(path) in said
    assert path.read_text() == session.match.record()
    assert cardhouse.replay(path.read_text()).digest() == session.match.digest()
    assert names_in(tmp_path) == ["game.rec"]


@every_end
def test_a_finished_game_can_be_saved(tmp_path, end):
    session, _ = ENDS[end]()
    changes_nothing(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).outcome == end


@every_game
def test_the_name_of_a_file_may_have_blanks_and_signs(tmp_path, monkeypatch, game):
    monkeypatch.chdir(tmp_path)
    names = ["my game.rec", "Übung ♥", "-x", "31", "#1", "UPPER"]
    for name in names:
        assert name in changes_nothing(sit_down(game), f"save {name}")
    assert names_in(tmp_path) == sorted(names)


def test_the_home_folder_may_be_written_as_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    changes_nothing(sit({}), "save ~/game")
    assert names_in(tmp_path) == ["game"]


def test_an_older_record_is_replaced(tmp_path):
    path = tmp_path / "game"
    session = sit({})
    changes_nothing(session, f"save {path}")
    session.do(PAIR)
    changes_nothing(session, f"save {path}")
    assert cardhouse.replay(path.read_text()).played == [row_move(9)]
    assert names_in(tmp_path) == ["game"]


def test_a_record_is_replaced_whole(tmp_path):
    path = tmp_path / "game"
    path.write_text(cardhouse.new("boom", seed="x" * 10_000).record())
    write_record(path, sit({}).match.record())
    assert path.read_text() == sit({}).match.record()


OTHERS = {
    "a text": b"Dear diary,\n",
    "an empty file": b"",
    "bytes": bytes(range(256)),
    "half a word": b"cardhouse-rec",
    "almost the word": b"cardhouse-recordings of my cat\n",
    "the word further on": b"\ncardhouse-record 2\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_file_is_never_overwritten(tmp_path, name):
    path = tmp_path / "diary"
    path.write_bytes(OTHERS[name])
    said = refused_save(sit({}), path, tmp_path)
    assert "another file" in said
    assert path.read_bytes() == OTHERS[name]


def test_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "folder").mkdir()
    refused_save(sit({}), tmp_path / "folder", tmp_path)
    refused_save(sit({}), tmp_path, tmp_path)
    assert names_in(tmp_path / "folder") == []


@pytest.mark.parametrize(
    "name",
    ["missing/game", "file/game", "x" * 5_000, "x" * 256, "a\0b", "missing\0/game", "\ud800"],
    ids=lambda name: ascii(name)[:20],
)
def test_a_place_that_cannot_be_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("something")
    refused_save(sit({}), f"{tmp_path}/{name}", tmp_path)


def test_the_home_of_nobody_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused_save(sit({}), "~nobody-is-called-this/game", tmp_path)


def test_a_folder_that_may_not_be_written_is_refused():
    with folder_for_nobody(0o555) as folder:
        refused_save(sit({}), folder / "game", folder)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no such folder")
def test_a_folder_that_nobody_may_write_is_refused():
    assert "cannot be written" in changes_nothing(sit({}), "save /proc/game")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no such device")
def test_a_device_is_not_replaced_by_a_file():
    assert "cannot be written" in changes_nothing(sit({}), "save /dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_record_that_cannot_be_put_in_place_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("the disk is full")

    for name in ("replace", "rename"):
        monkeypatch.setattr(os, name, fail)
    refused_save(sit({}), tmp_path / "game", tmp_path)


@pytest.mark.parametrize("line", ["save", "save ", "s", "SAVE   "])
def test_save_without_a_name_asks_for_one(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    said = one_line(changes_nothing(sit({}), line))
    assert "name" in said
    assert names_in(tmp_path) == []


def test_scorch_and_bombs_of_a_saved_position_are_there_when_it_is_replayed(tmp_path):
    session = sit({"scorch": scorched((0, 0), (5, 2)), "bombs": [bomb("top", 0, 9)]})
    changes_nothing(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).view() == session.match.view()
