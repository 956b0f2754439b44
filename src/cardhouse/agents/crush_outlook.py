"""How good a grid of Solitaire Crush looks: what the bots that plan for it go by.

The weights were found by trying; each is in points of a base factor of one.
"""

from cardhouse.core.cards import ACE
from cardhouse.core.marks import called
from cardhouse.games.crush.board import (
    CELLS,
    CLEAR,
    CLEARS_AT,
    COLUMNS,
    ENDS,
    KIND_OF,
    ROWS,
    SHORTEST,
    SLIDE,
    card_of,
    has_card,
)
from cardhouse.games.crush.columns import swap_cards
from cardhouse.games.crush.prospects import best_clear, spends
from cardhouse.games.crush.sequence import is_sequence
from cardhouse.games.crush.state import State

GAIN_WEIGHT = 60
"""What a point made counts."""
CLEAR_WEIGHT = 60
"""What a point of the best clear on the grid counts."""
OPENING_WEIGHT = 12
MOST_OPENINGS = 2
"""What a slide that opens a clear counts, and how many do."""
MOST_FROM_OPENINGS = OPENING_WEIGHT * MOST_OPENINGS
KINSHIP_WEIGHT = 4
NEAR = 2
"""What cards count that go together, and how far apart they may be, in cells and in ranks."""
BESIDE = (1, ACE - 2)
ACROSS = (2, ACE - 3)
"""How far apart natural cards of a three are, side by side and across; or an ace, and it is low."""
ENOUGH_ROOM = 20
"""Where fewer slots are empty, each that is missing counts, and the more the more are."""
NO_ROOM = 100_000
"""What it costs that no slot is empty: the card that drops ends the game."""
FREE_COST = 210
TAG_COST = 120
"""What a free swap or bomb costs, and what a card's swapper or bomb does."""


@called
def look_of(s: State, before: int) -> int:
    """Return how good the grid looks, with what was scored since it was *before*.

    The slides that open a clear are left to `openings_look`: they take longest to find.
    """
    look = (GAIN_WEIGHT * (s.score - before) + CLEAR_WEIGHT * best_clear(s)) // max(s.factor, 1)
    look += KINSHIP_WEIGHT * kinship(s)
    room = empty_slots(s)
    if room == 0:
        return look - NO_ROOM
    missing = max(ENOUGH_ROOM - room, 0)
    return look - missing * missing * 15 // 2


def openings_look(s: State) -> int:
    """Return how good the slides look that open a clear, up to ``MOST_FROM_OPENINGS``."""
    return OPENING_WEIGHT * openings(s)


def cost_of(s: State, move: int) -> int:
    """Return what a legal *move* uses up: a free swap or bomb, or a card's own; others nothing."""
    if KIND_OF[move] in (SLIDE, CLEAR):
        return 0
    return FREE_COST if spends(s, move) else TAG_COST


def openings(s: State) -> int:
    """Return how many slides of two cards open a clear, up to a few."""
    found = 0
    for move in range(CLEARS_AT):
        first, second = ENDS[move]
        if has_card(s, first) and has_card(s, second):
            found += swap_opens(s, first, second)
            if found == MOST_OPENINGS:
                break
    return found


def swap_opens(s: State, first: int, second: int) -> bool:
    """Return whether two cards would make a sequence, changed over."""
    swap_cards(s, first, second)
    opened = is_in_three(s, first) or is_in_three(s, second)
    swap_cards(s, first, second)
    return opened


@called
def is_in_three(s: State, cell: int) -> bool:
    """Return whether a card is one of three that make a sequence."""
    row, column = cell // COLUMNS, cell % COLUMNS
    for i in range(SHORTEST):
        if 0 <= column - i <= COLUMNS - SHORTEST and is_three(s, cell - i, 1):
            return True
        if 0 <= row - i <= ROWS - SHORTEST and is_three(s, cell - i * COLUMNS, COLUMNS):
            return True
    return False


def is_three(s: State, first: int, step: int) -> bool:
    """Return whether three cards from *first* on make a sequence.

    Two of them must be natural, and so as far apart as they stand, or an ace is low:
    most threes are none by that alone, which is many times as quick to see.
    """
    last = first + 2 * step
    one, two = card_of(s.board[first]), card_of(s.board[first + step])
    three = card_of(s.board[last])
    close = abs(one - two) in BESIDE or abs(two - three) in BESIDE or abs(one - three) in ACROSS
    return close and is_sequence(s, first, last)


def kinship(s: State) -> int:
    """Return how near to one another those cards are that may come to stand in one sequence."""
    total = 0
    for cell in range(CELLS):
        if has_card(s, cell):
            for down in range(NEAR + 1):
                for across in range(down - NEAR if down else 1, NEAR - down + 1):
                    total += kinship_of(s, cell, down, across)
    return total


def kinship_of(s: State, cell: int, down: int, across: int) -> int:
    """Return how much a card and another, so far from it, go together."""
    column = cell % COLUMNS + across
    other = cell + down * COLUMNS + across
    if not 0 <= column < COLUMNS or other >= CELLS or not has_card(s, other):
        return 0
    apart = abs(card_of(s.board[cell]) - card_of(s.board[other]))
    return 1 + NEAR - down - abs(across) if 1 <= apart <= NEAR else 0


def empty_slots(s: State) -> int:
    """Return how many slots are empty."""
    total = CELLS
    for column in range(COLUMNS):
        total -= s.heights[column]
    return total
