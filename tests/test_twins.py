"""Interpreted and compiled, the rules play the same games; by the thousand, as one by one.

The compiled twins check their bounds here.
"""

from functools import cache
from random import Random

import numba
import numpy as np
import pytest

from cardhouse import GAMES, loops
from cardhouse.agents import random
from cardhouse.agents.agent import Luck
from cardhouse.compiled import Compiled, as_record, lucks_of
from cardhouse.core.cards import parse_card
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.flat import layout_of
from cardhouse.core.twin import bind, twin_of
from cardhouse.games.game import PLAYING

OPTIONS = {
    "boom": {
        "level 1": ({"level": 1}, 60),
        "level 12": ({"level": 12}, 50),
        "level 30": ({"level": 30}, 40),
        "path": ({"level": 12, "shape": "path"}, 40),
        "endless": ({"mode": "endless"}, 10),
    },
}
"""For each game, named sets of options, and how many seeds are played with them."""

MOST_MOVES = 120


def test_every_game_has_its_options_and_two_hundred_seeds():
    assert set(OPTIONS) == set(GAMES)
    for sets in OPTIONS.values():
        assert sum(seeds for _, seeds in sets.values()) >= 200


@cache
def compiled(name):
    return Compiled(GAMES[name], boundscheck=True)


def interpreted(name, options, seed):
    """Return one dealt game, interpreted."""
    s = compiled(name).prepared(options)
    set_key(s, key_of(seed))
    GAMES[name].rules.deal(s)
    return s


def assert_same(s, record):
    """Every field is the same: so none is too narrow for what the rules write into it."""
    for name, _, _ in layout_of(type(s)):
        assert record[name].tolist() == getattr(s, name), name


def are_same(states, others):
    """Return whether all records are the same in every field; what lies between is nothing."""
    return all(np.array_equal(states[name], others[name]) for name in states.dtype.names)


# -- one game, twice ----------------------------------------------------------


def legal_moves(rules, s):
    """Ask the interpreted rules for every legal move, and again one by one."""
    legal = [None] * rules.MOVES
    rules.mark_legal(s, legal, [0] * rules.ROOM)
    assert legal == [rules.is_legal(s, move) for move in range(rules.MOVES)]
    return legal


@cache
def asker(name):
    """Return what asks the compiled rules about every move, one by one."""
    is_legal, moves = compiled(name).rules.is_legal, GAMES[name].rules.MOVES

    @numba.njit
    def ask(states):
        legal = np.empty(moves, np.bool_)
        for move in range(moves):
            legal[move] = is_legal(states[0], move)
        return legal

    return ask


def assert_same_game(name, options, seed):
    twin, rules = compiled(name), GAMES[name].rules
    states = twin.deal([seed], **options)
    s = interpreted(name, options, seed)
    choice = Random(seed)
    for _ in range(MOST_MOVES):
        assert_same(s, states[0])
        legal = legal_moves(rules, s)
        assert twin.masks(states)[0].tolist() == legal
        assert asker(name)(states).tolist() == legal
        assert twin.outcomes(states)[0] == rules.outcome(s)
        assert (rules.outcome(s) == PLAYING) == any(legal)
        assert_same(s, states[0])  # asking has changed nothing
        if not any(legal):
            break
        move = choice.choice([move for move in range(rules.MOVES) if legal[move]])
        before = s.score
        rules.apply(s, move)
        assert twin.step(states, [move])[0] == s.score - before
    assert_same(s, states[0])


@pytest.mark.parametrize(
    ("name", "options", "seeds"),
    [
        pytest.param(name, options, seeds, id=f"{name}-{title}")
        for name, sets in OPTIONS.items()
        for title, (options, seeds) in sets.items()
    ],
)
def test_interpreted_and_compiled_agree_in_every_field_after_every_move(name, options, seeds):
    for seed in range(seeds):
        assert_same_game(name, options, seed)


@pytest.mark.parametrize("seed", [0, 2**64, 2**256 - 1, "", "Royal Flush ♥", "\ud800"], ids=ascii)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_seed_deals_the_same_game(name, seed):
    states = compiled(name).deal([seed])
    assert_same(interpreted(name, {}, seed), states[0])


@pytest.mark.parametrize("name", GAMES)
def test_the_agent_plays_the_same_game_interpreted_and_compiled(name):
    twin, plain = compiled(name), bind(loops, GAMES[name].rules, random)
    for options, _ in OPTIONS[name].values():
        states, lucks = twin.deal(range(5), **options), lucks_of(range(100, 105))
        moves = twin.play(states, lucks, limit=30)
        for seed in range(5):
            s, luck = interpreted(name, options, seed), Luck()
            set_key(luck, key_of(100 + seed))
            moves -= plain.play_on(s, luck, 30)
            assert_same(s, states[seed])
            assert_same(luck, lucks[seed])
        assert moves == 0


# -- by the thousand ----------------------------------------------------------


def options_of(name):
    return next(iter(OPTIONS[name].values()))[0]


