"""A check that a request must pass."""

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send


class Check:
    """Lets a request pass, or answers why it does not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        refusal = self.refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def refusal(self, scope: Scope) -> Response | None:
        """Return why a request does not pass, or None."""
        raise NotImplementedError
