"""What is a sequence in Solitaire Crush, held to a slow reader of ``docs/rules/crush.md``.

The reader knows the rule book and nothing of the code: it tries every suit, every place in
A-2-…-K-A and both ways, and counts the cards that do not fit.
"""

import re
from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random

import numba
import numpy as np
import pytest

import cardhouse
from cardhouse.core.cards import EMPTY, parse_card
from cardhouse.core.twin import Engine, twin_of
from cardhouse.games.crush import rules, sequence
from cardhouse.games.crush.board import CLEARS_AT, ENDS, USES_AT, run_length
from cardhouse.games.crush.notation import refusal_text
from cardhouse.games.words import TYPED

pytestmark = pytest.mark.volume

BOOK = Path(__file__).parents[2] / "docs/rules/crush.md"

ORDER = "A23456789TJQKA"
NAMES = [*(rank + suit for suit in "cdhs" for rank in ORDER[:13]), "**"]
CODES = np.array([parse_card(name) for name in NAMES])
"""The 53 different cards: as the reader numbers them, by name, and as the rules know them."""
WILD = np.array([name in ("**", "2c", "2d", "2h", "2s") for name in NAMES])
WILD_CARDS = np.nonzero(WILD)[0].tolist()
TOO_MANY = 2
LINES = 100_000
LENGTHS = (5, 6, 7)
ROW_2, COLUMN_2 = 14, 2


# -- the slow reader ------------------------------------------------------------


@numba.njit
def fewest_wilds(cards):
    """Return how many cards must be wild in the best of all readings; 2 if more than one."""
    fewest = TOO_MANY
    for suit in range(4):
        for low in range(14 - len(cards) + 1):
            fewest = min(fewest, misfits(cards, suit, low, 1))
            fewest = min(fewest, misfits(cards, suit, low + len(cards) - 1, -1))
    return fewest


@numba.njit
def misfits(cards, suit, place, way):
    """Count the cards that are not the ones of *suit* from *place* in A-2-…-K-A on."""
    wilds = 0
    for card in cards:
        if card != 13 * suit + place % 13:
            wilds += 1 if WILD[card] else TOO_MANY
        if wilds >= TOO_MANY:
            return TOO_MANY
        place += way
    return wilds


# -- asking the rules -----------------------------------------------------------

compiled = twin_of(sequence, engine=Engine(function=numba.njit))
wilds_in, is_sequence = compiled.wilds_in, compiled.is_sequence
BOARD = np.dtype([("board", np.int16, (49,))])


@numba.njit
def asked(s, cards, first, last, step):
    """Lay cards on a run of the grid, the first at one end, and ask what the rules say."""
    for i in range(len(cards)):
        s.board[first + i * step] = CODES[cards[i]]
    wilds = wilds_in(s, min(first, last), max(first, last))
    valid = is_sequence(s, min(first, last), max(first, last))
    return wilds if valid == (wilds <= 1) else -1


@numba.njit
def compare_all(states, length):
    """Ask for all lines of this length, along a row and a column, from both ends of each.

    Return how many have no wild card, one, and are no sequence; then how many answers differ.
    """
    counts = np.zeros(4, np.int64)
    cards = np.zeros(length, np.int64)
    for number in range(53**length):
        for i in range(length):
            cards[i] = number // 53**i % 53
        wilds = fewest_wilds(cards)
        counts[wilds] += 1
        for step in (1, 7):
            first = ROW_2 if step == 1 else COLUMN_2
            last = first + (length - 1) * step
            counts[3] += asked(states[0], cards, first, last, step) != wilds
            counts[3] += asked(states[0], cards, last, first, -step) != wilds
    return counts


@numba.njit
def compare_lines(states, lines, ends):
    """Ask for these lines, each on a run of its own and from both ends; return as above."""
    counts = np.zeros(4, np.int64)
    for i in range(len(lines)):
        first, last = ends[i]
        step = 7 if last - first >= 7 else 1
        wilds = fewest_wilds(lines[i])
        counts[wilds] += 1
        counts[3] += asked(states[i], lines[i], first, last, step) != wilds
        counts[3] += asked(states[i], lines[i], last, first, -step) != wilds
    return counts


def boards(count, luck):
    """Return grids full of cards, as records."""
    states = np.zeros(count, BOARD).view(np.recarray)
    states.board = CODES[luck.integers(0, 53, (count, 49))]
    return states


# -- lines to ask for -----------------------------------------------------------


