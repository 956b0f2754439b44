"""Twins: the same rule functions, bound to other globals.

A twin of a module holds the very same code objects.  Only the names they look up
differ: the functions they call may be decorated (to compile them), tables may
become arrays, knobs may be turned (to study balance), and what a contract
promises is filled by one game.  No source is generated.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias, TypeGuard

from cardhouse.core.imports import Origin, origin_of

PACKAGE = __name__.partition(".")[0] + "."
CONTRACT = ".contract"
"""How modules are called whose names others fill."""

TWIN_OF = "twin_of"
"""Where a twin says which function it was made of."""
SWAPPED = "__swapped__"
"""Where a namespace says which of its names mean something of another module, and of which."""

Made: TypeAlias = Any
"""What an engine makes of a function or a table, and what any name may stand for."""
Knobs: TypeAlias = Mapping[str, Made]
Names: TypeAlias = dict[str, Made]
"""What functions look names up in."""


def _same(value: Made) -> Made:
    return value


@dataclass(frozen=True)
class Engine:
    """How a twin's parts are made; left alone, it interprets."""

    function: Callable[[FunctionType], Made] = _same
    """Makes a callable of a rule."""
    table: Callable[[tuple[object, ...]], Made] = _same
    """Makes an indexable of a tuple of integers."""
    instead: Mapping[Made, Made] = field(default_factory=dict)
    """Functions that others take the place of."""
    ready: Mapping[Made, Made] = field(default_factory=dict)
    """Functions that callables made otherwise take the place of."""


def twin_of(
    module: ModuleType, knobs: Knobs | None = None, engine: Engine | None = None
) -> SimpleNamespace:
    """Return the twin of *module*: same names, same signatures.

    :raises ValueError: if a knob is not one that *module* offers, or does not fit it.
    """
    workshop = Workshop(engine or Engine())
    workshop.turn(module, knobs or {})
    return SimpleNamespace(**workshop.namespace(vars(module)))


def bind(
    functions: ModuleType,
    rules: ModuleType,
    *others: ModuleType,
    knobs: Knobs | None = None,
    engine: Engine | None = None,
) -> SimpleNamespace:
    """Return the twin of *functions* in which what a contract promises is filled by *rules*.

    So a loop or an agent, written once over a contract, plays any game.  *others*
    (an agent, say) are bound first, and fill promises too.

    >>> from cardhouse.agents import greedy
    >>> from cardhouse.games.boom import rules
    >>> bind(greedy, rules).MOVES
    1546
    """
    workshop = Workshop(engine or Engine())
    workshop.turn(rules, knobs or {})
    for module in (rules, *others):
        workshop.fill(module)
    names: Names = {}
    for module in (rules, *others, functions):
        names |= workshop.namespace(vars(module))
    return SimpleNamespace(**names)


def reuse(module: ModuleType, swaps: Mapping[ModuleType, ModuleType]) -> SimpleNamespace:
    """Return the functions of *module* as another game uses them, with *swaps* of its own.

    Where they, and what they call, ask for something that a module among the keys
    defines, they get what its value defines by the same name, if it does: a table
    with more rows, say, or what a hand is worth at its level.  They are interpreted;
    an engine compiles them with the game that uses them.
    """
    workshop = Workshop(Engine())
    for old, new in swaps.items():
        workshop.swap(old, new)
    return SimpleNamespace(**workshop.namespace(vars(module)))


def check_knobs(module: ModuleType, knobs: Knobs) -> None:
    """Check that *module* offers each of *knobs*, so far, with a value of the same shape.

    :raises ValueError: if it does not.
    """
    for name, value in knobs.items():
        if name not in module.KNOBS:
            offered = ", ".join(module.KNOBS)
            raise ValueError(f"{module.__name__} has no knob {name!r}; its knobs are {offered}")
        low, high = module.KNOBS[name]
        if not _fits(value, getattr(module, name), low, high):
            now = getattr(module, name)
            raise ValueError(
                f"the knob {name} is {now!r}, from {low} to {high}: {value!r} does not fit"
            )


def _fits(value: object, model: object, low: int, high: int) -> bool:
    if isinstance(model, tuple):
        if not isinstance(value, tuple) or len(value) != len(model):
            return False
        return all(_fits(*pair, low, high) for pair in zip(value, model, strict=True))
    return type(value) is int and low <= value <= high


