"""The page of measured jokers is what the command writes."""

from pathlib import Path

import pytest

from cardhouse import GAMES
from cardhouse.engine.cpu import Compiled
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.lab.joker_page import figures

pytestmark = pytest.mark.xdist_group("lab")  # it compiles what the lab's tests do

PAGE = Path(__file__).parents[1] / "docs" / "jokers.md"
ROWS = [
    [part.strip() for part in line.strip("| \n").split("|")]
    for line in PAGE.read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| joker")
]


def test_every_joker_has_its_row_in_the_order_of_the_roster():
    assert [row[:2] for row in ROWS] == [[joker.name, joker.text] for joker in ROSTER[1:]]


@pytest.fixture(scope="module")
def game():
    return Compiled(GAMES["grid"])


@pytest.mark.parametrize("name", ["Joker", "Four Fingers", "Candle", "Coin Slot", "Crossroads"])
def test_the_figures_are_those_of_the_rules_as_they_are_now(game, name):
    made = figures(game, jokers=[name])
    row = next(row for row in ROWS if row[0] == name)
    assert row[2:] == [f"{made.mean:,.1f}", f"± {made.error:.1f}", f"{made.share:.1%}"]


def test_without_a_joker_the_page_says_what_rounds_make(game):
    made = figures(game, jokers=[])
    assert f"{made.mean:.1f} points, and {made.share:.1%}" in PAGE.read_text()
