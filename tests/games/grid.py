"""What the shared tests know of Poker Grid: positions, refusals and stories."""

from typing import Any

from tests.games.grid_table import (
    BASES,
    CARD_TEXTS,
    GRID_TELLERS,
    JOKERS,
    LINE_NAMES,
    grid_cells,
    grid_invariants,
    grid_kept,
    grid_retold,
    held_by,
    plays_hand,
    swaps_like_jokers,
)
from tests.games.kit import Event, Kit, Placed, Refused, Setting, Story, View


def joker(name: str, held: float | None = None) -> dict[str, Any]:
    """Return a joker as a view has it; it holds what it starts with unless told otherwise."""
    starts = held_by(name, JOKERS[name].starts)
    return {"name": name, "text": JOKERS[name].text, "held": starts if held is None else held}


def jokers(*names: str) -> list[dict[str, Any]]:
    return [joker(name) for name in names]


def with_card(board: list[list[str]], row: int, column: int, card: Any) -> list[list[Any]]:
    changed: list[list[Any]] = [list(cards) for cards in board]
    changed[row][column] = card
    return changed


# Rows: a royal flush, five nines, a full house, a pair of aces, nothing; the columns make little.
BOARD = [
    row.split()
    for row in (
        "Th Jh Qh Kh Ah",
        "9c 9d 9h 9s 9c",
        "4d 4s 4c 7d 7h",
        "Ac 3s Ad 8c 5h",
        "2s 6d Jc Kd 8h",
    )
]
ROW_0 = [[0, column] for column in range(5)]
# No two cards of one rank but two twos, at opposite corners of a square.
LONE_PAIR = [
    row.split()
    for row in (
        "2c 3c 4c 5c 6c",
        "3d 2d 4d 5d 6d",
        "7c 8c 9c Tc Jc",
        "7d 8d 9d Td Jd",
        "Qc Kc Ac Qd Kd",
    )
]

# -- what is refused ----------------------------------------------------------

GRID_NO_MOVES = {
    None: "no_move",
    7: "no_move",
    1.5: "no_move",
    True: "no_move",
    b"s": "no_move",
    (0, 3): "no_move",
    "": "no_move",
    " \t\n": "no_move",
    "undo": "no_move",
    "hint": "no_move",
    "play": "no_move",
    "stop": "no_move",
    "s s": "no_move",
    "s\0": "no_move",
    "x" * 100_000: "no_move",
    "\ud800": "no_move",
    "\uff53": "no_move",  # a wide s
    "\u017f": "no_move",  # a long s
    "{}": "no_move",
    "1e9": "no_move",
    "0": "no_move",
    "0,3,": "no_move",
    "0,3 0,4": "no_move",
    "d x": "no_move",
    "d -1": "no_move",
    "d +1": "no_move",
    "d 10": "number_count",
    "d 1.0": "no_move",
    "d \u0661": "no_move",  # an Arabic one
    "draft 1": "no_move",
    "o0 1 x": "no_move",
    "01 o": "no_move",
    "o 0 -1": "no_move",
    "o 0 1\0": "no_move",
    "f": "no_cell",
    "f 0": "no_cell",
    "f 0 3 1": "no_cell",
    "f 0-3": "no_move",
    "f 0.3": "no_move",
    "f 5 0": "no_cell",
    "f 0 5": "no_cell",
    "f 0 -1": "no_move",
    "f 10 3": "no_cell",
    "f u": "no_move",
    "f f 0 3": "no_move",
    "f 0 \u0663": "no_move",  # an Arabic three
    "f 0\u20033": "no_move",  # a wide space
    "freeze 0 3": "no_move",
    "05": "no_cell",
    "5,0": "no_cell",
    "9 9": "no_cell",
    "u 0": "number_count",
    "u0": "number_count",
    "s 1": "number_count",
    "S1": "number_count",
    "d": "number_count",
    "d ,": "number_count",
    "d 0 1": "number_count",
    "o": "number_count",
    "o 1": "number_count",
    "o 0 1 2": "number_count",
    "o " + "1 " * 1000: "number_count",
    "d 3": "no_offer",
    "D9": "no_offer",
    "o 0 5": "no_joker",
    "o 5 0": "no_joker",
    "O 9,9": "no_joker",
}

