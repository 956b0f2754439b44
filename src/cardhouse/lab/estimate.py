"""What many games come to: means, shares and differences, each with its 95 % interval."""

import math
from typing import NamedTuple

import numpy as np

from cardhouse.engine.records import Array

NORMAL = 1.959964
"""Nineteen of twenty normal samples lie within so many standard deviations."""
RESAMPLES = 10_000
BLOCKS = 2_000
"""Games are resampled in at most so many blocks, each of games that follow one another."""
BOOTSTRAP_SEED = 1
FEWEST_RESAMPLED = 10
"""From fewer games than this no interval is taken."""


class Estimate(NamedTuple):
    """A figure, and where it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """Whether it is surely above or surely below zero."""
        return self.low > 0 or self.high < 0


def mean_of(values: Array) -> Estimate:
    """Return the mean, by the normal approximation; of a single value nothing is known.

    >>> mean_of([1, 2, 3, 4, 5]).value
    3.0
    """
    values = np.asarray(values, np.float64)
    mean = float(values.mean())
    if len(values) == 1:
        return Estimate(mean, -math.inf, math.inf)
    error = NORMAL * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - error, mean + error)


def share_of(count: int, games: int) -> Estimate:
    """Return a share and its Wilson interval, which holds for rare and for sure things too.

    >>> [round(bound, 4) for bound in share_of(5, 10)]
    [0.5, 0.2366, 0.7634]
    """
    share, square = count / games, NORMAL**2 / games
    middle = share + square / 2
    reach = NORMAL * math.sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    return Estimate(share, max(0.0, low), min(1.0, high))


def bootstrap(values: Array, seed: int = BOOTSTRAP_SEED) -> Estimate:
    """Return the mean and the interval that the middle 95 % of 10,000 resamples have.

    Of more than 2,000 games it is blocks that are drawn again: their means vary
    as the games do, and the work stays small.  From very few games nothing can be told.
    """
    values = np.asarray(values, np.float64)
    if len(values) < FEWEST_RESAMPLED:
        return Estimate(float(values.mean()), -math.inf, math.inf)
    blocks = np.array_split(values, min(BLOCKS, len(values)))
    sums = np.array([block.sum() for block in blocks])
    sizes = np.array([len(block) for block in blocks], np.float64)
    generator = np.random.default_rng(seed)
    means = np.empty(RESAMPLES)
    for i in range(RESAMPLES):
        drawn = generator.integers(0, len(blocks), len(blocks))
        means[i] = sums[drawn].sum() / sizes[drawn].sum()
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(values.mean()), float(low), float(high))
