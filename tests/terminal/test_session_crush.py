"""Solitaire Crush in a sitting."""

import pytest

import cardhouse
from cardhouse.terminal import crush
from cardhouse.terminal.paint import Paint
from tests.games.crush import FULL, FULL_TAGS
from tests.terminal.session_kit import (
    NO_COMMAND,
    WIDTH,
    changes_nothing,
    names_in,
    one_line,
    reply,
    shows,
    sit,
    sit_down,
)

# -- Solitaire Crush, every way to type a move --------------------------------

SPELLED = {
    "slide 4,0 4,1": [
        "slide 4,0 4,1",
        "slide 40 41",
        "SLIDE 4,0 41",
        "sl 41 40",
        "Sli 4,1 4,0",
        "40 41",
        "4,0 4,1",
        "41 40",
        "  40\t4,1 ",
        "40 41\r",
    ],
    "slide 2,0 2,1": ["slide 2,0 2,1", "20 21", "21 20", "sl 2,1 20"],
    "clear 4,0 4,2": ["clear 4,0 4,2", "c 40 42", "C 42 40", "cl 4,2 4,0", "40 42", "42 4,0"],
    "clear 3,6 5,6": ["clear 36 56", "CLEAR 5,6 3,6", "36 56", "5,6 3,6", "56 36"],
    "clear 6,0 6,6": ["60 66", "66 60", "c 6,0 6,6"],
    "use 3,1 6,6": ["use 3,1 6,6", "use 31 66", "u 31 66", "U 3,1 66", "us 31 6,6", "USE 31 66"],
    "use 5,0 3,1": ["use 5,0 3,1", "u 50 31"],
    "swap 3,6 4,0": ["swap 3,6 4,0", "swap 40 36", "sw 36 40", "SW 4,0 36", "swa 36 4,0"],
    "bomb 6,2": ["bomb 6,2", "bomb 62", "BOMB 62", "bo 6,2", "62", "6,2", " 62 "],
    "blast 6,0": ["blast 6,0", "blast 60", "BLAST 60", "bl 60", "Bl 6,0", "bla 60"],
}
MOVES_AND_SPELLINGS = [(move, line) for move, lines in SPELLED.items() for line in lines]


def at_the_grid(position=None, **how):
    return sit_down("crush", position, **how)


@pytest.mark.parametrize(("move", "line"), MOVES_AND_SPELLINGS, ids=ascii)
def test_a_move_of_crush_can_be_typed_in_many_ways(move, line):
    session, other = at_the_grid(), at_the_grid()
    said = reply(session, line)
    words = Paint(signs=False).words(crush.say(other.match.play(move)))
    assert session.match.played == [move]
    assert said.startswith(f"{words}\n\n")
    assert shows(session, said)
    assert session.match.digest() == other.match.digest()


def test_every_kind_of_move_is_typed_long_short_and_where_it_can_be_without_a_word():
    kinds = {}
    for move, line in MOVES_AND_SPELLINGS:
        word = line.split()[0].lower()
        kinds.setdefault(move.split()[0], set()).add("" if word[0].isdigit() else word)
    for kind, words in kinds.items():
        assert kind in words
        assert any(0 < len(word) < len(kind) for word in words)
        assert ("" in words) == (kind in ("slide", "clear", "bomb"))
    assert len(kinds) == 6


def test_the_swapper_is_the_first_cell_of_a_use():
    said = one_line(changes_nothing(at_the_grid(), "use 66 31"))
    assert said == "The card at 6,6 is not a swapper."


def test_u_and_two_cells_are_a_use_and_u_alone_is_an_undo():
    for use, undo in (("u 31 66", "u"), ("U 31 66", "U"), ("u 3,1 6,6", " u ")):
        session = at_the_grid()
        before = session.match.view()["board"]
        session.do(use)
        assert session.match.played == ["use 3,1 6,6"]
        assert "taken back" in reply(session, undo)
        assert session.match.played == []
        assert session.match.view()["board"] == before


def test_u_and_one_cell_are_half_a_use_and_take_nothing_back():
    session = at_the_grid()
    session.do("40 41")
    assert one_line(changes_nothing(session, "u 31")) == "A use takes two cells; one cell given."


@pytest.mark.parametrize("line", ["s 31 32", "S 31 32", "s 3,1 3,2", "s 31", "  s 31 32"])
def test_s_and_cells_are_no_file_but_a_slide_or_a_swap(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    said = one_line(changes_nothing(at_the_grid(), line))
    assert "slide or swap" in said
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("line", ["b 62", "B 6,2"])
def test_b_and_a_cell_are_a_bomb_or_a_blast(line):
    assert "bomb or blast" in one_line(changes_nothing(at_the_grid(), line))


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("slide", "two cells"),
        ("sl 31", "one cell given"),
        ("swap 11 22 33", "3 cells given"),
        ("bomb", "one cell"),
        ("bl 60 61", "two cells given"),
        ("60 61 63", "3 cells given"),
        ("c 60 61", "too short"),
        ("97", "off the board"),
        ("slide 31 3", "is not a cell"),
        ("slide a b", "is not a cell"),
        ("31-32", "is not a cell"),
        ("3", "is not a cell"),
    ],
)
def test_a_slip_in_a_move_of_crush_is_told_as_one(line, part):
    said = one_line(changes_nothing(at_the_grid(), line))
    assert part in said
    assert "command" not in said


# -- Solitaire Crush, commands ------------------------------------------------


def test_a_hint_of_crush_is_a_legal_move_and_worth_what_it_says():
    session = at_the_grid({"chain": 3, "base": 12})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert move == "clear 6,0 6,6"
    assert words == "7 cards x 12, chain x 3, clean canastra x 2: +504"
    reply(session, move)
    assert session.match.score == 504