def line_from(length, low, luck):
    """Return cards of one suit from a place in A-2-…-K-A on, either way; perhaps one is wild."""
    suit = luck.randrange(4)
    line = [13 * suit + (low + i) % 13 for i in range(length)]
    if luck.randrange(2):
        line[luck.randrange(length)] = luck.choice(WILD_CARDS)
    return line[:: luck.choice([-1, 1])]


def sequence_line(length, luck):
    """Return a random sequence."""
    return line_from(length, luck.randrange(14 - length + 1), luck)


def nearly(length, luck):
    """Return a line that runs past the ace, or with up to two cards that may not belong there."""
    if luck.randrange(8) == 0:
        return line_from(length, luck.randrange(14), luck)
    line = sequence_line(length, luck)
    for _ in range(luck.randrange(3)):
        at = luck.randrange(length)
        suit, place = divmod(line[at], 13)
        line[at] = luck.choice(
            [
                luck.randrange(53),  # any card
                luck.choice(WILD_CARDS),
                13 * luck.randrange(4) + place if suit < 4 else 52,  # another suit
                13 * suit + (place + luck.choice([-1, 1])) % 13 if suit < 4 else 1,  # a step off
                line[at - 1],  # the same as the one before
                line[at - 2],  # back again
            ]
        )
    return line


