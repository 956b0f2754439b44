"""A ranking of moves: the best so far, best first."""

from cardhouse.core.flat import Cells


def put_in_order(moves: Cells, values: Cells, place: int, move: int, value: int) -> None:
    """Put a move before all of lower value; what stood at *place* goes."""
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        moves[place] = moves[place - 1]
        place -= 1
    values[place] = value
    moves[place] = move


def first_most(values: Cells, count: int) -> int:
    """Return where the highest of the first *count* values stands; among equals, the first."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best
