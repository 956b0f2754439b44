"""Loops over many games at once, in the Python that compiles.

Each is written over the contract of `cardhouse.games.game` and bound to one
game and one agent by `cardhouse.engine`.
"""

from typing import Any, TypeAlias

from cardhouse.agents.contract import choose
from cardhouse.agents.luck import Luck
from cardhouse.core.marks import entry
from cardhouse.games.contract import (
    MOVES,
    State,
    apply,
    deal,
    is_legal,
    mark_legal,
    outcome,
)
from cardhouse.games.game import PLAYING

Array: TypeAlias = Any
"""A NumPy array; states and lucks are arrays of records."""

REFUSED = -1
"""The gain of a move that was not allowed, and so not played."""


@entry
def deal_all(states: Array) -> None:
    """Deal every game."""
    for i in range(len(states)):
        deal(states[i])


@entry
def step_all(states: Array, moves: Array, gains: Array) -> None:
    """Play one move in every game; a refused one changes nothing."""
    for i in range(len(states)):
        gains[i] = step(states[i], moves[i])


def step(s: State, move: int) -> int:
    """Play *move* if it is legal; return its gain, or ``REFUSED``."""
    if move < 0 or move >= MOVES or outcome(s) != PLAYING or not is_legal(s, move):
        return REFUSED
    before = s.score
    apply(s, move)
    gain: int = s.score - before
    return gain


@entry
def mask_all(states: Array, masks: Array, room: Array) -> None:
    """Write down for every game and every move whether it is legal."""
    for i in range(len(states)):
        mark_legal(states[i], masks[i], room)


@entry
def outcome_all(states: Array, outcomes: Array) -> None:
    """Write down how every game stands."""
    for i in range(len(states)):
        outcomes[i] = outcome(states[i])


@entry
def play_all(states: Array, lucks: Array, limit: int) -> int:
    """Let the agent play every game, at most *limit* moves each; return the moves played."""
    played = 0
    for i in range(len(states)):
        played += play_on(states[i], lucks[i], limit)
    return played


def play_on(s: State, luck: Luck, limit: int) -> int:
    """Let the agent play one game to its end, at most *limit* moves; return the moves played."""
    played = 0
    while played < limit and outcome(s) == PLAYING:
        apply(s, choose(s, luck))
        played += 1
    return played


# -- writing games down ---------------------------------------------------------


@entry
def trace_all(states: Array, lucks: Array, limit: int, lengths: Array, traces: Array) -> None:
    """Let the agent play every game, and write down how many moves it had, and which."""
    for i in range(len(states)):
        lengths[i] = trace_on(states[i], lucks[i], limit, traces[i])


def trace_on(s: State, luck: Luck, limit: int, trace: Array) -> int:
    """Play as `play_on` does; of the first moves, as many as fit, keep each and the score after."""
    played = 0
    while played < limit and outcome(s) == PLAYING:
        move = choose(s, luck)
        apply(s, move)
        if played < len(trace):
            trace[played, 0] = move
            trace[played, 1] = s.score
        played += 1
    return played


# -- environments: a step, and all that is shown of it --------------------------

PLAY_ON, DEAL_AGAIN, LEAVE = 0, 1, 2
"""What `advance_all` does with a game."""


@entry
def advance_all(  # noqa: PLR0913, PLR0917 (arrays that the caller keeps)
    states: Array,
    orders: Array,
    moves: Array,
    keys: Array,
    start: Array,
    gains: Array,
    outcomes: Array,
    masks: Array,
    room: Array,
) -> None:
    """Play one move in every game, or deal it again, as ordered; write down how it stands then.

    *keys* are those of the games dealt again, *start* a state not dealt yet.  The
    other loops do the work, one game at a time: they need not be compiled again.
    """
    for i in range(len(states)):
        one = states[i : i + 1]
        if orders[i] == LEAVE:
            continue
        if orders[i] == DEAL_AGAIN:
            one[0] = start[0]
            for word in range(len(keys[i])):
                one[0].key[word] = keys[i, word]
            deal_all(one)
            gains[i] = 0
        else:
            step_all(one, moves[i : i + 1], gains[i : i + 1])
        outcome_all(one, outcomes[i : i + 1])
        mask_all(one, masks[i : i + 1], room)


@entry
def spread_all(numbers: Array, bits: Array) -> None:
    """Write down for every number and every bit whether it is set."""
    for i in range(len(numbers)):
        for bit in range(bits.shape[1]):
            bits[i, bit] = numbers[i] >> bit & 1
