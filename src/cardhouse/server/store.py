"""Matches kept in a file: SQLite, one row a move.

A move is in the file before its answer is sent, so it outlives the server,
however that ends.  The file is written ahead (WAL) and not waited for
(``synchronous=NORMAL``): where the machine itself loses power, the last moves
may be lost, but the file stays whole.

The file is locked while a server runs; another one is told so.  All calls are
made under the lock of the table.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cardhouse.games.game import Refusal
from cardhouse.table import MOST_MATCHES, Damaged, Kept, NotKept, Start, Stopping

APPLICATION = 0x43415244
"""What the file calls itself: ``CARD``."""
SCHEMA = 2
"""The version of the tables below; a file with a higher one is left alone."""
TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched REAL NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
"""A move has the revision it made; a match the one its last undo made, or 0."""
FROM_1 = f"""
BEGIN IMMEDIATE;
ALTER TABLE matches ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moves ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
UPDATE moves SET revision = number + 1;
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
"""What makes these tables of those of version 1."""
PATIENCE = 1.0
"""For how many seconds a locked file is waited for: another server may just be leaving."""
FORGET_ROWS = 2_000
"""After how many rows no more is forgotten in one go, so that nobody waits for long."""
UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FAILS = "The file that matches are kept in cannot be read or written."
GONE = "The file that matches are kept in was removed or replaced, so nothing can be kept."


