"""Solitaire Crush by its rule book: clearing, and the sequences that can be cleared.

What is a sequence and what is not, line by line, is in ``test_crush_sequences.py``.
"""

from collections import Counter
from random import Random

import pytest

from cardhouse.games.crush import rules
from cardhouse.games.crush.board import CLEARS_AT, MOVES, USES_AT
from cardhouse.games.crush.notation import move_text, parse_move
from tests.rules.crush_kit import (
    LINE,
    MARKS,
    after,
    columns_of,
    grid,
    laid,
    look_at,
    named,
    piles_after,
    plays,
    refused,
    rich_match,
    run_cells,
)

# -- clearing -------------------------------------------------------------------


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_crush_8_a_clear_takes_three_to_seven_cards_of_a_row(length):
    match = laid(" ".join(LINE[:length]))
    assert after(match, f"clear 6,0 6,{length - 1}") == grid("--")


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_crush_8_a_clear_takes_three_to_seven_cards_of_a_column(length):
    match = laid("\n".join(LINE[:length]))
    assert after(match, f"clear {7 - length},0 6,0") == grid("--")


def test_crush_8_the_two_ends_are_named_in_either_order():
    for number in range(CLEARS_AT, USES_AT):
        word, first, last = move_text(number).split()
        for cells in (f"{first} {last}", f"{last} {first}"):
            assert parse_move(f"{word} {cells}") == parse_move(cells) == number


def test_crush_8_a_run_named_from_its_other_end_is_the_same():
    for move in ("clear 6,0 6,3", "clear 6,3 6,0", "63 60"):
        match = laid("5h 6h 7h 8h 9h")
        assert after(match, move) == grid("-- -- -- -- 9h")
        assert match.played == ["clear 6,0 6,3"]


@pytest.mark.parametrize("move", ["clear 6,0 6,1 6,2 6,3", "clear 62 61 63 60", "60 61 62 63"])
def test_crush_8_a_run_may_be_named_by_all_its_cells(move):
    match = laid("5h 6h 7h 8h 9h")
    assert after(match, move) == grid("-- -- -- -- 9h")
    assert match.played == ["clear 6,0 6,3"]


def test_crush_8_there_are_210_runs():
    texts = [move_text(move) for move in range(CLEARS_AT, USES_AT)]
    lengths = Counter(len(run_cells(text)) for text in texts)
    assert lengths == {3: 70, 4: 56, 5: 42, 6: 28, 7: 14}
    for rows, columns in (zip(*run_cells(text), strict=True) for text in texts):
        assert 1 in (len(set(rows)), len(set(columns)))


@pytest.mark.parametrize(
    ("move", "why", "sentence"),
    [
        ("clear 6,0 6,1", "too_short", "A run is 3 to 7 cards; two are too short."),
        ("clear 5,0 6,0", "too_short", "A run is 3 to 7 cards; two are too short."),
        (
            "clear 6,0 4,2",
            "not_straight",
            "Not a straight line: a run goes along one row or one column.",
        ),
        (
            "4,0 6,1",
            "not_straight",
            "Not a straight line: a run goes along one row or one column.",
        ),
        ("clear 6,0 6,0", "repeated", "The same cell is there twice; name two different ones."),
        ("clear 6,0 6,2 6,4", "cell_count", "A clear takes two cells; 3 cells given."),
        ("clear 6,0 6,1 5,2", "cell_count", "A clear takes two cells; 3 cells given."),
    ],
)
def test_crush_8_anything_but_a_straight_run_is_refused(move, why, sentence):
    assert refused(laid("4h 5h 6h\n4h 5h 6h\n4h 5h 6h"), move) == (why, sentence)


def test_crush_8_every_cell_must_hold_a_card():
    match = laid("5h 6h -- 8h")
    assert refused(match, "clear 6,0 6,3") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "clear 6,2 6,4") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "clear 4,1 6,1") == ("no_card", "There is no card at 4,1.")


@pytest.mark.parametrize("last", [3, 4, 5])
def test_crush_8_a_valid_part_of_a_run_does_not_count(last):
    match = laid("5h 6h 7h 9h Th Jh")
    assert match.look("clear 6,0 6,2")["legal"]
    assert match.look("clear 6,3 6,5")["legal"]
    assert refused(match, f"clear 6,0 6,{last}") == ("gap", "7 to 9 is a gap.")


