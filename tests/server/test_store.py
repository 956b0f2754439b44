"""Matches in a file: kept, found again, forgotten; and a file that fails."""

import asyncio
import json
import os
import sqlite3
import stat
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardhouse
from cardhouse import GAMES, RecordError
from cardhouse.server import app as app_module
from cardhouse.server import store as store_module
from cardhouse.server.store import BadFile, SqliteStore
from cardhouse.table import Damaged, Kept, NotKept, Table
from tests.server.local import Local
from tests.table_kit import Player

START = {"game": "boom", "rules": 1, "seed": 2**200, "options": {"level": 1}}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "matches.sqlite3"


def test_what_is_kept_is_found_again(data):
    store = SqliteStore(data)
    store.begin("a", START)
    store.begin("b", START | {"seed": "♠\ud800"})
    store.begin("d", START)
    for number, move in enumerate(("one", "two", "three")):
        store.append("a", number, move, number + 1)
    store.cut("a", 2, 4, new_key=True)
    store.append("a", 2, "drei", 5)
    store.append("d", 0, "one", 1)
    store.cut("d", 0, 2, new_key=True)
    for number in (3, 2, 0):
        store.hint("a", number)
    store.cut("a", 1, 6, new_key=False)
    store.close("b")
    store.shut()
    again = SqliteStore(data)
    aid = {"undos": (1,), "hints": (-1, -1, 0)}
    assert again.load("a") == Kept(START, ["one"], False, 6, went_back=True, **aid)
    assert again.load("b") == Kept(START | {"seed": "♠\ud800"}, [], closed=True)
    assert again.load("d") == Kept(START, [], False, revision=2, went_back=True, undos=(0,))
    assert again.load("c") is None
    again.shut()


def test_all_9_a_match_that_ended_with_its_last_move_has_the_same_revision_when_read_again(data):
    """The row that says `end` counts no change: it was written with the move before it."""
    store = SqliteStore(data)
    player = Player("boom", Table(store, most_moves=3))
    for _ in range(3):
        player.play_next()
    seen = player.get("view")
    assert (seen["revision"], seen["view"]["outcome"]) == (3, "lost")
    player.table = Table(store, most_moves=3)
    assert player.get("view") == seen
    store.shut()


def test_the_file_is_for_its_owner_alone(data):
    SqliteStore(data).shut()
    assert stat.S_IMODE(data.stat().st_mode) == 0o600


def test_the_file_is_written_ahead(data):
    store = SqliteStore(data)
    assert store._one("PRAGMA journal_mode") == "wal"
    assert store._one("PRAGMA synchronous") == 1
    assert store._one("PRAGMA auto_vacuum") == 2
    assert store._one("PRAGMA user_version") == 4
    store.shut()


VERSION_1 = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = 0x43415244;
PRAGMA user_version = 1;
INSERT INTO moves VALUES ('a', 0, 'one'), ('a', 1, 'two');
"""


def test_a_file_of_the_version_before_goes_on(tmp_path):
    data = tmp_path / "old"
    file = sqlite3.connect(data)
    file.executescript(VERSION_1)
    rows = [("a", json.dumps(START), 0, time.time()), ("b", json.dumps(START), 1, time.time())]
    file.executemany("INSERT INTO matches VALUES (?, ?, ?, ?)", rows)
    file.commit()
    file.close()
    for _ in range(2):
        store = SqliteStore(data)
        assert store.load("a") == Kept(START, ["one", "two"], closed=False, revision=2)
        assert store.load("b") == Kept(START, [], closed=True)
        store.append("a", 2, "three", 3)
        store.cut("a", 2, 4, new_key=True)
        assert store.load("a") == Kept(START, ["one", "two"], False, 4, went_back=True, undos=(2,))
        with store._at_once():
            store._do("UPDATE matches SET undone = 0")
            store._do("DELETE FROM aid")
        store.shut()


VERSION_3 = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0, client INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE INDEX matches_by_client ON matches (client, touched);
CREATE TABLE house (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO house VALUES ('moment', 0), ('salt', randomblob(16));
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = 0x43415244;
PRAGMA user_version = 3;
INSERT INTO moves VALUES ('abcdefghijklmnopqrstuv', 0, '1,3 1,4 2,3 3,3 4,3', 1);
"""


