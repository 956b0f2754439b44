"""Stopped while it forgets, reads and keeps matches, a server leaves quietly, with exit code 0."""

import subprocess
import sys
import threading
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.server.house import House
from tests.server.stopping import fill

IDLE = 60_000
"""More matches than are forgotten before the stop."""


def test_stopped_while_its_threads_are_busy(tmp_path):
    """Twenty times in one process, which would die of a closed file."""
    data = tmp_path / "matches.sqlite3"
    fill(data, IDLE)
    command = [sys.executable, "-W", "error", "-m", "tests.server.stopping", data, "20"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == "20"


class Client(threading.Thread):
    """Someone who begins matches and moves until the server is gone."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house, self.begun = house, threading.Event()

    def run(self) -> None:
        try:
            while True:
                begun = self.house.post("new", game="grid", options={"picks": 0})
                match = begun.json.get("ok", {}).get("match")
                self.house.post("play", match=match, move="s", number=0)
                self.begun.set()
        except (OSError, HTTPException):
            self.begun.set()  # the server is gone


def stop_often(folder: Path, times: int) -> None:
    house = House(folder)
    fill(house.data, IDLE)
    for _ in range(times):
        house.start()
        clients = [Client(house) for _ in range(2)]
        for client in clients:
            client.start()
        for client in clients:
            assert client.begun.wait(60)
        assert house.stop() == 0
        for client in clients:
            client.join()
    assert house.errors.read_text() == ""


def test_stopped_under_load_it_leaves_quietly(tmp_path):
    stop_often(tmp_path, 3)


@pytest.mark.soak
def test_stopped_very_often_it_leaves_quietly(tmp_path):
    stop_often(tmp_path, 20)
