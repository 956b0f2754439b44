"""Episodes of a game in progress, stepped at once by an engine: what both environments hold."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from cardhouse.core.chance import key_of
from cardhouse.core.twin import Knobs, check_knobs
from cardhouse.engine.batch import Batch, turn_of
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import Array, as_state
from cardhouse.envs.observation import Observations
from cardhouse.envs.render import render
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame

WORDS_DRAWN = 2
"""How many words of a key a random seed fills: 64 bits."""
ILLEGAL, WON_GAME = "illegal", "won"
"""Names in an environment's `info`, besides that of the mask."""


class Episodes:
    """Some games, the moves to be played in them, how they stand, and what is observed."""

    def __init__(
        self, game: AnyGame, count: int, options: Mapping[str, object], knobs: Knobs
    ) -> None:
        """Make room for *count* games; none is dealt yet.

        :raises ValueError: if an option or a knob is not one of the game's.
        """
        self.game = game
        self._made_of = count, dict(options), dict(knobs)
        batch = batch_of(game, knobs)
        self.turn = turn_of(game, game.prepared(options), count)
        self.observations = Observations(batch, self.turn)
        self._advance = batch.advance(self.turn)

    def __reduce__(self) -> tuple[object, ...]:
        """Say what a copy is made of: the same games in progress, with views of its own."""
        return _made_again, (self.game.name, self._made_of, self.turn.arrays)

    def advance(self) -> None:
        """Carry out the turn's orders, and see what follows."""
        self._advance()
        self.observations.refresh()

    def set_seed(self, i: int, seed: int) -> None:
        """Give game *i* the key of a seed, for when it is dealt."""
        self.turn.keys[i] = key_of(seed)

    def set_drawn(self, chosen: Array, drawn: list[int]) -> None:
        """Give some games the keys of seeds that `draw_seed` drew."""
        words = np.array(drawn, "<u8").view("<u4").reshape(-1, WORDS_DRAWN)
        self.turn.keys[chosen, :WORDS_DRAWN] = words
        self.turn.keys[chosen, WORDS_DRAWN:] = 0

    def render(self, i: int, mode: str | None) -> str | Array | None:
        """Return the table of game *i* as a text, as an image, or nothing."""
        return render(self.game, as_state(self.game.rules.State, self.turn.states[i]), mode)


def _made_again(
    name: str, made_of: tuple[int, Mapping[str, object], Knobs], arrays: tuple[Array, ...]
) -> Episodes:
    episodes = Episodes(game_named(name), *made_of)
    for mine, other in zip(episodes.turn.arrays, arrays, strict=True):
        mine[:] = other
    episodes.observations.refresh()
    return episodes


def draw_seed(generator: np.random.Generator) -> int:
    """Draw a game's seed: 64 bits."""
    return int(generator.bit_generator.random_raw())


def batch_of(game: AnyGame, knobs: Knobs) -> Batch:
    """Return what plays a game; one for all environments with the same knobs."""
    check_knobs(game.rules_module, knobs)
    return _compiled(game, tuple(sorted(knobs.items())))


@cache
def _compiled(game: AnyGame, knobs: tuple[tuple[str, object], ...]) -> Batch:
    return Compiled(game, knobs=dict(knobs))
