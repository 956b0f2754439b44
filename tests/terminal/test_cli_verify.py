"""`cardhouse verify`: records that hold, that do not, and that are none."""

import os
from pathlib import Path

import pytest

import cardhouse
from cardhouse.cli import main
from tests.scouted import scouted
from tests.terminal.cli_kit import (
    FINE,
    REFUSED,
    TITLES,
    WRONG,
    done,
    every_game,
    forgeries,
    opening,
    saved,
    unreadable,
)
from tests.terminal.process import run

# -- verify -------------------------------------------------------------------


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


# -- interrupted, closed and full ---------------------------------------------


def test_a_game_set_up_by_hand_is_verified_as_one(tmp_path, capsys):
    match = cardhouse.place("boom", {"score": 987_654_321, "target": 987_654_400}, seed=7)
    match.play(scouted(match))
    path = tmp_path / "placed.rec"
    path.write_text(match.record())
    assert main(["verify", str(path)]) == 0
    assert "set up by hand: won" in capsys.readouterr().out
