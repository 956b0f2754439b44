"""What stands before every route: who may ask, how often, and what every answer says."""

import logging
from asyncio import CancelledError
from math import ceil

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardhouse.server.answers import (
    BAD_REQUEST,
    FAILED,
    FORBIDDEN,
    STOPPING,
    TOO_OFTEN,
    refused,
)
from cardhouse.server.limits import COSTS, Rate, client_in, is_called_by, is_foreign
from cardhouse.server.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""What every answer says: nothing from elsewhere, nothing elsewhere."""
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
SAFE_METHODS = ("GET", "HEAD")

log = logging.getLogger("cardhouse.server")


class Guard:
    """Turns away who must not ask; puts the headers on; no exception gets past it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._rate = Rate(settings.rate)
        self._beginning = Rate(settings.rate)
        """How often matches are begun, by all clients together."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *RAW_HEADERS]
            await send(message)

        try:
            await (self._turned_away(scope) or self._app)(scope, receive, send_on)
        except CancelledError:  # the server was told to stop, and waits no longer
            if begun:
                raise
            sentence = "The server is stopping; nothing may have been done."
            await refused(STOPPING, "stopping", sentence)(scope, receive, send_on)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if begun:
                raise
            sentence = "Something went wrong here, and it was written down."
            await refused(FAILED, "failed", sentence)(scope, receive, send_on)

    def _turned_away(self, scope: Scope) -> Response | None:
        """Return why this request is not let in, or None."""
        headers = Headers(scope=scope)
        if not is_called_by(headers, self._hosts):
            sentence, leaving = "There is no server of that name here.", {"Connection": "close"}
            return refused(BAD_REQUEST, "bad_host", sentence, leaving)
        if scope["method"] not in SAFE_METHODS and is_foreign(headers):
            return refused(FORBIDDEN, "foreign", "Only the server's own pages may ask this.")
        if scope["path"].startswith("/api/"):
            wait = self._wait(client_in(scope), scope["path"].removeprefix("/api/"))
            if wait:
                again = {"Retry-After": str(ceil(wait))}
                return refused(TOO_OFTEN, "too_often", "So many requests; wait a little.", again)
        return None

    def _wait(self, client: str, verb: str) -> float:
        """Count a request; return for how many seconds it must wait, or 0."""
        wait = self._rate.wait(client, COSTS.get(verb, 1))
        return self._beginning.wait("everybody") if verb == "new" and not wait else wait
