"""Poker Grid by its rule book: what the whole grid adds to a hand, where that is chosen."""

from itertools import product
from random import Random

import pytest

import cardhouse
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.grid import rules
from cardhouse.games.grid.bonuses import BONUS_NAMES, BONUS_TIMES, with_bonuses
from tests import naive_grid
from tests.rules.grid_kit import (
    AROUND,
    EVERY_JOKER,
    MIXED,
    PACKED,
    SYMMETRIC,
    laid,
    rows_of,
    turned,
)
from tests.rules.grid_round_kit import CELLS, RANKS, book_table


def board_of(picture):
    return [[piece[:2] for piece in row] for row in rows_of(picture)]


def bonus(picture, *jokers, **position):
    """Return what the whole grid adds to the points of a picture."""
    table = {"board": board_of(picture), "jokers": list(jokers), "hands_left": 3, "frozen": []}
    return cardhouse.place("grid", table | position, seed=7, bonuses=True).view()["bonus"]


def parts(picture, *jokers):
    """Return by what it multiplies, by name."""
    found = bonus(picture, *jokers)
    return {part["name"]: part["times"] for part in found["parts"]} if found else {}


def drawn(rank_at, suits="cdhs"):
    """Draw a grid: the rank on each cell, and any of some suits; each of them is there."""
    luck = Random(3)
    rows = [[f"{rank_at(r, c)}{luck.choice(suits)}" for c in range(5)] for r in range(5)]
    return "\n".join(map(" ".join, rows))


def scattered(row, column):
    """Return ranks of which no line has two, and none mirrors another."""
    return RANKS[(2 * row + column) % 5 + 5 * (row % 2)]


def sevens(row, column):
    return "7"


def test_camp_27_ten_lines_that_are_all_a_pair_or_better():
    assert bonus(PACKED) == {
        "parts": [{"name": "Ten Lines", "times": 1.5}],
        "times": 1.5,
        "gain": 100,
    }
    assert parts(PACKED.replace("2c 2d 3h 4s 5d", "2c Td 3h 4s 5d")) == {}


def test_camp_27_one_suit_takes_the_place_of_one_colour():
    assert parts(drawn(scattered, "h")) == {"Ten Lines": 1.5, "One Suit": 3}
    assert parts(drawn(scattered, "hd")) == {"One Colour": 1.25}
    assert parts(drawn(scattered, "cs")) == {"One Colour": 1.25}
    assert parts(drawn(scattered, "csd")) == {}
    assert parts(drawn(scattered, "cd")) == {}


def test_camp_27_lines_count_by_the_hands_that_jokers_make_of_them():
    assert parts(drawn(scattered, "hd"), "Two-Tone") == {"Ten Lines": 1.5, "One Colour": 1.25}
    assert parts(drawn(scattered, "hd"), "Joker") == {"One Colour": 1.25}


AXES = {
    "left and right": lambda r, c: (r, min(c, 4 - c)),
    "top and bottom": lambda r, c: (min(r, 4 - r), c),
    "falling diagonal": lambda r, c: (min(r, c), max(r, c)),
    "rising diagonal": lambda r, c: min((r, c), (4 - c, 4 - r)),
}


@pytest.mark.parametrize("axis", AXES)
def test_camp_27_ranks_mirror_in_any_of_four_axes(axis):
    def rank_at(row, column):
        first, second = AXES[axis](row, column)
        return RANKS[(3 * first + 5 * second) % 13]

    assert parts(drawn(rank_at))["Mirror"] == 1.25
    board = rows_of(drawn(rank_at))
    board[0][1] = "A" + board[0][1][1]
    assert "Mirror" not in parts("\n".join(map(" ".join, board)))


def test_camp_27_the_axes_add_up_to_twice_at_most():
    assert parts(SYMMETRIC)["Mirror"] == 1.25
    assert parts(drawn(lambda r, c: RANKS[abs(r - 2) + 3 * abs(c - 2)]))["Mirror"] == 1.5
    assert parts(drawn(lambda r, c: RANKS[abs(r - 2) + abs(c - 2)]))["Mirror"] == 2
    assert parts(drawn(sevens))["Mirror"] == 2


