"""What jokers count on a line of Poker Grid: cards, hands, patterns, frozen cells.

One small function a kind; `count_of` finds it.
"""

from cardhouse.core.cards import ACE, LOWEST_RANK, SUIT_STEP, SUITS, rank_of, suit_of
from cardhouse.core.cards import SUIT_BITS as SUIT_STEP_BITS
from cardhouse.core.marks import called
from cardhouse.core.poker import HIGH_CARD, TALLIES
from cardhouse.games.grid.board import (
    BIT_COUNTS,
    CELLS,
    CENTRE,
    DIAGONALS,
    LINE_COUNT,
    LINES,
    SIDE,
    by_line,
    card_of,
    line_of,
)
from cardhouse.games.grid.hands import line_traits
from cardhouse.games.grid.jokers import (
    ALIKE,
    ALL_FACES,
    ANY_CARD,
    BEST,
    BETTER,
    CENTRE_RANK,
    CENTRE_SUIT,
    CLEAR_OF_FROZEN,
    CONTAINS,
    CROSSING,
    DIAGONAL,
    DIFFERENT_HANDS,
    DIFFERENT_RANKS,
    EVERY_ALONG,
    EVERY_LINE,
    FACES,
    FIRST_AGAIN,
    FIRST_CARD,
    FROZEN_AGAIN,
    FROZEN_CARDS,
    HAND,
    LACKS,
    LAST_AGAIN,
    LEFT,
    MIRRORED,
    NEIGHBOURS,
    PATTERN,
    SAME_ENDS,
    STEPS,
    THROUGH_FROZEN,
    TWIN,
    UNUSED,
)
from cardhouse.games.grid.state import State

EACH_SUIT = sum(1 << SUIT_STEP * suit for suit in range(SUITS))
EACH_RANK = sum(1 << rank for rank in range(LOWEST_RANK, ACE + 1))
"""What, shifted, is all cards of one rank, or of one suit."""


@called
def cards_seen(s: State, kind: int, cards: int, cells: int) -> int:
    """Return the cells whose cards a joker looks for, line by line; none if it looks for none."""
    if kind > PATTERN:
        return 0
    if kind in (CENTRE_RANK, CENTRE_SUIT):
        cards = cards_like(card_of(s.board[CENTRE]), kind == CENTRE_RANK)
    elif cards & FACES == FACES and s.powers[ALL_FACES] > 0:
        cards = ANY_CARD
    if kind == FROZEN_CARDS:
        cells &= s.frozen
    seen = 0
    for cell in range(CELLS):
        seen |= (cards >> card_of(s.board[cell]) & 1) << cell
    return by_line(seen & cells)


def cards_like(card: int, rank: bool) -> int:
    """Return all cards of a card's rank, or of its suit."""
    if rank:
        return EACH_SUIT << rank_of(card)
    return EACH_RANK << (suit_of(card) << SUIT_STEP_BITS)


def count_of(s: State, kind: int, number: int, seen: int, line: int) -> int:
    """Return how often something is there on a line."""
    if kind <= PATTERN:
        bits = line_of(seen, line)
        if kind == PATTERN:
            return number >> bits & 1
        return times_scored(s, line, bits & -bits if kind == FIRST_CARD else bits)
    if kind < NEIGHBOURS:
        return by_hand(s, kind, number, line)
    if kind < CROSSING:
        return by_pattern(s, kind, line)
    if kind < DIFFERENT_HANDS:
        return by_lines(s, kind, line)
    return by_table(s, kind, number, line)


def times_scored(s: State, line: int, bits: int) -> int:
    """GRID-17: every card of a line is scored once, and once more for each joker that says so."""
    again = 1 + s.powers[LAST_AGAIN] * (s.hands_left == 0)
    total = again * BIT_COUNTS[bits] + s.powers[FIRST_AGAIN] * (bits & 1)
    if s.powers[FROZEN_AGAIN] > 0:
        total += s.powers[FROZEN_AGAIN] * frozen_among(s, line, bits)
    return total


@called
def frozen_among(s: State, line: int, bits: int) -> int:
    """Return how many of some cards of a line are frozen."""
    return BIT_COUNTS[bits & line_of(by_line(s.frozen), line)]


@called
def by_hand(s: State, kind: int, number: int, line: int) -> int:
    """Return what the line's hand and cards come to."""
    if kind == HAND:
        return number >> s.hands[line] & 1
    if kind == CONTAINS:
        return int(s.traits[line] & number == number)
    if kind == LACKS:
        return int(s.traits[line] & number == 0)
    if kind == ALIKE:
        return most_alike(s, line) - 1
    return different_ranks(s, line) if kind == DIFFERENT_RANKS else int(has_all_suits(s, line))


@called
def by_pattern(s: State, kind: int, line: int) -> int:
    """Return how the cards lie along the line."""
    if kind == NEIGHBOURS:
        return neighbours_apart(s, line, 0)
    if kind == STEPS:
        return neighbours_apart(s, line, 1)
    if kind == SAME_ENDS:
        return int(has_same_ends(s, line))
    return mirrored_suits(s, line) if kind == MIRRORED else transposed_alike(s, line)


