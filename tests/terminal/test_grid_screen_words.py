"""What a move of Poker Grid did, in words, and the moves there are."""

import re

import pytest

from cardhouse.games.grid.notation import move_text, parse_move
from cardhouse.terminal import grid
from tests.games import KITS
from tests.terminal.grid_screen_kit import LONGEST, OFFERS, WIDTH, laid, listed, placed

STORIES = KITS["grid"].stories

every_story = pytest.mark.parametrize("name", STORIES)


# -- the words ----------------------------------------------------------------

TOLD = {
    "freeze": ({}, "f 0 3", "Jh at 0,3 frozen."),
    "freeze of a second card": ({"frozen": [[0, 3]]}, "f 4 0", "9c at 4,0 frozen."),
    "unfreeze": ({"frozen": [[0, 3]]}, "f 0 3", "Jh at 0,3 unfrozen."),
    "unfreeze all": (
        {"frozen": [[4, 1], [0, 0]]},
        "u",
        "Ah at 0,0 and Js at 4,1 unfrozen.",
    ),
    "unfreeze the only one": ({"frozen": [[2, 2]]}, "u", "4d at 2,2 unfrozen."),
    "a joker that minds a freeze": (
        {"jokers": ["Joker", {"name": "Long Stay", "held": 2.5}]},
        "f 0 3",
        "Jh at 0,3 frozen. Long Stay goes back to 0.",
    ),
    "a joker that minds an unfreeze": (
        {"jokers": [{"name": "Long Stay", "held": 1.25}], "frozen": [[0, 3]]},
        "u",
        "Jh at 0,3 unfrozen. Long Stay goes back to 0.",
    ),
    "take": (
        {"offers": OFFERS},
        "d 0",
        "Runner taken: Gains 15 chips for each straight; gives every line what it holds.",
    ),
    "take another": (
        {"offers": OFFERS, "jokers": ["Joker"]},
        "d 1",
        "Two-Tone taken: For flushes red is one suit and black another.",
    ),
    "order": ({"jokers": ["Joker", "Runner"]}, "o 1 0", "Runner moves to place 0."),
    "order to the right": (
        {"jokers": ["Joker", "Runner", "Echo"]},
        "o 0 2",
        "Joker moves to place 2.",
    ),
}
"""What is said of each move that leaves nothing to chance."""


def words_of(match, move):
    """Return what is said of a move, wherever its lines are broken."""
    return " ".join(grid.say(match.play(move)).split())


@pytest.mark.parametrize("name", TOLD)
def test_what_a_move_did_is_said(name):
    position, move, words = TOLD[name]
    assert words_of(laid(**position), move) == words


def test_what_a_hand_made_is_said_first():
    match = laid(frozen=[[0, 0]])
    words = words_of(match, "s")
    assert words == f"The hand makes {match.score:,}."
    assert match.score == match.view()["score"] > 0


def test_the_end_is_not_said_twice():
    for position in ({"target": 10}, {"hands_left": 1}):
        match = laid(**position)
        assert words_of(match, "s") == f"The hand makes {match.score:,}."
        assert match.outcome in ("won", "lost")


def test_what_fades_is_said():
    jokers = ["Candle", {"name": "Melting Clock", "held": 2}, "Block of Ice"]
    words = words_of(laid(jokers=jokers), "s")
    assert "Candle fades to 7.5. Melting Clock fades to 1.5. Block of Ice fades to 42." in words


@pytest.mark.parametrize("name", ["Scrapbook", "Portrait Gallery", "Cold Store"])
def test_what_grows_is_said_with_what_it_holds_in_the_end(name):
    match = laid(jokers=["Joker", name], frozen=[[0, 0], [0, 1]])
    words = words_of(match, "s")
    held = match.view()["jokers"][1]["held"]
    assert held > 0
    assert re.findall(rf"{name} holds ([\d,.]*\d)\.", words) == [f"{held:,}"]


GROWN = re.compile(r"((?:Row|Column) \d): (\D+) holds ([\d,.]*\d)\.")


