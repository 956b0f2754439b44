"""What a study counts in many games, among the events that their moves tell."""

from typing import NamedTuple

A_GAME, A_MOVE = "game", "move"


class Tally(NamedTuple):
    """One thing that is counted."""

    name: str
    """What it is called in a table."""
    title: str
    """What is counted, in a few words."""
    event: str
    """The event that tells it."""
    key: str = ""
    """The key of the event whose values are told apart; otherwise events are counted alone."""
    unit: str = ""
    """What such a value is counted in."""
    per: str = ""
    """Of events alone: whether so many a game are told, or the share of moves that have one."""
