"""The games as Gymnasium environments: importing this registers them.

>>> import gymnasium
>>> import cardhouse.envs
>>> gymnasium.make("cardhouse/Boom-v1", level=3).action_space
Discrete(1546)
>>> gymnasium.make_vec("cardhouse/Boom-v1", num_envs=8).action_space.shape
(8,)
"""

import gymnasium

from cardhouse.envs.single import CardEnv
from cardhouse.envs.vector import CardVectorEnv
from cardhouse.games import GAMES

__all__ = ["ENVIRONMENTS", "CardEnv", "CardVectorEnv"]

VERSION = 1

ENVIRONMENTS = {name: f"cardhouse/{name.capitalize()}-v{VERSION}" for name in GAMES}
"""The id of each game's environments."""

for _name, _id in ENVIRONMENTS.items():
    gymnasium.register(
        _id,
        entry_point=f"{CardEnv.__module__}:{CardEnv.__name__}",
        vector_entry_point=f"{CardVectorEnv.__module__}:{CardVectorEnv.__name__}",
        kwargs={"game": _name},
    )
