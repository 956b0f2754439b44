"""What can be chosen before a game of Solitaire Crush: nothing."""

from collections.abc import Mapping
from typing import Any

from cardhouse.games.crush.rules import State
from cardhouse.games.option import Option

OPTIONS: tuple[Option, ...] = ()


def settle(options: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Change nothing."""


def set_options(s: State, options: Mapping[str, Any]) -> None:
    """Write options into a fresh state: there are none."""