@cache
def lines_of(length, count=LINES):
    """Return random lines, half of them sequences or nearly so."""
    luck = Random(length)
    close = [nearly(length, luck) for _ in range(count // 2)]
    far = [[luck.randrange(53) for _ in range(length)] for _ in range(count // 2)]
    return np.array(close + far)


def run_of(names, step):
    """Return a full grid with these cards on a run along row 2 or column 2, and its two ends."""
    s = rules.State(board=[parse_card("9c")] * 49, heights=[7] * 7)
    first = ROW_2 if step == 1 else COLUMN_2
    for i, name in enumerate(names):
        s.board[first + i * step] = parse_card(name)
    return s, first, first + (len(names) - 1) * step


def wilds_of(names, step=1):
    """Return what the rules, interpreted, say of a run."""
    return sequence.wilds_in(*run_of(names, step))


def reason_for(names, step=1):
    """Return why a run is refused, or None."""
    s, *ends = run_of(names, step)
    refusal = rules.refusal(s, CLEARS_AT + ENDS[CLEARS_AT:USES_AT].index(tuple(ends)))
    return refusal_text(s, refusal, TYPED)[0] if refusal else None


# -- every line of three and four, many of five to seven ------------------------


def clean_lines(length):
    """Four suits, so many places in A-2-…-K-A, two ways."""
    return 4 * (14 - length + 1) * 2


@pytest.mark.parametrize("length", [3, 4])
def test_crush_12_every_line_of_three_and_four_is_what_the_reader_says(length):
    clean, wild, none, differing = compare_all(boards(1, np.random.default_rng(0)), length)
    assert differing == 0
    assert clean + wild + none == 53**length
    assert clean == clean_lines(length)
    assert wild > 10 * clean


@pytest.mark.parametrize("length", LENGTHS)
def test_crush_12_longer_lines_are_what_the_reader_says_wherever_they_lie(length):
    luck = np.random.default_rng(length)
    runs = np.array([ends for ends in ENDS[CLEARS_AT:USES_AT] if run_length(*ends) == length])
    lines = lines_of(length)
    ends = runs[luck.integers(0, len(runs), len(lines))]
    clean, wild, none, differing = compare_lines(boards(len(lines), luck), lines, ends)
    assert differing == 0
    assert len(lines) == LINES
    assert min(clean, wild, none) > LINES // 20


def test_crush_12_interpreted_every_line_of_three_is_what_the_reader_says():
    s, first, last = run_of([], 1)[0], ROW_2, ROW_2 + 2
    for cards in product(range(53), repeat=3):
        s.board[first : last + 1] = [int(CODES[card]) for card in cards]
        assert sequence.wilds_in(s, first, last) == fewest_wilds(np.array(cards)), cards


@pytest.mark.parametrize("length", LENGTHS)
def test_crush_12_interpreted_longer_lines_are_what_the_reader_says(length):
    for cards in lines_of(length)[::20]:
        names = [NAMES[card] for card in cards]
        assert wilds_of(names, 1) == wilds_of(names, 7) == fewest_wilds(cards), names


@pytest.mark.parametrize("length", [3, 4, *LENGTHS])
def test_crush_13_a_sequence_with_two_cards_made_wild_is_none(length):
    # There is no 2 among them, and the wild 2 has another suit: it is never natural.
    for suit, low, falling in product("cdhs", range(2, 14 - length + 1), (1, -1)):
        names = [rank + suit for rank in ORDER[low : low + length]][::falling]
        for first, second in [(0, 1), (0, length - 1), (1, length - 1)]:
            one = [*names[:first], "2d" if suit == "c" else "2c", *names[first + 1 :]]
            two = [*one[:second], "**", *one[second + 1 :]]
            assert [reason_for(names), reason_for(one)] == [None, None]
            assert reason_for(two) == "second_wild"


def test_crush_14_the_examples_of_the_book_are_what_it_says():
    rows = re.findall(r"^\| ([\w* ]+) \| (clean|wild|no) \|", BOOK.read_text(), re.MULTILINE)
    assert len(rows) == 19
    for cards, verdict in rows:
        for names, step in product((cards.split(), cards.split()[::-1]), (1, 7)):
            assert ("clean", "wild", "no")[wilds_of(names, step)] == verdict, cards


def test_crush_8_every_sequence_laid_on_a_table_can_be_cleared():
    luck = Random(8)
    for number in range(200):
        names = [NAMES[card] for card in sequence_line(3 + number % 5, luck)]
        grid = [["--"] * 7 for _ in range(7)]
        if number % 2:
            grid[6][: len(names)] = names
            move = f"clear 6,0 6,{len(names) - 1}"
        else:
            for i, name in enumerate(names):
                grid[7 - len(names) + i][3] = name
            move = f"clear {7 - len(names)},3 6,3"
        look = cardhouse.place("crush", {"board": grid}, seed=7).look(move)
        assert look["legal"], (names, look)
        assert look["worth"] in (10 * len(names), 140)


# -- why a line is none ---------------------------------------------------------


def rise_between(rank, other):
    """Return by how many places ranks rise: of two aces, the nearer counts."""
    places, others = ([i for i in range(14) if ORDER[i] == card] for card in (rank, other))
    return min((b - a for a in places for b in others), key=abs)


def step_reason(firm):
    """Return what is wrong from one card that cannot be wild to the next: the first such thing."""
    ways = set()
    for (place, card), (after, other) in pairwise(firm):
        rise, apart = rise_between(card[0], other[0]), after - place
        if rise == 0:
            return "same_rank"
        if abs(rise) != apart:
            near = "crowded" if apart == 2 else "second_wild"
            return "gap" if abs(rise) > apart else near
        ways.add(rise > 0)
        if len(ways) > 1:
            return "turns"
    return None


def reason_in_the_book(names):
    """Return why a line is not a sequence, by the table of reasons in the book."""
    if "--" in names:
        return "no_card"
    firm = [(i, name) for i, name in enumerate(names) if name[0] not in "2*"]
    if len({name[1] for _, name in firm}) > 1:
        return "not_one_suit"
    if step_reason(firm):
        return step_reason(firm)
    if any(name[0] == "A" for name in names[1:-1]):
        return "past_ace"
    assert sum(name[0] in "2*" for name in names) > 1
    return "second_wild"


def hold_to_the_book(lines):
    """Compare the reasons for which lines are refused; return how often each came."""
    reasons = Counter()
    for number, cards in enumerate(lines):
        names = [NAMES[card] for card in cards]
        reason = reason_for(names, (1, 7)[number % 2])
        if fewest_wilds(np.array(cards)) < 2:
            assert reason is None
        else:
            assert reason == reason_in_the_book(names), names
            reasons[reason] += 1
    return reasons


REASONS = {"not_one_suit", "same_rank", "gap", "crowded", "turns", "past_ace", "second_wild"}


def test_crush_8_each_line_of_three_of_one_suit_and_jokers_is_refused_for_the_right_reason():
    hearts = [card for card in range(53) if NAMES[card][1] in "h*" or NAMES[card] == "2c"]
    reasons = hold_to_the_book(product(hearts, repeat=3))
    assert set(reasons) == REASONS - {"not_one_suit"}


@pytest.mark.parametrize("length", [4, 5, 6, 7])
def test_crush_8_longer_lines_are_refused_for_the_right_reason(length):
    reasons = hold_to_the_book(lines_of(length, count=8000)[:5000])
    assert set(reasons) == REASONS
    assert min(reasons.values()) > 10


def test_crush_8_a_slot_in_the_run_is_named_before_anything_else():
    for slot in range(3):
        names = ["5h", "5d", "**"]
        names[slot] = "--"
        assert reason_for(names) == reason_for(names, 7) == "no_card" == reason_in_the_book(names)
        assert wilds_of(names) == 2


def test_crush_8_a_line_of_slots_is_no_sequence():
    assert not sequence.is_sequence(rules.State(board=[EMPTY] * 49), ROW_2, ROW_2 + 2)
