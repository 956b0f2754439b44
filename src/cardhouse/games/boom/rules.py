"""Poker Boom: pick five connected cards that make a poker hand while bombs tick.

The rules, as numbered in ``docs/rules/boom.md``; each function's docstring
begins with the id of the rule it carries out.  What bombs do is in `bombs`,
levels are in `levels`, how the board is numbered in `board`.

These modules are the only place where the rules are written.  They are plain
Python over a flat state, and compile unchanged (see ``docs/python-for-rules.md``).
"""

from cardhouse.core.cards import CARDS, DECK, EMPTY
from cardhouse.core.chance import (
    WORD,
    WORD_BITS,
    fair_word,
    rekey,  # noqa: F401 (part of the contract)
    restart_streams,
)
from cardhouse.core.flat import Cells, tell
from cardhouse.core.marks import inlined
from cardhouse.core.poker import STRAIGHT, TALLIES, hand_of, is_high_card
from cardhouse.games.boom.board import (
    CELLS,
    COLUMNS,
    DEALS,
    HAND,
    MOVES,
    REFILLS,
    SELECTION_BITS,
    SELECTIONS,
    TRACEABLE,
)
from cardhouse.games.boom.bombs import (  # noqa: F401 (its numbers are knobs)
    ENDLESS_BOMBS,
    ENDLESS_EVERY,
    ENDLESS_FUSE_HIGH,
    ENDLESS_FUSE_LOW,
    FASTER_AFTER,
    FLUSH_FUSE,
    FOUR_FUSE,
    LONGER_AFTER,
    LONGER_BY,
    LONGEST_SCORCH,
    SCORCH_MOVES,
    SHORTER_AFTER,
    bring_bomb,
    bring_due_bomb,
    cool_scorch,
    defuse,
    explode,
    is_clutch,
    set_endless_rhythm,
    tick,
)
from cardhouse.games.boom.state import (
    CARD_STREAM,
    CLEAR,
    ENDINGS,
    ENDLESS,
    FALL,
    GAIN,
    LEVEL,
    LOCKED,
    LOCKED_ENDLESS,
    MOST_BOMBS,
    NOT_ENDED,
    REACHED,
    RUN_OUT,
    SPAWN,
    State,
)
from cardhouse.games.game import LEGAL, LOST, OVER

OUTCOME_OF = tuple(ending.outcome for ending in ENDINGS)

SEARCH_STEP = 601
"""A step that visits every move, far from the last: neighbours are often scorched together."""
ROOM = MOVES + CELLS

POINTS = (0, 50, 120, 200, 300, 350, 600, 900, 1400, 2000)
"""BOOM-9: the base points of each hand, from high card to royal flush."""
CLUTCH_PERCENT = 125
WHOLE = 100
KNOBS = {
    "POINTS": (0, 1_000_000),
    "CLUTCH_PERCENT": (WHOLE, 10_000),
    "FLUSH_FUSE": (0, 100),
    "FOUR_FUSE": (0, 100),
    "SCORCH_MOVES": (0, LONGEST_SCORCH),
    "ENDLESS_BOMBS": (0, MOST_BOMBS),
    "ENDLESS_EVERY": (1, 1_000),
    "ENDLESS_FUSE_LOW": (1, 1_000),
    "ENDLESS_FUSE_HIGH": (1, 1_000),
    "FASTER_AFTER": (1, 1_000_000),
    "SHORTER_AFTER": (1, 1_000_000),
    "LONGER_AFTER": (0, 1_000_000),
    "LONGER_BY": (0, LONGEST_SCORCH),
}
"""Constants a balance study may change, and how far; no other constant depends on them."""

HANDFULS = CARDS**HAND
"""Five cards come from one word: 52 to the fifth is below 2**31."""

SCORCHED, NO_STROKE, TOO_LOW, ENDED = 1, 2, 3, 4
"""Why a move is refused."""


# -- setting up ---------------------------------------------------------------


def deal(s: State) -> None:
    """BOOM-3: a run starts with a full board, score 0, combo 1, no scorch, the level's bombs."""
    restart_streams(s)
    if s.mode == ENDLESS:
        set_endless_rhythm(s)
    s.ending = NOT_ENDED
    s.score = 0
    s.combo = 1
    s.played = 0
    s.blasts = 0
    s.since_bomb = 0
    s.bombs = 0
    s.burning = 0
    for cell in range(CELLS):
        s.scorch[cell] = 0
    deal_board(s)
    for _ in range(s.opening):
        bring_bomb(s)


def deal_board(s: State) -> None:
    """BOOM-3: a deal without any legal selection is dealt again."""
    while True:
        fill_board(s)
        if has_selection(s):
            return


