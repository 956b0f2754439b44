"""Plays the move that gains most at once; where none gains, the one that opens most.

A move that costs no time comes first, if it opens more than any other gains.
"""

from cardhouse.agents.luck import Luck
from cardhouse.core.marks import inlined
from cardhouse.games.contract import (
    State,
    is_free,
    is_legal,
    opens,
    prospect,
    prospects,
    spends,
    worth,
)

OPENING = 1 << 40
"""More than any points that a move opens."""


@inlined
def choose(s: State, luck: Luck) -> int:  # noqa: ARG001 (it needs no luck)
    """Return the legal move of the highest worth; if all are worth nothing, the most promising."""
    best = 0
    most = -1
    hope = 0
    for i in range(prospects(s)):
        move = prospect(s, i)
        if is_legal(s, move):
            gain = opens(s, move) if is_free(s, move) else worth(s, move)
            promised = promise(s, move) if gain == 0 and most <= 0 else 0
            if gain > most or (gain == most and promised > hope):
                best = move
                most = gain
                hope = promised
    return best


def promise(s: State, move: int) -> int:
    """Return how promising a *move* is: what opens points, if need be by spending, comes first.

    Among moves that open nothing those that spend nothing are better, and the
    last move is the worst.
    """
    opened = opens(s, move)
    if opened <= 0:
        return 2 * opened - spends(s, move)
    return opened if spends(s, move) else opened + OPENING
