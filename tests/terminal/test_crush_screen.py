"""How Solitaire Crush looks: what is drawn is read back and compared with the view."""

import io
import random
import re

import pytest

import cardhouse
from cardhouse.games.crush.notation import MOVE_WORDS, move_text, parse_move
from cardhouse.games.crush.rules import BASE_FACTOR
from cardhouse.terminal import crush
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import PROMPT, Session
from tests.games import KITS
from tests.games.crush import BOARD, FULL, TAGS, tagged
from tests.terminal.drawn import CODE, seen, tables, uncoloured
from tests.terminal.process import Terminal

WIDTH = 78
HELP_WIDTH = 80
LINE = range(7)
CELLS = [(row, column) for row in LINE for column in LINE]
PAINTS = [Paint(colour, signs) for colour in (False, True) for signs in (False, True)]
CARDS = [*(rank + suit for suit in "cdhs" for rank in "23456789TJQKA"), "**"]
STORIES = KITS["crush"].stories
MOST = {
    "score": 10**15,
    "base": 10**6,
    "chain": 10**6,
    "free_swaps": 10**6,
    "free_bombs": 10**6,
}

every_paint = pytest.mark.parametrize("paint", PAINTS, ids=str)
every_story = pytest.mark.parametrize("name", STORIES)


def placed(position, seed=5):
    return cardhouse.place("crush", position, seed=seed)


def view_of(**position):
    return placed({"board": BOARD, "tags": TAGS} | position).view()


def drawn(view, paint=Paint()):  # noqa: B008 (it cannot be changed)
    text = crush.draw(view, paint)
    (table,) = tables(text)
    assert table == seen(view)
    return text


def standing(heights, card_for):
    """Return a grid whose columns are so high, and what stands on each cell."""
    return [
        [card_for(row, column) if row >= 7 - heights[column] else "--" for column in LINE]
        for row in LINE
    ]


def with_slots(slots):
    """Return a view of the kit's full grid, but for so many slots of its top row."""
    return view_of(board=[["--"] * slots + FULL[0][slots:], *FULL[1:]], tags=tagged())


def random_view(luck):
    heights = [luck.randint(1, 7) for _ in LINE]
    board = standing(heights, lambda *_: luck.choice(CARDS))
    tags = standing(heights, lambda *_: luck.choice(("", "", "bomb", "swapper")))
    return view_of(
        board=board,
        tags=[[tag.replace("--", "") for tag in row] for row in tags],
        score=luck.choice((0, 30, 999, 1_000, 123_456)),
        base=luck.randint(10, 1_200),
        chain=luck.randint(1, 12),
        free_swaps=luck.randint(0, 3),
        free_bombs=luck.randint(0, 3),
        deck_left=luck.choice((0, 7, 87, 108)),
    )


# -- the table ----------------------------------------------------------------


@every_paint
def test_the_grid_is_drawn_as_it_lies(paint):
    text = drawn(view_of(), paint)
    assert ("♥" in text) == paint.signs
    assert ("\x1b" in text) == paint.colour
    assert text.isascii() == (not paint.signs)


@every_paint
def test_every_card_is_drawn(paint):
    for start in (0, 4):
        cards = iter(CARDS[start:])
        drawn(view_of(board=[[next(cards) for _ in LINE] for _ in LINE], tags=tagged()), paint)


@pytest.mark.parametrize(("tag", "sign"), [("bomb", "b"), ("swapper", "s")])
def test_a_tag_is_drawn_right_beside_its_card(tag, sign):
    for row, column in CELLS:
        text = drawn(view_of(board=FULL, tags=tagged(**{tag: [(row, column)]})), Paint(signs=True))
        card = Paint(signs=True).card(FULL[row][column])
        assert re.findall(rf"\S\S{sign}(?= )", text[text.index("┌") :]) == [card + sign]


@every_paint
def test_every_card_can_have_a_tag(paint):
    for tag in ("bomb", "swapper"):
        text = drawn(view_of(board=FULL, tags=tagged(**{tag: CELLS})), paint)
        table = uncoloured(text).split("\n\n")[1]
        assert len(re.findall(rf"\S\S{tag[0]} ", table)) == 49


