"""Every joker of Poker Grid: alone, twice, before and behind others, and in company.

What a joker counts on a line was counted by hand from ``docs/rules/grid.md``; what follows for
chips and mult is worked out here, step by step.
"""

import re
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import cardhouse
from cardhouse.core.cards import parse_card
from cardhouse.core.chance import below
from cardhouse.core.flat import copy_state
from cardhouse.core.poker import HAND_NAMES, HANDS_WITH, TALLIES
from cardhouse.games.grid import jokers as who
from cardhouse.games.grid import rules
from cardhouse.games.grid.hands import line_traits
from cardhouse.games.grid.jokers import ROSTER

BOOK = Path(__file__).parents[2] / "docs/rules/grid.md"

RANKS = "23456789TJQKA"
LINE_NAMES = [*(f"row {i}" for i in range(5)), *(f"column {i}" for i in range(5))]
BASE = {
    "High Card": (5, 1),
    "One Pair": (10, 2),
    "Two Pair": (20, 2),
    "Three of a Kind": (30, 3),
    "Straight": (30, 4),
    "Flush": (35, 4),
    "Full House": (40, 4),
    "Four of a Kind": (60, 7),
    "Straight Flush": (80, 6),
    "Royal Flush": (100, 8),
}

# -- laying a grid, scoring it --------------------------------------------------


def rows_of(picture):
    """Read a picture: five rows of five cards, ``*`` marks a frozen one."""
    return [line.split() for line in picture.strip().splitlines()]


def turned(picture):
    """Return a picture with rows and columns swapped."""
    return "\n".join(map(" ".join, zip(*rows_of(picture), strict=True)))


def laid(picture, jokers, hands_left=3, seed=7, **position):
    """Lay a picture on the table, with jokers; so that nothing ends soon."""
    pieces = rows_of(picture)
    table = {
        "board": [[piece[:2] for piece in row] for row in pieces],
        "frozen": [[r, c] for r in range(5) for c in range(5) if pieces[r][c].endswith("*")],
        "jokers": list(jokers),
        "hands_left": hands_left,
        "target": 10**15,
    }
    return cardhouse.place("grid", table | position, seed=seed)


def lines_of(picture):
    """Return the cards of the ten lines."""
    rows = [[piece[:2] for piece in row] for row in rows_of(picture)]
    return [*rows, *(list(column) for column in zip(*rows, strict=True))]


def scored(s):
    """Score a table as it lies, on a copy; return the chips of each line, and the hundredths."""
    s = copy_state(s)
    rules.read_lines(s)
    rules.score_lines(s)
    return list(zip(s.chips, s.mults, strict=True))


def hand_played(s):
    """Play a hand that happens to draw what lies there; return the state after it."""
    s = copy_state(s)
    rules.read_lines(s)
    rules.score_lines(s)
    rules.grow(s)
    rules.fade(s)
    return s


class Does(NamedTuple):
    """What a joker does for each thing that it counts."""

    chips: int = 0
    mult: float = 0
    times: float = 1


MOST_MULT = 10**9


def worked_out(hand, steps):
    """Return chips and hundredths of mult of a hand after so many steps, each done so often."""
    chips, mult = BASE[hand][0], 100 * BASE[hand][1]
    for does, count in steps:
        chips += count * does.chips
        mult += count * round(100 * does.mult)
        for _ in range(count):
            mult = mult * round(100 * does.times) // 100
        mult = min(mult, 100 * MOST_MULT)
    return chips, mult


# -- what a hand is, slowly -----------------------------------------------------

STRAIGHT_JOKERS = ("Four Fingers", "Missing Stair", "Revolving Door")
BENDING_JOKERS = (*STRAIGHT_JOKERS, "Two-Tone")


def straights(need, gap, round_corner):
    """List the sets of ranks that are straights: up from any rank, with one step of two at most."""
    order = RANKS * 2 if round_corner else "A" + RANKS
    starts = len(RANKS) if round_corner else len(order)
    steps = [[1] * (need - 1)]
    if gap:
        steps += [[2 if i == at else 1 for i in range(need - 1)] for at in range(need - 1)]
    found = set()
    for start, strides in product(range(starts), steps):
        places = [start + sum(strides[:i]) for i in range(need)]
        if places[-1] < len(order):
            found.add(frozenset(order[place] for place in places))
    return found


STRAIGHTS = {
    (four, gap, corner): straights(4 if four else 5, gap, corner)
    for four, gap, corner in product((False, True), repeat=3)
}
COLOURS = {"c": "black", "s": "black", "d": "red", "h": "red"}


def slow_hand(cards, jokers=()):
    """Return the hand of five cards while some jokers bend what a straight and a flush are."""
    four, gap, corner, colours = (name in jokers for name in BENDING_JOKERS)
    need = 4 if four else 5
    straight = any(
        frozenset(card[0] for card in some) in STRAIGHTS[four, gap, corner]
        for some in combinations(cards, need)
        if len({card[0] for card in some}) == need
    )
    suits = [COLOURS[card[1]] if colours else card[1] for card in cards]
    flush = any(len(set(some)) == 1 for some in combinations(suits, need))
    royal = {card[0] for card in cards} == set("TJQKA") and len(set(suits)) == 1
    repeats = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    ladder = [
        ("Royal Flush", royal),
        ("Straight Flush", straight and flush),
        ("Four of a Kind", repeats[0] >= 4),
        ("Full House", repeats == [3, 2]),
        ("Flush", flush),
        ("Straight", straight),
        ("Three of a Kind", repeats[0] == 3),
        ("Two Pair", repeats[:2] == [2, 2]),
        ("One Pair", repeats[0] == 2),
        ("High Card", True),
    ]
    return next(hand for hand, is_it in ladder if is_it)


# -- jokers that look at one line -----------------------------------------------

HIGH = "2c 7d 9s Kh Ad"
PAIR = "5c 5d 7h 9s Kd"
TWO_PAIRS = "5c 5d 7h 7s Kd"
THREE = "5c 5d 5h 7s Kd"
STRAIGHT = "5c 6d 7h 8s 9d"
WHEEL = "Ac 2d 3h 4s 5d"
FLUSH = "2h 7h 9h Kh Ah"
FULL = "5c 5d 5h 7s 7d"
FOUR = "5c 5d 5h 5s 7d"
FIVE = "5c 5d 5h 5s 5c"
STRAIGHT_FLUSH = "9h Kh Th Qh Jh"
ROYAL = "Th Jh Qh Kh Ah"
FLUSH_WITH_PAIR = "5c 5c 7c 9c Kc"
FLUSH_WITH_TWO = "5c 5c 7c 7c Kc"
FLUSH_WITH_THREE = "5c 5c 5c 7c Kc"
FULL_OF_CLUBS = "7c 7c 7c 2c 2c"
FOUR_OF_CLUBS = "7c 7c 7c 7c 2c"
NO_FACES = "Ac Td 9h 2s 3d"
FACES = "Jc Qd Kh As 2d"
BLACK = "2c 7s 9s Kc As"
RED = "2h 7d 9h Kd Ah"
EVENS = "2c 4d 6s 8h Td"
ODDS = "3c 5d 7s 9h Ad"

