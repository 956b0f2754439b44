"""What games declare of their moves, their events and their words."""

import pytest

from cardhouse.core.cards import EMPTY, JOKER, parse_card
from cardhouse.games import GAMES
from cardhouse.games.moves import Argument, Kind, Numbering
from cardhouse.games.words import SPOKEN, TYPED

STEPS = Numbering(
    Kind("stay", "do nothing", phases=(0, 1)),
    Kind("step", "go on", [Argument("by")], [(1,), (2,)], phases=(1,)),
    Kind("", "two cells", [Argument("cell", 5), Argument("other", 5)], [(0, 7)]),
)


def test_moves_are_numbered_kind_by_kind():
    assert STEPS.count == 4
    assert STEPS.starts == (0, 1, 3, 4)
    assert tuple(STEPS.kind_of) == (0, 1, 1, 2)
    assert STEPS.rows == ((), (1,), (2,), (0, 7))
    assert [STEPS.text(move) for move in range(4)] == ["stay", "step 1", "step 2", "0,0 1,2"]


def test_a_move_is_found_by_what_it_names():
    assert STEPS.number("step", (2,)) == 2
    assert STEPS.number("step", (3,)) is None
    assert STEPS.number("", (0, 7)) == 3


def test_kinds_are_allowed_in_their_phases():
    assert STEPS.allowed(2) == ((1, 0, 1), (1, 1, 0))


def test_front_ends_are_told_of_the_kinds():
    assert STEPS.infos()[1] == {"word": "step", "text": "go on", "arguments": ["by"]}


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.moves.kinds])
def test_a_games_moves_are_those_of_its_kinds(game):
    assert game.moves.count == game.rules.MOVES
    for move in range(0, game.rules.MOVES, 7):
        assert game.moves.text(move) == game.notation.move_text(move)


@pytest.mark.parametrize(
    ("words", "cell", "index", "ten"),
    [(TYPED, "3,2", "0", "Td"), (SPOKEN, "row 4, column 3", "1", "10♦")],
)
def test_words_write_cells_and_cards(words, cell, index, ten):
    assert words.cell(17, columns=5) == cell
    assert words.index(0) == index
    written = [words.card(card) for card in (parse_card("Td"), EMPTY, JOKER)]
    assert written == [ten, "--", "a joker"]
    assert words.rank(parse_card("Td")) == ten[:-1]
