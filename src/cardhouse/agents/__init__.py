"""Bots: each sees only what a player sees, and is one small file.

Some are written over the contract of `cardhouse.games.game` and play any game;
others know one game.
"""

from types import ModuleType

from cardhouse.agents import (
    boom_adviser,
    boom_blind,
    boom_planner,
    casual,
    crush_builder,
    crush_planner,
    crush_slider,
    greedy,
    grid_adviser,
    grid_planner,
    random,
    scout,
)

AGENTS: dict[str, ModuleType] = {
    "random": random,
    "casual": casual,
    "greedy": greedy,
    "scout": scout,
}
"""The bots that play any game."""

AGENTS_OF: dict[str, dict[str, ModuleType]] = {
    "boom": {"adviser": boom_adviser, "planner": boom_planner, "blind": boom_blind},
    "grid": {"adviser": grid_adviser, "planner": grid_planner},
    "crush": {"slider": crush_slider, "builder": crush_builder, "planner": crush_planner},
}
"""The bots that know one game."""

ADVISERS: dict[str, ModuleType] = {
    "boom": boom_adviser,
    "grid": grid_adviser,
    "crush": crush_builder,
}
"""Whose move a hint is: the best bot that answers in a tenth of a second, interpreted.

A game that has none here is advised by `greedy`.
"""


def agents_for(game: str) -> dict[str, ModuleType]:
    """Return the bots that play a game, by name."""
    return AGENTS | AGENTS_OF.get(game, {})
