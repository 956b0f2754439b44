"""What most tests play with, compiled once, on all cores, before they begin: see `make test`."""

import os
from concurrent.futures import ProcessPoolExecutor

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # as in `tests.conftest`

import numpy as np

from cardhouse import GAMES
from cardhouse.agents import AGENTS
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import lucks_of
from tests.envs.kit import made_vec

SLOWEST_FIRST = [("grid", "random"), ("boom", "casual"), ("boom", "random"), ("crush", "random")]


def compile_game(name: str, bot: str) -> None:
    """Compile the loops of a game; what is compiled is kept in the cache.

    Nothing is played: an empty board may have no legal move, and a bot would seek one for ever.
    """
    game = Compiled(GAMES[name], AGENTS[bot])
    states = game.blank(1)
    game.play(states, lucks_of([0]), limit=0)
    game.trace(states, lucks_of([0]), limit=0)
    if bot != "random":
        return
    game.deal([0])
    game.step(states, np.zeros(1, np.int64))
    game.masks(states)
    game.outcomes(states)
    made_vec(name, 2)


if __name__ == "__main__":
    with ProcessPoolExecutor() as cores:
        list(cores.map(compile_game, *zip(*SLOWEST_FIRST, strict=True)))
