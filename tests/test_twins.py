"""Interpreted and compiled, the rules play the same games; by the thousand, as one by one.

The compiled twins check their bounds here.
"""

import sys
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, sqrt
from random import Random

import numba
import numpy as np
import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.agents import AGENTS, agents_for, random
from cardhouse.agents.luck import Luck
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.flat import copy_state, layout_of, new_desk
from cardhouse.core.imports import imports_of, origin_of
from cardhouse.core.poker import HAND_NAMES
from cardhouse.core.twin import Engine, bind, twin_of
from cardhouse.engine import loops
from cardhouse.engine.cpu import INSTEAD, Compiled, desk_maker
from cardhouse.engine.records import as_record, keys_of, lucks_of
from cardhouse.games.game import LEGAL, PLAYING
from tests.games import KITS, Placed
from tests.games.grid import FIVES, joker
from tests.games.grid_table import COPIERS, JOKERS, copied_from
from tests.naive import hand

OPTIONS = {
    "boom": {
        "level 1": ({"level": 1}, 60),
        "level 12": ({"level": 12}, 50),
        "level 30": ({"level": 30}, 40),
        "path": ({"level": 12, "shape": "path"}, 40),
        "endless": ({"mode": "endless"}, 10),
    },
    "grid": {
        "draft": ({}, 60),
        "no jokers": ({"jokers": []}, 30),
        "no auto-freeze": ({"jokers": ["Joker"], "auto_freeze": False}, 20),
        "five picks": ({"picks": 5}, 60),
        **{name: ({"jokers": five}, 10) for name, five in FIVES.items()},
    },
    "crush": {
        "any": ({}, 200),
    },
}
"""For each game, named sets of options, and how many seeds are played with them."""

MOST_MOVES = 120
ONE_BY_ONE_EVERY = 4
"""Interpreted, the moves are asked about one by one at one state in so many."""
LONG_GAMES = 4
PREFERRED = 7 / 8
"""How often a long game plays a move that puts off its end, if there is one."""

every_game = pytest.mark.parametrize("name", GAMES)


def test_every_game_has_its_options_and_two_hundred_seeds():
    assert set(OPTIONS) == set(GAMES)
    for sets in OPTIONS.values():
        assert sum(seeds for _, seeds in sets.values()) >= 200


@cache
def compiled(name):
    return Compiled(GAMES[name])


def interpreted(name, options, seed):
    """Return one dealt game, interpreted."""
    s = GAMES[name].prepared(options)
    set_key(s, key_of(seed))
    GAMES[name].rules.deal(s)
    return s


def assert_same(s, record):
    """Every field is the same: so none is too narrow for what the rules write into it."""
    for name, _, _ in layout_of(type(s)):
        assert record[name].tolist() == getattr(s, name), name


@cache
def move_texts(name):
    return [GAMES[name].notation.move_text(move) for move in range(GAMES[name].rules.MOVES)]


def placed_state(name, placed, seed=5):
    """Return the state of a position set by hand."""
    return cardhouse.place(name, placed.position, seed=seed, **placed.options).state


@cache
def kinds_of(name):
    """Return a state of every kind that the kit has."""
    kit = KITS[name]
    told = [story.placed for story in kit.stories.values()]
    refused = [entry.placed for entry in kit.refusals]
    placed = [*kit.positions.values(), *kit.endings.values(), *told, *refused]
    return [placed_state(name, entry) for entry in placed]


def records_of(name, states):
    """Return interpreted states as records."""
    records = compiled(name).blank(len(states))
    for i, s in enumerate(states):
        records[i] = as_record(s)
    return records


def are_same(states, others):
    """Return whether all records are the same in every field; what lies between is nothing."""
    return all(np.array_equal(states[name], others[name]) for name in states.dtype.names)


# -- one game, twice ----------------------------------------------------------


def legal_moves(rules, s, one_by_one=True):
    """Ask the interpreted rules for every legal move, and perhaps again one by one."""
    legal = [None] * rules.MOVES
    rules.mark_legal(s, legal, [0] * rules.ROOM)
    if one_by_one:
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


