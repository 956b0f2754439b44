"""`cardhouse play` in a pipe: seeds, choices, signs, files."""

import json
import os
import subprocess

import pytest

import cardhouse
from cardhouse import GAMES
from tests.terminal.cli_kit import CRUSH, FINE, GRID, PLAY, PROMPT, done, every_game, opening, saved
from tests.terminal.drawn import seen, tables
from tests.terminal.process import COMMAND, PATIENCE, environment, run, started


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


def test_a_chosen_seed_gives_the_same_sitting_every_time(capsys, monkeypatch):
    """In a process of its own, and here."""
    typed = "hint\nagain\nhint\nagain\nmoves\n"
    path = ("play", "boom", "--seed", "tea ♥", "--endless", "--shape", "path")
    for words in (PLAY, GRID, CRUSH, path):
        told = run(*words, typed=typed)
        here = done(capsys, *words, typed=typed, monkeypatch=monkeypatch)
        assert (told.code, told.out, told.err) == here
        assert len(tables(told.out)) == 3


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


EVERY_COMMAND = """
import json, sys
from cardhouse import cli

cli._open_streams()
print(*[cli._code_of(words) for words in json.loads(sys.argv[1])])
"""


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
    paths = [str(saved(tmp_path, game)) for game in GAMES]
    commands = [["levels"], ["jokers"], ["verify", *paths], ["--help"]]
    commands += [["replay", path] for path in paths]
    told = subprocess.run(
        [*COMMAND[:3], "-c", EVERY_COMMAND, json.dumps(commands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(**changes),
        timeout=PATIENCE,
        check=False,
    )
    assert (told.returncode, told.stderr) == (FINE, b"")
    out = told.stdout.decode("ascii")
    assert out.splitlines()[-1].split() == [str(FINE)] * len(commands)
    assert "?" not in out
    for shown in ("Warm Hands", "Echo", "verified", "usage: ", "Poker Grid", "Solitaire Crush"):
        assert shown in out


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
        out, err = process.communicate(b"save pipe\nhint\n", timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail("the game waits for somebody to write into the pipe")
    assert (process.returncode, err) == (FINE, b"")
    assert b"cannot be written" in out
    assert (tmp_path / "pipe").is_fifo()
