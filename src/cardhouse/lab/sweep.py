"""One number of a game, swept from one value to another: what it does to scores and wins."""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardhouse.flags import options_given
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import BadSetup, counted, shown
from cardhouse.lab.bulk import (
    CHUNK,
    Games,
    Job,
    cores,
    finished,
    joined,
    most_moves,
    play_chunk,
    warm_up,
)
from cardhouse.lab.command import MOST_GAMES
from cardhouse.lab.figures import Estimate, mean_of, share_of
from cardhouse.lab.files import check_picture, check_table, write_table
from cardhouse.lab.plan import Plan, level_numbers, plan_of, read_knobs
from cardhouse.lab.progress import Bar
from cardhouse.lab.report import interval, percent, points, share_interval, table
from cardhouse.lab.simulate import DONE, INTERRUPTED, NOTHING_DONE


class Step(NamedTuple):
    """What the games of one value came to."""

    value: int
    mean: Estimate
    """The score of a game."""
    won: Estimate | None
    """The share that is won, where games are won."""
    moves: float
    """Moves a game."""
    unfinished: int
    """Games that the limit ended."""


def study(given: argparse.Namespace) -> int:
    """Play, print the table, write what was asked for."""
    values = values_between(given.low, given.high, given.steps)
    plans = plans_for(given, values)
    check_table(given.out)
    check_picture(given.plot)
    if len(values) * given.games > MOST_GAMES:
        sentence = f"{counted(given.games, 'game')} of each value are more than {MOST_GAMES:,}"
        raise BadSetup("bad_number", sentence)
    seeds = range(given.seed, given.seed + given.games)
    jobs = [Job(plan, seeds, most_moves(plan, given.limit)) for plan in plans]
    bar = Bar(len(jobs) * len(seeds))

    def ready() -> None:
        """Compile what serves all values: an option needs no new rules."""
        if plans[0].knobs == plans[-1].knobs:
            warm_up(plans[0])

    done = finished(play_step, jobs, given.workers or cores(), bar, ready)
    if not done.answers:
        print(NOTHING_DONE)
        return INTERRUPTED
    steps = [step_of(*pair) for pair in zip(values, done.answers, strict=False)]
    options = options_given(plans[0].game, given)
    plan = Plan(given.game, given.agent, options, read_knobs(given.set))
    title = f"{plan.title}, {given.knob} from {values[0]:,} to {values[-1]:,}: {given.agent}"
    print(f"{title}, {counted(given.games, 'game')} of each value\n\n{report(given.knob, steps)}")
    if done.stopped:
        print(f"\nStopped after {counted(len(steps), 'value')} of {len(values):,}.")
    _write(title, steps, given)
    return INTERRUPTED if done.stopped else DONE


def values_between(low: int, high: int, steps: int) -> list[int]:
    """Return whole numbers, evenly spread, both ends among them.

    >>> values_between(0, 10, 3), values_between(1, 3, 9)
    ([0, 5, 10], [1, 2, 3])

    :raises BadSetup: if the last is not above the first.
    """
    if low >= high:
        raise BadSetup("bad_range", f"a sweep goes up: {low} is not below {high}")
    return sorted({round(value) for value in np.linspace(low, high, steps).tolist()})


def plans_for(given: argparse.Namespace, values: Sequence[int]) -> list[Plan]:
    """Return one plan a value, of a knob or of an option.

    :raises BadSetup: if there is no such knob or option, or a value does not fit.
    """
    game = game_named(given.game)
    options, knobs = options_given(game, given), read_knobs(given.set)
    swept, offered = given.knob, to_sweep(game)
    if swept in options or swept in knobs:
        raise BadSetup("bad_knob", f"{swept} is swept, and so cannot be set as well")
    if isinstance(getattr(game.rules, swept, None), tuple) and swept in game.rules.KNOBS:
        raise BadSetup("bad_knob", f"{swept} is a row of numbers; only a single one is swept")
    if swept not in offered:
        sentence = f"{game.title} has no knob {shown(swept)}; to sweep there are "
        raise BadSetup("bad_knob", sentence + ", ".join(offered))
    if swept in game.defaults:
        chosen = [options | {swept: value} for value in values]
        return [plan_of(game, given.agent, each, knobs) for each in chosen]
    turned = [knobs | {swept: value} for value in values]
    return [plan_of(game, given.agent, options, each) for each in turned]


def to_sweep(game: AnyGame) -> list[str]:
    """Return what can be swept of a game: options, numbers of a level and knobs of one number."""
    options = [name for name, value in game.defaults.items() if type(value) is int]
    knobs = [name for name in game.rules.KNOBS if type(getattr(game.rules, name)) is int]
    return [*options, *level_numbers(game), *knobs]


def play_step(job: Job) -> Games:
    """Play the games of one value; what it needs is compiled here."""
    plan, seeds, limit, _ = job
    parts = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    return joined(plan, [play_chunk(Job(plan, part, limit)) for part in parts], seeds.start)


def step_of(value: int, games: Games) -> Step:
    """Return what the games of a value came to."""
    won = share_of(int(games.won.sum()), games.count) if games.has_winners else None
    moves = float(games.lengths.mean())
    return Step(value, mean_of(games.scores), won, moves, games.unfinished)


def report(knob: str, steps: Sequence[Step]) -> str:
    """Write the table."""
    heads = [knob, "mean score", "", "won", "", "moves a game"]
    lines = table(heads, [_line(step) for step in steps])
    unfinished = sum(step.unfinished for step in steps)
    cut = f"\n\nStill playing when the limit ended them: {counted(unfinished, 'game')}."
    return lines + cut if unfinished else lines


def _line(step: Step) -> list[str]:
    won = [percent(step.won.value), share_interval(step.won)] if step.won else ["", ""]
    return [
        f"{step.value:,}",
        points(step.mean.value),
        interval(step.mean),
        *won,
        points(step.moves),
    ]


def _write(title: str, steps: Sequence[Step], given: argparse.Namespace) -> None:
    if given.out:
        blank = (None, None, None)
        columns: dict[str, list[float | None]] = {given.knob: [step.value for step in steps]}
        for i, bound in enumerate(("", "_low", "_high")):
            columns[f"mean{bound}"] = [step.mean[i] for step in steps]
            columns[f"won{bound}"] = [(step.won or blank)[i] for step in steps]
        write_table(given.out, columns | {"moves": [step.moves for step in steps]})
    if given.plot:
        from cardhouse.lab.pictures import draw_sweep  # noqa: PLC0415 (slow to load)

        draw_sweep(given.plot, title, given.knob, steps)
