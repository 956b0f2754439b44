"""What is to be played: a game with its options and knobs, and who plays it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

from cardhouse.agents import agents_for
from cardhouse.core.twin import Knobs, check_knobs
from cardhouse.engine.batch import Batch
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import Array
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame, State
from cardhouse.games.refusal import BadSetup, shown


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
    options: Mapping[str, object] = field(default_factory=dict)
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
        names = {field: name for name, (field, _, _) in self.game.levels.numbers.items()}
        numbers = {names.get(field, field): value for field, value in self.fields.items()}
        options = map(_option_text, self.options.items())
        return ", ".join([self.game.title, *options, *knobs_text(numbers | dict(self.knobs))])

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

    def batch(self) -> Batch:
        """Return what plays the game and the agent; made once a process.

        A knob that stands where it always stands needs no twin of its own.
        """
        turned = [
            knob for knob in self.knobs.items() if knob[1] != getattr(self.game.rules, knob[0])
        ]
        return _compiled(self.name, self.agent, tuple(turned))

    def start(self) -> State:
        """Return a state that is not dealt yet."""
        s: State = self.game.prepared(self.options)
        for name, value in self.fields.items():
            setattr(s, name, value)
        return s

    def deal(self, seeds: Iterable[int]) -> Array:
        """Return one dealt game a seed."""
        return self.batch().deal(seeds, self.start())


def plan_of(name: str, agent: str, options: Mapping[str, object], knobs: Knobs) -> Plan:
    """Return a plan in which knobs of the rules, and numbers of the level, are turned.

    >>> plan_of("boom", "casual", {"level": 15}, {"every": 2}).fields
    {'every': 2}

    :raises BadSetup: if it cannot be played so.
    """
    numbers = game_named(name).levels.numbers
    fields = {numbers[knob][0]: value for knob, value in knobs.items() if knob in numbers}
    others = {knob: value for knob, value in knobs.items() if knob not in numbers}
    plan = Plan(name, agent, options, others, fields).check()
    if fields:
        _check_numbers(plan, knobs)
    return plan


def _check_numbers(plan: Plan, knobs: Knobs) -> None:
    levels = plan.game.levels
    if plan.game.read_options(plan.options).get("level") is None:
        name = next(name for name in knobs if name in levels.numbers)
        raise BadSetup("bad_knob", f"without a level there is no {name} to set")
    s = plan.game.prepared(plan.options)
    numbers = {name: getattr(s, field) for name, (field, _, _) in levels.numbers.items()}
    set_now = {name: v if type(v) is int else _value_text(v) for name, v in knobs.items()}
    flaw = levels.flaw(numbers | set_now)
    if flaw:
        raise BadSetup("bad_knob", flaw)


@cache
def _compiled(name: str, agent: str, knobs: tuple[tuple[str, object], ...]) -> Batch:
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


# -- in words ------------------------------------------------------------------


def _knob_sentence(game: AnyGame, sentence: str) -> str:
    """Return what `check_knobs` says, with the game's title for its module."""
    return sentence.replace(game.rules_module.__name__, game.title)


def knobs_text(knobs: Knobs) -> list[str]:
    """Write knobs as they are typed.

    >>> knobs_text({"SCORCH_MOVES": 5, "BASE_MULT": (1, 2)})
    ['SCORCH_MOVES=5', 'BASE_MULT=1,2']
    """
    return [f"{name}={_value_text(value)}" for name, value in knobs.items()]


def _value_text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _option_text(option: tuple[str, object]) -> str:
    name, value = option
    if isinstance(value, list):
        return f"{name} {' and '.join(value) or 'none'}"
    if isinstance(value, bool):
        return f"{'' if value else 'no '}{name.replace('_', '-')}"
    return f"{name} {value}"
