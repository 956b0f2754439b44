"""Ctrl-C and worse, in a real process with real workers."""

import csv
import os
import pty
import re
import select
import signal
import subprocess
import time

import pytest

from cardhouse.lab.games import CHUNK, play
from cardhouse.lab.plan import Plan
from tests.lab import together
from tests.terminal.process import COMMAND, environment

pytestmark = together

PATIENCE = 90
MANY = 100_000_000
SOME_DONE = re.compile(rb"[1-9][0-9,]* of 100,000,000 games")


@pytest.fixture
def running(tmp_path):
    """A study of a hundred million games, of which some are played; errors go to a terminal."""
    ours, theirs = pty.openpty()
    words = ["lab", "simulate", "boom", "--games", str(MANY), "--workers", "2", "--out", "x.csv"]
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(COLUMNS="120"),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        wait_for(ours, SOME_DONE)
        yield process
    finally:
        process.kill()
        process.stdout.close()
        process.wait()
        os.close(ours)


def wait_for(terminal, wanted):
    """Read what a terminal shows until something is there."""
    seen, deadline = b"", time.monotonic() + PATIENCE
    while not wanted.search(seen):
        left = deadline - time.monotonic()
        assert left > 0, seen[-500:]
        if select.select([terminal], [], [], left)[0]:
            seen += os.read(terminal, 65_536)


@pytest.mark.parametrize("times", [1, 20])
def test_ctrl_c_keeps_whole_chunks_and_reports_them(running, tmp_path, times):
    for _ in range(times):
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers too
        time.sleep(0.01)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    text = out.decode()
    stopped = re.search(r"\nStopped after ([0-9,]+) games of 100,000,000\.\n$", text)
    count = int(stopped[1].replace(",", ""))
    assert count % CHUNK == 0
    assert f"games               {count:,}\n" in text
    with (tmp_path / "x.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in rows] == list(range(count))
    games = play(Plan("boom"), range(100))
    assert [int(row["score"]) for row in rows[:100]] == games.scores.tolist()
    assert list(tmp_path.iterdir()) == [tmp_path / "x.csv"]


def test_who_is_told_to_end_leaves_no_file_and_no_worker(running, tmp_path):
    running.terminate()
    out, _ = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (128 + signal.SIGTERM, b"")
    assert list(tmp_path.iterdir()) == []


def test_who_is_killed_leaves_no_file_and_no_worker(running, tmp_path):
    running.kill()
    out, _ = running.communicate(timeout=PATIENCE)  # its workers hold the other end too
    assert (running.returncode, out) == (-signal.SIGKILL, b"")
    assert list(tmp_path.iterdir()) == []