@every_paint
def test_empty_slots_are_drawn_where_there_is_no_card(paint):
    heights = list(LINE)
    text = drawn(view_of(board=standing(heights, lambda *_: "**"), tags=tagged()), paint)
    table = uncoloured(text).split("\n\n")[1].splitlines()[2:-1]
    assert [line.count("**") for line in table] == heights
    assert [line.count("--") for line in table] == [7 - height for height in heights]


@every_paint
@pytest.mark.parametrize("seed", range(10))
def test_any_table_can_be_read_back(paint, seed):
    luck = random.Random(seed)
    for _ in range(3):
        drawn(random_view(luck), paint)


@every_paint
def test_every_table_of_a_game_can_be_read_back(paint):
    match, luck = cardhouse.new("crush", seed=3), random.Random(3)
    drawn(match.view(), paint)
    while match.outcome == "playing":
        match.play(luck.choice(list(match.moves())))
        drawn(match.view(), paint)
    assert match.number > 20


@pytest.mark.parametrize("name", KITS["crush"].positions)
def test_every_position_of_the_kit_can_be_read_back(name):
    drawn(placed(KITS["crush"].positions[name].position).view())


def test_the_columns_are_numbered_over_their_cards():
    lines = crush.draw(view_of(board=FULL, tags=tagged()), Paint()).splitlines()
    numbers, row = lines[3], lines[5]
    for column in LINE:
        place = row.index(FULL[0][column])
        assert numbers[place : place + 2].strip() == str(column)


def test_the_rows_are_numbered_from_the_top():
    lines = crush.draw(view_of(board=FULL, tags=tagged()), Paint()).splitlines()[5:12]
    for row, line in enumerate(lines):
        assert re.findall(r"[*\w]+", line) == [str(row), *FULL[row]]


def test_every_drawing_is_as_high_as_any_other_so_that_nothing_jumps():
    views = [view_of(), with_slots(0), view_of(**MOST), cardhouse.new("crush", seed=1).view()]
    assert {crush.draw(view, paint).count("\n") for view in views for paint in PAINTS} == {12}


@every_paint
def test_a_table_is_narrow_whatever_stands_in_it(paint):
    for view in (view_of(**MOST), view_of(board=FULL, tags=tagged(bomb=CELLS), **MOST)):
        assert max(map(len, uncoloured(drawn(view, paint)).splitlines())) <= WIDTH


def test_no_line_ends_in_blanks_where_there_is_no_colour():
    luck = random.Random(1)
    for _ in range(20):
        for line in crush.draw(random_view(luck), Paint(signs=True)).split("\n"):
            assert line == line.rstrip()


# -- colour -------------------------------------------------------------------


def test_every_colour_ends_before_its_line_does():
    luck = random.Random(2)
    for _ in range(20):
        for line in crush.draw(random_view(luck), Paint(colour=True, signs=True)).splitlines():
            codes = CODE.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
            assert "\x1b[0m" not in codes[0::2]


@pytest.mark.parametrize("signs", [False, True])
def test_colour_adds_nothing_but_colour(signs):
    luck = random.Random(3)
    for _ in range(20):
        view = random_view(luck)
        coloured, plain = (crush.draw(view, Paint(colour, signs)) for colour in (True, False))
        assert [line.rstrip() for line in uncoloured(coloured).splitlines()] == plain.splitlines()


@pytest.mark.parametrize(
    ("card", "code"), [("9c", "32"), ("9d", "36"), ("9h", "31"), ("9s", "1"), ("**", "33")]
)
def test_a_card_has_the_colour_of_its_suit_and_a_joker_its_own(card, code):
    lone = standing([0, 0, 0, 1, 0, 0, 0], lambda *_: card)
    text = crush.draw(view_of(board=lone, tags=tagged()), Paint(colour=True))
    assert f"\x1b[{code}m{card}\x1b[0m" in text
    assert text.count("\x1b[2m--\x1b[0m") == 48


@pytest.mark.parametrize(("tag", "code"), [("bomb", "1;31"), ("swapper", "33")])
def test_a_bomb_is_red_and_a_swapper_yellow(tag, code):
    text = crush.draw(view_of(tags=tagged(**{tag: [(6, 0)]})), Paint(colour=True))
    assert f"\x1b[32m5c\x1b[0m\x1b[{code}m{tag[0]}\x1b[0m" in text


# -- the status ---------------------------------------------------------------


