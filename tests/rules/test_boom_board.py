"""Poker Boom by its rule book: the board, and picking five."""

from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

import cardhouse
from cardhouse import IllegalMove
from cardhouse.core.cards import card_text, parse_card, rank_of, suit_of
from cardhouse.games.boom import rules
from cardhouse.games.boom.levels import LEVELS
from tests import naive
from tests.rules.boom_kit import BOTTOM_ROW, after_many, compiled, flat, laid, refused, scorched
from tests.rules.odds import is_even

TOP_ROW = "0,0 0,1 0,2 0,3 0,4"


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
