"""Jokers, offers and the first words on the screen of Poker Grid."""

import re

import pytest

import cardhouse
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.games.grid.notation import move_text, parse_move
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from tests.terminal.grid_screen_kit import (
    LONGEST,
    NAMES,
    SIGNS,
    WIDTH,
    drawn,
    every_joker,
    laid,
    placed,
    view_of,
)

# -- jokers and offers --------------------------------------------------------


def test_the_jokers_are_numbered_in_their_order_as_they_are_typed():
    lines = drawn(view_of(jokers=["Joker", "Scary Face", "Joker"]), SIGNS).splitlines()
    assert lines[1:6] == [
        "jokers:",
        "  0 Joker: +4 mult",
        "  1 Scary Face: +30 chips for each face card (J, Q, K)",
        "  2 Joker: +4 mult",
        "",
    ]


def test_the_offers_are_numbered_under_the_grid_as_they_are_typed():
    lines = drawn(view_of(offers=["Photograph", "Candle", "Joker"]), SIGNS).splitlines()
    assert lines[-4:] == [
        "offered, take one with d 0, d 1 or d 2:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Candle: Gives +9 mult, 1.5 less after each hand (holds 9)",
        "  2 Joker: +4 mult",
    ]
    assert lines[-5] == "   └─────────────────────────────────────────────┘"


def test_without_jokers_and_offers_there_is_no_list_of_them():
    text = drawn(view_of())
    assert "jokers" not in text
    assert "offered" not in text


def test_what_a_joker_holds_is_shown_once_it_holds_something():
    for held, words in ((0, ""), (15, " (holds 15)"), (1_230, " (holds 1,230)")):
        text = drawn(view_of(jokers=[{"name": "Runner", "held": held}]))
        assert (
            " ".join(text.split("\n\n")[0].split())
            == f"score 0 of 5,000 hands left 7 jokers: 0 {ROSTER[6].name}: {ROSTER[6].text}{words}"
        )
    text = drawn(view_of(jokers=[{"name": "Candle", "held": 7.5}]))
    assert "(holds 7.5)" in text


def test_a_joker_that_says_much_is_broken_between_words_and_set_in():
    for name in LONGEST:
        first, *rest = drawn(view_of(jokers=[name])).split("\n\n")[0].splitlines()[2:]
        assert first.startswith(f"  0 {name}: ")
        assert rest
        for line in rest:
            assert re.match(r" {4}\S", line)


@every_joker
@pytest.mark.parametrize("signs", [False, True])
def test_every_joker_is_written_as_it_is_called(name, signs):
    joker = ROSTER[NAMES.index(name) + 1]
    for view in (view_of(jokers=[name]), view_of(offers=[name, *other_than(name)])):
        text = " ".join(drawn(view, Paint(signs=signs)).split())
        assert f"0 {name}: {joker.text if signs else joker.text.replace('×', 'x')}" in text


def other_than(name):
    return [other for other in ("Joker", "Runner", "Echo") if other != name][:2]


# -- the title and the first words --------------------------------------------


def test_a_title_names_the_game_and_its_target_and_no_seed():
    for match in (cardhouse.new("grid", seed=7), cardhouse.new("grid", seed="tea", jokers=[])):
        title = grid.title(match)
        assert title == "Poker Grid: 5,000 points in 7 hands"


def test_a_round_set_up_by_hand_is_said_to_be_one():
    for left in (1, 3, 7, 9):
        title = grid.title(laid(target=12_345, hands_left=left))
        assert title == "Poker Grid: 12,345 points, set up by hand"


def test_a_round_without_auto_freeze_is_said_to_be_one():
    plain, bare = (cardhouse.new("grid", seed=7, auto_freeze=auto) for auto in (True, False))
    assert grid.title(bare) == f"{grid.title(plain)}, nothing frozen at first"
    long = grid.title(placed({"target": 10**15}, auto_freeze=False))
    assert max(map(len, long.splitlines())) <= WIDTH
    assert " ".join(long.split("\n")) == (
        "Poker Grid: 1,000,000,000,000,000 points, set up by hand, nothing frozen at first"
    )


def test_the_first_words_are_one_sentence_that_says_how_to_begin():
    assert grid.START.count(".") == 1
    assert grid.START.endswith("or help.")
    for words in ("Take a joker (d 0)", "freeze cards (f 0 3)", "play the hand (s)"):
        assert words in grid.START
    for move in re.findall(r"\((.*?)\)", grid.START):
        assert move_text(parse_move(move)) == move
    assert grid.START.isascii()
    assert len(grid.START) <= WIDTH
