"""Matches kept in a file: SQLite, one row a move.

A move is in the file before its answer is sent, so it outlives the server,
however that ends.  The file is written ahead (WAL) and not waited for
(``synchronous=NORMAL``): where the machine itself loses power, the last moves
may be lost, but the file stays whole.

What was written since the log was last emptied is remembered, so that it can be
written afresh should anybody remove or change the log.

Time is counted in moments of serving, never by the clock, which may be wrong.
All calls are made under the lock of the table.
"""

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cardhouse.server.datafile import SCHEMA, BadFile, connected, one, open_file, write_afresh
from cardhouse.server.wal import Wal
from cardhouse.table import MOST_MATCHES, Damaged, Kept, NotKept, Shares, Start, Stopping
from cardhouse.table.kept import NOWHERE

__all__ = ["BadFile", "SqliteStore"]

FORGET_ROWS = 2_000
"""After how many rows no more is forgotten in one go, so that nobody waits for long."""
FREE_PAGES = 250
"""How many pages of the file are given back in one go: more than so many rows take."""
LOG_BYTES = 4 * 1024 * 1024
"""How long the log gets before it is emptied into the file."""
SECOND = 1_000_000
"""How many moments there are in a second."""
LAST_MOMENT = """
SELECT max(value, (SELECT coalesce(max(touched), 0) FROM matches)) FROM house WHERE name = 'moment'
"""
CUT_AID = "UPDATE aid SET number = ? WHERE match = ? AND kind = ? AND number > ?"
UNDO, HINT = "undo", "hint"
"""The kinds of aid."""
POTS = 65_535
"""Into how many pots clients are put: a pot tells of nobody which address is theirs."""
UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FAILS = "The file that matches are kept in cannot be read or written."
GONE = "The file that matches are kept in was removed or replaced, so nothing can be kept."
LOG_GONE = (
    "The log of the file that matches are kept in was removed or changed, so nothing is kept "
    "until the server is started again; "
)
SAVED = LOG_GONE + "all that was kept before is in the file."
NOT_SAVED = LOG_GONE + "what was kept last may be lost."


