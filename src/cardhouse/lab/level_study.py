"""A game's levels, measured by a reference bot; targets proposed so that wins fall evenly.

What the reference bot plays does not depend on the target, only when it may stop.
So runs are also played with a target out of reach: how many reach any target follows
from their scores, and the wanted share is met by the target that has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from cardhouse.engine.records import Array
from cardhouse.games import GAMES
from cardhouse.games.game import AnyGame, Level
from cardhouse.games.tally import A_GAME, Tally
from cardhouse.lab.breakdown import Breakdown, breakdown_of
from cardhouse.lab.estimate import Estimate, mean_of, share_of
from cardhouse.lab.files import Columns, put
from cardhouse.lab.games import TURNS, Job, play_job, seeds_from, warm_up
from cardhouse.lab.level_rows import rows_text
from cardhouse.lab.plan import Plan
from cardhouse.lab.pool import do_all
from cardhouse.lab.report import estimate_columns, percent, points, table
from cardhouse.lab.result import Result
from cardhouse.lab.simulation import seeds_text

EASIEST, HARDEST = 0.95, 0.05
"""BOOM-29: the shares of runs that the reference bot wins of the first and of the last level."""
ABOUT = 0.03
"""BOOM-29 says "about": so far off the first and the last level may be."""
MOST_RISE = 0.10
"""BOOM-29: by how much the share may rise from one level to the next."""
OUT_OF_REACH = 10**12
REPLAYED = 200
"""Runs of a level that are played again to count what happens in them."""
TARGET_STEP = 100
"""Targets are round numbers."""


class LevelJob(NamedTuple):
    """One level for one bot to play."""

    plan: Plan
    seeds: range


class Measured(NamedTuple):
    """What one bot makes of one level."""

    won: int
    """How many runs it wins."""
    scores: Array
    """What it scores when no target ends the run."""
    breakdown: Breakdown
    """What happens in some of the runs."""

    @property
    def share(self) -> Estimate:
        """The share of runs that it wins."""
        return share_of(self.won, len(self.scores))

    def share_at(self, target: int) -> Estimate:
        """Return the share of runs that reach a target."""
        return share_of(int((self.scores >= target).sum()), len(self.scores))


class Row(NamedTuple):
    """One level: as it is, what is wanted, what is proposed."""

    number: int
    level: Level
    measured: Measured
    wanted: float
    target: int
    """The proposed target."""
    beside: Measured | None


@dataclass(frozen=True)
class LevelStudy(Result):
    """What one or two bots make of a game's levels."""

    game: AnyGame
    bots: Sequence[str]
    seeds: range
    rows: Sequence[Row]
    """The levels that were measured."""

    @property
    def rates(self) -> list[Tally]:
        """What is counted in runs."""
        return [tally for tally in self.game.tallies if tally.per]

    @property
    def table(self) -> Columns:
        """A row a level."""
        rows, measured = self.rows, [row.measured for row in self.rows]
        numbers = self.game.target
        return {
            "level": [row.number for row in rows],
            "name": [row.level.name for row in rows],
            "target": [row.level._asdict()[numbers] for row in rows],
            **estimate_columns("won", [one.share for one in measured]),
            "wanted": [row.wanted for row in rows],
            "proposed": [row.target for row in rows],
            **self._facts(measured, ""),
            **self._facts([row.beside for row in rows if row.beside], "beside_"),
        }

    def _facts(self, measured: Sequence[Measured], prefix: str) -> dict[str, list[float]]:
        if not measured:
            return {}
        facts = {t.name: [one.breakdown.rate(t) for one in measured] for t in self.rates}
        facts["mean"] = [mean_of(one.scores).value for one in measured]
        if prefix:
            facts["won"] = [one.share.value for one in measured]
        return {f"{prefix}{name}": column for name, column in facts.items()}

    def report(self) -> str:
        """Write the table of the levels, and, if it is whole, whether they are as wanted."""
        heads = ["level", "name", "target", "won", "95 %", "wanted", "proposed", "then"]
        heads += [*(tally.title for tally in self.rates), f"{self.bots[0]} scores"]
        heads += [f"{bot} {what}" for bot in self.bots[1:] for what in ("scores", "wins")]
        title = f"{self.game.title}: {self.bots[0]}, {seeds_text(self.seeds)} of each level; "
        parts = [
            f"{title}scores with a target out of reach.",
            table(heads, [self._line(row) for row in self.rows], left=2),
        ]
        return "\n\n".join(parts if self.stopped else [*parts, self._verdicts()])

    def _verdicts(self) -> str:
        rule = self.game.levels.rule
        now = verdict(rule, [row.measured.share for row in self.rows])
        then = verdict(rule, [row.measured.share_at(row.target) for row in self.rows])
        return f"As they are, {now}\nWith the proposed targets, {then}"

    def _line(self, row: Row) -> list[str]:
        mine, share = row.measured, row.measured.share
        rates = [(tally, mine.breakdown.rate(tally)) for tally in self.rates]
        line = [
            str(row.number),
            row.level.name,
            f"{row.level._asdict()[self.game.target]:,}",
            percent(share.value),
            f"{share.low * 100:.1f}-{share.high * 100:.1f}",
            percent(row.wanted),
            f"{row.target:,}",
            percent(mine.share_at(row.target).value),
            *(f"{rate:.2f}" if tally.per == A_GAME else percent(rate) for tally, rate in rates),
            points(float(mine.scores.mean())),
        ]
        if row.beside:
            line += [points(float(row.beside.scores.mean())), percent(row.beside.share.value)]
        return line

    def write(self, path: str) -> None:
        """Write the proposed levels as Python, if all were measured."""
        if not self.stopped:
            targets = [{self.game.target: row.target} for row in self.rows]
            rows = [
                self.game.levels.row(row.level._asdict() | target)
                for row, target in zip(self.rows, targets, strict=True)
            ]
            put(path, lambda beside: beside.write_text(rows_text(rows), encoding="utf-8"))


