"""Running a server: it finds its port, says where it is, and opens the browser."""

import asyncio
import gc
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import uvicorn
from platformdirs import user_data_path

from cardhouse.games.refusal import Refusal
from cardhouse.server.addresses import one_name, plain
from cardhouse.server.app import create_app
from cardhouse.server.connections import Connection, connection_type
from cardhouse.server.settings import LOOPBACK, Settings

PORT = 8080
MORE_PORTS = 20
"""How many more ports are tried where none was asked for."""
BACKLOG = 64
"""How many are accepted in one go, and may wait for that."""
SHUTDOWN_SECONDS = 2
NEVER = 10**9
SWITCH_SECONDS = 0.0005
"""How long slow work keeps a move waiting, each time that both want to go on."""
HERE = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
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
    with listening(place) as listener:
        server = server_at(listener, place, settings)
        for told in (signal.SIGINT, signal.SIGTERM):  # from now on, and after the end, quietly
            signal.signal(told, server.handle_exit)
        _leave_old_objects()
        sys.setswitchinterval(SWITCH_SECONDS)
        server.run(sockets=[listener])


def server_at(listener: socket.socket, place: Place, settings: Settings) -> "Server":
    """Return a server that is ready to run.

    :raises Refusal: if the file cannot be used.
    """
    connection = connection_type(settings)
    config = uvicorn.Config(
        create_app(replace(settings, hosts=names_of(place.host, listener))),
        http=connection,  # it reads no more than 64 KiB of headers
        ws="none",
        backlog=BACKLOG,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return Server(config, connection, address_of(place.host, listener), place.page)


def _leave_old_objects() -> None:
    """Let no move wait while all the states that are held are searched for cycles.

    They have none.  What is young is searched as ever; what is old is searched
    once an hour (see `cardhouse.server.app`).
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


class Server(uvicorn.Server):
    """A server that says where it is, once it is there."""

    def __init__(
        self, config: uvicorn.Config, connection: type[Connection], address: str, page: str | None
    ) -> None:
        super().__init__(config)
        self._connection, self._address, self._page = connection, address, page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, say so, and open the browser; nobody waits for that one."""
        asyncio.get_running_loop().set_exception_handler(self._connection.counted.mind)
        await super().startup(sockets)
        print(f"Cardhouse is at {self._address} (Ctrl-C stops it)", flush=True)
        if self._page is not None:
            page = self._address + self._page
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()


def listening(place: Place) -> socket.socket:
    """Return a socket at the first port that is free.

    :raises CannotListen: if there is none.
    """
    for port in _ports(place.port):
        try:
            return _bound(place.host, port)
        except OSError as error:
            why = error.strerror or str(error)
        except UnicodeError:
            why = "that is not the name of a machine"
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
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def names_of(host: str, listener: socket.socket) -> frozenset[str] | None:
    """Return the names a server may be called by; None, any, if others can reach it."""
    address = listener.getsockname()[0]
    if not plain(ip_address(address)).is_loopback:
        return None
    return LOOPBACK | {one_name(host), one_name(address)}


def address_of(host: str, listener: socket.socket) -> str:
    """Return the address a browser finds the server at."""
    address, port = listener.getsockname()[:2]
    name = HERE[listener.family] if ip_address(address).is_unspecified else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