def assert_same_game(name, s, states, choose, most_moves=MOST_MOVES):
    """Play one game in both engines; return how many moves it had."""
    twin, rules = compiled(name), GAMES[name].rules
    for number in range(most_moves):
        assert_same(s, states[0])
        legal = legal_moves(rules, s, number % ONE_BY_ONE_EVERY == 0)
        assert twin.masks(states)[0].tolist() == legal
        assert asker(name)(states).tolist() == legal
        assert twin.outcomes(states)[0] == rules.outcome(s)
        assert (rules.outcome(s) == PLAYING) == any(legal)
        assert_same(s, states[0])  # asking has changed nothing
        if not any(legal):
            return number
        move = choose([move for move in range(rules.MOVES) if legal[move]])
        before = s.score
        rules.apply(s, move)
        assert twin.step(states, [move])[0] == s.score - before
    assert_same(s, states[0])
    return most_moves


def long_choice(name, seed):
    """Return what chooses a move so that a game lasts."""
    luck, puts_off = Random(seed), KITS[name].puts_off

    def choose(legal):
        preferred = [move for move in legal if puts_off(move_texts(name)[move])]
        return luck.choice(preferred if preferred and luck.random() < PREFERRED else legal)

    return choose


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
        states = compiled(name).deal([seed], **options)
        assert_same_game(name, interpreted(name, options, seed), states, Random(seed).choice)


@every_game
def test_interpreted_and_compiled_agree_in_long_games(name):
    kit = KITS[name]
    for seed in range(LONG_GAMES):
        s = placed_state(name, kit.lasting, seed)
        states = records_of(name, [s])
        lasted = assert_same_game(name, s, states, long_choice(name, seed), 2 * kit.lasts)
        assert lasted >= kit.lasts


@every_game
def test_interpreted_and_compiled_agree_from_every_position_on(name):
    for seed, begun in enumerate(kinds_of(name)):
        s = copy_state(begun)
        assert_same_game(name, s, records_of(name, [s]), long_choice(name, seed), most_moves=6)


@every_game
def test_the_mask_is_the_same_at_states_of_every_kind(name):
    rules, states = GAMES[name].rules, kinds_of(name)
    masks = compiled(name).masks(records_of(name, states)).tolist()
    assert masks == [legal_moves(rules, s) for s in states]
    assert len({tuple(mask) for mask in masks}) > 5


@pytest.mark.parametrize("seed", [0, 2**64, 2**256 - 1, "", "Royal Flush ♥", "\ud800"], ids=ascii)
@every_game
def test_every_kind_of_seed_deals_the_same_game(name, seed):
    states = compiled(name).deal([seed])
    assert_same(interpreted(name, {}, seed), states[0])


@every_game
def test_the_agent_plays_the_same_game_interpreted_and_compiled(name):
    twin, plain = compiled(name), bind(loops, *GAMES[name].contract, random)
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


# -- one compiler for all agents -----------------------------------------------


KEPT = {}
"""What the quick engine has compiled."""
ASKED = ("choose", "deal", "apply", "rekey")
"""What is asked from here; the rest only from compiled code, and so needs no way in."""


def quick_engine(rules):
    """Return what compiles a function once, whatever the agent, and inlines nothing: soon done.

    Of all modules of a game and of the core, only some know the knobs of *rules*.
    """
    kept, turned = {}, knowing_knobs(rules)

    def quickly(function):
        if function.__name__ in ASKED:
            return numba.njit(function)
        return numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)

    def compiled_once(function):
        home, name = function.__module__, function.__name__
        if not home.startswith(("cardhouse.games.", "cardhouse.core.")):
            return quickly(function)
        memory = kept if home in turned else KEPT
        if (home, name) not in memory:
            memory[home, name] = quickly(function)
        return memory[home, name]

    return Engine(compiled_once, np.array, INSTEAD, {new_desk: desk_maker(rules.State)})


def knowing_knobs(rules):
    """Return the modules of a game that import one of its knobs, if from afar, or define it."""
    package = rules.__name__.rpartition(".")[0]
    homes = {origin_of(rules, knob).module for knob in rules.KNOBS}

    def reached(module):
        if module in homes:
            return True
        imported = {there.module for there in imports_of(sys.modules[module]).values()}
        return any(reached(other) for other in imported if other.startswith(f"{package}."))

    return {
        module for module in sys.modules if module.startswith(f"{package}.") and reached(module)
    }


@cache
def engine_of(name):
    return quick_engine(GAMES[name].rules)


def quick(name, agent):
    return bind(agent, *GAMES[name].contract, engine=engine_of(name))


@every_game
def test_agents_are_answered_and_choose_alike_interpreted_and_compiled(name):
    """One test for both, so that what they ask is compiled once; nothing is changed by it."""
    check_answers(name)
    check_choices(name)


