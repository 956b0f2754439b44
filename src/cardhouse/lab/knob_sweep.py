"""One number of a game, swept from one value to another: what it does to scores and wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cardhouse.core.twin import Knobs
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import BadSetup, counted, shown
from cardhouse.lab.files import Columns
from cardhouse.lab.flags import MOST_GAMES
from cardhouse.lab.games import Games, Job, limit_from, play_job, seeds_from, warm_up
from cardhouse.lab.plan import Plan, plan_of
from cardhouse.lab.pool import do_all
from cardhouse.lab.report import estimate_columns, interval, percent, points, share_interval, table
from cardhouse.lab.result import Result, stopped_after

FEWEST_STEPS = 2
"""Both ends."""


@dataclass(frozen=True)
class Sweep(Result):
    """What the games of each value came to."""

    knob: str
    plan: Plan
    """What all values have in common."""
    values: Sequence[int]
    """The values that were asked for."""
    games: Sequence[Games]
    """For each value that was played, its games."""

    @property
    def title(self) -> str:
        """What was swept, and who played."""
        title = f"{self.plan.title}, {self.knob} from {self.values[0]:,} to {self.values[-1]:,}"
        return f"{title}: {self.plan.agent}, {counted(self.games[0].count, 'game')} of each value"

    @property
    def table(self) -> Columns:
        """A row a value."""
        return {
            self.knob: list(self.values[: len(self.games)]),
            **estimate_columns("mean", [games.mean for games in self.games]),
            **estimate_columns("won", [games.share_won for games in self.games]),
            "moves": [float(games.lengths.mean()) for games in self.games],
        }

    def report(self) -> str:
        """Write the table."""
        heads = [self.knob, "mean score", "", "won", "", "moves a game"]
        rows = [_line(*pair) for pair in zip(self.values, self.games, strict=False)]
        unfinished = sum(games.unfinished for games in self.games)
        cut = f"Still playing when the limit ended them: {counted(unfinished, 'game')}."
        return "\n\n".join([self.title, table(heads, rows), *([cut] if unfinished else [])])


def sweep(  # noqa: PLR0913 (each a setting by its name)
    game: str,
    knob: str,
    low: int,
    high: int,
    *,
    steps: int = 9,
    agent: str = "random",
    games: int = 10_000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    knobs: Knobs | None = None,
    limit: int | None = None,
    workers: int | None = 1,
) -> Sweep:
    """Let an agent play with one knob, option or number of a level at several values.

    :raises BadSetup: if there is nothing so called to sweep, or a value does not fit.
    """
    values = values_between(low, high, steps)
    common = Plan(game_named(game).name, agent, options or {}, knobs or {})
    plans = plans_for(common, knob, values)
    if len(values) * games > MOST_GAMES:
        sentence = f"{counted(games, 'game')} of each value are more than {MOST_GAMES:,}"
        raise BadSetup("bad_number", sentence)
    jobs = [Job(plan, seeds_from(seed, games), limit_from(limit)) for plan in plans]

    def ready() -> None:
        """Compile what serves all values: an option needs no new rules."""
        if plans[0].knobs == plans[-1].knobs:
            warm_up(plans[0])

    played = do_all(play_job, jobs, workers, ready)
    if not played:
        raise KeyboardInterrupt
    stopped = stopped_after(len(played), len(values), "value")
    return Sweep(knob, common, values, played, stopped=stopped)


def values_between(low: int, high: int, steps: int) -> list[int]:
    """Return whole numbers, evenly spread, both ends among them.

    >>> values_between(0, 10, 3), values_between(1, 3, 9)
    ([0, 5, 10], [1, 2, 3])

    :raises BadSetup: if the last is not above the first, or there are too few.
    """
    if low >= high:
        raise BadSetup("bad_range", f"a sweep goes up: {low} is not below {high}")
    if steps < FEWEST_STEPS:
        raise BadSetup("bad_range", f"steps is a number from {FEWEST_STEPS}, not {steps}")
    return sorted({round(value) for value in np.linspace(low, high, steps).tolist()})


def plans_for(common: Plan, swept: str, values: Sequence[int]) -> list[Plan]:
    """Return one plan a value, of a knob or of an option.

    :raises BadSetup: if there is no such knob or option, or a value does not fit.
    """
    game, options, knobs = common.game, common.options, common.knobs
    if swept in options or swept in knobs:
        raise BadSetup("bad_knob", f"{swept} is swept, and so cannot be set as well")
    if isinstance(getattr(game.rules, swept, None), tuple) and swept in game.rules.KNOBS:
        raise BadSetup("bad_knob", f"{swept} is a row of numbers; only a single one is swept")
    if swept not in to_sweep(game):
        sentence = f"{game.title} has no knob {shown(swept)}; to sweep there are "
        raise BadSetup("bad_knob", sentence + ", ".join(to_sweep(game)))
    plans = []
    for value in values:
        chosen = {swept: value}
        is_option = swept in game.defaults
        options_then = {**options, **(chosen if is_option else {})}
        knobs_then = {**knobs, **({} if is_option else chosen)}
        plans.append(plan_of(game.name, common.agent, options_then, knobs_then))
    return plans


def to_sweep(game: AnyGame) -> list[str]:
    """Return what can be swept of a game: options, numbers of a level and knobs of one number."""
    options = [name for name, value in game.defaults.items() if type(value) is int]
    knobs = [name for name in game.rules.KNOBS if type(getattr(game.rules, name)) is int]
    return [*options, *game.levels.numbers, *knobs]


def _line(value: int, games: Games) -> list[str]:
    mean, won = games.mean, games.share_won
    shares = [percent(won.value), share_interval(won)] if won else ["", ""]
    moves = points(float(games.lengths.mean()))
    return [f"{value:,}", points(mean.value), interval(mean), *shares, moves]
