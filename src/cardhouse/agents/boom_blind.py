"""Plays Poker Boom as its planner does, but sees no bombs: what it loses, bombs are worth."""

from cardhouse.agents.boom_planner import AHEAD, CANDIDATES, FUTURES, PLACES, best_tried
from cardhouse.agents.luck import Luck
from cardhouse.core.flat import lay, new_desk
from cardhouse.core.marks import inlined
from cardhouse.games.boom.state import State

NEVER = 1 << 30
"""More moves than any run has."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return what the planner would choose if there were no bombs and none came."""
    desk = new_desk(s, PLACES)
    lay(desk, 0, s)
    desk[0].bombs = 0
    desk[0].every = NEVER
    return best_tried(desk, luck, CANDIDATES, FUTURES, AHEAD)
