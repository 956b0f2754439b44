"""Count moves two deep from many positions: the engines against slow, separate games.

The counts in ``perft/`` are those of `tests.naive`, `tests.naive_crush` and `tests.naive_grid`,
which share no code with the rules.  ``python -m tests.test_perft`` counts them anew and writes
them down.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cardhouse
from cardhouse.compiled import Compiled, as_record
from cardhouse.core.flat import copy_state
from cardhouse.games.boom.levels import LEVELS
from tests import naive, naive_crush, naive_grid

FOLDER = Path(__file__).parent / "perft"
PLACED_SEED = 7
CHUNKS = 10


class Line(NamedTuple):
    """A position, and how many moves and replies it should have, and perhaps points.

    A dealt one is a seed, how the game is played, and how many moves of it; a placed one a name.
    """

    game: str
    position: str
    legal: int = 0
    replies: int = 0
    points: int = 0

    @property
    def is_placed(self):
        return self.position.startswith("placed ")

    @property
    def name(self):
        return self.position.removeprefix("placed ")

    @property
    def seed(self):
        return PLACED_SEED if self.is_placed else int(self.position.split()[0])

    @property
    def how(self):
        return self.position.split()[1:-1]

    @property
    def played(self):
        """How many moves are played before counting."""
        return 0 if self.is_placed else int(self.position.split()[-1])

    @property
    def kit(self):
        return KITS[self.game]

    @property
    def placed(self):
        """What is laid over the deal."""
        return POSITIONS[self.game][self.name] if self.is_placed else self.kit.lays(*self.how)

    @property
    def options(self):
        return OPTIONS.get(self.name, {}) if self.is_placed else self.kit.options(*self.how)


class Kit(NamedTuple):
    """All that the counts must know of one game."""

    moves: Sequence[Any]
    """Every move, as the slow game has it, by its number."""
    begin: Callable[[Line], Any]
    """Deals the slow game."""
    options: Callable[..., dict[str, Any]]
    """Returns the options that stand in a dealt line."""
    step: int
    """How much farther the turn goes if a move is not legal."""
    replies: int
    """A position is counted until it has so many replies."""
    turn: Callable[[int, int], int] = lambda seed, played: 7919 * seed + 613 * played
    """Returns whose turn it is, from the seed and the number of moves played."""
    lays: Callable[..., dict[str, Any]] = lambda *_: {}
    """Returns what a dealt line lays over the deal."""
    points_by: int | None = None
    """The move that makes points: played after each reply, they are added up."""


def boom_options(mode, shape):
    level = {"level": int(mode.removeprefix("level-"))} if mode != "endless" else {}
    return {"mode": mode.partition("-")[0], "shape": shape} | level


def begin_boom(line):
    level = line.placed.get("level") or line.options.get("level", 1)
    if "endless" in (line.placed.get("mode"), line.options.get("mode")):
        level = None
    row = level and LEVELS[level - 1][1:]
    return naive.Boom(line.seed, level, row, path=line.options.get("shape") == "path")


def crush_options(player):
    return {}


def begin_crush(line):
    return naive_crush.Crush(line.seed)


UNREACHABLE = 10**12
PLAY = 26


def grid_options(freezing, target, jokers):
    """Return the options of a line: its jokers, with commas and without spaces, or its picks."""
    options = {"auto_freeze": freezing == "auto"}
    if jokers.startswith("picks-"):
        return options | {"picks": int(jokers.removeprefix("picks-"))}
    return options | {"jokers": jokers.replace("_", " ").split(",")}


def lay_grid(freezing, target, jokers):
    return {"target": UNREACHABLE} if target == "endless" else {}


def grid_turn(seed, played):
    return PLAY if played % 3 == 2 else 7919 * seed + 613 * played


def begin_grid(line):
    return naive_grid.Grid(line.seed, **line.options)


KITS = {
    "boom": Kit(naive.SELECTIONS, begin_boom, boom_options, step=1, replies=10_000),
    "crush": Kit(naive_crush.MOVES, begin_crush, crush_options, step=1009, replies=3_000),
    "grid": Kit(
        naive_grid.MOVES,
        begin_grid,
        grid_options,
        step=7,
        replies=150,
        turn=grid_turn,
        lays=lay_grid,
        points_by=PLAY,
    ),
}
every_game = pytest.mark.parametrize("game", KITS)


# -- the files ------------------------------------------------------------------


def texts_of(name):
    """The lines of a file that are neither empty nor a comment."""
    texts = (FOLDER / name).read_text().splitlines()
    return [text for text in texts if text[:1] not in ("", "#")]


def read_line(game, text):
    counts = 2 if KITS[game].points_by is None else 3
    position, *numbers = text.rsplit(maxsplit=counts)
    return Line(game, position, *map(int, numbers))


def read_walk(text):
    seed, *moves = map(int, text.split())
    return seed, moves


LINES = {game: [read_line(game, text) for text in texts_of(f"{game}.perft")] for game in KITS}
DEALT = {game: [line for line in LINES[game] if not line.is_placed] for game in KITS}
PLACED = [line for game in KITS for line in LINES[game] if line.is_placed]
WALKS = dict(map(read_walk, texts_of("crush.walks")))
"""Games of a keen player, by their seeds."""


# -- positions of Poker Boom that are tricky ------------------------------------

QUIET = """
    4c 9h Kc 8h 6c
    Td 5s Qd 2s Ad
    7s Jd 3s 4d 9s
    Kc 8h 6c Th 5c
    Qh 2c Ah 7c Jh
    3s 4d 9s Kd 8s
    6d Ts 5d Qs 2d
    Ah 7c Jh 3c 4h
    9c Kh 8c 6h Tc
    5d Qs 2d As 7d