TWO_JOKERS = jokers("Joker", "Greedy Joker")
OFFERED = jokers("Runner", "Candle", "Joker")

GRID_REFUSALS = (
    Refused("no_move", Placed({"board": BOARD}), None),
    Refused("no_cell", Placed({"board": BOARD}), "f 5 0"),
    Refused("number_count", Placed({"board": BOARD}), "s 1"),
    Refused("no_offer", Placed({"board": BOARD, "offers": OFFERED}), "d 3"),
    Refused("no_joker", Placed({"board": BOARD, "jokers": TWO_JOKERS}), "o 0 5"),
    Refused("no_joker", Placed({"board": BOARD, "jokers": TWO_JOKERS}), "o 0 2"),
    Refused("no_joker", Placed({"board": BOARD, "jokers": TWO_JOKERS}), "o 2 2"),
    Refused("no_joker", Placed({"board": BOARD, "jokers": jokers("Joker")}), "o 0 1"),
    Refused("no_joker", Placed({"board": BOARD, "jokers": []}), "o 0 0"),
    Refused("same_place", Placed({"board": BOARD, "jokers": TWO_JOKERS}), "o 1 1"),
    Refused("no_offer", Placed({"board": BOARD, "jokers": TWO_JOKERS}), "d 0"),
    Refused("no_slot", Placed({"board": BOARD, "frozen": [[0, 0], [4, 4]]}), "f 2 2"),
    Refused(
        "no_slot",
        Placed({"jokers": jokers("Third Hand"), "frozen": [[0, 0], [0, 1], [4, 4]]}),
        "f 2 2",
    ),
    Refused("none_frozen", Placed({"board": BOARD, "frozen": []}), "u"),
    *(
        Refused("drafting", Placed({"jokers": TWO_JOKERS, "offers": OFFERED}), move)
        for move in ("s", "u", "f 0 0", "o 0 1", "o 1 1")
    ),
    Refused("ended", Placed({"hands_left": 0}, outcome="lost"), "s"),
    Refused("ended", Placed({"score": 5000, "offers": OFFERED}, outcome="won"), "d 0"),
)

GRID_BAD_OPTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    *(
        ({name: value}, "unknown_option")
        for name, value in (
            ("level", 1),
            ("mode", "endless"),
            ("joker", "Joker"),
            ("offers", []),
            ("Jokers", []),
            ("", 0),
            ("\ud800", 1),
            ("x" * 1000, 10**5000),
        )
    ),
    *(
        ({name: value}, "bad_option")
        for name, value in (
            ("jokers", "Joker"),
            ("jokers", 1),
            ("jokers", {}),
            ("jokers", True),
            ("jokers", ["Nobody"]),
            ("jokers", [""]),
            ("jokers", [None]),
            ("jokers", [0]),
            ("jokers", [["Joker"]]),
            ("jokers", [{"name": "Joker"}]),
            ("jokers", ["Joker"] * 6),
            ("jokers", ["x" * 100_000]),
            ("jokers", [10**5000]),
            ("picks", -1),
            ("picks", 6),
            ("picks", 1.0),
            ("picks", True),
            ("picks", None),
            ("picks", "1"),
            ("picks", 10**5000),
            ("auto_freeze", 1),
            ("auto_freeze", None),
            ("auto_freeze", "no"),
            ("auto_freeze", []),
            ("bonuses", 1),
            ("bonuses", None),
            ("target", 0),
            ("target", 10**12 + 1),
            ("target", 5000.0),
            ("target", True),
        )
    ),
    ({"jokers": [], "picks": 1}, "bad_option"),
    ({"jokers": ["Joker"], "picks": 5}, "bad_option"),
)

