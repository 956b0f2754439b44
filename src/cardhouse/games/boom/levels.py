"""The thirty levels of Poker Boom, as data."""

from typing import NamedTuple


class Level(NamedTuple):
    """BOOM-29: a level is a row of data; the thirty get harder as measured.

    The reference bot is `cardhouse.agents.casual`.
    """

    name: str
    """What the level is called."""
    target: int
    """The score that wins it."""
    moves: int
    """How many moves it allows."""
    bombs: int
    """How many bombs there are at the start."""
    every: int
    """After how many moves another bomb is due."""
    fuse_low: int
    """The shortest fuse of a new bomb."""
    fuse_high: int
    """The longest fuse of a new bomb."""


LEVELS = (
    Level("First Spark", 5_400, 12, 1, 6, 6, 9),
    Level("Warm Hands", 5_700, 12, 1, 6, 6, 9),
    Level("Kind Words", 6_000, 12, 1, 6, 6, 9),
    Level("Slow Match", 6_900, 13, 1, 5, 6, 9),
    Level("Kindling", 5_400, 13, 2, 5, 5, 8),
    Level("Candlelight", 5_700, 13, 2, 5, 5, 8),
    Level("Ember Row", 5_700, 14, 3, 5, 5, 8),
    Level("Smoke Signal", 5_600, 14, 3, 5, 4, 7),
    Level("Short Wick", 5_400, 14, 4, 5, 4, 6),
    Level("Tinderbox", 5_300, 15, 5, 4, 3, 5),
    Level("Powder Keg", 5_500, 15, 5, 4, 3, 5),
    Level("Side Pocket", 5_500, 15, 6, 4, 3, 5),
    Level("Crossfire", 6_300, 16, 6, 4, 3, 5),
    Level("Flash Pan", 5_700, 16, 6, 3, 3, 5),
    Level("Loose Cannon", 5_900, 16, 6, 3, 3, 5),
    Level("Hot Seat", 6_500, 17, 6, 3, 2, 5),
    Level("Firebreak", 6_700, 17, 6, 3, 2, 5),
    Level("Fuse Box", 6_700, 17, 6, 3, 2, 4),
    Level("Double Trouble", 7_400, 18, 7, 3, 2, 4),
    Level("Black Powder", 6_500, 18, 7, 2, 3, 5),
    Level("Chain of Sparks", 6_700, 18, 7, 2, 3, 5),
    Level("Burning Bridge", 7_200, 19, 7, 2, 2, 5),
    Level("Heat Wave", 7_500, 19, 7, 2, 2, 5),
    Level("Red Alert", 7_600, 19, 7, 2, 2, 4),
    Level("Thin Ice", 8_500, 20, 7, 2, 2, 4),
    Level("Countdown", 8_700, 20, 8, 2, 2, 4),
    Level("Minefield", 9_200, 20, 8, 2, 2, 4),
    Level("Firestorm", 7_400, 21, 6, 1, 3, 5),
    Level("Last Straw", 7_900, 21, 7, 1, 3, 5),
    Level("Royal Salute", 7_700, 21, 8, 1, 2, 4),
)
