"""What an agent is: a module with `choose`, written over a contract or over one game's rules."""

from typing import Any

from cardhouse.agents.luck import Luck


def choose(s: Any, luck: Luck) -> int:
    """Return a legal move; only asked while the game goes on.  It changes nothing but *luck*."""
    raise NotImplementedError
