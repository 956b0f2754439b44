"""How often clients may ask."""

import time
from collections import OrderedDict
from math import ceil

from starlette.responses import Response
from starlette.types import ASGIApp, Scope

from cardhouse.server.addresses import client_in
from cardhouse.server.middleware.check import Check
from cardhouse.server.responses import TOO_OFTEN, refused

BURST_SECONDS = 4
"""For how long a client that was quiet may send as many as it likes, in seconds' worth."""
MOST_CLIENTS = 10_000
"""How many clients are counted at once; who was quiet for longest is forgotten first."""
COSTS = {"new": 3, "hint": 3, "preview": 3, "record": 3, "replay": 20}
"""As how many requests a verb counts: it takes longer than others, or leaves something behind."""


class RateLimit(Check):
    """Lets nobody ask too often, and all together begin not too many matches."""

    def __init__(self, app: ASGIApp, rate: float) -> None:
        super().__init__(app)
        self._asking, self._beginning = Rate(rate), Rate(rate)

    def refusal(self, scope: Scope) -> Response | None:
        """Return why a request does not pass, or None."""
        if not scope["path"].startswith("/api/"):
            return None
        verb = scope["path"].removeprefix("/api/")
        wait = self._asking.wait(client_in(scope), COSTS.get(verb, 1))
        if verb == "new" and not wait:
            wait = self._beginning.wait("everybody")
        if not wait:
            return None
        again = {"Retry-After": str(ceil(wait))}
        return refused(TOO_OFTEN, "too_often", "So many requests; wait a little.", again)


class Rate:
    """How often clients may ask: each has a bucket that fills again with time."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full = max(rate * BURST_SECONDS, 1.0)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, cost: float = 1) -> float:
        """Count a request of *client*; return how many seconds it must wait, or 0."""
        if not self._rate:
            return 0.0
        now = time.monotonic()
        left, since = self._buckets.pop(client, (self._full, now))
        left = min(left + (now - since) * self._rate, self._full)
        cost = min(cost, self._full)
        short = left < cost
        self._buckets[client] = (left if short else left - cost, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return (cost - left) / self._rate if short else 0.0
