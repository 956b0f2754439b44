"""Poker Grid by its rule book: the grid, its lines and the deck."""

from collections import Counter
from functools import cache

import pytest

from cardhouse.core.cards import card_text
from cardhouse.core.chance import below
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import ID_BITS, LINES, card_of
from tests.rules.grid_kit import (
    AROUND,
    LINE_NAMES,
    MIXED,
    PACKED,
    SYMMETRIC,
    laid,
    lines_of,
    named,
    slow_hand,
    turned,
)
from tests.rules.grid_round_kit import CARDS, CELLS, flat, hands, is_about, new
from tests.rules.odds import is_even

# -- the grid and its lines -----------------------------------------------------


def test_grid_1_there_are_five_rows_and_five_columns():
    for seed in range(5):
        assert [len(row) for row in new(seed).view()["board"]] == [5] * 5


def test_grid_1_row_0_is_the_top_and_column_0_the_left():
    match = laid(AROUND, [])
    assert match.view()["board"][0][4] == "6d"
    assert named(match.play("f 0 4"), "freeze")[0]["cards"] == ["6d"]
    assert named(match.play("f 4 0"), "freeze")[0]["cards"] == ["Th"]


def test_grid_1_the_lines_are_the_rows_then_the_columns():
    rows = [[(row, column) for column in range(5)] for row in range(5)]
    columns = [[(row, column) for row in range(5)] for column in range(5)]
    assert [[divmod(cell, 5) for cell in line] for line in LINES] == rows + columns
    for _, _, events, later in hands():
        assert [line["line"] for line in named(events, "line")] == LINE_NAMES
        assert [line["line"] for line in later["lines"]] == LINE_NAMES


@pytest.mark.parametrize("picture", [MIXED, turned(MIXED), SYMMETRIC, PACKED])
def test_grid_1_each_line_is_read_where_it_lies(picture):
    lines = laid(picture, []).view()["lines"]
    assert [line["hand"] for line in lines] == [slow_hand(cards) for cards in lines_of(picture)]


def test_grid_1_the_first_card_of_a_line_is_leftmost_or_topmost():
    # Doorbell scores the first card again: a diamond in the corner counts twice in both lines.
    picture = AROUND.replace("Jc", "Jd")
    ring, quiet = (
        laid(picture, jokers) for jokers in (["Greedy Joker", "Doorbell"], ["Greedy Joker"])
    )
    more = [
        loud["mult"] - soft["mult"]
        for loud, soft in zip(ring.view()["lines"], quiet.view()["lines"], strict=True)
    ]
    firsts = [cards[0] for cards in lines_of(picture)]
    assert more == [3 * card.endswith("d") for card in firsts]
    assert more.count(3) == 5


# -- the deck -------------------------------------------------------------------


@cache
def dealt(count=1500):
    """Return the grids of many rounds as they are dealt."""
    return [flat(new(seed).view()["board"]) for seed in range(count)]


@pytest.mark.volume
@pytest.mark.parametrize("cell", [0, 4, 5, 12, 24])
def test_grid_2_any_card_is_equally_likely_on_any_cell(cell):
    assert is_even(Counter(cards[cell] for cards in dealt()), kinds=52)


@pytest.mark.volume
def test_grid_2_every_card_of_all_is_equally_likely():
    counts = Counter(card for cards in dealt() for card in cards)
    assert set(counts) == set(CARDS)
    assert is_even(counts, kinds=52)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (3, 4), (4, 5), (9, 24), (20, 24)])
def test_grid_2_draws_know_nothing_of_each_other(first, second):
    twins = sum(cards[first] == cards[second] for cards in dealt())
    assert is_about(twins, len(dealt()), 1 / 52)
    suits = Counter((cards[first][1], cards[second][1]) for cards in dealt())
    assert is_even(suits, kinds=16)


def test_grid_2_duplicates_can_lie_on_the_grid():
    without = sum(len(set(cards)) == 25 for cards in dealt())
    chance = 1.0
    for i in range(25):
        chance *= (52 - i) / 52
    assert is_about(without, len(dealt()), chance)
    assert without < len(dealt()) / 50


def test_grid_2_what_lies_on_the_grid_makes_no_card_rarer():
    aces = "\n".join(["Ah Ah Ah Ah Ah"] * 5)
    match = laid(aces, [], hands_left=400)
    cards = Counter()
    for _ in range(400):
        (draw,) = named(match.play("s"), "draw")
        cards.update(draw["cards"])
    assert is_even(cards, kinds=52)


def test_grid_2_the_deck_is_a_list_of_52_cards_with_ids_and_stays_the_same():
    match = new()
    s = match.state
    assert s.deck_size == 52
    assert [card_text(card_of(entry)) for entry in s.deck[:52]] == CARDS
    assert [entry >> ID_BITS for entry in s.deck[:52]] == list(range(1, 53))
    assert set(s.deck[52:]) == {0}
    deck = list(s.deck)
    while match.outcome == "playing":
        match.play("s")
        assert (match.state.deck, match.state.deck_size) == (deck, 52)
        assert set(match.state.board) <= set(deck[:52])


def test_grid_2_a_longer_or_shorter_deck_is_drawn_from_as_well():
    s = new().state
    s.deck[52] = s.deck[0]
    for size, kinds in [(1, 1), (2, 2), (53, 52)]:
        s.deck_size, s.frozen, cards = size, 0, Counter()
        for _ in range(400):
            rules.redraw(s)
            cards.update(map(card_of, s.board))
        assert len(cards) == kinds
        if size == 53:
            twos = cards.pop(card_of(s.deck[0]))
            assert is_about(twos, 10_000, 2 / 53)
        assert is_even(cards, kinds=len(cards))


def drawn_by_the_book(s, cells):
    """Return the cards that so many cells get: five for a draw below 52⁵, the first digit first."""
    cards = []
    while len(cards) < cells:
        number = below(s, 0, 52**5)
        cards += [CARDS[number // 52**i % 52] for i in (4, 3, 2, 1, 0)]
    return cards[:cells]


@pytest.mark.parametrize("seed", range(10))
def test_grid_2_chance_is_spent_as_the_book_says(seed):
    match = new(seed, auto_freeze=seed % 2 == 0)
    luck = copy_state(match.state)
    luck.drawn[:] = [0] * 3
    luck.blocks[:] = [0] * len(luck.blocks)
    assert flat(match.view()["board"]) == drawn_by_the_book(luck, 25)
    while match.outcome == "playing":
        free = [cell for cell in CELLS if list(cell) not in match.view()["frozen"]]
        match.play("s")
        found = [match.view()["board"][row][column] for row, column in free]
        assert found == drawn_by_the_book(luck, len(free))
        assert match.state.drawn == luck.drawn
        assert len(free) == 25 - len(match.view()["frozen"])
