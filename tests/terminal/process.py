"""The real thing: cardhouse as a process, with pipes or a pseudo-terminal around it."""

import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

PATIENCE = 60
"""How many seconds anything may take on a busy machine."""
PERSON = 0.2
"""How many seconds a person takes at least to answer a prompt."""
COMMAND = [sys.executable, "-W", "error", "-m", "cardhouse"]
SETTLED = ("LANG", "LANGUAGE", "NO_COLOR", "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONUTF8")
"""What may differ from one tester's machine to another's, and would change what is written."""


def environment(**changes):
    """Return the surroundings of a process: a UTF-8 terminal, unless *changes* say otherwise."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTLED}
    return kept | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color"} | changes


# -- processes and pipes ------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """What a process left: its exit code and what it wrote."""

    code: int
    out: str
    err: str


def run(*words, typed="", cwd=None, **changes):
    """Run ``cardhouse`` with pipes around it, to its end."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=typed if isinstance(typed, bytes) else typed.encode(),
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode())


def started(*words, out=subprocess.PIPE, cwd=None, **changes):
    """Start ``cardhouse`` with pipes around it, to talk with."""
    return subprocess.Popen(
        [*COMMAND, *words],
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(**changes),
    )


def interrupted(process, interrupt):
    """Interrupt a process that asks for a line, until it ends.

    Python's ``input`` forgets an interrupt that comes together with the prompt itself.
    """
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(PERSON)
        interrupt()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)


def ended(process):
    """Wait for the end of a process; return its exit code and what it complained about."""
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err.decode()


# -- pseudo-terminals ---------------------------------------------------------

SIT_DOWN = """
import os, sys
terminal = os.open(sys.argv[1], os.O_RDWR)
for stream in range(3):
    os.dup2(terminal, stream)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Who leads a session and opens a terminal is at that terminal: Ctrl-C reaches them."""


class Terminal:
    """A person at a pseudo-terminal, who reads what appears and types."""

    def __init__(self, *words, cwd=None, **changes):
        self.near, self.far = os.openpty()
        self.shown = b""
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", SIT_DOWN, os.ttyname(self.far), *COMMAND, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=cwd,
            env=environment(**changes),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.near)
        os.close(self.far)

    def type(self, text):
        os.write(self.near, text if isinstance(text, bytes) else text.encode())

    def interrupt(self):
        interrupted(self.process, lambda: self.type("\x03"))

    def until(self, text):
        """Return what appears until *text* has."""
        deadline = time.monotonic() + PATIENCE
        while text.encode() not in self.shown:
            assert time.monotonic() < deadline, f"{text!r} did not appear: {self.shown!r}"
            assert self._looked() or self.process.poll() is None, f"no {text!r}: {self.shown!r}"
        return self._taken()

    def end(self):
        """Return the exit code and what else appears."""
        code = self.process.wait(PATIENCE)
        while self._looked():
            pass
        return code, self._taken()

    def _looked(self):
        """Look for something new; return whether there was."""
        if not select.select([self.near], [], [], 0.02)[0]:
            return False
        self.shown += os.read(self.near, 65536)
        return True

    def _taken(self):
        text, self.shown = self.shown.decode("utf-8", "replace"), b""
        return text.replace("\r\n", "\n")
