"""What hand a line of Poker Grid makes, also where jokers bend the rules."""

from cardhouse.core.cards import ACE, DIAMONDS, HEARTS, LOWEST_RANK, RANKS, SUITS
from cardhouse.core.poker import (
    BROADWAY,
    COUNT_BITS,
    IN_A_ROW,
    ONE_SUIT,
    RANK_ONES,
    ROYAL,
    SUIT_BITS,
    rank_traits,
    traits_of,
)
from cardhouse.games.grid.board import SIDE
from cardhouse.games.grid.jokers import FOUR_CARDS, ONE_GAP, ROUND_CORNER, TWO_COLOURS
from cardhouse.games.grid.state import State

COUNT = (1 << COUNT_BITS) - 1
RANK_ROUND = COUNT_BITS * RANKS
"""How far a rank is from itself, once round."""
LOW_ACE = 1 << COUNT_BITS * (ACE - RANKS)
PAST_ACE = sum(1 << COUNT_BITS * (LOWEST_RANK + i) for i in range(SIDE))
"""The ranks that can come after the ace in a straight round the corner."""


def line_traits(s: State, tally: int) -> int:
    """GRID-11: return what is true of a line, from its tally."""
    return bent_traits(s, tally) if s.bent else traits_of(tally)


def bent_traits(s: State, tally: int) -> int:
    """GRID-20: what is a straight and a flush with `Four Fingers` and its like; a royal is five."""
    need = SIDE - (s.powers[FOUR_CARDS] > 0)
    suited = most_suited(tally, s.powers[TWO_COLOURS] > 0)
    straight = is_bent_straight(
        ranks_in(tally, s.powers[ROUND_CORNER] > 0), need, s.powers[ONE_GAP] > 0
    )
    royal = (tally & RANK_ONES == BROADWAY) & (suited == SIDE)
    return (
        rank_traits(tally)
        | IN_A_ROW * straight
        | ONE_SUIT * (suited >= need)
        | ROYAL * royal
    )  # fmt: skip


def most_suited(tally: int, colours: bool) -> int:
    """Return how many cards are of the most frequent suit, or of the more frequent colour."""
    most = 0
    red = 0
    for suit in range(SUITS):
        count = tally >> SUIT_BITS + COUNT_BITS * suit & COUNT
        most = max(most, count)
        red += count * (DIAMONDS <= suit <= HEARTS)
    return max(red, SIDE - red) if colours else most


def ranks_in(tally: int, round_corner: bool) -> int:
    """Return the ranks of a line; those that can follow a high ace, or precede a 2, once more."""
    ranks = (tally | tally >> 1 | tally >> 2) & RANK_ONES
    if round_corner:
        return ranks | (ranks & PAST_ACE) << RANK_ROUND
    return ranks | (ranks >> RANK_ROUND & LOW_ACE)


def is_bent_straight(ranks: int, need: int, gap: bool) -> bool:
    """Return whether *need* of the ranks follow each other; with *gap*, one rank may be missing.

    `plain` holds the ranks that end such a row so far, `leaped` those that end one with its gap.
    """
    plain = ranks
    leaped = 0
    for _ in range(need - 1):
        leaped = (leaped << COUNT_BITS | plain << 2 * COUNT_BITS) & ranks
        plain = plain << COUNT_BITS & ranks
    return plain != 0 or (gap and leaped != 0)
