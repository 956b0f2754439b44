"""Poker Grid, one test or more per rule of ``docs/rules/grid.md``.

What each joker does is in ``test_grid_jokers.py``, what a preview foretells in
``test_grid_preview.py``.
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import BadSetup, IllegalMove
from cardhouse.core.cards import card_text
from cardhouse.core.chance import below
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.grid import preview, rules
from cardhouse.games.grid.board import (
    DRAFT,
    FREEZE,
    ID_BITS,
    LINES,
    MOVES,
    ORDER,
    PLAY,
    UNFREEZE,
    card_of,
)
from cardhouse.games.grid.jokers import JOKERS, ROSTER
from cardhouse.games.grid.notation import REFUSALS, move_text, parse_move
from cardhouse.terminal import grid as screen
from cardhouse.terminal.paint import Paint
from tests.rules.test_grid_jokers import (
    AROUND,
    BASE,
    EVERY_JOKER,
    LINE_NAMES,
    MIXED,
    PACKED,
    SYMMETRIC,
    UNFROZEN,
    laid,
    lines_of,
    named,
    rows_of,
    slow_hand,
    turned,
)

BOOK = Path(__file__).parents[2] / "docs/rules/grid.md"

CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
RANKS = "23456789TJQKA"
CELLS = list(product(range(5), repeat=2))


def new(seed=7, **options):
    """Start a round without jokers, unless they are asked for."""
    return cardhouse.new("grid", seed=seed, **({"jokers": []} | options))


def flat(rows):
    return [item for row in rows for item in row]


def told(events):
    return [event["event"] for event in events]


def refused(match, move):
    """Return the reason and the sentence with which a move is refused; nothing may change."""
    state, view, digest, played = (
        copy_state(match.state),
        match.view(),
        match.digest(),
        match.played,
    )
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert (match.state, match.view(), match.digest()) == (state, view, digest)
    assert (match.state.notes, match.state.events) == (state.notes, [])
    assert match.played == played
    return caught.value.reason, str(caught.value)


def reason(match, move):
    return refused(match, move)[0]


def book_table(heading):
    """Return the rows of a table of the book, cell by cell."""
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_even(counts, kinds):
    """Return whether each of so many kinds came about as often: within five deviations."""
    mean = sum(counts.values()) / kinds
    return len(counts) == kinds and all(
        abs(count - mean) < 5 * sqrt(mean) for count in counts.values()
    )


def is_about(count, tries, chance):
    """Return whether so many of independent tries came true, within five deviations."""
    return abs(count - tries * chance) < 5 * sqrt(tries * chance * (1 - chance))


def picture_of(view):
    return "\n".join(map(" ".join, view["board"]))


# -- many rounds, move by move --------------------------------------------------


def any_move(match, luck):
    """Return a legal move: often a hand, now and then something else."""
    moves = list(match.moves())
    return "s" if "s" in moves and luck.randrange(3) == 0 else luck.choice(moves)


@cache
def plays():
    """Play many rounds; return for each move the view before, the move, its events, the view after.

    Some begin with a draft, others with jokers of chance.
    """
    luck, steps = Random(5), []
    for number in range(40):
        jokers = luck.choices(EVERY_JOKER, k=number % 6)
        options = {"picks": number % 5 + 1} if number % 2 else {"jokers": jokers}
        match = cardhouse.new("grid", seed=number, auto_freeze=number % 3 > 0, **options)
        while match.outcome == "playing":
            before, move = match.view(), any_move(match, luck)
            steps.append((before, move, match.play(move), match.view()))
    return steps


def hands():
    """Return the hands among the moves of those rounds."""
    return [step for step in plays() if step[1] == "s"]


def test_grid_7_the_rounds_played_here_see_every_kind_of_move_often():
    kinds = Counter(move[0] for _, move, _, _ in plays())
    assert set(kinds) == set("fusdo")
    assert min(kinds.values()) > 20
    ends = Counter(later["outcome"] for *_, later in plays())
    assert min(ends["won"], ends["lost"]) >= 5


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


# -- the opening ----------------------------------------------------------------


def test_grid_3_a_round_starts_with_a_full_grid_and_no_points():
    view = new().view()
    assert (view["score"], view["target"], view["hands_left"]) == (0, 5000, 7)
    assert (view["jokers"], view["offers"], view["lines"]) == ([], [], [])
    assert set(flat(view["board"])) <= set(CARDS)
    assert view["outcome"] == "playing"


def test_grid_3_auto_freeze_is_on_unless_it_is_switched_off():
    board = new(auto_freeze=False).view()["board"]
    assert board == new().view()["board"]
    assert new().view()["frozen"] == new(auto_freeze=True).view()["frozen"] == [[0, 1], [1, 1]]
    assert new(auto_freeze=False).view()["frozen"] == []


def test_grid_3_nothing_of_an_earlier_round_is_left():
    match = cardhouse.new("grid", seed=3, jokers=["Scrapbook", "Candle"])
    fresh = copy_state(match.state)
    for move in ("u", "s", "o 0 1", "o 1 0", "s"):
        match.play(move)
    rules.deal(match.state)
    assert match.state == fresh


@pytest.mark.parametrize("value", [1, 0, None, "yes", []])
def test_grid_3_auto_freeze_is_true_or_false(value):
    with pytest.raises(BadSetup, match="auto_freeze is true or false, not ") as caught:
        new(auto_freeze=value)
    assert caught.value.reason == "bad_option"


def test_grid_3_there_are_three_options():
    with pytest.raises(BadSetup, match="has no option 'level'; it has jokers, picks, auto_freeze"):
        new(level=1)


# Twenty-five cards of ranks 2 to 9, in which nothing is frozen but what a test puts there.
NO_PAIR_LINE = """
    2c 3d 4h 5s 6d
    7h 8c 9d 2s 3c
    4s 5d 6h 7d 8s
    9h 2d 3h 4d 5c
    6c 7c 8h 9s 2h
