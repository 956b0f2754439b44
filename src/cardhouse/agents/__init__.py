"""Bots: each sees only what a player sees, and is one small file."""

from types import ModuleType

from cardhouse.agents import casual, greedy, random, scout

AGENTS: dict[str, ModuleType] = {
    "random": random,
    "casual": casual,
    "greedy": greedy,
    "scout": scout,
}
"""The bots that play any game."""


def agents_for(game: str) -> dict[str, ModuleType]:  # noqa: ARG001 (no game has bots of its own yet)
    """Return the bots that play a game, by name."""
    return AGENTS
