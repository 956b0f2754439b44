"""Plays any legal move, each as likely."""

from cardhouse.agents.agent import LUCK_STREAM, Luck
from cardhouse.core.chance import below
from cardhouse.games.game import MOVES, State, is_legal


def choose(s: State, luck: Luck) -> int:
    """Return a legal move, uniformly: the first of random moves that is legal."""
    while True:
        move = below(luck, LUCK_STREAM, MOVES)
        if is_legal(s, move):
            return move
