"""What the tests of the environments share."""

import gymnasium
import numpy as np
import pytest

from cardhouse.envs import ENVIRONMENTS as IDS

every_game = pytest.mark.parametrize("name", IDS)


def only(name):
    """Run a test with one game, where those of that game run: they share what is compiled."""
    return pytest.mark.parametrize("name", [name])


def made(name, **settings):
    """Make the environment of one game, without wrappers."""
    return gymnasium.make(IDS[name], **settings).unwrapped


def made_vec(name, count, **settings):
    return gymnasium.make_vec(IDS[name], num_envs=count, **settings)


def legal_one(mask, generator):
    """Choose a legal action; any at all if none is."""
    return int(generator.choice(np.flatnonzero(mask))) if mask.any() else 0


def copied(observation):
    return {key: value.copy() for key, value in observation.items()}


def same(first, second):
    """Compare two observations."""
    return first.keys() == second.keys() and all(
        first[key].dtype == second[key].dtype and np.array_equal(first[key], second[key])
        for key in first
    )
