"""Poker Boom, one test or more per rule of ``docs/rules/boom.md``."""

import re
from collections import Counter
from functools import cache
from itertools import chain, combinations_with_replacement, pairwise, permutations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import cardhouse
from cardhouse import BadSetup, IllegalMove
from cardhouse.agents import casual
from cardhouse.compiled import Compiled, as_record, keys_of, lucks_of
from cardhouse.core.cards import card_text, parse_card, rank_of, suit_of
from cardhouse.core.poker import HAND_NAMES, TALLIES, hand_of
from cardhouse.core.twin import twin_of
from cardhouse.games.boom import rules
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.game import WON
from tests import naive

BOOK = Path(__file__).parents[2] / "docs/rules/boom.md"

# No five connected cards of this board make a hand.
QUIET = [
    "4c 9h Kc 8h 6c",
    "Td 5s Qd 2s Ad",
    "7s Jd 3s 4d 9s",
    "Kc 8h 6c Th 5c",
    "Qh 2c Ah 7c Jh",
    "3s 4d 9s Kd 8s",
    "6d Ts 5d Qs 2d",
    "Ah 7c Jh 3c 4h",
    "9c Kh 8c 6h Tc",
    "5d Qs 2d As 7d",
]

HANDS = {
    "One Pair": "9c 9d 2h 5s Kc",
    "Two Pair": "9c 9d 2h 2s Kc",
    "Three of a Kind": "9c 9d 9h 5s Kc",
    "Straight": "5c 6d 7h 8s 9c",
    "Flush": "2h 5h 9h Jh Kh",
    "Full House": "9c 9d 9h Ks Kc",
    "Four of a Kind": "9c 9d 9h 9s Kc",
    "Straight Flush": "5h 6h 7h 8h 9h",
    "Royal Flush": "Th Jh Qh Kh Ah",
}
TOP_ROW = "0,0 0,1 0,2 0,3 0,4"
BOTTOM_ROW = "9,0 9,1 9,2 9,3 9,4"
FAR_TARGET = 10**6

TWELVE = "left 0 fuse 50, left 1 fuse 50, left 2 fuse 50, left 3 fuse 50, " + (
    "right 0 fuse 50, right 1 fuse 50, right 2 fuse 50, right 3 fuse 50, "
    "top 0 fuse 50, top 1 fuse 50, bottom 0 fuse 50, bottom 1 fuse 50"
)


# -- laying a table, playing on it, reading it ----------------------------------


def board(rows):
    """Return the quiet board with some rows drawn anew; ``..`` keeps the quiet card."""
    cards = [row.split() for row in QUIET]
    for row, drawn in rows.items():
        for column, card in enumerate(drawn.split()):
            cards[row][column] = cards[row][column] if card == ".." else card
    return cards


def bombs(text):
    """Read ``left 3 fuse 2, top 1 fuse 5``."""
    found = re.findall(r"(\w+) (\d+) fuse (\d+)", text)
    return [{"side": side, "index": int(at), "fuse": int(fuse)} for side, at, fuse in found]


def standing(match):
    """Write the bombs as `bombs` reads them."""
    return ", ".join(
        f"{bomb['side']} {bomb['index']} fuse {bomb['fuse']}" for bomb in match.view()["bombs"]
    )


def scorched(cells):
    """Return a scorch grid from cells and timers."""
    return [[cells.get((row, column), 0) for column in range(5)] for row in range(10)]


def laid(hand="One Pair", rows=None, standing="", seed=7, shape="any", **position):
    """Lay a hand in the bottom row of a quiet board, with bombs around it."""
    drawn = {9: HANDS.get(hand, hand)} | (rows or {})
    position = {"board": board(drawn), "bombs": bombs(standing)} | position
    if position.get("mode") != "endless":
        position = {"target": FAR_TARGET} | position
    return cardhouse.place("boom", position, seed=seed, shape=shape)


def played(*args, move=BOTTOM_ROW, **kwargs):
    """Lay a hand, play it, and return the match and the events."""
    match = laid(*args, **kwargs)
    return match, match.play(move)


def named(events, name):
    return [event for event in events if event["event"] == name]


