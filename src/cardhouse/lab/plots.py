"""Studies as plots: distributions, curves, and the map of the jokers."""

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import AsinhNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from cardhouse.core.poker import HAND_NAMES
from cardhouse.engine.records import Array
from cardhouse.games.tally import A_GAME
from cardhouse.lab.comparison import Comparison
from cardhouse.lab.estimate import Estimate
from cardhouse.lab.games import Games
from cardhouse.lab.joker_study import JokerStudy
from cardhouse.lab.knob_sweep import Sweep
from cardhouse.lab.level_study import LevelStudy
from cardhouse.lab.result import Result
from cardhouse.lab.simulation import Simulation

INK, SOFT, LINE, ACCENT = "#22313f", "#7b8794", "#2b6cb0", "#c05621"
BAND = "#2b6cb033"
DOTS = 150
"""Dots an inch."""
BARS = 40
"""Into how many bars scores are sorted."""
LONG = 0.95
"""A curve goes on until this share of the games is over."""


# -- simulate -------------------------------------------------------------------


@singledispatch
def figure_of(result: Result) -> Figure:
    """Draw what a study came to."""
    raise NotImplementedError(type(result).__name__)


@figure_of.register
def _(result: Simulation) -> Figure:
    """Draw how scores are spread, how they grow, and what happens in a game."""
    games, breakdown = result.games, result.breakdown
    shares = breakdown.shares(games.plan.game)
    figure, spots = _sheet(2 + len(shares), f"{games.plan.title}: {games.plan.agent}")
    _draw_spread(spots[0], games)
    _draw_growth(spots[1], games)
    for spot, (title, counts) in zip(spots[2:], shares.items(), strict=True):
        _draw_shares(spot, counts, f"{title} ({breakdown.runs:,} games)")
    return figure


@figure_of.register
def _(result: Comparison) -> Figure:
    """Draw how the scores of both are spread, one beside the other."""
    first, second, names = result.first, result.second, result.names
    figure, spots = _sheet(2, f"{first.plan.game.title}: {names[0]} and {names[1]}")
    for spot, games, name in zip(spots, (first, second), names, strict=True):
        _draw_spread(spot, games)
        spot.set_title(f"{name}: scores of {games.count:,} games", loc="left", fontsize=11)
    low, high = min(s.get_xlim()[0] for s in spots), max(s.get_xlim()[1] for s in spots)
    for spot in spots:
        spot.set_xlim(low, high)
    return figure


