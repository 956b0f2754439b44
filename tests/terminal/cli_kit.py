"""Games that were played and saved, and ways to run the command on them."""

import io
import sys
from functools import cache

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.cli import main
from tests.scouted import scouted

FINE, REFUSED, WRONG, INTERRUPTED = 0, 1, 2, 130
WIDTH = 80
PROMPT = "> "

PLAY = ("play", "boom", "--seed", "7")
CRUSH = ("play", "crush", "--seed", "7")
GRID = ("play", "grid", "--seed", "7")
TITLES = {"boom": "Poker Boom", "grid": "Poker Grid", "crush": "Solitaire Crush"}
every_game = pytest.mark.parametrize("game", GAMES)


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


def saved(folder, game="boom"):
    path = folder / f"{game}.rec"
    path.write_text(opening(game)[2])
    return path


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


# -- verify -------------------------------------------------------------------


def unreadable(folder):
    """Make one of every kind of file that is not a record."""
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
        "without its end": "".join(lines[:-4]),
        "without its last move": "".join(lines[:-5]),
        "without its last letters": text[:-5],
        "with one more line": text + "more\n",
        "of another format": text.replace("cardhouse-record 2", "cardhouse-record 3"),
        "of other rules": text.replace("\nrules ", "\nrules 9"),
        "of an unknown game": text.replace("game boom", "game chess"),
    }