def test_all_7_a_match_kept_before_undos_were_counted_is_never_taken_for_one_without(tmp_path):
    """What it took back is unknown: it goes on under its own rules alone, and those are gone."""
    data, name = tmp_path / "old", "abcdefghijklmnopqrstuv"
    options = GAMES["boom"].read_options({})
    start = {"game": "boom", "rules": 1, "digest": "0" * 16, "seed": 7, "options": options}
    file = sqlite3.connect(data)
    file.executescript(VERSION_3)
    file.execute("INSERT INTO matches VALUES (?, ?, 0, 1, 3, 0)", (name, json.dumps(start)))
    file.commit()
    file.close()
    for _ in range(2):
        store = SqliteStore(data)
        player = Player("boom", Table(store))
        player.match = name
        assert player.error("view")["reason"] == "other_rules"
        record = player.get("record")["record"]
        assert record.endswith("moves\n1 1,3 1,4 2,3 3,3 4,3\nunproven\n")
        with pytest.raises(RecordError, match="cannot verify"):
            cardhouse.replay(record)
        player = Player("boom", Table(store))
        player.play_next()
        player.get("undo", number=1)
        assert store.load(player.match).undos == (0,)
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
    other.execute("PRAGMA user_version = 5")
    other.close()
    before = data.stat().st_mtime_ns
    with pytest.raises(BadFile, match="was written by a newer Cardhouse"):
        SqliteStore(data)
    assert data.stat().st_mtime_ns == before
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
    with pytest.raises(BadFile, match="is not a database of Cardhouse, or it is damaged"):
        SqliteStore(data)
    assert data.read_bytes() == before


# -- forgetting ---------------------------------------------------------------


def test_matches_that_nobody_uses_are_forgotten(data, monkeypatch):
    store = SqliteStore(data)
    table = Table(store)
    old, used, young = Player("boom", table), Player("grid", table), Player("crush", table)
    old.play_next()
    used.play_next()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 5_000)
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


def test_many_are_forgotten_a_few_rows_at_a_time(data, monkeypatch):
    monkeypatch.setattr(store_module, "FORGET_ROWS", 100)
    store = SqliteStore(data)
    for name, moves in (*((f"short {i}", 1) for i in range(120)), ("long", 130), ("other", 130)):
        store.begin(name, START)
        for number in range(moves):
            store.append(name, number, "move", number + 1)
    gone = [store.expire(-1) for _ in range(6)]
    assert [len(names) for names in gone] == [50, 50, 21, 1, 0, 0]
    assert (gone[2][-1], gone[3]) == ("long", ["other"])
    assert store._one("SELECT count(*) FROM moves") == 0
    store.shut()


def test_there_are_so_many_matches_and_no_more(data):
    """Those that nobody used for longest give way, with their moves."""
    store = SqliteStore(data, most_matches=3)
    for name in "abc":
        assert store.begin(name, START) == []
        store.append(name, 0, "move", 1)
    store.touch("a")
    assert store.begin("d", START) == ["b"]
    store.shut()
    store = SqliteStore(data, most_matches=2)
    assert store.begin("e", START) == ["c", "a"]
    assert [name for name in "abcde" if store.load(name)] == ["d", "e"]
    assert store._one("SELECT count(*) FROM moves") == 0
    assert store.expire(-1) == ["d", "e"]
    assert [store.begin(name, START) for name in "xyz"] == [[], [], ["x"]]
    store.shut()


@pytest.mark.parametrize("kept", [True, False])
def test_a_match_that_gave_way_is_unknown(opened, data, kept):
    local = opened(data=data if kept else None, most_matches=2)
    matches = [local.get("new", game="grid")["match"] for _ in range(3)]
    assert [local.post("view", match=match).status for match in matches] == [404, 200, 200]