def levels(  # noqa: PLR0913 (each a setting by its name)
    agent: str = "casual",
    beside: str | None = None,
    *,
    games: int = 10_000,
    seed: int = 0,
    rows: Sequence[Level] | None = None,
    workers: int | None = 1,
) -> LevelStudy:
    """Measure the levels of the game that has them, or other *rows*, by one bot or by two.

    :raises BadSetup: if there is no such bot.
    """
    game, bots = game_with_levels(), [agent, *([beside] if beside else [])]
    measured, seeds = rows or game.levels.rows, seeds_from(seed, games)
    jobs = [
        LevelJob(plan_for(game, number, level, bot).check(), seeds)
        for number, level in enumerate(measured, 1)
        for bot in bots
    ]
    answers = do_all(
        measure, jobs, workers, lambda: warm_up(*(job.plan for job in jobs[: len(bots)]))
    )
    found = _rows_of(measured, answers, len(bots))
    if not found:
        raise KeyboardInterrupt
    last = f"Stopped after level {len(found)}: no levels were written."
    stopped = last if len(found) < len(measured) else ""
    return LevelStudy(game, bots, seeds, found, stopped=stopped)


def game_with_levels() -> AnyGame:
    """Return the game that has levels."""
    return next(game for game in GAMES.values() if game.levels.rows)


def plan_for(game: AnyGame, number: int, level: Level, agent: str) -> Plan:
    """Return how a bot plays a level, whatever the shipped one of that number is."""
    values = level._asdict()
    fields = {field: values[name] for name, (field, _, _) in game.levels.numbers.items()}
    return Plan(game.name, agent, {"level": number}, fields=fields)


def measure(job: LevelJob) -> Measured:
    """Let a bot play a level, once as it is and once with the target out of reach."""
    plan, seeds = job
    endless = replace(plan, fields={**plan.fields, plan.game.target: OUT_OF_REACH})
    traced = play_job(Job(plan, seeds[:REPLAYED], turns=TURNS))
    won = int(play_job(Job(plan, seeds)).won.sum())
    return Measured(won, play_job(Job(endless, seeds)).scores, breakdown_of(traced))


def _rows_of(levels: Sequence[Level], answers: Sequence[Measured], bots: int) -> list[Row]:
    """Put together what belongs to each level that was played by every bot."""
    rows = []
    for i, level in enumerate(levels[: len(answers) // bots]):
        wanted = wanted_share(i + 1, len(levels))
        mine, *others = answers[i * bots : (i + 1) * bots]
        target = proposed_target(mine.scores, wanted)
        rows.append(Row(i + 1, level, mine, wanted, target, others[0] if others else None))
    return rows


def wanted_share(number: int, levels: int) -> float:
    """Return the share of runs that the bot should win of a level: it falls along a line.

    >>> wanted_share(1, 30), round(wanted_share(30, 30), 6)
    (0.95, 0.05)
    """
    return EASIEST - (EASIEST - HARDEST) * (number - 1) / max(levels - 1, 1)


def proposed_target(scores: Array, wanted: float) -> int:
    """Return the round target that the wanted share of runs comes closest to reaching.

    >>> proposed_target(np.array([100, 200, 300, 400]), 0.5)
    300
    """
    targets = np.arange(TARGET_STEP, int(scores.max()) + 2 * TARGET_STEP, TARGET_STEP)
    reached = 1 - np.searchsorted(np.sort(scores), targets) / len(scores)
    return int(targets[np.abs(reached - wanted).argmin()])


def verdict(rule: str, shares: Sequence[Estimate]) -> str:
    """Say whether a rule for levels holds, as far as the shares that are won can tell.

    >>> verdict("BOOM-29", [share_of(won, 1000) for won in (950, 500, 50)])
    'BOOM-29 holds: from 95.0 % to 5.0 %.'
    >>> verdict("BOOM-29", [share_of(won, 1000) for won in (950, 500, 620, 50)])
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
        return f"{rule} does not hold: {'; '.join(flaws)}."
    if any(share.high - share.low > 2 * ABOUT for share in (shares[0], shares[-1])):
        return f"it cannot be told whether {rule} holds: more games are needed."
    return f"{rule} holds: from {percent(shares[0].value)} to {percent(shares[-1].value)}."
