"""The sentences of Poker Grid: as they are typed, and as people count."""

from typing import get_type_hints

import pytest

import cardhouse
from cardhouse.games.grid import rules, state
from cardhouse.games.grid.board import LINE_NAMES
from cardhouse.games.grid.events import EVENTS, event_dicts, line_name
from cardhouse.games.grid.notation import refusal_text
from cardhouse.games.grid.view import describe
from cardhouse.games.words import SPOKEN, TYPED
from tests.rules.grid_kit import MIXED, UNFROZEN, laid
from tests.rules.grid_round_kit import book_table, plays

TEN = 26
"""The ten of diamonds."""
TOLD = {
    "freeze": ((state.FROZE, 7, TEN), "Td at 1,2 frozen", "10♦ at row 2, column 3 frozen"),
    "unfreeze": ((state.THAWED, 7, TEN), "Td at 1,2 unfrozen", "10♦ at row 2, column 3 unfrozen"),
    "reset": ((state.RESET, 0, 41, 0), "Long Stay goes back to 0", None),
    "take": ((state.TOOK, 1, 0, 1), "Joker taken: +4 mult", None),
    "offer": ((state.OFFERED, 1, 6, 8), "Joker, Runner, Oops! All 6s are offered", None),
    "order": ((state.MOVED, 0, 1, 1), "Joker moves to place 1", "Joker moves to place 2"),
    "play": ((state.PLAYED, 1), "1 hand left", None),
    "draw": ((state.DREW, 0, TEN), "1 card drawn", None),
    "line": (
        (state.SCORED, 8, -1, 1, 10, 200),
        "column 3: One Pair 10 × 2 = 20",
        "column 4: One Pair 10 × 2 = 20",
    ),
    "bonus": ((state.MULTIPLIED, 0, 150, 150, 50), "whole grid: Ten Lines × 1.5: +50", None),
    "grow": ((state.GREW, 0, 0, 6, 15), "row 0: Runner holds 15", "row 1: Runner holds 15"),
    "fade": ((state.FADED, 0, 42, 750), "Candle fades to 7.5", None),
}


@pytest.mark.parametrize("name", TOLD)
def test_grid_10_an_event_is_told_in_either_words(name):
    facts, typed, spoken = TOLD[name]
    for words, text in ((TYPED, typed), (SPOKEN, spoken or typed)):
        (event,) = event_dicts([facts], words)
        assert (event["event"], event["text"]) == (name, text)
        assert set(event) == set(get_type_hints(EVENTS[name]))


def test_grid_10_every_event_has_a_shape_and_only_its_text_is_put_into_words():
    assert (
        set(TOLD) == set(EVENTS) == {row[0].strip("`") for row in book_table("| Event |")} - {"end"}
    )
    for facts, *_ in TOLD.values():
        (typed,), (spoken,) = (event_dicts([facts], words) for words in (TYPED, SPOKEN))
        assert {**typed, "text": ""} == {**spoken, "text": ""}


def test_grid_7_events_come_in_the_order_of_the_table_of_the_book():
    order = [row[0].strip("`") for row in book_table("| Event |")]
    for _, _, events, _ in plays():
        places = [order.index(event["event"]) for event in events]
        assert places == sorted(places)
    backwards = [facts for facts, *_ in reversed(TOLD.values())]
    assert [event["event"] for event in event_dicts(backwards, TYPED)] == order[:-1]


@pytest.mark.parametrize("i", range(10))
def test_grid_1_a_line_is_called_by_its_number_or_as_people_count(i):
    way, index = LINE_NAMES[i].split()
    assert line_name(LINE_NAMES[i], TYPED) == LINE_NAMES[i]
    assert line_name(LINE_NAMES[i], SPOKEN) == f"{way} {int(index) + 1}"


REFUSED = {
    rules.ENDED: ("The game is over.", None),
    rules.DRAFTING: (
        "Take one of the jokers offered first: d 0, d 1 or d 2.",
        "Take one of the jokers offered first.",
    ),
    rules.NO_SLOT: ("No more than 2 cards can be frozen; unfreeze one first.", None),
    rules.NONE_FROZEN: ("Nothing is frozen.", None),
    rules.NO_OFFER: ("No joker is offered.", None),
    rules.NO_JOKER: ("There are jokers at places 0 to 1.", "There are jokers at places 1 to 2."),
    rules.SAME_PLACE: ("The joker is at that place already.", None),
}


@pytest.mark.parametrize("refusal", REFUSED)
def test_all_2_a_refusal_is_told_in_either_words(refusal):
    s = laid(MIXED, ["Joker", "Runner"]).state
    typed, spoken = REFUSED[refusal]
    assert refusal_text(s, refusal, TYPED)[1] == typed
    assert refusal_text(s, refusal, SPOKEN)[1] == (spoken or typed)


@pytest.mark.parametrize(
    ("move", "typed", "spoken"),
    [
        ("f 0 0", "freezes 5c; best then: freeze 5d at 1,0", None),
        ("o 0 1", "moves Joker to place 1", "moves Joker to place 2"),
        ("s", "redraws 25 cards and scores ten lines", None),
        ("f 3 1", "freezes Ts", "freezes 10♠"),
    ],
)
def test_grid_10_a_move_is_described_in_either_words(move, typed, spoken):
    match = laid(UNFROZEN, ["Joker", "Runner"])
    found = [describe(match.state, match.parse(move), words) for words in (TYPED, SPOKEN)]
    if move == "f 0 0":
        assert found == [typed, "freezes 5♣; best then: freeze 5♦ at row 2, column 1"]
    else:
        assert found[0].startswith(typed)
        assert found[1].startswith(spoken or typed)


def test_grid_10_a_match_speaks_as_it_is_told():
    match = laid(MIXED, ["Joker"])
    match.words = SPOKEN
    assert match.play("f 0 0")[0]["text"] == "5♣ at row 1, column 1 unfrozen"
    assert cardhouse.GAMES["grid"].moves.text(28) == "d 1"
