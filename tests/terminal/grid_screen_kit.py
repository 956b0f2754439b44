"""Poker Grid for tests of its screen: positions, paints, and what is drawn of them."""

import re

import pytest

import cardhouse
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.games.grid.view import MOST_HELD
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from tests.terminal.drawn import GRID_BOARD, seen, tables

WIDTH = 78
LINE = range(5)

PAINTS = [Paint(colour, signs) for colour in (False, True) for signs in (False, True)]
SIGNS = Paint(signs=True)

NAMES = [joker.name for joker in ROSTER[1:]]
LONGEST = sorted(NAMES, key=lambda name: -len(name + ROSTER[NAMES.index(name) + 1].text))[:5]
"""The jokers with the most to say."""
OFFERS = ["Runner", "Two-Tone", "Candle"]

every_paint = pytest.mark.parametrize("paint", PAINTS, ids=str)

every_joker = pytest.mark.parametrize("name", NAMES)


def placed(position, seed=5, **options):
    return cardhouse.place("grid", position, seed=seed, **options)


def laid(**position):
    """Lay a position on the kit's board, with nothing frozen unless it says so."""
    return placed({"board": GRID_BOARD, "frozen": []} | position)


def view_of(**position):
    return laid(**position).view()


def drawn(view, paint=Paint()):  # noqa: B008 (it cannot be changed)
    text = grid.draw(view, paint)
    (table,) = tables(text)
    assert table == seen(view)
    return text


def with_lines(*results, **position):
    """Return a view whose lines came to these hands and scores, all ten or one for all."""
    view = view_of(hands_left=3, **position)
    lines = [
        line | {"hand": hand, "score": score}
        for line, (hand, score) in zip(view["lines"], results * (10 // len(results)), strict=True)
    ]
    return view | {"lines": lines}


# -- wide numbers -------------------------------------------------------------

HUGE = {
    "jokers": [
        *({"name": "Runner", "held": MOST_HELD},) * 2,
        {"name": "Rain Barrel", "held": MOST_HELD},
        {"name": "Melting Clock", "held": MOST_HELD},
        "Fold",
    ],
    "target": 10**15,
}


# -- the moves ----------------------------------------------------------------


def listed(text):
    """Read lists, each of which is broken between its parts only, and set in by two."""
    return [entry.split(", ") for entry in re.sub(r",\n  (?=\S)", ", ", text).split("\n")]
