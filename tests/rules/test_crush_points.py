"""Solitaire Crush by its rule book: points, and the hint that looks for them."""

from collections import Counter
from itertools import product
from random import Random

import pytest

import cardhouse
from cardhouse.core.cards import EMPTY
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind, twin_of
from cardhouse.games.crush import prospects, rules
from cardhouse.games.crush.board import CLEARS_AT, ENDS, MOVES, SWAPS_AT, USES_AT
from cardhouse.games.crush.notation import move_text
from cardhouse.games.game import LAST_MOVE
from tests.rules.crush_kit import (
    ANY_KIND,
    EVERY_KIND,
    FULL,
    FULL_WITH_A_RUN,
    KINDS,
    LINE,
    any_move,
    flat,
    laid,
    legal_moves,
    named,
    plays,
    refused,
    rich_match,
    told,
)

# -- points ---------------------------------------------------------------------

# Four runs, one above another.
TOWER = """
    9c Tc Jc
    4s 5s 6s
    5d 6d 7d 8d
    Ah Kh Qh Jh Th
"""
FROM_THE_TOP = ("clear 3,0 3,2", "clear 4,0 4,2", "clear 5,0 5,3", "clear 6,0 6,4")


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
@pytest.mark.parametrize(("base", "chain"), [(10, 1), (10, 2), (17, 1), (123, 5)])
def test_crush_15_a_clear_scores_length_times_base_times_chain(length, base, chain):
    cards = ["**", *LINE[1:length]]
    match = laid(" ".join(cards), base=base, chain=chain, score=1000)
    look = match.look(f"clear 6,0 6,{length - 1}")
    (clear,) = named(match.play(f"clear 6,0 6,{length - 1}"), "clear")
    assert match.score == 1000 + length * base * chain
    assert look["worth"] == clear["gain"] == length * base * chain
    assert (clear["base"], clear["chain"], clear["canastra"]) == (base, chain, 1)


def test_crush_15_the_base_starts_at_10_and_rises_with_every_clear():
    match = laid(TOWER)
    bases = []
    for move in (*FROM_THE_TOP[:2], "slide 6,0 6,1", "slide 6,0 6,1", FROM_THE_TOP[2]):
        bases.append(match.view()["base"])
        match.play(move)
    assert bases == [10, 11, 12, 12, 12]
    assert match.view()["base"] == 13


def test_crush_15_the_base_is_10_and_the_number_of_clears():
    all_clears = 0
    for seed in range(12):
        match, luck, clears = cardhouse.new("crush", seed=seed), Random(seed), 0
        while match.outcome == "playing":
            assert match.view()["base"] == 10 + clears
            move = move_text(any_move(match.state, luck))
            match.play(move)
            clears += move.startswith("clear")
        all_clears += clears
    assert all_clears > 20


def test_crush_15_nothing_but_clears_scores():
    for before, move, events, later in plays():
        gains = [clear["gain"] for clear in named(events, "clear")]
        assert len(gains) == move.startswith("clear")
        assert later["score"] == before["score"] + sum(gains)
        assert later["base"] == before["base"] + len(gains)


def test_crush_15_every_gain_is_the_product_of_its_factors():
    for before, _, events, _ in plays():
        for clear in named(events, "clear"):
            assert (clear["base"], clear["chain"]) == (before["base"], before["chain"])
            factors = clear["length"] * clear["base"] * clear["chain"] * clear["canastra"]
            assert clear["gain"] == factors


def test_crush_15_the_first_base_is_a_knob():
    s = rules.State()
    twin_of(rules, {"BASE_FACTOR": 7}).deal(s)
    assert s.factor == 7


def test_crush_15_what_a_move_is_worth_is_what_it_gains():
    luck = Random(15)
    for _ in range(60):
        s = rich_match(luck).state
        for move in (any_move(s, luck) for _ in range(4)):
            twin = copy_state(s)
            rules.apply(twin, move)
            assert prospects.worth(s, move) == twin.score - s.score


def test_crush_16_the_chain_grows_clear_by_clear():
    match = laid(TOWER)
    chains = []
    for move in FROM_THE_TOP:
        chains.append(match.view()["chain"])
        (clear,) = named(match.play(move), "clear")
        assert clear["chain"] == chains[-1]
    assert chains == [1, 2, 3, 4]
    assert match.view()["chain"] == 5


@pytest.mark.parametrize("move", [move for move in EVERY_KIND if "clear" not in move])
def test_crush_16_anything_but_a_clear_sets_the_chain_back(move):
    match = laid(ANY_KIND, chain=4)
    events = match.play(move)
    assert match.view()["chain"] == 1
    assert events[0] == {"event": "chain", "was": 4, "chain": 1, "text": "the chain is broken"}


