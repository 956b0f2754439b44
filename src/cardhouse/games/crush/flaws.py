"""Why a move of Solitaire Crush is refused: a number that says what, and where."""

from typing import Protocol

from cardhouse.core.cards import ACE, rank_of, suit_of
from cardhouse.games.crush.board import (
    BLAST,
    CLEAR,
    ENDS,
    KIND_OF,
    SLIDE,
    SWAP,
    USE,
    HasBoard,
    card_of,
    has_card,
    is_swapper,
    run_step,
)
from cardhouse.games.crush.sequence import LOW_ACE, is_wild
from cardhouse.games.game import LEGAL

(ENDED, NO_CARD, GRAVITY, NOT_ONE_SUIT, SAME_RANK, GAP, CROWDED, TURNS, PAST_ACE, SECOND_WILD,
 NO_SWAPPER, NEIGHBOUR, NO_SWAPS_LEFT, NO_BOMB, NO_BOMBS_LEFT) = range(1, 16)  # fmt: skip
FLAW_STEP = 32
CELL_STEP = 64
"""More than there are flaws, and than there are cells: see `flaw_at`."""
BOTH_SIDES = 2
"""How far apart two cards are that have one between them."""


class HasFree(HasBoard, Protocol):
    """A state with a grid, and with free swaps and bombs."""

    free_swaps: int
    free_bombs: int


def flaw_of(s: HasFree, move: int) -> int:
    """Return what is wrong with a *move* that is not legal, though the game goes on."""
    first, second = ENDS[move]
    kind = KIND_OF[move]
    if kind == SLIDE:
        return slide_flaw(s, first, second)
    if kind == CLEAR:
        return sequence_flaw(s, first, second)
    if kind in (USE, SWAP):
        return exchange_flaw(s, kind, first, second)
    return removal_flaw(s, kind, first)


def flaw_at(flaw: int, first: int, second: int) -> int:
    """Return a refusal that says which two cells it is about."""
    return flaw + FLAW_STEP * (first + CELL_STEP * second)


def slide_flaw(s: HasFree, first: int, second: int) -> int:
    """CRUSH-6: gravity would undo a slide up into the empty slot above; two slots do not slide."""
    if not has_card(s, first) and not has_card(s, second):
        return flaw_at(NO_CARD, first, second)
    return GRAVITY


def exchange_flaw(s: HasFree, kind: int, first: int, second: int) -> int:
    """CRUSH-18: only a swapper can be used; CRUSH-19: there are three free swaps."""
    if kind == SWAP and s.free_swaps == 0:
        return NO_SWAPS_LEFT
    if not has_card(s, first):
        return flaw_at(NO_CARD, first, first)
    if kind == USE and not is_swapper(s, first):
        return flaw_at(NO_SWAPPER, first, first)
    return NEIGHBOUR if has_card(s, second) else flaw_at(NO_CARD, second, second)


def removal_flaw(s: HasFree, kind: int, cell: int) -> int:
    """CRUSH-20: only a bomb can be set off; CRUSH-21: there are three free bombs."""
    if kind == BLAST and s.free_bombs == 0:
        return NO_BOMBS_LEFT
    return flaw_at(NO_BOMB if has_card(s, cell) else NO_CARD, cell, cell)


def sequence_flaw(s: HasBoard, first: int, last: int) -> int:
    """CRUSH-8: say why a run is not a sequence: slots, suits, steps, then wild cards."""
    step = run_step(first, last)
    for cell in range(first, last + 1, step):
        if not has_card(s, cell):
            return flaw_at(NO_CARD, cell, cell)
    flaw = suit_flaw(s, first, last)
    if flaw == LEGAL:
        flaw = step_flaw(s, first, last)
    for cell in range(first + step, last, step):
        if flaw == LEGAL and rank_at(s, cell) == ACE:
            flaw = flaw_at(PAST_ACE, cell, cell)
    return SECOND_WILD if flaw == LEGAL else flaw


def suit_flaw(s: HasBoard, first: int, last: int) -> int:
    """CRUSH-12: the cards that cannot be wild share one suit; name the first two that do not."""
    before = -1
    for cell in range(first, last + 1, run_step(first, last)):
        if not is_wild(card_of(s.board[cell])):
            if before >= 0 and suit_at(s, before) != suit_at(s, cell):
                return flaw_at(NOT_ONE_SUIT, before, cell)
            before = cell
    return LEGAL


def step_flaw(s: HasBoard, first: int, last: int) -> int:
    """CRUSH-12: the cards that cannot be wild go one way, as far as their cells are apart."""
    step = run_step(first, last)
    before = -1
    way = 0
    for cell in range(first, last + 1, step):
        if is_wild(card_of(s.board[cell])):
            continue
        if before >= 0:
            rise = rise_between(rank_at(s, before), rank_at(s, cell))
            flaw = rise_flaw(rise, (cell - before) // step, way)
            if flaw != LEGAL:
                return flaw_at(flaw, before, cell)
            way = rise
        before = cell
    return LEGAL


def rise_between(before: int, after: int) -> int:
    """Return by how much ranks rise; an ace is low or high, whichever is nearer."""
    if before == ACE and after - LOW_ACE < ACE - after:
        before = LOW_ACE
    if after == ACE and before - LOW_ACE < ACE - before:
        after = LOW_ACE
    return after - before


def rise_flaw(rise: int, apart: int, way: int) -> int:
    """Return what is wrong with a step between cards so far apart, after one that went *way*."""
    if rise == 0:
        return SAME_RANK
    if abs(rise) > apart:
        return GAP
    if abs(rise) < apart:  # what lies between is wild
        return CROWDED if apart == BOTH_SIDES else SECOND_WILD
    return TURNS if rise * way < 0 else LEGAL


def rank_at(s: HasBoard, cell: int) -> int:
    """Return the rank of the card on *cell*."""
    return rank_of(card_of(s.board[cell]))


def suit_at(s: HasBoard, cell: int) -> int:
    """Return the suit of the card on *cell*."""
    return suit_of(card_of(s.board[cell]))
