"""Poker Boom by its rule book: hands and points, and what happens in a move."""

import re
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from cardhouse.core.cards import parse_card
from cardhouse.core.poker import HAND_NAMES, TALLIES, hand_of
from cardhouse.core.twin import bind
from cardhouse.games.boom import prospects, rules
from cardhouse.games.boom.levels import LEVELS
from tests import naive
from tests.rules.boom_kit import (
    BOTTOM_ROW,
    HANDS,
    TWELVE,
    board,
    flat,
    laid,
    named,
    played,
    scorched,
    standing,
)

BOOK = Path(__file__).parents[2] / "docs/rules/boom.md"


# -- laying a table, playing on it, reading it ----------------------------------


def columns(match):
    return [list(column) for column in zip(*match.view()["board"], strict=True)]


# -- hands and points -----------------------------------------------------------


def hand_name(text):
    return HAND_NAMES[hand_of(sum(TALLIES[parse_card(card)] for card in text.split()))]


def test_boom_8_the_hands_rank_from_pair_to_royal_flush():
    assert list(HAND_NAMES) == ["High Card", *HANDS]


@pytest.mark.parametrize("name", HANDS)
def test_boom_8_a_hand_is_seen_wherever_it_lies(name):
    _, events = played(name)
    assert named(events, "gain")[0]["hand"] == name


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Tc Jd Qh Ks Ac", "Straight"),
        ("Ac 2d 3h 4s 5c", "Straight"),
        ("Jc Qd Kh As 2c", "High Card"),
        ("Qc Kd Ah 2s 3c", "High Card"),
        ("Kc Ad 2h 3s 4c", "High Card"),
        ("Ah 2h 3h 4h 5h", "Straight Flush"),
        ("Qh Kh Ah 2h 3h", "Flush"),
        ("7c 7c 7c 7c 7c", "Four of a Kind"),
        ("7c 7d 7h 7s 7c", "Four of a Kind"),
        ("7c 7c 8c 9c Tc", "Flush"),
        ("7c 7c 8c 8c Tc", "Flush"),
        ("7c 7c 7c 8c Tc", "Flush"),
        ("7c 7c 7c 8c 8c", "Full House"),
        ("7c 7c 7c 7c 8c", "Four of a Kind"),
    ],
)
def test_boom_8_the_ace_and_the_twins_are_settled(cards, name):
    assert hand_name(cards) == name


@pytest.mark.parametrize("suits", ["ccccc", "cdhsc", "ccccd"])
def test_boom_8_all_ranks_in_one_suit_and_in_several_make_what_a_slow_reader_says(suits):
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        assert hand_name(" ".join(cards)) == naive.hand(cards)


POINTS = naive.POINTS


@pytest.mark.parametrize("name", POINTS)
def test_boom_9_each_hand_gains_its_base_points(name):
    match, _ = played(name)
    assert match.score == POINTS[name]


def test_boom_9_the_book_has_the_same_table():
    rows = re.findall(r"^\| ([A-Z][\w ]+) \| (\d+) \|", BOOK.read_text(), re.MULTILINE)
    assert {name: int(points) for name, points in rows} == POINTS


def test_boom_9_points_are_knobs():
    dear_pairs = bind(prospects, rules, knobs={"POINTS": (0, 51, *rules.POINTS[2:])})
    match = laid()
    assert dear_pairs.worth(match.state, match.parse(BOTTOM_ROW)) == 51


@pytest.mark.parametrize(("combo", "gain"), [(1, 120), (2, 240), (7, 840)])
def test_boom_10_a_hand_gains_its_points_times_the_combo(combo, gain):
    match, _ = played("Two Pair", combo=combo, score=1000)
    assert match.score == 1000 + gain


def test_boom_10_then_the_combo_rises_by_one():
    match = laid(rows={8: "Qc Qd 2h 5s 7c"})
    match.play(BOTTOM_ROW)
    assert (match.score, match.view()["combo"]) == (50, 2)
    match.play(BOTTOM_ROW)  # the queens have fallen there
    assert (match.score, match.view()["combo"]) == (50 + 2 * 50, 3)


