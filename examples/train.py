"""Train MaskablePPO on a game and compare it with two bots on seeds that it never saw.

    pip install 'cardhouse[train]'
    python examples/train.py grid --steps 400000

It prints the mean score and the share of games won, with 95 % intervals.
"""

import argparse
from itertools import combinations
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv

import cardhouse.envs  # noqa: F401 (registers the environments)
from cardhouse import GAMES
from cardhouse.agents import greedy, random
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import lucks_of
from cardhouse.games.boom.board import MOVES, SELECTIONS
from cardhouse.games.game import WON

HELD_OUT = 1_000_000
"""The first seed of the games to compare on; training draws 64-bit seeds."""
RANKS, SUITS = 15, 5


class Features:
    """What is observed, as numbers that a small network can use: cards one by one, and alike."""

    def __init__(self, space: Any) -> None:
        rows, columns = space["board"].shape
        row, column = np.divmod(np.arange(rows * columns), columns)
        in_line = (row[:, None] == row) | (column[:, None] == column)
        self.in_line = (in_line & ~np.eye(len(row), dtype=bool)).astype(np.float32)
        self.marks = [name for name in ("frozen", "scorch") if name in space.spaces]
        jokers = [name for name in ("offers", "jokers") if name in space.spaces]
        self.jokers = {name: np.eye(space[name].high.max() + 1) for name in jokers}
        self.numbers = sorted(
            name for name, box in space.spaces.items() if box.shape == (1,) or name == "hands"
        )

    def __call__(self, seen: dict[str, Any]) -> Any:
        pieces = seen["board"].reshape(len(seen["board"]), -1).astype(np.int64)
        cards, tags = pieces & 127, pieces >> 7
        ranks, suits = cards & 15, np.where(cards > 0, cards >> 4, SUITS - 1)
        marks = [seen[name].reshape(len(cards), -1) for name in self.marks] + [tags]
        marked = (marks[0] > 0).astype(np.float32)
        same_rank = (ranks[:, :, None] == ranks[:, None]) & (cards > 0)[:, :, None]
        same_suit = (suits[:, :, None] == suits[:, None]) & (cards > 0)[:, :, None]
        planes = [np.eye(RANKS)[ranks], np.eye(SUITS)[suits]]
        for same in (same_rank, same_suit):
            alike = same * self.in_line
            planes += [alike.sum(2)[..., None], (alike @ marked[..., None])]
        planes += [np.minimum(mark, 3)[..., None] / 3 for mark in marks]
        flat = np.concatenate(planes, axis=2).reshape(len(cards), -1)
        numbers = [np.log1p(seen[name]) / 5 for name in self.numbers]
        named = [each[seen[name]].reshape(len(cards), -1) for name, each in self.jokers.items()]
        return np.concatenate([flat, *numbers, *named], axis=1, dtype=np.float32)


class Selections:
    """What is observed of Poker Boom: how alike the cards of each selection are."""

    seen_of_each = 3

    def __init__(self, space: Any) -> None:
        self.cells = np.array(SELECTIONS)
        self.numbers = sorted(name for name, box in space.spaces.items() if box.shape == (1,))

    def __call__(self, seen: dict[str, Any]) -> Any:
        cards = seen["board"].reshape(len(seen["board"]), -1)[:, self.cells]
        ranks, suits = cards & 15, cards >> 4
        pairs = list(combinations(range(cards.shape[2]), 2))
        same_rank = sum(ranks[..., i] == ranks[..., j] for i, j in pairs) / 4
        same_suit = sum(suits[..., i] == suits[..., j] for i, j in pairs) / 10
        spread = (ranks.max(axis=2) - ranks.min(axis=2)) / 12
        each = np.stack([same_rank, same_suit, spread], axis=2).reshape(len(cards), -1)
        numbers = [np.log1p(seen[name]) / 5 for name in self.numbers]
        return np.concatenate([each, *numbers], axis=1, dtype=np.float32)


class Judge(torch.nn.Module):
    """Judges every selection by the same small network."""

    def __init__(self) -> None:
        super().__init__()
        first = torch.nn.Linear(Selections.seen_of_each, 32)
        self.layers = torch.nn.Sequential(first, torch.nn.Tanh(), torch.nn.Linear(32, 1))

    def forward(self, seen: Any) -> Any:
        each = seen[:, : MOVES * Selections.seen_of_each]
        return self.layers(each.reshape(len(seen), MOVES, -1)).squeeze(2)


