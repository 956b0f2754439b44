"""What stands before every route, each for one reason."""

from starlette.middleware import Middleware

from cardhouse.server.middleware.errors import Errors
from cardhouse.server.middleware.headers import SecurityHeaders
from cardhouse.server.middleware.hosts import AllowedHosts
from cardhouse.server.middleware.origins import SameOrigin
from cardhouse.server.middleware.rate import RateLimit
from cardhouse.server.settings import Settings


def middleware(settings: Settings) -> list[Middleware]:
    """Return them in the order in which a request passes them."""
    return [
        Middleware(SecurityHeaders),
        Middleware(Errors),
        Middleware(AllowedHosts, hosts=settings.hosts),
        Middleware(SameOrigin),
        Middleware(RateLimit, rate=settings.rate),
    ]