def test_the_status_has_score_base_and_chain_then_what_is_left():
    view = view_of(score=1_234, base=56, chain=3, free_swaps=2, free_bombs=1, deck_left=40)
    first, second = drawn(view, Paint(signs=True)).splitlines()[:2]
    assert first == "score 1,234   base 56   chain × 3"
    slots = sum(row.count("--") for row in BOARD)
    assert second == f"free swaps 2   free bombs 1   deck 40   empty slots {slots}"


def test_without_signs_the_chain_has_a_letter():
    assert "chain x 3" in drawn(view_of(chain=3), Paint(signs=False)).splitlines()[0]


@pytest.mark.parametrize("slots", range(8))
def test_six_empty_slots_or_fewer_are_a_warning_where_there_is_colour(slots):
    words = f"empty slots {slots}"
    coloured = crush.draw(with_slots(slots), Paint(colour=True)).splitlines()[1]
    assert coloured.endswith(f"\x1b[1;31m{words}\x1b[0m" if slots <= 6 else words)
    assert coloured.count("\x1b") == (2 if slots <= 6 else 0)
    assert drawn(with_slots(slots)).splitlines()[1] == uncoloured(coloured)


# -- the title and the first words --------------------------------------------


def test_a_title_names_the_game_and_no_seed():
    assert crush.title(cardhouse.new("crush", seed=7)) == "Solitaire Crush"
    assert crush.title(cardhouse.new("crush", seed="tea")) == "Solitaire Crush"


def test_a_game_set_up_by_hand_is_said_to_be_one():
    assert crush.title(placed({"score": 5})) == "Solitaire Crush, set up by hand"


def test_the_first_words_are_one_sentence_that_says_how_to_begin():
    assert crush.START.count(".") == 1
    assert crush.START.endswith(".")
    for word in ("slide", "clear", "help"):
        assert word in crush.START
    assert crush.START.isascii()
    assert len(crush.START) <= WIDTH


# -- the words ----------------------------------------------------------------

DROPS = r" (A joker|[2-9TJQKA][cdhs])(, a (bomb|swapper),)? drops to [0-6],[0-6]\."
TOLD = {
    "slide along a row": r"3h and 4h change places\." + DROPS,
    "slide into a slot": r"Kh slides to 2,1\." + DROPS,
    "slide to the left, and a fall": r"Qh slides to 2,5\." + DROPS,
    "slide after clears": r"The chain is broken\. 3h and 4h change places\." + DROPS,
    "clear of three": r"3 cards × 10: \+30\." + DROPS,
    "clear in a chain": r"3 cards × 12, chain × 3: \+108\." + DROPS,
    "clean canastra": r"7 cards × 10, clean canastra × 2: \+140\." + DROPS,
    "clean canastra in a chain": (r"7 cards × 11, chain × 2, clean canastra × 2: \+308\." + DROPS),
    "canastra with a wild card": r"7 cards × 10: \+70\." + DROPS,
    "use": r"Qd and Jc change places\. Qd is a swapper no more\." + DROPS,
    "free swap": r"4s and 3h change places; 2 free swaps left\." + DROPS,
    "last free swap, after clears": (
        r"The chain is broken\. Qd and 7c change places; 0 free swaps left\." + DROPS
    ),
    "bomb": r"7c is blown away\." + DROPS,
    "free bomb": r"5c is blown away; 2 free bombs left\." + DROPS,
    "new deck": r"3h and 4h change places\. A new deck of 108 cards\." + DROPS,
    "slide on a full grid": r"The chain is broken\. 3c and 6d change places\.",
    "use on a full grid": r"3c and Jc change places\. 3c is a swapper no more\.",
    "free swap on a full grid": r"3c and Jc change places; 2 free swaps left\.",
}
"""What is said of each kind of move, and of each way it can go."""
MARKS = {
    "slide": ("slides to", "change places"),
    "swap": ("change places",),
    "untag": ("is a swapper no more",),
    "chain": ("The chain is broken",),
    "clear": (" cards × ",),
    "bomb": ("is blown away",),
    "deck": ("new deck",),
    "drop": ("drops to",),
}
"""Words that may only be said of these events."""
UNSAID = {"fall", "end"}


def events_of(name):
    story = STORIES[name]
    return placed(story.placed.position).play(story.move)


