"""No exception gets past this: it is written down, and answered in the shape of every error.

Starlette's own `ServerErrorMiddleware` raises what it has answered once more, and has no
answer for a server that stops.
"""

import logging
from asyncio import CancelledError

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardhouse.server.responses import FAILED, STOPPING, refused

log = logging.getLogger("cardhouse.server")


class Errors:
    """Answers where nothing else has."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_on)
        except CancelledError:  # the server was told to stop, and waits no longer
            if begun:
                raise
            sentence = "The server is stopping; nothing may have been done."
            await refused(STOPPING, "stopping", sentence)(scope, receive, send)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if begun:
                raise
            sentence = "Something went wrong here, and it was written down."
            await refused(FAILED, "failed", sentence)(scope, receive, send)
