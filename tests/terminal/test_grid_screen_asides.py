"""What can be asked aside in Poker Grid: jokers, lines, preview."""

import random
import re

import pytest

import cardhouse
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid import rules
from cardhouse.games.grid.view import MOST_HELD
from cardhouse.terminal import grid
from tests.terminal.drawn import joker_words, number_in
from tests.terminal.grid_screen_kit import (
    HUGE,
    LINE,
    NAMES,
    OFFERS,
    WIDTH,
    every_joker,
    laid,
    listed,
    placed,
)


def test_jokers_says_what_the_jokers_do_in_their_order():
    match = laid(jokers=["Photograph", {"name": "Runner", "held": 30}])
    assert grid.jokers(match).splitlines() == [
        "jokers, from left to right:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Runner: Gains 15 chips for each straight; gives every line what it holds",
        "    (holds 30)",
    ]


def test_jokers_says_what_is_offered_too():
    told = grid.jokers(laid(offers=["Photograph", "Joker", "Runner"]))
    assert told.splitlines()[:3] == [
        "offered:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Joker: +4 mult",
    ]
    both = grid.jokers(laid(offers=OFFERS, jokers=["Joker"])).splitlines()
    assert both.index("offered:") > both.index("  0 Joker: +4 mult")


def test_without_jokers_there_is_a_sentence():
    assert grid.jokers(laid()) == "There are no jokers."


@every_joker
def test_every_joker_is_explained_narrow(name):
    match = laid(jokers=[name] * 5)
    text = grid.jokers(match)
    assert max(map(len, text.splitlines())) <= WIDTH
    for joker in match.view()["jokers"]:
        assert joker_words(joker) in " ".join(text.split()).replace("×", "x")


LINE_OF = re.compile(
    r"(row|column) (\d): ([A-Z][A-Za-z ]+?) ([\d,]+) × ([\d,.]+)(, .*)? = ([\d,]+)"
)
STEP = re.compile(r", (\D.*?) ([\d,]+) × ([\d,.]*\d)(?=, |$)")


def explained(match):
    """Read how the lines came to their scores: the hand, chips and mult step by step, the score."""
    for parts in listed(grid.explain(match)):
        line = ", ".join(parts)
        found = LINE_OF.fullmatch(line)
        assert found, line
        along, number, hand, chips, mult, steps, score = found.groups()
        names = [
            (name, float_in(chips), float_in(mult))
            for name, chips, mult in STEP.findall(steps or "")
        ]
        yield (
            (f"{along} {number}", hand),
            [(None, float_in(chips), float_in(mult)), *names],
            int(score.replace(",", "")),
        )


def float_in(text):
    return float(text.replace(",", ""))


def test_lines_says_how_every_line_came_to_its_score():
    told = grid.explain(laid(jokers=["Joker", "Scary Face"], hands_left=3)).splitlines()
    assert told == [
        "row 0: Royal Flush 100 × 8, Joker 100 × 12, Scary Face 190 × 12 = 2,280",
        "row 1: Full House 40 × 4, Joker 40 × 8 = 320",
        "row 2: Straight 30 × 4, Joker 30 × 8 = 240",
        "row 3: Two Pair 20 × 2, Joker 20 × 6 = 120",
        "row 4: High Card 5 × 1, Joker 5 × 5, Scary Face 65 × 5 = 325",
        "column 0: One Pair 10 × 2, Joker 10 × 6 = 60",
        "column 1: High Card 5 × 1, Joker 5 × 5, Scary Face 65 × 5 = 325",
        "column 2: Three of a Kind 30 × 3, Joker 30 × 7, Scary Face 60 × 7 = 420",
        "column 3: Flush 35 × 4, Joker 35 × 8, Scary Face 65 × 8 = 520",
        "column 4: High Card 5 × 1, Joker 5 × 5, Scary Face 35 × 5 = 175",
    ]


