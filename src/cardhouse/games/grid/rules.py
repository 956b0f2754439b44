"""Poker Grid: freeze two cards, redraw the rest, and score ten poker hands that jokers bend.

The rules, as numbered in ``docs/rules/grid.md``; a function that carries one out
names it.  How the grid and its moves are numbered stands in `board`, what a line
makes in `hands` and `lines`, what is frozen in `freezes`.  Who the jokers are
stands in `jokers`, what they count in `triggers`, what they do in `effects`, how
they come in `draft`, and what follows from their order in `holding`.

These modules are the only place where the rules are written.  They are plain
Python over a flat state, and compile unchanged (see ``docs/python-for-rules.md``).
"""

from cardhouse.core.cards import CARDS, DECK
from cardhouse.core.chance import (
    MOST_BELOW,
    WORD,
    WORD_BITS,
    fair_word,
    restart_streams,
)
from cardhouse.core.chance import rekey as replace_key
from cardhouse.core.flat import Cells, remember, tell
from cardhouse.core.marks import called, inlined
from cardhouse.games.game import LEGAL, LOST
from cardhouse.games.grid.board import (
    ALLOWED,
    CELLS,
    FREEZE_CELL,
    ID_BITS,
    KIND_OF,
    LINE_COUNT,
    MOST_JOKERS,
    MOVE_JOKER,
    MOVES,
    NAMED,
    OVER_PHASE,
    PLAY_HAND,
    PLAY_PHASE,
    TAKE_OFFER,
    UNFREEZE,
    UNFREEZE_ALL,
)
from cardhouse.games.grid.bonuses import BONUS_TIMES, with_bonuses  # noqa: F401 (one is a knob)
from cardhouse.games.grid.draft import offer_jokers, take_offer
from cardhouse.games.grid.effects import fade, grow, use_joker
from cardhouse.games.grid.freezes import freeze_best_pair, toggle_freeze, unfreeze_all
from cardhouse.games.grid.holding import FREEZE_SLOTS, move_joker, settle  # noqa: F401 (a knob)
from cardhouse.games.grid.jokers import MEMORIES
from cardhouse.games.grid.lines import (  # noqa: F401 (two are knobs)
    BASE_CHIPS,
    BASE_MULT,
    line_score,
    read_lines,
    tell_lines,
)
from cardhouse.games.grid.state import (
    CARD_STREAM,
    DREW,
    ENDINGS,
    NOT_ENDED,
    PLAYED,
    REACHED,
    SPENT,
    State,
)
from cardhouse.games.grid.triggers import frozen_count, is_frozen

ROOM = 1
OUTCOME_OF = tuple(ending.outcome for ending in ENDINGS)

ROUND_HANDS = 7
TARGET = 5000
TARGETS = (1_600, 0, 9_000, 18_000, 32_000, 50_000)
"""GRID-9: measured, by the number of picks; of one pick, and of chosen jokers, ``TARGET`` is."""
JOKER_SLOTS = 5
KNOBS = {
    "ROUND_HANDS": (1, 1_000),
    "TARGET": (1, 10**12),
    "TARGETS": (0, 10**12),
    "FREEZE_SLOTS": (0, CELLS),
    "JOKER_SLOTS": (0, MOST_JOKERS),
    "BASE_CHIPS": (0, 1_000),
    "BASE_MULT": (0, 1_000),
    "BONUS_TIMES": (0, 1_000),
}
"""Constants a balance study may change, and how far; no other constant depends on them."""

# Why a move is refused.
(ENDED, DRAFTING, NO_SLOT, NONE_FROZEN, NO_OFFER, NO_JOKER, SAME_PLACE) = range(1, 8)
OTHER_PHASE = (DRAFTING, NO_OFFER, ENDED)
"""Why what is not allowed in a phase is refused then, by phase."""


# -- setting up ---------------------------------------------------------------


def deal(s: State) -> None:
    """GRID-3: a round starts with all cells dealt and no points; then freezes, then the draft."""
    restart_streams(s)
    s.ending = NOT_ENDED
    s.score = 0
    s.hands_left = ROUND_HANDS
    s.frozen = 0
    s.joker_count = min(s.joker_count, JOKER_SLOTS)
    s.picks_left = min(s.picks_left, JOKER_SLOTS - s.joker_count)
    s.target = s.target if s.target > 0 else measured_target(s)
    for place in range(s.joker_count):
        s.held[place] = MEMORIES[s.jokers[place]][0]
    settle(s)
    make_deck(s)
    redraw(s)
    read_lines(s)
    if s.auto_freeze:
        freeze_best_pair(s)
    offer_jokers(s)


def measured_target(s: State) -> int:
    """GRID-9: return what wins: the more jokers are drafted, the more."""
    measured = 0 if s.chosen else TARGETS[s.picks_left]
    return measured if measured > 0 else TARGET


