"""What every joker of Poker Grid should do, and how often, on which lines and grids."""

from typing import NamedTuple

from cardhouse.core.poker import HAND_NAMES
from tests.rules.grid_kit import (
    AROUND,
    MIXED,
    ONE_FROZEN,
    PACKED,
    SYMMETRIC,
    UNFROZEN,
    Does,
    laid,
    rows_of,
    scored,
    slow_hand,
    turned,
    worked_out,
)

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


# -- powers: scored once more ---------------------------------------------------


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
