"""How much memory a server takes with 10,000 live matches, and how fast it answers then.

Alone: ``python -m benchmarks.live``.
"""

import json
import random
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from benchmarks.page import Row
from benchmarks.server import JSON, OPTIONS, legal_moves, serving
from cardhouse import GAMES

MATCHES = 10_000
MOVES = 3
"""How many moves each has before the clock starts."""
SEEDS = 20
"""Matches of so many seeds a game."""
LONGEST = 60
"""As many moves of a seed are found."""
CONNECTIONS = 4
SAMPLE = 8_000
"""How many moves are timed, each in a match that nobody knows beforehand."""
MEMORY_AIM, WAIT_AIM = "250 MB", "50 ms"


class Figures(NamedTuple):
    """What was measured: the server's memory (MB) before and with all matches, and ms."""

    empty: float
    full: float
    p50: float
    p99: float


class Player:
    """Plays his share of the matches, one move at a time."""

    def __init__(self, port: int, number: int) -> None:
        self._asked = HTTPConnection("127.0.0.1", port, timeout=30)
        self._luck = random.Random(number)
        self._games: list[tuple[str, Iterator[str]]] = []
        self._numbers: dict[str, int] = {}

    def begin(self, seeds: range) -> None:
        """Begin a match a number, of one game after the other, and play its first moves."""
        for seed in seeds:
            game, kind = list(GAMES)[seed % len(GAMES)], seed % SEEDS
            begun = self._ask("new", game=game, seed=kind, options=OPTIONS[game])
            self._games.append((begun["match"], iter(most_moves(game, kind))))
            self._numbers[begun["match"]] = 0
        for match in self._games:
            for _ in range(MOVES):
                self._play(*match)

    def sample(self, plays: int) -> list[float]:
        """Play so many moves, each in any of the matches; return how long each took."""
        return [self._play(*self._luck.choice(self._games)) for _ in range(plays)]

    def leave(self) -> None:
        """Hang up."""
        self._asked.close()

    def _play(self, match: str, moves: Iterator[str]) -> float:
        facts = {"match": match, "move": next(moves), "number": self._numbers[match]}
        start = time.perf_counter()
        self._ask("play", **facts)
        self._numbers[match] += 1
        return time.perf_counter() - start

    def _ask(self, verb: str, **facts: Any) -> Any:
        self._asked.request("POST", f"/api/{verb}", json.dumps(facts), JSON)
        return json.load(self._asked.getresponse())["ok"]


@cache
def most_moves(game: str, seed: int) -> list[str]:
    """Return the first moves of a random game."""
    return list(legal_moves(game, seed, LONGEST))


def megabytes(process: int) -> float:
    """Return how much memory a process takes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def waits() -> Figures:
    """Begin the matches at a server, play on, and return what was measured."""
    with tempfile.TemporaryDirectory() as name, serving(Path(name) / "data") as (server, port):
        empty = megabytes(server.pid)
        players = [Player(port, number) for number in range(CONNECTIONS)]
        shares = [range(number, MATCHES, CONNECTIONS) for number in range(CONNECTIONS)]
        with ThreadPoolExecutor(CONNECTIONS) as threads:
            list(threads.map(Player.begin, players, shares))
            timed = threads.map(partial(Player.sample, plays=SAMPLE // CONNECTIONS), players)
            times = [took for share in timed for took in share]
        for player in players:
            player.leave()
        cuts = quantiles(times, n=100)
        return Figures(empty, megabytes(server.pid), cuts[49] * 1e3, cuts[98] * 1e3)


def live_rows() -> list[Row]:
    """Return what was measured, as rows of the results: what, how much, the aim."""
    figures = waits()
    what = f"with {MATCHES:,} live matches"
    return [
        (f"memory of the server {what}", f"{figures.full:.0f} MB", MEMORY_AIM),
        (f"99 of 100 moves {what} take at most", f"{figures.p99:.1f} ms", WAIT_AIM),
    ]


if __name__ == "__main__":
    for row in live_rows():
        print(*row, sep=" | ")
