"""What compiles the games: its cache, its records, and what it refuses."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest

import cardhouse
from cardhouse import GAMES, BadSetup
from cardhouse.agents.luck import Luck
from cardhouse.core.chance import key_of
from cardhouse.core.flat import layout_of
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import as_record, blank_records, keys_of, lucks_of, record_type
from tests.games import KITS

PACKAGE = Path(cardhouse.__file__).parent


every_game = pytest.mark.parametrize("name", GAMES)


@cache
def compiled(name):
    return Compiled(GAMES[name])


# -- the cache ----------------------------------------------------------------

ONE_OUTCOME = """
import json, pathlib, cardhouse
from cardhouse.engine.cpu import Compiled
boom = Compiled(cardhouse.GAMES["boom"])
won = boom.blank(1)
won["ending"] = 1  # its target is reached
outcome = int(boom.outcomes(won)[0])
stats = boom.rules.outcome_all.stats
print(json.dumps({
    "package": str(pathlib.Path(cardhouse.__file__).parent),
    "outcome": outcome,
    "hits": sum(stats.cache_hits.values()),
    "misses": sum(stats.cache_misses.values()),
    "folder": stats.cache_path,
}))
"""


def started(package, cache_home):
    """Ask for one compiled outcome in a fresh Python that imports the copied *package*."""
    environment = os.environ | {
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_BOUNDSCHECK": "0",  # as people run it
        "CARDHOUSE_CACHE": str(cache_home),
    }
    answer = subprocess.run(
        [sys.executable, "-c", ONE_OUTCOME], env=environment, check=True, capture_output=True
    )
    told = json.loads(answer.stdout)
    assert told["package"] == str(package)
    return told


def test_what_was_compiled_is_read_again_until_a_source_changes(tmp_path):
    package, cache_home = tmp_path / "src" / "cardhouse", tmp_path / "cache"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))

    first = started(package, cache_home)
    assert (first["outcome"], first["hits"], first["misses"]) == (1, 0, 1)
    assert Path(first["folder"]).is_relative_to(cache_home)

    second = started(package, cache_home)  # a fresh process does not compile again
    assert (second["outcome"], second["hits"], second["misses"]) == (1, 1, 0)
    assert second["folder"] == first["folder"]

    # A constant of another module changes: Numba, which looks at the loop's file alone, would not
    # notice.
    source = package / "games" / "game.py"
    before = source.read_text()
    after = before.replace(
        "PLAYING, WON, LOST, OVER = 0, 1, 2, 3", "PLAYING, WON, LOST, OVER = 0, 7, 2, 3"
    )
    assert after != before
    source.write_text(after)
    third = started(package, cache_home)
    assert (third["outcome"], third["hits"], third["misses"]) == (7, 0, 1)
    assert third["folder"] != first["folder"]

    source.write_text(before)  # and back: what was compiled at first is still there
    fourth = started(package, cache_home)
    assert (fourth["outcome"], fourth["hits"], fourth["misses"]) == (1, 1, 0)


def test_each_game_agent_and_knob_has_a_cache_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    from cardhouse.agents import greedy

    for game in GAMES.values():
        single = [knob for knob in game.rules.KNOBS if isinstance(getattr(game.rules, knob), int)]
        knob, (low, high) = single[-1], game.rules.KNOBS[single[-1]]
        before = len(list(tmp_path.iterdir()))
        for arguments in [
            {},
            {"agent": greedy},
            {"knobs": {knob: low}},
            {"knobs": {knob: high}},
        ]:
            Compiled(game, **arguments)
        assert len(list(tmp_path.iterdir())) == before + 4
        Compiled(game, knobs={})
        Compiled(game, knobs={knob: high})
        assert len(list(tmp_path.iterdir())) == before + 4


def test_what_checks_its_indices_has_a_cache_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    for checked in (1, 0, 1):
        monkeypatch.setattr(numba.config, "BOUNDSCHECK", checked)
        Compiled(GAMES["boom"])
    assert len(list(tmp_path.iterdir())) == 2


def test_every_index_is_checked_in_these_tests():
    assert numba.config.BOUNDSCHECK == 1
    step = numba.njit(lambda numbers: numbers[len(numbers)])
    with pytest.raises(IndexError):
        step(np.zeros(3))


def test_numbas_own_cache_setting_is_left_as_it_was(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    before = numba.config.CACHE_DIR
    Compiled(GAMES["boom"])
    assert before == numba.config.CACHE_DIR


def unwritable_in_a_file(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path / "file" / "cache"))


def unwritable_by_its_owner(monkeypatch, tmp_path):
    def access(path, mode):
        return False

    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "access", access)


def no_home(monkeypatch, tmp_path):
    def home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CARDHOUSE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", home)


@pytest.mark.parametrize("trouble", [unwritable_in_a_file, unwritable_by_its_owner, no_home])
def test_without_a_folder_to_keep_it_in_it_is_compiled_all_the_same(monkeypatch, tmp_path, trouble):
    trouble(monkeypatch, tmp_path)
    outcome_all = Compiled(GAMES["boom"]).rules.outcome_all
    assert type(outcome_all._cache).__name__ == "NullCache"
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.nb?"))


def test_it_runs_without_a_cache(monkeypatch, tmp_path):
    unwritable_in_a_file(monkeypatch, tmp_path)
    boom = Compiled(GAMES["boom"])
    assert boom.outcomes(boom.blank(2)).tolist() == [0, 0]


def test_the_cache_is_in_the_users_cache_folder_unless_told_otherwise(monkeypatch, tmp_path):
    monkeypatch.delenv("CARDHOUSE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    Compiled(GAMES["boom"])
    assert (tmp_path / "xdg" / "cardhouse").is_dir()

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    Compiled(GAMES["boom"])
    assert (tmp_path / "home" / ".cache" / "cardhouse").is_dir()


# -- tables -------------------------------------------------------------------

SUMS = """
KNOBS = {}
PAIRS = ((1, 5), (200, 3))
WIDE = ((1 << 40, 5), (3, 1))

