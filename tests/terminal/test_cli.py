"""The command line, run as people run it: in pipes and at pseudo-terminals."""

import io
import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import cardhouse
from cardhouse.agents import casual
from cardhouse.agents.agent import Luck
from cardhouse.cli import main
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.twin import bind
from cardhouse.games import GAMES
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.crush.notation import WORDS
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.terminal.session import SCREENS
from tests.games import BOARD, KITS, bomb, row_move
from tests.games.crush import BOARD as CRUSH_BOARD
from tests.games.crush import FULL, FULL_TAGS, TAGS
from tests.scouted import scouted
from tests.terminal import (
    COMMAND,
    NARROW,
    PATIENCE,
    Terminal,
    ended,
    environment,
    interrupted,
    run,
    seen,
    started,
    tables,
    uncoloured,
)

FINE, REFUSED, WRONG, INTERRUPTED = 0, 1, 2, 130
WIDTH = 80
PROMPT = "> "
STEP = "Enter: next move, q: quit "
PLAY = ("play", "boom", "--seed", "7")
CRUSH = ("play", "crush", "--seed", "7")
GRID = ("play", "grid", "--seed", "7")
TITLES = {"boom": "Poker Boom", "grid": "Poker Grid", "crush": "Solitaire Crush"}

every_game = pytest.mark.parametrize("game", SCREENS)


def played(match, moves):
    """Play some moves of a match: the moves, every view on the way, and the record."""
    views = [match.view()]
    for move in moves:
        match.play(move)
        views.append(match.view())
    return match.played, views, match.record()


@cache
def opening(game="boom"):
    """Return a game played for three moves: what it tells, and its record."""
    match = cardhouse.new(game, seed=7)
    if game == "grid":
        return played(match, ("d 1", "s", "u"))
    return played(match, (scouted(match) for _ in range(3)))


@cache
def whole_game():
    """Return a game of Crush, played to its end by a bot with luck that tries everything."""
    match, luck = cardhouse.new("crush", seed=7), Luck()
    set_key(luck, key_of(1))
    bot = bind(casual, match.game.rules)
    return played(match, bot_moves(match, bot, luck))


def bot_moves(match, bot, luck):
    while match.outcome == "playing":
        yield match.game.notation.move_text(bot.choose(match.state, luck))


def saved(folder, game="boom"):
    path = folder / f"{game}.rec"
    path.write_text(opening(game)[2])
    return path


@pytest.fixture
def record(tmp_path):
    return saved(tmp_path).rename(tmp_path / "game.rec")


def done(capsys, *words, typed=None, monkeypatch=None):
    """Run the command line here: its exit code, and what it wrote."""
    if typed is not None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    try:
        code = main(list(words))
    except SystemExit as leaving:
        code = leaving.code
    return code, *capsys.readouterr()


def one_sentence(err):
    assert err.startswith("cardhouse: ")
    assert err.count("\n") == 1
    assert len(err) > 20
    return err


# -- what is there ------------------------------------------------------------


def test_the_version_is_told():
    told = run("--version")
    assert (told.code, told.out, told.err) == (FINE, f"cardhouse {cardhouse.__version__}\n", "")


def test_the_installed_command_is_the_same():
    command = Path(sys.executable).with_name("cardhouse")
    if not command.exists():
        pytest.skip("it is not installed")
    told = subprocess.run([command, "--version"], capture_output=True, check=True, text=True)
    assert told.stdout == run("--version").out


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]], ids=str)
def test_the_help_names_every_command(capsys, words):
    code, out, err = done(capsys, *words)
    assert (code, err) == (FINE, "")
    for command in ("play", "replay", "verify", "levels", "jokers", "--version"):
        assert command in out


@pytest.mark.parametrize("command", ["play", "replay", "verify", "levels", "jokers"])
def test_every_command_has_its_own_help(capsys, command):
    code, out, err = done(capsys, command, "--help")
    assert (code, err) == (FINE, "")
    assert f"cardhouse {command}" in out


def test_the_levels_are_listed_as_they_are(capsys):
    code, out, err = done(capsys, "levels")
    head, *rows = out.splitlines()
    assert (code, err) == (FINE, "")
    assert head.split() == ["level", "name", "target", "moves", "bombs", "every", "fuses"]
    assert len(rows) == len(LEVELS) == 30
    for number, (row, level) in enumerate(zip(rows, LEVELS, strict=True), 1):
        first, rest = row.split(None, 1)
        name, target, moves, bombs, every, fuses = rest.rsplit(None, 5)
        assert (int(first), name) == (number, level.name)
        assert (int(target.replace(",", "")), int(moves)) == (level.target, level.moves)
        assert (int(bombs), int(every)) == (level.bombs, level.every)
        assert fuses == f"{level.fuse_low}-{level.fuse_high}"


def test_the_columns_of_the_levels_stand_under_their_names(capsys):
    head, *rows = done(capsys, "levels")[1].splitlines()
    for name in ("level", "target", "moves", "bombs", "every"):
        end = head.index(name) + len(name)
        assert all(row[end - 1].isdigit() and row[end : end + 1] == " " for row in rows)
    assert max(map(len, rows)) <= WIDTH


