"""Poker hands, proven by counting every one of them, and against a slow evaluator."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import numba
import numpy as np
import pytest

from cardhouse.core import poker
from cardhouse.core.cards import CLUBS, DECK, make_card, parse_card, rank_of, suit_of
from cardhouse.core.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HAND_NAMES,
    HANDS,
    HANDS_WITH,
    HIGH_CARD,
    IN_A_ROW,
    ONE_PAIR,
    ONE_SUIT,
    PAIRED,
    QUADRUPLED,
    ROYAL,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TALLIES,
    THREE_OF_A_KIND,
    TRAITS,
    TRIPLED,
    TWICE_PAIRED,
    TWO_PAIR,
    hand_of,
    hand_with,
    is_high_card,
    rank_traits,
    traits_of,
)
from cardhouse.core.twin import Engine, twin_of

COMPILED = twin_of(
    poker, engine=Engine(function=numba.njit, table=lambda table: np.array(table, np.int64))
)
COMPILED_HAND_OF, COMPILED_IS_HIGH_CARD = COMPILED.hand_of, COMPILED.is_high_card


def tally_of_all(cards):
    return sum(TALLIES[card] for card in cards)


def named(text):
    return HAND_NAMES[hand_of(tally_of_all(map(parse_card, text.split())))]


# -- every hand ---------------------------------------------------------------


@numba.njit
def counted(tallies, ranks, suits, repeated, counts):
    """Count the draws of five cards by hand, by being of one suit, and by how many ranks.

    A hand stands for its orders: 5! draws, over k! for a card that is there k times.  With
    *repeated*, a card may be.  Returns how often `is_high_card` did not say what `hand_of` did.
    """
    step = 0 if repeated else 1
    disagreements = 0
    for a in range(52):
        for b in range(a + step, 52):
            for c in range(b + step, 52):
                for d in range(c + step, 52):
                    for e in range(d + step, 52):
                        tally = tallies[a] + tallies[b] + tallies[c] + tallies[d] + tallies[e]
                        hand = COMPILED_HAND_OF(tally)
                        disagreements += COMPILED_IS_HIGH_CARD(tally) != (hand == HIGH_CARD)
                        seen = 1 << ranks[a] | 1 << ranks[b] | 1 << ranks[c] | 1 << ranks[d]
                        seen |= 1 << ranks[e]
                        different = 0
                        while seen:
                            seen &= seen - 1
                            different += 1
                        suit = suits[a]
                        one_suit = (
                            (suits[b] == suit)
                            & (suits[c] == suit)
                            & (suits[d] == suit)
                            & (suits[e] == suit)
                        )
                        run, orders = 1, 120
                        for same in (a == b, b == c, c == d, d == e):
                            run = run + 1 if same else 1
                            orders //= run
                        counts[hand, int(one_suit), different, int(a == e)] += orders
    return disagreements


@cache
def counts_of(repeated):
    """Every draw, by hand, by being of one suit (or not), by ranks, by being one card (or not)."""
    tallies = np.array([TALLIES[card] for card in DECK], np.int64)
    ranks = np.array([rank_of(card) for card in DECK], np.int64)
    suits = np.array([suit_of(card) for card in DECK], np.int64)
    counts = np.zeros((HANDS, 2, 6, 2), np.int64)
    disagreements = counted(tallies, ranks, suits, repeated, counts)
    return counts, disagreements


def test_all_hands_of_different_cards_are_as_many_as_every_book_says():
    counts, _ = counts_of(repeated=False)
    orders = 120
    by_hand = {name: int(counts[hand].sum()) // orders for hand, name in enumerate(HAND_NAMES)}
    assert by_hand == {
        "High Card": 1_302_540,
        "One Pair": 1_098_240,
        "Two Pair": 123_552,
        "Three of a Kind": 54_912,
        "Straight": 10_200,
        "Flush": 5_108,
        "Full House": 3_744,
        "Four of a Kind": 624,
        "Straight Flush": 36,
        "Royal Flush": 4,
    }
    assert sum(by_hand.values()) == 2_598_960


EVERY_DRAW = {
    # (hand, of one suit, how many ranks, all one card): draws
    (HIGH_CARD, False, 5, False): 156_304_800,
    (ONE_PAIR, False, 4, False): 175_032_000,
    (TWO_PAIR, False, 3, False): 26_254_800,
    (THREE_OF_A_KIND, False, 3, False): 17_503_200,
    (STRAIGHT, False, 5, False): 1_224_000,
    (FLUSH, True, 5, False): 612_960,
    (FULL_HOUSE, False, 2, False): 1_591_200,
    (FULL_HOUSE, True, 2, False): 6_240,
    (FOUR_OF_A_KIND, False, 2, False): 795_600,
    (FOUR_OF_A_KIND, True, 2, False): 3_120,
    (FOUR_OF_A_KIND, False, 1, False): 13_260,
    (FOUR_OF_A_KIND, True, 1, True): 52,
    (STRAIGHT_FLUSH, True, 5, False): 4_320,
    (ROYAL_FLUSH, True, 5, False): 480,
}
FLUSH_WITH_REPEATED_RANKS = 858_000


@pytest.mark.parametrize("part", EVERY_DRAW, ids=lambda part: f"{HAND_NAMES[part[0]]} {part[1:]}")
def test_draws_that_may_repeat_a_card_are_as_many_as_they_should_be(part):
    counts, _ = counts_of(repeated=True)
    hand, one_suit, ranks, one_card = part
    assert counts[hand, int(one_suit), ranks, int(one_card)] == EVERY_DRAW[part]


def test_one_suit_with_a_pair_two_pairs_or_three_of_a_kind_is_a_flush():
    # One suit: 13·C(12,3)·60 draws with a pair, 13·C(12,2)·20 with three of a kind,
    # C(13,2)·11·30 with two pairs; four suits.
    counts, _ = counts_of(repeated=True)
    assert counts[FLUSH, 1, 4, 0] == 4 * 171_600
    assert counts[FLUSH, 1, 3, 0] == 4 * (17_160 + 25_740)
    assert counts[FLUSH, 1, 3:5].sum() == FLUSH_WITH_REPEATED_RANKS


def test_no_draw_is_anything_else():
    counts, _ = counts_of(repeated=True)
    assert sum(EVERY_DRAW.values()) + FLUSH_WITH_REPEATED_RANKS == counts.sum() == 52**5


@pytest.mark.parametrize("repeated", [False, True], ids=["different cards", "any cards"])
def test_is_high_card_says_what_hand_of_says_for_every_hand(repeated):
    _, disagreements = counts_of(repeated)
    assert disagreements == 0


# -- against a slow evaluator -------------------------------------------------


def slow_hand_of(cards):
    """Return the hand of five cards, in the order of the rule book (BOOM-8)."""
    ranks = sorted(rank_of(card) for card in cards)
    repeats = sorted(Counter(ranks).values(), reverse=True)
    flush = len({suit_of(card) for card in cards}) == 1
    straight = ranks in [[2, 3, 4, 5, 14], *([low + i for i in range(5)] for low in range(2, 11))]
    ladder = [
        (ROYAL_FLUSH, flush and straight and ranks[0] == 10),
        (STRAIGHT_FLUSH, flush and straight),
        (FOUR_OF_A_KIND, repeats[0] >= 4),
        (FULL_HOUSE, repeats == [3, 2]),
        (FLUSH, flush),
        (STRAIGHT, straight),
        (THREE_OF_A_KIND, repeats[0] == 3),
        (TWO_PAIR, repeats[:2] == [2, 2]),
        (ONE_PAIR, repeats[0] == 2),
        (HIGH_CARD, True),
    ]
    return next(hand for hand, is_it in ladder if is_it)


@cache
def sample():
    """Twenty thousand hands: half from all cards, half from a few ranks of one or two suits."""
    random = Random(5)
    hands = [random.choices(DECK, k=5) for _ in range(10_000)]
    for _ in range(10_000):
        low, suits = random.randrange(2, 11), random.choices(range(4), k=2)
        few = [card for card in DECK if low <= rank_of(card) < low + 5 and suit_of(card) in suits]
        hands.append(random.choices(few, k=5))
    return hands


def test_the_sample_has_every_hand():
    assert {slow_hand_of(cards) for cards in sample()} == set(range(HANDS))


def test_hand_of_says_what_a_slow_evaluator_says():
    for cards in sample():
        assert hand_of(tally_of_all(cards)) == slow_hand_of(cards), cards


@pytest.mark.volume
def test_interpreted_and_compiled_say_the_same_of_every_tally():
    # Any five ranks may come in any five suits: 6,188 times 56 tallies, and no others.
    def part(cards):
        return {tally_of_all(five) for five in combinations_with_replacement(cards, 5)}

    twos = tally_of_all([make_card(CLUBS, 2)] * 5)
    by_rank = part([card for card in DECK if suit_of(card) == CLUBS])
    by_suit = part([card for card in DECK if rank_of(card) == 2])
    tallies = [ranks + suits - twos for ranks in by_rank for suits in by_suit]
    assert len(set(tallies)) == 6_188 * 56
    compiled = asked(np.array(tallies, np.int64))
    interpreted = [(hand_of(tally), is_high_card(tally)) for tally in tallies]
    assert np.array_equal(compiled, np.array(interpreted, np.int64))


@numba.njit
def asked(tallies):
    """Return what the compiled twin says of each tally."""
    answers = np.empty((len(tallies), 2), np.int64)
    for i in range(len(tallies)):
        answers[i, 0] = COMPILED_HAND_OF(tallies[i])
        answers[i, 1] = COMPILED_IS_HIGH_CARD(tallies[i])
    return answers


# -- what is true of five cards -----------------------------------------------


def slow_traits(cards):
    """Return what is true of five cards, by counting."""
    ranks = sorted(rank_of(card) for card in cards)
    counts = Counter(ranks)
    one_suit = len({suit_of(card) for card in cards}) == 1
    in_a_row = ranks in [[2, 3, 4, 5, 14], *([low + i for i in range(5)] for low in range(2, 11))]
    return {
        PAIRED: max(counts.values()) >= 2,
        TWICE_PAIRED: sum(count >= 2 for count in counts.values()) == 2,
        TRIPLED: max(counts.values()) >= 3,
        QUADRUPLED: max(counts.values()) >= 4,
        IN_A_ROW: in_a_row,
        ONE_SUIT: one_suit,
        ROYAL: one_suit and ranks == [10, 11, 12, 13, 14],
    }


def test_traits_are_bits_of_their_own():
    traits = [PAIRED, TWICE_PAIRED, TRIPLED, QUADRUPLED, IN_A_ROW, ONE_SUIT, ROYAL]
    assert traits == [1 << i for i in range(7)]
    assert len(HANDS_WITH) == TRAITS == 1 << len(traits)


def test_traits_are_what_a_slow_evaluator_says():
    seen = set()
    for cards in sample():
        tally, slow = tally_of_all(cards), slow_traits(cards)
        assert traits_of(tally) == sum(trait for trait in slow if slow[trait]), cards
        of_ranks = {trait: slow[trait] for trait in (PAIRED, TWICE_PAIRED, TRIPLED, QUADRUPLED)}
        assert rank_traits(tally) == sum(trait for trait in of_ranks if of_ranks[trait]), cards
        seen.add(traits_of(tally))
    # Nothing, 1, 2, 3, 3+2, 4 or 5 of a rank (those two are alike) in one suit or not; straights.
    assert len(seen) == 6 * 2 + 3


@pytest.mark.parametrize(
    ("text", "traits"),
    [
        ("2c 7d 9s Kh Ad", 0),
        ("5c 5d 7h 9s Kd", PAIRED),
        ("5c 5d 7h 7s Kd", PAIRED | TWICE_PAIRED),
        ("5c 5d 5h 9s Kd", PAIRED | TRIPLED),
        ("5c 5d 5h 9s 9d", PAIRED | TWICE_PAIRED | TRIPLED),
        ("5c 5d 5h 5s Kd", PAIRED | TRIPLED | QUADRUPLED),
        ("5c 5d 5h 5s 5d", PAIRED | TRIPLED | QUADRUPLED),
        ("5c 5c 5c 5c 5c", PAIRED | TRIPLED | QUADRUPLED | ONE_SUIT),
        ("5c 5c 7c 7c Kc", PAIRED | TWICE_PAIRED | ONE_SUIT),
        ("Ac 2d 3h 4s 5d", IN_A_ROW),
        ("Tc Jd Qh Ks Ad", IN_A_ROW),
        ("Qc Kd Ah 2s 3d", 0),
        ("9c Tc Jc Qc Kc", IN_A_ROW | ONE_SUIT),
        ("Tc Jc Qc Kc Ac", IN_A_ROW | ONE_SUIT | ROYAL),
    ],
)
def test_this_is_true_of_these_cards(text, traits):
    tally = tally_of_all(map(parse_card, text.split()))
    assert traits_of(tally) == traits
    assert rank_traits(tally) == traits & (PAIRED | TWICE_PAIRED | TRIPLED | QUADRUPLED)


def test_traits_name_the_highest_hand_even_where_five_plain_cards_never_have_them():
    for traits in range(TRAITS):
        true_of = [hand for hand, wanted in NEEDED.items() if traits & wanted == wanted]
        assert hand_with(traits) == HANDS_WITH[traits] == max(true_of)


NEEDED = {
    HIGH_CARD: 0,
    ONE_PAIR: PAIRED,
    TWO_PAIR: TWICE_PAIRED,
    THREE_OF_A_KIND: TRIPLED,
    STRAIGHT: IN_A_ROW,
    FLUSH: ONE_SUIT,
    FULL_HOUSE: TRIPLED | TWICE_PAIRED,
    FOUR_OF_A_KIND: QUADRUPLED,
    STRAIGHT_FLUSH: IN_A_ROW | ONE_SUIT,
    ROYAL_FLUSH: IN_A_ROW | ONE_SUIT | ROYAL,
}
"""What a hand needs."""


# -- hands worth a look -------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ts Js Qs Ks As", "Royal Flush"),
        ("9s Ts Js Qs Ks", "Straight Flush"),
        ("Ah 2h 3h 4h 5h", "Straight Flush"),  # the ace is low, not a royal
        ("Qs Ks As 2s 3s", "Flush"),  # and never in the middle
        ("Jc Qs Ks As 2s", "High Card"),
        ("Ac 2h 3h 4h 5h", "Straight"),
        ("Tc Jh Qh Kh Ah", "Straight"),
        ("7c 7c 7c 7c 7c", "Four of a Kind"),  # five of one rank
        ("7c 7d 7h 7s 7s", "Four of a Kind"),
        ("7c 7c 7c 7c 2c", "Four of a Kind"),  # of one suit, and more than a flush
        ("7c 7c 7c 2c 2c", "Full House"),
        ("7c 7c 7c 2c 3c", "Flush"),
        ("7c 7c 2c 2c 3c", "Flush"),
        ("As As 2s 3s 4s", "Flush"),
        ("As As 2s 3s 4d", "One Pair"),
        ("2c 2d 3c 3d 4h", "Two Pair"),
        ("2c 2d 2h 3d 4h", "Three of a Kind"),
    ],
)
def test_the_book_names_this_hand(text, name):
    assert named(text) == name


def test_the_order_of_the_cards_does_not_matter():
    assert named("As Ks Qs Js Ts") == named("Qs Ts As Js Ks") == "Royal Flush"


def test_there_is_one_name_a_hand_and_better_hands_are_higher():
    assert len(set(HAND_NAMES)) == len(HAND_NAMES) == HANDS
    ladder = [HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE]
    assert [*ladder, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH] == list(range(HANDS))
