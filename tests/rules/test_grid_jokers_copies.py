"""Jokers of Poker Grid that copy others, and those that depend on luck."""

from collections import Counter
from math import sqrt

import pytest

from cardhouse.core.chance import below
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import rules
from cardhouse.games.grid.effects import lucky
from tests.rules.grid_kit import (
    MIXED,
    PACKED,
    UNFROZEN,
    Does,
    hand_played,
    laid,
    lines_of,
    scored,
    slow_hand,
    turned,
    worked_out,
)
from tests.rules.joker_scenes import BENT, DOES, ODDS_OF, OOPS, SCENES, hands_of, row_0, row_0_with

# -- powers: copies -------------------------------------------------------------


@pytest.mark.parametrize(
    ("jokers", "times"),
    [
        ("Hall of Mirrors, Joker", 2),
        ("Joker, Hall of Mirrors", 1),  # nobody is to its right
        ("Joker, Echo", 2),
        ("Echo, Joker", 1),  # the leftmost is itself
        ("Hall of Mirrors, Hall of Mirrors, Joker", 3),
        ("Joker, Hall of Mirrors, Echo", 3),  # the way goes on from a copy
        ("Joker, Echo, Hall of Mirrors", 2),
        ("Joker, Echo, Echo, Echo, Echo", 5),
        ("Joker, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Echo", 5),
        ("Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Joker", 5),
        ("Hall of Mirrors, Echo, Joker", 1),  # a circle
        ("Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Echo", 0),
        ("Echo, Hall of Mirrors, Joker", 2),
        ("Hall of Mirrors", 0),
        ("Echo", 0),
        ("Echo, Echo", 0),
        ("Echo, Echo, Joker", 1),
    ],
)
def test_grid_20_hall_of_mirrors_and_echo_do_what_another_joker_does(jokers, times):
    found = scored(laid(MIXED, jokers.split(", ")).state)
    for line, cards in enumerate(lines_of(MIXED)):
        assert found[line] == worked_out(slow_hand(cards), [(DOES["Joker"], times)])


@pytest.mark.parametrize("name", [name for name in DOES if name not in ("Queue", *ODDS_OF)])
@pytest.mark.parametrize("copy", ["Hall of Mirrors", "Echo"])
def test_grid_20_a_copy_does_as_much_as_the_joker(name, copy):
    for scene in SCENES[name][:4]:
        jokers = [copy, name] if copy == "Hall of Mirrors" else [name, copy]
        twice = scored(laid(scene.picture, [name, name], scene.hands_left).state)
        assert scored(laid(scene.picture, jokers, scene.hands_left).state) == twice


@pytest.mark.parametrize(
    ("jokers", "mult"),
    [
        ("Joker, Melting Clock", (1 + 4) * 4),
        ("Hall of Mirrors, Melting Clock, Joker", 1 * 4 * 4 + 4),
        ("Hall of Mirrors, Joker, Melting Clock", (1 + 4 + 4) * 4),
        ("Joker, Melting Clock, Echo", (1 + 4) * 4 + 4),
        ("Melting Clock, Joker, Echo", (1 * 4 + 4) * 4),
        ("Joker, Hall of Mirrors, Melting Clock", (1 + 4) * 4 * 4),
        ("Joker, Hall of Mirrors, Melting Clock, Echo", (1 + 4) * 4 * 4 + 4),
    ],
)
def test_grid_16_a_copy_acts_in_its_own_place(jokers, mult):
    assert row_0("2d 7d 9s Kh Ac", jokers.split(", ")) == (5, 100 * mult)


def test_a_copy_of_queue_counts_from_its_own_place():
    assert row_0("2d 7d 9s Kh Ac", ["Joker", "Hall of Mirrors", "Queue"]) == (
        5,
        100 * (1 + 4 + 3 + 6),
    )
    assert row_0("2d 7d 9s Kh Ac", ["Queue", "Echo", "Echo"]) == (5, 100 * (1 + 0 + 3 + 6))


def test_grid_18_a_copy_gives_what_the_joker_holds_and_keeps_nothing():
    for jokers, runner in [(["Hall of Mirrors", "Runner"], 1), (["Runner", "Echo"], 0)]:
        s = laid(turned(MIXED), jokers).state
        s.held[runner] = 30
        s = hand_played(s)
        # The only straight is column 0: rows get 30 twice, columns 45.
        assert s.chips[:5] == [60 + 60, 10 + 60, 20 + 60, 20 + 60, 60 + 60]
        assert s.chips[5:] == [30 + 90, 5 + 90, 35 + 90, 10 + 90, 5 + 90]
        assert s.held[runner] == 45
        assert s.held[1 - runner] == 0


