"""`cardhouse serve`: where it listens, what it says, and how it ends."""

import gc
import os
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cardhouse import cli
from cardhouse.server import run
from cardhouse.server.run import CannotListen, Place, address_of, listening, names_of
from cardhouse.server.settings import LOOPBACK, Settings
from tests.server.house import COMMAND, House

SENTENCE = "Cardhouse is at http://127.0.0.1:{}/ (Ctrl-C stops it)\n"


def serve(*words: str, **rest: Any) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "serve", "--no-browser", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, **rest)


# -- starting and ending ------------------------------------------------------


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_quietly_when_told_to(tmp_path, told):
    with House(tmp_path) as house:
        match = house.get("new", game="boom")["match"]
        assert house.interrupt(told) == 0
        assert house.errors.read_text() == ""
        house.start()
        assert house.get("view", match=match)["number"] == 0


def test_it_ends_in_the_middle_of_a_slow_answer(tmp_path):
    with House(tmp_path) as house:
        match = house.get("new", game="grid", seed=1, options={"picks": 0})["match"]
        lines = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(3)]
        for line in lines:
            body = f'{{"match": "{match}"}}'
            head = f"POST /api/preview HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}"
            line.sendall(f"{head}\r\nContent-Type: application/json\r\n\r\n{body}".encode())
        assert house.stop() == 0
        for line in lines:
            line.close()
        assert "Traceback" not in house.errors.read_text()


def test_a_port_that_is_taken_is_said(tmp_path):
    with House(tmp_path) as house:
        done = serve("--port", str(house.port), "--data", str(tmp_path / "other"))
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith(f"cardhouse: cannot listen on 127.0.0.1 port {house.port}: ")


