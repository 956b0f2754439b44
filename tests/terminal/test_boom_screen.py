"""How Poker Boom looks: what is drawn is read back and compared with the view."""

import random
import re

import pytest

import cardhouse
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.boom import rules
from cardhouse.games.boom.levels import LEVELS
from cardhouse.terminal import boom
from cardhouse.terminal.paint import Paint
from tests.games import BOARD, KITS, SIDE_LENGTHS, bomb, row_move, scorched
from tests.terminal.drawn import CODE, seen, tables, uncoloured

WIDTH = 80
SPOTS = [(side, index) for side, length in SIDE_LENGTHS.items() for index in range(length)]
PAINTS = [Paint(colour, signs) for colour in (False, True) for signs in (False, True)]
CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
STORIES = KITS["boom"].stories
MOST = 10**12

every_paint = pytest.mark.parametrize("paint", PAINTS, ids=str)


def placed(position, **options):
    return cardhouse.place("boom", position, seed=5, **options)


def view_of(**position):
    return placed({"board": BOARD} | position).view()


def drawn(view, paint=Paint()):  # noqa: B008 (it cannot be changed)
    text = boom.draw(view, paint)
    (table,) = tables(text)
    assert table == seen(view)
    return text


def random_view(luck):
    spots = luck.sample(SPOTS, luck.randint(0, 12))
    return view_of(
        board=[[luck.choice(CARDS) for _ in range(5)] for _ in range(10)],
        scorch=[[luck.choice((0, 0, 1, 2, 3)) for _ in range(5)] for _ in range(10)],
        bombs=[bomb(side, index, luck.choice((1, 2, 5, 9, 10, 99))) for side, index in spots],
        score=luck.choice((0, 50, 999, 1_000, 123_456)),
        combo=luck.randint(1, 12),
        moves_left=luck.randint(0, 21),
    )


# -- the table ----------------------------------------------------------------


@every_paint
def test_the_board_is_drawn_as_it_lies(paint):
    text = drawn(view_of(), paint)
    assert ("♥" in text) == paint.signs
    assert ("\x1b" in text) == paint.colour


@pytest.mark.parametrize(("side", "index"), SPOTS)
def test_a_bomb_is_drawn_at_its_side_and_its_row_or_column(side, index):
    for fuse in (1, 3, 12, 99):
        text = drawn(view_of(bombs=[bomb(side, index, fuse)]))
        assert text.count(f"({fuse})") == 1


@every_paint
def test_bombs_stand_on_all_four_sides_at_once(paint):
    spots = [("left", 0), ("left", 9), ("right", 0), ("right", 9), ("left", 4), ("right", 4)]
    spots += [("top", 0), ("top", 1), ("top", 4), ("bottom", 0), ("bottom", 3), ("bottom", 4)]
    bombs = [bomb(side, index, 2 + 8 * number) for number, (side, index) in enumerate(spots)]
    drawn(view_of(bombs=bombs), paint)


def test_a_row_with_a_bomb_on_both_sides_keeps_them_apart():
    drawn(view_of(bombs=[bomb("left", 3, 11), bomb("right", 3, 12)]))


def test_neighbouring_bombs_of_long_fuses_keep_apart():
    top = [bomb("top", column, 99) for column in range(5)]
    drawn(view_of(bombs=top + [bomb("bottom", column, 10) for column in range(5)]))


def test_a_fuse_of_three_digits_is_still_drawn_in_its_place():
    match = placed({"board": BOARD, "bombs": [bomb(*spot, 99) for spot in SPOTS[8:19]]})
    match.state.fuses[:11] = [100] * 11
    drawn(match.view())


@pytest.mark.parametrize("side", SIDE_LENGTHS)
def test_a_fuse_of_any_length_does_not_bend_the_table(side):
    match = placed({"board": BOARD, "bombs": [bomb(side, 0, 9), bomb(side, 4, 9)]})
    match.state.fuses[:2] = [1_000, 10**6]
    lines = boom.draw(match.view(), Paint()).splitlines()
    assert {(line.find("|"), line.rfind("|")) for line in lines if "|" in line} == {(8, 35)}
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("timer", [1, 2, 3])
def test_scorch_is_drawn_on_exactly_the_scorched_cells(timer):
    for row in range(10):
        for column in range(5):
            text = drawn(view_of(scorch=scorched((row, column), timer=timer)))
            assert text.count("#") == text.count(f"#{timer}") == 1


