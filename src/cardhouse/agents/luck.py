"""An agent's luck: its own random stream, and how it forgets the game's."""

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


def forget(s: HasChance, luck: Luck) -> None:
    """Put the agent's key in the place of the game's, before `rekey` makes a future of it.

    Words that lie ready to be drawn are forgotten too.  So what an agent tries
    follows from nothing that a player does not see.
    """
    for i in range(KEY_WORDS):
        s.key[i] = luck.key[i]
    restart_streams(s)
