"""`cardhouse play` at a real terminal."""

from functools import cache

import pytest

from tests.terminal.cli_kit import FINE, INTERRUPTED, PLAY, PROMPT, WIDTH, every_game, opening
from tests.terminal.drawn import seen, tables, uncoloured
from tests.terminal.process import Terminal


@cache
def looked(game="boom", **changes):
    """Sit down at a terminal, look, type a move and quit; return all that was there."""
    with Terminal("play", game, "--seed", "7", **changes) as terminal:
        text = terminal.until("\n" + PROMPT)
        terminal.type(opening(game)[0][0] + "\n")
        text += terminal.until("\n" + PROMPT)
        terminal.type("quit\n")
        code, last = terminal.end()
    assert code == FINE
    assert tables(text) == [seen(view) for view in opening(game)[1][:2]]
    return text + last


PAINTED = {
    "boom": [("31", "A♥"), ("36", "4♦"), ("32", "4♣"), ("1", "J♠")],
    "grid": [("31", "6♥"), ("36", "Q♦"), ("32", "T♣"), ("1", "3♠")],
    "crush": [("31", "8♥"), ("36", "7♦"), ("32", "A♣"), ("1", "K♠"), ("33", "**"), ("2", "--")],
}


def painted(code, text):
    return f"\x1b[{code}m{text}\x1b[0m"


@every_game
def test_a_terminal_shows_coloured_suits_and_the_prompt(game):
    text = looked(game)
    for code, card in PAINTED[game]:
        assert painted(code, card) in text
    assert max(map(len, uncoloured(text).splitlines())) <= WIDTH


def test_a_terminal_shows_bombs_red_and_swappers_yellow():
    text = looked("crush")
    assert painted("36", "9♦") + painted("1;31", "b") in text
    assert painted("36", "7♦") + painted("33", "s") in text


def test_a_terminal_shows_frozen_cards_with_a_yellow_star():
    assert painted("1", "A♠") + painted("33", "*") in looked("grid")


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
@every_game
def test_a_terminal_that_wants_no_colour_gets_none(game, changes):
    text = looked(game, **changes)
    assert "\x1b" not in text
    for _, card in PAINTED[game]:
        assert card in text


@every_game
def test_a_terminal_without_signs_has_colour_and_letters(game):
    text = looked(game, PYTHONIOENCODING="ascii")
    code, card = PAINTED[game][0]
    assert painted(code, card.replace("♥", "h")) in text
    assert "+----" in text
    assert "♥" not in text


def test_what_is_typed_at_a_terminal_is_there_once():
    with Terminal(*PLAY) as terminal:
        terminal.until(PROMPT)
        terminal.type("help\n")
        assert terminal.until("\n" + PROMPT).startswith("help\nPick five")
        terminal.type("q\n")
        assert terminal.end()[0] == FINE


def test_ctrl_d_ends_the_game_on_a_line_of_its_own():
    with Terminal(*PLAY) as terminal:
        terminal.until(PROMPT)
        terminal.type("\x04")
        code, last = terminal.end()
    assert code == FINE
    assert last == "\n"


@pytest.mark.parametrize("typed", ["", "31 32"])
def test_ctrl_c_ends_the_game_without_a_traceback(typed):
    with Terminal(*PLAY) as terminal:
        terminal.until(PROMPT)
        terminal.type(typed)
        terminal.interrupt()
        code, last = terminal.end()
    assert code == INTERRUPTED
    assert last.removeprefix(typed).strip() in ("", "^C")
    assert last.endswith("\n")


def test_hostile_bytes_at_a_terminal_do_not_end_the_game():
    with Terminal(*PLAY) as terminal:
        terminal.until(PROMPT)
        for typed in (b"\xff\xfe\n", b"a\x80b\n", b"x" * 3_000 + b"\n"):
            terminal.type(typed)
            assert terminal.until("\n" + PROMPT).rstrip("> \n").endswith((".", "help"))
        terminal.type("quit\n")
        code, _ = terminal.end()
    assert code == FINE
