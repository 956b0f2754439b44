"""A server takes so much memory and no more, however long it is played on."""

import json
import os
import random
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from benchmarks.live import OPTIONS, megabytes, most_moves, waits
from benchmarks.server import legal_moves

from cardhouse import GAMES
from cardhouse.match import Match
from cardhouse.table import Table
from cardhouse.table import seats as seats_module
from tests.server import house as house_module
from tests.server.house import JSON, House
from tests.table_kit import Player, every_game

MINUTES = 3
CLIENTS = 6
FEW_STATES = 1_500
"""So few are held that a server is full within the first minute."""
FEW = f"import cardhouse.table as t, sys; t.MOST_STATES = {FEW_STATES}; "
FEW += "from cardhouse.cli import main; sys.exit(main(sys.argv[1:]))"
LEFT_BEHIND, SLACK = 0.1, 1024
"""How much a full server may grow by a move, and by itself (KB): SQLite fills 2 MB of its own."""
HELD_MOVES, MOST_BYTES = 25, 1_100
"""How many moves a match has here, and how much memory each of them may take."""


# -- what a match takes -------------------------------------------------------


@every_game
def test_a_move_takes_about_a_kilobyte(game):
    moves = list(legal_moves(game, 3, HELD_MOVES))
    match = Match(GAMES[game], 3, OPTIONS[game])
    tracemalloc.start()
    try:
        for move in moves:
            match.play(move)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken <= MOST_BYTES * len(moves)


@every_game
def test_states_that_are_not_held_are_played_again_as_they_were(game):
    moves = list(legal_moves(game, 4, 30))
    match = Match(GAMES[game], 4, OPTIONS[game])
    states, views, told = [match.state], [match.view()], []
    for move in moves:
        told.append(match.play(move))
        states.append(match.state)
        views.append(match.view())
    assert match.states() == states
    assert [match.view_after(number) for number in range(len(views))] == views
    for since in range(len(moves)):
        steps = list(match.steps(since))
        assert [step["move"] for step in steps] == moves[since:]
        assert [step["events"] for step in steps] == told[since:]
        assert [step["view"] for step in steps] == views[since + 1 :]


@every_game
def test_a_match_that_is_taken_back_stands_where_it_stood(game):
    moves = list(legal_moves(game, 5, 24))
    match, luck = Match(GAMES[game], 5, OPTIONS[game]), random.Random(5)
    views, told = [match.view()], []
    for _ in range(30):
        while len(told) < len(moves) and match.outcome == "playing":
            move = moves[len(told)]
            again = match.look(move)["legal"]
            told.append(match.play(move if again else next(match.moves())))
            views.append(match.view())
        for _ in range(luck.randint(1, match.number)):
            match.undo()
            told.pop()
            views.pop()
            assert match.view() | {"undone": 0} == views[-1] | {"undone": 0}
            assert match.last_events() == (told[-1] if told else [])


def test_so_many_matches_are_in_memory_and_the_others_read_anew(monkeypatch):
    monkeypatch.setattr(seats_module, "MOST_LIVE", 5)
    table = Table()
    players = [Player("boom", table, seed) for seed in range(8)]
    assert len(table._seats.live) == 5
    for player in players:
        player.play_next()
        assert player.number() == 1
        assert len(table._seats.live) == 5


# -- a server that is played on -----------------------------------------------


class Guest:
    """Somebody who plays match after match, and asks whatever can be asked."""

    def __init__(self, port: int, number: int, end: float) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=30)
        self.luck = random.Random(number)
        self.end = end
        self.plays = 0

    def ask(self, verb: str, statuses: tuple[int, ...] = (200,), **facts: Any) -> Any:
        self.line.request("POST", f"/api/{verb}", json.dumps(facts), JSON)
        reply = self.line.getresponse()
        body = json.loads(reply.read())
        assert reply.status in statuses, body
        self.plays += verb == "play"
        return body.get("ok")

    def stay(self) -> None:
        while time.monotonic() < self.end:
            self.play_one()
            if self.luck.random() < 0.2:
                self.line.close()  # and come back
        self.line.close()

    def play_one(self) -> None:
        game, seed = self.luck.choice(list(GAMES)), self.luck.randrange(8)
        match = self.ask("new", game=game, seed=seed, options=OPTIONS[game])["match"]
        for number, move in enumerate(most_moves(game, seed)):
            if time.monotonic() > self.end:
                return
            self.ask("play", match=match, move=move, number=number)
            self.ask_more(match, move, number)
        if self.luck.random() < 0.7:  # else the match is left as it is
            self.finish(match)

    def ask_more(self, match: str, move: str, number: int) -> None:
        if self.luck.random() < 0.1:
            self.ask("undo", match=match, number=number + 1)
            self.ask("look", match=match, move=move)
            self.ask("play", match=match, move=move, number=number)
        if self.luck.random() < 0.05:
            self.ask("play", (409,), match=match, move="99", number=number + 1)
        if self.luck.random() < 0.03:
            self.ask("history", match=match)
            self.ask("moves", match=match)
        if self.luck.random() < 0.01:
            self.ask(self.luck.choice(("hint", "preview")), (200, 409), match=match)

    def finish(self, match: str) -> None:
        number = self.ask("view", match=match)["number"]
        self.ask("end", (200, 409), match=match, number=number)
        record = self.ask("record", match=match)["record"]
        self.ask("replay", record=record)


def played_on(house: House, seconds: float) -> Iterator[tuple[int, float]]:
    """Let guests play; yield how many moves they made, and the server's memory (MB)."""
    end = time.monotonic() + seconds
    guests = [Guest(house.port, number, end) for number in range(CLIENTS)]
    threads = [threading.Thread(target=guest.stay) for guest in guests]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        time.sleep(2)
        yield sum(guest.plays for guest in guests), megabytes(house._process.pid)
    for thread in threads:
        thread.join()


def few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [sys.executable, "-W", "error", "-c", FEW]
    monkeypatch.setattr(house_module, "COMMAND", words)


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it tells no memory")
@pytest.mark.timeout(600)
def test_a_full_server_takes_no_more_memory(tmp_path, monkeypatch):
    """What is held is bounded: once it is, a move leaves next to nothing behind."""
    few_states(monkeypatch)
    with House(tmp_path) as house:
        seen = list(played_on(house, MINUTES * 60))
    print(*(f"{plays}: {much:.1f}" for plays, much in seen))
    full = [(plays, much) for plays, much in seen if plays > 2 * FEW_STATES]
    third = len(full) // 3
    assert third > 5, "too few moves were made to tell"
    grown = median(much for _, much in full[-third:]) - median(much for _, much in full[:third])
    moves = median(plays for plays, _ in full[-third:]) - median(plays for plays, _ in full[:third])
    assert grown * 1024 <= LEFT_BEHIND * moves + SLACK, seen


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the server has a core alone")
@pytest.mark.timeout(900)
def test_ten_thousand_live_matches_keep_nobody_waiting():
    figures = waits()
    print(figures)
    assert figures.p99 <= 50, figures
    assert figures.full <= 250, figures
