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

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from cardhouse.games import GAMES, game_named
from cardhouse.games.game import OUTCOMES, PLAYING, Json
from cardhouse.games.refusal import IllegalMove, Refusal, shown
from cardhouse.games.words import TYPED, Words
from cardhouse.match import Match, fresh_seed, replay
from cardhouse.record import END, UNDO
from cardhouse.table.kept import OtherRules, unproven
from cardhouse.table.refusals import CLOSED, FULL, Answer, BadRequest, OutOfTurn, error_of
from cardhouse.table.requests import (
    MOST_SEED_LETTERS,
    Request,
    number_in,
    revision_in,
    since_in,
    text_in,
)
from cardhouse.table.seats import MOST_MOVES, MOST_STATES, Seat, Seats
from cardhouse.table.stores import Memory, Store

MOST_LETTERS = 400_000
"""The longest record that is replayed here: some ten thousand moves."""
MOST_STEPS = 200
"""How many moves of a match or a record are told at once."""


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
        words: Words = TYPED,
    ) -> None:
        """Play on with the matches of a *store*; sentences have these *words*."""
        kept = Memory() if store is None else store
        self._seats = Seats(kept, words, most_moves, most_states)
        self._quick: dict[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "play": self._play,
            "undo": self._undo,
            "end": self._end,
            "view": self._view,
            "look": self._look,
            "games": self._games,
            "levels": self._levels,
        }
        self._slow: dict[str, Callable[[Request], Answer]] = {
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

    def dispatch(self, request: object, client: str = "") -> Answer:
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
            return {"error": error_of(refusal)}

    def is_quick(self, request: Request) -> bool:
        """Return whether a request is answered about as fast as a move is played.

        It is not where a match must be played again from the store.
        """
        match_id = request.get("match")
        held = not isinstance(match_id, str) or match_id in self._seats.live
        return request.get("do") in self._quick and held

    def check(self) -> None:
        """See that matches can be kept.

        :raises NotKept: if they cannot.
        """
        with self._seats.lock:
            self._seats.store.check()

    def expire(self, seconds: float) -> int:
        """Forget some matches that were not in use for so long; return how many."""
        return self._seats.expire(seconds)

    def shut(self) -> None:
        """Shut the store once nobody is in the middle of using it; whoever comes late is told."""
        with self._seats.lock:
            self._seats.store.shut()

    # -- matches ----------------------------------------------------------------

    def _new(self, request: Request, client: str = "") -> Answer:
        seed = request.get("seed")
        options = request.get("options", {})
        if not isinstance(options, Mapping):
            raise BadRequest("bad_request", "The options are an object.")
        if isinstance(seed, str) and len(seed) > MOST_SEED_LETTERS:
            sentence = f"A seed that is a text has at most {MOST_SEED_LETTERS} letters here."
            raise BadRequest("bad_request", sentence)
        game = game_named(request.get("game"))
        seed = fresh_seed() if seed is None else seed
        match = Match(game, seed, options, request.get("position"))
        match_id = self._seats.begin(match, client)
        return {"match": match_id, "view": match.view(), "revision": 0}

    def _seat(self, request: Request) -> AbstractContextManager[Seat]:
        """Hold the match that is asked for, and the lock."""
        return self._seats.held(request.get("match"))

    def _snapshot(self, request: Request) -> Match:
        """Return the match that is asked for, as it stands."""
        with self._seat(request) as seat:
            return seat.match.snapshot()

    # -- moving -----------------------------------------------------------------

    def _play(self, request: Request) -> Answer:
        with self._seat(request) as seat:
            match, number, move = seat.match, number_in(request), text_in(request, "move")
            late = _late(request, seat)
            again = late is None or (late == 1 and not seat.went_back)
            if number == match.number and not late:
                events = self._played(seat, move)
            elif again and number == match.number - 1 and match.is_last(move):
                events = match.last_events()
                events += match.ending() if self._seats.is_full(seat) else []
            else:
                raise OutOfTurn(_stands(seat))
            return {"events": events, "view": match.view(), "revision": seat.revision}

    def _played(self, seat: Seat, move: str) -> list[Json]:
        match, number = seat.match, seat.match.number
        if seat.closed and match.outcome == OUTCOMES[PLAYING]:
            raise BadRequest(*CLOSED)
        events = match.play(move)
        with self._seats.changing(seat, went_back=False):
            self._seats.store.append(seat.match_id, number, match.last_move, seat.revision)
        return events + self._ended_at_limit(seat)

    def _ended_at_limit(self, seat: Seat) -> list[Json]:
        """ALL-9: end a match that has had all it may have, and keep that; return what happened."""
        events = self._seats.end_at_limit(seat)
        if events:
            with self._seats.keeping(seat):
                self._seats.store.append(seat.match_id, seat.match.number, END, seat.revision)
        return events

    def _undo(self, request: Request) -> Answer:
        with self._seat(request) as seat:
            match, number = seat.match, number_in(request)
            late = _late(request, seat)
            again = seat.went_back and late in (None, 1)
            if seat.closed:
                raise BadRequest(*CLOSED)
            if number == match.number and not late:
                self._taken_back(seat)
            elif not again or number != match.number + 1:
                raise OutOfTurn(_stands(seat))
            return {"view": match.view(), "revision": seat.revision}

    def _taken_back(self, seat: Seat) -> None:
        """ALL-7: take a move back; this counts as a move does, so it may be the last."""
        match, undone = seat.match, seat.match.undone
        if self._seats.is_full(seat):
            raise IllegalMove(*FULL)
        match.undo()
        with self._seats.changing(seat, went_back=True):
            new_key = match.undone > undone
            self._seats.store.cut(seat.match_id, match.number, seat.revision, new_key)
        self._ended_at_limit(seat)

    def _end(self, request: Request) -> Answer:
        """ALL-9: end a match that is still played."""
        with self._seat(request) as seat:
            match, number, late = seat.match, number_in(request), _late(request, seat)
            again = match.ended and late in (None, 1)
            if number != match.number or (late and not again):
                raise OutOfTurn(_stands(seat))
            if not again:
                match.end()
                with self._seats.changing(seat, went_back=False):
                    self._seats.store.append(seat.match_id, number, END, seat.revision)
            return {"events": match.ending(), "view": match.view(), "revision": seat.revision}

    # -- asking -----------------------------------------------------------------

    def _view(self, request: Request) -> Answer:
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

    def _look(self, request: Request) -> Answer:
        with self._seat(request) as seat:
            return seat.match.look(text_in(request, "move"))

    def _moves(self, request: Request) -> Answer:
        return {"moves": list(self._snapshot(request).moves())}

    def _hint(self, request: Request) -> Answer:
        """ALL-8: count a hint, and give it."""
        with self._seat(request) as seat:
            match = seat.match
            if match.count_hint():
                with self._seats.keeping(seat):
                    self._seats.store.hint(seat.match_id, match.number)
            match = match.snapshot()
        return match.hint()

    def _preview(self, request: Request) -> Answer:
        return self._snapshot(request).preview()

    def _history(self, request: Request) -> Answer:
        with self._seat(request) as seat:
            match, since = seat.match.snapshot(), since_in(request)
            if since > match.number:
                raise OutOfTurn(_stands(seat))
        return _page(match, since)

    # -- records ----------------------------------------------------------------

    def _record(self, request: Request) -> Answer:
        try:
            return {"record": self._handed_out(request).record()}
        except OtherRules as other:
            with self._seats.lock:
                self._seats.kept(request["match"])  # it may be gone by now
                self._seats.store.close(request["match"])
            return {"record": unproven(other.kept)}

    def _handed_out(self, request: Request) -> Match:
        """Return a match that has ended, and keep that its record was handed out."""
        with self._seat(request) as seat:
            if seat.match.outcome == OUTCOMES[PLAYING]:
                sentence = "The record holds the seed, so it can be had when the match has ended."
                raise BadRequest("running", sentence)
            if not seat.closed:
                with self._seats.keeping(seat):
                    self._seats.store.close(seat.match_id)
                seat.closed = True
            return seat.match.snapshot()

    def _replay(self, request: Request) -> Answer:
        text = text_in(request, "record")
        if len(text) > MOST_LETTERS:
            raise BadRequest("too_long", "The record is too long to be replayed here.")
        since = since_in(request)
        if text.count(f"\n{UNDO}\n") > MOST_MOVES:
            raise BadRequest("too_long", "The record has too many undos to be replayed here.")
        match = replay(text)
        match.words = self._seats.words
        if since > match.number:
            raise BadRequest("bad_request", f"The record has {match.number} moves.")
        facts = {
            "game": match.game.name,
            "options": match.options,
            "placed": match.position is not None,
        }
        return facts | _page(match, since)

    # -- what there is ----------------------------------------------------------

    def _games(self, _: Request) -> Answer:
        return {
            "games": [
                {
                    "name": game.name,
                    "title": game.title,
                    "hands": game.hands(),
                    "moves": game.moves.infos(),
                }
                for game in GAMES.values()
            ]
        }

    def _levels(self, _: Request) -> Answer:
        return {
            "levels": {
                game.name: [
                    {"level": number} | level._asdict()
                    for number, level in enumerate(game.levels.rows, 1)
                ]
                for game in GAMES.values()
            }
        }


def _page(match: Match, since: int) -> Answer:
    """Return some of a match's steps: so few that nobody waits long beside them."""
    return {
        "number": match.number,
        "since": since,
        "view": match.view_after(since),
        "steps": list(match.steps(since, MOST_STEPS)),
    }


def _late(request: Request, seat: Seat) -> int | None:
    """Return how many changes came since the one a request speaks of; None if it does not say."""
    revision = revision_in(request)
    return None if revision is None else seat.revision - revision


def _stands(seat: Seat) -> Answer:
    """Return how a match stands by now."""
    number = seat.match.number
    return {"view": seat.match.view(), "number": number, "revision": seat.revision}