def test_matches_are_kept_for_ever_where_nobody_says_how_long(opened, data, monkeypatch):
    monkeypatch.setattr(app_module, "TIDY_EVERY", 0.001)
    local = opened(data=data, idle_days=0)
    match = local.get("new", game="boom")["match"]
    local.loop.run_until_complete(asyncio.sleep(0.05))
    assert local.get("view", match=match)["number"] == 0


def test_idle_matches_are_forgotten_at_the_start_and_then_every_hour(opened, data, monkeypatch):
    first = opened(data=data)
    match = first.get("new", game="boom")["match"]
    first.get("view", match=match)
    first.close()
    monkeypatch.setattr(app_module, "TIDY_EVERY", 0.01)
    second = opened(data=data, idle_days=1)
    second.get("view", match=match)
    now = time.monotonic()
    later = SimpleNamespace(monotonic=lambda: now + 2 * 24 * 3600)
    monkeypatch.setattr(store_module, "time", later)
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
    store.append("a", 0, "move", 1)
    do = store._do

    def fail_at_matches(what: str, *facts: object) -> list[object]:
        if what.startswith("DELETE FROM matches"):
            raise NotKept
        return do(what, *facts)

    monkeypatch.setattr(store, "_do", fail_at_matches)
    with pytest.raises(NotKept):
        store.expire(-1)
    monkeypatch.undo()
    assert store.load("a") == Kept(START, ["move"], closed=False, revision=1)
    store.shut()


def test_an_undo_is_kept_whole_or_not_at_all(data, monkeypatch):
    store = SqliteStore(data)
    store.begin("a", START)
    store.append("a", 0, "move", 1)
    do = store._do

    def fail_at_matches(what: str, *facts: object) -> list[object]:
        if what.startswith("UPDATE matches"):
            raise NotKept
        return do(what, *facts)

    monkeypatch.setattr(store, "_do", fail_at_matches)
    with pytest.raises(NotKept):
        store.cut("a", 0, 2, new_key=True)
    monkeypatch.undo()
    assert store.load("a") == Kept(START, ["move"], closed=False, revision=1)
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
    for _ in range(2):
        reply = local.request("GET", "/healthz")
        assert (reply.status, reply.json["error"]["reason"]) == (503, "not_kept")
    assert local.get("view", match=match)["number"] == 0
    local.app.state.store._file.execute("PRAGMA query_only = 0")
    for _ in range(2):
        assert local.request("GET", "/healthz").status == 200
    local.get("play", match=match, move="s", number=0)
    local.app.state.store.shut()
    reply = local.request("GET", "/healthz")
    assert (reply.status, reply.json["error"]["reason"]) == (503, "stopping")


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_not_there_any_more_keeps_nothing(opened, data, replaced):
    """Whatever is written to it, nobody would find it again."""
    local = opened(data=data)
    match = local.get("new", game="grid", seed=1, options={"picks": 0})["match"]
    local.get("play", match=match, move="s", number=0)
    away = data.rename(data.with_name("away"))
    if replaced:
        data.write_bytes(away.read_bytes())
    for verb, facts in (
        ("play", {"match": match, "move": "s", "number": 1}),
        ("undo", {"match": match, "number": 1}),
        ("new", {"game": "boom"}),
    ):
        reply = local.post(verb, **facts)
        assert (reply.status, reply.json["error"]["reason"]) == (503, "not_kept")
        assert "removed or replaced" in reply.json["error"]["message"]
    health = local.request("GET", "/healthz")
    assert health.status == 503
    assert "removed or replaced" in health.json["error"]["message"]
    assert local.get("view", match=match)["number"] == 1
    away.replace(data)
    assert local.request("GET", "/healthz").status == 200
    local.get("play", match=match, move="s", number=1)