"""
PAIR_BELOW = QUIET.replace("5d Qs 2d As 7d", "9c 9d 2h 5s Kc")
BURNT_BUT_THE_BOTTOM = "33333 " * 9 + "00000"
BURNT_BUT_TWO_ROWS = "33333 " * 8 + "00000 00000"
ONE_SUIT = "2h 4h 6h 8h Th  Jh 3h 5h 7h 9h  Kh Ah Qh 2h 3h  4h 5h 6h 7h 8h  9h Th Jh Qh Kh " * 2
LADDERS = "".join(
    f"{naive.RANKS[(row + column) % 13]}{'cdhs'[(row * 3 + column) % 4]} "
    for row in range(10)
    for column in range(5)
)
PLUS = "33333 33033 30003 33033 " + "33333 " * 6
RING_OF_FUSES = [(side, at, 1) for side in ("left", "right") for at in (0, 4, 9)] + [
    (side, at, 1) for side in ("top", "bottom") for at in (0, 2, 4)
]


def boom_rows(text):
    """Return the rows of a grid drawn with or without spaces."""
    items = (
        text.split() if len(text.split()) == 50 else [int(sign) for sign in "".join(text.split())]
    )
    return [items[start : start + 5] for start in range(0, 50, 5)]


def laid(board=None, scorch=None, bombs=(), **more):
    """Return a position; its boards are drawn, its bombs are (side, index, fuse)."""
    position = {"target": 10**6} | more if more.get("mode") != "endless" else more
    position |= {"bombs": [{"side": side, "index": at, "fuse": fuse} for side, at, fuse in bombs]}
    drawn = {"board": board, "scorch": scorch}
    return position | {name: boom_rows(text) for name, text in drawn.items() if text}


BOOM_POSITIONS = {
    "no-hand-anywhere": laid(QUIET),
    "one-pair-below": laid(PAIR_BELOW),
    "one-legal-move": laid(PAIR_BELOW, BURNT_BUT_THE_BOTTOM),
    "one-legal-move-and-cooling": laid(PAIR_BELOW, "11111 " * 9 + "00000"),
    "none-left-scorched": laid(PAIR_BELOW, "33333 " * 10),
    "chequered-scorch": laid("Kc " * 50, "30303 03030 " * 5),
    "two-free-columns": laid("Kc Kd Kh 2s 3c " * 10, "30033 " * 10),
    "striped-timers": laid("Kc 2d 7h Ks 3c " * 10, "00000 11111 00000 22222 00000 " * 2),
    "all-one-suit": laid(ONE_SUIT, bombs=[("left", 3, 2), ("top", 1, 2), ("right", 8, 1)]),
    "all-one-rank": laid("7c 7d 7h 7s 7c " * 10, bombs=[("left", 3, 4), ("top", 1, 2)]),
    "all-one-card": laid("As " * 50),
    "ladders": laid(LADDERS, bombs=[("bottom", 4, 1), ("top", 0, 1)]),
    "wheels": laid("Ac 2d 3h 4s 5c Kd Qh Js Tc 9d " * 5, bombs=[("left", 0, 1)]),
    "fuse-one-on-all-sides": laid(bombs=RING_OF_FUSES),
    "twelve-bombs": laid(bombs=[(side, at, at + 2) for side, at, _ in RING_OF_FUSES], level=30),
    "endless-under-fire": laid(bombs=RING_OF_FUSES[:5], mode="endless", combo=9),
    "path-shape": laid(bombs=[("left", 5, 1)]),
    "plus-without-a-fork-allowed": laid("Kc " * 50, PLUS),
    "plus": laid("Kc " * 50, PLUS),
    "last-move": laid("Kc Kd 2h 3s 4c " * 10, BURNT_BUT_TWO_ROWS, moves_left=1),
    "one-point-short": laid(PAIR_BELOW, score=999, target=1000),
    "won-already": laid(score=1000, target=1000),
    "no-moves-left": laid(moves_left=0),
}
OPTIONS = {
    "path-shape": {"shape": "path"},
    "plus-without-a-fork-allowed": {"shape": "path"},
    "freezes-by-hand": {"auto_freeze": False},
    "two-jokers-and-three-to-come": {"picks": 5},
}


# -- positions of Solitaire Crush that are tricky -------------------------------

QUIET_ROWS = """
    4c 9h Kc 8h 6c Jd 3s
    Td 5s Qd 7s Ad 9c Kh
    7s Jd 3s 4d 9s 6h Tc
    Kc 8h 6c Th 5c As Qd
    Qh 7c Ah 3c Jh 4d 8s
    3s Kd 9s Jc 8s Td 5h
    6d Ts 5d Qs 7d Kc 9h