GRID_BAD_POSITIONS: tuple[View, ...] = (
    {"cards": BOARD},
    {"deck": CARD_TEXTS},
    {"hands": []},
    {"picks": 1},
    {"auto_freeze": True},
    {"seed": 7},
    {"board": []},
    {"board": BOARD[1:]},
    {"board": [*BOARD, BOARD[0]]},
    {"board": [row[1:] for row in BOARD]},
    {"board": [*BOARD[:4], "2s 6d Jc Kd 8h"]},
    {"board": "Th" * 25},
    {"board": {}},
    {"board": 0},
    *({"board": with_card(BOARD, 2, 2, card)} for card in ("--", "**", "", "1c", "4", "44c")),
    *({"board": with_card(BOARD, 2, 2, card)} for card in (None, 4, True, ["4c"], {}, "x" * 10**5)),
    {"frozen": {}},
    {"frozen": 0},
    {"frozen": "0,0"},
    {"frozen": [0]},
    {"frozen": ["0,0"]},
    {"frozen": [[0]]},
    {"frozen": [[0, 0, 0]]},
    {"frozen": [[0, 5]]},
    {"frozen": [[5, 0]]},
    {"frozen": [[-1, 0]]},
    {"frozen": [[0, 1.0]]},
    {"frozen": [[0, True]]},
    {"frozen": [[0, "1"]]},
    {"frozen": [[0, None]]},
    {"frozen": [[0, 0], [0, 1], [0, 2]]},
    {"frozen": ROW_0, "jokers": jokers("Third Hand", "Third Hand")},
    {"frozen": [[0, 0], [0, 1], [0, 2]], "jokers": jokers("Hall of Mirrors", "Joker")},
    {"jokers": {}},
    {"jokers": "Joker"},
    {"jokers": 1},
    {"jokers": jokers(*["Joker"] * 6)},
    {"jokers": ["Nobody"]},
    {"jokers": [""]},
    {"jokers": [None]},
    {"jokers": [1]},
    {"jokers": [["Joker"]]},
    {"jokers": [{}]},
    {"jokers": [{"name": None}]},
    {"jokers": [{"held": 3}]},
    *({"jokers": [{"name": "Runner", "held": held}]} for held in (-1, 0.5, True, 10**9, 1e300)),
    *({"jokers": [{"name": "Runner", "held": held}]} for held in ("15", [], {}, [15])),
    *({"jokers": [{"name": "Candle", "held": held}]} for held in (-1, 0.001, False, 10**30)),
    *({"jokers": [{"name": "Melting Clock", "held": held}]} for held in (0.99, 0, -1, "2")),
    {"offers": {}},
    {"offers": 3},
    {"offers": jokers("Joker")},
    {"offers": jokers("Joker", "Runner")},
    {"offers": jokers("Joker", "Runner", "Joker")},
    {"offers": jokers("Joker", "Runner", "Candle", "Echo")},
    {"offers": ["Joker", "Runner", "Nobody"]},
    {"offers": ["Joker", "Runner", None]},
    {"offers": OFFERED, "jokers": jokers(*["Joker"] * 5)},
    *({"score": score} for score in (-1, 1.5, "1", True, 10**18 + 1, 10**5000, float("nan"))),
    *({"target": target} for target in (0, -1, 2.0, "9", True, 10**18 + 1, [])),
    *({"hands_left": left} for left in (-1, 1001, 7.0, "7", True, {}, 10**30)),
)

# -- where to go on from ------------------------------------------------------

