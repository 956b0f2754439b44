"""Several at one table at once."""

import threading
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import ANY

import pytest

import cardhouse
from cardhouse.table import Table
from tests.table_kit import Player, every_game


class Crowd:
    """Some who ask, and some who play and take back, all on the same few matches."""

    SECONDS = 3
    MOST_MOVES = 12

    def __init__(self, game: str) -> None:
        self.game = game
        table = Table(most_states=40)
        self.players = [Player(game, table, seed) for seed in range(3)]
        self.wrong: list[BaseException] = []
        self.over = threading.Event()

    def run(self) -> None:
        doings = (self.ask, self.ask, self.play, self.play)
        threads = [
            threading.Thread(target=self.go_on, args=(do, Random(seed)))
            for seed, do in enumerate(doings)
        ]
        for thread in threads:
            thread.start()
        self.over.wait(self.SECONDS)
        self.over.set()
        for thread in threads:
            thread.join()
        assert self.wrong == []

    def go_on(self, do: Callable[[Random], None], luck: Random) -> None:
        try:
            while not self.over.is_set():
                do(luck)
        except BaseException as error:
            self.wrong.append(error)
            self.over.set()

    def ask(self, luck: Random) -> None:
        seed = luck.randrange(len(self.players))
        told = self.players[seed].get("history")
        match = cardhouse.new(self.game, seed=seed)
        assert len(told["steps"]) == told["number"]
        moves = [step["move"] for step in told["steps"]]
        views = [told["view"], *(step["view"] for step in told["steps"])]
        for number in match.retrace(moves, undos_in(views)):
            assert match.view() | {"hints": ANY} == views[number]
            if number:
                assert match.last_events() == told["steps"][number - 1]["events"]
        self.players[seed].ask(luck.choice(("hint", "preview", "moves")))

    def play(self, luck: Random) -> None:
        player = luck.choice(self.players)
        number, moves = player.number(), player.get("moves")["moves"]
        if number > self.MOST_MOVES or not moves:
            answer = player.ask("undo", number=number)
        else:
            answer = player.ask("play", move=luck.choice(moves), number=number)
        assert "bad_request" not in str(answer)


def undos_in(views: list[dict[str, Any]]) -> list[int]:
    """Return after how many moves chance got a new key, as the views of a history tell."""
    known = [view["undone"] for view in views]
    return [i for i, undone in enumerate(known) for _ in range(undone - (known[i - 1] if i else 0))]


@every_game
@pytest.mark.usefixtures("short_previews")
def test_questions_asked_while_others_play_are_answered_of_one_moment(game):
    Crowd(game).run()
