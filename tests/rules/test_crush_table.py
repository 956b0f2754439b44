"""Solitaire Crush by its rule book: what a move tells, what is typed, what nobody knows."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_type_hints

import pytest

import cardhouse
from cardhouse.core.flat import copy_state
from cardhouse.games.crush import flaws, rules
from cardhouse.games.crush.board import MOVES
from cardhouse.games.crush.notation import REFUSALS, move_text
from cardhouse.games.words import SPOKEN
from tests.rules.crush_kit import (
    ANY_KIND,
    KINDS,
    any_move,
    book_table,
    dealt,
    is_about,
    laid,
    plays,
    refused,
    rich_match,
    told,
    undealt,
)
from tests.rules.odds import is_even

# -- many games, move by move ---------------------------------------------------


@pytest.mark.volume
def test_crush_10_the_games_played_here_see_every_kind_of_move_often():
    kinds = Counter(move.split()[0] for _, move, _, _ in plays())
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) > 30
    assert sum(later["outcome"] == "over" for _, _, _, later in plays()) >= 16


# -- what a move tells, in order ------------------------------------------------


@pytest.mark.parametrize(
    ("move", "events"),
    [
        ("slide 4,0 4,1", ["chain", "slide", "fall", "deck", "drop"]),
        ("clear 6,0 6,2", ["clear", "fall", "deck", "drop"]),
        ("use 5,0 6,2", ["chain", "swap", "untag", "deck", "drop"]),
        ("swap 5,0 6,2", ["chain", "swap", "deck", "drop"]),
        ("bomb 6,0", ["chain", "bomb", "fall", "deck", "drop"]),
        ("blast 6,0", ["chain", "bomb", "fall", "deck", "drop"]),
    ],
)
def test_crush_10_the_drop_comes_last(move, events):
    match = laid("Kc\n9s~\n5h! 6h 7h", chain=2, deck_left=0)
    assert told(match.play(move)) == events


def test_crush_10_the_book_lists_every_event_and_its_facts():
    in_book = {}
    for name, facts, _ in book_table("| Event |"):
        in_book[name.strip("`")] = re.findall(r"`(\w+)`", facts.partition(":")[0])
    seen = {
        event["event"]: [key for key in event if key not in ("event", "text")]
        for _, _, events, _ in plays()
        for event in events
    }
    assert seen == in_book
    assert all(event["text"] for _, _, events, _ in plays() for event in events)


def test_crush_10_every_event_is_shaped_as_declared():
    shapes = cardhouse.GAMES["crush"].events.EVENTS
    for _, _, events, _ in plays():
        for event in events:
            if event["event"] != "end":
                assert set(event) == set(get_type_hints(shapes[event["event"]]))


def test_crush_10_sentences_count_from_one_and_show_suits_where_that_is_wanted():
    match = laid("Kc\nTs~\n5h! 6h 7h", chain=2, deck_left=5)
    match.words = SPOKEN
    assert match.look("slide 5,0 6,0")["message"] == "10♠ and 5♥ change places"
    assert match.look("slide 4,0 4,1")["message"].startswith("K♣ slides to row 5, column 2")
    assert (
        match.look("bomb 6,1")["message"] == "The card at row 7, column 2 is not a bomb; a "
        "blast removes any card."
    )
    texts = [event["text"] for event in match.play("use 5,0 6,2")]
    assert texts[1:3] == ["10♠ and 7♥ change places", "10♠ is a swapper no more"]
    assert re.fullmatch(r".* drops to row \d, column \d", texts[-1])


def test_crush_1_the_book_lists_what_the_table_shows():
    keys = re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Key |")))
    assert keys == list(cardhouse.new("crush", seed=7).view())


# -- what a player may type -----------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("SLIDE 6,0 6,1", "slide 6,0 6,1"),
        ("sl 60 61", "slide 6,0 6,1"),
        ("60 61", "slide 6,0 6,1"),
        ("c 6,1 6,3", "clear 6,1 6,3"),
        ("  63   61 ", "clear 6,1 6,3"),
        ("61 62 63", "clear 6,1 6,3"),
        ("u 60 64", "use 6,0 6,4"),
        ("sw 64 60", "swap 6,0 6,4"),
        ("bo 64", "bomb 6,4"),
        ("64", "bomb 6,4"),
        ("bl 60", "blast 6,0"),
    ],
)
def test_crush_6_a_move_may_be_typed_short(typed, meant):
    match = laid(ANY_KIND)
    assert match.parse(typed) == match.parse(meant)
    assert move_text(match.parse(typed)) == meant


@pytest.mark.parametrize(
    ("typed", "why", "sentence"),
    [
        ("", "cell_count", "A bomb takes one cell; no cell given."),
        ("slide", "cell_count", "A slide takes two cells; no cell given."),
        ("swap 6,0", "cell_count", "A swap takes two cells; one cell given."),
        ("clear 6,0", "cell_count", "A clear takes two cells; one cell given."),
        ("bomb 6,0 6,1", "cell_count", "A bomb takes one cell; two cells given."),
        ("60 62 64", "cell_count", "A clear takes two cells; 3 cells given."),
        (
            "hop 6,0",
            "no_move",
            "There is no move 'hop'; there is slide, clear, use, swap, bomb, bla",
        ),
        ("s 60 61", "unclear", "'s' could be slide or swap; type more."),
        ("b 60", "unclear", "'b' could be bomb or blast; type more."),
        ("bomb 7,0", "no_cell", "7,0 is off the board; rows go from 0 to 6, columns to 6."),
        ("bomb six", "no_cell", "'six' is not a cell; a cell is a row and a column, like 3,2."),
        ("6;0", "no_cell", "'6;0' is not a cell; a cell is a row and a column, like 3,2."),
    ],
)
def test_crush_6_what_is_no_move_is_refused(typed, why, sentence):
    found = refused(laid(ANY_KIND), typed)
    assert found[0] == why
    assert found[1].startswith(sentence)


def test_all_2_the_book_lists_every_reason_and_each_is_tested():
    reasons = set(re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Reason |"))))
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_crush*.py"))
    assert {code for code, _ in REFUSALS.values()} <= reasons
    assert {code for code in reasons if f'"{code}"' in tests} == reasons
    assert len(reasons) == len(REFUSALS) + 8


@pytest.mark.volume
def test_all_2_a_move_is_refused_exactly_when_it_is_not_legal():
    luck, reasons = Random(2), Counter()
    for number in range(60):
        s = rich_match(luck).state
        s.ending = number % 20 == 19
        before = copy_state(s)
        refusals = [rules.refusal(s, move) for move in range(MOVES)]
        assert [refusal == rules.LEGAL for refusal in refusals] == [
            rules.is_legal(s, move) for move in range(MOVES)
        ]
        assert (s, s.events) == (before, [])
        reasons.update(refusal % flaws.FLAW_STEP for refusal in refusals)
    assert set(reasons) - {rules.LEGAL} == set(REFUSALS)


# -- what nobody knows ----------------------------------------------------------


def another(s, salt):
    """Return a copy with another future."""
    twin = copy_state(s)
    rules.rekey(twin, salt)
    return twin


def halfway(seed=7):
    """Return a game after ten moves."""
    match, luck = cardhouse.new("crush", seed=seed), Random(seed)
    for _ in range(10):
        match.play(move_text(any_move(match.state, luck)))
    return match


def test_all_3_another_future_has_the_same_cards_and_tags_in_another_order():
    match = halfway()
    twin = another(match.state, salt=1)
    (cards, tags, pairs), (new_cards, new_tags, new_pairs) = undealt(match.state), undealt(twin)
    assert sorted(cards) == sorted(new_cards)
    assert sorted(tags) == sorted(new_tags)
    assert cards != new_cards
    assert tags != new_tags
    assert Counter(pairs) != Counter(new_pairs)


def test_all_3_another_future_is_another_for_every_salt():
    s = halfway().state
    futures = [tuple(undealt(another(s, salt))[2]) for salt in range(50)]
    assert len(set(futures)) == 50
    assert undealt(another(s, 3)) == undealt(another(s, 3))


def test_all_3_nothing_that_can_be_seen_changes_with_the_future():
    match = halfway()
    view, moves = match.view(), list(match.moves())
    for salt in range(5):
        match.state = another(match.state, salt)
        assert match.view() == view
        assert list(match.moves()) == moves


@pytest.mark.parametrize("left", [0, 1])
def test_all_3_a_deck_that_is_used_up_has_no_other_order(left):
    match = laid("Kc 9h", deck_left=left)
    twin = another(match.state, salt=1)
    assert twin.deck == match.state.deck
    assert twin.key != match.state.key


@pytest.mark.volume
def test_all_3_any_undealt_card_and_any_tag_may_come_next():
    s = halfway().state
    cards, tags, _ = undealt(s)
    salts = range(1500)
    nexts = [undealt(another(s, salt))[2][-1] for salt in salts]
    for card, count in Counter(cards).items():
        came = sum(card == next_card for next_card, _ in nexts)
        assert is_about(came, [count / len(cards)] * len(salts))
    for tag, count in Counter(tags).items():
        came = sum(tag == next_tag for _, next_tag in nexts)
        assert is_about(came, [count / len(tags)] * len(salts))


@pytest.mark.volume
def test_all_3_the_next_card_and_its_tag_say_nothing_of_the_real_ones():
    states = dealt()[:1500]
    chances, found = ([], []), [0, 0]
    for s in states:
        real, other = undealt(s), undealt(another(s, salt=5))
        for part in (0, 1):
            chances[part].append(real[part].count(real[part][-1]) / s.deck_left)
            found[part] += real[part][-1] == other[part][-1]
    assert is_about(found[0], chances[0])
    assert is_about(found[1], chances[1])


def test_all_3_the_slots_of_another_future_are_others_too():
    match = laid("5h 6h 7h")
    cells = Counter()
    for salt in range(700):
        twin = another(match.state, salt)
        rules.apply(twin, match.parse("clear 6,0 6,2"))
        cells[twin.events[-1][1]] += 1
    assert is_even(cells, kinds=7)
