"""The end of a game at the terminal, and what follows it."""

import pytest

from cardhouse.games.boom.levels import LEVELS
from cardhouse.terminal import boom
from tests.terminal.session_kit import (
    ENDS,
    NO_COMMAND,
    PAIR,
    WIDTH,
    changes_nothing,
    every_end,
    lost,
    one_line,
    over,
    reply,
    shows,
    sit,
    won,
)

LEVEL_1, LEVEL_2 = LEVELS[:2]


# -- the end, and what follows ------------------------------------------------


def test_a_win_is_said_with_points_moves_and_what_can_be_done():
    _, said = won()
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith("You won")
    assert "50 points in 1 move" in ending
    for word in ("Enter: next level", "undo", "save FILE", "quit"):
        assert word in ending


def test_a_loss_is_said_and_another_try_offered():
    _, said = lost()
    assert "You lost" in said
    assert "50 points in 1 move" in said
    assert "next level" not in said


def test_the_end_of_endless_mode_is_neither_won_nor_lost():
    _, said = over()
    assert "It is over" in said
    assert "You" not in said


@every_end
def test_an_ending_is_at_most_eighty_columns_wide(end):
    _, said = ENDS[end]()
    assert max(map(len, said.splitlines())) <= WIDTH


@pytest.mark.parametrize("line", ["", "  ", "next", "NEXT"])
def test_enter_after_a_win_starts_the_next_level_with_its_title(line):
    session, _ = won()
    said = reply(session, line)
    assert session.match.options["level"] == 2
    assert (session.match.score, session.match.played) == (0, [])
    assert session.match.position is None
    title = f"level 2 of 30, {LEVEL_2.name}: {LEVEL_2.target:,} points in {LEVEL_2.moves} moves"
    assert title in said
    assert shows(session, said)


def test_every_level_leads_to_the_one_after_it_and_the_last_to_itself():
    for level in range(1, len(LEVELS) + 1):
        session, said = won(level)
        assert ("next level" in said) == (level < len(LEVELS))
        session.do("")
        assert session.match.options["level"] == min(level + 1, len(LEVELS))
        assert session.match.outcome == "playing"


def test_after_the_last_level_no_next_one_is_promised():
    session, said = won(len(LEVELS))
    assert "You won" in said
    assert "next level" not in said
    refused = one_line(changes_nothing(session, "next"))
    assert "when this one is won" not in refused


def test_the_next_level_is_closed_until_this_one_is_won():
    for session in (sit({}), lost()[0]):
        said = one_line(changes_nothing(session, "next"))
        assert said == "The next level opens when this one is won."


def test_no_next_level_is_promised_in_endless_mode():
    assert "when this one is won" not in changes_nothing(sit(mode="endless"), "next")


@pytest.mark.parametrize("line", ["", "again"])
def test_a_lost_level_can_be_played_again_with_other_cards(line):
    session, _ = lost(seed=5)
    said = reply(session, line)
    assert session.match.options["level"] == 1
    assert session.match.view()["moves_left"] == LEVEL_1.moves
    assert (session.match.seed, session.match.played) == (6, [])
    assert boom.title(session.match) in said
    assert shows(session, said)


@pytest.mark.parametrize("line", ["", "again"])
def test_endless_mode_is_played_again_in_endless_mode(line):
    session, _ = over()
    reply(session, line)
    assert session.match.options["mode"] == "endless"
    assert session.match.outcome == "playing"


def test_a_won_level_can_be_played_again():
    session, _ = won()
    session.do("again")
    assert session.match.options["level"] == 1


@every_end
def test_what_was_chosen_stays_chosen(end):
    session, _ = ENDS[end](shape="path")
    session.do("")
    assert session.match.options["shape"] == "path"


@every_end
def test_after_the_end_there_is_no_hint_and_no_move(end):
    session, _ = ENDS[end]()
    assert one_line(changes_nothing(session, "hint")) == "The game is over."
    assert one_line(changes_nothing(session, PAIR)) == "The game is over."
    assert one_line(changes_nothing(session, "moves")) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


def test_a_move_of_a_finished_match_cannot_be_taken_back_in_the_next():
    session, _ = won()
    session.do("")
    assert one_line(changes_nothing(session, "undo")) == "There is no move to take back."