def jokers_in(text):
    """Read the list of jokers, wherever its lines are broken: names, and what each does."""
    lines = text.splitlines()
    start = lines[0].index("+4")
    assert lines[0][:start].rstrip() == "Joker"
    found = []
    for line in lines:
        assert len(line) <= NARROW
        assert line == line.rstrip()
        name, words = line[:start].rstrip(), line[start:]
        assert line[start - 2 : start] == "  "
        assert words[0] != " "
        if name:
            found.append((name, words))
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]} {words}")
    return found


def test_the_jokers_are_listed_as_they_are(capsys):
    code, out, err = done(capsys, "jokers")
    assert (code, err) == (FINE, "")
    assert len(ROSTER) == 91
    assert jokers_in(out) == [(joker.name, joker.text) for joker in ROSTER[1:]]
    assert "\x1b" not in out


@pytest.mark.parametrize("changes", [{}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_a_real_process_lists_the_jokers_in_signs_or_in_letters(changes):
    told = run("jokers", **changes)
    assert (told.code, told.err) == (FINE, "")
    assert told.out.isascii() == bool(changes)
    letters = {"×": "x"} if changes else {}
    assert jokers_in(told.out) == [
        (joker.name, joker.text.translate(str.maketrans(letters))) for joker in ROSTER[1:]
    ]


def test_every_joker_that_is_listed_can_be_played_with(capsys, monkeypatch):
    for name, words in jokers_in(done(capsys, "jokers")[1]):
        chosen = ("--jokers", name.upper())
        code, out, err = done(capsys, *GRID, *chosen, typed="", monkeypatch=monkeypatch)
        assert (code, err) == (FINE, "")
        (table,) = tables(out)
        assert table["jokers"][0].startswith(f"{name}: {words}".replace("×", "x"))


# -- bad input ----------------------------------------------------------------

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
def test_what_is_wrong_with_jokers_and_picks_is_said(words, part):
    refused = run("play", "grid", *words)
    assert (refused.code, refused.out) == (WRONG, "")
    said = one_sentence(refused.err)
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
    "words", [("replay",), *(("play", game, "--resume") for game in SCREENS)], ids=str
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


# -- verify -------------------------------------------------------------------


def unreadable(folder):
    """Make one of every kind of file that is no record."""
    (folder / "text").write_text("Dear diary,\n")
    (folder / "empty").write_bytes(b"")
    (folder / "bytes").write_bytes(bytes(range(256)) * 100)
    (folder / "folder").mkdir()
    names = ("text", "empty", "bytes", "folder", "missing")
    return {name: folder / name for name in names}


def forgeries():
    """Return records that do not hold, or that cannot be verified."""
    text = opening()[2]
    lines = text.splitlines(keepends=True)
    score = next(line for line in lines if line.startswith("1 "))
    return {
        "a forged score": text.replace(score, score[:-1] + "0\n"),
        "a forged seed": text.replace("seed 7", "seed 8"),
        "a forged end": text.replace("outcome playing", "outcome won"),
        "without its end": "".join(lines[:-3]),
        "without its last move": "".join(lines[:-4]),
        "without its last letters": text[:-5],
        "with one more line": text + "more\n",
        "of another format": text.replace("cardhouse-record 1", "cardhouse-record 2"),
        "of other rules": text.replace("rules 1 ", "rules 2 "),
        "of an unknown game": text.replace("game boom", "game chess"),
    }


def verified(capsys, *paths):
    """Verify files: the exit code, and the line of each."""
    code, out, err = done(capsys, "verify", *map(str, paths))
    assert err == ""
    lines = out.splitlines()
    assert len(lines) == len(paths)
    for line, path in zip(lines, paths, strict=True):
        assert line.startswith(f"{path}: ")
    return code, lines


@every_game
def test_a_true_record_is_verified(capsys, tmp_path, game):
    path = saved(tmp_path, game)
    code, (line,) = verified(capsys, path)
    score = cardhouse.replay(path.read_text()).score
    assert code == FINE
    for part in ("verified", TITLES[game], "playing", f"{score:,} points", "3 moves"):
        assert part in line


def test_records_of_all_games_are_verified_at_once(capsys, tmp_path):
    boom, grid, crush = (saved(tmp_path, game) for game in ("boom", "grid", "crush"))
    code, lines = verified(capsys, boom, crush, grid, boom)
    assert code == FINE
    titles = [TITLES[game] for game in ("boom", "crush", "grid", "boom")]
    for line, title in zip(lines, titles, strict=True):
        assert f": verified, {title}" in line
    false = tmp_path / "false"
    for path in (grid, crush):
        false.write_text(path.read_text().replace("seed 7", "seed 8"))
        code, lines = verified(capsys, boom, false, path)
        assert code == REFUSED
        assert ["verified" in line for line in lines] == [True, False, True]


UNTRUE = {
    "crush": [
        ("game crush", "game boom"),
        ("options {}", 'options {"level": 1}'),
        ("seed 7", "seed 8"),
    ],
    "grid": [
        ("game grid", "game boom"),
        ('"picks": 1', '"picks": 2'),
        ('"picks": 1', '"picks": 9'),
        ('"picks": 1', '"chips": 1'),
        ('"auto_freeze": true', '"auto_freeze": false'),
        ('"jokers": null', '"jokers": ["Jester"]'),
        ("seed 7", "seed 8"),
        ("1 d", "1 s"),
    ],
}


@pytest.mark.parametrize(
    ("game", "old", "new"), [(game, *words) for game in UNTRUE for words in UNTRUE[game]]
)
def test_a_record_that_was_changed_does_not_hold(capsys, tmp_path, game, old, new):
    text = opening(game)[2]
    assert old in text
    (tmp_path / "game").write_text(text.replace(old, new))
    code, (line,) = verified(capsys, tmp_path / "game")
    assert code == REFUSED
    assert "verified," not in line


@pytest.mark.parametrize("name", forgeries())
def test_a_record_that_does_not_hold_is_refused_with_exit_code_1(capsys, tmp_path, name):
    (tmp_path / "game").write_text(forgeries()[name])
    code, (line,) = verified(capsys, tmp_path / "game")
    assert code == REFUSED
    assert "verified," not in line


def test_a_forged_score_is_told_with_its_move(capsys, tmp_path):
    (tmp_path / "game").write_text(forgeries()["a forged score"])
    assert "move 1" in verified(capsys, tmp_path / "game")[1][0]


@pytest.mark.parametrize("name", ["text", "empty", "bytes", "folder", "missing"])
def test_what_is_no_record_is_refused_with_exit_code_2(capsys, tmp_path, name):
    path = unreadable(tmp_path)[name]
    code, (line,) = verified(capsys, path)
    assert code == WRONG
    assert len(line.replace(str(path), "")) < 120


def test_a_record_cut_off_in_its_header_is_none(capsys, tmp_path):
    (tmp_path / "game").write_text("".join(opening()[2].splitlines(keepends=True)[:4]))
    assert verified(capsys, tmp_path / "game")[0] == WRONG


def test_a_file_of_any_size_is_refused(capsys, tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.write(opening()[2].encode())
        file.truncate(10**10)
    assert verified(capsys, tmp_path / "huge")[0] == WRONG


def test_several_files_get_a_line_each_and_the_worst_exit_code(capsys, tmp_path, record):
    false, other = tmp_path / "false", tmp_path / "other"
    false.write_text(forgeries()["a forged seed"])
    other.write_text("Dear diary,\n")
    assert verified(capsys, record, record)[0] == FINE
    assert verified(capsys, record, false, record)[0] == REFUSED
    assert verified(capsys, false, other, record)[0] == WRONG
    assert verified(capsys, other, record)[0] == WRONG


def test_line_ends_of_another_system_do_not_matter(capsys, tmp_path):
    (tmp_path / "game").write_bytes(opening()[2].replace("\n", "\r\n").encode())
    assert verified(capsys, tmp_path / "game")[0] == FINE


def test_a_real_process_verifies_true_false_and_other_files(tmp_path, record):
    (tmp_path / "false").write_text(forgeries()["a forged seed"])
    for names, code in ((["game.rec"], FINE), (["game.rec", "false"], REFUSED), (["."], WRONG)):
        told = run("verify", *names, cwd=tmp_path)
        assert (told.code, told.err) == (code, "")
        assert len(told.out.splitlines()) == len(names)


def test_a_name_that_is_no_text_is_told_all_the_same(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff\xfe.rec"
    Path(os.fsdecode(name)).write_text(opening()[2])
    told = run("verify", name)
    assert (told.code, told.err) == (FINE, "")
    assert "verified" in told.out


# -- replay -------------------------------------------------------------------


@every_game
def test_a_replay_in_a_pipe_shows_every_move_and_table_and_asks_nothing(tmp_path, game):
    moves, views, _ = opening(game)
    told = run("replay", str(saved(tmp_path, game)))
    assert (told.code, told.err) == (FINE, "")
    assert told.out.startswith(TITLES[game])
    assert tables(told.out) == [seen(view) for view in views]
    for number, move in enumerate(moves, 1):
        assert f"\n{number}. {move}" in told.out
    assert STEP not in told.out
    assert told.out.endswith(f"{views[-1]['score']:,} points in 3 moves.\n")


@every_game
def test_a_replay_at_a_terminal_goes_on_with_enter(tmp_path, game):
    _, views, _ = opening(game)
    with Terminal("replay", str(saved(tmp_path, game))) as terminal:
        for view in views[:-1]:
            assert tables(terminal.until(STEP)) == [seen(view)]
            terminal.type("\n")
        code, last = terminal.end()
    assert code == FINE
    assert tables(last) == [seen(views[-1])]
    assert "points in 3 moves" in last


@pytest.mark.parametrize("typed", ["q\n", "Q\n", " quit \n", "\x04"], ids=ascii)
def test_a_replay_at_a_terminal_can_be_left(record, typed):
    with Terminal("replay", str(record)) as terminal:
        terminal.until(STEP)
        terminal.type("\n")
        terminal.until(STEP)
        terminal.type(typed)
        code, last = terminal.end()
    assert code == FINE
    assert tables(last) == []
    assert last.endswith("\n")


def test_ctrl_c_ends_a_replay_without_a_traceback(record):
    with Terminal("replay", str(record)) as terminal:
        terminal.until(STEP)
        terminal.interrupt()
        code, last = terminal.end()
    assert code == INTERRUPTED
    assert last.strip() in ("", "^C")
    assert last.endswith("\n")


def test_a_placed_game_and_a_text_seed_are_replayed(tmp_path):
    position = {"board": BOARD, "bombs": [bomb("bottom", 2, 1)], "mode": "endless"}
    match = cardhouse.place("boom", position, seed="tea ♥")
    views = [match.view()]
    match.play(row_move(9))
    (tmp_path / "game").write_text(match.record())
    told = run("replay", "game", cwd=tmp_path)
    assert tables(told.out) == [seen(view) for view in (*views, match.view())]
    assert "seed tea ♥" in told.out
    assert "explodes" in told.out


def test_a_replay_is_at_most_eighty_columns_wide(capsys, tmp_path):
    bombs = [bomb("bottom", 2, 1), bomb("left", 9, 1), bomb("right", 0, 12)]
    match = cardhouse.place("boom", {"board": BOARD, "bombs": bombs}, seed=7)
    match.play(row_move(9))
    (tmp_path / "game").write_text(match.record())
    _, out, _ = done(capsys, "replay", str(tmp_path / "game"))
    assert max(map(len, out.splitlines())) <= WIDTH


def test_a_forged_record_is_not_replayed(capsys, tmp_path):
    (tmp_path / "game").write_text(forgeries()["a forged score"])
    code, out, err = done(capsys, "replay", str(tmp_path / "game"))
    assert (code, out) == (WRONG, "")
    assert "move 1" in one_sentence(err)


# -- play, in a pipe ----------------------------------------------------------


@every_game
def test_the_end_of_the_input_ends_the_game(game):
    told = run("play", game, "--seed", "7")
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(opening(game)[1][0])]
    assert told.out.endswith("\n")


def test_what_comes_from_a_pipe_is_written_down_as_if_typed():
    told = run(*PLAY, typed="hint\nquit\nhint\n")
    assert (told.code, told.err) == (FINE, "")
    assert told.out.count(f"\n{PROMPT}hint\n") == 1
    assert told.out.endswith(f"\n{PROMPT}quit\n")


@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=ascii)
def test_the_last_line_is_done_however_it_ends(end):
    moves, views, _ = opening()
    told = run(*PLAY, typed=moves[0] + end)
    assert tables(told.out) == [seen(view) for view in views[:2]]


@every_game
def test_nothing_is_coloured_in_a_pipe(game):
    told = run("play", game, "--seed", "7", typed=f"help\nmoves\n{opening(game)[0][0]}\n")
    assert "\x1b" not in told.out
    assert "♥" in told.out


def test_a_chosen_seed_gives_the_same_sitting_every_time():
    typed = "hint\nagain\nhint\nagain\nmoves\n"
    path = ("play", "boom", "--seed", "tea ♥", "--endless", "--shape", "path")
    for words in (PLAY, GRID, CRUSH, path):
        first, second = run(*words, typed=typed), run(*words, typed=typed)
        assert first == second
        assert len(tables(first.out)) == 3


@every_game
def test_without_a_seed_every_game_is_another_and_its_seed_is_hidden(game):
    typed = "again\nhint\nmoves\nnext\nquit\n"
    first, second = (run("play", game, typed=typed) for _ in range(2))
    assert tables(first.out) != tables(second.out)
    assert "seed" not in first.out


def test_a_chosen_seed_is_told_from_the_start():
    for words in (PLAY, GRID, CRUSH):
        assert "\nseed 7\n" in run(*words).out.split("\n\n")[0] + "\n"


@pytest.mark.parametrize("seed", ["0", "00", "007", "", " ", "+7", "1e3", "٣", str(2**256 - 1)])
def test_digits_are_a_number_and_anything_else_is_a_text(capsys, monkeypatch, seed):
    code, out, err = done(capsys, "play", "boom", "--seed", seed, typed="", monkeypatch=monkeypatch)
    number = int(seed) if seed.isascii() and seed.isdigit() else seed
    assert (code, err) == (FINE, "")
    assert tables(out) == [seen(cardhouse.new("boom", seed=number).view())]


@every_game
@pytest.mark.parametrize("seed", ["--", "-", "---", "--seed"])
def test_a_seed_of_dashes_is_a_text(capsys, monkeypatch, game, seed):
    words = ("play", game, f"--seed={seed}")
    code, out, err = done(capsys, *words, typed="", monkeypatch=monkeypatch)
    assert (code, err) == (FINE, "")
    assert f"\nseed {seed}\n" in out
    assert tables(out) == [seen(cardhouse.new(game, seed=seed).view())]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--level", "30"], {"level": 30}),
        (["--level=2", "--shape=path"], {"level": 2, "shape": "path"}),
        (["--endless"], {"mode": "endless"}),
    ],
    ids=str,
)
def test_what_was_chosen_is_what_is_played(capsys, monkeypatch, words, options):
    code, out, _ = done(capsys, *PLAY, *words, typed="", monkeypatch=monkeypatch)
    assert code == FINE
    assert tables(out) == [seen(cardhouse.new("boom", seed=7, **options).view())]


