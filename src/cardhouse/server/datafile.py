"""The file that matches are kept in: opened, locked, upgraded, copied, written afresh.

It is SQLite's, written ahead (WAL).  One server has it to itself, by a lock in
a file beside it; others may read it meanwhile, which is how it is copied.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from cardhouse.games.refusal import Refusal

APPLICATION = 0x43415244
"""What the file calls itself: ``CARD``."""
SCHEMA = 4
"""The version of the tables below; a file with a higher one is left alone."""
MATCHES = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, start TEXT NOT NULL, closed INTEGER NOT NULL, touched INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0, client INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX matches_by_use ON matches (touched);
CREATE INDEX matches_by_client ON matches (client, touched);
CREATE TABLE house (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO house VALUES ('moment', 0), ('salt', randomblob(16));
"""
"""A match has the moment of its last use (it only grows), the revision that its last undo made,
or 0, and whose it is, or 0; the house the moment it has come to."""
AID = """
CREATE TABLE aid (
    match TEXT NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (match, kind, count)
) WITHOUT ROWID;
"""
"""Each undo that drew chance and each hint, counted a kind from 1, and after how many moves."""
TABLES = f"""
BEGIN IMMEDIATE;
{MATCHES}
{AID}
CREATE TABLE moves (
    match TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
"""A move has the revision it made."""
UPGRADES = {
    1: """
BEGIN IMMEDIATE;
ALTER TABLE matches ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moves ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
UPDATE moves SET revision = number + 1;
PRAGMA user_version = 2;
COMMIT;
""",
    2: f"""
BEGIN IMMEDIATE;
DROP INDEX matches_by_use;
ALTER TABLE matches RENAME TO old;
{MATCHES}
INSERT INTO matches
    SELECT id, start, closed, row_number() OVER (ORDER BY touched), undone, 0 FROM old;
DROP TABLE old;
PRAGMA user_version = 3;
COMMIT;
""",
    3: f"""
BEGIN IMMEDIATE;
{AID}
PRAGMA user_version = 4;
COMMIT;
""",
}
"""What makes the next tables of those of a version.  Up to 2, use was told by the clock: of that
only the order stays."""
INCREMENTAL = 2
"""How SQLite calls a file that can give space back."""
PATIENCE = 1.0
"""For how many seconds a locked file is waited for: another server may just be leaving."""
READING = 10.0
"""For how many seconds those are waited for who read the file: it may just be copied."""


class BadFile(Refusal):
    """The file cannot be used to keep matches in, or for a copy; it was left as it was."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__("bad_file", f"{path} {what}")


# -- opening ------------------------------------------------------------------


