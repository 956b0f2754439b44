"""What functions rest on: every value that they, and what they call, can read.

A rule's tables and numbers have names at the top of some module.  Which of them a
function reads is found in its code, as far as this package goes: a name there
stands for a value, for another function, or for a module that has either.

Numbers written in a function's body are code, and no part of this: each Python keeps
them elsewhere, and the same rules must rest on the same values in all of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import unwrap
from numbers import Real
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from cardhouse.core.twin import PACKAGE, SWAPPED, Names, is_table

Named = tuple[str, str]
"""A module's name, and a name in it."""


def basis_of(functions: Iterable[FunctionType]) -> dict[Named, object]:
    """Return every value that *functions* rest on, by where it is read.

    >>> from cardhouse.core.chance import rotated
    >>> basis_of([rotated])
    {('cardhouse.core.chance', 'WORD'): 4294967295, ('cardhouse.core.chance', 'WORD_BITS'): 32}
    """
    found: dict[Named, object] = {}
    visited: set[FunctionType] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in visited:
            visited.add(function)
            read = dict(_read_by(function))
            found |= {named: value for named, value in read.items() if not _is_code(value)}
            waiting += (called for value in read.values() for called in _functions_in(value))
    return dict(sorted(found.items()))


def basis_text(value: object) -> str:
    """Write a value down, the same in every Python and on every machine.

    :raises TypeError: if it is of a kind that cannot be.
    """
    if is_table(value):
        return repr(tuple(value))
    if isinstance(value, tuple | list | range):
        return _parts(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(map(_parts, value.items())))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(basis_text, value)))}}}"
    return _single_text(value)


def _single_text(value: object) -> str:
    if isinstance(value, re.Pattern):
        return repr((value.pattern, value.flags))
    if _is_code(value):
        return str(getattr(value, "__name__", ""))
    if value is None or isinstance(value, Real | str):
        return repr(value)
    if is_dataclass(value):
        return _parts((part.name, getattr(value, part.name)) for part in fields(value))
    raise TypeError(f"a rule cannot rest on a {type(value).__name__}: it has no digest")


def _parts(values: Iterable[object]) -> str:
    return f"({', '.join(map(basis_text, values))})"


def _read_by(function: FunctionType) -> Iterator[tuple[Named, object]]:
    """Iterate over what a function can read: what its names stand for, and its defaults."""
    names = _names_in(function.__code__)
    here = function.__globals__
    named = [here[name] for name in names & here.keys()]
    modules = [value for value in named if isinstance(value, ModuleType)]
    homes = [vars(module) for module in modules if module.__name__.startswith(PACKAGE)]
    for home in (here, *homes):
        for name in names & home.keys():
            if not isinstance(home[name], ModuleType) and not name.startswith("__"):
                yield (_name_of(home), name), home[name]
    if function.__defaults__:
        yield (function.__module__, f"{function.__qualname__}()"), function.__defaults__


def _name_of(home: Names) -> str:
    """Return how what is read in a module is told apart: by its name, and by what was swapped."""
    swapped = sorted({origin.module for origin in home.get(SWAPPED, {}).values()})
    return " with ".join([home["__name__"], *swapped])


@cache
def _names_in(code: CodeType) -> frozenset[str]:
    """Return the names that a function's code, and the functions in it, look up."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return frozenset(code.co_names).union(*map(_names_in, inner))


def _functions_in(value: object) -> Iterator[FunctionType]:
    """Iterate over the package's functions that a value is or has."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple | list) and not is_table(value):
        for part in value:
            yield from _functions_in(part)
    elif callable(value) and not isinstance(value, type):
        function = unwrap(value)
        if isinstance(function, FunctionType) and function.__module__.startswith(PACKAGE):
            yield function


def _is_code(value: object) -> bool:
    """Return whether a value is a function or a class: code, and no value of its own."""
    return isinstance(value, type | FunctionType | BuiltinFunctionType) or hasattr(
        value, "__wrapped__"
    )