@every_paint
def test_a_whole_board_can_be_scorched(paint):
    timers = [[1 + (row + column) % 3 for column in range(5)] for row in range(10)]
    assert drawn(view_of(scorch=timers), paint).count("#") == 50


def test_nothing_is_scorched_and_no_bomb_stands_where_there_is_none():
    text = drawn(view_of())
    assert "#" not in text
    assert "(" not in text


@every_paint
@pytest.mark.parametrize("seed", range(10))
def test_any_table_can_be_read_back(paint, seed):
    luck = random.Random(seed)
    for _ in range(3):
        drawn(random_view(luck), paint)


@every_paint
@pytest.mark.parametrize("options", [{"level": 30}, {"mode": "endless"}], ids=str)
def test_every_table_of_a_game_can_be_read_back(paint, options):
    match = cardhouse.new("boom", seed=3, **options)
    drawn(match.view(), paint)
    while match.outcome == "playing" and len(match.played) < 15:
        match.play(next(match.moves()))
        drawn(match.view(), paint)


def test_the_columns_are_numbered_over_their_cards():
    lines = boom.draw(view_of(), Paint()).splitlines()
    numbers, row = lines[2], lines[5]
    for column in range(5):
        place = numbers.index(str(column))
        assert row[place : place + 2] == BOARD[0][column]


def test_every_drawing_is_as_high_as_any_other_so_that_nothing_jumps():
    full = view_of(bombs=[bomb("bottom", 0, 1), bomb("top", 0, 1)], scorch=[[3] * 5] * 10)
    assert boom.draw(full, Paint()).count("\n") == boom.draw(view_of(), Paint()).count("\n")


@every_paint
def test_a_table_is_at_most_eighty_columns_wide(paint):
    corner = [bomb("left", 0, 99), bomb("right", 0, 99)]
    level = view_of(bombs=[*corner, bomb("top", 4, 1)], score=10**6, target=10**7, combo=99)
    for view in (level, placed({"mode": "endless", "score": MOST, "combo": 10**6}).view()):
        assert max(map(len, uncoloured(boom.draw(view, paint)).splitlines())) <= WIDTH


def test_no_line_ends_in_blanks_where_there_is_no_colour():
    luck = random.Random(1)
    for _ in range(20):
        assert all(
            line == line.rstrip() for line in boom.draw(random_view(luck), Paint()).split("\n")
        )


# -- colour -------------------------------------------------------------------


def test_every_colour_ends_before_its_line_does():
    luck = random.Random(2)
    for _ in range(20):
        for line in boom.draw(random_view(luck), Paint(colour=True, signs=True)).splitlines():
            codes = CODE.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
            assert "\x1b[0m" not in codes[0::2]


def test_colour_adds_nothing_but_colour():
    luck = random.Random(3)
    for _ in range(20):
        view = random_view(luck)
        coloured, plain = (boom.draw(view, Paint(colour)) for colour in (True, False))
        assert [line.rstrip() for line in uncoloured(coloured).splitlines()] == plain.splitlines()


@pytest.mark.parametrize(("fuse", "code"), [(1, "1;31"), (2, "33"), (3, "33"), (4, "1"), (12, "1")])
def test_a_bomb_gets_redder_as_its_fuse_gets_shorter(fuse, code):
    text = boom.draw(view_of(bombs=[bomb("left", 2, fuse)]), Paint(colour=True))
    assert re.search(rf"\x1b\[{code}m *\({fuse}\) *\x1b\[0m", text)


def test_scorch_is_red():
    text = boom.draw(view_of(scorch=scorched((2, 2), timer=3)), Paint(colour=True))
    assert "\x1b[1;31m#3\x1b[0m" in text


# -- the status ---------------------------------------------------------------


def test_the_status_of_a_level_has_score_target_moves_and_combo():
    view = view_of(score=1_234, target=5_678, moves_left=9, combo=3)
    line = drawn(view).splitlines()[0]
    assert re.fullmatch("score 1,234 of 5,678   moves left 9   combo . 3", line)


