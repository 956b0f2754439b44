"""Solitaire Crush, one test or more per rule of ``docs/rules/crush.md``.

What is a sequence and what is not, line by line, is in ``test_crush_sequences.py``.
"""

import re
from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import BadSetup, IllegalMove
from cardhouse.core.cards import DECK, EMPTY, JOKER, card_text
from cardhouse.core.chance import below, key_of, set_key, shuffle
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import twin_of
from cardhouse.games.crush import flaws, rules
from cardhouse.games.crush.board import BLAST, BOMB, CLEAR, ENDS, MOVES, SWAP, USE, card_of, tag_of
from cardhouse.games.crush.notation import REFUSALS, move_text, parse_move
from cardhouse.games.game import LAST_MOVE

BOOK = Path(__file__).parents[2] / "docs/rules/crush.md"

WHOLE_DECK = Counter(2 * list(map(card_text, DECK)) + 4 * ["**"])
MARKS = {"bomb": "!", "swapper": "~", "": ""}
TAGS = {mark: tag for tag, mark in MARKS.items()}
KINDS = ("slide", "clear", "use", "swap", "bomb", "blast")
STARTS = (0, CLEAR, USE, SWAP, BOMB, BLAST, MOVES)

# Nothing on this full grid can be cleared.
FULL = """
    4c 9h Kc 8h 6c Td 3s
    Td 5s Qd 9s Ad 7h Jc
    7s Jd 3s 4d 9s Kc 8h
    Kc 8h 6c Th 5c Qd 2s
    Qh 8c Ah 7c Jh 3s 4d
    3s 4d 9s Kd 8s 6h Tc
    6d Ts 5d Qs 2d Ac 7h
"""
# The same, but in the bottom row three cards can be cleared, and there are a bomb and a swapper.
FULL_WITH_A_RUN = FULL.replace("6d Ts 5d Qs", "6h 7h 8h! Qs~")


# -- laying a table, playing on it, reading it ----------------------------------


