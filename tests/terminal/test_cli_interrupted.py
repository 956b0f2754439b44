"""Interrupted, closed and full: the command ends quietly."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.terminal.cli_kit import FINE, INTERRUPTED, PLAY, WRONG
from tests.terminal.process import COMMAND, PATIENCE, ended, environment, interrupted, started


def test_an_interrupt_ends_a_game_in_a_pipe_without_a_traceback():
    with started(*PLAY) as process:
        while process.stdout.read(1) != b">":
            pass
        interrupted(process, lambda: process.send_signal(signal.SIGINT))
        assert ended(process) == (INTERRUPTED, "\n")


EVERYTHING = [
    ("--version",),
    ("--help",),
    ("play", "--help"),
    ("levels",),
    ("verify", "game.rec"),
    ("replay", "game.rec"),
    PLAY,
]
everything = pytest.mark.parametrize("words", EVERYTHING, ids=" ".join)


@everything
def test_a_pipe_that_nobody_reads_ends_it_quietly(record, words):
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = started(*words, out=write_end, cwd=record.parent)
    os.close(write_end)
    code, err = ended(process)
    assert (code, err) == (FINE, "")


def test_a_reader_who_leaves_early_ends_the_game_quietly():
    with started(*PLAY) as process:
        assert process.stdout.readline().startswith(b"Poker Boom")
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"moves all\n" * 100)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == FINE


def without(stream, *words, cwd):
    """Run with a stream that is not there, or where there is no room."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {stream}', "sh", *COMMAND, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )


some_of_it = pytest.mark.parametrize(
    "words", [("--help",), ("levels",), ("replay", "game.rec"), PLAY], ids=" ".join
)


@some_of_it
def test_without_an_input_there_is_no_traceback(record, words):
    told = without("<&-", *words, cwd=record.parent)
    assert told.returncode == FINE
    assert told.stdout
    assert b"Traceback" not in told.stderr


@some_of_it
def test_without_an_output_there_is_no_traceback(record, words):
    assert b"Traceback" not in without(">&-", *words, cwd=record.parent).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@some_of_it
def test_without_room_for_the_output_there_is_no_traceback(record, words):
    told = without(">/dev/full", *words, cwd=record.parent)
    assert told.returncode != FINE
    assert b"Traceback" not in told.stderr
    assert b"Exception ignored" not in told.stderr


@pytest.mark.parametrize("words", [("play", "chess"), ("dance",)], ids=" ".join)
def test_bad_input_is_bad_input_even_if_nobody_can_be_told(tmp_path, words):
    assert without("2>&-", *words, cwd=tmp_path).returncode == WRONG
