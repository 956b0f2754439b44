"""Twins: the same code, other globals."""

import linecache
import sys
from dataclasses import replace
from inspect import isfunction
from types import ModuleType

import numba
import numpy as np
import pytest

from cardhouse import GAMES
from cardhouse.agents import random
from cardhouse.core.basis import basis_of
from cardhouse.core.flat import layout_of
from cardhouse.core.poker import FOUR_OF_A_KIND
from cardhouse.core.twin import Engine, bind, check_knobs, is_table, twin_of
from cardhouse.engine import loops
from cardhouse.engine.cpu import Compiled, engine_for
from cardhouse.engine.records import as_record, blank_records
from cardhouse.games.grid.lines import BASE_CHIPS

TOY = '''
"""A toy game: every count costs something."""

from dataclasses import dataclass
from hashlib import sha256

from cardhouse.core.cards import DECK, rank_of
from cardhouse.core.flat import Events, event_log, note_log, number, remember, tell

PRICE = 3
STEPS = (1, 2, 4)
PAIRS = ((0, 1), (5, 2))
KNOBS = {"PRICE": (0, 1000), "STEPS": (0, 99), "PAIRS": (0, 99)}
FIXED = 7
NAMES = ("one", "two")
RAGGED = ((1, 2), (3,))
MIXED = (1, "one")
MOVES = 2
START = 9

@dataclass
class State:
    score: int = number()
    events: Events = event_log()
    notes: Events = note_log()

def cost(count, extra=1):
    return PRICE * count + extra

def total(count):
    return cost(count) + STEPS[2]

def far(i):
    return PAIRS[i][1] * 10 + FIXED

def halved(count):
    return 0 if count == 0 else PRICE + halved(count // 2)

def top_rank():
    return rank_of(DECK[51])

def is_legal(s, move):
    return move < MOVES

def apply(s, move):
    tell(s, START)
    s.score += cost(move)
    tell(s, move, s.score)
    remember(s, START)

def outcome(s):
    return 0
'''

LAYERS = """
from cardhouse.games.contract import MOVES, is_legal

LIMIT = 100

def count_legal(s):
    legal = 0
    for move in range(LIMIT):
        if is_legal(s, move):
            legal += 1
    return legal + 1000 * MOVES
"""


def module_of(monkeypatch, name, source):
    module = ModuleType(name)
    exec(source, vars(module))
    file = f"<{name} {id(source)}>"
    monkeypatch.setitem(linecache.cache, file, (len(source), None, source.splitlines(True), file))
    module.__file__ = file
    monkeypatch.setitem(sys.modules, name, module)
    return module


@pytest.fixture
def toy(monkeypatch):
    return module_of(monkeypatch, "cardhouse.toy", TOY)


@pytest.fixture(params=["interpreted", "compiled"])
def engine(request):
    def array(table):
        return np.array(table, np.int64)

    return Engine(function=numba.njit, table=array) if request.param == "compiled" else Engine()


# -- knobs --------------------------------------------------------------------


def test_a_twin_left_alone_does_what_the_original_does(toy, engine):
    twin = twin_of(toy, engine=engine)
    assert twin.total(5) == toy.total(5) == 3 * 5 + 1 + 4
    assert twin.far(1) == toy.far(1) == 27
    assert twin.halved(4) == toy.halved(4) == 9
    assert twin.top_rank() == toy.top_rank() == 14


def test_a_turned_knob_reaches_every_function_and_leaves_the_original_untouched(toy, engine):
    before = dict(vars(toy))
    twin = twin_of(toy, {"PRICE": 10}, engine)
    assert (twin.cost(2), twin.total(2), twin.halved(4)) == (21, 25, 30)
    assert vars(toy) == before
    assert (toy.cost(2), toy.total(2), toy.halved(4)) == (7, 11, 9)


def test_a_table_may_be_a_knob(toy, engine):
    twin = twin_of(toy, {"STEPS": (0, 0, 50), "PAIRS": ((0, 9), (0, 8))}, engine)
    assert twin.total(2) == 57
    assert (twin.far(0), twin.far(1)) == (97, 87)
    assert toy.total(2) == 11


