"""Any order of moves, nonsense, undo, save and load: the match stays what a simple model says."""

from typing import Any, NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

import cardhouse
from cardhouse import GAMES, IllegalMove
from tests.games import KITS, Setting

RUNS, MANY_RUNS = 25, 200
HOW = settings(
    stateful_step_count=100,
    deadline=None,
    derandomize=True,
    database=None,
)
ANY_NUMBER = st.integers(0, 10**6)
HINT_EVERY = 256
"""A hint weighs every move there is, so it is had for some of the asking."""
SEEDS = st.integers(0, 2**256 - 1) | st.text(max_size=8)


class Moment(NamedTuple):
    """The model of a match: what it was after each move, and the move."""

    move: str | None
    digest: str | None
    """None where a new key has made another of it."""
    view: dict[str, Any]
    """All but the aid."""
    drew: bool = False
    """Whether the move drew chance."""


class Aid(NamedTuple):
    """The model of a match's aid, and of the chain of its keys."""

    keys: tuple[tuple[int, ...], ...]
    hints: int = 0
    hinted: frozenset[int] = frozenset()


class Playing(RuleBasedStateMachine):
    """A person at a table who does anything in any order."""

    records = Bundle("records")

    def __init__(self, game: str) -> None:
        super().__init__()
        self.kit = KITS[game]
        self.game = GAMES[game]

    @initialize(start=st.data(), seed=SEEDS)
    def begin(self, start: Any, seed: Any) -> None:
        placed = [*self.kit.positions.values(), *self.kit.endings.values()]
        begun = start.draw(
            st.sampled_from(list(self.kit.settings.values())) | st.sampled_from(placed)
        )
        if isinstance(begun, Setting):
            self.match = cardhouse.new(self.game.name, seed=seed, **begun.options)
        else:
            self.match = cardhouse.place(self.game.name, begun.position, seed, **begun.options)
        self.moments = [self.moment(None)]
        self.aid = Aid((tuple(self.match.state.key),))

    def moment(self, move: str | None, drawn: list[int] | None = None) -> Moment:
        drew = drawn is not None and drawn != self.match.state.drawn
        return Moment(move, self.match.digest(), self.view(), drew)

    def view(self) -> dict[str, Any]:
        view = self.match.view()
        del view["undone"], view["hints"]
        return view

    def text(self, number: int) -> str:
        move: str = self.game.notation.move_text(number % self.game.rules.MOVES)
        return move

    def is_legal(self, number: int) -> bool:
        move, s = number % self.game.rules.MOVES, self.match.state
        return bool(self.match.outcome == "playing" and self.game.rules.is_legal(s, move))

    def play(self, text: str) -> None:
        drawn = self.match.state.drawn[:]
        events = self.match.play(text)
        before = self.moments[-1].view
        self.moments.append(self.moment(text, drawn))
        assert self.kit.retold(before, events) == self.moments[-1].view

    # -- moving ---------------------------------------------------------------

    @rule(number=ANY_NUMBER)
    def play_the_next_legal_move(self, number: int) -> None:
        rules, asked, s = self.game.rules, self.game.prospects, self.match.state
        if self.match.outcome == "playing":
            while not rules.is_legal(
                s,
                move := asked.prospect(s, number % asked.prospects(s)),
            ):
                number += 1
            self.play(self.text(move))

    @rule(number=ANY_NUMBER)
    def play_any_move(self, number: int) -> None:
        if self.is_legal(number):
            self.play(self.text(number))
        else:
            with pytest.raises(IllegalMove):
                self.match.play(self.text(number))

    @rule(data=st.data())
    def play_nonsense(self, data: Any) -> None:
        with pytest.raises(IllegalMove):
            self.match.play(data.draw(st.sampled_from(list(self.kit.no_moves))))

    @rule(text=st.text(max_size=30) | st.text("0123456789, ", max_size=8))
    def play_any_text(self, text: str) -> None:
        look = self.match.look(text)
        if look["legal"]:
            self.play(self.text(self.game.notation.parse_move(text)))
        else:
            with pytest.raises(IllegalMove) as refused:
                self.match.play(text)
            assert refused.value.reason == look["reason"]

    @rule()
    def undo(self) -> None:
        if len(self.moments) == 1:
            with pytest.raises(IllegalMove):
                self.match.undo()
        else:
            self.match.undo()
            drew, standing = self.moments.pop().drew, len(self.moments) - 1
            if drew:
                self.aid = self.aid._replace(keys=(*self.aid.keys, tuple(self.match.state.key)))
                self.moments = [moment._replace(digest=None) for moment in self.moments]
            if self.moments[-1].digest is None:
                self.moments[-1] = self.moments[-1]._replace(digest=self.match.digest())
            hinted = frozenset(number for number in self.aid.hinted if number <= standing)
            self.aid = self.aid._replace(hinted=hinted)

    # -- keeping --------------------------------------------------------------

    @rule(target=records)
    def save(self) -> tuple[str, list[Moment], Aid]:
        return self.match.record(), list(self.moments), self.aid._replace(hinted=frozenset())

    @rule(record=records)
    def load(self, record: tuple[str, list[Moment], Aid]) -> None:
        text, moments, self.aid = record
        self.match = cardhouse.replay(text)
        assert self.match.record() == text
        self.moments = list(moments)

    # -- asking ---------------------------------------------------------------

    @rule(number=ANY_NUMBER)
    def look(self, number: int) -> None:
        assert self.match.look(self.text(number))["legal"] == self.is_legal(number)

    @rule(number=ANY_NUMBER)
    def ask_for_a_hint(self, number: int) -> None:
        if self.match.outcome != "playing":
            with pytest.raises(IllegalMove):
                self.match.hint()
        elif number % HINT_EVERY == 0:
            assert self.match.look(self.match.hint()["move"])["legal"]
            standing = len(self.moments) - 1
            hints = self.aid.hints + (standing not in self.aid.hinted)
            self.aid = Aid(self.aid.keys, hints, self.aid.hinted | {standing})

    @rule(number=ANY_NUMBER)
    def look_ahead(self, number: int) -> None:
        """Where there is a preview, it is of no consequence; where not, it is refused."""
        if not self.kit.previews:
            with pytest.raises(IllegalMove):
                self.match.preview()
        elif self.match.outcome != "playing" or self.match.view()["offers"]:
            with pytest.raises(IllegalMove):
                self.match.preview(rounds=2)
        elif number % HINT_EVERY == 0:
            assert self.match.preview(rounds=2) == self.match.preview(rounds=2)

    @rule()
    def spoil_what_was_shown(self) -> None:
        view = self.match.view()
        for value in view.values():
            if isinstance(value, list):
                value.clear()
        view.clear()
        self.match.played.clear()
        self.match.states().clear()

    # -- always ---------------------------------------------------------------

    @invariant()
    def is_what_the_model_says(self) -> None:
        _, digest, view, _ = self.moments[-1]
        keys, hints, _ = self.aid
        assert self.match.digest() == digest
        assert self.match.view() == view | {"undone": len(keys) - 1, "hints": hints}
        assert tuple(self.match.state.key) == keys[-1], "no old key comes back (ALL-7)"
        assert len(set(keys)) == len(keys)
        assert self.match.played == [moment.move for moment in self.moments[1:]]
        assert (self.match.score, self.match.outcome) == (view["score"], view["outcome"])


@pytest.mark.no_cover  # measuring coverage makes it five times slower
@pytest.mark.parametrize("runs", [RUNS, pytest.param(MANY_RUNS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_what_a_simple_model_says_in_any_order_of_calls(game, runs):
    run_state_machine_as_test(lambda: Playing(game), settings=settings(HOW, max_examples=runs))
