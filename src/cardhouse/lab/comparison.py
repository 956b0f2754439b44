"""Two agents, or one with two settings, play the same seeds: who scores more, if it is sure."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cardhouse.core.twin import Knobs
from cardhouse.games.game import OUTCOMES
from cardhouse.games.refusal import counted
from cardhouse.lab.estimate import Estimate, bootstrap
from cardhouse.lab.files import Columns
from cardhouse.lab.games import Games, play_all, seeds_from
from cardhouse.lab.plan import knobs_text, plan_of
from cardhouse.lab.report import interval, percent, points, share_interval, table
from cardhouse.lab.result import Result, stopped_after
from cardhouse.lab.simulation import seeds_text

NO_DIFFERENCE = "No difference can be told at this many games."


@dataclass(frozen=True)
class Comparison(Result):
    """The same seeds, played in two ways, and what each is called."""

    first: Games
    second: Games
    names: tuple[str, str]

    @property
    def table(self) -> Columns:
        """A row a seed."""
        columns: dict[str, object] = {"seed": self.first.seeds}
        for side, games in (("a", self.first), ("b", self.second)):
            columns[f"score_{side}"] = games.scores
            columns[f"outcome_{side}"] = np.array(OUTCOMES)[games.outcomes]
            columns[f"moves_{side}"] = games.lengths
        return columns

    def score_difference(self) -> Estimate:
        """Return how much more the first scores a game."""
        return bootstrap(self.first.scores - self.second.scores)

    def win_difference(self) -> Estimate:
        """Return how much larger a share of its games the first wins."""
        return bootstrap(self.first.won.astype(np.int8) - self.second.won.astype(np.int8))

    def report(self) -> str:
        """Write what both came to, their difference, and the verdict."""
        both, difference = (self.first, self.second), self.score_difference()
        rows = [_row(name, games) for name, games in zip(self.names, both, strict=True)]
        lines = [
            f"{self.first.plan.game.title}: the same {seeds_text(self.first.seeds)}",
            "",
            table(["agent", "mean score", "", "moves a game", "won", ""], rows),
            "",
            f"difference in score  {points(difference.value)} ({interval(difference)})",
        ]
        unfinished = sum(games.unfinished for games in both)
        if unfinished:
            lines.append(f"still playing        {counted(unfinished, 'game')}, ended by the limit")
        verdicts = [verdict(difference, self.names)]
        if any(games.has_winners for games in both):
            won = self.win_difference()
            lines.append(f"difference in wins   {percent(won.value)} ({share_interval(won)})")
            hundred = Estimate(*(100 * share for share in won))
            verdicts.append(verdict(hundred, self.names, "wins {} more of 100 games than"))
        return "\n".join([*lines, "", " ".join(filter(None, verdicts)) or NO_DIFFERENCE])


def compare(  # noqa: PLR0913 (each a setting by its name)
    game: str,
    first: str,
    second: str | None = None,
    *,
    games: int = 10_000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    knobs: Knobs | None = None,
    first_knobs: Knobs | None = None,
    second_knobs: Knobs | None = None,
    limit: int | None = None,
    workers: int | None = 1,
) -> Comparison:
    """Let two agents play the same games, or one with two settings of the knobs.

    :raises BadSetup: if the game, an agent, an option or a knob is none.
    """
    sides = [(first, first_knobs or {}), (second or first, second_knobs or {})]
    plans = [plan_of(game, agent, options or {}, {**(knobs or {}), **own}) for agent, own in sides]
    one, other = play_all(plans, seeds_from(seed, games), workers, limit)
    names = _name(*sides[0]), _name(*sides[1])
    return Comparison(one, other, names, stopped=stopped_after(one.count, games, "game"))


def _name(agent: str, knobs: Knobs) -> str:
    return f"{agent} with {', '.join(knobs_text(knobs))}" if knobs else agent


def _row(name: str, games: Games) -> list[str]:
    mean, won = games.mean, games.share_won
    ends = [percent(won.value), share_interval(won)] if won else ["", ""]
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
