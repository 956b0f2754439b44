"""Poker Grid in a sitting: its commands and its end."""

import io

import pytest

import cardhouse
from cardhouse.games.grid.jokers import NUMBERS_OF
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import Session
from tests.terminal.session_kit import (
    BARE,
    NO_COMMAND,
    WIDTH,
    at_grid,
    changes_nothing,
    in_draft,
    one_line,
    reply,
    shows,
    sit,
)

# -- Poker Grid, commands -----------------------------------------------------


def test_a_hint_of_grid_is_a_legal_move_with_what_it_does():
    for session in (at_grid(), in_draft(), at_grid(BARE), at_grid({"hands_left": 1})):
        hint = " ".join(changes_nothing(session, "hint").split())
        move = next(move for move in session.match.moves() if hint.startswith(f"{move} "))
        words = Paint(signs=False).words(session.match.look(move)["message"])
        assert hint.removeprefix(move).strip() == words


def test_the_hint_of_a_draft_says_what_the_cards_make_with_the_joker():
    offers = ["Photograph", "Joker", "Runner"]
    hint = changes_nothing(in_draft(BARE | {"offers": offers}), "hint")
    makes = 1_385 + 4 * (100 + 40 + 30 + 20 + 5 + 10 + 5 + 30 + 35 + 5)
    words = f"d 1   takes Joker; with it the cards that lie here would make {makes:,}"
    assert one_line(hint) == words


PAIRS = [
    ["2c", "3d", "4h", "6s", "9c"],
    ["Ts", "5h", "8d", "8d", "Qc"],
    ["4s", "Jd", "Kh", "2h", "7c"],
    ["6h", "9s", "Ac", "Kd", "3c"],
    ["Jh", "Qs", "7d", "Tc", "5s"],
]
"""A grid with one line that has two cards of one rank, which are of one suit too."""


@pytest.mark.parametrize(
    ("frozen", "hint"),
    [
        ([[0, 0], [4, 4]], "u   unfreezes 2 cards; best then: freeze 8d at 1,2 and 8d at 1,3"),
        ([], "f 1 2   freezes 8d; best then: freeze 8d at 1,3"),
        ([[1, 2]], "f 1 3   freezes 8d"),
        ([[1, 2], [4, 4]], "f 4 4   unfreezes 5s; best then: freeze 8d at 1,3"),
        ([[1, 2], [1, 3]], "s   redraws 23 cards and scores ten lines"),
    ],
    ids=str,
)
def test_the_hint_of_a_freeze_says_what_is_best_to_freeze_with_it(frozen, hint):
    session = at_grid({"board": PAIRS, "jokers": [], "frozen": frozen})
    assert one_line(changes_nothing(session, "hint")) == hint


def test_the_hints_of_grid_freeze_what_the_first_of_them_names():
    session = at_grid({"board": PAIRS, "jokers": [], "frozen": [[0, 0], [4, 4]]})
    for move in ("u", "f 1 2", "f 1 3", "s"):
        assert changes_nothing(session, "hint").startswith(f"{move}   ")
        session.do(move)
    assert session.match.played == ["u", "f 1 2", "f 1 3", "s"]


@pytest.mark.parametrize("seed", range(5))
def test_the_hints_of_grid_lead_to_the_end(seed):
    session = sit(game="grid", seed=seed, picks=2)
    moves = 0
    while session.match.outcome == "playing":
        session.do(session.match.hint()["move"])
        moves += 1
        assert session.match.number == moves <= 40


def test_a_hint_of_grid_is_narrow():
    for seed in range(12):
        for line in changes_nothing(sit(game="grid", seed=seed), "hint").splitlines():
            assert len(line) <= 78, line


def test_a_long_hint_is_broken_between_words_and_set_in():
    jokers = [{"name": "Melting Clock", "held": 10**5}, {"name": "Runner", "held": 10**5}]
    longest = sorted(NUMBERS_OF, key=len)[-3:]
    session = in_draft({"jokers": jokers, "offers": longest})
    first, then = changes_nothing(session, "hint").splitlines()
    assert len(first) <= 78 < len(first) + 1 + len(then.split()[0])
    assert then.startswith("  ")
    assert then[2] != " "
    hint = session.match.hint()
    assert f"{first} {then.strip()}" == f"{hint['move']}   {hint['why']}"


