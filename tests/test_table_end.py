"""The verb end: a match that is still played ends, once, and stays so (ALL-9)."""

from typing import Any

import pytest

import cardhouse
from cardhouse.table import Memory, NotKept, Table
from tests.table_kit import FullShelf, Player, Shelf, every_game

KINDS = [
    ("boom", {}, "lost"),
    ("boom", {"mode": "endless"}, "over"),
    ("grid", {}, "lost"),
    ("crush", {}, "over"),
]
every_kind = pytest.mark.parametrize(("game", "options", "outcome"), KINDS)


@every_kind
@pytest.mark.parametrize("store", [Shelf, Memory])
def test_all_9_end_ends_a_match(game, options, outcome, store):
    player = Player(game, Table(store()), **options)
    player.play_next()
    ended = player.get("end", number=1, revision=1)
    assert ended["view"]["outcome"] == outcome
    assert [event["event"] for event in ended["events"]] == ["end"]
    assert ended["revision"] == 2
    player.table = Table(player.table._seats.store)
    seen = player.get("view")
    assert (seen["view"], seen["number"], seen["revision"]) == (ended["view"], 1, 2)
    match = cardhouse.replay(player.get("record")["record"])
    assert (match.ended, match.view()) == (True, ended["view"])


@every_game
def test_the_same_end_again_gives_the_same_answer_and_is_done_once(game):
    player = Player(game)
    player.play_next()
    ended = player.get("end", number=1, revision=1)
    assert player.get("end", number=1, revision=1) == ended
    assert player.get("end", number=1) == ended
    for late in ({"number": 0}, {"number": 2}, {"number": 1, "revision": 0}):
        error = player.error("end", **late)
        assert (error["reason"], error["revision"]) == ("out_of_turn", 2)


@every_game
def test_nothing_follows_the_end(game):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    player.get("end", number=0)
    assert player.error("play", move=move, number=0)["reason"] == "ended"
    assert player.error("undo", number=0)["reason"] == "ended"
    assert player.error("hint")["reason"] == "ended"
    assert player.get("moves") == {"moves": []}
    assert (player.number(), player.get("view")["revision"]) == (0, 1)


@every_game
def test_an_end_for_another_moment_is_out_of_turn(game):
    player = Player(game)
    player.play_next()
    for late in ({"number": 0}, {"number": 2}, {"number": 1, "revision": 0}):
        assert player.error("end", **late)["reason"] == "out_of_turn"
    for number in (None, "1", 1.0, True):
        assert player.error("end", number=number)["reason"] == "bad_request"
    assert player.get("view")["view"]["outcome"] == "playing"


@every_game
def test_a_game_that_is_over_is_not_ended(game):
    player = Player(game)
    player.play_out()
    seen = player.get("view")
    assert player.error("end", number=seen["number"])["message"] == "The game is over."
    assert player.get("view") == seen


@every_game
def test_an_end_that_cannot_be_kept_is_not_done(game):
    store = FullShelf()
    player = Player(game, Table(store))
    store.full = True
    assert player.error("end", number=0)["reason"] == NotKept.code
    store.full = False
    assert player.get("view")["view"]["outcome"] == "playing"


@every_kind
def test_history_and_replay_tell_the_end(game, options, outcome):
    player = Player(game, **options)
    player.play_next()
    player.play_next()
    (end,) = player.get("end", number=2)["events"]
    check_told(player, end)
    assert end["outcome"] == outcome


@every_game
def test_history_and_replay_tell_that_the_limit_of_moves_was_met(game):
    player = Player(game, Table(Shelf(), most_moves=3))
    last = player.play_out()[-1]
    assert player.number() == 3
    check_told(player, last["events"][-1])


def check_told(player: Player, end: dict[str, Any]) -> None:
    record = player.get("record")["record"]
    for page in (player.get("history"), player.get("replay", record=record)):
        told = [event for step in page["steps"] for event in step["events"]]
        assert [event for event in told if event["event"] == "end"] == [end] == told[-1:]
        assert page["steps"][-1]["view"]["ending"] == end["why"] == "its player ended it"
