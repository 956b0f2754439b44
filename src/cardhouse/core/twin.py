"""Twins: the same rule functions, bound to other globals.

A twin of a rules module holds the very same code objects.  Only the names they
look up differ: the functions they call may be decorated (to compile them),
tables may become arrays, and the module's knobs may be turned (to study
balance).  No source is generated.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

PACKAGE = __name__.partition(".")[0] + "."

Knobs = Mapping[str, Any]


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Engine:
    """How a twin's parts are made; left alone, it interprets."""

    function: Callable[[FunctionType], Any] = _same
    """Makes a callable of a rule."""
    table: Callable[[tuple[Any, ...]], Any] = _same
    """Makes an indexable of a tuple of integers."""
    instead: Mapping[Any, Any] = field(default_factory=dict)
    """Functions that others take the place of."""


def twin_of(
    module: ModuleType, knobs: Knobs | None = None, engine: Engine | None = None
) -> SimpleNamespace:
    """Return the twin of *module*: same names, same signatures.

    :raises ValueError: if a knob is not one that *module* offers, or does not fit it.
    """
    workshop = Workshop(engine or Engine())
    workshop.turn(module, knobs or {})
    return SimpleNamespace(**workshop.namespace(module))


def bind(
    functions: ModuleType,
    rules: ModuleType,
    *others: ModuleType,
    knobs: Knobs | None = None,
    engine: Engine | None = None,
) -> SimpleNamespace:
    """Return the twin of *functions* in which the names that *rules* has are those of *rules*.

    So a loop or an agent, written once over `cardhouse.games.game`, plays any
    game.  *others* (an agent, say) are bound first, and their names count too.
    """
    workshop = Workshop(engine or Engine())
    workshop.turn(rules, knobs or {})
    names = dict(workshop.namespace(rules))
    for module in (*others, functions):
        borrowed = [name for name, value in vars(module).items() if _is_borrowed(value, module)]
        shared = [name for name in borrowed if name in names and not name.startswith("__")]
        workshop.given[module] = {name: names[name] for name in shared}
        names |= workshop.namespace(module)
    return SimpleNamespace(**names)


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


def _fits(value: Any, model: Any, low: int, high: int) -> bool:
    if isinstance(model, tuple):
        same = isinstance(value, tuple) and len(value) == len(model)
        return same and all(_fits(*pair, low, high) for pair in zip(value, model, strict=True))
    return type(value) is int and low <= value <= high


class Workshop:
    """Twins under construction; a function is rebound once, in its home module."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.given: dict[ModuleType, dict[str, Any]] = {}
        self.namespaces: dict[ModuleType, dict[str, Any]] = {}
        self.rules: dict[FunctionType, Any] = {}

    def turn(self, module: ModuleType, knobs: Knobs) -> None:
        """Turn knobs of *module*, before its namespace is first asked for."""
        check_knobs(module, knobs)
        self.given[module] = {name: self.made(value) for name, value in knobs.items()}

    def namespace(self, module: ModuleType) -> dict[str, Any]:
        """Return what the functions of *module*'s twin look names up in."""
        if module not in self.namespaces:
            twin = self.namespaces[module] = dict(vars(module))
            given = self.given.get(module, {})
            for name, value in vars(module).items():
                twin[name] = self.made(value) if name not in given else given[name]
        return self.namespaces[module]

    def made(self, value: Any) -> Any:
        """Return what stands for *value* in a twin."""
        if isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE):
            return self.rebind(value)
        if is_table(value):
            return self.engine.table(value)
        return value

    def rebind(self, rule: FunctionType) -> Any:
        """Return the twin of one function, made once."""
        home = self.namespace(sys.modules[rule.__module__])
        if rule not in self.rules:
            code = self.engine.instead.get(rule, rule)
            twin = FunctionType(code.__code__, home, rule.__name__, rule.__defaults__)
            twin.__module__, twin.__doc__ = rule.__module__, rule.__doc__
            self.rules[rule] = self.engine.function(twin)
        return self.rules[rule]


class Index(tuple[Any, ...]):
    """A table of rows whose numbers only ever index: an engine may store them as it likes."""

    __slots__ = ()


def is_table(value: Any) -> bool:
    """Return whether *value* is a tuple of integers, or of tables of one shape."""
    if not isinstance(value, tuple) or not value:
        return False
    if all(type(item) is int for item in value):
        return True
    return all(map(is_table, value)) and len(set(map(_shape, value))) == 1


def _shape(table: tuple[Any, ...]) -> tuple[int, ...]:
    inner = _shape(table[0]) if isinstance(table[0], tuple) else ()
    return (len(table), *inner)


def _is_borrowed(value: Any, module: ModuleType) -> bool:
    """Return whether a name's *value* does not come from *module* itself."""
    return not isinstance(value, FunctionType) or value.__module__ != module.__name__
