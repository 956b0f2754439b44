"""One game as an environment: what Gymnasium asks for, and what we promise besides."""

import pickle
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from cardhouse import GAMES, Match, new
from cardhouse.core.flat import layout_of
from cardhouse.engine.records import as_record, as_state
from cardhouse.envs.episodes import batch_of
from cardhouse.envs.observation import space_of
from cardhouse.games.game import PLAYING
from cardhouse.games.observed import BITS, LOWEST_BYTE
from tests.envs.kit import IDS, copied, every_game, legal_one, made, made_vec, only, same

HIDDEN = {"key", "blocks", "drawn", "deck", "tags"}
"""Fields that no player sees: chance, and what is undealt."""
SETTLED = {
    "boom": {"played", "since_bomb", "level", "mode", "path_only", "opening", "every", "fuse_low",
             "fuse_high", "burning", "ending", "blasts"},
    "grid": {"deck_size", "slots", "auto_freeze", "acting", "joker_count", "powers", "bent",
             "picks_left", "traits", "chips", "mults", "phase", "ending", "chosen", "bonuses"},
    "crush": {"heights", "swappers", "ending"},
}  # fmt: skip
"""Fields that are chosen before, or follow from what is seen."""


@every_game
def test_gymnasium_finds_no_fault(name):
    check_env(made(name))


@only("crush")
def test_an_id_may_name_the_module_to_import(name):
    env = gymnasium.make("cardhouse.envs:cardhouse/Crush-v1")
    assert env.unwrapped.episodes.game is GAMES["crush"]


@every_game
def test_a_game_is_dealt_before_it_is_played(name):
    env = made(name)
    for _ in range(2):
        with pytest.raises(ResetNeeded, match="dealt by a reset before the first step"):
            env.step(0)
    env.reset(seed=1)
    assert env.step(int(env.action_masks().argmax()))[1] >= 0


@every_game
def test_every_field_is_seen_or_hidden_or_settled(name):
    env = made(name)
    seen = {row.name for row in GAMES[name].observed}
    fields = {slot.name for slot in layout_of(GAMES[name].rules.State)}
    hidden = HIDDEN & fields
    assert seen | hidden | SETTLED[name] == fields
    assert len(seen) + len(hidden) + len(SETTLED[name]) == len(fields)
    assert set(env.observation_space.spaces) == seen | {"action_mask"}


@every_game
@pytest.mark.parametrize("copy", [True, False])
def test_it_plays_the_game_that_a_person_plays(name, copy):
    env, game, generator = made(name, copy=copy), GAMES[name], np.random.default_rng(5)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        match, terminated = new(name, seed=seed), False
        for _ in range(60):
            assert_shows(env, observation, match)
            assert same({"mask": info["action_mask"]}, {"mask": observation["action_mask"]})
            assert observation in env.observation_space
            if terminated:
                break
            before, action = match.score, legal_one(info["action_mask"], generator)
            match.play(game.notation.move_text(action))
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward == match.score - before
            assert terminated == (match.outcome != "playing")
            assert (truncated, info["illegal"]) == (False, False)
            assert info["won"] == (match.outcome == "won")


def assert_shows(env, observation, match: Match):
    """Compare what is observed with the interpreted game."""
    rules = match.game.rules
    for row in match.game.observed:
        numbers = np.atleast_1d(getattr(match.state, row.name))
        if row.how == LOWEST_BYTE:
            numbers = numbers & 127
        if row.how == BITS:
            numbers = numbers >> np.arange(np.prod(row.shape)) & 1
        assert observation[row.name].tolist() == numbers.reshape(row.shape).tolist(), row.name
    playing = rules.outcome(match.state) == PLAYING
    legal = [playing and rules.is_legal(match.state, move) for move in range(rules.MOVES)]
    assert observation["action_mask"].tolist() == legal
    assert env.action_masks().tolist() == legal
    assert env.action_masks().dtype == np.bool_


