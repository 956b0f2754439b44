"""The commands of a sitting: hint, moves, help, undo, quit."""

import pytest

from cardhouse import GAMES
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import screen_of
from tests.games import bomb
from tests.terminal.session_kit import (
    ASKED,
    LONG_AND_SHORT,
    NO_COMMAND,
    PAIR,
    TYPED,
    changes_nothing,
    every_game,
    one_line,
    reply,
    shows,
    sit,
    sit_down,
    snapshot,
)

# -- commands -----------------------------------------------------------------


@every_game
def test_every_command_is_tried_and_every_short_form(game):
    session, screen = sit(game=game), screen_of(GAMES[game])
    tried = [entry[1:] for entry in LONG_AND_SHORT if entry[0] == game]
    assert {word.partition(" ")[0] for word, _ in tried} == {*session.commands, *screen.ASIDES}
    assert set(screen.SHORT) <= {short for _, short in tried}
    assert set(screen.SHORT.values()) <= {*session.commands, *screen.ASIDES}


@pytest.mark.parametrize(("game", "word", "short"), LONG_AND_SHORT)
def test_a_command_may_be_short_and_in_any_case(game, word, short):
    first, second = sit_down(game), sit_down(game)
    for session in (first, second):
        session.do(TYPED[game])
    assert reply(first, word) == reply(second, short)
    assert snapshot(first)[1:] == snapshot(second)[1:]


@pytest.mark.parametrize(("game", "word"), [(game, word) for game in ASKED for word in ASKED[game]])
def test_what_is_asked_in_one_game_is_no_command_of_another(game, word):
    assert changes_nothing(sit_down(game), word)
    for other in set(GAMES) - {game}:
        for line in (word, word[0]):
            assert one_line(changes_nothing(sit_down(other), line)) == NO_COMMAND


@pytest.mark.parametrize(
    "line", ["foo", "foo bar", "foo 31 32", "hintt", "hints", "exit", "x", "é", "savex file"]
)
@every_game
def test_an_unknown_command_is_said_to_be_one(game, line):
    assert one_line(changes_nothing(sit_down(game), line)) == NO_COMMAND


@pytest.mark.parametrize(
    ("target", "hint", "gain"),
    [
        (6_001, "Straight Flush, 1,400 x 3: +4,200", 4_200),  # the royal flush waits for x 4
        (6_000, "Royal Flush, 2,000 x 3: +6,000", 6_000),  # but not if it wins
    ],
)
def test_a_hint_is_a_legal_move_and_worth_what_it_says(target, hint, gain):
    session = sit({"combo": 3, "target": target})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert words == hint
    reply(session, move)
    assert session.match.score == gain


@every_game
def test_a_hint_is_the_move_that_the_match_advises(game):
    session = sit(seed=11, game=game)
    move, words = " ".join(changes_nothing(session, "hint").split()), session.match.hint()
    assert move == Paint(signs=False).words(f"{words['move']} {words['why']}")


FEW_MOVES = {"grid"}
"""Games whose moves are so few that all are listed at once."""


@every_game
def test_moves_lists_a_few_and_moves_all_lists_all(game):
    session = sit_down(game)
    few = changes_nothing(session, "moves")
    every = changes_nothing(session, "moves all")
    for said, all_of_them in ((few, False), (every, True)):
        listed = session.screen.list_moves(session.match, all_of_them)
        assert said == Paint(signs=False).words(listed) + "\n"
    assert len(few) < len(every) or game in FEW_MOVES


@every_game
def test_help_says_what_can_be_typed(game):
    said = changes_nothing(sit(game=game), "help")
    assert said == Paint(signs=False).words(screen_of(GAMES[game]).HELP) + "\n"
    assert said.isascii()


def test_quit_leaves_and_changes_nothing_else():
    session = sit({})
    before = snapshot(session)[:-1]
    assert reply(session, "quit") == ""
    assert session.leaving
    assert snapshot(session)[:-1] == before


# -- undo ---------------------------------------------------------------------


def test_undo_takes_the_last_move_back_and_shows_the_table_as_it_was():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    boards = [session.match.view()["board"]]
    for line in (PAIR, "hint", reply(session, "hint").split("   ")[0]):
        session.do(line)
        boards.append(session.match.view()["board"])
    while session.match.played:
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.view()["board"] in boards
    assert session.match.view()["board"] == boards[0]


@every_game
def test_there_is_nothing_to_take_back_at_the_start(game):
    assert one_line(changes_nothing(sit_down(game), "undo")) == "There is no move to take back."


def test_a_move_taken_back_and_played_again_brings_other_cards():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    first = reply(session, PAIR)
    said = reply(session, "undo")
    assert "It had drawn chance: what comes is new now, and the undo counts." in said
    assert reply(session, PAIR) != first


@pytest.mark.parametrize("position", [{"target": 50}, {"moves_left": 1}])
def test_the_last_move_can_be_taken_back_after_the_end(position):
    session = sit(position)
    before = session.match.view()
    session.do(PAIR)
    assert session.match.outcome != "playing"
    said = reply(session, "undo")
    assert session.match.view() == before | {"undone": 1}
    assert "You" not in said
    assert shows(session, said)