def test_a_preview_changes_nothing_and_tells_nothing_hidden():
    first = changes_nothing(at_grid(), "p")
    assert "The next hand" in first
    assert first == changes_nothing(at_grid(seed=6), "p")


def test_a_table_set_up_by_hand_does_not_foretell_the_luck_of_the_next_hand():
    told = set()
    for seed in range(6):
        session = at_grid({"jokers": ["Loose Step"]}, seed=seed)
        before, after = (lucky_lines(session, line) for line in ("f 0 3", "s"))
        told.add(before == after)
    assert told != {True}


def lucky_lines(session, line):
    """Type a line; return which lines a lucky joker has helped."""
    session.do(line)
    return [bool(result["jokers"]) for result in session.match.view()["lines"]]


def test_what_a_preview_says_changes_with_the_freezes():
    session = at_grid({"board": [["Ah"] * 5] * 5, "frozen": []})
    bare = changes_nothing(session, "p")
    session.do("f 0 0")
    session.do("f 0 1")
    assert changes_nothing(session, "p") != bare


def test_j_l_m_and_help_are_answered_in_a_draft_and_after_the_end():
    for session in (in_draft(), grid_end("won")[0], grid_end("lost")[0]):
        for line in ("j", "l", "m", "?", "jokers", "lines", "moves"):
            assert len(changes_nothing(session, line)) > 10


def test_what_is_asked_is_what_the_screen_says():
    session = at_grid({"hands_left": 3})
    for line, text in (
        ("j", grid.jokers(session.match)),
        ("l", grid.explain(session.match)),
        ("p", grid.foretell(session.match)),
    ):
        assert changes_nothing(session, line) == Paint(signs=False).words(text) + "\n"
        assert changes_nothing(session, f"{line} and more").count("\n") >= 1


def test_all_moves_of_a_round_can_be_taken_back():
    session = in_draft({"jokers": [{"name": "Long Stay", "held": 2.5}, "Runner"]})
    views = [session.match.view()]
    for line in ("d 2", "o 2 0", "f 0 3", "s", "u", "s"):
        session.do(line)
        views.append(session.match.view())
    for view in views[-2::-1]:
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.view() | {"undone": 0} == view
    assert "no move to take back" in changes_nothing(session, "undo")


def test_a_hand_taken_back_and_played_again_brings_another():
    session = at_grid({"jokers": ["Coin Slot"]})
    first = reply(session, "s")
    assert "the undo counts" in reply(session, "undo")
    assert reply(session, "s") != first


def test_a_round_that_was_begun_is_not_thrown_away():
    for session, line in ((at_grid(), "f 0 3"), (in_draft(), "d 0")):
        session.do(line)
        assert "still goes on" in one_line(changes_nothing(session, "again"))


def test_there_is_no_next_level_of_grid():
    for session in (at_grid(), grid_end("won")[0], grid_end("lost")[0]):
        assert one_line(changes_nothing(session, "next")) == "There is no next level."


class Signs(io.StringIO):
    """An output where all signs can be written."""

    encoding = "utf-8"


def test_the_name_of_a_joker_is_never_taken_for_a_card():
    match = in_draft({"offers": ["Oops! All 6s", "Joker", "Runner"]}).match
    session = Session(match, Signs(), chosen_seed=True)
    for line in ("hint", "d 0", "j", "o 2 0", "undo", "undo"):
        said = reply(session, line)
        assert "6♠" not in said
        assert line in ("hint", "o 2 0") or "Oops! All 6s" in said
    assert "J♥ at 0,3 frozen." in reply(at_signs(), "f 0 3")


def at_signs():
    return Session(at_grid().match, Signs(), chosen_seed=True)


# -- Poker Grid, the end ------------------------------------------------------

NEAR = {"won": {"target": 20, "hands_left": 3}, "lost": {"target": 10**9, "hands_left": 1}}
"""A hand from a win (no line makes less than 5), and from a loss."""
either_end = pytest.mark.parametrize("end", NEAR)


