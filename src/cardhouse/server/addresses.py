"""Addresses and names: who asks, and what the server is called."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import Scope

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(:[0-9]*)?", re.ASCII | re.IGNORECASE)
"""What a browser says it called: a name or an address, and perhaps a port."""


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


def name_of(host: str) -> str:
    """Return a host's name without its port; nothing if it is not a host.

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
