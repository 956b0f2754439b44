"""``cardhouse backup``: a copy of all matches, made while they are played."""

import sqlite3
import stat
import subprocess
import threading
from http.client import HTTPConnection
from pathlib import Path

import pytest

from cardhouse.server.datafile import BadFile, back_up
from cardhouse.server.store import SqliteStore
from cardhouse.table import Kept
from tests.server.house import COMMAND, House, ask

START = {"game": "grid", "rules": 1, "seed": 1, "options": {}}


class Player(threading.Thread):
    """Someone who plays one long match until told to stop."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.line = HTTPConnection("127.0.0.1", house.port, timeout=30)
        options = {"picks": 0, "auto_freeze": False}
        self.match = ask(self.line, "new", game="grid", seed=1, options=options)["match"]
        self.answered = 0
        self.enough = threading.Event()

    def run(self) -> None:
        while not self.enough.is_set():
            ask(self.line, "play", match=self.match, move="f 0 0", number=self.answered)
            self.answered += 1
        self.line.close()


def backup(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "backup", *words], check=False, capture_output=True, text=True, timeout=60
    )


def test_a_copy_made_while_moves_are_played_has_all_that_were_answered(tmp_path):
    copy = tmp_path / "other" / "matches.sqlite3"
    copy.parent.mkdir()
    with House(tmp_path) as house:
        players = [Player(house) for _ in range(2)]
        for player in players:
            player.start()
        before = {player.match: player.answered for player in players}
        done = backup(str(copy), "--data", str(house.data))
        for player in players:
            player.enough.set()
            player.join()
        assert (done.returncode, done.stdout) == (0, f"{copy} has 2 matches.\n"), done
        assert house.request("GET", "/healthz").status == 200
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert list(copy.parent.iterdir()) == [copy]
    file = sqlite3.connect(copy)
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()
    with House(copy.parent) as house:
        for player in players:
            found = house.get("view", match=player.match)["number"]
            assert before[player.match] <= found <= player.answered
            house.get("play", match=player.match, move="f 0 0", number=found)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "data")
    store.begin("a", START)
    store.append("a", 0, "one", 1)
    store.shut()
    return tmp_path / "data"


def test_a_copy_can_be_had_without_a_server(data, tmp_path):
    before = data.read_bytes()
    done = backup(str(tmp_path / "copy"), "--data", str(data))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'copy'} has 1 match.\n")
    assert data.read_bytes() == before
    store = SqliteStore(tmp_path / "copy")
    assert store.load("a") == Kept(START, ["one"], closed=False, revision=1)
    store.shut()


def test_a_copy_overwrites_nothing_unless_told(data, tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("Dear Aunt")
    done = backup(str(letter), "--data", str(data))
    said = f"cardhouse: {letter} is there already; --replace overwrites it\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert letter.read_text() == "Dear Aunt"
    assert backup(str(letter), "--data", str(data), "--replace").returncode == 0
    assert letter.read_bytes()[:6] == b"SQLite"


def test_what_cannot_be_copied_or_written_is_said(data, tmp_path):
    (tmp_path / "letter").write_text("Dear Aunt, " * 1000)
    (tmp_path / "empty").touch()
    (tmp_path / "used-wal").touch()
    copy = tmp_path / "copy"
    before = sorted(tmp_path.iterdir())
    for source, target, what in (
        (tmp_path / "none", copy, "there is no such file"),
        (tmp_path, copy, "there is no such file"),
        (tmp_path / "letter", copy, "file is not a database"),
        (tmp_path / "empty", copy, "it is empty"),
        (data, tmp_path, "cannot be overwritten"),
        (data, data, "cannot be overwritten"),
        (data, tmp_path / "used", "may be in use"),
        (data, tmp_path / "none" / "copy", "cannot be written"),
        (data, tmp_path / "letter" / "copy", "cannot be written"),
    ):
        with pytest.raises(BadFile, match=what):
            back_up(source, target, replacing=True)
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_in_use_is_found_out_though_its_lock_was_removed(data, monkeypatch):
    monkeypatch.setattr("cardhouse.server.datafile.READING", 0.1)
    store = SqliteStore(data)
    data.with_name("data-lock").unlink()
    with pytest.raises(BadFile, match="is in use by another server"):
        SqliteStore(data)
    store.append("a", 1, "two", 2)
    store.shut()
