"""`cardhouse replay`, in a pipe and at a terminal."""

import pytest

import cardhouse
from tests.games import BOARD, bomb, row_move
from tests.terminal.cli_kit import (
    FINE,
    INTERRUPTED,
    TITLES,
    WIDTH,
    WRONG,
    done,
    every_game,
    forgeries,
    one_sentence,
    opening,
    saved,
)
from tests.terminal.drawn import seen, tables
from tests.terminal.process import Terminal, run

STEP = "Enter: next move, q: quit "


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
    assert told.out.endswith(f"{views[-1]['score']:,} points in 3 moves, unaided.\n")


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