def test_camp_27_they_multiply_in_hundredths_and_once():
    found = bonus(drawn(sevens, "dh"))
    assert [(part["name"], part["times"]) for part in found["parts"]] == [
        ("Ten Lines", 1.5),
        ("One Colour", 1.25),
        ("Mirror", 2),
    ]
    assert found["times"] == 3.74  # 1.5 × 1.25 is 1.87, and what is below a hundredth is gone
    assert found["gain"] == 10 * 420 * 274 // 100


@pytest.mark.parametrize("points", [0, 1, 7, 99, 101, 12_345, 10**17 + 77])
def test_camp_27_what_is_below_one_is_dropped(points):
    assert with_bonuses(laid(drawn(sevens, "d"), []).state, points) == points * 900 // 100
    assert with_bonuses(laid(PACKED, []).state, points) == points * 150 // 100
    assert with_bonuses(laid(MIXED, []).state, points) == points


def test_camp_27_the_score_has_it_and_the_event_tells_it():
    frozen = [[r, c] for r, c in CELLS if (r + c) % 5 == 0] + [[2, 2], [0, 1]]
    position = {"jokers": ["Third Hand"] * 5, "frozen": frozen, "target": 10**9}
    position["board"] = [["7d"] * 5 for _ in range(5)]
    seen = 0
    for seed in range(400):
        match = cardhouse.place("grid", position, seed=seed, bonuses=True)
        events = match.play("s")
        lines = sum(event["gain"] for event in events if event["event"] == "line")
        told = [event for event in events if event["event"] == "bonus"]
        view = match.view()["bonus"]
        assert match.score == lines + sum(event["gain"] for event in told)
        assert (view is None) == (told == [])
        for event in told:
            seen += 1
            assert {key: event[key] for key in view} == view
            names = [f"{part['name']} × {part['times']:,}" for part in view["parts"]]
            assert event["text"] == f"whole grid: {', '.join(names)}: +{view['gain']:,}"
            assert view["gain"] == lines * round(100 * view["times"]) // 100 - lines
    assert seen > 3


def test_camp_27_it_is_off_unless_it_is_chosen():
    board = [["7d"] * 5 for _ in range(5)]
    assert cardhouse.place("grid", {"board": board, "hands_left": 3}).view()["bonus"] is None
    assert cardhouse.new("grid").options["bonuses"] is False
    with pytest.raises(cardhouse.BadSetup, match="bonuses is true or false, not 1"):
        cardhouse.new("grid", bonuses=1)


def test_camp_27_before_the_first_hand_there_is_none():
    assert bonus(PACKED, hands_left=7) is None
    assert bonus(PACKED, hands_left=6) is not None


def test_camp_27_the_book_lists_them_and_they_are_knobs():
    rows = book_table("| Bonus |")
    assert [row[0] for row in rows] == list(BONUS_NAMES)
    firsts = [round(100 * float(row[1].split()[0])) for row in rows]
    assert firsts == [*BONUS_TIMES[:3], 100 + BONUS_TIMES[3]]
    s = laid(PACKED, [], target=10**9).state
    s.bonuses = 1
    twin_of(rules, {"BONUS_TIMES": (200, 300, 125, 25)}).score_lines(s)
    assert s.score == 400


@pytest.mark.parametrize("picture", [MIXED, turned(MIXED), PACKED, SYMMETRIC, AROUND])
def test_camp_27_the_slow_game_finds_the_same(picture):
    luck = Random(picture)
    for jokers, suits in product(([], luck.choices(EVERY_JOKER, k=2)), ("cdhs", "dh", "s")):
        board = [[card[0] + luck.choice(suits) for card in row] for row in board_of(picture)]
        table = {"board": board, "hands_left": 3, "jokers": jokers, "frozen": []}
        slow = naive_grid.Grid(7, bonuses=True)
        slow.place(table)
        match = cardhouse.place("grid", table, seed=7, bonuses=True)
        assert cardhouse.GAMES["grid"].view.view(match.state) == slow.view()


def test_camp_27_a_preview_samples_it_and_an_offer_is_described_with_it():
    for bonuses in (False, True):
        match = cardhouse.new("grid", seed=7, jokers=[], bonuses=bonuses)
        assert (match.preview(rounds=20)["error"] > 0) == bonuses
    table = {"board": board_of(PACKED), "jokers": [], "offers": ["Joker", "Runner", "Echo"]}
    match = cardhouse.place("grid", table, seed=7, bonuses=True)
    before = copy_state(match.state)
    assert match.look("d 0")["message"].endswith("would make 900")
    assert match.state == before
