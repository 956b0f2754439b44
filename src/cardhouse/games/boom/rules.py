"""Poker Boom: pick five connected cards that make a poker hand while bombs tick.

The rules, as numbered in ``docs/rules/boom.md``; each function's docstring
begins with the id of the rule it carries out.  Levels are in `levels`.

This module is the only place these rules are written.  It is plain Python
over a flat state, and compiles unchanged (see ``docs/python-for-rules.md``).
"""

from dataclasses import dataclass

from cardhouse.core.cards import CARDS, DECK, EMPTY
from cardhouse.core.chance import (
    WORD,
    WORD_BITS,
    below,
    block_words,
    draw_counts,
    fair_word,
    key_words,
    rekey,  # noqa: F401 (part of the contract)
    restart_streams,
    shuffle,
)
from cardhouse.core.flat import Cells, Events, cells, event_log, number, tell
from cardhouse.core.marks import inlined
from cardhouse.core.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    ROYAL_FLUSH,
    STRAIGHT,
    TALLIES,
    hand_of,
    is_high_card,
)
from cardhouse.games.boom.board import (
    BLAST_CELLS,
    BLASTS,
    CELLS,
    COLUMNS,
    DEALS,
    HAND,
    MOVES,
    REFILLS,
    SELECTION_BITS,
    SELECTIONS,
    SPOTS,
    TRACEABLE,
)
from cardhouse.games.game import LEGAL, LOST, OVER, PLAYING, WON

SEARCH_STEP = 601
"""A step that visits every move, far from the last: neighbours are often scorched together."""
ROOM = MOVES + CELLS

LEVEL, ENDLESS = 0, 1

MOST_BOMBS = 12
FEWEST_SCORCHED = 6
MOST_SCORCHED = BLAST_CELLS

POINTS = (0, 50, 120, 200, 300, 350, 600, 900, 1400, 2000)
"""BOOM-9: the base points of each hand, from high card to royal flush."""
DISARMED = (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)
"""BOOM-19 to BOOM-22: how many bombs each hand disarms."""
CLUTCH_PERCENT = 125
FLUSH_FUSE = 2
FOUR_FUSE = 1
SCORCH_MOVES = 3
ENDLESS_BOMBS = 2
ENDLESS_EVERY = 4
ENDLESS_FUSE_LOW = 4
ENDLESS_FUSE_HIGH = 8
FASTER_AFTER = 10
SHORTER_AFTER = 20
KNOBS = {
    "POINTS": (0, 1_000_000),
    "CLUTCH_PERCENT": (100, 10_000),
    "FLUSH_FUSE": (0, 100),
    "FOUR_FUSE": (0, 100),
    "SCORCH_MOVES": (0, 100),
    "ENDLESS_BOMBS": (0, MOST_BOMBS),
    "ENDLESS_EVERY": (1, 1_000),
    "ENDLESS_FUSE_LOW": (1, 1_000),
    "ENDLESS_FUSE_HIGH": (1, 1_000),
    "FASTER_AFTER": (1, 1_000_000),
    "SHORTER_AFTER": (1, 1_000_000),
}
"""Constants a balance study may change, and how far; no other constant depends on them."""

HANDFULS = CARDS**HAND
"""Five cards come from one word: 52 to the fifth is below 2**31."""

# The random streams, and what is told.
CARD_STREAM, BOMB_STREAM, BLAST_STREAM = 0, 1, 2
STREAMS = 3
(GAIN, PAUSE, FUSE, DISARM, CLEAR, FALL, SPAWN, COOL, EXPLODE, SCORCH, SHUFFLE, ARRIVE) = range(12)

SCORCHED, NO_STROKE, TOO_LOW, ENDED = 1, 2, 3, 4
"""Why a move is refused."""


ORIGIN_STEP = 128
"""More than any card, so that a card and the cell it comes from fit one number."""


@dataclass(slots=True)
class State:
    """Everything there is to know about one game of Poker Boom."""

    board: Cells = cells(CELLS, "int16")
    """The card on each cell."""
    scorch: Cells = cells(CELLS, "int8")
    """For how many moves each cell stays scorched."""
    burning: int = number()
    """Which cells are scorched, a bit for each."""
    bombs: int = number("int32")
    """How many bombs are armed."""
    spots: Cells = cells(MOST_BOMBS, "int8")
    """Where each bomb stands, oldest first."""
    fuses: Cells = cells(MOST_BOMBS, "int32")
    """What is left of each bomb's fuse, oldest first."""
    score: int = number()
    """Points made so far."""
    combo: int = number()
    """What the next hand's points are multiplied by."""
    played: int = number()
    """How many moves have been resolved."""
    since_bomb: int = number()
    """How many moves have been resolved since a bomb was last due."""
    moves_left: int = number()
    """How many moves the level still allows."""
    target: int = number()
    """The score that wins the level."""
    level: int = number("int32")
    """The level's number; 0 in endless mode."""
    mode: int = number("int32")
    """``LEVEL`` or ``ENDLESS``."""
    path_only: int = number("int32")
    """1 if a selection must be one that a stroke can trace, else 0."""
    opening: int = number("int32")
    """How many bombs there are at the start."""
    every: int = number("int32")
    """After how many moves the next bomb is due; 0 for never."""
    fuse_low: int = number("int32")
    """The shortest fuse of a new bomb."""
    fuse_high: int = number("int32")
    """The longest fuse of a new bomb."""
    key: Cells = key_words()
    """The random key."""
    blocks: Cells = block_words(STREAMS)
    """The random words being drawn from."""
    drawn: Cells = draw_counts(STREAMS)
    """How many random words each stream has given."""
    events: Events = event_log()
    """What happened since someone last asked."""