GRID_POSITIONS = {
    "board": Placed({"board": BOARD}),
    "all": Placed(
        {
            "board": BOARD,
            "frozen": [[1, 1], [3, 2]],
            "jokers": [joker("Runner", 30), joker("Long Stay", 2.5), joker("Photograph")],
            "hands_left": 4,
            "score": 1234,
            "target": 9876,
        }
    ),
    "nothing frozen": Placed({"board": BOARD, "frozen": []}, {"auto_freeze": False}),
    "a lone pair": Placed({"board": LONE_PAIR, "frozen": [[0, 0], [1, 1]]}),
    "a whole row frozen": Placed(
        {
            "board": BOARD,
            "frozen": ROW_0,
            "jokers": jokers("Third Hand", "Scary Face", "Third Hand", "Third Hand", "Photograph"),
            "hands_left": 3,
        }
    ),
    "first pick": Placed({"offers": OFFERED}),
    "last pick": Placed(
        {"offers": OFFERED, "jokers": jokers("Joker", "Joker", "Runner", "Hall of Mirrors")}
    ),
    "last hand": Placed({"board": BOARD, "hands_left": 1, "jokers": jokers("Encore", "Joker")}),
    "nearly won": Placed({"score": 4999, "hands_left": 2}),
    "much is left": Placed({"hands_left": 50, "target": 10**15, "score": 0}),
    "growing": Placed(
        {
            "jokers": [joker("Runner", 45), joker("Rain Barrel", 40), joker("Scrapbook", 3)],
            "hands_left": 2,
        }
    ),
    "fading": Placed(
        {
            "jokers": [
                joker("Candle", 0.25),
                joker("Melting Clock", 1.01),
                *jokers("Block of Ice"),
            ],
            "hands_left": 5,
        }
    ),
    "lucky": Placed({"jokers": jokers("Loose Step", "Oops! All 6s", "Coin Slot"), "hands_left": 6}),
    "in a circle": Placed({"jokers": jokers("Hall of Mirrors", "Echo"), "hands_left": 6}),
    "copies": Placed(
        {
            "jokers": jokers("Hall of Mirrors", "Queue", "Echo", "Third Hand", "Hall of Mirrors"),
            "frozen": [[0, 0], [2, 2], [4, 4]],
        }
    ),
    "bent": Placed(
        {
            "jokers": jokers("Four Fingers", "Two-Tone", "Missing Stair", "Revolving Door"),
            "hands_left": 5,
        }
    ),
    "largest": Placed(
        {
            "jokers": [
                joker("Runner", 1000),
                joker("Rain Barrel", 10**5),
                *(joker("Melting Clock", 10**5) for _ in range(3)),
            ],
            "score": 10**14,
            "target": 10**15,
            "hands_left": 1000,
        }
    ),
}

GRID_ENDINGS = {
    "won": Placed({"board": BOARD, "score": 5000, "hands_left": 3}, outcome="won"),
    "won with the last hand": Placed({"score": 5001, "hands_left": 0}, outcome="won"),
    "lost": Placed({"board": BOARD, "score": 4999, "hands_left": 0}, outcome="lost"),
    "lost with jokers offered": Placed({"offers": OFFERED, "hands_left": 0}, outcome="lost"),
    "won by a low target": Placed({"score": 1, "target": 1}, outcome="won"),
}


# -- stories ------------------------------------------------------------------

EVENTS = tuple(GRID_TELLERS)


def but(*told: str) -> tuple[str, ...]:
    """Return every event but those that are told."""
    return tuple(event for event in EVENTS if event not in told)


def told_all(placed: Placed, move: str, *tells: Event) -> Story:
    """Return a story of which every event is listed."""
    return Story(placed, move, tells, but(*(event["event"] for event in tells)))


def cells(event: str, *named: tuple[int, int], board: list[list[str]] = BOARD) -> Event:
    return {
        "event": event,
        "cells": [[row, column] for row, column in named],
        "cards": [board[row][column] for row, column in named],
    }


def memory(event: str, place: int, name: str, held: float, **also: Any) -> Event:
    return {"event": event, "place": place, "name": name, "held": held} | also


def line(
    name: str, hand: str, *steps: tuple[int, str, int, float], score: int | None = None
) -> Event:
    """Tell how a line came to its score; each step a joker's place and name, chips and mult."""
    chips, mult = BASES[hand] if not steps else steps[-1][2:]
    points = int(chips * mult) if score is None else score
    return {
        "event": "line",
        "line": name,
        "hand": hand,
        "base_chips": BASES[hand][0],
        "base_mult": BASES[hand][1],
        "chips": chips,
        "mult": mult,
        "score": points,
        "gain": points,
        "jokers": [
            {"place": place, "name": joker, "chips": chips, "mult": mult}
            for place, joker, chips, mult in steps
        ],
    }