def _draw_spread(spot: Axes, games: Games) -> None:
    low, high = np.quantile(games.scores, (0.0, 0.995))
    bins = np.linspace(low, max(high, low + 1), BARS + 1)
    spot.hist(games.scores, bins=bins.tolist(), color=LINE, alpha=0.85)
    middle = float(np.median(games.scores))
    spot.axvline(middle, color=ACCENT, linewidth=1.5)
    spot.annotate(
        f"median {middle:,.0f}",
        (middle, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(5, 0),
        textcoords="offset points",
        color=ACCENT,
        va="top",
    )
    _label(spot, f"scores of {games.count:,} games", "score", "games")
    _number_axis(spot, "xy")


def _draw_growth(spot: Axes, games: Games) -> None:
    curve, lengths = curve_of(games)
    turns = np.arange(1, curve.shape[1] + 1)
    bands = np.quantile(curve, (0.05, 0.25, 0.5, 0.75, 0.95), axis=0) if curve.size else None
    if bands is not None:
        spot.fill_between(turns, bands[0], bands[4], color=BAND, linewidth=0, label="90 % of games")
        spot.fill_between(turns, bands[1], bands[3], color=BAND, linewidth=0, label="50 %")
        spot.plot(turns, bands[2], color=LINE, linewidth=2, label="median")
        spot.legend(frameon=False, loc="upper left")
    _label(spot, f"score by move ({len(lengths):,} games)", "move", "score")
    _number_axis(spot, "y")
    spot.xaxis.set_major_locator(MaxNLocator(integer=True))


def curve_of(games: Games) -> tuple[Array, Array]:
    """Return the score after each move of the games with a trace; a game that is over keeps its."""
    lengths = games.lengths[: len(games.curve)]
    if not len(lengths):
        return games.curve, lengths
    turns = min(games.curve.shape[1], max(1, int(np.quantile(lengths, LONG))))
    over = np.arange(games.curve.shape[1]) >= lengths[:, None]
    curve = np.where(over, games.scores[: len(lengths), None], games.curve)
    return curve[:, :turns], lengths


def _draw_shares(spot: Axes, counts: Counter[str], title: str) -> None:
    known = [name for name in HAND_NAMES if name in counts]
    names = known or [name for name, _ in sorted(counts.items(), key=_by_number_or_size)]
    shares = [counts[name] / counts.total() for name in names]
    spot.barh(names[::-1], shares[::-1], color=LINE, alpha=0.85)
    for i, share in enumerate(shares[::-1]):
        spot.annotate(
            f"{share:.1%}",
            (share, i),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=SOFT,
        )
    spot.set_xlim(0, max(shares) * 1.18)
    _label(spot, title, "share", "")
    spot.xaxis.set_major_formatter(PercentFormatter(1, 0))
    spot.grid(visible=False, axis="y")


def _by_number_or_size(part: tuple[str, int]) -> tuple[int, int]:
    """Order lengths by length, all else by how often it is there."""
    name, count = part
    first = name.split()[0]
    return (int(first), 0) if first.isdigit() else (0, -count)


# -- levels, sweep ----------------------------------------------------------------


@figure_of.register
def _(study: LevelStudy) -> Figure:
    """Draw the wanted share of wins, the measured one, and what happens in runs."""
    rows, rates = study.rows, study.rates
    figure, spots = _sheet(1 + len(rates), f"{study.game.title}: the levels, {study.bots[0]}")
    numbers = [row.number for row in rows]
    spot = spots[0]
    spot.plot(numbers, [row.wanted for row in rows], color=SOFT, linestyle="--", label="wanted")
    _draw_estimates(spot, numbers, [row.measured.share for row in rows], "as they are")
    then = [row.measured.share_at(row.target).value for row in rows]
    spot.plot(numbers, then, "x", color=ACCENT, markersize=5, label="with the proposed targets")
    spot.set_ylim(0, 1)
    spot.yaxis.set_major_formatter(PercentFormatter(1, 0))
    spot.legend(frameon=False)
    _label(spot, "runs won", "level", "")
    for spot, tally in zip(spots[1:], rates, strict=True):
        for bot, style, colour in zip(study.bots, ("o-", "o--"), (ACCENT, SOFT), strict=False):
            measured = [row.measured if bot == study.bots[0] else row.beside for row in rows]
            told = [one.breakdown.rate(tally) for one in measured if one]
            spot.plot(numbers, told, style, color=colour, markersize=4, label=bot)
        spot.set_ylim(0)
        spot.legend(frameon=False)
        _label(spot, tally.title, "level", "")
        if tally.per != A_GAME:
            spot.yaxis.set_major_formatter(PercentFormatter(1, None))
    return figure


@figure_of.register
def _(result: Sweep) -> Figure:
    """Draw the mean score and, where games are won, the share of wins along a knob."""
    knob, values, played = result.knob, result.values, result.games
    won = [(value, g.share_won) for value, g in zip(values, played, strict=False) if g.share_won]
    figure, spots = _sheet(2 if won else 1, result.title)
    _draw_estimates(spots[0], values[: len(played)], [games.mean for games in played], "")
    _label(spots[0], "mean score", knob, "")
    _number_axis(spots[0], "y")
    if won:
        _draw_estimates(spots[1], [value for value, _ in won], [share for _, share in won], "")
        spots[1].set_ylim(0)
        spots[1].yaxis.set_major_formatter(PercentFormatter(1, None))
        _label(spots[1], "games won", knob, "")
    return figure


def _draw_estimates(spot: Axes, at: Sequence[int], figures: Sequence[Estimate], label: str) -> None:
    spot.fill_between(at, [e.low for e in figures], [e.high for e in figures], color=BAND, lw=0)
    spot.plot(at, [e.value for e in figures], "o-", color=LINE, markersize=4, label=label)


# -- jokers ---------------------------------------------------------------------


@figure_of.register
def _(study: JokerStudy) -> Figure:
    """Draw what every two jokers make beyond what each adds alone, the most helpful first."""
    synergies = synergy_map(study)
    order = np.argsort(-np.nan_to_num(synergies).sum(axis=1), kind="stable")
    figure = Figure(figsize=(15, 14), layout="constrained", dpi=DOTS)
    spot = figure.add_subplot()
    seen = np.abs(synergies[np.isfinite(synergies)])
    most = max(1.0, float(np.quantile(seen, 0.999)) if seen.size else 0.0)
    norm = AsinhNorm(linear_width=most / 50, vmin=-most, vmax=most)
    image = spot.imshow(synergies[np.ix_(order, order)], cmap="RdBu", norm=norm)
    names = [study.names[i] for i in order]
    spot.set_xticks(range(len(names)), names, rotation=90, fontsize=5.5)
    spot.set_yticks(range(len(names)), names, fontsize=5.5)
    spot.tick_params(length=0)
    spot.spines[:].set_visible(False)
    title = f"{study.game.title}: points a hand that two make beyond what each adds alone"
    figure.suptitle(title, x=0.01, ha="left", color=INK, fontsize=14)
    figure.colorbar(image, ax=spot, shrink=0.6, pad=0.01, format=FuncFormatter(_thousands))
    return figure


def synergy_map(study: JokerStudy) -> Array:
    """Return the synergy of every two jokers, not a number where there is none."""
    places = {name: i for i, name in enumerate(study.names)}
    synergies = np.full((len(places), len(places)), np.nan)
    for worth in study.pairs:
        if worth.synergy:
            first, second = (places[name] for name in worth.jokers)
            synergies[first, second] = synergies[second, first] = worth.synergy.value
    return synergies


# -- parts of every plot ----------------------------------------------------------


def _sheet(count: int, title: str) -> tuple[Figure, list[Axes]]:
    """Return a sheet with room for some plots side by side, in two rows if there are many."""
    columns = count if count <= 3 else 2  # noqa: PLR2004
    rows = -(-count // columns)
    size = (max(7.0, 5.4 * columns), 4.4 * rows)
    figure = Figure(figsize=size, layout="constrained", dpi=DOTS)
    figure.suptitle(title, x=0.01, ha="left", color=INK, fontsize=14)
    spots = [figure.add_subplot(rows, columns, i + 1) for i in range(count)]
    return figure, spots


def _label(spot: Axes, title: str, across: str, up: str) -> None:
    spot.set_title(title, loc="left", color=INK, fontsize=11)
    spot.set_xlabel(across, color=SOFT)
    spot.set_ylabel(up, color=SOFT)
    spot.spines[["top", "right"]].set_visible(False)
    spot.spines[["left", "bottom"]].set_color(SOFT)
    spot.tick_params(colors=SOFT)
    spot.grid(visible=True, color="#e4e7eb", linewidth=0.8)
    spot.set_axisbelow(True)


def _number_axis(spot: Axes, which: str) -> None:
    for axis in which:
        getattr(spot, f"{axis}axis").set_major_formatter(FuncFormatter(_thousands))


def _thousands(value: float, _: object) -> str:
    return f"{value:,.0f}"