@pytest.mark.parametrize(
    "jokers",
    [
        ["Portrait Gallery"],
        ["Scrapbook", "Portrait Gallery", "Joker", "Cold Store"],
        [{"name": "Portrait Gallery", "held": 15}, {"name": "Portrait Gallery", "held": 300}],
    ],
    ids=["one", "several", "the same twice"],
)
def test_only_the_last_growth_of_each_joker_is_said_with_its_line(jokers):
    match = laid(jokers=jokers, frozen=[[0, 1], [0, 2]])
    events = match.play("s")
    grown = [event for event in events if event["event"] == "grow"]
    last = {event["place"]: event for event in grown}
    assert len(grown) > len(last)
    assert len(last) == len([joker for joker in jokers if joker != "Joker"])
    said = GROWN.findall(" ".join(grid.say(events).split()))
    assert said == [
        (event["line"].capitalize(), event["name"], f"{event['held']:,}")
        for event in grown
        if event is last[event["place"]]
    ]


def test_what_did_not_grow_is_not_said():
    words = words_of(laid(jokers=["Cold Store", "Joker", "Candle"]), "s")
    assert "Cold Store" not in words
    assert "Joker" not in words


MARKS = {
    "freeze": (" frozen",),
    "unfreeze": (" unfrozen",),
    "reset": (" goes back to ",),
    "take": (" taken: ",),
    "order": (" moves to place ",),
    "line": ("The hand makes ",),
    "grow": (" holds ",),
    "fade": (" fades to ",),
    "bonus": ("hole grid: ",),
}
"""Words that may only be said of these events."""
UNSAID = {"play", "draw", "offer", "end"}


def told(name):
    """Play a story; return its events, and what is said of it."""
    story = STORIES[name]
    events = placed(story.placed.position, **story.placed.options).play(story.move)
    return events, grid.say(events)


def test_every_event_is_said_or_seen():
    assert {*MARKS, *UNSAID} == KITS["grid"].event_names


@every_story
def test_what_happened_is_said_and_nothing_else(name):
    events, said = told(name)
    happened = {event["event"] for event in events}
    words = re.sub(r" taken: [^.]*", " taken: ", " ".join(said.split()))
    for event, marks in MARKS.items():
        assert (event in happened) == any(mark in words for mark in marks), (event, words)


@every_story
def test_what_a_move_did_is_said_in_whole_sentences(name):
    words = " ".join(told(name)[1].split())
    assert words.endswith(".")
    assert ".." not in words
    for sentence in words[:-1].split(". "):
        assert sentence[0].isupper() or sentence[0].isdigit()


@every_story
def test_what_a_move_did_is_narrow(name):
    assert max(map(len, told(name)[1].splitlines())) <= WIDTH


# -- the moves ----------------------------------------------------------------

POSITIONS = {
    "nothing frozen, no joker": ({}, 26),
    "two frozen": ({"frozen": [[0, 0], [0, 1]]}, 4),
    "one frozen": ({"frozen": [[3, 3]]}, 27),
    "two jokers": ({"jokers": ["Joker", "Runner"]}, 28),
    "five jokers": ({"jokers": LONGEST, "frozen": [[3, 3]]}, 47),
    "offers": ({"offers": OFFERS, "jokers": ["Joker", "Runner"]}, 3),
}
"""Positions, and how many moves there are, counted by hand."""
every_position = pytest.mark.parametrize("name", POSITIONS)


@every_position
def test_all_moves_are_listed_by_kind(name):
    position, count = POSITIONS[name]
    match = laid(**position)
    kinds = listed(grid.list_moves(match, every=False))
    moves = [move for kind in kinds for move in kind]
    assert moves == sorted(match.moves(), key=lambda move: "fusdo".index(move[0]))
    assert len(moves) == count


@every_position
def test_no_two_kinds_share_a_line_and_no_move_is_broken(name):
    text = grid.list_moves(laid(**POSITIONS[name][0]), every=True)
    assert max(map(len, text.splitlines())) <= WIDTH
    kinds = [{move[0] for move in kind} for kind in listed(text)]
    assert [len(kind) for kind in kinds] == [1] * len(set.union(*kinds))
    for kind in listed(text):
        for move in kind:
            assert move_text(parse_move(move)) == move


@every_position
def test_they_are_few_and_all_are_listed_anyway(name):
    match = laid(**POSITIONS[name][0])
    assert grid.list_moves(match, every=True) == grid.list_moves(match, every=False)


def test_no_move_is_listed_after_the_end():
    for ending in KITS["grid"].endings.values():
        for every in (False, True):
            match = placed(ending.position, **ending.options)
            assert grid.list_moves(match, every) == "There is no legal move."