# -- damaged ------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET start = '{'",
        "UPDATE matches SET start = 'null'",
        "UPDATE matches SET start = '[]'",
        "UPDATE matches SET start = '{}'",
        "UPDATE matches SET start = x'ff'",
        "UPDATE matches SET start = CAST(x'ffff' AS TEXT)",
        f"UPDATE matches SET start = '{'[' * 50_000}'",
        "UPDATE matches SET start = json_set(start, '$.options', 3)",
        "UPDATE matches SET start = json_set(start, '$.seed', -1)",
        "UPDATE matches SET undone = 'x'",
        "DELETE FROM moves WHERE number = 1",
        "DELETE FROM moves WHERE number = 0",
        "UPDATE moves SET number = 7 WHERE number = 2",
        "UPDATE moves SET number = 'x' WHERE number = 2",
        "UPDATE moves SET move = 'x' WHERE number = 2",
        "UPDATE moves SET move = x'ff' WHERE number = 2",
        "UPDATE moves SET move = CAST(x'ffff' AS TEXT) WHERE number = 2",
        "UPDATE moves SET revision = 'x'",
        "INSERT INTO aid SELECT id, 'undo', 1, 99 FROM matches",
        "INSERT INTO aid SELECT id, 'undo', 1, 'x' FROM matches",
    ],
)
def test_what_was_never_kept_so_is_damaged(opened, data, damage):
    local = opened(data=data)
    matches = [played(local) for _ in range(2)]
    store = local.app.state.store
    with local.app.state.table._seats.lock, store._at_once():
        store._do(
            f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} {names(damage)} = ?", matches[0]
        )
    for match in matches:
        local.app.state.table._seats.leave(match)
    for verb in ("view", "play", "undo", "moves", "hint", "history", "record"):
        reply = local.post(verb, match=matches[0], move="s", number=3)
        assert (reply.status, reply.json["error"]["reason"]) == (503, "damaged")
        assert "again" not in reply.json["error"]["message"]
    assert local.get("view", match=matches[1])["number"] == 3
    assert local.request("GET", "/healthz").status == 200


def names(damage: str) -> str:
    return "match" if "moves" in damage else "id"


def played(local: Local) -> str:
    """Return a match of a few moves."""
    options = {"picks": 0, "auto_freeze": False}
    match: str = local.get("new", game="grid", seed=1, options=options)["match"]
    for number in range(3):
        local.get("play", match=match, move="f 0 0", number=number)
    return match


def test_pages_that_cannot_be_read_are_damaged(opened, data):
    local = opened(data=data)
    match = played(local)
    with local.app.state.table._seats.lock:
        for number in range(2_000):
            local.app.state.store.append("other", number, "x" * 50, number)
    local.close()
    spoil(data)
    local = opened(data=data)
    for verb in ("view", "play", "hint", "history"):
        reply = local.post(verb, match=match, move="s", number=3)
        assert (reply.status, reply.json["error"]["reason"]) == (503, "damaged")
    with pytest.raises(Damaged):
        local.app.state.store.load(match)


def spoil(data: Path) -> None:
    """Overwrite the root of the moves' table, so that the file opens and they cannot be read."""
    file = sqlite3.connect(data)
    (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'moves'").fetchone()
    (size,) = file.execute("PRAGMA page_size").fetchone()
    file.close()
    with data.open("r+b") as raw:
        raw.seek((root - 1) * size)
        raw.write(b"\x99" * size)


# -- what is not a file ----------------------------------------------------------


def test_a_name_is_a_file_whatever_sqlite_makes_of_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file::memory:?cache=shared", "file:x?mode=memory"):
        SqliteStore(Path(name)).shut()
        assert (tmp_path / name).is_file()


def test_what_is_no_file_is_refused_and_nothing_is_left_beside_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "null").symlink_to("/dev/null")
    before = sorted(tmp_path.rglob("*"))
    for name in ("pipe", "folder", "null"):
        with pytest.raises(BadFile, match="cannot be used: it is not a file"):
            SqliteStore(tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_that_is_refused_keeps_its_time(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Aunt, " * 1000)
    os.utime(letter, (1_000_000, 1_000_000))
    with pytest.raises(BadFile):
        SqliteStore(letter)
    assert letter.stat().st_mtime == 1_000_000
    assert list(tmp_path.iterdir()) == [letter]