class Workshop:
    """Twins under construction; a function is rebound once, and so is what it looks names up in."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.knobs: dict[Origin, Made] = {}
        self.swaps: dict[Origin, Origin] = {}
        self.fillers: list[ModuleType] = []
        self.homes: list[Names] = []
        self.namespaces: dict[int, Names] = {}
        self.rules: dict[FunctionType, Made] = {}

    def turn(self, module: ModuleType, knobs: Knobs) -> None:
        """Turn knobs that *module* offers, wherever they are defined and used."""
        check_knobs(module, knobs)
        for name, value in knobs.items():
            self.knobs[origin_of(module, name)] = self.made(value)

    def fill(self, module: ModuleType) -> None:
        """Let *module* fill what contracts promise, unless one before it does."""
        self.fillers.append(module)

    def swap(self, old: ModuleType, new: ModuleType) -> None:
        """Put what *new* defines in the place of what *old* defines by the same names."""
        for name in vars(old).keys() & vars(new).keys():
            there, here = origin_of(old, name), origin_of(new, name)
            if there.module == old.__name__ and here != there and not name.startswith("__"):
                self.swaps[there] = here

    def namespace(self, home: Names) -> Names:
        """Return what the twins of functions that look names up in *home* look them up in."""
        if id(home) not in self.namespaces:
            self.homes.append(home)  # or another could come to have its id
            twin = self.namespaces[id(home)] = dict(home)
            origins = dict(self.origins(home))
            for name, value in home.items():
                twin[name] = self.meant(origins.get(name), value)
            if self.swaps:
                twin[SWAPPED] = home.get(SWAPPED, {}) | self.swapped(origins)
        return self.namespaces[id(home)]

    def origins(self, home: Names) -> Iterator[tuple[str, Origin]]:
        """Iterate over names that others may give a meaning to, each with where that is from."""
        module = sys.modules.get(home["__name__"])
        if not (self.knobs or self.fillers or self.swaps or SWAPPED in home) or not module:
            return
        if module.__name__.startswith(PACKAGE):
            for name in home:
                found = home.get(SWAPPED, {}).get(name) or origin_of(module, name)
                yield name, self.swaps.get(found, found)

    def swapped(self, origins: Mapping[str, Origin]) -> dict[str, Origin]:
        """Return those names that mean something of another module here."""
        return {name: origin for name, origin in origins.items() if origin in self.swaps.values()}

    def meant(self, origin: Origin | None, value: Made) -> Made:
        """Return what a name stands for in a twin, by where it is from and its *value* so far."""
        if origin is None:
            return self.made(value)
        if origin in self.knobs:
            return self.knobs[origin]
        if origin in self.swaps.values():
            value = vars(sys.modules[origin.module])[origin.name]
        elif origin.module.endswith(CONTRACT):
            kept = [filler for filler in self.fillers if keeps(filler, origin.name)]
            value = vars(kept[0])[origin.name] if kept else value
        return self.made(value)

    def made(self, value: Made) -> Made:
        """Return what stands for *value* in a twin."""
        if isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE):
            return self.rebind(value)
        if is_table(value):
            return self.engine.table(value)
        return value

    def rebind(self, rule: FunctionType) -> Made:
        """Return the twin of one function, made once."""
        first = vars(rule).get(TWIN_OF, rule)
        if first in self.engine.ready:
            return self.engine.ready[first]
        home = self.namespace(rule.__globals__)
        if rule not in self.rules:
            code = self.engine.instead.get(first, rule)
            parts = code.__code__, home, rule.__name__, rule.__defaults__, code.__closure__
            twin = FunctionType(*parts)
            twin.__module__, twin.__doc__ = rule.__module__, rule.__doc__
            vars(twin).update(vars(rule) | {TWIN_OF: first})
            self.rules[rule] = self.engine.function(twin)
        return self.rules[rule]


def keeps(module: ModuleType, promised: str) -> bool:
    """Return whether *module* has what is *promised*, and not just from a contract itself."""
    if promised not in vars(module):
        return False
    return not origin_of(module, promised).module.endswith(CONTRACT)


def is_table(value: object) -> TypeGuard[tuple[object, ...]]:
    """Return whether *value* is a tuple of integers, or of tables of one shape."""
    if not isinstance(value, tuple) or not value:
        return False
    if all(type(item) is int for item in value):
        return True
    return all(map(is_table, value)) and len(set(map(_shape, value))) == 1


def _shape(table: tuple[object, ...]) -> tuple[int, ...]:
    inner = _shape(table[0]) if isinstance(table[0], tuple) else ()
    return (len(table), *inner)
