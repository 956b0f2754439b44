"""What can be chosen before a game of Solitaire Crush: nothing."""

from collections.abc import Mapping
from typing import Any

from cardhouse.games.crush.rules import State
from cardhouse.games.game import BadSetup, shown

LEVELS = ()
DEFAULTS: dict[str, Any] = {}


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return *given*, which is empty.

    :raises BadSetup: if it is not.
    """
    for name in given:
        raise BadSetup(
            "unknown_option", f"Solitaire Crush has no option {shown(name)}; it has none"
        )
    return {}


def set_options(s: State, options: Mapping[str, Any]) -> None:
    """Write options into a fresh state: there are none."""
