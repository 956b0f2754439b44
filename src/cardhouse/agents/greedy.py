"""Plays the move that gains most at once; among equals, the first."""

from cardhouse.agents.luck import Luck
from cardhouse.core.marks import inlined
from cardhouse.games.contract import MOVES, State, is_legal, worth


@inlined
def choose(s: State, luck: Luck) -> int:  # noqa: ARG001 (it needs no luck)
    """Return the legal move of the highest worth."""
    best = 0
    most = -1
    for move in range(MOVES):
        if is_legal(s, move) and worth(s, move) > most:
            best = move
            most = worth(s, move)
    return best
