"""Any value that a game rests on is in its rules' digest: a record of others cannot be verified."""

import os
import re
import subprocess
import sys
from importlib import import_module
from random import Random

import pytest

import cardhouse
from cardhouse import GAMES, RecordError
from cardhouse.core.basis import basis_text
from cardhouse.core.imports import origin_of
from cardhouse.record import rules_basis, rules_digest

every_game = pytest.mark.parametrize("game", GAMES)

NAMED = {
    "boom": {
        "cardhouse.core.chance": "DOUBLE_ROUNDS CONSTANTS SHARES",
        "cardhouse.core.poker": "RANK_ONES HANDS_WITH WHEEL",
        "cardhouse.games.boom.rules": "TALLIES POINTS CLUTCH_PERCENT REFILLS SELECTIONS OUTCOME_OF",
        "cardhouse.games.boom.bombs": "DISARMED FEWEST_SCORCHED MOST_SCORCHED SCORCH_MOVES"
        " LONGER_AFTER LONGEST_SCORCH BLASTS SPOTS",
        "cardhouse.games.boom.options": "LEVELS LEVEL_NUMBERS MODES SHAPES",
    },
    "grid": {
        "cardhouse.core.chance": "DOUBLE_ROUNDS",
        "cardhouse.games.grid.rules": "ALLOWED KIND_OF NAMED TARGET ROUND_HANDS JOKER_SLOTS",
        "cardhouse.games.grid.effects": "EFFECTS WHENS ODDS GROWTHS GAINS MEMORIES LEAST_HELD",
        "cardhouse.games.grid.holding": "POWERS_OF FREEZE_SLOTS",
        "cardhouse.games.grid.lines": "TALLIES BASE_CHIPS BASE_MULT",
        "cardhouse.games.grid.options": "ROSTER NUMBERS_OF",
    },
    "crush": {
        "cardhouse.core.chance": "DOUBLE_ROUNDS SHARES",
        "cardhouse.games.crush.rules": "FILLED_ROWS ENDS BASE_FACTOR CANASTRA_BONUS FREE_SWAPS"
        " FREE_BOMBS",
        "cardhouse.games.crush.columns": "CELLS COLUMNS ROWS SWAPPER_TAG",
        "cardhouse.games.crush.deck": "DECK_CARDS DECKS BOMB_CARDS SWAPPER_CARDS BOMB_TAG",
    },
}
"""Some values that decide a game: found by reading the rules, not by asking the digest."""


@pytest.fixture(autouse=True)
def texts_kept(monkeypatch):
    """Write each value down once: a digest rests on hundreds, and few of them change here."""
    texts = {}

    def text_of(value):
        if id(value) not in texts:
            texts[id(value)] = value, basis_text(value)
        return texts[id(value)][1]

    monkeypatch.setattr("cardhouse.record.basis_text", text_of)


@pytest.fixture(autouse=True)
def fresh_digests():
    rules_digest.cache_clear()
    yield
    rules_digest.cache_clear()


def changed(value, luck):
    """Return *value* with one thing in it another."""
    if isinstance(value, dict):
        key = luck.choice(list(value))
        return value | {key: changed(value[key], luck)}
    if isinstance(value, tuple | list) and value:
        place = luck.randrange(len(value))
        return (*value[:place], changed(value[place], luck), *value[place + 1 :])
    if isinstance(value, re.Pattern):
        return re.compile(value.pattern + "x", value.flags)
    if isinstance(value, int | float):
        return value + 1
    return value + "x" if isinstance(value, str) else (value,)


@every_game
def test_any_value_changed_changes_the_digest(game, monkeypatch):
    luck = Random(f"digests {game}")
    before, basis = rules_digest(GAMES[game]), rules_basis(GAMES[game])
    for (module, name), value in basis.items():
        if hasattr(import_module(module), name) and name != "State":  # no default, no shape
            with monkeypatch.context() as patched:
                patched.setattr(f"{module}.{name}", changed(value, luck))
                rules_digest.cache_clear()
                assert rules_digest(GAMES[game]) != before, (module, name)


@every_game
def test_what_a_reader_of_the_rules_would_name_is_there(game):
    found = set(rules_basis(GAMES[game]))
    for module, names in NAMED[game].items():
        assert {(module, name) for name in names.split()} <= found


@every_game
def test_every_knob_and_the_shape_of_the_state_are_there(game):
    rules = GAMES[game].rules
    found = rules_basis(GAMES[game])
    assert {origin_of(rules, knob) for knob in rules.KNOBS} <= set(found)
    assert (rules.__name__, "State") in found


@every_game
def test_a_record_of_another_table_cannot_be_verified(game, monkeypatch):
    """Nothing says that it is false: by its own rules it may be true."""
    match = cardhouse.new(game, seed=5)
    match.play(next(match.moves()))
    text = match.record()
    for module, names in NAMED[game].items():
        for name in names.split():
            with monkeypatch.context() as patched:
                value = getattr(import_module(module), name)
                patched.setattr(f"{module}.{name}", changed(value, Random(name)))
                rules_digest.cache_clear()
                with pytest.raises(RecordError) as refused:
                    cardhouse.replay(text)
                assert refused.value.reason == "cannot_verify", name
    rules_digest.cache_clear()
    assert cardhouse.replay(text).record() == text


def test_a_digest_is_the_same_in_another_process():
    """Whatever order sets and imports have there."""
    code = (
        "from cardhouse import GAMES; from cardhouse.record import rules_digest;"
        "print(*map(rules_digest, reversed(GAMES.values())))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "77"},
    )
    assert run.stdout.split() == [rules_digest(game) for game in reversed(GAMES.values())]
