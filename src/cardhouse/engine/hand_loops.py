"""Loops over many poker hands at once, in the Python that compiles.

What five cards make is decided in `cardhouse.core.poker` alone; `cardhouse.engine`
binds these loops to it.
"""

from cardhouse.core.marks import entry
from cardhouse.core.poker import HANDS_WITH, TALLIES, TRAITS, traits_of
from cardhouse.engine.loops import Array

BLOCK = 1024
"""How many hands go through the three loops together: what is between them stays near."""


@entry
def classify_all(hands: Array, made: Array, room: Array) -> None:
    """Write down what every five cards make; *room* holds a number for each hand of a block."""
    for start in range(0, len(hands), BLOCK):
        classify(hands[start : start + BLOCK], made[start : start + BLOCK], room)


def classify(hands: Array, made: Array, room: Array) -> None:
    """Write down what every five cards make.

    Measured, three small loops take half the time of one: a processor does the
    second for several hands at once, which a look into a table would forbid.  ``% TRAITS``
    changes no number; it tells the compiler that none is negative.
    """
    for i in range(len(hands)):
        cards = hands[i]
        room[i] = (
            TALLIES[cards[0]]
            + TALLIES[cards[1]]
            + TALLIES[cards[2]]
            + TALLIES[cards[3]]
            + TALLIES[cards[4]]
        )
    for i in range(len(made)):
        room[i] = traits_of(room[i])
    for i in range(len(made)):
        made[i] = HANDS_WITH[room[i] % TRAITS]
