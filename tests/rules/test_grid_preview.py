"""What a preview of Poker Grid foretells, and that asking for it does nothing."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

import cardhouse
from cardhouse import IllegalMove
from cardhouse.core.flat import copy_state
from cardhouse.games.game import PLAYING, WON
from cardhouse.games.grid import preview, rules
from cardhouse.games.grid.board import PLAY
from cardhouse.games.words import SPOKEN, TYPED
from tests.rules.grid_kit import (
    AROUND,
    BASE,
    EVERY_JOKER,
    MIXED,
    PACKED,
    RANKS,
    SYMMETRIC,
    UNFROZEN,
    laid,
    rows_of,
    slow_hand,
)

BOOK = Path(__file__).parents[2] / "docs/rules/grid.md"


def drafting():
    return cardhouse.new("grid", seed=7)


def played():
    match = cardhouse.new("grid", seed=2, jokers=["Scrapbook", "Coin Slot", "Candle"])
    match.play("s")
    return match


TABLES = {
    "no jokers": lambda: cardhouse.new("grid", seed=7, jokers=[]),
    "five jokers": lambda: cardhouse.new("grid", seed=7, jokers=EVERY_JOKER[:5]),
    "a position": lambda: laid(MIXED, ["Loose Step", "Runner", "Long Stay"], hands_left=2),
    "played": played,
}
"""Tables of all sorts on which a hand can be played."""
every_table = pytest.mark.parametrize("table", TABLES)


# -- asking does nothing --------------------------------------------------------


@every_table
def test_grid_7_a_preview_changes_nothing(table):
    match = TABLES[table]()
    before, notes, digest = copy_state(match.state), list(match.state.notes), match.digest()
    view, record, moves = match.view(), match.record(), match.played
    match.preview(rounds=5)
    assert (match.state, match.state.notes, match.state.events) == (before, notes, [])
    assert (match.digest(), match.view()) == (digest, view)
    assert (match.record(), match.played) == (record, moves)


@every_table
def test_all_3_the_next_hand_is_the_same_with_and_without_a_preview(table):
    match = TABLES[table]()
    twin = copy_state(match.state)
    match.preview(rounds=5)
    rules.apply(twin, PLAY)
    match.play("s")
    assert match.state == twin


def test_all_3_a_preview_is_the_same_whatever_the_seed():
    found = [laid(MIXED, ["Loose Step"], hands_left=7, seed=seed) for seed in (1, 2, "x")]
    assert len({match.digest() for match in found}) == 3
    first, *others = (match.preview(rounds=20) for match in found)
    assert all(other == first for other in others)


def test_all_3_a_preview_is_the_same_whatever_is_to_come():
    match = cardhouse.new("grid", seed=2, jokers=["Scrapbook", "Coin Slot"])
    match.play("s")
    seen = match.preview(rounds=20)
    nexts = set()
    for salt in range(4):
        twin = copy_state(match.state)
        rules.rekey(twin, salt)
        assert preview.preview(twin, TYPED, rounds=20) == seen
        rules.apply(twin, PLAY)
        nexts.add(tuple(twin.board))
    assert len(nexts) == 4


def test_all_3_a_preview_does_not_foretell_the_next_hand():
    # Sampled from the real key, every round would begin with the hand that comes.
    foretold = []
    for seed in range(12):
        match = cardhouse.new("grid", seed=seed, jokers=["Echo"])
        seen = match.preview(rounds=2)
        match.play("s")
        foretold.append(match.score in (seen["min"], seen["max"]))
    assert foretold.count(True) <= 3


def test_grid_7_a_preview_looks_at_what_the_table_shows():
    one = laid(MIXED, ["Joker"]).preview(rounds=20)
    assert laid(MIXED, ["Joker"]).preview(rounds=20) == one
    assert laid(MIXED, ["Joker", "Joker"]).preview(rounds=20)["mean"] > one["mean"]
    assert laid(MIXED, ["Joker"], score=1).preview(rounds=20) != one


# -- when there is none ---------------------------------------------------------


def refused(match, **choices):
    before = copy_state(match.state)
    with pytest.raises(IllegalMove) as caught:
        match.preview(**choices)
    assert match.state == before
    return caught.value.reason, str(caught.value)


def test_grid_21_there_is_no_preview_while_offers_stand():
    match = drafting()
    sentence = "Take one of the jokers offered first: d 0, d 1 or d 2."
    assert refused(match) == ("drafting", sentence)
    match.words = SPOKEN
    assert refused(match) == ("drafting", "Take one of the jokers offered first.")
    match.play("d 0")
    assert match.preview(rounds=3)["rounds"] == 3


@pytest.mark.parametrize("position", [{"hands_left": 0}, {"score": 9, "target": 9}])
def test_grid_9_there_is_no_preview_after_the_end(position):
    assert refused(laid(MIXED, [], **position)) == ("ended", "The game is over.")


@pytest.mark.parametrize("rounds", [1, 0, -5, 100_001, 2.5, "9", True, [20]])
def test_grid_7_a_preview_takes_a_sensible_number_of_rounds(rounds):
    sentence = "A preview takes 2 to 100,000 rounds."
    assert refused(laid(MIXED, []), rounds=rounds) == ("bad_request", sentence)


def test_grid_7_it_takes_500_rounds_unless_told_otherwise():
    assert laid(MIXED, [], hands_left=1).preview()["rounds"] == 500
    assert "500 if nothing is said" in BOOK.read_text()
    assert laid(MIXED, [], hands_left=1).preview(rounds=2)["rounds"] == 2


@pytest.mark.parametrize("game", ["boom", "crush"])
def test_other_games_have_no_preview(game):
    match = cardhouse.new(game, seed=7)
    title = cardhouse.GAMES[game].title
    assert refused(match) == ("no_preview", f"{title} has no preview.")


def test_the_book_names_what_a_preview_tells():
    keys = set(laid(MIXED, [], hands_left=1).preview(rounds=2))
    part = BOOK.read_text().partition("## What the next hand may bring")[2].partition("\n## ")[0]
    assert [key for key in keys if f"`{key}`" not in part] == []


# -- without jokers the mean is exact -------------------------------------------


@cache
def points(ranks, one_suit):
    """Return the points of five cards of these ranks."""
    suits = "ccccc" if one_suit else "ccccd"
    chips, mult = BASE[slow_hand([rank + suit for rank, suit in zip(ranks, suits, strict=True)])]
    return chips * mult


@cache
def mean_with(*kept):
    """Return the mean of a line that keeps some cards, by trying all ranks and all suits."""
    free = 5 - len(kept)
    suits = [{*drawn, *(card[1] for card in kept)} for drawn in product("cdhs", repeat=free)]
    flushes = sum(len(seen) == 1 for seen in suits)
    others = len(suits) - flushes
    ranks = [card[0] for card in kept]
    total = 0
    for drawn in product(RANKS, repeat=free):
        five = "".join(sorted([*drawn, *ranks]))
        total += flushes * points(five, True) + others * points(five, False)
    return Fraction(total, 52**free)


def mean_of(picture, frozen):
    """Return the mean of the next hand, line by line."""
    rows = rows_of(picture)
    total = Fraction(0)
    for direction, i in product((0, 1), range(5)):
        kept = sorted(rows[row][col][:2] for row, col in frozen if (row, col)[direction] == i)
        total += mean_with(*kept)
    return total


@pytest.mark.parametrize(
    ("picture", "frozen"),
    [
        (UNFROZEN, []),
        (UNFROZEN, [(4, 0)]),  # an ace
        (UNFROZEN, [(2, 2)]),
        (UNFROZEN, [(0, 0), (2, 0)]),  # a pair in a column
        (UNFROZEN, [(3, 2), (3, 3)]),  # a pair in a row
        (UNFROZEN, [(0, 0), (2, 4)]),  # apart
        (UNFROZEN, [(2, 1), (2, 3)]),  # two hearts
        (SYMMETRIC, [(4, 0), (4, 2)]),  # king and queen of diamonds
        (SYMMETRIC, [(0, 0), (1, 0)]),  # two twos of two suits
        (PACKED, [(3, 4), (2, 4)]),  # ace and jack
    ],
    ids=lambda value: "grid" if isinstance(value, str) else str(value),
)
def test_grid_13_without_jokers_the_mean_is_exact(picture, frozen):
    match = laid(picture, [], hands_left=1, frozen=[list(cell) for cell in frozen])
    seen = match.preview(rounds=2)
    assert seen["error"] == 0
    assert seen["mean"] == round(float(mean_of(picture, frozen)), 2)
    assert preview.exact_mean(match.state) == pytest.approx(
        float(mean_of(picture, frozen)), rel=1e-12
    )


def test_grid_13_a_pair_in_a_line_is_worth_more_than_a_pair_apart():
    in_line = mean_of(UNFROZEN, [(0, 0), (2, 0)])
    apart = mean_of(PACKED, [(0, 0), (1, 1)])
    assert in_line > apart + 25
    assert round(mean_of(UNFROZEN, []), 2) == Fraction(20_672, 100)


@pytest.mark.volume
def test_grid_13_the_exact_mean_is_that_of_many_hands():
    # An Echo alone does nothing, but it makes the preview sample.
    exact = laid(MIXED, [], hands_left=1).preview(rounds=2)["mean"]
    sampled = laid(MIXED, ["Echo"], hands_left=1).preview(rounds=4000)
    assert sampled["error"] > 0
    assert abs(sampled["mean"] - exact) < 1.5 * sampled["error"]


# -- with jokers it is sampled --------------------------------------------------


def many(match, rounds):
    """Play a round on many times with keys of its own; return the first gains and the wins."""
    gains, wins = [], 0
    for salt in range(rounds):
        s = copy_state(match.state)
        rules.rekey(s, 10**6 + salt)
        rules.apply(s, PLAY)
        gains.append(s.score - match.score)
        while rules.outcome(s) == PLAYING:
            rules.apply(s, PLAY)
        wins += rules.outcome(s) == WON
    return gains, wins


@pytest.mark.volume
@pytest.mark.parametrize(
    ("jokers", "position"),
    [
        (["Joker", "Photograph"], {"target": 1600}),
        (["Loose Step", "Coin Slot", "Oops! All 6s"], {"target": 3500}),
        (["Scrapbook", "Runner", "Greedy Joker"], {"target": 1800}),
        (["Encore", "Scary Face", "Last Dance"], {"target": 6000}),
    ],
)
def test_grid_7_mean_and_chance_are_those_of_many_rounds(jokers, position):
    match = laid(MIXED, jokers, hands_left=2, **position)
    seen = match.preview(rounds=800)
    rounds = 1600
    gains, wins = many(match, rounds)
    mean = sum(gains) / rounds
    deviation = sqrt(sum((gain - mean) ** 2 for gain in gains) / rounds)
    assert 0.05 < wins / rounds < 0.95
    assert seen["error"] == pytest.approx(1.96 * deviation / sqrt(800), rel=0.25)
    assert abs(seen["mean"] - mean) < 1.5 * sqrt(1.5) * seen["error"]
    assert abs(seen["chance"] - wins / rounds) < 1.5 * sqrt(1.5) * seen["chance_error"]
    assert seen["min"] <= seen["mean"] <= seen["max"]


def test_grid_7_the_least_and_the_most_are_of_the_next_hand_alone():
    # With one card in the deck every line is five of a kind: 60 × 7, ten times.
    match = laid(MIXED, ["Echo"], hands_left=5, frozen=[], target=9000)
    match.state.deck_size = 1
    seen = match.preview(rounds=3)
    assert (seen["min"], seen["mean"], seen["max"], seen["error"]) == (4200, 4200, 4200, 0)
    assert (seen["chance"], seen["chance_error"]) == (1, 1)


@pytest.mark.parametrize(
    ("target", "rounds", "chance", "error"),
    [(1, 100, 1, 0.03), (10**9, 100, 0, 0.03), (10**9, 2, 0, 1), (1, 3, 1, 1), (1, 4, 1, 0.75)],
)
def test_where_all_or_none_are_won_the_error_is_three_of_so_many(target, rounds, chance, error):
    seen = laid(AROUND, ["Echo"], hands_left=1, target=target).preview(rounds=rounds)
    assert (seen["chance"], seen["chance_error"]) == (chance, error)


def test_grid_9_the_chance_is_that_of_the_hands_left():
    chances = [
        laid(MIXED, ["Joker"], hands_left=left, target=1600).preview(rounds=60)["chance"]
        for left in (1, 2, 3, 5)
    ]
    assert chances == sorted(chances)
    assert chances[0] < 0.1
    assert chances[-1] > 0.9


@pytest.mark.volume
def test_errors_are_how_far_off_nineteen_of_twenty_samples_stay():
    # The same table again and again; only the score tells one preview from another.
    truth = float(mean_of(MIXED, [(0, 0), (2, 0)]))
    tables, rounds, enough = 150, 40, 230
    seen = [
        laid(MIXED, ["Echo"], hands_left=1, score=i, target=i + enough).preview(rounds=rounds)
        for i in range(tables)
    ]
    assert len({(one["mean"], one["chance"]) for one in seen}) > tables / 2
    chance = sum(one["chance"] for one in seen) / tables
    assert 0.2 < chance < 0.8
    right = sum(abs(one["mean"] - truth) <= one["error"] for one in seen)
    chance_right = sum(abs(one["chance"] - chance) <= one["chance_error"] for one in seen)
    assert 0.88 * tables <= right <= 0.99 * tables
    assert 0.88 * tables <= chance_right <= 0.99 * tables


def test_grid_2_with_another_deck_the_mean_is_sampled():
    match = laid(MIXED, [], frozen=[])
    for entry in range(rules.CARDS):
        match.state.deck[entry] = match.state.deck[0]
    seen = match.preview(rounds=20)
    assert seen["min"] == seen["mean"] == seen["max"] == 10 * 60 * 7
