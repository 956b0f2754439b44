"""Matches kept in a file: SQLite, one row a move.

A move is in the file before its answer is sent, so it outlives the server,
however that ends.  The file is written ahead (WAL) and not waited for
(``synchronous=NORMAL``): where the machine itself loses power, the last moves
may be lost, but the file stays whole.

The file is locked while a server runs; another one is told so.  All calls are
made under the lock of the table.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardhouse.games.game import Refusal
from cardhouse.table import Kept, NotKept, Start

APPLICATION = 0x43415244
"""What the file calls itself: ``CARD``."""
SCHEMA = 1
"""The version of the tables below; a file with a higher one is left alone."""
TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
PATIENCE = 1.0
"""For how many seconds a locked file is waited for: another server may just be leaving."""
EXPIRE_AT_ONCE = 200
"""How many matches are forgotten in one go, so that nobody waits for long."""


class BadFile(Refusal):
    """The file cannot be used to keep matches in; it was left as it was."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__("bad_file", f"{path} {what}")


class SqliteStore:
    """A store that lasts: see the top of this module."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it.

        :raises BadFile: if it cannot be used.
        """
        self._file = _opened(path)
        try:
            self._prepare(path)
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
        if is_new:
            self._file.executescript(TABLES)
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute("COMMIT")

    def _one(self, question: str) -> Any:
        return self._file.execute(question).fetchone()[0]

    def shut(self) -> None:
        """Close the file."""
        self._file.close()

    # -- keeping ----------------------------------------------------------------

    def begin(self, match_id: str, start: Start) -> None:
        """Keep a new match."""
        row = (match_id, json.dumps(start), False, time.time())
        self._do("INSERT INTO matches VALUES (?, ?, ?, ?)", row)

    def append(self, match_id: str, number: int, move: str) -> None:
        """Keep one more move, the one that *number* moves came before."""
        self._do("INSERT INTO moves VALUES (?, ?, ?)", (match_id, number, move))

    def cut(self, match_id: str, number: int) -> None:
        """Forget all moves but the first *number*."""
        self._do("DELETE FROM moves WHERE match = ? AND number >= ?", (match_id, number))

    def close(self, match_id: str) -> None:
        """Keep that the match's record was handed out."""
        self._do("UPDATE matches SET closed = 1 WHERE id = ?", (match_id,))

    def touch(self, match_id: str) -> None:
        """Keep that the match is in use now."""
        self._do("UPDATE matches SET touched = ? WHERE id = ?", (time.time(), match_id))

    def load(self, match_id: str) -> Kept | None:
        """Return a match; None if there is no such match."""
        rows = self._do("SELECT start, closed FROM matches WHERE id = ?", (match_id,))
        if not rows:
            return None
        start, closed = rows[0]
        moves = self._do("SELECT move FROM moves WHERE match = ? ORDER BY number", (match_id,))
        return Kept(json.loads(start), [move for (move,) in moves], bool(closed))

    def expire(self, seconds: float) -> list[str]:
        """Forget some matches that were not in use for so long; return which."""
        idle = (time.time() - seconds, EXPIRE_AT_ONCE)
        rows = self._do("SELECT id FROM matches WHERE touched < ? LIMIT ?", idle)
        with self._at_once():
            for row in rows:
                self._do("DELETE FROM moves WHERE match = ?", row)
                self._do("DELETE FROM matches WHERE id = ?", row)
        return [match_id for (match_id,) in rows]

    def _do(self, what: str, facts: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._file.execute(what, facts).fetchall()
        except sqlite3.Error as error:
            raise NotKept from error

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Do all of it or nothing."""
        self._do("BEGIN IMMEDIATE")
        try:
            yield
            self._do("COMMIT")
        except BaseException:
            self._file.rollback()
            raise


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file; make it, for its owner's eyes alone, if there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        return sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
    except OSError as error:
        raise BadFile(path, f"cannot be used: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise BadFile(path, _wrong_with(error)) from None


def _wrong_with(error: sqlite3.Error) -> str:
    """Say why a file cannot be used."""
    if "locked" in str(error):
        return "is in use by another server"
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot be used: {error}"
    return f"is no database of Cardhouse, or it is damaged: {error}"