"""
SLOTTED = QUIET_ROWS.replace("4c 9h Kc 8h", "4c 9h -- 8h")
TWO_SLOTS = QUIET_ROWS.replace("4c 9h", "-- 9h").replace("Td 5s Qd", "-- 5s Qd")
WITH_A_RUN = QUIET_ROWS.replace("6d Ts 5d Qs", "6d 7d 8d Qs")
LATTICE = "".join(f"{naive.RANKS[row + column]}h " for row in range(7) for column in range(7))
FALLING = " ".join(reversed(LATTICE.split()))
STAIRS = """
    -- -- -- -- -- -- Ac
    -- -- -- -- -- 3c 2c
    -- -- -- -- 5d 4c 3c
    -- -- -- 8d 6d 5d 4c
    -- -- 9d ** 7d 6d 2c
    -- Ts 9s 8s 7s 2s 5c
"""
COMB = "5h -- 9c -- 2s -- Kd " * 7
FROM_ACE_TO_KING = """
    Kh Ah 2h 3h Ah Kh Qh
    Qs Ks As Qs Js As 2s
    Ad Ad Ad 2d 3d Kd Ad
    Kc Ac ** Qc Kc ** Ac
"""
NATURAL_AND_WILD = """
    Ah 2h 3h 4h 2c 6h 7h
    As 2s 2d 4s 5s 6s 7s
    3c 4c 2c 2c 3d 4d 2d
    5d 4d 3d 2d 2h 2s 3s
    2h 2h 2h 4h 3h 2h 2h
"""
WILD_ROWS = """
    2h ** 2h 3h ** 5h **
    ** 4h 5h 2c 7h 2d 9h
    2s 2c ** 2d 2h 3h 4h
    Th ** Qh Kh 2c Kh **
"""
CANASTRAS = """
    Ah 2h 3h 4h 5h 6h 7h
    As Ks Qs Js Ts 9s 8s
    8d 9d Td ** Qd Kd Ad
    2c 4c 5c 6c 7c 8c 9c
    3h 4h 5h 6h 7h 8h 2h
"""
TWO_SUITS = "3h 4s 5h 6s 7h 8s 9h 3s 4h 5s 6h 7s 8h 9s " * 2
NEAR_MISSES = """
    5h 6h 8h 9h 9h Th Qh
    5h 6h 5h 4h 6h 7h 6h
    3s 5s 2h 2c 8s 9s **
    7d 6c 5d 4d 2d 4d 5d
"""
THREE_CLEARS = """
    3h 4h 5h Kc 7s 8s 9s
    9d Jc Kd Qc Ts 4c 6d
    5c 6c 7c Jc 8c 2h Qd
