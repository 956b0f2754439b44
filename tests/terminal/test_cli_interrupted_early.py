"""Ctrl-C at any moment of a command's first half second leaves no traceback of ours.

What Python does before the package is its own: interrupted there, it may print one, and
even go on as if nothing had been.
"""

import re
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from cardhouse.server.store import SqliteStore
from tests.terminal.cli_kit import FINE, INTERRUPTED, PLAY, WRONG, done
from tests.terminal.process import COMMAND, environment

PATIENCE = 20
"""For how many seconds a command may go on; one that no Ctrl-C reached would serve for ever."""
HALF_A_SECOND = 500
COMMANDS = [
    (),
    ("--version",),
    ("play", "--help"),
    ("levels",),
    ("jokers",),
    ("verify", "game.rec"),
    ("replay", "game.rec"),
    PLAY,
    ("lab", "simulate", "crush", "--set", "NOPE=1"),  # loads what compiles, and is then refused
    ("lab", "levels", "--games", "2"),
    ("backup", "copy.db", "--data", "matches.db", "--replace"),
    ("serve", "--no-browser", "--port", "0", "--data", "matches.db"),
]
ENDED = (FINE, WRONG, INTERRUPTED, -signal.SIGINT)
"""How a command may end: done, refused or interrupted; by the signal is 130 to a shell, too."""
OUR_FRAME = re.compile(r'File ".*/src/cardhouse/')
"""A line of a traceback that was in our code; a checkout may have our name, too."""


def interrupt(words, milliseconds, cwd, before=signal.SIG_DFL):
    """Interrupt a command so long after its start; return how it ended and what it wrote."""
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, before),  # noqa: PLW1509
    ) as process:
        time.sleep(milliseconds / 1000)
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        process.kill()
        _, err = process.communicate()
    return process.returncode, err.decode()


def is_pythons_own(err):
    """Return whether Python was interrupted before it had come to us."""
    return not OUR_FRAME.search(err) and ("Traceback" in err or "Fatal Python error" in err)


def check(words, milliseconds, cwd):
    code, err = interrupt(words, milliseconds, cwd)
    if not is_pythons_own(err):
        assert "Traceback" not in err, (milliseconds, err)
        assert "Exception ignored" not in err, (milliseconds, err)
        assert code in ENDED, (milliseconds, code, err)


@pytest.mark.parametrize("words", COMMANDS[1:8:3], ids=" ".join)
def test_an_early_interrupt_leaves_no_traceback(record, words):
    for milliseconds in range(15, 135, 10):
        check(words, milliseconds, record.parent)


@pytest.mark.soak
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_interrupt_at_any_time_leaves_no_traceback(record, words):
    SqliteStore(record.parent / "matches.db").shut()
    for milliseconds in range(0, HALF_A_SECOND + 1, 5):
        check(words, milliseconds, record.parent)


OPENED = """
import os, signal, sys
from cardhouse.cli import run
from cardhouse.server.store import SqliteStore
real = SqliteStore.__init__
def opened(*given):
    real(*given)
    os.kill(os.getpid(), signal.SIGINT)
SqliteStore.__init__ = opened
signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.argv = ["cardhouse", "serve", "--no-browser", "--port", "0", "--data", "matches.db"]
run()
"""


def test_an_interrupt_before_it_serves_leaves_no_warning_of_its_open_files(tmp_path):
    words = [sys.executable, "-W", "error", "-c", OPENED]
    run = subprocess.run(words, check=False, capture_output=True, cwd=tmp_path, timeout=60)
    assert (run.returncode, run.stderr) == (-signal.SIGINT, b"")


LOOKED = """
import runpy, signal, sys
import _signal
def interrupted(_):
    raise KeyboardInterrupt
_signal.getsignal = interrupted
runpy.run_module("cardhouse", run_name="__main__")
"""


def test_an_interrupt_before_anything_is_loaded_leaves_no_traceback():
    run = subprocess.run([sys.executable, "-c", LOOKED], check=False, capture_output=True)
    assert (run.returncode, run.stderr) == (INTERRUPTED, b"")


def test_no_command_is_left_out(capsys):
    code, out, _ = done(capsys, "--help")
    commands = re.findall(r"^    (\w+) ", out, re.MULTILINE)
    assert (code, "backup" in commands) == (FINE, True)
    assert set(commands) <= {words[0] for words in COMMANDS if words}


def test_an_interrupt_that_was_ignored_stays_ignored(tmp_path):
    for milliseconds in range(15, 135, 30):
        assert interrupt(("levels",), milliseconds, tmp_path, signal.SIG_IGN) == (FINE, "")
