"""The ten lines of Poker Grid: what hand each makes, and what it scores."""

from cardhouse.core.flat import tell
from cardhouse.core.marks import called
from cardhouse.core.poker import HANDS_WITH, TALLIES
from cardhouse.games.grid.board import LINE_COUNT, LINES, SIDE, card_of
from cardhouse.games.grid.hands import line_traits
from cardhouse.games.grid.jokers import WHOLE
from cardhouse.games.grid.state import SCORED, State

BASE_CHIPS = (5, 10, 20, 30, 30, 35, 40, 60, 80, 100)
BASE_MULT = (1, 2, 2, 3, 4, 4, 4, 7, 6, 8)
NO_PLACE = -1
"""Told instead of a joker's place where the hand itself is meant."""


@called
def read_lines(s: State) -> None:
    """GRID-11: find the hand of each line, with its chips and mult, before any joker acts."""
    for line in range(LINE_COUNT):
        tally = 0
        for i in range(SIDE):
            tally += TALLIES[card_of(s.board[LINES[line][i]])]
        s.traits[line] = line_traits(s, tally)
        hand = HANDS_WITH[s.traits[line]]
        s.hands[line] = hand
        s.chips[line], s.mults[line] = base_of(s, hand)


def base_of(s: State, hand: int) -> tuple[int, int]:  # noqa: ARG001 (who reuses this asks it)
    """GRID-12: return a hand's chips and mult."""
    return BASE_CHIPS[hand], WHOLE * BASE_MULT[hand]


def line_score(chips: int, mult: int) -> int:
    """GRID-14: mult is in hundredths, and a line's score drops what is below one."""
    return chips * mult // WHOLE


def tell_lines(s: State) -> None:
    """Tell what each line is worth by its hand alone."""
    for line in range(LINE_COUNT):
        tell(s, SCORED, line, NO_PLACE, s.hands[line], s.chips[line], s.mults[line])
