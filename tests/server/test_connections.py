"""Real connections: whoever says nothing, or comes too often, is hung up on."""

import inspect
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import requires, version
from typing import Any

import pytest
from packaging.requirements import Requirement
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardhouse.server.connections import OUT_OF_FILES, Connection, Connections
from cardhouse.server.middleware.headers import HEADERS
from cardhouse.server.run import Place, listening, server_at
from cardhouse.server.settings import Settings
from cardhouse.table import Table

PATIENCE = 0.5
HEAD = b"POST /api/new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
WHOLE = HEAD + b'Content-Length: 16\r\n\r\n{"game": "boom"}'
HALVES = {
    "nothing": b"",
    "an empty line": b"\r\n",
    "half a line": b"POST /api/n",
    "half a head": HEAD,
    "half a body": WHOLE[:-1],
    "half a body in parts": HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{}",
    "half a body that is not read": b"POST /nothing HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 16\r\n\r\n{",
}


class House:
    """A server in this process, with settings of its own."""

    def __init__(self, **given: Any) -> None:
        place = Place("127.0.0.1", 0)
        self.ear = listening(place)
        self.port = self.ear.getsockname()[1]
        self.server = server_at(self.ear, place, Settings(**{"patience": PATIENCE} | given))
        self.thread = threading.Thread(target=self.server.run, args=([self.ear],))

    def __enter__(self) -> "House":
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.ear.close()

    @contextmanager
    def line(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as line:
            yield line

    def inside(self) -> int:
        return int(self.server._connection.counted._open.total())


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House() as house:
        yield house


def heard(line: socket.socket) -> bytes:
    """Return all that is said until the connection ends."""
    said = b""
    try:
        while part := line.recv(65_536):
            said += part
    except ConnectionError:
        pass
    return said


def answer(line: socket.socket) -> bytes:
    """Read an answer; return how it begins."""
    said = b""
    while not (found := re.search(rb"content-length: (\d+).*?\r\n\r\n(.*)", said, re.S)) or (
        len(found[2]) < int(found[1])
    ):
        part = line.recv(65_536)
        assert part, said
        said += part
    return said[:12]


def is_open(line: socket.socket) -> bool:
    """Send one letter more; return whether the connection still stands."""
    try:
        line.send(b"x")
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(house, half):
    with house.line() as line:
        line.sendall(HALVES[half])
        assert b" 200 " not in heard(line)
    wait_until(lambda: house.inside() == 0)


def test_a_request_that_comes_letter_by_letter_is_not_waited_for(house):
    """Each letter is in time; the request is not."""
    with house.line() as line:
        line.setblocking(False)
        wait_until(lambda: not is_open(line))
    wait_until(lambda: house.inside() == 0)


def test_the_next_request_of_a_connection_is_not_waited_for_either(house):
    with house.line() as line:
        line.sendall(WHOLE)
        assert answer(line) == b"HTTP/1.1 200"
        line.sendall(HEAD)
        assert b"HTTP" not in heard(line)
    with house.line() as line:
        line.sendall(WHOLE + HEAD)
        assert heard(line).count(b"HTTP/1.1 200") == 1
    wait_until(lambda: house.inside() == 0)


def test_an_answer_may_take_longer_than_a_request(house, monkeypatch):
    """And a client may ask for one after the other, for longer than that."""
    real = Table.dispatch

    def slowly(table: Table, *asked: Any) -> Any:
        time.sleep(3 * PATIENCE)
        return real(table, *asked)

    monkeypatch.setattr(Table, "dispatch", slowly)
    with house.line() as line:
        for _ in range(2):
            line.sendall(WHOLE)
            assert answer(line) == b"HTTP/1.1 200"
            time.sleep(PATIENCE / 4)


def test_an_answer_that_nobody_takes_is_thrown_away(monkeypatch):
    monkeypatch.setattr(Table, "dispatch", lambda *_: {"ok": "x" * 50_000_000})
    with House() as house, house.line() as line:
        line.sendall(WHOLE.replace(b"1.1\r\n", b"1.1\r\nConnection: close\r\n", 1))
        wait_until(lambda: house.inside() == 1)
        wait_until(lambda: house.inside() == 0)
        assert len(heard(line)) < 50_000_000


def test_nor_is_one_kept_for_whoever_asks_again_and_takes_nothing(monkeypatch):
    monkeypatch.setattr(Table, "dispatch", lambda *_: {"ok": "x" * 50_000_000})
    with House() as house, house.line() as line:
        line.sendall(WHOLE)
        wait_until(lambda: house.inside() == 1)
        line.sendall(WHOLE)
        wait_until(lambda: house.inside() == 0)


def test_one_client_has_so_many_connections():
    with House(connections_each=3, patience=60) as house, ExitStack() as open_now:
        lines = [open_now.enter_context(house.line()) for _ in range(3)]
        wait_until(lambda: house.inside() == 3)
        with house.line() as line:
            assert heard(line) == b""
        lines[1].sendall(WHOLE)
        assert answer(lines[1]) == b"HTTP/1.1 200"
        lines[0].close()
        wait_until(lambda: house.inside() == 2)
        with house.line() as line:
            line.sendall(WHOLE)
            assert answer(line) == b"HTTP/1.1 200"


@pytest.mark.parametrize("rate", [0, 50])
def test_all_together_have_so_many_connections(rate):
    given = {"rate": rate, "connections_each": 3 if rate == 0 else 9, "most_connections": 5}
    with House(**given, patience=60) as house, ExitStack() as open_now:
        for _ in range(5):
            open_now.enter_context(house.line())
        wait_until(lambda: house.inside() == 5)
        with house.line() as line:
            assert heard(line) == b""
        assert house.inside() == 5


def test_clients_are_counted_by_their_networks():
    connections = Connections(Settings(connections_each=2, most_connections=3))
    assert [connections.accepts(client) for client in "aaabb"] == [True, True, False, True, False]
    connections.leave("a")
    assert connections.accepts("b")
    for client in "abb":
        connections.leave(client)
    assert not connections._open


# -- what is not HTTP ----------------------------------------------------------

NO_HTTP = {
    "noise": b"\x16\x03\x01\x02 hello\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a bad name": b"GET / HTTP/1.1\r\nHost: localhost\r\nb@d name: 1\r\n\r\n",
    "two lengths": HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "a bad part of a body": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
}


@pytest.mark.parametrize("what", NO_HTTP)
def test_what_is_no_http_is_answered_as_every_error_is(house, what):
    with house.line() as line:
        line.sendall(NO_HTTP[what])
        head, _, body = heard(line).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(one.lower().split(": ", 1) for one in lines)
    assert status.startswith("HTTP/1.1 400 ")
    assert headers["content-type"] == "application/json"
    assert headers.items() >= {name.lower(): text.lower() for name, text in HEADERS.items()}.items()
    assert headers["connection"] == "close"
    error = json.loads(body)["error"]
    assert error["reason"] == "bad_request"
    assert error["message"].endswith(".")


# -- uvicorn ------------------------------------------------------------------


def test_a_connection_still_fits_into_uvicorn():
    """What is overridden is there, and is called the same way."""
    overridden = {"__init__", "connection_made", "connection_lost", "data_received"}
    overridden |= {"on_response_complete", "pause_writing", "resume_writing", "send_400_response"}
    made = {name for name, what in vars(Connection).items() if inspect.isfunction(what)}
    assert made - {"_watch", "_stop"} == overridden
    for name in overridden - {"__init__"}:
        theirs, ours = getattr(H11Protocol, name), getattr(Connection, name)
        assert list(inspect.signature(theirs).parameters) == list(
            inspect.signature(ours).parameters
        )


def test_no_other_uvicorn_is_installed_with_it():
    """What it rests on are internals, which any version may change."""
    needed = [Requirement(line) for line in requires("cardhouse") or () if "web" in line]
    (uvicorn,) = [one for one in needed if one.name == "uvicorn"]
    assert version("uvicorn") in uvicorn.specifier
    assert "0.99" not in uvicorn.specifier


def test_what_a_connection_reads_of_uvicorn_is_there(house, monkeypatch):
    seen: list[Any] = []
    real = Table.dispatch

    def looked(table: Table, request: Any, *rest: Any) -> Any:
        (line,) = house.server.server_state.connections
        facts = (line.conn.their_state, line.cycle.response_complete, line.flow.write_paused)
        seen.append((*map(str, facts), line.loop.is_running(), line.transport.is_closing()))
        return real(table, request, *rest)

    monkeypatch.setattr(Table, "dispatch", looked)
    with house.line() as line:
        line.sendall(WHOLE)
        assert answer(line) == b"HTTP/1.1 200"
    assert seen == [("DONE", "False", "False", True, False)]


class Loop:
    """A loop that hears of trouble."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def default_exception_handler(self, trouble: Any) -> None:
        self.heard.append(trouble)


def test_running_out_of_files_is_said_once(caplog):
    connections, loop = Connections(Settings()), Loop()
    for code in OUT_OF_FILES * 50:
        connections.mind(loop, {"message": "accept", "exception": OSError(code, "No files left")})
    assert caplog.text.count("\n") == 1
    assert "No files left" in caplog.text
    others = [{"message": "x"}, {"exception": RuntimeError()}, {"exception": OSError(5, "broken")}]
    for trouble in others:
        connections.mind(loop, trouble)
    assert loop.heard == others


FEW_FILES = """
import resource, sys
from cardhouse.cli import run
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
words = "cardhouse serve --no-browser --port 0 --rate 0 --data"
sys.argv = [*words.split(), sys.argv[1]]
run()
"""


def test_a_server_without_files_comes_through(tmp_path):
    """It says so in a line, and lets others in once there is room."""
    command = [sys.executable, "-c", FEW_FILES, str(tmp_path / "data")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as server:
        try:
            port = int(server.stdout.readline().split(":")[2].partition("/")[0])
            with ExitStack() as open_now:
                for _ in range(60):
                    open_now.enter_context(socket.create_connection(("127.0.0.1", port)))
                first = server.stderr.readline()
                time.sleep(2.5)
            with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
                line.sendall(WHOLE)
                assert answer(line) == b"HTTP/1.1 200"
            server.terminate()
            _, errors = server.communicate(timeout=60)
        finally:
            server.kill()
    assert "Too many open files" in first
    assert errors == ""