def words_of(name):
    """Return what is said of a story, wherever its lines are broken."""
    return " ".join(crush.say(events_of(name)).split())


@pytest.mark.parametrize("name", TOLD)
def test_what_a_move_did_is_said_in_order(name):
    assert re.fullmatch(TOLD[name], words_of(name)), words_of(name)


def test_every_event_is_said_or_seen():
    assert {*MARKS, *UNSAID} == KITS["crush"].event_names


@every_story
def test_what_happened_is_said_and_nothing_else(name):
    happened, words = {event["event"] for event in events_of(name)}, words_of(name)
    for event, marks in MARKS.items():
        if event in happened:
            assert any(mark in words for mark in marks)
        others = {mark for other in happened for mark in MARKS.get(other, ())}
        if event not in happened:
            assert not any(mark in words for mark in marks if mark not in others)


@every_story
def test_what_a_move_did_is_said_in_whole_sentences(name):
    words = words_of(name)
    assert words.endswith(".")
    assert ".." not in words
    for sentence in words[:-1].split(". "):
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith("**")


@every_story
def test_what_a_move_did_is_narrow(name):
    assert max(map(len, crush.say(events_of(name)).splitlines())) <= WIDTH


def test_what_the_largest_move_did_is_narrow():
    largest = {"board": BOARD, **MOST} | {"base": 10**5, "chain": 10**5}
    for move in ("clear 6,0 6,6", "swap 4,0 4,1", "blast 6,0"):
        words = crush.say(placed(largest).play(move))
        assert max(map(len, words.splitlines())) <= WIDTH
        assert words.endswith(".")


def test_the_card_that_drops_is_said_with_its_place_and_its_tag():
    tags = set()
    for seed in range(40):
        match = placed({"board": BOARD}, seed=seed)
        before = match.view()["board"]
        words = " ".join(crush.say(match.play("slide 4,0 4,1")).split())
        view = match.view()
        ((row, column),) = [cell for cell in CELLS if is_new(before, view["board"], *cell)]
        tag = view["tags"][row][column]
        card = view["board"][row][column].replace("**", "a joker")
        what = f"{card}, a {tag}," if tag else card
        assert words.lower().endswith(f"{what} drops to {row},{column}.".lower())
        tags.add(tag)
    assert tags == {"", "bomb", "swapper"}


def is_new(before, after, row, column):
    return before[row][column] == "--" != after[row][column]


# -- the moves ----------------------------------------------------------------


def listed(text):
    """Read a list of moves: each kind's count, and the lines shown."""
    kinds, name = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            kinds[name][1].append(line.strip())
        else:
            name, _, count = line.rpartition(": ")
            kinds[name] = (int(count.replace(",", "")), [])
    return kinds


def moves_in(lines):
    return [line.split("   ")[0] for line in lines]


def everything(**position):
    return placed({"board": BOARD, "tags": TAGS} | position)


POSITIONS = {
    "all kinds": {},
    "nothing free": {"free_swaps": 0, "free_bombs": 0},
    "no tags": {"tags": tagged()},
    "a full grid": {"board": FULL},
    "a long chain": {"chain": 7, "base": 1_234},
}
KINDS = ("clear", "slide", "use", "swap", "bomb", "blast")
every_position = pytest.mark.parametrize("name", POSITIONS)


@every_position
def test_all_moves_are_listed_by_kind_the_clears_first(name):
    match = everything(**POSITIONS[name])
    kinds = listed(crush.list_moves(match, every=True))
    assert list(kinds) == [word for word in KINDS if word in kinds]
    assert [len(lines) for _, lines in kinds.values()] == [count for count, _ in kinds.values()]
    for word, (_, lines) in kinds.items():
        assert all(line.startswith(f"{word} ") for line in lines)
    moves = [move for _, lines in kinds.values() for move in moves_in(lines)]
    assert sorted(moves) == sorted(match.moves())


@every_position
def test_every_clear_is_listed_with_the_points_it_makes(name):
    _, clears = listed(crush.list_moves(everything(**POSITIONS[name]), every=False))["clear"]
    assert clears
    for line in clears:
        move, words = line.split("   ")
        match = everything(**POSITIONS[name])
        match.play(move)
        assert words.endswith(f": +{match.score:,}")


