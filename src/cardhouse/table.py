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

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cardhouse.games import GAMES, game_named
from cardhouse.games.game import OUTCOMES, PLAYING, Refusal, counted, shown
from cardhouse.match import Match, fresh_seed, replay
from cardhouse.record import RecordError

MOST_LETTERS = 400_000
"""The longest record that is replayed here: some ten thousand moves."""
ID_BYTES = 16
"""How many random bytes a match's id has: enough that nobody guesses one."""

Start = dict[str, Any]
"""How a match began: its game, seed and options."""
Answer = dict[str, Any]


class Store(Protocol):
    """Where running matches are kept."""

    def begin(self, match_id: str, start: Start) -> None:
        """Keep a new match."""

    def append(self, match_id: str, number: int, move: str) -> None:
        """Keep one more move, the one that *number* moves came before."""

    def cut(self, match_id: str, number: int) -> None:
        """Forget all moves but the first *number*."""

    def load(self, match_id: str) -> tuple[Start, list[str]] | None:
        """Return how a match began and its moves; None if there is no such match."""


class Memory:
    """A store that lasts as long as the program."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Start, list[str]]] = {}

    def begin(self, match_id: str, start: Start) -> None:
        """Keep a new match."""
        self._kept[match_id] = (start, [])

    def append(self, match_id: str, number: int, move: str) -> None:
        """Keep one more move, the one that *number* moves came before."""
        self._kept[match_id][1][number:] = [move]

    def cut(self, match_id: str, number: int) -> None:
        """Forget all moves but the first *number*."""
        del self._kept[match_id][1][number:]

    def load(self, match_id: str) -> tuple[Start, list[str]] | None:
        """Return how a match began and its moves; None if there is no such match."""
        return self._kept.get(match_id)


class BadRequest(Refusal):
    """The request cannot be understood, or asks for what is not there."""


class OutOfTurn(Refusal):
    """The move or undo was meant for another moment of the match."""

    def __init__(self, match: Match) -> None:
        super().__init__("out_of_turn", f"The match has {counted(match.number, 'move')} by now.")
        self.view, self.number = match.view(), match.number


class Table:
    """Running matches, played through `dispatch`."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = Memory() if store is None else store
        self._live: dict[str, Match] = {}
        self._told: set[str] = set()
        self._verbs: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "new": self._new,
            "play": self._play,
            "undo": self._undo,
            "view": self._view,
            "moves": self._moves,
            "hint": self._hint,
            "look": self._look,
            "preview": self._preview,
            "record": self._record,
            "replay": self._replay,
            "games": self._games,
            "levels": self._levels,
        }

    def dispatch(self, request: Any) -> Answer:
        """Answer a request; whatever is wrong with it is said in the answer."""
        try:
            if not isinstance(request, Mapping):
                raise BadRequest("bad_request", "A request is an object with a verb under 'do'.")
            verb = request.get("do")
            if not isinstance(verb, str) or verb not in self._verbs:
                known = ", ".join(self._verbs)
                raise BadRequest(
                    "bad_request", f"There is no verb {shown(verb)}; there is {known}."
                )
            return {"ok": self._verbs[verb](request)}
        except Refusal as refusal:
            return {"error": _error(refusal)}

    # -- matches ----------------------------------------------------------------

    def _new(self, request: Mapping[str, Any]) -> Answer:
        seed = request.get("seed")
        options = request.get("options", {})
        if not isinstance(options, Mapping):
            raise BadRequest("bad_request", "The options are an object.")
        game = game_named(request.get("game"))
        match = Match(game, fresh_seed() if seed is None else seed, options)
        match_id = secrets.token_urlsafe(ID_BYTES)
        start = {"game": game.name, "seed": match.seed, "options": match.options}
        self._store.begin(match_id, start)
        self._live[match_id] = match
        return {"match": match_id, "view": match.view()}

    def _match(self, request: Mapping[str, Any]) -> Match:
        match_id = request.get("match")
        if isinstance(match_id, str):
            if match_id in self._live:
                return self._live[match_id]
            if kept := self._store.load(match_id):
                self._live[match_id] = _resumed(*kept)
                return self._live[match_id]
        raise BadRequest("unknown_match", "There is no such match.")

    # -- moving -----------------------------------------------------------------

    def _play(self, request: Mapping[str, Any]) -> Answer:
        match, number, move = self._match(request), _number(request), _text(request, "move")
        if number == match.number:
            events = match.play(move)
            self._store.append(request["match"], number, match.played[-1])
        elif number == match.number - 1 and match.is_last(move):
            events = match.last_events()
        else:
            raise OutOfTurn(match)
        return {"events": events, "view": match.view()}

    def _undo(self, request: Mapping[str, Any]) -> Answer:
        match, number = self._match(request), _number(request)
        if request["match"] in self._told:
            raise BadRequest("closed", "Its record was handed out, so the match is closed.")
        if number == match.number:
            match.undo()
            self._store.cut(request["match"], match.number)
        elif number != match.number + 1:
            raise OutOfTurn(match)
        return {"view": match.view()}

    # -- asking -----------------------------------------------------------------

    def _view(self, request: Mapping[str, Any]) -> Answer:
        match = self._match(request)
        return {"view": match.view(), "number": match.number}

    def _moves(self, request: Mapping[str, Any]) -> Answer:
        return {"moves": list(self._match(request).moves())}

    def _hint(self, request: Mapping[str, Any]) -> Answer:
        return self._match(request).hint()

    def _look(self, request: Mapping[str, Any]) -> Answer:
        return self._match(request).look(_text(request, "move"))

    def _preview(self, request: Mapping[str, Any]) -> Answer:
        return self._match(request).preview()

    # -- records ----------------------------------------------------------------

    def _record(self, request: Mapping[str, Any]) -> Answer:
        match = self._match(request)
        if match.outcome == OUTCOMES[PLAYING]:
            sentence = "The record holds the seed, so it can be had when the match has ended."
            raise BadRequest("running", sentence)
        self._told.add(request["match"])
        return {"record": match.record()}

    def _replay(self, request: Mapping[str, Any]) -> Answer:
        text = _text(request, "record")
        if len(text) > MOST_LETTERS:
            raise BadRequest("too_long", "The record is too long to be replayed here.")
        match = replay(text)
        again = Match(match.game, match.seed, match.options, match.position)
        first = again.view()
        steps = [
            {"move": move, "events": again.play(move), "view": again.view()}
            for move in match.played
        ]
        return {
            "game": match.game.name,
            "options": match.options,
            "placed": match.position is not None,
            "view": first,
            "steps": steps,
        }

    # -- what there is ----------------------------------------------------------

    def _games(self, _: Mapping[str, Any]) -> Answer:
        return {"games": [{"name": game.name, "title": game.title} for game in GAMES.values()]}

    def _levels(self, _: Mapping[str, Any]) -> Answer:
        return {
            "levels": {
                game.name: [
                    {"level": number} | level._asdict()
                    for number, level in enumerate(game.options.LEVELS, 1)
                ]
                for game in GAMES.values()
            }
        }


def _resumed(start: Start, moves: list[str]) -> Match:
    match = Match(game_named(start["game"]), start["seed"], start["options"])
    for move in moves:
        match.play(move)
    return match


def _number(request: Mapping[str, Any]) -> int:
    number = request.get("number")
    if type(number) is not int:
        raise BadRequest("bad_request", "The number says how many moves were played before.")
    return number


def _text(request: Mapping[str, Any], name: str) -> str:
    text = request.get(name)
    if not isinstance(text, str):
        raise BadRequest("bad_request", f"The {name} is a text.")
    return text


def _error(refusal: Refusal) -> Answer:
    error: Answer = {"reason": refusal.reason, "message": str(refusal)}
    if isinstance(refusal, OutOfTurn):
        error |= {"view": refusal.view, "number": refusal.number}
    if isinstance(refusal, RecordError):
        error["move"] = refusal.move
    return error
