"""Which matches are forgotten: never by a wrong clock, never others' for one who takes too many."""

import sqlite3
import time
from pathlib import Path

import pytest

from cardhouse.server import store as store_module
from cardhouse.server.store import SqliteStore
from cardhouse.table import Kept, Memory, Store, Table

START = {"game": "grid", "rules": 1, "seed": 1, "options": {}}
DAY = 24 * 3600
VERSION_2 = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched REAL NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = 0x43415244;
PRAGMA user_version = 2;
INSERT INTO moves VALUES ('old', 0, 'one', 1);
INSERT INTO matches VALUES
    ('new', '{}', 0, 1.9e9, 0), ('old', '{}', 1, 1.7e9, 2), ('middle', '{}', 0, 1.8e9, 0);
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def store_of(data: Path, kind: str, most_matches: int = 200_000) -> Store:
    return Memory(most_matches) if kind == "memory" else SqliteStore(data, most_matches)


every_store = pytest.mark.parametrize("kind", ["memory", "file"])


# -- the clock ----------------------------------------------------------------


@pytest.mark.parametrize("days", [31, 10_000, -31])
def test_a_clock_that_jumps_forgets_nothing(data, monkeypatch, days):
    store = SqliteStore(data)
    store.begin("a", START)
    store.shut()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + days * DAY)
    store = SqliteStore(data)
    assert store.expire(30 * DAY) == []
    store.begin("b", START)
    monkeypatch.undo()
    assert store.expire(30 * DAY) == []
    store.shut()


@every_store
def test_a_clock_set_back_lets_the_oldest_give_way(data, monkeypatch, kind):
    store = store_of(data, kind, most_matches=3)
    for name in "abc":
        store.begin(name, START)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 365 * DAY)
    store.touch("a")
    assert [store.begin(name, START) for name in "def"] == [["b"], ["c"], ["a"]]
    store.shut()
    if kind == "file":
        store = SqliteStore(data, most_matches=3)
        assert [store.begin(name, START) for name in "gh"] == [["d"], ["e"]]
        store.shut()


def test_only_time_spent_serving_counts(data, monkeypatch):
    store = SqliteStore(data)
    store.begin("a", START)
    for day in range(1, 4):
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda now=now: now + 11 * DAY)
        assert store.expire(30 * DAY) == (["a"] if day == 3 else [])
        store.shut()
        monkeypatch.undo()
        store = SqliteStore(data)
    store.shut()


# -- shares -------------------------------------------------------------------


@every_store
def test_one_client_cannot_push_others_out(data, kind):
    store = store_of(data, kind, most_matches=200)
    store.begin("mine", START, "198.51.100.1")
    store.begin("nobody's", START)
    gone = [name for i in range(300) for name in store.begin(f"theirs {i}", START, "203.0.113.7")]
    assert gone == [f"theirs {i}" for i in range(102)]
    assert store.begin("mine too", START, "198.51.100.1") == ["theirs 102"]
    assert store.begin("nobody's too", START) == ["theirs 103"]
    assert store.load("mine")
    assert store.load("nobody's")
    store.shut()


@every_store
def test_where_all_keep_to_their_share_the_oldest_gives_way(data, kind):
    store = store_of(data, kind, most_matches=200)
    store._salt = b"salt"  # by another, one time in fourteen, two of the clients share a pot
    for i in range(200):
        assert store.begin(f"{i}", START, f"client {i // 2}") == []
    assert store.begin("new", START, "client 50") == ["0"]
    assert store.begin("newer", START, "client 50") == ["100"]
    store.shut()


def test_shares_are_known_after_a_restart_but_nobody_s_address(data):
    store = SqliteStore(data, most_matches=200)
    store.begin("mine", START, "198.51.100.1")
    for i in range(199):
        store.begin(f"theirs {i}", START, "203.0.113.7")
    store.shut()
    store = SqliteStore(data, most_matches=200)
    assert store.begin("theirs", START, "203.0.113.7") == ["theirs 0"]
    store.shut()
    assert b"203.0.113" not in data.read_bytes()


def test_the_table_tells_the_store_whose_a_match_is(data):
    table = Table(SqliteStore(data, most_matches=100))
    first = table.dispatch({"do": "new", "game": "grid"}, "me")["ok"]["match"]
    for _ in range(120):
        assert "ok" in table.dispatch({"do": "new", "game": "grid"}, "you")
    assert "ok" in table.dispatch({"do": "view", "match": first})
    table.shut()


def test_the_server_tells_the_table_who_asks(opened, data):
    local = opened(data=data, most_matches=100)

    def begun(client: str) -> str:
        body, kind = b'{"game": "grid"}', "application/json"
        reply = local.request("POST", "/api/new", [body], client, content_type=kind)
        match: str = reply.json["ok"]["match"]
        return match

    first = begun("198.51.100.1")
    for _ in range(120):
        begun("203.0.113.7")
    assert local.post("view", match=first).status == 200


# -- space --------------------------------------------------------------------


def test_what_is_forgotten_gives_its_space_back(data, monkeypatch):
    monkeypatch.setattr(store_module, "FREE_PAGES", 100)
    store = SqliteStore(data)
    for name in map(str, range(20)):
        store.begin(name, START)
        for number in range(100):
            store.append(name, number, "x" * 400, number + 1)
    store._empty_log()
    full = data.stat().st_size
    while store.expire(-1):
        pass
    store.expire(-1)
    store.check()
    store._empty_log()
    assert data.stat().st_size < full / 10
    store.shut()


def test_a_file_of_version_2_goes_on(data):
    """Its order of use stays, its times do not: they may have been wrong."""
    file = sqlite3.connect(data)
    file.executescript(VERSION_2)
    file.close()
    store = SqliteStore(data, most_matches=3)
    assert store.load("old") == Kept({}, ["one"], closed=True, revision=2, went_back=True)
    assert store._one("PRAGMA auto_vacuum") == 2
    assert store.expire(DAY) == []
    assert [store.begin(name, START) for name in "abc"] == [["old"], ["middle"], ["new"]]
    store.shut()