def test_two_twins_have_nothing_to_do_with_each_other(toy, engine):
    cheap, dear = twin_of(toy, {"PRICE": 1}, engine), twin_of(toy, {"PRICE": 1000}, engine)
    assert (cheap.cost(2), dear.cost(2), cheap.cost(2)) == (3, 2001, 3)


@pytest.mark.parametrize("name", ["FIXED", "price", "cost", "KNOBS", "__name__", ""])
def test_only_a_knob_turns(toy, name):
    sentence = f"^cardhouse.toy has no knob '{name}'; its knobs are PRICE, STEPS, PAIRS$"
    with pytest.raises(ValueError, match=sentence):
        twin_of(toy, {name: 3})
    with pytest.raises(ValueError, match=sentence):
        bind(loops, toy, knobs={name: 3})
    with pytest.raises(ValueError, match=sentence):
        check_knobs(toy, {"PRICE": 4, name: 3})


@pytest.mark.parametrize("value", [1.0, True, None, "3", (3,), [3], 3j, -1, 1001])
def test_a_number_is_turned_into_a_number_only(toy, value):
    with pytest.raises(ValueError, match=r"^the knob PRICE is 3, from 0 to 1000: .* does not fit$"):
        twin_of(toy, {"PRICE": value})


@pytest.mark.parametrize(
    "value", [(1, 2), (1, 2, 3, 4), (), [1, 2, 4], 4, (1, 2, 4.0), (1, 2, (4,)), (1, 2, 100)]
)
def test_a_table_is_turned_into_a_table_of_the_same_shape_only(toy, value):
    with pytest.raises(ValueError, match=r"^the knob STEPS is \(1, 2, 4\), from 0 to 99: .* fit$"):
        twin_of(toy, {"STEPS": value})


@pytest.mark.parametrize("value", [((0, 1),), ((0, 1), (5,)), ((0, 1), (5, True)), (0, 1)])
def test_a_table_of_tables_is_turned_into_one_of_the_same_shape_only(toy, value):
    with pytest.raises(ValueError, match="does not fit"):
        twin_of(toy, {"PAIRS": value})


def test_a_refused_knob_leaves_nothing_behind(toy):
    before = dict(vars(toy))
    with pytest.raises(ValueError, match="does not fit"):
        twin_of(toy, {"PRICE": 4, "STEPS": ()})
    assert vars(toy) == before


# -- what a twin is made of ---------------------------------------------------


def test_a_twin_has_the_same_names_and_the_same_code_but_other_functions(toy):
    twin = twin_of(toy)
    assert set(vars(twin)) == set(vars(toy))
    for name, function in vars(toy).items():
        if isfunction(function) and function.__module__ == "cardhouse.toy":
            assert getattr(twin, name) is not function
            assert getattr(twin, name).__code__ is function.__code__
            assert getattr(twin, name).__module__ == function.__module__
            assert getattr(twin, name).__doc__ == function.__doc__
    assert twin.State is toy.State


def test_a_function_is_made_once_and_called_by_the_others(toy):
    made = []

    def function(twin):
        made.append(twin.__name__)
        return twin

    twin = twin_of(toy, engine=Engine(function=function))
    assert twin.total.__globals__["cost"] is twin.cost
    assert len(made) == len(set(made))
    assert {"cost", "total", "rank_of", "tell", "remember"} <= set(made)


def test_a_default_is_kept(toy, engine):
    twin = twin_of(toy, {"PRICE": 2}, engine)
    assert (twin.cost(2), twin.cost(2, 0), twin.cost(2, extra=5)) == (5, 4, 9)


def test_what_is_not_ours_is_left_as_it_is(toy):
    def function(twin):
        assert twin.__module__.startswith("cardhouse.")
        return twin

    twin = twin_of(toy, engine=Engine(function=function))
    assert twin.sha256 is toy.sha256
    assert twin.dataclass is toy.dataclass


def test_tables_become_what_the_engine_makes_of_them(toy):
    twin = twin_of(toy, engine=Engine(table=np.array))
    assert isinstance(twin.STEPS, np.ndarray)
    assert twin.PAIRS.shape == (2, 2)
    assert twin.DECK.shape == (52,)
    for name in ("KNOBS", "NAMES", "RAGGED", "MIXED", "PRICE"):
        assert getattr(twin, name) is getattr(toy, name)


