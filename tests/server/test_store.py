"""Matches in a file: kept, found again, forgotten; and a file that fails."""

import asyncio
import sqlite3
import stat
import time
from pathlib import Path

import pytest

from cardhouse.server import app as app_module
from cardhouse.server.store import BadFile, SqliteStore
from cardhouse.table import Kept, NotKept, Table
from tests.test_table import Player

START = {"game": "boom", "rules": 1, "seed": 2**200, "options": {"level": 1}}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "matches.sqlite3"


def test_what_is_kept_is_found_again(data):
    store = SqliteStore(data)
    store.begin("a", START)
    store.begin("b", START | {"seed": "♠\ud800"})
    for number, move in enumerate(("one", "two", "three")):
        store.append("a", number, move)
    store.cut("a", 2)
    store.append("a", 2, "drei")
    store.close("b")
    store.shut()
    again = SqliteStore(data)
    assert again.load("a") == Kept(START, ["one", "two", "drei"], closed=False)
    assert again.load("b") == Kept(START | {"seed": "♠\ud800"}, [], closed=True)
    assert again.load("c") is None
    again.shut()


def test_the_file_is_for_its_owner_alone(data):
    SqliteStore(data).shut()
    assert stat.S_IMODE(data.stat().st_mode) == 0o600


def test_the_file_is_written_ahead(data):
    store = SqliteStore(data)
    assert store._one("PRAGMA journal_mode") == "wal"
    assert store._one("PRAGMA synchronous") == 1
    assert store._one("PRAGMA locking_mode") == "exclusive"
    assert store._one("PRAGMA user_version") == 1
    store.shut()


def test_a_file_in_use_cannot_be_opened(data):
    store = SqliteStore(data)
    with pytest.raises(BadFile, match="is in use by another server"):
        SqliteStore(data)
    store.begin("a", START)
    store.shut()


def test_a_file_of_something_else_cannot_be_opened(data):
    SqliteStore(data).shut()
    other = sqlite3.connect(data)
    other.execute("PRAGMA user_version = 2")
    other.close()
    with pytest.raises(BadFile, match="was written by a newer Cardhouse"):
        SqliteStore(data)
    other = sqlite3.connect(data)
    other.execute("PRAGMA application_id = 7")
    other.close()
    with pytest.raises(BadFile, match="is a database of something else"):
        SqliteStore(data)
    with pytest.raises(BadFile, match="cannot be used: "):
        SqliteStore(data / "below")
    with pytest.raises(BadFile, match="cannot be used: "):
        SqliteStore(data.parent)


def test_an_empty_file_is_a_new_one(tmp_path):
    (tmp_path / "empty").touch()
    store = SqliteStore(tmp_path / "empty")
    store.begin("a", START)
    store.shut()


def test_a_file_that_cannot_be_written_is_said(data, monkeypatch):
    SqliteStore(data).shut()
    connect = sqlite3.connect

    def read_only(path: Path, **rest: object) -> sqlite3.Connection:
        return connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(BadFile, match="cannot be used: "):
        SqliteStore(data)


@pytest.mark.parametrize("place", [0, 16, 100])
def test_a_damaged_file_is_said_and_left_alone(data, place):
    store = SqliteStore(data)
    store.begin("a", START)
    store.shut()
    with data.open("r+b") as file:
        file.seek(place)
        file.write(b"\xff" * 64)
    before = data.read_bytes()
    with pytest.raises(BadFile, match="is no database of Cardhouse, or it is damaged"):
        SqliteStore(data)
    assert data.read_bytes() == before


# -- forgetting ---------------------------------------------------------------


def test_matches_that_nobody_uses_are_forgotten(data, monkeypatch):
    store = SqliteStore(data)
    table = Table(store)
    old, used, young = Player("boom", table), Player("grid", table), Player("crush", table)
    old.play_next()
    used.play_next()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 5_000)
    used.play_next()
    young = Player("crush", table)
    assert table.expire(4_000) == 2
    assert old.error("view")["reason"] == "unknown_match"
    assert used.number() == 2
    assert young.number() == 0
    assert store._one("SELECT count(*) FROM matches") == 2
    assert store._one("SELECT count(*) FROM moves") == 2
    assert table.expire(4_000) == 0
    store.shut()


def test_many_are_forgotten_a_few_at_a_time(data):
    store = SqliteStore(data)
    for number in range(450):
        store.begin(str(number), START)
        store.append(str(number), 0, "move")
    assert [len(store.expire(-1)) for _ in range(4)] == [200, 200, 50, 0]
    assert store._one("SELECT count(*) FROM moves") == 0
    store.shut()


def test_idle_matches_are_forgotten_at_the_start_and_then_every_hour(opened, data, monkeypatch):
    first = opened(data=data)
    match = first.get("new", game="boom")["match"]
    first.get("view", match=match)
    first.close()
    monkeypatch.setattr(app_module, "TIDY_EVERY", 0.01)
    second = opened(data=data, idle_days=1)
    second.get("view", match=match)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2 * 24 * 3600)
    while second.app.state.store._one("SELECT count(*) FROM matches"):
        second.loop.run_until_complete(asyncio.sleep(0.01))
    assert second.post("view", match=match).status == 404
    third = opened(data=data.with_name("third"), idle_days=1)
    assert third.get("new", game="boom")["match"]


# -- failing ------------------------------------------------------------------


def test_a_file_that_fails_keeps_nothing_and_says_so(data):
    store = SqliteStore(data)
    player = Player("boom", Table(store))
    player.play_next()
    pages = store._one("PRAGMA page_count")
    store._file.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotKept):
        store.begin("a", START | {"seed": "x" * 100_000})
    assert player.number() == 1
    store._file.execute("PRAGMA max_page_count = 1000000")
    player.play_next()
    store.shut()
    with pytest.raises(NotKept):
        store.load("a")
    with pytest.raises(NotKept):
        store.expire(0)


def test_forgetting_is_done_whole_or_not_at_all(data, monkeypatch):
    store = SqliteStore(data)
    store.begin("a", START)
    store.append("a", 0, "move")
    do = store._do

    def fail_at_matches(what: str, facts: tuple[object, ...] = ()) -> list[object]:
        if what.startswith("DELETE FROM matches"):
            raise NotKept
        return do(what, facts)

    monkeypatch.setattr(store, "_do", fail_at_matches)
    with pytest.raises(NotKept):
        store.expire(-1)
    monkeypatch.undo()
    assert store.load("a") == Kept(START, ["move"], closed=False)
    store.shut()


def test_a_move_that_cannot_be_kept_is_a_503(opened, data):
    local = opened(data=data)
    match = local.get("new", game="grid", seed=1, options={"picks": 0})["match"]
    local.app.state.store._file.execute("PRAGMA query_only = 1")
    for verb, facts in (
        ("play", {"match": match, "move": "s", "number": 0}),
        ("new", {"game": "boom"}),
    ):
        reply = local.post(verb, **facts)
        assert (reply.status, reply.json["error"]["reason"]) == (503, "not_kept")
    assert local.request("GET", "/healthz").status == 200
    assert local.get("view", match=match)["number"] == 0
    local.app.state.store._file.execute("PRAGMA query_only = 0")
    local.get("play", match=match, move="s", number=0)
    local.app.state.store.shut()
    reply = local.request("GET", "/healthz")
    assert (reply.status, reply.json["error"]["reason"]) == (503, "not_kept")
    local.app.state.store._file = sqlite3.connect(":memory:")
