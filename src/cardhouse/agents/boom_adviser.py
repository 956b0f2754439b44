"""Plays Poker Boom as its planner does, but looks less far: it advises people, at once.

It does not put off a win for the points that more moves would make.
"""

from cardhouse.agents.boom_planner import PLACES, best_hands, best_tried
from cardhouse.agents.luck import Luck
from cardhouse.core.flat import lay, new_desk
from cardhouse.core.marks import inlined
from cardhouse.games.boom.board import CELLS
from cardhouse.games.boom.prospects import worth
from cardhouse.games.boom.rules import has_won
from cardhouse.games.boom.state import State

CANDIDATES, FUTURES, AHEAD = 5, 3, 1


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the best hand if it wins, else the best of a few, tried on a few futures."""
    best, hand = [0], [0]
    best_hands(s, [0] * CELLS, best, hand)
    desk = new_desk(s, PLACES)
    lay(desk, 0, s)
    lay(desk, 1, s)
    desk[1].score += worth(s, best[0])
    if has_won(desk[1]):
        return best[0]
    return best_tried(desk, luck, CANDIDATES, FUTURES, AHEAD)
