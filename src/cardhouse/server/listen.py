"""A server that listens: finds its port, says where it is, and opens the browser."""

import gc
import signal
import socket
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn
from platformdirs import user_data_path

from cardhouse.games.game import Refusal
from cardhouse.server.app import create_app
from cardhouse.server.settings import LOOPBACK, Settings

PORT = 8080
MORE_PORTS = 20
"""How many more ports are tried where none was asked for."""
SHUTDOWN_SECONDS = 2
NEVER = 10**9
ANY_HOST = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""How to call a server that listens on every address."""


class CannotListen(Refusal):
    """The server cannot listen where it should."""


@dataclass(frozen=True)
class Place:
    """Where a server listens, and what it opens."""

    host: str
    port: int | None = None
    """The port; 0: any; none: the first free one."""
    page: str | None = None
    """The page that the browser opens; none: it is left alone."""


def default_data() -> Path:
    """Return where matches are kept if nobody says: where this system keeps such files."""
    return user_data_path("cardhouse", appauthor=False) / "matches.sqlite3"


def serve(place: Place, settings: Settings) -> None:
    """Serve until told to stop, by Ctrl-C or SIGTERM.

    :raises Refusal: if the file or the port cannot be used.
    """
    with listening(place) as ear:
        app = create_app(replace(settings, hosts=names_of(ear)))
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, _leave_quietly)
        _leave_old_objects()
        config = uvicorn.Config(
            app,
            http="h11",  # the one that reads no more than 64 KiB of headers
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        _Server(config, address_of(place.host, ear), place.page).run(sockets=[ear])


def _leave_old_objects() -> None:
    """Let no move wait while all the states that are held are searched for cycles.

    They have none.  What is young is searched as ever; what is old is searched
    once an hour (see `cardhouse.server.app`).
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


class _Server(uvicorn.Server):
    """A server that says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, address: str, page: str | None) -> None:
        super().__init__(config)
        self._address, self._page = address, page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Cardhouse is at {self._address} (Ctrl-C stops it)", flush=True)
        if self._page is not None:
            webbrowser.open(self._address + self._page)


def _leave_quietly(*_: Any) -> None:
    """Do nothing: the server has been told already."""


def listening(place: Place) -> socket.socket:
    """Return a socket at the first port that is free.

    :raises CannotListen: if there is none.
    """
    for port in _ports(place.port):
        try:
            return _bound(place.host, port)
        except OSError as error:
            why = error.strerror or error
    where = f"{place.host} port {port}"
    raise CannotListen("cannot_listen", f"cannot listen on {where}: {why}")


def _ports(port: int | None) -> Iterator[int]:
    if port is not None:
        yield port
    else:
        yield from range(PORT, PORT + MORE_PORTS + 1)


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    ear = socket.socket(family, kind, protocol)
    try:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind(address)
        ear.listen()
    except OSError:
        ear.close()
        raise
    return ear


def names_of(ear: socket.socket) -> frozenset[str] | None:
    """Return the names a server may be called by; None, any, if others can reach it."""
    host = ear.getsockname()[0]
    return LOOPBACK | {host} if ip_address(host).is_loopback else None


def address_of(host: str, ear: socket.socket) -> str:
    """Return the address a browser finds the server at."""
    name, port = ANY_HOST.get(host, host), ear.getsockname()[1]
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