def test_a_turned_table_becomes_one_too(toy):
    twin = twin_of(toy, {"STEPS": (7, 8, 9)}, Engine(table=np.array))
    assert isinstance(twin.STEPS, np.ndarray)
    assert twin.STEPS.tolist() == [7, 8, 9]


@pytest.mark.parametrize(
    "value",
    [(1,), (1, 2, 3), (-1, 2**62), ((1, 2), (3, 4)), (((1,), (2,)), ((3,), (4,)))],
)
def test_a_tuple_of_integers_or_of_tables_of_one_shape_is_a_table(value):
    assert is_table(value)


@pytest.mark.parametrize(
    "value",
    [
        *((), [1, 2], 1, "12", None, (1.0, 2), (True, False), (1, "2"), ((),)),
        *(((1, 2), (3,)), ((1, 2), 3), (1, (2, 3)), ((1,), ((2,),)), ([1], [2])),
    ],
)
def test_anything_else_is_no_table(value):
    assert not is_table(value)


# -- binding loops and agents to a game ---------------------------------------


@pytest.fixture
def layers(monkeypatch):
    return module_of(monkeypatch, "cardhouse.layers", LAYERS)


def test_a_bound_function_asks_the_game_and_not_the_contract(toy, layers, engine):
    bound = bind(layers, toy, engine=engine)
    s = toy.State() if engine == Engine() else blank_records(toy.State, 1)[0]
    assert bound.count_legal(s) == 2 + 1000 * 2
    with pytest.raises(NotImplementedError):
        layers.count_legal(s)


def test_what_the_game_does_not_have_stays_the_functions_own(toy, layers):
    bound = bind(layers, toy)
    assert bound.LIMIT == layers.LIMIT
    assert bound.PRICE == toy.PRICE
    assert layers.MOVES == 0


def test_a_bound_function_is_bound_to_the_turned_game(toy, monkeypatch, engine):
    source = """
from cardhouse.games.contract import apply as go
def twice(s):
    go(s, 1)
    go(s, 1)
"""
    shop = module_of(monkeypatch, "cardhouse.shop", source)
    bound = bind(shop, toy, knobs={"PRICE": 100}, engine=engine)
    s = toy.State() if engine == Engine() else blank_records(toy.State, 1)[0]
    if engine == Engine():
        bound.twice(s)
        assert s.score == 202
    assert bound.cost(1) == 101
    assert toy.cost(1) == 4


def test_a_constant_of_ones_own_is_kept_though_the_game_has_one_of_that_name(toy, monkeypatch):
    """FIXED is the toy's 7, and the shop's own 5; only what a contract promises is the game's."""
    source = (
        "from cardhouse.games.contract import MOVES\nFIXED = 5\ndef both(): return FIXED, MOVES"
    )
    assert bind(module_of(monkeypatch, "cardhouse.shop", source), toy).both() == (5, 2)


def test_a_knob_turns_wherever_it_was_imported_and_nowhere_else(toy, monkeypatch, engine):
    module_of(
        monkeypatch,
        "cardhouse.middle",
        "from cardhouse.toy import PRICE as COST\nPRICE = 3\ndef own(): return PRICE",
    )
    source = """
from cardhouse.middle import COST, own
KNOBS = {"COST": (0, 1000)}
def both(): return COST * 1000 + own()
"""
    far = module_of(monkeypatch, "cardhouse.far", source)
    twin = twin_of(far, {"COST": 8}, engine)
    assert twin.both() == 8003
    assert bind(toy, far, knobs={"COST": 8}, engine=engine).cost(1) == 9
    assert far.both() == 3003


def test_a_function_of_ones_own_is_kept_though_the_game_has_one_of_that_name(toy, monkeypatch):
    shop = module_of(monkeypatch, "cardhouse.shop", "def cost(count): return 9")
    shop.cost.__module__ = "cardhouse.shop"
    assert bind(shop, toy).cost(1) == 9


