"""What objects of JSON look like: notes beside the types of views and events.

Views and events are `TypedDict`s.  What their types leave open is said by a `Note`; the
description of the HTTP interface and the types of the page are written from both.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict

Json: TypeAlias = dict[str, Any]
"""An object as JSON has it: where games meet what is not typed."""
Given: TypeAlias = Mapping[str, Any]
"""What was given from outside, as JSON has it: nobody has looked at it yet."""


class Note(NamedTuple):
    """What is known of a value besides its type."""

    text: str = ""
    """What it is, where its name does not say enough."""
    least: int | None = None
    """The smallest number that it can be."""
    sizes: tuple[int, ...] = ()
    """Of a list, how long it always is; then how long the lists in it are."""


Count = Annotated[int, Note(least=0)]
Card = Annotated[str, Note("Rank and suit: `Ts` is the ten of spades.")]
Cell = Annotated[list[int], Note("Row and column.", sizes=(2,))]
Outcome = Literal["playing", "won", "lost", "over"]


Way = TypedDict("Way", {"from": Cell, "to": Cell})
"""How something moved."""


class Standing(TypedDict):
    """How a game stands."""

    outcome: Outcome
    phase: Annotated[str, Note("What part of the game it is; `over` after its end.")]
    ending: Annotated[str | None, Note("Why it has ended, if it has.")]


class Aid(TypedDict):
    """How much help a player had."""

    undone: Annotated[Count, Note("How many moves were taken back that had drawn chance.")]
    hints: Annotated[Count, Note("For how many positions a hint was asked for.")]


class Told(TypedDict):
    """Something that happened."""

    event: str
    text: Annotated[str, Note("The same in words; empty where there is nothing to say.")]
