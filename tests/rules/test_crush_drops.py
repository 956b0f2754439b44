"""Solitaire Crush by its rule book: dropping, and the end."""

from collections import Counter

import pytest

import cardhouse
from cardhouse.core.chance import below, key_of, set_key
from cardhouse.core.flat import copy_state
from cardhouse.games.crush import flaws, rules
from cardhouse.games.crush.board import MOVES
from tests.rules.crush_kit import (
    ANY_KIND,
    EVERY_KIND,
    FULL,
    FULL_WITH_A_RUN,
    flat,
    laid,
    named,
    piles_after,
    plays,
    refused,
    run_cells,
    told,
)
from tests.rules.odds import is_even

# -- laying a table, playing on it, reading it ----------------------------------


def cards_on(view):
    """Return how many cards are on the grid."""
    return sum(card != "--" for card in flat(view["board"]))


# -- dropping -------------------------------------------------------------------


@pytest.mark.parametrize("move", EVERY_KIND)
def test_crush_10_one_card_drops_after_every_kind_of_move(move):
    match = laid(ANY_KIND)
    assert told(match.play(move)) == [EVERY_KIND[move], *["untag"] * move.startswith("use"), "drop"]
    assert match.view()["deck_left"] == 107


def test_crush_10_the_grid_grows_by_one_and_a_clear_makes_it_less():
    for before, move, events, later in plays():
        gone = {
            "clear": lambda move: len(run_cells(move)),
            "bomb": lambda _: 1,
            "blast": lambda _: 1,
        }
        removed = gone.get(move.split()[0], lambda _: 0)(move)
        dropped = later["outcome"] == "playing"
        assert len(named(events, "drop")) == dropped
        assert cards_on(later) == cards_on(before) - removed + dropped


def test_crush_10_it_lands_in_the_lowest_row_with_a_slot():
    for before, move, events, _ in plays():
        heights = [len(pile) for pile in piles_after(before, move)]
        for drop in named(events, "drop"):
            row, column = drop["cell"]
            assert 6 - row == heights[column] == min(heights)


def column_of_drops(match, move, seeds):
    """Play one move with the luck of many seeds; count the columns in which the card drops."""
    number, columns = match.parse(move), Counter()
    for seed in range(seeds):
        s = copy_state(match.state)
        set_key(s, key_of(seed))
        rules.apply(s, number)
        columns[s.events[-1][1] % 7] += 1
    return columns


@pytest.mark.parametrize(
    ("bottom", "slots"),
    [
        ("5h 6h 7h", {0, 1, 2, 3, 4, 5, 6}),
        ("5h 6h 7h Kc Kd Kh Ks", {0, 1, 2}),
        ("5h 6h 7h -- Kd -- Ks", {0, 1, 2, 3, 5}),
        ("Kc 5h 6h 7h -- -- --", {1, 2, 3, 4, 5, 6}),
        ("5h 6h 7h 8h Kh Ks Kc", {0, 1, 2, 3}),
    ],
)
def test_crush_10_every_slot_of_that_row_is_equally_likely(bottom, slots):
    last = 3 if "8h" in bottom else 2
    first = bottom.split().index("5h")
    columns = column_of_drops(laid(bottom), f"clear 6,{first} 6,{first + last}", seeds=1500)
    assert set(columns) == slots
    assert is_even(columns, len(slots))


@pytest.mark.parametrize("column", range(7))
def test_crush_10_a_single_slot_is_always_found(column):
    bottom = ["Kc"] * 7
    bottom[column] = "Kc!"
    columns = column_of_drops(laid(" ".join(bottom)), f"bomb 6,{column}", seeds=30)
    assert columns == {column: 30}


def test_crush_10_the_slots_are_counted_from_the_left_by_a_stream_of_their_own():
    match = laid("5h 6h 7h -- Kd -- Ks")
    slots = [0, 1, 2, 3, 5]
    for seed in range(30):
        s = copy_state(match.state)
        set_key(s, key_of(seed))
        twin = copy_state(s)
        rules.apply(s, match.parse("clear 6,0 6,2"))
        assert s.events[-1][1] == 42 + slots[below(twin, 2, 5)]
        assert s.drawn == twin.drawn


def test_crush_10_a_single_slot_takes_a_draw_too_and_the_deal_takes_none():
    match = cardhouse.new("crush", seed=7)
    assert match.state.drawn[2] == 0
    match = laid("Kc! Kd Kh Ks Kc Kd Kh")
    drawn = match.state.drawn[:]
    match.play("bomb 6,0")
    assert match.state.drawn == [drawn[0], drawn[1], drawn[2] + 1]


def test_crush_10_the_event_tells_what_dropped_where():
    for _, _, events, later in plays():
        for drop in named(events, "drop"):
            row, column = drop["cell"]
            assert later["board"][row][column] == drop["card"]
            assert later["tags"][row][column] == drop["tag"]
            name = "a joker" if drop["card"] == "**" else drop["card"]
            what = f"{name}, a {drop['tag']}," if drop["tag"] else name
            assert drop["text"] == f"{what} drops to {row},{column}"


# -- the end --------------------------------------------------------------------


@pytest.mark.parametrize("move", ["slide 6,0 6,1", "use 6,3 0,0", "swap 0,0 6,6"])
def test_crush_11_a_move_that_makes_no_room_on_a_full_grid_is_the_last(move):
    match = laid(FULL_WITH_A_RUN)
    assert match.outcome == "playing"
    events = match.play(move)
    assert match.outcome == match.view()["outcome"] == "over"
    assert not named(events, "drop")
    assert events[-1]["event"] == "end"
    assert (events[-1]["outcome"], events[-1]["score"]) == ("over", 0)
    assert cards_on(match.view()) == 49


@pytest.mark.parametrize("move", ["clear 6,0 6,2", "bomb 6,2", "blast 0,0"])
def test_crush_11_a_move_that_makes_room_goes_on(move):
    match = laid(FULL_WITH_A_RUN)
    events = match.play(move)
    assert match.outcome == "playing"
    assert named(events, "drop")
    assert not named(events, "end")


def test_crush_11_a_grid_that_gets_full_is_not_the_end():
    match = laid(FULL.replace("4c", "--", 1))
    (drop,) = named(match.play("slide 6,0 6,1"), "drop")
    assert drop["cell"] == [0, 0]
    assert (cards_on(match.view()), match.outcome) == (49, "playing")
    assert list(match.moves())
    assert match.play("slide 6,0 6,1")[-1]["event"] == "end"


def test_crush_11_nothing_else_ends_a_run():
    for _, _, events, later in plays():
        assert (later["outcome"] == "over") == (not named(events, "drop"))
        if later["outcome"] == "over":
            assert cards_on(later) == 49


def test_crush_11_after_the_end_nothing_is_allowed():
    match = laid(FULL_WITH_A_RUN, outcome="over")
    assert match.outcome == "over"
    assert list(match.moves()) == []
    for move in ("slide 6,0 6,1", "clear 6,0 6,2", "bomb 6,2", "blast 0,0"):
        assert refused(match, move) == ("ended", "The game is over.")
    assert {rules.refusal(match.state, move) for move in range(MOVES)} == {flaws.ENDED}


def test_crush_11_the_cards_alone_do_not_tell_whether_it_is_the_end():
    assert laid(FULL).outcome == laid(FULL, outcome="playing").outcome == "playing"
    assert laid(FULL, outcome="over").outcome == "over"
