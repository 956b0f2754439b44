"""What bots and hints ask of Poker Boom; nobody knows which cards will come."""

from cardhouse.core.marks import inlined
from cardhouse.games.boom.board import MOVES
from cardhouse.games.boom.rules import gain_of, hand_at
from cardhouse.games.boom.state import State
from cardhouse.games.plain import is_free, opens, prospect, spends  # noqa: F401 (as they are)


@inlined
def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains."""
    return gain_of(s, hand_at(s, move))


def prospects(s: State) -> int:  # noqa: ARG001
    """Return how many moves are worth a look: all of them, as most are legal."""
    return MOVES
