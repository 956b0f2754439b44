"""A table over a store goes on with what was kept, and forgets what expired."""

import json
import time

import pytest

import cardhouse
from cardhouse.table import Kept, Memory, Table
from cardhouse.table import seats as seats_module
from tests.games import KITS
from tests.table_kit import (
    MATCH_VERBS,
    CountedShelf,
    Player,
    Shelf,
    every_game,
    every_setting,
    viewed,
)


@every_setting
def test_another_table_over_the_same_store_goes_on_with_the_match(game, name):
    store = Shelf()
    player = Player(game, Table(store), "♠\ud800", **KITS[game].settings[name].options)
    for _ in range(4):
        player.play_next()
    player.get("undo", number=4)
    before = player.get("view")
    player.table = Table(store)
    assert player.get("view") == before
    assert player.get("undo", number=4) == {"view": before["view"], "revision": 5}
    last = player.play_next()
    move = store.moves[player.match][-1]
    player.table = Table(store)
    assert player.get("play", move=move, number=3) == last
    assert player.number() == 4


@every_game
def test_a_store_that_is_still_empty_is_used(game):
    store = CountedShelf()
    player = Player(game, Table(store))
    assert list(store.starts) == [player.match]


@every_game
def test_a_store_keeps_moves_as_they_are_written(game):
    store = Shelf()
    player = Player(game, Table(store))
    move = player.get("moves")["moves"][0]
    player.get("play", move=f"  {move}\n", number=0)
    assert store.moves[player.match] == [move]


@every_game
def test_an_ended_match_has_its_record_at_another_table(game):
    store = Shelf()
    player = Player(game, Table(store))
    player.play_out()
    record = player.get("record")
    player.table = Table(store)
    assert player.get("record") == record


@every_game
def test_a_match_stays_closed_at_another_table(game):
    store = Shelf()
    player = Player(game, Table(store))
    player.play_out()
    player.get("record")
    player.table = Table(store)
    assert player.get("view")["closed"] is True
    assert player.error("undo", number=player.number())["reason"] == "closed"


def check_states_counted(table: Table) -> None:
    seats = table._seats
    assert seats.states == sum(seat.match.weight for seat in seats.live.values())


@every_game
@pytest.mark.parametrize("store", [Shelf, None])
def test_matches_that_nobody_used_for_longest_are_read_anew(game, store):
    table = Table(store and store(), most_states=10)
    players = [Player(game, table, seed) for seed in range(5)]
    for number in range(6):
        for player in players:
            assert player.number() == number
            player.play_next()
            check_states_counted(table)
            assert table._seats.states <= 10 or len(table._seats.live) == 1
    for seed, player in enumerate(players):
        match = cardhouse.new(game, seed=seed)
        for _ in range(6):
            match.play(next(match.moves()))
        assert player.get("view") == viewed(match)
        match.undo()
        assert player.get("undo", number=6)["view"] == match.view()
        check_states_counted(table)


def test_a_match_read_while_another_thread_reads_it_is_held_once(monkeypatch):
    store = Shelf()
    table = Table(store)
    player = Player("boom", table)
    player.play_next()
    table._seats.leave(player.match)
    resumed = seats_module.resumed

    def slowly(kept: Kept) -> cardhouse.Match:
        """Let another thread read the match and play on, in the middle of reading it."""
        monkeypatch.setattr(seats_module, "resumed", resumed)
        player.play_next()
        return resumed(kept)

    monkeypatch.setattr(seats_module, "resumed", slowly)
    assert player.number() == 2
    assert len(store.moves[player.match]) == 2


@pytest.mark.parametrize(
    "changed",
    [
        *({"options": {"level": 99}}, {"options": None}, {"options": []}, {"seed": -1}),
        *({"seed": None}, {"seed": 1.5}, {"seed": 2**256}, {"game": 3}, {"rules": "1"}, None),
    ],
)
def test_a_match_that_cannot_have_begun_so_is_damaged(changed):
    store = Shelf()
    player = Player("boom", Table(store))
    start = json.loads(store.starts[player.match])
    store.starts[player.match] = json.dumps(changed and start | changed)
    player.table = Table(store)
    assert player.error("view")["reason"] == "damaged"


@pytest.mark.parametrize("move", ["", "x", "9,9 9,9 9,9 9,9 9,9", b"\xff", None])
def test_a_match_that_cannot_have_gone_so_is_damaged(move):
    store = Shelf()
    player = Player("boom", Table(store))
    store.moves[player.match] = [move]
    player.table = Table(store)
    for verb in MATCH_VERBS:
        error = player.error(verb, move="", number=0)
        assert error["reason"] == "damaged"
        assert "again" not in error["message"]


def test_a_match_in_use_is_touched_now_and_then(monkeypatch):
    store = Shelf()
    player = Player("boom", Table(store))
    player.play_next()
    assert store.touches == []
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 4_000)
    player.play_next()
    assert store.touches == [player.match]


@pytest.mark.parametrize("store", [Shelf, Memory])
def test_an_expired_match_is_unknown(store):
    table = Table(store())
    player = Player("grid", table)
    assert table.expire(-1) == 1
    assert player.error("view")["reason"] == "unknown_match"
    assert (table._seats.states, len(table._seats.live)) == (0, 0)
    assert table.expire(-1) == 0


@pytest.mark.parametrize("used", [0, 1])
def test_matches_give_way_when_there_are_too_many(used, monkeypatch):
    """Those that nobody used for longest go, and are unknown."""
    table = Table(Memory(most_matches=3))
    players = [Player("grid", table, seed) for seed in range(3)]
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 4_000)
    players[used].play_next()
    players.append(Player("grid", table))
    gone = [player for player in players if player.ask("view").get("error")]
    assert gone == [players[1 - used]]
    assert gone[0].error("view")["reason"] == "unknown_match"
    check_states_counted(table)


def test_a_match_in_use_does_not_expire():
    table = Table()
    player = Player("grid", table)
    assert table.expire(60) == 0
    player.play_next()
