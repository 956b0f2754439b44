"""Poker Grid in a sitting: every way to type a move."""

import pytest

from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from tests.terminal.session_kit import (
    BARE,
    GRID_OFFERS,
    NO_COMMAND,
    TYPED,
    at_grid,
    changes_nothing,
    in_draft,
    names_in,
    one_line,
    reply,
    shows,
    sit_down,
)

GRID_SPELLED = {
    "f 0 3": [
        "f 0 3",
        "F 0 3",
        "f 0,3",
        "f 03",
        "f03",
        "03",
        "0,3",
        "0 3",
        "  f\t0  3 ",
        "f 0 3\r",
    ],
    "f 4 4": ["f 4 4", "44", "F44"],
    "u": ["u", "U", " u "],
    "s": ["s", "S", "\ts\n"],
    "d 1": ["d 1", "D 1", "d1", "D1", " d  1 "],
    "o 1 0": ["o 1 0", "O 1 0", "o 1,0", "o1 0", "o10", "O10", "o 10"],
}
GRID_MOVES_AND_SPELLINGS = [(move, line) for move, lines in GRID_SPELLED.items() for line in lines]


@pytest.mark.parametrize(("move", "line"), GRID_MOVES_AND_SPELLINGS, ids=ascii)
def test_a_move_of_grid_can_be_typed_in_many_ways(move, line):
    session, other = (in_draft() if move[0] == "d" else at_grid() for _ in range(2))
    said = reply(session, line)
    words = Paint(signs=False).words(grid.say(other.match.play(move)))
    assert session.match.played == [move]
    assert said.startswith(f"{words}\n\n")
    assert shows(session, said)
    assert session.match.digest() == other.match.digest()


def test_every_kind_of_move_of_grid_is_typed():
    assert [move[0] for move in GRID_SPELLED] == ["f", "f", "u", "s", "d", "o"]


def test_u_and_s_are_moves_in_grid_and_commands_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = at_grid()
    session.do("u")
    session.do("s")
    assert session.match.played == ["u", "s"]
    for game in ("boom", "crush"):
        session = sit_down(game)
        session.do(TYPED[game])
        assert "name" in one_line(changes_nothing(session, "s"))
        assert "Saved as game." in changes_nothing(session, "s game")
        assert "taken back" in reply(session, "u")
        assert session.match.played == []
    assert names_in(tmp_path) == ["game"]


def test_undo_and_save_of_grid_are_typed_in_full(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = at_grid()
    session.do("f 0 3")
    assert "taken back" in reply(session, "undo")
    assert session.match.played == []
    assert "Saved as game." in changes_nothing(session, "save game")
    for line in ("s other", "S other", "u other"):
        assert one_line(changes_nothing(session, line)).endswith(".")
    assert names_in(tmp_path) == ["game"]


THREE = {"jokers": ["Third Hand"], "frozen": [[0, 0], [1, 1], [2, 2]]}
TWO = {"frozen": [[0, 0], [1, 1]]}
ALONE = {"jokers": ["Joker"]}


def no_move(text):
    return f"{text!r} is not a move; a move is f ROW COLUMN, u, s, d OFFER or o JOKER PLACE."


FREEZE = "A freeze takes a row and a column, like f 0 3."
DRAFTING = "Take one of the jokers offered first: d 0, d 1 or d 2."
GRID_REFUSED = [
    ({}, "f", FREEZE),
    ({}, "f 0", FREEZE),
    ({}, "f 0 3 4", FREEZE),
    ({}, "f 0 33", FREEZE),
    ({}, "f a b", no_move("f a b")),
    ({}, "f -1 0", no_move("f -1 0")),
    ({}, "f 0.3", no_move("f 0.3")),
    ({}, "x03", no_move("x03")),
    ({}, "s game", no_move("s game")),
    ({}, "u all", no_move("u all")),
    ({}, "d x", no_move("d x")),
    ({}, "o 1 to 0", no_move("o 1 to 0")),
    ({}, "f 5 0", "5,0 is off the board; rows go from 0 to 4, columns to 4."),
    ({}, "f 0,5", "0,5 is off the board; rows go from 0 to 4, columns to 4."),
    ({}, "99", "9,9 is off the board; rows go from 0 to 4, columns to 4."),
    (TWO, "f 2 2", "No more than 2 cards can be frozen; unfreeze one first."),
    (TWO, "22", "No more than 2 cards can be frozen; unfreeze one first."),
    (THREE, "f 3 3", "No more than 3 cards can be frozen; unfreeze one first."),
    (BARE, "u", "Nothing is frozen."),
    ({}, "u 1", "u stands alone."),
    ({}, "s 1", "s stands alone."),
    ({}, "d 0", "No joker is offered."),
    ({}, "d", "d takes 1 number, like d 2."),
    ({}, "d 0 1", "d takes 1 number, like d 2."),
    (GRID_OFFERS, "d 3", "An offer is 0 to 2."),
    ({}, "o 0 0", "The joker is at that place already."),
    ({}, "o 0 2", "There are jokers at places 0 to 1."),
    ({}, "o 2 0", "There are jokers at places 0 to 1."),
    (ALONE, "o 0 1", "There is one joker only."),
    (BARE, "o 0 1", "There are no jokers."),
    ({}, "d 3", "An offer is 0 to 2."),
    ({}, "d 9", "An offer is 0 to 2."),
    ({}, "d 10", "d takes 1 number, like d 2."),
    ({}, "o 5 0", "A joker's place is 0 to 4."),
    ({}, "o 0 9", "A joker's place is 0 to 4."),
    ({}, "o50", "A joker's place is 0 to 4."),
    ({}, "o", "o takes 2 numbers, like o 1 0."),
    ({}, "o 1", "o takes 2 numbers, like o 1 0."),
    ({}, "o 1 0 1", "o takes 2 numbers, like o 1 0."),
    ({}, "1", no_move("1")),
    ({}, "033", no_move("033")),
    *((GRID_OFFERS, line, DRAFTING) for line in ("f 0 3", "u", "s", "o 0 1", "p", "preview")),
]


@pytest.mark.parametrize(
    ("position", "line", "sentence"), GRID_REFUSED, ids=lambda part: ascii(part)[:30]
)
def test_what_grid_refuses_is_refused_in_a_sentence_and_changes_nothing(position, line, sentence):
    assert one_line(changes_nothing(at_grid(position), line)) == sentence


@pytest.mark.parametrize("line", ["d 10", "d x", "o 10 0", "o 0 10", "u x", "s game", "s s"])
def test_a_slip_in_a_move_of_grid_is_told_as_one(line):
    said = one_line(changes_nothing(in_draft() if line[0] == "d" else at_grid(), line))
    assert said.endswith(".")
    assert "command" not in said


@pytest.mark.parametrize(
    "line",
    ["fold", "foo", "ff 0 3", "freeze 0 3", "find", "sd", "un", "draft 1", "so", "order 1 0"],
)
def test_a_word_that_begins_as_a_move_does_is_no_move(line):
    assert one_line(changes_nothing(at_grid(), line)) == NO_COMMAND