@pytest.mark.parametrize(("fuse", "gain"), [(1, 150), (2, 120), (3, 120)])
def test_boom_11_a_fuse_of_one_is_worth_a_quarter_more(fuse, gain):
    match, _ = played("Two Pair", standing=f"left 4 fuse 5, top 2 fuse {fuse}")
    assert match.score == gain


@pytest.mark.parametrize(("fuse", "percent"), [(1, 125), (2, 100)])
def test_boom_11_the_table_shows_what_the_next_gain_is_multiplied_by(fuse, percent):
    assert laid(standing=f"left 4 fuse 5, top 2 fuse {fuse}").view()["clutch"] == percent


def test_boom_11_two_fuses_of_one_are_worth_no_more_than_one():
    match, _ = played("Two Pair", standing="left 4 fuse 1, top 2 fuse 1")
    assert match.score == 150


def test_boom_11_what_is_below_one_is_dropped_after_the_combo():
    match, _ = played("One Pair", standing="left 4 fuse 1", combo=3)
    assert match.score == 187  # of 187.5; a quarter on 50 alone would give 3 × 62 = 186


@pytest.mark.parametrize("name", ["Flush", "Full House", "Four of a Kind", "Royal Flush"])
def test_boom_11_clutch_is_counted_before_the_defuse_effect(name):
    match, events = played(name, standing="left 4 fuse 1")
    assert named(events, "gain")[0]["clutch"]
    assert match.score == POINTS[name] * 5 // 4
    assert not named(events, "explode")


# -- what a move does, in order -------------------------------------------------


def test_boom_12_all_steps_come_in_the_order_of_the_book():
    # Four of a Kind disarms top 0, the oldest of the lowest; the others get 1 more, then tick.
    match = laid(
        "Four of a Kind",
        standing="left 4 fuse 3, top 0 fuse 1, right 2 fuse 1",
        scorch=scorched({(0, 0): 2}),
        level=30,
    )
    match.state.since_bomb = LEVELS[29].every - 1
    told = [event["event"] for event in match.play(BOTTOM_ROW)]
    assert told == ["gain", "disarm", "fuse", "clear", "fall", "spawn", "cool", "fuse", "bomb"]
    assert standing(match).startswith("left 4 fuse 3, right 2 fuse 1, ")


def test_boom_12_explosions_come_between_the_tick_and_the_new_bomb():
    match = laid(standing="left 4 fuse 1", scorch=scorched({(0, 4): 2}), level=30)
    match.state.since_bomb = LEVELS[29].every - 1
    told = [event["event"] for event in match.play(BOTTOM_ROW)]
    assert told[5:] == ["fuse", "explode", "scorch", "shuffle", "bomb"]


def test_boom_12_scorch_cools_before_an_explosion_scorches():
    # The bomb hits 4,0 first: its timer falls to 0, then starts at 3; it does not fall again.
    match, events = played(standing="left 4 fuse 1", scorch=scorched({(4, 0): 1}))
    assert {"cell": [4, 0], "moves": 0} in named(events, "cool")[0]["cells"]
    assert match.view()["scorch"][4][0] == 3


def test_boom_12_the_defuse_effect_comes_before_the_tick():
    match, events = played("Flush", standing="left 4 fuse 1")
    assert standing(match) == "left 4 fuse 2"
    assert [event["by"] for event in named(events, "fuse")] == [2, -1]


def test_boom_12_the_new_cards_are_there_when_the_board_is_shuffled():
    match, events = played(standing="left 4 fuse 1")
    new = [card["card"] for card in named(events, "spawn")[0]["cards"]]
    kept = flat(board({}))[:45]
    assert Counter(flat(match.view()["board"])) == Counter(kept + new)


def test_boom_12_bombs_explode_oldest_first():
    _, events = played(standing="bottom 4 fuse 1, right 9 fuse 2, left 0 fuse 1, top 2 fuse 1")
    assert [event["side"] for event in named(events, "explode")] == ["bottom", "left", "top"]


