"""Jokers of Poker Grid with powers over straights, flushes, faces and repeats."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from cardhouse.core.cards import parse_card
from cardhouse.core.poker import HAND_NAMES, HANDS_WITH, TALLIES
from cardhouse.games.grid.hands import line_traits
from tests.rules.grid_kit import (
    AROUND,
    BENDING_JOKERS,
    MIXED,
    PACKED,
    RANKS,
    STRAIGHT_JOKERS,
    hand_played,
    laid,
    lines_of,
    scored,
    slow_hand,
    worked_out,
)
from tests.rules.joker_scenes import BENT, DOES, NO_FACES, hands_of, line_scenes, row_0, row_0_with

# -- powers: straights and flushes ----------------------------------------------


@pytest.mark.parametrize("name", BENT)
def test_grid_20_a_joker_bends_what_a_hand_is(name):
    lines = list(BENT[name])
    assert hands_of(lines, [name]) == list(BENT[name].values())
    assert hands_of(lines, [name, name]) == list(BENT[name].values())
    assert hands_of(lines, []) == [slow_hand(cards.split()) for cards in lines]
    assert hands_of(lines, []) != list(BENT[name].values())
    assert [slow_hand(cards.split(), [name]) for cards in lines] == list(BENT[name].values())


@pytest.mark.parametrize(
    ("cards", "jokers", "hand"),
    [
        ("Qc Kd 2h 3s 4d", ["Missing Stair", "Revolving Door"], "Straight"),  # the ace is missing
        ("Kc Ad 3h 4s 9d", ["Missing Stair", "Revolving Door", "Four Fingers"], "Straight"),
        ("Kc Ad 3h 4s 9d", ["Missing Stair", "Four Fingers"], "High Card"),
        ("2c 4d 5h 6s Kd", ["Missing Stair", "Four Fingers"], "Straight"),
        ("2c 4d 6h 7s Kd", ["Missing Stair", "Four Fingers"], "High Card"),
        ("2h 7d 9h Kd As", ["Two-Tone", "Four Fingers"], "Flush"),
        ("2h 7d 9h Kc As", ["Two-Tone", "Four Fingers"], "High Card"),
        ("Th Jd Qh Kd As", ["Two-Tone", "Four Fingers"], "Straight Flush"),
        ("Qh Kd Ah 2d 4h", list(BENDING_JOKERS), "Straight Flush"),
        ("Qh Kd Ah 2s 9s", list(BENDING_JOKERS), "Straight"),
    ],
)
def test_grid_20_jokers_bend_together(cards, jokers, hand):
    assert hands_of([cards], jokers) == [hand]
    assert hands_of([cards], jokers[::-1]) == [hand]


def bending(jokers):
    """Return a state with some bending jokers."""
    return laid(AROUND, jokers).state


def fast_hand(s, cards):
    tally = sum(TALLIES[parse_card(card)] for card in cards)
    return HAND_NAMES[HANDS_WITH[line_traits(s, tally)]]


@pytest.mark.volume
@pytest.mark.parametrize("bits", range(8))
def test_grid_20_any_five_ranks_are_a_straight_or_not_as_a_slow_reader_says(bits):
    jokers = [name for i, name in enumerate(STRAIGHT_JOKERS) if bits >> i & 1]
    s = bending(jokers)
    hands = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        cards = [rank + suit for rank, suit in zip(ranks, "ccddh", strict=True)]
        hand = fast_hand(s, cards)
        assert hand == slow_hand(cards, jokers), cards
        hands[hand] += 1
    assert hands.total() == 6188
    # Five ranks follow each other from 10 or, round the corner, from 13 ranks on; four from
    # 11 or 13, and the fifth card is any.
    if bits in (0, 4):
        assert hands["Straight"] == {0: 10, 4: 13}[bits]


@pytest.mark.parametrize("bits", range(16))
def test_grid_20_random_lines_are_what_a_slow_reader_says(bits):
    jokers = [name for i, name in enumerate(BENDING_JOKERS) if bits >> i & 1]
    s, luck, hands = bending(jokers), Random(bits), Counter()
    for number in range(1200):
        ring, start = RANKS * 2, luck.randrange(13)
        ranks = ring[start : start + 6] if number % 3 else RANKS
        suits = luck.choice(["h", "hd", "cs", "hhhs", "cdhs"])
        cards = [luck.choice(ranks) + luck.choice(suits) for _ in range(5)]
        if number % 3 == 2:
            cards = [
                rank + card[1] for rank, card in zip(luck.sample(ranks, 5), cards, strict=True)
            ]
        hand = fast_hand(s, cards)
        assert hand == slow_hand(cards, jokers), cards
        hands[hand] += 1
    assert set(hands) >= set(HAND_NAMES) - {"Royal Flush"}


def test_grid_20_a_bent_straight_counts_for_jokers_that_want_one():
    scene = MIXED.replace("Kh 2c 9s Jd", "6h 7c 8d Kd")
    assert [chips for chips, _ in scored(laid(scene, ["Four Fingers", "Runner"]).state)][:3] == [
        30 + 15,
        30 + 30,
        35 + 30,
    ]


def test_grid_20_a_four_card_straight_that_has_a_pair_contains_both():
    line = "2c 3d 4h 5s 5d"
    for name, chips, mult in [
        ("Pairing Knife", 30, 9),
        ("Clothesline", 30, 154),
        ("Jolly Joker", 30, 4),
    ]:
        scene, _ = line_scenes(line, 0)
        assert scored(laid(scene.picture, ["Four Fingers", name]).state)[2] == (chips, 100 * mult)


# -- powers: scored once more ---------------------------------------------------

EACH_CARD = {
    # joker: a grid, and how often it acts on row 0
    "Greedy Joker": ("2d 7d 9s Kh Ac", 2),
    "Scary Face": ("Kd Qd 9s 2h Ac", 2),
    "Photograph": ("Kd Qd 9s 2h Ac", 1),
    "Clover Patch": ("2c 7d 9s Kh Ac", 2),
}
NOT_EACH_CARD = {
    "Joker": ("2d 7d 9s Kh Ac", 1),
    "Jolly Joker": ("5c 5d 7h 9s Kd", 1),
    "Spice Rack": ("5c 5d 7h 9s Kd", 4),
    "Matching Set": ("5c 5d 7h 9s Kd", 1),
    "Next Door": ("5c 5d 7h 9s Kd", 1),
    "Staircase": ("5c 6d 9h 2s Kd", 1),
    "Butterfly": ("5c 6d 9h 2s Kc", 1),
    "Royal Visit": ("Kd Qd Js 2h Ac", 1),
    "Plain Clothes": ("5c 6d 9h 2s 3c", 1),
    "Chessboard": ("5c 6d 9c 2d 3c", 1),
    "Bookends": ("5c 6d 9c 2d 5d", 1),
}


@pytest.mark.parametrize("name", EACH_CARD)
@pytest.mark.parametrize("bells", [1, 2, 3])
def test_grid_17_doorbell_scores_the_first_card_again(name, bells):
    cards, count = EACH_CARD[name]
    assert row_0(cards, [name]) == row_0_with(cards, name, count)
    with_bells = row_0(cards, [name, *["Doorbell"] * bells])
    assert with_bells == row_0_with(cards, name, count + bells)
    assert row_0(cards, ["Doorbell"] * bells + [name]) == with_bells
    back = " ".join(reversed(cards.split()))  # the first card now is a club, and no face
    more = bells * (name == "Clover Patch")
    assert row_0(back, [name, *["Doorbell"] * bells]) == row_0_with(back, name, count + more)


@pytest.mark.parametrize("name", EACH_CARD)
@pytest.mark.parametrize(
    ("frozen", "more"), [((), 0), ((0,), 1), ((2,), 0), ((0, 2), 1), ((2, 3), 0)]
)
def test_grid_17_freezer_burn_scores_frozen_cards_again(name, frozen, more):
    cards, count = EACH_CARD[name]
    found = row_0(cards, [name, "Freezer Burn"], frozen)
    assert found == row_0_with(cards, name, count + more)
    found = row_0(cards, ["Freezer Burn", name, "Freezer Burn"], frozen)
    assert found == row_0_with(cards, name, count + 2 * more)


@pytest.mark.parametrize("name", EACH_CARD)
def test_grid_17_encore_scores_every_card_again_in_the_last_hand_alone(name):
    cards, count = EACH_CARD[name]
    assert row_0(cards, [name, "Encore"], hands_left=0) == row_0_with(cards, name, 2 * count)
    assert row_0(cards, [name, "Encore"], hands_left=1) == row_0_with(cards, name, count)
    twice = row_0(cards, [name, "Encore", "Encore"], hands_left=0)
    assert twice == row_0_with(cards, name, 3 * count)


@pytest.mark.parametrize("name", NOT_EACH_CARD)
def test_grid_17_what_counts_no_cards_is_not_scored_again(name):
    cards, count = NOT_EACH_CARD[name]
    again = ["Doorbell", "Freezer Burn", "Encore"]
    assert row_0(cards, [name, *again], (0, 1), hands_left=0) == row_0_with(cards, name, count)


def test_grid_17_what_scores_again_adds_up():
    # Of 2d 7d 9s Kh Ac, the 2d is first and frozen, the 7d frozen: 1+1+1+1 and 1+1+1.
    again = ["Doorbell", "Freezer Burn", "Encore"]
    found = row_0("2d 7d 9s Kh Ac", ["Greedy Joker", *again], (0, 1), hands_left=0)
    assert found == (5, 100 * (1 + 3 * 7))


def test_grid_17_a_photographed_card_that_is_scored_again_is_photographed_again():
    assert row_0("Kd Qd 9s 2h Ac", ["Photograph", "Doorbell"]) == (5, 400)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Doorbell"]) == (5, 200)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Freezer Burn"], (1, 3)) == (5, 400)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Freezer Burn"], (3,)) == (5, 200)


def test_grid_17_frozen_cards_are_counted_again_where_they_are_counted_themselves():
    burnt = [mult for _, mult in scored(laid(MIXED, ["Snow Globe", "Freezer Burn"]).state)]
    plain = [mult for _, mult in scored(laid(MIXED, ["Snow Globe"]).state)]
    more = [new - old for new, old in zip(burnt, plain, strict=True)]
    assert more == [800, 0, 800, 0, 0, 1600, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("jokers", "hands_left", "held"),
    [
        (["Portrait Gallery"], 3, 7),
        (["Portrait Gallery", "Encore"], 3, 7),
        (["Portrait Gallery", "Encore"], 0, 14),
        (["Portrait Gallery", "Masquerade"], 3, 25),
        (["Portrait Gallery", "Masquerade", "Doorbell"], 3, 30),
        (["Portrait Gallery", "Masquerade", "Freezer Burn"], 3, 27),
        (["Portrait Gallery", "Doorbell"], 3, 7),  # no row begins with a face
    ],
)
def test_grid_18_growth_for_each_card_counts_what_is_scored_again(jokers, hands_left, held):
    assert hand_played(laid(MIXED, jokers, hands_left).state).held[0] == held


# -- powers: every card a face --------------------------------------------------


def test_grid_20_masquerade_makes_every_card_a_face_too():
    mask = "Masquerade"
    assert row_0(NO_FACES, ["Scary Face", mask]) == row_0_with(NO_FACES, "Scary Face", 5)
    assert row_0(NO_FACES, [mask, "Photograph"]) == row_0_with(NO_FACES, "Photograph", 1)
    assert row_0(NO_FACES, ["Photograph", mask, "Doorbell"]) == (5, 400)
    assert row_0(NO_FACES, ["Royal Visit", mask]) == row_0_with(NO_FACES, "Royal Visit", 1)
    assert row_0(NO_FACES, ["Plain Clothes", mask]) == row_0_with(NO_FACES, "Plain Clothes", 0)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("Cornerstone", "2 0 0 0 2 2 0 0 0 2"), ("Kite String", "2 2 1 2 2 2 2 1 2 2")],
)
def test_grid_20_masquerade_counts_where_faces_are_looked_for_on_some_cells(name, counts):
    found = scored(laid(MIXED, [name, "Masquerade"]).state)
    for line, cards in enumerate(lines_of(MIXED)):
        count = int(counts.split()[line])
        assert found[line] == worked_out(slow_hand(cards), [(DOES[name], count)])


@pytest.mark.parametrize(
    "name",
    ["House of Kings", "Ladies First", "Numbers Game", "Attic Ace", "Even Keel", "Red Carpet"],
)
def test_grid_20_masquerade_leaves_every_card_what_it_was(name):
    for picture in (MIXED, PACKED):
        assert scored(laid(picture, [name, "Masquerade"]).state) == scored(
            laid(picture, [name]).state
        )
