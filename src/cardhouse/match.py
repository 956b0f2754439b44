"""One game in progress, as a person plays it."""

import copy
import json
import secrets
from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from types import SimpleNamespace
from typing import Any

from cardhouse.agents import adviser_of
from cardhouse.agents.luck import Luck
from cardhouse.core.chance import Seed, key_of, set_key
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind
from cardhouse.games import game_named
from cardhouse.games.game import (
    GAME_OVER,
    LEGAL,
    OUTCOMES,
    PLAYING,
    AnyGame,
    Json,
    State,
)
from cardhouse.games.position import check_keys
from cardhouse.games.refusal import BadSetup, IllegalMove, counted
from cardhouse.games.shape import Aid, Outcome
from cardhouse.games.words import TYPED
from cardhouse.record import (
    Claims,
    Record,
    RecordError,
    beginning_lines,
    ending_lines,
    moment_lines,
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
        options: Mapping[str, object],
        position: Mapping[str, object] | None = None,
    ) -> None:
        """Deal *game*; lay *position* on the table, if there is one.

        :raises BadSetup: if the seed, an option or the position is impossible.
        """
        self.game = game
        self.seed = seed
        self.position = None if position is None else _plain(game, position)
        implied = {} if self.position is None else game.options.options_of(self.position)
        for name in implied:
            if options.get(name, implied[name]) != implied[name]:
                raise BadSetup("bad_option", f"the position has another {name} than the options")
        self.options: Json = game.read_options({**options, **implied})
        self.state: Any = self._dealt()
        """The whole game, of the class that its rules declare."""
        if self.position is not None:  # as the table shows it: nothing else is claimed in a record
            seen = game.view.view(self.state)
            self.position = {key: seen[key] for key in self.position}
        self.words = TYPED
        """How sentences write what lies on the table."""
        self.ended = False
        self.hints = 0
        """How many hints were asked for, one a position at most (ALL-8)."""
        self._hinted: frozenset[int] = frozenset()
        """After how many of the standing moves."""
        self._moves: list[int] = []
        self._undos: tuple[int, ...] = ()
        """For each new key, in order, after how many of the standing moves it holds (ALL-7)."""
        self._keys: tuple[tuple[int, ...], ...] = (tuple(self.state.key),)
        """The chain of keys: the seed's, and those."""
        self._held: dict[int, State] = {}
        """The states before the first move and every eighth after it, without keys from there."""

    def _dealt(self) -> State:
        s: State = self.game.rules.State()
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

    def view(self) -> Json:
        """Return what the player sees, ready for JSON (ALL-3)."""
        return self.view_after(self.number)

    def view_after(self, number: int) -> Json:
        """Return what the player saw after the first *number* moves."""
        return self._seen(number, self._after(number))

    def _seen(self, number: int, s: State) -> Json:
        """Return a view, with the undos up to its moment and all hints (ALL-8)."""
        aid: Aid = {"undone": bisect(self._undos, number), "hints": self.hints}
        seen = {**self.game.view.view(s), **aid}
        if self.ended and number == self.number:
            seen |= {"outcome": self.outcome, "phase": "over", "ending": BY_PLAYER}
        return seen

    def _after(self, number: int) -> State:
        """Return the state after the first *number* moves, to be looked at."""
        if number == self.number:
            now: State = self.state
            return now
        return self._renewed(self._reached(number), number)

    def _reached(self, number: int) -> State:
        """Return the state after the first *number* moves, without a key that holds from there."""
        held = number - number % HELD_EVERY
        s: State = self._held.get(held, self.state)
        for place in range(held, number):
            s = self._next(self._renewed(s, place), self._moves[place])
        return s

    def _renewed(self, s: State, number: int) -> State:
        """ALL-7: put in the newest key that holds from after *number* moves, if there is one."""
        salt = bisect(self._undos, number)
        return self._rekeyed(s, salt) if number in self._undos[salt - 1 : salt] else s

    def _rekeyed(self, s: State, salt: int) -> State:
        """Return a state with key number *salt*, put in by the game's own `rekey`."""
        s = copy_state(s)
        s.key[:] = self._keys[salt - 1]
        self.game.rules.rekey(s, salt)
        s.events.clear()
        return s

    def _next(self, s: State, move: int) -> State:
        """Return the state after a move that was legal in *s*."""
        after = copy_state(s)
        self.game.rules.apply(after, move)
        after.events.clear()
        return after

    @property
    def outcome(self) -> Outcome:
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
        """How many moves stand."""
        return len(self._moves)

    @property
    def undone(self) -> int:
        """How many moves that drew chance were taken back (ALL-8)."""
        return len(self._undos)

    @property
    def aid(self) -> str:
        """Say what help the match had; a match is unaided if it had none (ALL-8).

        >>> match = new("boom", seed=7)
        >>> match.aid
        'unaided'
        >>> hint = match.hint()
        >>> match.aid
        '1 hint'
        """
        counts = ((self.undone, "undo"), (self.hints, "hint"))
        return ", ".join(counted(count, noun) for count, noun in counts if count) or "unaided"

    @property
    def played(self) -> list[str]:
        """The moves that stand."""
        return [self.game.notation.move_text(move) for move in self._moves]

    @property
    def last_move(self) -> str:
        """The last move played."""
        return self.game.notation.move_text(self._moves[-1])

    @property
    def weight(self) -> int:
        """As how many moves the match weighs, of which every eighth has its state held."""
        return 1 + self.number + self.undone

    def states(self) -> list[State]:
        """Return the state at the start and after every move."""
        states: list[State] = []
        for number in range(self.number):
            held = self._held.get(number)
            s = held or self._next(states[-1], self._moves[number - 1])
            states.append(self._renewed(s, number))
        return [*states, self.state]

    def digest(self) -> str:
        """Return a short text that differs for any two different states."""
        return state_digest(self.state)

    def record(self) -> str:
        """Return the game as text, which `cardhouse.replay` reads and proves."""
        return record_text(self.as_record(), self.states())

    def as_record(self) -> Record:
        """Return what the game is fixed by."""
        return Record(
            self.game,
            self.options,
            self.seed,
            self.position,
            tuple(self.played),
            self._undos,
            self.ended,
            self.hints,
        )

    def snapshot(self) -> "Match":
        """Return the match as it stands: what is played later does not reach it."""
        twin = copy.copy(self)
        twin._moves, twin._held = self._moves[:], self._held.copy()
        return twin

    def steps(self, since: int = 0, most: int | None = None) -> Iterator[Json]:
        """Iterate over each move, its events and the view after it, but for the first *since*.

        There are at most *most*, if a number is given.  What `end` told comes with the last.
        """
        last = self.number if most is None else min(since + most, self.number)
        s = self._after(since) if since < last else self.state
        for number, move in enumerate(self._moves[since:last], since + 1):
            after = copy_state(s)
            events = self._applied(after, move)
            stands = number == self.number
            yield {
                "move": self.game.notation.move_text(move),
                "events": events + (self.ending() if stands else []),
                "view": self._seen(number, after),
            }
            s = self._renewed(after, number)

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

    def play(self, text: str) -> list[Json]:
        """Play a move and return what happened (ALL-2).

        :raises IllegalMove: if it is not allowed now, or no move; nothing has changed.
        """
        move = self.parse(text)
        after = copy_state(self.state)
        events = self._applied(after, move)
        self._hold(self.state)
        self._moves.append(move)
        self.state = after
        return events

    def parse(self, text: str) -> int:
        """Return the number of a move that is legal now.

        :raises IllegalMove: if it is not, or is not a move.
        """
        if not isinstance(text, str):
            raise IllegalMove("no_move", "A move is a text.")
        move = self.game.notation.parse_move(text)
        self._check_playing()
        refusal = self.game.rules.refusal(self.state, move)
        if refusal != LEGAL:
            raise IllegalMove(*self.game.notation.refusal_text(self.state, refusal, self.words))
        return move

    def undo(self) -> None:
        """ALL-7: take the last move back; chance gets a new key if the move drew any.

        What was drawn before an earlier undo is not drawn again either: the state that is
        gone back to gets all the keys that are newer than it.

        :raises IllegalMove: if no move was played, or the match was ended.
        """
        if self.ended:
            raise IllegalMove(*ENDED)
        if not self._moves:
            raise IllegalMove("no_undo", "There is no move to take back.")
        number = self.number - 1
        reached = self._reached(number)
        before = self._renewed(reached, number)
        drew = self._next(before, self._moves.pop()).drawn != before.drawn
        self._held.pop(number + 1, None)
        self._undos = tuple(min(at, number) for at in self._undos)
        self._hinted = frozenset(at for at in self._hinted if at <= number)
        self.state = self._renewed(reached, number)
        if drew:
            self._add_key(reached)

    def _add_key(self, reached: State) -> None:
        """ALL-7: let chance have a new key from here, a state as it was *reached*."""
        self._hold(reached)
        self._undos += (self.number,)
        self.state = self._rekeyed(reached, self.undone)
        self._keys += (tuple(self.state.key),)

    def _hold(self, reached: State) -> None:
        """Hold every eighth state, as it was first *reached*."""
        if self.number % HELD_EVERY == 0:
            self._held.setdefault(self.number, reached)

    def retrace(self, moves: Iterable[str], undos: Iterable[int]) -> Iterator[int]:
        """Play the standing moves of a match again, with new keys where there were undos.

        After each, and before the first, it gives the number of moves.

        :raises IllegalMove: if the match cannot have gone so.
        """
        at = Counter(undos)
        for number, move in enumerate(chain([""], moves)):
            if number:
                self.play(move)
            reached = self.state
            for _ in range(at[number]):
                self._check_playing()
                self._add_key(reached)
            yield number

    def end(self) -> list[Json]:
        """ALL-9: end a match that is still played, and return what happened.

        :raises IllegalMove: if it has ended already; nothing has changed.
        """
        self._check_playing()
        self.ended = True
        return self.ending()

    def ending(self) -> list[Json]:
        """Return again what `end` returned; nothing if the match was not ended so."""
        return [_end_event(self.outcome, self.score, BY_PLAYER)] if self.ended else []

    def is_last(self, text: str) -> bool:
        """Return whether *text* is the last move played."""
        try:
            return self.game.notation.parse_move(text) == self._moves[-1]
        except (IllegalMove, IndexError):
            return False

    def last_events(self) -> list[Json]:
        """Return again what the last move's `play` returned; nothing if there is none."""
        if not self._moves:
            return []
        return self._applied(copy_state(self._after(self.number - 1)), self._moves[-1])

    def _applied(self, s: State, move: int) -> list[Json]:
        """Apply a move; return what the rules told, and the end if this is one."""
        self.game.rules.apply(s, move)
        events = self.game.told(s, self.words)
        outcome = OUTCOMES[self.game.rules.outcome(s)]
        if outcome != OUTCOMES[PLAYING]:
            why = self.game.view.view(s).get("ending")
            events.append(_end_event(outcome, s.score, why))
        return events

    # -- asking -----------------------------------------------------------------

    def look(self, text: str) -> Json:
        """Return whether a move would be legal, and its worth or why not; changes nothing."""
        try:
            move = self.parse(text)
        except IllegalMove as illegal:
            return {"legal": False, "reason": illegal.reason, "message": str(illegal)}
        worth = self.game.prospects.worth(self.state, move)
        return {"legal": True, "worth": worth, "message": self.describe(move)}

    def hint(self) -> Json:
        """Return the move that the game's adviser would play, and why; ALL-8: hints are counted.

        The adviser's luck is always the same, so that the same table gets the same hint.

        :raises IllegalMove: if the game is over.
        """
        self.count_hint()
        move = _adviser(self.game).choose(copy_state(self.state), Luck())
        text = self.game.notation.move_text(move)
        return {"move": text, "why": self.describe(move), "hints": self.hints}

    def recall_hints(self, hinted: Collection[int]) -> None:
        """Take over the hints of a match that is played again: after how many moves each was."""
        self.hints, self._hinted = len(hinted), frozenset(hinted)

    def count_hint(self) -> bool:
        """ALL-8: count a hint, once a position; return whether it is the first here.

        :raises IllegalMove: if the game is over.
        """
        self._check_playing()
        first = self.number not in self._hinted
        self.hints += first
        self._hinted |= {self.number}
        return first

    def preview(self, rounds: int | None = None) -> Json:
        """Return what the next move may bring, where that is up to chance; changes nothing.

        More *rounds* tried take longer, and come nearer.

        :raises IllegalMove: if the game has no preview, or none now.
        """
        if self.game.preview is None:
            raise IllegalMove("no_preview", f"{self.game.title} has no preview.")
        self._check_playing()
        foresee = partial(self.game.preview.preview, self.state, self.words)
        return foresee() if rounds is None else foresee(rounds)

    def _check_playing(self) -> None:
        if self.ended:
            raise IllegalMove(*ENDED)
        if self.outcome != OUTCOMES[PLAYING]:
            raise IllegalMove(*GAME_OVER)

    def describe(self, move: int) -> str:
        """Say what a legal move would make."""
        return self.game.view.describe(copy_state(self.state), move, self.words)