class BadFile(Refusal):
    """The file cannot be used to keep matches in; it was left as it was."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__("bad_file", f"{path} {what}")


class SqliteStore:
    """A store that lasts: see the top of this module."""

    def __init__(self, path: Path, most_matches: int = MOST_MATCHES) -> None:
        """Open a file, or make it.

        :raises BadFile: if it cannot be used.
        """
        self._path = path.absolute()
        self._most_matches = most_matches
        self._failed = False
        """Whether the last thing asked of the file could not be done."""
        self._is_shut = False
        self._file = _opened(self._path)
        try:
            self._prepare(path)
            self._mark = _mark(self._path)
            self._count = self._one("SELECT count(*) FROM matches")
        except BaseException as error:
            self._file.close()
            if isinstance(error, sqlite3.Error):
                raise BadFile(path, _wrong_with(error)) from None
            raise

    def _prepare(self, path: Path) -> None:
        """Lock the file, see what it is, and only then write to it."""
        self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
        application, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        is_new = not self._one("SELECT count(*) FROM sqlite_master") and not application
        if not is_new and application != APPLICATION:
            raise BadFile(path, "is a database of something else")
        if version > SCHEMA:
            raise BadFile(path, "was written by a newer Cardhouse")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        if is_new or version < SCHEMA:
            self._file.executescript(TABLES if is_new else FROM_1)
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute("COMMIT")

    def _one(self, question: str) -> Any:
        return self._file.execute(question).fetchone()[0]

    def shut(self) -> None:
        """Close the file."""
        self._is_shut = True
        self._file.close()

    # -- keeping ----------------------------------------------------------------

    def begin(self, match_id: str, start: Start) -> list[str]:
        """Keep a new match; return those that gave way to it."""
        row = (match_id, json.dumps(start), False, time.time())
        too_many = (max(self._count + 1 - self._most_matches, 0),)
        with self._at_once():
            old = self._do("SELECT id FROM matches ORDER BY touched LIMIT ?", too_many)
            gone = self._forget(old)
            self._do("INSERT INTO matches VALUES (?, ?, ?, ?, 0)", row)
        self._count += 1 - len(gone)
        return gone

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        """Keep one more move, the one that *number* moves came before."""
        self._see_file()
        self._do("INSERT INTO moves VALUES (?, ?, ?, ?)", (match_id, number, move, revision))

    def cut(self, match_id: str, number: int, revision: int) -> None:
        """Forget all moves but the first *number*."""
        with self._at_once():
            self._do("DELETE FROM moves WHERE match = ? AND number >= ?", (match_id, number))
            self._do("UPDATE matches SET undone = ? WHERE id = ?", (revision, match_id))

    def close(self, match_id: str) -> None:
        """Keep that the match's record was handed out."""
        self._see_file()
        self._do("UPDATE matches SET closed = 1 WHERE id = ?", (match_id,))

    def touch(self, match_id: str) -> None:
        """Keep that the match is in use now."""
        self._do("UPDATE matches SET touched = ? WHERE id = ?", (time.time(), match_id))

    def load(self, match_id: str) -> Kept | None:
        """Return a match; None if there is no such match.

        :raises Damaged: if what is there was never kept.
        """
        rows = self._do("SELECT start, closed, undone FROM matches WHERE id = ?", (match_id,))
        if not rows:
            return None
        question = "SELECT number, move, revision FROM moves WHERE match = ? ORDER BY number"
        try:
            return _kept(rows[0], self._do(question, (match_id,)))
        except (ValueError, TypeError, RecursionError):
            raise Damaged from None

    def expire(self, seconds: float) -> list[str]:
        """Forget some matches that were not in use for so long; return which."""
        idle = (time.time() - seconds, FORGET_ROWS)
        rows = self._do("SELECT id FROM matches WHERE touched < ? ORDER BY touched LIMIT ?", idle)
        with self._at_once():
            gone = self._forget(rows)
        self._count -= len(gone)
        return gone

    def _forget(self, rows: list[tuple[str]]) -> list[str]:
        """Forget the first of some matches, as many as is quickly done; return which."""
        gone: list[str] = []
        before = self._file.total_changes
        for row in rows:
            self._do("DELETE FROM moves WHERE match = ?", row)
            self._do("DELETE FROM matches WHERE id = ?", row)
            gone += row
            if self._file.total_changes - before >= FORGET_ROWS:
                break
        return gone

    # -- failing ----------------------------------------------------------------

    def check(self) -> None:
        """See that matches can be kept; where something failed, by writing a little."""
        self._see_file()
        was_failing = self._failed
        try:
            self._do("SELECT count(*) FROM matches WHERE id = ''")
            if was_failing:
                self._do(f"PRAGMA user_version = {SCHEMA}")
        except NotKept:
            raise NotKept(FAILS) from None
        self._failed = False

    def _see_file(self) -> None:
        """See that the file is still in its place: else nobody would find again what is written.

        :raises NotKept: if it is not.
        """
        self._see_open()
        with suppress(OSError):
            if _mark(self._path) == self._mark:
                return
        raise NotKept(GONE)

    def _see_open(self) -> None:
        if self._is_shut:
            raise Stopping

    def _do(self, what: str, facts: tuple[Any, ...] = ()) -> list[Any]:
        self._see_open()
        try:
            return self._file.execute(what, facts).fetchall()
        except sqlite3.Error as error:
            self._failed = True
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise (Damaged if code in UNREADABLE else NotKept)() from error

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Do all of it or nothing."""
        self._see_file()
        self._do("BEGIN IMMEDIATE")
        try:
            yield
            self._do("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.rollback()
            raise


def _kept(row: tuple[Any, ...], moves: list[tuple[Any, ...]]) -> Kept:
    """Return a match as its rows tell it.

    :raises ValueError: if they cannot have been written so (or `TypeError`).
    """
    start, closed, undone = row
    if [number for number, _, _ in moves] != list(range(len(moves))):
        raise ValueError("the moves are not those of a match")
    played = moves[-1][2] if moves else 0
    revision = max(played, undone, len(moves))
    texts = [move for _, move, _ in moves]
    return Kept(json.loads(start), texts, bool(closed), revision, undone > played)


def _mark(path: Path) -> tuple[int, int]:
    """Return what no other file has while this one is open."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file; make it, for its owner's eyes alone, if there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
        elif not path.is_file():
            raise BadFile(path, "cannot be used: it is no file")
        file = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        file.text_factory = _text
        return file
    except OSError as error:
        raise BadFile(path, f"cannot be used: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise BadFile(path, _wrong_with(error)) from None


def _text(raw: bytes) -> str:
    """Read a text; what is none comes out as one that nobody kept."""
    return raw.decode(errors="replace")


def _wrong_with(error: sqlite3.Error) -> str:
    """Say why a file cannot be used."""
    if "locked" in str(error):
        return "is in use by another server"
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot be used: {error}"
    return f"is no database of Cardhouse, or it is damaged: {error}"
