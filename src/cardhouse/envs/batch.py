"""Many games of one kind, stepped at once by one compiled call: what both environments hold."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from cardhouse.core.chance import KEY_WORDS, key_of
from cardhouse.core.twin import check_knobs
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.loops import PLAY_ON
from cardhouse.engine.records import as_record, as_state, blank_records
from cardhouse.envs.seen import Seen, Sight
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame

Array = Any

WORDS_DRAWN = 2
"""How many words of a key a random seed fills: 64 bits."""


class Batch:
    """Some games, the moves to be played in them, and how they stand."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        table: Iterable[Seen],
        options: Mapping[str, Any],
        knobs: Mapping[str, Any],
    ) -> None:
        """Make room for *count* games; none is dealt yet.

        :raises ValueError: if an option or a knob is not one of the game's.
        """
        self.game = game
        table = tuple(table)
        self._made_of = count, table, dict(options), dict(knobs)
        compiled = compiled_game(game, knobs)
        blank = blank_records(game.rules.State, 1)
        blank[0] = as_record(compiled.prepared(dict(options)))
        self.states = compiled.blank(count)
        self.orders = np.full(count, PLAY_ON, np.int8)
        self.moves = np.zeros(count, np.int64)
        self.keys = np.zeros((count, KEY_WORDS), np.uint32)
        self.gains = np.zeros(count, np.int64)
        self.outcomes = np.zeros(count, np.int64)
        self.masks = np.zeros((count, game.rules.MOVES), np.bool_)
        self.sight = Sight(table, self.states, self.masks, compiled)
        room = np.zeros(game.rules.ROOM, np.int64)
        self._arguments = (
            self.states,
            self.orders,
            self.moves,
            self.keys,
            blank,
            self.gains,
            self.outcomes,
            self.masks,
            room,
        )
        self._advance = compiled.entry("advance_all", *self._arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say what a copy is made of: the same games in progress, with views of its own."""
        return _made_again, (self.game.name, self._made_of, self._arguments)

    def advance(self) -> None:
        """Carry out the orders: play `moves`, or deal anew by `keys`, or leave alone."""
        self._advance(*self._arguments)
        self.sight.refresh()

    def set_seed(self, i: int, seed: int) -> None:
        """Give game *i* the key of a seed, for when it is dealt."""
        self.keys[i] = key_of(seed)

    def set_drawn(self, chosen: Array, drawn: list[int]) -> None:
        """Give some games the keys of seeds that `draw_seed` drew."""
        words = np.array(drawn, "<u8").view("<u4").reshape(-1, WORDS_DRAWN)
        self.keys[chosen, :WORDS_DRAWN] = words
        self.keys[chosen, WORDS_DRAWN:] = 0

    def state(self, i: int) -> Any:
        """Return game *i* as an interpreted state."""
        return as_state(self.game.rules.State, self.states[i])


def _made_again(name: str, made_of: tuple[Any, ...], arrays: tuple[Array, ...]) -> Batch:
    batch = Batch(game_named(name), *made_of)
    for mine, other in zip(batch._arguments, arrays, strict=True):
        mine[:] = other
    batch.sight.refresh()
    return batch


def draw_seed(generator: np.random.Generator) -> int:
    """Draw a game's seed: 64 bits."""
    return int(generator.bit_generator.random_raw())


def compiled_game(game: AnyGame, knobs: Mapping[str, Any]) -> Compiled:
    """Return a game compiled; once for all environments with the same knobs."""
    check_knobs(game.rules_module, knobs)
    return _compiled(game, tuple(sorted(knobs.items())))


@cache
def _compiled(game: AnyGame, knobs: tuple[tuple[str, Any], ...]) -> Compiled:
    return Compiled(game, knobs=dict(knobs))