def grid_end(end, **how):
    """Sit at a round that was just won or lost."""
    session = at_grid(NEAR[end], **how)
    said = reply(session, "s")
    assert session.match.outcome == end
    return session, said


@either_end
def test_the_end_of_a_round_is_said_with_points_and_what_can_be_done(end):
    session, said = grid_end(end)
    assert shows(session, said)
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith({"won": "You won. ", "lost": "You lost: no hands are left. "}[end])
    assert f"{session.match.score:,} points in " in ending
    assert "seed 5." in ending
    for words in ("Enter: once more", "undo", "save FILE", "quit"):
        assert words in ending
    assert "level" not in ending
    assert max(map(len, said.splitlines())) <= WIDTH


def test_whole_rounds_go_from_the_draft_to_a_win_or_a_loss():
    ends = set()
    for seed in range(40):
        session = sit(game="grid", seed=seed, picks=2)
        assert len(session.match.view()["offers"]) == 3
        for line in ("d 0", "d 1", *["s"] * 7):
            assert session.match.outcome == "playing"
            said = reply(session, line)
            assert shows(session, said)
            if "Enter:" in said:
                break
        view = session.match.view()
        won = view["score"] >= view["target"]
        assert view["outcome"] == ("won" if won else "lost")
        assert won or view["hands_left"] == 0
        assert ("You won" in said, "You lost" in said) == (won, not won)
        ends.add(won)
        if len(ends) == 2:
            return
    pytest.fail("only one kind of end was met")


@either_end
@pytest.mark.parametrize("line", ["", "  ", "again", "AGAIN"])
def test_another_round_is_played_with_other_cards(end, line):
    session, _ = grid_end(end)
    said = reply(session, line)
    assert session.match.seed == 6
    assert (session.match.outcome, session.match.score) == ("playing", 0)
    assert (session.match.played, session.match.position) == ([], None)
    assert said.startswith(f"\n{grid.title(session.match)}\nseed 6\n")
    assert shows(session, said)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"picks": 3},
        {"picks": 0},
        {"jokers": ["Joker", "Echo"]},
        {"jokers": []},
        {"auto_freeze": False},
    ],
    ids=str,
)
def test_another_round_has_the_same_jokers_picks_and_freezes(options):
    session = sit(game="grid", **options)
    chosen = dict(session.match.options)
    for _ in range(options.get("picks", 0 if "jokers" in options else 1)):
        session.do("d 0")
    while session.match.outcome == "playing":
        session.do("s")
    session.do("")
    assert session.match.options == chosen
    view = session.match.view()
    assert [joker["name"] for joker in view["jokers"]] == options.get("jokers", [])
    assert len(view["offers"]) == (0 if "jokers" in options or not chosen["picks"] else 3)
    assert options.get("auto_freeze", True) or view["frozen"] == []


@either_end
def test_the_last_hand_can_be_taken_back_and_the_round_goes_on(end):
    session, _ = grid_end(end)
    said = reply(session, "undo")
    assert session.match.outcome == "playing"
    assert "You" not in said
    assert shows(session, said)
    session.do("f 0 3")
    assert session.match.played == ["f 0 3"]


@either_end
def test_after_the_end_of_a_round_there_is_no_move_no_hint_and_no_preview(end):
    session, _ = grid_end(end)
    for line in ("s", "u", "f 0 3", "03", "d 0", "o 0 1", "hint", "p"):
        assert one_line(changes_nothing(session, line)) == "The game is over."
    for line in ("moves", "moves all"):
        assert one_line(changes_nothing(session, line)) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


@either_end
def test_an_ended_round_can_be_saved(tmp_path, end):
    session, _ = grid_end(end)
    changes_nothing(session, f"save {tmp_path / 'game'}")
    saved = cardhouse.replay((tmp_path / "game").read_text())
    assert (saved.outcome, saved.played) == (end, ["s"])
    assert saved.view() == session.match.view()


def test_the_seed_of_grid_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = grid_end("lost", chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    assert "seed" not in reply(session, "d 0")
    session, _ = grid_end("won", chosen_seed=True)
    assert "\nseed 6\n" in reply(session, "")
