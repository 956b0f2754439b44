"""What a store cannot keep is not done."""

import pytest

from cardhouse.table import Kept, NotKept, Table
from tests.table_kit import FullShelf, Player, Shelf, every_game


@every_game
def test_what_cannot_be_kept_is_not_done(game):
    store = FullShelf()
    table = Table(store)
    player = Player(game, table)
    for _ in range(3):
        player.play_next()
    before, move = player.get("view"), player.get("moves")["moves"][0]
    store.full = True
    assert player.error("play", move=move, number=3)["reason"] == "not_kept"
    assert player.get("view") == before
    assert player.error("undo", number=3)["reason"] == "not_kept"
    assert player.get("view") == before
    assert table.dispatch({"do": "new", "game": game})["error"]["reason"] == "not_kept"
    assert list(table._seats.live) == [player.match]
    store.full = False
    player.get("play", move=move, number=3)
    assert player.number() == 4


@every_game
def test_no_record_is_handed_out_that_the_store_does_not_know_of(game):
    store = FullShelf()
    player = Player(game, Table(store))
    player.play_out()
    store.full = True
    assert player.error("record")["reason"] == "not_kept"
    assert player.get("view")["closed"] is False
    store.full = False
    player.get("undo", number=player.number())


def test_a_move_that_was_kept_though_the_store_failed_is_there():
    class Liar(Shelf):
        def append(self, match_id: str, number: int, move: str, revision: int) -> None:
            super().append(match_id, number, move, revision)
            raise NotKept

    player = Player("boom", Table(Liar()))
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=0)["reason"] == "not_kept"
    again = player.get("play", move=move, number=0)
    assert again["view"] == player.get("view")["view"]
    assert player.number() == 1


def test_a_store_that_cannot_be_read_is_found_out():
    class Blind(Shelf):
        def load(self, match_id: str) -> Kept | None:
            raise NotKept

        def check(self) -> None:
            raise NotKept

    Table(Shelf()).check()
    Table().check()
    table = Table(Blind())
    with pytest.raises(NotKept):
        table.check()
    assert table.dispatch({"do": "view", "match": "x" * 22})["error"]["reason"] == "not_kept"