def test_the_status_of_endless_mode_has_no_target_and_no_moves_left():
    text = drawn(placed({"mode": "endless", "score": 1_234}).view())
    assert re.fullmatch("score 1,234   combo . 1", text.splitlines()[0])


@pytest.mark.parametrize(("side", "index"), [("left", 9), ("right", 0), ("top", 2), ("bottom", 4)])
def test_clutch_is_shown_when_a_fuse_is_1_and_only_then(side, index):
    others = [bomb("left", 0, 5), bomb("top", 0, 11)]
    for fuse in (1, 2, 10, 11, 21):
        text = drawn(view_of(bombs=[*others, bomb(side, index, fuse)]))
        assert ("clutch" in text) == (fuse == 1)


# -- the title ----------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, len(LEVELS) + 1))
def test_a_title_names_the_level_and_what_it_asks_for_but_no_seed(number):
    level = LEVELS[number - 1]
    title = boom.title(cardhouse.new("boom", seed=7, level=number))
    for part in (
        "Poker Boom",
        f"level {number} of {len(LEVELS)}",
        level.name,
        f"{level.target:,} points",
        f"{level.moves} moves",
    ):
        assert part in title
    assert "seed" not in title
    assert max(map(len, title.splitlines())) <= WIDTH


def test_the_title_of_endless_mode_names_no_level():
    assert boom.title(cardhouse.new("boom", seed="tea", mode="endless")) == ("Poker Boom, endless")


def test_a_title_is_at_most_eighty_columns_wide_with_a_seed_that_nobody_chose():
    for number in range(1, len(LEVELS) + 1):
        title = boom.title(cardhouse.new("boom", seed=2**64 - 1, level=number))
        assert max(map(len, title.splitlines())) <= WIDTH


# -- the words ----------------------------------------------------------------

TOLD = {
    "pair": ("One Pair", "+100", "bombs tick"),
    "two pair": ("Two Pair", "+240", "bombs tick"),
    "three": ("Three of a Kind", "+400", "bombs tick"),
    "straight": ("Straight", "+600", "bombs do not tick"),
    "flush": ("Flush", "+700", "top 2 burns 2 moves longer", "bombs tick"),
    "full house": ("Full House", "+1,200", "top 2 is disarmed", "bombs tick"),
    "four": (
        "Four of a Kind",
        "+1,800",
        "top 2 is disarmed",
        "ll bombs burn 1 move longer",
        "bombs tick",
    ),
    "straight flush": (
        "Straight Flush",
        "+2,800",
        "top 2 is disarmed",
        "right 9 is disarmed",
        "bomb ticks",
    ),
    "royal flush": (
        "Royal Flush",
        "+4,000",
        "top 2 is disarmed",
        "right 9 is disarmed",
        "left 4 burns 1 move longer",
        "bomb ticks",
    ),
    "fall": ("Four of a Kind", "+900"),
    "clutch explosion": (
        "Two Pair",
        "clutch",
        "+450",
        "bomb ticks",
        "bottom 2 explodes",
        "scorched",
        "shuffled",
    ),
    "two explosions and one shuffle": (
        "clutch",
        "+62",
        "bombs tick",
        "top 0 explodes",
        "scorched",
        "left 3 explodes",
        "scorched",
        "shuffled",
    ),
    "cooling": ("One Pair", "+50", "2 scorched cells cooled"),
    "won": ("One Pair", "+50"),
    "lost": ("One Pair", "+50"),
}
"""What must be said of each story of the kit, in this order."""
SOMETIMES = {"clutch", "disarmed", "explodes", "scorched", "shuffled", "longer", "cooled", "tick"}
"""Words that may only be said where they are expected."""


def lines_of(name):
    story = STORIES[name]
    return boom.say(placed(story.placed.position, **story.placed.options).play(story.move))


def words_of(name):
    """Return what is said of a story, wherever its lines are broken."""
    return " ".join(lines_of(name).split())


def said(events):
    return " ".join(boom.say(events).split())


def test_words_are_expected_of_every_story():
    assert set(TOLD) == set(STORIES)


@pytest.mark.parametrize("name", STORIES)
def test_what_a_move_did_is_said_in_order(name):
    words = words_of(name)
    place = 0
    for part in TOLD[name]:
        assert part in words[place:], words
        place = words.index(part, place) + len(part)


