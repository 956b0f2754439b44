"""Requests of other sites' pages."""

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from cardhouse.server.middleware.check import Check
from cardhouse.server.responses import FORBIDDEN, refused

SAFE_METHODS = ("GET", "HEAD")


class SameOrigin(Check):
    """Lets only the server's own pages ask for what may change something."""

    def refusal(self, scope: Scope) -> Response | None:
        """Return why a request does not pass, or None."""
        if scope["method"] in SAFE_METHODS or not is_foreign(Headers(scope=scope)):
            return None
        return refused(FORBIDDEN, "foreign", "Only the server's own pages may ask this.")


def is_foreign(headers: Headers) -> bool:
    """Return whether a page of another origin sent this."""
    origin = headers.get("origin")
    other = origin is not None and origin.partition("://")[2] != headers.get("host")
    return other or headers.get("sec-fetch-site") == "cross-site"
