"""A disk that is really full: nothing that was answered is lost; with room again, it goes on."""

import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, Reply

ROOM = 3 * 1024 * 1024
BALLAST = 2 * 1024 * 1024


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(disk)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a small disk cannot be mounted here: {error}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


class Player(threading.Thread):
    """Someone who plays until a move is refused."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house, self.number = house, 0
        options = {"picks": 0, "auto_freeze": False}
        self.match = house.get("new", game="grid", options=options)["match"]
        self.refused: Reply | None = None

    def play(self) -> Reply:
        reply = self.house.post("play", match=self.match, move="f 0 0", number=self.number)
        self.number += reply.status == 200
        return reply

    def run(self) -> None:
        while not self.refused:
            reply = self.play()
            self.refused = reply if reply.status != 200 else None


def test_a_full_disk_loses_nothing_and_is_left_behind(disk, tmp_path):
    house = House(disk)
    house.errors = tmp_path / "errors.txt"
    with house:
        ballast = disk / "ballast"
        ballast.write_bytes(b"." * BALLAST)
        players = [Player(house) for _ in range(3)]
        for player in players:
            player.start()
        for player in players:
            player.join()
            assert player.refused
            assert player.refused.status == 503, player.refused
            assert player.refused.json["error"]["reason"] == "not_kept"
        assert house.request("GET", "/healthz").status == 503
        assert [house.get("view", match=player.match)["number"] for player in players] == [
            player.number for player in players
        ]
        ballast.unlink()
        assert house.request("GET", "/healthz").status == 200
        for player in players:
            assert player.play().status == 200
        house.kill()
        house.start()
        for player in players:
            assert house.get("view", match=player.match)["number"] == player.number > 10
            assert player.play().status == 200
        assert house.errors.read_text() == ""
