"""Plays Poker Grid: plays the round to its end many times, with each likely choice.

A bot's futures are the same ones for all its choices, so that it does not change
its mind between two freezes.
"""

from cardhouse.agents.luck import Luck, forget
from cardhouse.agents.ranking import put_in_order
from cardhouse.core.flat import Cells, lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.games.game import PLAYING, WON
from cardhouse.games.grid.board import (
    CELLS,
    DRAFT,
    DRAFT_PHASE,
    MOST_JOKERS,
    OFFERS,
    ORDER,
    PLAY,
)
from cardhouse.games.grid.draft import take_offer
from cardhouse.games.grid.effects import disturb_jokers
from cardhouse.games.grid.holding import move_joker
from cardhouse.games.grid.prospects import best_freezes, outlook
from cardhouse.games.grid.rules import outcome, play_hand, rekey
from cardhouse.games.grid.state import State
from cardhouse.games.grid.triggers import is_frozen

FUTURES = 128
"""How often it plays the round to its end with each choice."""
FREEZES = 4
"""How many freezes it tries: those that look best."""
DOUBT = 8
"""One future in so many must be won more often, for it to leave what looks best."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return an offer, a step towards the best freezes, a better order, or the hand."""
    desk = new_desk(s, 3)
    lay(desk, 2, s)
    forget(desk[2], luck)
    return choice(desk[2], desk)


def choice(s: State, desk: list[State]) -> int:
    """Return what to do in a round whose chance is the bot's own."""
    if s.phase == DRAFT_PHASE:
        return best_offer(s, desk, FUTURES)
    order = best_order(s, desk)
    if order != PLAY:
        return order
    frozen = best_frozen(s, desk)
    return PLAY if frozen == s.frozen else step_towards(s, frozen)


def best_offer(s: State, desk: list[State], futures: int) -> int:
    """Return the offer with which the round went best, over so many *futures*."""
    best = DRAFT
    most = -1
    for i in range(OFFERS):
        lay(desk, 1, s)
        take_offer(desk[1], i)
        value = promise(desk[1], best_freezes(desk[1], s.frozen), desk, futures)
        if value > most:
            best = DRAFT + i
            most = value
    return best


def best_frozen(s: State, desk: list[State]) -> int:
    """Return the frozen cells that look best, unless the round went clearly better with others."""
    tried = [0] * FREEZES
    looks = [0] * FREEZES
    count = likely_freezes(s, tried, looks)
    best = tried[0]
    most = promise(s, best, desk, FUTURES) + s.target * FUTURES // DOUBT
    for i in range(1, count):
        value = promise(s, tried[i], desk, FUTURES)
        if value > most:
            best = tried[i]
            most = value
    return best


def step_towards(s: State, frozen: int) -> int:
    """Return a cell to thaw that is not to be frozen, or then one to freeze."""
    for cell in range(CELLS):
        if is_frozen(s, cell) and not frozen >> cell & 1:
            return cell
    cell = 0
    while is_frozen(s, cell) or not frozen >> cell & 1:
        cell += 1
    return cell


def best_order(s: State, desk: list[State]) -> int:
    """Return the move of a joker with which the round went better, or the hand.

    It does not ask what is frozen, so that order and freezes cannot chase one another.
    """
    best = PLAY
    most = promise(s, 0, desk, FUTURES) if s.joker_count > 1 else 0
    for start in range(s.joker_count):
        for end in range(s.joker_count):
            if start != end:
                lay(desk, 1, s)
                move_joker(desk[1], start, end)
                value = promise(desk[1], 0, desk, FUTURES)
                if value > most:
                    best = ORDER + MOST_JOKERS * start + end
                    most = value
    return best


@called
def likely_freezes(s: State, tried: Cells, looks: Cells) -> int:
    """Write down the freezes that look best, of up to two cells, or more where there are slots."""
    count = 0
    for first in range(CELLS if s.slots > 0 else 1):
        for second in range(first + 1 if s.slots > 1 else 1):
            cells = 1 << first | 1 << (second if s.slots > 1 else first)
            frozen = cells if s.slots > 0 else 0
            look = outlook(s, frozen)
            if count < FREEZES or look > looks[FREEZES - 1]:
                count = min(count + 1, FREEZES)
                put_in_order(tried, looks, count - 1, frozen, look)
    for i in range(count):
        tried[i] = best_freezes(s, tried[i])
    return count


def promise(s: State, frozen: int, desk: list[State], futures: int) -> int:
    """Return how well the round goes with these freezes, over so many *futures*."""
    total = 0
    for salt in range(futures):
        lay(desk, 0, s)
        rekey(desk[0], salt)
        total += future(desk[0], frozen)
    return total


@called
def future(s: State, frozen: int) -> int:
    """Play the round to its end with these freezes; return its score, and the target for a win."""
    while s.phase == DRAFT_PHASE:
        take_offer(s, 0)
    if frozen != s.frozen:
        s.frozen = frozen
        disturb_jokers(s)
    while outcome(s) == PLAYING:
        play_hand(s)
    return min(s.score, s.target) + s.target * (outcome(s) == WON)