def open_file(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open a file, or make it; return it and the lock that keeps other servers away.

    :raises BadFile: if it cannot be used.
    """
    with ExitStack() as closing_all:
        try:
            file = _made(path)
            closing_all.callback(file.close)
            _see_whose(file, path)
            lock = _locked(path)
            closing_all.callback(lock.close)
            _prepare(file, path)
        except OSError as error:
            raise BadFile(path, f"cannot be used: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise BadFile(path, _wrong_with(error)) from None
        closing_all.pop_all()
    return file, lock


def _made(path: Path) -> sqlite3.Connection:
    """Open a file; make it, for its owner's eyes alone, if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
    elif not path.is_file():
        raise BadFile(path, "cannot be used: it is not a file")
    return connected(path)


def connected(path: Path) -> sqlite3.Connection:
    """Return a way to a file, whatever its name."""
    file = sqlite3.connect(
        path.absolute(), timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    file.text_factory = _text
    return file


def _text(raw: bytes) -> str:
    """Read a text; what is none comes out as one that nobody kept."""
    return raw.decode(errors="replace")


def one(file: sqlite3.Connection, question: str) -> Any:
    """Ask a file for one value."""
    return file.execute(question).fetchone()[0]


def _see_whose(file: sqlite3.Connection, path: Path) -> int:
    """Return the version of a file's tables; 0: it is new.

    :raises BadFile: if it is not ours to use.
    """
    application, version = one(file, "PRAGMA application_id"), one(file, "PRAGMA user_version")
    if not one(file, "SELECT count(*) FROM sqlite_master") and not application:
        return 0
    if application != APPLICATION:
        raise BadFile(path, "is a database of something else")
    if version > SCHEMA:
        raise BadFile(path, "was written by a newer Cardhouse")
    return max(int(version), 1)


def _locked(path: Path) -> sqlite3.Connection:
    """Return the lock of a file: a file of its own, so that others can read what it locks."""
    beside = path.with_name(path.name + "-lock")
    beside.touch(mode=0o600)
    lock = connected(beside)
    try:
        lock.execute("PRAGMA journal_mode = OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    """Bring a file to how it is used; its log is empty then."""
    _be_alone(file)
    version = _see_whose(file, path)
    if not version:
        file.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    for old in range(version, SCHEMA) if version else ():
        file.executescript(UPGRADES[old])
    if not version:
        file.executescript(TABLES)
    elif one(file, "PRAGMA auto_vacuum") != INCREMENTAL:
        file.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
        file.execute("VACUUM")
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = NORMAL")
    file.execute("PRAGMA wal_autocheckpoint = 0")
    file.execute("PRAGMA busy_timeout = 0")
    file.execute("BEGIN IMMEDIATE")
    file.execute("COMMIT")
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _be_alone(file: sqlite3.Connection) -> None:
    """See that nobody else has the file open, even where its lock was removed; empty its log."""
    until = time.monotonic() + READING
    while True:
        try:
            file.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _wrong_with(error: sqlite3.Error) -> str:
    """Say why a file cannot be used."""
    if "locked" in str(error):
        return "is in use by another server"
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot be used: {error}"
    return f"is not a database of Cardhouse, or it is damaged: {error}"


# -- copying ------------------------------------------------------------------


def back_up(source: Path, target: Path, replacing: bool = False) -> int:
    """Copy a file, while a server may use it; return how many matches the copy has.

    :raises BadFile: if it cannot be done; nothing is left behind then.
    """
    if not source.is_file():
        raise BadFile(source, "cannot be copied: there is no such file")
    _see_free(source, target, replacing)
    try:
        with tempfile.TemporaryDirectory(prefix=".cardhouse-", dir=target.parent) as folder:
            copy = Path(folder, "copy")
            with closing(_reading(source, "mode=ro")) as file:
                if not _see_whose(file, source):
                    raise BadFile(source, "is not a database of Cardhouse: it is empty")
                _copy(file, copy)
            with closing(connected(copy)) as made:
                _see_whole(made)
                matches = int(one(made, "SELECT count(*) FROM matches"))
            copy.replace(target)
    except OSError as error:
        raise BadFile(target, f"cannot be written: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise BadFile(source, f"cannot be copied to {target}: {error}") from None
    return matches


def _see_free(source: Path, target: Path, replacing: bool) -> None:
    """See that a copy overwrites nothing that it must not."""
    if target.exists():
        if not target.is_file() or target.samefile(source):
            raise BadFile(target, "cannot be overwritten with a copy")
        if not replacing:
            raise BadFile(target, "is there already; --replace overwrites it")
    if target.with_name(target.name + "-wal").exists():
        raise BadFile(target, f"may be in use: beside it is {target.name}-wal")


def _reading(path: Path, how: str) -> sqlite3.Connection:
    """Return a way to a file on which nothing can be written."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE)


def _copy(file: sqlite3.Connection, target: Path) -> None:
    """Copy what a file holds at one moment to a new file, for its owner's eyes alone."""
    target.touch(mode=0o600, exist_ok=False)
    with closing(connected(target)) as copy:
        file.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def _see_whole(file: sqlite3.Connection) -> None:
    said = one(file, "PRAGMA quick_check")
    if said != "ok":
        raise sqlite3.DatabaseError(f"it is damaged: {said.splitlines()[0]}")


def write_afresh(path: Path, since: Iterable[tuple[str, tuple[object, ...]]]) -> None:
    """Put a new file in the place of one whose log is lost.

    It is as the old one was when its log was last emptied, or a little later; and
    all that was written *since* is done again, which changes nothing where it was done.
    """
    spare = path.with_name(path.name + "-new")
    try:
        spare.unlink(missing_ok=True)
        with closing(_reading(path, "immutable=1")) as file:
            _copy(file, spare)
        with closing(connected(spare)) as file:
            file.execute("BEGIN")
            for what, facts in since:
                file.execute(what.replace("INSERT INTO", "INSERT OR REPLACE INTO"), facts)
            file.execute("COMMIT")
            _see_whole(file)
        shutil.copymode(path, spare)
        path.with_name(path.name + "-wal").unlink(missing_ok=True)
        os.replace(spare, path)
    finally:
        with suppress(OSError):
            spare.unlink(missing_ok=True)