BY_LINE = {
    # joker: what it does for each, and how often on a line
    "Joker": (Does(mult=4), {HIGH: 1, PAIR: 1, ROYAL: 1}),
    "Jolly Joker": (Does(mult=8), {PAIR: 1, TWO_PAIRS: 0, THREE: 0, FLUSH_WITH_PAIR: 0, HIGH: 0}),
    "Greedy Joker": (Does(mult=3), {"2d 7d 9s Kh Ad": 3, "3d 3d 3d 3d 3d": 5, BLACK: 0}),
    "Scary Face": (Does(chips=30), {FACES: 3, "Jc Jc Kh Kh Qd": 5, NO_FACES: 0}),
    "Photograph": (Does(times=2), {FACES: 1, "2d As 9h Kh Qc": 1, NO_FACES: 0}),
    "Spare Button": (Does(chips=22), {HIGH: 1, FOUR: 1}),
    "Two by Two": (Does(mult=30), {TWO_PAIRS: 1, FULL: 0, PAIR: 0, FLUSH_WITH_TWO: 0}),
    "Third Wheel": (Does(mult=25), {THREE: 1, FULL: 0, FOUR: 0, FLUSH_WITH_THREE: 0}),
    "Full Table": (Does(times=16), {FULL: 1, FULL_OF_CLUBS: 1, THREE: 0, FOUR: 0}),
    "Four Walls": (Does(times=12), {FOUR: 1, FIVE: 1, FOUR_OF_CLUBS: 1, FULL: 0}),
    "Nobody's Home": (Does(chips=15, mult=3), {HIGH: 1, "Qc Kd As 2h 3d": 1, PAIR: 0, WHEEL: 0}),
    "Pairing Knife": (
        Does(mult=5),
        {PAIR: 1, TWO_PAIRS: 1, THREE: 1, FULL: 1, FOUR: 1, FIVE: 1, FLUSH_WITH_PAIR: 1}
        | {HIGH: 0, STRAIGHT: 0, FLUSH: 0, ROYAL: 0},
    ),
    "Clothesline": (
        Does(mult=150),
        {STRAIGHT: 1, WHEEL: 1, STRAIGHT_FLUSH: 1, ROYAL: 1}
        | {"Qc Kd As 2h 3d": 0, "5c 6d 7h 8s 8d": 0, FLUSH: 0},
    ),
    "Wash Day": (
        Does(mult=120),
        {FLUSH: 1, STRAIGHT_FLUSH: 1, ROYAL: 1, FULL_OF_CLUBS: 1, FOUR_OF_CLUBS: 1}
        | {"2h 7h 9h Kh Ad": 0, STRAIGHT: 0},
    ),
    "Double Shelf": (
        Does(chips=120),
        {TWO_PAIRS: 1, FULL: 1, FLUSH_WITH_TWO: 1, PAIR: 0, THREE: 0, FOUR: 0, FIVE: 0},
    ),
    "Tripod": (
        Does(times=3),
        {THREE: 1, FULL: 1, FOUR: 1, FIVE: 1, FLUSH_WITH_THREE: 1, TWO_PAIRS: 0, HIGH: 0},
    ),
    "Rose Garden": (Does(chips=18), {"2h 7h 9s Kh Ad": 3, FLUSH: 5, BLACK: 0}),
    "Coal Cellar": (Does(chips=8, mult=1), {BLACK: 3, "2s 7s 9s Ks As": 5, RED: 0}),
    "Clover Patch": (Does(times=1.5), {BLACK: 2, "2c 7c 9c Kh Ad": 3, FLUSH_WITH_TWO: 5, RED: 0}),
    "Red Carpet": (Does(mult=1.5), {RED: 5, "2h 7d 9s Kh Ac": 3, BLACK: 0}),
    "Attic Ace": (Does(mult=6), {"Ac Ad 9s Kh As": 3, HIGH: 1, PAIR: 0}),
    "Even Keel": (Does(mult=2), {EVENS: 5, "2c Jd Qs Kh Ad": 1, ODDS: 0}),
    "Odd Socks": (Does(chips=12), {ODDS: 5, "Jc Qd Ks 3h 2d": 1, EVENS: 0}),
    "Numbers Game": (Does(chips=7), {EVENS: 5, "2c 5d Ts Jh Ad": 3, "Jc Qd Ks Ah Ad": 0}),
    "Low Door": (Does(mult=4), {"2c 3d 4s 5h Ad": 3, "4c 4d 4s 4h 4d": 5, "5c 6d 9s Jh Ad": 0}),
    "House of Kings": (Does(times=2), {"Kc Kd 9s 2h Ad": 2, HIGH: 1, "Qc Jd 9s 2h Ad": 0}),
    "Ladies First": (Does(chips=50), {"Qc Qd 9s 2h Ad": 2, FACES: 1, HIGH: 0}),
    "Mixed Drawer": (Does(times=4), {HIGH: 1, STRAIGHT: 1, FLUSH: 1, PAIR: 0, FIVE: 0}),
    "Matching Set": (
        Does(times=1.75),
        {HIGH: 0, PAIR: 1, TWO_PAIRS: 1, THREE: 2, FULL: 2, FOUR: 3, FIVE: 4},
    ),
    "Four Seasons": (Does(times=3), {HIGH: 1, FULL: 1, "2c 7d 9s Ks Ad": 0, BLACK: 0}),
    "Spice Rack": (Does(mult=1), {HIGH: 5, PAIR: 4, TWO_PAIRS: 3, THREE: 3, FULL: 2, FIVE: 1}),
    "Plain Clothes": (Does(mult=15), {NO_FACES: 1, FOUR: 1, HIGH: 0, FACES: 0}),
    "Royal Visit": (Does(times=4), {FACES: 1, "Jc Qd Ks Kh Jd": 1, "Jc Qd As 3h 2d": 0}),
    "Loose Step": (Does(mult=8), {HIGH: 1, FULL: 1}),
    "Coin Slot": (Does(mult=3), {HIGH: 5, FULL: 5}),
    "Trapdoor": (Does(times=10), {HIGH: 1, FULL: 1}),
    "Rabbit Hole": (Does(chips=70), {HIGH: 1, FULL: 1}),
    "Lucky Sevens": (Does(times=5), {HIGH: 1, TWO_PAIRS: 2, FULL_OF_CLUBS: 3, "2c 9d 8s Kh Ad": 0}),
    "There and Back": (
        Does(mult=14),
        {"2h 7s 9d Kc Ad": 1, "2c 7s 9d Kc As": 1, RED: 1, BLACK: 1}
        | {"2h 7d 9c Kc Ad": 0, "2h 7s 9d Kc As": 0},
    ),
    "Bookends": (Does(times=6), {"Kc 7d 9s 2h Kd": 1, FIVE: 1, "Kc 7d 9s Kh 2d": 0}),
    "Next Door": (Does(mult=7), {TWO_PAIRS: 2, FIVE: 4, PAIR: 1, "5c 7d 5h 7s 5d": 0}),
    "Staircase": (
        Does(mult=6),
        {STRAIGHT: 4, "6c 5d 6h 5s 6d": 4, "Ac 2d 9h Ks Ad": 1, WHEEL: 3, "2c 7d 9s 5h Kd": 0},
    ),
    "Butterfly": (
        Does(mult=8),
        {"2h 7d 9s Kd Ah": 2, "2h 7d 9s Kc Ah": 1, "2h 7d 9h Kd As": 1, "2h 7d 9s Kc As": 0},
    ),
    "Chessboard": (
        Does(times=8),
        {"2h 7s 9d Kc Ad": 1, "2c 7h 9s Kd As": 1, "2h 7d 9s Kc Ad": 0, RED: 0},
    ),
    "Black Tie": (Does(times=8), {RED: 1, BLACK: 1, "2c 7s 9s Kc Ad": 0}),
    "Odd One Out": (
        Does(mult=12),
        {"2h 7d 9h Kd As": 1, "2c 7s 9s Kd As": 1, "2h 7d 9s Kc Ah": 0, RED: 0, BLACK: 0},
    ),
}

ODDS_OF = {
    # joker: it succeeds 1 time in so many, and so many Oops! make that certain
    "Loose Step": (2, 1),
    "Coin Slot": (4, 2),
    "Trapdoor": (8, 3),
    "Rabbit Hole": (3, 2),
    "Lucky Sevens": (3, 2),
}
OOPS = "Oops! All 6s"

# -- jokers that look at the grid -----------------------------------------------

# A straight, a high card, a flush, a pair, a high card; four of a kind, a pair, two pairs twice,
# four of a kind.  The diagonals: 5 K Q 7 J, and A T Q 9 9.
MIXED = """
    5c* 6d 7h 8s 9d
    5d  Kh 2c 9s Jd
    5h* 2h Qh 7h Jh
    5s  Ts 7d 7c Js
    Ah  2s Qc 8d Jc
"""
# Its own mirror image: a pair, a high card, two pairs, two pairs, a high card, both ways.
SYMMETRIC = """
    2c 2d 7h 9s Kd
    2d Ah 3c 8s Jd
    7h 3c 7c 3s Qd
    9s 8s 3s 9d 8h
    Kd Jd Qd 8h Td
"""
# Ten pairs; none on a diagonal.
PACKED = """
    2c 2d 3h 4s 5d
    2h 6s 6c 7d 8d
    9s 6h 9c Td Jd
    Qd Ks 9h Qc Ah
    3c 3d 4h 7s 8s
"""
UNFROZEN = MIXED.replace("*", " ")
ONE_FROZEN = MIXED.replace("5c*", "5c ")