@pytest.mark.parametrize("move", EVERY_KIND)
def test_crush_16_a_chain_of_one_is_no_chain_to_break(move):
    assert "chain" not in told(laid(ANY_KIND).play(move))


def test_crush_16_a_refused_move_leaves_the_chain():
    match = laid(ANY_KIND, chain=4)
    for move in ("slide 5,0 6,0", "use 6,0 6,1", "bomb 6,0", "blast 0,0", "swap 0,0 6,0"):
        refused(match, move)
    assert match.view()["chain"] == 4


def test_crush_16_the_chain_is_one_more_after_a_clear_and_one_after_all_else():
    for before, move, _, later in plays():
        assert later["chain"] == (before["chain"] + 1 if move.startswith("clear") else 1)


def test_crush_17_the_worked_example():
    match = laid("""
        3c 4c 5c
        5d 6d 7d 8d
        Ah Kh Qh Jh Th
    """)
    gains = []
    for move in ("clear 4,0 4,2", "clear 6,0 6,4", "clear 6,0 6,3"):
        (clear,) = named(match.play(move), "clear")
        gains.append(clear["gain"])
    assert gains == [30, 110, 144] == [3 * 10 * 1, 5 * 11 * 2, 4 * 12 * 3]
    assert match.score == 284


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize(
    ("cards", "gain"),
    [
        ("4h 5h 6h 7h 8h 9h Th", 2 * 7 * 12 * 3),
        ("Ah Kh Qh Jh Th 9h 8h", 2 * 7 * 12 * 3),
        ("Ah 2h 3h 4h 5h 6h 7h", 2 * 7 * 12 * 3),
        ("4h 5h 6h ** 8h 9h Th", 7 * 12 * 3),
        ("2d 5h 6h 7h 8h 9h Th", 7 * 12 * 3),
        ("Ah 2h 3h 4h 5h 6h 2h", 7 * 12 * 3),
    ],
)
def test_crush_17_a_clean_canastra_counts_double_any_other_once(cards, gain, upright):
    match = laid(cards.replace(" ", "\n") if upright else cards, base=12, chain=3)
    move = "clear 0,0 6,0" if upright else "clear 6,0 6,6"
    assert match.look(move)["worth"] == gain
    (clear,) = named(match.play(move), "clear")
    assert match.score == clear["gain"] == gain
    assert clear["canastra"] == (2 if gain == 504 else 1)


def test_crush_17_six_clean_cards_are_no_canastra():
    match = laid("4h 5h 6h 7h 8h 9h")
    match.play("clear 6,0 6,5")
    assert match.score == 60


def test_crush_17_the_bonus_is_a_knob():
    match = laid("4h 5h 6h 7h 8h 9h Th")
    dear = bind(prospects, rules, knobs={"CANASTRA_BONUS": 5})
    assert dear.worth(match.state, match.parse("clear 6,0 6,6")) == 7 * 10 * 5


@pytest.mark.parametrize(
    ("picture", "move", "message"),
    [
        ("5h 6h 7h", "clear 6,0 6,2", "3 cards × 10: +30"),
        (" ".join(LINE), "clear 6,0 6,6", "7 cards × 10, clean canastra × 2: +140"),
        ("5h 6h Kc\n9d Td 7h", "slide 5,2 6,2", "Kc and 7h change places, then a clear for 30"),
        ("5h 6h Kc\n9d Td 4s", "slide 5,2 6,2", "Kc and 4s change places"),
        ("-- Kc\n5h 6h -- 7h", "slide 6,2 6,3", "7h slides to 6,2, then a clear for 30"),
        ("-- Kc", "slide 6,2 6,1", "Kc slides to 6,2"),
        ("5h~ Kc 7h", "use 6,0 6,2", "5h and 7h change places"),
        ("5h~ Kc 7h", "swap 6,0 6,2", "a free swap: 5h and 7h change places"),
        ("5h 6h 7h\nTd 9c 9s!", "bomb 6,2", "9s goes"),
        ("-- -- 7h\n5h 6h 9s!", "bomb 6,2", "9s goes, then a clear for 30"),
        ("-- -- 7h\n5h 6h 9s!", "blast 6,2", "a free bomb: 9s goes, then a clear for 30"),
    ],
)
def test_crush_15_a_look_says_what_a_move_would_make(picture, move, message):
    match = laid(picture)
    digest = match.digest()
    assert match.look(move)["message"] == message
    assert match.digest() == digest


# -- what a move makes possible -------------------------------------------------


def best_clear_after(s, move):
    """Play a move on a copy, take the dropped card away, and return the best clear's points."""
    twin = copy_state(s)
    rules.apply(twin, move)
    if twin.ending:
        return LAST_MOVE
    cell = twin.events[-1][1]
    twin.board[cell] = EMPTY
    twin.heights[cell % 7] -= 1
    clears = [clear for clear in range(CLEARS_AT, USES_AT) if rules.is_legal(twin, clear)]
    return max((prospects.worth(twin, clear) for clear in clears), default=0)