PLANNED = "boom"
"""The game whose planner is compiled here; those of the others, slow to compile, in soak."""


def check_choices(name):
    """Every agent chooses alike."""
    game = GAMES[name]
    begun = [interpreted(name, options, 0) for options, _ in OPTIONS[name].values()]
    for agent in AGENTS.values():
        fast, plain = quick(name, agent), bind(agent, *game.contract)
        for start, moves in [(s, 12) for s in begun] + [(s, 1) for s in kinds_of(name)]:
            check_agent(name, fast, plain, copy_state(start), moves)
    if name == PLANNED:
        planner = agents_for(game)["planner"]
        plain = bind(planner, *game.contract)
        check_agent(name, quick(name, planner), plain, copy_state(begun[0]), 1)


def check_agent(name, fast, plain, s, most_moves):
    """Let an agent choose and play some moves in both engines."""
    rules, luck = GAMES[name].rules, Luck()
    states, lucks = records_of(name, [s]), lucks_of([0])
    for _ in range(most_moves):
        if rules.outcome(s) != PLAYING:
            return
        before = copy_state(s)
        move = plain.choose(s, luck)
        assert fast.choose(states[0], lucks[0]) == move
        assert s == before
        assert_same(s, states[0])
        assert_same(luck, lucks[0])
        assert compiled(name).step(states, [move])[0] >= 0
        rules.apply(s, move)
        assert_same(s, states[0])


@pytest.mark.soak
@every_game
def test_every_agent_plays_the_same_game_interpreted_and_compiled(name):
    for agent in agents_for(GAMES[name]).values():
        twin, plain = Compiled(GAMES[name], agent), bind(loops, *GAMES[name].contract, agent)
        for options, _ in OPTIONS[name].values():
            states, lucks = twin.deal(range(2), **options), lucks_of(range(2))
            moves = twin.play(states, lucks, limit=40)
            for seed in range(2):
                s, luck = interpreted(name, options, seed), Luck()
                set_key(luck, key_of(seed))
                moves -= plain.play_on(s, luck, 40)
                assert_same(s, states[seed])
                assert_same(luck, lucks[seed])
            assert moves == 0


def check_answers(name):
    """Every move is refused alike, and worth the same."""
    rules, asked, fast = GAMES[name].rules, GAMES[name].prospects, quick(name, random)
    refusal, worth, opens = fast.refusal, fast.worth, fast.opens
    spends, is_free = fast.spends, fast.is_free

    @numba.njit
    def ask(states, answers):
        for move in range(len(answers)):
            answers[move, 0] = refusal(states[0], move)
            if answers[move, 0] == LEGAL:
                answers[move, 1] = worth(states[0], move)
                answers[move, 2] = opens(states[0], move)
                answers[move, 3] = spends(states[0], move)
                answers[move, 4] = is_free(states[0], move)

    for s in kinds_of(name):
        answers = np.zeros((rules.MOVES, 5), np.int64)
        states = records_of(name, [s])
        ask(states, answers)
        assert_same(s, states[0])
        assert answers[:, 0].tolist() == [rules.refusal(s, move) for move in range(rules.MOVES)]
        for move in np.flatnonzero(answers[:, 0] == LEGAL)[::9].tolist():
            questions = (asked.worth, asked.opens, asked.spends, asked.is_free)
            assert answers[move, 1:].tolist() == [question(s, move) for question in questions]


@every_game
def test_the_moves_worth_a_look_are_the_same_and_every_legal_one_is_among_them(name):
    asked, twin = GAMES[name].prospects, compiled(name)
    prospects, prospect = twin.rules.prospects, twin.rules.prospect

    @numba.njit
    def ask(states):
        found = np.empty(prospects(states[0]), np.int64)
        for i in range(len(found)):
            found[i] = prospect(states[0], i)
        return found

    for s in kinds_of(name):
        states = records_of(name, [s])
        found = ask(states).tolist()
        assert_same(s, states[0])
        assert found == [asked.prospect(s, i) for i in range(asked.prospects(s))]
        assert len(set(found)) == len(found)
        assert set(np.flatnonzero(twin.masks(states)[0]).tolist()) <= set(found)


# -- by the thousand ----------------------------------------------------------


def options_of(name):
    return next(iter(OPTIONS[name].values()))[0]


@every_game
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


