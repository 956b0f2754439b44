"""Figures and their intervals, against values reckoned by hand or known from books."""

import math

import numpy as np
import pytest

from cardhouse.lab.estimate import Estimate, bootstrap, mean_of, share_of


def rounded(estimate, digits=4):
    return [round(part, digits) for part in estimate]


def test_the_mean_of_five_numbers():
    # The variance of 2 4 4 6 9 is (9 + 1 + 1 + 1 + 16) / 4 = 7; 1.959964 * sqrt(7 / 5) = 2.3191.
    assert rounded(mean_of([2, 4, 4, 6, 9])) == [5.0, 2.6809, 7.3191]


def test_of_one_game_the_spread_is_not_known():
    assert mean_of([7]) == (7, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        # n = 10, p = 1/2: (1/2 + z²/20 ± z sqrt(1/40 + z²/400)) / (1 + z²/10), z² = 3.8415.
        (5, 10, 0.2366, 0.7634),
        # p = 0: from 0 to z² / (n + z²) = 3.8415 / 13.8415.
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        # Newcombe (1998), the example 81 of 263.
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(count, games, low, high):
    assert rounded(share_of(count, games)) == [round(count / games, 4), low, high]


def test_a_figure_is_certain_when_zero_lies_outside():
    assert Estimate(2, 1, 3).is_certain
    assert Estimate(-2, -3, -1).is_certain
    assert not Estimate(1, 0, 2).is_certain
    assert not Estimate(1, -1, 3).is_certain


def test_the_bootstrap_of_a_coin_thrown_ten_times():
    # Of ten throws 1 in 94 resamples has one head or none, 1 in 18 two or fewer.
    assert bootstrap([0, 1] * 5) == (0.5, 0.2, 0.8)


def test_from_very_few_games_the_bootstrap_tells_nothing():
    assert bootstrap([1] * 9) == (1.0, -math.inf, math.inf)
    assert not bootstrap([1] * 9).is_certain


def test_the_bootstrap_is_the_same_every_time_but_for_its_seed():
    values = np.random.default_rng(5).normal(3, 10, 500)
    assert bootstrap(values) == bootstrap(values)
    assert bootstrap(values) != bootstrap(values, seed=2)


@pytest.mark.parametrize("count", [400, 2_000, 2_001, 50_000])
def test_the_bootstrap_is_about_the_normal_interval_in_blocks_too(count):
    values = np.random.default_rng(7).normal(100, 25, count)
    normal, drawn = mean_of(values), bootstrap(values)
    width = normal.high - normal.low
    assert drawn.value == pytest.approx(values.mean())
    assert abs(drawn.low - normal.low) < 0.1 * width
    assert abs(drawn.high - normal.high) < 0.1 * width


def test_what_never_differs_has_no_interval():
    assert bootstrap(np.zeros(100)) == (0, 0, 0)