"""


def lower_rows(items):
    """Return the seven rows of a grid whose last rows are given, the others empty."""
    items = ["--"] * (49 - len(items)) + items
    return [items[start : start + 7] for start in range(0, 49, 7)]


def stood(board, tag="", **more):
    """Return a position: the lowest rows of its board, a tag for every card, and the rest."""
    rows = lower_rows(board.split())
    tags = [[tag if card != "--" else "" for card in row] for row in rows]
    return {"board": rows, "tags": tags} | more


NO_FREES = {"free_swaps": 0, "free_bombs": 0}
CRUSH_POSITIONS = {
    "one-card": stood("-- -- -- 7h -- -- --"),
    "one-card-in-the-corner": stood("7h -- -- -- -- -- --", **NO_FREES),
    "one-bomb-alone": stood("-- -- -- -- -- -- **", "bomb", **NO_FREES),
    "one-swapper-alone": stood("** -- -- -- -- -- --", "swapper", free_bombs=0),
    "one-high-column": stood("-- 5h -- -- -- -- -- " * 7, "swapper"),
    "comb": stood(COMB),
    "stairs": stood(STAIRS, "swapper", free_swaps=1),
    "full-grid": stood(QUIET_ROWS),
    "full-grid-without-frees": stood(QUIET_ROWS, **NO_FREES),
    "full-grid-of-bombs": stood(QUIET_ROWS, "bomb", **NO_FREES),
    "full-grid-of-swappers": stood(QUIET_ROWS, "swapper", **NO_FREES),
    "full-grid-with-a-run": stood(WITH_A_RUN, chain=4, **NO_FREES),
    "full-grid-and-over": stood(QUIET_ROWS, outcome="over"),
    "one-slot-left": stood(SLOTTED, free_swaps=0),
    "two-slots-in-a-column": stood(TWO_SLOTS, **NO_FREES),
    "all-bombs": stood(WILD_ROWS, "bomb"),
    "all-swappers": stood(NEAR_MISSES, "swapper", **NO_FREES),
    "every-run-is-a-sequence": stood(LATTICE),
    "every-run-falls": stood(FALLING, **NO_FREES),
    "lattice-of-three-rows": stood(" ".join(LATTICE.split()[:21]), **NO_FREES),
    "all-jokers": stood("** " * 21),
    "all-twos-of-a-suit": stood("2h " * 21),
    "all-one-card": stood("9c " * 28, **NO_FREES),
    "wild-cards-galore": stood(WILD_ROWS, **NO_FREES),
    "natural-and-wild-twos": stood(NATURAL_AND_WILD, **NO_FREES),
    "aces": stood(FROM_ACE_TO_KING, **NO_FREES),
    "canastras": stood(CANASTRAS, chain=2, base=30, **NO_FREES),
    "two-suits": stood(TWO_SUITS, free_swaps=0),
    "near-misses": stood(NEAR_MISSES, free_swaps=0, free_bombs=1),
    "three-clears-in-a-chain": stood(THREE_CLEARS, chain=9, score=10**6, base=99, **NO_FREES),
    "no-frees": NO_FREES,
    "one-free-swap": {"free_swaps": 1, "free_bombs": 0},
    "plenty-of-frees": {"free_swaps": 10**6, "free_bombs": 10**6},
    "no-card-to-come": {"deck_left": 0} | NO_FREES,
    "one-card-to-come": {"deck_left": 1} | NO_FREES,
    "one-slot-and-no-card-to-come": stood(SLOTTED, deck_left=0, **NO_FREES),
}


# -- positions of Poker Grid that are tricky ------------------------------------

SCATTERED = """
    Ac 9h Kd 8h 6c
    Td 5s Qd 2s Jd
    7s Jc 3s 4d 9s
    Kc 8d 6h Th 5c
    Qh 2c Ah 7c 3h
"""
ACES_APART = SCATTERED.replace("Kd", "2d").replace("Kc", "2h")
ACES_IN_LINE = SCATTERED.replace("Ah", "Qs").replace("6c", "Ad").replace("3h", "As")
ONE_RANK = "7c 7d 7h 7s 7c " * 5
ONE_COLOUR = "2h 9d Jh 4d 6h " * 5
CHEQUERED = "2h 9c Jd 4s 6h 3s Qd 8c Th 5c " * 2 + "Ah 7s 2d Kc 9h"
LADDER = "".join(
    f"{naive.RANKS[row + column]}{'cdhs'[(row - column) % 4]} " for row, column in naive_grid.CELLS
)
SUITED_LADDER = "".join(f"{naive.RANKS[row + column + 4]}h " for row, column in naive_grid.CELLS)
ROYALS = "".join(
    f"{'TJQKA'[(row + column) % 5]}{'dh'[row % 2]} " for row, column in naive_grid.CELLS
)
ROUND_THE_CORNER = "".join(
    f"{naive.RANKS[(row + column + 9) % 13]}{'cdhs'[(row - column) % 4]} "
    for row, column in naive_grid.CELLS
)
STAIRS_MISSING = """
    2c 3d 5h 6s 7c
    3h 4s 6c 7d 8h
    5c 7h 8s 9d Td
    Ah 3s 4d 5c 6h
    9h Ts Qc Kd Ac
"""
FOUR_OF_FIVE = """
    2c 3c 4c 5c Kd
    9h 5s 6d 7c 8h
    Qs Qs 3s 4s Jd
    Ad Kh Qd Jc 2d
    Ts Js Qs Ks Ah
"""
FULL_HOUSES = """
    Kc Kd Kh 4s 4c
    Kh 4d 4h 4s Kc
    9c 9d 2h 2s 9h
    4c 9d 2h 2s 4d
    4h Kd 9h 9s 4s
"""
FACES = "Jc Qd Kh Js Qc Kd Jh Qs Kc Jd Qh Ks Jc 2d Kh Js Qc Kd Ah Qs Kc Jd Qh Ks Jc"
SYMMETRIC = """
    Ac 2d 3h 2s Ad
    2h 5c 9d 5h 2c
    3s 9c Kd 9s 3d
    2d 5d 9h 5s 2h
    As 2c 3c 2h Ah
