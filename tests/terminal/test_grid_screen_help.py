"""The help of Poker Grid is right, and so are its letters (GRID-10)."""

import io
import re

import pytest

import cardhouse
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid import rules
from cardhouse.games.grid.notation import COUNTS, move_text, parse_move
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import PROMPT, Session
from tests.terminal.drawn import joker_words, tables, uncoloured
from tests.terminal.grid_screen_kit import OFFERS, WIDTH, laid
from tests.terminal.process import Terminal

# -- the help -----------------------------------------------------------------

HELP_LINE = re.compile(r"  (\S.*?)  +([a-z].*)")
"""What can be typed, and what it does."""
EXAMPLES = {
    "f 0 3": "freeze or unfreeze row 0, column 3",
    "u": "unfreeze all",
    "s": "play the hand",
    "d 2": "take joker 2",
    "o 1 0": "move joker 1 to place 0",
}
ASKED = {"j": "jokers", "l": "lines", "p": "preview", "h": "hint", "m": "moves", "?": "help"}
HELP_HANDS = re.compile(r"([A-Z][A-Za-z ]+?) (\d+) × (\d+)")


def help_lines():
    found = [HELP_LINE.fullmatch(line) for line in grid.HELP.splitlines()]
    return {line[1]: line[2] for line in found if line}


def all_at_once(move=""):
    """Sit where a move of the help is legal: a draft for d, none for the others."""
    offers = OFFERS if move.startswith("d") else []
    match = laid(jokers=["Joker", "Runner"], offers=offers, frozen=[[4, 4]], hands_left=3)
    return Session(match, io.StringIO(), chosen_seed=True)


def reply(session, line):
    start = session.out.tell()
    session.do(line)
    return session.out.getvalue()[start:]


def test_the_help_has_a_line_for_every_kind_of_move_and_every_command():
    words = re.findall(r"[a-z?]+", " ".join(help_lines()))
    for word in (*COUNTS, *ASKED, *ASKED.values(), "undo", "save", "quit", "q"):
        assert word in words
    assert {move.split()[0] for move in EXAMPLES} == set(COUNTS)
    for word in ("again", "Enter"):
        assert word in grid.HELP


def test_the_letters_of_the_help_are_those_that_can_be_typed():
    found = re.findall(r"([a-z]+) \((\S)\)", grid.HELP)
    assert {letter: word for word, letter in found} == grid.SHORT
    assert grid.SHORT == ASKED | {"q": "quit"}


@pytest.mark.parametrize("move", EXAMPLES)
def test_a_move_in_the_help_is_what_it_says_and_can_be_typed(move):
    assert EXAMPLES[move] in help_lines()[move]
    session = all_at_once(move)
    session.do(move)
    assert session.match.played == [move]


def test_the_other_spelling_in_the_help_is_the_same_freeze():
    (other,) = re.findall(r"\(also (.*?)\)", grid.HELP)
    assert move_text(parse_move(other)) == "f 0 3"


@pytest.mark.parametrize("short", ASKED)
def test_a_short_command_of_the_help_does_the_same(short):
    first, second = all_at_once(), all_at_once()
    said = reply(first, ASKED[short])
    assert said == reply(second, short)
    assert len(said) > 10
    assert "no such command" not in said


def test_the_other_commands_of_the_help_work(tmp_path):
    session = all_at_once()
    before = session.match.digest()
    session.do("f 0 3")
    assert "taken back" in reply(session, "undo")
    assert session.match.digest() == before
    assert "Saved" in reply(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).digest() == before
    session.do("q")
    assert session.leaving


def test_the_help_is_right_about_every_hand():
    found = {
        name.strip(): (int(chips), int(mult)) for name, chips, mult in HELP_HANDS.findall(grid.HELP)
    }
    values = zip(rules.BASE_CHIPS, rules.BASE_MULT, strict=True)
    assert found == dict(zip(HAND_NAMES, values, strict=True))


