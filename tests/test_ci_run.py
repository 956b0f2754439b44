"""`.ci/run` always ends, says where it stood, and leaves nothing behind."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

CI_RUN = Path(__file__).parents[1] / ".ci" / "run"
STUBBORN = """#!/bin/sh
mkdir -p build/running
{deed}
"""
DEAF = "(trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done) & echo $! > child"


@pytest.fixture
def room(tmp_path):
    """Return a function that runs it with a make of our own, in a folder of its own."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(CI_RUN, tmp_path / ".ci")
    (tmp_path / "build" / "running").mkdir(parents=True)
    (tmp_path / "build" / "running" / "gw7").write_text("of another day\n")

    def start(deed, **settings):
        make = tmp_path / "make"
        make.write_text(STUBBORN.format(deed=deed))
        make.chmod(0o755)
        path = f"{tmp_path}:{os.environ['PATH']}"
        return subprocess.Popen(
            [tmp_path / ".ci" / "run"],
            env=os.environ | {"PATH": path, "CI_PATIENCE": "1"} | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return start


def child_in(folder):
    """Return what the make of our own started, once it is there."""
    deadline = time.monotonic() + 30
    while not (folder / "child").exists() or not (folder / "child").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return int((folder / "child").read_text())


def is_there(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def test_it_ends_after_its_time_and_says_where_it_stood(tmp_path, room):
    deed = f"{DEAF}; echo tests/test_slow.py > build/running/gw0; wait"
    with room(deed, CI_SECONDS="2") as run:
        child = child_in(tmp_path)
        said, _ = run.communicate(timeout=60)
    assert run.returncode == 124
    assert "Not done after 2 seconds; these tests had begun last:\ntests/test_slow.py\n" in said
    assert "of another day" not in said
    assert not is_there(child)


def test_what_began_before_any_test_is_said_to_be_none(room):
    with room("sleep 60", CI_SECONDS="1") as run:
        said, _ = run.communicate(timeout=60)
    assert run.returncode == 124
    assert "these tests had begun last:\nnone\n" in said
    assert "sleep 60" in said


@pytest.mark.parametrize("code", [0, 2])
def test_it_ends_as_the_tests_end_and_leaves_nothing_of_them(tmp_path, room, code):
    with room(f"{DEAF}; exit {code}") as run:
        run.communicate(timeout=60)
    assert run.returncode == code
    assert not is_there(child_in(tmp_path))


def test_it_says_that_nothing_may_be_left_out(room):
    with room('echo "CI=$CI"', CI="") as run:
        said, _ = run.communicate(timeout=60)
    assert "CI=true\n" in said


def test_interrupted_it_ends_the_tests_too(tmp_path, room):
    with room(f"{DEAF}; wait") as run:
        child = child_in(tmp_path)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
    assert run.returncode == 130
    assert not is_there(child)
