"""Compare this checkout's speed with another's, in turns: ``python -m benchmarks.against FOLDER``.

Both are asked the same, a few times each and by turns, in processes of their own, so that
whatever else the machine does slows both.  A ratio below 1 means that this checkout is slower.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent.parent
TURNS = 5
OPTIONS: dict[str, dict[str, object]] = {
    "boom": {"level": 15},
    "grid": {"jokers": []},
    "crush": {},
}
CHILD = """
import json, sys, time
from cardhouse import GAMES
from cardhouse.agents import random
from cardhouse.core.twin import bind
from cardhouse.match import Match
try:
    from cardhouse.agents.luck import Luck
    from cardhouse.engine import loops
    from cardhouse.engine.cpu import Compiled
    from cardhouse.engine.records import lucks_of
except ImportError:  # before there was a room for engines
    from cardhouse import loops
    from cardhouse.agents.agent import Luck
    from cardhouse.compiled import Compiled, lucks_of

def rate(play):
    start = time.process_time()
    moves = play()
    return moves / (time.process_time() - start)

figures = {}
for name, options in json.loads(sys.argv[1]).items():
    game = GAMES[name]
    play_on = bind(loops, *getattr(game, "contract", (game.rules,)), random).play_on
    compiled = Compiled(game)

    def interpreted():
        states = [Match(game, seed, options).state for seed in range(40)]
        return rate(lambda: sum(play_on(s, Luck(), 2_000) for s in states))

    def batch():
        states, lucks = compiled.deal(range(20_000), **options), lucks_of(range(20_000))
        return rate(lambda: compiled.play(states, lucks, 200))

    batch()
    figures[name + " interpreted"] = max(interpreted() for _ in range(2))
    figures[name + " compiled"] = max(batch() for _ in range(3))
print(json.dumps(figures))
"""


def measured(checkout: Path) -> dict[str, float]:
    """Return moves a second of processor time, by game and engine."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, json.dumps(OPTIONS)],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        cwd=checkout,
        check=True,
        stdout=subprocess.PIPE,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    """Print each figure of both checkouts, and this one's as a ratio of the other's."""
    other = Path(sys.argv[1]).resolve()
    pairs = [(measured(other), measured(HERE)) for _ in range(TURNS)]
    for name in pairs[0][0]:
        before = median(pair[0][name] for pair in pairs)
        after = median(pair[1][name] for pair in pairs)
        ratio = median(pair[1][name] / pair[0][name] for pair in pairs)
        print(f"{name:20} {before:14,.0f} {after:14,.0f}  × {ratio:.3f}")


if __name__ == "__main__":
    main()
