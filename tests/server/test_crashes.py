"""Killed at any moment (kill -9): no move that was answered is lost, and the file is whole."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.games.words import SPOKEN
from tests.server.house import House, ask

CLIENTS = 4
MOST_SECONDS = 30
"""Far more than a start takes (under 2 s): tests run beside each other, and are not timed."""


class Client(threading.Thread):
    """Someone who plays one match after the other until the server is gone."""

    def __init__(self, house: House, seed: int) -> None:
        super().__init__()
        self.house, self.luck = house, Random(seed)
        self.matches: dict[str, cardhouse.Match] = {}
        """Every match, as far as the server has answered."""
        self.hanging: dict[str, str] = {}
        """What was asked of a match, and not answered."""
        self.wrong: list[BaseException] = []

    def run(self) -> None:
        line = HTTPConnection("127.0.0.1", self.house.port, timeout=30)
        try:
            while True:
                self.play(line)
        except (OSError, HTTPException):
            pass  # the server was killed
        except BaseException as error:
            self.wrong.append(error)
        finally:
            line.close()

    def play(self, line: HTTPConnection) -> None:
        game, seed = self.luck.choice(list(GAMES)), self.luck.randrange(1_000)
        match_id = ask(line, "new", game=game, seed=seed)["match"]
        match = self.matches[match_id] = cardhouse.new(game, seed=seed)
        match.words = SPOKEN
        for _ in range(self.luck.randrange(5, 40)):
            if match.outcome != "playing":
                break
            if match.number and self.luck.random() < 0.1:
                self.hanging[match_id] = "undo"
                ask(line, "undo", match=match_id, number=match.number)
                match.undo()
            else:
                move = self.hanging[match_id] = next(some_moves(match, self.luck))
                ask(line, "play", match=match_id, move=move, number=match.number)
                match.play(move)
            del self.hanging[match_id]

    def check(self, house: House) -> int:
        """See that a server has all that was answered; return how many moves that is."""
        assert self.wrong == []
        line = HTTPConnection("127.0.0.1", house.port, timeout=30)
        for match_id, match in self.matches.items():
            told = ask(line, "history", match=match_id)
            moves = [step["move"] for step in told["steps"]]
            assert moves in self.possible(match_id)
            if moves == match.played:
                assert told["steps"] == list(match.steps())
                assert ask(line, "view", match=match_id)["view"] == match.view()
        line.close()
        return sum(match.number for match in self.matches.values())

    def possible(self, match_id: str) -> list[list[str]]:
        """Return what may have been played: all that was answered, and what hung in the air."""
        played = self.matches[match_id].played
        hanging = self.hanging.get(match_id)
        if hanging is None:
            return [played]
        return [played, played[:-1] if hanging == "undo" else [*played, hanging]]


def some_moves(match: cardhouse.Match, luck: Random) -> Iterator[str]:
    """Yield legal moves, wherever the luck begins."""
    rules, s = match.game.rules, match.state
    count = match.game.prospects.prospects(s)
    first = luck.randrange(count)
    for i in range(first, first + count):
        move = match.game.prospects.prospect(s, i % count)
        if rules.is_legal(s, move):
            yield match.game.notation.move_text(move)


def kill_under_load(house: House, seed: int) -> int:
    """Load a server, kill it, start it again; return how many moves were found again."""
    clients = [Client(house, CLIENTS * seed + i) for i in range(CLIENTS)]
    for client in clients:
        client.start()
    time.sleep(Random(seed).uniform(0.1, 1.5))
    house.kill()
    for client in clients:
        client.join()
    assert integrity(house.data) == "ok"
    house.start()
    assert house.seconds < MOST_SECONDS
    return sum(client.check(house) for client in clients)


def integrity(data: Path) -> str:
    """Return what SQLite says of a copy of a file, as it was left."""
    copy = data.with_name("copy.sqlite3")
    for suffix in ("", "-wal"):
        left = data.with_name(data.name + suffix)
        copy.with_name(copy.name + suffix).write_bytes(left.read_bytes() if left.exists() else b"")
    file = sqlite3.connect(copy)
    said: str = file.execute("PRAGMA integrity_check").fetchone()[0]
    file.close()
    for path in copy.parent.glob(f"{copy.name}*"):
        path.unlink()
    return said


def kill_often(folder: Path, rounds: range) -> None:
    with House(folder) as house:
        found = [kill_under_load(house, seed) for seed in rounds]
        assert house.errors.read_text() == ""
    assert sum(found) > 10 * len(rounds)
    print(f"{sum(found)} moves in {len(rounds)} rounds; the last start took {house.seconds:.2f} s")


def test_killed_at_any_moment_it_has_every_move_that_was_answered(tmp_path):
    kill_often(tmp_path, range(5))


@pytest.mark.soak
def test_killed_very_often_it_has_every_move_that_was_answered(tmp_path):
    kill_often(tmp_path, range(5, 55))


class Sitting:
    """A match at a server, and the same one here."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.match = house.get("new", game=game, seed=5)["match"]
        self.same = cardhouse.new(game, seed=5)
        self.same.words = SPOKEN

    def play(self, number: int) -> None:
        self.move = next(some_moves(self.same, Random(number)))
        self.played = self._ask("play", move=self.move, number=number)
        expected = {"events": self.same.play(self.move), "view": self.same.view()}
        assert self.played == expected | {"revision": number + 1}

    def play_again(self, number: int) -> None:
        assert self._ask("play", move=self.move, number=number) == self.played

    def take_back(self) -> None:
        self.taken = self._ask("undo", number=4, revision=4)

    def take_back_again(self) -> None:
        assert self._ask("view")["number"] == 3
        assert self._ask("undo", number=4, revision=4) == self.taken
        facts = {"match": self.match, "move": self.move, "number": 3, "revision": 3}
        late = self.house.post("play", **facts)
        assert (late.status, late.json["error"]["revision"]) == (409, 5)
        assert self._ask("view")["number"] == 3

    def _ask(self, verb: str, **facts: Any) -> Any:
        return self.house.get(verb, match=self.match, **facts)


def test_matches_of_every_game_go_on_after_a_restart(tmp_path):
    with House(tmp_path) as house:
        sittings = [Sitting(house, game) for game in GAMES]
        for number in range(4):
            for sitting in sittings:
                sitting.play(number)
            house.kill() if number % 2 else house.stop()
            house.start()
            for sitting in sittings:
                sitting.play_again(number)
        for sitting in sittings:
            sitting.take_back()
        house.kill()
        house.start()
        for sitting in sittings:
            sitting.take_back_again()


def test_a_closed_match_stays_closed_after_a_restart(tmp_path):
    with House(tmp_path) as house:
        match = house.get("new", game="grid", seed=5, options={"picks": 0})["match"]
        while (seen := house.get("view", match=match))["view"]["outcome"] == "playing":
            house.get("play", match=match, move="s", number=seen["number"])
        record = house.get("record", match=match)
        house.kill()
        house.start()
        assert house.get("view", match=match)["closed"] is True
        assert house.get("record", match=match) == record
        refused = house.post("undo", match=match, number=seen["number"])
        assert (refused.status, refused.json["error"]["reason"]) == (409, "closed")
