"""Where running matches are kept: what a store promises, and one in memory."""

import time
from collections import Counter
from itertools import islice
from typing import Any, Protocol

from cardhouse.table.kept import Kept, Start

MOST_MATCHES = 200_000
"""How many matches are kept: beyond that, those that nobody used for longest give way."""
SHARES = 100
"""Of so many parts a client has one: who holds more is the first to give way."""


class Store(Protocol):
    """Where running matches are kept; each method raises `NotKept` where it cannot do its work.

    What a change is, its *revision* says: the match's own, once it is made.
    """

    def begin(self, match_id: str, start: Start, client: str = "") -> list[str]:
        """Keep a new match of a client; return those that gave way to it."""

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        """Keep one more move, the one that *number* moves came before."""

    def cut(self, match_id: str, number: int, revision: int, new_key: bool) -> None:
        """Forget all moves but the first *number*, after which chance may have a new key."""

    def hint(self, match_id: str, number: int) -> None:
        """Keep that one more hint was asked for, after so many moves."""

    def close(self, match_id: str) -> None:
        """Keep that the match's record was handed out."""

    def touch(self, match_id: str) -> None:
        """Keep that the match is in use now."""

    def load(self, match_id: str) -> Kept | None:
        """Return a match; None if there is no such match."""

    def expire(self, seconds: float) -> list[str]:
        """Forget some matches that were not in use for so long; return which."""

    def check(self) -> None:
        """See that matches can be kept."""

    def shut(self) -> None:
        """Keep nothing any more: from now on each method raises `Stopping`."""


class Shares:
    """How many matches there are, and how many each client holds; nobody is "" or 0."""

    def __init__(self, most_matches: int) -> None:
        self._most_matches = most_matches
        self._share = max(most_matches // SHARES, 1)
        self._held: Counter[str | int] = Counter()
        self._over: set[str | int] = set()
        """Who holds more than a share."""
        self._count = 0

    def add(self, client: str | int, matches: int = 1) -> None:
        """Count so many more matches of a client."""
        self._count += matches
        self._held[client] += matches
        if client and self._held[client] > self._share:
            self._over.add(client)
        else:
            self._over.discard(client)
        if not self._held[client]:
            del self._held[client]

    def giving_way(self, client: str | int) -> tuple[str | int, int]:
        """Return whose matches give way to a new one of a client, and how many do.

        They are its own if it holds more than a share, else those of one who does;
        else anybody's.
        """
        too_many = max(self._count + 1 - self._most_matches, 0)
        if client in self._over:
            return client, too_many
        return next(iter(self._over), type(client)()), too_many


class Memory:
    """A store that lasts as long as the program."""

    def __init__(self, most_matches: int = MOST_MATCHES) -> None:
        self._shares = Shares(most_matches)
        self._kept: dict[str, Kept] = {}
        self._clients: dict[str, str] = {}
        """Whose each is."""
        self._touched: dict[str, float] = {}
        """When each was last in use; whoever was not for longest is the first."""

    def begin(self, match_id: str, start: Start, client: str = "") -> list[str]:
        """Keep a new match of a client; return those that gave way to it."""
        whose, matches = self._shares.giving_way(client)
        old = (name for name in self._touched if whose in ("", self._clients[name]))
        gone = self._forget(list(islice(old, matches)))
        self._kept[match_id], self._clients[match_id] = Kept(start, [], closed=False), client
        self._shares.add(client)
        self.touch(match_id)
        return gone

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        """Keep one more move, the one that *number* moves came before."""
        kept = self._kept[match_id]
        kept.moves[number:] = [move]
        went_back = kept.went_back and revision == kept.revision  # an end at the limit
        self._change(match_id, revision=revision, went_back=went_back)

    def cut(self, match_id: str, number: int, revision: int, new_key: bool) -> None:
        """Forget all moves but the first *number*, after which chance may have a new key."""
        self._kept[match_id] = self._kept[match_id].cut(number, revision, new_key)

    def hint(self, match_id: str, number: int) -> None:
        """Keep that one more hint was asked for, after so many moves."""
        self._change(match_id, hints=(*self._kept[match_id].hints, number))

    def close(self, match_id: str) -> None:
        """Keep that the match's record was handed out."""
        self._change(match_id, closed=True)

    def _change(self, match_id: str, **facts: Any) -> None:
        self._kept[match_id] = self._kept[match_id]._replace(**facts)

    def touch(self, match_id: str) -> None:
        """Keep that the match is in use now."""
        self._touched.pop(match_id, None)
        self._touched[match_id] = time.monotonic()

    def load(self, match_id: str) -> Kept | None:
        """Return a match; None if there is no such match."""
        kept = self._kept.get(match_id)
        return kept and kept._replace(moves=kept.moves[:])

    def expire(self, seconds: float) -> list[str]:
        """Forget the matches that were not in use for so long; return which."""
        last = time.monotonic() - seconds
        return self._forget([name for name, touched in self._touched.items() if touched < last])

    def _forget(self, gone: list[str]) -> list[str]:
        for match_id in gone:
            self._shares.add(self._clients.pop(match_id), -1)
            del self._kept[match_id], self._touched[match_id]
        return gone

    def check(self) -> None:
        """See that matches can be kept: here they always can."""

    def shut(self) -> None:
        """Leave it to the program's end."""
