"""Parts that every game's words and view are made of: cells, grids, positions, events."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from cardhouse.core.grid import parse_cell
from cardhouse.games.game import OUTCOMES, Ending
from cardhouse.games.refusal import BadSetup, IllegalMove, shown
from cardhouse.games.shape import Given, Standing, Told
from cardhouse.games.words import Words

T = TypeVar("T")
Facts = tuple[int, ...]
"""What a rule told: an event's number and its facts."""


def cell_in_move(word: str, rows: int, columns: int) -> int:
    """Read a cell that a player typed.

    :raises IllegalMove: if *word* is not a cell of this grid.
    """
    try:
        return parse_cell(word, rows, columns)
    except ValueError as error:
        raise IllegalMove("no_cell", f"{error}.") from None


def rows_of(items: list[T], columns: int) -> list[list[T]]:
    """Return a grid, given in reading order, as rows."""
    return [items[i : i + columns] for i in range(0, len(items), columns)]


def grid_of(name: str, value: object, rows: int, columns: int) -> list[object]:
    """Return a grid, given as rows, in reading order.

    :raises BadSetup: if it has another size.
    """
    given = value if isinstance(value, list | tuple) else []
    if len(given) != rows or any(
        not isinstance(row, list | tuple) or len(row) != columns for row in given
    ):
        raise BadSetup("bad_position", f"the {name} has {rows} rows of {columns}")
    return [item for row in given for item in row]


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number from *low* to *high*.

    :raises BadSetup: if *value* is none.
    """
    if type(value) is not int or not low <= value <= high:
        raise BadSetup("bad_position", f"{name} is a whole number from {low} to {high}")
    return value


def check_keys(position: Given, keys: Sequence[str]) -> None:
    """Check that a position has only keys that a view has.

    :raises BadSetup: if it has another.
    """
    for key in position:
        if key not in keys:
            raise BadSetup(
                "bad_position", f"a position has no {shown(key)}; it has {', '.join(keys)}"
            )


def standing(number: int, endings: Sequence[Ending], phase: str) -> Standing:
    """Return how a game stands: its outcome, its phase, and why it has ended, if it has."""
    ending = endings[number]
    return {
        "outcome": OUTCOMES[ending.outcome],
        "phase": "over" if number else phase,
        "ending": ending.why or None,
    }


def cell_pair(cell: int, columns: int) -> list[int]:
    """Return a cell as its row and column."""
    return [cell // columns, cell % columns]


def told_events(
    told: Iterable[Facts],
    shapes: Mapping[int, Callable[[list[Facts], Words], Told]],
    alike: Callable[[Facts], Facts],
    words: Words,
) -> list[Told]:
    """Return what the rules told, ready for JSON: each event, its facts, and a text.

    What follows one another and is *alike* happens at once: it is one event.
    """
    return [
        shapes[kind[0]]([facts[1:] for facts in group], words)
        for kind, group in groupby(told, key=alike)
    ]
