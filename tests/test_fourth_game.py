"""A game that is registered and has no bot of its own: everything that is asked is answered."""

from dataclasses import replace

import pytest

import cardhouse
from cardhouse import GAMES, RecordError
from cardhouse.agents import agents_for
from cardhouse.agents.luck import Luck
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind
from cardhouse.engine.cpu import Compiled
from cardhouse.games.game import PLAYING
from cardhouse.table import Table
from tests.table_kit import MATCH_VERBS, Player, every_game

NAME = "fourth"


@pytest.fixture
def fourth(monkeypatch, game):
    monkeypatch.setitem(GAMES, NAME, replace(GAMES[game], name=NAME, title="Another"))
    return NAME


@every_game
def test_a_fourth_game_is_advised(fourth, game):
    player, match = Player(fourth), cardhouse.new(fourth, seed=7)
    for _ in range(3):
        hint = player.get("hint")
        assert hint == match.hint()
        assert hint["move"] in player.get("moves")["moves"]
        player.play_next()
        match.play(next(match.moves()))


@every_game
def test_a_fourth_game_answers_every_verb(fourth, game):
    player = Player(fourth)
    for verb in MATCH_VERBS:
        player.ask(verb, move="", number=0)
    games = Table().dispatch({"do": "games"})["ok"]["games"]
    assert games[-1]["name"] == NAME
    assert {"random", "greedy"} <= agents_for(GAMES[fourth]).keys()


@every_game
def test_a_fourth_game_has_records(fourth, game):
    match = cardhouse.new(fourth, seed=7)
    match.play(next(match.moves()))
    text = match.record()
    assert text.splitlines()[1] == f"game {NAME}"
    assert cardhouse.replay(text).states() == match.states()
    with pytest.raises(RecordError):
        cardhouse.replay(text.replace(f"game {NAME}", "game fifth"))


@every_game
def test_the_bots_that_play_any_game_play_a_fourth(fourth, game):
    match = cardhouse.new(fourth, seed=7)
    for agent in agents_for(GAMES[fourth]).values():
        move = bind(agent, *match.game.contract).choose(copy_state(match.state), Luck())
        assert match.game.rules.is_legal(match.state, move)


def test_a_fourth_game_compiles():
    fourth = replace(GAMES["crush"], name=NAME)
    compiled = Compiled(fourth)
    states = compiled.deal(range(2))
    assert compiled.outcomes(states).tolist() == [PLAYING, PLAYING]


def test_a_seed_that_nobody_chose_is_found_by_nobody():
    """Of 128 bits, the upper 64 are 0 in one of 2**64 seeds."""
    seeds = [cardhouse.new("boom").seed for _ in range(20)]
    assert max(seeds) >= 2**120
    assert max(seeds) < 2**128
