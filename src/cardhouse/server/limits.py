"""How much is accepted, and from whom: sizes, rates, names and origins."""

import re
import time
from collections import OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

MOST_BYTES = 64 * 1024
"""The longest body that is read."""
BURST_SECONDS = 4
"""For how long a client that was quiet may send as many as it likes, in seconds' worth."""
MOST_CLIENTS = 10_000
"""How many clients are counted at once; who was quiet for longest is forgotten first."""
COSTS = {"new": 3, "hint": 3, "preview": 3, "record": 3, "replay": 20}
"""As how many requests a verb counts: it takes longer than others, or leaves something behind."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(:[0-9]*)?", re.ASCII | re.IGNORECASE)
"""What a browser says it called: a name or an address, and perhaps a port."""


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


def client_of(address: str) -> str:
    """Return whose *address* it is: one client has a whole network of IPv6 addresses.

    >>> client_of("2001:db8::1") == client_of("2001:db8::2"), client_of("::ffff:10.0.0.1")
    (True, '10.0.0.1')
    """
    if ":" not in address:
        return address
    try:
        number = plain(ip_address(address))
    except ValueError:
        return address
    return str(IPv6Address(int(number) >> 64 << 64) if isinstance(number, IPv6Address) else number)


def plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address of IPv4 as such, also where it is written as one of IPv6."""
    return getattr(address, "ipv4_mapped", None) or address


def client_in(scope: Scope) -> str:
    """Return who sent a request."""
    return client_of((scope.get("client") or ("",))[0])


def is_called_by(headers: Headers, hosts: frozenset[str] | None) -> bool:
    """Return whether the server was called by one of its names.

    A page elsewhere can have its own name lead here; it cannot change what the
    browser then says it called.
    """
    return hosts is None or name_of(headers.get("host", "")) in hosts


def name_of(host: str) -> str:
    """Return a host's name without its port; nothing if it is no host.

    >>> name_of("Localhost:8080"), name_of("[0::1]:80"), name_of("x@localhost"), name_of("[")
    ('localhost', '::1', '', '')
    """
    found = HOST.fullmatch(host)
    return one_name(found[1].strip("[]")) if found else ""


def one_name(name: str) -> str:
    """Return a name as it is compared: in small letters, an address in its shortest form."""
    try:
        return str(plain(ip_address(name)))
    except ValueError:
        return name.lower()


def is_foreign(headers: Headers) -> bool:
    """Return whether a page of another origin sent this."""
    origin = headers.get("origin")
    other = origin is not None and origin.partition("://")[2] != headers.get("host")
    return other or headers.get("sec-fetch-site") == "cross-site"
