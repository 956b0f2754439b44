"""Connections: how many there are at once, and how long one may say nothing.

uvicorn's own settings end a connection between two requests only (`timeout_keep_alive`) and
answer those that are too many (`limit_concurrency`) instead of closing them, so its connection
is subclassed here; a test says whether what is overridden still fits.

A connection has a clock that runs while something is awaited from the client: a
request, the rest of one, or that it takes its answer.  While the server works on
an answer, the clock stands still.
"""

import asyncio
import errno
import logging
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardhouse.games.shape import Json
from cardhouse.server.addresses import client_of
from cardhouse.server.middleware.headers import RAW_HEADERS
from cardhouse.server.responses import BAD_REQUEST, refused
from cardhouse.server.settings import Settings

OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = logging.getLogger("cardhouse.server")


class Connections:
    """Counts those that there are."""

    def __init__(self, settings: Settings) -> None:
        self.patience = settings.patience
        self._most = settings.most_connections
        self._most_each = settings.connections_each if settings.rate else settings.most_connections
        self._open: Counter[str] = Counter()
        self._has_said = False

    def accepts(self, client: str) -> bool:
        """Count one more connection of a client, unless there are too many."""
        if self._open.total() >= self._most or self._open[client] >= self._most_each:
            return False
        self._open[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Count one connection less."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]

    def mind(self, loop: asyncio.AbstractEventLoop, trouble: Json) -> None:
        """Say once, not every second, that there are no files left to accept anybody with."""
        error = trouble.get("exception")
        if isinstance(error, OSError) and error.errno in OUT_OF_FILES:
            if not self._has_said:
                log.error("Nobody more can be let in for now: %s", error.strerror)
            self._has_said = True
        elif not (self._has_said and isinstance(error, ValueError)):  # tried again after the end
            loop.default_exception_handler(trouble)


class Connection(H11Protocol):
    """A connection of uvicorn's that does not stay open for nothing."""

    counted: Connections

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._client: str | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._is_fresh = True
        """Whether nothing has come since the connection, or the last answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a client, or hang up."""
        client = client_of((transport.get_extra_info("peername") or ("",))[0])
        if not self.counted.accepts(client):
            transport.abort()
            return
        self._client = client
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a client that was accepted."""
        if self._client is not None:
            self._stop()
            self.counted.leave(self._client)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the clock begins again with a request's first byte, and only then."""
        if self._is_fresh:
            self._is_fresh = False
            self._stop()
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._is_fresh = True
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn calls it so)
        """Answer what is not HTTP, if nothing was answered yet: in the shape of every error."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            leaving = {"Connection": "close"}
            said = refused(BAD_REQUEST, "bad_request", "This is not an HTTP request.", leaving)
            head = h11.Response(
                status_code=said.status_code, headers=[*said.raw_headers, *RAW_HEADERS]
            )
            for part in (head, h11.Data(data=bytes(said.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        """Wait for the client to take what it was sent."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Go on sending."""
        super().resume_writing()
        self._watch()

    def _watch(self) -> None:
        """Let the clock run while the client must do something."""
        is_read = self.conn.their_state is not h11.SEND_BODY
        is_working = self.cycle is not None and not self.cycle.response_complete
        if is_read and is_working and not self.flow.write_paused:
            self._stop()
        elif self._clock is None:
            self._clock = self.loop.call_later(self.counted.patience, self.transport.abort)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


def connection_type(settings: Settings) -> type[Connection]:
    """Return what uvicorn makes a connection with."""
    return type("Connection", (Connection,), {"counted": Connections(settings)})