def frozen_row(row: str, told: Event, *pair: str, **also: Any) -> Story:
    """Freeze a whole row, which takes three jokers, and play the hand: its line is known."""
    board = [row.split(), *BOARD[1:]]
    held = [*jokers(*pair), *jokers("Third Hand", "Third Hand", "Third Hand")]
    drawn = {"event": "draw", "cells": [[r, c] for r in range(1, 5) for c in range(5)]}
    position = {"board": board, "frozen": ROW_0, "jokers": held, "target": 10**6} | also
    played = {"event": "play", "hands_left": position.get("hands_left", 7) - 1}
    others = tuple({"event": "line", "line": name} for name in LINE_NAMES[1:])
    quiet = ("freeze", "unfreeze", "reset", "take", "offer", "order", "end")
    return Story(Placed(position), "s", (played, drawn, told, *others), quiet)


LONG_STAY = JOKERS["Long Stay"]
CANDLE = JOKERS["Candle"]
SCRAPBOOK = JOKERS["Scrapbook"]
STAYING = [joker("Joker"), joker("Long Stay", 5), joker("Long Stay", 0)]
PLAYED, DREW = {"event": "play"}, {"event": "draw"}
TEN_LINES = tuple({"event": "line", "line": name} for name in LINE_NAMES)

GRID_STORIES = {
    "freeze": told_all(
        Placed({"board": BOARD, "frozen": [[2, 0]]}), "f 1 3", cells("freeze", (1, 3))
    ),
    "unfreeze": told_all(
        Placed({"board": BOARD, "frozen": [[1, 3], [2, 0]]}), "f 1 3", cells("unfreeze", (1, 3))
    ),
    "unfreeze all": told_all(
        Placed({"board": BOARD, "frozen": [[1, 3], [2, 0]]}),
        "u",
        cells("unfreeze", (1, 3), (2, 0)),
    ),
    "freeze that sets a joker back": told_all(
        Placed({"board": BOARD, "frozen": [], "jokers": STAYING}),
        "f 0 0",
        cells("freeze", (0, 0)),
        memory("reset", 1, "Long Stay", 0),
    ),
    "unfreeze that sets two jokers back": told_all(
        Placed({"board": BOARD, "frozen": [[0, 0], [4, 4]], "jokers": [*STAYING[:2], STAYING[1]]}),
        "u",
        cells("unfreeze", (0, 0), (4, 4)),
        memory("reset", 1, "Long Stay", 0),
        memory("reset", 2, "Long Stay", 0),
    ),
    "take": told_all(
        Placed({"offers": OFFERED, "jokers": TWO_JOKERS}),
        "d 1",
        {"event": "take", "offer": 1, "place": 2, "joker": joker("Candle")},
    ),
    "take and draw on": told_all(
        Placed({"offers": OFFERED}, {"picks": 2}),
        "d 0",
        {"event": "take", "offer": 0, "place": 0, "joker": joker("Runner")},
        {"event": "offer"},
    ),
    "order to the right": told_all(
        Placed({"jokers": [*STAYING, *TWO_JOKERS]}),
        "o 1 3",
        {"event": "order", "from": 1, "to": 3, "name": "Long Stay"},
    ),
    "order to the left": told_all(
        Placed({"jokers": TWO_JOKERS}),
        "o 1 0",
        {"event": "order", "from": 1, "to": 0, "name": "Greedy Joker"},
    ),
    "hand": Story(
        Placed({"board": BOARD, "frozen": [], "target": 10**6}),
        "s",
        (
            {"event": "play", "hands_left": 6},
            {"event": "draw", "cells": [[row, column] for row in range(5) for column in range(5)]},
            *TEN_LINES,
        ),
        but("play", "draw", "line"),
    ),
    "royal flush": frozen_row("Th Jh Qh Kh Ah", line("row 0", "Royal Flush")),
    "low straight": frozen_row("Ah 2d 3c 4s 5h", line("row 0", "Straight")),
    "five of one rank": frozen_row("9c 9d 9h 9s 9c", line("row 0", "Four of a Kind")),
    "mult twice": frozen_row(
        "2c 2d 5h 7s 9c",
        line("row 0", "One Pair", (0, "Joker", 10, 6), (1, "Jolly Joker", 10, 14)),
        "Joker",
        "Jolly Joker",
    ),
    "a joker that sees nothing": frozen_row(
        "2c 4c 5h 7s 9c", line("row 0", "High Card"), "Jolly Joker", "Photograph"
    ),
    "chips and mult card by card": frozen_row(
        "Jd Qd Kd 7s 7d",
        line("row 0", "One Pair", (0, "Scary Face", 100, 2), (1, "Greedy Joker", 100, 14)),
        "Scary Face",
        "Greedy Joker",
    ),
    "times after plus": frozen_row(
        "2c 3c 5h 7s Kd",
        line("row 0", "High Card", (0, "Joker", 5, 5), (1, "Photograph", 5, 10)),
        "Joker",
        "Photograph",
    ),
    "plus after times": frozen_row(
        "2c 3c 5h 7s Kd",
        line("row 0", "High Card", (0, "Photograph", 5, 2), (1, "Joker", 5, 6)),
        "Photograph",
        "Joker",
    ),
    "a copy": frozen_row(
        "2c 3c 5h 7s Kd",
        line("row 0", "High Card", (0, "Hall of Mirrors", 5, 5), (1, "Joker", 5, 9)),
        "Hall of Mirrors",
        "Joker",
    ),
    "four fingers": frozen_row(
        "2h 3h 4h 5h Kd",
        line("row 0", "Straight Flush", (1, "Joker", 80, 10)),
        "Four Fingers",
        "Joker",
    ),
    "straight that lets a joker grow first": frozen_row(
        "Ah 2d 3c 4s 5h", line("row 0", "Straight", (0, "Runner", 45, 4)), "Runner"
    ),
    "growth": Story(
        Placed({"jokers": [joker("Joker"), joker("Scrapbook", 2)], "target": 10**6}),
        "s",
        (
            PLAYED,
            DREW,
            *TEN_LINES,
            memory("grow", 1, "Scrapbook", 2 + SCRAPBOOK.by / 100, line="row 0"),
        ),
        but("play", "draw", "line", "grow"),
    ),
    "fading": Story(
        Placed({"jokers": jokers("Candle"), "target": 10**6}),
        "s",
        (
            PLAYED,
            DREW,
            *TEN_LINES,
            memory("fade", 0, "Candle", held_by("Candle", CANDLE.starts - CANDLE.fades)),
        ),
        but("play", "draw", "line", "fade"),
    ),
    "faded": Story(
        Placed({"jokers": [joker("Candle", 0), joker("Melting Clock", 1)], "target": 10**6}),
        "s",
        (PLAYED, DREW, *TEN_LINES),
        but("play", "draw", "line"),
    ),
    "fading to the least": Story(
        Placed({"jokers": [joker("Melting Clock", 1.01)], "target": 10**6}),
        "s",
        (PLAYED, memory("fade", 0, "Melting Clock", 1)),
        but("play", "draw", "line", "fade"),
    ),
    "won": Story(
        Placed({"score": 4999}),
        "s",
        (PLAYED, *TEN_LINES, {"event": "end", "outcome": "won"}),
        but("play", "draw", "line", "end"),
    ),
    "won with the last hand": Story(
        Placed({"score": 4999, "hands_left": 1}),
        "s",
        ({"event": "play", "hands_left": 0}, *TEN_LINES, {"event": "end", "outcome": "won"}),
    ),
    "lost": Story(
        Placed({"hands_left": 1, "target": 10**6}),
        "s",
        ({"event": "play", "hands_left": 0}, *TEN_LINES, {"event": "end", "outcome": "lost"}),
    ),
}