@every_position
def test_a_few_moves_of_each_kind_are_listed_but_every_clear_and_all_are_counted(name):
    match = everything(**POSITIONS[name])
    few, every = (listed(crush.list_moves(match, every=every)) for every in (False, True))
    assert list(few) == list(every)
    for word, (count, lines) in few.items():
        assert count == every[word][0]
        assert lines == (every[word][1] if word == "clear" else every[word][1][:3])


def test_a_kind_that_cannot_be_played_is_not_listed():
    assert {"use", "bomb"}.isdisjoint(listed(crush.list_moves(everything(tags=tagged()), False)))
    spent = listed(crush.list_moves(everything(free_swaps=0, free_bombs=0), False))
    assert {"swap", "blast"}.isdisjoint(spent)
    assert set(spent) == {"clear", "slide", "use", "bomb"}


def test_what_is_listed_is_narrow():
    for every in (False, True):
        text = crush.list_moves(everything(base=1_234, chain=99), every)
        assert max(map(len, text.splitlines())) <= WIDTH


def test_no_move_is_listed_after_the_end():
    for ending in KITS["crush"].endings.values():
        for every in (False, True):
            assert crush.list_moves(placed(ending.position), every) == "There is no legal move."


# -- the help -----------------------------------------------------------------

HELP_LINE = re.compile(r"  (\S.*?)(?: \((\w+)\))?  +(\S.*)")
"""What can be typed, its short form, and what it does."""
EXAMPLES = {
    "31 32": "slide 3,1 3,2",
    "60 64": "clear 6,0 6,4",
    "44": "bomb 4,4",
    "use 22 66": "use 2,2 6,6",
    "swap 11 55": "swap 1,1 5,5",
    "blast 44": "blast 4,4",
}
COMMANDS = ["hint", "moves", "undo", "end", "save FILE", "help, quit"]


def help_lines():
    """Return what the help says can be typed: each with its short form and its meaning."""
    found = [HELP_LINE.fullmatch(line) for line in crush.HELP.splitlines()]
    return {line[1]: (line[2], line[3]) for line in found if line}


def all_at_once():
    """Sit where every move of the help is legal."""
    tags = tagged(swapper=[(2, 2)], bomb=[(4, 4)])
    return Session(placed({"board": FULL, "tags": tags}), io.StringIO(), chosen_seed=True)


def test_the_help_has_a_line_for_every_kind_of_move_and_every_command():
    assert list(help_lines()) == [*EXAMPLES, *COMMANDS]
    assert {text.split()[0] for text in EXAMPLES.values()} == set(MOVE_WORDS)
    for word in ("again", "Enter", "moves all"):
        assert word in crush.HELP


def test_the_help_names_what_each_move_is():
    meanings = {
        EXAMPLES[typed]: meaning
        for typed, (_, meaning) in help_lines().items()
        if typed in EXAMPLES
    }
    for word, meant in {
        "slide": "slide",
        "clear": "clear",
        "use": "swapper",
        "bomb": "set off the bomb",
        "swap": "free swaps",
        "blast": "free bombs",
    }.items():
        (meaning,) = [meaning for move, meaning in meanings.items() if move.startswith(word)]
        assert meant in meaning


@pytest.mark.parametrize("typed", EXAMPLES)
def test_a_move_in_the_help_can_be_typed_long_and_short(typed):
    short, _ = help_lines()[typed]
    assert move_text(parse_move(typed)) == EXAMPLES[typed]
    for line in (typed, typed.replace(typed.split()[0], short) if short else typed):
        session = all_at_once()
        session.do(line)
        assert session.match.played == [EXAMPLES[typed]]


def test_the_other_spelling_in_the_help_is_the_same_clear():
    (other,) = re.findall(r"\(also: (.*)\)", crush.HELP)
    assert move_text(parse_move(other)) == EXAMPLES["60 64"]


@pytest.mark.parametrize("typed", ["hint", "moves", "undo", "save FILE"])
def test_a_short_command_of_the_help_does_the_same(typed):
    word, short = typed.split()[0], help_lines()[typed][0]
    assert crush.SHORT[short] == word
    assert crush.SHORT["q"] == "quit"


