"""What a player sees of a state, as arrays: views on the records, where that can be.

Beside each environment stands a table of `Seen`: the fields of the state that
become its observation.  What is not in the table is not seen.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from cardhouse.engine.cpu import Compiled

Array = Any

ACTION_MASK = "action_mask"
WHOLE, LOWEST_BYTE, BITS = 0, 1, 2
"""How a field is shown: as it is, only its lowest byte, or bit by bit."""


class Seen(NamedTuple):
    """One field of a state that a player sees."""

    name: str
    """The field's name."""
    shape: tuple[int, ...]
    """How its numbers are laid out; one number is a row of one."""
    most: int | str
    """The largest number it can hold, or the knob that says so."""
    how: int = WHOLE
    """What is shown of each number."""


def space_of(
    table: Iterable[Seen], record: Any, rules: ModuleType, knobs: Mapping[str, Any]
) -> spaces.Dict:
    """Return the space of what is seen of one game, and of its mask."""
    shown: dict[str, spaces.Space[Any]] = {
        seen.name: _space(seen, record[seen.name].base, rules, knobs) for seen in table
    }
    return spaces.Dict(shown | {ACTION_MASK: spaces.MultiBinary(rules.MOVES)})


def _space(seen: Seen, width: Any, rules: ModuleType, knobs: Mapping[str, Any]) -> Any:
    if seen.how == BITS:
        return spaces.MultiBinary(seen.shape)
    most = seen.most
    if isinstance(most, str):
        most = max(1, knobs.get(most, getattr(rules, most)))
    return spaces.Box(0, most, seen.shape, np.int8 if seen.how == LOWEST_BYTE else width)


class Sight:
    """What is seen of many games: one array a field, each a view, or written in place."""

    def __init__(
        self, table: Iterable[Seen], states: Array, masks: Array, compiled: Compiled
    ) -> None:
        self._compiled = compiled
        self._unpacked: list[tuple[Callable[[Array, Array], None], Array, Array]] = []
        self.arrays = {seen.name: self._shown(seen, states) for seen in table}
        self.arrays[ACTION_MASK] = masks.view(np.int8)
        for array in self.arrays.values():
            array.setflags(write=False)
        self.first = [(name, array[0]) for name, array in self.arrays.items()]
        """The same of the first game alone."""
        self.copies = [(name, view.copy) for name, view in self.first]
        """And what copies it."""

    def refresh(self) -> None:
        """Write anew what is no view: numbers that are shown bit by bit."""
        for unpack, numbers, flags in self._unpacked:
            unpack(numbers, flags)

    def _shown(self, seen: Seen, states: Array) -> Array:
        numbers = states.view(np.ndarray)[seen.name]
        if seen.how == BITS:
            return self._bits(seen, numbers)
        if seen.how == LOWEST_BYTE:
            size = numbers.dtype.itemsize
            lowest = 0 if sys.byteorder == "little" else size - 1
            numbers = numbers.view(np.int8)[:, lowest::size]
        return numbers.reshape(len(states), *seen.shape)

    def _bits(self, seen: Seen, numbers: Array) -> Array:
        count = int(np.prod(seen.shape))
        flags = np.zeros((len(numbers), count), np.bool_)
        unpack = self._compiled.entry("bits_all", numbers, flags)
        self._unpacked.append((unpack, numbers, flags))
        return flags.view(np.int8).reshape(len(numbers), *seen.shape)