class Scene(NamedTuple):
    """A grid, how often a joker acts on each of its lines, and how many hands are left."""

    picture: str
    counts: str
    hands_left: int = 3


ALL, NONE = "1 1 1 1 1 / 1 1 1 1 1", "0 0 0 0 0 / 0 0 0 0 0"
THRICE, TWICE = ALL.replace("1", "3"), ALL.replace("1", "2")

BY_GRID = {
    "Runner": (
        Does(chips=15),
        [
            Scene(MIXED, ALL),
            Scene(turned(MIXED), "0 0 0 0 0 / 1 1 1 1 1"),
            Scene(MIXED.replace("Kh 2c 9s Jd", "6h 7c 8d 9s"), "1 2 2 2 2 / 2 2 2 2 2"),
            Scene(PACKED, NONE),
        ],
    ),
    "Rain Barrel": (
        Does(mult=20),
        [
            Scene(MIXED, "0 0 1 1 1 / 1 1 1 1 1"),
            Scene(turned(MIXED), "0 0 0 0 0 / 0 0 1 1 1"),
            Scene(PACKED, NONE),
        ],
    ),
    "Portrait Gallery": (
        Does(chips=1),
        [Scene(MIXED, "0 2 4 5 7 / 7 7 7 7 7"), Scene(PACKED, "0 0 1 4 4 / 4 4 4 4 4")],
    ),
    "Scrapbook": (Does(mult=1), [Scene(MIXED, ALL)]),
    "Cold Store": (
        Does(chips=3),
        [Scene(MIXED, TWICE), Scene(ONE_FROZEN, ALL), Scene(UNFROZEN, NONE)],
    ),
    "Long Stay": (Does(mult=1.25), [Scene(MIXED, ALL)]),
    "Candle": (Does(mult=9), [Scene(MIXED, ALL)]),
    "Melting Clock": (Does(times=4), [Scene(MIXED, ALL)]),
    "Block of Ice": (Does(chips=50), [Scene(MIXED, ALL)]),
    "Cornerstone": (
        Does(times=3),
        [Scene(MIXED, "0 0 0 0 2 / 1 0 0 0 1"), Scene(SYMMETRIC, "1 0 0 0 1 / 1 0 0 0 1")],
    ),
    "Hearth": (
        Does(mult=3),
        [Scene(MIXED, "1 1 5 0 1 / 2 2 2 1 1"), Scene(SYMMETRIC, "1 1 2 0 0 / 1 1 2 0 0")],
    ),
    "Heart of the House": (
        Does(times=2),
        [Scene(MIXED, "0 0 1 0 1 / 0 0 2 0 0"), Scene(SYMMETRIC, "1 0 2 0 0 / 1 0 2 0 0")],
    ),
    "Picket Fence": (Does(mult=2.5), [Scene(MIXED, "2 0 0 2 3 / 2 1 1 1 2")]),
    "Kite String": (Does(chips=25), [Scene(MIXED, "0 1 1 0 1 / 0 1 1 0 1")]),
    "Tightrope": (
        Does(mult=3),
        [
            Scene(MIXED, ALL),
            Scene(MIXED.replace("Kh", "Qs"), TWICE),
            Scene(SYMMETRIC, ALL),
            Scene(PACKED, NONE),
        ],
    ),
    "Bookshelf": (Does(mult=8), [Scene(MIXED, "1 1 1 1 1 / 0 0 0 0 0")]),
    "Pillars": (Does(times=4), [Scene(MIXED, "0 0 0 0 0 / 1 1 1 1 1")]),
    "Crossroads": (
        Does(mult=3),
        [
            Scene(MIXED, "0 0 0 1 0 / 0 1 0 0 0"),
            Scene(SYMMETRIC, "1 0 2 2 0 / 1 0 2 2 0"),
            Scene(PACKED, ALL.replace("1", "5")),
        ],
    ),
    "Twin Beds": (
        Does(times=4),
        [Scene(MIXED, NONE), Scene(SYMMETRIC, "1 0 1 1 0 / 1 0 1 1 0"), Scene(PACKED, ALL)],
    ),
    "Ice Bridge": (
        Does(mult=11),
        [
            Scene(MIXED, "1 0 1 0 0 / 1 0 0 0 0"),
            Scene(ONE_FROZEN, "0 0 1 0 0 / 1 0 0 0 0"),
            Scene(UNFROZEN, NONE),
        ],
    ),
    "Open Water": (
        Does(mult=6),
        [
            Scene(MIXED, "0 1 0 1 1 / 0 1 1 1 1"),
            Scene(ONE_FROZEN, "1 1 0 1 1 / 0 1 1 1 1"),
            Scene(UNFROZEN, ALL),
        ],
    ),
    "Snow Globe": (
        Does(mult=8),
        [Scene(MIXED, "1 0 1 0 0 / 2 0 0 0 0"), Scene(ONE_FROZEN, "0 0 1 0 0 / 1 0 0 0 0")],
    ),
    "Open Window": (
        Does(mult=4),
        [Scene(MIXED, NONE), Scene(ONE_FROZEN, ALL), Scene(UNFROZEN, TWICE)],
    ),
    "Fold": (
        Does(mult=9),
        [Scene(MIXED, "0 1 2 1 0 / 0 1 2 1 0"), Scene(SYMMETRIC, ALL.replace("1", "4"))],
    ),
    "Packed House": (
        Does(times=20),
        [Scene(PACKED, ALL), Scene(PACKED.replace("2c", "Ac"), NONE), Scene(MIXED, NONE)],
    ),
    "Full Pews": (
        Does(times=5),
        [
            Scene(PACKED, ALL),
            Scene(MIXED, "0 0 0 0 0 / 1 1 1 1 1"),
            Scene(turned(MIXED), "1 1 1 1 1 / 0 0 0 0 0"),
            Scene(SYMMETRIC, NONE),
        ],
    ),
    "Variety Show": (
        Does(mult=1),
        [Scene(MIXED, ALL.replace("1", "6")), Scene(SYMMETRIC, THRICE), Scene(PACKED, ALL)],
    ),
    "Upstairs": (
        Does(mult=9),
        [
            Scene(MIXED, "0 0 1 0 0 / 1 0 1 0 1"),
            Scene(SYMMETRIC, "0 0 1 0 0 / 1 0 1 0 0"),
            Scene(PACKED, NONE),
        ],
    ),
    "Penthouse": (
        Does(times=3),
        [
            Scene(MIXED, "0 0 0 0 0 / 1 0 0 0 1"),
            Scene(SYMMETRIC, "0 0 1 1 0 / 0 0 1 1 0"),
            Scene(PACKED, ALL),
        ],
    ),
    "Only Child": (Does(mult=14), [Scene(MIXED, "1 0 1 0 0 / 0 0 0 0 0"), Scene(PACKED, NONE)]),
    "Last Dance": (Does(times=6), [Scene(MIXED, ALL, hands_left=0), Scene(MIXED, NONE)]),
    "Queue": (Does(mult=3), [Scene(MIXED, "its place")]),
}

POWERS = {
    "Four Fingers",
    "Oops! All 6s",
    "Missing Stair",
    "Revolving Door",
    "Two-Tone",
    "Masquerade",
    "Doorbell",
    "Freezer Burn",
    "Encore",
    "Hall of Mirrors",
    "Echo",
    "Third Hand",
}
"""These do nothing to a line by themselves; below, each has tests of its own."""

ALWAYS_ACT = {
    *("Joker", "Spare Button", "Spice Rack", "Loose Step", "Coin Slot", "Trapdoor", "Rabbit Hole"),
    *("Scrapbook", "Long Stay", "Candle", "Melting Clock", "Block of Ice", "Variety Show"),
}

# What stands around a line.
AROUND = """
    Jc 4d 9h 2s 6d
    3h Tc Kd 8s 5c
    Qs 6h Ad 3c 9d
    7d 2c 4s Jh Ks
    Th 8c 5s Qd 4h
"""


