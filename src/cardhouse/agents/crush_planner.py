"""Plays Solitaire Crush: tries what looks best on futures of its own making."""

from cardhouse.agents.crush_builder import best_looks
from cardhouse.agents.crush_outlook import GAIN_WEIGHT
from cardhouse.agents.luck import LUCK_STREAM, Luck, forget
from cardhouse.agents.ranking import first_most
from cardhouse.core.chance import MOST_BELOW, below
from cardhouse.core.flat import Cells, lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.games.crush.rules import apply, rekey
from cardhouse.games.crush.state import NOT_ENDED, State

CANDIDATES = 3
"""How many moves it tries."""
FUTURES = 3
"""On how many futures it tries each; all are tried on the same ones."""
LOST = -1_000_000
"""How a grid looks when the game is over."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the move after which its futures looked best."""
    desk = new_desk(s, 3)
    moves, looks, totals = [0] * CANDIDATES, [0] * CANDIDATES, [0] * CANDIDATES
    trial, trial_look = [0], [0]
    count = best_looks(s, desk, moves, looks)
    lay(desk, 2, s)
    forget_all(desk[2], luck)
    for _ in range(FUTURES if count > 1 else 0):
        salt = below(luck, LUCK_STREAM, MOST_BELOW)
        for i in range(count):
            lay(desk, 1, desk[2])
            rekey(desk[1], salt)
            trial[0] = moves[i]
            totals[i] += future(desk, trial, trial_look)
    return moves[first_most(totals, count)]


def forget_all(s: State, luck: Luck) -> None:
    """Forget what is to come, and the order of the deck too."""
    forget(s, luck)
    sort_cells(s.deck, s.deck_left)
    sort_cells(s.tags, s.deck_left)


@called
def sort_cells(cells: Cells, count: int) -> None:
    """Sort the first *count* numbers."""
    for i in range(1, count):
        value = cells[i]
        place = i
        while place > 0 and cells[place - 1] > value:
            cells[place] = cells[place - 1]
            place -= 1
        cells[place] = value


@called
def future(desk: list[State], move: Cells, look: Cells) -> int:
    """Play a *move* on the desk, and see how good the best that follows looks."""
    s = desk[1]
    before = s.score
    apply(s, move[0])
    if s.ending != NOT_ENDED or best_looks(s, desk, move, look) == 0:
        return LOST
    return look[0] + GAIN_WEIGHT * (s.score - before) // max(s.factor, 1)
