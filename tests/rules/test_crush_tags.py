"""Solitaire Crush by its rule book: swappers and bombs."""

import pytest

from cardhouse.core.twin import twin_of
from cardhouse.games.crush import rules
from tests.rules.crush_kit import (
    FULL,
    after,
    cells_of,
    grid,
    laid,
    look_at,
    named,
    plays,
    refused,
    told,
)

# -- laying a table, playing on it, reading it ----------------------------------


def reason(match, move):
    return refused(match, move)[0]


# -- swappers -------------------------------------------------------------------


def test_crush_18_a_swapper_swaps_with_any_card_and_is_plain_then():
    match = laid("Kc~ 9h 4c\nTd 5s Qd")
    assert after(match, "use 5,0 6,2") == grid("Qd 9h 4c\nTd 5s Kc")
    (swap,) = named(match.last_events(), "swap")
    assert (swap["cells"], swap["cards"]) == ([[5, 0], [6, 2]], ["Kc", "Qd"])
    assert (swap["free"], swap["left"]) == (False, 3)
    (untag,) = named(match.last_events(), "untag")
    assert (untag["cell"], untag["card"], untag["tag"]) == ([6, 2], "Kc", "swapper")
    assert untag["text"] == "Kc is a swapper no more"


def test_crush_18_at_any_distance():
    match = laid(FULL.replace("4c", "4c~", 1))
    uses = [move for move in match.moves() if move.startswith("use")]
    cells = {(row, column) for row in range(7) for column in range(7)}
    assert {tuple(cells_of(move)[1]) for move in uses} == cells - {(0, 0), (0, 1), (1, 0)}
    assert {tuple(cells_of(move)[0]) for move in uses} == {(0, 0)}


@pytest.mark.parametrize("mark", ["", "!", "~"])
def test_crush_18_the_other_card_keeps_its_tag(mark):
    assert after(laid(f"Kc~ 9h 4c{mark}"), "use 6,0 6,2") == grid(f"4c{mark} 9h Kc")


def test_crush_18_of_two_swappers_only_the_tapped_one_is_used():
    assert after(laid("Kc~ 9h 4c~"), "use 6,0 6,2") == grid("4c~ 9h Kc")
    assert after(laid("Kc~ 9h 4c~"), "use 6,2 6,0") == grid("4c 9h Kc~")


def test_crush_18_the_order_of_a_use_matters():
    match = laid("Kc~ 9h 4c")
    assert refused(match, "use 6,2 6,0") == ("no_swapper", "The card at 6,2 is not a swapper.")
    assert after(match, "use 6,0 6,2") == grid("4c 9h Kc")


@pytest.mark.parametrize("mark", ["", "!"])
def test_crush_18_only_a_swapper_can_be_used(mark):
    assert reason(laid(f"Kc{mark} 9h 4c"), "use 6,0 6,2") == "no_swapper"


def test_crush_18_it_needs_another_card():
    match = laid("Kc~ 9h")
    assert refused(match, "use 6,0 6,2") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "use 5,0 6,0") == ("no_card", "There is no card at 5,0.")
    assert refused(match, "use 6,0 5,0") == ("no_card", "There is no card at 5,0.")
    assert reason(match, "use 6,0 6,0") == "repeated"


@pytest.mark.parametrize("move", ["use 5,1 5,0", "use 5,1 5,2", "use 5,1 4,1", "use 5,1 6,1"])
def test_crush_18_a_neighbour_is_refused(move):
    match = laid("4c 9h Kc\nTd 5s~ Qd\n3s 4d 9s")
    sentence = "They are neighbours: slide it instead, and it stays a swapper."
    assert refused(match, move) == ("neighbour", sentence)
    assert match.look(move)["message"] == sentence


def test_crush_18_sliding_a_swapper_costs_no_tag():
    assert after(laid("Kc~ 9h"), "slide 6,0 6,1") == grid("9h Kc~")
    assert after(laid("Kc~ 9h~"), "slide 6,0 6,1") == grid("9h~ Kc~")
    assert after(laid("9h\nKc~"), "slide 5,0 6,0") == grid("Kc~\n9h")
    assert after(laid("Kc~"), "slide 6,0 6,1") == grid("-- Kc~")


def test_crush_18_a_used_swapper_cannot_be_used_again():
    match = laid("Kc~ 9h 4c -- 5d")
    match.play("use 6,0 6,2")
    assert match.look("use 6,2 6,0")["reason"] == "no_swapper"


def test_crush_19_a_free_swap_changes_no_tag():
    match = laid("Kc~ 9h 4c!\nTd 5s Qd~")
    assert after(match, "swap 5,0 6,2") == grid("Qd~ 9h 4c!\nTd 5s Kc~")
    assert "untag" not in told(match.last_events())
    (swap,) = named(match.last_events(), "swap")
    assert (swap["free"], swap["left"]) == (True, 2)
    assert swap["text"] == "Kc and Qd change places; 2 free swaps left"


def test_crush_19_it_swaps_any_two_cards_neighbours_too():
    match = laid(FULL)
    swaps = [move for move in match.moves() if move.startswith("swap")]
    assert len(swaps) == 49 * 48 // 2
    assert after(laid("Kc! 9h"), "swap 6,0 6,1") == grid("9h Kc!")


def test_crush_19_two_cards_are_named_in_either_order():
    match = laid("Kc 9h 4c")
    assert match.parse("swap 6,2 6,0") == match.parse("swap 6,0 6,2")
    assert after(match, "swap 6,2 6,0") == grid("4c 9h Kc")


