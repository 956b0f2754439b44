"""Poker Grid by its rule book: what is typed, what is refused, and what bots ask."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import prospects, rules
from cardhouse.games.grid.board import DRAFT, FREEZE, MOVES, ORDER, PLAY, UNFREEZE
from cardhouse.games.grid.notation import REFUSALS, move_text, parse_move
from cardhouse.terminal import grid as screen
from cardhouse.terminal.paint import Paint
from tests.rules.grid_kit import EVERY_JOKER, MIXED, PACKED, UNFROZEN, laid, lines_of
from tests.rules.grid_round_kit import CELLS, any_move, book_table, plays, refused


def reason(match, move):
    return refused(match, move)[0]


# -- many rounds, move by move --------------------------------------------------


def test_grid_7_the_rounds_played_here_see_every_kind_of_move_often():
    kinds = Counter(move[0] for _, move, _, _ in plays())
    assert set(kinds) == set("fusdo")
    assert min(kinds.values()) > 20
    ends = Counter(later["outcome"] for *_, later in plays())
    assert min(ends["won"], ends["lost"]) >= 5


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
        ("", "no_move", f"'' is not a move; a move is {MOVE_WORDS}."),
        ("x", "no_move", f"'x' is not a move; a move is {MOVE_WORDS}."),
        ("play", "no_move", f"'play' is not a move; a move is {MOVE_WORDS}."),
        ("ss", "no_move", f"'ss' is not a move; a move is {MOVE_WORDS}."),
        ("d two", "no_move", f"'d two' is not a move; a move is {MOVE_WORDS}."),
        ("d -1", "no_move", f"'d -1' is not a move; a move is {MOVE_WORDS}."),
        ("o 1;0", "no_move", f"'o 1;0' is not a move; a move is {MOVE_WORDS}."),
        ("d ٣", "no_move", f"'d ٣' is not a move; a move is {MOVE_WORDS}."),
        ("f", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f 3", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f 0 3 1", "no_cell", "A freeze takes a row and a column, like f 0 3."),
        ("f a b", "no_move", f"'f a b' is not a move; a move is {MOVE_WORDS}."),
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


# -- what is refused, and what bots ask -----------------------------------------


def test_all_2_the_book_lists_every_reason_and_each_is_tested():
    reasons = set(re.findall(r"`(\w+)`", " ".join(row[0] for row in book_table("| Reason |"))))
    chapters = ("round", "draft", "moves", "table")
    files = [Path(__file__).with_name(f"test_grid_{chapter}.py") for chapter in chapters]
    source = "".join(path.read_text() for path in files)
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
        looked_at = [prospects.prospect(s, i) for i in range(prospects.prospects(s))]
        assert len(set(looked_at)) == len(looked_at)
        assert {move for move in range(MOVES) if rules.is_legal(s, move)} <= set(looked_at)
        assert set(looked_at) <= set(range(MOVES))


def test_grid_7_asking_what_a_move_is_worth_changes_nothing():
    for s in states()[::5]:
        before = copy_state(s)
        for move in filter(lambda move: rules.is_legal(s, move), range(MOVES)):
            assert (prospects.worth(s, move) > 0) == (move == PLAY)
            assert type(prospects.opens(s, move)) is int
            assert prospects.spends(s, move) == (move == PLAY)
            assert prospects.is_free(s, move) == (move_text(move)[0] in "fuo")
        assert (s, s.events) == (before, [])


def test_grid_21_what_a_joker_would_make_of_the_grid_is_reckoned_without_luck():
    match = laid(PACKED, ["Joker"], hands_left=7, offers=["Melting Clock", "Trapdoor", "Bookshelf"])
    points = [prospects.opens(match.state, DRAFT + i) for i in range(3)]
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
        prospects.worth(laid(MIXED, jokers, frozen=frozen).state, PLAY)
        for frozen in (better, worse)
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
