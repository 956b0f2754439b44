"""Bots: each sees only what a player sees, and is one small file."""

from types import ModuleType

from cardhouse.agents import casual, greedy, random, scout

AGENTS: dict[str, ModuleType] = {
    "random": random,
    "casual": casual,
    "greedy": greedy,
    "scout": scout,
}
