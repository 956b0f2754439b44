"""Flat state: one declaration, two layouts.

A game declares its state once, as a dataclass of integers and of fixed-size
integer lists.  The class is the interpreted layout; the compiled one, an
aligned NumPy record with the same names, is derived from it in
`cardhouse.engine`.
"""

from collections.abc import Iterable
from dataclasses import field, fields
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar

from cardhouse.core.marks import called

Cells = list[int]
"""A fixed-size run of integers: a Python list, or a record's sub-array."""

Events = list[tuple[int, ...]]
"""What happened, in order; each an event's number and its facts."""

WIDTHS = ("int8", "int16", "int32", "int64", "uint32")
DIGEST_LETTERS = 16


class Flat(Protocol):
    """Any state that can tell what happens to it."""

    events: Events


class Noted(Flat, Protocol):
    """Any state that keeps notes of what it told."""

    notes: Events


S = TypeVar("S")


class Slot(NamedTuple):
    """One field of a state: its name, its size (0 for a single number) and its width."""

    name: str
    size: int
    width: str


def cells(size: int, width: str = "int64") -> Cells:
    """Declare a field of *size* integers, one or more, all zero at first."""
    if size < 1:
        raise ValueError("a field has one cell or more")
    metadata = {"size": size, "width": _checked(width)}
    declared: Cells = field(default_factory=lambda: [0] * size, metadata=metadata)
    return declared


def number(width: str = "int64") -> int:
    """Declare a field of one integer, zero at first."""
    declared: int = field(default=0, metadata={"size": 0, "width": _checked(width)})
    return declared


def event_log() -> Events:
    """Declare the list of events; it is no part of the game, and the compiled layout has none."""
    declared: Events = field(default_factory=list, compare=False, repr=False)
    return declared


def note_log() -> Events:
    """Declare the list of notes: what was told and is kept; it goes where the state goes."""
    kept = {"kept": True}
    declared: Events = field(default_factory=list, compare=False, repr=False, metadata=kept)
    return declared


def _checked(width: str) -> str:
    if width not in WIDTHS:
        raise ValueError(f"{width!r} is not a width; the widths are {', '.join(WIDTHS)}")
    return width


@called
def tell(s: Flat, *facts: int) -> None:
    """Report what happened: an event's number and its facts.  Compiled, it is nothing."""
    s.events.append(facts)


@called
def remember(s: Noted, kind: int) -> None:
    """Keep what was told since the last event of a *kind*, instead of what was kept before."""
    since = max(i for i, facts in enumerate(s.events) if facts[0] == kind)
    s.notes[:] = s.events[since + 1 :]


SILENT = (tell, remember)
"""What is nothing in a compiled twin."""


def new_desk(s: S, places: int) -> list[S]:
    """Return a desk: so many states like *s*, to try moves on.  Compiled, it is an array."""
    return [copy_state(s) for _ in range(places)]


def lay(desk: list[S], place: int, s: S) -> None:
    """Lay a copy of *s* on a desk."""
    desk[place] = copy_state(s)


def layout_of(state_type: type) -> tuple[Slot, ...]:
    """List the fields of a state, in order; the event log is not one of them."""
    return tuple(
        Slot(f.name, f.metadata["size"], f.metadata["width"])
        for f in fields(state_type)
        if "size" in f.metadata
    )


def flatten(state: object, layout: Iterable[Slot]) -> list[int]:
    """Return either layout of a state as plain integers, to hash, compare or store."""
    flat: list[int] = []
    for name, size, _ in layout:
        value = getattr(state, name)
        flat.extend(map(int, value) if size else (int(value),))
    return flat


def copy_state(s: S) -> S:
    """Return a copy of an interpreted state; its event log starts empty, its notes are kept."""
    state_type: Any = type(s)
    numbers, lists, logs = _fields_of(state_type)
    twin: S = object.__new__(state_type)
    for name in numbers:
        setattr(twin, name, getattr(s, name))
    for name in lists:
        setattr(twin, name, getattr(s, name)[:])
    for name in logs:
        setattr(twin, name, [])
    return twin


@cache
def _fields_of(state_type: type) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names of a state's numbers, of its lists that are kept, and of those that are not.

    They are looked up once: a state is copied with every move.
    """
    sizes = {f.name: f.metadata.get("size", -1) for f in fields(state_type)}
    kept = [f.name for f in fields(state_type) if "kept" in f.metadata]
    numbers = tuple(name for name, size in sizes.items() if size == 0)
    lists = tuple(name for name, size in sizes.items() if size > 0 or name in kept)
    return numbers, lists, tuple(name for name in sizes if name not in (*numbers, *lists))


def digest_of(state: object, layout: Iterable[Slot]) -> str:
    """Return a short text that differs for any two different states."""
    flat = ",".join(map(str, flatten(state, layout)))
    return sha256(flat.encode()).hexdigest()[:DIGEST_LETTERS]