# -- looking ahead ------------------------------------------------------------

GRID_PREVIEWS = {
    "no jokers": Placed({"board": BOARD, "jokers": [], "frozen": [], "hands_left": 1}),
    "two kings": Placed(
        {
            "board": with_card(BOARD, 4, 0, "Ks"),
            "frozen": [[4, 0], [4, 3]],
            "jokers": [],
            "hands_left": 1,
        }
    ),
    "plain": Placed(
        {
            "board": BOARD,
            "frozen": [[0, 2], [0, 3]],
            "jokers": jokers("Joker", "Scary Face", "Photograph"),
            "score": 2600,
            "hands_left": 1,
        }
    ),
    "growing": Placed(
        {
            "board": BOARD,
            "frozen": [[3, 0], [3, 2]],
            "jokers": [joker("Runner", 30), *jokers("Portrait Gallery", "Scrapbook", "Candle")],
            "score": 3400,
            "hands_left": 2,
        }
    ),
    "lucky": Placed(
        {
            "board": BOARD,
            "frozen": [[1, 0], [1, 4]],
            "jokers": jokers("Loose Step", "Oops! All 6s", "Coin Slot"),
            "score": 3000,
            "hands_left": 1,
        }
    ),
    "bent and copied": Placed(
        {
            "board": BOARD,
            "frozen": [[0, 0], [0, 1]],
            "jokers": jokers("Hall of Mirrors", "Greedy Joker", "Four Fingers", "Echo"),
            "score": 1800,
            "hands_left": 2,
        }
    ),
}

