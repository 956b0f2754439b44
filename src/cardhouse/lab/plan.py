"""What is to be played: a game with its options and knobs, and who plays it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from cardhouse.agents import agents_for
from cardhouse.core.twin import Knobs, check_knobs
from cardhouse.engine.cpu import Compiled
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import BadSetup, shown

Array = Any

_WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Plan:
    """One way to play a game.

    >>> plan = Plan("boom", "casual", {"level": 15}, {"SCORCH_MOVES": 5})
    >>> plan.title
    'Poker Boom, level 15, SCORCH_MOVES=5'
    """

    name: str
    """The game's name."""
    agent: str = "random"
    """Who plays it."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What is chosen before the deal."""
    knobs: Knobs = field(default_factory=dict)
    """Which constants of the rules are turned."""
    fields: Mapping[str, int] = field(default_factory=dict)
    """Which fields of the state are set by hand, before the deal."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return game_named(self.name)

    @property
    def title(self) -> str:
        """The game, its options and its knobs, in words."""
        names = {field: name for name, (field, _, _) in level_numbers(self.game).items()}
        numbers = {names.get(field, field): value for field, value in self.fields.items()}
        turned = (numbers | dict(self.knobs)).items()
        knobs = (f"{name}={_knob_text(value)}" for name, value in turned)
        return ", ".join([self.game.title, *map(_option_text, self.options.items()), *knobs])

    def check(self) -> "Plan":
        """Return the plan, if it can be played.

        :raises BadSetup: if the game, the agent, an option or a knob is none.
        """
        agent_named(self.game, self.agent)
        self.game.read_options(self.options)
        try:
            check_knobs(self.game.rules_module, self.knobs)
        except ValueError as error:
            raise BadSetup("bad_knob", _knob_sentence(self.game, str(error))) from None
        return self

    def compiled(self) -> Compiled:
        """Return the game and the agent, compiled; once a process.

        A knob that stands where it always stands needs no twin of its own.
        """
        turned = [
            knob for knob in self.knobs.items() if knob[1] != getattr(self.game.rules, knob[0])
        ]
        return _compiled(self.name, self.agent, tuple(turned))

    def deal(self, seeds: Iterable[int]) -> Array:
        """Return one dealt game a seed."""
        s = self.game.prepared(self.options)
        for name, value in self.fields.items():
            setattr(s, name, value)
        return self.compiled().deal(seeds, s)


def plan_of(game: AnyGame, agent: str, options: Mapping[str, Any], knobs: Knobs) -> Plan:
    """Return a plan in which knobs of the rules, and numbers of the level, are turned.

    >>> plan_of(game_named("boom"), "casual", {"level": 15}, {"every": 2}).fields
    {'every': 2}

    :raises BadSetup: if it cannot be played so.
    """
    numbers = level_numbers(game)
    fields = {numbers[name][0]: value for name, value in knobs.items() if name in numbers}
    others = {name: value for name, value in knobs.items() if name not in numbers}
    plan = Plan(game.name, agent, options, others, fields).check()
    if fields:
        _check_numbers(plan, knobs)
    return plan


def level_numbers(game: AnyGame) -> Mapping[str, tuple[str, int, int]]:
    """Return the numbers of a game's levels; a game without levels has none."""
    return game.levels.numbers


def _check_numbers(plan: Plan, knobs: Knobs) -> None:
    game, s = plan.game, plan.game.rules.State()
    if plan.options.get("mode") == "endless":
        name = next(name for name in knobs if name in level_numbers(game))
        raise BadSetup("bad_knob", f"endless mode has no levels, and so no {name} to set")
    game.options.set_options(s, game.read_options(plan.options))
    numbers = {name: getattr(s, field) for name, (field, _, _) in level_numbers(game).items()}
    set_now = {name: v if type(v) is int else _knob_text(v) for name, v in knobs.items()}
    flaw = game.levels.flaw(numbers | set_now)
    if flaw:
        raise BadSetup("bad_knob", flaw)


@cache
def _compiled(name: str, agent: str, knobs: tuple[tuple[str, Any], ...]) -> Compiled:
    game = game_named(name)
    return Compiled(game, agent_named(game, agent), dict(knobs))


def agent_named(game: AnyGame, name: str) -> ModuleType:
    """Return a bot of a game.

    :raises BadSetup: if there is none of that name.
    """
    agents = agents_for(game)
    if name not in agents:
        known = ", ".join(agents)
        raise BadSetup("no_agent", f"{game.title} has no agent {shown(name)}; it has {known}")
    return agents[name]


# -- knobs in words -------------------------------------------------------------


def read_knobs(texts: Iterable[str]) -> dict[str, Any]:
    """Read knobs as they are typed: ``SCORCH_MOVES=5``, ``POINTS=0,50,120``.

    >>> read_knobs(["SCORCH_MOVES=5", "BASE_MULT=1,2"])
    {'SCORCH_MOVES': 5, 'BASE_MULT': (1, 2)}

    :raises BadSetup: if a text is none, or names a knob again.
    """
    knobs: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        numbers = value.split(",")
        if not equals or not all(_WHOLE.fullmatch(number.strip()) for number in numbers):
            sentence = f"a knob is set as NAME=5 or NAME=1,2,3, in whole numbers, not {shown(text)}"
            raise BadSetup("bad_knob", sentence)
        if name in knobs:
            raise BadSetup("bad_knob", f"the knob {shown(name)} is set twice")
        whole = tuple(map(int, numbers))
        knobs[name] = whole if "," in value else whole[0]
    return knobs


def _knob_sentence(game: AnyGame, sentence: str) -> str:
    """Return what `check_knobs` says, with the game's title for its module."""
    return sentence.replace(game.rules_module.__name__, game.title)


def _knob_text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _option_text(option: tuple[str, Any]) -> str:
    name, value = option
    if isinstance(value, list):
        return f"{name} {' and '.join(value) or 'none'}"
    if isinstance(value, bool):
        return f"{'' if value else 'no '}{name.replace('_', '-')}"
    return f"{name} {value}"