NO_JOKERS = {"jokers": []}


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["--jokers", "Joker,Runner"], {"jokers": ["Joker", "Runner"]}),
        (["--jokers", " runner , JOKER "], {"jokers": ["Runner", "Joker"]}),
        (["--jokers=Oops! All 6s"], {"jokers": ["Oops! All 6s"]}),
        (["--jokers", ",".join(["Echo"] * 5)], {"jokers": ["Echo"] * 5}),
        (["--jokers", "Joker", "--picks", "0"], {"jokers": ["Joker"]}),
        (["--jokers", ""], NO_JOKERS),
        (["--jokers="], NO_JOKERS),
        (["--jokers", "  "], NO_JOKERS),
        *((["--picks", str(picks)], {"picks": picks}) for picks in range(6)),
        (["--picks", "05"], {"picks": 5}),
        (["--no-auto-freeze"], {"auto_freeze": False}),
        (["--no-auto-freeze", "--jokers", "Joker"], {"auto_freeze": False, "jokers": ["Joker"]}),
    ],
    ids=str,
)
def test_what_was_chosen_for_grid_is_what_is_played(capsys, monkeypatch, words, options):
    code, out, err = done(capsys, *GRID, *words, typed="", monkeypatch=monkeypatch)
    assert (code, err) == (FINE, "")
    match = cardhouse.new("grid", seed=7, **options)
    assert tables(out) == [seen(match.view())]
    (table,) = tables(out)
    assert len(table["jokers"]) == len(options.get("jokers", []))
    assert len(table["offers"]) == (0 if "jokers" in options or options.get("picks") == 0 else 3)
    assert len(table["frozen"]) == (2 if options.get("auto_freeze", True) else 0)