# -- setting up ---------------------------------------------------------------


def deal(s: State) -> None:
    """BOOM-3: a run starts with a full board, score 0, combo 1, no scorch, the level's bombs."""
    restart_streams(s)
    if s.mode == ENDLESS:
        set_endless_rhythm(s)
    s.score = 0
    s.combo = 1
    s.played = 0
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


def set_endless_rhythm(s: State) -> None:
    """BOOM-27: endless mode has its own bombs."""
    s.opening = ENDLESS_BOMBS
    s.every = ENDLESS_EVERY
    s.fuse_low = ENDLESS_FUSE_LOW
    s.fuse_high = ENDLESS_FUSE_HIGH


# -- asking -------------------------------------------------------------------


@inlined
def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL`` (ALL-2)."""
    if has_won(s) or has_run_out(s):
        return ENDED
    return flaw(s, move)


@inlined
def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now."""
    return refusal(s, move) == LEGAL


def mark_legal(s: State, legal: Cells, room: Cells) -> None:
    """Write down for every move whether it is legal; *room* is for the tallies of moves and cells.

    It says what `is_legal` says, but takes all sums first and then judges all: a
    processor judges several at once.
    """
    going_on = not has_won(s) and not has_run_out(s)
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


@inlined
def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains."""
    return gain_of(s, hand_at(s, move))


def opens(s: State, move: int) -> int:  # noqa: ARG001
    """Return what a *move* lets the next one gain: nobody knows, as new cards fill the board."""
    return 0


def spends(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* uses up what does not come back: none does."""
    return False


