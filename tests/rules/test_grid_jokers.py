"""Jokers of Poker Grid that look at lines and grids, and what is written of all jokers."""

import re
from pathlib import Path

import pytest

from cardhouse.games.grid.jokers import ROSTER
from tests.rules.grid_kit import (
    EVERY_JOKER,
    LINE_NAMES,
    MIXED,
    Does,
    laid,
    lines_of,
    scored,
    slow_hand,
    worked_out,
)
from tests.rules.joker_scenes import DOES, ODDS_OF, OOPS, SCENES

HERE = Path(__file__).parent
BOOK = HERE.parents[1] / "docs/rules/grid.md"


# -- jokers that look at lines and grids -----------------------------------------------

POWERS = {
    "Four Fingers",
    "Oops! All 6s",
    "Missing Stair",
    "Revolving Door",
    "Two-Tone",
    "Masquerade",
    "Doorbell",
    "Freezer Burn",
    "Encore",
    "Hall of Mirrors",
    "Echo",
    "Third Hand",
}
"""These do nothing to a line by themselves; each has tests of its own, in other files."""

ALWAYS_ACT = {
    *("Joker", "Spare Button", "Spice Rack", "Loose Step", "Coin Slot", "Trapdoor", "Rabbit Hole"),
    *("Scrapbook", "Long Stay", "Candle", "Melting Clock", "Block of Ice", "Variety Show"),
}


def counts_in(scene, place):
    """Return how often a joker at a place acts on each line; None where that is not looked at."""
    if scene.counts == "its place":
        return [place] * 10
    return [None if count == "x" else int(count) for count in scene.counts.replace("/", "").split()]


def lucky_charms(*names):
    """Return as many Oops! as make these jokers certain to act."""
    return [OOPS] * max(ODDS_OF.get(name, (1, 0))[1] for name in names)


COMPANY = {"Joker": Does(mult=4), "Melting Clock": Does(times=4)}
"""Jokers that act once on every line."""


def check(scene, *names):
    """Check what some jokers, one of them under test, make of the lines of a scene together."""
    charms = lucky_charms(*names)
    match = laid(scene.picture, [*charms, *names], scene.hands_left)
    found = scored(match.state)
    counts = []
    tested = next((name for name in names if name not in COMPANY), names[0])
    for place, name in enumerate(names, len(charms)):
        counts.append(counts_in(scene, place) if name == tested else [1] * 10)
    looked_at = 0
    for line, cards in enumerate(lines_of(scene.picture)):
        steps = [(DOES[name], counts[i][line]) for i, name in enumerate(names)]
        if all(count is not None for _, count in steps):
            looked_at += 1
            assert found[line] == worked_out(slow_hand(cards), steps), (names, LINE_NAMES[line])
    assert looked_at in (1, 10)


every_counting_joker = pytest.mark.parametrize("name", DOES)


def test_every_joker_of_the_roster_is_tested_here():
    assert len(EVERY_JOKER) == len(set(EVERY_JOKER))
    assert set(DOES) | POWERS == set(EVERY_JOKER)
    assert not set(DOES) & POWERS
    others = ("powers", "copies", "time")
    source = "".join((HERE / f"test_grid_jokers_{one}.py").read_text() for one in others)
    assert [name for name in POWERS if f'"{name}"' not in source] == []


@every_counting_joker
def test_every_joker_is_seen_to_act_and_not_to_act(name):
    counts = {
        count for scene in SCENES[name] for place in (0, 1) for count in counts_in(scene, place)
    }
    assert max(counts - {None}) > 0
    assert (0 not in counts) == (name in ALWAYS_ACT)


@every_counting_joker
def test_grid_20_a_joker_does_what_it_should_on_every_line(name):
    for scene in SCENES[name]:
        check(scene, name)


@every_counting_joker
def test_grid_15_a_joker_held_twice_acts_twice(name):
    for scene in SCENES[name]:
        check(scene, name, name)


@every_counting_joker
@pytest.mark.parametrize("other", COMPANY)
def test_grid_16_a_joker_acts_on_what_the_one_before_left(name, other):
    for scene in SCENES[name]:
        check(scene, name, other)
        check(scene, other, name)


def test_grid_16_the_order_makes_a_difference_for_these_tests():
    before, after = [(Does(mult=4), 1), (Does(times=4), 1)], [(Does(times=4), 1), (Does(mult=4), 1)]
    assert worked_out("One Pair", before) == (10, 2400)
    assert worked_out("One Pair", after) == (10, 1200)


# -- what is written of them ----------------------------------------------------


def book_table(heading):
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_grid_20_the_book_lists_every_joker_with_its_text_in_order():
    assert [tuple(row) for row in book_table("| Joker |")] == [joker[:2] for joker in ROSTER[1:]]


def test_grid_20_the_eight_that_the_source_names_come_first():
    assert [tuple(row) for row in book_table("| Joker |")][:8] == [
        ("Joker", "+4 mult"),
        ("Jolly Joker", "+8 mult if the line is One Pair"),
        ("Greedy Joker", "+3 mult for each diamond"),
        ("Scary Face", "+30 chips for each face card (J, Q, K)"),
        ("Photograph", "× 2 mult at the line's first face card"),
        ("Runner", "Gains 15 chips for each straight; gives every line what it holds"),
        ("Four Fingers", "Straights and flushes need only four cards"),
        ("Oops! All 6s", "Doubles every chance: 1 in 4 becomes 2 in 4"),
    ]


@pytest.mark.parametrize("name", EVERY_JOKER)
def test_a_text_is_shown_and_begins_with_a_capital_or_a_sign(name):
    (shown,) = laid(MIXED, [name]).view()["jokers"]
    assert (shown["name"], shown["text"]) == next(j[:2] for j in ROSTER if j.name == name)
    assert re.match(r"[A-Z+×1]", shown["text"])
    assert shown["text"][-1] != "."


@every_counting_joker
def test_a_text_gives_the_numbers(name):
    text = next(joker.text for joker in ROSTER if joker.name == name)
    does = DOES[name]
    if does.chips:
        assert re.search(rf"(\+|Gains ){does.chips} chips?\b", text)
    if does.mult:
        assert re.search(rf"(\+|Gains ){does.mult:g} mult\b", text)
    if does.times != 1:
        assert re.search(rf"× {does.times:g} mult\b", text)
    if name in ODDS_OF:
        assert text.startswith(f"1 in {ODDS_OF[name][0]}")
    named = {"chip": does.chips, "mult": does.mult or does.times != 1}
    assert {word for word in named if word in text} == {word for word in named if named[word]}