def make_deck(s: State) -> None:
    """GRID-2: the deck is one of 52; each entry has an id."""
    s.deck_size = CARDS
    for i in range(CARDS):
        s.deck[i] = DECK[i] | i + 1 << ID_BITS


def rekey(s: State, salt: int) -> None:
    """Replace the random key: nothing else is hidden (ALL-3)."""
    replace_key(s, salt)


# -- asking -------------------------------------------------------------------


@inlined
def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL`` (ALL-2); most are freezes."""
    phase, kind = s.phase, KIND_OF[move]
    if phase == PLAY_PHASE and kind == FREEZE_CELL:
        return LEGAL if can_toggle(s, move) else NO_SLOT
    if not ALLOWED[phase][kind]:
        return OTHER_PHASE[phase]
    if kind == UNFREEZE_ALL:
        return LEGAL if s.frozen else NONE_FROZEN
    if kind == MOVE_JOKER:
        return order_refusal(s, NAMED[move][0], NAMED[move][1])
    return LEGAL


def can_toggle(s: State, cell: int) -> bool:
    """GRID-5: a frozen cell can always be thawed, another be frozen while there is a slot."""
    return is_frozen(s, cell) or frozen_count(s.frozen) < s.slots


def order_refusal(s: State, start: int, end: int) -> int:
    """GRID-22: a joker moves from its place to another that there is."""
    if max(start, end) >= s.joker_count:
        return NO_JOKER
    return SAME_PLACE if start == end else LEGAL


@inlined
def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now."""
    return refusal(s, move) == LEGAL


def mark_legal(s: State, legal: Cells, room: Cells) -> None:  # noqa: ARG001 (it needs none)
    """Write down for every move whether it is legal; the freezes are counted once."""
    playing = s.phase == PLAY_PHASE
    has_slot = frozen_count(s.frozen) < s.slots
    for cell in range(CELLS):
        legal[cell] = playing and (has_slot or is_frozen(s, cell))
    for move in range(UNFREEZE, MOVES):
        legal[move] = is_legal(s, move)


# -- moving -------------------------------------------------------------------


@inlined
def apply(s: State, move: int) -> None:
    """Play a legal *move*."""
    kind = KIND_OF[move]
    if kind == FREEZE_CELL:
        toggle_freeze(s, move)
    elif kind == UNFREEZE_ALL:
        unfreeze_all(s)
    elif kind == PLAY_HAND:
        play_hand(s)
    elif kind == TAKE_OFFER:
        take_offer(s, NAMED[move][0])
    else:
        move_joker(s, NAMED[move][0], NAMED[move][1])


def play_hand(s: State) -> None:
    """GRID-7: redraw every cell that is not frozen, then score all ten lines."""
    s.hands_left -= 1
    tell(s, PLAYED, s.hands_left)
    redraw(s)
    read_lines(s)
    tell_lines(s)
    score_lines(s)
    grow(s)
    fade(s)
    see_end(s)
    remember(s, PLAYED)


def score_lines(s: State) -> None:
    """GRID-13: add up the lines, rows and columns: chips times mult, after all jokers.

    GRID-16: on each line the jokers act left to right, each on what its left neighbour left.
    """
    for place in range(s.joker_count):
        use_joker(s, place, True)
    points = 0
    for line in range(LINE_COUNT):
        points += line_score(s.chips[line], s.mults[line])
    s.score += with_bonuses(s, points) if s.bonuses else points


@called
def redraw(s: State) -> None:
    """GRID-2: draw each card by itself from the whole deck, in reading order (GRID-7).

    GRID-8: a frozen cell keeps its card.  As many draws share a random word as it allows.
    """
    shared = 0
    bound = 1
    while bound * s.deck_size <= MOST_BELOW and shared < CELLS:
        bound *= s.deck_size
        shared += 1
    word = 0
    left = 0
    for cell in range(CELLS):
        if not is_frozen(s, cell):
            if left == 0:
                word = fair_word(s, CARD_STREAM, bound)
                left = shared
            word *= s.deck_size
            s.board[cell] = s.deck[word >> WORD_BITS]
            word &= WORD
            left -= 1
            tell(s, DREW, cell, s.board[cell])


# -- ending -------------------------------------------------------------------


def see_end(s: State) -> None:
    """GRID-9: the target wins at once; without it the last hand loses."""
    if s.score >= s.target:
        s.ending = REACHED
    elif s.hands_left == 0:
        s.ending = SPENT
    if s.ending != NOT_ENDED:
        s.phase = OVER_PHASE


@inlined
def outcome(s: State) -> int:
    """Return how the round stands: it is won, lost or goes on (GRID-9)."""
    return OUTCOME_OF[s.ending]


def given_up(s: State) -> int:  # noqa: ARG001
    """ALL-9: a round that its player ends is lost."""
    return LOST
