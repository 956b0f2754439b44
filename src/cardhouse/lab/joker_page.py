"""The page of all jokers of Poker Grid, each measured alone.

Rounds are played with the freezes that auto-freeze finds and never touched, so a
joker that wants other freezes is worth more than it shows here.
"""

from typing import Any, NamedTuple

import numpy as np

from cardhouse.engine.cpu import Compiled
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import PLAY
from cardhouse.games.grid.jokers import ROSTER

Array = Any

ROUNDS = 20_000
OUT_OF_REACH = 10**15
"""A target that no round reaches, so that every hand is played."""
AT_ONCE = 10_000
"""How many rounds are held at once: their memory does not grow with their number."""


class Figures(NamedTuple):
    """What some jokers make."""

    mean: float
    """Points a hand."""
    error: float
    """How far off the mean may be: 1.96 standard errors."""
    share: float
    """How many rounds reach the target."""


def round_scores(game: Compiled, seeds: range, **options: Any) -> Array:
    """Play whole rounds, the freezes never touched, and return the score of each."""
    scores = np.empty(len(seeds), np.int64)
    for start in range(0, len(seeds), AT_ONCE):
        states = game.deal(seeds[start : start + AT_ONCE], **options)
        states["target"] = OUT_OF_REACH
        moves = np.full(len(states), PLAY)
        for _ in range(rules.ROUND_HANDS):
            game.step(states, moves)
        scores[start : start + AT_ONCE] = states["score"]
    return scores


def figures(game: Compiled, rounds: int = ROUNDS, **options: Any) -> Figures:
    """Play whole rounds with some options and return what they make."""
    scores = round_scores(game, range(rounds), **options)
    means = scores / rules.ROUND_HANDS
    error = 1.96 * float(means.std(ddof=1)) / rounds**0.5
    return Figures(float(means.mean()), error, float((scores >= rules.TARGET).mean()))


def page(game: Compiled) -> str:
    """Return the table of all jokers as Markdown."""
    plain = figures(game, jokers=[])
    lines = [
        "# The jokers, measured",
        "",
        f"Written by `make jokers`: {ROUNDS:,} rounds each (seeds 0 to {ROUNDS - 1:,}), one joker",
        "alone, the cards that auto-freeze chose never touched. Without a joker a hand makes",
        f"{plain.mean:.1f} points, and {plain.share:.1%} of the rounds reach {rules.TARGET:,}.",
        "The error is that of 19 samples in 20.",
        "",
        "| joker | what it does | points a hand | error | rounds won |",
        "|---|---|---:|---:|---:|",
    ]
    for joker in ROSTER[1:]:
        made = figures(game, jokers=[joker.name])
        figure = f"{made.mean:,.1f} | ± {made.error:.1f} | {made.share:.1%}"
        lines.append(f"| {joker.name} | {joker.text} | {figure} |")
    return "\n".join(lines) + "\n"
