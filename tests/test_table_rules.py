"""Kept under some rules, opened under others: no match goes on so, and none is lost."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, RecordError
from cardhouse.record import rules_digest
from cardhouse.table import Memory, Store, Table
from tests.table_kit import MATCH_VERBS, Player, Shelf, every_game


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Let every table that is opened from now on have other rules."""

    def change() -> None:
        monkeypatch.setattr("cardhouse.table.kept.rules_digest", lambda _: "of other rules")

    return change


def kept(store: Store, game: str) -> tuple[Player, Any]:
    """Play a little, and stop the program."""
    player = Player(game, Table(store), seed=2**127 + 1)
    for _ in range(3):
        player.play_next()
    moves = [step["move"] for step in player.get("history")["steps"]]
    player.table = Table(store)
    return player, moves


@every_game
@pytest.mark.parametrize("store", [Shelf, Memory])
def test_a_match_goes_on_under_the_same_rules_alone(game, store, other_rules):
    player, _ = kept(store(), game)
    assert player.number() == 3
    player, _ = kept(player.table._seats.store, game)
    other_rules()
    for verb in MATCH_VERBS:
        if verb != "record":
            error = player.error(verb, move="", number=3)
            assert error["reason"] == "other_rules"
            assert error["message"].startswith("The match was begun under other rules")


@every_game
@pytest.mark.parametrize("ended", [False, True])
def test_a_match_of_other_rules_stays_readable(game, ended, other_rules):
    player, moves = kept(Shelf(), game)
    if ended:
        player.get("end", number=3)
    digest = rules_digest(GAMES[game])
    player.table = Table(player.table._seats.store)
    other_rules()
    lines = player.get("record")["record"].splitlines()
    assert lines[:3] == [
        "cardhouse-record 2",
        f"game {game}",
        f"rules {GAMES[game].version} {digest}",
    ]
    assert f"seed {2**127 + 1}" in lines
    (options,) = [line for line in lines if line.startswith("options ")]
    assert json.loads(options.partition(" ")[2]) == GAMES[game].read_options({})
    played = [f"{number} {move}" for number, move in enumerate(moves, 1)]
    assert lines[lines.index("moves") + 1 :] == [*played, *["end"] * ended, "unproven"]


@every_game
def test_its_record_cannot_be_verified(game):
    store = Shelf()
    player, _ = kept(store, game)
    for changed in ({"rules": 0}, {"digest": "0123456789abcdef"}, {"digest": None}):
        start = json.loads(store.starts[player.match]) | changed
        store.starts[player.match] = json.dumps(start)
        player.table = Table(store)
        check_unverifiable(player.get("record")["record"])


@every_game
def test_its_record_cannot_be_verified_under_its_own_rules_either(game, monkeypatch):
    """It says no scores, so there is nothing to hold the game to; that does not make it false."""
    player, _ = kept(Shelf(), game)
    with monkeypatch.context() as patch:
        patch.setattr("cardhouse.table.kept.rules_digest", lambda _: "of other rules")
        record = player.get("record")["record"]
    assert f" {rules_digest(GAMES[game])}\n" in record
    check_unverifiable(record)
    assert player.error("replay", record=record)["reason"] == "cannot_verify"


def check_unverifiable(record: str) -> None:
    with pytest.raises(RecordError) as error:
        cardhouse.replay(record)
    assert error.value.reason == "cannot_verify"


@pytest.mark.parametrize("changed", [{"rules": 0}, {"game": "chess"}, {"digest": "0" * 16}])
def test_other_rules_are_told_by_version_game_and_digest(changed):
    store = Shelf()
    player, _ = kept(store, "boom")
    store.starts[player.match] = json.dumps(json.loads(store.starts[player.match]) | changed)
    player.table = Table(store)
    assert player.error("view")["reason"] == "other_rules"
    assert "\nmoves\n1 " in player.get("record")["record"]


def test_rules_that_nobody_wrote_down_are_others():
    """A file of an earlier version says no digest; what its rules were, nobody knows."""
    store = Shelf()
    player, _ = kept(store, "boom")
    start = json.loads(store.starts[player.match])
    del start["digest"]
    store.starts[player.match] = json.dumps(start)
    player.table = Table(store)
    assert player.error("view")["reason"] == "other_rules"
    assert "rules 2 unknown\n" in player.get("record")["record"]


def test_who_has_read_the_seed_plays_no_more(monkeypatch):
    """Not even when the rules are those of the match again."""
    player, _ = kept(Shelf(), "boom")
    with monkeypatch.context() as patch:
        patch.setattr("cardhouse.table.kept.rules_digest", lambda _: "of other rules")
        player.get("record")
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=3)["reason"] == "closed"
    assert player.error("undo", number=3)["reason"] == "closed"
    assert player.number() == 3