@called
def by_lines(s: State, kind: int, line: int) -> int:
    """Return how the line stands among the others."""
    if kind == CROSSING:
        return crossing_alike(s, line)
    if kind == TWIN:
        return int(is_twin(s, line, (line + SIDE) % LINE_COUNT))
    if kind == EVERY_LINE:
        return int(pairs_from(s, 0, LINE_COUNT) == LINE_COUNT)
    if kind == EVERY_ALONG:
        return int(pairs_from(s, line // SIDE * SIDE, SIDE) == SIDE)
    if kind == BETTER:
        return int(line > 0 and s.hands[line] > s.hands[line - 1])
    return int(is_best(s, line)) if kind == BEST else int(is_alone(s, line))


@called
def by_table(s: State, kind: int, number: int, line: int) -> int:
    """Return how the grid and the table stand."""
    if kind == DIFFERENT_HANDS:
        return different_hands(s)
    if kind == DIAGONAL:
        return diagonals_with(s, number)
    if kind == THROUGH_FROZEN:
        return int(frozen_in(s, line) > 0)
    if kind == CLEAR_OF_FROZEN:
        return int(frozen_in(s, line) == 0)
    if kind == UNUSED:
        return max(s.slots - frozen_count(s.frozen), 0)
    return number if kind == LEFT else int(s.hands_left == 0)


# -- cards --------------------------------------------------------------------


def card_on(s: State, line: int, i: int) -> int:
    """Return a line's card number *i*."""
    return card_of(s.board[LINES[line][i]])


def is_frozen(s: State, cell: int) -> bool:
    """Return whether *cell* is frozen."""
    return s.frozen >> cell & 1 != 0


def most_alike(s: State, line: int) -> int:
    """Return how many cards have the line's commonest rank."""
    most = 0
    for i in range(SIDE):
        alike = 0
        for j in range(SIDE):
            alike += rank_of(card_on(s, line, i)) == rank_of(card_on(s, line, j))
        most = max(most, alike)
    return most


def different_ranks(s: State, line: int) -> int:
    """Return how many ranks the line has."""
    seen = 0
    different = 0
    for i in range(SIDE):
        rank = rank_of(card_on(s, line, i))
        different += not seen >> rank & 1
        seen |= 1 << rank
    return different


def has_all_suits(s: State, line: int) -> bool:
    """Return whether each suit is in the line."""
    seen = 0
    for i in range(SIDE):
        seen |= 1 << suit_of(card_on(s, line, i))
    return seen == (1 << SUITS) - 1


# -- along a line -------------------------------------------------------------


def neighbours_apart(s: State, line: int, by: int) -> int:
    """Return how many neighbours are so many ranks apart; an ace is high."""
    total = 0
    for i in range(1, SIDE):
        total += abs(rank_of(card_on(s, line, i)) - rank_of(card_on(s, line, i - 1))) == by
    return total


def has_same_ends(s: State, line: int) -> bool:
    """Return whether the first and the last card have the same rank."""
    return rank_of(card_on(s, line, 0)) == rank_of(card_on(s, line, SIDE - 1))


def mirrored_suits(s: State, line: int) -> int:
    """Return how many times two cards as far from either end have the same suit."""
    total = 0
    for i in range(SIDE // 2):
        total += suit_of(card_on(s, line, i)) == suit_of(card_on(s, line, SIDE - 1 - i))
    return total


# -- among the lines ----------------------------------------------------------


def is_twin(s: State, line: int, other: int) -> bool:
    """Return whether two lines make the same hand, and no mere High Card."""
    return s.hands[line] == s.hands[other] and s.hands[line] != HIGH_CARD


def crossing_alike(s: State, line: int) -> int:
    """Return how many of the lines that cross this one make its hand."""
    first = SIDE - line // SIDE * SIDE
    total = 0
    for other in range(first, first + SIDE):
        total += is_twin(s, line, other)
    return total


def pairs_from(s: State, first: int, count: int) -> int:
    """Return how many of some lines are One Pair or better."""
    total = 0
    for line in range(first, first + count):
        total += s.hands[line] != HIGH_CARD
    return total


def different_hands(s: State) -> int:
    """Return how many different hands the ten lines make."""
    seen = 0
    different = 0
    for line in range(LINE_COUNT):
        different += not seen >> s.hands[line] & 1
        seen |= 1 << s.hands[line]
    return different


def is_best(s: State, line: int) -> bool:
    """Return whether no line makes a better hand."""
    for other in range(LINE_COUNT):
        if s.hands[other] > s.hands[line]:
            return False
    return True


def is_alone(s: State, line: int) -> bool:
    """Return whether no other line makes this hand."""
    alike = 0
    for other in range(LINE_COUNT):
        alike += s.hands[other] == s.hands[line]
    return alike == 1


# -- on the grid --------------------------------------------------------------


def diagonals_with(s: State, traits: int) -> int:
    """Return of how many diagonals all this is true."""
    total = 0
    for diagonal in range(len(DIAGONALS)):
        tally = 0
        for i in range(SIDE):
            tally += TALLIES[card_of(s.board[DIAGONALS[diagonal][i]])]
        total += line_traits(s, tally) & traits == traits
    return total


def transposed_alike(s: State, line: int) -> int:
    """Return how many cards have the rank of their mirror image in the falling diagonal."""
    total = 0
    for i in range(SIDE):
        cell = LINES[line][i]
        other = cell % SIDE * SIDE + cell // SIDE
        same = rank_of(card_of(s.board[cell])) == rank_of(card_of(s.board[other]))
        total += same and cell != other
    return total


def frozen_in(s: State, line: int) -> int:
    """Return how many cells of the line are frozen."""
    total = 0
    for i in range(SIDE):
        total += is_frozen(s, LINES[line][i])
    return total


def frozen_count(frozen: int) -> int:
    """Return how many cells are frozen."""
    total = 0
    for cell in range(CELLS):
        total += frozen >> cell & 1
    return total
