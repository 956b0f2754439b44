"""Which aims are missed, by how much, and what the profile shows.

The aims of moves, steps and hands a second were set on a machine on which the peers ran at
known rates.  How fast they run in the same run as ours is this machine's pace.
"""

import re
from collections.abc import Iterable, Mapping
from statistics import median

Row = tuple[str, str, str]

NUMBER = re.compile(r"\d[\d,]*(\.\d+)?")
AT_THE_AIMS = {
    "cartpole": 127_000,
    "pgx": 1_330_000,
    "jumanji": 1_110_000,
    "openspiel": 147_000,
    "rlcard": 46_000,
    "tile-match-gym": 1_700,
    "eval7": 3_700_000,
    "treys": 2_800_000,
    "phevaluator": 1_600_000,
    "pokerkit": 440_000,
}
"""What the peers did a second where the aims were set."""

BARE = (
    "the bare loop draws and moves as much, but looks for no legal move and keeps nothing of what a"
    " move changes beside the cards"
)
START = (
    "four fifths of it are Numba's own work, types and lowering, function by function, and stay"
    " with the optimiser switched off; every later start reads the cache"
)
WHY = {
    ("Poker Boom", "random legal moves a second, compiled, one core"): "every other move of this"
    " level sees an explosion, which shuffles the board, and of seven looks for a legal move six"
    " meet scorched cells or no hand; level 1, which has few bombs, shows what they cost",
    ("Poker Boom", "compiled against the bare loop"): BARE,
    ("Poker Grid", "compiled against the bare loop"): BARE,
    ("Solitaire Crush", "compiled against the bare loop"): BARE,
    ("Poker Grid", "first start, everything compiled"): START,
    ("Poker Grid", "hands a second, no jokers"): "a hand draws 23 cards and judges ten lines",
    ("Solitaire Crush", "random legal moves a second, compiled, one core"): "of three looks for a"
    " legal move two are in vain, half of them at runs that are no sequences",
    ("Solitaire Crush", "full legal masks a second, of dealt positions"): "a mask is 3,920 cells"
    " long, and 70 runs at least are read for it",
    ("The lab", "hands classified a second, in a batch"): "a hand reads five cards and the tally of"
    " each, and no branch is left in it",
    ("The lab", "2,000,000 casual games, two workers against one"): "two runs that share nothing do"
    " not come further either: see the ceiling below it",
    ("Poker Boom", "steps a second, `gym.make`"): "a third of a step copies the observation and the"
    " mask of 1,546 (see `copy=False`)",
}
"""What the profile shows of rows that have missed their aims, by game and row."""


def pace_of(rates: Mapping[str, float]) -> float:
    """Return how fast the peers run here, where the aims were set being 1; 0 if none has run.

    >>> pace_of({"cartpole": 63_500, "pgx": 1_330_000, "rlcard": 23_000, "unknown": 5})
    0.5
    """
    paces = [rate / AT_THE_AIMS[name] for name, rate in rates.items() if name in AT_THE_AIMS]
    return median([pace for pace in paces if pace] or [0.0])


def missed(tables: Mapping[str, Iterable[Row]], pace: float) -> list[str]:
    """Return a line of Markdown for every aim that a figure has missed, in a machine's pace."""
    return [
        line(title, row, share, pace)
        for title, rows in tables.items()
        for row in rows
        if (share := shortfall(row[1], row[2])) > 0
    ]


def line(title: str, row: Row, share: float, pace: float) -> str:
    """Say what is missed, by how much, and why."""
    what, figure, aim = row
    said = f"- {title}: {what}: {figure}, the aim is {aim}, missed by {share:.1%}"
    if "a second" in what and pace and shortfall(str(number_in(figure) / pace), aim) == 0:
        said += ", met in the peers' pace"
    why = WHY.get((title.partition(",")[0], what), "")
    return f"{said}: {why}." if why else f"{said}."


def shortfall(figure: str, aim: str) -> float:
    """Return by what share of the aim a figure misses it; 0 if it does not, or there is none.

    >>> shortfall("4,000", "5,000 or more"), shortfall("33.0 s", "under 20 s")
    (0.2, 0.65)
    >>> shortfall("6,000", "5,000 or more"), shortfall("1.2 s", ""), shortfall("3 s", "linear")
    (0.0, 0.0, 0.0)
    """
    if not NUMBER.search(figure) or not NUMBER.search(aim):
        return 0.0
    value, bound = number_in(figure), number_in(aim)
    gap = bound - value if "or more" in aim else value - bound
    return max(0.0, gap / bound)


def number_in(text: str) -> float:
    """Return the first number of a text.

    >>> number_in("1,024 MiB")
    1024.0
    """
    found = NUMBER.search(text)
    return float(found[0].replace(",", "")) if found else 0.0
