"""What an agent is: a module with `choose`, written over the contract of a game."""

from dataclasses import dataclass

from cardhouse.core.chance import (
    KEY_WORDS,
    HasChance,
    block_words,
    draw_counts,
    key_words,
    restart_streams,
)
from cardhouse.core.flat import Cells
from cardhouse.games.game import State

LUCK_STREAM = 0


@dataclass(slots=True)
class Luck:
    """An agent's own random stream; it never draws from the game's."""

    key: Cells = key_words()  # noqa: RUF009 (it declares a field)
    """The random key."""
    blocks: Cells = block_words(streams=1)  # noqa: RUF009
    """The random words being drawn from."""
    drawn: Cells = draw_counts(streams=1)  # noqa: RUF009
    """How many random words were drawn."""


def choose(s: State, luck: Luck) -> int:
    """Return a legal move; only asked while the game goes on.  It changes nothing but *luck*."""
    raise NotImplementedError


def forget(s: HasChance, luck: Luck) -> None:
    """Put the agent's key in the place of the game's, before `rekey` makes a future of it.

    Words that lie ready to be drawn are forgotten too.  So what an agent tries
    follows from nothing that a player does not see.
    """
    for i in range(KEY_WORDS):
        s.key[i] = luck.key[i]
    restart_streams(s)