def test_an_agent_is_bound_first_and_its_choice_is_what_the_loop_calls(toy, monkeypatch):
    agent = module_of(
        monkeypatch,
        "cardhouse.last",
        "from cardhouse.games.contract import MOVES\ndef choose(s, luck): return MOVES - 1",
    )
    bound = bind(loops, toy, agent)
    s = toy.State()
    assert bound.play_on(s, None, 3) == 3
    assert s.score == 3 * toy.cost(1)
    assert s.events == [(9,), (1, 4), (9,), (1, 8), (9,), (1, 12)]
    assert s.notes == [(1, 12)]


def test_one_pair_of_modules_is_bound_to_many_games(toy, layers):
    other = ModuleType("cardhouse.toy")
    vars(other).update(vars(toy) | {"MOVES": 5})
    assert bind(layers, toy).count_legal(None) == 2002
    assert bind(layers, other).MOVES == 5
    assert bind(layers, toy).count_legal(None) == 2002


# -- one game that uses another's functions -----------------------------------

LARGER = """
from dataclasses import dataclass
from cardhouse.core.flat import Events, cells, event_log, note_log, number
from cardhouse.core.twin import reuse
from cardhouse import toy, larger_hooks

KNOBS = {"PRICE": (0, 1000), "FIXED": (0, 99)}
SMALLER = reuse(toy, {toy: larger_hooks})
apply, total, far = SMALLER.apply, SMALLER.total, SMALLER.far
from cardhouse.toy import PRICE
from cardhouse.larger_hooks import FIXED

@dataclass
class State:
    more: list[int] = cells(4)
    level: int = number()
    score: int = number()
    events: Events = event_log()
    notes: Events = note_log()

def both(count):
    return total(count) * 1000 + far(2)
"""

HOOKS = """
from cardhouse.core.cards import rank_of
from cardhouse.toy import PRICE

PAIRS = ((0, 1), (5, 2), (7, 4))
FIXED = 5

def cost(count, extra=1):
    return PRICE * count * 2 + extra + rank_of(0)
"""


@pytest.fixture
def larger(toy, monkeypatch):
    monkeypatch.setattr("cardhouse.toy", toy, raising=False)
    hooks = module_of(monkeypatch, "cardhouse.larger_hooks", HOOKS)
    monkeypatch.setattr("cardhouse.larger_hooks", hooks, raising=False)
    return module_of(monkeypatch, "cardhouse.larger", LARGER)


def test_a_game_uses_anothers_functions_with_its_own_tables_and_answers(toy, larger, engine):
    """The larger game's cost is double and its pairs are three; the toy notices nothing."""
    twin = twin_of(larger, engine=engine)
    for both in (larger.both, twin.both):
        assert both(2) == (3 * 2 * 2 + 1 + 4) * 1000 + 4 * 10 + 5
    assert (toy.total(2), toy.far(1)) == (11, 27)
    with pytest.raises(IndexError):
        toy.far(2)


def test_what_is_reused_works_on_the_larger_state_and_tells_as_ever(larger):
    s = larger.State(level=3)
    larger.apply(s, 1)
    assert (s.score, s.events, s.notes) == (7, [(9,), (1, 7)], [(1, 7)])
    compiled = twin_of(larger, engine=engine_for(False))
    record = as_record(larger.State(level=3))
    compiled.apply(record, 1)
    assert (record.score, record.level) == (7, 3)


def test_a_knob_turns_in_what_is_reused_too(larger, engine):
    twin = twin_of(larger, {"PRICE": 10, "FIXED": 9}, engine)
    assert twin.both(1) == (10 * 2 + 1 + 4) * 1000 + 4 * 10 + 9
    assert larger.both(1) == (3 * 2 + 1 + 4) * 1000 + 4 * 10 + 5


def test_what_is_swapped_is_in_the_digest_of_who_swaps_it_alone(toy, larger):
    before = basis_of([toy.total, toy.far])
    found = basis_of([larger.both])
    home = "cardhouse.toy with cardhouse.larger_hooks"
    assert found[home, "PAIRS"] == ((0, 1), (5, 2), (7, 4))
    assert found[home, "FIXED"] == 5
    assert before["cardhouse.toy", "PAIRS"] == ((0, 1), (5, 2))
    assert basis_of([toy.total, toy.far]) == before
    assert ("cardhouse.toy", "PAIRS") not in found


