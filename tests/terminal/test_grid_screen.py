"""How Poker Grid looks: what is drawn is read back and compared with the view."""

import io
import random
import re

import pytest

import cardhouse
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid import rules
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.games.grid.notation import WORDS, move_text, parse_move
from cardhouse.games.grid.view import MOST_HELD
from cardhouse.terminal import grid
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import PROMPT, Session
from tests.games import KITS
from tests.terminal import (
    CODE,
    FEET,
    GRID_BOARD,
    LINE_NAMES,
    OFFERED,
    Terminal,
    joker_words,
    number_in,
    parts_under_columns,
    seen,
    tables,
    uncoloured,
)

WIDTH = 78
LINE = range(5)
CELLS = [[row, column] for row in LINE for column in LINE]
PAINTS = [Paint(colour, signs) for colour in (False, True) for signs in (False, True)]
SIGNS = Paint(signs=True)
CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
NAMES = [joker.name for joker in ROSTER[1:]]
LONGEST = sorted(NAMES, key=lambda name: -len(name + ROSTER[NAMES.index(name) + 1].text))[:5]
"""The jokers with the most to say."""
OFFERS = ["Runner", "Two-Tone", "Candle"]
GRID_LINES = [
    ("Royal Flush", 800),
    ("Full House", 160),
    ("Straight", 120),
    ("Two Pair", 40),
    ("High Card", 5),
    ("One Pair", 20),
    ("High Card", 5),
    ("Three of a Kind", 90),
    ("Flush", 140),
    ("High Card", 5),
]
"""What the lines of `GRID_BOARD` are worth, rows then columns, counted by hand."""
MAKES = 1_385
STORIES = KITS["grid"].stories

every_paint = pytest.mark.parametrize("paint", PAINTS, ids=str)
every_story = pytest.mark.parametrize("name", STORIES)
every_joker = pytest.mark.parametrize("name", NAMES)


def placed(position, seed=5, **options):
    return cardhouse.place("grid", position, seed=seed, **options)


def laid(**position):
    """Lay a position on the kit's board, with nothing frozen unless it says so."""
    return placed({"board": GRID_BOARD, "frozen": []} | position)


def view_of(**position):
    return laid(**position).view()


def drawn(view, paint=Paint()):  # noqa: B008 (it cannot be changed)
    text = grid.draw(view, paint)
    (table,) = tables(text)
    assert table == seen(view)
    return text


def random_view(luck):
    jokers = luck.choices(NAMES, k=luck.randint(0, 5))
    offers = luck.sample(NAMES, 3) if len(jokers) < 5 and luck.random() < 0.5 else []
    return placed(
        {
            "board": [[luck.choice(CARDS) for _ in LINE] for _ in LINE],
            "frozen": luck.sample(CELLS, luck.randint(0, 2)),
            "jokers": jokers,
            "offers": offers,
            "hands_left": luck.randint(1, 7),
            "score": luck.choice((0, 30, 999, 1_000, 4_999)),
            "target": luck.choice((5_000, 12_345)),
        }
    ).view()


