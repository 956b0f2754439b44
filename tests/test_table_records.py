"""Records and histories that the table hands out."""

from functools import partial

import pytest

import cardhouse
from cardhouse import GAMES
from tests.games import KITS
from tests.table_kit import Player, every_game, every_setting

# -- records ------------------------------------------------------------------


@every_game
def test_a_record_is_refused_while_the_match_runs(game):
    player = Player(game)
    for _ in range(3):
        assert player.error("record")["reason"] == "running"
        player.play_next()


@every_game
def test_replay_gives_every_view_and_event(game):
    player = Player(game)
    steps = player.play_out()
    record = player.get("record")["record"]
    about = {"game": game, "placed": False, "options": GAMES[game].read_options({})}
    views = [player.first, *(step["view"] for step in steps)]
    for since in (0, len(steps) // 2, len(steps)):
        answer = player.get("replay", record=record, since=since)
        page = {"number": len(steps), "since": since, "view": views[since]}
        assert answer == about | page | {"steps": steps[since : since + 200]}


@every_game
def test_replay_names_the_first_bad_move(game):
    player = Player(game)
    player.play_out()
    lines = player.get("record")["record"].splitlines()
    (second,) = [line for line in lines if line.startswith("2 ")]
    lines[lines.index(second)] += "0"
    error = player.error("replay", record="\n".join(lines))
    assert (error["reason"], error["move"]) == ("false", 2)
    assert "Move 2" in error["message"]
    error = player.error("replay", record="cardhouse-record 99\nmoves\n")
    assert (error["reason"], error["move"]) == ("cannot_verify", None)


def test_a_long_replay_is_told_in_parts():
    match = cardhouse.new("grid", seed=1, picks=0, auto_freeze=False)
    moves = [f"f {number // 2 % 5} 0" for number in range(450)]
    for move in moves:
        match.play(move)
    told = told_in_parts(partial(Player("grid").get, "replay", record=match.record()))
    assert told == moves


@pytest.mark.parametrize("since", [451, -1, 1.0, "1", None, True])
def test_a_replay_begins_within_its_record(since):
    record = cardhouse.new("crush", seed=1).record()
    assert Player("crush").error("replay", record=record, since=since)["reason"] == "bad_request"


def told_in_parts(ask):
    """Return all moves, told by as many questions as it takes."""
    moves, number = [], 1
    while len(moves) < number:
        told = ask(since=len(moves))
        assert 0 < len(told["steps"]) <= 200
        moves += [step["move"] for step in told["steps"]]
        number = told["number"]
    return moves


# -- history ------------------------------------------------------------------


@every_setting
def test_the_history_is_what_was_answered(game, name):
    player = Player(game, **KITS[game].settings[name].options)
    steps = player.play_out(most=60)
    views = [player.first, *(step["view"] for step in steps)]
    whole = player.get("history")
    assert whole == {"number": len(steps), "since": 0, "view": views[0], "steps": steps[:200]}
    for since in (0, 1, len(steps) // 2, len(steps) - 1, len(steps)):
        told = player.get("history", since=since)
        assert (told["since"], told["view"]) == (since, views[since])
        assert told["steps"] == steps[since : since + 200]


def test_a_long_history_is_told_in_parts():
    player = Player("grid", picks=0, auto_freeze=False)
    moves = [f"f {number // 2 % 5} 0" for number in range(450)]
    for number, move in enumerate(moves):
        player.get("play", move=move, number=number)
    assert told_in_parts(partial(player.get, "history")) == moves


@every_game
def test_a_history_begins_where_the_match_has_been(game):
    player = Player(game)
    player.play_next()
    error = player.error("history", since=2)
    assert (error["reason"], error["number"]) == ("out_of_turn", 1)
    for since in (-1, 1.0, "1", None, True, [1]):
        assert player.error("history", since=since)["reason"] == "bad_request"


@every_game
def test_a_history_does_not_change_with_the_match(game):
    """What was shown once stays so, whatever is undone and played after it."""
    match = cardhouse.new(game, seed=7)
    for _ in range(4):
        match.play(next(match.moves()))
    before, seen = match.snapshot(), list(match.steps())
    for _ in range(3):
        match.undo()
    *_, move = match.moves()
    match.play(move)
    assert list(before.steps()) == seen
    assert before.number == 4
    assert before.view() == seen[-1]["view"]