def line_scenes(cards, count):
    """Return two scenes with a line in them: as row 2 and as column 3; the others are ``x``."""
    rows = rows_of(AROUND)
    rows[2] = cards.split()
    level = "\n".join(map(" ".join, rows))
    rows = rows_of(AROUND)
    for row, card in zip(rows, cards.split(), strict=True):
        row[3] = card
    upright = "\n".join(map(" ".join, rows))
    return [
        Scene(level, f"x x {count} x x / x x x x x"),
        Scene(upright, f"x x x x x / x x x {count} x"),
    ]


DOES = {name: does for name, (does, _) in (BY_LINE | BY_GRID).items()}
SCENES = {name: scenes for name, (_, scenes) in BY_GRID.items()} | {
    name: [scene for cards in lines for scene in line_scenes(cards, lines[cards])]
    for name, (_, lines) in BY_LINE.items()
}


def counts_in(scene, place):
    """Return how often a joker at a place acts on each line; None where that is not looked at."""
    if scene.counts == "its place":
        return [place] * 10
    return [None if count == "x" else int(count) for count in scene.counts.replace("/", "").split()]


def lucky_charms(*names):
    """Return as many Oops! as make these jokers certain to act."""
    return [OOPS] * max(ODDS_OF.get(name, (1, 0))[1] for name in names)


COMPANY = {"Joker": Does(mult=4), "Melting Clock": Does(times=4)}
"""Jokers that act once on every line."""


def check(scene, *names):
    """Check what some jokers, one of them under test, make of the lines of a scene together."""
    charms = lucky_charms(*names)
    match = laid(scene.picture, [*charms, *names], scene.hands_left)
    found = scored(match.state)
    counts = []
    tested = next((name for name in names if name not in COMPANY), names[0])
    for place, name in enumerate(names, len(charms)):
        counts.append(counts_in(scene, place) if name == tested else [1] * 10)
    looked_at = 0
    for line, cards in enumerate(lines_of(scene.picture)):
        steps = [(DOES[name], counts[i][line]) for i, name in enumerate(names)]
        if all(count is not None for _, count in steps):
            looked_at += 1
            assert found[line] == worked_out(slow_hand(cards), steps), (names, LINE_NAMES[line])
    assert looked_at in (1, 10)


EVERY_JOKER = [joker.name for joker in ROSTER[1:]]
every_counting_joker = pytest.mark.parametrize("name", DOES)


def test_every_joker_of_the_roster_is_tested_here():
    assert len(EVERY_JOKER) == len(set(EVERY_JOKER))
    assert set(DOES) | POWERS == set(EVERY_JOKER)
    assert not set(DOES) & POWERS
    source = Path(__file__).read_text().partition("# -- powers")[2]
    assert [name for name in POWERS if f'"{name}"' not in source] == []


@every_counting_joker
def test_every_joker_is_seen_to_act_and_not_to_act(name):
    counts = {
        count for scene in SCENES[name] for place in (0, 1) for count in counts_in(scene, place)
    }
    assert max(counts - {None}) > 0
    assert (0 not in counts) == (name in ALWAYS_ACT)


@every_counting_joker
def test_grid_20_a_joker_does_what_it_should_on_every_line(name):
    for scene in SCENES[name]:
        check(scene, name)


@every_counting_joker
def test_grid_15_a_joker_held_twice_acts_twice(name):
    for scene in SCENES[name]:
        check(scene, name, name)


@every_counting_joker
@pytest.mark.parametrize("other", COMPANY)
def test_grid_16_a_joker_acts_on_what_the_one_before_left(name, other):
    for scene in SCENES[name]:
        check(scene, name, other)
        check(scene, other, name)


def test_grid_16_the_order_makes_a_difference_for_these_tests():
    before, after = [(Does(mult=4), 1), (Does(times=4), 1)], [(Does(times=4), 1), (Does(mult=4), 1)]
    assert worked_out("One Pair", before) == (10, 2400)
    assert worked_out("One Pair", after) == (10, 1200)


# -- what is written of them ----------------------------------------------------


def book_table(heading):
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_grid_20_the_book_lists_every_joker_with_its_text_in_order():
    assert [tuple(row) for row in book_table("| Joker |")] == [joker[:2] for joker in ROSTER[1:]]


def test_grid_20_the_eight_that_the_source_names_come_first():
    assert [tuple(row) for row in book_table("| Joker |")][:8] == [
        ("Joker", "+4 mult"),
        ("Jolly Joker", "+8 mult if the line is One Pair"),
        ("Greedy Joker", "+3 mult for each diamond"),
        ("Scary Face", "+30 chips for each face card (J, Q, K)"),
        ("Photograph", "× 2 mult at the line's first face card"),
        ("Runner", "Gains 15 chips for each straight; gives every line what it holds"),
        ("Four Fingers", "Straights and flushes need only four cards"),
        ("Oops! All 6s", "Doubles every chance: 1 in 4 becomes 2 in 4"),
    ]


@pytest.mark.parametrize("name", EVERY_JOKER)
def test_a_text_is_shown_and_begins_with_a_capital_or_a_sign(name):
    (shown,) = laid(MIXED, [name]).view()["jokers"]
    assert (shown["name"], shown["text"]) == next(j[:2] for j in ROSTER if j.name == name)
    assert re.match(r"[A-Z+×1]", shown["text"])
    assert shown["text"][-1] != "."


@every_counting_joker
def test_a_text_gives_the_numbers(name):
    text = next(joker.text for joker in ROSTER if joker.name == name)
    does = DOES[name]
    if does.chips:
        assert re.search(rf"(\+|Gains ){does.chips} chips?\b", text)
    if does.mult:
        assert re.search(rf"(\+|Gains ){does.mult:g} mult\b", text)
    if does.times != 1:
        assert re.search(rf"× {does.times:g} mult\b", text)
    if name in ODDS_OF:
        assert text.startswith(f"1 in {ODDS_OF[name][0]}")
    named = {"chip": does.chips, "mult": does.mult or does.times != 1}
    assert {word for word in named if word in text} == {word for word in named if named[word]}


# -- powers: straights and flushes ----------------------------------------------

BENT = {
    "Four Fingers": {
        "2h 7h 9h Kh Ad": "Flush",
        "5c 6d 7h 8s Kd": "Straight",
        "2c 3d 4h 5s 5d": "Straight",
        "Ac 2d 3h 4s 9d": "Straight",
        "Jc Qd Kh As 2d": "Straight",
        "5h 6h 7h 8h Kd": "Straight Flush",
        "5h 6h 7h 8s Kh": "Straight Flush",  # not the same four
        "Th Jh Qh Kh Ad": "Straight Flush",  # no royal without the fifth
        "Th Jh Qh Kh Ah": "Royal Flush",
        "7c 7d 7h 7s 8d": "Four of a Kind",
        "7c 7c 7c 7c 8d": "Four of a Kind",  # more than a flush
        "7c 7c 7c 8c 8d": "Full House",
        "2h 7h 9h Kd Ad": "High Card",
        "5c 6d 7h 9s Kd": "High Card",
        "Kc Ad 2h 3s 9d": "High Card",
    },
    "Missing Stair": {
        "5c 6d 7h 8s Td": "Straight",
        "5c 7d 8h 9s Td": "Straight",
        "Ac 3d 4h 5s 6d": "Straight",
        "9c Td Jh Qs Ad": "Straight",
        "5c 6d 7h 8s 9d": "Straight",
        "5h 6h 7h 8h Th": "Straight Flush",
        "9h Jh Qh Kh Ah": "Straight Flush",
        "Th Jh Qh Kh Ah": "Royal Flush",
        "5c 6d 8h 9s Jd": "High Card",  # two are missing
        "5c 6d 7h 8s Jd": "High Card",
        "Kc 2d 3h 4s 5d": "High Card",
        "5c 6d 7h 9s 9d": "One Pair",
    },
    "Revolving Door": {
        "Qc Kd Ah 2s 3d": "Straight",
        "Jc Qd Kh As 2d": "Straight",
        "Kc Ad 2h 3s 4d": "Straight",
        "Ac 2d 3h 4s 5d": "Straight",
        "Tc Jd Qh Ks Ad": "Straight",
        "Qh Kh Ah 2h 3h": "Straight Flush",
        "Qc Kd 2h 3s 4d": "High Card",
        "Tc Jd Qh Ks 2d": "High Card",
    },
    "Two-Tone": {
        "2h 7d 9h Kd Ah": "Flush",
        "2c 7s 9s Kc As": "Flush",
        "2h 2d 9h Kd Ah": "Flush",
        "5h 6d 7h 8d 9h": "Straight Flush",
        "Th Jd Qh Kd Ah": "Royal Flush",
        "2h 7d 9h Kd As": "High Card",
        "5h 5d 5h 9d 9h": "Full House",
    },
}