"""


def on_grid(board=None, *jokers, **more):
    """Return a position: its board drawn, its jokers by name, or a name and what it holds."""
    held = [one if isinstance(one, str) else {"name": one[0], "held": one[1]} for one in jokers]
    items = board.split() if board else []
    rows = [items[start : start + 5] for start in range(0, 25, 5)]
    return ({"board": rows} if board else {}) | {"jokers": held} | more


AFTER_A_HAND = {"hands_left": 6, "target": UNREACHABLE}
LAST_HAND = {"hands_left": 1, "target": UNREACHABLE}
GRID_POSITIONS = {
    "aces-in-no-line": on_grid(ACES_APART),
    "three-aces-two-in-a-line": on_grid(ACES_IN_LINE),
    "all-one-card": on_grid("As " * 25, "Only Child", "Penthouse", "Variety Show", **AFTER_A_HAND),
    "all-one-rank": on_grid(ONE_RANK, "Four Walls", "Tripod", "Matching Set", **AFTER_A_HAND),
    "all-one-colour": on_grid(ONE_COLOUR, "Black Tie", "Two-Tone", "Wash Day", **AFTER_A_HAND),
    "chequered": on_grid(CHEQUERED, "Chessboard", "There and Back", "Red Carpet", **AFTER_A_HAND),
    "ladders": on_grid(LADDER, "Clothesline", "Staircase", "Spice Rack", **AFTER_A_HAND),
    "suited-ladders": on_grid(SUITED_LADDER, "Clothesline", "Wash Day", "Hearth", **AFTER_A_HAND),
    "royals": on_grid(ROYALS, "Kite String", "Royal Visit", "House of Kings", **AFTER_A_HAND),
    "royals-in-two-suits": on_grid(ROYALS, "Two-Tone", "Upstairs", **AFTER_A_HAND),
    "royals-of-four": on_grid(ROYALS, "Four Fingers", "Revolving Door", **AFTER_A_HAND),
    "round-the-corner": on_grid(ROUND_THE_CORNER, "Revolving Door", "Clothesline", **AFTER_A_HAND),
    "not-round-the-corner": on_grid(ROUND_THE_CORNER, "Clothesline", **AFTER_A_HAND),
    "stairs-missing": on_grid(STAIRS_MISSING, "Missing Stair", "Clothesline", **AFTER_A_HAND),
    "four-of-five": on_grid(FOUR_OF_FIVE, "Four Fingers", "Clothesline", **AFTER_A_HAND),
    "four-of-five-and-a-gap": on_grid(
        FOUR_OF_FIVE, "Four Fingers", "Missing Stair", "Wash Day", **AFTER_A_HAND
    ),
    "everything-bent": on_grid(
        STAIRS_MISSING,
        "Two-Tone",
        "Four Fingers",
        "Missing Stair",
        "Revolving Door",
        **AFTER_A_HAND,
    ),
    "full-houses": on_grid(FULL_HOUSES, "Full Table", "Double Shelf", "Twin Beds", **AFTER_A_HAND),
    "packed": on_grid(FULL_HOUSES, "Packed House", "Full Pews", "Crossroads", **AFTER_A_HAND),
    "all-faces-but-two": on_grid(
        FACES, "Scary Face", "Photograph", "Plain Clothes", "Cornerstone", **AFTER_A_HAND
    ),
    "masks-on": on_grid(
        SCATTERED, "Plain Clothes", "Masquerade", "Photograph", "Scary Face", **AFTER_A_HAND
    ),
    "mirrored": on_grid(SYMMETRIC, "Fold", "Butterfly", "Bookends", "Tightrope", **AFTER_A_HAND),
    "each-card-thrice": on_grid(
        SCATTERED, "Encore", "Doorbell", "Freezer Burn", "Clover Patch", "Coin Slot", **LAST_HAND
    ),
    "the-last-dance": on_grid(None, "Last Dance", "Encore", "Coal Cellar", **LAST_HAND),
    "copies-of-copies": on_grid(
        SCATTERED, "Hall of Mirrors", "Hall of Mirrors", "Queue", "Echo", "Echo", **AFTER_A_HAND
    ),
    "copies-in-a-circle": on_grid(
        SCATTERED, "Hall of Mirrors", "Echo", "Joker", "Hall of Mirrors", **AFTER_A_HAND
    ),
    "copies-of-powers": on_grid(
        None, "Oops! All 6s", "Echo", "Coin Slot", "Hall of Mirrors", "Lucky Sevens"
    ),
    "copies-that-grow": on_grid(None, "Portrait Gallery", "Echo", "Hall of Mirrors", "Scrapbook"),
    "jokers-that-grew": on_grid(
        LADDER, ("Runner", 30), ("Scrapbook", 1), ("Long Stay", 1.25), **AFTER_A_HAND
    ),
    "jokers-that-fade": on_grid(
        None, ("Candle", 1), ("Melting Clock", 1.25), ("Block of Ice", 3), "Echo", **AFTER_A_HAND
    ),
    "the-same-joker-five-times": on_grid(None, *["Photograph"] * 5),
    "mult-at-its-most": on_grid(
        ONE_RANK, *[("Melting Clock", 10**5)] * 2, ("Rain Barrel", 10**5), **AFTER_A_HAND
    ),
    "three-frozen": on_grid(
        None, "Third Hand", "Open Window", "Snow Globe", frozen=[[0, 0], [2, 2], [4, 4]]
    ),
    "third-hand-copied": on_grid(
        None, "Third Hand", "Third Hand", "Echo", "Open Window", frozen=[[0, 1], [2, 3], [4, 0]]
    ),
    "nothing-frozen": on_grid(None, "Cold Store", "Ice Bridge", "Open Water", frozen=[]),
    "freezes-by-hand": on_grid(SCATTERED, "Open Window"),
    "drafting": on_grid(None, offers=["Joker", "Echo", "Third Hand"]),
    "four-jokers-and-one-to-come": on_grid(
        None, *["Echo"] * 4, offers=["Joker", "Candle", "Melting Clock"]
    ),
    "two-jokers-and-three-to-come": on_grid(
        None, "Joker", "Echo", offers=["Runner", "Fold", "Queue"]
    ),
    "one-point-short": on_grid(None, score=4999),
    "won-already": on_grid(None, "Joker", score=5000),
    "no-hands-left": on_grid(None, "Joker", hands_left=0),
    "a-thousand-hands": on_grid(None, "Scrapbook", "Candle", hands_left=1000, target=UNREACHABLE),
}
POSITIONS = {"boom": BOOM_POSITIONS, "crush": CRUSH_POSITIONS, "grid": GRID_POSITIONS}


# -- three ways to play the same game -------------------------------------------


def match_at(line):
    """Begin a match as people play it."""
    if line.placed:
        return cardhouse.place(line.game, line.placed, seed=line.seed, **line.options)
    return cardhouse.new(line.game, seed=line.seed, **line.options)


class Naive:
    """The slow, separate game."""

    def __init__(self, game):
        self.moves = KITS[game].moves
        self.numbers = {move: number for number, move in enumerate(self.moves)}

    def start(self, line):
        game = line.kit.begin(line)
        if line.placed:
            game.place(line.placed)
        return game

    def is_legal(self, game, move):
        return game.can_play(self.moves[move])

    def legal(self, game):
        return [self.numbers[move] for move in game.moves()]

    def after(self, game, move):
        game = game.copy()
        game.play(self.moves[move])
        return game

    def view(self, game):
        return game.view()

    def score(self, game):
        return game.score


class Interpreted:
    """The rules, as people play them."""

    def __init__(self, game):
        self.rules = cardhouse.GAMES[game].rules
        self.view = cardhouse.GAMES[game].view.view

    def start(self, line):
        return match_at(line).state

    def is_legal(self, s, move):
        return self.rules.is_legal(s, move)

    def legal(self, s):
        marks = [0] * self.rules.MOVES
        self.rules.mark_legal(s, marks, [0] * self.rules.ROOM)
        return [move for move, mark in enumerate(marks) if mark]

    def after(self, s, move):
        s = copy_state(s)
        self.rules.apply(s, move)
        return s

    def score(self, s):
        return s.score


class Machine:
    """The rules, compiled; they check their bounds."""

    def __init__(self, game):
        self.compiled = Compiled(cardhouse.GAMES[game], boundscheck=True)
        self.asked, self.mask = None, None

    def start(self, line):
        if line.placed:
            states = self.compiled.blank(1)
            states[0] = as_record(match_at(line).state)
            return states
        return self.compiled.deal([line.seed], **line.options)

    def is_legal(self, states, move):
        if states is not self.asked:
            self.asked, self.mask = states, self.compiled.masks(states)[0]
        return bool(self.mask[move])

    def legal(self, states):
        return self.compiled.masks(states)[0].nonzero()[0].tolist()

    def after(self, states, move):
        states = states.copy()
        assert self.compiled.step(states, [move])[0] >= 0
        return states

    def score(self, states):
        return int(states[0].score)


naive_engine, interpreted, machine = cache(Naive), cache(Interpreted), cache(Machine)


# -- counting -------------------------------------------------------------------


def by_turns(line, played):
    """Every move, from one that the seed and the number of moves played choose, step by step."""
    count = len(line.kit.moves)
    first = line.kit.turn(line.seed, played)
    return ((first + line.kit.step * i) % count for i in range(count))


def next_move(engine, s, line, played):
    """Return the first legal move by turns, or the keen player's; None if there is none."""
    keen = "keen" in line.how
    turns = WALKS[line.seed][played : played + 1] if keen else by_turns(line, played)
    return next((move for move in turns if engine.is_legal(s, move)), None)


