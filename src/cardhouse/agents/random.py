"""Plays any legal move, each as likely."""

from cardhouse.agents.luck import LUCK_STREAM, Luck
from cardhouse.core.chance import below
from cardhouse.core.marks import inlined
from cardhouse.games.contract import State, is_legal, prospect, prospects


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return a legal move, uniformly: the first of random moves that is legal."""
    looked_at = prospects(s)
    while True:
        move = prospect(s, below(luck, LUCK_STREAM, looked_at))
        if is_legal(s, move):
            return move
