"""A real server for tests: started, asked, killed, started again, and always ended."""

import json
import re
import select
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

PATIENCE = 60.0
"""For how many seconds a server may take to start; far more than it takes."""
JSON = {"Content-Type": "application/json"}


class Reply(NamedTuple):
    """What a server answered."""

    status: int
    headers: dict[str, str]
    """By their names in small letters."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class House:
    """``cardhouse serve`` on a port of its own, with its file in *folder*.

    The port and the file stay the same when it is started again.
    """

    def __init__(self, folder: Path, *words: str, rate: int = 0) -> None:
        self.data = folder / "matches.sqlite3"
        self.errors = folder / "errors.txt"
        self.words = ["--no-browser", "--rate", str(rate), "--data", str(self.data), *words]
        self.port = 0
        self.seconds = 0.0
        """How long the last start took."""
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        began = time.perf_counter()
        with self.errors.open("a") as errors:
            self._process = subprocess.Popen(
                [*COMMAND, "serve", "--port", str(self.port), *self.words],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        line = self._line()
        self.seconds = time.perf_counter() - began
        found = re.search(r":([0-9]+)/ ", line)
        if not found:
            self.kill()
            raise AssertionError(f"no server: {line!r} {self.errors.read_text()!r}")
        self.port = int(found[1])

    def _line(self) -> str:
        assert self._process
        assert self._process.stdout
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        return self._process.stdout.readline() if ready else "nothing said"

    def kill(self) -> None:
        """End it at once (kill -9), if it runs."""
        if self._process:
            self._process.kill()
            self._gone()

    def stop(self) -> int:
        """Ask it to end (SIGTERM), and return its exit code."""
        assert self._process
        self._process.terminate()
        return self._gone()

    def interrupt(self, signal: int) -> int:
        """Send it a signal, and return its exit code."""
        assert self._process
        self._process.send_signal(signal)
        return self._gone()

    def _gone(self) -> int:
        assert self._process
        with self._process as process:
            process.communicate(timeout=PATIENCE)
        self._process = None
        return process.returncode

    # -- asking -----------------------------------------------------------------

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        **rest: Any,
    ) -> Reply:
        """Ask for anything, over a connection of its own."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, headers or {}, **rest)
            return reply_of(line)
        finally:
            line.close()

    def post(self, verb: str, **facts: Any) -> Reply:
        """Ask for a verb of the table."""
        return self.request("POST", f"/api/{verb}", json.dumps(facts), JSON)

    def get(self, verb: str, **facts: Any) -> Any:
        """Ask for a verb of the table that is answered with ``ok``; return what is in it."""
        reply = self.post(verb, **facts)
        assert reply.status == 200, reply
        return reply.json["ok"]


COMMAND = [sys.executable, "-W", "error", "-m", "cardhouse"]


def reply_of(line: HTTPConnection) -> Reply:
    """Read an answer."""
    response = line.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Reply(response.status, headers, response.read())


def ask(line: HTTPConnection, verb: str, **facts: Any) -> Any:
    """Ask over an open connection for what is answered with ``ok``; return what is in it."""
    line.request("POST", f"/api/{verb}", json.dumps(facts), JSON)
    reply = reply_of(line)
    assert reply.status == 200, reply
    return reply.json["ok"]