@every_game
def test_the_mask_says_which_moves_step_takes(name):
    twin, moves, taken = compiled(name), GAMES[name].rules.MOVES, set()
    for s in kinds_of(name):
        start = records_of(name, [s])
        states = np.repeat(start, moves).view(np.recarray)
        legal = twin.masks(start)[0]
        gains = twin.step(states, np.arange(moves))
        assert (gains >= 0).tolist() == legal.tolist()
        assert are_same(states[~legal], np.repeat(start, moves - legal.sum()))  # nothing changed
        assert (states[legal]["score"] - start["score"] == gains[legal]).all()
        taken.add(int(legal.sum()))
    assert min(taken) == 0 < max(taken) < moves


@every_game
@pytest.mark.parametrize("past", [0, 1, 10**6, 2**62], ids=lambda past: f"{past} past the last")
def test_a_move_that_is_none_is_refused_and_changes_nothing(name, past):
    twin = compiled(name)
    states = twin.deal(range(3))
    before = states.copy()
    assert twin.step(states, [GAMES[name].rules.MOVES + past] * 3).tolist() == [-1, -1, -1]
    assert twin.step(states, [-1 - past] * 3).tolist() == [-1, -1, -1]
    assert are_same(states, before)


@every_game
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


@every_game
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


@every_game
def test_masks_may_be_written_into_an_array_of_ones_own(name):
    twin = compiled(name)
    states = twin.deal(range(3))
    room = np.zeros((3, GAMES[name].rules.MOVES), np.bool_)
    assert twin.masks(states, out=room) is room
    assert np.array_equal(room, twin.masks(states))


@every_game
def test_no_games_at_all_are_no_trouble(name):
    twin = compiled(name)
    states = twin.deal([])
    assert len(states) == 0
    assert twin.masks(states).shape == (0, GAMES[name].rules.MOVES)
    assert len(twin.step(states, [])) == len(twin.outcomes(states)) == 0
    assert twin.play(states, lucks_of([])) == 0


# -- knobs --------------------------------------------------------------------


def knobs_at(name, end):
    """Turn every knob of a game to the low or the high end of its range."""
    rules = GAMES[name].rules
    return {knob: turned(getattr(rules, knob), rules.KNOBS[knob][end]) for knob in rules.KNOBS}


def turned(model, value):
    """Return a knob turned to *value*: a number, or a table of which every number is."""
    return tuple(turned(part, value) for part in model) if isinstance(model, tuple) else value


@every_game
def test_a_knob_beyond_either_end_of_its_range_is_refused(name):
    rules = GAMES[name].rules
    for end, step in ((0, -1), (1, 1)):
        for knob, ends in rules.KNOBS.items():
            beyond = turned(getattr(rules, knob), ends[end] + step)
            for build in (partial(twin_of, rules), partial(compile_with, name)):
                with pytest.raises(ValueError, match="does not fit"):
                    build({knob: beyond})


def compile_with(name, knobs):
    return Compiled(GAMES[name], knobs=knobs)


@every_game
def test_every_knob_at_either_end_of_its_range_plays_the_same_in_both_engines(name):
    rules = GAMES[name].rules
    for end in (0, 1):
        knobs = knobs_at(name, end)
        plain = twin_of(rules, knobs)
        fast = bind(loops, *GAMES[name].contract, random, knobs=knobs, engine=quick_engine(rules))
        for seed in range(4):
            check_twins(name, plain, fast, seed)


def check_twins(name, plain, fast, seed):
    """Deal and play one game by two twins of the rules; of all seeds the first goes far."""
    longest = max(KITS[name].settings.values(), key=lambda setting: setting.most_moves)
    s = GAMES[name].prepared(longest.options)
    set_key(s, key_of(seed))
    states, choose = records_of(name, [s]), long_choice(name, seed)
    plain.deal(s)
    fast.deal(states[0])
    for _ in range(20 if seed else 2 * MOST_MOVES):
        assert_same(s, states[0])
        if plain.outcome(s) != PLAYING:
            return
        legal = legal_moves(plain, s, one_by_one=False)
        move = choose([move for move in range(plain.MOVES) if legal[move]])
        plain.apply(s, move)
        fast.apply(states[0], move)
    plain.rekey(s, seed)
    fast.rekey(states[0], seed)
    assert_same(s, states[0])


# -- every joker --------------------------------------------------------------


def fives():
    """Return fives of the roster, by chance; each joker is held as often as any other."""
    luck, dealt = Random("fives"), []
    for _ in range(5):
        dealt += luck.sample(sorted(JOKERS), len(JOKERS))
    return [dealt[i : i + 5] for i in range(0, len(dealt), 5)]


