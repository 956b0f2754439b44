"""The page of measured jokers is what the command writes."""

from pathlib import Path

import pytest

from cardhouse.games.grid.jokers import ROSTER
from cardhouse.lab.command import PAGE_ROUNDS
from cardhouse.lab.joker_study import JokerJob, JokerStudy, game_with_jokers, measure

pytestmark = pytest.mark.xdist_group("lab")  # it compiles what the lab's tests do

PAGE = (Path(__file__).parents[1] / "docs" / "jokers.md").read_text()
ROWS = [
    [part.strip() for part in line.strip("| \n").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| joker")
]
SEEDS = range(PAGE_ROUNDS)


def test_every_joker_has_its_row_in_the_order_of_the_roster():
    assert [row[:2] for row in ROWS] == [[joker.name, joker.text] for joker in ROSTER[1:]]


def test_the_page_is_written_from_the_rules_as_they_are_now():
    names = ("Joker", "Four Fingers", "Candle", "Coin Slot", "Crossroads")
    worths = [measure(JokerJob(SEEDS, jokers)) for jokers in [(), *((name,) for name in names)]]
    written = JokerStudy(game_with_jokers(), SEEDS, worths).page().splitlines()
    assert PAGE.splitlines()[: len(written) - len(names)] == written[: -len(names)]
    assert set(written) <= set(PAGE.splitlines())
