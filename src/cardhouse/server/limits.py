"""How much is accepted, and from whom: sizes, rates, names and origins."""

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request

MOST_BYTES = 64 * 1024
"""The longest body that is read."""
BURST_SECONDS = 4
"""For how long a client that was quiet may send as many as it likes, in seconds' worth."""
MOST_CLIENTS = 10_000
"""How many clients are counted at once; who was quiet for longest is forgotten first."""


class TooLarge(Exception):
    """The body is longer than is read."""


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """Read the body, whatever length it claims to have.

    :raises TooLarge: if it is too long; the rest of it is not read.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TooLarge
    return bytes(body)


class Rate:
    """How often clients may ask: each has a bucket that fills again with time."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full = max(rate * BURST_SECONDS, 1.0)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Count a request of *client*; return how many seconds it must wait, or 0."""
        if not self._rate:
            return 0.0
        now = time.monotonic()
        left, since = self._buckets.pop(client, (self._full, now))
        left = min(left + (now - since) * self._rate, self._full)
        short = left < 1
        self._buckets[client] = (left if short else left - 1, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return (1 - left) / self._rate if short else 0.0


def client_of(address: str) -> str:
    """Return whose *address* it is: one client has a whole network of IPv6 addresses.

    >>> client_of("2001:db8::1") == client_of("2001:db8::2"), client_of("10.0.0.1")
    (True, '10.0.0.1')
    """
    if ":" not in address:
        return address
    try:
        number = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(number) >> 64 << 64))


def is_called_by(headers: Headers, hosts: frozenset[str] | None) -> bool:
    """Return whether the server was called by one of its names.

    A page elsewhere can have its own name lead here; it cannot change what the
    browser then says it called.
    """
    return hosts is None or name_of(headers.get("host", "")) in hosts


def name_of(host: str) -> str:
    """Return a host's name without its port.

    >>> name_of("localhost:8080"), name_of("[::1]:80"), name_of("[")
    ('localhost', '::1', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_foreign(headers: Headers) -> bool:
    """Return whether a page of another origin sent this."""
    origin = headers.get("origin")
    other = origin is not None and origin.partition("://")[2] != headers.get("host")
    return other or headers.get("sec-fetch-site") == "cross-site"