@pytest.mark.parametrize("seed", range(8))
def test_every_line_can_be_checked_by_hand_and_they_add_up_to_the_hand(seed):
    luck = random.Random(seed)
    match = cardhouse.new("grid", seed=seed, jokers=luck.choices(NAMES, k=5))
    match.play("s")
    lines, total = list(explained(match)), 0
    names = [f"row {i}" for i in LINE] + [f"column {i}" for i in LINE]
    assert [line for (line, _), _, _ in lines] == names
    for (_, hand), steps, score in lines:
        _, chips, mult = steps[0]
        number = HAND_NAMES.index(hand)
        assert (chips, mult) == (rules.BASE_CHIPS[number], rules.BASE_MULT[number])
        _, chips, mult = steps[-1]
        assert int(round(chips) * round(mult * 100)) // 100 == score
        total += score
    assert total == match.score


@pytest.mark.parametrize("seed", range(8))
def test_what_lines_says_is_narrow(seed):
    match = cardhouse.new("grid", seed=seed, jokers=random.Random(seed).choices(NAMES, k=5))
    match.play("s")
    lines = grid.explain(match).splitlines()
    assert max(map(len, lines)) <= WIDTH


def test_a_line_that_is_long_to_explain_is_broken_between_its_jokers_and_set_in():
    jokers = ["Joker", "Spare Button", "Photograph", "Scary Face", "Joker"]
    lines = grid.explain(laid(jokers=jokers, hands_left=3)).splitlines()
    assert lines[:4] == [
        "row 0: Royal Flush 100 × 8, Joker 100 × 12, Spare Button 122 × 12,",
        "  Photograph 122 × 24, Scary Face 212 × 24, Joker 212 × 28 = 5,936",
        "row 1: Full House 40 × 4, Joker 40 × 8, Spare Button 62 × 8,",
        "  Joker 62 × 12 = 744",
    ]
    assert lines[4].startswith("row 2: ")


def test_before_the_first_hand_there_are_no_lines_to_explain():
    match = cardhouse.new("grid", seed=7, picks=0)
    assert grid.explain(match) == "No hand has been played."
    match.play("s")
    assert grid.explain(match) != "No hand has been played."
    match.undo()
    assert grid.explain(match) == "No hand has been played."


FORETOLD = re.compile(
    r"The next hand, tried (\d+) times: ([\d,]+) to ([\d,]+)\n"
    r"On average: ([\d,]+)(?: \(give or take ([\d,]+)\))?\n"
    r"Chance to win with these freezes: (\d+)% \(give or take (\d+\.\d)%\)"
)


def foretold(match):
    """Read a preview: how often it was tried, least, most, mean and its error, chance and its."""
    text = grid.foretell(match)
    assert max(map(len, text.splitlines())) <= WIDTH
    found = FORETOLD.fullmatch(text)
    assert found, text
    return [*(number_in(part) for part in found.groups()[:6]), float(found[7])]


def test_preview_says_what_the_next_hand_may_make():
    match = laid(jokers=["Joker", "Scary Face"], hands_left=2, score=4_000)
    known = match.preview()
    assert foretold(match) == [
        known["rounds"],
        known["min"],
        known["max"],
        round(known["mean"]),
        round(known["error"]),
        round(100 * known["chance"]),
        pytest.approx(100 * known["chance_error"], abs=0.051),
    ]
    assert known["min"] < known["mean"] < known["max"]


def test_a_preview_changes_nothing_and_says_the_same_again():
    match = laid(jokers=["Coin Slot", "Runner"], frozen=[[0, 0]], hands_left=2)
    before = match.digest(), match.view(), match.record()
    assert grid.foretell(match) == grid.foretell(match)
    assert (match.digest(), match.view(), match.record()) == before


def test_without_jokers_the_mean_is_exact():
    _, _, _, mean, error, *_ = foretold(laid(hands_left=1))
    assert error is None
    assert mean == 207


def test_a_preview_knows_a_won_round_and_a_hopeless_one():
    assert foretold(laid(hands_left=1, score=4_999))[5] == 100
    assert foretold(laid(hands_left=1, target=10**6))[5] == 0


def test_the_preview_of_five_good_jokers_is_narrow():
    good = ["Bookshelf", "Pillars", "Four Seasons", "Mixed Drawer", "Ice Bridge"]
    _, low, high, mean, error, *_ = foretold(laid(jokers=good, hands_left=1, target=10**6))
    assert 0 < low < mean - error < mean + error < high
    assert mean > 1_000


def test_the_largest_preview_is_narrow():
    _, low, high, mean, *_ = foretold(placed(HUGE | {"hands_left": 1}))
    assert 10**9 * MOST_HELD < low <= mean <= high
