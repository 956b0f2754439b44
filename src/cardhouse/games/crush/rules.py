"""Solitaire Crush: slide cards into same-suit runs before the grid fills.

The rules, as numbered in ``docs/rules/crush.md``; a function that carries one
out names it.  What a sequence is stands in `sequence`, how the grid and its
moves are numbered in `board`, how cards fall in `columns`, how the deck is dealt
in `deck`, why a move is refused in `flaws`.

These modules are the only place where the rules are written.  They are plain
Python over a flat state, and compile unchanged (see ``docs/python-for-rules.md``).
"""

from cardhouse.core.cards import EMPTY
from cardhouse.core.chance import below, restart_streams
from cardhouse.core.chance import rekey as replace_key
from cardhouse.core.flat import Cells, tell
from cardhouse.core.marks import inlined
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
    LONGEST,
    MOVES,  # noqa: F401 (part of the contract)
    ROWS,
    SHORTEST,
    SLIDE,
    SLIDES_AT,
    SWAP,
    SWAPS_AT,
    USE,
    USES_AT,
    card_of,
    has_card,
    is_bomb,
    is_swapper,
    run_length,
    run_step,
    touching,
)
from cardhouse.games.crush.columns import (
    clear_grid,
    column_with,
    landing,
    lowest_height,
    put_card,
    swap_cards,
    take_card,
    tell_fall,
)
from cardhouse.games.crush.deck import (  # noqa: F401 (its numbers are knobs)
    BOMB_CARDS,
    SWAPPER_CARDS,
    make_deck,
    next_piece,
    shuffle_undealt,
)
from cardhouse.games.crush.flaws import ENDED, flaw_of
from cardhouse.games.crush.sequence import is_sequence, wilds_in
from cardhouse.games.crush.state import (
    BROKEN,
    CLEARED,
    DECK_CARDS,
    DROPPED,
    ENDINGS,
    FELL,
    FULL,
    NOT_ENDED,
    REMOVED,
    SLID,
    SLOT_STREAM,
    SWAPPED,
    UNTAGGED,
    State,
)
from cardhouse.games.game import LEGAL, OVER

OUTCOME_OF = tuple(ending.outcome for ending in ENDINGS)

ROOM = CELLS
BOTH = 2

FILLED_ROWS = 3
"""CRUSH-1: how many rows are full at the start."""