@pytest.mark.parametrize("picks", range(6))
def test_as_many_jokers_are_drafted_as_were_chosen(capsys, monkeypatch, picks):
    typed = "d 0\n" * 6
    words = (*GRID, "--picks", str(picks))
    _, out, _ = done(capsys, *words, typed=typed, monkeypatch=monkeypatch)
    *_, last = tables(out)
    assert len(tables(out)) == 1 + picks
    assert (len(last["jokers"]), last["offers"]) == (picks, [])
    assert out.count("No joker is offered.") == 6 - picks


HOSTILE = [
    b"\xff\xfe\xfd",
    b"save \xff\xfe",
    b"\0",
    b"31 32\0 42 52 53",
    b"\x1b[2J\x1b[H",
    b"\xe2\x99",
    b"x" * 1_000_000,
    b"31 " * 100_000,
    b"-1 -1 -1 -1 -1",
    b"\r",
    b"\x1a",
]


@every_game
def test_hostile_lines_neither_end_the_game_nor_change_it(tmp_path, game):
    moves, views, _ = opening(game)
    typed = b"\n".join([*HOSTILE, moves[0].encode(), *HOSTILE, b"undo", b"quit"])
    told = run("play", game, "--seed", "7", typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in (views[0], views[1], views[0])]
    assert told.out.count("\n" + PROMPT) == 2 * len(HOSTILE) + 3