@pytest.mark.volume
def test_crush_9_what_a_move_opens_is_the_best_clear_after_it():
    luck, opened = Random(9), Counter()
    for _ in range(36):
        s = rich_match(luck).state
        kinds = legal_moves(s)
        for kind in (0, 2, 3, 4, 5):
            for move in luck.sample(kinds[kind], min(4, len(kinds[kind]))):
                before = copy_state(s)
                points = prospects.opens(s, move)
                assert (s, s.events) == (before, [])
                assert points == best_clear_after(s, move), move_text(move)
                opened[KINDS[kind], (points > 0) - (points < 0)] += 1
    moving, removing = (
        product(("slide", "use", "swap"), (-1, 0, 1)),
        product(("bomb", "blast"), (0, 1)),
    )
    assert set(opened) == {*moving, *removing}


def test_crush_11_a_move_that_would_be_the_last_opens_nothing_and_says_so():
    match = laid(FULL_WITH_A_RUN)
    for move in ("slide 6,0 6,1", "use 6,3 0,0", "swap 0,0 6,6"):
        assert prospects.opens(match.state, match.parse(move)) == LAST_MOVE
        assert match.look(move)["message"].endswith(
            "change places, and it is over: no slot is empty"
        )
    for move in ("clear 6,0 6,2", "bomb 6,2", "blast 0,0"):
        assert prospects.opens(match.state, match.parse(move)) >= 0
        assert "over" not in match.look(move)["message"]


def test_crush_9_a_clear_is_worth_points_and_opens_nothing():
    match = laid("-- -- 7h\n5h 6h 9s!\n5c 6c 7c")
    assert prospects.opens(match.state, match.parse("clear 6,0 6,2")) == 0
    for move in ("slide 4,2 5,2", "blast 5,2", "bomb 5,2", "swap 4,2 5,2"):
        assert prospects.opens(match.state, match.parse(move)) == 30


def test_crush_21_only_what_is_free_is_spent():
    match = laid("5h~ 6h 9s! Tc")
    spent = {move for move in match.moves() if prospects.spends(match.state, match.parse(move))}
    assert spent == {move for move in match.moves() if move.split()[0] in ("swap", "blast")}
    assert spent


# -- the hint -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "hint"),
    [
        ("9c Tc Jc Qc", "clear 6,0 6,3"),  # a clear
        ("5h 6h 7h\n9c Tc Jc Qc", "clear 5,0 5,2"),  # the longer one is left for the chain
        ("5h 6h Kc\n9d Td 7h", "slide 5,2 6,2"),  # what opens a clear
        ("5h 6h 9c\n4s 8d Jd\n3c Qd 7h~", "use 6,2 4,2"),  # with a swapper, too
        ("5h 6h 9c\n4s 8d Jd\n3c Qd 7h", "slide 5,2 6,2"),  # what comes nearer to one
        ("5h Kc", "slide 6,0 6,1"),  # else the first move there is
    ],
)
def test_crush_23_a_hint_clears_or_prepares_a_clear(picture, hint):
    assert laid(picture).hint()["move"] == hint


def test_crush_11_a_hint_does_not_end_the_game_while_there_is_another_move():
    match = laid(FULL)
    assert match.hint()["move"].split()[0] == "blast"
    match = laid(FULL, free_bombs=0)
    assert match.hint()["move"].split()[0] == "slide"


@pytest.mark.parametrize("seed", range(6))
def test_crush_10_every_legal_move_is_one_prospect_at_any_time(seed):
    luck = Random(seed)
    match = cardhouse.new("crush", seed=seed) if seed % 2 else rich_match(luck)
    while match.outcome == "playing":
        s = match.state
        looked_at = [prospects.prospect(s, i) for i in range(prospects.prospects(s))]
        assert len(set(looked_at)) == len(looked_at)
        assert set(flat(legal_moves(s))) <= set(looked_at) <= set(range(MOVES))
        rows = {ENDS[move][0] // 7 for move in looked_at if move not in range(USES_AT, SWAPS_AT)}
        assert rows == set(range(7 - max(s.heights), 7))
        uses = sum(move in range(USES_AT, SWAPS_AT) for move in looked_at)
        assert uses == 48 * flat(match.view()["tags"]).count("swapper")
        match.play(move_text(any_move(s, luck)))


@pytest.mark.parametrize(("free", "fewer"), [("free_swaps", 1176), ("free_bombs", 49)])
def test_crush_19_what_is_spent_is_no_prospect(free, fewer):
    full, spent = laid(FULL_WITH_A_RUN).state, laid(FULL_WITH_A_RUN, **{free: 0}).state
    assert prospects.prospects(full) - prospects.prospects(spent) == fewer