def with_lines(*results, **position):
    """Return a view whose lines came to these hands and scores, all ten or one for all."""
    view = view_of(hands_left=3, **position)
    lines = [
        line | {"hand": hand, "score": score}
        for line, (hand, score) in zip(view["lines"], results * (10 // len(results)), strict=True)
    ]
    return view | {"lines": lines}


# -- the table ----------------------------------------------------------------


@every_paint
def test_the_grid_is_drawn_as_it_lies(paint):
    text = drawn(view_of(frozen=[[0, 3], [4, 4]], jokers=["Joker", "Photograph"]), paint)
    assert ("♥" in text) == paint.signs
    assert ("\x1b" in text) == paint.colour
    assert text.isascii() == (not paint.signs)


@every_paint
def test_every_card_is_drawn(paint):
    for start in (0, 25, 27):
        cards = iter(CARDS[start:])
        drawn(view_of(board=[[next(cards) for _ in LINE] for _ in LINE]), paint)


def test_grid_10_a_frozen_card_has_a_star_right_beside_it():
    for row, column in CELLS:
        text = drawn(view_of(frozen=[[row, column]]), SIGNS)
        assert re.findall(r"\S+\*", text) == [SIGNS.card(GRID_BOARD[row][column]) + "*"]


def test_grid_10_every_frozen_card_has_a_star_and_no_other():
    frozen = [[0, 0], [2, 3], [4, 4]]
    text = drawn(view_of(frozen=frozen, jokers=["Third Hand"]))
    assert re.findall(r"\S+\*", text) == [f"{GRID_BOARD[row][column]}*" for row, column in frozen]
    assert "*" not in drawn(view_of())


@every_paint
@pytest.mark.parametrize("seed", range(10))
def test_any_table_can_be_read_back(paint, seed):
    luck = random.Random(seed)
    for _ in range(3):
        drawn(random_view(luck), paint)


@every_paint
def test_every_table_of_a_round_can_be_read_back(paint):
    luck, moves, ends = random.Random(3), 0, set()
    for seed in range(4):
        match = cardhouse.new("grid", seed=seed, picks=3 * (seed % 2))
        drawn(match.view(), paint)
        while match.outcome == "playing":
            match.play(luck.choice(list(match.moves())))
            drawn(match.view(), paint)
        moves += match.number
        ends.add(match.outcome)
    assert moves > 50
    assert ends == {"won", "lost"}


@pytest.mark.parametrize("name", KITS["grid"].positions)
def test_every_position_of_the_kit_can_be_read_back(name):
    spot = KITS["grid"].positions[name]
    drawn(placed(spot.position, **spot.options).view())


def test_the_columns_are_numbered_over_their_cards():
    lines = grid.draw(view_of(), Paint()).splitlines()
    numbers, row = lines[2], lines[4]
    for column in LINE:
        place = row.index(GRID_BOARD[0][column])
        assert numbers[place - 1 : place + 2].strip() == str(column)


def test_the_rows_are_numbered_from_the_top():
    lines = grid.draw(view_of(), Paint()).splitlines()[4:9]
    for row, line in enumerate(lines):
        assert re.findall(r"\w+", line) == [str(row), *GRID_BOARD[row]]


def test_no_line_ends_in_blanks_where_there_is_no_colour():
    luck = random.Random(1)
    for _ in range(20):
        for line in grid.draw(random_view(luck), SIGNS).split("\n"):
            assert line == line.rstrip()


# -- line results -------------------------------------------------------------


def test_the_results_of_the_last_hand_stand_at_the_ends_of_rows_and_columns():
    view = view_of(hands_left=3)
    (table,) = tables(drawn(view))
    assert table["lines"] == GRID_LINES
    assert table["last hand"] == sum(score for _, score in GRID_LINES) == MAKES


def test_a_row_is_told_in_full_at_its_end():
    lines = grid.draw(view_of(hands_left=3), Paint()).splitlines()[4:9]
    for line, (hand, score) in zip(lines, GRID_LINES, strict=False):
        assert line.endswith(f"| {hand} {score}")


def test_a_column_is_told_right_under_it():
    *_, row, _, hands, scores = grid.draw(view_of(hands_left=3), Paint()).splitlines()
    for column in LINE:
        place = row.index(GRID_BOARD[4][column])
        near = slice(place - 3, place + 6)
        hand, score = GRID_LINES[5 + column]
        assert FEET[hands[near].strip()] == hand
        assert scores[near].strip() == str(score)
        for told in (hands, scores):
            words = told[near]
            start, end = len(words) - len(words.lstrip()), len(words.rstrip())
            assert abs((start + end) / 2 - 4.5) <= 0.5


def test_before_the_first_hand_there_are_no_results():
    for view in (view_of(), cardhouse.new("grid", seed=1).view(), view_of(jokers=["Joker"])):
        text = drawn(view)
        assert "last hand" not in text
        assert not any(hand in text.split(OFFERED)[0] for hand in HAND_NAMES)
        assert not any(name in text for name in LINE_NAMES)


@pytest.mark.parametrize("hand", HAND_NAMES)
@every_paint
def test_every_hand_has_a_name_for_a_row_and_one_for_a_column(paint, hand):
    text = uncoloured(drawn(with_lines((hand, 1_234)), paint))
    assert len(re.findall(rf"{hand} 1,234$", text, re.MULTILINE)) == 5
    (foot,) = set(parts_under_columns(text.splitlines()[-2]))
    assert FEET[foot] == hand


def test_a_hand_is_shortened_under_a_column_only_where_it_has_no_room():
    assert {grid.SHORT_HANDS.get(hand, hand): hand for hand in HAND_NAMES} == FEET
    assert set(grid.SHORT_HANDS) == {hand for hand in HAND_NAMES if len(hand) >= grid.CELL_WIDTH}


def test_results_stay_until_the_next_hand_whatever_is_frozen_or_moved():
    match = laid(jokers=["Joker", "Runner"], hands_left=3)
    before = match.view()["lines"]
    for move in ("f 0 0", "f 1 1", "u", "o 0 1"):
        match.play(move)
        drawn(match.view())
        assert match.view()["lines"] == before
    match.play("s")
    assert match.view()["lines"] != before


# -- wide numbers -------------------------------------------------------------

HUGE = {
    "jokers": [
        *({"name": "Runner", "held": MOST_HELD},) * 2,
        {"name": "Rain Barrel", "held": MOST_HELD},
        {"name": "Melting Clock", "held": MOST_HELD},
        "Fold",
    ],
    "target": 10**15,
}
WIDE = {
    "long jokers": view_of(jokers=LONGEST, hands_left=3, frozen=[[0, 0], [4, 4]]),
    "long offers": view_of(jokers=LONGEST[:4], offers=LONGEST[2:], hands_left=3),
    "long jokers that hold much": view_of(
        jokers=[{"name": "Long Stay", "held": MOST_HELD - 0.25}] * 5, hands_left=3
    ),
    "thousands": with_lines(("Straight Flush", 12_345)),
    "a hundred thousand": with_lines(("Three of a Kind", 999_999)),
    "millions": with_lines(("Straight Flush", 1_234_567), score=10**7, target=10**8),
    "billions": with_lines(("Four of a Kind", 14_093_463_040), score=10**11, target=10**12),
    "all there is": laid(hands_left=1_000, score=10**15 - 1, target=10**15).view(),
    "all there can be": with_lines(
        ("Three of a Kind", 2 * 10**9 * MOST_HELD), score=10**15, target=10**15
    ),
}


@every_paint
@pytest.mark.parametrize("name", WIDE)
def test_a_table_is_narrow_whatever_stands_in_it(paint, name):
    for line in uncoloured(grid.draw(WIDE[name], paint)).splitlines():
        assert len(line) <= WIDTH, line


@every_paint
@pytest.mark.parametrize("name", WIDE)
def test_a_wide_table_can_be_read_back(paint, name):
    drawn(WIDE[name], paint)


@pytest.mark.parametrize("place", range(10))
def test_one_wide_score_is_enough_to_list_all_lines_below_the_grid(place):
    results = [("Four of a Kind", 999_999)] * 10
    at_the_ends = drawn(with_lines(*results))
    assert not any(f"{name}: " in at_the_ends for name in LINE_NAMES)
    results[place] = ("Straight Flush", 1_000_000)
    view = with_lines(*results, offers=OFFERS)
    text = drawn(view)
    below = [
        f"{name}: {hand} {score:,}" for name, (hand, score) in zip(LINE_NAMES, results, strict=True)
    ]
    lines = text.splitlines()
    bottom = max(i for i, line in enumerate(lines) if line.startswith("   +"))
    assert lines[bottom + 1 : bottom + 12] == [*below, OFFERED]
    assert all(line.endswith("|") for line in lines[bottom - 5 : bottom])


@pytest.mark.parametrize("score", [999_999, 1_000_000, 10**9, 2 * 10**9 * MOST_HELD])
@pytest.mark.parametrize("hand", HAND_NAMES)
def test_any_hand_with_any_score_is_narrow(hand, score):
    text = drawn(with_lines((hand, score)))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.count(f"{score:,}") == 10


def test_what_the_largest_hand_did_is_narrow():
    match = placed(HUGE)
    words = grid.say(match.play("s"))
    assert f"The hand makes {match.score:,}." in " ".join(words.split())
    for text in (words, grid.explain(match), grid.jokers(match)):
        assert max(map(len, text.splitlines())) <= WIDTH


def test_the_largest_hand_is_drawn_narrow():
    match = placed(HUGE)
    match.play("s")
    assert max(map(len, drawn(match.view(), SIGNS).splitlines())) <= WIDTH


@pytest.mark.parametrize("target", [10**6, 10**9, 10**12, 10**15])
def test_the_last_hand_has_a_line_of_its_own_only_where_the_first_has_no_room(target):
    many = 0
    for score in (5, 10**5, 10**9, 10**11, 2 * 10**14):
        view = with_lines(("Flush", score), score=target, target=target)
        status, then, *_ = drawn(view).splitlines()
        whole = f"score {target:,} of {target:,}   hands left 3   last hand {10 * score:,}"
        if len(whole) <= WIDTH:
            assert status == whole
        else:
            many += 1
            assert f"{status}   {then}" == whole
    assert many == {10**6: 0, 10**9: 2, 10**12: 4, 10**15: 5}[target]


# -- colour -------------------------------------------------------------------


def test_every_colour_ends_before_its_line_does():
    luck = random.Random(2)
    for _ in range(20):
        for line in grid.draw(random_view(luck), Paint(colour=True, signs=True)).splitlines():
            codes = CODE.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
            assert "\x1b[0m" not in codes[0::2]


@pytest.mark.parametrize("signs", [False, True])
def test_colour_adds_nothing_but_colour(signs):
    luck = random.Random(3)
    for _ in range(20):
        view = random_view(luck)
        coloured, plain = (grid.draw(view, Paint(colour, signs)) for colour in (True, False))
        assert [line.rstrip() for line in uncoloured(coloured).splitlines()] == plain.splitlines()


@pytest.mark.parametrize(("card", "code"), [("9c", "32"), ("9d", "36"), ("9h", "31"), ("9s", "1")])
def test_a_card_has_the_colour_of_its_suit(card, code):
    text = grid.draw(view_of(board=[[card] * 5] * 5), Paint(colour=True))
    assert text.count(f"\x1b[{code}m{card}\x1b[0m") == 25


def test_a_star_is_yellow_and_the_score_bold():
    text = grid.draw(view_of(frozen=[[1, 2]], score=12), Paint(colour=True))
    assert "\x1b[32m4c\x1b[0m\x1b[33m*\x1b[0m" in text
    assert text.startswith("\x1b[1mscore 12 of 5,000\x1b[0m   hands left 7\n")


# -- the status ---------------------------------------------------------------


def test_the_status_has_score_target_and_hands_left():
    for position, status in (
        ({}, "score 0 of 5,000   hands left 7"),
        ({"score": 1_234, "target": 12_345}, "score 1,234 of 12,345   hands left 7"),
        ({"hands_left": 1}, f"score 0 of 5,000   hands left 1   last hand {MAKES:,}"),
        ({"hands_left": 0}, f"score 0 of 5,000   hands left 0   last hand {MAKES:,}"),
    ):
        assert drawn(view_of(**position)).splitlines()[0] == status


def test_the_last_hand_of_the_status_is_what_the_score_rose_by():
    match = cardhouse.new("grid", seed=1, jokers=["Photograph", "Coin Slot"])
    for _ in range(3):
        before = match.score
        match.play("s")
        (table,) = tables(drawn(match.view()))
        assert table["last hand"] == match.score - before > 0


# -- jokers and offers --------------------------------------------------------


def test_the_jokers_are_numbered_in_their_order_as_they_are_typed():
    lines = drawn(view_of(jokers=["Joker", "Scary Face", "Joker"]), SIGNS).splitlines()
    assert lines[1:6] == [
        "jokers:",
        "  0 Joker: +4 mult",
        "  1 Scary Face: +30 chips for each face card (J, Q, K)",
        "  2 Joker: +4 mult",
        "",
    ]


def test_the_offers_are_numbered_under_the_grid_as_they_are_typed():
    lines = drawn(view_of(offers=["Photograph", "Candle", "Joker"]), SIGNS).splitlines()
    assert lines[-4:] == [
        "offered, take one with d 0, d 1 or d 2:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Candle: Gives +9 mult, 1.5 less after each hand (holds 9)",
        "  2 Joker: +4 mult",
    ]
    assert lines[-5] == "   └─────────────────────────────────────────────┘"


def test_without_jokers_and_offers_there_is_no_list_of_them():
    text = drawn(view_of())
    assert "jokers" not in text
    assert "offered" not in text


def test_what_a_joker_holds_is_shown_once_it_holds_something():
    for held, words in ((0, ""), (15, " (holds 15)"), (1_230, " (holds 1,230)")):
        text = drawn(view_of(jokers=[{"name": "Runner", "held": held}]))
        assert (
            " ".join(text.split("\n\n")[0].split())
            == f"score 0 of 5,000 hands left 7 jokers: 0 {ROSTER[6].name}: {ROSTER[6].text}{words}"
        )
    text = drawn(view_of(jokers=[{"name": "Candle", "held": 7.5}]))
    assert "(holds 7.5)" in text


def test_a_joker_that_says_much_is_broken_between_words_and_set_in():
    for name in LONGEST:
        first, *rest = drawn(view_of(jokers=[name])).split("\n\n")[0].splitlines()[2:]
        assert first.startswith(f"  0 {name}: ")
        assert rest
        for line in rest:
            assert re.match(r" {4}\S", line)


@every_joker
@pytest.mark.parametrize("signs", [False, True])
def test_every_joker_is_written_as_it_is_called(name, signs):
    joker = ROSTER[NAMES.index(name) + 1]
    for view in (view_of(jokers=[name]), view_of(offers=[name, *other_than(name)])):
        text = " ".join(drawn(view, Paint(signs=signs)).split())
        assert f"0 {name}: {joker.text if signs else joker.text.replace('×', 'x')}" in text


def other_than(name):
    return [other for other in ("Joker", "Runner", "Echo") if other != name][:2]


# -- the title and the first words --------------------------------------------


def test_a_title_names_the_game_and_its_target_and_no_seed():
    for match in (cardhouse.new("grid", seed=7), cardhouse.new("grid", seed="tea", picks=3)):
        title = grid.title(match)
        assert title == "Poker Grid: 5,000 points in 7 hands"


def test_a_round_set_up_by_hand_is_said_to_be_one():
    for left in (1, 3, 7, 9):
        title = grid.title(laid(target=12_345, hands_left=left))
        assert title == "Poker Grid: 12,345 points, set up by hand"


def test_a_round_without_auto_freeze_is_said_to_be_one():
    plain, bare = (cardhouse.new("grid", seed=7, auto_freeze=auto) for auto in (True, False))
    assert grid.title(bare) == f"{grid.title(plain)}, nothing frozen at first"
    long = grid.title(placed({"target": 10**15}, auto_freeze=False))
    assert max(map(len, long.splitlines())) <= WIDTH
    assert " ".join(long.split("\n")) == (
        "Poker Grid: 1,000,000,000,000,000 points, set up by hand, nothing frozen at first"
    )


def test_the_first_words_are_one_sentence_that_says_how_to_begin():
    assert grid.START.count(".") == 1
    assert grid.START.endswith("or help.")
    for words in ("Take a joker (d 0)", "freeze cards (f 0 3)", "play the hand (s)"):
        assert words in grid.START
    for move in re.findall(r"\((.*?)\)", grid.START):
        assert move_text(parse_move(move)) == move
    assert grid.START.isascii()
    assert len(grid.START) <= WIDTH


# -- the words ----------------------------------------------------------------

TOLD = {
    "freeze": ({}, "f 0 3", "Jh at 0,3 frozen."),
    "freeze of a second card": ({"frozen": [[0, 3]]}, "f 4 0", "9c at 4,0 frozen."),
    "unfreeze": ({"frozen": [[0, 3]]}, "f 0 3", "Jh at 0,3 unfrozen."),
    "unfreeze all": (
        {"frozen": [[4, 1], [0, 0]]},
        "u",
        "Ah at 0,0 and Js at 4,1 unfrozen.",
    ),
    "unfreeze the only one": ({"frozen": [[2, 2]]}, "u", "4d at 2,2 unfrozen."),
    "a joker that minds a freeze": (
        {"jokers": ["Joker", {"name": "Long Stay", "held": 2.5}]},
        "f 0 3",
        "Jh at 0,3 frozen. Long Stay goes back to 0.",
    ),
    "a joker that minds an unfreeze": (
        {"jokers": [{"name": "Long Stay", "held": 1.25}], "frozen": [[0, 3]]},
        "u",
        "Jh at 0,3 unfrozen. Long Stay goes back to 0.",
    ),
    "take": (
        {"offers": OFFERS},
        "d 0",
        "Runner taken: Gains 15 chips for each straight; gives every line what it holds.",
    ),
    "take another": (
        {"offers": OFFERS, "jokers": ["Joker"]},
        "d 1",
        "Two-Tone taken: For flushes red is one suit and black another.",
    ),
    "order": ({"jokers": ["Joker", "Runner"]}, "o 1 0", "Runner moves to place 0."),
    "order to the right": (
        {"jokers": ["Joker", "Runner", "Echo"]},
        "o 0 2",
        "Joker moves to place 2.",
    ),
}
"""What is said of each move that leaves nothing to chance."""


def words_of(match, move):
    """Return what is said of a move, wherever its lines are broken."""
    return " ".join(grid.say(match.play(move)).split())


@pytest.mark.parametrize("name", TOLD)
def test_what_a_move_did_is_said(name):
    position, move, words = TOLD[name]
    assert words_of(laid(**position), move) == words


def test_what_a_hand_made_is_said_first():
    match = laid(frozen=[[0, 0]])
    words = words_of(match, "s")
    assert words == f"The hand makes {match.score:,}."
    assert match.score == match.view()["score"] > 0


def test_the_end_is_not_said_twice():
    for position in ({"target": 10}, {"hands_left": 1}):
        match = laid(**position)
        assert words_of(match, "s") == f"The hand makes {match.score:,}."
        assert match.outcome in ("won", "lost")


def test_what_fades_is_said():
    jokers = ["Candle", {"name": "Melting Clock", "held": 2}, "Block of Ice"]
    words = words_of(laid(jokers=jokers), "s")
    assert "Candle fades to 7.5. Melting Clock fades to 1.5. Block of Ice fades to 42." in words


@pytest.mark.parametrize("name", ["Scrapbook", "Portrait Gallery", "Cold Store"])
def test_what_grows_is_said_with_what_it_holds_in_the_end(name):
    match = laid(jokers=["Joker", name], frozen=[[0, 0], [0, 1]])
    words = words_of(match, "s")
    held = match.view()["jokers"][1]["held"]
    assert held > 0
    assert re.findall(rf"{name} holds ([\d,.]*\d)\.", words) == [f"{held:,}"]


GROWN = re.compile(r"((?:Row|Column) \d): (\D+) holds ([\d,.]*\d)\.")


@pytest.mark.parametrize(
    "jokers",
    [
        ["Portrait Gallery"],
        ["Scrapbook", "Portrait Gallery", "Joker", "Cold Store"],
        [{"name": "Portrait Gallery", "held": 15}, {"name": "Portrait Gallery", "held": 300}],
    ],
    ids=["one", "several", "the same twice"],
)
def test_only_the_last_growth_of_each_joker_is_said_with_its_line(jokers):
    match = laid(jokers=jokers, frozen=[[0, 1], [0, 2]])
    events = match.play("s")
    grown = [event for event in events if event["event"] == "grow"]
    last = {event["place"]: event for event in grown}
    assert len(grown) > len(last)
    assert len(last) == len([joker for joker in jokers if joker != "Joker"])
    said = GROWN.findall(" ".join(grid.say(events).split()))
    assert said == [
        (event["line"].capitalize(), event["name"], f"{event['held']:,}")
        for event in grown
        if event is last[event["place"]]
    ]


def test_what_did_not_grow_is_not_said():
    words = words_of(laid(jokers=["Cold Store", "Joker", "Candle"]), "s")
    assert "Cold Store" not in words
    assert "Joker" not in words


MARKS = {
    "freeze": (" frozen",),
    "unfreeze": (" unfrozen",),
    "reset": (" goes back to ",),
    "take": (" taken: ",),
    "order": (" moves to place ",),
    "line": ("The hand makes ",),
    "grow": (" holds ",),
    "fade": (" fades to ",),
}
"""Words that may only be said of these events."""
UNSAID = {"play", "draw", "offer", "end"}


def told(name):
    """Play a story; return its events, and what is said of it."""
    story = STORIES[name]
    events = placed(story.placed.position, **story.placed.options).play(story.move)
    return events, grid.say(events)


def test_every_event_is_said_or_seen():
    assert {*MARKS, *UNSAID} == KITS["grid"].event_names


@every_story
def test_what_happened_is_said_and_nothing_else(name):
    events, said = told(name)
    happened = {event["event"] for event in events}
    words = re.sub(r" taken: [^.]*", " taken: ", " ".join(said.split()))
    for event, marks in MARKS.items():
        assert (event in happened) == any(mark in words for mark in marks), (event, words)


@every_story
def test_what_a_move_did_is_said_in_whole_sentences(name):
    words = " ".join(told(name)[1].split())
    assert words.endswith(".")
    assert ".." not in words
    for sentence in words[:-1].split(". "):
        assert sentence[0].isupper() or sentence[0].isdigit()


@every_story
def test_what_a_move_did_is_narrow(name):
    assert max(map(len, told(name)[1].splitlines())) <= WIDTH


def test_why_it_is_lost_is_a_sentence_without_its_stop():
    why = grid.why_lost(view_of(hands_left=0))
    assert "no hands" in why
    assert why[0].islower()
    assert not why.endswith(".")


# -- the moves ----------------------------------------------------------------


def listed(text):
    """Read lists, each of which is broken between its parts only, and set in by two."""
    return [entry.split(", ") for entry in re.sub(r",\n  (?=\S)", ", ", text).split("\n")]


POSITIONS = {
    "nothing frozen, no joker": ({}, 26),
    "two frozen": ({"frozen": [[0, 0], [0, 1]]}, 4),
    "one frozen": ({"frozen": [[3, 3]]}, 27),
    "two jokers": ({"jokers": ["Joker", "Runner"]}, 28),
    "five jokers": ({"jokers": LONGEST, "frozen": [[3, 3]]}, 47),
    "offers": ({"offers": OFFERS, "jokers": ["Joker", "Runner"]}, 3),
}
"""Positions, and how many moves there are, counted by hand."""
every_position = pytest.mark.parametrize("name", POSITIONS)


@every_position
def test_all_moves_are_listed_by_kind(name):
    position, count = POSITIONS[name]
    match = laid(**position)
    kinds = listed(grid.list_moves(match, every=False))
    moves = [move for kind in kinds for move in kind]
    assert moves == sorted(match.moves(), key=lambda move: "fusdo".index(move[0]))
    assert len(moves) == count


@every_position
def test_no_two_kinds_share_a_line_and_no_move_is_broken(name):
    text = grid.list_moves(laid(**POSITIONS[name][0]), every=True)
    assert max(map(len, text.splitlines())) <= WIDTH
    kinds = [{move[0] for move in kind} for kind in listed(text)]
    assert [len(kind) for kind in kinds] == [1] * len(set.union(*kinds))
    for kind in listed(text):
        for move in kind:
            assert move_text(parse_move(move)) == move


@every_position
def test_they_are_few_and_all_are_listed_anyway(name):
    match = laid(**POSITIONS[name][0])
    assert grid.list_moves(match, every=True) == grid.list_moves(match, every=False)


def test_no_move_is_listed_after_the_end():
    for ending in KITS["grid"].endings.values():
        for every in (False, True):
            match = placed(ending.position, **ending.options)
            assert grid.list_moves(match, every) == "There is no legal move."


# -- the help -----------------------------------------------------------------

HELP_LINE = re.compile(r"  (\S.*?)  +([a-z].*)")
"""What can be typed, and what it does."""
EXAMPLES = {
    "f 0 3": "freeze or unfreeze row 0, column 3",
    "u": "unfreeze all",
    "s": "play the hand",
    "d 2": "take joker 2",
    "o 1 0": "move joker 1 to place 0",
}
ASKED = {"j": "jokers", "l": "lines", "p": "preview", "h": "hint", "m": "moves", "?": "help"}
HELP_HANDS = re.compile(r"([A-Z][A-Za-z ]+?) (\d+) × (\d+)")


def help_lines():
    found = [HELP_LINE.fullmatch(line) for line in grid.HELP.splitlines()]
    return {line[1]: line[2] for line in found if line}


def all_at_once(move=""):
    """Sit where a move of the help is legal: a draft for d, none for the others."""
    offers = OFFERS if move.startswith("d") else []
    match = laid(jokers=["Joker", "Runner"], offers=offers, frozen=[[4, 4]], hands_left=3)
    return Session(match, io.StringIO(), chosen_seed=True)


def reply(session, line):
    start = session.out.tell()
    session.do(line)
    return session.out.getvalue()[start:]


def test_the_help_has_a_line_for_every_kind_of_move_and_every_command():
    words = re.findall(r"[a-z?]+", " ".join(help_lines()))
    for word in (*WORDS, *ASKED, *ASKED.values(), "undo", "save", "quit", "q"):
        assert word in words
    assert {move.split()[0] for move in EXAMPLES} == set(WORDS)
    for word in ("again", "Enter"):
        assert word in grid.HELP


def test_the_letters_of_the_help_are_those_that_can_be_typed():
    found = re.findall(r"([a-z]+) \((\S)\)", grid.HELP)
    assert {letter: word for word, letter in found} == grid.SHORT
    assert grid.SHORT == ASKED | {"q": "quit"}


@pytest.mark.parametrize("move", EXAMPLES)
def test_a_move_in_the_help_is_what_it_says_and_can_be_typed(move):
    assert EXAMPLES[move] in help_lines()[move]
    session = all_at_once(move)
    session.do(move)
    assert session.match.played == [move]


def test_the_other_spelling_in_the_help_is_the_same_freeze():
    (other,) = re.findall(r"\(also (.*?)\)", grid.HELP)
    assert move_text(parse_move(other)) == "f 0 3"


@pytest.mark.parametrize("short", ASKED)
def test_a_short_command_of_the_help_does_the_same(short):
    first, second = all_at_once(), all_at_once()
    said = reply(first, ASKED[short])
    assert said == reply(second, short)
    assert len(said) > 10
    assert "no such command" not in said


def test_the_other_commands_of_the_help_work(tmp_path):
    session = all_at_once()
    before = session.match.digest()
    session.do("f 0 3")
    assert "taken back" in reply(session, "undo")
    assert session.match.digest() == before
    assert "Saved" in reply(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).digest() == before
    session.do("q")
    assert session.leaving


def test_the_help_is_right_about_every_hand():
    found = {
        name.strip(): (int(chips), int(mult)) for name, chips, mult in HELP_HANDS.findall(grid.HELP)
    }
    values = zip(rules.BASE_CHIPS, rules.BASE_MULT, strict=True)
    assert found == dict(zip(HAND_NAMES, values, strict=True))


def test_the_hands_of_the_help_stand_in_columns():
    hands = [line for line in grid.HELP.splitlines() if HELP_HANDS.search(line)]
    for shape in (r"[A-Z][A-Za-z ]+", r"\d (?=×)", r"×", r"× (?=\d)"):
        places = {tuple(found.start() for found in re.finditer(shape, line)) for line in hands}
        assert len(places) == 1, shape
        assert len(places.pop()) == 2


def test_the_help_is_right_about_freezes_and_hands():
    assert rules.FREEZE_SLOTS == 2
    assert rules.ROUND_HANDS == 7
    words = " ".join(grid.HELP.split())
    assert "up to two cards" in words
    assert "within seven hands" in words
    assert "marked *" in words


def test_the_help_is_narrow_and_can_be_written_without_signs():
    assert max(map(len, grid.HELP.splitlines())) <= WIDTH
    assert Paint().words(grid.HELP).isascii()


# -- asides -------------------------------------------------------------------


def test_jokers_says_what_the_jokers_do_in_their_order():
    match = laid(jokers=["Photograph", {"name": "Runner", "held": 30}])
    assert grid.jokers(match).splitlines() == [
        "jokers, from left to right:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Runner: Gains 15 chips for each straight; gives every line what it holds",
        "    (holds 30)",
    ]


def test_jokers_says_what_is_offered_too():
    told = grid.jokers(laid(offers=["Photograph", "Joker", "Runner"]))
    assert told.splitlines()[:3] == [
        "offered:",
        "  0 Photograph: × 2 mult at the line's first face card",
        "  1 Joker: +4 mult",
    ]
    both = grid.jokers(laid(offers=OFFERS, jokers=["Joker"])).splitlines()
    assert both.index("offered:") > both.index("  0 Joker: +4 mult")


def test_without_jokers_there_is_a_sentence():
    assert grid.jokers(laid()) == "There are no jokers."


@every_joker
def test_every_joker_is_explained_narrow(name):
    match = laid(jokers=[name] * 5)
    text = grid.jokers(match)
    assert max(map(len, text.splitlines())) <= WIDTH
    for joker in match.view()["jokers"]:
        assert joker_words(joker) in " ".join(text.split()).replace("×", "x")


LINE_OF = re.compile(
    r"(row|column) (\d): ([A-Z][A-Za-z ]+?) ([\d,]+) × ([\d,.]+)(, .*)? = ([\d,]+)"
)
STEP = re.compile(r", (\D.*?) ([\d,]+) × ([\d,.]*\d)(?=, |$)")


def explained(match):
    """Read how the lines came to their scores: the hand, chips and mult step by step, the score."""
    for parts in listed(grid.explain(match)):
        line = ", ".join(parts)
        found = LINE_OF.fullmatch(line)
        assert found, line
        along, number, hand, chips, mult, steps, score = found.groups()
        names = [
            (name, float_in(chips), float_in(mult))
            for name, chips, mult in STEP.findall(steps or "")
        ]
        yield (
            (f"{along} {number}", hand),
            [(None, float_in(chips), float_in(mult)), *names],
            int(score.replace(",", "")),
        )


def float_in(text):
    return float(text.replace(",", ""))


def test_lines_says_how_every_line_came_to_its_score():
    told = grid.explain(laid(jokers=["Joker", "Scary Face"], hands_left=3)).splitlines()
    assert told == [
        "row 0: Royal Flush 100 × 8, Joker 100 × 12, Scary Face 190 × 12 = 2,280",
        "row 1: Full House 40 × 4, Joker 40 × 8 = 320",
        "row 2: Straight 30 × 4, Joker 30 × 8 = 240",
        "row 3: Two Pair 20 × 2, Joker 20 × 6 = 120",
        "row 4: High Card 5 × 1, Joker 5 × 5, Scary Face 65 × 5 = 325",
        "column 0: One Pair 10 × 2, Joker 10 × 6 = 60",
        "column 1: High Card 5 × 1, Joker 5 × 5, Scary Face 65 × 5 = 325",
        "column 2: Three of a Kind 30 × 3, Joker 30 × 7, Scary Face 60 × 7 = 420",
        "column 3: Flush 35 × 4, Joker 35 × 8, Scary Face 65 × 8 = 520",
        "column 4: High Card 5 × 1, Joker 5 × 5, Scary Face 35 × 5 = 175",
    ]


@pytest.mark.parametrize("seed", range(8))
def test_every_line_can_be_checked_by_hand_and_they_add_up_to_the_hand(seed):
    luck = random.Random(seed)
    match = cardhouse.new("grid", seed=seed, jokers=luck.choices(NAMES, k=5))
    match.play("s")
    lines, total = list(explained(match)), 0
    names = [f"row {i}" for i in LINE] + [f"column {i}" for i in LINE]
    assert [line for (line, _), _, _ in lines] == names
    for (_, hand), steps, score in lines:
        _, chips, mult = steps[0]
        number = HAND_NAMES.index(hand)
        assert (chips, mult) == (rules.BASE_CHIPS[number], rules.BASE_MULT[number])
        _, chips, mult = steps[-1]
        assert int(round(chips) * round(mult * 100)) // 100 == score
        total += score
    assert total == match.score


@pytest.mark.parametrize("seed", range(8))
def test_what_lines_says_is_narrow(seed):
    match = cardhouse.new("grid", seed=seed, jokers=random.Random(seed).choices(NAMES, k=5))
    match.play("s")
    lines = grid.explain(match).splitlines()
    assert max(map(len, lines)) <= WIDTH


def test_a_line_that_is_long_to_explain_is_broken_between_its_jokers_and_set_in():
    jokers = ["Joker", "Spare Button", "Photograph", "Scary Face", "Joker"]
    lines = grid.explain(laid(jokers=jokers, hands_left=3)).splitlines()
    assert lines[:4] == [
        "row 0: Royal Flush 100 × 8, Joker 100 × 12, Spare Button 122 × 12,",
        "  Photograph 122 × 24, Scary Face 212 × 24, Joker 212 × 28 = 5,936",
        "row 1: Full House 40 × 4, Joker 40 × 8, Spare Button 62 × 8,",
        "  Joker 62 × 12 = 744",
    ]
    assert lines[4].startswith("row 2: ")


def test_before_the_first_hand_there_are_no_lines_to_explain():
    match = cardhouse.new("grid", seed=7, picks=0)
    assert grid.explain(match) == "No hand has been played."
    match.play("s")
    assert grid.explain(match) != "No hand has been played."
    match.undo()
    assert grid.explain(match) == "No hand has been played."


FORETOLD = re.compile(
    r"The next hand, tried (\d+) times: ([\d,]+) to ([\d,]+)\n"
    r"On average: ([\d,]+)(?: \(give or take ([\d,]+)\))?\n"
    r"Chance to win with these freezes: (\d+)% \(give or take (\d+\.\d)%\)"
)


def foretold(match):
    """Read a preview: how often it was tried, least, most, mean and its error, chance and its."""
    text = grid.foretell(match)
    assert max(map(len, text.splitlines())) <= WIDTH
    found = FORETOLD.fullmatch(text)
    assert found, text
    return [*(number_in(part) for part in found.groups()[:6]), float(found[7])]


def test_preview_says_what_the_next_hand_may_make():
    match = laid(jokers=["Joker", "Scary Face"], hands_left=2, score=4_000)
    known = match.preview()
    assert foretold(match) == [
        known["rounds"],
        known["min"],
        known["max"],
        round(known["mean"]),
        round(known["error"]),
        round(100 * known["chance"]),
        pytest.approx(100 * known["chance_error"], abs=0.051),
    ]
    assert known["min"] < known["mean"] < known["max"]


def test_a_preview_changes_nothing_and_says_the_same_again():
    match = laid(jokers=["Coin Slot", "Runner"], frozen=[[0, 0]], hands_left=2)
    before = match.digest(), match.view(), match.record()
    assert grid.foretell(match) == grid.foretell(match)
    assert (match.digest(), match.view(), match.record()) == before


def test_without_jokers_the_mean_is_exact():
    _, _, _, mean, error, *_ = foretold(laid(hands_left=1))
    assert error is None
    assert mean == 207


def test_a_preview_knows_a_won_round_and_a_hopeless_one():
    assert foretold(laid(hands_left=1, score=4_999))[5] == 100
    assert foretold(laid(hands_left=1, target=10**6))[5] == 0


def test_the_preview_of_five_good_jokers_is_narrow():
    good = ["Bookshelf", "Pillars", "Four Seasons", "Mixed Drawer", "Ice Bridge"]
    _, low, high, mean, error, *_ = foretold(laid(jokers=good, hands_left=1, target=10**6))
    assert 0 < low < mean - error < mean + error < high
    assert mean > 1_000


def test_the_largest_preview_is_narrow():
    _, low, high, mean, *_ = foretold(placed(HUGE | {"hands_left": 1}))
    assert 10**9 * MOST_HELD < low <= mean <= high


# -- as the source has it -----------------------------------------------------


def sitting(**options):
    return Session(cardhouse.new("grid", seed=7, **options), io.StringIO(), chosen_seed=True)


def test_grid_10_the_terminal_takes_f_u_and_s():
    session = sitting(picks=0)
    (table,) = tables(reply(session, "u"))
    assert table["frozen"] == []
    (table,) = tables(reply(session, "f 0 3"))
    assert table["frozen"] == [[0, 3]]
    (table,) = tables(reply(session, "f 4 1"))
    assert table["frozen"] == [[0, 3], [4, 1]]
    (table,) = tables(reply(session, "f 0 3"))
    assert table["frozen"] == [[4, 1]]
    before = session.match.view()["board"]
    (table,) = tables(reply(session, "s"))
    assert table["hands_left"] == 6
    assert table["board"][4][1] == before[4][1]
    assert table["board"] != before
    assert session.match.played == ["u", "f 0 3", "f 4 1", "f 0 3", "s"]


def test_grid_10_the_terminal_takes_d_and_o():
    session = sitting(picks=2)
    offered = session.match.view()["offers"]
    (table,) = tables(reply(session, "d 2"))
    assert table["jokers"] == [joker_words(offered[2])]
    first = table["offers"][0]
    (table,) = tables(reply(session, "d 0"))
    assert table["jokers"] == [joker_words(offered[2]), first]
    assert table["offers"] == []
    (table,) = tables(reply(session, "o 1 0"))
    assert table["jokers"] == [first, joker_words(offered[2])]


def test_grid_10_the_terminal_takes_j_help_and_quit():
    session = sitting()
    for line in ("j", "?"):
        before = session.match.digest()
        assert len(reply(session, line)) > 40
        assert session.match.digest() == before
    assert reply(session, "q") == ""
    assert session.leaving


def test_grid_10_a_round_is_played_at_a_terminal():
    with Terminal("play", "grid", "--jokers", "", "--no-auto-freeze") as terminal:
        shown = terminal.until("\n" + PROMPT)
        (table,) = tables(shown)
        assert uncoloured(shown).splitlines()[1] == grid.START
        assert (table["score"], table["hands_left"], table["frozen"]) == (0, 7, [])
        terminal.type("f 2 2\n")
        assert tables(terminal.until("\n" + PROMPT)) == [table | {"frozen": [[2, 2]]}]
        score = 0
        for left in range(6, -1, -1):
            terminal.type("s\n")
            text = terminal.until("\n" + PROMPT)
            (then,) = tables(text)
            score += then["last hand"]
            assert then["board"][2][2] == table["board"][2][2]
            assert (then["hands_left"], then["score"]) == (left, score)
            if "Enter:" in text:
                break
        assert left == 0 or score >= 5_000
        assert "You won" in text if score >= 5_000 else "You lost" in text
        terminal.type("q\n")
        assert terminal.end()[0] == 0