def refused(match, move):
    """Return the reason for which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.reason


def play_pair(match):
    """Play the first move that makes one pair, which touches no fuse; return the events."""
    pair = next(move for move in match.moves() if match.look(move)["message"][:8] == "One Pair")
    return match.play(pair)


def columns(match):
    return [list(column) for column in zip(*match.view()["board"], strict=True)]


def flat(grid):
    return list(chain(*grid))


def cells_where(grid, value):
    return {(row, column) for row in range(10) for column in range(5) if grid[row][column] == value}


# -- counting over many seeds ---------------------------------------------------


@cache
def compiled():
    return Compiled(cardhouse.GAMES["boom"], agent=casual)


def after_many(match, move=BOTTOM_ROW, seeds=3000):
    """Play one move of one table with the luck of many seeds; return the states."""
    states = np.repeat(np.array([as_record(match.state)]), seeds).view(np.recarray)
    states["key"], states["drawn"], states["blocks"] = keys_of(range(seeds)), 0, 0
    number = match.parse(move)
    assert (compiled().step(states, [number] * seeds) > 0).all()
    return states


def is_even(counts, kinds):
    """Return whether each of so many kinds came about as often: within five deviations."""
    mean = sum(counts.values()) / kinds
    return len(counts) == kinds and all(
        abs(count - mean) < 5 * sqrt(mean) for count in counts.values()
    )


# -- the board ------------------------------------------------------------------


def test_boom_1_the_board_has_ten_rows_of_five():
    view = cardhouse.new("boom", seed=7).view()
    assert [len(row) for row in view["board"]] == [5] * 10


def test_boom_1_row_0_is_the_top_and_column_0_the_left():
    # 2c 2d are the first two cards of the first line.
    match = laid(rows={0: "2c 2d .. .. .."})
    assert match.view()["board"][0][:2] == ["2c", "2d"]
    assert match.look("0,0 0,1 0,2 0,3 0,4")["legal"]
    assert not match.look("0,3 0,4 1,3 1,4 2,4")["legal"]


def test_boom_2_ranks_go_from_two_to_ace_in_four_suits():
    ranks = [rank_of(parse_card(rank + "c")) for rank in "23456789TJQKA"]
    suits = [suit_of(parse_card("2" + suit)) for suit in "cdhs"]
    assert ranks == list(range(2, 15))
    assert suits == [0, 1, 2, 3]


def test_boom_2_every_dealt_card_is_any_of_the_52_equally_often():
    cards = compiled().deal(range(3000)).board
    assert is_even(Counter(map(card_text, cards.ravel().tolist())), kinds=52)


def test_boom_2_a_dealt_card_does_not_depend_on_its_neighbour():
    cards = compiled().deal(range(3000)).board
    for other in (cards[:, 1:], cards[:, 5:]):  # the one to the right, the one below
        pairs = Counter((cards[:, : other.shape[1]] * 64 + other).ravel().tolist())
        mean = sum(pairs.values()) / 52**2
        chi_square = sum((count - mean) ** 2 / mean for count in pairs.values())
        chi_square += mean * (52**2 - len(pairs))
        assert abs(chi_square - 52**2) < 6 * sqrt(2 * 52**2)


def test_boom_2_every_new_card_is_any_of_the_52_equally_often():
    cards = after_many(laid(), seeds=10_000).board[:, :5]
    assert is_even(Counter(cards.ravel().tolist()), kinds=52)


def test_boom_2_the_same_card_can_lie_twice():
    cards = flat(cardhouse.new("boom", seed=7).view()["board"])
    assert len(set(cards)) < len(cards)


@pytest.mark.parametrize("level", [1, 17, 30])
def test_boom_3_a_level_starts_with_its_bombs_and_all_else_fresh(level):
    view = cardhouse.new("boom", seed=7, level=level).view()
    assert "--" not in flat(view["board"])
    assert not any(flat(view["scorch"]))
    assert (view["score"], view["combo"]) == (0, 1)
    assert (view["target"], view["moves_left"]) == LEVELS[level - 1][1:3]
    assert len(view["bombs"]) == LEVELS[level - 1].bombs


def test_boom_3_a_deal_without_a_selection_is_dealt_again(monkeypatch):
    second_deal = naive.Boom(seed=7, level=1, row=LEVELS[0][1:])
    second_deal.board = {}
    second_deal.refill()
    answers = iter([False])
    monkeypatch.setattr(rules, "has_selection", lambda *_: next(answers, True))
    assert cardhouse.new("boom", seed=7).view()["board"] == second_deal.view()["board"]


# -- selecting ------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 4, 6])
def test_boom_4_other_than_five_cells_are_refused(count):
    cells = " ".join(["9,0", "9,1", "9,2", "9,3", "9,4", "8,4"][:count])
    assert refused(laid(), cells) == "not_five"


def test_boom_5_a_fork_is_named_before_a_scorched_cell():
    scorch = [[1] * 5] + [[0] * 5] * 9
    match = cardhouse.place("boom", {"scorch": scorch}, seed=3, shape="path")
    with pytest.raises(IllegalMove) as refused:
        match.play("0,0 0,1 0,2 0,3 1,1")
    assert refused.value.reason == "no_stroke"


@pytest.mark.parametrize("changes", [{}, {"scorch": [[1] * 5] * 5 + [[0] * 5] * 5}, {"target": 1}])
def test_boom_4_the_list_of_all_moves_says_what_each_move_says(changes):
    # As it is dealt, half scorched, and won.
    s = cardhouse.place("boom", {"score": 1} | changes, seed=3, shape="path").state
    legal, room = [None] * rules.MOVES, [0] * rules.ROOM
    rules.mark_legal(s, legal, room)
    assert legal == [rules.refusal(s, move) == rules.LEGAL for move in range(rules.MOVES)]
    assert any(legal) == ("target" not in changes)
    assert ("target" in changes) == (rules.refusal(s, 0) == rules.ENDED)


def test_boom_4_the_same_cell_twice_is_refused():
    assert refused(laid(), "9,0 9,1 9,2 9,3 9,3") == "repeated"


def test_boom_5_cells_that_only_touch_at_a_corner_are_refused():
    # 9c 9d 2h  .  .
    #  .  .  . 5s Kc
    match = laid(rows={8: "9c 9d 2h .. ..", 9: ".. .. .. 5s Kc"})
    assert refused(match, "8,0 8,1 8,2 9,3 9,4") == "not_connected"


def test_boom_5_the_end_of_a_row_is_not_next_to_the_start_of_the_next():
    assert refused(laid(), "8,3 8,4 9,0 9,1 9,2") == "not_connected"


def test_boom_5_the_order_of_selection_never_matters():
    match = laid()
    assert {match.parse(" ".join(cells)) for cells in permutations(BOTTOM_ROW.split())} == {
        match.parse(BOTTOM_ROW)
    }


# The twelve shapes that five cells can have; those in the second line have a fork.
TRACED = (
    "##### | #...:#### | ##..:.### | ##.:### | #.#:### | #..:#..:### | #..:##.:.## | ##.:.#.:.##"
)
FORKED = ".##:##.:.#. | ###:.#.:.#. | .#.:###:.#. | .#..:####"


def turned(shape):
    """Return a shape in its eight positions, as sets of cells from 0,0."""
    cells = [
        (row, column)
        for row, line in enumerate(shape.strip().split(":"))
        for column, sign in enumerate(line)
        if sign == "#"
    ]
    positions = set()
    for _ in range(2):
        cells = [(row, -column) for row, column in cells]
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            positions.add(frozenset((row - top, column - left) for row, column in cells))
    return positions


def selections_of(shapes):
    """Return every way to lay shapes on the board, as texts."""
    return {
        " ".join(f"{top + row},{left + column}" for row, column in sorted(cells))
        for shape in shapes.split("|")
        for cells in turned(shape)
        for top in range(10 - max(row for row, _ in cells))
        for left in range(5 - max(column for _, column in cells))
    }


def test_boom_5_any_connected_shape_counts():
    all_kings = laid(rows=dict.fromkeys(range(10), "Kc Kd Kh Ks Kc"))
    assert set(all_kings.moves()) == selections_of(TRACED) | selections_of(FORKED)
    assert len(list(all_kings.moves())) == 1546


def test_boom_5_a_path_is_one_of_the_1050_that_one_stroke_traces():
    all_kings = laid(rows=dict.fromkeys(range(10), "Kc Kd Kh Ks Kc"), shape="path")
    assert set(all_kings.moves()) == selections_of(TRACED)
    assert len(list(all_kings.moves())) == 1050
    assert len(selections_of(FORKED)) == 496
    assert {all_kings.look(move)["reason"] for move in selections_of(FORKED)} == {"no_stroke"}


@pytest.mark.parametrize("timer", [1, 2, 3])
def test_boom_6_a_scorched_cell_cannot_be_selected_while_its_timer_runs(timer):
    match = laid(scorch=scorched({(9, 2): timer}))
    assert refused(match, BOTTOM_ROW) == "scorched"


def test_boom_6_a_cell_beside_a_scorched_one_can_be_selected():
    match = laid(scorch=scorched({(8, column): 3 for column in range(5)}))
    assert match.look(BOTTOM_ROW)["legal"]


def test_boom_7_a_high_card_is_refused():
    assert refused(laid(), TOP_ROW) == "high_card"


def test_boom_7_a_pair_is_enough():
    assert laid("One Pair").look(BOTTOM_ROW)["legal"]


def test_boom_7_a_refused_hand_spends_no_move_and_ticks_no_bomb():
    match = laid(standing="left 3 fuse 1", scorch=scorched({(5, 0): 2}))
    before, digest = match.view(), match.digest()
    assert refused(match, TOP_ROW) == "high_card"
    assert match.view() == before
    assert match.digest() == digest


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
    dear_pairs = twin_of(rules, {"POINTS": (0, 51, *rules.POINTS[2:])})
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


# -- bombs ----------------------------------------------------------------------


@pytest.mark.parametrize("spot", ["left 0", "left 9", "right 9", "top 0", "top 4", "bottom 4"])
def test_boom_15_a_bomb_has_a_side_an_index_and_a_fuse(spot):
    match = laid(standing=f"{spot} fuse 3")
    assert standing(match) == f"{spot} fuse 3"
    assert "--" not in flat(match.view()["board"])


@pytest.mark.parametrize("spot", ["left 10", "right 10", "top 5", "bottom 5", "middle 0"])
def test_boom_15_there_is_no_such_spot(spot):
    with pytest.raises(BadSetup):
        laid(standing=f"{spot} fuse 3")


def test_boom_15_two_bombs_never_share_a_spot():
    with pytest.raises(BadSetup):
        laid(standing="left 3 fuse 2, left 3 fuse 5")
    for seed in range(100):
        spots = [
            (bomb["side"], bomb["index"])
            for bomb in cardhouse.new("boom", seed=seed, level=30).view()["bombs"]
        ]
        assert len(set(spots)) == len(spots)


def test_boom_15_there_are_at_most_twelve_bombs():
    assert len(laid(standing=TWELVE).view()["bombs"]) == 12
    with pytest.raises(BadSetup):
        laid(standing=TWELVE + ", left 9 fuse 50")


@pytest.mark.parametrize("name", ["One Pair", "Two Pair", "Three of a Kind"])
def test_boom_16_every_fuse_falls_by_one(name):
    match, _ = played(name, standing="left 3 fuse 2, top 4 fuse 9, bottom 0 fuse 5")
    assert standing(match) == "left 3 fuse 1, top 4 fuse 8, bottom 0 fuse 4"


def test_boom_17_a_straight_pauses_the_tick():
    match, events = played("Straight", standing="left 3 fuse 1, top 4 fuse 9")
    assert standing(match) == "left 3 fuse 1, top 4 fuse 9"
    assert named(events, "pause")
    assert not named(events, "explode")


def test_boom_17_it_pauses_this_move_only():
    match = laid("Straight", rows={8: "Qc Qd 2h 5s 7c"}, standing="left 3 fuse 4")
    match.play(BOTTOM_ROW)
    match.play(BOTTOM_ROW)
    assert standing(match) == "left 3 fuse 3"


def test_boom_17_neither_straight_flush_nor_royal_flush_pauses():
    for name in ("Straight Flush", "Royal Flush"):
        _, events = played(name, standing="left 3 fuse 4, left 4 fuse 4, left 5 fuse 4")
        assert not named(events, "pause")
        assert named(events, "fuse")[-1]["by"] == -1


def test_boom_17_scorch_cools_all_the_same():
    match, _ = played("Straight", scorch=scorched({(0, 0): 2}))
    assert match.view()["scorch"][0][0] == 1


# What a hand leaves of the bombs on the left, after the tick.
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("left 3 fuse 6, top 4 fuse 3", "left 3 fuse 5, top 4 fuse 4"),
        ("left 3 fuse 3, top 4 fuse 6", "left 3 fuse 4, top 4 fuse 5"),
        ("top 4 fuse 3, left 3 fuse 3", "top 4 fuse 4, left 3 fuse 2"),  # the oldest of equals
        ("top 4 fuse 1, left 3 fuse 1, left 0 fuse 9", "top 4 fuse 2, left 0 fuse 8"),
        ("", ""),
    ],
)
def test_boom_18_a_flush_gives_the_lowest_fuse_two_more(before, after):
    match, _ = played("Flush", standing=before)
    assert standing(match) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("left 3 fuse 6, top 4 fuse 3", "left 3 fuse 5"),
        ("top 4 fuse 3, left 3 fuse 3", "left 3 fuse 2"),
        ("left 9 fuse 9, top 4 fuse 3, left 3 fuse 3", "left 9 fuse 8, left 3 fuse 2"),
        ("left 3 fuse 1", ""),
        ("", ""),
    ],
)
def test_boom_19_a_full_house_disarms_the_lowest_fuse(before, after):
    match, events = played("Full House", standing=before)
    assert standing(match) == after
    assert not named(events, "explode")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("left 3 fuse 6, top 4 fuse 3", "left 3 fuse 6"),
        ("top 4 fuse 3, left 3 fuse 3", "left 3 fuse 3"),
        ("top 4 fuse 1, left 3 fuse 1, right 0 fuse 4", "left 3 fuse 1, right 0 fuse 4"),
        ("left 3 fuse 1", ""),
        ("", ""),
    ],
)
def test_boom_20_four_of_a_kind_disarms_one_then_gives_one_more_to_the_rest(before, after):
    match, events = played("Four of a Kind", standing=before)
    assert standing(match) == after
    assert not named(events, "explode")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("left 3 fuse 6, top 4 fuse 3, right 0 fuse 5", "left 3 fuse 5"),
        ("top 4 fuse 3, left 3 fuse 3, right 0 fuse 3", "right 0 fuse 2"),
        ("top 4 fuse 5, left 3 fuse 3, right 0 fuse 5", "right 0 fuse 4"),
        ("top 4 fuse 1, left 3 fuse 1, right 0 fuse 2", "right 0 fuse 1"),
        ("left 3 fuse 1", ""),
        ("", ""),
    ],
)
def test_boom_21_a_straight_flush_disarms_the_two_lowest_fuses(before, after):
    match, events = played("Straight Flush", standing=before)
    assert standing(match) == after
    assert not named(events, "explode")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("left 3 fuse 6, top 4 fuse 3, right 0 fuse 5", "left 3 fuse 6"),
        ("top 4 fuse 3, left 3 fuse 3, right 0 fuse 3", "right 0 fuse 3"),
        ("top 4 fuse 5, left 3 fuse 3, right 0 fuse 5", "right 0 fuse 5"),
        ("top 4 fuse 1, left 3 fuse 1, right 0 fuse 1", "right 0 fuse 1"),
        ("left 3 fuse 1", ""),
        ("", ""),
    ],
)
def test_boom_22_a_royal_flush_disarms_two_then_gives_one_more_to_the_rest(before, after):
    match, events = played("Royal Flush", standing=before)
    assert standing(match) == after
    assert not named(events, "explode")


# -- explosions -----------------------------------------------------------------

SPOTS = [(side, at) for side in ("left", "right") for at in range(10)]
SPOTS += [(side, at) for side in ("top", "bottom") for at in range(5)]


def edge_distance(side, at, cell):
    """Return what orders the cells near a bomb: distance, depth, index."""
    row, column = cell
    depth = {"left": column, "right": 4 - column, "top": row, "bottom": 9 - row}[side]
    along = row if side in ("left", "right") else column
    return abs(along - at) + depth, depth, along


def nearest(side, at, count):
    """Return the cells nearest to a bomb in the two lines along its side."""
    near = [
        (edge_distance(side, at, (row, column)), (row, column))
        for row in range(10)
        for column in range(5)
        if edge_distance(side, at, (row, column))[1] < 2
    ]
    return {cell for _, cell in sorted(near)[:count]}


@pytest.mark.parametrize(("side", "at"), SPOTS)
def test_boom_23_the_nearest_cells_of_its_edge_are_scorched(side, at):
    hit = set()
    for seed in range(12):
        match, events = played(standing=f"{side} {at} fuse 1", seed=seed)
        (scorch,) = named(events, "scorch")
        hit.add(len(scorch["cells"]))
        assert set(map(tuple, scorch["cells"])) == nearest(side, at, len(scorch["cells"]))
        assert match.view()["scorch"] == scorched(dict.fromkeys(map(tuple, scorch["cells"]), 3))
    assert hit <= {6, 7, 8, 9, 10}
    assert len(hit) > 1


# The ten cells that a bomb can reach, drawn from one corner; a is hit first, j last.
DRAWN = {
    ("left", 0): ((0, 0), "ac be dg fi h. j."),
    ("right", 5): ((2, 3), ".i .e gb da hc .f .j"),
    ("top", 2): ((0, 0), "ebacf igdhj"),
    ("bottom", 4): ((8, 0), "jigec hfdba"),
}


@pytest.mark.parametrize(("side", "at"), DRAWN)
def test_boom_23_they_are_hit_in_the_order_drawn(side, at):
    (top, left), drawn = DRAWN[side, at]
    letters = {
        letter: [top + row, left + column]
        for row, line in enumerate(drawn.split())
        for column, letter in enumerate(line)
    }
    for seed in range(12):
        _, events = played(standing=f"{side} {at} fuse 1", seed=seed)
        (scorch,) = named(events, "scorch")
        order = [letters[letter] for letter in "abcdefghij"]
        assert scorch["cells"] == order[: len(scorch["cells"])]


def test_boom_23_six_to_ten_cells_are_equally_likely():
    counts = (after_many(laid(standing="left 4 fuse 1"), seeds=10_000).scorch > 0).sum(axis=1)
    assert is_even(Counter(counts.tolist()), kinds=5)
    assert (counts.min(), counts.max()) == (6, 10)


def test_boom_23_the_bomb_is_gone():
    match, _ = played(standing="left 4 fuse 1, top 2 fuse 2")
    assert standing(match) == "top 2 fuse 1"


def test_boom_23_a_scorched_cell_is_free_after_exactly_three_moves():
    match, _ = played(standing="left 4 fuse 1")
    with_the_cell = "4,0 4,1 4,2 4,3 4,4"
    timers, reasons = [], []
    for _ in range(4):
        timers.append(match.view()["scorch"][4][0])
        reasons.append(match.look(with_the_cell).get("reason"))
        play_pair(match)
    assert timers == [3, 2, 1, 0]
    assert reasons[:3] == ["scorched"] * 3
    assert reasons[3] != "scorched"


def test_boom_23_a_refused_move_cools_nothing():
    match, _ = played(standing="left 4 fuse 1")
    refused(match, "4,0 4,1 4,2 4,3 4,4")
    assert match.view()["scorch"][4][0] == 3


def test_boom_23_a_cell_scorched_again_starts_over():
    match, _ = played(standing="left 4 fuse 1, left 5 fuse 2")
    assert match.view()["scorch"][4][0] == 3
    play_pair(match)
    assert match.view()["scorch"][4][0] == 3
    assert 2 in flat(match.view()["scorch"])  # out of the second bomb's reach it goes on cooling


def test_boom_24_all_fifty_cards_are_shuffled():
    match, events = played(standing="left 4 fuse 1")
    (shuffle,) = named(events, "shuffle")
    origins = [tuple(cell) for cell in shuffle["from"]]
    assert sorted(origins) == [(row, column) for row in range(10) for column in range(5)]
    before = board({})[:9]
    for (row, column), card in zip(origins, flat(match.view()["board"]), strict=True):
        assert row == 0 or card == before[row - 1][column]


def test_boom_24_a_card_goes_anywhere_equally_often():
    match = laid(rows={8: "Ac .. .. .. .."}, standing="left 4 fuse 1")
    boards = after_many(match, seeds=10_000).board
    cells = np.nonzero(boards == parse_card("Ac"))[1]
    assert is_even(Counter(cells.tolist()), kinds=50)


def test_boom_24_the_combo_is_one_again():
    match, _ = played("Two Pair", standing="left 4 fuse 1", combo=5)
    assert match.score == 120 * 5 * 5 // 4
    assert match.view()["combo"] == 1


def test_boom_24_several_explosions_scorch_each_and_shuffle_once():
    match, events = played(standing="left 0 fuse 1, bottom 4 fuse 1")
    told = [event["event"] for event in events]
    assert told[-5:] == ["explode", "scorch", "explode", "scorch", "shuffle"]
    left, bottom = [set(map(tuple, event["cells"])) for event in named(events, "scorch")]
    assert left == nearest("left", 0, len(left))
    assert bottom == nearest("bottom", 4, len(bottom))
    assert cells_where(match.view()["scorch"], 3) == left | bottom


# -- how bombs come -------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 31))
def test_boom_25_a_level_starts_with_its_bombs_and_fuses(number):
    level = LEVELS[number - 1]
    fuses = [
        bomb["fuse"]
        for seed in range(20)
        for bomb in cardhouse.new("boom", seed=seed, level=number).view()["bombs"]
    ]
    assert len(fuses) == 20 * level.bombs
    assert all(level.fuse_low <= fuse <= level.fuse_high for fuse in fuses)


def arrivals(match, moves):
    """Play so many pairs and return the numbers of the moves in which a bomb came."""
    return [move for move in range(1, moves + 1) if named(play_pair(match), "bomb")]


@pytest.mark.parametrize(
    ("level", "moves"),
    [(1, [6, 12]), (12, [4, 8, 12]), (15, [3, 6, 9, 12]), (29, list(range(1, 13)))],
)
def test_boom_25_a_bomb_comes_whenever_enough_moves_have_been_resolved(level, moves):
    assert arrivals(laid(level=level, target=FAR_TARGET), 12) == moves


@pytest.mark.volume
def test_boom_25_it_stands_on_any_free_spot_equally_often():
    match = laid(standing="left 0 fuse 9, left 1 fuse 9, bottom 4 fuse 9", level=30)
    match.state.since_bomb = LEVELS[29].every - 1
    spots = after_many(match, seeds=10_000).spots[:, 3]
    assert is_even(Counter(spots.tolist()), kinds=27)
    assert not {0, 1, 29} & set(spots.tolist())


def test_boom_25_its_fuse_is_any_from_low_to_high_equally_often():
    match = laid(level=1)
    match.state.since_bomb = LEVELS[0].every - 1
    fuses = Counter(after_many(match, seeds=10_000).fuses[:, 0].tolist())
    assert is_even(fuses, kinds=4)
    assert set(fuses) == set(range(LEVELS[0].fuse_low, LEVELS[0].fuse_high + 1))


def test_boom_25_one_that_is_due_while_twelve_stand_is_skipped():
    # Due in moves 3 and 6; the Full House of move 4 makes room, but too late for the first.
    match = laid("Full House", rows={0: ".. 4d .. .. .."}, standing=TWELVE, level=15)
    assert arrivals(match, 3) == []
    match.play(BOTTOM_ROW)
    assert len(match.view()["bombs"]) == 11
    assert arrivals(match, 2) == [2]


def test_boom_25_without_a_rhythm_no_bombs_come():
    match = laid(moves_left=12)
    match.state.every = 0
    assert arrivals(match, 12) == []


# -- ends -----------------------------------------------------------------------


@pytest.mark.parametrize(("target", "outcome"), [(49, "won"), (50, "won"), (51, "playing")])
def test_boom_26_a_level_is_won_when_the_score_reaches_the_target(target, outcome):
    match, _ = played(target=target)
    assert match.outcome == outcome


@pytest.mark.parametrize(("target", "outcome"), [(50, "won"), (51, "lost")])
def test_boom_26_the_last_move_counts(target, outcome):
    match, events = played(target=target, moves_left=1)
    assert match.outcome == outcome
    assert (events[-1]["event"], events[-1]["outcome"]) == ("end", outcome)


def test_boom_26_after_the_end_no_move_is_legal():
    match, _ = played(target=50)
    assert list(match.moves()) == []
    assert refused(match, BOTTOM_ROW) == "ended"


def test_boom_27_endless_mode_has_no_target_and_no_limit():
    view = cardhouse.new("boom", seed=7, mode="endless").view()
    assert (view["target"], view["moves_left"], view["level"]) == (None, None, None)
    match, _ = played(mode="endless", score=10**9)
    assert match.outcome == "playing"


def test_boom_27_it_starts_with_two_bombs_and_fuses_from_four_to_eight():
    dealt = compiled().deal(range(5000), mode="endless")
    assert set(dealt.bombs.tolist()) == {2}
    assert is_even(Counter(dealt.fuses[:, :2].ravel().tolist()), kinds=5)
    assert set(dealt.fuses[:, :2].ravel().tolist()) == {4, 5, 6, 7, 8}


def endless_dues(moves):
    """Return the moves in which a bomb is due; move 10 is the first with a gap of 3."""
    dues, last = [], 0
    for move in range(1, moves + 1):
        if move - last >= max(1, 4 - move // 10):
            dues.append(move)
            last = move
    return dues


@pytest.mark.parametrize("seed", range(4))
def test_boom_27_bombs_come_faster_as_it_goes_on(seed):
    match = cardhouse.new("boom", seed=seed, mode="endless")
    assert arrivals(match, 36) == endless_dues(36)
    assert endless_dues(36) == [4, 8, 11, 14, 17, 20, 22, 24, 26, 28, *range(30, 37)]


@pytest.mark.parametrize(
    ("move", "every"), [(9, 4), (10, 3), (19, 3), (20, 2), (29, 2), (30, 1), (99, 1)]
)
def test_boom_27_a_bomb_is_due_every_four_moves_and_one_fewer_each_ten(move, every):
    for waited in range(1, every + 1):
        match = laid(mode="endless")
        match.state.played, match.state.since_bomb = move - 1, waited - 1
        assert bool(named(match.play(BOTTOM_ROW), "bomb")) == (waited == every)


@pytest.mark.parametrize(
    ("move", "longest"), [(4, 8), (19, 8), (20, 7), (39, 7), (40, 6), (59, 6), (60, 5), (999, 5)]
)
def test_boom_27_the_longest_fuse_is_one_shorter_each_twenty_moves(move, longest):
    match = laid(mode="endless")
    match.state.played, match.state.since_bomb = move - 1, 3
    fuses = after_many(match, seeds=300).fuses[:, 0]
    assert set(fuses.tolist()) == set(range(4, longest + 1))


@pytest.mark.parametrize(("mode", "outcome"), [("level", "lost"), ("endless", "over")])
def test_boom_28_a_locked_board_ends_the_run(mode, outcome):
    # Nine rows are scorched, and the bottom row is about to make its last pair.
    burnt = scorched({(row, column): 3 for row in range(9) for column in range(5)})
    match = laid(scorch=burnt, rows={8: "Ac 8d 7h 3s 2c"}, mode=mode)
    assert (match.outcome, len(list(match.moves()))) == ("playing", 1)
    events = match.play(BOTTOM_ROW)
    assert match.outcome == events[-1]["outcome"] == outcome
    assert list(match.moves()) == []
    with pytest.raises(IllegalMove):
        match.play(BOTTOM_ROW)


@pytest.mark.parametrize(("mode", "outcome"), [("level", "lost"), ("endless", "over")])
def test_boom_28_so_does_a_board_without_a_hand(mode, outcome):
    assert laid(QUIET[9], mode=mode).outcome == outcome


@pytest.mark.parametrize("mode", ["level", "endless"])
def test_boom_28_then_every_move_is_refused_because_the_run_is_over(mode):
    everywhere = scorched({(row, column): 3 for row in range(10) for column in range(5)})
    assert refused(laid(scorch=everywhere, mode=mode), BOTTOM_ROW) == "ended"
    assert refused(laid(QUIET[9], mode=mode), BOTTOM_ROW) == "ended"


def test_boom_28_one_legal_selection_is_enough_to_go_on():
    burnt = scorched({(row, column): 1 for row in range(9) for column in range(5)})
    assert laid(scorch=burnt).outcome == "playing"
    assert laid("2c 4d 6h 8s Tc", scorch=burnt).outcome == "lost"


def test_boom_29_there_are_thirty_levels_of_sound_data():
    assert len(LEVELS) == 30
    assert len({level.name for level in LEVELS}) == 30
    for level in LEVELS:
        assert level._fields[1:] == ("target", "moves", "bombs", "every", "fuse_low", "fuse_high")
        assert level.name.strip()
        assert level.target > 0
        assert level.moves > 0
        assert 0 <= level.bombs <= 12
        assert level.every > 0
        assert 1 <= level.fuse_low <= level.fuse_high


@cache
def win_shares():
    """Let the casual bot play three thousand runs of every level; return the shares it wins."""
    shares = []
    for level in range(1, 31):
        states = compiled().deal(range(3000), level=level)
        compiled().play(states, lucks_of(range(10**6, 10**6 + 3000)))
        shares.append(float((compiled().outcomes(states) == WON).mean()))
    return shares


def test_boom_29_the_casual_bot_wins_95_in_100_of_level_1_and_5_of_level_30():
    assert abs(win_shares()[0] - 0.95) <= 0.03
    assert abs(win_shares()[-1] - 0.05) <= 0.03


def test_boom_29_no_level_is_more_than_ten_points_easier_than_the_one_before():
    assert all(later - earlier <= 0.10 for earlier, later in pairwise(win_shares()))
    assert win_shares()[9] > win_shares()[19] > win_shares()[29]


# -- what a bot may ask -----------------------------------------------------------


def test_boom_14_no_move_opens_another_for_sure_and_none_spends_what_does_not_come_back():
    match = cardhouse.new("boom", seed=7)
    for text in match.moves():
        move = match.parse(text)
        assert rules.opens(match.state, move) == 0
        assert not rules.spends(match.state, move)


def test_boom_5_every_move_is_a_prospect():
    s = cardhouse.new("boom", seed=7).state
    assert [rules.prospect(s, i) for i in range(rules.prospects(s))] == list(range(1546))
