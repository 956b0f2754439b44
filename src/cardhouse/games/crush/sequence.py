"""What a sequence is: consecutive cards of one suit, of which one may be wild."""

from cardhouse.core.cards import ACE, JOKER, rank_of
from cardhouse.core.marks import called
from cardhouse.games.crush.board import HasBoard, card_of, run_length, run_step

LOW_ACE = 1
WILD_RANK = 2
MOST_WILD = 1
NO_WAY = 2
"""More wild cards than a sequence may have."""


def is_sequence(s: HasBoard, first: int, last: int) -> bool:
    """CRUSH-14: one way to read the cards is enough."""
    return wilds_in(s, first, last) <= MOST_WILD


@called
def wilds_in(s: HasBoard, first: int, last: int) -> int:
    """CRUSH-12: return how few cards of a run must be wild to make it a sequence.

    CRUSH-14: it may rise or fall, and the reading with the fewest wild cards counts.
    """
    step, length = run_step(first, last), run_length(first, last)
    wilds = NO_WAY
    for falling in range(2):
        if falling:
            first, step = last, -step
        wilds = min(wilds, wilds_rising(s, first, step, length))
    return wilds


def wilds_rising(s: HasBoard, cell: int, step: int, length: int) -> int:
    """CRUSH-13: return how many cards of a run are wild, read as rising from *cell*.

    Each card says which one the run starts from, were it natural.  As one card
    may be wild, two of the first three must agree on it, and then all the others.
    """
    first = low_ace(card_of(s.board[cell]))
    second = card_of(s.board[cell + step]) - 1
    third = card_of(s.board[cell + 2 * step]) - 2
    start = second if second == third else first
    if start not in (second, third) or not fits(start, length):
        return NO_WAY
    wilds = 0
    for i in range(length):
        card = card_of(s.board[cell + i * step])
        if card != start + i and (i > 0 or first != start):
            wilds += 1 if is_wild(card) else NO_WAY
    return wilds


def low_ace(card: int) -> int:
    """CRUSH-12: an ace that comes first is low, of rank 1; elsewhere it is high."""
    return card - ACE + LOW_ACE if rank_of(card) == ACE else card


def fits(start: int, length: int) -> bool:
    """CRUSH-12: a run lies within A-2-3-…-Q-K-A."""
    return rank_of(start) >= LOW_ACE and rank_of(start) + length - 1 <= ACE


def is_wild(card: int) -> bool:
    """CRUSH-13: jokers and 2s can be wild."""
    return card == JOKER or rank_of(card) == WILD_RANK