"""


def put(picture, **cards):
    """Return a picture with other cards on some cells, named ``_12`` for row 1, column 2."""
    rows = rows_of(picture)
    for name, card in cards.items():
        rows[int(name[1])][int(name[2])] = card
    return "\n".join(map(" ".join, rows))


def auto_frozen(picture):
    """Return the cells that auto-freeze finds on a grid."""
    return laid(picture, [], frozen=None).view()["frozen"]


@pytest.mark.parametrize(
    ("cards", "frozen"),
    [
        # of the highest rank, an ace being high
        ({"_00": "Ac", "_01": "Kd", "_02": "Kh", "_43": "As"}, [[0, 0], [4, 3]]),
        ({"_00": "Qc", "_01": "Kd", "_02": "Kh", "_43": "Qs"}, [[0, 1], [0, 2]]),
        # in one line, even if others come first
        ({"_00": "Ac", "_11": "Ad", "_34": "Ah", "_44": "As"}, [[3, 4], [4, 4]]),
        ({"_00": "Ac", "_11": "Ad", "_32": "Ah", "_30": "As"}, [[0, 0], [3, 0]]),
        ({"_04": "Ac", "_11": "Ad", "_30": "Ah", "_33": "As"}, [[3, 0], [3, 3]]),
        # of those the first, by the first card and then by the second
        ({"_00": "Ac", "_04": "Ad", "_40": "Ah", "_44": "As"}, [[0, 0], [0, 4]]),
        ({"_01": "Ac", "_41": "Ad", "_10": "Ah", "_12": "As"}, [[0, 1], [4, 1]]),
        ({"_01": "Ac", "_41": "Ad", "_03": "Ah", "_43": "As"}, [[0, 1], [0, 3]]),
        # of those that share no line the first, in the same way
        ({"_01": "Ac", "_12": "Ad", "_20": "Ah"}, [[0, 1], [1, 2]]),
        ({"_04": "Ac", "_40": "Ad"}, [[0, 4], [4, 0]]),
        # the same card twice is a pair too
        ({"_04": "Ac", "_40": "Ac"}, [[0, 4], [4, 0]]),
        # one ace is none
        ({"_22": "Ac", "_10": "Jc", "_13": "Jd"}, [[1, 0], [1, 3]]),
    ],
)
def test_grid_4_the_highest_pair_is_frozen(cards, frozen):
    assert auto_frozen(put(NO_PAIR_LINE, **cards)) == frozen


def naive_freeze(board):
    """Return what auto-freeze should find, by trying all pairs of cells."""
    pairs = [
        (first, second)
        for first, second in combinations(CELLS, 2)
        if board[first[0]][first[1]][0] == board[second[0]][second[1]][0]
    ]
    if not pairs:
        return []

    def order(pair):
        (row, column), (other_row, other_column) = pair
        apart = row != other_row and column != other_column
        return -RANKS.index(board[row][column][0]), apart, pair

    return [list(cell) for cell in min(pairs, key=order)]


def test_grid_4_in_every_deal():
    for seed in range(250):
        view = new(seed).view()
        assert view["frozen"] == naive_freeze(view["board"])


def test_grid_4_without_a_pair_nothing_is_frozen():
    # Twenty-five cards of thirteen ranks always have a pair, so a rank is asked for that has none.
    s = laid(NO_PAIR_LINE, []).state
    assert [rank for rank in range(2, 15) if rules.best_pair_of(s, rank)] == list(range(2, 10))
    s = laid(put(NO_PAIR_LINE, _22="Ac"), []).state
    assert rules.best_pair_of(s, 14) == 0


@pytest.mark.parametrize(("slots", "frozen"), [(0, 0), (1, 0), (2, 2), (3, 2)])
def test_grid_4_a_pair_needs_two_slots(slots, frozen):
    s = rules.State(auto_freeze=1)
    twin_of(rules, {"FREEZE_SLOTS": slots}).deal(s)
    assert s.slots == slots
    assert s.frozen.bit_count() == frozen


# -- freezing -------------------------------------------------------------------


def test_grid_5_a_cell_is_frozen_and_unfrozen_again():
    match = laid(UNFROZEN, [])
    events = match.play("f 1 1")
    assert [event | {"text": None} for event in events] == [
        {"event": "freeze", "cells": [[1, 1]], "cards": ["Kh"], "text": None}
    ]
    assert events[0]["text"] == "Kh at 1,1 frozen"
    assert match.view()["frozen"] == [[1, 1]]
    events = match.play("f 1 1")
    assert told(events) == ["unfreeze"]
    assert (events[0]["cells"], events[0]["cards"]) == ([[1, 1]], ["Kh"])
    assert events[0]["text"] == "Kh at 1,1 unfrozen"
    assert match.view()["frozen"] == []


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_grid_5_any_cell_can_be_frozen(row, column):
    match = laid(UNFROZEN, [])
    assert match.parse(f"f {row} {column}") == 5 * row + column
    match.play(f"f {row} {column}")
    assert match.view()["frozen"] == [[row, column]]


def test_grid_5_a_third_freeze_is_refused():
    match = laid(MIXED, [])
    sentence = "No more than 2 cards can be frozen; unfreeze one first."
    frozen = [(0, 0), (2, 0)]
    for row, column in CELLS:
        if (row, column) not in frozen:
            assert refused(match, f"f {row} {column}") == ("no_slot", sentence)
    match.play("f 0 0")
    match.play("f 4 4")
    assert match.view()["frozen"] == [[2, 0], [4, 4]]


@pytest.mark.parametrize(
    ("slots", "sentence"),
    [
        (0, "No card can be frozen."),
        (1, "No more than 1 card can be frozen; unfreeze one first."),
        (25, None),
    ],
)
def test_grid_5_how_many_there_are_is_a_knob(slots, sentence):
    twin, s = twin_of(rules, {"FREEZE_SLOTS": slots}), rules.State()
    twin.deal(s)
    for cell in range(25):
        assert twin.refusal(s, cell) == (rules.LEGAL if cell < slots else rules.NO_SLOT)
        if cell < slots:
            twin.apply(s, cell)
    assert s.frozen.bit_count() == slots
    if sentence:
        match = new()
        match.state.slots, match.state.frozen = slots, (1 << slots) - 1
        assert match.look("f 4 4")["message"] == sentence


def test_grid_6_all_freezes_are_cleared_at_once():
    match = laid(MIXED, [])
    (event,) = match.play("u")
    assert event["event"] == "unfreeze"
    assert (event["cells"], event["cards"]) == ([[0, 0], [2, 0]], ["5c", "5h"])
    assert event["text"] == "5c at 0,0 and 5h at 2,0 unfrozen"
    assert match.view()["frozen"] == []


def test_grid_6_with_nothing_frozen_it_is_refused():
    assert refused(laid(UNFROZEN, []), "u") == ("none_frozen", "Nothing is frozen.")
    match = laid(MIXED, [])
    match.play("u")
    assert match.look("u")["reason"] == "none_frozen"


def test_grid_5_a_freeze_changes_nothing_else():
    for before, move, events, later in plays():
        if move[0] in "fu":
            assert {**later, "frozen": 0, "jokers": 0} == {**before, "frozen": 0, "jokers": 0}
            assert set(told(events)) <= {"freeze", "unfreeze", "reset"}


# -- playing a hand -------------------------------------------------------------


def test_grid_7_every_unfrozen_cell_is_redrawn_in_reading_order():
    assert len(hands()) > 150
    for before, _, events, later in hands():
        (draw,) = named(events, "draw")
        free = [list(cell) for cell in CELLS if list(cell) not in before["frozen"]]
        assert draw["cells"] == free
        assert draw["cards"] == [later["board"][row][column] for row, column in free]
        assert draw["text"] == f"{len(free)} cards drawn"


def test_grid_7_the_cards_are_new_ones():
    match = laid(MIXED, [], hands_left=300)
    kept = 0
    for _ in range(300):
        before = flat(match.view()["board"])
        match.play("s")
        after = flat(match.view()["board"])
        kept += sum(old == new for old, new in zip(before, after, strict=True)) - 2
    assert is_about(kept, 300 * 23, 1 / 52)


def test_grid_7_all_ten_lines_are_scored_after_the_draw():
    for before, _, events, later in hands():
        assert later["score"] - before["score"] == sum(
            line["gain"] for line in named(events, "line")
        )
        bending = [joker["name"] for joker in before["jokers"]]
        if not {"Hall of Mirrors", "Echo"} & set(bending):
            expected = [slow_hand(cards, bending) for cards in lines_of(picture_of(later))]
            assert [line["hand"] for line in later["lines"]] == expected


def test_grid_7_a_hand_tells_draws_lines_and_memories_in_order():
    order = ["play", "draw", "line", "grow", "fade", "end"]
    for before, _, events, later in hands():
        places = [order.index(name) for name in told(events)]
        assert places == sorted(places)
        assert told(events).count("line") == 10
        assert events[0]["hands_left"] == later["hands_left"] == before["hands_left"] - 1
        assert [{**line, "event": 0, "gain": 0, "text": 0} for line in named(events, "line")] == [
            {**line, "event": 0, "gain": 0, "text": 0} for line in later["lines"]
        ]
    texts = {events[0]["hands_left"]: events[0]["text"] for _, _, events, _ in hands()}
    assert (texts[0], texts[1], texts[2]) == ("0 hands left", "1 hand left", "2 hands left")


def test_grid_8_frozen_cells_keep_their_cards():
    for before, _, _, later in hands():
        assert later["frozen"] == before["frozen"]
        for row, column in before["frozen"]:
            assert later["board"][row][column] == before["board"][row][column]


def test_grid_8_freezes_last_for_all_hands():
    match = laid(MIXED, [], hands_left=7)
    for _ in range(7):
        match.play("s")
        assert match.view()["frozen"] == [[0, 0], [2, 0]]
        assert (match.view()["board"][0][0], match.view()["board"][2][0]) == ("5c", "5h")


def test_grid_8_a_cell_that_is_unfrozen_is_drawn_again():
    changed = 0
    for seed in range(40):
        match = laid(MIXED, [], seed=seed)
        match.play("f 0 0")
        match.play("s")
        changed += match.view()["board"][0][0] != "5c"
        assert match.view()["board"][2][0] == "5h"
    assert changed > 30


# -- the end --------------------------------------------------------------------


def test_grid_9_a_round_has_seven_hands_and_is_lost_without_the_target():
    match = new(seed=1)
    left = [match.view()["hands_left"]]
    while match.outcome == "playing":
        events = match.play("s")
        left.append(match.view()["hands_left"])
    assert left == [7, 6, 5, 4, 3, 2, 1, 0]
    assert match.outcome == match.view()["outcome"] == "lost"
    assert 0 < match.score < 5000
    assert events[-1]["event"] == "end"
    assert (events[-1]["outcome"], events[-1]["score"]) == ("lost", match.score)


@pytest.mark.parametrize(("short", "outcome"), [(0, "won"), (1, "playing")])
def test_grid_9_the_target_itself_wins_and_one_less_does_not(short, outcome):
    gain = played_once(laid(MIXED, [])).score
    match = laid(MIXED, [], target=5000, score=5000 - gain - short)
    assert played_once(match).outcome == outcome
    assert match.score == 5000 - short


def played_once(match):
    match.play("s")
    return match


def test_grid_9_it_is_looked_at_after_every_hand_and_ends_at_once():
    match = cardhouse.new(
        "grid", seed=2, jokers=["Bookshelf", "Pillars", "Joker", "Joker", "Joker"]
    )
    scores = [0]
    while match.outcome == "playing":
        assert match.score < 5000
        match.play("s")
        scores.append(match.score)
    assert scores == sorted(scores)
    assert match.outcome == "won"
    assert match.view()["hands_left"] > 0
    assert list(match.moves()) == []


def test_grid_9_the_last_hand_can_still_win():
    gain = played_once(laid(MIXED, [], hands_left=1)).score
    match = laid(MIXED, [], hands_left=1, target=gain + 300, score=300)
    assert played_once(match).outcome == "won"
    match = laid(MIXED, [], hands_left=1, target=gain + 301, score=300)
    assert played_once(match).outcome == "lost"


@pytest.mark.parametrize("move", ["s", "f 0 0", "u", "d 0", "o 0 1", "o 0 0"])
def test_grid_9_after_the_end_nothing_is_allowed(move):
    for position in ({"score": 5000, "target": 5000}, {"hands_left": 0}):
        match = laid(MIXED, ["Joker", "Runner"], **position)
        assert refused(match, move) == ("ended", "The game is over.")
        assert list(match.moves()) == []


def test_grid_9_hands_and_target_are_knobs():
    s = rules.State()
    twin_of(rules, {"ROUND_HANDS": 3, "TARGET": 900}).deal(s)
    assert (s.hands_left, s.target) == (3, 900)


# -- what is typed --------------------------------------------------------------


def test_grid_10_every_move_has_a_text_and_a_number():
    cells = [f"f {row} {column}" for row, column in CELLS]
    orders = [f"o {i} {j}" for i, j in CELLS]
    texts = [*cells, "u", "s", "d 0", "d 1", "d 2", *orders]
    assert [move_text(move) for move in range(MOVES)] == texts
    assert [parse_move(text) for text in texts] == list(range(MOVES))
    assert (FREEZE, UNFREEZE, PLAY, DRAFT, ORDER, MOVES) == (0, 25, 26, 27, 30, 55)


def test_grid_10_the_book_numbers_the_moves():
    for text, numbers, _ in book_table("| Move |"):
        first, _, last = numbers.partition("\N{EN DASH}")
        letter = text.strip("`")[0]
        assert {move for move in range(MOVES) if move_text(move)[0] == letter} == set(
            range(int(first), int(last or first) + 1)
        )
        assert int(first) <= parse_move(text.strip("`")) <= int(last or first)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("F 0 3", "f 0 3"),
        ("f 0,3", "f 0 3"),
        ("f03", "f 0 3"),
        ("03", "f 0 3"),
        ("0,3", "f 0 3"),
        ("  0   3 ", "f 0 3"),
        ("f 0, 3", "f 0 3"),
        ("U", "u"),
        (" s ", "s"),
        ("d2", "d 2"),
        ("D 2", "d 2"),
        ("o 1,0", "o 1 0"),
        ("o 10", "o 1 0"),
        ("o10", "o 1 0"),
        ("O  1   0", "o 1 0"),
    ],
)
def test_grid_10_a_move_may_be_typed_in_other_ways(typed, meant):
    assert move_text(parse_move(typed)) == meant


MOVE_WORDS = "f ROW COLUMN, u, s, d OFFER or o JOKER PLACE"


@pytest.mark.parametrize(
    ("typed", "why", "sentence"),
    [
        ("", "no_move", f"'' is no move; a move is {MOVE_WORDS}."),
        ("x", "no_move", f"'x' is no move; a move is {MOVE_WORDS}."),
        ("play", "no_move", f"'play' is no move; a move is {MOVE_WORDS}."),
        ("ss", "no_move", f"'ss' is no move; a move is {MOVE_WORDS}."),
        ("d two", "no_move", f"'d two' is no move; a move is {MOVE_WORDS}."),
        ("d -1", "no_move", f"'d -1' is no move; a move is {MOVE_WORDS}."),
        ("o 1;0", "no_move", f"'o 1;0' is no move; a move is {MOVE_WORDS}."),
        ("d ٣", "no_move", f"'d ٣' is no move; a move is {MOVE_WORDS}."),
        ("f", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f 3", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f 0 3 1", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f a b", "no_move", f"'f a b' is no move; a move is {MOVE_WORDS}."),
        ("f 0 5", "no_cell", "0,5 is off the board; rows go from 0 to 4, columns to 4."),
        ("50", "no_cell", "5,0 is off the board; rows go from 0 to 4, columns to 4."),
        ("u 1", "number_count", "u stands alone."),
        ("s 1", "number_count", "s stands alone."),
        ("d", "number_count", "d takes 1 number, like d 2."),
        ("d 1 2", "number_count", "d takes 1 number, like d 2."),
        ("o 1", "number_count", "o takes 2 numbers, like o 1 0."),
        ("o", "number_count", "o takes 2 numbers, like o 1 0."),
        ("d 3", "no_offer", "An offer is 0 to 2."),
        ("o 5 0", "no_joker", "A joker's place is 0 to 4."),
        ("o 0 9", "no_joker", "A joker's place is 0 to 4."),
    ],
)
def test_grid_10_what_is_no_move_is_refused(typed, why, sentence):
    assert refused(laid(MIXED, ["Joker"]), typed) == (why, sentence)
    assert reason(laid(MIXED, [], hands_left=0), typed) == why


def test_grid_10_the_terminal_marks_frozen_cells():
    view = laid(MIXED, []).view()
    drawn = screen.draw(view, Paint())
    assert [word for word in drawn.split() if word.endswith("*")] == ["5c*", "5h*"]
    assert "*" not in screen.draw(view | {"frozen": []}, Paint())


def test_grid_10_the_terminal_has_its_letters():
    asked = {letter: screen.SHORT[letter] for letter in "j?q"}
    assert asked == {"j": "jokers", "?": "help", "q": "quit"}
    assert not set(screen.SHORT) & set("fusdo")


# -- lines ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ts Js Qs Ks As", "Royal Flush"),
        ("9s Ts Js Qs Ks", "Straight Flush"),
        ("Ah 2h 3h 4h 5h", "Straight Flush"),
        ("7c 7c 7c 7c 2c", "Four of a Kind"),
        ("7c 7c 7c 7c 7c", "Four of a Kind"),  # five of one rank
        ("7c 7d 7h 7s 7s", "Four of a Kind"),
        ("7c 7c 7c 2c 2c", "Full House"),
        ("Qs Ks As 2s 3s", "Flush"),
        ("7c 7c 7c 2c 3c", "Flush"),  # of one suit with a rank repeated
        ("As As 2s 3s 4s", "Flush"),
        ("5c 9c Tc Jc 2d", "High Card"),  # four of one suit are none
        ("Ac 2h 3h 4h 5h", "Straight"),
        ("Tc Jh Qh Kh Ah", "Straight"),
        ("5c 4d 3h 2s 6c", "Straight"),
        ("Jc Qs Ks As 2s", "High Card"),  # an ace is never inside
        ("2c 3d 4h 5s 7d", "High Card"),
        ("2c 2d 2h 3d 4h", "Three of a Kind"),
        ("2c 2d 3c 3d 4h", "Two Pair"),
        ("2c 2d 3c 4d 5h", "One Pair"),
    ],
)
def test_grid_11_a_line_is_the_highest_hand_it_makes(cards, hand):
    rows = rows_of(AROUND)
    for order in (cards.split(), cards.split()[::-1]):
        level = "\n".join(map(" ".join, [*rows[:1], order, *rows[2:]]))
        assert laid(level, []).view()["lines"][1]["hand"] == hand
        assert laid(turned(level), []).view()["lines"][6]["hand"] == hand


def test_grid_11_hands_are_ranked_as_the_book_lists_them():
    order = [row[0] for row in book_table("| Hand |")]
    lines = {"High Card": "2c 7d 9s Kh Ad", "Royal Flush": "Ts Js Qs Ks As"}
    assert order == list(BASE)
    # Upstairs acts on a better line: each hand of the list is better than the one before it.
    lines |= {"One Pair": "2c 2d 3c 4d 5h", "Two Pair": "2c 2d 3c 3d 4h", "Flush": "2s 4s 6s 8s Ts"}
    lines |= {"Three of a Kind": "2c 2d 2h 3d 4h", "Straight": "2c 3d 4h 5s 6d"}
    lines |= {"Full House": "2c 2d 2h 3d 3h", "Four of a Kind": "2c 2d 2h 2s 3h"}
    lines |= {"Straight Flush": "2s 3s 4s 5s 6s"}
    for worse, better in combinations(order, 2):
        rows = [lines[worse], lines[better], *AROUND.strip().splitlines()[2:]]
        up = laid("\n".join(rows), ["Upstairs"]).view()["lines"]
        assert (up[0]["hand"], up[1]["hand"]) == (worse, better)
        assert [step["name"] for step in up[1]["jokers"]] == ["Upstairs"]
        down = laid("\n".join([rows[1], rows[0], *rows[2:]]), ["Upstairs"]).view()["lines"]
        assert down[1]["jokers"] == []


def test_grid_11_lines_of_real_hands_are_what_a_slow_reader_says():
    seen = Counter()
    for seed in range(60):
        match = new(seed)
        while match.outcome == "playing":
            match.play("s")
            for line, cards in zip(
                match.view()["lines"], lines_of(picture_of(match.view())), strict=True
            ):
                assert line["hand"] == slow_hand(cards)
                seen[line["hand"]] += 1
    assert len(seen) >= 8


def test_grid_12_the_book_gives_chips_and_mult():
    for hand, chips, mult, score in book_table("| Hand |"):
        assert (int(chips), int(mult)) == BASE[hand]
        assert int(score) == int(chips) * int(mult)


def test_grid_12_a_line_without_jokers_scores_its_hand():
    for picture in (MIXED, turned(MIXED), SYMMETRIC, PACKED):
        for line, cards in zip(laid(picture, []).view()["lines"], lines_of(picture), strict=True):
            chips, mult = BASE[slow_hand(cards)]
            assert (line["base_chips"], line["base_mult"]) == (chips, mult)
            assert (line["chips"], line["mult"], line["score"]) == (chips, mult, chips * mult)
            assert line["jokers"] == []


def test_grid_12_they_are_knobs():
    twin = twin_of(rules, {"BASE_CHIPS": tuple(range(10)), "BASE_MULT": tuple(range(1, 11))})
    assert [twin.base_of(hand) for hand in range(10)] == [(i, 100 * (i + 1)) for i in range(10)]


def draws_of_five():
    """Return in how many of the 52⁵ draws five cards are each hand, by counting, not by trying."""
    suits, one_suit = 4**5, 4
    ranks = {
        "straight": 10 * 120,
        "Four of a Kind": 13 * 12 * 5 + 13,
        "Full House": 13 * 12 * 10,
        "Three of a Kind": 13 * comb(12, 2) * 20,
        "Two Pair": comb(13, 2) * 11 * 30,
        "One Pair": 13 * comb(12, 3) * 60,
    }
    ranks["High Card"] = 13**5 - sum(ranks.values())
    mixed = suits - one_suit
    flushes = 13**5 - ranks["straight"] - ranks["Four of a Kind"] - ranks["Full House"]
    return {
        "High Card": ranks["High Card"] * mixed,
        "One Pair": ranks["One Pair"] * mixed,
        "Two Pair": ranks["Two Pair"] * mixed,
        "Three of a Kind": ranks["Three of a Kind"] * mixed,
        "Straight": ranks["straight"] * mixed,
        "Flush": flushes * one_suit,
        "Full House": ranks["Full House"] * suits,
        "Four of a Kind": ranks["Four of a Kind"] * suits,
        "Straight Flush": 9 * 120 * one_suit,
        "Royal Flush": 120 * one_suit,
    }


def test_grid_13_a_hand_without_freezes_and_jokers_makes_206_72_on_average():
    draws = draws_of_five()
    assert sum(draws.values()) == 52**5
    mean = sum(Fraction(draws[hand] * chips * mult, 52**5) for hand, (chips, mult) in BASE.items())
    assert round(mean, 3) == Fraction(20_672, 1000)
    assert "206.72 on average, which is 20.672 a line" in BOOK.read_text()
    assert preview.line_mean((), 0) == pytest.approx(float(mean), rel=1e-12)
    match = new(auto_freeze=False)
    assert preview.exact_mean(match.state) == pytest.approx(float(10 * mean), rel=1e-12)


def test_grid_13_a_line_scores_chips_times_mult_after_all_jokers():
    for _, _, events, later in hands():
        for line in later["lines"]:
            chips, mult = line["base_chips"], line["base_mult"]
            assert (chips, mult) == BASE[line["hand"]]
            if line["jokers"]:
                chips, mult = line["jokers"][-1]["chips"], line["jokers"][-1]["mult"]
            assert (line["chips"], line["mult"]) == (chips, mult)
            assert line["score"] == chips * round(100 * mult) // 100
        assert [line["gain"] for line in named(events, "line")] == [
            line["score"] for line in later["lines"]
        ]


def test_grid_13_the_example_of_the_source():
    # A pair of fives with +8 mult if the line is a pair; a flush that it does nothing to.
    rows = ["5c 5d 7h 9s Kd", "2h 7h 9h Kh Ah", *AROUND.strip().splitlines()[2:]]
    lines = laid("\n".join(rows), ["Jolly Joker"]).view()["lines"]
    assert (lines[0]["chips"], lines[0]["mult"], lines[0]["score"]) == (10, 10, 100)
    assert (lines[1]["chips"], lines[1]["mult"], lines[1]["score"]) == (35, 4, 140)


def test_grid_13_lines_do_not_touch_each_other():
    # Rows 0 and 1 change; rows 2 to 4 score as before.
    other = "\n".join(["Kc Kd Kh Ks 2c", "2d 2h 3c 3s 3d", *MIXED.strip().splitlines()[2:]])
    jokers = ["Scary Face", "Greedy Joker", "Photograph"]
    first, second = (laid(picture, jokers).view()["lines"] for picture in (MIXED, other))
    assert first[2:5] == second[2:5]
    assert first[:2] != second[:2]


def test_grid_13_a_card_has_no_chips_of_its_own():
    low = "\n".join(["2c 2d 4h 6s 8d", *AROUND.strip().splitlines()[1:]])
    high = "\n".join(["Ac Ad Qh Js 9d", *AROUND.strip().splitlines()[1:]])
    assert laid(low, []).view()["lines"][0] == laid(high, []).view()["lines"][0]


@pytest.mark.parametrize(
    ("chips", "mult", "score"), [(5, 337, 16), (10, 150, 15), (7, 50, 3), (1, 99, 0), (10, 25, 2)]
)
def test_grid_14_a_line_drops_what_is_below_one(chips, mult, score):
    assert rules.line_score(chips, mult) == score


def test_grid_14_times_one_and_a_half_is_exact():
    # 2 × 1.5 = 3, and then +4: no rounding on the way.
    rows = ["5c 5d 7h 9s Kd", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Clover Patch", "Joker"]).view()["lines"][0]
    assert [(step["name"], step["mult"]) for step in line["jokers"]] == [
        ("Clover Patch", 3),
        ("Joker", 7),
    ]
    rows = ["2c 7d 9s Kh Ad", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Clover Patch"]).view()["lines"][0]
    assert (line["mult"], line["score"]) == (1.5, 7)


def test_grid_14_any_score_fits_64_bits():
    # Five jokers at the most that a position lets them hold, and what a thousand hands add.
    most_held = 10**5
    most_chips = max(BASE[hand][0] for hand in BASE) + 5 * (most_held + 1000 * 10 * 25)
    assert most_chips * rules.MOST_MULT < 2**63
    assert rules.MOST_MULT * 100 * most_held < 2**63


# -- jokers ---------------------------------------------------------------------


def test_grid_15_five_jokers_are_the_most():
    five = ["Joker", "Joker", "Runner", "Candle", "Echo"]
    match = cardhouse.new("grid", seed=7, jokers=five)
    assert [joker["name"] for joker in match.view()["jokers"]] == five
    with pytest.raises(BadSetup, match="at most 5 jokers, not 6"):
        cardhouse.new("grid", seed=7, jokers=[*five, "Joker"])


def test_grid_15_how_many_there_are_is_a_knob():
    s = rules.State(joker_count=4, picks_left=5)
    s.jokers[:4] = [1, 1, 1, 1]
    twin_of(rules, {"JOKER_SLOTS": 2}).deal(s)
    assert (s.joker_count, s.picks_left, s.offers) == (2, 0, [0, 0, 0])
    s = rules.State(joker_count=1, picks_left=5)
    s.jokers[0] = 1
    rules.deal(s)
    assert (s.joker_count, s.picks_left) == (1, 4)


def test_grid_15_two_of_a_kind_stack():
    one, two = (laid(MIXED, ["Joker"] * n).view()["lines"] for n in (1, 2))
    assert {two[i]["mult"] - one[i]["mult"] for i in range(10)} == {4}
    one, two = (laid(MIXED, ["House of Kings"] * n).view()["lines"][1]["mult"] for n in (1, 2))
    assert (one, two) == (2, 4)


def test_grid_16_jokers_act_from_left_to_right():
    def steps(*jokers):
        line = laid(PACKED, jokers).view()["lines"][0]
        return [(step["place"], step["name"], step["mult"]) for step in line["jokers"]], line[
            "score"
        ]

    clock = "Melting Clock"
    assert steps("Joker", clock) == ([(0, "Joker", 6), (1, clock, 24)], 240)
    assert steps(clock, "Joker") == ([(0, clock, 8), (1, "Joker", 12)], 120)
    assert steps("Joker", clock, "Joker") == (
        [(0, "Joker", 6), (1, clock, 24), (2, "Joker", 28)],
        280,
    )


def test_grid_16_a_joker_that_changes_nothing_is_not_listed():
    lines = laid(MIXED, ["Jolly Joker", "Joker"]).view()["lines"]
    for line in lines:
        names = [step["name"] for step in line["jokers"]]
        assert names == ["Jolly Joker", "Joker"][line["hand"] != "One Pair" :]


def test_grid_16_the_order_can_be_changed_between_hands():
    match = laid(PACKED, ["Joker", "Melting Clock"], hands_left=5)
    match.play("s")
    assert [step["name"] for step in match.view()["lines"][0]["jokers"]] == [
        "Joker",
        "Melting Clock",
    ]
    match.play("o 1 0")
    match.play("s")
    assert [step["name"] for step in match.view()["lines"][0]["jokers"]] == [
        "Melting Clock",
        "Joker",
    ]


def test_grid_17_every_card_of_a_line_counts_not_only_those_of_its_hand():
    rows = ["5c 5d 7d 9d Kd", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Greedy Joker"]).view()["lines"][0]
    assert (line["hand"], line["mult"]) == ("One Pair", 2 + 4 * 3)


def test_grid_17_cards_are_gone_through_in_order():
    # × 1.5 for each card: what is below a hundredth is dropped card by card.
    rows = ["2c 7c 9c Kc Ad", *AROUND.strip().splitlines()[1:]]
    line = laid("\n".join(rows), ["Clover Patch"]).view()["lines"][0]
    assert line["mult"] == 5.05  # 1, 1.5, 2.25, 3.37, 5.05


def test_grid_18_runner_grows_before_the_line_is_scored_and_keeps_it():
    match = laid(turned(MIXED), ["Runner"])
    s = copy_state(match.state)
    rules.read_lines(s)
    rules.score_lines(s)
    rules.grow(s)
    # The only straight is column 0.
    assert s.chips == [60, 10, 20, 20, 60, 30 + 15, 5 + 15, 35 + 15, 10 + 15, 5 + 15]
    assert s.held[0] == 15
    rules.read_lines(s)
    rules.score_lines(s)
    rules.grow(s)
    assert s.chips == [75, 25, 35, 35, 75, 60, 35, 65, 40, 35]
    assert s.held[0] == 30


def test_grid_18_growth_is_told_line_by_line():
    s = laid(MIXED.replace("Kh 2c 9s Jd", "6h 7c 8d 9s"), ["Joker", "Runner"]).state
    rules.read_lines(s)
    rules.grow(s)
    events = rules_events(s)
    assert [(event["event"], event["line"], event["held"]) for event in events] == [
        ("grow", "row 0", 15),
        ("grow", "row 1", 30),
    ]
    assert events[0]["text"] == "row 0: Runner holds 15"
    assert {(event["place"], event["name"]) for event in events} == {(1, "Runner")}


def rules_events(s):
    return cardhouse.GAMES["grid"].view.event_dicts(s.events)


def test_grid_18_it_lasts_for_the_round_and_a_new_round_begins_anew():
    match = cardhouse.new("grid", seed=7, jokers=["Scrapbook"])
    holds = []
    for _ in range(3):
        match.play("s")
        holds.append(match.view()["jokers"][0]["held"])
    assert holds == [1, 2, 3]
    assert cardhouse.new("grid", seed=7, jokers=["Scrapbook"]).view()["jokers"][0]["held"] == 0
    assert cardhouse.new("grid", seed=7, jokers=["Candle"]).view()["jokers"][0]["held"] == 9


def test_grid_19_a_refused_move_and_a_look_roll_nothing():
    match = laid(PACKED, ["Loose Step", "Coin Slot"])
    before = copy_state(match.state)
    for move in ("s", "f 0 0", "u", "o 0 1", "o 0 0", "x"):
        match.look(move)
    match.hint()
    assert match.state == before


def test_grid_20_a_text_by_name_finds_a_joker_in_any_case():
    match = cardhouse.new("grid", seed=7, jokers=["  oops! all 6S", "RUNNER"])
    assert [joker["name"] for joker in match.view()["jokers"]] == ["Oops! All 6s", "Runner"]
    assert match.options["jokers"] == ["Oops! All 6s", "Runner"]


@pytest.mark.parametrize("name", ["", "Jester", None, 3, ["Joker"]])
def test_grid_20_there_is_no_other_joker(name):
    with pytest.raises(BadSetup, match="there is no joker") as caught:
        cardhouse.new("grid", seed=7, jokers=[name])
    assert caught.value.reason == "bad_option"


@pytest.mark.parametrize("jokers", ["Joker", {"Joker": 1}, 3])
def test_grid_20_jokers_are_a_list(jokers):
    with pytest.raises(BadSetup, match="jokers is a list of names"):
        cardhouse.new("grid", seed=7, jokers=jokers)


# -- the draft ------------------------------------------------------------------


def draft(seed=7, picks=1):
    return cardhouse.new("grid", seed=seed, picks=picks)


def offers(match):
    return [offer["name"] for offer in match.view()["offers"]]


def test_grid_21_three_different_jokers_are_offered_and_one_is_taken():
    match = cardhouse.new("grid", seed=7)
    names = offers(match)
    assert len(set(names)) == 3
    taken = match.view()["offers"][1]
    events = match.play("d 1")
    assert match.view()["jokers"] == [taken]
    assert match.view()["offers"] == []
    assert [event | {"text": None} for event in events] == [
        {"event": "take", "offer": 1, "place": 0, "joker": taken, "text": None}
    ]
    assert events[0]["text"] == f"{names[1]} taken: {taken['text']}"


@pytest.mark.parametrize("picks", range(6))
def test_grid_21_this_happens_so_many_times(picks):
    match = draft(picks=picks)
    for number in range(picks):
        names = offers(match)
        events = match.play(f"d {number % 3}")
        assert match.view()["jokers"][-1]["name"] == names[number % 3]
        assert told(events) == ["take", "offer"][: 1 + (number < picks - 1)]
        if number < picks - 1:
            assert [offer["name"] for offer in events[1]["offers"]] == offers(match)
            assert events[1]["text"] == f"{', '.join(offers(match))} are offered"
    assert offers(match) == []
    assert len(match.view()["jokers"]) == picks
    assert match.view()["hands_left"] == 7
    assert "s" in match.moves()


@pytest.mark.volume
def test_grid_21_any_joker_is_offered_equally_often_at_any_place():
    seen = [Counter(), Counter(), Counter()]
    together = Counter()
    for seed in range(1800):
        names = offers(draft(seed))
        assert len(set(names)) == 3
        for counts, name in zip(seen, names, strict=True):
            counts[name] += 1
        together[frozenset(names)] += 1
    for counts in seen:
        assert set(counts) <= set(EVERY_JOKER)
    assert is_even(sum(seen, Counter()), kinds=JOKERS)
    assert max(together.values()) <= 3


def test_grid_21_the_offers_are_drawn_by_the_book():
    for seed in range(60):
        match = draft(seed, picks=5)
        luck = copy_state(match.state)
        luck.drawn[:] = [0] * 3
        luck.blocks[:] = [0] * len(luck.blocks)
        while offers(match):
            names = []
            while len(names) < 3:
                joker = ROSTER[1 + below(luck, 2, JOKERS)].name
                names += [joker] if joker not in names else []
            assert offers(match) == names
            match.play("d 0")
        assert match.state.drawn == [new(seed).state.drawn[0], 0, luck.drawn[2]]


def test_grid_21_a_joker_that_is_held_can_be_offered_again():
    again = 0
    for seed in range(200):
        match = draft(seed, picks=5)
        for _ in range(4):
            match.play("d 0")
            again += len({joker["name"] for joker in match.view()["jokers"]} & set(offers(match)))
    # Of 3 offers, each is one of 1, 2, 3 or 4 held with that chance out of all.
    assert is_about(again, 200 * 3 * (1 + 2 + 3 + 4), 1 / JOKERS)


@pytest.mark.parametrize("move", ["s", "u", "f 0 0", "f 4 4", "o 0 1"])
def test_grid_21_while_offers_stand_nothing_else_is_allowed(move):
    match = draft(picks=2)
    sentence = "Take one of the jokers offered first: d 0, d 1 or d 2."
    assert refused(match, move) == ("drafting", sentence)
    assert list(match.moves()) == ["d 0", "d 1", "d 2"]
    match.play("d 0")
    assert refused(match, move) == ("drafting", sentence)


def test_grid_21_without_offers_there_is_nothing_to_take():
    for match in (new(), draft(picks=0), laid(MIXED, [])):
        assert refused(match, "d 1") == ("no_offer", "No joker is offered.")


def test_grid_21_a_round_with_a_list_of_jokers_has_no_draft():
    for jokers in ([], ["Joker"], ["Joker"] * 5):
        match = cardhouse.new("grid", seed=7, jokers=jokers)
        assert (offers(match), match.options["picks"]) == ([], 0)
    with pytest.raises(BadSetup, match="a round with chosen jokers has no picks"):
        cardhouse.new("grid", seed=7, jokers=[], picks=1)
    assert cardhouse.new("grid", seed=7, jokers=[], picks=0).options["picks"] == 0


@pytest.mark.parametrize("picks", [-1, 6, True, 1.0, "1", None])
def test_grid_21_picks_are_none_to_five(picks):
    with pytest.raises(BadSetup, match="picks is a number from 0 to 5, not ") as caught:
        draft(picks=picks)
    assert caught.value.reason == "bad_option"


def test_grid_21_the_draft_does_not_change_the_cards():
    boards = {picture_of(draft(9, picks).view()) for picks in range(6)}
    assert boards == {picture_of(new(9).view())}
    assert len({tuple(offers(draft(seed))) for seed in range(50)}) == 50


def test_grid_21_a_joker_that_is_taken_acts():
    match = draft(3, picks=5)
    while offers(match):
        match.play("d 2")
    names = {joker["name"] for joker in match.view()["jokers"]}
    match.play("s")
    acted = {step["name"] for line in match.view()["lines"] for step in line["jokers"]}
    assert acted
    assert acted <= names


@pytest.mark.parametrize(
    ("position", "picks", "left"), [({}, 1, 1), ({"jokers": ["Joker"]}, 3, 2), ({}, 5, 5)]
)
def test_grid_21_offers_can_be_set_up_by_hand(position, picks, left):
    table = {"offers": ["Joker", "Runner", {"name": "Echo"}]} | position
    match = cardhouse.place("grid", table, seed=7, picks=picks)
    assert offers(match) == ["Joker", "Runner", "Echo"]
    assert match.state.picks_left == left
    match.play("d 1")
    assert match.view()["jokers"][-1]["name"] == "Runner"
    assert bool(offers(match)) == (left > 1)


# -- reordering -----------------------------------------------------------------


@pytest.mark.parametrize(("start", "end"), CELLS)
def test_grid_22_a_joker_is_taken_out_and_put_in_elsewhere(start, end):
    names = ["Joker", "Runner", "Candle", "Scrapbook", "Echo"]
    match = laid(MIXED, names)
    move = f"o {start} {end}"
    if start == end:
        sentence = "The joker is at that place already."
        assert refused(match, move) == ("same_place", sentence)
        return
    before = {joker["name"]: joker for joker in match.view()["jokers"]}
    events = match.play(move)
    expected = list(names)
    expected.insert(end, expected.pop(start))
    assert match.view()["jokers"] == [before[name] for name in expected]
    assert events == [
        {
            "event": "order",
            "from": start,
            "to": end,
            "name": names[start],
            "text": f"{names[start]} moves to place {end}",
        }
    ]


@pytest.mark.parametrize(
    ("jokers", "move", "sentence"),
    [
        ([], "o 0 1", "There are no jokers."),
        (["Joker"], "o 0 1", "There is one joker only."),
        (["Joker"], "o 1 1", "There is one joker only."),
        (["Joker", "Runner"], "o 2 0", "There are jokers at places 0 to 1."),
        (["Joker", "Runner"], "o 1 4", "There are jokers at places 0 to 1."),
    ],
)
def test_grid_22_there_must_be_a_joker_at_both_places(jokers, move, sentence):
    assert refused(laid(MIXED, jokers), move) == ("no_joker", sentence)


def test_grid_22_it_is_allowed_before_the_first_hand_and_between_hands():
    match = cardhouse.new("grid", seed=7, jokers=["Joker", "Runner"])
    assert "o 0 1" in match.moves()
    match.play("o 0 1")
    match.play("s")
    assert "o 0 1" in match.moves()
    assert [move for move in match.moves() if move[0] == "o"] == ["o 0 1", "o 1 0"]


def test_grid_22_nothing_but_the_order_changes():
    for before, move, _, later in plays():
        if move[0] == "o":
            assert {**later, "jokers": 0} == {**before, "jokers": 0}
            names = ["name", "held"]
            assert sorted([joker[key] for key in names] for joker in later["jokers"]) == sorted(
                [joker[key] for key in names] for joker in before["jokers"]
            )


def test_grid_22_copies_look_at_the_new_order():
    match = laid(PACKED, ["Hall of Mirrors", "Joker"])
    match.play("o 0 1")
    match.play("s")
    assert [step["name"] for step in match.view()["lines"][0]["jokers"]] == ["Joker"]


# -- what a table shows ---------------------------------------------------------


def test_grid_1_the_book_lists_what_the_table_shows():
    keys = re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Key |")))
    assert keys == list(new().view())


def test_grid_13_the_book_names_what_each_line_shows():
    (text,) = re.findall(r"Each of the `lines`.*?\n\n", BOOK.read_text(), re.DOTALL)
    line = laid(MIXED, ["Joker"]).view()["lines"][0]
    assert set(re.findall(r"`(\w+)`", text)) - {"lines"} == set(line) | set(line["jokers"][0])


def test_grid_13_the_book_lists_every_event_and_its_facts():
    in_book = {
        name.strip("`"): re.findall(r"`(\w+)`", facts) for name, facts, _ in book_table("| Event |")
    }
    match = laid(MIXED, ["Long Stay"])
    steps = [events for _, _, events, _ in plays()] + [match.play("s"), match.play("u")]
    seen = {
        event["event"]: [key for key in event if key not in ("event", "text")]
        for events in steps
        for event in events
    }
    assert seen == in_book
    assert all(event["text"] for events in steps for event in events)


def test_grid_14_a_text_shows_how_a_line_came_to_its_score():
    match = laid(PACKED, ["Joker", "Melting Clock"])
    line = named(match.play("s"), "line")[0]
    hand, (chips, mult) = line["hand"], BASE[line["hand"]]
    assert line["text"] == (
        f"row 0: {hand} {chips} × {mult}, Joker {chips} × {mult + 4}, "
        f"Melting Clock {chips} × {4 * (mult + 4)} = {chips * 4 * (mult + 4)}"
    )


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("f 0 0", "unfreezes 5c"),
        ("f 0 1", "freezes 6d"),
        ("f 1 0", "freezes 5d"),
        ("u", "unfreezes 1 card"),
        ("s", "redraws 24 cards and scores ten lines"),
        ("o 0 1", "moves Joker to place 1"),
    ],
)
def test_grid_5_a_move_is_described(move, words):
    match = laid(MIXED.replace("5h*", "5h"), ["Joker", "Runner"])
    assert match.look(move)["message"].partition(";")[0] == words


def test_grid_5_a_freeze_is_described_with_what_to_freeze_next():
    match = laid(UNFROZEN, [])
    # The best of the fives' column is a pair; 5c with any other five there is as good.
    assert match.look("f 0 0")["message"] == "freezes 5c; best then: freeze 5d at 1,0"
    match = laid(MIXED.replace("5h*", "5h"), [])
    assert match.look("f 1 0")["message"] == "freezes 5d"  # no slot is left


def test_grid_21_an_offer_is_described_with_what_this_grid_would_make():
    offered = {"offers": ["Joker", "Runner", "Echo"], "target": 5000}
    match = laid(PACKED, [], hands_left=7, **offered)
    before = copy_state(match.state)
    words = "with it the cards that lie here would make"
    assert match.look("d 0")["message"] == f"takes Joker; {words} 600"
    assert match.look("d 1")["message"] == f"takes Runner; {words} 200"
    assert match.state == before


# -- positions set by hand ------------------------------------------------------


def test_grid_4_a_position_without_freezes_gets_those_of_auto_freeze():
    board = [[piece[:2] for piece in row] for row in rows_of(MIXED)]
    match = cardhouse.place("grid", {"board": board}, seed=7, jokers=[])
    assert match.view()["frozen"] == naive_freeze(board)
    match = cardhouse.place("grid", {"board": board}, seed=7, jokers=[], auto_freeze=False)
    assert match.view()["frozen"] == []


def test_grid_3_what_a_position_leaves_out_is_as_dealt():
    assert cardhouse.place("grid", {}, seed=7, jokers=[]).view() == new().view()
    dealt_view = cardhouse.new("grid", seed=7, jokers=["Joker"]).view()
    placed = cardhouse.place("grid", {"hands_left": 7}, seed=7, jokers=["Joker"])
    assert placed.view() == dealt_view


def test_grid_18_lines_of_a_position_are_those_of_its_grid_and_jokers_as_they_are():
    holding = [{"name": "Scrapbook", "held": 3}, {"name": "Runner", "held": 30}, "Cold Store"]
    lines = laid(MIXED, holding).view()["lines"]
    for line in lines:
        chips, mult = BASE[line["hand"]]
        assert (line["chips"], line["mult"]) == (chips + 30, mult + 3)


def test_grid_19_lines_of_a_position_know_nothing_of_luck():
    jokers = ["Loose Step", "Joker", "Hall of Mirrors", "Rabbit Hole", "Oops! All 6s"]
    views = [laid(MIXED, jokers, seed=seed).view() for seed in range(5)]
    assert all(view == views[0] for view in views)
    assert views[0]["lines"] == [
        {**line, "jokers": [{**step, "place": 1} for step in line["jokers"]]}
        for line in laid(MIXED, ["Joker"]).view()["lines"]
    ]
    match = laid(MIXED, jokers)
    assert match.state.drawn[1] == 0


def test_grid_18_a_position_taken_from_a_round_goes_on_in_the_same_way():
    match = cardhouse.new("grid", seed=4, jokers=["Long Stay", "Candle", "Runner", "Melting Clock"])
    for _ in range(2):
        match.play("s")
    view = match.view()
    again = cardhouse.place("grid", view, seed=9)
    assert {**again.view(), "lines": 0} == {**view, "lines": 0}
    assert [line["hand"] for line in again.view()["lines"]] == [
        line["hand"] for line in view["lines"]
    ]


def test_grid_13_the_lines_come_back_when_a_hand_is_taken_back():
    match = cardhouse.new("grid", seed=4, jokers=["Joker", "Runner"])
    views = [match.view()]
    for move in ("s", "u", "f 1 1", "s", "o 0 1"):
        match.play(move)
        views.append(match.view())
    assert views[0]["lines"] == []
    assert views[1]["lines"] == views[2]["lines"] == views[3]["lines"] != views[4]["lines"]
    while match.number:
        assert match.view() == views.pop()
        match.undo()
    assert [match.view()] == views


def test_grid_7_before_the_first_hand_there_are_no_lines():
    assert laid(MIXED, ["Joker"], hands_left=7).view()["lines"] == []
    assert len(laid(MIXED, ["Joker"], hands_left=6).view()["lines"]) == 10


@pytest.mark.parametrize(
    ("joker", "held", "is_fine"),
    [
        ("Runner", 0, True),
        ("Runner", 45, True),
        ("Runner", 10**5, True),
        ("Runner", 45.5, False),
        ("Runner", -1, False),
        ("Runner", 10**5 + 1, False),
        ("Runner", 10**12, False),
        ("Runner", True, False),
        ("Runner", "45", False),
        ("Runner", [45], False),
        ("Candle", 7.5, True),
        ("Candle", 1.15, True),
        ("Candle", 0.005, False),
        ("Candle", 10**5 + 0.5, False),
        ("Melting Clock", 1, True),
        ("Melting Clock", 0.5, False),
        ("Joker", 0, True),
        ("Joker", 5, False),  # it has no memory
    ],
)
def test_grid_18_what_a_joker_can_hold_in_a_position(joker, held, is_fine):
    jokers = [{"name": joker, "held": held}]
    if is_fine:
        view = laid(MIXED, jokers).view()
        assert view["jokers"][0]["held"] == (0 if joker == "Joker" else held)
    else:
        with pytest.raises(BadSetup, match=f"{joker} cannot hold ") as caught:
            laid(MIXED, jokers)
        assert caught.value.reason == "bad_position"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"board": [["2c"] * 5] * 4}, "the board has 5 rows of 5"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["1c"]]}, "'1c' is no card"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["**"]]}, r"'\*\*' cannot lie on the grid"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + ["--"]]}, "'--' cannot lie on the grid"),
        ({"board": [["2c"] * 5] * 4 + [["2c"] * 4 + [7]]}, "7' is no card"),
        ({"frozen": [[0, 0], [0, 1], [0, 2]]}, "frozen is a list of at most 2 cells"),
        ({"frozen": "00"}, "frozen is a list of at most 2 cells"),
        ({"frozen": ["00"]}, "a frozen cell is a list of its row and its column"),
        ({"frozen": [[0, 5]]}, "a frozen row or column is a whole number from 0 to 4"),
        ({"jokers": "Joker"}, "jokers is a list of at most 5"),
        ({"jokers": ["Joker"] * 6}, "jokers is a list of at most 5"),
        ({"offers": ["Joker"]}, "offers is a list of 3 jokers, or empty"),
        ({"offers": "abc"}, "offers is a list of 3 jokers, or empty"),
        ({"offers": ["Joker", "Runner", "Joker"]}, "the jokers offered are different"),
        (
            {"jokers": ["Joker"] * 5, "offers": ["Joker", "Runner", "Echo"]},
            "5 jokers leave no room for another",
        ),
        ({"score": -1}, "score is a whole number from 0"),
        ({"target": 0}, "target is a whole number from 1"),
        ({"hands_left": 1001}, "hands_left is a whole number from 0 to 1000"),
        ({"deck": []}, "a position has no 'deck'"),
    ],
)
def test_grid_3_an_impossible_position_is_refused(position, sentence):
    with pytest.raises(BadSetup, match=sentence) as caught:
        cardhouse.place("grid", position, seed=7)
    assert caught.value.reason == "bad_position"


@pytest.mark.parametrize("key", ["jokers", "offers"])
def test_grid_20_an_unknown_joker_makes_a_position_impossible(key):
    with pytest.raises(BadSetup, match="there is no joker 'Jester'") as caught:
        cardhouse.place("grid", {key: ["Jester", "Joker", "Runner"]}, seed=7)
    assert caught.value.reason == "bad_option"


def test_grid_8_no_cell_is_frozen_twice_in_a_position():
    with pytest.raises(BadSetup, match="a cell is frozen once, not twice"):
        laid(MIXED, [], frozen=[[1, 1], [1, 1]])


# -- what is refused, and what bots ask -----------------------------------------


def test_all_2_the_book_lists_every_reason_and_each_is_tested():
    reasons = set(re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Reason |"))))
    source = Path(__file__).read_text()
    assert {code for code, _ in REFUSALS.values()} | {
        "no_move",
        "no_cell",
        "number_count",
    } == reasons
    assert {code for code in reasons if f'"{code}"' in source} == reasons


def states():
    """Return states of all sorts: drafts, hands, ends."""
    luck, found = Random(8), []
    for number in range(12):
        options = (
            {"picks": 2} if number % 2 else {"jokers": luck.choices(EVERY_JOKER, k=number % 6)}
        )
        match = cardhouse.new("grid", seed=number, **options)
        for _ in range(14):
            found.append(copy_state(match.state))
            if match.outcome == "playing":
                match.play(any_move(match, luck))
    return found


def test_all_2_a_move_is_refused_exactly_when_it_is_not_legal():
    seen = Counter()
    for s in states():
        before, legal = copy_state(s), [None] * MOVES
        refusals = [rules.refusal(s, move) for move in range(MOVES)]
        rules.mark_legal(s, legal, [0] * rules.ROOM)
        assert [bool(is_it) for is_it in legal] == [refusal == rules.LEGAL for refusal in refusals]
        assert [rules.is_legal(s, move) for move in range(MOVES)] == [
            bool(is_it) for is_it in legal
        ]
        assert (s, s.events) == (before, [])
        seen.update(refusals)
    assert set(seen) - {rules.LEGAL} == set(REFUSALS)


def test_grid_7_every_legal_move_is_one_prospect():
    for s in states():
        looked_at = [rules.prospect(s, i) for i in range(rules.prospects(s))]
        assert len(set(looked_at)) == len(looked_at)
        assert {move for move in range(MOVES) if rules.is_legal(s, move)} <= set(looked_at)
        assert set(looked_at) <= set(range(MOVES))


def test_grid_7_asking_what_a_move_is_worth_changes_nothing():
    for s in states()[::5]:
        before = copy_state(s)
        for move in filter(lambda move: rules.is_legal(s, move), range(MOVES)):
            assert (rules.worth(s, move) > 0) == (move == PLAY)
            assert type(rules.opens(s, move)) is int
            assert rules.spends(s, move) == (move == PLAY)
            assert rules.is_free(s, move) == (move_text(move)[0] in "fuo")
        assert (s, s.events) == (before, [])


def test_grid_21_what_a_joker_would_make_of_the_grid_is_reckoned_without_luck():
    match = laid(PACKED, ["Joker"], hands_left=7, offers=["Melting Clock", "Trapdoor", "Bookshelf"])
    points = [rules.opens(match.state, DRAFT + i) for i in range(3)]
    assert points == [10 * 10 * 6 * 4, 10 * 10 * 6, 5 * 10 * (6 + 14)]


@pytest.mark.parametrize(
    ("jokers", "better", "worse"),
    [
        ([], [[0, 0], [1, 0]], [[0, 0], [0, 1]]),  # a pair in one line
        (["Ice Bridge"], [[0, 0], [1, 1]], []),
        (["Open Window"], [], [[0, 1], [1, 1]]),
        (["Open Water"], [], [[0, 1], [1, 4]]),
        (["Snow Globe"], [[0, 1], [4, 4]], [[0, 1]]),
        (["Scary Face"], [[1, 1], [1, 4]], [[0, 1], [1, 2]]),
        (["Greedy Joker", "Echo"], [[0, 1], [1, 4]], [[0, 3], [2, 1]]),
        (["Hall of Mirrors", "Photograph"], [[1, 1]], [[0, 1]]),
        (["Echo", "Snow Globe"], [[0, 1], [4, 4]], [[0, 1]]),
    ],
)
def test_grid_5_a_better_freeze_is_hoped_to_make_more(jokers, better, worse):
    hopes = [
        rules.worth(laid(MIXED, jokers, frozen=frozen).state, PLAY) for frozen in (better, worse)
    ]
    assert hopes[0] > hopes[1]


def test_grid_5_a_hint_freezes_a_pair_and_then_plays():
    match = laid(UNFROZEN, [])
    moves = []
    while "s" not in moves:
        moves.append(match.hint()["move"])
        match.play(moves[-1])
        assert len(moves) < 5
    assert [move[0] for move in moves] == ["f", "f", "s"]
    (first, second) = (tuple(map(int, move.split()[1:])) for move in moves[:2])
    board = lines_of(MIXED)
    assert board[first[0]][first[1]][0] == board[second[0]][second[1]][0]
    assert first[0] == second[0] or first[1] == second[1]


@pytest.mark.parametrize(("held", "hint"), [(0, "f"), (0.25, "f"), (8.75, "s")])
def test_grid_5_a_hint_does_not_touch_the_freezes_where_too_much_would_be_lost(held, hint):
    match = laid(UNFROZEN, [{"name": "Long Stay", "held": held}])
    assert match.hint()["move"][0] == hint


# -- what nobody knows ----------------------------------------------------------


def test_all_3_another_key_changes_what_comes_and_nothing_that_is_seen():
    match = laid(MIXED, ["Loose Step"], seed=3)
    view, boards = match.view(), set()
    for salt in range(20):
        twin = copy_state(match.state)
        rules.rekey(twin, salt)
        assert cardhouse.GAMES["grid"].view.view(twin) == view
        rules.apply(twin, PLAY)
        boards.add(tuple(twin.board))
    assert len(boards) == 20
