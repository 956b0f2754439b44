"""Matches held ready in memory, over a store from which they can be played again."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import RLock

from cardhouse.games.game import OUTCOMES, PLAYING
from cardhouse.games.words import Words
from cardhouse.match import Match
from cardhouse.table.kept import Kept, resumed, start_of
from cardhouse.table.refusals import Answer, BadRequest, NotKept
from cardhouse.table.requests import is_id
from cardhouse.table.stores import Store

MOST_MOVES = 5_000
"""How many moves and undos a match may have here; with the last it ends (ALL-7, ALL-9)."""
MOST_STATES = 60_000
"""How many states all matches that are in memory went through: some 1 KB each, so 60 MB.

A match holds every eighth of them alone, and plays the others again when they are asked for.
"""
MOST_LIVE = 20_000
"""How many matches are in memory: with their first moves, each takes up to 10 KB, so 200 MB."""
ID_BYTES = 16
"""How many random bytes a match's id has: enough that nobody guesses one."""
TOUCH_EVERY = 3600
"""After how many seconds a match that is used is marked as used again."""


@dataclass
class Seat:
    """A match that is held ready."""

    match_id: str
    match: Match
    closed: bool = False
    """Whether its record was handed out, so that no move can be taken back."""
    revision: int = 0
    """How many moves and undos it has seen."""
    went_back: bool = False
    """Whether the last of them was an undo."""
    touched: float = -TOUCH_EVERY
    """When the store was last told that it is in use."""
    weight: int = 0
    """As how many states it is counted."""


class Seats:
    """The matches that are held: those used last, as many as there is room for."""

    def __init__(self, store: Store, words: Words, most_moves: int, most_states: int) -> None:
        self.store = store
        self.words = words
        self.lock = RLock()
        self.live: OrderedDict[str, Seat] = OrderedDict()
        self.states = 0
        self._most_moves = most_moves
        self._most_states = most_states

    def begin(self, match: Match, client: str) -> str:
        """Keep and hold a new match of a client; return its id."""
        match_id = secrets.token_urlsafe(ID_BYTES)
        with self.lock:
            for gone in self.store.begin(match_id, start_of(match), client):
                self.leave(gone)
            self._take(Seat(match_id, match, touched=time.monotonic()))
        return match_id

    @contextmanager
    def held(self, match_id: object) -> Iterator[Seat]:
        """Hold a match, and the lock; play it again if it is not held."""
        while True:
            with self.lock:
                if isinstance(match_id, str) and match_id in self.live:
                    yield self._used(match_id)
                    return
                found, kept = self.kept(match_id)
            seat = Seat(found, resumed(kept), kept.closed, kept.revision, kept.went_back)
            self.end_at_limit(seat)
            with self.lock:
                if found not in self.live and self.store.load(found) == kept:
                    self._take(seat)

    def kept(self, match_id: object) -> tuple[str, Kept]:
        """Return a match from the store, and its id."""
        kept = self.store.load(match_id) if is_id(match_id) else None
        if not is_id(match_id) or kept is None:
            raise BadRequest("unknown_match", "There is no such match.")
        return match_id, kept

    def _used(self, match_id: str) -> Seat:
        """Return a seat, marked as the last one used."""
        seat, now = self.live[match_id], time.monotonic()
        self.live.move_to_end(match_id)
        if now - seat.touched > TOUCH_EVERY:
            seat.touched = now
            with suppress(NotKept):
                self.store.touch(match_id)
        return seat

    def _take(self, seat: Seat) -> None:
        seat.match.words = self.words
        self.live[seat.match_id] = seat
        self._weigh(seat)

    def _weigh(self, seat: Seat) -> None:
        """Count a seat's states; let the seats go that nobody used for longest, if need be."""
        self.states += seat.match.weight - seat.weight
        seat.weight = seat.match.weight
        while len(self.live) > (1 if self.states > self._most_states else MOST_LIVE):
            self.leave(next(iter(self.live)))

    def leave(self, match_id: str) -> None:
        """Hold a match no longer; it can be had again from the store, if that has it."""
        if seat := self.live.pop(match_id, None):
            self.states -= seat.weight

    def expire(self, seconds: float) -> int:
        """Forget some matches that were not in use for so long; return how many."""
        with self.lock:
            gone = self.store.expire(seconds)
            for match_id in gone:
                self.leave(match_id)
        return len(gone)

    # -- changing ---------------------------------------------------------------

    @contextmanager
    def keeping(self, seat: Seat) -> Iterator[None]:
        """Hold what the store has: where it fails to keep a change, the match is read again."""
        try:
            yield
        except BaseException:
            self.leave(seat.match_id)
            raise

    @contextmanager
    def changing(self, seat: Seat, went_back: bool) -> Iterator[None]:
        """Count a change of a match, and keep it."""
        seat.revision, seat.went_back = seat.revision + 1, went_back
        with self.keeping(seat):
            yield
        self._weigh(seat)

    def is_full(self, seat: Seat) -> bool:
        """Return whether a match has all the moves and undos it may have."""
        return seat.revision >= self._most_moves

    def end_at_limit(self, seat: Seat) -> list[Answer]:
        """ALL-9: end a match that has all the moves it may have; return what happened."""
        over = seat.match.outcome != OUTCOMES[PLAYING]
        return [] if over or not self.is_full(seat) else seat.match.end()