def reached(engine, line):
    """Play the moves before the count."""
    s = engine.start(line)
    for played in range(line.played):
        move = next_move(engine, s, line, played)
        if move is None:
            break
        s = engine.after(s, move)
    return s


def counted(engine, line):
    """Return how many moves are legal, the replies to the first of them by turns, and points."""
    s = reached(engine, line)
    legal = set(engine.legal(s))
    replies, points = 0, 0 if line.kit.points_by is None else engine.score(s)
    for move in by_turns(line, line.played):
        if move in legal and replies < line.kit.replies:
            after = engine.after(s, move)
            replies += len(engine.legal(after))
            points += points_of(engine, after, line.kit.points_by)
    return line._replace(legal=len(legal), replies=replies, points=points)


def points_of(engine, s, move):
    """Return the score after a move, if it is legal; 0 where no points are counted."""
    if move is None:
        return 0
    return engine.score(engine.after(s, move) if engine.is_legal(s, move) else s)


@every_game
def test_a_thousand_positions_are_dealt_and_every_tricky_one_is_there(game):
    dealt = DEALT[game]
    assert len({line.position for line in dealt}) == len(dealt) == 1000
    assert [line.name for line in PLACED if line.game == game] == list(POSITIONS[game])


def test_the_slow_boom_knows_the_same_moves_by_the_same_numbers():
    texts = [" ".join(f"{row},{column}" for row, column in cells) for cells in naive.SELECTIONS]
    assert texts_by_number("boom") == texts