def copied_fives():
    """Return for every joker a five in which it is copied twice: to its left, and by an echo."""
    luck = Random("copied")
    others = sorted(set(JOKERS) - COPIERS)
    return [["Hall of Mirrors", name, luck.choice(others), "Echo"] for name in sorted(JOKERS)]


def held_and_copied(fives):
    """Count how often each joker is held, and how often another does its work."""
    held, copied = Counter(), Counter()
    for names in fives:
        held.update(names)
        sources = enumerate(copied_from(names, place) for place in range(len(names)))
        copied.update(names[of] for place, of in sources if of not in (None, place))
    return held, copied


def test_every_joker_does_the_same_in_both_engines_held_and_copied():
    played = [*fives(), *copied_fives()]
    held, copied = held_and_copied(played)
    assert min(held[name] for name in JOKERS) >= 6
    assert min(copied[name] for name in set(JOKERS) - COPIERS) >= 2
    for seed, names in enumerate(played):
        luck = Random(seed)
        held_ = [joker(name, held_at_first(name, luck)) for name in names]
        s = placed_state("grid", Placed({"jokers": held_, "target": 10**15}), seed)
        states = records_of("grid", [s])
        assert_same_game("grid", s, states, long_choice("grid", seed), most_moves=12)


def held_at_first(name, luck):
    """Return what a joker holds; one that grows or fades, now and then something odd."""
    return luck.choice([None, 7.5, 40]) if JOKERS[name].gives > 1 else None


# -- what a hand makes ---------------------------------------------------------

HANDS = 1_000_000
BATCH = 20_000
DEVIATIONS = 4
"""How far off a sample may be, in standard errors; the seeds are fixed."""


def hands_of(s, hands=HANDS):
    """Return what so many hands make, each played from *s* with chance of its own."""
    twin, gains = compiled("grid"), []
    start, move = records_of("grid", [s]), np.full(BATCH, GAMES["grid"].notation.parse_move("s"))
    for first in range(0, hands, BATCH):
        states = np.repeat(start, BATCH).view(np.recarray)
        states["key"] = keys_of(range(first, first + BATCH))
        states["drawn"] = 0
        gains.append(twin.step(states, move))
    return np.concatenate(gains)


def mean_and_error(gains):
    return float(gains.mean()), DEVIATIONS * float(gains.std()) / sqrt(len(gains))


def exact_line():
    """Return the mean of a line without jokers: all ranks that five cards can have, weighed."""
    bases = GAMES["grid"].rules.BASE_CHIPS, GAMES["grid"].rules.BASE_MULT
    points = dict(zip(HAND_NAMES, (a * b for a, b in zip(*bases, strict=True)), strict=True))
    total, one_suit = Fraction(0), Fraction(4, 4**5)
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        ways = factorial(5)
        for count in Counter(ranks).values():
            ways //= factorial(count)
        flush = points[hand([rank + "c" for rank in ranks])]
        mixed = points[hand([rank + suit for rank, suit in zip(ranks, "ccccd", strict=True)])]
        total += ways * (one_suit * flush + (1 - one_suit) * mixed)
    return total / 13**5


def test_a_hand_without_jokers_and_freezes_makes_what_chance_says():
    exact = float(10 * exact_line())
    assert round(exact, 2) == 206.72
    gains = hands_of(placed_state("grid", KITS["grid"].previews["no jokers"]))
    mean, error = mean_and_error(gains)
    assert len(gains) >= 1_000_000
    assert error < 0.5
    assert abs(mean - exact) < error


PREVIEWS = KITS["grid"].previews


@pytest.mark.parametrize("name", PREVIEWS)
def test_a_preview_agrees_with_a_million_hands(name):
    """It is off by no more than the error that it states, and that of the million."""
    match = cardhouse.place("grid", PREVIEWS[name].position, seed=5, **PREVIEWS[name].options)
    seen, gains = match.preview(), hands_of(match.state)
    mean, error = mean_and_error(gains)
    assert abs(seen["mean"] - mean) <= seen["error"] + error
    assert gains.min() <= seen["min"] <= seen["max"] <= gains.max()
    if match.state.hands_left == 1:
        chance = float((gains >= match.state.target - match.score).mean())
        assert abs(seen["chance"] - chance) <= seen["chance_error"] + 0.002
