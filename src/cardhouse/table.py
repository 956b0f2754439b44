"""The table: running matches, and the one protocol that every remote front end speaks.

`Table.dispatch` takes a request as a dict and answers with a dict, ``{"ok": …}``
or ``{"error": {"reason", "message"}}``; it never raises on input.

>>> table = Table()
>>> begun = table.dispatch({"do": "new", "game": "boom", "seed": 7})["ok"]
>>> table.dispatch({"do": "look", "match": begun["match"], "move": "0,0 0,1"})["ok"]["message"]
'A move is five cells; 2 were given.'
>>> table.dispatch({"do": "dance"})["error"]["reason"]
'bad_request'
"""

import json
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from threading import RLock
from typing import Any, NamedTuple, Protocol, TypeGuard

from cardhouse.games import GAMES, game_named
from cardhouse.games.game import OUTCOMES, PLAYING
from cardhouse.games.refusal import Refusal, counted, shown
from cardhouse.match import Match, fresh_seed, replay
from cardhouse.record import (
    CHANCE,
    END,
    FORMAT,
    FORMAT_VERSION,
    UNPROVEN,
    RecordError,
    rules_digest,
)

MOST_LETTERS = 400_000
"""The longest record that is replayed here: some ten thousand moves."""
MOST_MOVES = 5_000
"""How many moves a match may have here; with the last of them it ends (ALL-9)."""
MOST_STEPS = 200
"""How many moves of a match or a record are told at once."""
MOST_STATES = 60_000
"""How many states all matches that are in memory went through: some 1 KB each, so 60 MB.

A match holds every eighth of them alone, and plays the others again when they are asked for.
"""
MOST_LIVE = 20_000
"""How many matches are in memory: with their first moves, each takes up to 10 KB, so 200 MB."""
MOST_MATCHES = 200_000
"""How many matches are kept: beyond that, those that nobody used for longest give way."""
SHARES = 100
"""Of so many parts a client has one: who holds more is the first to give way."""
MOST_SEED_LETTERS = 200
"""The longest text that is a seed here."""
ID_BYTES = 16
"""How many random bytes a match's id has: enough that nobody guesses one."""
ID_LETTERS = 22
TOUCH_EVERY = 3600
"""After how many seconds a match that is used is marked as used again."""

Start = dict[str, Any]
"""How a match began: its game, its rules' version and digest, its seed and its options."""
Answer = dict[str, Any]
CLOSED = ("closed", "Its record was handed out, so the match is closed.")
"""Why nothing more happens in a match whose seed may be known: a code, and a sentence."""


class Kept(NamedTuple):
    """A match as a store keeps it."""

    start: Start
    moves: list[str]
    """Its moves as text; the last may be `END`, where it was ended."""
    closed: bool
    """Whether its record was handed out."""
    revision: int = 0
    """How many moves and undos it has seen."""
    undone: bool = False
    """Whether the last of them was an undo."""


class Store(Protocol):
    """Where running matches are kept; each method raises `NotKept` where it cannot do its work.

    What a change is, its *revision* says: the match's own, once it is made.
    """

    def begin(self, match_id: str, start: Start, client: str = "") -> list[str]:
        """Keep a new match of a client; return those that gave way to it."""

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        """Keep one more move, the one that *number* moves came before."""

    def cut(self, match_id: str, number: int, revision: int) -> None:
        """Forget all moves but the first *number*."""

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

    def giving_way(self, client: str | int) -> tuple[Any, int]:
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
        self._kept[match_id].moves[number:] = [move]
        self._change(match_id, revision=revision, undone=False)

    def cut(self, match_id: str, number: int, revision: int) -> None:
        """Forget all moves but the first *number*."""
        del self._kept[match_id].moves[number:]
        self._change(match_id, revision=revision, undone=True)

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


class BadRequest(Refusal):
    """The request cannot be understood, or asks for what is not there."""


class NotKept(Refusal):
    """The store cannot be written or read now; nothing has changed."""

    code = "not_kept"

    def __init__(
        self, sentence: str = "The match could not be kept, so nothing was done; try again."
    ) -> None:
        super().__init__(self.code, sentence)


class Damaged(NotKept):
    """What the store has cannot be read, and will not be by trying again."""

    code = "damaged"

    def __init__(self) -> None:
        super().__init__("What was kept of this match is damaged, so it cannot go on.")


