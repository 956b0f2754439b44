"""Measure one peer on one core: ``python peer_runs.py pgx`` prints what it does a second.

This runs in the peers' own environment, which `benchmarks.peers` makes, and so
imports nothing of ours.  Each peer is driven in the fastest way that its own
documentation shows: from a Python loop, or inside one compiled loop where it has one.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

Run = Callable[[], int]
"""Does some work; returns how many steps, or hands, it was."""

RUNS = 3
SECONDS = 2.0
CHUNK = 500
"""Steps between two looks at the clock."""
HANDS = 10_000
VECTOR = 64
BATCH = 2048
BIG_BATCH = 4096


def rate_of(run: Run) -> float:
    """Return the best rate of a few runs; what compiles has compiled before."""
    run()
    return max(timed(run) for _ in range(RUNS))


def timed(run: Run) -> float:
    """Return the rate of one run, a second of the processor's time.

    So it counts for nothing, and against no peer, what else the machine has to do.
    """
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        done += run()
    return done / took


# -- environments -------------------------------------------------------------


def cartpole() -> Run:
    import gymnasium

    env = gymnasium.make("CartPole-v1")
    env.reset(seed=1)
    actions = [random.randrange(2) for _ in range(CHUNK)]

    def run() -> int:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return CHUNK

    return run


def cartpole_vector(mode: str, size: int) -> Run:
    import gymnasium
    import numpy as np

    envs = gymnasium.make_vec("CartPole-v1", num_envs=size, vectorization_mode=mode)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 2, (16, size))

    def run() -> int:
        for action in actions:
            envs.step(action)
        return int(actions.size)

    return run


def pgx() -> Run:
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env = pgx.make("2048")
    step = jax.vmap(auto_reset(env.step, env.init))

    def choose(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)

    def one(state: Any, key: Any) -> Any:
        action = choose(state.legal_action_mask, key)
        return step(state, action, jax.random.split(key, BATCH)), None

    return scanned(one, jax.vmap(env.init)(jax.random.split(jax.random.key(1), BATCH)))


def jumanji() -> Run:
    import jax
    import jumanji
    from jax import numpy as jnp
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("Game2048-v1"))

    def one(carry: Any, key: Any) -> Any:
        state, seen = carry
        mask = seen.observation.action_mask
        action = jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
        return env.step(state, action), None

    return scanned(one, env.reset(jax.random.split(jax.random.PRNGKey(1), BATCH)))


def scanned(one: Callable[[Any, Any], Any], first: Any) -> Run:
    """Return what does a chunk of steps of a whole batch in one compiled loop."""
    import jax

    steps = 100

    def many(carry: Any, key: Any) -> Any:
        return jax.lax.scan(one, carry, jax.random.split(key, steps))[0]

    compiled = jax.jit(many)
    carry, key = first, jax.random.PRNGKey(2)

    def run() -> int:
        nonlocal carry, key
        key, now = jax.random.split(key)
        carry = jax.block_until_ready(compiled(carry, now))
        return steps * BATCH

    return run


def openspiel() -> Run:
    import pyspiel

    game = pyspiel.load_game("2048")

    def run() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return run


def rlcard() -> Run:
    import rlcard

    env = rlcard.make("limit-holdem")

    def run() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return run


def tile_match() -> Run:
    from tile_match_gym.tile_match_env import TileMatchEnv

    moves = 30
    lasers = ["vertical_laser", "horizontal_laser", "bomb"]
    env = TileMatchEnv(7, 7, 6, moves, ["cookie"], lasers, seed=1)

    def run() -> int:
        _, info = env.reset()
        for _ in range(moves):
            _, _, _, _, info = env.step(random.choice(info["effective_actions"]))
        return moves

    return run


# -- evaluators ---------------------------------------------------------------


def hands_of(make: Callable[[str], Any]) -> list[list[Any]]:
    """Return random hands of five different cards, as the peer makes cards of texts."""
    texts = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    cards = [make(text) for text in texts]
    return [random.sample(cards, 5) for _ in range(HANDS)]


def over(hands: list[list[Any]], evaluate: Callable[[list[Any]], Any]) -> Run:
    """Return what evaluates all *hands*, one call each."""

    def run() -> int:
        for hand in hands:
            evaluate(hand)
        return len(hands)

    return run


def eval7() -> Run:
    import eval7

    return over(hands_of(eval7.Card), eval7.evaluate)


def treys() -> Run:
    from treys import Card, Evaluator

    evaluator = Evaluator()
    hands = hands_of(Card.new)

    def run() -> int:
        for hand in hands:
            evaluator.evaluate(hand, [])
        return len(hands)

    return run


def phevaluator() -> Run:
    from phevaluator import evaluate_5cards
    from phevaluator.card import Card

    hands = hands_of(Card.to_id)

    def run() -> int:
        for hand in hands:
            evaluate_5cards(*hand)
        return len(hands)

    return run


def pokerkit() -> Run:
    from pokerkit import Card, StandardLookup

    return over(hands_of(lambda text: next(Card.parse(text))), StandardLookup().get_entry)


PEERS: dict[str, Callable[[], Run]] = {
    "cartpole": cartpole,
    "cartpole sync": lambda: cartpole_vector("sync", VECTOR),
    "cartpole vector": lambda: cartpole_vector("vector_entry_point", BIG_BATCH),
    "pgx": pgx,
    "jumanji": jumanji,
    "openspiel": openspiel,
    "rlcard": rlcard,
    "tile-match-gym": tile_match,
    "eval7": eval7,
    "treys": treys,
    "phevaluator": phevaluator,
    "pokerkit": pokerkit,
}


def keep_to_one_core() -> None:
    """Let this process, and the threads it starts, run on one core alone."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(islice(sorted(os.sched_getaffinity(0)), 1)))


if __name__ == "__main__":
    keep_to_one_core()
    random.seed(1)
    print(rate_of(PEERS[sys.argv[1]]()))
