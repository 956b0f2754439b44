"""Every recorded game replays to the letter, and together they show what there is to see."""

from functools import cache
from itertools import zip_longest

import pytest

from cardhouse import GAMES
from tests.playthrough import FILES, begun, playthrough

HANDS = [
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
]


def first_difference(written, played):
    """Say where two texts part; nothing if they are the same."""
    lines = zip_longest(written.splitlines(), played.splitlines(), fillvalue="(nothing)")
    for number, (line, right) in enumerate(lines, 1):
        if line != right:
            return f"line {number}: the file says {line!r}, the game {right!r}"
    return None if written == played else "only the end of the last line differs"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_replays_to_the_letter(path):
    text = path.read_text()
    assert first_difference(text, playthrough(text)) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_is_of_its_folder_and_short_enough_to_review(path):
    match, moves = begun(path.read_text())
    assert match.game.name == path.parent.name
    assert 1 <= len(moves) <= 6


def test_a_difference_is_named_by_its_line():
    assert first_difference("a\nb\n", "a\nc\n") == "line 2: the file says 'b', the game 'c'"
    assert first_difference("a\n", "a\nb\n") == "line 2: the file says '(nothing)', the game 'b'"
    assert first_difference("a\n", "a\n") is None


def test_every_game_is_recorded():
    assert {path.parent.name for path in FILES} == GAMES.keys()


# -- what the games of Poker Boom show, together --------------------------------


@cache
def boom():
    """Return every recorded match as the options, outcome and events of its moves."""
    shown = []
    for path in FILES:
        if path.parent.name == "boom":
            match, moves = begun(path.read_text())
            shown.append((match, [match.play(move) for move in moves]))
    return shown


def boom_moves():
    return [events for _, moves in boom() for events in moves]


def hand_of(events):
    return next(event["hand"] for event in events if event["event"] == "gain")


def shown_by(hand):
    """Return the names of the events that come with a hand."""
    return {
        event["event"] for events in boom_moves() if hand_of(events) == hand for event in events
    }


def count(events, name):
    return sum(event["event"] == name for event in events)


def changes(events):
    """Return by how much fuses change in a move, in order."""
    return [event["by"] for event in events if event["event"] == "fuse"]


def test_boom_shows_at_least_twenty_games():
    assert len(boom()) >= 20


def test_boom_shows_every_hand():
    assert {hand_of(events) for events in boom_moves()} == set(HANDS)


def test_boom_shows_every_effect_on_the_bombs():
    moves = [(hand_of(events), events) for events in boom_moves()]
    assert "pause" in shown_by("Straight")
    assert any(hand == "Flush" and changes(events) == [2, -1] for hand, events in moves)
    assert any(hand == "Full House" and count(events, "disarm") == 1 for hand, events in moves)
    assert any(hand == "Straight Flush" and count(events, "disarm") == 2 for hand, events in moves)
    for name, disarmed in (("Four of a Kind", 1), ("Royal Flush", 2)):
        assert any(
            hand == name and count(events, "disarm") == disarmed and changes(events) == [1, -1]
            for hand, events in moves
        )


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_boom_shows_an_explosion_from_each_side(side):
    assert any(
        event["event"] == "explode" and event["side"] == side
        for events in boom_moves()
        for event in events
    )


def test_boom_shows_two_explosions_and_one_shuffle_in_one_move():
    assert any(
        count(events, "explode") == 2 and count(events, "shuffle") == 1 for events in boom_moves()
    )


def test_boom_shows_clutch_cooling_and_new_bombs():
    events = [event for events in boom_moves() for event in events]
    assert any(event.get("clutch") for event in events)
    assert {"cool", "bomb"} <= {event["event"] for event in events}


def test_boom_shows_every_end():
    ends = {
        (match.view()["mode"], match.outcome, match.view()["moves_left"] == 0)
        for match, _ in boom()
    }
    assert ("level", "lost", True) in ends
    assert ("level", "lost", False) in ends  # locked
    assert ("endless", "over", False) in ends
    assert any(outcome == "won" for _, outcome, _ in ends)


def test_boom_shows_paths_endless_mode_and_dealt_games():
    assert any(match.options["shape"] == "path" for match, _ in boom())
    assert any(match.options["mode"] == "endless" for match, _ in boom())
    assert sum(match.position is None for match, _ in boom()) >= 3