@pytest.mark.parametrize("name", STORIES)
def test_what_a_move_did_not_do_is_not_said(name):
    words = words_of(name)
    for unexpected in SOMETIMES:
        assert (unexpected in words) == (unexpected in " ".join(TOLD[name]))


@pytest.mark.parametrize("name", STORIES)
def test_what_a_move_did_is_said_in_whole_sentences(name):
    words = words_of(name)
    assert words.endswith(".")
    assert ".." not in words
    assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in words.split(". "))


@pytest.mark.parametrize("seed", range(8))
def test_as_many_cells_are_said_to_be_scorched_as_are(seed):
    match = cardhouse.place("boom", STORIES["clutch explosion"].placed.position, seed=seed)
    words = said(match.play(row_move(8)))
    scorch = [timer for row in match.view()["scorch"] for timer in row if timer]
    assert f"{len(scorch)} cells are scorched for 3 moves" in words
    assert 6 <= len(scorch) <= 10


def test_a_new_bomb_is_said_with_its_place_and_fuse():
    match = placed({"board": BOARD, "mode": "endless"})
    for row in (9, 8, 7):
        assert "new bomb" not in said(match.play(row_move(row)))
    words = said(match.play(next(match.moves())))
    (new,) = match.view()["bombs"]
    assert f"new bomb at {new['side']} {new['index']}, fuse {new['fuse']}" in words


@pytest.mark.parametrize("name", STORIES)
def test_what_a_move_did_is_at_most_eighty_columns_wide(name):
    words = lines_of(name)
    assert max(map(len, words.splitlines())) <= WIDTH


# -- the moves ----------------------------------------------------------------


def listed(text):
    """Read a list of moves: each hand's count, and the moves shown."""
    hands, name = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            hands[name][1].append(line.strip())
        else:
            name, _, count = line.rpartition(": ")
            hands[name] = (int(count.replace(",", "")), [])
    return hands


@pytest.mark.parametrize("options", [{}, {"shape": "path"}], ids=str)
def test_all_moves_are_listed_by_hand_the_best_first(options):
    match = placed({"board": BOARD}, **options)
    hands = listed(boom.list_moves(match, every=True))
    order = [HAND_NAMES.index(name) for name in hands]
    assert order == sorted(order, reverse=True)
    assert [len(moves) for _, moves in hands.values()] == [count for count, _ in hands.values()]
    moves = [move for _, moves in hands.values() for move in moves]
    assert sorted(moves) == sorted(match.moves())
    for name, (_, moves) in hands.items():
        assert all(match.look(move)["message"].startswith(f"{name},") for move in moves[:5])


def test_a_few_moves_of_each_hand_are_listed_but_all_are_counted():
    match = placed({"board": BOARD})
    few, every = (listed(boom.list_moves(match, every=every)) for every in (False, True))
    assert list(few) == list(every)
    for name, (count, moves) in few.items():
        assert count == every[name][0]
        assert moves == every[name][1][:3]


def test_no_move_is_listed_where_there_is_none():
    for position in ({"moves_left": 0}, {"scorch": [[3] * 5] * 10}, {"score": 10, "target": 10}):
        for every in (False, True):
            assert boom.list_moves(placed(position), every) == "There is no legal move."


# -- the help -----------------------------------------------------------------


@pytest.mark.parametrize("word", ["hint", "moves", "undo", "save FILE", "help", "quit"])
def test_the_help_names_every_command(word):
    assert word in boom.HELP


def test_the_move_in_the_help_can_be_typed():
    (move,) = re.findall(r"\d\d(?: \d\d){4}", boom.HELP)
    assert cardhouse.place("boom", {"board": [["2c"] * 5] * 10}, seed=1).look(move)["legal"]


def test_the_help_explains_what_is_on_the_board():
    for word in ("bomb", "scorched", "Straight 300", "Flush 350", "Full House 600", "disarms"):
        assert word in boom.HELP


def test_the_help_names_every_hand_with_its_points():
    for name, points in list(zip(HAND_NAMES, rules.POINTS, strict=True))[1:]:
        assert f"{name} {points}" in boom.HELP


def test_the_help_is_at_most_eighty_columns_wide():
    assert max(map(len, boom.HELP.splitlines())) <= WIDTH