def apart(i):
    return PAIRS[i][0] - PAIRS[i][1]

def is_less(i):
    return PAIRS[i][0] - PAIRS[i][1] < 0

def minus(i):
    return -PAIRS[i][1]

def times(i):
    return PAIRS[i][0] * PAIRS[i][0] * PAIRS[i][0]

def wide(i):
    return WIDE[i][0] - WIDE[i][1]

def wide_and(i, other):
    return (WIDE[i][0] + other) // 2
"""


@pytest.fixture
def sums(monkeypatch, tmp_path):
    """A module that reckons with tables, and its compiled twin."""
    module = ModuleType("cardhouse.sums")
    exec(SUMS, vars(module))
    vars(module)["State"] = Luck
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    return module, Compiled(replace(GAMES["boom"], name="sums", rules=module)).rules


@pytest.mark.parametrize("name", ["apart", "is_less", "minus", "times", "wide"])
def test_the_numbers_of_a_table_are_reckoned_with_as_in_python(sums, name):
    plain, fast = (getattr(rules, name) for rules in sums)
    for i in (0, 1):
        assert fast(i) == plain(i)


def test_a_wide_table_adds_to_any_number_as_in_python(sums):
    plain, fast = sums
    for other in (-1, 7):
        assert fast.wide_and(0, other) == plain.wide_and(0, other)
        assert isinstance(fast.wide_and(0, other), int)


def test_the_tables_of_every_game_are_the_same_numbers_compiled():
    for game in GAMES.values():
        rules = compiled(game.name).rules
        tables = {
            name: value for name, value in vars(rules).items() if isinstance(value, np.ndarray)
        }
        assert tables
        for name, array in tables.items():
            if hasattr(game.rules, name):
                assert np.array_equal(array, getattr(game.rules, name)), name


# -- records ------------------------------------------------------------------


@pytest.mark.parametrize("state_type", [Luck, *(game.rules.State for game in GAMES.values())])
def test_records_are_aligned(state_type):
    assert record_type(state_type).isalignedstruct
    assert blank_records(state_type, 3).dtype.isalignedstruct


@every_game
def test_blank_states_are_all_zero_and_each_is_its_own(name):
    states = compiled(name).blank(3)
    assert not states.tobytes().strip(b"\0")
    states[1].score = 5
    assert states["score"].tolist() == [0, 5, 0]


@every_game
def test_a_number_too_wide_for_its_field_is_refused_and_not_cut(name):
    for field, size, width in layout_of(GAMES[name].rules.State):
        s, wide = GAMES[name].rules.State(), int(np.iinfo(width).max) + 1
        setattr(s, field, [wide] * size if size else wide)
        with pytest.raises(OverflowError):
            as_record(s)


@every_game
def test_every_game_dealt_has_its_own_key(name):
    states = compiled(name).deal([3, "three", 2**255])
    assert [tuple(key) for key in states["key"].tolist()] == [
        key_of(3),
        key_of("three"),
        key_of(2**255),
    ]


# -- seeds --------------------------------------------------------------------

SOME = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1]


@pytest.mark.parametrize(
    "seeds",
    [
        SOME,
        tuple(SOME),
        iter(SOME),
        np.array(SOME),
        np.array(SOME, np.uint64),
        dict.fromkeys(SOME),
    ],
    ids=["list", "tuple", "iterator", "int64", "uint64", "keys"],
)
def test_seeds_may_come_in_anything_that_can_be_gone_through(seeds):
    assert keys_of(seeds).tolist() == [list(key_of(seed)) for seed in SOME]


@pytest.mark.parametrize(
    "seeds",
    [range(5), range(7, -1, -2), range(2**32 - 2, 2**32 + 2), range(2**63 - 2, 2**63 + 2)],
    ids=str,
)
def test_a_range_of_seeds_is_those_seeds(seeds):
    assert keys_of(seeds).tolist() == [list(key_of(seed)) for seed in seeds]


def test_an_array_of_the_largest_numbers_is_those_seeds():
    seeds = np.array([2**63, 2**64 - 1], np.uint64)
    assert keys_of(seeds).tolist() == [list(key_of(seed)) for seed in seeds.tolist()]


@every_game
@pytest.mark.parametrize("seed", [-1, 2**256, True, 1.0, None, b"1"], ids=repr)
def test_a_bad_seed_is_refused_in_a_sentence(name, seed):
    for take in (compiled(name).deal, lucks_of, keys_of):
        with pytest.raises(ValueError, match=r"^a seed is a whole number"):
            take([3, seed])


@pytest.mark.parametrize(
    "seeds",
    [range(-1, 3), np.array([3, -1]), np.array([0.5, 1.0]), np.array([True])],
    ids=["range", "negative", "floats", "bools"],
)
def test_an_array_or_a_range_of_bad_seeds_is_refused_in_a_sentence(seeds):
    with pytest.raises(ValueError, match=r"^a seed is a whole number"):
        keys_of(seeds)


# -- options, knobs, moves ----------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("boom", {"level": 31}, "level is a number from 1 to 30, not 31"),
        ("boom", {"level": 0}, "level is a number from 1 to 30, not 0"),
        ("boom", {"level": "1"}, "level is a number from 1 to 30, not '1'"),
        ("boom", {"mode": "zen"}, "mode is level or endless, not 'zen'"),
        ("boom", {"mode": "endless", "level": 3}, "endless mode has no levels"),
        ("boom", {"shape": "round"}, "shape is any or path, not 'round'"),
        ("boom", {"colour": "red"}, "Poker Boom has no option 'colour'; it has mode, level, shape"),
        ("grid", {"picks": 6}, "picks is a number from 0 to 5, not 6"),
        ("grid", {"picks": "1"}, "picks is a number from 0 to 5, not '1'"),
        ("grid", {"jokers": "Joker"}, "jokers is a list of names, not 'Joker'"),
        ("grid", {"jokers": ["X"]}, "there is no joker 'X'"),
        ("grid", {"jokers": ["Jocker"]}, "there is no joker 'Jocker'; did you mean Joker?"),
        ("grid", {"jokers": ["Joker"] * 6}, "there are at most 5 jokers, not 6"),
        ("grid", {"jokers": [], "picks": 1}, "a round with chosen jokers has no picks"),
        ("grid", {"auto_freeze": 1}, "auto_freeze is true or false, not 1"),
        (
            "grid",
            {"level": 1},
            "Poker Grid has no option 'level'; it has jokers, picks, auto_freeze, target, bonuses",
        ),
        ("crush", {"level": 1}, "Solitaire Crush has no option 'level'; it has none"),
    ],
)
def test_a_bad_option_is_refused_in_a_sentence(name, options, sentence):
    with pytest.raises(BadSetup) as error:
        compiled(name).deal([1], **options)
    assert str(error.value) == sentence


@every_game
def test_what_python_refuses_is_refused(name):
    for options, reason in KITS[name].bad_options:
        with pytest.raises(BadSetup) as error:
            compiled(name).deal([1], **options)
        assert error.value.reason == reason


NOT_3 = r"^the knob {} is 3, from {}: {} does not fit$"


@pytest.mark.parametrize(
    ("name", "knobs", "sentence"),
    [
        ("boom", {"CELLS": 3}, r"has no knob 'CELLS'; its knobs are POINTS, "),
        ("boom", {"SCORCH_MOVES": 2.5}, NOT_3.format("SCORCH_MOVES", "0 to 99", 2.5)),
        ("boom", {"SCORCH_MOVES": True}, NOT_3.format("SCORCH_MOVES", "0 to 99", True)),
        ("boom", {"POINTS": (1, 2, 3)}, r"^the knob POINTS is \(0, .*: \(1, 2, 3\) does not fit$"),
        ("boom", {"POINTS": [0] * 10}, r"^the knob POINTS is .* does not fit$"),
        ("grid", {"CELLS": 3}, r"has no knob 'CELLS'; its knobs are ROUND_HANDS, "),
        ("grid", {"JOKER_SLOTS": 6}, r"^the knob JOKER_SLOTS is 5, from 0 to 5: 6 does not fit$"),
        ("grid", {"BASE_MULT": (1,) * 9}, r"^the knob BASE_MULT is \(1, .* does not fit$"),
        ("crush", {"CELLS": 3}, r"has no knob 'CELLS'; its knobs are BASE_FACTOR, "),
        ("crush", {"FREE_BOMBS": "3"}, NOT_3.format("FREE_BOMBS", "0 to 1000000", "'3'")),
        ("crush", {"FREE_SWAPS": (3,)}, r"^the knob FREE_SWAPS is 3, .*: \(3,\) does not fit$"),
    ],
)
def test_a_bad_knob_is_refused_in_a_sentence_before_anything_is_compiled(
    monkeypatch, tmp_path, name, knobs, sentence
):
    monkeypatch.setenv("CARDHOUSE_CACHE", str(tmp_path))
    with pytest.raises(ValueError, match=sentence):
        Compiled(GAMES[name], knobs=knobs)
    assert not list(tmp_path.iterdir())


@every_game
@pytest.mark.parametrize("moves", [[0, 0], [0, 0, 0, 0]], ids=["too few", "too many"])
def test_as_many_moves_as_games_are_wanted(name, moves):
    with pytest.raises(ValueError, match="move"):
        compiled(name).step(compiled(name).blank(3), moves)


@every_game
def test_a_move_is_a_whole_number(name):
    with pytest.raises((TypeError, ValueError)):
        compiled(name).step(compiled(name).blank(3), [0.5, 1.0, 2.0])


@every_game
def test_every_game_wants_its_own_luck(name):
    with pytest.raises(ValueError, match="luck"):
        compiled(name).play(compiled(name).blank(3), lucks_of(range(2)))


@every_game
def test_room_for_masks_of_another_size_is_refused(name):
    moves = GAMES[name].rules.MOVES
    for shape, kind in (((2, moves), np.bool_), ((3, moves - 1), np.bool_), ((3, moves), np.int8)):
        with pytest.raises(ValueError, match="mask"):
            compiled(name).masks(compiled(name).blank(3), out=np.empty(shape, kind))
