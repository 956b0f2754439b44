"""The jokers in words: the strongest, the weakest, those that never matter or always win."""

from collections.abc import Sequence

from cardhouse.games.grid import rules
from cardhouse.games.refusal import counted
from cardhouse.lab.joker_worth import NAMES, Worth, changes_nothing
from cardhouse.lab.report import interval, percent, points, table

SHOWN = 10
"""How many jokers or pairs there are at each end of a table."""


def report(worths: Sequence[Worth], seeds: range, whole: bool = True) -> str:
    """Write what was measured; the first is no joker at all.

    Unless the study is *whole*, nothing is said of all pairs.
    """
    plain, alone = worths[0], worths[1 : len(NAMES) + 1]
    pairs = worths[len(NAMES) + 1 :]
    title = f"Poker Grid: {len(alone)} jokers alone and {counted(len(pairs), 'pair')}"
    parts = [
        f"{title}, {counted(len(seeds), 'round')} each (seeds {seeds[0]:,} to {seeds[-1]:,}),\n"
        "the cards that auto-freeze chose never touched; points are those of a hand.\n"
        f"Without a joker a hand makes {points(plain.points.value)} points, and"
        f" {percent(plain.won.value)} of the rounds reach {rules.TARGET:,}.",
        _alone_table(alone),
        *([_pair_table(pairs)] if pairs else []),
        "\n".join(sentences(plain, alone, pairs if whole else ())),
    ]
    return "\n\n".join(parts)


def _alone_table(alone: Sequence[Worth]) -> str:
    ranked = sorted(alone, key=lambda worth: -worth.gain.value)
    rows = [
        [
            worth.jokers[0],
            points(worth.points.value),
            points(worth.gain.value),
            interval(worth.gain),
            percent(worth.won.value),
        ]
        for worth in _ends(ranked)
    ]
    return table(["strongest and weakest alone", "points", "gain", "", "won"], rows)


def _pair_table(pairs: Sequence[Worth]) -> str:
    ranked = sorted(pairs, key=lambda worth: -_synergy(worth))
    rows = [
        [
            " + ".join(worth.jokers),
            points(worth.points.value),
            points(_synergy(worth)),
            interval(worth.synergy) if worth.synergy else "",
            percent(worth.won.value),
        ]
        for worth in _ends(ranked)
    ]
    return table(["strongest and weakest pairs", "points", "synergy", "", "won"], rows)


def _ends(ranked: Sequence[Worth]) -> list[Worth]:
    """Return the first and the last few of a row."""
    return [*ranked] if len(ranked) <= 2 * SHOWN else [*ranked[:SHOWN], *ranked[-SHOWN:]]


def _synergy(worth: Worth) -> float:
    return worth.synergy.value if worth.synergy else 0.0


def sentences(plain: Worth, alone: Sequence[Worth], pairs: Sequence[Worth]) -> list[str]:
    """Name those that never matter, and those that always win."""
    idle = [worth.jokers[0] for worth in alone if changes_nothing(worth.gain, plain.points.value)]
    winners = [worth.jokers[0] for worth in alone if worth.always_wins]
    told = [_named("Alone these change nothing", idle), _named("Alone these always win", winners)]
    if pairs:
        never = [name for name in idle if name not in _helpful(plain, pairs)]
        certain = [" + ".join(worth.jokers) for worth in pairs if worth.always_wins]
        told.insert(1, _named("In no pair do these change anything either", never))
        told.append(f"Pairs that always win: {len(certain):,} of {len(pairs):,}.")
    return told


def _helpful(plain: Worth, pairs: Sequence[Worth]) -> set[str]:
    """Return who changes what another joker makes."""
    return {
        name
        for worth in pairs
        for name, added in zip(worth.jokers, worth.added, strict=True)
        if added.is_certain and not abs(added.value) < plain.points.value / 100
    }


def _named(what: str, names: Sequence[str]) -> str:
    return f"{what}: {', '.join(names) or 'none'}."
