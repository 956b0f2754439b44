"""What a game is.

A game is data: a name and four modules.  `rules` alone decides; the others
write, show and set up.  The functions below are the contract that every
`rules` module fills; an agent or a loop written over them plays any game
(see `cardhouse.core.twin.bind`).
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

PLAYING, WON, LOST, OVER = 0, 1, 2, 3
OUTCOMES = ("playing", "won", "lost", "over")

GAME_OVER = ("ended", "The game is over.")
"""Why a move is refused after the end: a code, and a sentence."""

QUOTED_LETTERS = 40
QUOTED_NUMBERS = 10**18

LEGAL = 0
"""What `refusal` answers for a move that is allowed."""

LAST_MOVE = -1
"""What `opens` answers for a move after which there is no other."""


class Refusal(ValueError):
    """Something asked for cannot be had: a reason as a code, and a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


class IllegalMove(Refusal):
    """The move is not allowed now, or is no move at all; nothing has changed."""


class BadSetup(Refusal):
    """No game can be started so: an unknown game, option or seed, or an impossible position."""


def shown(value: object) -> str:
    """Return *value* as a sentence may quote it: short, whatever it is."""
    if isinstance(value, str):
        return repr(value[:QUOTED_LETTERS])
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int) and abs(value) < QUOTED_NUMBERS:
        return str(value)
    return "so large a number" if isinstance(value, int) else f"this {type(value).__name__}"


def counted(count: int, noun: str) -> str:
    """Return so many of something, in words: ``1 move``, ``2 moves``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


@dataclass(frozen=True)
class Game:
    """A game, as data; all but its screens is built from this alone."""

    name: str
    """The short name, as typed in a terminal: ``boom``."""
    title: str
    """The name as printed: ``Poker Boom``."""
    version: int
    """The version of its rules and of its move numbers; any change to either raises it."""
    rules: ModuleType
    """What is allowed and what happens: the contract below, and `KNOBS`."""
    notation: ModuleType
    """The words: `move_text`, `parse_move`, `refusal_text`."""
    view: ModuleType
    """What a player sees: `view`, `describe`, `hands`; `event_dicts`; `place` and `options_of`."""
    options: ModuleType
    """What can be chosen before the deal: `read_options`, `set_options`, `DEFAULTS`, `LEVELS`."""
    preview: ModuleType | None = None
    """What the next move may bring, where that is up to chance: `preview`."""


# -- the contract: what every rules module has ---------------------------------

State = Any
"""The whole game, flat (see `cardhouse.core.flat`)."""

MOVES = 0
"""How many moves there are; a move is a number below it, and keeps its meaning."""

ROOM = 0
"""How many numbers `mark_legal` wants room for."""


def deal(s: State) -> None:
    """Start a game; the key and the options are in *s* already."""
    raise NotImplementedError


def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL``; changes nothing."""
    raise NotImplementedError


def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now; changes nothing."""
    raise NotImplementedError


def mark_legal(s: State, legal: list[int], room: list[int]) -> None:
    """Write into *legal*, for every move, whether it is allowed now; *room* is to work in."""
    raise NotImplementedError


def apply(s: State, move: int) -> None:
    """Play a legal *move*; it is not checked."""
    raise NotImplementedError


def outcome(s: State) -> int:
    """Return ``PLAYING``, ``WON``, ``LOST`` or ``OVER``; changes nothing."""
    raise NotImplementedError


def given_up(s: State) -> int:
    """ALL-9: return what a game comes to that its player ends: ``LOST`` or ``OVER``."""
    raise NotImplementedError


def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains at once, as far as a player can know."""
    raise NotImplementedError


def opens(s: State, move: int) -> int:
    """Return the points that a legal *move* lets the next one gain, as far as a player can know.

    It is ``LAST_MOVE`` where a player can know that no move will follow.
    """
    raise NotImplementedError


def spends(s: State, move: int) -> bool:
    """Return whether a legal *move* uses up what does not come back."""
    raise NotImplementedError


def is_free(s: State, move: int) -> bool:
    """Return whether a legal *move* costs no time: as many others can follow as before."""
    raise NotImplementedError


def prospects(s: State) -> int:
    """Return how many moves are worth a look: every legal one, and perhaps others."""
    raise NotImplementedError


def prospect(s: State, i: int) -> int:
    """Return the move that is number *i* of those, each once."""
    raise NotImplementedError


def rekey(s: State, salt: int) -> None:
    """Replace the random key and all that is hidden by what might as well be (ALL-3)."""
    raise NotImplementedError
