"""The log beside the file: removed or changed while a server runs, no move is lost."""

import os
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardhouse.server import store as store_module
from cardhouse.server.store import SqliteStore
from cardhouse.server.wal import Wal
from cardhouse.table import Kept, NotKept
from tests.server.house import PATIENCE, House

START = {"game": "grid", "rules": 1, "seed": 1, "options": {}}
OPTIONS = {"picks": 0, "auto_freeze": False}
TICK = 0.02
"""How many seconds go by until a file system's clock has surely moved on."""


def log_of(data: Path) -> Path:
    return data.with_name(data.name + "-wal")


def replaced(log: Path) -> None:
    other = log.with_name("other")
    other.write_bytes(log.read_bytes())
    other.replace(log)


def overwritten(log: Path) -> None:
    size = log.stat().st_size
    log.write_bytes(b"\x99" * (size + 4096))


def changed(log: Path) -> None:
    """Change some bytes in its middle, and nothing else that is seen at a glance."""
    time.sleep(TICK)
    before = log.stat()
    with log.open("r+b") as file:
        file.seek(before.st_size // 2)
        file.write(b"\x99" * 512)
    os.utime(log, ns=(before.st_atime_ns, before.st_mtime_ns))


def regrown(log: Path) -> None:
    time.sleep(TICK)
    size = log.stat().st_size
    os.truncate(log, 32)
    os.truncate(log, size)


DEEDS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda log: log.rename(log.with_name("away")),
    "emptied": lambda log: os.truncate(log, 0),
    "truncated": lambda log: os.truncate(log, log.stat().st_size // 2),
    "replaced": replaced,
    "overwritten": overwritten,
    "changed": changed,
    "regrown": regrown,
}

every_deed = pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)


@pytest.mark.parametrize("name", ["deleted", "truncated", "replaced", "changed", "regrown"])
def test_a_server_without_its_log_keeps_nothing_and_loses_nothing(tmp_path, name):
    with House(tmp_path) as house:
        match = house.get("new", game="grid", seed=1, options=OPTIONS)["match"]
        for number in range(20):
            house.get("play", match=match, move="f 0 0", number=number)
        DEEDS[name](log_of(house.data))
        for _ in range(2):
            reply = house.post("play", match=match, move="f 0 0", number=20)
            assert (reply.status, reply.json["error"]["reason"]) == (503, "not_kept")
            assert "The log of the file" in reply.json["error"]["message"]
            health = house.request("GET", "/healthz")
            assert (health.status, health.json["error"]["reason"]) == (503, "not_kept")
        assert house.get("view", match=match)["number"] == 20
        house.kill()
        house.start()
        assert house.get("view", match=match)["number"] == 20
        assert house.request("GET", "/healthz").status == 200
        house.get("play", match=match, move="f 0 0", number=20)


@pytest.mark.parametrize("name", ["deleted", "truncated", "changed"])
def test_a_server_that_nobody_asks_for_anything_saves_what_its_log_had(tmp_path, name):
    with House(tmp_path) as house:
        match = house.get("new", game="grid", seed=1, options=OPTIONS)["match"]
        for number in range(20):
            house.get("play", match=match, move="f 0 0", number=number)
        file = house.data.stat().st_ino
        DEEDS[name](log_of(house.data))
        deadline = time.monotonic() + PATIENCE
        while house.data.stat().st_ino == file:
            assert time.monotonic() < deadline, "it does not look"
            time.sleep(0.1)
        house.kill()
        house.start()
        assert house.get("view", match=match)["number"] == 20


def kept_in(data: Path, name: str) -> Kept | None:
    """Return a match as the next server finds it, and see that the file is whole."""
    store = SqliteStore(data)
    assert store._one("PRAGMA integrity_check") == "ok"
    kept = store.load(name)
    store.shut()
    return kept


@every_deed
@pytest.mark.parametrize("log_bytes", [30_000, 10**9])
def test_all_that_was_kept_is_found_again(tmp_path, monkeypatch, deed, log_bytes):
    """However often the log was emptied before."""
    monkeypatch.setattr(store_module, "LOG_BYTES", log_bytes)
    data = tmp_path / "data"
    store = SqliteStore(data)
    for name in ("a", "b", "c"):
        store.begin(name, START, "somebody")
    for number in range(60):
        store.append("a", number, f"move {number}", number + 1)
    store.hint("a", 60)
    store.cut("a", 40, 61, new_key=True)
    store.append("a", 40, "other", 62)
    store.hint("a", 41)
    store.close("b")
    store.touch("b")
    assert log_of(data).stat().st_size > 0
    deed(log_of(data))
    with pytest.raises(NotKept, match="log of the file"):
        store.append("a", 41, "lost", 63)
    with pytest.raises(NotKept, match="all that was kept before is in the file"):
        store.check()
    moves = [f"move {number}" for number in range(40)]
    kept = Kept(START, [*moves, "other"], False, revision=62, undos=(40,), hints=(-1, 41))
    assert store.load("a") == kept
    store.shut()
    assert kept_in(data, "a") == kept
    assert kept_in(data, "b") == Kept(START, [], closed=True)
    assert stat.S_IMODE(data.stat().st_mode) == 0o600


