"""Jokers of Poker Grid that grow and fade; hundredths, and the end of mult."""

from itertools import pairwise

import pytest

from cardhouse.games.grid import jokers as who
from cardhouse.games.grid.jokers import ROSTER
from tests.rules.grid_kit import (
    MIXED,
    MOST_MULT,
    ONE_FROZEN,
    Does,
    held,
    laid,
    lines_of,
    named,
    scored,
    worked_out,
)
from tests.rules.joker_scenes import line_scenes

# -- over time ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("Candle", [9, 7.5, 6, 4.5, 3, 1.5, 0, 0, 0]),
        ("Melting Clock", [4, 3.5, 3, 2.5, 2, 1.5, 1, 1, 1]),
        ("Block of Ice", [50, 42, 34, 26, 18, 10, 2, 0, 0]),
        ("Scrapbook", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("Long Stay", [0, 1.25, 2.5, 3.75, 5, 6.25, 7.5, 8.75, 10]),
        ("Cold Store", [0, 6, 12, 18, 24, 30, 36, 42, 48]),
        ("Joker", [0] * 9),
    ],
)
def test_grid_18_what_a_joker_holds_from_hand_to_hand(name, holds):
    match = laid(MIXED, [name], hands_left=8)
    seen = [held(match)]
    for before, after in pairwise(holds):
        events = match.play("s")
        seen.append(held(match))
        changes = [event for event in events if event["event"] in ("grow", "fade")]
        expected = [(name, after)] if after != before else []
        assert [(event["name"], event["held"]) for event in changes] == expected
    assert seen == [[hold] for hold in holds]
    assert {type(hold) for (hold,) in seen if hold == int(hold)} == {int}


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("Candle", lambda hold: Does(mult=hold)),
        ("Melting Clock", lambda hold: Does(times=hold)),
        ("Block of Ice", lambda hold: Does(chips=hold)),
    ],
)
def test_a_fading_joker_gives_what_it_holds_before_it_fades(name, effect):
    match = laid(MIXED, [name], hands_left=9)
    for _ in range(9):
        (hold,) = held(match)
        for line in named(match.play("s"), "line"):
            chips, mult = worked_out(line["hand"], [(effect(hold), 1)])
            assert (line["chips"], 100 * line["mult"]) == (chips, mult)


@pytest.mark.parametrize("name", ["Runner", "Rain Barrel", "Portrait Gallery"])
@pytest.mark.parametrize("copy", [(), ("Echo",)])
def test_grid_18_a_joker_grows_by_the_lines_of_real_hands(name, copy):
    wanted = {
        "Runner": lambda line: 15 * (line["hand"] in ("Straight", "Straight Flush", "Royal Flush")),
        "Rain Barrel": lambda line: 20 * (len({card[1] for card in line["cards"]}) == 1),
        "Portrait Gallery": lambda line: (
            line["line"].startswith("row") * sum(card[0] in "JQK" for card in line["cards"])
        ),
    }[name]
    grown = 0
    for seed in range(12, 24):
        match = laid(MIXED, [name, *copy], hands_left=12, seed=seed)
        holds = 0
        for _ in range(12):
            told = match.play("s")
            board = "\n".join(map(" ".join, match.view()["board"]))
            grew = {event["line"]: event["held"] for event in named(told, "grow")}
            for line, cards in zip(named(told, "line"), lines_of(board), strict=True):
                gain = wanted(line | {"cards": cards})
                holds += gain
                assert (line["line"] in grew) == (gain > 0)
                assert grew.get(line["line"], holds) == holds
                gives = Does(mult=holds) if name == "Rain Barrel" else Does(chips=holds)
                steps = [(gives, 1)] * (1 + len(copy))
                chips, mult = worked_out(line["hand"], steps)
                assert (line["chips"], 100 * line["mult"]) == (chips, mult)
            assert held(match)[0] == holds
            assert held(match)[1:] == [0] * len(copy)
        grown += holds
    assert grown > 0