def test_the_slow_crush_knows_the_same_moves_by_the_same_numbers():
    assert texts_by_number("crush") == naive_crush.MOVES


def test_the_slow_grid_knows_the_same_moves_by_the_same_numbers():
    assert texts_by_number("grid") == naive_grid.MOVES


def texts_by_number(name):
    game = cardhouse.GAMES[name]
    return [game.notation.move_text(move) for move in range(game.rules.MOVES)]


@every_game
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_interpreted_the_counts_hold(game, chunk):
    for line in LINES[game][chunk::CHUNKS]:
        assert counted(interpreted(game), line) == line


@every_game
def test_compiled_the_counts_hold(game):
    for line in LINES[game]:
        assert counted(machine(game), line) == line


@pytest.mark.parametrize("line", PLACED, ids=lambda line: f"{line.game} {line.name}")
def test_the_slow_game_counts_the_tricky_positions_so(line):
    assert counted(naive_engine(line.game), line) == line


@every_game
def test_the_slow_game_counts_a_sample_so(game):
    for line in DEALT[game][:: len(DEALT[game]) // 25]:
        assert counted(naive_engine(game), line) == line


@pytest.mark.soak
@every_game
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_slow_game_counts_all_of_them_so(game, chunk):
    for line in LINES[game][chunk::CHUNKS]:
        assert counted(naive_engine(game), line) == line


# -- a keen player --------------------------------------------------------------

CARDS_AFTER_THE_DEAL = 108 - 3 * 7


def walked(seed, most=999):
    """Return the moves of a keen player of Solitaire Crush, from the deal to the end."""
    line = Line("crush", f"{seed} keen 0")
    game, moves = line.kit.begin(line), []
    while not game.is_over and len(moves) < most:
        turns = [line.kit.moves[move] for move in by_turns(line, len(moves))]
        move = naive_crush.keen_move(game, turns)
        moves.append(line.kit.moves.index(move))
        game.play(move)
    return moves


def test_a_keen_player_lasts_into_the_second_deck_twenty_times():
    assert len(WALKS) == 20
    assert all(len(moves) > CARDS_AFTER_THE_DEAL for moves in WALKS.values())
    assert {line.seed for line in DEALT["crush"] if "keen" in line.how} == set(WALKS)


@pytest.mark.parametrize("seed", WALKS)
def test_the_keen_player_begins_so(seed):
    assert walked(seed, most=5) == WALKS[seed][:5]


@pytest.mark.soak
@pytest.mark.parametrize("seed", WALKS)
def test_the_keen_player_plays_so_to_the_end(seed):
    assert walked(seed) == WALKS[seed]


# -- move by move ---------------------------------------------------------------

MOST_MOVES = 150


@pytest.mark.parametrize("line", PLACED, ids=lambda line: f"{line.game} {line.name}")
def test_a_tricky_position_looks_the_same_after_any_move(line):
    slow, engine = naive_engine(line.game), interpreted(line.game)
    game, s = slow.start(line), engine.start(line)
    assert engine.view(s) == slow.view(game)
    legal = set(slow.legal(game))
    moves = [move for move in by_turns(line, 0) if move in legal]
    for move in moves[:MOST_MOVES]:
        assert engine.view(engine.after(s, move)) == slow.view(slow.after(game, move))


def whole_round(line):
    """Return the position of a dealt line of Poker Grid, played to its end."""
    return " ".join([str(line.seed), *line.how, "36"])


BOOM_GAMES = [f"{seed} level-{level} any 30" for seed, level in enumerate(range(1, 31, 3), 2001)]
BOOM_GAMES += [f"{seed} level-30 path 30" for seed in range(3001, 3005)]
BOOM_GAMES += [f"{seed} endless any 60" for seed in range(4001, 4007)]
CRUSH_GAMES = [f"{seed} any 99" for seed in range(2001, 2101)]
CRUSH_GAMES += [f"{seed} keen {len(moves)}" for seed, moves in WALKS.items()]
GRID_GAMES = [whole_round(line) for line in DEALT["grid"][:216] + DEALT["grid"][720::10]]
TOGETHER = [
    "Four_Fingers,Packed_House,Two-Tone,Echo,Full_Pews",
    "Portrait_Gallery,Doorbell,Freezer_Burn,Encore,Masquerade",
    "Coin_Slot,Oops!_All_6s,Doorbell,Encore,Lucky_Sevens",
    "Four_Fingers,Missing_Stair,Revolving_Door,Two-Tone,Runner",
    "Rain_Barrel,Hall_of_Mirrors,Clothesline,Revolving_Door,Missing_Stair",
    "Masquerade,Cornerstone,Kite_String,Royal_Visit,Photograph",
]
"""Jokers that meet too seldom by chance."""
GRID_GAMES += [f"{seed} auto endless {five} 36" for five in TOGETHER for seed in range(5001, 5006)]
WHOLE_GAMES = [Line("boom", position) for position in BOOM_GAMES]
WHOLE_GAMES += [Line("crush", position) for position in CRUSH_GAMES]
WHOLE_GAMES += [Line("grid", position) for position in GRID_GAMES]


@pytest.mark.parametrize("line", WHOLE_GAMES, ids=lambda line: f"{line.game} {line.position}")
def test_a_whole_game_looks_the_same_after_every_move(line):
    play_side_by_side(line)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_dealt_round_of_grid_looks_the_same_after_every_move(chunk):
    for line in DEALT["grid"][chunk::CHUNKS]:
        play_side_by_side(line._replace(position=whole_round(line)))


def play_side_by_side(line):
    """Play a game on both engines, and compare all that is seen after every move."""
    engine = naive_engine(line.game)
    slow, match = engine.start(line), match_at(line)
    assert match.view() == slow.view()
    for played in range(line.played):
        move = next_move(engine, slow, line, played)
        if move is None:
            break
        match.play(match.game.notation.move_text(move))
        slow = engine.after(slow, move)
        assert match.view() == slow.view()


def shown_by(game):
    """Return the names of all events of the whole games, and their outcomes."""
    events, outcomes = set(), set()
    for line in WHOLE_GAMES:
        if line.game == game:
            match = match_at(line)
            for played in range(line.played):
                move = next_move(interpreted(game), match.state, line, played)
                if move is None:
                    break
                told = match.play(match.game.notation.move_text(move))
                events |= {event["event"] for event in told}
            outcomes.add(match.outcome)
    return events, outcomes


def test_the_whole_games_of_boom_have_explosions_and_every_outcome_of_a_level():
    events, outcomes = shown_by("boom")
    assert {"explode", "shuffle", "bomb", "disarm", "pause"} <= events
    assert {"lost", "playing"} <= outcomes


def test_the_whole_games_of_crush_have_every_event_and_all_end():
    events, outcomes = shown_by("crush")
    moves = {"slide", "swap", "untag", "clear", "bomb", "chain"}
    assert events == moves | {"fall", "deck", "drop", "end"}
    assert outcomes == {"over"}


def test_the_whole_games_of_grid_have_every_event_and_every_end():
    events, outcomes = shown_by("grid")
    moves = {"freeze", "unfreeze", "reset", "take", "offer", "order", "play"}
    assert events == moves | {"draw", "line", "grow", "fade", "end"}
    assert outcomes == {"won", "lost"}


def test_the_slow_grid_knows_every_joker():
    known = [*naive_grid.EACH_CARD, *naive_grid.LINE_BY_LINE, *naive_grid.EVERY_LINE]
    known += [*naive_grid.GROWTH, *naive_grid.QUIET, "Queue"]
    assert sorted(known) == sorted(naive_grid.NAMES)


def test_every_joker_is_in_a_dozen_whole_games_of_grid_and_does_something():
    held, seen = Counter(), set()
    for line in WHOLE_GAMES:
        if line.game == "grid":
            match = match_at(line)
            held.update(line.options.get("jokers", []))
            for played in range(line.played):
                move = next_move(interpreted("grid"), match.state, line, played)
                if move is None:
                    break
                match.play(match.game.notation.move_text(move))
                for shown in match.view()["lines"]:
                    seen |= {step["name"] for step in shown["jokers"]}
    assert min(held[name] for name in naive_grid.NAMES) >= 12
    quiet = set(naive_grid.QUIET) - {"Hall of Mirrors", "Echo"}
    assert seen == set(naive_grid.NAMES) - quiet


# -- writing --------------------------------------------------------------------


def rewrite(name, written):
    """Write every line of a file anew, as *written* makes it; comments stay."""
    texts = (FOLDER / name).read_text().splitlines()
    texts = [written(text) if text[:1] not in ("", "#") else text for text in texts]
    (FOLDER / name).write_text("\n".join(texts) + "\n")


def counted_text(game, text):
    line = counted(naive_engine(game), read_line(game, text))
    points = "" if line.kit.points_by is None else f" {line.points}"
    return f"{line.position} {line.legal} {line.replies}{points}"


def walk_text(text):
    seed, _ = read_walk(text)
    WALKS[seed] = walked(seed)
    return " ".join(map(str, [seed, *WALKS[seed]]))


def write_counts():
    """Let the slow games play and count every line, and write it down."""
    rewrite("crush.walks", walk_text)
    for game in KITS:
        rewrite(f"{game}.perft", partial(counted_text, game))


if __name__ == "__main__":
    write_counts()
