"""How long players wait while one client asks for all that its rate allows."""

import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any

import cardhouse
from benchmarks.page import Row
from benchmarks.server import JSON, OPTIONS, legal_moves, serving
from cardhouse.server.requests import MOST_BYTES
from cardhouse.server.settings import RATE
from cardhouse.table import MOST_STEPS

SECONDS = 12
"""For how long is measured."""
PLAYERS = 4
PAUSE = 0.05
"""How many others play, and how long each thinks about a move, in seconds."""
AIM = "50 ms"


class Client:
    """Somebody with an address of his own."""

    def __init__(self, port: int, number: int) -> None:
        self._asked = HTTPConnection(
            "127.0.0.1", port, timeout=30, source_address=(f"127.0.1.{number}", 0)
        )

    def ask(self, verb: str, **facts: Any) -> tuple[int, bytes]:
        """Ask, and return the status and the body."""
        self._asked.request("POST", f"/api/{verb}", json.dumps(facts), JSON)
        answer = self._asked.getresponse()
        return answer.status, answer.read()

    def close(self) -> None:
        """Leave; who asks again comes back: the server closes what was silent for some seconds."""
        self._asked.close()

    def insist(self, verb: str, **facts: Any) -> bytes:
        """Ask until it is answered: whoever asks too often waits."""
        while (said := self.ask(verb, **facts))[0] == 429:
            time.sleep(0.01)
        if said[0] != 200:
            raise RuntimeError(f"{verb} was refused: {said}")
        return said[1]


def longest_record() -> str:
    """Return a record of Poker Boom that is as long as the server reads."""
    match = cardhouse.new("boom", seed=1, mode="endless")
    for move in legal_moves("boom", 1, 10_000):
        match.play(move)
        if not match.number % 50 and len(match.record()) > MOST_BYTES - 4_000:
            break
    return match.record()


def play_on(port: int, number: int, end: float, times: list[float]) -> None:
    """Play at a human's pace until *end*, and note how long each answer took."""
    seed = number
    with closing(Client(port, number)) as player:
        while time.perf_counter() < end:
            times.extend(moves_played(player, seed, end))
            seed += PLAYERS


def moves_played(player: Client, seed: int, end: float) -> Iterator[float]:
    """Play one match until *end*; yield how long each answer took."""
    match_id = json.loads(player.insist("new", game="crush", seed=seed))["ok"]["match"]
    for number, move in enumerate(legal_moves("crush", seed, 400)):
        time.sleep(PAUSE)
        start = time.perf_counter()
        player.insist("play", match=match_id, move=move, number=number)
        yield time.perf_counter() - start
        if start > end:
            return


def others_p99(port: int, greed: Callable[[], Any]) -> float:
    """Return what 99 of 100 answers to others take at most (ms)."""
    end, times = time.perf_counter() + SECONDS, list[float]()
    players = [
        threading.Thread(target=play_on, args=(port, 2 + number, end, times))
        for number in range(PLAYERS)
    ]
    for player in players:
        player.start()
    while time.perf_counter() < end:
        greed()
    for player in players:
        player.join()
    return quantiles(times, n=100)[98] * 1e3


def waits() -> Iterator[tuple[str, float]]:
    """Measure it; yield what one client asks for all the time, and what others wait for (ms)."""
    record = longest_record()
    with (
        tempfile.TemporaryDirectory() as name,
        serving(Path(name) / "data", RATE) as (_, port),
        closing(Client(port, 1)) as greedy,
    ):
        asked = greedy.insist("new", game="boom", seed=1, options=OPTIONS["boom"])
        match_id = json.loads(asked)["ok"]["match"]
        moves = cardhouse.replay(record).played
        for number, move in enumerate(moves):
            greedy.insist("play", match=match_id, move=move, number=number)
        since = len(moves) - MOST_STEPS
        greeds: dict[str, Callable[[], Any]] = {
            "nothing": lambda: time.sleep(PAUSE),
            "the longest replay": lambda: greedy.insist("replay", record=record, since=since),
            "the longest history": lambda: greedy.insist("history", match=match_id, since=since),
        }
        for words, greed in greeds.items():
            greedy.close()
            yield words, others_p99(port, greed)


def neighbour_rows() -> list[Row]:
    """Return what others wait for, as rows of the results: what, how much, the aim."""
    return [
        (f"99 of 100 answers while one client asks for {words}", f"{wait:.1f} ms", AIM)
        for words, wait in waits()
    ]


if __name__ == "__main__":
    for row in neighbour_rows():
        print(*row, sep=" | ")