LARGER_ROUND = """
from dataclasses import dataclass
from cardhouse.core.flat import Cells, cells, number
from cardhouse.core.twin import reuse
from cardhouse.games.grid import board, holding, lines
from cardhouse.games.grid.state import State
from cardhouse import round_hooks

ROUND = reuse(holding, {board: round_hooks, holding: round_hooks, lines: round_hooks})
add_joker = ROUND.add_joker

@dataclass(slots=True)
class Larger(State):
    jokers: Cells = cells(8, "int16")
    held: Cells = cells(8)
    acting: Cells = cells(8, "int8")
    levels: Cells = cells(10)
    vouchers: int = number()
"""

ROUND_HOOKS = """
from cardhouse.games.grid.holding import FREEZE_SLOTS
from cardhouse.games.grid.jokers import WHOLE
from cardhouse.games.grid.lines import BASE_CHIPS, BASE_MULT

MOST_JOKERS = 8

def base_of(s, hand):
    return BASE_CHIPS[hand] + 10 * s.levels[hand], WHOLE * BASE_MULT[hand]

def freeze_slots(s):
    return FREEZE_SLOTS + s.vouchers
"""


@pytest.mark.parametrize("layout", ["interpreted", "compiled"])
def test_a_round_of_grid_is_reused_with_levels_slots_and_more_jokers(monkeypatch, layout):
    hooks = module_of(monkeypatch, "cardhouse.round_hooks", ROUND_HOOKS)
    monkeypatch.setattr("cardhouse.round_hooks", hooks, raising=False)
    larger = module_of(monkeypatch, "cardhouse.larger_round", LARGER_ROUND)
    s = larger.Larger(levels=[1] * 10, vouchers=2, acting=[9] * 8)
    add_joker = larger.add_joker
    if layout == "compiled":
        s, add_joker = as_record(s), twin_of(larger, engine=engine_for(False)).add_joker
    for _ in range(7):
        add_joker(s, 1)
    assert (s.joker_count, list(s.acting)) == (7, [1, 2, 3, 4, 5, 6, 7, 0])
    assert s.slots == 2 + 2
    assert list(s.chips) == [BASE_CHIPS[hand] + 10 for hand in s.hands]


# -- the games' own rules -----------------------------------------------------


@pytest.fixture(params=GAMES)
def game(request, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    return GAMES[request.param]


def test_every_knob_of_a_game_is_one_of_its_constants_and_can_be_turned(game):
    rules = game.rules
    assert len(set(rules.KNOBS)) == len(rules.KNOBS) > 0
    for name in rules.KNOBS:
        value = getattr(rules, name)
        assert type(value) is int or is_table(value)
        low, high = rules.KNOBS[name]
        turned = tuple(one + 1 for one in value) if is_table(value) else value + 1
        turned = low if not is_table(value) and value == high else turned
        assert getattr(twin_of(rules, {name: turned}), name) == turned
        assert getattr(rules, name) == value


def test_doubled_points_double_what_a_move_is_worth_interpreted_and_compiled():
    rules = GAMES["boom"].rules
    s = rules.State(combo=1)
    s.board[:] = [2] * 50  # a board of twos of clubs: Four of a Kind everywhere
    knobs = {"POINTS": tuple(2 * points for points in rules.POINTS)}
    assert rules.gain_of(s, FOUR_OF_A_KIND) == 900
    assert twin_of(rules, knobs).gain_of(s, FOUR_OF_A_KIND) == 1800
    compiled = Compiled(GAMES["boom"], knobs=knobs).rules
    assert compiled.gain_of(as_record(s), FOUR_OF_A_KIND) == compiled.worth(as_record(s), 0) == 1800
    assert rules.gain_of(s, FOUR_OF_A_KIND) == 900


def test_compiled_it_tells_nobody_and_keeps_nothing(toy, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    compiled = Compiled(replace(GAMES["boom"], name="toy", rules=toy))
    record = blank_records(toy.State, 1)[0]
    assert [slot.name for slot in layout_of(toy.State)] == ["score"]
    compiled.rules.apply(record, 1)
    assert record.score == 4

    s = toy.State()
    bind(loops, toy, random).apply(s, 1)
    assert (s.score, s.events, s.notes) == (4, [(9,), (1, 4)], [(1, 4)])