def hands_of(lines, jokers):
    """Return the hands of some lines, as rows of grids, with jokers."""
    found = []
    for cards in lines:
        match = laid("\n".join([cards, *AROUND.strip().splitlines()[1:]]), jokers, hands_left=2)
        assert match.view()["lines"][0]["hand"] == HAND_NAMES[match.state.hands[0]]
        found.append(HAND_NAMES[match.state.hands[0]])
    return found


@pytest.mark.parametrize("name", BENT)
def test_grid_20_a_joker_bends_what_a_hand_is(name):
    lines = list(BENT[name])
    assert hands_of(lines, [name]) == list(BENT[name].values())
    assert hands_of(lines, [name, name]) == list(BENT[name].values())
    assert hands_of(lines, []) == [slow_hand(cards.split()) for cards in lines]
    assert hands_of(lines, []) != list(BENT[name].values())
    assert [slow_hand(cards.split(), [name]) for cards in lines] == list(BENT[name].values())


@pytest.mark.parametrize(
    ("cards", "jokers", "hand"),
    [
        ("Qc Kd 2h 3s 4d", ["Missing Stair", "Revolving Door"], "Straight"),  # the ace is missing
        ("Kc Ad 3h 4s 9d", ["Missing Stair", "Revolving Door", "Four Fingers"], "Straight"),
        ("Kc Ad 3h 4s 9d", ["Missing Stair", "Four Fingers"], "High Card"),
        ("2c 4d 5h 6s Kd", ["Missing Stair", "Four Fingers"], "Straight"),
        ("2c 4d 6h 7s Kd", ["Missing Stair", "Four Fingers"], "High Card"),
        ("2h 7d 9h Kd As", ["Two-Tone", "Four Fingers"], "Flush"),
        ("2h 7d 9h Kc As", ["Two-Tone", "Four Fingers"], "High Card"),
        ("Th Jd Qh Kd As", ["Two-Tone", "Four Fingers"], "Straight Flush"),
        ("Qh Kd Ah 2d 4h", list(BENDING_JOKERS), "Straight Flush"),
        ("Qh Kd Ah 2s 9s", list(BENDING_JOKERS), "Straight"),
    ],
)
def test_grid_20_jokers_bend_together(cards, jokers, hand):
    assert hands_of([cards], jokers) == [hand]
    assert hands_of([cards], jokers[::-1]) == [hand]


def bending(jokers):
    """Return a state with some bending jokers."""
    return laid(AROUND, jokers).state


def fast_hand(s, cards):
    tally = sum(TALLIES[parse_card(card)] for card in cards)
    return HAND_NAMES[HANDS_WITH[line_traits(s, tally)]]


@pytest.mark.parametrize("bits", range(8))
def test_grid_20_any_five_ranks_are_a_straight_or_not_as_a_slow_reader_says(bits):
    jokers = [name for i, name in enumerate(STRAIGHT_JOKERS) if bits >> i & 1]
    s = bending(jokers)
    hands = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        cards = [rank + suit for rank, suit in zip(ranks, "ccddh", strict=True)]
        hand = fast_hand(s, cards)
        assert hand == slow_hand(cards, jokers), cards
        hands[hand] += 1
    assert hands.total() == 6188
    # Five ranks follow each other from 10 or, round the corner, from 13 ranks on; four from
    # 11 or 13, and the fifth card is any.
    if bits in (0, 4):
        assert hands["Straight"] == {0: 10, 4: 13}[bits]


@pytest.mark.parametrize("bits", range(16))
def test_grid_20_random_lines_are_what_a_slow_reader_says(bits):
    jokers = [name for i, name in enumerate(BENDING_JOKERS) if bits >> i & 1]
    s, luck, hands = bending(jokers), Random(bits), Counter()
    for number in range(1200):
        ring, start = RANKS * 2, luck.randrange(13)
        ranks = ring[start : start + 6] if number % 3 else RANKS
        suits = luck.choice(["h", "hd", "cs", "hhhs", "cdhs"])
        cards = [luck.choice(ranks) + luck.choice(suits) for _ in range(5)]
        if number % 3 == 2:
            cards = [
                rank + card[1] for rank, card in zip(luck.sample(ranks, 5), cards, strict=True)
            ]
        hand = fast_hand(s, cards)
        assert hand == slow_hand(cards, jokers), cards
        hands[hand] += 1
    assert set(hands) >= set(HAND_NAMES) - {"Royal Flush"}


def test_grid_20_a_bent_straight_counts_for_jokers_that_want_one():
    scene = MIXED.replace("Kh 2c 9s Jd", "6h 7c 8d Kd")
    assert [chips for chips, _ in scored(laid(scene, ["Four Fingers", "Runner"]).state)][:3] == [
        30 + 15,
        30 + 30,
        35 + 30,
    ]


def test_grid_20_a_four_card_straight_that_has_a_pair_contains_both():
    line = "2c 3d 4h 5s 5d"
    for name, chips, mult in [
        ("Pairing Knife", 30, 9),
        ("Clothesline", 30, 154),
        ("Jolly Joker", 30, 4),
    ]:
        scene, _ = line_scenes(line, 0)
        assert scored(laid(scene.picture, ["Four Fingers", name]).state)[2] == (chips, 100 * mult)


# -- powers: scored once more ---------------------------------------------------

EACH_CARD = {
    # joker: a grid, and how often it acts on row 0
    "Greedy Joker": ("2d 7d 9s Kh Ac", 2),
    "Scary Face": ("Kd Qd 9s 2h Ac", 2),
    "Photograph": ("Kd Qd 9s 2h Ac", 1),
    "Clover Patch": ("2c 7d 9s Kh Ac", 2),
}
NOT_EACH_CARD = {
    "Joker": ("2d 7d 9s Kh Ac", 1),
    "Jolly Joker": ("5c 5d 7h 9s Kd", 1),
    "Spice Rack": ("5c 5d 7h 9s Kd", 4),
    "Matching Set": ("5c 5d 7h 9s Kd", 1),
    "Next Door": ("5c 5d 7h 9s Kd", 1),
    "Staircase": ("5c 6d 9h 2s Kd", 1),
    "Butterfly": ("5c 6d 9h 2s Kc", 1),
    "Royal Visit": ("Kd Qd Js 2h Ac", 1),
    "Plain Clothes": ("5c 6d 9h 2s 3c", 1),
    "Chessboard": ("5c 6d 9c 2d 3c", 1),
    "Bookends": ("5c 6d 9c 2d 5d", 1),
}


def row_0(cards, jokers, frozen=(), hands_left=3):
    """Return what row 0 comes to."""
    match = laid(
        "\n".join([cards, *AROUND.strip().splitlines()[1:]]),
        jokers,
        hands_left,
        frozen=[[0, column] for column in frozen],
    )
    return scored(match.state)[0]


def row_0_with(cards, name, count):
    return worked_out(slow_hand(cards.split()), [(DOES[name], count)])


@pytest.mark.parametrize("name", EACH_CARD)
@pytest.mark.parametrize("bells", [1, 2, 3])
def test_grid_17_doorbell_scores_the_first_card_again(name, bells):
    cards, count = EACH_CARD[name]
    assert row_0(cards, [name]) == row_0_with(cards, name, count)
    with_bells = row_0(cards, [name, *["Doorbell"] * bells])
    assert with_bells == row_0_with(cards, name, count + bells)
    assert row_0(cards, ["Doorbell"] * bells + [name]) == with_bells
    back = " ".join(reversed(cards.split()))  # the first card now is a club, and no face
    more = bells * (name == "Clover Patch")
    assert row_0(back, [name, *["Doorbell"] * bells]) == row_0_with(back, name, count + more)


@pytest.mark.parametrize("name", EACH_CARD)
@pytest.mark.parametrize(
    ("frozen", "more"), [((), 0), ((0,), 1), ((2,), 0), ((0, 2), 1), ((2, 3), 0)]
)
def test_grid_17_freezer_burn_scores_frozen_cards_again(name, frozen, more):
    cards, count = EACH_CARD[name]
    found = row_0(cards, [name, "Freezer Burn"], frozen)
    assert found == row_0_with(cards, name, count + more)
    found = row_0(cards, ["Freezer Burn", name, "Freezer Burn"], frozen)
    assert found == row_0_with(cards, name, count + 2 * more)


