"""Measure how many moves a second the server answers on one core.

The moves are real: every request is the next legal move of one of many matches
of all three games, found before the clock starts, and the server keeps each in
its file before it answers.  wrk sends them; where it is missing, a few Python threads
do, which are slower than the server and so measure themselves.

Alone: ``python -m benchmarks.server``.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from cardhouse import GAMES
from cardhouse.match import Match

Row = tuple[str, str, str]
OPTIONS: dict[str, dict[str, Any]] = {"boom": {"mode": "endless"}, "grid": {}, "crush": {}}
MATCHES = 750
"""So many that a match's next move is asked for long after its last one was answered."""
MOVES = 30_000
SECONDS = 5
RUNS = 3
CONNECTIONS = 16
SERVER_CORE, LOADER_CORE = 0, 1
JSON = {"Content-Type": "application/json"}
SCRIPT = """
local bodies, sent = {}, -1  -- the first is made to be looked at, not to be sent
for line in io.lines("MOVES") do bodies[#bodies + 1] = line end
local headers = {["Content-Type"] = "application/json"}
function request()
  sent = sent + 1
  return wrk.format("POST", "/api/play", headers, bodies[math.max(sent, 1)] or "no move is left")
end
function done(summary, latency)
  io.write(string.format(
    '\\n{"sent": %d, "seconds": %f, "p50": %f, "p99": %f, "failed": %d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout))
end
"""
"""What wrk does: one body after the other, and a line of figures at the end."""


class Figures(NamedTuple):
    """What was measured; times in milliseconds."""

    rate: float
    p50: float
    p99: float
    by: str


class Play(NamedTuple):
    """A match that waits for its moves."""

    match_id: str
    moves: list[str]


# -- the moves ----------------------------------------------------------------


def legal_moves(game: str, seed: int, most: int) -> Iterator[str]:
    """Play a random game; yield its moves."""
    match, luck = Match(GAMES[game], seed, OPTIONS[game]), random.Random(seed)
    rules = match.game.rules
    for _ in range(most):
        if match.outcome != "playing":
            return
        asked, s = match.game.prospects, match.state
        count = asked.prospects(s)
        i = luck.randrange(count)
        while not rules.is_legal(
            match.state, move := match.game.prospects.prospect(match.state, i % count)
        ):
            i += 1
        text = match.game.notation.move_text(move)
        match.play(text)
        yield text


def begun(port: int, games: Iterable[str]) -> list[Play]:
    """Begin the matches at the server, and find their moves."""
    asked = HTTPConnection("127.0.0.1", port)
    plays = []
    for seed in range(MATCHES):
        game = list(games)[seed % len(list(games))]
        body = {"game": game, "seed": seed, "options": OPTIONS[game]}
        asked.request("POST", "/api/new", json.dumps(body), JSON)
        match_id = json.load(asked.getresponse())["ok"]["match"]
        plays.append(Play(match_id, list(legal_moves(game, seed, MOVES // MATCHES))))
    asked.close()
    return plays


def bodies_of(plays: list[Play]) -> Iterator[str]:
    """Yield every request: the first move of each match, then the second of each."""
    for number in range(max(len(play.moves) for play in plays)):
        for match_id, moves in plays:
            if number < len(moves):
                yield json.dumps({"match": match_id, "move": moves[number], "number": number})


# -- the load -----------------------------------------------------------------


def by_wrk(port: int, plays: list[Play], folder: Path) -> Figures:
    """Send the moves with wrk."""
    bodies = list(bodies_of(plays))
    moves, script = folder / "moves", folder / "load.lua"
    moves.write_text("\n".join(bodies))
    script.write_text(SCRIPT.replace("MOVES", str(moves)))
    words = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s", str(script)]
    loader = subprocess.Popen(
        [*words, f"http://127.0.0.1:{port}"], stdout=subprocess.PIPE, text=True
    )
    os.sched_setaffinity(loader.pid, {LOADER_CORE})
    said = loader.communicate()[0]
    figures = json.loads(said.rstrip().rpartition("\n")[2])
    if figures["failed"] or figures["sent"] > len(bodies):
        raise RuntimeError(f"not every request was an accepted move: {figures}")
    return Figures(figures["sent"] / figures["seconds"], figures["p50"], figures["p99"], "wrk")


def by_threads(port: int, plays: list[Play]) -> Figures:
    """Send the moves from a few Python threads, each with its own matches."""
    start = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        shares = [plays[i::CONNECTIONS] for i in range(CONNECTIONS)]
        times = [
            took for share in threads.map(lambda s: timed_plays(port, s), shares) for took in share
        ]
    seconds = time.perf_counter() - start
    cuts = quantiles(times, n=100)
    return Figures(len(times) / seconds, cuts[49] * 1e3, cuts[98] * 1e3, "Python threads")


def timed_plays(port: int, plays: list[Play]) -> list[float]:
    """Send one share of the moves for some seconds; return how long each answer took."""
    asked, times = HTTPConnection("127.0.0.1", port), []
    end = time.perf_counter() + SECONDS
    for body in bodies_of(plays):
        start = time.perf_counter()
        if start > end:
            break
        asked.request("POST", "/api/play", body, JSON)
        answer = asked.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"a move was not accepted: {body}")
        times.append(time.perf_counter() - start)
    asked.close()
    return times


@contextmanager
def serving(data: Path, rate: int = 0) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server on one core, with its matches in a file; yield it and its port."""
    words = ["serve", "--no-browser", "--port", "0", "--rate", str(rate), "--data", str(data)]
    with subprocess.Popen(
        [sys.executable, "-m", "cardhouse", *words], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            os.sched_setaffinity(server.pid, {SERVER_CORE})
            assert server.stdout
            yield server, int(server.stdout.readline().split("/ ")[0].rpartition(":")[2])
        finally:
            server.terminate()


def measured(games: Iterable[str] = tuple(GAMES)) -> Figures:
    """Start a server on one core, load it, and return what was measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder / "matches.sqlite3") as (_, port):
            plays = begun(port, games)
            if shutil.which("wrk"):
                return by_wrk(port, plays, folder)
            return by_threads(port, plays)


def restart_seconds() -> float:
    """Kill a server (kill -9) that keeps many matches; return how long until one answers again."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "matches.sqlite3"
        with serving(data) as (server, port):
            timed_plays(port, begun(port, GAMES))
            server.kill()
        start = time.perf_counter()
        with serving(data) as (_, port):
            asked = HTTPConnection("127.0.0.1", port, timeout=30)
            asked.request("GET", "/healthz")
            assert asked.getresponse().status == 200
            seconds = time.perf_counter() - start
            asked.close()
    return seconds


def server_rows() -> list[Row]:
    """Return what the server does, as rows of the results: what, how much, the aim."""
    figures = sorted(measured() for _ in range(RUNS))[RUNS // 2]
    restart = max(restart_seconds() for _ in range(RUNS))
    what = f"on one core ({figures.by}, {CONNECTIONS} connections, median of {RUNS})"
    kept = f"{MATCHES} matches in play (longest of {RUNS})"
    return [
        (f"moves a second the server answers, {what}", f"{figures.rate:,.0f}", "1,000 or more"),
        ("half of its answers take at most", f"{figures.p50:.1f} ms", ""),
        ("99 of 100 answers take at most", f"{figures.p99:.1f} ms", "50 ms"),
        (f"from kill -9 to the first answer of the next, {kept}", f"{restart:.2f} s", "2 s"),
    ]


if __name__ == "__main__":
    for row in server_rows():
        print(*row, sep=" | ")
