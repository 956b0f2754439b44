"""Plays Poker Boom as its planner does, but looks less far: it answers people at once."""

from cardhouse.agents.agent import Luck
from cardhouse.agents.boom_planner import PLACES, best_tried
from cardhouse.core.flat import lay, new_desk
from cardhouse.games.boom.rules import State

CANDIDATES, FUTURES, AHEAD = 5, 3, 1


def choose(s: State, luck: Luck) -> int:
    """Return the best of a few selections, tried on a few futures."""
    desk = new_desk(s, PLACES)
    lay(desk, 0, s)
    return best_tried(desk, luck, CANDIDATES, FUTURES, AHEAD)
