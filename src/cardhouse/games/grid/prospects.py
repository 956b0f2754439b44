"""What bots and hints ask of Poker Grid: which moves are worth a look, and what they promise.

What the next hand makes is up to chance, so all of it is a rough guess.  It knows that
two cards of one rank or one suit help a line, and what the jokers give for the frozen
cards themselves; a preview samples, and knows better.
"""

from cardhouse.core.cards import rank_of, suit_of
from cardhouse.core.flat import lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.games.grid.board import (
    CELLS,
    DRAFT,
    DRAFT_PHASE,
    KIND_OF,
    LINE_COUNT,
    LINES,
    MOST_JOKERS,
    MOVE_JOKER,
    OFFERS,
    ORDER,
    PLAY,
    SIDE,
    TAKE_OFFER,
    UNFREEZE,
    card_of,
)
from cardhouse.games.grid.bonuses import with_bonuses
from cardhouse.games.grid.effects import use_joker
from cardhouse.games.grid.holding import add_joker
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
from cardhouse.games.grid.lines import line_score
from cardhouse.games.grid.state import State
from cardhouse.games.grid.triggers import frozen_count

HAND_POINTS = 207
"""What a hand makes on average, with nothing frozen and no joker."""
PAIR_POINTS = 30
SUIT_POINTS = 4
"""What two frozen cards of one rank, or of one suit, add to their line."""
CHIP_POINTS = 2
MULT_POINTS = 10
TIMES_POINTS = 17
"""What a chip, a mult and a doubling add to a line, roughly."""


def prospects(s: State) -> int:
    """Return how many moves are worth a look: every legal one, and not many others."""
    if s.phase == DRAFT_PHASE:
        return OFFERS
    return UNFREEZE + 2 + s.joker_count * MOST_JOKERS


def prospect(s: State, i: int) -> int:
    """Return one of those moves: the hand, the freezes, then the jokers that are there."""
    if s.phase == DRAFT_PHASE:
        return DRAFT + i
    if i <= UNFREEZE + 1:
        return PLAY if i == 0 else i - 1
    return ORDER + i - UNFREEZE - 2


@inlined
def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains: a rough guess at a hand, most jokers aside."""
    return outlook(s, s.frozen) if move == PLAY else 0


@called
def opens(s: State, move: int) -> int:
    """Return the points that the next hand may be hoped to make after a legal *move*.

    To unfreeze is a little worse, so that nobody does it to freeze the same again.
    """
    if move < PLAY:
        frozen = frozen_after(s, move)
        return outlook(s, best_freezes(s, frozen)) - (frozen < s.frozen)
    if KIND_OF[move] == TAKE_OFFER:
        return points_with(s, s.offers[move - DRAFT])
    return outlook(s, s.frozen)


def spends(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* uses up what does not come back: a hand."""
    return move == PLAY


def is_free(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* costs no time: freezes and the order can be changed at will."""
    return move < PLAY or KIND_OF[move] == MOVE_JOKER


def frozen_after(s: State, move: int) -> int:
    """GRID-5, GRID-6: return the frozen cells after a freeze or after unfreezing all."""
    return 0 if move == UNFREEZE else s.frozen ^ 1 << move


# -- with a joker more --------------------------------------------------------


def points_with(s: State, joker: int) -> int:
    """Return what the grid as it lies would score with one joker more, luck aside."""
    desk = new_desk(s, 1)
    lay(desk, 0, s)
    add_joker(desk[0], joker)
    return points_lying(desk[0])


def points_lying(s: State) -> int:
    """Return what the grid as it lies would score; nothing grows, and no luck is had."""
    for place in range(s.joker_count):
        use_joker(s, place, False)
    points = 0
    for line in range(LINE_COUNT):
        points += line_score(s.chips[line], s.mults[line])
    return with_bonuses(s, points) if s.bonuses else points


# -- with cells frozen --------------------------------------------------------


def best_freezes(s: State, frozen: int) -> int:
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


@called
def outlook(s: State, frozen: int) -> int:
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


def line_outlook(s: State, frozen: int, line: int) -> int:
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


def joker_outlook(s: State, frozen: int, joker: int) -> int:
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


def counted_in(s: State, frozen: int, cards: int) -> int:
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
