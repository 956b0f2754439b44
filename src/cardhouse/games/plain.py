"""What a game has that says nothing about it: no options, no guesses, events without words."""

from collections.abc import Iterable

from cardhouse.games.contract import MOVES
from cardhouse.games.game import State
from cardhouse.games.option import Option
from cardhouse.games.shape import Given, Json, Told
from cardhouse.games.words import Words

# -- options ------------------------------------------------------------------

OPTIONS: tuple[Option, ...] = ()


def settle(options: Json, given: Given) -> None:
    """Change nothing."""


def set_options(s: State, options: Given) -> None:
    """Write options into a fresh state: there are none."""


def options_of(position: Given) -> Json:  # noqa: ARG001
    """Return the options that a position stands for: none."""
    return {}


# -- prospects: the points of a move, and what it opens, are unknown ------------


def worth(s: State, move: int) -> int:  # noqa: ARG001
    """Return the points that a legal *move* gains at once, as far as anybody knows: none."""
    return 0


def opens(s: State, move: int) -> int:  # noqa: ARG001
    """Return the points that a legal *move* lets the next one gain: none that are known."""
    return 0


def spends(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether a legal *move* uses up what does not come back: none does."""
    return False


def is_free(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether a legal *move* costs no time: every move does."""
    return False


def prospects(s: State) -> int:  # noqa: ARG001
    """Return how many moves are worth a look: all of them."""
    return MOVES


def prospect(s: State, i: int) -> int:  # noqa: ARG001
    """Return one of those moves."""
    return i


# -- events -------------------------------------------------------------------


class Bare(Told):
    """What the rules told, without words."""

    facts: list[int]


EVENTS: dict[str, type] = {}


def event_dicts(told: Iterable[tuple[int, ...]], words: Words) -> list[Bare]:  # noqa: ARG001
    """Return what the rules told: each event's number and its facts."""
    return [{"event": str(kind), "facts": facts, "text": ""} for kind, *facts in told]