def test_the_help_is_right_about_the_ace_and_wild_cards():
    assert "A-2-3 or Q-K-A, never K-A-2" in crush.HELP
    assert "a joker (**), or a 2 out of its place" in crush.HELP
    for cards, legal in (
        ("Ah 2h 3h", True),
        ("Qh Kh Ah", True),
        ("Kh Ah 2h", False),
        ("5h ** 7h", True),
        ("5h 2s 7h", True),
        ("5h 2s **", False),
    ):
        board = [["--"] * 7] * 6 + [[*cards.split(), *["--"] * 4]]
        assert placed({"board": board}).look("60 62")["legal"] == legal


def test_the_help_is_right_about_the_points():
    assert f"The base starts at {BASE_FACTOR} and" in crush.HELP
    assert "Seven\ncards without a wild one count double" in crush.HELP
    session = all_at_once()
    session.do("60 66")
    assert session.match.score == 7 * BASE_FACTOR * 2
    assert session.match.view()["base"] == BASE_FACTOR + 1
    assert session.match.view()["chain"] == 2


def test_the_help_explains_every_sign_on_the_grid():
    for sign in ("(s)", "(b)", "(**)"):
        assert sign in crush.HELP


def test_the_help_is_at_most_eighty_columns_wide():
    assert max(map(len, crush.HELP.splitlines())) <= HELP_WIDTH


# -- in a match at once -------------------------------------------------------


def opened(match, *lines):
    """Sit down at a match and type some lines; return what was asked, and what was said."""
    waiting, asked = list(lines), []

    def read(prompt):
        asked.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    session = Session(match, io.StringIO(), chosen_seed=False)
    session.run(read)
    return asked, session.out.getvalue()


def test_crush_23_a_terminal_opens_in_a_running_match_at_once():
    match = cardhouse.new("crush", seed=7)
    table = crush.draw(match.view(), Paint())
    asked, said = opened(match)
    assert said == f"Solitaire Crush\n{crush.START}\n\n{table}\n\n"
    assert asked == [PROMPT]
    assert match.outcome == "playing"


def test_crush_23_the_first_line_typed_is_a_move_of_the_match():
    match = cardhouse.new("crush", seed=7)
    first = next(match.moves())
    opened(match, first)
    assert match.played == [first]


def test_crush_23_the_command_opens_in_a_running_match_without_menu_or_tutorial():
    with Terminal("play", "crush") as terminal:
        shown = uncoloured(terminal.until("\n" + PROMPT))
        title, start, table = shown.removesuffix(PROMPT).split("\n", 2)
        assert (title, start) == ("Solitaire Crush", crush.START)
        assert re.fullmatch(r"\n(.+\n){2}\n(.+\n){10}", table)
        (opening,) = tables(shown)
        assert opening["empty slots"] == 28
        assert opening["score"] == 0
        terminal.type("60 61\n")
        (then,) = tables(terminal.until("\n" + PROMPT))
        assert then["empty slots"] == 27
        assert then["board"][6][:2] == opening["board"][6][1::-1]


def test_crush_23_there_is_no_tutorial_until_help_is_asked_for():
    explained = set(crush.HELP.splitlines()) - {""}
    _, unasked = opened(cardhouse.new("crush", seed=7), "60 61", "40 41", "nonsense")
    assert explained.isdisjoint(unasked.splitlines())
    _, asked = opened(cardhouse.new("crush", seed=7), "help")
    assert explained <= set(asked.replace(" x ", " × ").splitlines())


def test_crush_23_there_is_no_hint_until_one_is_asked_for():
    match, luck = cardhouse.new("crush", seed=7), random.Random(7)
    session = Session(match, io.StringIO(), chosen_seed=False)
    for _ in range(25):
        move, start = luck.choice(list(match.moves())), session.out.tell()
        session.do(move)
        told = crush.say(match.last_events()).replace("×", "x")
        table = crush.draw(match.view(), Paint())
        assert session.out.getvalue()[start:] == f"{told}\n\n{table}\n"


def test_crush_23_a_hint_is_one_line_with_a_legal_move():
    match = cardhouse.new("crush", seed=7)
    _, said = opened(match, "hint")
    hint = said.rstrip().splitlines()[-1]
    move, why = hint.split("   ")
    assert move in match.moves()
    assert why == match.look(move)["message"].replace("×", "x")
    assert match.played == []
