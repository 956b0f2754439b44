"""Many games as one vector environment: held to Gymnasium's own, step by step."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tests.envs.kit import IDS, copied, every_game, legal_one, made_vec, only, same

GAMES_AT_ONCE = 5
STEPS = 80
LIMIT = {"boom": 9, "grid": 23, "crush": 34}
"""Episodes short enough that some are truncated and some are not."""
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def actions_for(masks, generator):
    """Choose legal actions, but for one in ten."""
    chosen = [legal_one(mask, generator) for mask in masks]
    any_at_all = generator.integers(masks.shape[1], size=len(masks))
    return np.where(generator.random(len(masks)) < 0.1, any_at_all, chosen)


@every_game
@pytest.mark.parametrize("mode", MODES)
def test_it_does_what_gymnasium_does_with_single_games(name, mode):
    settings = {"max_steps": LIMIT[name], "penalty": -3.0, "reward_scale": 0.5}
    ours = made_vec(name, GAMES_AT_ONCE, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make(IDS[name], **settings)] * GAMES_AT_ONCE, autoreset_mode=mode
    )
    generator, ends = np.random.default_rng(1), np.zeros(2, int)
    assert_same_step(ours.reset(seed=3), theirs.reset(seed=3))
    for _ in range(STEPS):
        actions = actions_for(ours.action_masks(), generator)
        step = ours.step(actions)
        assert_same_step(step, theirs.step(actions))
        assert step[0] in ours.observation_space
        ends += step[2].sum(), step[3].sum()
    assert ends[1] > 0  # some were truncated
    assert ends[0] > 0  # some came to their end
    assert_same_step(ours.reset(), theirs.reset())


def assert_same_step(ours, theirs):
    for mine, other in zip(ours, theirs, strict=True):
        assert data_equivalence(mine, other, exact=True)


@every_game
def test_spaces_and_metadata_are_those_of_gymnasium(name):
    ours = made_vec(name, 3)
    theirs = gymnasium.make_vec(IDS[name], num_envs=3, vectorization_mode="sync")
    for space in ("observation_space", "action_space", "single_observation_space",
                  "single_action_space"):  # fmt: skip
        assert getattr(ours, space) == getattr(theirs, space)
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    same_step = made_vec(name, 3, autoreset_mode="SameStep")
    assert same_step.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@every_game
def test_the_last_observation_of_an_episode_is_kept(name):
    envs = made_vec(name, 2, autoreset_mode=AutoresetMode.SAME_STEP, max_steps=1)
    _, infos = envs.reset(seed=[1, 2])
    actions = [legal_one(mask, np.random.default_rng(1)) for mask in infos["action_mask"]]
    observation, _, _, truncated, infos = envs.step(np.array(actions))
    assert truncated.all()
    for i in range(2):
        assert not same(infos["final_obs"][i], {key: rows[i] for key, rows in observation.items()})
    kept = [copied(final) for final in infos["final_obs"]]
    envs.step(np.array(actions))
    assert all(same(*pair) for pair in zip(kept, infos["final_obs"], strict=True))


@only("crush")
def test_games_can_be_reset_by_hand(name):
    envs = made_vec(name, 3, autoreset_mode=AutoresetMode.DISABLED, max_steps=2)
    envs.reset(seed=[4, 5, 6])
    before = copied(envs.step([0, 0, 0])[0])
    *_, truncated, infos = envs.step([0, 0, 0])
    assert truncated.all()
    assert "final_obs" not in infos
    mask = np.array([False, True, False])
    after, infos = envs.reset(seed=[None, 5, None], options={"reset_mask": mask})
    assert same(before, after)  # only illegal actions were played
    assert infos["_action_mask"].tolist() == mask.tolist()
    *_, truncated, _ = envs.step([0, 0, 0])
    assert truncated.tolist() == [True, False, True]


@only("crush")
def test_gymnasiums_name_for_the_limit_counts_too(name):
    envs = made_vec(name, 2, max_episode_steps=1)
    envs.reset(seed=1)
    assert envs.step([0, 0])[3].all()


@every_game
def test_observations_are_views_unless_copied(name):
    views, copies = made_vec(name, 2), made_vec(name, 2, copy=True)
    for envs in (views, copies):
        first, infos = envs.reset(seed=1)
        mask = infos["action_mask"]
        assert np.shares_memory(first["board"], envs.episodes.turn.states) == (envs is views)
        assert np.shares_memory(first["action_mask"], envs.episodes.turn.masks) == (envs is views)
        assert np.shares_memory(mask, envs.episodes.turn.masks) == (envs is views)
        kept = copied(first)
        envs.step([legal_one(row, np.random.default_rng(1)) for row in mask.copy()])
        assert same(first, kept) == (envs is copies)
        assert first["board"].flags.writeable == (envs is copies)


@only("crush")
@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [0.5, 0.5], [[0], [0]], ["a", "b"]])
def test_actions_are_one_whole_number_a_game(name, actions):
    envs = made_vec(name, 2)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="one action, a whole number, for each of 2 games"):
        envs.step(actions)


@only("crush")
def test_a_step_before_every_game_is_dealt_is_refused(name):
    envs = made_vec(name, 2)
    with pytest.raises(ResetNeeded, match="before the first step"):
        envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([False, True])})
    with pytest.raises(ResetNeeded, match="every game must be dealt"):
        envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.step([0, 0])[0] in envs.observation_space


@only("crush")
def test_what_does_not_fit_is_refused(name):
    with pytest.raises(ValueError, match="num_envs is one or more, not 0"):
        made_vec(name, 0)
    envs = made_vec(name, 2)
    with pytest.raises(ValueError, match="one seed for each of 2 games"):
        envs.reset(seed=[1])
    with pytest.raises(ValueError, match="2 booleans"):
        envs.reset(options={"reset_mask": np.array([True])})
    with pytest.raises(ValueError, match="a reset has no options"):
        envs.reset(options={"level": 1})
