"""Poker Grid by its rule book: how a round opens, is played and ends."""

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.grid import rules
from tests.rules.grid_kit import MIXED, UNFROZEN, laid, lines_of, named, rows_of, slow_hand
from tests.rules.grid_round_kit import (
    CARDS,
    CELLS,
    book_table,
    flat,
    hands,
    is_about,
    naive_freeze,
    new,
    picture_of,
    plays,
    refused,
    told,
)

# -- the opening ----------------------------------------------------------------


def test_grid_3_a_round_starts_with_a_full_grid_and_no_points():
    view = new().view()
    assert (view["phase"], view["ending"]) == ("play", None)
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


def test_grid_3_there_are_five_options():
    known = "it has jokers, picks, auto_freeze, target, bonuses"
    with pytest.raises(BadSetup, match=f"has no option 'level'; {known}"):
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
        # in one line, though a higher pair lies apart
        ({"_00": "Ac", "_01": "Kd", "_02": "Kh", "_43": "As"}, [[0, 1], [0, 2]]),
        # of the highest rank, an ace being high
        ({"_00": "Qc", "_01": "Kd", "_02": "Kh", "_03": "Qs"}, [[0, 1], [0, 2]]),
        ({"_00": "Ac", "_01": "Kd", "_02": "Kh", "_03": "As"}, [[0, 0], [0, 3]]),
        # in one line, even if others come first
        ({"_00": "Ac", "_11": "Ad", "_34": "Ah", "_44": "As"}, [[3, 4], [4, 4]]),
        ({"_00": "Ac", "_11": "Ad", "_32": "Ah", "_30": "As"}, [[0, 0], [3, 0]]),
        ({"_04": "Ac", "_11": "Ad", "_30": "Ah", "_33": "As"}, [[3, 0], [3, 3]]),
        # of those the first, by the first card and then by the second
        ({"_00": "Ac", "_04": "Ad", "_40": "Ah", "_44": "As"}, [[0, 0], [0, 4]]),
        ({"_01": "Ac", "_41": "Ad", "_10": "Ah", "_12": "As"}, [[0, 1], [4, 1]]),
        ({"_01": "Ac", "_41": "Ad", "_03": "Ah", "_43": "As"}, [[0, 1], [0, 3]]),
        # the same card twice is a pair too
        ({"_04": "Ac", "_44": "Ac"}, [[0, 4], [4, 4]]),
        # one ace is none
        ({"_22": "Ac", "_10": "Jc", "_13": "Jd"}, [[1, 0], [1, 3]]),
    ],
)
def test_grid_4_the_highest_pair_is_frozen(cards, frozen):
    assert auto_frozen(put(NO_PAIR_LINE, **cards)) == frozen


def test_grid_4_in_every_deal():
    for seed in range(250):
        view = new(seed).view()
        assert view["frozen"] == naive_freeze(view["board"])


# No two cards of one rank share a row or a column.
APART = """
    2c 3c 4c 5c 6c
    3d 2d 7d 8d 9d
    Td Jd 2h Qd Kd
    Jc Qc Kc 2s Ac
    Kh Ah Th Jh 2c
"""


@pytest.mark.parametrize(
    ("cards", "frozen"),
    [
        ({}, [[3, 4], [4, 1]]),
        # of three kings the first two
        ({"_34": "7c"}, [[2, 4], [3, 2]]),
    ],
)
def test_grid_4_where_no_pair_is_in_one_line_the_highest_anywhere_is_frozen(cards, frozen):
    board = rows_of(put(APART, **cards))
    assert auto_frozen(put(APART, **cards)) == naive_freeze(board)
    assert naive_freeze(board) == frozen


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
    order = ["play", "draw", "line", "bonus", "grow", "fade", "end"]
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


def test_grid_9_hands_and_targets_are_knobs():
    twin = twin_of(rules, {"ROUND_HANDS": 3, "TARGET": 900, "TARGETS": (7, 0, 8, 0, 9, 10)})
    found = []
    for picks in range(6):
        s = rules.State(picks_left=picks)
        twin.deal(s)
        found.append(s.target)
        assert s.hands_left == 3
    assert found == [7, 900, 8, 900, 9, 10]
    s = rules.State(chosen=1)
    twin.deal(s)
    assert s.target == 900


def test_grid_9_the_target_goes_by_the_number_of_picks():
    in_book = {int(row[0]): int(row[1].replace(",", "")) for row in book_table("| Picks |")}
    for picks in range(6):
        assert cardhouse.new("grid", picks=picks).view()["target"] == in_book[picks]
    assert (
        in_book[1] == new().view()["target"] == new(jokers=["Joker"] * 5).view()["target"] == 5000
    )


def test_grid_9_the_scout_wins_about_every_second_round():
    for picks, _, wins, _ in book_table("| Picks |"):
        share = float(wins.strip("%"))
        assert 35 <= share <= 65 or picks == "1"


@pytest.mark.parametrize("options", [{}, {"picks": 3}, {"jokers": ["Joker"]}])
def test_grid_9_the_target_can_be_chosen(options):
    match = cardhouse.new("grid", seed=3, target=777, **options)
    assert match.view()["target"] == 777
    again = cardhouse.replay(match.record())
    assert again.view() == match.view()
    for wrong in (0, 10**12 + 1, "5", True):
        with pytest.raises(BadSetup, match="target is a number from 1 to 1000000000000"):
            cardhouse.new("grid", target=wrong, **options)


def test_grid_9_a_round_says_what_part_of_it_is_played_and_why_it_ended():
    match = cardhouse.new("grid", seed=2, target=1)
    assert (match.view()["phase"], match.view()["ending"]) == ("draft", None)
    match.play("d 0")
    assert (match.view()["phase"], match.view()["ending"]) == ("play", None)
    end = match.play("s")[-1]
    assert (match.view()["phase"], match.view()["ending"]) == ("over", "the target is reached")
    assert (end["outcome"], end["why"]) == ("won", "the target is reached")
    view = laid(MIXED, [], hands_left=0).view()
    assert (view["phase"], view["ending"], view["outcome"]) == ("over", "no hands are left", "lost")