def test_crush_8_the_list_of_all_moves_says_what_each_move_says():
    luck = Random(8)
    for number in range(40):
        s = rich_match(luck).state
        s.ending = number % 8 == 0
        legal, room = [None] * MOVES, [7] * rules.ROOM
        rules.mark_legal(s, legal, room)
        assert list(map(bool, legal)) == [rules.is_legal(s, move) for move in range(MOVES)]
        assert any(legal) == (not s.ending)


def test_crush_9_the_cards_of_a_clear_are_gone():
    match = laid("5h 6h 7h Kc")
    assert after(match, "clear 6,0 6,2") == grid("-- -- -- Kc")
    (clear,) = named(match.last_events(), "clear")
    assert (clear["cells"], clear["length"]) == ([[6, 0], [6, 1], [6, 2]], 3)


def test_crush_9_clearing_the_left_of_the_bottom_row_drops_three_columns_by_one():
    match = laid("""
        Kc~ -- -- 3d
        9h  4c -- Qs
        Td  Js 8d 5c
        5h  6h 7h Ac
    """)
    assert after(match, "clear 6,0 6,2") == grid("""
        --  -- -- 3d
        Kc~ -- -- Qs
        9h  4c -- 5c
        Td  Js 8d Ac
    """)


def test_crush_9_a_horizontal_clear_leaves_what_is_below():
    match = laid("""
        Kc 9h 3d
        5h 6h 7h
        Td Js 8d
    """)
    assert after(match, "clear 5,0 5,2") == grid("""
        Kc 9h 3d
        Td Js 8d
    """)


def test_crush_9_after_a_vertical_clear_the_cards_above_fall_by_its_length():
    match = laid("""
        Kc
        9h!
        8h
        7h
        6h
        Td 3d
    """)
    assert after(match, "clear 3,0 5,0") == grid("""
        Kc
        9h!
        Td 3d
    """)
    (fall,) = named(match.last_events(), "fall")
    assert fall["falls"] == [{"from": [2, 0], "to": [5, 0]}, {"from": [1, 0], "to": [4, 0]}]
    assert fall["text"] == "2 cards fell"


def test_crush_9_the_falls_are_told_column_by_column_from_below():
    match = laid("Kc -- 3d\n9h -- 4d\n5h 6h 7h")
    (fall,) = named(match.play("clear 6,0 6,2"), "fall")
    assert [(step["from"], step["to"]) for step in fall["falls"]] == [
        ([5, 0], [6, 0]),
        ([4, 0], [5, 0]),
        ([5, 2], [6, 2]),
        ([4, 2], [5, 2]),
    ]


@pytest.mark.volume
def test_crush_9_cards_leave_and_fall_as_piles_do():
    for before, move, events, later in plays():
        piles = piles_after(before, move)
        for drop in named(events, "drop"):
            row, column = drop["cell"]
            assert row == 6 - len(piles[column])
            piles[column].append(drop["card"] + MARKS[drop["tag"]])
        assert columns_of(later) == piles, move


# -- sequences ------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["Ah Kh Qh", "Qh Kh Ah", "5h 6h 7h", "Ah 2h 3h", "3h 2h Ah"])
def test_crush_12_consecutive_cards_of_one_suit_are_a_sequence(cards):
    assert look_at(cards)["legal"]


