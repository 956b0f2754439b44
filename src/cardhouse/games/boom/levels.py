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
    Level("First Spark", 6_400, 12, 1, 9, 8, 12),
    Level("Warm Hands", 6_300, 12, 1, 8, 7, 11),
    Level("Kind Words", 6_700, 12, 1, 8, 7, 11),
    Level("Slow Match", 7_800, 13, 1, 8, 7, 11),
    Level("Kindling", 8_200, 13, 1, 8, 7, 11),
    Level("Candlelight", 8_600, 13, 1, 8, 7, 11),
    Level("Ember Row", 9_800, 14, 1, 8, 7, 11),
    Level("Smoke Signal", 9_500, 14, 1, 7, 6, 10),
    Level("Short Wick", 8_200, 14, 2, 7, 6, 10),
    Level("Tinderbox", 9_300, 15, 2, 7, 6, 10),
    Level("Powder Keg", 9_400, 15, 2, 7, 6, 9),
    Level("Side Pocket", 9_700, 15, 2, 7, 6, 9),
    Level("Crossfire", 10_900, 16, 2, 7, 6, 9),
    Level("Flash Pan", 10_700, 16, 2, 6, 6, 9),
    Level("Loose Cannon", 10_300, 16, 2, 6, 5, 8),
    Level("Hot Seat", 11_500, 17, 2, 6, 5, 8),
    Level("Firebreak", 11_900, 17, 2, 6, 5, 8),
    Level("Fuse Box", 11_100, 17, 3, 6, 5, 8),
    Level("Double Trouble", 11_800, 18, 3, 5, 5, 8),
    Level("Black Powder", 12_200, 18, 3, 5, 5, 8),
    Level("Chain of Sparks", 12_300, 18, 3, 5, 5, 7),
    Level("Burning Bridge", 13_300, 19, 3, 5, 4, 6),
    Level("Heat Wave", 13_900, 19, 3, 5, 4, 6),
    Level("Red Alert", 14_500, 19, 3, 5, 4, 6),
    Level("Thin Ice", 14_600, 20, 3, 4, 4, 6),
    Level("Countdown", 14_700, 20, 4, 4, 4, 6),
    Level("Minefield", 15_600, 20, 4, 4, 4, 6),
    Level("Firestorm", 17_700, 21, 4, 4, 4, 6),
    Level("Last Straw", 18_800, 21, 4, 4, 3, 5),
    Level("Royal Salute", 17_800, 21, 4, 3, 3, 5),
)
