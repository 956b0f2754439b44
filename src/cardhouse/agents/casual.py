"""Plays the best of a few moves that catch its eye, as a person in no hurry does."""

from cardhouse.agents.luck import LUCK_STREAM, Luck
from cardhouse.core.chance import below
from cardhouse.core.marks import inlined
from cardhouse.games.contract import State, is_legal, prospect, prospects, worth

LOOKS = 16
"""How many moves it looks at, legal or not; more only until one is legal."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the move of the highest worth among those looked at."""
    best = 0
    most = -1
    looks = 0
    while looks < LOOKS or most < 0:
        move = prospect(s, below(luck, LUCK_STREAM, prospects(s)))
        looks += 1
        if is_legal(s, move) and worth(s, move) > most:
            best = move
            most = worth(s, move)
    return best
