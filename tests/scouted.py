"""Sensible moves, soon: where a test plays on and a hint is not what it tests."""

from functools import cache
from types import SimpleNamespace

from cardhouse.agents import scout
from cardhouse.agents.luck import Luck
from cardhouse.core.twin import bind
from cardhouse.games import GAMES
from cardhouse.match import Match


@cache
def scout_of(game: str) -> SimpleNamespace:
    """Return the scout, bound to a game."""
    return bind(scout, *GAMES[game].contract)


def scouted(match: Match) -> str:
    """Return the move that gains most, or opens most where none gains."""
    move = scout_of(match.game.name).choose(match.state, Luck())
    text: str = match.game.notation.move_text(move)
    return text
