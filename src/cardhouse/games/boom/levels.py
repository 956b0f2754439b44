"""The thirty levels of Poker Boom, as data."""

from typing import NamedTuple


class Level(NamedTuple):
    """BOOM-29: a level is a row of data."""

    name: str
    target: int
    moves: int
    bombs: int
    every: int
    fuse_low: int
    fuse_high: int


LEVELS = tuple(Level(f"L{i}", 5000 + 500 * i, 15, 1, 5, 4, 8) for i in range(1, 31))
