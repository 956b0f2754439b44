"""Marks: what a compiling engine should know of functions and tables; otherwise they do nothing.

An unmarked rule becomes part of each function that calls it, which makes moves fast
and compiling slow.
"""

from collections.abc import Callable
from typing import Any, TypeVar

CALLED, INLINED, ENTRY = "called", "inlined", "entry"

F = TypeVar("F", bound=Callable[..., Any])


def called(function: F) -> F:
    """Mark a *function* that is compiled by itself and called: it is long, or called from afar."""
    return _marked(function, CALLED)


def inlined(function: F) -> F:
    """Mark a *function* that is compiled once, and then becomes part of what calls it."""
    return _marked(function, INLINED)


def entry(function: F) -> F:
    """Mark a *function* that is called from outside, with arrays: it is kept when compiled."""
    return _marked(function, ENTRY)


def mark_of(function: Callable[..., Any]) -> str:
    """Return the mark of a *function*: ``CALLED``, ``INLINED``, ``ENTRY`` or nothing."""
    return str(getattr(function, "mark", ""))


def _marked(function: F, mark: str) -> F:
    vars(function)["mark"] = mark
    return function


class Lookup(tuple[Any, ...]):
    """A table of rows whose numbers only ever index: an engine may store them as it likes."""

    __slots__ = ()