def test_grid_18_a_joker_takes_along_what_it_holds():
    match = laid(MIXED, ["Scrapbook", "Joker", "Candle"], hands_left=9)
    match.play("s")
    match.play("s")
    assert held(match) == [2, 0, 6]
    match.play("o 0 2")
    assert held(match) == [0, 6, 2]
    match.play("s")
    assert held(match) == [0, 4.5, 3]


@pytest.mark.parametrize(
    ("touches", "tells"),
    [
        (["f 0 0"], ["unfreeze", "reset"]),
        (["u"], ["unfreeze", "reset"]),
        (["f 0 0", "f 0 0"], ["freeze"]),  # there is nothing left to lose the second time
    ],
)
def test_long_stay_is_lost_when_the_freezes_are_touched(touches, tells):
    match = laid(MIXED, ["Joker", "Long Stay", "Scrapbook"], hands_left=9)
    match.play("s")
    match.play("s")
    assert held(match) == [0, 2.5, 2]
    for move in touches:
        events = match.play(move)
    assert [event["event"] for event in events] == tells
    assert held(match) == [0, 0, 2]
    for event in named(events, "reset"):
        assert (event["place"], event["name"], event["held"]) == (1, "Long Stay", 0)
        assert event["text"] == "Long Stay goes back to 0"
    match.play("s")
    assert held(match) == [0, 1.25, 3]


def test_long_stay_is_lost_by_a_new_freeze_and_not_by_a_new_order():
    match = laid(ONE_FROZEN, ["Joker", "Long Stay"], hands_left=9)
    match.play("s")
    match.play("o 0 1")
    assert held(match) == [1.25, 0]
    assert [event["event"] for event in match.play("f 4 4")] == ["freeze", "reset"]
    assert held(match) == [0, 0]


def test_long_stay_held_twice_is_lost_twice():
    match = laid(MIXED, ["Long Stay", "Long Stay"], hands_left=9)
    match.play("s")
    assert [event["place"] for event in named(match.play("u"), "reset")] == [0, 1]


# -- hundredths, and the end of mult --------------------------------------------


@pytest.mark.parametrize(
    ("cards", "jokers", "chips", "mult", "score"),
    [
        ("2c 7c 9c Kh Ad", ["Clover Patch"], 5, 3.37, 16),  # 1, 1.5, 2.25, 3.375
        ("5c 5d 5h 5s 7d", ["Matching Set"], 60, 37.5, 2250),  # 7, 12.25, 21.43(75), 37.50(25)
        ("2h 7d 9s Kh Ac", ["Red Carpet"], 5, 5.5, 27),  # 27.5
        ("5c 5d 7h 7s Kd", ["Matching Set", "Red Carpet"], 20, 8, 160),  # 3.5, and 3 × 1.5
    ],
)
def test_grid_14_mult_is_kept_in_hundredths(cards, jokers, chips, mult, score):
    scene, _ = line_scenes(cards, 0)
    line = laid(scene.picture, jokers).view()["lines"][2]
    assert (line["chips"], line["mult"], line["score"]) == (chips, mult, score)
    assert type(line["mult"]) is (int if mult == int(mult) else float)


def test_grid_14_mult_ends_at_a_thousand_million():
    clocks = [{"name": "Melting Clock", "held": 1000}] * 5
    found = scored(laid(MIXED, clocks).state)
    assert {mult for _, mult in found} == {100 * MOST_MULT}
    found = scored(laid(MIXED, [*clocks[:4], "Joker"]).state)
    assert {mult for _, mult in found} == {100 * MOST_MULT}
    found = scored(laid(MIXED, clocks[:2]).state)
    assert found[1] == (5, 100 * 1000 * 1000)
    line = laid(MIXED, clocks).view()["lines"][1]
    assert line["score"] == 5 * MOST_MULT


def test_grid_18_jokers_grow_only_by_what_growth_knows():
    grown_by = {joker.grows.kind for joker in ROSTER if joker.by}
    assert grown_by == {who.CONTAINS, who.EACH_CARD, who.FROZEN_KEPT, who.HAND}
