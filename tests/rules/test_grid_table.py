"""Poker Grid by its rule book: what a table shows, positions set by hand, what nobody knows."""

import re

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import PLAY
from tests.rules.grid_kit import BASE, MIXED, PACKED, UNFROZEN, laid, named, rows_of
from tests.rules.grid_round_kit import BOOK, book_table, naive_freeze, new, plays

# -- what a table shows ---------------------------------------------------------


def test_grid_1_the_book_lists_what_the_table_shows():
    keys = re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Key |")))
    assert keys == list(new().view())


def test_grid_13_the_book_names_what_each_line_shows():
    (text,) = re.findall(r"Each of the `lines`.*?\n\n", BOOK.read_text(), re.DOTALL)
    line = laid(MIXED, ["Joker"]).view()["lines"][0]
    assert set(re.findall(r"`(\w+)`", text)) - {"lines"} == set(line) | set(line["jokers"][0])


def test_grid_13_the_book_lists_every_event_and_its_facts():
    in_book = {
        name.strip("`"): re.findall(r"`(\w+)`", facts) for name, facts, _ in book_table("| Event |")
    }
    match = laid(MIXED, ["Long Stay"])
    steps = [events for _, _, events, _ in plays()] + [match.play("s"), match.play("u")]
    seen = {
        event["event"]: [key for key in event if key not in ("event", "text")]
        for events in steps
        for event in events
    }
    seen["bonus"] = ["parts", "times", "gain"]  # it is rare: see test_grid_bonuses.py
    assert seen == in_book
    assert all(event["text"] for events in steps for event in events)


def test_grid_14_a_text_shows_how_a_line_came_to_its_score():
    match = laid(PACKED, ["Joker", "Melting Clock"])
    line = named(match.play("s"), "line")[0]
    hand, (chips, mult) = line["hand"], BASE[line["hand"]]
    assert line["text"] == (
        f"row 0: {hand} {chips} × {mult}, Joker {chips} × {mult + 4}, "
        f"Melting Clock {chips} × {4 * (mult + 4)} = {chips * 4 * (mult + 4)}"
    )


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("f 0 0", "unfreezes 5c"),
        ("f 0 1", "freezes 6d"),
        ("f 1 0", "freezes 5d"),
        ("u", "unfreezes 1 card"),
        ("s", "redraws 24 cards and scores ten lines"),
        ("o 0 1", "moves Joker to place 1"),
    ],
)
def test_grid_5_a_move_is_described(move, words):
    match = laid(MIXED.replace("5h*", "5h"), ["Joker", "Runner"])
    assert match.look(move)["message"].partition(";")[0] == words


def test_grid_5_a_freeze_is_described_with_what_to_freeze_next():
    match = laid(UNFROZEN, [])
    # The best of the fives' column is a pair; 5c with any other five there is as good.
    assert match.look("f 0 0")["message"] == "freezes 5c; best then: freeze 5d at 1,0"
    match = laid(MIXED.replace("5h*", "5h"), [])
    assert match.look("f 1 0")["message"] == "freezes 5d"  # no slot is left


def test_grid_21_an_offer_is_described_with_what_this_grid_would_make():
    offered = {"offers": ["Joker", "Runner", "Echo"], "target": 5000}
    match = laid(PACKED, [], hands_left=7, **offered)
    before = copy_state(match.state)
    words = "with it the cards that lie here would make"
    assert match.look("d 0")["message"] == f"takes Joker; {words} 600"
    assert match.look("d 1")["message"] == f"takes Runner; {words} 200"
    assert match.state == before


# -- positions set by hand ------------------------------------------------------


def test_grid_4_a_position_without_freezes_gets_those_of_auto_freeze():
    board = [[piece[:2] for piece in row] for row in rows_of(MIXED)]
    match = cardhouse.place("grid", {"board": board}, seed=7, jokers=[])
    assert match.view()["frozen"] == naive_freeze(board)
    match = cardhouse.place("grid", {"board": board}, seed=7, jokers=[], auto_freeze=False)
    assert match.view()["frozen"] == []


def test_grid_3_what_a_position_leaves_out_is_as_dealt():
    assert cardhouse.place("grid", {}, seed=7, jokers=[]).view() == new().view()
    dealt_view = cardhouse.new("grid", seed=7, jokers=["Joker"]).view()
    placed = cardhouse.place("grid", {"hands_left": 7}, seed=7, jokers=["Joker"])
    assert placed.view() == dealt_view


def test_grid_18_lines_of_a_position_are_those_of_its_grid_and_jokers_as_they_are():
    holding = [{"name": "Scrapbook", "held": 3}, {"name": "Runner", "held": 30}, "Cold Store"]
    lines = laid(MIXED, holding).view()["lines"]
    for line in lines:
        chips, mult = BASE[line["hand"]]
        assert (line["chips"], line["mult"]) == (chips + 30, mult + 3)


def test_grid_19_lines_of_a_position_know_nothing_of_luck():
    jokers = ["Loose Step", "Joker", "Hall of Mirrors", "Rabbit Hole", "Oops! All 6s"]
    views = [laid(MIXED, jokers, seed=seed).view() for seed in range(5)]
    assert all(view == views[0] for view in views)
    assert views[0]["lines"] == [
        {**line, "jokers": [{**step, "place": 1} for step in line["jokers"]]}
        for line in laid(MIXED, ["Joker"]).view()["lines"]
    ]
    match = laid(MIXED, jokers)
    assert match.state.drawn[1] == 0


