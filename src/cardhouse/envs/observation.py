"""What a player sees of a state, as arrays: views on the records, where that can be.

Each game declares it (`cardhouse.games.observed`): what is not declared is not seen.
"""

import sys
from collections.abc import Callable

import numpy as np
from gymnasium import spaces

from cardhouse.core.twin import Knobs
from cardhouse.engine.batch import Batch, Turn
from cardhouse.engine.records import Array, record_type
from cardhouse.games.game import AnyGame
from cardhouse.games.observed import BITS, LOWEST_BYTE, Observed

ACTION_MASK = "action_mask"


def space_of(game: AnyGame, knobs: Knobs) -> spaces.Dict:
    """Return the space of what is observed of one game, and of its mask."""
    record = record_type(game.rules.State)
    shown = {one.name: _space(one, record[one.name].base, game, knobs) for one in game.observed}
    return spaces.Dict({**shown, ACTION_MASK: spaces.MultiBinary(game.rules.MOVES)})


def _space(one: Observed, width: Array, game: AnyGame, knobs: Knobs) -> spaces.Space[Array]:
    if one.how == BITS:
        return spaces.MultiBinary(one.shape)
    most = one.most
    if isinstance(most, str):
        most = max(1, knobs.get(most, getattr(game.rules, most)))
    return spaces.Box(0, most, one.shape, np.int8 if one.how == LOWEST_BYTE else width)


class Observations:
    """What is observed of many games: one array a field, each a view, or written in place."""

    def __init__(self, batch: Batch, turn: Turn) -> None:
        self._batch = batch
        self._spreads: list[Callable[[], object]] = []
        """What writes down numbers that are shown bit by bit."""
        self.arrays = {one.name: self._shown(one, turn.states) for one in batch.game.observed}
        self.arrays[ACTION_MASK] = turn.masks.view(np.int8)
        for array in self.arrays.values():
            array.setflags(write=False)
        self.first = [(name, array[0]) for name, array in self.arrays.items()]
        """The same of the first game alone."""
        self.copies = [(name, view.copy) for name, view in self.first]
        """And what copies it."""

    def refresh(self) -> None:
        """Write again what is not a view: numbers that are shown bit by bit."""
        for spread in self._spreads:
            spread()

    def _shown(self, one: Observed, states: Array) -> Array:
        numbers = states.view(np.ndarray)[one.name]
        if one.how == BITS:
            numbers = self._bits(numbers, int(np.prod(one.shape)))
        if one.how == LOWEST_BYTE:
            size = numbers.dtype.itemsize
            lowest = 0 if sys.byteorder == "little" else size - 1
            numbers = numbers.view(np.int8)[:, lowest::size]
        return numbers.reshape(len(states), *one.shape)

    def _bits(self, numbers: Array, count: int) -> Array:
        bits = np.zeros((len(numbers), count), np.int8)
        self._spreads.append(self._batch.spread(numbers, bits))
        return bits.view()