class SqliteStore:
    """A store that lasts: see the top of this module."""

    def __init__(self, path: Path, most_matches: int = MOST_MATCHES) -> None:
        """Open a file, or make it.

        :raises BadFile: if it cannot be used.
        """
        self._path = path.absolute()
        self._real = self._path.resolve()
        """Where the file and its log are, should the path be a link."""
        self._failed = False
        """Whether the last thing asked of the file could not be done."""
        self._refusal = ""
        """Why nothing is kept any more, whatever happens."""
        self._since: list[tuple[str, tuple[object, ...]]] = []
        """What was written since the log was last emptied."""
        self._is_shut = False
        self._file, self._lock = open_file(path)
        self._wal = Wal(self._real)
        try:
            self._mark = _mark(self._path)
            self._shares = self._counted(most_matches)
            self._salt = self._one("SELECT value FROM house WHERE name = 'salt'")
            self._last: int = self._one(LAST_MOMENT)
            self._offset = self._last - _moments()
        except BaseException as error:
            self._close()
            if isinstance(error, sqlite3.Error):
                raise BadFile(path, f"cannot be used: {error}") from None
            raise

    def _counted(self, most_matches: int) -> Shares:
        shares = Shares(most_matches)
        for client, matches in self._file.execute(
            "SELECT client, count(*) FROM matches GROUP BY client"
        ):
            shares.add(client, matches)
        return shares

    def _one(self, question: str) -> Any:
        return one(self._file, question)

    def shut(self) -> None:
        """Close the file."""
        with suppress(NotKept), self._at_once():
            self._keep_moment(self._moment())
        self._is_shut = True
        self._close()

    def _close(self) -> None:
        self._file.close()
        self._wal.close()
        self._lock.close()

    # -- keeping ----------------------------------------------------------------

    def begin(self, match_id: str, start: Start, client: str = "") -> list[str]:
        """Keep a new match of a client; return those that gave way to it."""
        pot = self._pot(client)
        row = (match_id, json.dumps(start), False, self._moment(), pot)
        with self._at_once():
            gone = self._forget(self._giving_way(pot))
            self._write("INSERT INTO matches VALUES (?, ?, ?, ?, 0, ?)", *row)
        self._shares.add(pot)
        return self._left(gone)

    def _giving_way(self, pot: int) -> list[tuple[str, int]]:
        """Return which matches, and whose, give way to a new one."""
        whose, matches = self._shares.giving_way(pot)
        question = "SELECT id, client FROM matches {} ORDER BY touched LIMIT ?"
        if not whose:
            return self._do(question.format(""), matches)
        return self._do(question.format("WHERE client = ?"), whose, matches)

    def _pot(self, client: str) -> int:
        """Return what is kept of a client: too little to tell who it was; 0 for nobody."""
        if not client:
            return 0
        told = hashlib.blake2b(client.encode(errors="replace"), key=self._salt).digest()
        return 1 + int.from_bytes(told) % POTS

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        """Keep one more move, the one that *number* moves came before."""
        with self._at_once():
            self._write("INSERT INTO moves VALUES (?, ?, ?, ?)", match_id, number, move, revision)

    def cut(self, match_id: str, number: int, revision: int, new_key: bool) -> None:
        """Forget all moves but the first *number*, after which chance may have a new key."""
        with self._at_once():
            self._write("DELETE FROM moves WHERE match = ? AND number >= ?", match_id, number)
            self._write("UPDATE matches SET undone = ? WHERE id = ?", revision, match_id)
            for kind, at in (UNDO, number), (HINT, NOWHERE):
                self._write(CUT_AID, at, match_id, kind, number)
            if new_key:
                self._add_aid(match_id, UNDO, number)

    def hint(self, match_id: str, number: int) -> None:
        """Keep that one more hint was asked for, after so many moves."""
        with self._at_once():
            self._add_aid(match_id, HINT, number)

    def _add_aid(self, match_id: str, kind: str, number: int) -> None:
        before = len(self._aid(match_id, kind))
        self._write("INSERT INTO aid VALUES (?, ?, ?, ?)", match_id, kind, before + 1, number)

    def _aid(self, match_id: str, kind: str) -> tuple[int, ...]:
        """Return after how many moves each aid of a kind was."""
        question = "SELECT number FROM aid WHERE match = ? AND kind = ? ORDER BY count"
        return tuple(number for (number,) in self._do(question, match_id, kind))

    def close(self, match_id: str) -> None:
        """Keep that the match's record was handed out."""
        with self._at_once():
            self._write("UPDATE matches SET closed = 1 WHERE id = ?", match_id)

    def touch(self, match_id: str) -> None:
        """Keep that the match is in use now."""
        with self._at_once():
            self._write("UPDATE matches SET touched = ? WHERE id = ?", self._moment(), match_id)

    def load(self, match_id: str) -> Kept | None:
        """Return a match; None if there is no such match.

        :raises Damaged: if what is there was never kept.
        """
        self._see_open()
        self._mind_log()
        rows = self._do("SELECT start, closed, undone FROM matches WHERE id = ?", match_id)
        if not rows:
            return None
        question = "SELECT number, move, revision FROM moves WHERE match = ? ORDER BY number"
        try:
            kept = _kept(rows[0], self._do(question, match_id))
            undos, hints = self._aid(match_id, UNDO), self._aid(match_id, HINT)
            return kept._replace(undos=undos, hints=hints)
        except (ValueError, TypeError, RecursionError):
            raise Damaged from None

    # -- forgetting -------------------------------------------------------------

    def expire(self, seconds: float) -> list[str]:
        """Forget some matches that were not in use for so long; return which."""
        now = self._moment()
        question = "SELECT id, client FROM matches WHERE touched < ? ORDER BY touched LIMIT ?"
        rows = self._do(question, now - int(seconds * SECOND), FORGET_ROWS)
        with self._at_once():
            gone = self._forget(rows)
            self._keep_moment(now)
            self._give_space_back()
        return self._left(gone)

    def _forget(self, rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """Forget the first of some matches, as many as is quickly done; return which."""
        before = self._file.total_changes
        for done, (match_id, _) in enumerate(rows):
            if self._file.total_changes - before >= FORGET_ROWS:
                return rows[:done]
            self._write("DELETE FROM moves WHERE match = ?", match_id)
            self._write("DELETE FROM aid WHERE match = ?", match_id)
            self._write("DELETE FROM matches WHERE id = ?", match_id)
        return rows

    def _give_space_back(self) -> None:
        """Make the file shorter by some of the pages that hold nothing any more."""
        for _ in range(min(self._one("PRAGMA freelist_count"), FREE_PAGES)):
            self._do("PRAGMA incremental_vacuum(1)")

    def _left(self, gone: list[tuple[str, int]]) -> list[str]:
        """Count matches no longer; return their names."""
        for _, pot in gone:
            self._shares.add(pot, -1)
        return [match_id for match_id, _ in gone]

    def _moment(self) -> int:
        """Return the time spent serving: later than ever before, whatever the clock says."""
        self._last = max(self._last + 1, self._offset + _moments())
        return self._last

    def _keep_moment(self, moment: int) -> None:
        self._write("UPDATE house SET value = ? WHERE name = 'moment'", moment)

    # -- failing ----------------------------------------------------------------

    def check(self) -> None:
        """See that matches can be kept; where something failed, by writing a little."""
        self._see_file(thorough=True)
        was_failing = self._failed
        try:
            self._do("SELECT count(*) FROM matches WHERE id = ''")
            if was_failing:
                with self._at_once():
                    self._do(f"PRAGMA user_version = {SCHEMA}")
        except NotKept:
            raise NotKept(self._refusal or FAILS) from None
        self._failed = False

    def _see_file(self, thorough: bool = False) -> None:
        """See that file and log are in their place: else nobody would find what is written.

        :raises NotKept: if they are not.
        """
        self._see_open()
        if not self._is_here():
            raise NotKept(GONE)
        self._mind_log(thorough)
        if self._refusal:
            raise NotKept(self._refusal)

    def _is_here(self) -> bool:
        with suppress(OSError):
            return _mark(self._path) == self._mark
        return False

    def _mind_log(self, thorough: bool = False) -> None:
        """Keep nothing more if the log was removed or changed, and save what it had."""
        if not self._refusal and self._is_here() and not self._wal.is_whole(thorough):
            self._save()

    def _save(self) -> None:
        """Write the file afresh, without its log, and read on from there."""
        self._refusal = NOT_SAVED
        with suppress(OSError, sqlite3.Error):
            write_afresh(self._real, self._since)
            self._file.close()  # SQLite leaves alone what is at its place now
            self._file = connected(self._real)
            self._mark = _mark(self._path)
            self._refusal = SAVED

    def _see_open(self) -> None:
        if self._is_shut:
            raise Stopping

    def _do(self, what: str, *facts: object) -> list[Any]:
        self._see_open()
        try:
            return self._file.execute(what, facts).fetchall()
        except sqlite3.Error as error:
            self._failed = True
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise (Damaged if code in UNREADABLE else NotKept)() from error

    def _write(self, what: str, *facts: object) -> None:
        """Write, and remember it: done again, it must make no difference."""
        self._do(what, *facts)
        self._since.append((what, facts))

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Do all of it or nothing."""
        self._see_file()
        before = len(self._since)
        try:
            self._do("BEGIN IMMEDIATE")
            yield
            self._do("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.rollback()
            del self._since[before:]
            self._wal.follow(is_kept=False)
            raise
        if not self._wal.follow():
            del self._since[before:]
            self._see_file()
        if self._wal.size >= LOG_BYTES:
            self._empty_log()

    def _empty_log(self) -> None:
        """Put into the file what its log has; later, if somebody reads it or there is no room."""
        done = [(1,)]
        with suppress(NotKept):
            done = self._do("PRAGMA wal_checkpoint(TRUNCATE)")
        self._wal.emptied(is_empty=not done[0][0])
        if not done[0][0]:
            self._since.clear()


def _kept(row: tuple[Any, ...], moves: list[tuple[Any, ...]]) -> Kept:
    """Return a match as its rows tell it.

    :raises ValueError: if they cannot have been written so (or `TypeError`).
    """
    start, closed, undone = row
    if [number for number, _, _ in moves] != list(range(len(moves))):
        raise ValueError("the moves are not those of a match")
    played = moves[-1][2] if moves else 0
    texts = [move for _, move, _ in moves]
    went_back = undone > 0 and undone >= played  # an end at the limit has its revision
    return Kept(json.loads(start), texts, bool(closed), max(played, undone), went_back)


def _mark(path: Path) -> tuple[int, int]:
    """Return what no other file has while this one is open."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _moments() -> int:
    """Return a time that only grows, and says nothing but how much of it went by."""
    return int(time.monotonic() * SECOND)