def fill_board(s: State) -> None:
    """BOOM-3: a run starts with a full board, dealt as BOOM-14 fills an empty one."""
    for i in range(CELLS // HAND):
        fill_five(s, DEALS[i])


# -- asking -------------------------------------------------------------------


@inlined
def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL`` (ALL-2)."""
    return flaw(s, move) if s.ending == NOT_ENDED else ENDED


@inlined
def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now."""
    return s.ending == NOT_ENDED and flaw(s, move) == LEGAL


def mark_legal(s: State, legal: Cells, room: Cells) -> None:
    """Write down for every move whether it is legal; *room* is for the tallies of moves and cells.

    It says what `is_legal` says, but takes all sums first and then judges all: a
    processor judges several at once.
    """
    going_on = s.ending == NOT_ENDED
    any_shape = s.path_only == 0
    for cell in range(CELLS):
        room[MOVES + cell] = TALLIES[s.board[cell]]
    for move in range(MOVES):
        selection = SELECTIONS[move]
        tally = 0
        for i in range(HAND):
            tally += room[MOVES + selection[i]]
        room[move] = tally
    for move in range(MOVES):
        path = any_shape | (TRACEABLE[move] != 0)
        free = s.burning & SELECTION_BITS[move] == 0
        legal[move] = going_on & path & free & (not is_high_card(room[move]))


def flaw(s: State, move: int) -> int:
    """Return what is wrong with a selection, were the run not over, or ``LEGAL``."""
    found = cells_flaw(s, move)
    return found if found != LEGAL else hand_flaw(tally_at(s, move))


def cells_flaw(s: State, move: int) -> int:
    """Return what is wrong with the cells of a selection, whatever lies there, or ``LEGAL``.

    BOOM-5: with `path_only`, only a selection that one stroke can trace will do.
    BOOM-6: a scorched cell cannot be selected.
    """
    if s.path_only and not TRACEABLE[move]:
        return NO_STROKE
    return SCORCHED if s.burning & SELECTION_BITS[move] != 0 else LEGAL


def hand_flaw(tally: int) -> int:
    """BOOM-7: the hand must be a pair or better."""
    return TOO_LOW if is_high_card(tally) else LEGAL


def tally_at(s: State, move: int) -> int:
    """Return the tally of the five selected cells."""
    selection = SELECTIONS[move]
    tally = 0
    for i in range(HAND):
        tally += TALLIES[s.board[selection[i]]]
    return tally


def hand_at(s: State, move: int) -> int:
    """BOOM-8: the hand that the five selected cards make."""
    return hand_of(tally_at(s, move))


def gain_of(s: State, hand: int) -> int:
    """BOOM-10: base points times combo; BOOM-11: and a quarter more in the clutch.

    What is below one is dropped at the end (ALL-4).
    """
    return POINTS[hand] * s.combo * clutch_percent(s) // WHOLE


def clutch_percent(s: State) -> int:
    """BOOM-11: what a gain is multiplied by, in percent."""
    return CLUTCH_PERCENT if is_clutch(s) else WHOLE


# -- moving -------------------------------------------------------------------


@inlined
def apply(s: State, move: int) -> None:
    """BOOM-12: play a legal *move*, step by step in the book's order."""
    hand = hand_at(s, move)
    score_hand(s, hand)
    defuse(s, hand)
    clear_cells(s, move)
    drop_cards(s)
    refill(s, move)
    cool_scorch(s)
    if hand != STRAIGHT:
        tick(s)
    explode(s)
    count_move(s)
    bring_due_bomb(s)
    spend_move(s)
    s.ending = ending_of(s)


def score_hand(s: State, hand: int) -> None:
    """BOOM-10: the hand gains its points, then the combo rises by 1."""
    gain = gain_of(s, hand)
    tell(s, GAIN, hand, POINTS[hand], s.combo, int(is_clutch(s)), gain)
    s.score += gain
    s.combo += 1


def clear_cells(s: State, move: int) -> None:
    """BOOM-12: the five cards vanish."""
    selection = SELECTIONS[move]
    for i in range(HAND):
        s.board[selection[i]] = EMPTY
        tell(s, CLEAR, selection[i])


def drop_cards(s: State) -> None:
    """BOOM-13: in each column the cards above a gap fall; scorch stays on its cell."""
    for column in range(COLUMNS):
        landing = CELLS - COLUMNS + column
        for cell in range(landing, -1, -COLUMNS):
            card = s.board[cell]
            s.board[cell] = EMPTY
            s.board[landing] = card
            if card != EMPTY and cell != landing:
                tell(s, FALL, cell, landing)
            landing -= COLUMNS * (card != EMPTY)


def refill(s: State, move: int) -> None:
    """BOOM-14: new cards fill the empty cells, column by column from the left, lowest first."""
    fill_five(s, REFILLS[move])


def fill_five(s: State, empty: tuple[int, ...]) -> None:
    """BOOM-2: each new card is one of the 52, drawn on its own; five of them share a word."""
    word = fair_word(s, CARD_STREAM, HANDFULS)
    for i in range(HAND):
        s.board[empty[i]] = DECK[word * CARDS >> WORD_BITS]
        word = word * CARDS & WORD
        tell(s, SPAWN, empty[i], s.board[empty[i]])


def count_move(s: State) -> None:
    """BOOM-25: a move has been resolved."""
    s.played += 1
    s.since_bomb += 1


def spend_move(s: State) -> None:
    """BOOM-26: level mode has a move limit."""
    if s.mode == LEVEL:
        s.moves_left -= 1


# -- ending -------------------------------------------------------------------


@inlined
def outcome(s: State) -> int:
    """Return how the game stands; it follows from why it ended, if it has."""
    return OUTCOME_OF[s.ending]


def ending_of(s: State) -> int:
    """BOOM-12: the end is checked: won before lost before locked."""
    if has_won(s):
        return REACHED
    if has_run_out(s):
        return RUN_OUT
    if not has_selection(s):
        return LOCKED if s.mode == LEVEL else LOCKED_ENDLESS
    return NOT_ENDED


def given_up(s: State) -> int:
    """ALL-9: a level that its player ends is lost, endless mode is over."""
    return LOST if s.mode == LEVEL else OVER


def has_won(s: State) -> bool:
    """BOOM-26: a level is won when the score reaches its target."""
    return s.mode == LEVEL and s.score >= s.target


def has_run_out(s: State) -> bool:
    """BOOM-26: a level is lost when no moves are left."""
    return s.mode == LEVEL and s.moves_left <= 0


def has_selection(s: State) -> bool:
    """BOOM-28: when no legal selection is left the run ends."""
    for i in range(MOVES):
        if flaw(s, i * SEARCH_STEP % MOVES) == LEGAL:
            return True
    return False
