"""Solitaire Crush by its rule book: the grid and the deck."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.core.cards import DECK, JOKER, card_text
from cardhouse.core.chance import key_of, set_key, shuffle
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.crush import rules
from cardhouse.games.crush.board import card_of, tag_of
from cardhouse.games.crush.notation import move_text
from tests.rules.crush_kit import (
    FULL,
    MARKS,
    after,
    any_move,
    dealt,
    flat,
    grid,
    is_about,
    laid,
    named,
    plays,
    told,
)
from tests.rules.odds import is_even

WHOLE_DECK = Counter(2 * list(map(card_text, DECK)) + 4 * ["**"])


# -- the grid and the deck ------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_crush_1_the_bottom_three_of_seven_rows_are_full(seed):
    board = cardhouse.new("crush", seed=seed).view()["board"]
    assert [len(row) for row in board] == [7] * 7
    assert [row.count("--") for row in board] == [7] * 4 + [0] * 3


def test_crush_1_row_0_is_the_top_and_column_0_the_left():
    match = laid("5h 6h 7h")
    assert match.view()["board"][6][:4] == ["5h", "6h", "7h", "--"]
    assert match.look("clear 6,0 6,2")["legal"]
    assert not match.look("clear 0,0 0,2")["legal"]


def test_crush_1_a_run_starts_with_nothing_done():
    view = cardhouse.new("crush", seed=7).view()
    assert (view["score"], view["base"], view["chain"]) == (0, 10, 1)
    assert (view["free_swaps"], view["free_bombs"]) == (3, 3)
    assert (view["deck_left"], view["outcome"]) == (108 - 21, "playing")


def test_crush_1_the_first_cards_of_the_deck_are_dealt_in_reading_order():
    s = cardhouse.new("crush", seed=7).state
    assert list(map(card_of, s.board[28:])) == s.deck[:86:-1]
    assert list(map(tag_of, s.board[28:])) == s.tags[:86:-1]
    assert any(s.tags[:86:-1])


def test_crush_1_there_is_nothing_to_choose():
    with pytest.raises(BadSetup, match="has no option 'level'; it has none"):
        cardhouse.new("crush", seed=7, level=1)


@pytest.mark.volume
def test_crush_2_a_deck_is_two_decks_and_four_jokers():
    assert WHOLE_DECK.total() == 108
    for s in dealt():
        assert Counter(map(card_text, s.deck)) == WHOLE_DECK


@pytest.mark.volume
@pytest.mark.parametrize("place", [0, 53, 86, 107])
def test_crush_2_any_card_is_equally_likely_on_any_place(place):
    cards = Counter(s.deck[place] for s in dealt())
    jokers = cards.pop(JOKER)
    assert is_even(cards, kinds=52)
    assert is_about(jokers, [4 / 108] * len(dealt()))


@pytest.mark.volume
def test_crush_2_one_card_does_not_tell_the_next():
    same = sum(s.deck[107] == s.deck[106] for s in dealt())
    assert is_about(same, [(104 * 1 + 4 * 3) / (108 * 107)] * len(dealt()))
    following = Counter((s.deck[107] >> 4, s.deck[106] >> 4) for s in dealt())
    assert is_even({pair: n for pair, n in following.items() if 4 not in pair}, kinds=16)


def replaced_corner(match):
    """Blow a card of a full row away and return the card that drops in its place, and its tag."""
    (drop,) = named(match.play("blast 6,0"), "drop")
    assert drop["cell"] == [6, 0]
    return drop["card"], drop["tag"]


def test_crush_2_a_whole_deck_comes_to_the_table():
    match = laid("4c 9h Kc 8h 6c Td 3s", free_bombs=400)
    for _ in range(3):
        cards = [replaced_corner(match) for _ in range(108)]
        assert Counter(card for card, _ in cards) == WHOLE_DECK
        assert Counter(tag for _, tag in cards) == {"bomb": 10, "swapper": 10, "": 88}


@pytest.mark.volume
def test_crush_3_ten_cards_are_bombs_and_ten_others_swappers():
    for s in dealt():
        assert Counter(s.tags) == {0: 88, 1: 10, 2: 10}


@pytest.mark.volume
@pytest.mark.parametrize("tag", [1, 2])
def test_crush_3_any_place_of_the_deck_is_tagged_equally_often(tag):
    places = Counter(place for s in dealt() for place in range(108) if s.tags[place] == tag)
    assert is_even(places, kinds=108)


@pytest.mark.parametrize("tag", [1, 2])
def test_crush_3_any_card_is_tagged_equally_often_jokers_too(tag):
    cards = Counter(
        card for s in dealt() for card, held in zip(s.deck, s.tags, strict=True) if held == tag
    )
    jokers = cards.pop(JOKER)
    assert is_even(cards, kinds=52)
    assert is_about(jokers, [10 / 108] * 4 * len(dealt()))


def test_crush_3_two_places_are_tagged_apart_from_each_other():
    for tag, other in product((1, 2), repeat=2):
        both = sum(s.tags[107] == tag and s.tags[106] == other for s in dealt())
        assert is_about(both, [10 * (9 if tag == other else 10) / (108 * 107)] * len(dealt()))


def test_crush_3_the_table_shows_who_is_tagged():
    view = laid("5h! 6h~ **! 7h").view()
    assert view["board"][6][:4] == ["5h", "6h", "**", "7h"]
    assert view["tags"][6] == ["bomb", "swapper", "bomb", "", "", "", ""]


def shuffled_deck(s):
    """Return a deck and its tags as the book says: built in order, shuffled by streams 0 and 1."""
    cards = 2 * [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"] + 4 * ["**"]
    tags = 10 * ["bomb"] + 10 * ["swapper"] + 88 * [""]
    shuffle(s, 0, cards, 108)
    shuffle(s, 1, tags, 108)
    return [card + MARKS[tag] for card, tag in zip(cards, tags, strict=True)]


def deck_of(s):
    names = ("", "!", "~")
    return [card_text(card) + names[tag] for card, tag in zip(s.deck, s.tags, strict=True)]


def test_crush_4_a_deck_is_built_in_order_and_shuffled_by_two_streams():
    streams = rules.State()
    set_key(streams, key_of(7))
    dealt = cardhouse.new("crush", seed=7).state
    assert deck_of(dealt) == shuffled_deck(streams)
    assert dealt.drawn == streams.drawn
    placed = laid("Kc", seed=7).state  # a position gets the deck that comes next
    assert deck_of(placed) == shuffled_deck(streams)
    assert placed.drawn == streams.drawn


def test_crush_4_cards_are_dealt_in_order():
    match = cardhouse.new("crush", seed=7)
    deck, tags = match.state.deck[:], match.state.tags[:]
    for left in range(86, 60, -1):
        (drop,) = named(match.play(next(match.moves())), "drop")
        assert match.view()["deck_left"] == left
        assert (drop["card"], drop["tag"]) == (
            card_text(deck[left]),
            ("", "bomb", "swapper")[tags[left]],
        )
    assert (match.state.deck, match.state.tags) == (deck, tags)


def test_crush_4_the_same_cards_come_whatever_is_played():
    dropped, boards = [], []
    for first in (True, False):
        match, cards = cardhouse.new("crush", seed=7), []
        for _ in range(20):
            moves = [move for move in match.moves() if move.startswith("slide")]
            cards += named(match.play(moves[0 if first else -1]), "drop")
        dropped.append([(drop["card"], drop["tag"]) for drop in cards])
        boards.append(match.view()["board"])
    assert dropped[0] == dropped[1]
    assert boards[0] != boards[1]


def test_crush_4_the_last_card_is_dealt_before_a_new_deck_is_made():
    match = laid("4c 9h Kc", deck_left=1)
    events = match.play("slide 6,0 6,1")
    assert told(events) == ["slide", "drop"]
    assert match.view()["deck_left"] == 0


def test_crush_4_a_new_deck_is_made_when_a_card_is_needed_and_none_is_left():
    match = laid("4c 9h Kc", deck_left=0)
    before = match.state.deck[:], match.state.tags[:]
    events = match.play("slide 6,0 6,1")
    assert told(events) == ["slide", "deck", "drop"]
    assert events[1]["cards"] == 108
    assert match.view()["deck_left"] == 107
    assert Counter(map(card_text, match.state.deck)) == WHOLE_DECK
    assert Counter(match.state.tags) == {0: 88, 1: 10, 2: 10}
    assert match.state.deck != before[0]
    assert match.state.tags != before[1]


def test_crush_4_play_goes_on_from_the_grid_as_it_is():
    match = laid("4c~ 9h! Kc", deck_left=0, score=500, base=14, free_bombs=1)
    assert after(match, "slide 6,0 6,1") == grid("9h! 4c~ Kc")
    view = match.view()
    assert (view["score"], view["base"], view["free_bombs"]) == (500, 14, 1)


@pytest.mark.parametrize("left", [0, 1, 40])
def test_crush_4_a_card_without_a_slot_stays_in_the_deck(left):
    match = laid(FULL, deck_left=left)
    before = copy_state(match.state)
    events = match.play("slide 6,0 6,1")
    assert told(events) == ["slide", "end"]
    assert match.view()["deck_left"] == left
    assert (match.state.deck, match.state.drawn) == (before.deck, before.drawn)


@pytest.mark.volume
def test_crush_4_of_the_deck_one_card_is_taken_with_each_drop():
    for before, _, events, later in plays():
        if named(events, "deck"):
            assert (before["deck_left"], later["deck_left"]) == (0, 107)
        else:
            assert later["deck_left"] == before["deck_left"] - len(named(events, "drop"))


WALKS = Path(__file__).parents[1] / "perft/crush.walks"


def long_games(count):
    """Return games that last into a second deck: each its seed, and its moves."""
    lines = [line.split() for line in WALKS.read_text().splitlines() if line[:1].isdigit()]
    return [(int(seed), [move_text(int(move)) for move in moves]) for seed, *moves in lines[:count]]


def random_moves(seed):
    match, luck = cardhouse.new("crush", seed=seed), Random(seed)
    while match.outcome == "playing":
        match.play(move_text(any_move(match.state, luck)))
    return match.played


@pytest.mark.parametrize("seed", range(8))
def test_crush_4_no_card_is_lost_or_added_in_a_whole_game(seed):
    assert count_cards(seed, random_moves(seed)) == 1


@pytest.mark.parametrize(("seed", "moves"), long_games(8))
def test_crush_4_no_card_is_lost_or_added_when_a_new_deck_comes(seed, moves):
    assert count_cards(seed, moves) > 1


def count_cards(seed, moves):
    """Play a game and count the cards after every move; return how many decks it took."""
    match = cardhouse.new("crush", seed=seed)
    removed, decks = Counter(), 1
    for move in moves:
        before = Counter(flat(match.view()["board"]))
        events = match.play(move)
        drops = Counter(drop["card"] for drop in named(events, "drop"))
        on_grid = Counter(flat(match.view()["board"]))
        removed += before + drops - on_grid
        decks += len(named(events, "deck"))
        undealt = Counter(map(card_text, match.state.deck[: match.state.deck_left]))
        whole = on_grid + undealt + removed
        assert Counter({card: whole[card] for card in whole if card != "--"}) == Counter(
            {card: decks * count for card, count in WHOLE_DECK.items()}
        )
    return decks


@pytest.mark.parametrize("knob", ["BOMB_CARDS", "SWAPPER_CARDS"])
def test_crush_3_how_many_cards_are_tagged_is_a_knob(knob):
    s = rules.State()
    twin_of(rules, {knob: 54}).deal(s)
    assert sorted(Counter(s.tags).values()) == [10, 108 - 64, 54]
