"""The log that SQLite writes ahead, watched: nobody but its server may change it."""

import os
from pathlib import Path
from typing import NamedTuple

HEAD = 32
"""How many bytes tell one log from every other: SQLite's header, with its salt."""


class Mark(NamedTuple):
    """By what a log is known."""

    file: tuple[int, int] = (0, 0)
    """What no other file has while this one is open."""
    size: int = 0
    head: bytes = b""


class Wal:
    """The log of a file, from a moment when it is empty; it grows until it is emptied."""

    def __init__(self, data: Path) -> None:
        self._path = data.with_name(data.name + "-wal")
        self._file = self._path.open("rb", buffering=0)
        """Open for good: where no more files can be opened, the log is no less whole."""
        self._mark = self._now()
        self._may_restart = False

    @property
    def size(self) -> int:
        """How many bytes it has, as far as is known."""
        return self._mark.size

    def is_whole(self) -> bool:
        """Return whether it is as it was left."""
        return self._now() == self._mark

    def follow(self) -> bool:
        """Take note of what was just written; return whether it was put to what was there."""
        before, now = self._mark, self._now()
        same = now.head.startswith(before.head) or (self._may_restart and any(now.head))
        if now.file != before.file or now.size < before.size or not same:
            return False
        self._may_restart = self._may_restart and now.head == before.head
        self._mark = now
        return True

    def emptied(self, is_empty: bool) -> None:
        """Take note that it was emptied; or else that SQLite may write it from the start again."""
        self._may_restart = not is_empty
        if is_empty:
            self._mark = Mark(self._mark.file)

    def close(self) -> None:
        """Watch it no longer."""
        self._file.close()

    def _now(self) -> Mark:
        try:
            found = os.stat(self._path)
            self._file.seek(0)
            head = self._file.read(HEAD)
        except OSError:
            return Mark()
        return Mark((found.st_dev, found.st_ino), found.st_size, head)
