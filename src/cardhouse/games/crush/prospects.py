"""What bots and hints ask of Solitaire Crush: which moves are worth a look, and what they promise.

A player can know all of it: the card that drops is unknown, and so counts for nothing.
"""

from cardhouse.core.flat import lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.games.crush.board import (
    BLAST,
    BLASTS_AT,
    BOMB,
    BOMBS_AT,
    CELLS,
    CLEAR,
    CLEARS_AT,
    COLUMNS,
    ENDS,
    KIND_OF,
    ROWS,
    RUNS_FROM,
    SHORTEST,
    SLIDES_FROM,
    SWAP,
    SWAPS_FROM,
    USES_AT,
    is_swapper,
    run_length,
)
from cardhouse.games.crush.columns import is_full
from cardhouse.games.crush.rules import first_gain, move_cards
from cardhouse.games.crush.sequence import is_sequence
from cardhouse.games.crush.state import State
from cardhouse.games.game import LAST_MOVE


def prospects(s: State) -> int:
    """Return how many moves are worth a look: every legal one, and not many others."""
    row = top_row(s)
    slides, runs = CLEARS_AT - SLIDES_FROM[row], USES_AT - RUNS_FROM[row]
    return slides + runs + singles(s, row) + free_pairs(s, row) + s.swappers * (CELLS - 1)


def prospect(s: State, i: int) -> int:
    """Return one of those moves: slides and clears, single cells, pairs, then each swapper's.

    All but a swapper's begin in the top row or below.
    """
    row = top_row(s)
    i += SLIDES_FROM[row]
    if i < CLEARS_AT:
        return i
    i += RUNS_FROM[row] - CLEARS_AT
    if i < USES_AT:
        return i
    i -= USES_AT
    if i < singles(s, row):
        above = COLUMNS * row
        return BOMBS_AT + above + i if i < CELLS - above else BLASTS_AT + 2 * above - CELLS + i
    i -= singles(s, row)
    if i < free_pairs(s, row):
        return SWAPS_FROM[row] + i
    i -= free_pairs(s, row)
    swapper = -1
    for _ in range(i // (CELLS - 1) + 1):
        swapper += 1
        while not is_swapper(s, swapper):
            swapper += 1
    return USES_AT + (CELLS - 1) * swapper + i % (CELLS - 1)


def top_row(s: State) -> int:
    """Return the highest row that has a card."""
    most = 1
    for column in range(COLUMNS):
        most = max(most, s.heights[column])
    return ROWS - most


def singles(s: State, row: int) -> int:
    """Return how many moves name one cell: bombs and, if one is left, free bombs (CRUSH-21)."""
    return (CELLS - COLUMNS * row) * (1 + (s.free_bombs > 0))


def free_pairs(s: State, row: int) -> int:
    """Return how many free swaps there could be: none if none is left (CRUSH-19)."""
    return (BOMBS_AT - SWAPS_FROM[row]) * (s.free_swaps > 0)


@inlined
def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains: none, unless it is a clear."""
    if KIND_OF[move] != CLEAR:
        return 0
    first, last = ENDS[move]
    return s.chain * first_gain(s, first, last)


@called
def opens(s: State, move: int) -> int:
    """Return the points of the best clear that a legal *move*, itself no clear, makes possible.

    The card that drops is unknown and so counts for nothing.  Where no slot is
    empty, a slide, use or swap is the last move (CRUSH-11).
    """
    kind = KIND_OF[move]
    if kind == CLEAR:
        return 0
    if kind not in (BOMB, BLAST) and is_full(s):
        return LAST_MOVE
    desk = new_desk(s, 1)
    lay(desk, 0, s)
    move_cards(desk[0], move)
    return best_clear(desk[0])


def spends(s: State, move: int) -> bool:  # noqa: ARG001
    """CRUSH-19, CRUSH-21: return whether *move* is a free swap or bomb, which do not come back."""
    return KIND_OF[move] in (SWAP, BLAST)


def is_free(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* costs no time: every move does."""
    return False


def best_clear(s: State) -> int:
    """Return the points of the best clear on the grid, as the first of a chain; 0 if none is."""
    best = 0
    alive = False
    for move in range(CLEARS_AT, USES_AT):
        first, last = ENDS[move]
        alive = alive or run_length(first, last) == SHORTEST
        alive = alive and is_sequence(s, first, last)
        if alive:
            best = max(best, first_gain(s, first, last))
    return best
