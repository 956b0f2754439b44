"""Measure the Gymnasium environments, on one core: rows for ``benchmarks/results.md``.

Random legal moves are played, and what has ended is dealt again within the time
measured.  In a single environment the moves were written down before, so that
choosing them takes no time.  In the vector environment they are chosen from the
mask by a compiled loop, which counts in one row and not in the other.
"""

import time
from typing import Any

import gymnasium
import numba
import numpy as np

import cardhouse.envs  # noqa: F401 (registers them)
from cardhouse import GAMES

Row = tuple[str, str, str]

VECTOR_AIMS = {"boom": "200,000 or more", "grid": "1,500,000 or more", "crush": "300,000 or more"}
SINGLE_AIM = "100,000 or more"
AT_ONCE = 1_024
WARMING = 64
"""Steps played before, so that the games are not all as old as one another."""
BLOCKS, BLOCK = 48, 4
"""How often is measured, and how many steps each time; the best counts."""
SINGLE_BLOCKS, SINGLE_BLOCK = 60, 500
"""The same of a single environment."""


def env_rows(name: str, options: dict[str, Any], ours: dict[str, float]) -> list[Row]:
    """Return the rows of one game's environments: what, figure, aim; note the rates in *ours*."""
    alone, chosen = vector_rates(name, options)
    single = single_rate(name, options)
    ours |= {f"{name} vector": chosen, f"{name} single": single}
    whole = f"observation and mask of {GAMES[name].rules.MOVES:,}"
    return [
        ("steps a second, `gym.make`", f"{single:,.0f}", SINGLE_AIM),
        (
            "steps a second, `gym.make` with `copy=False`",
            f"{single_rate(name, options, copy=False):,.0f}",
            "",
        ),
        (
            f"steps a second, `gym.make_vec` of {AT_ONCE:,}, {whole}",
            f"{alone:,.0f}",
            VECTOR_AIMS[name],
        ),
        ("the same, a random legal action chosen from each mask", f"{chosen:,.0f}", ""),
    ]


def id_of(name: str) -> str:
    """Return the id of a game's environments."""
    return f"cardhouse/{name.capitalize()}-v1"


def single_rate(name: str, options: dict[str, Any], copy: bool = True) -> float:
    """Return steps a second of one environment, resets included."""
    env = gymnasium.make(id_of(name), disable_env_checker=True, copy=copy, **options)
    actions = written_down(env)
    best = float("inf")
    for _ in range(SINGLE_BLOCKS):
        env.reset(seed=0)
        start = time.perf_counter()
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        best = min(best, time.perf_counter() - start)
    return len(actions) / best


def written_down(env: Any) -> list[int]:
    """Play random legal moves, from seed 0 on, and return them."""
    generator, actions = np.random.default_rng(1), []
    _, info = env.reset(seed=0)
    for _ in range(SINGLE_BLOCK):
        action = int(generator.choice(np.flatnonzero(info["action_mask"])))
        actions.append(action)
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            _, info = env.reset()
    return actions


@numba.njit
def choose_legal(masks: Any, numbers: Any, actions: Any) -> None:
    """Choose for each game the legal action that a random number points to; 0 if none is."""
    for i in range(len(masks)):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[i, action]
        actions[i] = 0
        left = numbers[i] % max(legal, 1)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    actions[i] = action
                    break
                left -= 1


def vector_rates(name: str, options: dict[str, Any]) -> tuple[float, float]:
    """Return steps a second of the vector environment, alone and with the actions' choice."""
    envs = gymnasium.make_vec(id_of(name), num_envs=AT_ONCE, **options)
    generator, actions = np.random.default_rng(1), np.zeros(AT_ONCE, np.int64)
    _, infos = envs.reset(seed=0)
    alone, chosen = [], []
    for _ in range(WARMING + BLOCKS * BLOCK):
        numbers = generator.integers(1 << 30, size=AT_ONCE)
        start = time.perf_counter()
        choose_legal(infos["action_mask"], numbers, actions)
        between = time.perf_counter()
        *_, infos = envs.step(actions)
        end = time.perf_counter()
        alone.append(end - between)
        chosen.append(end - start)
    return rate(alone), rate(chosen)


def rate(seconds: list[float]) -> float:
    """Return steps a second in the best of some blocks."""
    blocks = np.array(seconds[WARMING:]).reshape(BLOCKS, BLOCK)
    return float(AT_ONCE * BLOCK / blocks.sum(axis=1).min())


def main() -> None:
    """Measure the environments alone."""
    for name, options in {"boom": {"level": 15}, "grid": {}, "crush": {}}.items():
        for what, figure, aim in env_rows(name, options, {}):
            print(f"{name}: {what}: {figure} ({aim})" if aim else f"{name}: {what}: {figure}")


if __name__ == "__main__":
    main()