def test_the_hands_of_the_help_stand_in_columns():
    hands = [line for line in grid.HELP.splitlines() if HELP_HANDS.search(line)]
    for shape in (r"[A-Z][A-Za-z ]+", r"\d (?=×)", r"×", r"× (?=\d)"):
        places = {tuple(found.start() for found in re.finditer(shape, line)) for line in hands}
        assert len(places) == 1, shape
        assert len(places.pop()) == 2


def test_the_help_is_right_about_freezes_and_hands():
    assert rules.FREEZE_SLOTS == 2
    assert rules.ROUND_HANDS == 7
    words = " ".join(grid.HELP.split())
    assert "up to two cards" in words
    assert "within seven hands" in words
    assert "marked *" in words


def test_the_help_is_narrow_and_can_be_written_without_signs():
    assert max(map(len, grid.HELP.splitlines())) <= WIDTH
    assert Paint().words(grid.HELP).isascii()


# -- as the source has it -----------------------------------------------------


def sitting(**options):
    return Session(cardhouse.new("grid", seed=7, **options), io.StringIO(), chosen_seed=True)


def test_grid_10_the_terminal_takes_f_u_and_s():
    session = sitting(picks=0)
    (table,) = tables(reply(session, "u"))
    assert table["frozen"] == []
    (table,) = tables(reply(session, "f 0 3"))
    assert table["frozen"] == [[0, 3]]
    (table,) = tables(reply(session, "f 4 1"))
    assert table["frozen"] == [[0, 3], [4, 1]]
    (table,) = tables(reply(session, "f 0 3"))
    assert table["frozen"] == [[4, 1]]
    before = session.match.view()["board"]
    (table,) = tables(reply(session, "s"))
    assert table["hands_left"] == 6
    assert table["board"][4][1] == before[4][1]
    assert table["board"] != before
    assert session.match.played == ["u", "f 0 3", "f 4 1", "f 0 3", "s"]


def test_grid_10_the_terminal_takes_d_and_o():
    session = sitting(picks=2)
    offered = session.match.view()["offers"]
    (table,) = tables(reply(session, "d 2"))
    assert table["jokers"] == [joker_words(offered[2])]
    first = table["offers"][0]
    (table,) = tables(reply(session, "d 0"))
    assert table["jokers"] == [joker_words(offered[2]), first]
    assert table["offers"] == []
    (table,) = tables(reply(session, "o 1 0"))
    assert table["jokers"] == [first, joker_words(offered[2])]


def test_grid_10_the_terminal_takes_j_help_and_quit():
    session = sitting()
    for line in ("j", "?"):
        before = session.match.digest()
        assert len(reply(session, line)) > 40
        assert session.match.digest() == before
    assert reply(session, "q") == ""
    assert session.leaving


def test_grid_10_a_round_is_played_at_a_terminal():
    with Terminal("play", "grid", "--jokers", "", "--no-auto-freeze") as terminal:
        shown = terminal.until("\n" + PROMPT)
        (table,) = tables(shown)
        assert uncoloured(shown).splitlines()[1] == grid.START
        assert (table["score"], table["hands_left"], table["frozen"]) == (0, 7, [])
        terminal.type("f 2 2\n")
        assert tables(terminal.until("\n" + PROMPT)) == [table | {"frozen": [[2, 2]]}]
        score = 0
        for left in range(6, -1, -1):
            terminal.type("s\n")
            text = terminal.until("\n" + PROMPT)
            (then,) = tables(text)
            score += then["last hand"]
            assert then["board"][2][2] == table["board"][2][2]
            assert (then["hands_left"], then["score"]) == (left, score)
            if "Enter:" in text:
                break
        assert left == 0 or score >= 5_000
        assert "You won" in text if score >= 5_000 else "You lost" in text
        terminal.type("q\n")
        assert terminal.end()[0] == 0
