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
    Level("Kindling", 6_600, 13, 1, 5, 5, 8),
    Level("Candlelight", 6_800, 13, 1, 5, 5, 8),
    Level("Ember Row", 6_400, 14, 2, 5, 5, 8),
    Level("Smoke Signal", 6_600, 14, 2, 5, 5, 8),
    Level("Short Wick", 6_600, 14, 2, 4, 5, 8),
    Level("Tinderbox", 7_400, 15, 2, 4, 5, 8),
    Level("Powder Keg", 7_400, 15, 2, 4, 5, 7),
    Level("Side Pocket", 7_400, 15, 2, 4, 4, 7),
    Level("Crossfire", 8_300, 16, 2, 4, 4, 7),
    Level("Flash Pan", 7_700, 16, 3, 4, 4, 7),
    Level("Loose Cannon", 7_700, 16, 3, 4, 4, 6),
    Level("Hot Seat", 7_700, 17, 3, 3, 4, 6),
    Level("Firebreak", 7_900, 17, 3, 3, 4, 6),
    Level("Fuse Box", 8_200, 17, 3, 3, 4, 6),
    Level("Double Trouble", 8_900, 18, 3, 3, 3, 6),
    Level("Black Powder", 8_800, 18, 3, 3, 3, 5),
    Level("Chain of Sparks", 8_700, 18, 4, 3, 3, 5),
    Level("Burning Bridge", 9_700, 19, 4, 3, 3, 5),
    Level("Heat Wave", 8_200, 19, 4, 2, 3, 5),
    Level("Red Alert", 8_500, 19, 4, 2, 3, 5),
    Level("Thin Ice", 8_900, 20, 4, 2, 2, 4),
    Level("Countdown", 9_300, 20, 4, 2, 2, 4),
    Level("Minefield", 9_800, 20, 4, 2, 2, 4),
    Level("Firestorm", 7_900, 21, 4, 1, 3, 5),
    Level("Last Straw", 8_400, 21, 4, 1, 3, 5),
    Level("Royal Salute", 8_200, 21, 4, 1, 2, 4),
)