NO_SIGNS = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
]
LOOK_AROUND = "hint\nmoves\nhelp\n3♥\n{move}\nundo\nquit\n"


LETTERS_DRAWN = {
    "boom": ("+--------------------------+", "      3 |  Ah   4d   4c   Js   2c  |"),
    "grid": (
        "+---------------------------------------------+",
        " 0 |   Tc       As*      6h       Qd       3s    |",
    ),
    "crush": (
        "+------------------------------------+",
        " 4 |  7ds  9db  8h   Ks   3h   Js   2d  |",
    ),
}


@pytest.mark.parametrize("changes", NO_SIGNS, ids=str)
@every_game
def test_without_signs_letters_and_a_plain_box_are_drawn(game, changes):
    moves, views, _ = opening(game)
    typed = LOOK_AROUND.format(move=moves[0])
    told = run("play", game, "--seed", "7", typed=typed, **changes)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in (views[0], views[1], views[0])]
    for drawn in LETTERS_DRAWN[game]:
        assert drawn in told.out


@pytest.mark.parametrize("changes", NO_SIGNS[:2], ids=str)
@every_game
def test_without_signs_nothing_is_lost_to_a_question_mark(game, changes):
    typed = LOOK_AROUND.format(move=opening(game)[0][0]).replace("3♥\n", "")
    told = run("play", game, "--seed", "7", typed=typed, **changes)
    assert told.out.isascii()
    assert "?" not in told.out.replace("help (?)", "")


@pytest.mark.parametrize("changes", NO_SIGNS[:2], ids=str)
def test_everything_else_works_without_signs_too(tmp_path, changes):
    paths = [str(saved(tmp_path, game)) for game in SCREENS]
    for words in (
        ("levels",),
        ("jokers",),
        ("verify", *paths),
        *(("replay", path) for path in paths),
        ("--help",),
    ):
        told = run(*words, **changes)
        assert (told.code, told.err) == (FINE, "")
        assert told.out.isascii()
        assert "?" not in told.out


def test_a_name_that_cannot_be_written_in_this_locale_is_refused(tmp_path):
    told = run(*PLAY, typed="save ♥\nhint\n", cwd=tmp_path, **NO_SIGNS[1])
    assert (told.code, told.err) == (FINE, "")
    assert "cannot be written" in told.out
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="there is no such limit")
def test_a_full_disk_is_told_and_nothing_is_left_behind(tmp_path):
    told = subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *COMMAND, *PLAY],
        input=b"save game\nhint\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        timeout=PATIENCE,
        check=False,
    )
    assert (told.returncode, told.stderr) == (FINE, b"")
    assert b"cannot be written" in told.stdout
    assert not list(tmp_path.iterdir())


