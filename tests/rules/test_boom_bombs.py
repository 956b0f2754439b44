"""Poker Boom by its rule book: bombs, explosions, and how bombs come."""

from collections import Counter

import numpy as np
import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.core.cards import parse_card
from cardhouse.games.boom.levels import LEVELS
from tests.rules.boom_kit import (
    BOTTOM_ROW,
    FAR_TARGET,
    SPOTS,
    TWELVE,
    after_many,
    arrivals,
    board,
    flat,
    laid,
    named,
    play_pair,
    played,
    refused,
    scorched,
    standing,
)
from tests.rules.odds import is_even

# -- laying a table, playing on it, reading it ----------------------------------


def cells_where(grid, value):
    return {(row, column) for row in range(10) for column in range(5) if grid[row][column] == value}


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