def test_another_port_is_found_where_none_was_asked_for(monkeypatch):
    with listening(Place("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(run, "PORT", port)
        with listening(Place("127.0.0.1")) as found:
            assert port < found.getsockname()[1] <= port + 20
        monkeypatch.setattr(run, "MORE_PORTS", 0)
        with pytest.raises(CannotListen, match=f"port {port}"):
            listening(Place("127.0.0.1"))


def test_a_host_that_is_nowhere_is_said(tmp_path):
    done = serve("--host", "no.such.host.invalid", "--data", str(tmp_path / "data"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardhouse: cannot listen on no.such.host.invalid")


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--rate", "x"],
        ["--idle-days", "1.5"],
        ["--host"],
        ["boom", "grid"],
    ],
)
def test_words_that_mean_nothing_are_refused(words):
    done = serve(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardhouse: ")
    assert done.stderr.count("\n") == 1


def test_old_objects_are_left_alone_by_the_collector():
    before = gc.get_threshold()
    try:
        run._leave_old_objects()
        assert gc.get_threshold()[:2] == before[:2]
        assert gc.get_threshold()[2] >= 10**9
        assert gc.get_freeze_count() > 0
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@pytest.mark.parametrize(
    ("host", "names", "called"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("localhost", [], "localhost"),
        ("127.1", ["127.1"], "127.1"),
        ("127.0.1.1", ["127.0.1.1"], "127.0.1.1"),
        ("Cards.Test", ["cards.test"], "Cards.Test"),
        ("::1", [], "[::1]"),
        ("::ffff:127.0.0.1", [], "[::ffff:127.0.0.1]"),
        ("0.0.0.0", None, "127.0.0.1"),
        ("0", None, "127.0.0.1"),
        ("::", None, "[::1]"),
    ],
)
def test_a_server_is_called_by_the_name_it_says(opened, monkeypatch, host, names, called):
    """And by those of this machine, where nobody else can reach it."""
    found = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda name, *rest, **more: found(name.replace("Cards.Test", "127.0.0.1"), *rest, **more),
    )
    with listening(Place(host, 0)) as ear:
        hosts, address = names_of(host, ear), address_of(host, ear)
        port = ear.getsockname()[1]
    assert hosts == (None if names is None else LOOPBACK | set(names))
    assert address == f"http://{called}:{port}/"
    local = opened(hosts=hosts)
    told = address.removeprefix("http://").removesuffix("/")
    assert local.request("GET", "/healthz", host=told).status == 200
    evil = local.request("GET", "/healthz", host="evil.example")
    assert evil.status == (200 if names is None else 400)


@pytest.mark.parametrize("host", ["a..b", "x" * 64 + ".example", "."])
def test_what_is_no_name_of_a_machine_is_said(host, capsys):
    assert cli.main(["serve", "--no-browser", "--host", host]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"cardhouse: cannot listen on {host} port 8")
    assert said.err.count("\n") == 1


MOMENTS = """
import os, signal, sys
from {module} import {name} as place
real = place.{what}
def told(*given, **named):
    os.kill(os.getpid(), signal.SIGTERM)
    return real(*given, **named)
place.{what} = told
from cardhouse.cli import run
sys.argv = ["cardhouse", "serve", "--no-browser", "--port", "0", "--data", {data!r}]
run()
"""


@pytest.mark.parametrize(
    ("module", "name", "what"),
    [
        ("cardhouse.server", "run", "listening"),
        ("cardhouse.server", "run", "create_app"),
        ("cardhouse.server", "run", "_leave_old_objects"),
        ("cardhouse.server.run", "Server", "run"),
        ("cardhouse.server.run", "Server", "capture_signals"),
        ("cardhouse.server.run", "Server", "startup"),
        ("cardhouse.server.run", "Server", "main_loop"),
    ],
)
def test_it_ends_when_told_so_at_any_moment_of_its_start(tmp_path, module, name, what):
    data = str(tmp_path / "data")
    script = MOMENTS.format(module=module, name=name, what=what, data=data)
    done = subprocess.run(
        [COMMAND[0], "-c", script], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode in (0, -signal.SIGTERM)
    assert done.stderr == ""


def test_a_browser_that_stays_does_not_keep_the_server_waiting(tmp_path, monkeypatch):
    """One that is told by $BROWSER may run as long as it is open."""
    stays = tmp_path / "browser"
    pid = tmp_path / "pid"
    stays.write_text(f"#!/bin/sh\necho $$ >> {pid}\nexec sleep 600 >/dev/null 2>&1\n")
    stays.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{stays} %s")
    with House(tmp_path) as house:
        house.stop()
        house.words.remove("--no-browser")
        house.start()
        while not (pid.exists() and pid.read_text()):
            assert house.request("GET", "/healthz").status == 200
        assert house.stop() == 0
    os.kill(int(pid.read_text()), signal.SIGKILL)


class Now(Thread):
    """A thread that is over when it was started."""

    def start(self) -> None:
        super().start()
        self.join()


class Ran:
    """What uvicorn and the browser would have been asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings: list[Settings] = []
        self.opened: list[str] = []
        self.made: list[Any] = []
        create = run.create_app

        def created(settings: Settings) -> Any:
            self.settings.append(settings)
            self.made.append(create(settings))
            return self.made[-1]

        async def started(server: Any, sockets: Any = None) -> None:
            server.should_exit = True
            server.servers = []

        monkeypatch.setattr(run, "create_app", created)
        monkeypatch.setattr(run.uvicorn.Server, "startup", started)
        monkeypatch.setattr(run.webbrowser, "open", self.opened.append)
        monkeypatch.setattr(run, "Thread", Now)
        monkeypatch.setattr(run.signal, "signal", lambda *_: None)
        monkeypatch.setattr(run, "_leave_old_objects", lambda: None)

    def close(self) -> None:
        """Close the files, which a server closes that really ran."""
        for app in self.made:
            app.state.table.shut()


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ran]:
    ran = Ran(monkeypatch)
    yield ran
    ran.close()


@pytest.mark.parametrize("game", ["", "boom", "grid", "crush"])
def test_the_browser_opens_on_the_game(tmp_path, ran, capsys, game):
    data = tmp_path / "a" / "b" / "data"
    words = ["serve", "--port", "0", "--data", str(data), "--rate", "3", "--idle-days", "2"]
    assert cli.main([*words, *filter(None, [game])]) == 0
    said = capsys.readouterr().out
    (opened,) = ran.opened
    assert said == SENTENCE.format(opened.split(":")[2].split("/")[0])
    assert opened.endswith(f"/{game}")
    (settings,) = ran.settings
    assert settings == Settings(data=data, hosts=LOOPBACK, rate=3, idle_days=2)
    assert data.exists()


def test_the_browser_is_left_alone_if_told_so(tmp_path, ran, capsys):
    words = ["serve", "boom", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]
    assert cli.main(words) == 0
    assert ran.opened == []
    assert ran.settings == [Settings(data=tmp_path / "data", hosts=LOOPBACK)]


def test_the_file_can_be_named_in_the_environment(tmp_path, ran, monkeypatch, capsys):
    monkeypatch.setenv("CARDHOUSE_DATA", str(tmp_path / "named"))
    assert cli.main(["serve", "--no-browser", "--port", "0"]) == 0
    assert ran.settings[0].data == tmp_path / "named"


def test_the_file_has_a_place_among_the_users_own(tmp_path, ran, monkeypatch, capsys):
    monkeypatch.delenv("CARDHOUSE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cli.main(["serve", "--no-browser", "--port", "0"]) == 0
    data = ran.settings[0].data
    assert data is not None
    assert data.name == "matches.sqlite3"
    assert "cardhouse" in str(data)


# -- what may be missing ------------------------------------------------------

WITHOUT = """
import sys
sys.modules[{name!r}] = None
from cardhouse.cli import run
sys.argv = ["cardhouse", "serve", "--no-browser", "--port", "0", "--data", {data!r}]
run()
"""


@pytest.mark.parametrize("name", ["starlette", "uvicorn", "platformdirs"])
def test_without_the_extra_it_says_what_to_install(tmp_path, name):
    script = WITHOUT.format(name=name, data=str(tmp_path / "data"))
    done = subprocess.run(
        [COMMAND[0], "-c", script], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    install = "get it with: pip install 'cardhouse[web]'"
    assert done.stderr == f"cardhouse: {name} is not installed; {install}\n"


def test_the_command_line_loads_no_server():
    script = """
import sys
import cardhouse.cli
assert not [name for name in sys.modules if name.startswith(("cardhouse.server", "starlette"))]
"""
    subprocess.run([COMMAND[0], "-c", script], check=True, timeout=60)


# -- files that cannot be used ------------------------------------------------


def refused(data: Path) -> str:
    done = serve("--port", "0", "--data", str(data))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cardhouse: {data} ")
    return done.stderr.removeprefix(f"cardhouse: {data} ")


def test_a_file_in_use_is_left_to_the_other_server(tmp_path):
    with House(tmp_path) as house:
        match = house.get("new", game="crush")["match"]
        assert refused(house.data) == "is in use by another server\n"
        house.get("view", match=match)
        house.kill()
        house.start()
        house.get("view", match=match)


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    data = tmp_path / "letter.txt"
    data.write_text("Dear Aunt, " * 1000)
    assert "is not a database of Cardhouse" in refused(data)
    assert data.read_text() == "Dear Aunt, " * 1000


def test_a_database_of_something_else_is_left_alone(tmp_path):
    data = tmp_path / "other.sqlite3"
    with sqlite3.connect(data) as other:
        other.execute("CREATE TABLE letters (text)")
    other.close()
    before = data.read_bytes()
    assert refused(data) == "is a database of something else\n"
    assert data.read_bytes() == before


def test_a_database_of_a_newer_version_is_left_alone(tmp_path):
    with House(tmp_path) as house:
        house.stop()
        newer = sqlite3.connect(house.data)
        newer.execute("PRAGMA user_version = 99")
        newer.close()
        before = house.data.read_bytes()
        assert refused(house.data) == "was written by a newer Cardhouse\n"
        assert house.data.read_bytes() == before


def test_a_folder_or_a_place_that_cannot_be_is_said(tmp_path):
    assert "cannot be used" in refused(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be used: " in refused(tmp_path / "file" / "data")
