"""Hands classified by the million: what `hand_of` says of each, whatever the layout."""

from itertools import chain, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from cardhouse.core.cards import DECK, EMPTY
from cardhouse.core.poker import HANDS, TALLIES, hand_of
from cardhouse.engine import hand_loops
from cardhouse.engine.hands import classify, compiled_hand_loops

COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
"""How many of the hands of 52 cards make a High Card, One Pair and so on."""


def every_hand():
    """Every five cards, those with a card twice too."""
    count = comb(len(DECK) + 4, 5)
    cards = chain.from_iterable(combinations_with_replacement(DECK, 5))
    return np.fromiter(cards, np.uint8, count * 5).reshape(count, 5)


def drawn(count, numbers=DECK):
    return np.random.default_rng(1).choice(np.array(numbers, np.uint8), (count, 5))


def interpreted(hands):
    """What `hand_of` says, asked once for each different tally."""
    tallies, which = np.unique(np.array(TALLIES)[hands].sum(axis=1), return_inverse=True)
    return np.array([hand_of(tally) for tally in tallies.tolist()])[which]


def test_every_hand_is_what_hand_of_says():
    hands = every_hand()
    made = classify(hands)
    assert (made == interpreted(hands)).all()
    different = (hands[:, 1:] != hands[:, :-1]).all(axis=1)
    assert np.bincount(made[different], minlength=HANDS).tolist() == COUNTS


def test_a_number_that_is_no_card_counts_for_nothing():
    hands = drawn(5_000, range(len(TALLIES)))
    assert (hands == EMPTY).any()
    assert (classify(hands) == interpreted(hands)).all()


def test_the_loops_say_the_same_interpreted_and_with_every_index_checked():
    hands = drawn(2 * hand_loops.BLOCK + 100)
    room = np.empty(hand_loops.BLOCK, np.int64)
    plain, checked = np.empty(len(hands), np.uint8), np.empty(len(hands), np.uint8)
    hand_loops.classify_all(hands, plain, room)
    compiled_hand_loops().classify_all(hands, checked, room)
    assert (plain == interpreted(hands)).all()
    assert (checked == plain).all()


@pytest.mark.parametrize(
    "layout",
    [
        np.asfortranarray,
        np.int64,
        lambda hands: np.repeat(hands, 2, axis=0)[::2],
        np.ndarray.tolist,
    ],
    ids=["columns", "int64", "every second row", "lists"],
)
def test_the_layout_does_not_matter(layout):
    hands = drawn(3_000)
    assert (classify(layout(hands)) == interpreted(hands)).all()


def test_the_answers_may_be_written_where_one_likes():
    hands, out = drawn(100), np.full(100, 99, np.uint8)
    assert classify(hands, out) is out
    assert (out == interpreted(hands)).all()


def test_no_hands_make_nothing():
    assert classify(np.empty((0, 5), np.uint8)).tolist() == []


@pytest.mark.parametrize(
    "hands",
    [[2, 3, 4, 5, 6], [[2, 3, 4, 5]], [[2, 3, 4, 5, 6.5]], [[2, 3, 4, 5, -1]], [[2, 3, 4, 5, 63]]],
)
def test_what_is_no_rows_of_five_cards_is_refused(hands):
    with pytest.raises(ValueError, match="card"):
        classify(hands)


@pytest.mark.parametrize("out", [np.empty(9, np.uint8), np.empty(10, np.int64)])
def test_answers_that_do_not_fit_are_refused(out):
    with pytest.raises(ValueError, match="10 uint8"):
        classify(drawn(10), out)