BASE_FACTOR = 10
CANASTRA_BONUS = 2
FREE_SWAPS = 3
FREE_BOMBS = 3
KNOBS = {
    "BASE_FACTOR": (0, 1_000_000),
    "CANASTRA_BONUS": (1, 1_000),
    "FREE_SWAPS": (0, 1_000_000),
    "FREE_BOMBS": (0, 1_000_000),
    "BOMB_CARDS": (0, DECK_CARDS // 2),
    "SWAPPER_CARDS": (0, DECK_CARDS // 2),
}
"""Constants a balance study may change, and how far; no other constant depends on them."""


# -- setting up ---------------------------------------------------------------


def deal(s: State) -> None:
    """CRUSH-1: at the start the bottom three rows are full and the top four empty."""
    restart_streams(s)
    s.ending = NOT_ENDED
    s.score = 0
    s.factor = BASE_FACTOR
    s.chain = 1
    s.free_swaps = FREE_SWAPS
    s.free_bombs = FREE_BOMBS
    make_deck(s)
    clear_grid(s)
    for cell in range(CELLS - FILLED_ROWS * COLUMNS, CELLS):
        s.board[cell] = next_piece(s)
        s.heights[cell % COLUMNS] += 1
        s.swappers += is_swapper(s, cell)


def rekey(s: State, salt: int) -> None:
    """Replace the random key and with it the order of what is undealt: nobody knows it (ALL-3)."""
    replace_key(s, salt)
    shuffle_undealt(s)


# -- asking -------------------------------------------------------------------


@inlined
def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL`` (ALL-2)."""
    if s.ending != NOT_ENDED:
        return ENDED
    if is_legal(s, move):
        return LEGAL
    return flaw_of(s, move)


@inlined
def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now."""
    first, second = ENDS[move]
    return s.ending == NOT_ENDED and can_play(s, move, first, second)


def can_play(s: State, move: int, first: int, second: int) -> bool:
    """Return whether *move*, with its two cells, is allowed while the game goes on."""
    kind = KIND_OF[move]
    if kind == SLIDE:
        return can_slide(s, first, second)
    if kind == CLEAR:
        return is_sequence(s, first, second)
    if kind == USE:
        return can_use(s, first, second)
    if kind == SWAP:
        return s.free_swaps > 0 and has_card(s, first) and has_card(s, second)
    return is_bomb(s, first) if kind == BOMB else s.free_bombs > 0 and has_card(s, first)


def can_slide(s: State, first: int, second: int) -> bool:
    """CRUSH-6: a card slides to a neighbour or into an empty slot beside it, but not up."""
    return slides(has_card(s, first) + has_card(s, second), second - first)


def slides(cards: int, apart: int) -> bool:
    """CRUSH-6: of two cells side by side both have a card, or one, and the other is in its row."""
    return (cards == BOTH) | ((cards == 1) & (apart == 1))


def can_use(s: State, swapper: int, other: int) -> bool:
    """CRUSH-18: a swapper reaches every card but those beside it."""
    return is_swapper(s, swapper) and has_card(s, other) and not touching(swapper, other)


def mark_legal(s: State, legal: Cells, held: Cells) -> None:
    """Write down for every move whether it is legal; *held* is room for one number a cell.

    It says what `is_legal` says, kind by kind, because that is many times as fast.
    """
    for cell in range(CELLS):
        held[cell] = (s.ending == NOT_ENDED) & (s.board[cell] != EMPTY)
    for move in range(SLIDES_AT, CLEARS_AT):
        first, second = ENDS[move]
        legal[move] = slides(held[first] + held[second], second - first)
    mark_clears(s, legal)
    mark_uses(s, legal, held)
    mark_swaps(s, legal, held)
    for cell in range(CELLS):
        legal[BOMBS_AT + cell] = held[cell] & is_bomb(s, cell)
        legal[BLASTS_AT + cell] = held[cell] & (s.free_bombs > 0)


def mark_clears(s: State, legal: Cells) -> None:
    """Write down which runs are sequences; none begins with a shorter run that is not."""
    going_on = s.ending == NOT_ENDED
    for move in range(CLEARS_AT, USES_AT):
        first, last = ENDS[move]
        if run_length(first, last) == SHORTEST or legal[move - 1]:
            legal[move] = going_on and is_sequence(s, first, last)
        else:
            legal[move] = False


def mark_uses(s: State, legal: Cells, held: Cells) -> None:
    """Write down what each swapper can swap with."""
    for swapper in range(CELLS):
        start = USES_AT + (CELLS - 1) * swapper
        can = held[swapper] and is_swapper(s, swapper)
        for move in range(start, start + CELLS - 1):
            legal[move] = False
            if can:
                other = ENDS[move][1]
                legal[move] = held[other] and not touching(swapper, other)


def mark_swaps(s: State, legal: Cells, held: Cells) -> None:
    """Write down which two cards can be swapped freely."""
    move = SWAPS_AT
    for first in range(CELLS):
        can = (s.free_swaps > 0) & (held[first] > 0)
        for second in range(first + 1, CELLS):
            legal[move + second - first - 1] = can & (held[second] > 0)
        move += CELLS - 1 - first


def first_gain(s: State, first: int, last: int) -> int:
    """CRUSH-15: length times base factor times canastra bonus, before the chain."""
    return run_length(first, last) * s.factor * bonus_of(s, first, last)


def bonus_of(s: State, first: int, last: int) -> int:
    """CRUSH-17: a clean canastra, seven cards of which none is wild, counts double."""
    clean = run_length(first, last) == LONGEST and wilds_in(s, first, last) == 0
    return CANASTRA_BONUS if clean else 1


# -- moving -------------------------------------------------------------------


@inlined
def apply(s: State, move: int) -> None:
    """CRUSH-10: play a legal *move*; then exactly one card drops."""
    move_cards(s, move)
    drop_card(s)


def move_cards(s: State, move: int) -> None:
    """Do what a legal *move* does, but for the card that drops."""
    first, second = ENDS[move]
    kind = KIND_OF[move]
    if kind == CLEAR:
        clear_run(s, first, second)
        return
    break_chain(s)
    if kind == SLIDE:
        slide(s, first, second)
    elif kind in (USE, SWAP):
        exchange(s, first, second, kind == SWAP)
    else:
        remove(s, first, kind == BLAST)


def slide(s: State, first: int, second: int) -> None:
    """CRUSH-6: a card changes places with its neighbour, or slides into the slot beside it."""
    if has_card(s, first) and has_card(s, second):
        tell(s, SLID, first, second, s.board[first], s.board[second])
        swap_cards(s, first, second)
    else:
        start, slot = (first, second) if has_card(s, first) else (second, first)
        slide_into(s, start, slot)


def slide_into(s: State, cell: int, slot: int) -> None:
    """CRUSH-7: the cards above fall by one, the moved card to the top of its new column."""
    end = landing(s, slot % COLUMNS)
    tell(s, SLID, cell, slot, s.board[cell], EMPTY)
    tell_fall(s, cell, 1)
    if end != slot:
        tell(s, FELL, slot, end)
    put_card(s, end, take_card(s, cell))


def clear_run(s: State, first: int, last: int) -> None:
    """CRUSH-9: a clear removes its cards; those above fall.

    CRUSH-15: it scores, and the base factor rises by 1.
    CRUSH-16: the next clear's chain is one longer.
    CRUSH-22: tagged cards are cleared like any other, without effect.
    """
    step, length = run_step(first, last), run_length(first, last)
    gain = s.chain * first_gain(s, first, last)
    tell(s, CLEARED, first, last, s.factor, s.chain, bonus_of(s, first, last), gain)
    s.score += gain
    s.factor += 1
    s.chain += 1
    for cell in range(first, last + 1 if step == 1 else first + 1):
        tell_fall(s, cell, 1 if step == 1 else length)
    for i in range(length):
        take_card(s, first + i * step)


def break_chain(s: State) -> None:
    """CRUSH-16: any slide, swap or bomb sets the chain back."""
    if s.chain > 1:
        tell(s, BROKEN, s.chain)
    s.chain = 1


def exchange(s: State, first: int, second: int, free: int) -> None:
    """CRUSH-18: a used swapper becomes a plain card, and the other keeps its tag.

    CRUSH-19: a free swap is spent, and no tag changes.
    """
    s.free_swaps -= free
    tell(s, SWAPPED, first, second, s.board[first], s.board[second], int(free), s.free_swaps)
    swap_cards(s, first, second)
    if not free:
        s.board[second] = card_of(s.board[second])
        s.swappers -= 1
        tell(s, UNTAGGED, second, s.board[second])


def remove(s: State, cell: int, free: int) -> None:
    """CRUSH-20: a bomb that is set off goes, and nothing else does.

    CRUSH-21: a free bomb does the same to any card, whatever its tag.
    """
    s.free_bombs -= free
    tell(s, REMOVED, cell, s.board[cell], int(free), s.free_bombs)
    tell_fall(s, cell, 1)
    take_card(s, cell)


def drop_card(s: State) -> None:
    """CRUSH-10: a card comes to one of the lowest empty slots, each as likely.

    CRUSH-11: where there is none, it is over, and the card stays in the deck.
    """
    lowest = lowest_height(s)
    if lowest == ROWS:
        s.ending = FULL
        return
    slots = 0
    for column in range(COLUMNS):
        slots += s.heights[column] == lowest
    cell = landing(s, column_with(s, lowest, below(s, SLOT_STREAM, slots)))
    put_card(s, cell, next_piece(s))
    tell(s, DROPPED, cell, s.board[cell])


# -- ending -------------------------------------------------------------------


@inlined
def outcome(s: State) -> int:
    """CRUSH-11: a full grid by itself does not end the game."""
    return OUTCOME_OF[s.ending]


def given_up(s: State) -> int:  # noqa: ARG001
    """ALL-9: a game that its player ends is over; it cannot be lost."""
    return OVER