@pytest.mark.parametrize("name", GAMES)
def test_five_thousand_games_at_once_are_the_same_games_as_one_by_one(name):
    twin, options = compiled(name), options_of(name)
    states, lucks = twin.deal(range(5_000), **options), lucks_of(range(5_000))
    masks, outcomes = twin.masks(states), twin.outcomes(states)
    gains = twin.step(states, masks.argmax(axis=1))
    moves = twin.play(states, lucks, limit=MOST_MOVES)
    for seed in range(5_000):
        state, luck = twin.deal(range(seed, seed + 1), **options), lucks_of([seed])
        assert np.array_equal(twin.masks(state)[0], masks[seed])
        assert twin.outcomes(state)[0] == outcomes[seed]
        assert twin.step(state, [masks[seed].argmax()])[0] == gains[seed]
        moves -= twin.play(state, luck, limit=MOST_MOVES)
        assert are_same(state, states[seed : seed + 1])
        assert are_same(luck, lucks[seed : seed + 1])
    assert moves == 0


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_says_which_moves_step_takes(name):
    twin, moves = compiled(name), GAMES[name].rules.MOVES
    start = twin.deal([7], **options_of(name))
    states = np.repeat(start, moves).view(np.recarray)
    legal = twin.masks(start)[0]
    gains = twin.step(states, np.arange(moves))
    assert 0 < legal.sum() < moves
    assert (gains >= 0).tolist() == legal.tolist()
    assert are_same(states[~legal], np.repeat(start, moves - legal.sum()))  # nothing has changed
    assert (states[legal]["score"] - start["score"] == gains[legal]).all()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("past", [0, 1, 10**6, 2**62], ids=lambda past: f"{past} past the last")
def test_a_move_that_is_none_is_refused_and_changes_nothing(name, past):
    twin = compiled(name)
    states = twin.deal(range(3))
    before = states.copy()
    assert twin.step(states, [GAMES[name].rules.MOVES + past] * 3).tolist() == [-1, -1, -1]
    assert twin.step(states, [-1 - past] * 3).tolist() == [-1, -1, -1]
    assert are_same(states, before)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_has_ended_takes_no_more_moves(name):
    twin = compiled(name)
    states, lucks = twin.deal(range(200), **options_of(name)), lucks_of(range(200))
    assert twin.play(states, lucks) > 0
    assert (twin.outcomes(states) != PLAYING).all()
    assert not twin.masks(states).any()
    before = states.copy()
    assert twin.play(states, lucks) == 0
    for move in range(0, GAMES[name].rules.MOVES, 97):
        assert (twin.step(states, np.full(200, move)) == -1).all()
    assert are_same(states, before)


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_stops_every_game_after_so_many_moves(name):
    twin = compiled(name)
    states, whole = twin.deal(range(20)), twin.deal(range(20))
    lucks, other = lucks_of(range(20)), lucks_of(range(20))
    assert twin.play(states, lucks, limit=0) == 0
    assert are_same(states, whole)
    for _ in range(3):
        assert twin.play(states, lucks, limit=2) <= 40
    twin.play(whole, other, limit=6)
    assert are_same(states, whole)
    assert are_same(lucks, other)


@pytest.mark.parametrize("name", GAMES)
def test_masks_may_be_written_into_an_array_of_ones_own(name):
    twin = compiled(name)
    states = twin.deal(range(3))
    room = np.zeros((3, GAMES[name].rules.MOVES), np.bool_)
    assert twin.masks(states, out=room) is room
    assert np.array_equal(room, twin.masks(states))


@pytest.mark.parametrize("name", GAMES)
def test_no_games_at_all_are_no_trouble(name):
    twin = compiled(name)
    states = twin.deal([])
    assert len(states) == 0
    assert twin.masks(states).shape == (0, GAMES[name].rules.MOVES)
    assert len(twin.step(states, [])) == len(twin.outcomes(states)) == 0
    assert twin.play(states, lucks_of([])) == 0


# -- Poker Boom, at its ends --------------------------------------------------


def test_boom_a_selection_is_refused_alike_for_every_reason():
    # 2c 9d 6h Ks 4c    Every row is a high card, every column is Four of a Kind; the first cell
    # 2c 9d 6h Ks 4c    is scorched, and only a stroke will do.
    #  … ten rows …
    rules = GAMES["boom"].rules
    s = rules.State(target=10**6, moves_left=3, combo=1, path_only=1)
    s.board[:] = [parse_card(text) for text in ("2c", "9d", "6h", "Ks", "4c")] * 10
    s.scorch[0] = 1
    reasons = {rules.refusal(s, move) for move in range(rules.MOVES)}
    assert reasons == {rules.LEGAL, rules.SCORCHED, rules.NO_STROKE, rules.TOO_LOW}
    states = compiled("boom").blank(rules.MOVES)
    states[:] = as_record(s)
    gains = compiled("boom").step(states, np.arange(rules.MOVES))
    assert (gains >= 0).tolist() == [rules.is_legal(s, move) for move in range(rules.MOVES)]


@pytest.mark.parametrize("knobs", [{"SCORCH_MOVES": 200}, {"ENDLESS_BOMBS": 13}])
def test_boom_a_knob_that_its_fields_cannot_hold_is_refused(knobs):
    with pytest.raises(ValueError, match="does not fit"):
        twin_of(GAMES["boom"].rules, knobs)
    with pytest.raises(ValueError, match="does not fit"):
        Compiled(GAMES["boom"], knobs=knobs)


def test_boom_every_knob_at_either_end_of_its_range_plays_the_same_in_both_engines():
    game = GAMES["boom"]
    for end in (0, 1):
        knobs = {name: ends[end] for name, ends in game.rules.KNOBS.items() if name != "POINTS"}
        plain = twin_of(game.rules, knobs)
        twin = Compiled(game, knobs=knobs, boundscheck=True)
        states = twin.deal(range(20), mode="endless")
        for seed in range(20):
            s = game.rules.State(mode=game.rules.ENDLESS)
            set_key(s, key_of(seed))
            plain.deal(s)
            assert_same(s, states[seed])
            for move in range(0, 1546, 37):
                if plain.outcome(s) == 0 and plain.is_legal(s, move):
                    plain.apply(s, move)
                    twin.rules.apply(states[seed], move)
                    assert_same(s, states[seed])