def grid(picture):
    """Read a picture: rows of cards from the bottom, ``!`` marks a bomb and ``~`` a swapper.

    What is not drawn, above and to the right, is empty.
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    cells = [["--"] * 7 for _ in range(7 - len(rows))]
    return cells + [row + ["--"] * (7 - len(row)) for row in rows]


def laid(picture, seed=7, **position):
    """Lay a picture on the table."""
    drawn = grid(picture)
    table = {
        "board": [[piece[:2] for piece in row] for row in drawn],
        "tags": [[TAGS[piece[2:]] for piece in row] for row in drawn],
    }
    return cardhouse.place("crush", table | position, seed=seed)


def pieces(view):
    """Return the cards of a view with their marks."""
    return [
        [card + MARKS[tag] for card, tag in zip(*rows, strict=True)]
        for rows in zip(view["board"], view["tags"], strict=True)
    ]


def after(match, move):
    """Play a move and return the grid without the card that dropped."""
    events = match.play(move)
    left = pieces(match.view())
    for event in named(events, "drop"):
        row, column = event["cell"]
        left[row][column] = "--"
    return left


def named(events, name):
    return [event for event in events if event["event"] == name]


def told(events):
    return [event["event"] for event in events]


def refused(match, move):
    """Return the reason and the sentence with which a move is refused; nothing may change."""
    state, view, digest = copy_state(match.state), match.view(), match.digest()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert (match.state, match.view(), match.digest()) == (state, view, digest)
    assert match.played == []
    return caught.value.reason, str(caught.value)


def reason(match, move):
    return refused(match, move)[0]


def flat(rows):
    return [item for row in rows for item in row]


def cards_on(view):
    """Return how many cards are on the grid."""
    return sum(card != "--" for card in flat(view["board"]))


def cells_of(move):
    """Return the cells that a move names, as pairs of numbers."""
    return [tuple(map(int, cell.split(","))) for cell in move.split()[1:]]


def run_cells(move):
    """Return every cell of a clear."""
    (top, left), (bottom, right) = cells_of(move)
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def book_table(heading):
    """Return the rows of a table of the book, cell by cell."""
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_even(counts, kinds):
    """Return whether each of so many kinds came about as often: within five deviations."""
    mean = sum(counts.values()) / kinds
    return len(counts) == kinds and all(
        abs(count - mean) < 5 * sqrt(mean) for count in counts.values()
    )


def is_about(count, chances):
    """Return whether so many of independent chances came true, within five deviations."""
    variance = sum(chance * (1 - chance) for chance in chances)
    return variance > 0 and abs(count - sum(chances)) < 5 * sqrt(variance)


# -- many games, move by move ---------------------------------------------------


def legal_moves(s):
    """Return the legal moves as lists of numbers, by kind."""
    legal, room = [None] * MOVES, [0] * rules.ROOM
    rules.mark_legal(s, legal, room)
    return [[move for move in range(*ends) if legal[move]] for ends in pairwise(STARTS)]


def any_move(s, luck):
    """Return a legal move of a random kind; every other time a clear, if there is one."""
    kinds = legal_moves(s)
    chosen = kinds[1] if kinds[1] and luck.randrange(2) else luck.choice(list(filter(None, kinds)))
    return luck.choice(chosen)


def rich_match(luck):
    """Return a table as chance lays it: columns of any height, many runs or few, many tags."""
    heights = [7] * 7 if luck.randrange(4) == 0 else [luck.randrange(1, 8) for _ in range(7)]
    suit, rise, noise = luck.choice("cdhs"), luck.choice([-1, 0, 1]), luck.choice([2, 5, 9])
    ranks = "A23456789TJQKA"
    board, tags = grid("--"), [[""] * 7 for _ in range(7)]
    for row, column in product(range(7), range(7)):
        if row >= 7 - heights[column]:
            run = ranks[(row + rise * column) % 14] + suit
            other = luck.choice(["**", luck.choice(ranks) + suit, luck.choice(ranks) + "s"])
            board[row][column] = other if luck.randrange(10) < noise else run
            tags[row][column] = luck.choice(["", "", "", "bomb", "swapper"])
    free = {"free_swaps": luck.randrange(3), "free_bombs": luck.randrange(3)}
    counts = {"deck_left": luck.choice([0, 1, 60]), "chain": luck.randrange(1, 4)}
    position = {"board": board, "tags": tags, "base": luck.randrange(10, 30)} | free | counts
    return cardhouse.place("crush", position, seed=luck.randrange(10**6))


@cache
def plays():
    """Play many games; return for each move the view before, the move, its events, the view after.

    Some are played from the deal to the end, others a few moves from a rich table.
    """
    luck, steps = Random(7), []
    matches = [cardhouse.new("crush", seed=seed) for seed in range(16)]
    matches += [rich_match(luck) for _ in range(60)]
    for match in matches:
        for _ in range(6 if match.position else 10**6):
            if match.outcome != "playing":
                break
            before, move = match.view(), move_text(any_move(match.state, luck))
            steps.append((before, move, match.play(move), match.view()))
    return steps


@pytest.mark.volume
def test_crush_10_the_games_played_here_see_every_kind_of_move_often():
    kinds = Counter(move.split()[0] for _, move, _, _ in plays())
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) > 30
    assert sum(later["outcome"] == "over" for _, _, _, later in plays()) >= 16


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


@cache
def dealt(count=3000):
    """Return many games as they are dealt."""
    return [cardhouse.new("crush", seed=seed).state for seed in range(count)]


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


def test_crush_3_ten_cards_are_bombs_and_ten_others_swappers():
    for s in dealt():
        assert Counter(s.tags) == {0: 88, 1: 10, 2: 10}


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


# -- gravity --------------------------------------------------------------------


def columns_of(view):
    """Return the columns as piles, the lowest card first."""
    return [
        [piece for piece in column[::-1] if piece != "--"]
        for column in zip(*pieces(view), strict=True)
    ]


def test_crush_5_no_column_ever_has_a_gap_below_a_card():
    for _, _, _, view in plays():
        for column in zip(*view["board"], strict=True):
            slots = [card == "--" for card in column]
            assert slots == sorted(slots, reverse=True)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"board": grid("Kc --\n-- 5h")}, "floats over an empty slot"),
        ({"board": grid("--")}, "the board has no card"),
        ({"board": grid("Kc")[1:]}, "the board has 7 rows of 7"),
        ({"board": "Kc" * 49}, "the board has 7 rows of 7"),
        ({"board": grid("Kc Kd Kh Ks Kc Kd Kh Ks")}, "the board has 7 rows of 7"),
        ({"board": grid("1c")}, "'1c' is no card"),
        ({"board": [*grid("Kc")[:6], [7] * 7]}, "'7' is no card"),
        ({"tags": [["mine"] * 7] * 7}, 'a tag is "", "bomb" or "swapper"'),
        ({"tags": [[0] * 7] * 7}, 'a tag is "", "bomb" or "swapper"'),
        ({"tags": [["bomb"] * 7] * 7}, "there is no card to tag at"),
        ({"chain": 0}, "chain is a whole number from 1 to"),
        ({"free_bombs": -1}, "free_bombs is a whole number from 0 to"),
        ({"deck_left": 109}, "deck_left is a whole number from 0 to 108"),
        ({"score": True}, "score is a whole number from 0 to"),
        ({"deck": []}, "a position has no 'deck'; it has board, tags"),
    ],
)
def test_crush_5_an_impossible_position_cannot_be_laid(position, sentence):
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        cardhouse.place("crush", position, seed=7)


def test_crush_5_a_position_is_what_a_view_shows():
    for view in (plays()[index][3] for index in range(0, len(plays()), 40)):
        assert cardhouse.place("crush", view, seed=7).view() == view


# -- sliding --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "picture"),
    [
        ("slide 5,0 5,1", "9h 4c Kc\nTd 5s Qd"),
        ("slide 6,1 6,2", "4c 9h Kc\nTd Qd 5s"),
        ("slide 5,0 6,0", "Td 9h Kc\n4c 5s Qd"),
        ("slide 5,2 6,2", "4c 9h Qd\nTd 5s Kc"),
    ],
)
def test_crush_6_a_card_changes_places_with_a_neighbour(move, picture):
    assert after(laid("4c 9h Kc\nTd 5s Qd"), move) == grid(picture)


def test_crush_6_a_card_slides_to_a_neighbour_slot_on_either_side():
    assert after(laid("-- 4c"), "slide 6,1 6,0") == grid("4c")
    assert after(laid("-- 4c"), "slide 6,1 6,2") == grid("-- -- 4c")


def test_crush_6_on_a_full_grid_every_two_neighbours_can_slide():
    match = laid(FULL)
    slides = [move for move in match.moves() if move.startswith("slide")]
    assert slides == list(map(move_text, range(84)))
    assert len(slides) == 2 * 6 * 7
    assert not any(move.startswith("clear") for move in match.moves())


def test_crush_6_the_two_cells_are_named_in_either_order():
    match = laid(FULL)
    for number in range(CLEAR):
        word, first, second = move_text(number).split()
        for cells in (f"{first} {second}", f"{second} {first}"):
            assert match.parse(f"{word} {cells}") == match.parse(cells) == number


def test_crush_6_a_slide_into_a_slot_is_named_in_either_order():
    for move in ("slide 5,0 5,1", "slide 5,1 5,0"):
        assert after(laid("Kc\n4c"), move) == grid("4c Kc")


@pytest.mark.parametrize(
    "move", ["slide 6,0 6,2", "slide 6,0 4,0", "slide 5,0 6,1", "slide 4,6 5,0", "sl 0,0 6,6"]
)
def test_crush_6_anything_but_a_neighbour_is_refused(move):
    sentence = "A card slides one cell up, down, left or right, no farther."
    assert refused(laid(FULL), move) == ("not_neighbours", sentence)


def test_crush_6_a_cell_is_not_its_own_neighbour():
    sentence = "The same cell is there twice; name two different ones."
    assert refused(laid(FULL), "slide 6,0 6,0") == ("repeated", sentence)


@pytest.mark.parametrize("move", ["slide 5,0 6,0", "slide 6,0 5,0", "5,0 6,0"])
def test_crush_6_a_slide_up_into_the_slot_above_is_refused(move):
    sentence = "Gravity would undo it: the card would fall back down."
    assert refused(laid("4c 9h Kc"), move) == ("gravity", sentence)


def test_crush_6_two_slots_do_not_slide():
    match = laid("4c")
    assert refused(match, "slide 6,2 6,3") == ("no_card", "There is no card at 6,2 or 6,3.")
    assert refused(match, "slide 4,0 5,0") == ("no_card", "There is no card at 4,0 or 5,0.")


def test_crush_6_the_event_tells_which_card_slid_where():
    (slide,) = named(laid("-- 4c").play("slide 6,0 6,1"), "slide")
    assert (slide["from"], slide["to"], slide["cards"]) == ([6, 1], [6, 0], ["4c", "--"])
    assert slide["text"] == "4c slides to 6,0"
    (slide,) = named(laid("9h 4c").play("slide 6,1 6,0"), "slide")
    assert (slide["from"], slide["to"], slide["cards"]) == ([6, 0], [6, 1], ["9h", "4c"])
    assert slide["text"] == "9h and 4c change places"


def test_crush_6_the_moves_are_numbered_as_the_book_says():
    kinds = []
    for word, count, numbers, _ in book_table("| Kind |"):
        first, last = map(int, re.findall(r"\d+", numbers))
        texts = [move_text(move) for move in range(first, last + 1)]
        assert {text.split()[0] for text in texts} == {word.strip("`")}
        assert len(set(texts)) == len(texts) == int(count.replace(",", ""))
        assert list(map(cells_of, texts)) == sorted(map(cells_of, texts))
        kinds.append((word.strip("`"), first))
    assert kinds == list(zip(KINDS, STARTS, strict=False))
    assert last + 1 == rules.MOVES == 3920


def test_crush_7_cards_that_stood_above_the_moved_card_fall_by_one():
    match = laid("""
        Kc
        9h~
        4c
        Td 5s
    """)
    assert after(match, "slide 5,0 5,1") == grid("""
        Kc
        9h~ 4c
        Td  5s
    """)


def test_crush_7_the_moved_card_falls_to_the_top_of_its_new_column():
    match = laid("""
        Kc
        9h
        4c!
        Td -- 5s
    """)
    assert after(match, "slide 3,0 3,1") == grid("""
        9h
        4c!
        Td Kc 5s
    """)


def test_crush_7_both_fall_at_once():
    match = laid("""
        -- -- Kc
        -- -- 9h
        -- -- 4c
        -- 5s Td
    """)
    events = match.play("slide 4,2 4,1")
    assert [row[:3] for row in match.view()["board"][4:6]] == [
        ["--", "--", "Kc"],
        ["--", "9h", "4c"],
    ]
    assert named(events, "fall")[0]["falls"] == [
        {"from": [3, 2], "to": [4, 2]},
        {"from": [4, 1], "to": [5, 1]},
    ]


def test_crush_7_a_card_that_has_nothing_above_and_lands_at_once_makes_nothing_fall():
    assert told(laid("4c 9h").play("slide 6,1 6,2")) == ["slide", "drop"]


# -- clearing -------------------------------------------------------------------

LINE = ("4h", "5h", "6h", "7h", "8h", "9h", "Th")


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_crush_8_a_clear_takes_three_to_seven_cards_of_a_row(length):
    match = laid(" ".join(LINE[:length]))
    assert after(match, f"clear 6,0 6,{length - 1}") == grid("--")


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_crush_8_a_clear_takes_three_to_seven_cards_of_a_column(length):
    match = laid("\n".join(LINE[:length]))
    assert after(match, f"clear {7 - length},0 6,0") == grid("--")


def test_crush_8_the_two_ends_are_named_in_either_order():
    for number in range(CLEAR, USE):
        word, first, last = move_text(number).split()
        for cells in (f"{first} {last}", f"{last} {first}"):
            assert parse_move(f"{word} {cells}") == parse_move(cells) == number


def test_crush_8_a_run_named_from_its_other_end_is_the_same():
    for move in ("clear 6,0 6,3", "clear 6,3 6,0", "63 60"):
        match = laid("5h 6h 7h 8h 9h")
        assert after(match, move) == grid("-- -- -- -- 9h")
        assert match.played == ["clear 6,0 6,3"]


@pytest.mark.parametrize("move", ["clear 6,0 6,1 6,2 6,3", "clear 62 61 63 60", "60 61 62 63"])
def test_crush_8_a_run_may_be_named_by_all_its_cells(move):
    match = laid("5h 6h 7h 8h 9h")
    assert after(match, move) == grid("-- -- -- -- 9h")
    assert match.played == ["clear 6,0 6,3"]


def test_crush_8_there_are_210_runs():
    texts = [move_text(move) for move in range(CLEAR, USE)]
    lengths = Counter(len(run_cells(text)) for text in texts)
    assert lengths == {3: 70, 4: 56, 5: 42, 6: 28, 7: 14}
    for rows, columns in (zip(*run_cells(text), strict=True) for text in texts):
        assert 1 in (len(set(rows)), len(set(columns)))


@pytest.mark.parametrize(
    ("move", "why", "sentence"),
    [
        ("clear 6,0 6,1", "too_short", "A run is 3 to 7 cards; two are too short."),
        ("clear 5,0 6,0", "too_short", "A run is 3 to 7 cards; two are too short."),
        (
            "clear 6,0 4,2",
            "not_straight",
            "Not a straight line: a run goes along one row or one column.",
        ),
        (
            "4,0 6,1",
            "not_straight",
            "Not a straight line: a run goes along one row or one column.",
        ),
        ("clear 6,0 6,0", "repeated", "The same cell is there twice; name two different ones."),
        ("clear 6,0 6,2 6,4", "cell_count", "A clear takes two cells; 3 cells given."),
        ("clear 6,0 6,1 5,2", "cell_count", "A clear takes two cells; 3 cells given."),
    ],
)
def test_crush_8_anything_but_a_straight_run_is_refused(move, why, sentence):
    assert refused(laid("4h 5h 6h\n4h 5h 6h\n4h 5h 6h"), move) == (why, sentence)


def test_crush_8_every_cell_must_hold_a_card():
    match = laid("5h 6h -- 8h")
    assert refused(match, "clear 6,0 6,3") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "clear 6,2 6,4") == ("no_card", "There is no card at 6,2.")
    assert refused(match, "clear 4,1 6,1") == ("no_card", "There is no card at 4,1.")


@pytest.mark.parametrize("last", [3, 4, 5])
def test_crush_8_a_valid_part_of_a_run_does_not_count(last):
    match = laid("5h 6h 7h 9h Th Jh")
    assert match.look("clear 6,0 6,2")["legal"]
    assert match.look("clear 6,3 6,5")["legal"]
    assert refused(match, f"clear 6,0 6,{last}") == ("gap", "7 to 9 is a gap.")


def test_crush_8_the_list_of_all_moves_says_what_each_move_says():
    luck = Random(8)
    for number in range(40):
        s = rich_match(luck).state
        s.over = number % 8 == 0
        legal, room = [None] * MOVES, [7] * rules.ROOM
        rules.mark_legal(s, legal, room)
        assert list(map(bool, legal)) == [rules.is_legal(s, move) for move in range(MOVES)]
        assert any(legal) == (not s.over)


def test_crush_9_the_cards_of_a_clear_are_gone():
    match = laid("5h 6h 7h Kc")
    assert after(match, "clear 6,0 6,2") == grid("-- -- -- Kc")
    (clear,) = named(match.last_events(), "clear")
    assert (clear["cells"], clear["length"]) == ([[6, 0], [6, 1], [6, 2]], 3)


def test_crush_9_clearing_the_left_of_the_bottom_row_drops_three_columns_by_one():
    match = laid("""
        Kc~ -- -- 3d
        9h  4c -- Qs
        Td  Js 8d 5c
        5h  6h 7h Ac
    """)
    assert after(match, "clear 6,0 6,2") == grid("""
        --  -- -- 3d
        Kc~ -- -- Qs
        9h  4c -- 5c
        Td  Js 8d Ac
    """)


def test_crush_9_a_horizontal_clear_leaves_what_is_below():
    match = laid("""
        Kc 9h 3d
        5h 6h 7h
        Td Js 8d
    """)
    assert after(match, "clear 5,0 5,2") == grid("""
        Kc 9h 3d
        Td Js 8d
    """)


def test_crush_9_after_a_vertical_clear_the_cards_above_fall_by_its_length():
    match = laid("""
        Kc
        9h!
        8h
        7h
        6h
        Td 3d
    """)
    assert after(match, "clear 3,0 5,0") == grid("""
        Kc
        9h!
        Td 3d
    """)
    (fall,) = named(match.last_events(), "fall")
    assert fall["falls"] == [{"from": [2, 0], "to": [5, 0]}, {"from": [1, 0], "to": [4, 0]}]
    assert fall["text"] == "2 cards fell"


def test_crush_9_the_falls_are_told_column_by_column_from_below():
    match = laid("Kc -- 3d\n9h -- 4d\n5h 6h 7h")
    (fall,) = named(match.play("clear 6,0 6,2"), "fall")
    assert [(step["from"], step["to"]) for step in fall["falls"]] == [
        ([5, 0], [6, 0]),
        ([4, 0], [5, 0]),
        ([5, 2], [6, 2]),
        ([4, 2], [5, 2]),
    ]


def piles_after(view, move):
    """Return the columns as they should be after a move, without the drop: piles do not float."""
    piles, cells = columns_of(view), cells_of(move)
    places = [(column, 6 - row) for row, column in cells]
    word = move.split()[0]
    if word == "clear":
        for row, column in run_cells(move):
            del piles[column][6 - row]
    elif word in ("bomb", "blast"):
        del piles[places[0][0]][places[0][1]]
    elif all(place < len(piles[column]) for column, place in places):
        (column, place), (other, height) = places
        swapped = piles[other][height], piles[column][place]
        piles[column][place], piles[other][height] = swapped
        if word == "use":
            piles[other][height] = piles[other][height].removesuffix("~")
    else:
        start, end = sorted(places, key=lambda at: at[1] >= len(piles[at[0]]))
        piles[end[0]].append(piles[start[0]].pop(start[1]))
    return piles


def test_crush_9_cards_leave_and_fall_as_piles_do():
    for before, move, events, later in plays():
        piles = piles_after(before, move)
        for drop in named(events, "drop"):
            row, column = drop["cell"]
            assert row == 6 - len(piles[column])
            piles[column].append(drop["card"] + MARKS[drop["tag"]])
        assert columns_of(later) == piles, move


# -- dropping -------------------------------------------------------------------

EVERY_KIND = {
    "slide 6,0 6,1": "slide",
    "clear 6,1 6,3": "clear",
    "use 6,0 6,4": "swap",
    "swap 6,0 6,4": "swap",
    "bomb 6,4": "bomb",
    "blast 6,0": "bomb",
}
ANY_KIND = "Kc~ 5h 6h 7h 9s!"


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


# -- sequences ------------------------------------------------------------------


def look_at(cards):
    """Lay cards in the bottom row and ask whether they can be cleared."""
    return laid(cards).look(f"clear 6,0 6,{len(cards.split()) - 1}")


@pytest.mark.parametrize("cards", ["Ah Kh Qh", "Qh Kh Ah", "5h 6h 7h", "Ah 2h 3h", "3h 2h Ah"])
def test_crush_12_consecutive_cards_of_one_suit_are_a_sequence(cards):
    assert look_at(cards)["legal"]


@pytest.mark.parametrize(
    ("cards", "why", "sentence"),
    [
        ("5h 6h 8h", "gap", "6 to 8 is a gap."),
        ("Th 9h 7h", "gap", "9 to 7 is a gap."),
        ("5h 8h 9h", "gap", "5 to 8 is a gap."),
        ("5h ** 8h", "gap", "5 to 8 is a gap."),
        ("5h ** 6h", "crowded", "Nothing fits between 5 and 6."),
        (
            "5h ** ** 7h",
            "second_wild",
            "The second wild card: a sequence holds one joker or one 2 out of its place.",
        ),
        ("Kh 2c Ah", "crowded", "Nothing fits between K and A."),
        ("9h Th 2h Kh", "gap", "T to K is a gap."),
        ("Ah 3h 4h", "gap", "A to 3 is a gap."),
        ("Kh Ah 2h", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("2h Ah Kh", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("Qh Kh Ah **", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("** Ah 2h 3h", "past_ace", "The ace stands at an end of a sequence, never inside."),
        ("5h 6d 7h", "not_one_suit", "Not one suit: 5h and 6d."),
        ("5h 6h 2c 8s", "not_one_suit", "Not one suit: 6h and 8s."),
        ("5h 6h 5h", "turns", "6 to 5 turns back: a sequence only rises or only falls."),
        ("Kh Ah Kh", "turns", "A to K turns back: a sequence only rises or only falls."),
        ("5h ** 7h 6h", "turns", "7 to 6 turns back: a sequence only rises or only falls."),
    ],
)
def test_crush_12_other_cards_are_none(cards, why, sentence):
    look = look_at(cards)
    assert (look["legal"], look["reason"], look["message"]) == (False, why, sentence)
    assert refused(laid(cards), f"clear 6,0 6,{len(cards.split()) - 1}") == (why, sentence)


@pytest.mark.parametrize(
    ("cards", "ranks"), [("7h 7h 7h", "7 to 7"), ("7h ** 7h", "7 to 7"), ("8h 9h 9h", "9 to 9")]
)
def test_crush_12_cards_of_one_rank_do_not_count(cards, ranks):
    look = look_at(cards)
    assert look["reason"] == "same_rank"
    assert look["message"] == f"{ranks} is no step: a sequence goes up or down rank by rank."
    assert look_at("7c 7d 7h")["reason"] == "not_one_suit"


def test_crush_12_fourteen_ranks_from_ace_to_ace_are_in_order():
    ranks = "A23456789TJQKA"
    for low in range(14 - 3 + 1):
        cards = [f"{rank}s" for rank in ranks[low : low + 3]]
        assert look_at(" ".join(cards))["legal"]
        assert look_at(" ".join(reversed(cards)))["legal"]


@pytest.mark.parametrize("wild", ["**", "2c", "2d", "2h", "2s"])
@pytest.mark.parametrize("place", range(5))
def test_crush_13_one_joker_or_two_stands_for_any_rank_and_suit(wild, place):
    cards = ["5h", "6h", "7h", "8h", "9h"]
    cards[place] = wild
    assert look_at(" ".join(cards))["legal"]
    assert look_at(" ".join(reversed(cards)))["legal"]


SECOND = "The second wild card: a sequence holds one joker or one 2 out of its place."


@pytest.mark.parametrize(
    "cards",
    ["5h ** **", "** 6h **", "5h 2c 2d", "5h ** 7h 2h", "** ** **", "2c 2d 2h", "3h 4h 2c ** 7h"],
)
def test_crush_13_two_wild_cards_are_too_many(cards):
    look = look_at(cards)
    assert (look["reason"], look["message"]) == ("second_wild", SECOND)


def test_crush_13_no_other_card_is_wild():
    for rank in "3456789TJQKA":
        assert not look_at(f"5d {rank}h 7d")["legal"]


@pytest.mark.parametrize("cards", ["Ah 2h 3h 4h 2h", "Ah 2h 2h 4h", "Ah 2h 3h 4h 2s", "** 2h 3h"])
def test_crush_14_a_two_in_its_place_leaves_room_for_a_wild_card(cards):
    assert look_at(cards)["legal"]


@pytest.mark.parametrize("cards", ["3h 4h 2h 2h", "3h 4h 2h **", "Ah 2c 2d 4h", "2c 2h ** 4h"])
def test_crush_14_a_two_out_of_its_place_or_suit_is_wild(cards):
    assert look_at(cards)["reason"] == "second_wild"


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        ("2h 3h 4h 5h 6h 7h 8h", 2),
        ("Ah 2h 3h 4h 5h 6h 7h", 2),
        ("2c 3h 4h 5h 6h 7h 8h", 1),
        ("** 2h 3h 4h 5h 6h 7h", 1),
        ("8h 7h 6h 5h 4h 3h 2h", 2),
    ],
)
def test_crush_14_a_reading_without_a_wild_card_is_clean(cards, bonus):
    (clear,) = named(laid(cards).play("clear 6,0 6,6"), "clear")
    assert clear["canastra"] == bonus


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
            assert rules.worth(s, move) == twin.score - s.score


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
    dear = twin_of(rules, {"CANASTRA_BONUS": 5})
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
    if twin.over:
        return LAST_MOVE
    cell = twin.events[-1][1]
    twin.board[cell] = EMPTY
    twin.heights[cell % 7] -= 1
    clears = [clear for clear in range(CLEAR, USE) if rules.is_legal(twin, clear)]
    return max((rules.worth(twin, clear) for clear in clears), default=0)


@pytest.mark.volume
def test_crush_9_what_a_move_opens_is_the_best_clear_after_it():
    luck, opened = Random(9), Counter()
    for _ in range(36):
        s = rich_match(luck).state
        kinds = legal_moves(s)
        for kind in (0, 2, 3, 4, 5):
            for move in luck.sample(kinds[kind], min(4, len(kinds[kind]))):
                before = copy_state(s)
                points = rules.opens(s, move)
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
        assert rules.opens(match.state, match.parse(move)) == LAST_MOVE
        assert match.look(move)["message"].endswith(
            "change places, and it is over: no slot is empty"
        )
    for move in ("clear 6,0 6,2", "bomb 6,2", "blast 0,0"):
        assert rules.opens(match.state, match.parse(move)) >= 0
        assert "over" not in match.look(move)["message"]


def test_crush_9_a_clear_is_worth_points_and_opens_nothing():
    match = laid("-- -- 7h\n5h 6h 9s!\n5c 6c 7c")
    assert rules.opens(match.state, match.parse("clear 6,0 6,2")) == 0
    for move in ("slide 4,2 5,2", "blast 5,2", "bomb 5,2", "swap 4,2 5,2"):
        assert rules.opens(match.state, match.parse(move)) == 30


def test_crush_21_only_what_is_free_is_spent():
    match = laid("5h~ 6h 9s! Tc")
    spent = {move for move in match.moves() if rules.spends(match.state, match.parse(move))}
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
        looked_at = [rules.prospect(s, i) for i in range(rules.prospects(s))]
        assert len(set(looked_at)) == len(looked_at)
        assert set(flat(legal_moves(s))) <= set(looked_at) <= set(range(MOVES))
        rows = {ENDS[move][0] // 7 for move in looked_at if move not in range(USE, SWAP)}
        assert rows == set(range(7 - max(s.heights), 7))
        uses = sum(move in range(USE, SWAP) for move in looked_at)
        assert uses == 48 * flat(match.view()["tags"]).count("swapper")
        match.play(move_text(any_move(s, luck)))


@pytest.mark.parametrize(("free", "fewer"), [("free_swaps", 1176), ("free_bombs", 49)])
def test_crush_19_what_is_spent_is_no_prospect(free, fewer):
    full, spent = laid(FULL_WITH_A_RUN).state, laid(FULL_WITH_A_RUN, **{free: 0}).state
    assert rules.prospects(full) - rules.prospects(spent) == fewer


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
    assert refused(match, "use 6,2 6,0") == ("no_swapper", "The card at 6,2 is no swapper.")
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
    sentence = "The card at 6,0 is no bomb; a blast removes any card."
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
        ("bomb six", "no_cell", "'six' is no cell; a cell is a row and a column, like 3,2."),
        ("6;0", "no_cell", "'6;0' is no cell; a cell is a row and a column, like 3,2."),
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
        s.over = number % 20 == 19
        before = copy_state(s)
        refusals = [rules.refusal(s, move) for move in range(MOVES)]
        assert [refusal == rules.LEGAL for refusal in refusals] == [
            rules.is_legal(s, move) for move in range(MOVES)
        ]
        assert (s, s.events) == (before, [])
        reasons.update(refusal % flaws.FLAW_STEP for refusal in refusals)
    assert set(reasons) - {rules.LEGAL} == set(REFUSALS)


# -- what nobody knows ----------------------------------------------------------


def undealt(s):
    """Return what is to come: cards, tags, and which card has which tag."""
    cards, tags = s.deck[: s.deck_left], s.tags[: s.deck_left]
    return cards, tags, list(zip(cards, tags, strict=True))


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
