"""The table of Poker Grid as it is drawn: cards, stars, lines, status, colour."""

import random
import re

import pytest

import cardhouse
from cardhouse.core.poker import HAND_NAMES
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from tests.games import KITS
from tests.terminal.drawn import (
    CODE,
    FEET,
    GRID_BOARD,
    LINE_NAMES,
    OFFERED,
    parts_under_columns,
    tables,
    uncoloured,
)
from tests.terminal.grid_screen_kit import (
    LINE,
    NAMES,
    SIGNS,
    drawn,
    every_paint,
    laid,
    placed,
    view_of,
    with_lines,
)

CELLS = [[row, column] for row in LINE for column in LINE]

CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]

GRID_LINES = [
    ("Royal Flush", 800),
    ("Full House", 160),
    ("Straight", 120),
    ("Two Pair", 40),
    ("High Card", 5),
    ("One Pair", 20),
    ("High Card", 5),
    ("Three of a Kind", 90),
    ("Flush", 140),
    ("High Card", 5),
]
"""What the lines of `GRID_BOARD` are worth, rows then columns, counted by hand."""
MAKES = 1_385


def random_view(luck):
    jokers = luck.choices(NAMES, k=luck.randint(0, 5))
    offers = luck.sample(NAMES, 3) if len(jokers) < 5 and luck.random() < 0.5 else []
    return placed(
        {
            "board": [[luck.choice(CARDS) for _ in LINE] for _ in LINE],
            "frozen": luck.sample(CELLS, luck.randint(0, 2)),
            "jokers": jokers,
            "offers": offers,
            "hands_left": luck.randint(1, 7),
            "score": luck.choice((0, 30, 999, 1_000, 4_999)),
            "target": luck.choice((5_000, 12_345)),
        }
    ).view()


# -- the table ----------------------------------------------------------------


@every_paint
def test_the_grid_is_drawn_as_it_lies(paint):
    text = drawn(view_of(frozen=[[0, 3], [4, 4]], jokers=["Joker", "Photograph"]), paint)
    assert ("♥" in text) == paint.signs
    assert ("\x1b" in text) == paint.colour
    assert text.isascii() == (not paint.signs)


@every_paint
def test_every_card_is_drawn(paint):
    for start in (0, 25, 27):
        cards = iter(CARDS[start:])
        drawn(view_of(board=[[next(cards) for _ in LINE] for _ in LINE]), paint)


def test_grid_10_a_frozen_card_has_a_star_right_beside_it():
    for row, column in CELLS:
        text = drawn(view_of(frozen=[[row, column]]), SIGNS)
        assert re.findall(r"\S+\*", text) == [SIGNS.card(GRID_BOARD[row][column]) + "*"]


def test_grid_10_every_frozen_card_has_a_star_and_no_other():
    frozen = [[0, 0], [2, 3], [4, 4]]
    text = drawn(view_of(frozen=frozen, jokers=["Third Hand"]))
    assert re.findall(r"\S+\*", text) == [f"{GRID_BOARD[row][column]}*" for row, column in frozen]
    assert "*" not in drawn(view_of())


@every_paint
@pytest.mark.parametrize("seed", range(10))
def test_any_table_can_be_read_back(paint, seed):
    luck = random.Random(seed)
    for _ in range(3):
        drawn(random_view(luck), paint)


@every_paint
def test_every_table_of_a_round_can_be_read_back(paint):
    luck, moves, ends = random.Random(3), 0, set()
    for seed in range(4):
        match = cardhouse.new("grid", seed=seed, picks=3 * (seed % 2))
        drawn(match.view(), paint)
        while match.outcome == "playing":
            match.play(luck.choice(list(match.moves())))
            drawn(match.view(), paint)
        moves += match.number
        ends.add(match.outcome)
    assert moves > 50
    assert ends == {"won", "lost"}


@pytest.mark.parametrize("name", KITS["grid"].positions)
def test_every_position_of_the_kit_can_be_read_back(name):
    spot = KITS["grid"].positions[name]
    drawn(placed(spot.position, **spot.options).view())


def test_the_columns_are_numbered_over_their_cards():
    lines = grid.draw(view_of(), Paint()).splitlines()
    numbers, row = lines[2], lines[4]
    for column in LINE:
        place = row.index(GRID_BOARD[0][column])
        assert numbers[place - 1 : place + 2].strip() == str(column)


def test_the_rows_are_numbered_from_the_top():
    lines = grid.draw(view_of(), Paint()).splitlines()[4:9]
    for row, line in enumerate(lines):
        assert re.findall(r"\w+", line) == [str(row), *GRID_BOARD[row]]


def test_no_line_ends_in_blanks_where_there_is_no_colour():
    luck = random.Random(1)
    for _ in range(20):
        for line in grid.draw(random_view(luck), SIGNS).split("\n"):
            assert line == line.rstrip()


# -- line results -------------------------------------------------------------


