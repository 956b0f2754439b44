"""The games as Gymnasium environments: importing this registers them.

>>> import gymnasium
>>> import cardhouse.envs
>>> gymnasium.make("cardhouse/Boom-v0", level=3).action_space
Discrete(1546)
>>> gymnasium.make_vec("cardhouse/Boom-v0", num_envs=8).action_space.shape
(8,)
"""

import gymnasium

from cardhouse.envs.boom import BoomEnv, BoomVectorEnv
from cardhouse.envs.crush import CrushEnv, CrushVectorEnv
from cardhouse.envs.grid import GridEnv, GridVectorEnv

__all__ = [
    "ENVIRONMENTS",
    "BoomEnv",
    "BoomVectorEnv",
    "CrushEnv",
    "CrushVectorEnv",
    "GridEnv",
    "GridVectorEnv",
]

ENVIRONMENTS = {
    "cardhouse/Boom-v0": (BoomEnv, BoomVectorEnv),
    "cardhouse/Grid-v0": (GridEnv, GridVectorEnv),
    "cardhouse/Crush-v0": (CrushEnv, CrushVectorEnv),
}
"""For each id, the environment of one game and that of many."""

for _id, (_single, _vector) in ENVIRONMENTS.items():
    gymnasium.register(
        _id,
        entry_point=f"{_single.__module__}:{_single.__name__}",
        vector_entry_point=f"{_vector.__module__}:{_vector.__name__}",
    )