@every_deed
def test_a_server_that_stops_before_it_was_asked_saves_all(tmp_path, deed):
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    for number in range(60):
        store.append("a", number, "x" * 500, number + 1)
    deed(log_of(data))
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["x" * 500] * 60, closed=False, revision=60)


@every_deed
def test_a_match_that_is_read_is_read_right(tmp_path, deed):
    data = tmp_path / "data"
    store = SqliteStore(data)
    store._file.execute("PRAGMA cache_size = 2")
    for name in ("a", "b"):
        store.begin(name, START)
        for number in range(60):
            store.append(name, number, "x" * 500, number + 1)
    deed(log_of(data))
    assert store.load("a") == Kept(START, ["x" * 500] * 60, closed=False, revision=60)
    store.shut()


@pytest.mark.parametrize("name", ["deleted", "moved", "emptied", "replaced", "overwritten"])
def test_a_log_that_changes_while_it_is_written_is_found_out(tmp_path, monkeypatch, name):
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    store.append("a", 0, "one", 1)
    do = store._do

    def spoil(what: str, *facts: object) -> list[object]:
        if what == "COMMIT":
            DEEDS[name](log_of(data))
        return do(what, *facts)

    monkeypatch.setattr(store, "_do", spoil)
    with pytest.raises(NotKept):
        store.append("a", 1, "two", 2)
    monkeypatch.undo()
    with pytest.raises(NotKept):
        store.check()
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["one"], closed=False, revision=1)


@pytest.mark.parametrize("deed", [changed, regrown])
def test_what_changes_within_a_tick_of_the_clock_is_found_out_by_a_check(
    tmp_path, monkeypatch, deed
):
    now = Wal._now
    monkeypatch.setattr(Wal, "_now", lambda wal: now(wal)._replace(times=(0, 0)))
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    store.append("a", 0, "one", 1)
    store.check()
    store.append("a", 1, "two", 2)
    deed(log_of(data))
    assert store._wal.is_whole()
    with pytest.raises(NotKept, match="all that was kept before is in the file"):
        store.check()
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["one", "two"], closed=False, revision=2)


def test_a_touch_is_no_damage(tmp_path):
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    for number in range(3):
        os.utime(log_of(data), ns=(number, number))
        log_of(data).chmod(0o640)
        store.check()
        store.append("a", number, "move", number + 1)
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["move"] * 3, closed=False, revision=3)


def test_what_is_taken_back_may_be_written_over(tmp_path):
    """Where a change is so large that some of it is in the log before it fails."""
    data = tmp_path / "data"
    store = SqliteStore(data)
    store._file.execute("PRAGMA cache_size = 2")
    store.begin("a", START)
    size = log_of(data).stat().st_size

    def too_much() -> None:
        with store._at_once():
            for number in range(100):
                store._write("INSERT INTO moves VALUES ('b', ?, ?, 1)", number, "x" * 500)
            raise NotKept

    with pytest.raises(NotKept):
        too_much()
    assert log_of(data).stat().st_size > size
    for number in range(3):
        store.append("a", number, "move", number + 1)
        os.utime(log_of(data), ns=(number, number))
        store.check()
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["move"] * 3, closed=False, revision=3)


def test_what_cannot_be_saved_is_said(tmp_path, monkeypatch):
    def no_room(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(store_module, "write_afresh", no_room)
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    log_of(data).unlink()
    for _ in range(2):
        with pytest.raises(NotKept, match="may be lost"):
            store.check()
    store.shut()


def test_a_reader_does_not_stop_the_log_from_being_emptied_later(tmp_path, monkeypatch):
    """While somebody reads, the log grows; then SQLite writes it from the start."""
    monkeypatch.setattr(store_module, "LOG_BYTES", 20_000)
    data = tmp_path / "data"
    store = SqliteStore(data)
    store.begin("a", START)
    reader = sqlite3.connect(f"{data.as_uri()}?mode=ro", uri=True, isolation_level=None)
    for first in (0, 30, 60):
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM moves").fetchone() == (first,)
        for number in range(first, first + 30):
            store.append("a", number, "move", number + 1)
        assert log_of(data).stat().st_size > 20_000
        reader.execute("COMMIT")
    for number in range(90, 120):
        store.append("a", number, "move", number + 1)
    assert log_of(data).stat().st_size < 40_000
    assert len(store._since) < 30
    store.check()
    os.truncate(log_of(data), 0)
    reader.close()
    store.shut()
    assert kept_in(data, "a") == Kept(START, ["move"] * 120, closed=False, revision=120)


def test_a_log_may_be_written_from_the_start_only_where_that_is_expected(tmp_path):
    path = log_of(tmp_path / "data")
    path.write_bytes(b"")
    log = Wal(tmp_path / "data")
    path.write_bytes(b"one head" + b"." * 100)
    assert not log.is_whole()
    assert log.follow()
    assert log.is_whole()
    path.write_bytes(b"another head" + b"." * 100)
    assert not log.follow()
    assert not log.is_whole()
    log.emptied(is_empty=False)
    assert log.follow()
    path.write_bytes(b"third head" + b"." * 110)
    assert not log.follow()
    path.write_bytes(b"")
    log.emptied(is_empty=True)
    assert log.is_whole()
    log.close()
