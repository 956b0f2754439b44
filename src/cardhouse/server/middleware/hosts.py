"""The names by which the server may be called.

Starlette's own `TrustedHostMiddleware` reads no addresses of IPv6, and does not
answer in the shape of every error.
"""

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Scope

from cardhouse.server.addresses import name_of
from cardhouse.server.middleware.check import Check
from cardhouse.server.responses import BAD_REQUEST, refused


class AllowedHosts(Check):
    """Turns away who called the server by a name it does not have.

    A page elsewhere can have its own name lead here; it cannot change what the
    browser then says it called.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None) -> None:
        super().__init__(app)
        self._hosts = hosts
        """The names; None: any."""

    def refusal(self, scope: Scope) -> Response | None:
        """Return why a request does not pass, or None."""
        if self._hosts is None or name_of(Headers(scope=scope).get("host", "")) in self._hosts:
            return None
        sentence, leaving = "There is no server of that name here.", {"Connection": "close"}
        return refused(BAD_REQUEST, "bad_host", sentence, leaving)
