"""What the shared tests must know of a game: options, positions, hostile texts, invariants."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

View = dict[str, Any]
Event = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """One way to start a game, and how much of it the contract plays."""

    options: Mapping[str, Any]
    games: int
    """How many random games are played so; a thousand over a game's settings."""
    most_moves: int
    """Where a random game is broken off."""
    searched: int
    """In how many of them every move number is tried; twenty over a game's settings."""
    hurry: float = 0.0
    """How often a random game plays a move that brings its end nearer, if there is one."""


@dataclass(frozen=True)
class Placed:
    """A position set by hand."""

    position: View
    options: Mapping[str, Any] = field(default_factory=dict)
    outcome: str = "playing"


@dataclass(frozen=True)
class Refused:
    """A move that is refused, and why."""

    reason: str
    placed: Placed
    move: Any


@dataclass(frozen=True)
class Story:
    """A move, and the facts that its events must tell, in order; others may come between."""

    placed: Placed
    move: str
    tells: tuple[Event, ...]
    silent: tuple[str, ...] = ()
    """Events that must not be there."""


def any_move(text: str) -> bool:
    return True


def never(view: View, text: str) -> bool:
    return False


def whole_view(view: View, played: list[str]) -> View:
    return view


@dataclass(frozen=True)
class Kit:
    """All that the shared tests know of one game."""

    keys: frozenset[str]
    """The keys of its view, as the plan froze them."""
    settings: Mapping[str, Setting]
    invariants: Callable[[View, Any, View | None], None]
    """Asserts what holds at a state; takes the view, the state and the view before."""
    retold: Callable[[View, list[Event]], View]
    """Plays events on a view, as a front end would, and returns the view it gets."""
    event_names: frozenset[str]
    """Every event that can be told."""
    ordered_cells: Callable[[str], list[tuple[int, int]]]
    """The cells in a move's text that must come in reading order."""
    positions: Mapping[str, Placed]
    """Positions to go on from."""
    endings: Mapping[str, Placed]
    """Positions in which the game is over, one for every way to end."""
    no_moves: Mapping[Any, str]
    """What is not a move at all, and the reason given."""
    refusals: tuple[Refused, ...]
    """Moves that are refused, each reason once."""
    bad_options: tuple[tuple[dict[str, Any], str], ...]
    bad_positions: tuple[View, ...]
    stories: Mapping[str, Story]
    surprises: frozenset[str]
    """What an event of the first move tells and nobody could know, by its name."""
    lasting: Placed
    """Where a game begins that can be made to last."""
    lasts: int
    """How many moves it then lasts at least."""
    puts_off: Callable[[str], bool]
    """Whether a move, as text, puts off the end: a long game prefers those."""
    soon_over: Placed | None = None
    """Where a game begins whose end is a few moves off; None where that is a new game."""
    open_ends: frozenset[str] = frozenset()
    """Positions that are the end if they say so, and else are not: it does not follow."""
    levels: int = 0
    kept: Callable[[View, list[str]], View] = whole_view
    """What of a view a position brings back; takes the view and the moves before it."""
    idle: Callable[[View, str], bool] = never
    """Whether a legal move, as text, leaves all as it is; takes the view and the move."""
    hastens: Callable[[str], bool] = any_move
    """Whether a move, as text, brings the end nearer."""
    uncovers: Callable[[str], bool] = any_move
    """Whether a move, as text, shows what nobody could know."""
    promises: Callable[[str], bool] = any_move
    """Whether what a move, as text, opens can be had by the next."""
    guesses: bool = False
    """Whether what a move is worth is a guess, because chance decides."""
    hints_end: int = 0
    """How many moves a game that follows the hints has at most; 0 if nobody knows."""
    previews: Mapping[str, Placed] = field(default_factory=dict)
    """Positions to look ahead from; none where a game has no preview."""
    no_previews: Mapping[str, Placed] = field(default_factory=dict)
    """Positions without a preview, by the reason given."""
