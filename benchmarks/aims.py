"""Which aims are missed, by how much, and what the profile shows."""

import re
from collections.abc import Iterable, Mapping

Row = tuple[str, str, str]

NUMBER = re.compile(r"\d[\d,]*(\.\d+)?")

BARE = (
    "the bare loop knows no rules: it neither looks for a legal move nor checks one, nor keeps what"
    " a move changes beside the cards"
)
WHY = {
    "compiled against the bare loop": BARE,
    "first start, everything compiled": "nine tenths of it are Numba's inference of types, function"
    " by function; the machine code itself is a tenth, and every later start reads the cache",
    "random legal moves a second, compiled, one core": "most of the time goes into looking for a"
    " legal move: more than four random ones are tried until one is legal",
}
"""What the profile shows of rows that have missed their aims."""


def missed(tables: Mapping[str, Iterable[Row]]) -> list[str]:
    """Return a line of Markdown for every aim that a figure has missed."""
    return [
        f"- {title}: {what}: {figure}, the aim is {aim}, missed by {share:.0%}"
        f"{f': {WHY[what]}' if what in WHY else ''}."
        for title, rows in tables.items()
        for what, figure, aim in rows
        if (share := shortfall(figure, aim)) > 0
    ]


def shortfall(figure: str, aim: str) -> float:
    """Return by what share of the aim a figure misses it; 0 if it does not, or there is none.

    >>> shortfall("4,000", "5,000 or more"), shortfall("33.0 s", "under 20 s")
    (0.2, 0.65)
    >>> shortfall("6,000", "5,000 or more"), shortfall("1.2 s", ""), shortfall("3 s", "linear")
    (0.0, 0.0, 0.0)
    """
    is_, wanted = (NUMBER.search(text) for text in (figure, aim))
    if not is_ or not wanted:
        return 0.0
    value, bound = (float(found[0].replace(",", "")) for found in (is_, wanted))
    gap = bound - value if "or more" in aim else value - bound
    return max(0.0, gap / bound)