class JudgingPolicy(MaskableActorCriticPolicy):
    """A policy whose actions are judged alike."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Judge()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


SETTINGS: dict[str, dict[str, Any]] = {
    "boom": {
        "id": "cardhouse/Boom-v1",
        "options": {"level": 10},
        "scale": 1 / 500,
        "features": Selections,
        "policy": JudgingPolicy,
        "layers": {"pi": [], "vf": [128, 128]},
    },
    "grid": {"id": "cardhouse/Grid-v1", "options": {}, "scale": 1 / 500},
    "crush": {"id": "cardhouse/Crush-v1", "options": {}, "scale": 1 / 50},
}


class Games(VecEnv):
    """Our vector environment as Stable-Baselines3 wants it."""

    def __init__(self, settings: dict[str, Any], count: int) -> None:
        self.envs = gymnasium.make_vec(
            settings["id"],
            num_envs=count,
            autoreset_mode="SameStep",
            reward_scale=settings["scale"],
            **settings["options"],
        )
        self.features = features_of(settings, self.envs)
        width = self.features(self.envs.reset(seed=0)[0]).shape[1]
        space = gymnasium.spaces.Box(-np.inf, np.inf, (width,), np.float32)
        super().__init__(count, space, self.envs.single_action_space)

    def reset(self) -> Any:
        return self.features(self.envs.reset()[0])

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, terminated, truncated, infos = self.envs.step(self.actions)
        done, told = terminated | truncated, [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            last = {name: array[None] for name, array in infos["final_obs"][i].items()}
            told[i] = {
                "terminal_observation": self.features(last)[0],
                "TimeLimit.truncated": bool(truncated[i]),
            }
        return self.features(seen), rewards.astype(np.float32), done, told

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        return list(getattr(self.envs.unwrapped, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs.unwrapped, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> Any:
        return [getattr(self.envs.unwrapped, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.envs.unwrapped, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


def features_of(settings: dict[str, Any], envs: Any) -> Any:
    """Return what turns observations into the network's numbers."""
    return settings.get("features", Features)(envs.single_observation_space)


def trained_scores(model: MaskablePPO, settings: dict[str, Any], seeds: range) -> Any:
    """Let the trained network play one game a seed; return scores and wins."""
    envs = gymnasium.make_vec(settings["id"], num_envs=len(seeds), **settings["options"])
    features = features_of(settings, envs)
    seen, _ = envs.reset(seed=list(seeds))
    scores, won = np.zeros(len(seeds)), np.zeros(len(seeds), bool)
    running = np.ones(len(seeds), bool)
    while running.any():
        actions, _ = model.predict(features(seen), action_masks=envs.unwrapped.action_masks())
        seen, gains, terminated, truncated, infos = envs.step(actions)
        scores += gains * running
        won |= infos["won"] & running
        running &= ~(terminated | truncated)
    return scores, won


def bot_scores(name: str, bot: Any, settings: dict[str, Any], seeds: range) -> Any:
    """Let a bot play one game a seed; return scores and wins."""
    game = Compiled(GAMES[name], agent=bot)
    states = game.deal(seeds, **settings["options"])
    game.play(states, lucks_of(seeds), limit=1_000)
    return states["score"], game.outcomes(states) == WON


def tell(who: str, scores: Any, won: Any) -> None:
    """Print a mean score and a share of wins, with 95 % intervals."""
    half = 1.96 * scores.std() / np.sqrt(len(scores))
    spread = 1.96 * np.sqrt(won.mean() * (1 - won.mean()) / len(won))
    print(
        f"{who:8} mean score {scores.mean():9,.1f} ± {half:5,.1f}"
        f"   won {won.mean():6.1%} ± {spread:.1%}"
    )


def main() -> None:
    """Train, then compare."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a game of Cardhouse.")
    parser.add_argument("game", choices=SETTINGS)
    parser.add_argument("--steps", type=int, default=400_000, help="steps to train for")
    parser.add_argument("--games", type=int, default=1_000, help="games to compare on")
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    settings, seeds = SETTINGS[arguments.game], range(HELD_OUT, HELD_OUT + arguments.games)
    model = MaskablePPO(
        settings.get("policy", "MlpPolicy"),
        Games(settings, 64),
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.99,
        ent_coef=0.01,
        policy_kwargs={"net_arch": settings.get("layers", [128, 128])},
        seed=arguments.seed,
        verbose=0,
    )
    model.learn(arguments.steps, progress_bar=False)
    tell("trained", *trained_scores(model, settings, seeds))
    tell("random", *bot_scores(arguments.game, random, settings, seeds))
    tell("greedy", *bot_scores(arguments.game, greedy, settings, seeds))


if __name__ == "__main__":
    main()
