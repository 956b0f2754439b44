"""Ctrl-C at any moment of a command's first half second leaves no traceback of ours.

What Python does before the package is its own: interrupted there, it may print one.
"""

import signal
import subprocess
import time

import pytest

from tests.terminal.cli_kit import FINE, INTERRUPTED, PLAY, WRONG
from tests.terminal.process import COMMAND, PATIENCE, environment

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
    ("serve", "--no-browser", "--port", "0", "--data", "matches.db"),
]
ENDED = (FINE, WRONG, INTERRUPTED, -signal.SIGINT)
"""How a command may end: done, refused or interrupted; by the signal is 130 to a shell, too."""


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
        _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err.decode()


def check(words, milliseconds, cwd):
    code, err = interrupt(words, milliseconds, cwd)
    if "/cardhouse/" in err or "Traceback" not in err:  # else Python had not come to us
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
    for milliseconds in range(0, HALF_A_SECOND + 1, 5):
        check(words, milliseconds, record.parent)


def test_an_interrupt_that_was_ignored_stays_ignored(tmp_path):
    for milliseconds in range(15, 135, 30):
        assert interrupt(("levels",), milliseconds, tmp_path, signal.SIG_IGN) == (FINE, "")
