"""Positions of every game that are tricky to count."""

from tests import naive, naive_grid

UNREACHABLE = 10**12


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