def test_a_named_pipe_does_not_stop_the_game(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    process = started(*PLAY, cwd=tmp_path)
    try:
        out, err = process.communicate(b"save pipe\nhint\n", timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail("the game waits for somebody to write into the pipe")
    assert (process.returncode, err) == (FINE, b"")
    assert b"cannot be written" in out
    assert (tmp_path / "pipe").is_fifo()


# -- play, to the end ---------------------------------------------------------


def heard(process):
    """Return what is said until the game asks."""
    said = b""
    while not said.endswith(b"\n> "):
        letter = process.stdout.read(1)
        assert letter, said
        said += letter
    return said[:-2].decode()


def answer(process, line):
    """Type a line into the pipe and return what is said to it."""
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()
    return heard(process)


def hinted(process):
    """Ask for a hint and play it; return what is said."""
    move = answer(process, "hint").splitlines()[1].split("   ")[0]
    return answer(process, move)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ((*PLAY, "--level", "1"), 12),
        ((*PLAY, "--level", "30", "--shape", "path"), 21),
        (("play", "crush", "--resume", "near"), 100),
        (GRID, 40),
        ((*GRID, "--picks", "5", "--no-auto-freeze"), 60),
        ((*GRID, "--jokers", "Joker,runner"), 40),
    ],
    ids=lambda words: " ".join(words[1:]) if isinstance(words, tuple) else "",
)
def test_a_game_is_played_to_its_end_by_its_hints_saved_and_verified(tmp_path, words, most):
    """A game of Crush that follows the hints is long: it begins where little room is left."""
    near = KITS["crush"].soon_over.position | {"free_swaps": 0, "free_bombs": 0}
    (tmp_path / "near").write_text(cardhouse.place("crush", near, seed=7).record())
    with started(*words, cwd=tmp_path) as process:
        said, moves = heard(process), 0
        while "Enter:" not in said:
            said = hinted(process)
            moves += 1
            assert moves <= most
        (last,) = tables(said)
        assert f"{last['score']:,} points in {moves} moves" in " ".join(said.split())
        assert "Saved" in answer(process, "save game")
        assert ("seed 8" in answer(process, "")) == ("--seed" in words)
        assert ended(process) == (FINE, "")
    told = run("verify", "game", cwd=tmp_path)
    assert told.code == FINE
    assert f"{last['score']:,} points in {moves} moves" in told.out
    match = cardhouse.replay((tmp_path / "game").read_text())
    assert seen(match.view()) == last


