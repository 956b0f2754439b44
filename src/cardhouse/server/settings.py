"""What can be set before the server starts."""

from dataclasses import dataclass
from pathlib import Path

import cardhouse
from cardhouse.table import MOST_MATCHES, MOST_MOVES, MOST_STATES

WEB = Path(cardhouse.__file__).parent / "web"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names by which this machine calls itself."""
IDLE_DAYS = 30
RATE = 50


@dataclass(frozen=True)
class Settings:
    """How a server works; the defaults suit one machine and its own browser."""

    data: Path | None = None
    """The file that matches are kept in; none: they last as long as the server."""
    hosts: frozenset[str] | None = LOOPBACK
    """The names by which it may be called; none: by any."""
    rate: float = RATE
    """How many requests a second one client may send for long; 0: as many as it likes."""
    idle_days: float = IDLE_DAYS
    """After how many days without use a match is forgotten; 0: never."""
    most_matches: int = MOST_MATCHES
    """How many matches are kept; beyond that, those without use for longest are forgotten."""
    most_moves: int = MOST_MOVES
    """How many moves a match may have."""
    most_states: int = MOST_STATES
    """How many states are held in memory."""
    patience: float = 15
    """For how many seconds a client may keep a connection waiting: for a request, or its rest."""
    most_connections: int = 800
    """How many connections there are at once; usually 1,024 files may be open."""
    connections_each: int = 64
    """How many of them one client has; any number where the rate is 0."""
    web: Path = WEB
    """The folder that the pages are in."""
    reload_pages: bool = False
    """Whether the pages are read again whenever one is asked for: for those who write them."""
