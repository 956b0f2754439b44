"""One game of Poker Boom, flat: what a state has, what it tells, how it can end."""

from dataclasses import dataclass

from cardhouse.core.chance import block_words, draw_counts, key_words
from cardhouse.core.flat import Cells, Events, cells, event_log, number
from cardhouse.games.boom.board import CELLS
from cardhouse.games.game import LOST, OVER, PLAYING, WON, Ending

LEVEL, ENDLESS = 0, 1
MOST_BOMBS = 12

NOT_ENDED, REACHED, RUN_OUT, LOCKED, LOCKED_ENDLESS = range(5)
ENDINGS = (
    Ending(PLAYING, ""),
    Ending(WON, "the target is reached"),
    Ending(LOST, "no moves are left"),
    Ending(LOST, "no hand is left on the board"),
    Ending(OVER, "no hand is left on the board"),
)
"""BOOM-26, BOOM-28: why a game has ended."""

# The random streams, and what is told.
CARD_STREAM, BOMB_STREAM, BLAST_STREAM = 0, 1, 2
STREAMS = 3
(GAIN, PAUSE, FUSE, DISARM, CLEAR, FALL, SPAWN, COOL, EXPLODE, SCORCH, SHUFFLE, ARRIVE) = range(12)


@dataclass(slots=True)
class State:
    """Everything there is to know about one game of Poker Boom."""

    board: Cells = cells(CELLS, "int16")
    """The card on each cell."""
    scorch: Cells = cells(CELLS, "int8")
    """For how many moves each cell stays scorched."""
    burning: int = number()
    """Which cells are scorched, a bit for each."""
    bombs: int = number("int32")
    """How many bombs are armed."""
    spots: Cells = cells(MOST_BOMBS, "int8")
    """Where each bomb stands, oldest first."""
    fuses: Cells = cells(MOST_BOMBS, "int32")
    """What is left of each bomb's fuse, oldest first."""
    ending: int = number("int8")
    """Why the game has ended: an index into ``ENDINGS``."""
    score: int = number()
    """Points made so far."""
    combo: int = number()
    """What the next hand's points are multiplied by."""
    played: int = number()
    """How many moves have been resolved."""
    blasts: int = number("int32")
    """How many bombs have gone off."""
    since_bomb: int = number()
    """How many moves have been resolved since a bomb was last due."""
    moves_left: int = number()
    """How many moves the level still allows."""
    target: int = number()
    """The score that wins the level."""
    level: int = number("int32")
    """The level's number; 0 in endless mode."""
    mode: int = number("int32")
    """``LEVEL`` or ``ENDLESS``."""
    path_only: int = number("int32")
    """1 if a selection must be one that a stroke can trace, else 0."""
    opening: int = number("int32")
    """How many bombs there are at the start."""
    every: int = number("int32")
    """After how many moves the next bomb is due; 0 for never."""
    fuse_low: int = number("int32")
    """The shortest fuse of a new bomb."""
    fuse_high: int = number("int32")
    """The longest fuse of a new bomb."""
    key: Cells = key_words()
    """The random key."""
    blocks: Cells = block_words(STREAMS)
    """The random words being drawn from."""
    drawn: Cells = draw_counts(STREAMS)
    """How many random words each stream has given."""
    events: Events = event_log()
    """What happened since someone last asked."""