@pytest.mark.parametrize(
    ("cards", "why", "sentence"),
    [
        ("5h 6h 8h", "gap", "6 to 8 is a gap."),
        ("Th 9h 7h", "gap", "9 to 7 is a gap."),
        ("5h 8h 9h", "gap", "5 to 8 is a gap."),
        ("5h ** 8h", "gap", "5 to 8 is a gap."),
        ("5h ** 6h", "crowded", "Nothing fits between 5 and 6."),
        (
            "5h ** ** 7h",
            "second_wild",
            "The second wild card: a sequence holds one joker or one 2 out of its place.",
        ),
        ("Kh 2c Ah", "crowded", "Nothing fits between K and A."),
        ("9h Th 2h Kh", "gap", "T to K is a gap."),
        ("Ah 3h 4h", "gap", "A to 3 is a gap."),
        ("Kh Ah 2h", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("2h Ah Kh", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("Qh Kh Ah **", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("** Ah 2h 3h", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("5h 6d 7h", "not_one_suit", "Not one suit: 5h and 6d."),
        ("5h 6h 2c 8s", "not_one_suit", "Not one suit: 6h and 8s."),
        ("5h 6h 5h", "turns", "6 to 5 turns back: a sequence only rises or only falls."),
        ("Kh Ah Kh", "turns", "A to K turns back: a sequence only rises or only falls."),
        ("5h ** 7h 6h", "turns", "7 to 6 turns back: a sequence only rises or only falls."),
    ],
)
def test_crush_12_other_cards_are_none(cards, why, sentence):
    look = look_at(cards)
    assert (look["legal"], look["reason"], look["message"]) == (False, why, sentence)
    assert refused(laid(cards), f"clear 6,0 6,{len(cards.split()) - 1}") == (why, sentence)


@pytest.mark.parametrize(
    ("cards", "ranks"), [("7h 7h 7h", "7 to 7"), ("7h ** 7h", "7 to 7"), ("8h 9h 9h", "9 to 9")]
)
def test_crush_12_cards_of_one_rank_do_not_count(cards, ranks):
    look = look_at(cards)
    assert look["reason"] == "same_rank"
    assert look["message"] == f"{ranks} is not a step: a sequence goes up or down rank by rank."
    assert look_at("7c 7d 7h")["reason"] == "not_one_suit"


def test_crush_12_fourteen_ranks_from_ace_to_ace_are_in_order():
    ranks = "A23456789TJQKA"
    for low in range(14 - 3 + 1):
        cards = [f"{rank}s" for rank in ranks[low : low + 3]]
        assert look_at(" ".join(cards))["legal"]
        assert look_at(" ".join(reversed(cards)))["legal"]


@pytest.mark.parametrize("wild", ["**", "2c", "2d", "2h", "2s"])
@pytest.mark.parametrize("place", range(5))
def test_crush_13_one_joker_or_two_stands_for_any_rank_and_suit(wild, place):
    cards = ["5h", "6h", "7h", "8h", "9h"]
    cards[place] = wild
    assert look_at(" ".join(cards))["legal"]
    assert look_at(" ".join(reversed(cards)))["legal"]


SECOND = "The second wild card: a sequence holds one joker or one 2 out of its place."


@pytest.mark.parametrize(
    "cards",
    ["5h ** **", "** 6h **", "5h 2c 2d", "5h ** 7h 2h", "** ** **", "2c 2d 2h", "3h 4h 2c ** 7h"],
)
def test_crush_13_two_wild_cards_are_too_many(cards):
    look = look_at(cards)
    assert (look["reason"], look["message"]) == ("second_wild", SECOND)


def test_crush_13_no_other_card_is_wild():
    for rank in "3456789TJQKA":
        assert not look_at(f"5d {rank}h 7d")["legal"]


@pytest.mark.parametrize("cards", ["Ah 2h 3h 4h 2h", "Ah 2h 2h 4h", "Ah 2h 3h 4h 2s", "** 2h 3h"])
def test_crush_14_a_two_in_its_place_leaves_room_for_a_wild_card(cards):
    assert look_at(cards)["legal"]


@pytest.mark.parametrize("cards", ["3h 4h 2h 2h", "3h 4h 2h **", "Ah 2c 2d 4h", "2c 2h ** 4h"])
def test_crush_14_a_two_out_of_its_place_or_suit_is_wild(cards):
    assert look_at(cards)["reason"] == "second_wild"


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        ("2h 3h 4h 5h 6h 7h 8h", 2),
        ("Ah 2h 3h 4h 5h 6h 7h", 2),
        ("2c 3h 4h 5h 6h 7h 8h", 1),
        ("** 2h 3h 4h 5h 6h 7h", 1),
        ("8h 7h 6h 5h 4h 3h 2h", 2),
    ],
)
def test_crush_14_a_reading_without_a_wild_card_is_clean(cards, bonus):
    (clear,) = named(laid(cards).play("clear 6,0 6,6"), "clear")
    assert clear["canastra"] == bonus
