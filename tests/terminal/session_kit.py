"""A sitting at the terminal without one: tables by name, lines that are typed, what is said."""

import io
import re

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.terminal.session import Session
from tests.games import BOARD
from tests.games.crush import BOARD as CRUSH_BOARD
from tests.games.crush import TAGS
from tests.terminal.drawn import GRID_BOARD, seen, tables

WIDTH = 80

PAIR = "90 91 92 93 94"
"""One Pair, on the board of the kit."""
NO_COMMAND = "There is no such command; type help."

TABLES = {
    "boom": {"board": BOARD},
    "grid": {
        "board": GRID_BOARD,
        "frozen": [],
        "jokers": ["Joker", "Runner"],
        "hands_left": 3,
    },
    "crush": {"board": CRUSH_BOARD, "tags": TAGS},
}
"""A table of each game, to lay a position on."""
TYPED = {"boom": PAIR, "grid": "04", "crush": "40 42"}

every_game = pytest.mark.parametrize("game", GAMES)


def sit(position=None, seed=5, chosen_seed=True, game="boom", **options):
    """Sit down at a match; a position without a board lies on the kit's table."""
    if position is None:
        match = cardhouse.new(game, seed=seed, **options)
    else:
        laid = position if "board" in position else TABLES[game] | position
        match = cardhouse.place(game, laid, seed=seed, **options)
    return Session(match, io.StringIO(), chosen_seed)


def sit_down(game, position=None, **how):
    """Sit down at the table of a game's kit."""
    return sit(position or {}, game=game, **how)


def reply(session, line):
    """Type a line and return what is said to it."""
    start = session.out.tell()
    session.do(line)
    return session.out.getvalue()[start:]


def snapshot(session):
    """All that must stay as it is when nothing happens, but for the count of hints."""
    match = session.match
    view = match.view() | {"hints": 0}
    record = re.sub(r"^hints .*$", "", match.record(), flags=re.M)
    return id(match), match.digest(), view, record, session.leaving


def changes_nothing(session, line):
    """Type a line that changes nothing, and return what is said to it."""
    before = snapshot(session)
    said = reply(session, line)
    assert snapshot(session) == before
    return said


def shows(session, said):
    """Return whether the table in what was said is the one that lies there now."""
    return tables(said) == [seen(session.match.view())]


def one_line(said):
    assert said.endswith("\n")
    assert said.count("\n") == 1
    return said[:-1]


# -- moves --------------------------------------------------------------------

SPELLINGS = {
    "hint": ["h", "H", "HINT", "Hint", "  hint  ", "\thint\n"],
    "moves": ["m", "M", "MOVES", " moves "],
    "moves all": ["m all", "M all", "MOVES all", "moves   all ", "MOVES ALL", "moves\tall"],
    "undo": ["u", "U", "UNDO", "Undo "],
    "end": ["END", "End "],
    "help": ["?", "HELP", " ? "],
    "quit": ["q", "Q", "QUIT", "Quit\r"],
    "again": ["AGAIN", "Again "],
    "next": ["NEXT", " next"],
    "save": ["s", "S", "SAVE"],
}
ASKED = {
    "grid": {
        "jokers": ["j", "J", "JOKERS", " Jokers "],
        "lines": ["l", "L", "LINES", "lines\t"],
        "preview": ["p", "P", "PREVIEW "],
    }
}
"""What can be asked in one game only."""
MOVES_OF_ONE_LETTER = {"grid": {"u", "s"}}
"""Letters that are commands elsewhere, but moves here."""


# -- commands -----------------------------------------------------------------

LONG_AND_SHORT = [
    (game, word, short)
    for game in GAMES
    for word, shorts in (SPELLINGS | ASKED.get(game, {})).items()
    for short in shorts
    if short.lower() not in MOVES_OF_ONE_LETTER.get(game, ())
]


# -- the end, and what follows ------------------------------------------------


def won(level=1, **how):
    """Sit at a level that was just won."""
    session = sit({"target": 50, "level": level}, **how)
    said = reply(session, PAIR)
    assert session.match.outcome == "won"
    return session, said


def lost(**how):
    session = sit({"moves_left": 1}, **how)
    said = reply(session, PAIR)
    assert session.match.outcome == "lost"
    return session, said


def over(**how):
    """Sit at an endless game that is over: every cell is scorched."""
    session = sit({"mode": "endless", "scorch": [[3] * 5] * 10}, **how)
    session.show()
    assert session.match.outcome == "over"
    return session, session.out.getvalue()


ENDS = {"won": won, "lost": lost, "over": over}
every_end = pytest.mark.parametrize("end", ENDS)


# -- save ---------------------------------------------------------------------


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


# -- Poker Grid, every way to type a move -------------------------------------

GRID_OFFERS = {"offers": ["Photograph", "Runner", "Candle"]}


def at_grid(position=None, **how):
    """Sit down at a round with two jokers and one frozen card, unless the position says else."""
    return sit_down("grid", {"frozen": [[1, 1]]} | (position or {}), **how)


def in_draft(position=None, **how):
    return at_grid(GRID_OFFERS | (position or {}), **how)


BARE = {"jokers": [], "frozen": []}
