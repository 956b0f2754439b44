"""A grid of Poker Grid for tests: drawn and scored, and hands read slowly."""

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

import cardhouse
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import rules
from cardhouse.games.grid.jokers import ROSTER

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


def held(match):
    return [joker["held"] for joker in match.view()["jokers"]]


def named(events, name):
    return [event for event in events if event["event"] == name]


# -- grids ---------------------------------------------------------------------

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
# What stands around a line.
AROUND = """
    Jc 4d 9h 2s 6d
    3h Tc Kd 8s 5c
    Qs 6h Ad 3c 9d
    7d 2c 4s Jh Ks
    Th 8c 5s Qd 4h
"""

EVERY_JOKER = [joker.name for joker in ROSTER[1:]]