ONE_SLIDE_FROM_A_CLEAR = [
    *[["--"] * 7] * 5,
    ["5c", *["--"] * 6],
    ["9d", "6c", "7c", "Kh", "3s", "9d", "Kh"],
]


def test_a_hint_says_what_can_be_cleared_then():
    session = at_the_grid({"board": ONE_SLIDE_FROM_A_CLEAR})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert move == "slide 5,0 6,0"
    assert words.endswith(", then a clear for 30")
    reply(session, move)
    assert "+30" in reply(session, "60 62")


def test_a_chain_and_what_breaks_it_are_said_and_shown():
    session = at_the_grid()
    assert "3 cards x 10: +30." in reply(session, "40 42")
    said = reply(session, "60 66")
    assert "7 cards x 11, chain x 2, clean canastra x 2: +308." in said
    assert "base 12   chain x 3" in said
    said = reply(session, "62 63")
    assert said.startswith("The chain is broken. ")
    assert "score 338   base 12   chain x 1" in said


def test_what_is_free_can_be_spent_three_times():
    session = at_the_grid()
    for left in ("2 free bombs left", "1 free bomb left", "0 free bombs left"):
        assert left in reply(session, "bl 60")
    assert one_line(changes_nothing(session, "bl 60")) == "There are no free bombs left."
    for left in ("2 free swaps left", "1 free swap left", "0 free swaps left"):
        assert left in reply(session, "sw 60 66")
    assert one_line(changes_nothing(session, "sw 60 66")) == "There are no free swaps left."
    assert "free swaps 0   free bombs 0" in reply(session, "60 61")


def test_all_moves_of_a_game_of_crush_can_be_taken_back():
    session = at_the_grid()
    views = [session.match.view()]
    for line in ("u 50 31", "40 42", "60 66", "sw 60 66", "bl 60", "60 61"):
        session.do(line)
        views.append(session.match.view())
    for view in views[-2::-1]:
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.view() | {"undone": 0} == view
    assert "no move to take back" in changes_nothing(session, "undo")


def test_a_game_of_crush_that_was_begun_is_not_thrown_away():
    session = at_the_grid()
    session.do("40 42")
    assert "still goes on" in one_line(changes_nothing(session, "again"))


def test_a_game_of_crush_can_be_dealt_anew_before_the_first_move():
    session = sit(game="crush", seed=5)
    said = reply(session, "again")
    assert said.startswith("\nSolitaire Crush\nseed 6\n")
    assert shows(session, said)
    assert session.match.seed == 6


def test_there_is_no_next_level_of_crush():
    for session in (at_the_grid(), full()[0]):
        assert one_line(changes_nothing(session, "next")) == "There is no next level."


# -- Solitaire Crush, the end -------------------------------------------------


def full(**how):
    """Sit at a game of Crush that has just ended: a card had to drop and there was no slot."""
    position = {"board": FULL, "tags": FULL_TAGS, "score": 1_234}
    session = at_the_grid(position, **how)
    said = reply(session, "00 01")
    assert session.match.outcome == "over"
    return session, said


def test_the_end_of_crush_is_said_with_points_moves_and_what_can_be_done():
    session, said = full()
    assert shows(session, said)
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith("It is over: ")
    assert "no slot" in ending
    assert "1,234 points in 1 move, unaided, seed 5." in ending
    for words in ("Enter: once more", "undo", "save FILE", "quit"):
        assert words in ending
    assert "level" not in ending
    assert max(map(len, said.splitlines())) <= WIDTH


def test_a_full_grid_is_not_the_end_while_there_is_something_to_clear_or_bomb():
    for line in ("60 66", "33", "bl 06"):
        session = at_the_grid({"board": FULL, "tags": FULL_TAGS})
        said = reply(session, line)
        assert session.match.outcome == "playing"
        assert "over" not in said
        assert shows(session, said)


@pytest.mark.parametrize("line", ["", "  ", "again", "AGAIN"])
def test_crush_is_played_once_more_with_other_cards(line):
    session, _ = full()
    said = reply(session, line)
    assert session.match.seed == 6
    assert (session.match.outcome, session.match.score) == ("playing", 0)
    assert (session.match.played, session.match.position) == ([], None)
    assert said.startswith("\nSolitaire Crush\nseed 6\n")
    assert crush.START not in said
    assert shows(session, said)


def test_the_last_move_of_crush_can_be_taken_back_and_the_game_goes_on():
    session, _ = full()
    said = reply(session, "undo")
    assert session.match.outcome == "playing"
    assert "over" not in said
    assert "+140" in reply(session, "60 66")


def test_after_the_end_of_crush_there_is_no_hint_and_no_move():
    session, _ = full()
    for line in ("hint", "60 66", "33", "bl 06", "u 00 66"):
        assert one_line(changes_nothing(session, line)) == "The game is over."
    for line in ("moves", "moves all"):
        assert one_line(changes_nothing(session, line)) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


def test_an_ended_game_of_crush_can_be_saved(tmp_path):
    session, _ = full()
    changes_nothing(session, f"save {tmp_path / 'game'}")
    saved = cardhouse.replay((tmp_path / "game").read_text())
    assert (saved.outcome, saved.played) == ("over", ["slide 0,0 0,1"])
    assert saved.view() == session.match.view()


def test_the_seed_of_crush_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = full(chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    assert "seed" not in reply(session, "60 61")
    session, _ = full(chosen_seed=True)
    assert "\nseed 6\n" in reply(session, "")
