"""One game in progress, as a person plays it."""

import copy
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import SimpleNamespace
from typing import Any

from cardhouse.agents import adviser_of
from cardhouse.agents.luck import Luck
from cardhouse.core.chance import Seed, key_of, set_key
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind
from cardhouse.games import game_named
from cardhouse.games.game import GAME_OVER, LEGAL, OUTCOMES, PLAYING, AnyGame
from cardhouse.games.position import check_keys
from cardhouse.games.refusal import BadSetup, IllegalMove
from cardhouse.games.words import TYPED
from cardhouse.record import (
    Claims,
    Record,
    RecordError,
    beginning_lines,
    ending_lines,
    move_lines,
    read_record,
    record_lines,
    record_text,
    state_digest,
)

SEED_BITS = 128
"""How many random bits a seed has that nobody chose."""
HELD_EVERY = 8
"""Of so many states that are past, one is held: the others are played again when asked for."""
BY_PLAYER = "its player ended it"
"""Why a match is over that its rules had not ended (ALL-9)."""
ENDED = ("ended", "The match was ended, so nothing follows.")
"""Why there is no move after `Match.end`: a code, and a sentence."""


class Match:
    """One game being played: checks every move, keeps the history, takes moves back.

    Start one with `new` or `place`.
    """

    def __init__(
        self,
        game: AnyGame,
        seed: Seed,
        options: Mapping[str, Any],
        position: dict[str, Any] | None = None,
    ) -> None:
        """Deal *game*; lay *position* on the table, if there is one.

        :raises BadSetup: if the seed, an option or the position is impossible.
        """
        self.game = game
        self.seed = seed
        self.position = position
        implied = {} if position is None else game.options.options_of(position)
        for name in implied:
            if options.get(name, implied[name]) != implied[name]:
                raise BadSetup("bad_option", f"the position has another {name} than the options")
        self.options: dict[str, Any] = game.read_options({**options, **implied})
        self.state = self._dealt()
        if position is not None:  # as the table shows it: nothing else is claimed in a record
            seen = game.view.view(self.state)
            self.position = {key: seen[key] for key in position}
        self.words = TYPED
        """How sentences write what lies on the table."""
        self.ended = False
        self._moves: list[int] = []
        self._held: list[Any] = []
        """The states before the first move and every eighth after it."""

    def _dealt(self) -> Any:
        s = self.game.rules.State()
        try:
            set_key(s, key_of(self.seed))
        except ValueError as error:
            raise BadSetup("bad_seed", str(error)) from None
        self.game.options.set_options(s, self.options)
        self.game.rules.deal(s)
        if self.position is not None:
            self.game.view.place(s, self.position)
        s.events.clear()
        return s

    # -- seeing -----------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return what the player sees, ready for JSON (ALL-3)."""
        return self.view_after(self.number)

    def view_after(self, number: int) -> dict[str, Any]:
        """Return what the player saw after the first *number* moves."""
        seen = dict(self.game.view.view(self._after(number)))
        stands = number == self.number
        ended = {"outcome": self.outcome, "phase": "over", "ending": BY_PLAYER}
        return seen | ended if stands and self.ended else seen

    def _after(self, number: int) -> Any:
        """Return the state after the first *number* moves, to be looked at."""
        if number == self.number:
            return self.state
        held = number // HELD_EVERY
        s = self._held[held]
        for move in self._moves[held * HELD_EVERY : number]:
            s = self._next(s, move)
        return s

    def _next(self, s: Any, move: int) -> Any:
        """Return the state after a move that was legal in *s*."""
        after = copy_state(s)
        self.game.rules.apply(after, move)
        after.events.clear()
        return after

    @property
    def outcome(self) -> str:
        """How the game stands: "playing", "won", "lost" or "over"."""
        rules = self.game.rules
        return OUTCOMES[(rules.given_up if self.ended else rules.outcome)(self.state)]

    @property
    def score(self) -> int:
        """The points made so far."""
        score: int = self.state.score
        return score

    @property
    def number(self) -> int:
        """How many moves were played."""
        return len(self._moves)

    @property
    def played(self) -> list[str]:
        """The moves played so far."""
        return [self.game.notation.move_text(move) for move in self._moves]

    @property
    def last_move(self) -> str:
        """The last move played."""
        text: str = self.game.notation.move_text(self._moves[-1])
        return text

    def states(self) -> list[Any]:
        """Return the state at the start and after every move."""
        states: list[Any] = []
        for number in range(self.number):
            held, passed = divmod(number, HELD_EVERY)
            if passed:
                states.append(self._next(states[-1], self._moves[number - 1]))
            else:
                states.append(self._held[held])
        return [*states, self.state]

    def digest(self) -> str:
        """Return a short text that differs for any two different states."""
        return state_digest(self.state)

    def record(self) -> str:
        """Return the game as text, which `cardhouse.replay` reads and proves."""
        return record_text(self.as_record(), self.states())

    def as_record(self) -> Record:
        """Return what the game is fixed by."""
        moves = tuple(self.played)
        return Record(self.game, self.options, self.seed, self.position, moves, self.ended)

    def snapshot(self) -> "Match":
        """Return the match as it stands: what is played later does not reach it."""
        twin = copy.copy(self)
        twin._moves, twin._held = self._moves[:], self._held[:]
        return twin

    def steps(self, since: int = 0, most: int | None = None) -> Iterator[dict[str, Any]]:
        """Iterate over each move, its events and the view after it, but for the first *since*.

        There are at most *most*, if a number is given.  What `end` told comes with the last.
        """
        last = self.number if most is None else min(since + most, self.number)
        s = self._after(since) if since < last else self.state
        for number, move in enumerate(self._moves[since:last], since + 1):
            s = copy_state(s)
            events = self._applied(s, move)
            stands = number == self.number
            yield {
                "move": self.game.notation.move_text(move),
                "events": events + (self.ending() if stands else []),
                "view": self.view() if stands else self.game.view.view(s),
            }

    # -- moving -----------------------------------------------------------------

    def moves(self) -> Iterator[str]:
        """Iterate over the legal moves as text, by move number."""
        rules, s = self.game.rules, self.state
        legal = [0] * rules.MOVES
        if not self.ended:
            rules.mark_legal(s, legal, [0] * rules.ROOM)
        for move in range(rules.MOVES):
            if legal[move]:
                yield self.game.notation.move_text(move)

    def play(self, text: str) -> list[dict[str, Any]]:
        """Play a move and return what happened (ALL-2).

        :raises IllegalMove: if it is not allowed now, or no move; nothing has changed.
        """
        move = self.parse(text)
        after = copy_state(self.state)
        events = self._applied(after, move)
        if self.number % HELD_EVERY == 0:
            self._held.append(self.state)
        self._moves.append(move)
        self.state = after
        return events

    def parse(self, text: str) -> int:
        """Return the number of a move that is legal now.

        :raises IllegalMove: if it is not, or is no move.
        """
        if not isinstance(text, str):
            raise IllegalMove("no_move", "A move is a text.")
        move: int = self.game.notation.parse_move(text)
        self._check_playing()
        refusal = self.game.rules.refusal(self.state, move)
        if refusal != LEGAL:
            raise IllegalMove(*self.game.notation.refusal_text(self.state, refusal, self.words))
        return move

    def undo(self) -> None:
        """Take the last move back; the random streams go back too.

        :raises IllegalMove: if no move was played, or the match was ended.
        """
        if self.ended:
            raise IllegalMove(*ENDED)
        if not self._moves:
            raise IllegalMove("no_undo", "There is no move to take back.")
        self.state = self._after(self.number - 1)
        self._moves.pop()
        if self.number % HELD_EVERY == 0:
            self._held.pop()

    def end(self) -> list[dict[str, Any]]:
        """ALL-9: end a match that is still played, and return what happened.

        :raises IllegalMove: if it has ended already; nothing has changed.
        """
        self._check_playing()
        self.ended = True
        return self.ending()

    def ending(self) -> list[dict[str, Any]]:
        """Return again what `end` returned; nothing if the match was not ended so."""
        return [_end_event(self.outcome, self.score, BY_PLAYER)] if self.ended else []

    def is_last(self, text: str) -> bool:
        """Return whether *text* is the last move played."""
        try:
            return bool(self.game.notation.parse_move(text) == self._moves[-1])
        except (IllegalMove, IndexError):
            return False

    def last_events(self) -> list[dict[str, Any]]:
        """Return again what the last move's `play` returned; nothing if there is none."""
        if not self._moves:
            return []
        return self._applied(copy_state(self._after(self.number - 1)), self._moves[-1])

    def _applied(self, s: Any, move: int) -> list[dict[str, Any]]:
        """Apply a move; return what the rules told, and the end if this is one."""
        self.game.rules.apply(s, move)
        events: list[dict[str, Any]] = self.game.events.event_dicts(s.events, self.words)
        s.events.clear()
        outcome = OUTCOMES[self.game.rules.outcome(s)]
        if outcome != OUTCOMES[PLAYING]:
            why = self.game.view.view(s).get("ending")
            events.append(_end_event(outcome, s.score, why))
        return events

    # -- asking -----------------------------------------------------------------

    def look(self, text: str) -> dict[str, Any]:
        """Return whether a move would be legal, and its worth or why not; changes nothing."""
        try:
            move = self.parse(text)
        except IllegalMove as illegal:
            return {"legal": False, "reason": illegal.reason, "message": str(illegal)}
        worth = self.game.prospects.worth(self.state, move)
        return {"legal": True, "worth": worth, "message": self.describe(move)}

    def hint(self) -> dict[str, Any]:
        """Return the move that the game's adviser would play, and what it does.

        The adviser's luck is always the same, so that the same table gets the same hint.

        :raises IllegalMove: if the game is over.
        """
        self._check_playing()
        move = _adviser(self.game).choose(copy_state(self.state), Luck())
        return {"move": self.game.notation.move_text(move), "why": self.describe(move)}

    def preview(self, rounds: int | None = None) -> dict[str, Any]:
        """Return what the next move may bring, where that is up to chance; changes nothing.

        More *rounds* tried take longer, and come nearer.

        :raises IllegalMove: if the game has no preview, or none now.
        """
        if self.game.preview is None:
            raise IllegalMove("no_preview", f"{self.game.title} has no preview.")
        self._check_playing()
        foresee = self.game.preview.preview
        seen: dict[str, Any] = (
            foresee(self.state) if rounds is None else foresee(self.state, rounds)
        )
        return seen

    def _check_playing(self) -> None:
        if self.ended:
            raise IllegalMove(*ENDED)
        if self.outcome != OUTCOMES[PLAYING]:
            raise IllegalMove(*GAME_OVER)

    def describe(self, move: int) -> str:
        """Say what a legal move would make."""
        return self.game.view.describe(copy_state(self.state), move, self.words)


