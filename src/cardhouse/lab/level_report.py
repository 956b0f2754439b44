"""The levels of Poker Boom in words: as they are, as wanted, as proposed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from cardhouse.lab.figures import Estimate, mean_of
from cardhouse.lab.level_worth import EASIEST, HARDEST, Row
from cardhouse.lab.report import percent, points, table

ABOUT = 0.03
"""BOOM-29 says "about": so far off the first and the last level may be."""
MOST_RISE = 0.10
"""BOOM-29: by how much the share may rise from one level to the next."""


def report(rows: Sequence[Row], bots: Sequence[str], seeds: range, whole: bool = True) -> str:
    """Write the table of the levels, and, if it is *whole*, whether BOOM-29 holds."""
    heads = ["level", "name", "target", "won", "95 %", "wanted", "proposed", "then"]
    heads += ["explosions", "disarming", f"{bots[0]} scores"]
    heads += [f"{bot} {what}" for bot in bots[1:] for what in ("scores", "wins", "explosions")]
    shares = [row.measured.share for row in rows]
    then = [row.measured.share_at(row.target) for row in rows]
    verdicts = [
        "",
        f"As they are, {verdict(shares)}",
        f"With the proposed targets, {verdict(then)}",
    ]
    return "\n".join(
        [
            f"Poker Boom: {bots[0]}, seeds {seeds[0]:,} to {seeds[-1]:,} of each level; explosions"
            " are counted a run, disarming moves of all moves,",
            "scores with a target out of reach.",
            "",
            table(heads, [_line(row) for row in rows], left=2),
            *(verdicts if whole else []),
        ]
    )


def _line(row: Row) -> list[str]:
    mine, share = row.measured, row.measured.share
    line = [
        str(row.number),
        row.level.name,
        f"{row.level.target:,}",
        percent(share.value),
        f"{share.low * 100:.1f}-{share.high * 100:.1f}",
        percent(row.wanted),
        f"{row.target:,}",
        percent(mine.share_at(row.target).value),
        f"{mine.mix.explosions_a_run:.2f}",
        percent(mine.mix.disarming),
        points(float(mine.scores.mean())),
    ]
    if row.beside:
        other = row.beside
        line += [points(float(other.scores.mean())), percent(other.share.value)]
        line += [f"{other.mix.explosions_a_run:.2f}"]
    return line


def verdict(shares: Sequence[Estimate]) -> str:
    """Say whether BOOM-29 holds, as far as can be told from the shares that are won.

    >>> from cardhouse.lab.figures import share_of
    >>> verdict([share_of(won, 1000) for won in (950, 500, 50)])
    'BOOM-29 holds: from 95.0 % to 5.0 %.'
    >>> verdict([share_of(won, 1000) for won in (950, 500, 620, 50)])
    'BOOM-29 does not hold: level 3 is won 12 points more often than level 2.'
    """
    flaws = [
        f"level {number} is won {100 * (later.value - earlier.value):.0f} points more often than"
        f" level {number - 1}"
        for number, (earlier, later) in enumerate(pairwise(shares), 2)
        if later.value - earlier.value > MOST_RISE
    ]
    for number, share, wanted in ((1, shares[0], EASIEST), (len(shares), shares[-1], HARDEST)):
        if share.low > wanted + ABOUT or share.high < wanted - ABOUT:
            how = f"{percent(share.value)}, not about {percent(wanted)}"
            flaws.append(f"level {number} is won {how}")
    if flaws:
        return f"BOOM-29 does not hold: {'; '.join(flaws)}."
    if any(share.high - share.low > 2 * ABOUT for share in (shares[0], shares[-1])):
        return "it cannot be told whether BOOM-29 holds: more games are needed."
    return f"BOOM-29 holds: from {percent(shares[0].value)} to {percent(shares[-1].value)}."


def columns_of(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Return the table as columns of numbers."""
    columns: dict[str, list[Any]] = {
        "level": [row.number for row in rows],
        "name": [row.level.name for row in rows],
        "target": [row.level.target for row in rows],
        "won": [row.measured.share.value for row in rows],
        "won_low": [row.measured.share.low for row in rows],
        "won_high": [row.measured.share.high for row in rows],
        "wanted": [row.wanted for row in rows],
        "proposed": [row.target for row in rows],
        "explosions": [row.measured.mix.explosions_a_run for row in rows],
        "disarming": [row.measured.mix.disarming for row in rows],
        "mean": [mean_of(row.measured.scores).value for row in rows],
    }
    others = [row.beside for row in rows if row.beside]
    if others:
        columns["beside_mean"] = [mean_of(other.scores).value for other in others]
        columns["beside_won"] = [other.share.value for other in others]
        columns["beside_explosions"] = [other.mix.explosions_a_run for other in others]
    return columns
