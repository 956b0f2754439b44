"""The jokers that a player of Poker Grid holds: their order, and what follows from it."""

from cardhouse.core.flat import tell
from cardhouse.core.marks import called
from cardhouse.games.grid.board import MOST_JOKERS
from cardhouse.games.grid.jokers import (
    AS_LEFTMOST,
    AS_RIGHT,
    BENDS,
    MEMORIES,
    MORE_FREEZES,
    POWERS,
    POWERS_OF,
)
from cardhouse.games.grid.lines import read_lines
from cardhouse.games.grid.state import MOVED, State

FREEZE_SLOTS = 2


def add_joker(s: State, joker: int) -> None:
    """Put a joker to the right of all others."""
    s.jokers[s.joker_count] = joker
    s.held[s.joker_count] = MEMORIES[joker][0]
    s.joker_count += 1
    settle(s)
    read_lines(s)


def move_joker(s: State, start: int, end: int) -> None:
    """GRID-22: take a joker out and put it at another place; those between move up."""
    joker = s.jokers[start]
    held = s.held[start]
    tell(s, MOVED, start, end, joker)
    step = 1 if end > start else -1
    for place in range(start, end, step):
        s.jokers[place] = s.jokers[place + step]
        s.held[place] = s.held[place + step]
    s.jokers[end] = joker
    s.held[end] = held
    settle(s)


@called
def settle(s: State) -> None:
    """Find out what follows from the jokers and their order: copies, powers, slots."""
    for power in range(POWERS):
        s.powers[power] = 0
    s.slots = freeze_slots(s)
    for place in range(s.joker_count):
        s.acting[place] = source_of(s, place)
        if s.acting[place]:
            s.powers[POWERS_OF[s.jokers[s.acting[place] - 1]]] += 1
        s.slots += POWERS_OF[s.jokers[place]] == MORE_FREEZES
    for place in range(s.joker_count, MOST_JOKERS):
        s.acting[place] = 0
    s.bent = 0
    for i in range(len(BENDS)):
        s.bent |= s.powers[BENDS[i]] > 0


def freeze_slots(s: State) -> int:  # noqa: ARG001 (who reuses this asks it)
    """GRID-5: return how many cells can be frozen, jokers aside."""
    return FREEZE_SLOTS


def source_of(s: State, place: int) -> int:
    """Return whose work a joker does, as a place counted from 1; 0 if copying leads nowhere."""
    at = place
    for _ in range(s.joker_count):
        power = POWERS_OF[s.jokers[at]]
        if power == AS_RIGHT and at + 1 < s.joker_count:
            at += 1
        elif power == AS_LEFTMOST and at > 0:
            at = 0
        elif power in (AS_RIGHT, AS_LEFTMOST):
            return 0
        else:
            return at + 1
    return 0
