"""Plays Solitaire Crush without bombs and swaps: the best clear, or the slide that opens it."""

from cardhouse.agents.luck import LUCK_STREAM, Luck
from cardhouse.core.chance import below
from cardhouse.core.marks import inlined
from cardhouse.games.crush.board import CLEARS_AT, USES_AT
from cardhouse.games.crush.prospects import opens, worth
from cardhouse.games.crush.rules import is_legal
from cardhouse.games.crush.state import State


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the best clear; without one the slide that opens the best; without one, any."""
    best = any_slide(s, luck)
    most = 0
    for move in range(CLEARS_AT, USES_AT):
        if is_legal(s, move) and worth(s, move) > most:
            best = move
            most = worth(s, move)
    for move in range(CLEARS_AT if most == 0 else 0):
        if is_legal(s, move):
            opened = opens(s, move)
            if opened > most:
                best = move
                most = opened
    return best


def any_slide(s: State, luck: Luck) -> int:
    """Return a legal slide, by chance."""
    move = below(luck, LUCK_STREAM, CLEARS_AT)
    while not is_legal(s, move):
        move = below(luck, LUCK_STREAM, CLEARS_AT)
    return move