class Stopping(NotKept):
    """The store was shut: the program is about to end."""

    code = "stopping"

    def __init__(self) -> None:
        super().__init__("The server is stopping, so nothing was done.")


class OtherRules(Refusal):
    """The match was begun under other rules: it cannot go on, but can still be read."""

    def __init__(self, kept: Kept) -> None:
        sentence = "The match was begun under other rules, so it cannot go on; its record is kept."
        super().__init__("other_rules", sentence)
        self.kept = kept


class OutOfTurn(Refusal):
    """The move or undo was meant for another moment of the match."""

    def __init__(self, seat: "Seat") -> None:
        number = seat.match.number
        super().__init__("out_of_turn", f"The match has {counted(number, 'move')} by now.")
        self.stands = {"view": seat.match.view(), "number": number, "revision": seat.revision}


@dataclass
class Seat:
    """A match that is held ready."""

    match_id: str
    match: Match
    closed: bool = False
    """Whether its record was handed out, so that no move can be taken back."""
    revision: int = 0
    """How many moves and undos it has seen."""
    undone: bool = False
    """Whether the last of them was an undo."""
    touched: float = -TOUCH_EVERY
    """When the store was last told that it is in use."""
    states: int = 0
    """As how many states it is counted."""


class Table:
    """Running matches, played through `dispatch`, from as many threads as there are.

    What is quick is done under one lock; what takes longer is done outside it, on a
    snapshot of the match.
    """

    def __init__(
        self,
        store: Store | None = None,
        most_moves: int = MOST_MOVES,
        most_states: int = MOST_STATES,
    ) -> None:
        self._store = Memory() if store is None else store
        self._most_moves = most_moves
        self._most_states = most_states
        self._lock = RLock()
        self._live: OrderedDict[str, Seat] = OrderedDict()
        self._states = 0
        self._quick: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "new": self._new,
            "play": self._play,
            "undo": self._undo,
            "end": self._end,
            "view": self._view,
            "look": self._look,
            "games": self._games,
            "levels": self._levels,
        }
        self._slow: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "moves": self._moves,
            "hint": self._hint,
            "preview": self._preview,
            "record": self._record,
            "history": self._history,
            "replay": self._replay,
        }
        self._verbs = self._quick | self._slow

    @property
    def verbs(self) -> tuple[str, ...]:
        """What can be asked for."""
        return tuple(self._verbs)

    def dispatch(self, request: Any, client: str = "") -> Answer:
        """Answer a request of a client; whatever is wrong with it is said in the answer."""
        try:
            if not isinstance(request, Mapping):
                raise BadRequest("bad_request", "A request is an object with a verb under 'do'.")
            verb = request.get("do")
            if not isinstance(verb, str) or verb not in self._verbs:
                known = ", ".join(self._verbs)
                raise BadRequest(
                    "bad_request", f"There is no verb {shown(verb)}; there is {known}."
                )
            asked = partial(self._new, client=client) if verb == "new" else self._verbs[verb]
            return {"ok": asked(request)}
        except Refusal as refusal:
            return {"error": _error(refusal)}

    def is_quick(self, request: Mapping[str, Any]) -> bool:
        """Return whether a request is answered about as fast as a move is played.

        It is not where a match must be played again from the store.
        """
        match_id = request.get("match")
        held = not isinstance(match_id, str) or match_id in self._live
        return request.get("do") in self._quick and held

    def check(self) -> None:
        """See that matches can be kept.

        :raises NotKept: if they cannot.
        """
        with self._lock:
            self._store.check()

    def expire(self, seconds: float) -> int:
        """Forget some matches that were not in use for so long; return how many."""
        with self._lock:
            gone = self._store.expire(seconds)
            for match_id in gone:
                self._leave(match_id)
        return len(gone)

    def shut(self) -> None:
        """Shut the store once nobody is in the middle of using it; whoever comes late is told."""
        with self._lock:
            self._store.shut()

    # -- matches ----------------------------------------------------------------

    def _new(self, request: Mapping[str, Any], client: str = "") -> Answer:
        seed = request.get("seed")
        options = request.get("options", {})
        if not isinstance(options, Mapping):
            raise BadRequest("bad_request", "The options are an object.")
        if isinstance(seed, str) and len(seed) > MOST_SEED_LETTERS:
            sentence = f"A seed that is a text has at most {MOST_SEED_LETTERS} letters here."
            raise BadRequest("bad_request", sentence)
        game = game_named(request.get("game"))
        match = Match(game, fresh_seed() if seed is None else seed, options)
        match_id = secrets.token_urlsafe(ID_BYTES)
        start = {
            "game": game.name,
            "rules": game.version,
            "digest": rules_digest(game),
            "seed": match.seed,
            "options": match.options,
        }
        with self._lock:
            for gone in self._store.begin(match_id, start, client):
                self._leave(gone)
            self._take(Seat(match_id, match, touched=time.monotonic()))
        return {"match": match_id, "view": match.view(), "revision": 0}

    @contextmanager
    def _seat(self, request: Mapping[str, Any]) -> Iterator[Seat]:
        """Hold the match that is asked for, and the lock; play it again if it is not held."""
        match_id: Any = request.get("match")
        while True:
            with self._lock:
                if isinstance(match_id, str) and match_id in self._live:
                    yield self._used(match_id)
                    return
                kept = self._kept(match_id)
            match = _resumed(kept)
            self._end_at_limit(match)
            with self._lock:
                if match_id not in self._live and self._store.load(match_id) == kept:
                    self._take(Seat(match_id, match, kept.closed, kept.revision, kept.undone))

    def _kept(self, match_id: object) -> Kept:
        """Return a match from the store."""
        kept = self._store.load(match_id) if _is_id(match_id) else None
        if kept is None:
            raise BadRequest("unknown_match", "There is no such match.")
        return kept

    def _used(self, match_id: str) -> Seat:
        """Return a seat, marked as the last one used."""
        seat, now = self._live[match_id], time.monotonic()
        self._live.move_to_end(match_id)
        if now - seat.touched > TOUCH_EVERY:
            seat.touched = now
            with suppress(NotKept):
                self._store.touch(match_id)
        return seat

    def _take(self, seat: Seat) -> None:
        self._live[seat.match_id] = seat
        self._weigh(seat)

    def _weigh(self, seat: Seat) -> None:
        """Count a seat's states; let the seats go that nobody used for longest, if need be."""
        self._states += seat.match.number + 1 - seat.states
        seat.states = seat.match.number + 1
        while len(self._live) > (1 if self._states > self._most_states else MOST_LIVE):
            self._leave(next(iter(self._live)))

    def _leave(self, match_id: str) -> None:
        """Hold a match no longer; it can be had again from the store, if that has it."""
        if seat := self._live.pop(match_id, None):
            self._states -= seat.states

    @contextmanager
    def _keeping(self, seat: Seat) -> Iterator[None]:
        """Hold what the store has: where it fails to keep a change, the match is read anew."""
        try:
            yield
        except BaseException:
            self._leave(seat.match_id)
            raise

    def _snapshot(self, request: Mapping[str, Any]) -> Match:
        """Return the match that is asked for, as it stands."""
        with self._seat(request) as seat:
            return seat.match.snapshot()

    # -- moving -----------------------------------------------------------------

    def _play(self, request: Mapping[str, Any]) -> Answer:
        with self._seat(request) as seat:
            match, number, move = seat.match, _number(request), _text(request, "move")
            late = _late(request, seat)
            again = late is None or (late == 1 and not seat.undone)
            if number == match.number and not late:
                events = self._played(seat, move)
            elif again and number == match.number - 1 and match.is_last(move):
                events = match.last_events() + (match.ending() if self._is_full(match) else [])
            else:
                raise OutOfTurn(seat)
            return {"events": events, "view": match.view(), "revision": seat.revision}

    def _played(self, seat: Seat, move: str) -> list[dict[str, Any]]:
        match, number = seat.match, seat.match.number
        if seat.closed and match.outcome == OUTCOMES[PLAYING]:
            raise BadRequest(*CLOSED)
        events = match.play(move)
        events += self._end_at_limit(match)
        with self._changing(seat, undone=False):
            self._store.append(seat.match_id, number, match.last_move, seat.revision)
            if match.ended:
                self._store.append(seat.match_id, number + 1, END, seat.revision)
        return events

    def _is_full(self, match: Match) -> bool:
        return match.number >= self._most_moves

    def _end_at_limit(self, match: Match) -> list[dict[str, Any]]:
        """ALL-9: end a match that has all the moves it may have; return what happened."""
        over = match.outcome != OUTCOMES[PLAYING]
        return [] if over or not self._is_full(match) else match.end()

    def _undo(self, request: Mapping[str, Any]) -> Answer:
        with self._seat(request) as seat:
            match, number = seat.match, _number(request)
            late = _late(request, seat)
            again = seat.undone and late in (None, 1)
            if seat.closed:
                raise BadRequest(*CLOSED)
            if number == match.number and not late:
                match.undo()
                with self._changing(seat, undone=True):
                    self._store.cut(seat.match_id, match.number, seat.revision)
            elif not again or number != match.number + 1:
                raise OutOfTurn(seat)
            return {"view": match.view(), "revision": seat.revision}

    def _end(self, request: Mapping[str, Any]) -> Answer:
        """ALL-9: end a match that is still played."""
        with self._seat(request) as seat:
            match, number, late = seat.match, _number(request), _late(request, seat)
            again = match.ended and late in (None, 1)
            if number != match.number or (late and not again):
                raise OutOfTurn(seat)
            if not again:
                match.end()
                with self._changing(seat, undone=False):
                    self._store.append(seat.match_id, number, END, seat.revision)
            return {"events": match.ending(), "view": match.view(), "revision": seat.revision}

    @contextmanager
    def _changing(self, seat: Seat, undone: bool) -> Iterator[None]:
        """Count a change of a match, and keep it."""
        seat.revision, seat.undone = seat.revision + 1, undone
        with self._keeping(seat):
            yield
        self._weigh(seat)

    # -- asking -----------------------------------------------------------------

    def _view(self, request: Mapping[str, Any]) -> Answer:
        with self._seat(request) as seat:
            match = seat.match
            return {
                "game": match.game.name,
                "options": match.options,
                "view": match.view(),
                "number": match.number,
                "revision": seat.revision,
                "closed": seat.closed,
            }

    def _look(self, request: Mapping[str, Any]) -> Answer:
        with self._seat(request) as seat:
            return seat.match.look(_text(request, "move"))

    def _moves(self, request: Mapping[str, Any]) -> Answer:
        return {"moves": list(self._snapshot(request).moves())}

    def _hint(self, request: Mapping[str, Any]) -> Answer:
        return self._snapshot(request).hint()

    def _preview(self, request: Mapping[str, Any]) -> Answer:
        return self._snapshot(request).preview()

    def _history(self, request: Mapping[str, Any]) -> Answer:
        with self._seat(request) as seat:
            match, since = seat.match.snapshot(), _since(request)
            if since > match.number:
                raise OutOfTurn(seat)
        return _page(match, since)

    # -- records ----------------------------------------------------------------

    def _record(self, request: Mapping[str, Any]) -> Answer:
        try:
            return {"record": self._handed_out(request).record()}
        except OtherRules as other:
            with self._lock:
                self._kept(request["match"])  # it may be gone by now
                self._store.close(request["match"])
            return {"record": _unproven(other.kept)}

    def _handed_out(self, request: Mapping[str, Any]) -> Match:
        """Return a match that has ended, and keep that its record was handed out."""
        with self._seat(request) as seat:
            if seat.match.outcome == OUTCOMES[PLAYING]:
                sentence = "The record holds the seed, so it can be had when the match has ended."
                raise BadRequest("running", sentence)
            if not seat.closed:
                with self._keeping(seat):
                    self._store.close(seat.match_id)
                seat.closed = True
            return seat.match.snapshot()

    def _replay(self, request: Mapping[str, Any]) -> Answer:
        text = _text(request, "record")
        if len(text) > MOST_LETTERS:
            raise BadRequest("too_long", "The record is too long to be replayed here.")
        since = _since(request)
        match = replay(text)
        if since > match.number:
            raise BadRequest("bad_request", f"The record has {match.number} moves.")
        facts = {
            "game": match.game.name,
            "options": match.options,
            "placed": match.position is not None,
        }
        return facts | _page(match, since)

    # -- what there is ----------------------------------------------------------

    def _games(self, _: Mapping[str, Any]) -> Answer:
        return {
            "games": [
                {"name": game.name, "title": game.title, "hands": game.hands()}
                for game in GAMES.values()
            ]
        }

    def _levels(self, _: Mapping[str, Any]) -> Answer:
        return {
            "levels": {
                game.name: [
                    {"level": number} | level._asdict()
                    for number, level in enumerate(game.levels.rows, 1)
                ]
                for game in GAMES.values()
            }
        }