def test_grid_18_a_position_taken_from_a_round_goes_on_in_the_same_way():
    match = cardhouse.new("grid", seed=4, jokers=["Long Stay", "Candle", "Runner", "Melting Clock"])
    for _ in range(2):
        match.play("s")
    view = match.view()
    again = cardhouse.place("grid", view, seed=9)
    assert {**again.view(), "lines": 0} == {**view, "lines": 0}
    assert [line["hand"] for line in again.view()["lines"]] == [
        line["hand"] for line in view["lines"]
    ]


def test_grid_13_the_lines_come_back_when_a_hand_is_taken_back():
    shown = cardhouse.GAMES["grid"].view.view
    match = cardhouse.new("grid", seed=4, jokers=["Joker", "Runner"])
    views = [shown(match.state)]
    for move in ("s", "u", "f 1 1", "s", "o 0 1"):
        match.play(move)
        views.append(shown(match.state))
    assert views[0]["lines"] == []
    assert views[1]["lines"] == views[2]["lines"] == views[3]["lines"] != views[4]["lines"]
    while match.number:
        assert shown(match.state) == views.pop()
        match.undo()
    assert [shown(match.state)] == views


def test_grid_7_before_the_first_hand_there_are_no_lines():
    assert laid(MIXED, ["Joker"], hands_left=7).view()["lines"] == []
    assert len(laid(MIXED, ["Joker"], hands_left=6).view()["lines"]) == 10


@pytest.mark.parametrize(
    ("joker", "held", "is_fine"),
    [
        ("Runner", 0, True),
        ("Runner", 45, True),
        ("Runner", 10**5, True),
        ("Runner", 45.5, False),
        ("Runner", -1, False),
        ("Runner", 10**5 + 1, False),
        ("Runner", 10**12, False),
        ("Runner", True, False),
        ("Runner", "45", False),
        ("Runner", [45], False),
        ("Candle", 7.5, True),
        ("Candle", 1.15, True),
        ("Candle", 0.005, False),
        ("Candle", 10**5 + 0.5, False),
        ("Melting Clock", 1, True),
        ("Melting Clock", 0.5, False),
        ("Joker", 0, True),
        ("Joker", 5, False),  # it has no memory
    ],
)
def test_grid_18_what_a_joker_can_hold_in_a_position(joker, held, is_fine):
    jokers = [{"name": joker, "held": held}]
    if is_fine:
        view = laid(MIXED, jokers).view()
        assert view["jokers"][0]["held"] == (0 if joker == "Joker" else held)
    else:
        with pytest.raises(BadSetup, match=f"{joker} cannot hold ") as caught:
            laid(MIXED, jokers)
        assert caught.value.reason == "bad_position"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"board": [["2c"] * 5] * 4}, "the board has 5 rows of 5"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["1c"]]}, "'1c' is not a card"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["**"]]}, r"'\*\*' cannot lie on the grid"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["--"]]}, "'--' cannot lie on the grid"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + [7]]}, "7' is not a card"),
        ({"frozen": [[0, 0], [0, 1], [0, 2]]}, "frozen is a list of at most 2 cells"),
        ({"frozen": "00"}, "frozen is a list of at most 2 cells"),
        ({"frozen": ["00"]}, "a frozen cell is a list of its row and its column"),
        ({"frozen": [[0, 5]]}, "a frozen row or column is a whole number from 0 to 4"),
        ({"jokers": "Joker"}, "jokers is a list of at most 5"),
        ({"jokers": ["Joker"] * 6}, "jokers is a list of at most 5"),
        ({"offers": ["Joker"]}, "offers is a list of 3 jokers, or empty"),
        ({"offers": "abc"}, "offers is a list of 3 jokers, or empty"),
        ({"offers": ["Joker", "Runner", "Joker"]}, "the jokers offered are different"),
        (
            {"jokers": ["Joker"] * 5, "offers": ["Joker", "Runner", "Echo"]},
            "5 jokers leave no room for another",
        ),
        ({"score": -1}, "score is a whole number from 0"),
        ({"target": 0}, "target is a whole number from 1"),
        ({"hands_left": 1001}, "hands_left is a whole number from 0 to 1000"),
        ({"deck": []}, "a position has no 'deck'"),
    ],
)
def test_grid_3_an_impossible_position_is_refused(position, sentence):
    with pytest.raises(BadSetup, match=sentence) as caught:
        cardhouse.place("grid", position, seed=7)
    assert caught.value.reason == "bad_position"


@pytest.mark.parametrize("key", ["jokers", "offers"])
def test_grid_20_an_unknown_joker_makes_a_position_impossible(key):
    with pytest.raises(BadSetup, match="there is no joker 'Jester'") as caught:
        cardhouse.place("grid", {key: ["Jester", "Joker", "Runner"]}, seed=7)
    assert caught.value.reason == "bad_option"


def test_grid_8_no_cell_is_frozen_twice_in_a_position():
    with pytest.raises(BadSetup, match="a cell is frozen once, not twice"):
        laid(MIXED, [], frozen=[[1, 1], [1, 1]])


# -- what nobody knows ----------------------------------------------------------


def test_all_3_another_key_changes_what_comes_and_nothing_that_is_seen():
    match = laid(MIXED, ["Loose Step"], seed=3)
    view, boards = cardhouse.GAMES["grid"].view.view(match.state), set()
    for salt in range(20):
        twin = copy_state(match.state)
        rules.rekey(twin, salt)
        assert cardhouse.GAMES["grid"].view.view(twin) == view
        rules.apply(twin, PLAY)
        boards.add(tuple(twin.board))
    assert len(boards) == 20
