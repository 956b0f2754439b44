"""States as aligned NumPy records: the layout that compiled rules work on."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardhouse.agents.luck import Luck
from cardhouse.core.chance import KEY_WORDS, WORD, WORD_BITS, Seed, key_of
from cardhouse.core.flat import layout_of
from cardhouse.engine.loops import Array as Array  # noqa: PLC0414 (others import it from here)

SMALL_SEEDS = 1 << 63


def record_type(state_type: type) -> Any:
    """Return the compiled layout of a state: an aligned NumPy record of the same names.

    :raises ValueError: if a field has a name that NumPy's records use themselves.
    """
    for name, _, _ in layout_of(state_type):
        if hasattr(np.recarray, name):
            raise ValueError(f"a state's field cannot be called {name!r}")
    return np.dtype(
        [
            (name, width, (size,)) if size else (name, width)
            for name, size, width in layout_of(state_type)
        ],
        align=True,
    )


def blank_records(state_type: type, count: int) -> Array:
    """Return *count* blank states, as one array of records."""
    return np.zeros(count, record_type(state_type)).view(np.recarray)


def as_record(s: object) -> Array:
    """Return an interpreted state as one record."""
    record = blank_records(type(s), 1)
    for name, _, _ in layout_of(type(s)):
        record[name] = getattr(s, name)
    return record[0]


def as_state(state_type: type, record: Array) -> Any:
    """Return one record as an interpreted state: the inverse of `as_record`."""
    s = state_type()
    for name, _, _ in layout_of(state_type):
        setattr(s, name, record[name].tolist())
    return s


def lucks_of(seeds: Iterable[Seed]) -> Array:
    """Return one agent's random stream a seed."""
    keys = keys_of(seeds)
    lucks = blank_records(Luck, len(keys))
    lucks["key"] = keys
    return lucks


def keys_of(seeds: Iterable[Seed]) -> Array:
    """Return the random key of each seed, eight words a row.

    :raises ValueError: if one of the seeds cannot be one.
    """
    if isinstance(seeds, range) and seeds and min(seeds) >= 0 and max(seeds) < SMALL_SEEDS:
        numbers = np.arange(seeds.start, seeds.stop, seeds.step)
        keys = np.zeros((len(numbers), KEY_WORDS), np.uint32)
        keys[:, 0], keys[:, 1] = numbers & WORD, numbers >> WORD_BITS
        return keys
    listed = seeds.tolist() if isinstance(seeds, np.ndarray) else list(seeds)
    words = [key_of(seed) for seed in listed]
    return np.array(words, np.uint32).reshape(len(listed), KEY_WORDS)