@pytest.mark.parametrize("name", EACH_CARD)
def test_grid_17_encore_scores_every_card_again_in_the_last_hand_alone(name):
    cards, count = EACH_CARD[name]
    assert row_0(cards, [name, "Encore"], hands_left=0) == row_0_with(cards, name, 2 * count)
    assert row_0(cards, [name, "Encore"], hands_left=1) == row_0_with(cards, name, count)
    twice = row_0(cards, [name, "Encore", "Encore"], hands_left=0)
    assert twice == row_0_with(cards, name, 3 * count)


@pytest.mark.parametrize("name", NOT_EACH_CARD)
def test_grid_17_what_counts_no_cards_is_not_scored_again(name):
    cards, count = NOT_EACH_CARD[name]
    again = ["Doorbell", "Freezer Burn", "Encore"]
    assert row_0(cards, [name, *again], (0, 1), hands_left=0) == row_0_with(cards, name, count)


def test_grid_17_what_scores_again_adds_up():
    # Of 2d 7d 9s Kh Ac, the 2d is first and frozen, the 7d frozen: 1+1+1+1 and 1+1+1.
    again = ["Doorbell", "Freezer Burn", "Encore"]
    found = row_0("2d 7d 9s Kh Ac", ["Greedy Joker", *again], (0, 1), hands_left=0)
    assert found == (5, 100 * (1 + 3 * 7))


def test_grid_17_a_photographed_card_that_is_scored_again_is_photographed_again():
    assert row_0("Kd Qd 9s 2h Ac", ["Photograph", "Doorbell"]) == (5, 400)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Doorbell"]) == (5, 200)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Freezer Burn"], (1, 3)) == (5, 400)
    assert row_0("2d Qd 9s Kh Ac", ["Photograph", "Freezer Burn"], (3,)) == (5, 200)


def test_grid_17_frozen_cards_are_counted_again_where_they_are_counted_themselves():
    burnt = [mult for _, mult in scored(laid(MIXED, ["Snow Globe", "Freezer Burn"]).state)]
    plain = [mult for _, mult in scored(laid(MIXED, ["Snow Globe"]).state)]
    more = [new - old for new, old in zip(burnt, plain, strict=True)]
    assert more == [800, 0, 800, 0, 0, 1600, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("jokers", "hands_left", "held"),
    [
        (["Portrait Gallery"], 3, 7),
        (["Portrait Gallery", "Encore"], 3, 7),
        (["Portrait Gallery", "Encore"], 0, 14),
        (["Portrait Gallery", "Masquerade"], 3, 25),
        (["Portrait Gallery", "Masquerade", "Doorbell"], 3, 30),
        (["Portrait Gallery", "Masquerade", "Freezer Burn"], 3, 27),
        (["Portrait Gallery", "Doorbell"], 3, 7),  # no row begins with a face
    ],
)
def test_grid_18_growth_for_each_card_counts_what_is_scored_again(jokers, hands_left, held):
    assert hand_played(laid(MIXED, jokers, hands_left).state).held[0] == held


# -- powers: every card a face --------------------------------------------------


def test_grid_20_masquerade_makes_every_card_a_face_too():
    mask = "Masquerade"
    assert row_0(NO_FACES, ["Scary Face", mask]) == row_0_with(NO_FACES, "Scary Face", 5)
    assert row_0(NO_FACES, [mask, "Photograph"]) == row_0_with(NO_FACES, "Photograph", 1)
    assert row_0(NO_FACES, ["Photograph", mask, "Doorbell"]) == (5, 400)
    assert row_0(NO_FACES, ["Royal Visit", mask]) == row_0_with(NO_FACES, "Royal Visit", 1)
    assert row_0(NO_FACES, ["Plain Clothes", mask]) == row_0_with(NO_FACES, "Plain Clothes", 0)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("Cornerstone", "2 0 0 0 2 2 0 0 0 2"), ("Kite String", "2 2 1 2 2 2 2 1 2 2")],
)
def test_grid_20_masquerade_counts_where_faces_are_looked_for_on_some_cells(name, counts):
    found = scored(laid(MIXED, [name, "Masquerade"]).state)
    for line, cards in enumerate(lines_of(MIXED)):
        count = int(counts.split()[line])
        assert found[line] == worked_out(slow_hand(cards), [(DOES[name], count)])


@pytest.mark.parametrize(
    "name",
    ["House of Kings", "Ladies First", "Numbers Game", "Attic Ace", "Even Keel", "Red Carpet"],
)
def test_grid_20_masquerade_leaves_every_card_what_it_was(name):
    for picture in (MIXED, PACKED):
        assert scored(laid(picture, [name, "Masquerade"]).state) == scored(
            laid(picture, [name]).state
        )


# -- powers: copies -------------------------------------------------------------


@pytest.mark.parametrize(
    ("jokers", "times"),
    [
        ("Hall of Mirrors, Joker", 2),
        ("Joker, Hall of Mirrors", 1),  # nobody is to its right
        ("Joker, Echo", 2),
        ("Echo, Joker", 1),  # the leftmost is itself
        ("Hall of Mirrors, Hall of Mirrors, Joker", 3),
        ("Joker, Hall of Mirrors, Echo", 3),  # the way goes on from a copy
        ("Joker, Echo, Hall of Mirrors", 2),
        ("Joker, Echo, Echo, Echo, Echo", 5),
        ("Joker, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Echo", 5),
        ("Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Joker", 5),
        ("Hall of Mirrors, Echo, Joker", 1),  # a circle
        ("Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Hall of Mirrors, Echo", 0),
        ("Echo, Hall of Mirrors, Joker", 2),
        ("Hall of Mirrors", 0),
        ("Echo", 0),
        ("Echo, Echo", 0),
        ("Echo, Echo, Joker", 1),
    ],
)
def test_grid_20_hall_of_mirrors_and_echo_do_what_another_joker_does(jokers, times):
    found = scored(laid(MIXED, jokers.split(", ")).state)
    for line, cards in enumerate(lines_of(MIXED)):
        assert found[line] == worked_out(slow_hand(cards), [(DOES["Joker"], times)])


@pytest.mark.parametrize("name", [name for name in DOES if name not in ("Queue", *ODDS_OF)])
@pytest.mark.parametrize("copy", ["Hall of Mirrors", "Echo"])
def test_grid_20_a_copy_does_as_much_as_the_joker(name, copy):
    for scene in SCENES[name][:4]:
        jokers = [copy, name] if copy == "Hall of Mirrors" else [name, copy]
        twice = scored(laid(scene.picture, [name, name], scene.hands_left).state)
        assert scored(laid(scene.picture, jokers, scene.hands_left).state) == twice


@pytest.mark.parametrize(
    ("jokers", "mult"),
    [
        ("Joker, Melting Clock", (1 + 4) * 4),
        ("Hall of Mirrors, Melting Clock, Joker", 1 * 4 * 4 + 4),
        ("Hall of Mirrors, Joker, Melting Clock", (1 + 4 + 4) * 4),
        ("Joker, Melting Clock, Echo", (1 + 4) * 4 + 4),
        ("Melting Clock, Joker, Echo", (1 * 4 + 4) * 4),
        ("Joker, Hall of Mirrors, Melting Clock", (1 + 4) * 4 * 4),
        ("Joker, Hall of Mirrors, Melting Clock, Echo", (1 + 4) * 4 * 4 + 4),
    ],
)
def test_grid_16_a_copy_acts_in_its_own_place(jokers, mult):
    assert row_0("2d 7d 9s Kh Ac", jokers.split(", ")) == (5, 100 * mult)


def test_a_copy_of_queue_counts_from_its_own_place():
    assert row_0("2d 7d 9s Kh Ac", ["Joker", "Hall of Mirrors", "Queue"]) == (
        5,
        100 * (1 + 4 + 3 + 6),
    )
    assert row_0("2d 7d 9s Kh Ac", ["Queue", "Echo", "Echo"]) == (5, 100 * (1 + 0 + 3 + 6))


