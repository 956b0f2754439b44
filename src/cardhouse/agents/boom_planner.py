"""Plays Poker Boom: tries the best hands on futures of its own making."""

from cardhouse.agents.luck import LUCK_STREAM, Luck, forget
from cardhouse.agents.ranking import first_most, put_in_order
from cardhouse.core.chance import MOST_BELOW, below, rekey
from cardhouse.core.flat import Cells, lay, new_desk
from cardhouse.core.marks import called, inlined
from cardhouse.core.poker import TALLIES, hand_of
from cardhouse.games.boom.board import CELLS, HAND, MOVES, SELECTIONS
from cardhouse.games.boom.rules import apply, cells_flaw, hand_flaw
from cardhouse.games.boom.state import NOT_ENDED, State
from cardhouse.games.game import LEGAL

CANDIDATES = 10
"""How many selections it tries."""
FUTURES = 6
"""On how many futures it tries each; all are tried on the same ones."""
AHEAD = 3
"""How many moves it then plays on, each the best hand on the board."""
PLACES = 2
"""What lies on its desk: the game as it stands, and a future of it."""


@inlined
def choose(s: State, luck: Luck) -> int:
    """Return the selection with which its futures scored most."""
    desk = new_desk(s, PLACES)
    lay(desk, 0, s)
    return best_tried(desk, luck, CANDIDATES, FUTURES, AHEAD)


@called
def best_tried(desk: list[State], luck: Luck, candidates: int, futures: int, ahead: int) -> int:
    """Return the best of so many selections, tried on so many futures, so many moves *ahead*.

    The game as it stands lies first on the desk.
    """
    moves, hands, totals = [0] * candidates, [0] * candidates, [0] * candidates
    trial, trial_hand, tallies = [0], [0], [0] * CELLS
    count = best_hands(desk[0], tallies, moves, hands)
    for _ in range(futures if count > 1 else 0):
        salt = below(luck, LUCK_STREAM, MOST_BELOW)
        for i in range(count):
            lay(desk, 1, desk[0])
            forget(desk[1], luck)
            rekey(desk[1], salt)
            trial[0] = moves[i]
            totals[i] += future(desk[1], tallies, trial, trial_hand, ahead)
    return moves[first_most(totals, count)]


@called
def future(s: State, tallies: Cells, move: Cells, hand: Cells, ahead: int) -> int:
    """Play a *move* and then some best hands; return the points made."""
    before = s.score
    apply(s, move[0])
    for _ in range(ahead):
        if s.ending != NOT_ENDED:
            break
        best_hands(s, tallies, move, hand)
        apply(s, move[0])
    return s.score - before


@called
def best_hands(s: State, tallies: Cells, moves: Cells, hands: Cells) -> int:
    """Write down the best hands' selections, as many as there is room for; return how many."""
    for cell in range(CELLS):
        tallies[cell] = TALLIES[s.board[cell]]
    count = 0
    for move in range(MOVES):
        if cells_flaw(s, move) != LEGAL:
            continue
        selection = SELECTIONS[move]
        tally = 0
        for i in range(HAND):
            tally += tallies[selection[i]]
        if hand_flaw(tally) == LEGAL:
            hand = hand_of(tally)
            if count < len(moves) or hand > hands[-1]:
                count = min(count + 1, len(moves))
                put_in_order(moves, hands, count - 1, move, hand)
    return count
