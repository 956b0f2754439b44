"""The log that SQLite writes ahead, watched: nobody but its server may change it."""

import os
import zlib
from pathlib import Path
from typing import NamedTuple

HEAD = 32
"""How many bytes tell one log from every other: SQLite's header, with its salt."""
PIECE = 1 << 18
"""How many bytes are read in one go."""


class Mark(NamedTuple):
    """By what a log is known at a glance."""

    file: tuple[int, int] = (0, 0)
    """What no other file has while this one is open."""
    size: int = 0
    head: bytes = b""
    times: tuple[int, int] = (0, 0)
    """When its content was last written, and anything of it changed."""

    @property
    def kind(self) -> tuple[object, ...]:
        """All but the times: what differs only in them may still be the same."""
        return self[:-1]


class Wal:
    """The log of a file, from a moment when it is empty; it grows until it is emptied."""

    def __init__(self, data: Path) -> None:
        self._path = data.with_name(data.name + "-wal")
        self._file = self._path.open("rb", buffering=0)
        """Open for good: where no more files can be opened, the log is no less whole."""
        self._mark = self._now()
        self._read: Mark | None = None
        """How it was when all of it was last read."""
        self._sum: int | None = 0
        """The sum of all its bytes; none where SQLite may have written over some of them."""
        self._may_restart = False

    @property
    def size(self) -> int:
        """How many bytes it has, as far as is known."""
        return self._mark.size

    def is_whole(self, thorough: bool = False) -> bool:
        """Return whether it is as it was left; a *thorough* look reads it if it grew since then.

        Where only its times changed it is read, too: a touch is no damage.
        """
        now = self._now()
        if now.kind != self._mark.kind:
            return False
        if self._sum is not None and (now != self._mark or (thorough and now != self._read)):
            if self._summed(0, 0) != self._sum:
                return False
            self._mark = self._read = now
        return True

    def follow(self, is_kept: bool = True) -> bool:
        """Take note of what was just written; return whether it was put to what was there.

        What is not *kept* SQLite will write over.
        """
        before, now = self._mark, self._now()
        grew = now.head.startswith(before.head)
        same = grew or (self._may_restart and any(now.head))
        if now.file != before.file or now.size < before.size or not same:
            return False
        self._may_restart = self._may_restart and now.head == before.head
        if not grew or (now != before and not is_kept):
            self._sum = None
        if self._sum is not None:
            self._sum = self._summed(before.size, self._sum)
        self._mark = now
        return True

    def emptied(self, is_empty: bool) -> None:
        """Take note that it was emptied; or else that SQLite may write it from the start again."""
        self._may_restart = not is_empty
        if is_empty:
            self._mark = Mark(self._mark.file, times=self._now().times)
            self._sum = 0

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
        times = found.st_mtime_ns, found.st_ctime_ns
        return Mark((found.st_dev, found.st_ino), found.st_size, head, times)

    def _summed(self, since: int, sum_before: int) -> int | None:
        """Return the sum of all bytes, of which so many have a sum; none if they cannot be read."""
        try:
            self._file.seek(since)
            while piece := self._file.read(PIECE):
                sum_before = zlib.crc32(piece, sum_before)
        except OSError:
            return None
        return sum_before