def test_grid_18_a_copy_gives_what_the_joker_holds_and_keeps_nothing():
    for jokers, runner in [(["Hall of Mirrors", "Runner"], 1), (["Runner", "Echo"], 0)]:
        s = laid(turned(MIXED), jokers).state
        s.held[runner] = 30
        s = hand_played(s)
        # The only straight is column 0: rows get 30 twice, columns 45.
        assert s.chips[:5] == [60 + 60, 10 + 60, 20 + 60, 20 + 60, 60 + 60]
        assert s.chips[5:] == [30 + 90, 5 + 90, 35 + 90, 10 + 90, 5 + 90]
        assert s.held[runner] == 45
        assert s.held[1 - runner] == 0


def test_grid_18_a_copy_of_a_fading_joker_fades_with_it():
    s = laid(MIXED, ["Hall of Mirrors", "Melting Clock"]).state
    assert scored(s)[0] == (30, 400 * 4 * 4)
    s = hand_played(s)
    assert (s.held[:2], scored(s)[0]) == ([0, 350], (30, 400 * 350 // 100 * 350 // 100))


@pytest.mark.parametrize(
    ("jokers", "count"),
    [
        (["Hall of Mirrors", "Doorbell", "Greedy Joker"], 4),
        (["Doorbell", "Echo", "Greedy Joker"], 4),
        (["Doorbell", "Echo", "Hall of Mirrors", "Greedy Joker"], 8),
        (["Greedy Joker", "Doorbell", "Echo"], 6),
        (["Doorbell", "Hall of Mirrors", "Greedy Joker"], 6),
    ],
)
def test_grid_17_repeats_can_be_copied_too(jokers, count):
    # 2d 7d: one diamond for each, and one more for the first with each bell.
    assert row_0("2d 7d 9s Kh Ac", jokers) == row_0_with("2d 7d 9s Kh Ac", "Greedy Joker", count)


def test_grid_17_repeats_copies_and_order_together():
    # Clubs: Ac, 9c; the first is scored three times.  × 1.5 four times, then +4, or the other way.
    line = "Ac 9c 2d 7h Kh"
    bells = ["Hall of Mirrors", "Doorbell"]
    first = worked_out("High Card", [(Does(times=1.5), 4), (Does(mult=4), 1)])
    assert row_0(line, [*bells, "Clover Patch", "Joker"]) == first == (5, 505 + 400)
    last = worked_out("High Card", [(Does(mult=4), 1), (Does(times=1.5), 4)])
    assert row_0(line, [*bells, "Joker", "Clover Patch"]) == last == (5, 2530)


def test_grid_20_a_copied_power_over_hands_does_no_more():
    lines = list(BENT["Four Fingers"])
    copied = hands_of(lines, ["Hall of Mirrors", "Four Fingers"])
    assert copied == list(BENT["Four Fingers"].values())
    assert hands_of(lines, ["Four Fingers", "Echo"]) == copied


@pytest.mark.parametrize(
    ("jokers", "slots"),
    [
        ([], 2),
        (["Third Hand"], 3),
        (["Third Hand", "Third Hand"], 4),
        (["Hall of Mirrors", "Third Hand"], 3),
        (["Third Hand", "Echo", "Echo"], 3),
    ],
)
def test_grid_5_third_hand_gives_a_slot_and_a_copy_of_it_none(jokers, slots):
    match = laid(UNFROZEN, jokers)
    for cell in range(slots):
        match.play(f"f 1 {cell}")
    assert match.look("f 0 0")["reason"] == "no_slot"
    assert match.look("f 0 0")["message"] == (
        f"No more than {slots} cards can be frozen; unfreeze one first."
    )
    assert len(match.view()["frozen"]) == slots


def test_third_hand_opens_a_window_more():
    assert scored(laid(MIXED, ["Open Window", "Third Hand"]).state)[0] == (30, 400 + 400)
    assert scored(laid(UNFROZEN, ["Third Hand", "Open Window", "Third Hand"]).state)[0] == (
        30,
        400 + 4 * 400,
    )


def test_three_frozen_cards_count_three_times():
    match = laid(MIXED, ["Third Hand", "Cold Store", "Snow Globe"])
    match.play("f 4 0")
    chips, mult = zip(*scored(match.state), strict=True)
    assert chips[5] == 60 + 9
    assert mult[5] == 700 + 3 * 800


# -- powers: luck ---------------------------------------------------------------


def is_about(count, tries, chance):
    """Return whether so many of independent tries succeeded, within four deviations."""
    return abs(count - tries * chance) <= 4 * sqrt(tries * chance * (1 - chance))


@pytest.mark.parametrize("name", ODDS_OF)
@pytest.mark.parametrize("oops", range(4))
def test_grid_19_a_chance_is_doubled_by_each_oops_and_never_more_than_certain(name, oops):
    odds, certain = ODDS_OF[name]
    s = laid(MIXED, [name, *["Oops! All 6s"] * oops]).state
    tries = 60_000
    hits = rules.lucky(s, odds, tries)
    assert is_about(hits, tries, min(2**oops / odds, 1))
    assert (hits == tries) == (oops >= certain)


@pytest.mark.parametrize("odds", [2, 3, 4, 8])
def test_grid_19_every_try_is_by_itself(odds):
    """Two tries that share a random word succeed together as often as they should."""
    s = laid(MIXED, ["Loose Step"]).state
    hits = Counter(rules.lucky(s, odds, 2) for _ in range(8000))
    assert is_about(hits[2], 8000, 1 / odds**2)
    assert is_about(hits[0], 8000, (1 - 1 / odds) ** 2)


def test_grid_19_no_tries_draw_nothing():
    s = laid(MIXED, ["Loose Step"]).state
    assert rules.lucky(s, 2, 0) == 0
    assert rules.lucky(s, 1, 5) == 5
    assert s.drawn[1] == 0


def rolls(s, odds, tries):
    """Return how often chance was kind, by the book: digits of draws, the first digits first."""
    hits, most = 0, 1
    while odds ** (most + 1) <= 2**31:
        most += 1
    while tries:
        shared = min(most, tries)
        number = below(s, 1, odds**shared)
        digits = [number // odds**i % odds for i in range(shared)]
        hits += digits.count(0)
        tries -= shared
    return hits


@pytest.mark.parametrize("name", ODDS_OF)
@pytest.mark.parametrize("seed", range(8))
def test_grid_19_luck_is_tried_line_by_line_as_the_book_says(name, seed):
    odds, _ = ODDS_OF[name]
    rich = MIXED.replace("6d", "7d").replace("Kh", "7s")  # four sevens more
    s = laid(rich, ["Encore", name, "Hall of Mirrors", name], hands_left=0, seed=seed).state
    expected, luck = [[] for _ in range(10)], copy_state(s)
    for _ in range(3):
        for line, cards in enumerate(lines_of(rich)):
            sevens = sum(card[0] == "7" for card in cards)
            tries = {"Coin Slot": 10, "Lucky Sevens": 2 * sevens}.get(name, 1)
            expected[line].append((DOES[name], rolls(luck, odds, tries)))
    played = copy_state(s)
    rules.score_lines(played)
    for line, cards in enumerate(lines_of(rich)):
        assert (played.chips[line], played.mults[line]) == worked_out(
            slow_hand(cards), expected[line]
        )
    assert played.drawn == luck.drawn
    assert played.drawn[1] > 0


def test_grid_19_jokers_without_chance_roll_nothing():
    certain = [name for name in DOES if name not in ODDS_OF]
    for start in range(0, len(certain), 5):
        match = laid(MIXED, certain[start : start + 5])
        match.play("s")
        assert match.state.drawn[1] == 0


@pytest.mark.parametrize(
    "jokers",
    [
        ["Hall of Mirrors", OOPS, OOPS, "Trapdoor"],
        [OOPS, "Echo", "Echo", "Trapdoor"],
        [OOPS, "Trapdoor", OOPS, "Hall of Mirrors", OOPS],
    ],
)
def test_grid_19_an_oops_may_stand_anywhere_and_be_copied(jokers):
    found = scored(laid(MIXED, jokers).state)
    for line, cards in enumerate(lines_of(MIXED)):
        assert found[line] == worked_out(slow_hand(cards), [(Does(times=10), 1)])


def test_grid_19_each_line_has_its_own_luck():
    lucky = Counter()
    for seed in range(300):
        found = scored(laid(PACKED, ["Loose Step"], seed=seed).state)
        assert {mult for _, mult in found} <= {200, 1000}
        lucky.update(line for line in range(10) if found[line][1] == 1000)
        lucky[10] += found[0] == found[1]
    assert all(is_about(lucky[line], 300, 1 / 2) for line in range(11))


def test_grid_19_a_copy_tries_its_luck_for_itself():
    both = Counter()
    for seed in range(300):
        found = scored(laid(PACKED, ["Hall of Mirrors", "Loose Step"], seed=seed).state)
        both.update(mult for _, mult in found)
    assert is_about(both[200], 3000, 1 / 4)
    assert is_about(both[1000], 3000, 1 / 2)
    assert is_about(both[1800], 3000, 1 / 4)


# -- over time ------------------------------------------------------------------


def held(match):
    return [joker["held"] for joker in match.view()["jokers"]]


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("Candle", [9, 7.5, 6, 4.5, 3, 1.5, 0, 0, 0]),
        ("Melting Clock", [4, 3.5, 3, 2.5, 2, 1.5, 1, 1, 1]),
        ("Block of Ice", [50, 42, 34, 26, 18, 10, 2, 0, 0]),
        ("Scrapbook", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("Long Stay", [0, 1.25, 2.5, 3.75, 5, 6.25, 7.5, 8.75, 10]),
        ("Cold Store", [0, 6, 12, 18, 24, 30, 36, 42, 48]),
        ("Joker", [0] * 9),
    ],
)
def test_grid_18_what_a_joker_holds_from_hand_to_hand(name, holds):
    match = laid(MIXED, [name], hands_left=8)
    seen = [held(match)]
    for before, after in pairwise(holds):
        events = match.play("s")
        seen.append(held(match))
        changes = [event for event in events if event["event"] in ("grow", "fade")]
        expected = [(name, after)] if after != before else []
        assert [(event["name"], event["held"]) for event in changes] == expected
    assert seen == [[hold] for hold in holds]
    assert {type(hold) for (hold,) in seen if hold == int(hold)} == {int}


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("Candle", lambda hold: Does(mult=hold)),
        ("Melting Clock", lambda hold: Does(times=hold)),
        ("Block of Ice", lambda hold: Does(chips=hold)),
    ],
)
def test_a_fading_joker_gives_what_it_holds_before_it_fades(name, effect):
    match = laid(MIXED, [name], hands_left=9)
    for _ in range(9):
        (hold,) = held(match)
        for line in named(match.play("s"), "line"):
            chips, mult = worked_out(line["hand"], [(effect(hold), 1)])
            assert (line["chips"], 100 * line["mult"]) == (chips, mult)