FIVES = {
    "growing": ["Runner", "Portrait Gallery", "Long Stay", "Melting Clock", "Cold Store"],
    "lucky": ["Coin Slot", "Oops! All 6s", "Loose Step", "Third Hand", "Rabbit Hole"],
    "copying": ["Hall of Mirrors", "Photograph", "Scary Face", "Queue", "Echo"],
    "bending": ["Four Fingers", "Missing Stair", "Two-Tone", "Masquerade", "Doorbell"],
    "twice the same": ["Joker", "Joker", "Greedy Joker", "Freezer Burn", "Greedy Joker"],
}


def five(name: str, games: int, most_moves: int, searched: int, hurry: float = 0.4) -> Setting:
    """Return a setting with five jokers."""
    return Setting({"jokers": FIVES[name]}, games, most_moves, searched, hurry)


GRID_TABLE = ("board", "frozen", "jokers", "offers", "lines", "bonus")
GRID_COUNTS = ("hands_left", "score", "target", "outcome", "phase", "ending")

GRID = Kit(
    keys=frozenset({*GRID_TABLE, *GRID_COUNTS}),
    settings={
        "draft": Setting({}, games=200, most_moves=24, searched=3, hurry=0.4),
        "no jokers": Setting({"jokers": []}, games=130, most_moves=24, searched=4, hurry=0.3),
        "bonuses": Setting({"bonuses": True, "jokers": []}, games=20, most_moves=24, searched=0),
        "three picks": Setting({"picks": 3}, games=150, most_moves=24, searched=2, hurry=0.4),
        "growing": five("growing", games=100, most_moves=20, searched=2),
        "lucky": five("lucky", games=100, most_moves=20, searched=2),
        "copying": five("copying", games=70, most_moves=20, searched=2),
        "bending": five("bending", games=70, most_moves=20, searched=2),
        "twice the same": five("twice the same", games=60, most_moves=20, searched=1),
        "five picks": Setting(
            {"picks": 5, "auto_freeze": False}, games=100, most_moves=40, searched=2
        ),
    },
    invariants=grid_invariants,
    retold=grid_retold,
    event_names=frozenset(GRID_TELLERS),
    ordered_cells=grid_cells,
    positions=GRID_POSITIONS,
    endings=GRID_ENDINGS,
    no_moves=GRID_NO_MOVES,
    refusals=GRID_REFUSALS,
    bad_options=GRID_BAD_OPTIONS,
    bad_positions=GRID_BAD_POSITIONS,
    stories=GRID_STORIES,
    surprises=frozenset({"cards", "hand", "chips", "mult", "gain"}),
    lasting=Placed(
        {
            "jokers": jokers(
                "Runner", "Rain Barrel", "Coin Slot", "Hall of Mirrors", "Clover Patch"
            ),
            "hands_left": 1000,
            "target": 10**15,
        }
    ),
    lasts=100,
    puts_off=plays_hand,
    soon_over=Placed({"board": BOARD, "hands_left": 2, "jokers": TWO_JOKERS}),
    kept=grid_kept,
    idle=swaps_like_jokers,
    hastens=plays_hand,
    uncovers=plays_hand,
    promises=lambda text: text[0] in "fus",
    guesses=True,
    hints_end=7 + 5 + 3 * 7,
    previews=GRID_PREVIEWS,
    no_previews={
        "drafting": Placed({"offers": OFFERED}),
        "ended": Placed({"hands_left": 0}, outcome="lost"),
    },
)
