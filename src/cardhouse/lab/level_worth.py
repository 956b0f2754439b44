"""What a bot makes of a level of Poker Boom, and which target it should have.

What the reference bot plays does not depend on the target, only when it may stop.
So runs are also played with a target out of reach: how many reach any target follows
from their scores, and the wanted share is met by the target that has it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from cardhouse.games.boom.levels import LEVELS, Level
from cardhouse.games.boom.options import LEVEL_NUMBERS
from cardhouse.lab.bulk import CHUNK, TURNS, Array, Job, joined, play_chunk
from cardhouse.lab.figures import Estimate, share_of
from cardhouse.lab.mix import Mix, mix_of
from cardhouse.lab.plan import Plan

EASIEST, HARDEST = 0.95, 0.05
"""BOOM-29: the shares of runs that the reference bot wins of the first and of the last level."""
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
    mix: Mix
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


def plan_for(number: int, level: Level, agent: str) -> Plan:
    """Return how a bot plays a level, whatever the shipped one of that number is."""
    fields = {field: getattr(level, name) for name, (field, _, _) in LEVEL_NUMBERS.items()}
    return Plan("boom", agent, {"level": number}, fields=fields)


def measure(job: LevelJob) -> Measured:
    """Let a bot play a level, once as it is and once with the target out of reach."""
    plan, seeds = job
    endless = replace(plan, fields={**plan.fields, "target": OUT_OF_REACH})
    parts = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    played = [play_chunk(Job(plan, part)) for part in parts]
    scores = np.concatenate([play_chunk(Job(endless, part)).scores for part in parts])
    traced = play_chunk(Job(plan, seeds[:REPLAYED], turns=TURNS))
    won = int(joined(plan, played, seeds.start).won.sum())
    return Measured(won, scores, mix_of(joined(plan, [traced], seeds.start)))


def rows_of(levels: Sequence[Level], answers: Sequence[Measured], bots: int) -> list[Row]:
    """Put together what belongs to each level that was played by every bot."""
    rows = []
    for i, level in enumerate(levels[: len(answers) // bots]):
        wanted = wanted_share(i + 1, len(levels))
        mine = answers[i * bots]
        beside = answers[i * bots + 1] if bots > 1 else None
        rows.append(Row(i + 1, level, mine, wanted, proposed_target(mine.scores, wanted), beside))
    return rows


def wanted_share(number: int, levels: int = len(LEVELS)) -> float:
    """Return the share of runs that the bot should win of a level: it falls along a line.

    >>> wanted_share(1), round(wanted_share(30), 6)
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
