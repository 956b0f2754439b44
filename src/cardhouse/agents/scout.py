"""Plays the move that gains most at once; where none gains, the one that opens most."""

from cardhouse.agents.agent import Luck
from cardhouse.games.game import LAST_MOVE, State, is_legal, opens, prospect, prospects, worth


def choose(s: State, luck: Luck) -> int:  # noqa: ARG001 (it needs no luck)
    """Return the legal move of the highest worth; among equals, what lets the next gain most."""
    best = 0
    most = -1
    hope = LAST_MOVE
    for i in range(prospects(s)):
        move = prospect(s, i)
        if is_legal(s, move):
            gain = worth(s, move)
            opened = opens(s, move) if gain == 0 and most <= 0 else 0
            if gain > most or (gain == most and opened > hope):
                best = move
                most = gain
                hope = opened
    return best
