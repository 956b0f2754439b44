"""Plays any legal move, each as likely."""

from cardhouse.agents.agent import LUCK_STREAM, Luck
from cardhouse.core.chance import below
from cardhouse.games.game import MOVES, State, is_legal

TRIES = 64
"""Guesses before counting: where most moves are legal, a guess is cheaper."""


def choose(s: State, luck: Luck) -> int:
    """Return a legal move, uniformly."""
    for _ in range(TRIES):
        move = below(luck, LUCK_STREAM, MOVES)
        if is_legal(s, move):
            return move
    return counted_move(s, below(luck, LUCK_STREAM, count_legal(s)))


def count_legal(s: State) -> int:
    """Return how many moves are legal."""
    legal = 0
    for move in range(MOVES):
        if is_legal(s, move):
            legal += 1
    return legal


def counted_move(s: State, skipped: int) -> int:
    """Return the legal move that comes after *skipped* legal ones."""
    move = 0
    while skipped > 0 or not is_legal(s, move):
        if is_legal(s, move):
            skipped -= 1
        move += 1
    return move
