"""A sitting begins, goes on line by line, and ends."""

import pytest

from tests.games import row_move
from tests.terminal.session_kit import (
    ENDS,
    PAIR,
    every_end,
    every_game,
    lost,
    reply,
    shows,
    sit,
    won,
)

LARGEST_SEED = 2**256 - 1


# -- sitting down -------------------------------------------------------------


def run(session, *lines):
    """Play a whole sitting; return what was asked, and what was said."""
    waiting, asked = list(lines), []

    def read(prompt):
        asked.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    session.run(read)
    return asked, session.out.getvalue()


@every_game
def test_a_sitting_begins_with_the_title_the_help_and_the_table(game):
    session = sit(seed=7, game=game)
    _, said = run(session)
    title, seed, start = said.split("\n\n")[0].rsplit("\n", 2)
    assert title == session.screen.title(session.match)
    assert (seed, start) == ("seed 7", session.screen.START)
    assert start.endswith("or help.")
    assert shows(session, said)


def test_a_sitting_ends_with_the_input():
    asked, said = run(sit())
    assert asked == ["> "]
    assert said.endswith("\n")


def test_a_sitting_ends_with_quit_and_asks_no_more():
    asked, _ = run(sit(), "hint", "quit", "hint")
    assert asked == ["> "] * 2


def test_every_line_of_a_sitting_is_done():
    session = sit({})
    run(session, PAIR, "", "nonsense", "80 81 82 83 84", "undo")
    assert session.match.played == [row_move(9)]


def test_ctrl_c_is_not_swallowed():
    def read(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sit().run(read)


# -- seeds --------------------------------------------------------------------


@every_end
def test_with_a_chosen_seed_the_matches_that_follow_are_the_same_every_time(end):
    boards = []
    for _ in range(2):
        session, _ = ENDS[end](seed=41)
        session.do("")
        boards.append(session.match.digest())
        assert session.match.seed == 42
    assert boards[0] == boards[1]


def test_with_a_chosen_text_every_match_has_another_seed():
    session, _ = won(seed="tea")
    seeds = [session.match.seed]
    for _ in range(5):
        session.do("again")
        seeds.append(session.match.seed)
    again, _ = won(seed="tea")
    again.do("next")
    assert again.match.seed == seeds[1]
    assert len(set(seeds)) == len(seeds)


def test_without_a_chosen_seed_nobody_can_foretell_the_next():
    seeds = set()
    for _ in range(10):
        session, _ = won(seed=41, chosen_seed=False)
        session.do("")
        seeds.add(session.match.seed)
    assert len(seeds) == 10
    assert 42 not in seeds


def test_the_seed_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = lost(chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    session, _ = lost(chosen_seed=True)
    assert f"seed {session.match.seed + 1}\n" in reply(session, "")


def test_after_the_largest_seed_the_game_goes_on():
    session, _ = won(seed=LARGEST_SEED)
    session.do("")
    assert session.match.options["level"] == 2
    assert session.match.outcome == "playing"