def test_the_results_of_the_last_hand_stand_at_the_ends_of_rows_and_columns():
    view = view_of(hands_left=3)
    (table,) = tables(drawn(view))
    assert table["lines"] == GRID_LINES
    assert table["last hand"] == sum(score for _, score in GRID_LINES) == MAKES


def test_a_row_is_told_in_full_at_its_end():
    lines = grid.draw(view_of(hands_left=3), Paint()).splitlines()[4:9]
    for line, (hand, score) in zip(lines, GRID_LINES, strict=False):
        assert line.endswith(f"| {hand} {score}")


def test_a_column_is_told_right_under_it():
    *_, row, _, hands, scores = grid.draw(view_of(hands_left=3), Paint()).splitlines()
    for column in LINE:
        place = row.index(GRID_BOARD[4][column])
        near = slice(place - 3, place + 6)
        hand, score = GRID_LINES[5 + column]
        assert FEET[hands[near].strip()] == hand
        assert scores[near].strip() == str(score)
        for told in (hands, scores):
            words = told[near]
            start, end = len(words) - len(words.lstrip()), len(words.rstrip())
            assert abs((start + end) / 2 - 4.5) <= 0.5


def test_before_the_first_hand_there_are_no_results():
    for view in (view_of(), cardhouse.new("grid", seed=1).view(), view_of(jokers=["Joker"])):
        text = drawn(view)
        assert "last hand" not in text
        assert not any(hand in text.split(OFFERED)[0] for hand in HAND_NAMES)
        assert not any(name in text for name in LINE_NAMES)


@pytest.mark.parametrize("hand", HAND_NAMES)
@every_paint
def test_every_hand_has_a_name_for_a_row_and_one_for_a_column(paint, hand):
    text = uncoloured(drawn(with_lines((hand, 1_234)), paint))
    assert len(re.findall(rf"{hand} 1,234$", text, re.MULTILINE)) == 5
    (foot,) = set(parts_under_columns(text.splitlines()[-2]))
    assert FEET[foot] == hand


def test_a_hand_is_shortened_under_a_column_only_where_it_has_no_room():
    assert {grid.SHORT_HANDS.get(hand, hand): hand for hand in HAND_NAMES} == FEET
    assert set(grid.SHORT_HANDS) == {hand for hand in HAND_NAMES if len(hand) >= grid.CELL_WIDTH}


def test_results_stay_until_the_next_hand_whatever_is_frozen_or_moved():
    match = laid(jokers=["Joker", "Runner"], hands_left=3)
    before = match.view()["lines"]
    for move in ("f 0 0", "f 1 1", "u", "o 0 1"):
        match.play(move)
        drawn(match.view())
        assert match.view()["lines"] == before
    match.play("s")
    assert match.view()["lines"] != before


# -- colour -------------------------------------------------------------------


def test_every_colour_ends_before_its_line_does():
    luck = random.Random(2)
    for _ in range(20):
        for line in grid.draw(random_view(luck), Paint(colour=True, signs=True)).splitlines():
            codes = CODE.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
            assert "\x1b[0m" not in codes[0::2]


@pytest.mark.parametrize("signs", [False, True])
def test_colour_adds_nothing_but_colour(signs):
    luck = random.Random(3)
    for _ in range(20):
        view = random_view(luck)
        coloured, plain = (grid.draw(view, Paint(colour, signs)) for colour in (True, False))
        assert [line.rstrip() for line in uncoloured(coloured).splitlines()] == plain.splitlines()


@pytest.mark.parametrize(("card", "code"), [("9c", "32"), ("9d", "36"), ("9h", "31"), ("9s", "1")])
def test_a_card_has_the_colour_of_its_suit(card, code):
    text = grid.draw(view_of(board=[[card] * 5] * 5), Paint(colour=True))
    assert text.count(f"\x1b[{code}m{card}\x1b[0m") == 25


def test_a_star_is_yellow_and_the_score_bold():
    text = grid.draw(view_of(frozen=[[1, 2]], score=12), Paint(colour=True))
    assert "\x1b[32m4c\x1b[0m\x1b[33m*\x1b[0m" in text
    assert text.startswith("\x1b[1mscore 12 of 5,000\x1b[0m   hands left 7\n")


# -- the status ---------------------------------------------------------------


def test_the_status_has_score_target_and_hands_left():
    for position, status in (
        ({}, "score 0 of 5,000   hands left 7"),
        ({"score": 1_234, "target": 12_345}, "score 1,234 of 12,345   hands left 7"),
        ({"hands_left": 1}, f"score 0 of 5,000   hands left 1   last hand {MAKES:,}"),
        ({"hands_left": 0}, f"score 0 of 5,000   hands left 0   last hand {MAKES:,}"),
    ):
        assert drawn(view_of(**position)).splitlines()[0] == status


def test_the_last_hand_of_the_status_is_what_the_score_rose_by():
    match = cardhouse.new("grid", seed=1, jokers=["Photograph", "Coin Slot"])
    for _ in range(3):
        before = match.score
        match.play("s")
        (table,) = tables(drawn(match.view()))
        assert table["last hand"] == match.score - before > 0