def test_boom_12_a_new_bomb_does_not_tick_in_the_move_it_comes():
    match = laid(level=30)
    match.state.since_bomb = LEVELS[29].every - 1
    (arrived,) = named(match.play(BOTTOM_ROW), "bomb")
    assert match.view()["bombs"] == [{key: arrived[key] for key in ("side", "index", "fuse")}]


def test_boom_12_a_new_bomb_comes_after_an_old_one_has_made_room():
    match = laid(standing=TWELVE.replace("top 0 fuse 50", "top 0 fuse 1"), level=30)
    match.state.since_bomb = LEVELS[29].every - 1
    events = match.play(BOTTOM_ROW)
    assert named(events, "explode")
    assert named(events, "bomb")
    assert len(match.view()["bombs"]) == 12


def test_boom_12_a_move_is_spent():
    match, _ = played(moves_left=5)
    assert match.view()["moves_left"] == 4


def test_boom_12_won_comes_before_lost():
    match, events = played(moves_left=1, target=50)
    assert match.view()["moves_left"] == 0
    assert match.outcome == events[-1]["outcome"] == "won"


def test_boom_12_won_comes_before_locked():
    everywhere = scorched({(row, column): 3 for row in range(10) for column in range(5)})
    assert laid(scorch=everywhere, score=500, target=500).outcome == "won"
    assert laid(scorch=everywhere, score=499, target=500).outcome == "lost"


def test_boom_13_cards_above_a_gap_fall_and_keep_their_order():
    # 4c 9h        new new
    # Td 5s        new new
    # 9c 9d   ->   new 9h       the five: 9c 9d, Kc 8h, Qh
    # Kc 8h        4c  5s
    # Qh 2c        Td  2c
    match = laid(rows={2: "9c 9d .. .. .."})
    before = columns(match)
    match.play("2,0 2,1 3,0 3,1 4,0")
    after = columns(match)
    assert after[0][3:] == ["4c", "Td", *before[0][5:]]
    assert after[1][2:] == ["9h", "5s", *before[1][4:]]
    assert after[2:] == before[2:]


def test_boom_13_gaps_with_cards_between_them_close_too():
    # 3,0 and 5,0 go, 4,0 stays between them.
    match = laid(rows={4: ".. 9c .. .. ..", 5: "9d .. .. .. .."})
    before = columns(match)
    match.play("3,0 3,1 4,1 5,1 5,0")
    after = columns(match)
    assert after[0][2:] == [*before[0][:3], before[0][4], *before[0][6:]]
    assert after[1][3:] == [*before[1][:3], *before[1][6:]]


def test_boom_13_scorch_stays_on_its_cell_and_cards_fall_through():
    match = laid(rows={8: "Ac .. .. .. .."}, scorch=scorched({(8, 0): 3, (4, 2): 2}))
    match.play(BOTTOM_ROW)
    assert match.view()["board"][9][0] == "Ac"
    assert match.view()["scorch"] == scorched({(8, 0): 2, (4, 2): 1})


def test_boom_14_new_cards_fill_the_cells_at_the_top():
    match, events = played(rows={2: "9c 9d .. .. .."}, move="2,0 2,1 3,0 3,1 4,0")
    (spawn,) = named(events, "spawn")
    assert sorted(card["cell"] for card in spawn["cards"]) == [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 0],
    ]
    shown = match.view()["board"]
    assert all(
        shown[row][column] == new["card"] for new in spawn["cards"] for row, column in [new["cell"]]
    )


def test_boom_14_they_come_column_by_column_from_the_lowest_empty_cell_up():
    _, events = played(rows={2: "9c 9d .. .. .."}, move="2,0 2,1 3,0 3,1 4,0")
    (spawn,) = named(events, "spawn")
    order = [[2, 0], [1, 0], [0, 0], [1, 1], [0, 1]]
    assert [card["cell"] for card in spawn["cards"]] == order


def test_boom_14_the_next_cards_are_the_same_wherever_they_fall():
    dealt = []
    for move in (BOTTOM_ROW, "0,0 1,0 2,0 3,0 4,0"):
        _, events = played(rows={0: "Kd .. .. .. .."}, move=move)
        dealt.append([card["card"] for card in named(events, "spawn")[0]["cards"]])
    assert dealt[0] == dealt[1]