def test_grid_18_a_copy_of_a_fading_joker_fades_with_it():
    s = laid(MIXED, ["Hall of Mirrors", "Melting Clock"]).state
    assert scored(s)[0] == (30, 400 * 4 * 4)
    s = hand_played(s)
    assert (s.held[:2], scored(s)[0]) == ([0, 350], (30, 400 * 350 // 100 * 350 // 100))


@pytest.mark.parametrize(
    ("jokers", "count"),
    [
        (["Hall of Mirrors", "Doorbell", "Greedy Joker"], 4),
        (["Doorbell", "Echo", "Greedy Joker"], 4),
        (["Doorbell", "Echo", "Hall of Mirrors", "Greedy Joker"], 8),
        (["Greedy Joker", "Doorbell", "Echo"], 6),
        (["Doorbell", "Hall of Mirrors", "Greedy Joker"], 6),
    ],
)
def test_grid_17_repeats_can_be_copied_too(jokers, count):
    # 2d 7d: one diamond for each, and one more for the first with each bell.
    assert row_0("2d 7d 9s Kh Ac", jokers) == row_0_with("2d 7d 9s Kh Ac", "Greedy Joker", count)


def test_grid_17_repeats_copies_and_order_together():
    # Clubs: Ac, 9c; the first is scored three times.  × 1.5 four times, then +4, or the other way.
    line = "Ac 9c 2d 7h Kh"
    bells = ["Hall of Mirrors", "Doorbell"]
    first = worked_out("High Card", [(Does(times=1.5), 4), (Does(mult=4), 1)])
    assert row_0(line, [*bells, "Clover Patch", "Joker"]) == first == (5, 505 + 400)
    last = worked_out("High Card", [(Does(mult=4), 1), (Does(times=1.5), 4)])
    assert row_0(line, [*bells, "Joker", "Clover Patch"]) == last == (5, 2530)


def test_grid_20_a_copied_power_over_hands_does_no_more():
    lines = list(BENT["Four Fingers"])
    copied = hands_of(lines, ["Hall of Mirrors", "Four Fingers"])
    assert copied == list(BENT["Four Fingers"].values())
    assert hands_of(lines, ["Four Fingers", "Echo"]) == copied


@pytest.mark.parametrize(
    ("jokers", "slots"),
    [
        ([], 2),
        (["Third Hand"], 3),
        (["Third Hand", "Third Hand"], 4),
        (["Hall of Mirrors", "Third Hand"], 3),
        (["Third Hand", "Echo", "Echo"], 3),
    ],
)
def test_grid_5_third_hand_gives_a_slot_and_a_copy_of_it_none(jokers, slots):
    match = laid(UNFROZEN, jokers)
    for cell in range(slots):
        match.play(f"f 1 {cell}")
    assert match.look("f 0 0")["reason"] == "no_slot"
    assert match.look("f 0 0")["message"] == (
        f"No more than {slots} cards can be frozen; unfreeze one first."
    )
    assert len(match.view()["frozen"]) == slots


def test_third_hand_opens_a_window_more():
    assert scored(laid(MIXED, ["Open Window", "Third Hand"]).state)[0] == (30, 400 + 400)
    assert scored(laid(UNFROZEN, ["Third Hand", "Open Window", "Third Hand"]).state)[0] == (
        30,
        400 + 4 * 400,
    )


def test_three_frozen_cards_count_three_times():
    match = laid(MIXED, ["Third Hand", "Cold Store", "Snow Globe"])
    match.play("f 4 0")
    chips, mult = zip(*scored(match.state), strict=True)
    assert chips[5] == 60 + 9
    assert mult[5] == 700 + 3 * 800


# -- powers: luck ---------------------------------------------------------------


def is_about(count, tries, chance):
    """Return whether so many of independent tries succeeded, within four deviations."""
    return abs(count - tries * chance) <= 4 * sqrt(tries * chance * (1 - chance))


@pytest.mark.parametrize("name", ODDS_OF)
@pytest.mark.parametrize("oops", range(4))
def test_grid_19_a_chance_is_doubled_by_each_oops_and_never_more_than_certain(name, oops):
    odds, certain = ODDS_OF[name]
    s = laid(MIXED, [name, *["Oops! All 6s"] * oops]).state
    tries = 60_000
    hits = lucky(s, odds, tries)
    assert is_about(hits, tries, min(2**oops / odds, 1))
    assert (hits == tries) == (oops >= certain)


@pytest.mark.parametrize("odds", [2, 3, 4, 8])
def test_grid_19_every_try_is_by_itself(odds):
    """Two tries that share a random word succeed together as often as they should."""
    s = laid(MIXED, ["Loose Step"]).state
    hits = Counter(lucky(s, odds, 2) for _ in range(8000))
    assert is_about(hits[2], 8000, 1 / odds**2)
    assert is_about(hits[0], 8000, (1 - 1 / odds) ** 2)


def test_grid_19_no_tries_draw_nothing():
    s = laid(MIXED, ["Loose Step"]).state
    assert lucky(s, 2, 0) == 0
    assert lucky(s, 1, 5) == 5
    assert s.drawn[1] == 0


def rolls(s, odds, tries):
    """Return how often chance was kind, by the book: digits of draws, the first digits first."""
    hits, most = 0, 1
    while odds ** (most + 1) <= 2**31:
        most += 1
    while tries:
        shared = min(most, tries)
        number = below(s, 1, odds**shared)
        digits = [number // odds**i % odds for i in range(shared)]
        hits += digits.count(0)
        tries -= shared
    return hits


@pytest.mark.parametrize("name", ODDS_OF)
@pytest.mark.parametrize("seed", range(8))
def test_grid_19_luck_is_tried_line_by_line_as_the_book_says(name, seed):
    odds, _ = ODDS_OF[name]
    rich = MIXED.replace("6d", "7d").replace("Kh", "7s")  # four sevens more
    s = laid(rich, ["Encore", name, "Hall of Mirrors", name], hands_left=0, seed=seed).state
    expected, luck = [[] for _ in range(10)], copy_state(s)
    for _ in range(3):
        for line, cards in enumerate(lines_of(rich)):
            sevens = sum(card[0] == "7" for card in cards)
            tries = {"Coin Slot": 10, "Lucky Sevens": 2 * sevens}.get(name, 1)
            expected[line].append((DOES[name], rolls(luck, odds, tries)))
    played = copy_state(s)
    rules.score_lines(played)
    for line, cards in enumerate(lines_of(rich)):
        assert (played.chips[line], played.mults[line]) == worked_out(
            slow_hand(cards), expected[line]
        )
    assert played.drawn == luck.drawn
    assert played.drawn[1] > 0


def test_grid_19_jokers_without_chance_roll_nothing():
    certain = [name for name in DOES if name not in ODDS_OF]
    for start in range(0, len(certain), 5):
        match = laid(MIXED, certain[start : start + 5])
        match.play("s")
        assert match.state.drawn[1] == 0


@pytest.mark.parametrize(
    "jokers",
    [
        ["Hall of Mirrors", OOPS, OOPS, "Trapdoor"],
        [OOPS, "Echo", "Echo", "Trapdoor"],
        [OOPS, "Trapdoor", OOPS, "Hall of Mirrors", OOPS],
    ],
)
def test_grid_19_an_oops_may_stand_anywhere_and_be_copied(jokers):
    found = scored(laid(MIXED, jokers).state)
    for line, cards in enumerate(lines_of(MIXED)):
        assert found[line] == worked_out(slow_hand(cards), [(Does(times=10), 1)])


def test_grid_19_each_line_has_its_own_luck():
    won = Counter()
    for seed in range(300):
        found = scored(laid(PACKED, ["Loose Step"], seed=seed).state)
        assert {mult for _, mult in found} <= {200, 1000}
        won.update(line for line in range(10) if found[line][1] == 1000)
        won[10] += found[0] == found[1]
    assert all(is_about(won[line], 300, 1 / 2) for line in range(11))


def test_grid_19_a_copy_tries_its_luck_for_itself():
    both = Counter()
    for seed in range(300):
        found = scored(laid(PACKED, ["Hall of Mirrors", "Loose Step"], seed=seed).state)
        both.update(mult for _, mult in found)
    assert is_about(both[200], 3000, 1 / 4)
    assert is_about(both[1000], 3000, 1 / 2)
    assert is_about(both[1800], 3000, 1 / 4)