def _since(request: Mapping[str, Any]) -> int:
    """Return how many moves a page of steps leaves out."""
    since = request.get("since", 0)
    if type(since) is not int or since < 0:
        raise BadRequest("bad_request", "Since says how many moves to leave out.")
    return since


def _page(match: Match, since: int) -> Answer:
    """Return some of a match's steps: so few that nobody waits long beside them."""
    return {
        "number": match.number,
        "since": since,
        "view": match.view_after(since),
        "steps": list(match.steps(since, MOST_STEPS)),
    }


def _resumed(kept: Kept) -> Match:
    """Play a kept match again.

    :raises OtherRules: if the rules have changed since, or nobody knows which they were.
    :raises Damaged: if it cannot have been so.
    """
    start, (moves, ended) = kept.start, _standing(kept.moves)
    if not _is_start(start):
        raise Damaged
    game = GAMES.get(start["game"])
    rules = (start["rules"], start.get("digest"))
    if game is None or rules != (game.version, rules_digest(game)):
        raise OtherRules(kept)
    try:
        match = Match(game, start["seed"], start["options"])
        for move in moves:
            match.play(move)
        if ended:
            match.end()
    except Refusal:
        raise Damaged from None
    return match


def _standing(moves: list[str]) -> tuple[list[str], bool]:
    """Return the moves of a kept match, and whether it was ended."""
    ended = moves[-1:] == [END]
    return moves[: len(moves) - ended], ended


