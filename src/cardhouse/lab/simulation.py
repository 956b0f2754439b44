"""One agent, many games: what they come to."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cardhouse.core.twin import Knobs
from cardhouse.games.game import OUTCOMES, WON
from cardhouse.games.refusal import counted
from cardhouse.games.tally import A_GAME
from cardhouse.lab.breakdown import Breakdown, breakdown_of
from cardhouse.lab.files import Columns
from cardhouse.lab.games import TURNS, Games, play, seeds_from
from cardhouse.lab.plan import plan_of
from cardhouse.lab.report import Listed, interval, listing, percent, points, share_interval, shares
from cardhouse.lab.result import Result, stopped_after

QUANTILES = (5, 25, 50, 75, 95)
TRACED = 2_000
"""How many games are written down, to see what happens in them."""


@dataclass(frozen=True)
class Simulation(Result):
    """What many games of one agent came to."""

    games: Games
    breakdown: Breakdown
    """What happened in the first of them."""

    @property
    def table(self) -> Columns:
        """A row a game."""
        games, outcomes = self.games, np.array(OUTCOMES)[self.games.outcomes]
        columns = {"seed": games.seeds, "score": games.scores, "outcome": outcomes}
        return columns | {"moves": games.lengths}

    def report(self) -> str:
        """Write what the games came to."""
        games = self.games
        title = f"{games.plan.title}: {games.plan.agent}, {seeds_text(games.seeds)}"
        rows = [*_score_rows(games), *_end_rows(games), *self._rates(), *self._shares()]
        return f"{title}\n\n{listing(rows)}"

    def _rates(self) -> list[Listed]:
        found = self.breakdown
        sample = f"(of {counted(found.runs, 'run')})"
        rates = [t for t in self.games.plan.game.tallies if t.per and found.runs]
        texts = [
            f"{found.rate(t):.2f}" if t.per == A_GAME else percent(found.rate(t)) for t in rates
        ]
        return [(t.title, f"{text} {sample}") for t, text in zip(rates, texts, strict=True)]

    def _shares(self) -> list[Listed]:
        found = self.breakdown
        rows = [
            (title, shares(parts)) for title, parts in found.shares(self.games.plan.game).items()
        ]
        if found.too_long:
            left_out = f"{counted(found.too_long, 'game')} of more than {TURNS} moves"
            rows.append(("not looked into", left_out))
        return rows


def simulate(  # noqa: PLR0913 (each a setting by its name)
    game: str,
    agent: str = "random",
    *,
    games: int = 10_000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    knobs: Knobs | None = None,
    limit: int | None = None,
    workers: int | None = 1,
) -> Simulation:
    """Let an agent play many games, and say what they come to.

    :raises BadSetup: if the game, the agent, an option or a knob is none.
    """
    plan = plan_of(game, agent, options or {}, knobs or {})
    played = play(plan, seeds_from(seed, games), workers, limit, TRACED)
    stopped = stopped_after(played.count, games, "game")
    return Simulation(played, breakdown_of(played), stopped=stopped)


def seeds_text(seeds: range) -> str:
    """Say which seeds were played."""
    return f"seeds {seeds[0]:,} to {seeds[-1]:,}"


def _score_rows(games: Games) -> list[Listed]:
    spread = float(games.scores.std(ddof=1)) if games.count > 1 else 0.0
    quantiles = np.quantile(games.scores, [q / 100 for q in QUANTILES])
    return [
        ("games", f"{games.count:,}"),
        ("mean score", f"{points(games.mean.value)} ({interval(games.mean)})"),
        ("standard deviation", points(spread)),
        ("least", f"{int(games.scores.min()):,}"),
        *((f"{q} % are below", points(at)) for q, at in zip(QUANTILES, quantiles, strict=True)),
        ("most", f"{int(games.scores.max()):,}"),
        ("moves a game", points(float(games.lengths.mean()))),
    ]


def _end_rows(games: Games) -> list[Listed]:
    """Tell how games end: won, with its interval, where they can be won; unfinished, if any are."""
    rows: list[Listed] = []
    won = games.share_won
    if won:
        rows.append((OUTCOMES[WON], f"{percent(won.value)} ({share_interval(won)})"))
    if games.unfinished:
        rows.append(("still playing", percent(games.unfinished / games.count)))
    return rows
