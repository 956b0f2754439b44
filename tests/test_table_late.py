"""Asked twice or late, the table does a thing once."""

from typing import Any

import pytest

import cardhouse
from cardhouse.table import Memory, Table
from tests.games import KITS
from tests.table_kit import Player, Shelf, every_game, viewed

# -- asked twice, asked late --------------------------------------------------


@every_game
def test_the_same_play_again_gives_the_same_answer_and_is_played_once(game):
    player = Player(game)
    for number in range(5):
        move = player.get("moves")["moves"][0]
        first = player.get("play", move=move, number=number)
        for _ in range(3):
            assert player.get("play", move=move, number=number) == first
        assert player.number() == number + 1


@every_game
def test_the_last_play_again_tells_the_end_again(game):
    player = Player(game)
    last = player.play_out()[-1]
    move, number = last.pop("move"), player.number() - 1
    assert last["events"][-1]["event"] == "end"
    assert player.get("play", move=move, number=number) == last | {"revision": number + 1}


@every_game
def test_a_move_for_another_moment_is_out_of_turn_and_shows_the_view(game):
    player = Player(game)
    player.play_next()
    player.play_next()
    view = player.get("view")
    moves = player.get("moves")["moves"]
    for number in (-1, 0, 3, 4, 10**5000, -(10**5000)):
        error = player.error("play", move=moves[0], number=number)
        assert (error["reason"], error["view"]) == ("out_of_turn", view["view"])
    assert player.get("view") == view


@every_game
def test_another_move_for_the_same_moment_is_out_of_turn(game):
    player = Player(game)
    moves = player.get("moves")["moves"]
    played = player.get("play", move=moves[0], number=0)
    error = player.error("play", move=moves[1], number=0)
    assert (error["reason"], error["view"]) == ("out_of_turn", played["view"])


@every_game
def test_an_illegal_move_is_refused_with_its_reason_and_nothing_changes(game):
    player, match = Player(game), cardhouse.new(game, seed=7)
    for text, reason in KITS[game].no_moves.items():
        error = player.error("play", move=text, number=0)
        assert error["reason"] == (reason if isinstance(text, str) else "bad_request")
    assert player.get("view") == viewed(match)


@every_game
@pytest.mark.parametrize("number", [None, "0", 0.0, False, [0]])
def test_a_number_is_a_whole_number(game, number):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=number)["reason"] == "bad_request"
    assert player.error("undo", number=number)["reason"] == "bad_request"
    assert player.number() == 0


@every_game
def test_undo_takes_back_one_move_however_often_it_is_asked(game):
    player, match = Player(game), cardhouse.new(game, seed=7)
    for _ in range(4):
        player.play_next()
        match.play(next(match.moves()))
    for number, revision in ((4, 5), (3, 6)):
        match.undo()
        for _ in range(3):
            taken = {"view": match.view(), "revision": revision}
            assert player.get("undo", number=number) == taken
        assert player.number() == number - 1
    move = player.get("moves")["moves"][0]
    match.play(move)
    assert player.get("play", move=move, number=2)["view"] == match.view()


@every_game
def test_undo_for_another_moment_is_out_of_turn(game):
    player = Player(game)
    view = player.play_next()["view"]
    for number in (0, 2, 3, -1, 10**5000):
        error = player.error("undo", number=number)
        assert (error["reason"], error["view"]) == ("out_of_turn", view)
        assert (error["number"], error["revision"]) == (1, 1)


# -- asked late, with a revision ----------------------------------------------


@every_game
def test_the_same_request_again_is_done_once_and_answered_alike(game):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    for revision in (0, 2, 4):
        played = player.get("play", move=move, number=0, revision=revision)
        assert player.get("play", move=move, number=0, revision=revision) == played
        assert (player.number(), played["revision"]) == (1, revision + 1)
        taken = player.get("undo", number=1, revision=revision + 1)
        assert player.get("undo", number=1, revision=revision + 1) == taken
        assert (player.number(), taken["revision"]) == (0, revision + 2)


@every_game
@pytest.mark.parametrize("store", [Shelf, Memory])
@pytest.mark.parametrize("again", [False, True])
def test_a_request_that_comes_late_is_not_done_again(game, store, again):
    """However the match went on: played, undone, played again or undone for good."""
    kept = store()
    player, asked = Player(game, Table(kept)), []

    def ask(do: str, **facts: Any) -> None:
        asked.append((do, facts))
        player.get(do, **facts)

    move = player.get("moves")["moves"][0]
    ask("play", move=move, number=0, revision=0)
    ask("undo", number=1, revision=1)
    ask("play", move=move, number=0, revision=2)
    second = player.get("moves")["moves"][0]
    ask("play", move=second, number=1, revision=3)
    ask("undo", number=2, revision=4)
    if again:
        player.table = Table(kept)
    before = player.get("view")
    assert (before["number"], before["revision"]) == (1, 5)
    for do, facts in asked[:-1]:
        error = player.error(do, **facts)
        assert error["reason"] == "out_of_turn"
        assert {name: error[name] for name in ("view", "number", "revision")} == {
            name: before[name] for name in ("view", "number", "revision")
        }
    do, facts = asked[-1]
    assert player.get(do, **facts) == {"view": before["view"], "revision": 5}
    assert player.get("view") == before


@every_game
def test_what_was_done_last_is_told_by_more_than_the_revision(game):
    player = Player(game)
    first = player.get("moves")["moves"]
    player.get("play", move=first[0], number=0, revision=0)
    for do, facts in (
        ("play", {"move": first[1], "number": 0, "revision": 0}),
        ("play", {"move": first[0], "number": 1, "revision": 0}),
        ("play", {"move": first[0], "number": 0, "revision": 1}),
        ("play", {"move": first[0], "number": 1, "revision": 2}),
        ("play", {"move": first[0], "number": 1, "revision": -1}),
        ("undo", {"number": 2, "revision": 0}),
        ("undo", {"number": 1, "revision": 0}),
        ("undo", {"number": 0, "revision": 1}),
    ):
        assert player.error(do, **facts)["reason"] == "out_of_turn", (do, facts)
    player.get("undo", number=1, revision=1)
    assert player.error("play", move=first[0], number=0, revision=1)["reason"] == "out_of_turn"
    assert player.get("view")["revision"] == 2


@every_game
@pytest.mark.parametrize("revision", [None, "0", 0.0, False, [0]])
def test_a_revision_is_a_whole_number(game, revision):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    for do, facts in (("play", {"move": move}), ("undo", {})):
        error = player.error(do, number=0, revision=revision, **facts)
        assert error["reason"] == "bad_request"
    assert player.number() == 0


@every_game
def test_undo_with_nothing_to_undo_is_refused(game):
    assert Player(game).error("undo", number=0)["reason"] == "no_undo"


@every_game
def test_an_ended_match_can_be_taken_back_and_ended_again(game):
    player, number = Player(game), None
    player.play_out()
    number = player.number()
    player.get("undo", number=number)
    assert player.error("record")["reason"] == "running"
    player.play_out()
    assert player.number() == number


@every_game
def test_a_match_whose_record_was_handed_out_is_closed(game):
    player = Player(game)
    player.play_out()
    assert player.get("view")["closed"] is False
    before = player.get("record"), player.get("view")
    assert before[1]["closed"] is True
    assert player.error("undo", number=player.number())["reason"] == "closed"
    assert (player.get("record"), player.get("view")) == before