def _unproven(kept: Kept) -> str:
    """Write down a match of other rules: what is known, and so no score and no digest of a state.

    Whoever reads it is told that it cannot be verified, whichever rules they have.
    """
    start, (moves, ended) = kept.start, _standing(kept.moves)
    lines = [
        f"{FORMAT} {FORMAT_VERSION}",
        f"game {start['game']}",
        f"rules {start['rules']} {start.get('digest', 'unknown')}",
        f"chance {CHANCE}",
        f"options {json.dumps(start['options'], sort_keys=True)}",
        f"seed {json.dumps(start['seed'])}",
        "moves",
        *(f"{number} {move}" for number, move in enumerate(moves, 1)),
        *([END] if ended else []),
        UNPROVEN,
    ]
    return "\n".join(lines) + "\n"


def _is_start(value: object) -> TypeGuard[Start]:
    """Return whether a match's beginning looks like one."""
    kinds: dict[str, Any] = {"game": str, "rules": int, "seed": (int, str), "options": dict}
    return isinstance(value, dict) and all(
        isinstance(value.get(name), kind) for name, kind in kinds.items()
    )


def _is_id(value: object) -> TypeGuard[str]:
    """Return whether a match's id can look so."""
    return isinstance(value, str) and len(value) == ID_LETTERS and value.isascii()


def _number(request: Mapping[str, Any]) -> int:
    number = request.get("number")
    if type(number) is not int:
        raise BadRequest("bad_request", "The number says how many moves were played before.")
    return number


def _late(request: Mapping[str, Any], seat: Seat) -> int | None:
    """Return how many changes came since the one a request speaks of; None if it does not say."""
    if "revision" not in request:
        return None
    revision = request["revision"]
    if type(revision) is not int:
        sentence = "The revision says how many moves and undos the match had seen."
        raise BadRequest("bad_request", sentence)
    return seat.revision - revision


def _text(request: Mapping[str, Any], name: str) -> str:
    text = request.get(name)
    if not isinstance(text, str):
        raise BadRequest("bad_request", f"The {name} is a text.")
    return text


def _error(refusal: Refusal) -> Answer:
    error: Answer = {"reason": refusal.reason, "message": _sentence(str(refusal))}
    if isinstance(refusal, OutOfTurn):
        error |= refusal.stands
    if isinstance(refusal, RecordError):
        error["move"] = refusal.move
    return error


def _sentence(text: str) -> str:
    """Return what is wrong as a sentence.

    >>> _sentence("level is a number")
    'Level is a number.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