@every_game
def test_nothing_hidden_is_observed(name):
    env, rules, generator = made(name), GAMES[name].rules, np.random.default_rng(1)
    _, info = env.reset(seed=11)
    for salt in range(6):
        observation, _, _, _, info = env.step(legal_one(info["action_mask"], generator))
        states = env.episodes.turn.states
        before, s = states[0].copy(), as_state(rules.State, states[0])
        rules.rekey(s, salt)
        states[0] = as_record(s)
        assert (before["key"] != states[0]["key"]).any()
        after, *_ = env.step(rules.MOVES)  # no move at all, so that all is written again
        assert same(observation, after)


@every_game
@pytest.mark.parametrize(
    "action",
    [-1, "the number of moves", "an illegal one", 2**62, 2**63, -(2**63) - 1, np.uint64(2**64 - 1)],
)
def test_an_illegal_action_changes_nothing_and_is_flagged(name, action):
    env = made(name, penalty=-2.5, reward_scale=100.0)
    before, info = env.reset(seed=2)
    numbers = {
        "the number of moves": env.action_space.n,
        "an illegal one": int(info["action_mask"].argmin()),
    }
    state = env.episodes.turn.states.copy()
    after, reward, terminated, truncated, info = env.step(numbers.get(action, action))
    assert (reward, terminated, truncated, info["illegal"]) == (-2.5, False, False, True)
    assert same(before, after)
    assert (env.episodes.turn.states == state).all()


@only("boom")
def test_the_reward_is_the_gain_scaled(name):
    plain, scaled = made(name), made(name, reward_scale=0.01)
    action = int(plain.reset(seed=1)[1]["action_mask"].argmax())
    scaled.reset(seed=1)
    gain = plain.step(action)[1]
    assert gain > 0
    assert scaled.step(action)[1] == pytest.approx(gain / 100)


@only("boom")
@pytest.mark.parametrize("number", [int, np.int64, np.float32, np.float64])
def test_a_reward_is_a_float_whatever_number_it_is_made_from(name, number):
    env = made(name, penalty=number(-3), reward_scale=number(2))
    action = int(env.reset(seed=1)[1]["action_mask"].argmax())
    gain, fine = env.step(action)[1], env.step(-1)[1]
    assert (type(gain), type(fine), fine) == (float, float, -3.0)
    vector = made_vec(name, 1, penalty=number(-3), reward_scale=number(2))
    vector.reset(seed=1)
    rewards = [vector.step([one])[1] for one in (action, -1)]
    assert [(one.dtype, one.item()) for one in rewards] == [(np.float64, gain), (np.float64, fine)]


@only("boom")
def test_the_limit_of_steps_may_be_a_number_of_numpy(name):
    env = made(name, max_steps=np.int64(2))
    env.reset(seed=1)
    truncated = [env.step(-1)[3] for _ in range(2)]
    assert truncated == [False, True]
    assert all(type(one) is bool for one in truncated)


@only("grid")
def test_free_moves_end_by_truncation(name):
    env = made(name, auto_freeze=False, picks=0)
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(200)]  # freezes and unfreezes one cell
    assert ends[:-1] == [(False, False)] * 199
    assert ends[-1] == (False, True)
    env.reset()
    assert env.step(0)[2:4] == (False, False)  # it counts from the reset


@only("grid")
def test_the_end_of_the_game_is_no_truncation(name):
    env = made(name, jokers=[], max_steps=7)
    env.reset(seed=1)
    ends = [env.step(26)[2:4] for _ in range(7)]
    assert ends == [(False, False)] * 6 + [(True, False)]


@every_game
def test_without_copy_an_observation_is_a_view_and_cannot_be_written_to(name):
    env = made(name, copy=False)
    first, info = env.reset(seed=4)
    for row in GAMES[name].observed:
        assert np.shares_memory(first[row.name], env.episodes.turn.states) == (row.how != BITS)
        with pytest.raises(ValueError, match="read-only"):
            first[row.name][0] = 1
    assert np.shares_memory(first["action_mask"], env.episodes.turn.masks)
    kept = copied(first)
    second, *_ = env.step(legal_one(info["action_mask"], np.random.default_rng(1)))
    assert same(first, second)
    assert not same(first, kept)


