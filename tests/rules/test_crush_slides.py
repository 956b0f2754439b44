"""Solitaire Crush by its rule book: gravity and sliding."""

import re

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.games.crush import rules
from cardhouse.games.crush.board import CLEARS_AT
from cardhouse.games.crush.notation import move_text
from tests.rules.crush_kit import (
    FULL,
    KINDS,
    STARTS,
    after,
    book_table,
    cells_of,
    grid,
    laid,
    named,
    plays,
    refused,
    told,
)

# -- gravity --------------------------------------------------------------------


def test_crush_5_no_column_ever_has_a_gap_below_a_card():
    for _, _, _, view in plays():
        for column in zip(*view["board"], strict=True):
            slots = [card == "--" for card in column]
            assert slots == sorted(slots, reverse=True)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"board": grid("Kc --\n-- 5h")}, "floats over an empty slot"),
        ({"board": grid("--")}, "the board has no card"),
        ({"board": grid("Kc")[1:]}, "the board has 7 rows of 7"),
        ({"board": "Kc" * 49}, "the board has 7 rows of 7"),
        ({"board": grid("Kc Kd Kh Ks Kc Kd Kh Ks")}, "the board has 7 rows of 7"),
        ({"board": grid("1c")}, "'1c' is not a card"),
        ({"board": [*grid("Kc")[:6], [7] * 7]}, "'7' is not a card"),
        ({"tags": [["mine"] * 7] * 7}, 'a tag is "", "bomb" or "swapper"'),
        ({"tags": [[0] * 7] * 7}, 'a tag is "", "bomb" or "swapper"'),
        ({"tags": [["bomb"] * 7] * 7}, "there is no card to tag at"),
        ({"chain": 0}, "chain is a whole number from 1 to"),
        ({"free_bombs": -1}, "free_bombs is a whole number from 0 to"),
        ({"deck_left": 109}, "deck_left is a whole number from 0 to 108"),
        ({"score": True}, "score is a whole number from 0 to"),
        ({"deck": []}, "a position has no 'deck'; it has"),
    ],
)
def test_crush_5_an_impossible_position_cannot_be_laid(position, sentence):
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        cardhouse.place("crush", position, seed=7)


def test_crush_5_a_position_is_what_a_view_shows():
    for view in (plays()[index][3] for index in range(0, len(plays()), 40)):
        assert cardhouse.place("crush", view, seed=7).view() == view


# -- sliding --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "picture"),
    [
        ("slide 5,0 5,1", "9h 4c Kc\nTd 5s Qd"),
        ("slide 6,1 6,2", "4c 9h Kc\nTd Qd 5s"),
        ("slide 5,0 6,0", "Td 9h Kc\n4c 5s Qd"),
        ("slide 5,2 6,2", "4c 9h Qd\nTd 5s Kc"),
    ],
)
def test_crush_6_a_card_changes_places_with_a_neighbour(move, picture):
    assert after(laid("4c 9h Kc\nTd 5s Qd"), move) == grid(picture)


def test_crush_6_a_card_slides_to_a_neighbour_slot_on_either_side():
    assert after(laid("-- 4c"), "slide 6,1 6,0") == grid("4c")
    assert after(laid("-- 4c"), "slide 6,1 6,2") == grid("-- -- 4c")


def test_crush_6_on_a_full_grid_every_two_neighbours_can_slide():
    match = laid(FULL)
    slides = [move for move in match.moves() if move.startswith("slide")]
    assert slides == list(map(move_text, range(84)))
    assert len(slides) == 2 * 6 * 7
    assert not any(move.startswith("clear") for move in match.moves())


def test_crush_6_the_two_cells_are_named_in_either_order():
    match = laid(FULL)
    for number in range(CLEARS_AT):
        word, first, second = move_text(number).split()
        for cells in (f"{first} {second}", f"{second} {first}"):
            assert match.parse(f"{word} {cells}") == match.parse(cells) == number