def test_crush_19_there_are_three():
    match = laid("Kc 9h 4c")
    left = []
    for _ in range(3):
        match.play("swap 6,0 6,1")
        left.append(match.view()["free_swaps"])
    assert left == [2, 1, 0]
    assert match.look("swap 6,0 6,1")["reason"] == "no_swaps_left"
    assert match.view()["free_bombs"] == 3


def test_crush_19_then_no_more():
    match = laid("Kc~ 9h 4c", free_swaps=0)
    sentence = "There are no free swaps left."
    assert refused(match, "swap 6,0 6,2") == ("no_swaps_left", sentence)
    assert refused(match, "swap 0,0 6,2") == ("no_swaps_left", sentence)
    assert after(match, "use 6,0 6,2") == grid("4c 9h Kc")  # a swapper needs none
    assert match.view()["free_swaps"] == 0


def test_crush_19_it_needs_two_cards():
    match = laid("Kc 9h")
    assert refused(match, "swap 6,0 6,2") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "swap 5,0 6,0") == ("no_card", "There is no card at 5,0.")
    assert reason(match, "swap 6,0 6,0") == "repeated"


def test_crush_19_how_many_there_are_is_a_knob():
    s = rules.State()
    twin_of(rules, {"FREE_SWAPS": 0, "FREE_BOMBS": 9}).deal(s)
    assert (s.free_swaps, s.free_bombs) == (0, 9)


def test_crush_19_nothing_but_a_free_swap_and_a_free_bomb_is_counted():
    for before, move, _, later in plays():
        assert later["free_swaps"] == before["free_swaps"] - move.startswith("swap")
        assert later["free_bombs"] == before["free_bombs"] - move.startswith("blast")


# -- bombs ----------------------------------------------------------------------


def test_crush_20_a_bomb_removes_itself_alone():
    match = laid("""
        Kc  9h! Qd
        4c! 5s! 6c~
        Td  Js  8d
    """)
    assert after(match, "bomb 5,1") == grid("""
        Kc  --  Qd
        4c! 9h! 6c~
        Td  Js  8d
    """)
    (bomb,) = named(match.last_events(), "bomb")
    assert (bomb["cell"], bomb["card"], bomb["free"], bomb["left"]) == ([5, 1], "5s", False, 3)
    assert bomb["text"] == "5s is blown away"


def test_crush_20_it_scores_nothing_and_costs_nothing():
    match = laid("Kc! 9h", score=70, base=13)
    match.play("bomb 6,0")
    view = match.view()
    assert (view["score"], view["base"], view["free_bombs"]) == (70, 13, 3)


@pytest.mark.parametrize("mark", ["", "~"])
def test_crush_20_only_a_bomb_can_be_set_off(mark):
    match = laid(f"Kc{mark} 9h!")
    sentence = "The card at 6,0 is not a bomb; a blast removes any card."
    assert refused(match, "bomb 6,0") == ("no_bomb", sentence)
    assert refused(match, "6,0") == ("no_bomb", sentence)
    assert refused(match, "bomb 6,2") == ("no_card", "There is no card at 6,2.")
    assert match.look("bomb 6,1")["legal"]


def test_crush_20_a_joker_can_be_a_bomb():
    assert after(laid("**! 9h"), "bomb 6,0") == grid("-- 9h")


@pytest.mark.parametrize("mark", ["", "!", "~"])
def test_crush_21_a_free_bomb_removes_any_one_card_without_other_effect(mark):
    match = laid(f"Kc -- Qd\n4c 5s{mark} 6c!", score=70, base=13)
    assert after(match, "blast 6,1") == grid("Kc -- Qd\n4c -- 6c!")
    view = match.view()
    assert (view["score"], view["base"], view["free_swaps"], view["free_bombs"]) == (70, 13, 3, 2)
    (bomb,) = named(match.last_events(), "bomb")
    assert (bomb["free"], bomb["left"]) == (True, 2)
    assert bomb["text"] == "5s is blown away; 2 free bombs left"
    assert "untag" not in told(match.last_events())


def test_crush_21_there_are_three():
    match = laid("Kc 9h 4c")
    left = []
    for column in range(3):
        match.play(f"blast 6,{column}")
        left.append(match.view()["free_bombs"])
    assert left == [2, 1, 0]
    assert match.view()["free_swaps"] == 3


def test_crush_21_then_no_more():
    match = laid("Kc! 9h", free_bombs=0)
    sentence = "There are no free bombs left."
    assert refused(match, "blast 6,0") == ("no_bombs_left", sentence)
    assert refused(match, "blast 0,0") == ("no_bombs_left", sentence)
    assert after(match, "bomb 6,0") == grid("-- 9h")  # a bomb of the grid needs none
    assert match.view()["free_bombs"] == 0


def test_crush_21_it_needs_a_card():
    assert refused(laid("Kc"), "blast 6,1") == ("no_card", "There is no card at 6,1.")


@pytest.mark.parametrize("cards", ["5h! 6h~ 7h", "5h 2c~ 7h!", "5h **! 7h", "Ah! 2h! 3h!"])
def test_crush_22_tagged_cards_play_in_sequences_and_have_no_effect_then(cards):
    match = laid(f"{cards} 9s!\nKc 4d Qs 3d!", score=5)
    assert after(match, "clear 5,0 5,2") == grid("-- -- -- 9s!\nKc 4d Qs 3d!")
    view = match.view()
    assert (view["score"], view["free_swaps"], view["free_bombs"]) == (35, 3, 3)
    assert told(match.last_events()) == ["clear", "drop"]


def test_crush_22_a_tag_makes_no_card_wild():
    assert look_at("5h 9c! 7h")["reason"] == "not_one_suit"
    assert look_at("5h 9h~ 7h")["reason"] == "gap"