def named(events, name):
    return [event for event in events if event["event"] == name]


@pytest.mark.parametrize("name", ["Runner", "Rain Barrel", "Portrait Gallery"])
@pytest.mark.parametrize("copy", [(), ("Echo",)])
def test_grid_18_a_joker_grows_by_the_lines_of_real_hands(name, copy):
    wanted = {
        "Runner": lambda line: 15 * (line["hand"] in ("Straight", "Straight Flush", "Royal Flush")),
        "Rain Barrel": lambda line: 20 * (len({card[1] for card in line["cards"]}) == 1),
        "Portrait Gallery": lambda line: (
            line["line"].startswith("row") * sum(card[0] in "JQK" for card in line["cards"])
        ),
    }[name]
    grown = 0
    for seed in range(12, 24):
        match = laid(MIXED, [name, *copy], hands_left=12, seed=seed)
        holds = 0
        for _ in range(12):
            told = match.play("s")
            board = "\n".join(map(" ".join, match.view()["board"]))
            grew = {event["line"]: event["held"] for event in named(told, "grow")}
            for line, cards in zip(named(told, "line"), lines_of(board), strict=True):
                gain = wanted(line | {"cards": cards})
                holds += gain
                assert (line["line"] in grew) == (gain > 0)
                assert grew.get(line["line"], holds) == holds
                gives = Does(mult=holds) if name == "Rain Barrel" else Does(chips=holds)
                steps = [(gives, 1)] * (1 + len(copy))
                chips, mult = worked_out(line["hand"], steps)
                assert (line["chips"], 100 * line["mult"]) == (chips, mult)
            assert held(match)[0] == holds
            assert held(match)[1:] == [0] * len(copy)
        grown += holds
    assert grown > 0


def test_grid_18_a_joker_takes_along_what_it_holds():
    match = laid(MIXED, ["Scrapbook", "Joker", "Candle"], hands_left=9)
    match.play("s")
    match.play("s")
    assert held(match) == [2, 0, 6]
    match.play("o 0 2")
    assert held(match) == [0, 6, 2]
    match.play("s")
    assert held(match) == [0, 4.5, 3]


@pytest.mark.parametrize(
    ("touches", "tells"),
    [
        (["f 0 0"], ["unfreeze", "reset"]),
        (["u"], ["unfreeze", "reset"]),
        (["f 0 0", "f 0 0"], ["freeze"]),  # there is nothing left to lose the second time
    ],
)
def test_long_stay_is_lost_when_the_freezes_are_touched(touches, tells):
    match = laid(MIXED, ["Joker", "Long Stay", "Scrapbook"], hands_left=9)
    match.play("s")
    match.play("s")
    assert held(match) == [0, 2.5, 2]
    for move in touches:
        events = match.play(move)
    assert [event["event"] for event in events] == tells
    assert held(match) == [0, 0, 2]
    for event in named(events, "reset"):
        assert (event["place"], event["name"], event["held"]) == (1, "Long Stay", 0)
        assert event["text"] == "Long Stay goes back to 0"
    match.play("s")
    assert held(match) == [0, 1.25, 3]


def test_long_stay_is_lost_by_a_new_freeze_and_not_by_a_new_order():
    match = laid(ONE_FROZEN, ["Joker", "Long Stay"], hands_left=9)
    match.play("s")
    match.play("o 0 1")
    assert held(match) == [1.25, 0]
    assert [event["event"] for event in match.play("f 4 4")] == ["freeze", "reset"]
    assert held(match) == [0, 0]


def test_long_stay_held_twice_is_lost_twice():
    match = laid(MIXED, ["Long Stay", "Long Stay"], hands_left=9)
    match.play("s")
    assert [event["place"] for event in named(match.play("u"), "reset")] == [0, 1]


# -- hundredths, and the end of mult --------------------------------------------


@pytest.mark.parametrize(
    ("cards", "jokers", "chips", "mult", "score"),
    [
        ("2c 7c 9c Kh Ad", ["Clover Patch"], 5, 3.37, 16),  # 1, 1.5, 2.25, 3.375
        ("5c 5d 5h 5s 7d", ["Matching Set"], 60, 37.5, 2250),  # 7, 12.25, 21.43(75), 37.50(25)
        ("2h 7d 9s Kh Ac", ["Red Carpet"], 5, 5.5, 27),  # 27.5
        ("5c 5d 7h 7s Kd", ["Matching Set", "Red Carpet"], 20, 8, 160),  # 3.5, and 3 × 1.5
    ],
)
def test_grid_14_mult_is_kept_in_hundredths(cards, jokers, chips, mult, score):
    scene, _ = line_scenes(cards, 0)
    line = laid(scene.picture, jokers).view()["lines"][2]
    assert (line["chips"], line["mult"], line["score"]) == (chips, mult, score)
    assert type(line["mult"]) is (int if mult == int(mult) else float)


def test_grid_14_mult_ends_at_a_thousand_million():
    clocks = [{"name": "Melting Clock", "held": 1000}] * 5
    found = scored(laid(MIXED, clocks).state)
    assert {mult for _, mult in found} == {100 * MOST_MULT}
    found = scored(laid(MIXED, [*clocks[:4], "Joker"]).state)
    assert {mult for _, mult in found} == {100 * MOST_MULT}
    found = scored(laid(MIXED, clocks[:2]).state)
    assert found[1] == (5, 100 * 1000 * 1000)
    line = laid(MIXED, clocks).view()["lines"][1]
    assert line["score"] == 5 * MOST_MULT


def test_grid_18_jokers_grow_only_by_what_growth_knows():
    grown_by = {joker.grows.kind for joker in ROSTER if joker.by}
    assert grown_by == {who.CONTAINS, who.EACH_CARD, who.FROZEN_KEPT, who.HAND}