def test_crush_6_a_slide_into_a_slot_is_named_in_either_order():
    for move in ("slide 5,0 5,1", "slide 5,1 5,0"):
        assert after(laid("Kc\n4c"), move) == grid("4c Kc")


@pytest.mark.parametrize(
    "move", ["slide 6,0 6,2", "slide 6,0 4,0", "slide 5,0 6,1", "slide 4,6 5,0", "sl 0,0 6,6"]
)
def test_crush_6_anything_but_a_neighbour_is_refused(move):
    sentence = "A card slides one cell up, down, left or right, no farther."
    assert refused(laid(FULL), move) == ("not_neighbours", sentence)


def test_crush_6_a_cell_is_not_its_own_neighbour():
    sentence = "The same cell is there twice; name two different ones."
    assert refused(laid(FULL), "slide 6,0 6,0") == ("repeated", sentence)


@pytest.mark.parametrize("move", ["slide 5,0 6,0", "slide 6,0 5,0", "5,0 6,0"])
def test_crush_6_a_slide_up_into_the_slot_above_is_refused(move):
    sentence = "Gravity would undo it: the card would fall back down."
    assert refused(laid("4c 9h Kc"), move) == ("gravity", sentence)


def test_crush_6_two_slots_do_not_slide():
    match = laid("4c")
    assert refused(match, "slide 6,2 6,3") == ("no_card", "There is no card at 6,2 or 6,3.")
    assert refused(match, "slide 4,0 5,0") == ("no_card", "There is no card at 4,0 or 5,0.")


def test_crush_6_the_event_tells_which_card_slid_where():
    (slide,) = named(laid("-- 4c").play("slide 6,0 6,1"), "slide")
    assert (slide["from"], slide["to"], slide["cards"]) == ([6, 1], [6, 0], ["4c", "--"])
    assert slide["text"] == "4c slides to 6,0"
    (slide,) = named(laid("9h 4c").play("slide 6,1 6,0"), "slide")
    assert (slide["from"], slide["to"], slide["cards"]) == ([6, 0], [6, 1], ["9h", "4c"])
    assert slide["text"] == "9h and 4c change places"


def test_crush_6_the_moves_are_numbered_as_the_book_says():
    kinds = []
    for word, count, numbers, _ in book_table("| Kind |"):
        first, last = map(int, re.findall(r"\d+", numbers))
        texts = [move_text(move) for move in range(first, last + 1)]
        assert {text.split()[0] for text in texts} == {word.strip("`")}
        assert len(set(texts)) == len(texts) == int(count.replace(",", ""))
        assert list(map(cells_of, texts)) == sorted(map(cells_of, texts))
        kinds.append((word.strip("`"), first))
    assert kinds == list(zip(KINDS, STARTS, strict=False))
    assert last + 1 == rules.MOVES == 3920


def test_crush_7_cards_that_stood_above_the_moved_card_fall_by_one():
    match = laid("""
        Kc
        9h~
        4c
        Td 5s
    """)
    assert after(match, "slide 5,0 5,1") == grid("""
        Kc
        9h~ 4c
        Td  5s
    """)


def test_crush_7_the_moved_card_falls_to_the_top_of_its_new_column():
    match = laid("""
        Kc
        9h
        4c!
        Td -- 5s
    """)
    assert after(match, "slide 3,0 3,1") == grid("""
        9h
        4c!
        Td Kc 5s
    """)


def test_crush_7_both_fall_at_once():
    match = laid("""
        -- -- Kc
        -- -- 9h
        -- -- 4c
        -- 5s Td
    """)
    events = match.play("slide 4,2 4,1")
    assert [row[:3] for row in match.view()["board"][4:6]] == [
        ["--", "--", "Kc"],
        ["--", "9h", "4c"],
    ]
    assert named(events, "fall")[0]["falls"] == [
        {"from": [3, 2], "to": [4, 2]},
        {"from": [4, 1], "to": [5, 1]},
    ]


def test_crush_7_a_card_that_has_nothing_above_and_lands_at_once_makes_nothing_fall():
    assert told(laid("4c 9h").play("slide 6,1 6,2")) == ["slide", "drop"]
