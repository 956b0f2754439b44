"""What the next hand may be hoped to make with some cells frozen: a rough guess, for bots.

It knows that two cards of one rank or one suit help a line, and what the jokers
give for the frozen cards themselves; a preview samples, and knows better.
"""

from typing import Protocol

from cardhouse.core.cards import rank_of, suit_of
from cardhouse.core.flat import Cells
from cardhouse.games.grid.board import CELLS, LINE_COUNT, LINES, SIDE, card_of
from cardhouse.games.grid.jokers import (
    CLEAR_OF_FROZEN,
    EACH_CARD,
    EFFECTS,
    FIRST_CARD,
    FROZEN_CARDS,
    KEPT,
    MEMORIES,
    ODDS,
    THROUGH_FROZEN,
    UNUSED,
    WHENS,
    WHOLE,
)
from cardhouse.games.grid.triggers import HasRound, frozen_count

HAND_POINTS = 207
"""What a hand makes on average, with nothing frozen and no joker."""
PAIR_POINTS = 30
SUIT_POINTS = 4
"""What two frozen cards of one rank, or of one suit, add to their line."""
CHIP_POINTS = 2
MULT_POINTS = 10
TIMES_POINTS = 17
"""What a chip, a mult and a doubling add to a line, roughly."""


class HasJokers(HasRound, Protocol):
    """Any state with jokers."""

    jokers: Cells
    """The jokers, in order."""
    acting: Cells
    """Whose work each joker does."""
    held: Cells
    """What each joker holds."""
    joker_count: int
    """How many jokers there are."""


def best_freezes(s: HasJokers, frozen: int) -> int:
    """Return the frozen cells of the best guess, up to two more of them as slots allow."""
    free = s.slots - frozen_count(frozen)
    best = frozen
    most = outlook(s, frozen)
    for first in range(CELLS if free > 0 else 0):
        for second in range(0 if free > 1 else first, first + 1):
            more = frozen | 1 << first | 1 << second
            points = outlook(s, more)
            if points > most:
                best = more
                most = points
    return best


def outlook(s: HasJokers, frozen: int) -> int:
    """Return a guess at the points of the next hand with these cells frozen."""
    points = HAND_POINTS
    for line in range(LINE_COUNT):
        points += line_outlook(s, frozen, line)
    for place in range(s.joker_count):
        if s.acting[place]:
            points += joker_outlook(s, frozen, s.jokers[s.acting[place] - 1])
        if frozen != s.frozen and MEMORIES[s.jokers[place]][2] != KEPT:
            points -= LINE_COUNT * MULT_POINTS * s.held[place] // WHOLE
    return max(points, 0)


def line_outlook(s: HasJokers, frozen: int, line: int) -> int:
    """Return what frozen cards of one line add to it together."""
    points = 0
    for i in range(SIDE):
        if frozen >> LINES[line][i] & 1:
            card = card_of(s.board[LINES[line][i]])
            for j in range(i):
                if frozen >> LINES[line][j] & 1:
                    other = card_of(s.board[LINES[line][j]])
                    points += PAIR_POINTS * (rank_of(card) == rank_of(other))
                    points += SUIT_POINTS * (suit_of(card) == suit_of(other))
    return points


def joker_outlook(s: HasJokers, frozen: int, joker: int) -> int:
    """Return what a joker adds for the frozen cells themselves."""
    kind, cards, cells, _, _ = WHENS[joker]
    chips, mult, times, _ = EFFECTS[joker]
    each = CHIP_POINTS * chips + (MULT_POINTS * mult + TIMES_POINTS * (times - WHOLE)) // WHOLE
    if kind == UNUSED:
        return max(s.slots - frozen_count(frozen), 0) * LINE_COUNT * each
    if kind in (EACH_CARD, FIRST_CARD):
        return 2 * counted_in(s, frozen & cells, cards) * each // ODDS[joker]
    if kind == FROZEN_CARDS:
        return 2 * frozen_count(frozen) * each
    if kind == THROUGH_FROZEN:
        return lines_through(frozen) * each
    return (LINE_COUNT - lines_through(frozen)) * each if kind == CLEAR_OF_FROZEN else 0


def counted_in(s: HasJokers, frozen: int, cards: int) -> int:
    """Return how many of the frozen cards are of a set."""
    total = 0
    for cell in range(CELLS):
        if frozen >> cell & 1:
            total += cards >> card_of(s.board[cell]) & 1
    return total


def lines_through(frozen: int) -> int:
    """Return how many lines go through a frozen cell."""
    total = 0
    for line in range(LINE_COUNT):
        through = 0
        for i in range(SIDE):
            through |= frozen >> LINES[line][i] & 1
        total += through
    return total
