"""Poker Grid by its rule book: jokers, the draft and reordering.

What each joker does is in ``test_grid_jokers_*.py``.
"""

from collections import Counter

import pytest

import cardhouse
from cardhouse import BadSetup
from cardhouse.core.chance import below
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.grid import rules
from cardhouse.games.grid.jokers import JOKERS, ROSTER
from cardhouse.games.words import TYPED
from tests.rules.grid_kit import AROUND, EVERY_JOKER, MIXED, PACKED, laid, turned
from tests.rules.grid_round_kit import CELLS, is_about, new, picture_of, plays, refused, told
from tests.rules.odds import is_even

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
    return cardhouse.GAMES["grid"].events.event_dicts(s.events, TYPED)


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

IDLE_ALONE = {"Oops! All 6s", "Masquerade", "Doorbell", "Freezer Burn", "Encore"}
IDLE_ALONE |= {"Hall of Mirrors", "Echo", "Queue"}
STARTERS = [name for name in EVERY_JOKER if name not in IDLE_ALONE]


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
        assert set(counts) <= set(STARTERS)
    assert is_even(sum(seen, Counter()), kinds=len(STARTERS))
    assert max(together.values()) <= 3


def test_grid_21_the_offers_are_drawn_by_the_book():
    for seed in range(60):
        match = draft(seed, picks=5)
        luck = copy_state(match.state)
        luck.drawn[:] = [0] * 3
        luck.blocks[:] = [0] * len(luck.blocks)
        while offers(match):
            names = []
            kinds = STARTERS if match.view()["jokers"] == [] else EVERY_JOKER
            while len(names) < 3:
                joker = kinds[below(luck, 2, len(kinds))]
                names += [joker] if joker not in names else []
            assert offers(match) == names
            match.play("d 0")
        assert match.state.drawn == [new(seed).state.drawn[0], 0, luck.drawn[2]]


def test_grid_21_what_does_nothing_alone_is_offered_from_the_second_pick_on():
    first, later = set(), set()
    for seed in range(400):
        match = draft(seed, picks=2)
        first |= set(offers(match))
        match.play("d 0")
        later |= set(offers(match))
    assert first == set(STARTERS)
    assert later == set(EVERY_JOKER)


@pytest.mark.parametrize("name", EVERY_JOKER)
def test_grid_21_a_first_joker_does_something_alone(name):
    assert ROSTER[EVERY_JOKER.index(name) + 1].alone == (name not in IDLE_ALONE)


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
