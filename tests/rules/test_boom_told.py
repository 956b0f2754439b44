"""Poker Boom by its rule book: what a table shows, what a move tells, and in which words."""

import re
from pathlib import Path
from typing import get_type_hints

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.games.boom import rules, state, view
from cardhouse.games.boom.events import EVENTS, event_dicts
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.options import level_flaw
from cardhouse.games.game import LEGAL, LOST, OVER
from cardhouse.games.words import SPOKEN, TYPED
from tests import naive
from tests.games import KITS
from tests.rules.boom_kit import BOTTOM_ROW, laid, scorched

BOOK = Path(__file__).parents[2] / "docs/rules/boom.md"
STORIES = KITS["boom"].stories.values()
EVERYWHERE = scorched({(row, column): 3 for row in range(10) for column in range(5)})


def told(*facts, words):
    (event,) = event_dicts(facts, words)
    return event["text"]


@pytest.mark.parametrize("story", STORIES, ids=KITS["boom"].stories)
def test_boom_12_every_event_is_shaped_as_declared(story):
    match = cardhouse.place("boom", story.placed.position, seed=5, **story.placed.options)
    for event in match.play(story.move):
        if event["event"] != "end":
            assert set(event) == set(get_type_hints(EVENTS[event["event"]]))


@pytest.mark.parametrize(
    ("spot", "typed", "spoken"),
    [
        (4, "left 4", "left, row 5"),
        (19, "right 9", "right, row 10"),
        (20, "top 0", "top, column 1"),
        (27, "bottom 2", "bottom, column 3"),
    ],
)
def test_boom_15_a_bombs_place_is_said_as_it_is_typed_or_as_people_count(spot, typed, spoken):
    for words, place in ((TYPED, typed), (SPOKEN, spoken)):
        bomb = f"the bomb at {place}"
        assert told((state.DISARM, spot), words=words) == f"{bomb} is disarmed"
        assert told((state.EXPLODE, spot), words=words) == f"{bomb} explodes"
        assert told((state.FUSE, spot, 2, 7), words=words) == f"{bomb} burns 2 moves longer"
        arrived = told((state.ARRIVE, spot, 4), words=words)
        assert arrived == f"a new bomb at {place}, fuse 4"


def test_boom_14_new_cards_are_said_as_they_are_typed_or_with_their_suits():
    spawned = [(state.SPAWN, 0, 26), (state.SPAWN, 5, 39)]
    assert told(*spawned, words=TYPED) == "new: Td 7h"
    assert told(*spawned, words=SPOKEN) == "new: 10♦ 7♥"


@pytest.mark.parametrize("words", [TYPED, SPOKEN])
def test_boom_10_a_gain_is_said_the_same_in_any_words(words):
    match = laid("Two Pair", standing="left 4 fuse 1", combo=3)
    match.words = words
    assert match.look(BOTTOM_ROW)["message"] == "Two Pair, 120 × 3, clutch: +450"
    assert match.play(BOTTOM_ROW)[0]["text"] == "Two Pair, 120 × 3, clutch: +450"


@pytest.mark.parametrize("words", [TYPED, SPOKEN])
def test_boom_6_a_refusal_is_said_the_same_in_any_words(words):
    match = laid(scorch=scorched({(9, 0): 1}))
    match.words = words
    message = "A scorched cell cannot be picked until it has cooled."
    assert match.look(BOTTOM_ROW)["message"] == message


@pytest.mark.parametrize(
    ("position", "outcome", "ending"),
    [
        ({}, "playing", None),
        ({"score": 10**6}, "won", "the target is reached"),
        ({"score": 10**6, "moves_left": 0}, "won", "the target is reached"),
        ({"moves_left": 0}, "lost", "no moves are left"),
        ({"moves_left": 0, "scorch": EVERYWHERE}, "lost", "no moves are left"),
        ({"scorch": EVERYWHERE}, "lost", "no hand is left on the board"),
        ({"scorch": EVERYWHERE, "mode": "endless"}, "over", "no hand is left on the board"),
    ],
)
def test_boom_12_a_placed_table_knows_its_end_and_why(position, outcome, ending):
    seen = laid(**position).view()
    assert (seen["outcome"], seen["ending"]) == (outcome, ending)
    assert seen["phase"] == ("play" if outcome == "playing" else "over")


def test_boom_12_a_move_leads_to_the_end_that_the_table_then_shows():
    match = laid(moves_left=1)
    events = match.play(BOTTOM_ROW)
    assert events[-1]["why"] == match.view()["ending"] == "no moves are left"


def test_boom_12_the_book_lists_what_the_table_shows():
    rows = BOOK.read_text().partition("| Key |")[2].partition("\n\n")[0]
    named = " ".join(row.split("|")[1] for row in rows.splitlines()[1:])
    assert set(re.findall(r"`(\w+)`", named)) == set(laid().view())


def test_boom_9_the_hands_are_listed_with_their_points_and_what_they_do():
    hands = {hand["hand"]: (hand["points"], hand["bombs"]) for hand in view.hands()}
    assert {name: points for name, (points, _) in hands.items()} == naive.POINTS
    assert hands["One Pair"][1] == ""
    assert hands["Straight"][1] == "no tick"
    assert hands["Flush"][1] == "shortest fuse +2"
    assert hands["Royal Flush"][1] == "disarms 2, others +1"


@pytest.mark.parametrize("position", [{}, {"moves_left": 0}, {"scorch": scorched({(9, 0): 1})}])
def test_boom_7_however_it_is_asked_the_same_moves_are_legal(position):
    s = cardhouse.place("boom", position, seed=7, shape="path").state
    marks = [0] * rules.MOVES
    rules.mark_legal(s, marks, [0] * rules.ROOM)
    legal = list(map(bool, marks))
    assert [rules.is_legal(s, move) for move in range(rules.MOVES)] == legal
    assert [rules.refusal(s, move) == LEGAL for move in range(rules.MOVES)] == legal


def test_boom_26_a_level_that_is_given_up_is_lost_and_endless_mode_is_over():
    for mode, outcome in (("level", LOST), ("endless", OVER)):
        assert rules.given_up(laid(mode=mode).state) == outcome


def test_boom_29_a_level_needs_a_number_and_its_numbers_make_sense():
    with pytest.raises(BadSetup):
        cardhouse.new("boom", level=None)
    numbers = LEVELS[0]._asdict()
    assert level_flaw(numbers) == ""
    assert "fuse_high must be" in level_flaw(numbers | {"fuse_low": 20})
    assert "moves is a number from 1 to 1,000" in level_flaw(numbers | {"moves": 0})
