"""Measure the targets of Poker Grid's draft: ``python -m benchmarks.targets``.

The scout plays 20,000 rounds for each number of picks, none of which the target ends
early, so that they show what any target would be worth.  The table is that of GRID-9.
"""

import numpy as np

from cardhouse.agents import scout
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import lucks_of
from cardhouse.games import GAMES

ROUNDS = 20_000
FIRST_SEED = 30_000_000
"""Seeds on which nothing else was measured."""
FAR = 10**12


def main() -> None:
    """Print a row a number of picks: the target, and how often the scout reaches it."""
    grid = Compiled(GAMES["grid"], scout)
    seeds = range(FIRST_SEED, FIRST_SEED + ROUNDS)
    print("| Picks | Target | The scout wins | Half of its rounds make |\n|---:|---:|---:|---:|")
    for picks in range(6):
        target = int(grid.deal(seeds[:1], picks=picks)[0].target)
        states = grid.deal(seeds, picks=picks, target=FAR)
        grid.play(states, lucks_of(seeds))
        won = float((states["score"] >= target).mean())
        half = float(np.median(states["score"]))
        print(f"| {picks} | {target:,} | {won:.1%} | {half:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
