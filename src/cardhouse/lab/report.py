"""Figures as text: aligned, with their intervals, for a terminal or a file."""

import math
from collections import Counter
from collections.abc import Sequence

from cardhouse.lab.estimate import Estimate

Row = Sequence[str]
Listed = tuple[str, str]
"""A name, and what belongs to it."""


def table(heads: Row, rows: Sequence[Row], left: int = 1) -> str:
    """Return a table: the first *left* columns begin together, the others end together.

    >>> print(table(["level", "won"], [["1", "95.0 %"], ["30", "5.0 %"]]))
    level     won
    1      95.0 %
    30      5.0 %
    """
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return "\n".join(_line(row, widths, left) for row in (heads, *rows))


def listing(rows: Sequence[Listed]) -> str:
    """Return names and what belongs to each."""
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {text}" for name, text in rows)


def _line(row: Row, widths: Sequence[int], left: int) -> str:
    parts = [
        f"{part:<{width}}" if i < left else f"{part:>{width}}"
        for i, (part, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()


def points(value: float) -> str:
    """Write points: tenths only where there are few.

    >>> points(12.34), points(1234.5), points(-3)
    ('12.3', '1,234', '-3.0')
    """
    if not math.isfinite(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"  # noqa: PLR2004


def percent(share: float) -> str:
    """Write a share in percent."""
    if not math.isfinite(share):
        return "?"
    return f"{share:.1%}".replace("%", " %")


def interval(estimate: Estimate) -> str:
    """Write where a figure lies.

    >>> interval(Estimate(5, 4, 6))
    '95 %: 4.0 to 6.0'
    """
    return f"95 %: {points(estimate.low)} to {points(estimate.high)}"


def share_interval(estimate: Estimate) -> str:
    """Write where a share lies."""
    return f"95 %: {percent(estimate.low)} to {percent(estimate.high)}"


def shares(counts: Counter[str], most: int = 10) -> str:
    """Write what a whole is made of, the largest part first.

    >>> shares(Counter(pair=3, flush=1))
    'pair 75.0 %, flush 25.0 %'
    """
    whole = counts.total()
    parts = sorted(counts.items(), key=lambda part: (-part[1], part[0]))
    return ", ".join(f"{name} {percent(count / whole)}" for name, count in parts[:most])


def estimate_columns(
    name: str, estimates: Sequence[Estimate | None]
) -> dict[str, list[float | None]]:
    """Return estimates as three columns: values and bounds; what there is none of stays empty."""
    return {
        f"{name}{bound}": [None if estimate is None else estimate[i] for estimate in estimates]
        for i, bound in enumerate(("", "_low", "_high"))
    }
