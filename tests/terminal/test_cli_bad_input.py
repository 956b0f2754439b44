"""Bad input gets one sentence and exit code 2."""

import pytest

from cardhouse.games import GAMES
from tests.terminal.cli_kit import (
    TITLES,
    WRONG,
    done,
    every_game,
    one_sentence,
    opening,
    saved,
    unreadable,
)
from tests.terminal.process import run

BOOM_FLAGS = [["--level", "3"], ["--endless"], ["--shape", "path"]]
GRID_FLAGS = [["--jokers", "Joker"], ["--jokers", ""], ["--picks", "0"], ["--no-auto-freeze"]]
OTHER_FLAGS = {"boom": GRID_FLAGS, "grid": BOOM_FLAGS, "crush": BOOM_FLAGS + GRID_FLAGS}
"""What another game has, but this one has not."""
BAD_WORDS = {
    "no such command": ["dance"],
    "no such option": ["--dance"],
    "no game": ["play"],
    "no such game": ["play", "chess"],
    "a game in capitals": ["play", "BOOM"],
    "an empty game": ["play", ""],
    "two games": ["play", "boom", "boom"],
    "level 0": ["play", "boom", "--level", "0"],
    "level 31": ["play", "boom", "--level", "31"],
    "level -1": ["play", "boom", "--level", "-1"],
    "level one": ["play", "boom", "--level", "one"],
    "level 1.5": ["play", "boom", "--level", "1.5"],
    "an empty level": ["play", "boom", "--level", ""],
    "a huge level": ["play", "boom", "--level", "9" * 50],
    "a level too long to be a number": ["play", "boom", "--level", "9" * 5_000],
    "no level": ["play", "boom", "--level"],
    "endless and a level": ["play", "boom", "--endless", "--level", "3"],
    "no such shape": ["play", "boom", "--shape", "round"],
    "no seed": ["play", "boom", "--seed"],
    "seed -1": ["play", "boom", "--seed", "-1"],
    "a seed too large": ["play", "boom", "--seed", str(2**256)],
    "a seed of a hundred digits": ["play", "boom", "--seed", "9" * 100],
    "a seed of a thousand digits": ["play", "boom", "--seed", "9" * 1_000],
    "no such shape of Crush": ["play", "crush", "--shape", "round"],
    "level 0 of Crush": ["play", "crush", "--level", "0"],
    "seed -1 of Crush": ["play", "crush", "--seed", "-1"],
    "Crush in capitals": ["play", "Crush"],
    "two different games": ["play", "boom", "crush"],
    "no such option of play": ["play", "boom", "--dance", "2"],
    "no such joker": ["play", "grid", "--jokers", "Jester"],
    "no such joker among others": ["play", "grid", "--jokers", "Joker,Jester,Runner"],
    "a joker without a name": ["play", "grid", "--jokers", "Joker,,Runner"],
    "nothing but a comma": ["play", "grid", "--jokers", ","],
    "six jokers": ["play", "grid", "--jokers", ",".join(["Joker"] * 6)],
    "a thousand jokers": ["play", "grid", "--jokers", ",".join(["Joker"] * 1_000)],
    "a joker with a very long name": ["play", "grid", "--jokers", "J" * 10_000],
    "no jokers given": ["play", "grid", "--jokers"],
    "a joker that is a dash": ["play", "grid", "--jokers=--"],
    "a shape that is a dash": ["play", "boom", "--shape=--"],
    "a file that is a dash": ["play", "grid", "--resume=--"],
    "picks that are a dash": ["play", "grid", "--picks=--"],
    "a level that is a dash": ["play", "boom", "--level=--"],
    "jokers of a game": ["jokers", "grid"],
    "no such option of jokers": ["jokers", "--all"],
    "picks 9": ["play", "grid", "--picks", "9"],
    "picks 6": ["play", "grid", "--picks", "6"],
    "picks -1": ["play", "grid", "--picks", "-1"],
    "picks two": ["play", "grid", "--picks", "two"],
    "picks 1.5": ["play", "grid", "--picks", "1.5"],
    "picks in other digits": ["play", "grid", "--picks", "٣"],
    "empty picks": ["play", "grid", "--picks", ""],
    "huge picks": ["play", "grid", "--picks", "9" * 50],
    "picks too long to be a number": ["play", "grid", "--picks", "9" * 5_000],
    "no picks given": ["play", "grid", "--picks"],
    "picks and jokers": ["play", "grid", "--picks", "1", "--jokers", "Joker"],
    "picks and no jokers": ["play", "grid", "--picks", "1", "--jokers", ""],
    "a value for a switch": ["play", "grid", "--no-auto-freeze=no"],
    "seed -1 of Grid": ["play", "grid", "--seed", "-1"],
    "Grid in capitals": ["play", "GRID"],
    "nothing to replay": ["replay"],
    "two files to replay": ["replay", "a", "b"],
    "nothing to verify": ["verify"],
    "levels of something": ["levels", "boom"],
}
MISSING = {
    "a missing file to replay": ["replay", "missing.rec"],
    "a missing file to resume": ["play", "boom", "--resume", "missing.rec"],
}


