"""Bots: each sees only what a player sees, and is one small file.

Those named here are written over the contract of a game and play any; others know
one game, which names them.
"""

from importlib import import_module
from types import ModuleType

from cardhouse.agents import casual, greedy, random, scout
from cardhouse.games.game import AnyGame

AGENTS: dict[str, ModuleType] = {
    "random": random,
    "casual": casual,
    "greedy": greedy,
    "scout": scout,
}
"""The bots that play any game."""


def agents_for(game: AnyGame) -> dict[str, ModuleType]:
    """Return the bots that play a game, by name."""
    return AGENTS | {name: import_module(module) for name, module in game.bots.items()}


def adviser_of(game: AnyGame) -> ModuleType:
    """Return the bot whose move a hint is."""
    return AGENTS.get(game.adviser) or import_module(game.bots[game.adviser])
