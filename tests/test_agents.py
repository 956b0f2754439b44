"""What the bots take to be so, held to the rules."""

from itertools import product

import pytest

import cardhouse
from cardhouse.agents import agents_for
from cardhouse.agents.crush_outlook import is_three
from cardhouse.agents.grid_adviser import choose
from cardhouse.agents.luck import Luck
from cardhouse.core.cards import DECK, EMPTY, JOKER, SUIT_STEP
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind, twin_of
from cardhouse.games import GAMES
from cardhouse.games.crush.board import COLUMNS
from cardhouse.games.crush.sequence import is_sequence
from cardhouse.games.grid.board import DRAFT
from tests.games import KITS
from tests.scouted import scouted
from tests.test_twins import knobs_at

TWO_SUITS = [card for card in DECK if card < 2 * SUIT_STEP]
FIRST = 2


def test_crush_bots_know_every_three_cards_that_make_a_sequence():
    s = copy_state(cardhouse.new("crush", seed=7).state)
    found = 0
    for cards in product([*TWO_SUITS, JOKER, EMPTY], repeat=3):
        for i, card in enumerate(cards):
            s.board[FIRST + i * COLUMNS] = card
        right = is_sequence(s, FIRST, FIRST + 2 * COLUMNS)
        assert is_three(s, FIRST, COLUMNS) == right, cards
        found += right
    assert found > 0


def test_the_adviser_of_grid_freezes_as_the_scout_does():
    kinds = set()
    for placed in KITS["grid"].positions.values():
        match = cardhouse.place("grid", placed.position, seed=7, **placed.options)
        move = choose(match.state, Luck())
        if not match.view()["offers"]:
            assert match.game.notation.move_text(move) == scouted(match)
            kinds.add(scouted(match)[0])
    assert kinds >= {"f", "s"}


def test_the_adviser_of_grid_takes_what_serves_the_round_not_just_the_cards_that_lie_here():
    table = {"offers": ["Bookshelf", "Joker", "Fold"], "target": 5000}
    match = cardhouse.place("grid", table, seed=7, picks=3)
    assert scouted(match) == "d 2"
    assert choose(match.state, Luck()) == DRAFT


@pytest.mark.parametrize(
    ("name", "end"),
    [("boom", 0), ("boom", 1), ("crush", 0), ("crush", 1), ("grid", 0)],  # Grid's 1 has huge rounds
)
def test_every_bot_has_a_move_however_the_knobs_are_turned(name, end):
    rules, knobs = GAMES[name].rules, knobs_at(name, end)
    twin, s = twin_of(rules, knobs), cardhouse.new(name, seed=3).state
    twin.deal(s)
    for agent in agents_for(GAMES[name]).values():
        move = bind(agent, *GAMES[name].contract, knobs=knobs).choose(copy_state(s), Luck())
        assert twin.is_legal(s, move), agent.__name__


def test_a_hint_of_crush_does_not_need_points_to_be_made():
    assert cardhouse.place("crush", {"base": 0}, seed=7).hint()["move"]