@pytest.mark.parametrize("name", BAD_WORDS | MISSING)
def test_bad_input_is_answered_with_one_sentence_and_exit_code_2(
    capsys, tmp_path, monkeypatch, name
):
    monkeypatch.chdir(tmp_path)
    words = (BAD_WORDS | MISSING)[name]
    code, out, err = done(capsys, *words, typed="", monkeypatch=monkeypatch)
    assert (code, out) == (WRONG, "")
    one_sentence(err)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["play", "chess"], ["dance"], ["replay", "/"]], ids=str)
def test_bad_input_leaves_a_real_process_with_exit_code_2_and_no_traceback(words):
    refused = run(*words)
    assert (refused.code, refused.out) == (WRONG, "")
    one_sentence(refused.err)


def test_an_unknown_game_is_told_with_those_there_are(capsys):
    err = done(capsys, "play", "chess")[2]
    assert "'chess'" in err
    for game in GAMES:
        assert game in err.removeprefix("cardhouse: ")


@pytest.mark.parametrize(
    ("game", "words"),
    [(game, words) for game in OTHER_FLAGS for words in OTHER_FLAGS[game]],
    ids=str,
)
def test_what_only_another_game_has_is_refused_by_name(capsys, game, words):
    code, out, err = done(capsys, "play", game, *words)
    assert (code, out) == (WRONG, "")
    assert one_sentence(err) == f"cardhouse: {TITLES[game]} has no {words[0]}\n"


@pytest.mark.parametrize(
    "words", [["crush", "--level", "3"], ["grid", "--endless"], ["boom", "--picks", "1"]], ids=str
)
def test_a_real_process_refuses_what_only_another_game_has(words):
    refused = run("play", *words)
    assert (refused.code, refused.out) == (WRONG, "")
    one_sentence(refused.err)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--jokers", "Joker,Jester"], "'Jester'"),
        (["--jokers", ",".join(["Joker"] * 6)], "at most 5 jokers, not 6"),
        (["--picks", "9"], "from 0 to 5, not 9"),
        (["--picks", "two"], "picks is a number from 0 to 5, not 'two'"),
        (["--picks", ""], "picks is a number from 0 to 5, not ''"),
        (["--jokers", "Runer"], "there is no joker 'Runer'; did you mean Runner?"),
        (
            ["--jokers", "Joker,PHOTOGRAF"],
            "there is no joker 'PHOTOGRAF'; did you mean Photograph?",
        ),
        (["--jokers=oops all 6s"], "there is no joker 'oops all 6s'; did you mean Oops! All 6s?"),
        (["--jokers=--"], "there is no joker '--'"),
        (["--picks", "2", "--jokers", "Joker"], "no picks"),
    ],
    ids=str,
)
def test_what_is_wrong_with_jokers_and_picks_is_said(capsys, words, part):
    code, out, err = done(capsys, "play", "grid", *words)
    assert (code, out) == (WRONG, "")
    said = one_sentence(err)
    assert part in said
    assert len(said) < 120


@pytest.mark.parametrize(
    ("game", "other"),
    [(game, other) for game in TITLES for other in TITLES if game != other],
    ids=lambda game: game,
)
def test_a_saved_game_of_one_kind_is_not_resumed_as_the_other(capsys, tmp_path, game, other):
    path = saved(tmp_path, other)
    code, out, err = done(capsys, "play", game, "--resume", str(path))
    assert (code, out) == (WRONG, "")
    assert one_sentence(err) == f"cardhouse: {path} is a game of {TITLES[other]}\n"
    assert path.read_text() == opening(other)[2]


@pytest.mark.parametrize("words", MISSING.values(), ids=MISSING)
def test_a_file_that_cannot_be_read_is_named(capsys, words):
    assert "missing.rec" in one_sentence(done(capsys, *words)[2])


@pytest.mark.parametrize("name", ["text", "empty", "bytes", "folder"])
@pytest.mark.parametrize(
    "words", [("replay",), *(("play", game, "--resume") for game in GAMES)], ids=str
)
def test_a_file_that_is_no_record_is_refused(capsys, tmp_path, words, name):
    path = unreadable(tmp_path)[name]
    code, out, err = done(capsys, *words, str(path))
    assert (code, out) == (WRONG, "")
    one_sentence(err)


def test_an_empty_name_to_resume_is_refused(capsys, monkeypatch):
    code, out, err = done(capsys, "play", "boom", "--resume", "", typed="", monkeypatch=monkeypatch)
    assert (code, out) == (WRONG, "")
    one_sentence(err)


@pytest.mark.parametrize("more", [["--seed", "3"], *BOOM_FLAGS, *GRID_FLAGS], ids=str)
@every_game
def test_a_saved_game_goes_on_as_it_was_chosen(capsys, tmp_path, game, more):
    path = saved(tmp_path, game)
    code, out, err = done(capsys, "play", game, "--resume", str(path), *more)
    assert (code, out) == (WRONG, "")
    one_sentence(err)


def test_a_saved_game_is_not_resumed_as_another_game(capsys, record):
    code, out, err = done(capsys, "play", "chess", "--resume", str(record))
    assert (code, out) == (WRONG, "")
    one_sentence(err)
