"""Moves two deep from many positions: the engines against slow, separate games."""

import pytest

import cardhouse
from tests import naive, naive_crush, naive_grid
from tests.perft_counts import (
    DEALT,
    KITS,
    LINES,
    PLACED,
    counted,
    interpreted,
    machine,
    naive_engine,
)
from tests.perft_positions import POSITIONS

CHUNKS = 20
soak = pytest.mark.soak
every_game = pytest.mark.parametrize("game", KITS)


@every_game
def test_a_thousand_positions_are_dealt_and_every_tricky_one_is_there(game):
    dealt = DEALT[game]
    assert len({line.position for line in dealt}) == len(dealt) == 1000
    assert [line.name for line in PLACED if line.game == game] == list(POSITIONS[game])


def test_the_slow_boom_knows_the_same_moves_by_the_same_numbers():
    texts = [" ".join(f"{row},{column}" for row, column in cells) for cells in naive.SELECTIONS]
    assert texts_by_number("boom") == texts


def test_the_slow_crush_knows_the_same_moves_by_the_same_numbers():
    assert texts_by_number("crush") == naive_crush.MOVES


def test_the_slow_grid_knows_the_same_moves_by_the_same_numbers():
    assert texts_by_number("grid") == naive_grid.MOVES


def texts_by_number(name):
    game = cardhouse.GAMES[name]
    return [game.notation.move_text(move) for move in range(game.rules.MOVES)]


@every_game
@pytest.mark.parametrize("chunk", [0, *(pytest.param(i, marks=soak) for i in range(1, CHUNKS))])
def test_interpreted_the_counts_hold(game, chunk):
    for line in LINES[game][chunk::CHUNKS]:
        assert counted(interpreted(game), line) == line


@every_game
def test_compiled_the_counts_hold(game):
    for line in LINES[game]:
        assert counted(machine(game), line) == line


@pytest.mark.parametrize("line", PLACED, ids=lambda line: f"{line.game} {line.name}")
def test_the_slow_game_counts_the_tricky_positions_so(line):
    assert counted(naive_engine(line.game), line) == line


@every_game
def test_the_slow_game_counts_a_sample_so(game):
    for line in DEALT[game][:: len(DEALT[game]) // 25]:
        assert counted(naive_engine(game), line) == line


@soak
@every_game
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_slow_game_counts_all_of_them_so(game, chunk):
    for line in LINES[game][chunk::CHUNKS]:
        assert counted(naive_engine(game), line) == line
