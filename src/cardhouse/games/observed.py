"""What is observed of a state by who learns to play: the fields that a player sees."""

from typing import NamedTuple

AS_IT_IS, LOWEST_BYTE, BITS = 0, 1, 2
"""How a field is shown: as it is, only its lowest byte, or bit by bit."""


class Observed(NamedTuple):
    """One field of a state that a player sees."""

    name: str
    """The field's name."""
    shape: tuple[int, ...]
    """How its numbers are laid out; one number is a row of one."""
    most: int | str
    """The largest number that it can hold, or the knob that says so."""
    text: str
    """What its numbers mean."""
    how: int = AS_IT_IS
    """What is shown of each number."""


SCORE = Observed("score", (1,), 10**18, "points made so far")
