"""Plays Solitaire Crush by looks: the move after which the grid looks best."""

from cardhouse.agents.crush_outlook import (
    MOST_FROM_OPENINGS,
    cost_of,
    look_of,
    openings_look,
    swap_opens,
)
from cardhouse.agents.luck import Luck
from cardhouse.agents.ranking import put_in_order
from cardhouse.core.flat import Cells, lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.games.crush.board import ENDS, KIND_OF, SWAP, USE
from cardhouse.games.crush.prospects import prospect, prospects
from cardhouse.games.crush.rules import is_legal, move_cards
from cardhouse.games.crush.state import State


@inlined
def choose(s: State, luck: Luck) -> int:  # noqa: ARG001 (it needs no luck)
    """Return the move after which the grid looks best, the drop aside."""
    moves, looks = [0], [0]
    best_looks(s, new_desk(s, 1), moves, looks)
    return moves[0]


@called
def best_looks(s: State, desk: list[State], moves: Cells, looks: Cells) -> int:
    """Write down the moves that look best, as many as there is room for; return how many."""
    count = 0
    for i in range(prospects(s)):
        move = prospect(s, i)
        if is_legal(s, move) and is_worth_a_look(s, move):
            lay(desk, 0, s)
            move_cards(desk[0], move)
            look = look_of(desk[0], s.score) - cost_of(s, move)
            if count < len(moves) or look + MOST_FROM_OPENINGS > looks[-1]:
                look += openings_look(desk[0])
                if count < len(moves) or look > looks[-1]:
                    count = min(count + 1, len(moves))
                    put_in_order(moves, looks, count - 1, move, look)
    return count


@called
def is_worth_a_look(s: State, move: int) -> bool:
    """Return whether a legal *move* may be any good: two cards are swapped only to open a clear."""
    first, second = ENDS[move]
    return KIND_OF[move] not in (USE, SWAP) or swap_opens(s, first, second)