def test_a_won_level_leads_to_the_next_through_a_pipe(tmp_path):
    match = cardhouse.place("boom", {"board": BOARD, "target": 50}, seed=7)
    (tmp_path / "near").write_text(match.record())
    told = run("play", "boom", "--resume", "near", typed=f"{row_move(9)}\n\nquit\n", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert "You won" in told.out
    assert "level 2 of 30, Warm Hands" in told.out
    assert tables(told.out)[-1]["target"] == LEVELS[1].target


def test_a_whole_game_of_crush_is_played_in_a_pipe_saved_and_proven(tmp_path):
    moves, views, text = whole_game()
    assert {move.split()[0] for move in moves} == set(WORDS)
    typed = "\n".join([*moves, "save game", "quit", ""])
    told = run(*CRUSH, typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    made = f"{views[-1]['score']:,} points in {len(moves)} moves"
    assert f"{made}, seed 7." in " ".join(told.out.split())
    assert max(map(len, told.out.splitlines())) <= WIDTH
    assert (tmp_path / "game").read_text() == text
    proof = run("verify", "game", cwd=tmp_path)
    assert (proof.code, proof.err) == (FINE, "")
    assert proof.out == f"game: verified, Solitaire Crush: over, {made}\n"


def test_a_whole_game_of_crush_is_replayed(tmp_path):
    moves, views, text = whole_game()
    (tmp_path / "game").write_text(text)
    told = run("replay", "game", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    for number, move in enumerate(moves, 1):
        assert f"\n{number}. {move}\n" in told.out
    assert told.out.endswith(f"Over: {views[-1]['score']:,} points in {len(moves)} moves.\n")
    assert max(map(len, told.out.splitlines())) <= WIDTH


def test_a_whole_game_of_crush_is_resumed_at_its_end_and_taken_back(tmp_path):
    moves, views, text = whole_game()
    (tmp_path / "game").write_text(text)
    typed = f"hint\nundo\nundo\n{moves[-2]}\n{moves[-1]}\nsave game\n\nquit\n"
    told = run("play", "crush", "--resume", "game", typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    *shown, another = tables(told.out)
    order = (views[-1], views[-2], views[-3], views[-2], views[-1])
    assert shown == [seen(view) for view in order]
    assert told.out.index("It is over") < told.out.index("The game is over.")
    assert (tmp_path / "game").read_text() == text
    assert (another["score"], another["empty slots"]) == (0, 28)


def test_the_game_that_follows_a_resumed_one_has_a_seed_that_nobody_knows(tmp_path):
    (tmp_path / "game").write_text(whole_game()[2])
    words = ("play", "crush", "--resume", "game")
    first, second = (run(*words, typed="\nquit\n", cwd=tmp_path).out for _ in range(2))
    assert tables(first)[0] == tables(second)[0]
    assert tables(first)[1] != tables(second)[1]
    assert "seed" not in first.split("Enter: once more")[1]


def test_what_can_be_typed_in_crush_works_in_a_pipe(tmp_path):
    position = {"board": CRUSH_BOARD, "tags": TAGS}
    (tmp_path / "near").write_text(cardhouse.place("crush", position, seed=7).record())
    lines = ["s 31 32", "u 31 66", "u", "U 3,1 6,6", "next", "again", "nonsense", "save game"]
    told = run("play", "crush", "--resume", "near", typed="\n".join(lines), cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    for said in (
        "slide or swap",
        "The last move is taken back.",
        "Q♦ is a swapper no more.",
        "There is no next level.",
        "This game still goes on",
        "There is no such command; type help.",
        "Saved as game.",
    ):
        assert said in " ".join(told.out.split())
    assert cardhouse.replay((tmp_path / "game").read_text()).played == ["use 3,1 6,6"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game", "near"]


def test_a_full_grid_in_a_pipe_is_the_end_and_enter_starts_another(tmp_path):
    match = cardhouse.place("crush", {"board": FULL, "tags": FULL_TAGS}, seed=7)
    (tmp_path / "near").write_text(match.record())
    told = run("play", "crush", "--resume", "near", typed="00 01\n\nquit\n", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert "Solitaire Crush, set up by hand\n" in told.out
    assert told.out.index("It is over") < told.out.rindex("\nSolitaire Crush\n")
    assert [table["empty slots"] for table in tables(told.out)] == [0, 0, 28]


@cache
def whole_round(end):
    """Return a round of Grid that two drafted jokers bring to this end: moves, views, record."""
    for seed in range(100):
        match = cardhouse.new("grid", seed=seed, picks=2)
        told = played(match, round_moves(match))
        if match.outcome == end:
            return told, seed
    raise LookupError(end)


def round_moves(match):
    yield from ("d 2", "d 0", "o 0 1", "u", "f 2 2")
    while match.outcome == "playing":
        yield "s"


either_end = pytest.mark.parametrize("end", ["won", "lost"])


@either_end
def test_a_whole_round_of_grid_is_played_in_a_pipe_saved_and_proven(tmp_path, end):
    (moves, views, text), seed = whole_round(end)
    typed = "\n".join([*moves, "save game", "quit", ""])
    words = ("play", "grid", "--seed", str(seed), "--picks", "2")
    told = run(*words, typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    made = f"{views[-1]['score']:,} points in {len(moves)} moves"
    assert f"{made}, seed {seed}." in " ".join(told.out.split())
    assert f"You {end}" in told.out
    assert max(map(len, told.out.splitlines())) <= NARROW
    assert (tmp_path / "game").read_text() == text
    proof = run("verify", "game", cwd=tmp_path)
    assert (proof.code, proof.err) == (FINE, "")
    assert proof.out.startswith("game: verified, Poker Grid: 5,000 points")
    assert proof.out.endswith(f": {end}, {made}\n")


@either_end
def test_a_whole_round_of_grid_is_replayed(tmp_path, end):
    (moves, views, text), _ = whole_round(end)
    (tmp_path / "game").write_text(text)
    told = run("replay", "game", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    for number, move in enumerate(moves, 1):
        assert f"\n{number}. {move}\n" in told.out
    assert told.out.endswith(
        f"{end.capitalize()}: {views[-1]['score']:,} points in {len(moves)} moves.\n"
    )
    assert max(map(len, told.out.splitlines())) <= NARROW


@either_end
def test_a_whole_round_of_grid_is_resumed_at_its_end_and_taken_back(tmp_path, end):
    (_, views, text), _ = whole_round(end)
    (tmp_path / "game").write_text(text)
    typed = "s\nundo\nundo\ns\ns\nsave game\n\nquit\n"
    told = run("play", "grid", "--resume", "game", typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    *shown, another = tables(told.out)
    order = (views[-1], views[-2], views[-3], views[-2], views[-1])
    assert shown == [seen(view) for view in order]
    assert told.out.index(f"You {end}") < told.out.index("The game is over.")
    assert (tmp_path / "game").read_text() == text
    assert (another["score"], another["hands_left"], len(another["offers"])) == (0, 7, 3)


def test_a_draft_can_be_saved_and_gone_on_with(tmp_path):
    words = (*GRID, "--picks", "3", "--no-auto-freeze")
    first = run(*words, typed="d 0\nsave game\nd 1\nd 2\ns\n", cwd=tmp_path)
    second = run("play", "grid", "--resume", "game", typed="d 1\nd 2\ns\n", cwd=tmp_path)
    assert (second.code, second.err) == (FINE, "")
    assert tables(second.out) == tables(first.out)[1:]
    assert "nothing frozen at first" in second.out.splitlines()[0]


def test_what_can_be_typed_in_grid_works_in_a_pipe(tmp_path):
    lines = ["s", "p", "d 0", "u", "u", "f 0 3", "03", "j", "l", "s", "l", "p", "o 0 1", "next"]
    lines += ["again", "nonsense", "save game", "f 9 9", "undo", "?", "q"]
    told = run(*GRID, typed="\n".join(lines), cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    heard = " ".join(told.out.split())
    for said in (
        "> s Take one of the jokers offered first: d 0, d 1 or d 2.",
        "> p Take one of the jokers offered first: d 0, d 1 or d 2.",
        "Bookshelf taken: +8 mult for rows.",
        "> u A♠ at 0,1 and A♥ at 1,1 unfrozen.",
        "> u Nothing is frozen.",
        "> f 0 3 Q♦ at 0,3 frozen.",
        "> 03 Q♦ at 0,3 unfrozen.",
        "> j jokers, from left to right: 0 Bookshelf: +8 mult for rows",
        "> l No hand has been played.",
        "> s The hand makes ",
        "> l row 0: ",
        "> p The next hand",
        "> o 0 1 There is one joker only.",
        "There is no next level.",
        "This game still goes on",
        "There is no such command; type help.",
        "Saved as game.",
        "9,9 is off the board",
        "The last move is taken back.",
        "Every row and every column",
    ):
        assert said in heard
    played_ = ["d 0", "u", "f 0 3", "f 0 3", "s"]
    assert cardhouse.replay((tmp_path / "game").read_text()).played == played_
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


# -- save and resume ----------------------------------------------------------


@every_game
def test_a_saved_game_goes_on_where_it_was_left(tmp_path, game):
    moves, views, text = opening(game)
    begin, resume = ("play", game, "--seed", "7"), ("play", game, "--resume", "game")
    first = run(*begin, typed=f"{moves[0]}\nsave game\n{moves[1]}\nquit\n", cwd=tmp_path)
    assert "Saved as game." in first.out
    second = run(*resume, typed=f"{moves[1]}\nsave game\n", cwd=tmp_path)
    assert tables(second.out) == [seen(view) for view in views[1:3]]
    third = run(*resume, typed=f"{moves[2]}\nsave game\n", cwd=tmp_path)
    assert tables(third.out) == [seen(view) for view in views[2:]]
    assert (tmp_path / "game").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_moves_from_before_the_save_can_be_taken_back(capsys, monkeypatch, record):
    _, out, _ = done(
        capsys,
        "play",
        "boom",
        "--resume",
        str(record),
        typed="undo\nundo\nundo\nundo\n",
        monkeypatch=monkeypatch,
    )
    assert tables(out) == [seen(view) for view in opening()[1][::-1]]
    assert "There is no move to take back." in out


def test_a_finished_game_is_resumed_at_its_end(capsys, monkeypatch, tmp_path):
    match = cardhouse.place("boom", {"board": BOARD, "target": 50}, seed=7)
    match.play(row_move(9))
    (tmp_path / "game").write_text(match.record())
    words = ("play", "boom", "--resume", str(tmp_path / "game"))
    _, out, _ = done(capsys, *words, typed="\n", monkeypatch=monkeypatch)
    assert out.index("You won") < out.index("level 2 of 30")


# -- play, at a terminal ------------------------------------------------------


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


# -- interrupted, closed and full ---------------------------------------------


def test_an_interrupt_ends_a_game_in_a_pipe_without_a_traceback():
    with started(*PLAY) as process:
        while process.stdout.read(1) != b">":
            pass
        interrupted(process, lambda: process.send_signal(signal.SIGINT))
        assert ended(process) == (INTERRUPTED, "\n")


EVERYTHING = [
    ("--version",),
    ("--help",),
    ("play", "--help"),
    ("levels",),
    ("verify", "game.rec"),
    ("replay", "game.rec"),
    PLAY,
]
everything = pytest.mark.parametrize("words", EVERYTHING, ids=" ".join)


@everything
def test_a_pipe_that_nobody_reads_ends_it_quietly(record, words):
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = started(*words, out=write_end, cwd=record.parent)
    os.close(write_end)
    code, err = ended(process)
    assert (code, err) == (FINE, "")


def test_a_reader_who_leaves_early_ends_the_game_quietly():
    with started(*PLAY) as process:
        assert process.stdout.readline().startswith(b"Poker Boom")
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"moves all\n" * 100)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == FINE


def without(stream, *words, cwd):
    """Run with a stream that is not there, or where there is no room."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {stream}', "sh", *COMMAND, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )


some_of_it = pytest.mark.parametrize(
    "words", [("--help",), ("levels",), ("replay", "game.rec"), PLAY], ids=" ".join
)


@some_of_it
def test_without_an_input_there_is_no_traceback(record, words):
    told = without("<&-", *words, cwd=record.parent)
    assert told.returncode == FINE
    assert told.stdout
    assert b"Traceback" not in told.stderr


@some_of_it
def test_without_an_output_there_is_no_traceback(record, words):
    assert b"Traceback" not in without(">&-", *words, cwd=record.parent).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@some_of_it
def test_without_room_for_the_output_there_is_no_traceback(record, words):
    told = without(">/dev/full", *words, cwd=record.parent)
    assert told.returncode != FINE
    assert b"Traceback" not in told.stderr
    assert b"Exception ignored" not in told.stderr


@pytest.mark.parametrize("words", [("play", "chess"), ("dance",)], ids=" ".join)
def test_bad_input_is_bad_input_even_if_nobody_can_be_told(tmp_path, words):
    assert without("2>&-", *words, cwd=tmp_path).returncode == WRONG


def test_a_game_set_up_by_hand_is_verified_as_one(tmp_path, capsys):
    match = cardhouse.place("boom", {"score": 987_654_321, "target": 987_654_400}, seed=7)
    match.play(scouted(match))
    path = tmp_path / "placed.rec"
    path.write_text(match.record())
    assert main(["verify", str(path)]) == 0
    assert "set up by hand: won" in capsys.readouterr().out