def is_free(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* costs no time: every move does."""
    return False


def prospects(s: State) -> int:  # noqa: ARG001
    """Return how many moves are worth a look: all of them, as most are legal."""
    return MOVES


def prospect(s: State, i: int) -> int:  # noqa: ARG001
    """Return one of those moves."""
    return i


def gain_of(s: State, hand: int) -> int:
    """BOOM-10: base points times combo; BOOM-11: and a quarter more in the clutch.

    What is below one is dropped at the end (ALL-4).
    """
    gain = POINTS[hand] * s.combo
    return gain * CLUTCH_PERCENT // 100 if is_clutch(s) else gain


def is_clutch(s: State) -> bool:
    """BOOM-11: an armed bomb's fuse is 1."""
    for bomb in range(s.bombs):
        if s.fuses[bomb] == 1:
            return True
    return False


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


def cool_scorch(s: State) -> None:
    """BOOM-12: scorch timers fall by 1."""
    if s.burning == 0:
        return
    for cell in range(CELLS):
        if s.scorch[cell] > 0:
            tell(s, COOL, cell, s.scorch[cell] - 1)
        s.scorch[cell] = max(0, s.scorch[cell] - 1)
    note_scorch(s)


def note_scorch(s: State) -> None:
    """BOOM-6: note which cells are scorched: those whose timer runs."""
    burning = 0
    for cell in range(CELLS):
        burning |= int(s.scorch[cell] > 0) << cell
    s.burning = burning


def count_move(s: State) -> None:
    """BOOM-25: a move has been resolved."""
    s.played += 1
    s.since_bomb += 1


def spend_move(s: State) -> None:
    """BOOM-26: level mode has a move limit."""
    if s.mode == LEVEL:
        s.moves_left -= 1


# -- bombs --------------------------------------------------------------------


def defuse(s: State, hand: int) -> None:
    """Do what the hand does to the bombs; a Straight pauses the tick (BOOM-17).

    BOOM-18: a Flush gives the lowest-fuse bomb 2 more.
    BOOM-19: a Full House disarms the lowest-fuse bomb.
    BOOM-20: Four of a Kind disarms one, then gives 1 more to all that stay.
    BOOM-21: a Straight Flush disarms the two lowest-fuse bombs.
    BOOM-22: a Royal Flush disarms two, then gives 1 more to all that stay.
    """
    if hand == STRAIGHT:
        tell(s, PAUSE)
    if hand == FLUSH and s.bombs > 0:
        lengthen(s, lowest_bomb(s), FLUSH_FUSE)
    for _ in range(DISARMED[hand]):
        disarm_lowest(s)
    if hand in (FOUR_OF_A_KIND, ROYAL_FLUSH):
        for bomb in range(s.bombs):
            lengthen(s, bomb, FOUR_FUSE)


def lowest_bomb(s: State) -> int:
    """BOOM-18: the lowest-fuse bomb; among equals, the oldest."""
    lowest = 0
    for bomb in range(1, s.bombs):
        if s.fuses[bomb] < s.fuses[lowest]:
            lowest = bomb
    return lowest


def lengthen(s: State, bomb: int, more: int) -> None:
    """Change a fuse by *more*, which may be less."""
    s.fuses[bomb] += more
    tell(s, FUSE, s.spots[bomb], more, s.fuses[bomb])


def disarm_lowest(s: State) -> None:
    """BOOM-19: the lowest-fuse bomb, if any, leaves the perimeter without exploding."""
    if s.bombs > 0:
        bomb = lowest_bomb(s)
        tell(s, DISARM, s.spots[bomb])
        remove_bomb(s, bomb)


def remove_bomb(s: State, bomb: int) -> None:
    """Take a bomb away; the younger ones move up."""
    s.bombs -= 1
    for place in range(bomb, s.bombs):
        s.spots[place] = s.spots[place + 1]
        s.fuses[place] = s.fuses[place + 1]
    s.spots[s.bombs] = 0
    s.fuses[s.bombs] = 0


def tick(s: State) -> None:
    """BOOM-16: every move each armed bomb's fuse falls by 1, unless paused (BOOM-17)."""
    for bomb in range(s.bombs):
        lengthen(s, bomb, -1)


def explode(s: State) -> None:
    """BOOM-23: a bomb whose fuse reaches 0 explodes and is gone, oldest first.

    BOOM-24: several in one tick each scorch; the board is shuffled once.
    """
    exploded = 0
    bomb = 0
    while bomb < s.bombs:
        if s.fuses[bomb] == 0:
            scorch_edge(s, s.spots[bomb])
            remove_bomb(s, bomb)
            exploded += 1
        else:
            bomb += 1
    if exploded > 0:
        shock_board(s)


def scorch_edge(s: State, spot: int) -> None:
    """BOOM-23: 6 to 10 cells near the bomb's edge are scorched for 3 moves."""
    tell(s, EXPLODE, spot)
    scorched = FEWEST_SCORCHED + below(s, BLAST_STREAM, MOST_SCORCHED - FEWEST_SCORCHED + 1)
    for i in range(scorched):
        cell = BLASTS[spot][i]
        s.scorch[cell] = SCORCH_MOVES
        s.burning |= int(SCORCH_MOVES > 0) << cell
        tell(s, SCORCH, cell, SCORCH_MOVES)


def shock_board(s: State) -> None:
    """BOOM-24: all 50 cards are shuffled and the combo is 1 again.

    Each card carries its old cell through the shuffle, so that we can tell where it went.
    """
    for cell in range(CELLS):
        s.board[cell] += ORIGIN_STEP * cell
    shuffle(s, BLAST_STREAM, s.board, CELLS)
    for cell in range(CELLS):
        tell(s, SHUFFLE, s.board[cell] // ORIGIN_STEP)
        s.board[cell] %= ORIGIN_STEP
    s.combo = 1


def bring_due_bomb(s: State) -> None:
    """BOOM-25: one bomb comes whenever enough moves have been resolved since the last was due."""
    every = bomb_gap(s)
    if every > 0 and s.since_bomb >= every:
        s.since_bomb = 0
        if s.bombs < MOST_BOMBS:
            bring_bomb(s)


def bring_bomb(s: State) -> None:
    """BOOM-25: a bomb on a uniformly chosen free spot, with a fuse from low to high."""
    spot = free_spot(s, below(s, BOMB_STREAM, SPOTS - s.bombs))
    fuse = s.fuse_low + below(s, BOMB_STREAM, longest_fuse(s) - s.fuse_low + 1)
    s.spots[s.bombs] = spot
    s.fuses[s.bombs] = fuse
    s.bombs += 1
    tell(s, ARRIVE, spot, fuse)


def free_spot(s: State, skipped: int) -> int:
    """BOOM-15: one bomb a spot; return the free spot that comes after *skipped* free ones."""
    taken = 0
    for bomb in range(s.bombs):
        taken |= 1 << s.spots[bomb]
    spot = 0
    while skipped > 0 or taken >> spot & 1 == 1:
        skipped -= 1 - (taken >> spot & 1)
        spot += 1
    return spot


def bomb_gap(s: State) -> int:
    """BOOM-27: in endless mode bombs come faster, down to one every move."""
    if s.mode == LEVEL:
        return s.every
    return max(1, s.every - s.played // FASTER_AFTER)


def longest_fuse(s: State) -> int:
    """BOOM-27: in endless mode the longest fuse gets shorter, down to one above the shortest."""
    if s.mode == LEVEL:
        return s.fuse_high
    return max(s.fuse_low + 1, s.fuse_high - s.played // SHORTER_AFTER)


# -- ending -------------------------------------------------------------------


@inlined
def outcome(s: State) -> int:
    """BOOM-12: the end is checked: won before lost before locked."""
    if has_won(s):
        return WON
    if has_run_out(s):
        return LOST
    if not has_selection(s):
        return LOST if s.mode == LEVEL else OVER
    return PLAYING


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
