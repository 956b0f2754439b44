"""Five cards make one of ten poker hands; the same card may be there twice.

A *tally* counts five cards at once: three bits for each rank, three for each
suit.  A count fits its three bits (5 is ``101``), so tallies simply add up.
"""

from cardhouse.core.cards import ACE, DECK, LOWEST_RANK, RANKS, SUITS, TEN, rank_of, suit_of

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 5, 6, 7, 8, 9
HANDS = 10

HAND_NAMES = (
    "High Card",
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
)

# Bits 6-44 count the ranks 2 to 14, bits 45-56 the four suits.
COUNT_BITS = 3
SUIT_BITS = COUNT_BITS * (ACE + 1)


def tally_of(card: int) -> int:
    """Return the tally of one card: a one for its rank, a one for its suit."""
    return (1 << COUNT_BITS * rank_of(card)) + (1 << SUIT_BITS + COUNT_BITS * suit_of(card))


TALLIES = tuple(tally_of(card) if card in DECK else 0 for card in range(max(DECK) + 1))
"""The tally of each card, by card."""

RANK_ONES = sum(1 << COUNT_BITS * rank for rank in range(LOWEST_RANK, LOWEST_RANK + RANKS))
RANK_REPEATS = RANK_ONES << 1 | RANK_ONES << 2
"""The bits of a count of two or more."""
SUIT_ONES = sum(1 << SUIT_BITS + COUNT_BITS * suit for suit in range(SUITS))

FIVE_IN_A_ROW = sum(1 << COUNT_BITS * step for step in range(5))
WHEEL = sum(1 << COUNT_BITS * rank for rank in (ACE, 2, 3, 4, 5))
"""A-2-3-4-5: the ace is low in this straight alone."""
BROADWAY = FIVE_IN_A_ROW << COUNT_BITS * TEN
"""T-J-Q-K-A, the ranks of a royal flush."""


# What can be true of five cards, a bit each: how many are of one rank, and the rarer things.
PAIRED, TWICE_PAIRED, TRIPLED, QUADRUPLED = 1, 2, 4, 8
IN_A_ROW, ONE_SUIT, ROYAL = 16, 32, 64
TRAITS = 128


def hand_with(traits: int) -> int:
    """Return the highest hand of five cards of which all this is true."""
    if traits & IN_A_ROW and traits & ONE_SUIT:
        return ROYAL_FLUSH if traits & ROYAL else STRAIGHT_FLUSH
    ladder = (
        (QUADRUPLED, FOUR_OF_A_KIND),
        (TRIPLED | TWICE_PAIRED, FULL_HOUSE),
        (ONE_SUIT, FLUSH),
        (IN_A_ROW, STRAIGHT),
        (TRIPLED, THREE_OF_A_KIND),
        (TWICE_PAIRED, TWO_PAIR),
        (PAIRED, ONE_PAIR),
        (0, HIGH_CARD),
    )
    return next(hand for wanted, hand in ladder if traits & wanted == wanted)


HANDS_WITH = tuple(hand_with(traits) for traits in range(TRAITS))
"""The hand, by traits."""


def hand_of(tally: int) -> int:
    """Return the hand that five cards make, from the sum of their tallies (BOOM-8, GRID-11).

    >>> from cardhouse.core.cards import parse_card
    >>> def named(text):
    ...     return HAND_NAMES[hand_of(sum(TALLIES[parse_card(card)] for card in text.split()))]
    >>> named("Ah 2h 3h 4h 5h"), named("Qs Ks As 2s 3s"), named("7c 7c 7c 7c 7c")
    ('Straight Flush', 'Flush', 'Four of a Kind')
    """
    return HANDS_WITH[traits_of(tally)]


def traits_of(tally: int) -> int:
    """Return what is true of five cards; without a branch, for a processor to foretell nothing."""
    odd = tally & RANK_ONES
    flush = is_flush(tally)
    straight = is_straight(odd)
    royal = (odd == BROADWAY) & flush
    return rank_traits(tally) | IN_A_ROW * straight | ONE_SUIT * flush | ROYAL * royal


def rank_traits(tally: int) -> int:
    """Return what is true of the ranks of five cards.

    A rank held once or thrice shows in `odd`, twice or thrice in `paired`, more often in `fours`.
    """
    odd = tally & RANK_ONES
    paired = tally >> 1 & RANK_ONES
    fours = tally >> 2 & RANK_ONES
    repeated = paired | fours
    return (
        PAIRED * (repeated != 0)
        | TWICE_PAIRED * (repeated & (repeated - 1) != 0)
        | TRIPLED * ((paired & odd | fours) != 0)
        | QUADRUPLED * (fours != 0)
    )


def is_high_card(tally: int) -> bool:
    """Return whether `hand_of` would say ``HIGH_CARD``, sooner."""
    has_pair = tally & RANK_REPEATS != 0
    return not (has_pair | is_flush(tally) | is_straight(tally & RANK_ONES))


def is_straight(ranks: int) -> bool:
    """Return whether these are five different *ranks* in a row, the ace high or low."""
    lowest = ranks & -ranks
    return (ranks == lowest * FIVE_IN_A_ROW) | (ranks == WHEEL)


def is_flush(tally: int) -> bool:
    """Return whether all five cards are of one suit: five is the only count with bits 0 and 2."""
    return tally & tally >> 2 & SUIT_ONES != 0
