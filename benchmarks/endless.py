"""Measure endless Poker Boom, bot by bot: ``python -m benchmarks.endless``.

BOOM-27: every run ends by itself, and the better a bot plays, the longer it lasts.
"""

import sys
from typing import NamedTuple

import numpy as np

from cardhouse.lab.games import Games, play
from cardhouse.lab.plan import Plan

RUNS = 1_000
LIMIT = 2_000
FIRST_SEED = 10_000_000
"""Seeds on which nothing was tuned."""
BOTS = ("random", "casual", "greedy", "planner")
SHARES = (10, 50, 90, 100)


class Row(NamedTuple):
    """What a bot's runs came to."""

    bot: str
    games: Games

    def text(self) -> str:
        """Write it as a row of Markdown."""
        lengths = np.percentile(self.games.lengths, SHARES)
        cells = [*lengths, self.games.unfinished, np.median(self.games.scores)]
        return f"| {' | '.join([self.bot, *(f'{cell:,.0f}' for cell in cells)])} |"


def main(bots: list[str]) -> None:
    """Print the table, row by row."""
    print("| bot | moves: 10 % | median | 90 % | most | unfinished | median score |")
    print("|---" + "|---:" * 6 + "|")
    seeds = range(FIRST_SEED, FIRST_SEED + RUNS)
    for bot in bots:
        plan = Plan("boom", bot, {"mode": "endless"})
        print(Row(bot, play(plan, seeds, None, LIMIT)).text(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(BOTS))
