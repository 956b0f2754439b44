"""Poker Grid by its rule book: what lines score."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from cardhouse.core.twin import twin_of
from cardhouse.games.grid import preview, rules
from cardhouse.games.grid.effects import MOST_MULT
from cardhouse.games.grid.lines import line_score
from tests.rules.grid_kit import (
    AROUND,
    BASE,
    MIXED,
    PACKED,
    SYMMETRIC,
    laid,
    lines_of,
    named,
    rows_of,
    slow_hand,
    turned,
)
from tests.rules.grid_round_kit import BOOK, book_table, hands, new, picture_of


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ts Js Qs Ks As", "Royal Flush"),
        ("9s Ts Js Qs Ks", "Straight Flush"),
        ("Ah 2h 3h 4h 5h", "Straight Flush"),
        ("7c 7c 7c 7c 2c", "Four of a Kind"),
        ("7c 7c 7c 7c 7c", "Four of a Kind"),  # five of one rank
        ("7c 7d 7h 7s 7s", "Four of a Kind"),
        ("7c 7c 7c 2c 2c", "Full House"),
        ("Qs Ks As 2s 3s", "Flush"),
        ("7c 7c 7c 2c 3c", "Flush"),  # of one suit with a rank repeated
        ("As As 2s 3s 4s", "Flush"),
        ("5c 9c Tc Jc 2d", "High Card"),  # four of one suit are none
        ("Ac 2h 3h 4h 5h", "Straight"),
        ("Tc Jh Qh Kh Ah", "Straight"),
        ("5c 4d 3h 2s 6c", "Straight"),
        ("Jc Qs Ks As 2s", "High Card"),  # an ace is never inside
        ("2c 3d 4h 5s 7d", "High Card"),
        ("2c 2d 2h 3d 4h", "Three of a Kind"),
        ("2c 2d 3c 3d 4h", "Two Pair"),
        ("2c 2d 3c 4d 5h", "One Pair"),
    ],
)
def test_grid_11_a_line_is_the_highest_hand_it_makes(cards, hand):
    rows = rows_of(AROUND)
    for order in (cards.split(), cards.split()[::-1]):
        level = "\n".join(map(" ".join, [*rows[:1], order, *rows[2:]]))
        assert laid(level, []).view()["lines"][1]["hand"] == hand
        assert laid(turned(level), []).view()["lines"][6]["hand"] == hand


def test_grid_11_hands_are_ranked_as_the_book_lists_them():
    order = [row[0] for row in book_table("| Hand |")]
    lines = {"High Card": "2c 7d 9s Kh Ad", "Royal Flush": "Ts Js Qs Ks As"}
    assert order == list(BASE)
    # Upstairs acts on a better line: each hand of the list is better than the one before it.
    lines |= {"One Pair": "2c 2d 3c 4d 5h", "Two Pair": "2c 2d 3c 3d 4h", "Flush": "2s 4s 6s 8s Ts"}
    lines |= {"Three of a Kind": "2c 2d 2h 3d 4h", "Straight": "2c 3d 4h 5s 6d"}
    lines |= {"Full House": "2c 2d 2h 3d 3h", "Four of a Kind": "2c 2d 2h 2s 3h"}
    lines |= {"Straight Flush": "2s 3s 4s 5s 6s"}
    for worse, better in combinations(order, 2):
        rows = [lines[worse], lines[better], *AROUND.strip().splitlines()[2:]]
        up = laid("\n".join(rows), ["Upstairs"]).view()["lines"]
        assert (up[0]["hand"], up[1]["hand"]) == (worse, better)
        assert [step["name"] for step in up[1]["jokers"]] == ["Upstairs"]
        down = laid("\n".join([rows[1], rows[0], *rows[2:]]), ["Upstairs"]).view()["lines"]
        assert down[1]["jokers"] == []


def test_grid_11_lines_of_real_hands_are_what_a_slow_reader_says():
    seen = Counter()
    for seed in range(60):
        match = new(seed)
        while match.outcome == "playing":
            match.play("s")
            for line, cards in zip(
                match.view()["lines"], lines_of(picture_of(match.view())), strict=True
            ):
                assert line["hand"] == slow_hand(cards)
                seen[line["hand"]] += 1
    assert len(seen) >= 8


def test_grid_12_the_book_gives_chips_and_mult():
    for hand, chips, mult, score in book_table("| Hand |"):
        assert (int(chips), int(mult)) == BASE[hand]
        assert int(score) == int(chips) * int(mult)


def test_grid_12_a_line_without_jokers_scores_its_hand():
    for picture in (MIXED, turned(MIXED), SYMMETRIC, PACKED):
        for line, cards in zip(laid(picture, []).view()["lines"], lines_of(picture), strict=True):
            chips, mult = BASE[slow_hand(cards)]
            assert (line["base_chips"], line["base_mult"]) == (chips, mult)
            assert (line["chips"], line["mult"], line["score"]) == (chips, mult, chips * mult)
            assert line["jokers"] == []


def test_grid_12_they_are_knobs():
    twin = twin_of(rules, {"BASE_CHIPS": tuple(range(10)), "BASE_MULT": tuple(range(1, 11))})
    s = laid(MIXED, []).state
    twin.read_lines(s)
    assert len(set(s.hands)) > 3
    assert (s.chips, s.mults) == (s.hands, [100 * (hand + 1) for hand in s.hands])


def draws_of_five():
    """Return in how many of the 52⁵ draws five cards are each hand, by counting, not by trying."""
    suits, one_suit = 4**5, 4
    ranks = {
        "straight": 10 * 120,
        "Four of a Kind": 13 * 12 * 5 + 13,
        "Full House": 13 * 12 * 10,
        "Three of a Kind": 13 * comb(12, 2) * 20,
        "Two Pair": comb(13, 2) * 11 * 30,
        "One Pair": 13 * comb(12, 3) * 60,
    }
    ranks["High Card"] = 13**5 - sum(ranks.values())
    mixed = suits - one_suit
    flushes = 13**5 - ranks["straight"] - ranks["Four of a Kind"] - ranks["Full House"]
    return {
        "High Card": ranks["High Card"] * mixed,
        "One Pair": ranks["One Pair"] * mixed,
        "Two Pair": ranks["Two Pair"] * mixed,
        "Three of a Kind": ranks["Three of a Kind"] * mixed,
        "Straight": ranks["straight"] * mixed,
        "Flush": flushes * one_suit,
        "Full House": ranks["Full House"] * suits,
        "Four of a Kind": ranks["Four of a Kind"] * suits,
        "Straight Flush": 9 * 120 * one_suit,
        "Royal Flush": 120 * one_suit,
    }


def test_grid_13_a_hand_without_freezes_and_jokers_makes_206_72_on_average():
    draws = draws_of_five()
    assert sum(draws.values()) == 52**5
    mean = sum(Fraction(draws[hand] * chips * mult, 52**5) for hand, (chips, mult) in BASE.items())
    assert round(mean, 3) == Fraction(20_672, 1000)
    assert "206.72 on average, which is 20.672 a line" in BOOK.read_text()
    assert preview.line_mean((), 0) == pytest.approx(float(mean), rel=1e-12)
    match = new(auto_freeze=False)
    assert preview.exact_mean(match.state) == pytest.approx(float(10 * mean), rel=1e-12)


def test_grid_13_a_line_scores_chips_times_mult_after_all_jokers():
    for _, _, events, later in hands():
        for line in later["lines"]:
            chips, mult = line["base_chips"], line["base_mult"]
            assert (chips, mult) == BASE[line["hand"]]
            if line["jokers"]:
                chips, mult = line["jokers"][-1]["chips"], line["jokers"][-1]["mult"]
            assert (line["chips"], line["mult"]) == (chips, mult)
            assert line["score"] == chips * round(100 * mult) // 100
        assert [line["gain"] for line in named(events, "line")] == [
            line["score"] for line in later["lines"]
        ]


def test_grid_13_the_example_of_the_source():
    # A pair of fives with +8 mult if the line is a pair; a flush that it does nothing to.
    rows = ["5c 5d 7h 9s Kd", "2h 7h 9h Kh Ah", *AROUND.strip().splitlines()[2:]]
    lines = laid("\n".join(rows), ["Jolly Joker"]).view()["lines"]
    assert (lines[0]["chips"], lines[0]["mult"], lines[0]["score"]) == (10, 10, 100)
    assert (lines[1]["chips"], lines[1]["mult"], lines[1]["score"]) == (35, 4, 140)


def test_grid_13_lines_do_not_touch_each_other():
    # Rows 0 and 1 change; rows 2 to 4 score as before.
    other = "\n".join(["Kc Kd Kh Ks 2c", "2d 2h 3c 3s 3d", *MIXED.strip().splitlines()[2:]])
    jokers = ["Scary Face", "Greedy Joker", "Photograph"]
    first, second = (laid(picture, jokers).view()["lines"] for picture in (MIXED, other))
    assert first[2:5] == second[2:5]
    assert first[:2] != second[:2]


def test_grid_13_a_card_has_no_chips_of_its_own():
    low = "\n".join(["2c 2d 4h 6s 8d", *AROUND.strip().splitlines()[1:]])
    high = "\n".join(["Ac Ad Qh Js 9d", *AROUND.strip().splitlines()[1:]])
    assert laid(low, []).view()["lines"][0] == laid(high, []).view()["lines"][0]


@pytest.mark.parametrize(
    ("chips", "mult", "score"), [(5, 337, 16), (10, 150, 15), (7, 50, 3), (1, 99, 0), (10, 25, 2)]
)
def test_grid_14_a_line_drops_what_is_below_one(chips, mult, score):
    assert line_score(chips, mult) == score


def test_grid_14_times_one_and_a_half_is_exact():
    # 2 × 1.5 = 3, and then +4: no rounding on the way.
    rows = ["5c 5d 7h 9s Kd", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Clover Patch", "Joker"]).view()["lines"][0]
    assert [(step["name"], step["mult"]) for step in line["jokers"]] == [
        ("Clover Patch", 3),
        ("Joker", 7),
    ]
    rows = ["2c 7d 9s Kh Ad", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Clover Patch"]).view()["lines"][0]
    assert (line["mult"], line["score"]) == (1.5, 7)


def test_grid_14_any_score_fits_64_bits():
    # Five jokers at the most that a position lets them hold, and what a thousand hands add.
    most_held = 10**5
    most_chips = max(BASE[hand][0] for hand in BASE) + 5 * (most_held + 1000 * 10 * 25)
    assert most_chips * MOST_MULT < 2**63
    assert MOST_MULT * 100 * most_held < 2**63
