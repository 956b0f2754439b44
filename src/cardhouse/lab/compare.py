"""Two agents, or one with two settings, play the same seeds: who scores more, if it is sure."""

import argparse
from typing import NamedTuple

import numpy as np

from cardhouse.flags import options_given
from cardhouse.games import game_named
from cardhouse.games.game import OUTCOMES
from cardhouse.games.refusal import counted
from cardhouse.lab.bulk import (
    Games,
    cores,
    finished,
    jobs_for,
    joined,
    most_moves,
    play_chunk,
    warm_up,
)
from cardhouse.lab.figures import Estimate, bootstrap, mean_of, share_of
from cardhouse.lab.files import check_table, write_table
from cardhouse.lab.plan import Plan, plan_of, read_knobs
from cardhouse.lab.progress import Bar
from cardhouse.lab.report import interval, percent, points, share_interval, table
from cardhouse.lab.simulate import DONE, INTERRUPTED, NOTHING_DONE

NO_DIFFERENCE = "No difference can be told at this many games."


class Pair(NamedTuple):
    """The same seeds, played in two ways, and what each is called."""

    first: Games
    second: Games
    names: tuple[str, str]

    def score_difference(self) -> Estimate:
        """Return how much more the first scores a game."""
        return bootstrap(self.first.scores - self.second.scores)

    def win_difference(self) -> Estimate:
        """Return how much larger a share of its games the first wins."""
        return bootstrap(self.first.won.astype(np.int8) - self.second.won.astype(np.int8))


def study(given: argparse.Namespace) -> int:
    """Play, print the report, write what was asked for."""
    plans, names = _plans(given)
    check_table(given.out)
    seeds = range(given.seed, given.seed + given.games)
    limit = most_moves(plans[0], given.limit)
    both = zip(*(jobs_for(plan, seeds, limit) for plan in plans), strict=True)
    jobs = [job for pair in both for job in pair]
    workers, bar = given.workers or cores(), Bar(2 * len(seeds))
    done = finished(play_chunk, jobs, workers, bar, lambda: warm_up(*plans))
    whole = len(done.answers) // 2 * 2
    if not whole:
        print(NOTHING_DONE)
        return INTERRUPTED
    first, second = (
        joined(plan, done.answers[side:whole:2], given.seed) for side, plan in enumerate(plans)
    )
    pair = Pair(first, second, names)
    print(report(pair))
    if done.stopped:
        print(f"\nStopped after {counted(first.count, 'game')} of {given.games:,}.")
    if given.out:
        write_table(given.out, _columns(pair))
    return INTERRUPTED if done.stopped else DONE


def _plans(given: argparse.Namespace) -> tuple[tuple[Plan, Plan], tuple[str, str]]:
    game = game_named(given.game)
    options, second = options_given(game, given), given.second or given.first
    common = read_knobs(given.set)
    own = (read_knobs(given.set_a), read_knobs(given.set_b))
    plans = (
        plan_of(game, given.first, options, common | own[0]),
        plan_of(game, second, options, common | own[1]),
    )
    names = (_name(given.first, given.set_a), _name(second, given.set_b))
    return plans, names


def _name(agent: str, settings: list[str]) -> str:
    return f"{agent} with {', '.join(settings)}" if settings else agent


def _columns(pair: Pair) -> dict[str, object]:
    columns: dict[str, object] = {"seed": pair.first.seeds}
    for side, games in (("a", pair.first), ("b", pair.second)):
        columns[f"score_{side}"] = games.scores
        columns[f"outcome_{side}"] = np.array(OUTCOMES)[games.outcomes]
        columns[f"moves_{side}"] = games.lengths
    return columns


def report(pair: Pair) -> str:
    """Write what both came to, their difference, and the verdict."""
    seeds, difference = pair.first.seeds, pair.score_difference()
    rows = [
        _row(name, games) for name, games in zip(pair.names, (pair.first, pair.second), strict=True)
    ]
    heads = ["agent", "mean score", "", "moves a game", "won", ""]
    lines = [
        f"{pair.first.plan.game.title}: the same seeds, {seeds[0]:,} to {seeds[-1]:,}",
        "",
        table(heads, rows),
        "",
        f"difference in score  {points(difference.value)} ({interval(difference)})",
    ]
    unfinished = pair.first.unfinished + pair.second.unfinished
    if unfinished:
        lines.append(f"still playing        {counted(unfinished, 'game')}, ended by the limit")
    verdicts = [verdict(difference, pair.names)]
    if pair.first.has_winners or pair.second.has_winners:
        won = pair.win_difference()
        lines.append(f"difference in wins   {percent(won.value)} ({share_interval(won)})")
        hundred = Estimate(*(100 * share for share in won))
        verdicts.append(verdict(hundred, pair.names, "wins {} more of 100 games than"))
    told = " ".join(filter(None, verdicts))
    return "\n".join([*lines, "", told or NO_DIFFERENCE])


def _row(name: str, games: Games) -> list[str]:
    mean, won = mean_of(games.scores), share_of(int(games.won.sum()), games.count)
    ends = [percent(won.value), share_interval(won)] if games.has_winners else ["", ""]
    return [name, points(mean.value), interval(mean), points(float(games.lengths.mean())), *ends]


def verdict(
    difference: Estimate, names: tuple[str, str], does: str = "scores {} more a game than"
) -> str:
    """Say who does better, if it can be told, else nothing.

    >>> verdict(Estimate(101_955, 101_200, 102_700), ("greedy", "random"))
    'greedy scores 101,955 more a game than random (95 %: 101,200 to 102,700).'
    >>> verdict(Estimate(-5, -7, -3), ("greedy", "random"))
    'random scores 5.0 more a game than greedy (95 %: 3.0 to 7.0).'
    >>> verdict(Estimate(5, -1, 11), ("greedy", "random"))
    ''
    """
    if not difference.is_certain:
        return ""
    more, less = names if difference.value > 0 else names[::-1]
    low, high = sorted((abs(difference.low), abs(difference.high)))
    size = Estimate(abs(difference.value), low, high)
    return f"{more} {does.format(points(size.value))} {less} ({interval(size)})."
