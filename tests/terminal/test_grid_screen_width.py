"""However large the numbers, the table of Poker Grid stays narrow."""

import pytest

from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid.view import MOST_HELD
from cardhouse.terminal import grid
from tests.terminal.drawn import LINE_NAMES, OFFERED, uncoloured
from tests.terminal.grid_screen_kit import (
    HUGE,
    LONGEST,
    OFFERS,
    SIGNS,
    WIDTH,
    drawn,
    every_paint,
    laid,
    placed,
    view_of,
    with_lines,
)

WIDE = {
    "long jokers": view_of(jokers=LONGEST, hands_left=3, frozen=[[0, 0], [4, 4]]),
    "long offers": view_of(jokers=LONGEST[:4], offers=LONGEST[2:], hands_left=3),
    "long jokers that hold much": view_of(
        jokers=[{"name": "Long Stay", "held": MOST_HELD - 0.25}] * 5, hands_left=3
    ),
    "thousands": with_lines(("Straight Flush", 12_345)),
    "a hundred thousand": with_lines(("Three of a Kind", 999_999)),
    "millions": with_lines(("Straight Flush", 1_234_567), score=10**7, target=10**8),
    "billions": with_lines(("Four of a Kind", 14_093_463_040), score=10**11, target=10**12),
    "all there is": laid(hands_left=1_000, score=10**15 - 1, target=10**15).view(),
    "all there can be": with_lines(
        ("Three of a Kind", 2 * 10**9 * MOST_HELD), score=10**15, target=10**15
    ),
}


@every_paint
@pytest.mark.parametrize("name", WIDE)
def test_a_table_is_narrow_whatever_stands_in_it(paint, name):
    for line in uncoloured(grid.draw(WIDE[name], paint)).splitlines():
        assert len(line) <= WIDTH, line


@every_paint
@pytest.mark.parametrize("name", WIDE)
def test_a_wide_table_can_be_read_back(paint, name):
    drawn(WIDE[name], paint)


@pytest.mark.parametrize("place", range(10))
def test_one_wide_score_is_enough_to_list_all_lines_below_the_grid(place):
    results = [("Four of a Kind", 999_999)] * 10
    at_the_ends = drawn(with_lines(*results))
    assert not any(f"{name}: " in at_the_ends for name in LINE_NAMES)
    results[place] = ("Straight Flush", 1_000_000)
    view = with_lines(*results, offers=OFFERS)
    text = drawn(view)
    below = [
        f"{name}: {hand} {score:,}" for name, (hand, score) in zip(LINE_NAMES, results, strict=True)
    ]
    lines = text.splitlines()
    bottom = max(i for i, line in enumerate(lines) if line.startswith("   +"))
    assert lines[bottom + 1 : bottom + 12] == [*below, OFFERED]
    assert all(line.endswith("|") for line in lines[bottom - 5 : bottom])


@pytest.mark.parametrize("score", [999_999, 1_000_000, 10**9, 2 * 10**9 * MOST_HELD])
@pytest.mark.parametrize("hand", HAND_NAMES)
def test_any_hand_with_any_score_is_narrow(hand, score):
    text = drawn(with_lines((hand, score)))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.count(f"{score:,}") == 10


def test_what_the_largest_hand_did_is_narrow():
    match = placed(HUGE)
    words = grid.say(match.play("s"))
    assert f"The hand makes {match.score:,}." in " ".join(words.split())
    for text in (words, grid.explain(match), grid.jokers(match)):
        assert max(map(len, text.splitlines())) <= WIDTH


def test_the_largest_hand_is_drawn_narrow():
    match = placed(HUGE)
    match.play("s")
    assert max(map(len, drawn(match.view(), SIGNS).splitlines())) <= WIDTH


@pytest.mark.parametrize("target", [10**6, 10**9, 10**12, 10**15])
def test_the_last_hand_has_a_line_of_its_own_only_where_the_first_has_no_room(target):
    many = 0
    for score in (5, 10**5, 10**9, 10**11, 2 * 10**14):
        view = with_lines(("Flush", score), score=target, target=target)
        status, then, *_ = drawn(view).splitlines()
        whole = f"score {target:,} of {target:,}   hands left 3   last hand {10 * score:,}"
        if len(whole) <= WIDTH:
            assert status == whole
        else:
            many += 1
            assert f"{status}   {then}" == whole
    assert many == {10**6: 0, 10**9: 2, 10**12: 4, 10**15: 5}[target]
