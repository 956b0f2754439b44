"""The environments are tested with every index checked, as the games are."""

from functools import partial

from cardhouse.compiled import Compiled
from cardhouse.envs import batch

batch.Compiled = partial(Compiled, boundscheck=True)