@every_game
def test_a_copy_is_kept_for_good(name):
    env = made(name)
    first, info = env.reset(seed=4)
    kept = copied(first)
    env.step(legal_one(info["action_mask"], np.random.default_rng(1)))
    assert same(first, kept)
    first["board"][-1] = 0  # and may be written to
    assert env.reset(seed=4)[0]["board"][-1].any()


def pickled(env):
    return pickle.loads(pickle.dumps(env))


@every_game
@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("twin_of", [deepcopy, pickled])
def test_an_environment_can_be_copied_in_the_middle_of_a_game(name, copy, twin_of):
    env = made(name, copy=copy)
    _, info = env.reset(seed=4)
    action = legal_one(info["action_mask"], np.random.default_rng(1))
    twin = twin_of(env)
    first = copied(env.step(action)[0])
    assert not np.shares_memory(env.episodes.turn.states, twin.episodes.turn.states)
    assert (twin.episodes.turn.states != env.episodes.turn.states).any()
    assert same(first, twin.step(action)[0])
    assert same(copied(env.reset()[0]), twin.reset()[0])  # the games after it are the same, too


@every_game
def test_a_seed_fixes_this_game_and_those_after_it(name):
    first, second = made(name), made(name)
    deals = [[env.reset(seed=9)[0], env.reset()[0], env.reset()[0]] for env in (first, second)]
    assert all(same(*pair) for pair in zip(*deals, strict=True))
    assert not same(deals[0][0], deals[0][1])
    assert not same(deals[0][1], deals[0][2])


@every_game
def test_a_game_dealt_anew_has_nothing_left_of_the_last(name):
    env, fresh = made(name), made(name)
    generator = np.random.default_rng(3)
    _, info = env.reset(seed=1)
    for _ in range(12):
        *_, info = env.step(legal_one(info["action_mask"], generator))
    env.reset(seed=6)
    fresh.reset(seed=6)
    assert (env.episodes.turn.states == fresh.episodes.turn.states).all()


def test_knobs_are_turned_and_widen_the_space():
    game, knobs = GAMES["crush"], {"FREE_SWAPS": 8}
    assert batch_of(game, knobs).rules.FREE_SWAPS == 8
    assert batch_of(game, {}).rules.FREE_SWAPS == 3
    assert space_of(game, knobs)["free_swaps"].high.tolist() == [8]
    assert space_of(game, {})["free_swaps"].high.tolist() == [3]


BAD = [
    ("boom", {"level": 31}, "level is a number from 1 to 30, not 31"),
    ("boom", {"levl": 3}, "Poker Boom has no option 'levl'"),
    ("grid", {"jokers": ["Jokr"]}, "did you mean Joker"),
    ("crush", {"knobs": {"SPEED": 1}}, "has no knob 'SPEED'"),
    ("crush", {"knobs": 3}, "knobs is a dict of names and values, not 3"),
    ("crush", {"max_steps": 0}, "max_steps is a whole number of steps, one or more, not 0"),
    ("crush", {"max_steps": np.float64(3)}, "max_steps is a whole number of steps"),
    ("crush", {"max_steps": True}, "max_steps is a whole number of steps"),
    ("crush", {"penalty": True}, "penalty is a number, not True"),
    ("crush", {"penalty": 10**400}, "penalty is a number"),
    ("crush", {"reward_scale": np.float32("inf")}, "reward_scale is a number"),
    ("crush", {"penalty": "much"}, "penalty is a number, not 'much'"),
    ("crush", {"reward_scale": float("nan")}, "reward_scale is a number"),
    ("crush", {"copy": 1}, "copy is true or false, not 1"),
]


@pytest.mark.parametrize(("name", "settings", "sentence"), BAD)
def test_a_bad_setting_is_refused_with_a_sentence(name, settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        made(name, **settings)
    with pytest.raises(ValueError, match=sentence):
        gymnasium.make_vec(IDS[name], num_envs=2, **settings)


@only("boom")
def test_a_reset_has_no_options(name):
    with pytest.raises(ValueError, match="a reset has no options"):
        made(name).reset(options={"level": 3})
