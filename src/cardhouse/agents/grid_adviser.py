"""Plays Poker Grid: drafts as its planner does, on fewer futures, and freezes as the scout does.

So it advises people at once, and what it says is best to freeze is what it freezes next.
"""

from cardhouse.agents.grid_planner import best_offer
from cardhouse.agents.luck import Luck, forget
from cardhouse.core.flat import lay, new_desk
from cardhouse.core.marks import inlined
from cardhouse.games.grid.board import DRAFT_PHASE, PLAY
from cardhouse.games.grid.prospects import opens, worth
from cardhouse.games.grid.rules import ROUND_HANDS, is_legal
from cardhouse.games.grid.state import State

FUTURES = 16
"""How often it plays the round to its end with each offer."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the best offer; without offers the freeze that is hoped to make most, or the hand."""
    if s.phase != DRAFT_PHASE:
        return best_hope(s)
    desk = new_desk(s, 3)
    lay(desk, 2, s)
    forget(desk[2], luck)
    desk[2].hands_left = min(s.hands_left, ROUND_HANDS)
    return best_offer(desk[2], desk, FUTURES)


def best_hope(s: State) -> int:
    """Return the freeze that lets the hand be hoped to make most, or the hand as it is."""
    best = PLAY
    most = -1
    for move in range(PLAY + 1):
        if is_legal(s, move):
            hope = worth(s, PLAY) if move == PLAY else opens(s, move)
            if hope > most:
                best = move
                most = hope
    return best
