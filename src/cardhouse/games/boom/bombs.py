"""The bombs of Poker Boom: how they come, tick, are disarmed and go off, and what they scorch.

It is the chapter "Bombs" of ``docs/rules/boom.md``, and the rhythm of endless mode.
"""

from cardhouse.core.chance import below, shuffle
from cardhouse.core.flat import tell
from cardhouse.core.poker import FLUSH, FOUR_OF_A_KIND, ROYAL_FLUSH, STRAIGHT
from cardhouse.games.boom.board import BLAST_CELLS, BLASTS, CELLS, SPOTS
from cardhouse.games.boom.state import (
    ARRIVE,
    BLAST_STREAM,
    BOMB_STREAM,
    COOL,
    DISARM,
    EXPLODE,
    FUSE,
    LEVEL,
    MOST_BOMBS,
    PAUSE,
    SCORCH,
    SHUFFLE,
    State,
)

FEWEST_SCORCHED = 6
MOST_SCORCHED = BLAST_CELLS

DISARMED = (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)
"""BOOM-19 to BOOM-22: how many bombs each hand disarms."""
FLUSH_FUSE = 2
FOUR_FUSE = 1
SCORCH_MOVES = 3
ENDLESS_BOMBS = 2
ENDLESS_EVERY = 4
ENDLESS_FUSE_LOW = 4
ENDLESS_FUSE_HIGH = 8
FASTER_AFTER = 10
SHORTER_AFTER = 20
LONGER_AFTER = 50
LONGER_BY = 1
LONGEST_SCORCH = 99

ORIGIN_STEP = 128
"""More than any card, so that a card and the cell it comes from fit one number."""


# -- how they come ------------------------------------------------------------


def set_endless_rhythm(s: State) -> None:
    """BOOM-27: endless mode has its own bombs."""
    s.opening = ENDLESS_BOMBS
    s.every = ENDLESS_EVERY
    s.fuse_low = ENDLESS_FUSE_LOW
    s.fuse_high = ENDLESS_FUSE_HIGH


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


# -- what hands and time do to them -------------------------------------------


def is_clutch(s: State) -> bool:
    """BOOM-11: an armed bomb's fuse is 1."""
    for bomb in range(s.bombs):
        if s.fuses[bomb] == 1:
            return True
    return False


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


# -- how they go off ----------------------------------------------------------


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
    s.blasts += 1
    moves = scorch_moves(s)
    scorched = FEWEST_SCORCHED + below(s, BLAST_STREAM, MOST_SCORCHED - FEWEST_SCORCHED + 1)
    for i in range(scorched):
        cell = BLASTS[spot][i]
        s.scorch[cell] = moves
        s.burning |= int(moves > 0) << cell
        tell(s, SCORCH, cell, moves)


def scorch_moves(s: State) -> int:
    """BOOM-27: after so many blasts of an endless run, each next one scorches longer."""
    if s.mode == LEVEL:
        return SCORCH_MOVES
    longer = LONGER_BY * max(0, s.blasts - LONGER_AFTER)
    return min(LONGEST_SCORCH, SCORCH_MOVES + longer)


def longest_scorch(s: State) -> int:
    """Return for how many moves a cell can be scorched at most."""
    return SCORCH_MOVES if s.mode == LEVEL else LONGEST_SCORCH


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