def _end_event(outcome: str, score: int, why: str | None) -> Json:
    text = f"{outcome}, with {score:,} points"
    return {"event": "end", "outcome": outcome, "score": score, "why": why, "text": text}


@cache
def _adviser(game: AnyGame) -> SimpleNamespace:
    """Return the bot that gives the hints, bound to a game: its own, or one that plays any."""
    return bind(adviser_of(game), *game.contract)


def new(game: str, seed: Seed | None = None, **options: object) -> Match:
    """Start a game, from a seed nobody knows if none is given.

    :raises BadSetup: if the game, the seed or an option is unknown.
    """
    return Match(game_named(game), fresh_seed() if seed is None else seed, options)


def place(
    game: str, position: Mapping[str, object], seed: Seed | None = None, **options: object
) -> Match:
    """Start a game from a position set by hand: any of the keys of `Match.view`.

    :raises BadSetup: if the game, the seed or an option is unknown, or the position impossible.
    """
    chosen = game_named(game)
    laid = _plain(chosen, position)
    return Match(chosen, fresh_seed() if seed is None else seed, options, laid)


def replay(text: str) -> Match:
    """Play a record again, holding every line of it to what the game does.

    :raises RecordError: if it is not a record, or if any of it does not hold.
    """
    record = read_record(text)
    try:
        match = Match(record.game, record.seed, record.options, record.position)
    except BadSetup as bad:
        raise RecordError("false", f"no game begins so: {bad}") from None
    match.hints = record.hints
    claims = Claims(record_lines(text))
    claims.hold(beginning_lines(match.as_record()))
    undos = Counter(record.undos)
    try:
        for number in match.retrace(record.moves, record.undos):
            move = match.last_move if number else ""
            claims.hold(moment_lines(number, move, undos[number], match.state))
    except IllegalMove as illegal:
        number = match.number + 1
        raise RecordError("false", f"move {number} is not legal: {illegal}", number) from None
    if record.ended:
        with suppress(IllegalMove):  # a game that was over has no such line
            match.end()
    claims.hold(ending_lines(match.as_record(), match.state))
    claims.hold_end()
    return match


def fresh_seed() -> int:
    """Return a seed that nobody can foretell."""
    return secrets.randbits(SEED_BITS)


def _plain(game: AnyGame, position: Mapping[str, object]) -> Json:
    """Return a position as JSON has it, so that a record can hold it, without what is not read.

    A key that has nothing is as if it were left out.
    """
    plain: Json | None = None
    with suppress(TypeError, ValueError, RecursionError):
        if isinstance(position, Mapping):
            plain = json.loads(json.dumps(dict(position), allow_nan=False))
    if plain is None:
        raise BadSetup("bad_position", "a position is a dict with the keys of a view")
    check_keys(plain, (*game.keys, *Aid.__annotations__))
    unread = (*game.view.FOLLOWING, *Aid.__annotations__)
    return {key: value for key, value in plain.items() if value is not None and key not in unread}