def _end_event(outcome: str, score: int, why: str | None) -> dict[str, Any]:
    text = f"{outcome}, with {score:,} points"
    return {"event": "end", "outcome": outcome, "score": score, "why": why, "text": text}


@cache
def _adviser(game: AnyGame) -> SimpleNamespace:
    """Return the bot that gives the hints, bound to a game: its own, or one that plays any."""
    return bind(adviser_of(game), *game.contract)


def new(game: str, seed: Seed | None = None, **options: Any) -> Match:
    """Start a game, from a seed nobody knows if none is given.

    :raises BadSetup: if the game, the seed or an option is unknown.
    """
    return Match(game_named(game), fresh_seed() if seed is None else seed, options)


def place(
    game: str, position: Mapping[str, Any], seed: Seed | None = None, **options: Any
) -> Match:
    """Start a game from a position set by hand: any of the keys of `Match.view`.

    :raises BadSetup: if the game, the seed or an option is unknown, or the position impossible.
    """
    chosen = game_named(game)
    laid = _plain(chosen, position)
    return Match(chosen, fresh_seed() if seed is None else seed, options, laid)


def replay(text: str) -> Match:
    """Play a record again, holding every line of it to what the game does.

    :raises RecordError: if it is no record, or if any of it does not hold.
    """
    record = read_record(text)
    try:
        position = record.position and _plain(record.game, record.position)
        match = Match(record.game, record.seed, record.options, position)
    except BadSetup as bad:
        raise RecordError("false", f"no game begins so: {bad}") from None
    claims = Claims(record_lines(text))
    claims.hold(beginning_lines(match.as_record(), match.state))
    for number, move in enumerate(record.moves, 1):
        try:
            match.play(move)
        except IllegalMove as illegal:
            sentence = f"move {number} is not legal: {illegal}"
            raise RecordError("false", sentence, number) from None
        claims.hold(move_lines(number, match.last_move, match.state))
    if record.ended:
        with suppress(IllegalMove):  # a game that was over has no such line
            match.end()
    claims.hold(ending_lines(match.as_record(), match.state))
    claims.hold_end()
    return match


def fresh_seed() -> int:
    """Return a seed that nobody can foretell."""
    return secrets.randbits(SEED_BITS)


def _plain(game: AnyGame, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position as JSON has it, so that a record can hold it."""
    plain: dict[str, Any] | None = None
    with suppress(TypeError, ValueError, RecursionError):
        if isinstance(position, Mapping):
            plain = json.loads(json.dumps(dict(position), allow_nan=False))
    if plain is None:
        raise BadSetup("bad_position", "a position is a dict with the keys of a view")
    check_keys(plain, game.keys)
    return {key: value for key, value in plain.items() if key not in game.view.FOLLOWING}
