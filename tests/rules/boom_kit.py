"""A table of Poker Boom for tests: hands laid on a quiet board, and one move by many seeds."""

import re
from functools import cache
from itertools import chain

import numpy as np
import pytest

import cardhouse
from cardhouse import IllegalMove
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import as_record, keys_of

# No five connected cards of this board make a hand.
QUIET = [
    "4c 9h Kc 8h 6c",
    "Td 5s Qd 2s Ad",
    "7s Jd 3s 4d 9s",
    "Kc 8h 6c Th 5c",
    "Qh 2c Ah 7c Jh",
    "3s 4d 9s Kd 8s",
    "6d Ts 5d Qs 2d",
    "Ah 7c Jh 3c 4h",
    "9c Kh 8c 6h Tc",
    "5d Qs 2d As 7d",
]

HANDS = {
    "One Pair": "9c 9d 2h 5s Kc",
    "Two Pair": "9c 9d 2h 2s Kc",
    "Three of a Kind": "9c 9d 9h 5s Kc",
    "Straight": "5c 6d 7h 8s 9c",
    "Flush": "2h 5h 9h Jh Kh",
    "Full House": "9c 9d 9h Ks Kc",
    "Four of a Kind": "9c 9d 9h 9s Kc",
    "Straight Flush": "5h 6h 7h 8h 9h",
    "Royal Flush": "Th Jh Qh Kh Ah",
}

BOTTOM_ROW = "9,0 9,1 9,2 9,3 9,4"
FAR_TARGET = 10**6

TWELVE = "left 0 fuse 50, left 1 fuse 50, left 2 fuse 50, left 3 fuse 50, " + (
    "right 0 fuse 50, right 1 fuse 50, right 2 fuse 50, right 3 fuse 50, "
    "top 0 fuse 50, top 1 fuse 50, bottom 0 fuse 50, bottom 1 fuse 50"
)


# -- laying a table, playing on it, reading it ----------------------------------


def board(rows):
    """Return the quiet board with some rows drawn again; ``..`` keeps the quiet card."""
    cards = [row.split() for row in QUIET]
    for row, drawn in rows.items():
        for column, card in enumerate(drawn.split()):
            cards[row][column] = cards[row][column] if card == ".." else card
    return cards


def bombs(text):
    """Read ``left 3 fuse 2, top 1 fuse 5``."""
    found = re.findall(r"(\w+) (\d+) fuse (\d+)", text)
    return [{"side": side, "index": int(at), "fuse": int(fuse)} for side, at, fuse in found]


def standing(match):
    """Write the bombs as `bombs` reads them."""
    return ", ".join(
        f"{bomb['side']} {bomb['index']} fuse {bomb['fuse']}" for bomb in match.view()["bombs"]
    )


def scorched(cells):
    """Return a scorch grid from cells and timers."""
    return [[cells.get((row, column), 0) for column in range(5)] for row in range(10)]


def laid(hand="One Pair", rows=None, standing="", seed=7, shape="any", **position):
    """Lay a hand in the bottom row of a quiet board, with bombs around it."""
    drawn = {9: HANDS.get(hand, hand)} | (rows or {})
    position = {"board": board(drawn), "bombs": bombs(standing)} | position
    if position.get("mode") != "endless":
        position = {"target": FAR_TARGET} | position
    return cardhouse.place("boom", position, seed=seed, shape=shape)


def played(*args, move=BOTTOM_ROW, **kwargs):
    """Lay a hand, play it, and return the match and the events."""
    match = laid(*args, **kwargs)
    return match, match.play(move)


def named(events, name):
    return [event for event in events if event["event"] == name]


def refused(match, move):
    """Return the reason for which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.reason


def play_pair(match):
    """Play the first move that makes one pair, which touches no fuse; return the events."""
    pair = next(move for move in match.moves() if match.look(move)["message"][:8] == "One Pair")
    return match.play(pair)


def flat(grid):
    return list(chain(*grid))


# -- counting over many seeds ---------------------------------------------------


@cache
def compiled():
    return Compiled(cardhouse.GAMES["boom"])


def after_many(match, move=BOTTOM_ROW, seeds=3000):
    """Play one move of one table with the luck of many seeds; return the states."""
    states = np.repeat(np.array([as_record(match.state)]), seeds).view(np.recarray)
    states["key"], states["drawn"], states["blocks"] = keys_of(range(seeds)), 0, 0
    number = match.parse(move)
    assert (compiled().step(states, [number] * seeds) > 0).all()
    return states


# -- explosions -----------------------------------------------------------------

SPOTS = [(side, at) for side in ("left", "right") for at in range(10)]
SPOTS += [(side, at) for side in ("top", "bottom") for at in range(5)]


# -- how bombs come -------------------------------------------------------------


def arrivals(match, moves):
    """Play so many pairs and return the numbers of the moves in which a bomb came."""
    return [move for move in range(1, moves + 1) if named(play_pair(match), "bomb")]
