"""What the shared tests know of Poker Boom."""

from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from typing import Any

from tests.games.kit import Event, Kit, Placed, Refused, Setting, Story, View

ROWS, COLUMNS = 10, 5
RANKS, SUITS = "23456789TJQKA", "cdhs"
CARD_TEXTS = frozenset(rank + suit for rank in RANKS for suit in SUITS)
SIDE_LENGTHS = {"left": ROWS, "right": ROWS, "top": COLUMNS, "bottom": COLUMNS}

# Every row is a move, and every row is another hand.
HANDS = [
    "2c 4d 6h 8s Tc",  # 0 High Card
    "Th Jh Qh Kh Ah",  # 1 Royal Flush
    "5c 6c 7c 8c 9c",  # 2 Straight Flush
    "9d 9h 9s 9c 2d",  # 3 Four of a Kind
    "3c 3d 3h 7d 7h",  # 4 Full House
    "2s 5s 8s Js Ks",  # 5 Flush
    "4c 5d 6s 7s 8h",  # 6 Straight
    "Qc Qd Qs 2h 5h",  # 7 Three of a Kind
    "Jc Jd 4h 4s Kc",  # 8 Two Pair
    "Ac Ad 3s 6d Td",  # 9 One Pair
]
BOARD = [row.split() for row in HANDS]


def row_move(row: int) -> str:
    return " ".join(f"{row},{column}" for column in range(COLUMNS))


def row_cells(row: int) -> list[list[int]]:
    return [[row, column] for column in range(COLUMNS)]


def bomb(side: str, index: int, fuse: int) -> dict[str, Any]:
    return {"side": side, "index": index, "fuse": fuse}


def scorched(*cells: tuple[int, int], timer: int = 2) -> list[list[int]]:
    return [
        [timer if (row, column) in cells else 0 for column in range(COLUMNS)] for row in range(ROWS)
    ]


EVERYWHERE = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
THREE_BOMBS = [bomb("left", 4, 6), bomb("top", 2, 3), bomb("right", 9, 3)]


def boom_invariants(view: View, s: Any, before: View | None) -> None:
    boom_table_holds(view)
    boom_ends_hold(view)
    if before is not None:
        boom_step_holds(view, before)
    assert all(fuse > 0 for fuse in s.fuses[: s.bombs])
    assert not any(s.fuses[s.bombs :])
    assert not any(s.spots[s.bombs :])


def boom_table_holds(view: View) -> None:
    assert [len(row) for row in view["board"]] == [COLUMNS] * ROWS
    assert CARD_TEXTS.issuperset(chain(*view["board"])), "a full board has nothing to float over"
    assert [len(row) for row in view["scorch"]] == [COLUMNS] * ROWS
    longest = 3 if view["mode"] == "level" else 99
    assert set(range(longest + 1)).issuperset(chain(*view["scorch"]))
    spots = [(bomb["side"], bomb["index"]) for bomb in view["bombs"]]
    assert len(spots) <= 12
    assert len(set(spots)) == len(spots)
    assert all(0 <= index < SIDE_LENGTHS[side] for side, index in spots)
    assert all(bomb["fuse"] >= 1 for bomb in view["bombs"])
    assert view["combo"] >= 1
    in_clutch = any(bomb["fuse"] == 1 for bomb in view["bombs"])
    assert view["clutch"] == (125 if in_clutch else 100)


def boom_ends_hold(view: View) -> None:
    if view["mode"] == "endless":
        assert view["level"] is view["target"] is view["moves_left"] is None
        assert view["outcome"] in ("playing", "over")
    else:
        assert (view["outcome"] == "won") == (view["score"] >= view["target"])
        assert view["outcome"] != "over"
        assert view["moves_left"] > 0 or view["outcome"] in ("won", "lost")


def boom_step_holds(view: View, before: View) -> None:
    assert view["score"] > before["score"]
    assert view["combo"] in (1, before["combo"] + 1)
    if view["mode"] == "level":
        assert view["moves_left"] == before["moves_left"] - 1
    for key in ("mode", "level", "target"):
        assert view[key] == before[key]


def boom_cells(text: str) -> list[tuple[int, int]]:
    return [(int(cell[0]), int(cell[2])) for cell in text.split()]


def boom_retold(view: View, events: list[Event]) -> View:
    """Animate a move from its events alone: no rule of the game is known here."""
    table = deepcopy(view)
    if table["moves_left"] is not None:
        table["moves_left"] -= 1
    for event in events:
        BOOM_TELLERS[event["event"]](table, event)
    assert not any(None in row for row in table["board"])
    in_clutch = any(bomb["fuse"] == 1 for bomb in table["bombs"])
    return table | {"clutch": 125 if in_clutch else 100}


def tell_gain(table: View, event: Event) -> None:
    assert event["combo"] == table["combo"]
    table["score"] += event["gain"]
    table["combo"] += 1


def tell_pause(table: View, event: Event) -> None:
    assert set(event) == {"event", "text"}


def tell_fuse(table: View, event: Event) -> None:
    for told in event["bombs"]:
        (found,) = [bomb for bomb in table["bombs"] if is_at(bomb, told)]
        found["fuse"] += event["by"]
        assert found == told


def tell_leaving(table: View, event: Event) -> None:
    (found,) = [bomb for bomb in table["bombs"] if is_at(bomb, event)]
    table["bombs"].remove(found)


def tell_bomb(table: View, event: Event) -> None:
    assert not any(is_at(bomb, event) for bomb in table["bombs"])
    table["bombs"].append(bomb(event["side"], event["index"], event["fuse"]))


def is_at(standing: View, event: Event) -> bool:
    return (standing["side"], standing["index"]) == (event["side"], event["index"])


def tell_clear(table: View, event: Event) -> None:
    for row, column in event["cells"]:
        assert table["board"][row][column] is not None
        table["board"][row][column] = None


def tell_fall(table: View, event: Event) -> None:
    board = table["board"]
    for fall in event["falls"]:
        (row, column), (landing, same_column) = fall["from"], fall["to"]
        assert same_column == column
        assert landing > row
        assert board[landing][column] is None
        board[landing][column], board[row][column] = board[row][column], None
    for column in range(COLUMNS):
        empty = [board[row][column] is None for row in range(ROWS)]
        assert empty == sorted(empty, reverse=True), "a card floats over a gap"


def tell_spawn(table: View, event: Event) -> None:
    for new in event["cards"]:
        row, column = new["cell"]
        assert table["board"][row][column] is None
        table["board"][row][column] = new["card"]


def tell_cool(table: View, event: Event) -> None:
    for cooled in event["cells"]:
        row, column = cooled["cell"]
        table["scorch"][row][column] -= 1
        assert table["scorch"][row][column] == cooled["moves"]


def tell_scorch(table: View, event: Event) -> None:
    for row, column in event["cells"]:
        table["scorch"][row][column] = event["moves"]


def tell_shuffle(table: View, event: Event) -> None:
    assert sorted(map(tuple, event["from"])) == EVERYWHERE, "it is a permutation of the cells"
    cards = iter([table["board"][row][column] for row, column in event["from"]])
    table["board"] = [[next(cards) for _ in range(COLUMNS)] for _ in range(ROWS)]
    table["combo"] = 1


def tell_end(table: View, event: Event) -> None:
    assert event["score"] == table["score"]
    table |= {"outcome": event["outcome"], "phase": "over", "ending": event["why"]}


BOOM_TELLERS: dict[str, Callable[[View, Event], None]] = {
    "gain": tell_gain,
    "pause": tell_pause,
    "fuse": tell_fuse,
    "disarm": tell_leaving,
    "clear": tell_clear,
    "fall": tell_fall,
    "spawn": tell_spawn,
    "cool": tell_cool,
    "explode": tell_leaving,
    "scorch": tell_scorch,
    "shuffle": tell_shuffle,
    "bomb": tell_bomb,
    "end": tell_end,
}


BOOM_NO_MOVES = {
    None: "no_move",
    7: "no_move",
    1.5: "no_move",
    True: "no_move",
    b"0,0 0,1 0,2 0,3 0,4": "no_move",
    (0, 1, 2, 3, 4): "no_move",
    "": "not_five",
    " \t\n": "not_five",
    "0,0": "not_five",
    "0,0 0,1 0,2 0,3": "not_five",
    "0,0 0,1 0,2 0,3 0,4 1,4": "not_five",
    "0,0 0,1 0,2 0,3 0,0": "repeated",
    "0,0 0,1 0,2 0,3 03": "repeated",
    "0,0 0,1 0,2 0,3 2,4": "not_connected",
    "0,0 1,1 2,2 3,3 4,4": "not_connected",
    "0,4 1,0 1,1 1,2 0,3": "not_connected",
    "0,0 0,1 0,2 0,3 0,5": "no_cell",
    "0,0 0,1 0,2 0,3 10,0": "no_cell",
    "0,0 0,1 0,2 0,3 -1,0": "no_cell",
    "0,0 0,1 0,2 0,3 +0,4": "no_cell",
    "0,0 0,1 0,2 0,3 0.4": "no_cell",
    "0,0 0,1 0,2 0,3 0,4e0": "no_cell",
    "0,0,0,1,0,2,0,3,0,4": "no_cell",
    "0,0 0,1 0,2 0,3 0,\u0664": "no_cell",  # an Arabic four
    "0,0 0,1 0,2 0,3 0,\uff14": "no_cell",  # a wide four
    "0,0 0,1 0,2 0,3 0,\u2074": "no_cell",  # a raised four
    "0,0 0,1 0,2 0,3 0,4\0": "no_cell",
    "0,0 0,1 0,2 0,3 0,4\ud800": "no_cell",
    "a b c d e": "no_cell",
    "x" * 100_000: "no_cell",
    "0,0 " * 1000: "not_five",
    "undo": "no_cell",
    "{}": "no_cell",
}

BOOM_REFUSALS = (
    Refused("no_move", Placed({"board": BOARD}), None),
    Refused("no_cell", Placed({"board": BOARD}), "9,0 9,1 9,2 9,3 9,5"),
    Refused("not_five", Placed({"board": BOARD}), "9,0 9,1 9,2 9,3"),
    Refused("repeated", Placed({"board": BOARD}), "9,0 9,1 9,2 9,3 9,3"),
    Refused("not_connected", Placed({"board": BOARD}), "9,0 9,1 9,2 9,3 7,4"),
    Refused("high_card", Placed({"board": BOARD}), row_move(0)),
    Refused("scorched", Placed({"board": BOARD, "scorch": scorched((9, 4))}), row_move(9)),
    Refused("no_stroke", Placed({"board": BOARD}, {"shape": "path"}), "3,0 3,1 3,2 3,3 4,1"),
    Refused("ended", Placed({"board": BOARD, "moves_left": 0}, outcome="lost"), row_move(9)),
)

BOOM_BAD_OPTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    *(({"level": level}, "bad_option") for level in (0, 31, -1, 10**5000, True, 1.0, "1", [1])),
    *(({"mode": mode}, "bad_option") for mode in ("", "Level", "levels", None, 0, ["level"])),
    *(({"shape": shape}, "bad_option") for shape in ("", "line", None, 1, {})),
    ({"mode": "endless", "level": 3}, "bad_option"),
    ({"jokers": []}, "unknown_option"),
    ({"Level": 1}, "unknown_option"),
    ({"target": 1}, "unknown_option"),
    ({"\ud800": 1}, "unknown_option"),
)

BOOM_BAD_POSITIONS: tuple[View, ...] = (
    {"cards": BOARD},
    {"seed": 7},
    {"played": 3},
    {"board": BOARD[:9]},
    {"board": [row[:4] for row in BOARD]},
    {"board": "2c" * 50},
    {"board": [*BOARD[:9], ["2c", "2c", "2c", "2c", "--"]]},
    {"board": [*BOARD[:9], ["2c", "2c", "2c", "2c", "**"]]},
    {"board": [*BOARD[:9], ["2c", "2c", "2c", "2c", "1c"]]},
    {"board": [*BOARD[:9], ["2c", "2c", "2c", "2c", 2]]},
    {"board": [*BOARD[:9], ["2c", "2c", "2c", "2c", ["2c"]]]},
    {"scorch": 0},
    {"scorch": scorched((0, 0), timer=4)},
    {"scorch": scorched((0, 0), timer=-1)},
    {"scorch": scorched((0, 0), timer=True)},
    {"bombs": {}},
    {"bombs": [None]},
    {"bombs": [{"side": "left", "index": 0}]},
    {"bombs": [bomb("left", 0, 5) | {"power": 9}]},
    {"bombs": [bomb("front", 0, 5)]},
    {"bombs": [bomb([], 0, 5)]},  # type: ignore[arg-type]
    {"bombs": [bomb("left", 10, 5)]},
    {"bombs": [bomb("top", 5, 5)]},
    {"bombs": [bomb("top", -1, 5)]},
    {"bombs": [bomb("top", 0, 0)]},
    {"bombs": [bomb("top", 0, 10**30)]},
    {"bombs": [bomb("top", 0, 5), bomb("top", 0, 6)]},
    {"bombs": [bomb("left", i, 5) for i in range(10)] + [bomb("top", i, 5) for i in range(3)]},
    {"score": -1},
    {"score": 1.5},
    {"score": "1"},
    {"score": True},
    {"score": 10**5000},
    {"score": float("nan")},
    {"combo": 0},
    {"moves_left": -1},
    {"target": 0},
    {"target": []},
    {"mode": "endless", "target": 5},
    {"mode": "endless", "moves_left": 5},
    {"mode": "endless", "level": 5},
    {"mode": "hard"},
    {"level": 31},
    {"level": "one"},
)

BOOM_POSITIONS = {
    "hands": Placed({"board": BOARD}),
    "bombs": Placed({"board": BOARD, "bombs": THREE_BOMBS, "combo": 4, "score": 1234}),
    "clutch": Placed({"board": BOARD, "bombs": [bomb("bottom", 2, 1)], "combo": 3}),
    "scorch": Placed({"board": BOARD, "scorch": scorched((0, 0), (5, 2), timer=3)}),
    "endless": Placed({"board": BOARD, "mode": "endless", "bombs": THREE_BOMBS}),
    "level": Placed({"level": 30, "target": 10**6}),
    "path": Placed({"board": BOARD}, {"shape": "path"}),
    "last move": Placed({"board": BOARD, "moves_left": 1}),
    "largest": Placed(
        {
            "board": BOARD,
            "bombs": [bomb("left", 0, 99)],
            "score": 10**12,
            "combo": 10**8,
            "mode": "endless",
        }
    ),
}

BOOM_ENDINGS = {
    "target reached": Placed({"board": BOARD, "score": 500, "target": 500}, outcome="won"),
    "won on the last move": Placed(
        {"board": BOARD, "score": 500, "target": 500, "moves_left": 0}, outcome="won"
    ),
    "no moves left": Placed({"board": BOARD, "moves_left": 0}, outcome="lost"),
    "level locked": Placed({"board": BOARD, "scorch": scorched(*EVERYWHERE)}, outcome="lost"),
    "endless locked": Placed(
        {"board": BOARD, "scorch": scorched(*EVERYWHERE), "mode": "endless"}, outcome="over"
    ),
}


def hand_story(
    row: int, hand: str, base: int, *tells: Event, silent: tuple[str, ...] = ()
) -> Story:
    """Play a row beside three bombs, of fuse 6, 3 and 3, at combo 2."""
    gain = {"event": "gain", "hand": hand, "base": base, "combo": 2, "gain": 2 * base}
    clear = {"event": "clear", "cells": row_cells(row)}
    before = [event for event in tells if event.get("by") != -1]
    after = [event for event in tells if event.get("by") == -1]
    placed = Placed({"board": BOARD, "bombs": THREE_BOMBS, "combo": 2, "target": 10**6})
    return Story(placed, row_move(row), (gain, *before, clear, *after), silent)


def fuse(by: int, *bombs: dict[str, Any]) -> Event:
    return {"event": "fuse", "by": by, "bombs": list(bombs)}


def disarm(side: str, index: int) -> Event:
    return {"event": "disarm", "side": side, "index": index}


LEFT_4, TOP_2, RIGHT_9 = ("left", 4), ("top", 2), ("right", 9)
TICK = fuse(-1, bomb(*LEFT_4, 5), bomb(*TOP_2, 2), bomb(*RIGHT_9, 2))
CALM = ("disarm", "explode", "scorch", "shuffle", "cool", "bomb", "end")

BOOM_STORIES = {
    "pair": hand_story(9, "One Pair", 50, TICK, silent=(*CALM, "pause")),
    "two pair": hand_story(8, "Two Pair", 120, TICK, silent=(*CALM, "pause")),
    "three": hand_story(7, "Three of a Kind", 200, TICK, silent=(*CALM, "pause")),
    "straight": hand_story(6, "Straight", 300, {"event": "pause"}, silent=(*CALM, "fuse")),
    "flush": hand_story(
        5,
        "Flush",
        350,
        fuse(2, bomb(*TOP_2, 5)),
        fuse(-1, bomb(*LEFT_4, 5), bomb(*TOP_2, 4), bomb(*RIGHT_9, 2)),
        silent=(*CALM, "pause"),
    ),
    "full house": hand_story(
        4, "Full House", 600, disarm(*TOP_2), fuse(-1, bomb(*LEFT_4, 5), bomb(*RIGHT_9, 2))
    ),
    "four": hand_story(
        3,
        "Four of a Kind",
        900,
        disarm(*TOP_2),
        fuse(1, bomb(*LEFT_4, 7), bomb(*RIGHT_9, 4)),
        fuse(-1, bomb(*LEFT_4, 6), bomb(*RIGHT_9, 3)),
    ),
    "straight flush": hand_story(
        2, "Straight Flush", 1400, disarm(*TOP_2), disarm(*RIGHT_9), fuse(-1, bomb(*LEFT_4, 5))
    ),
    "royal flush": hand_story(
        1,
        "Royal Flush",
        2000,
        disarm(*TOP_2),
        disarm(*RIGHT_9),
        fuse(1, bomb(*LEFT_4, 7)),
        fuse(-1, bomb(*LEFT_4, 6)),
    ),
    "fall": Story(
        Placed({"board": BOARD}),
        "2,0 3,0 3,1 3,2 3,3",
        (
            {"event": "gain", "hand": "Four of a Kind", "combo": 1, "clutch": False, "gain": 900},
            {"event": "clear", "cells": [[2, 0], [3, 0], [3, 1], [3, 2], [3, 3]]},
            {
                "event": "fall",
                "falls": [
                    {"from": [row, column], "to": [row + gap, column]}
                    for column, gap in enumerate((2, 1, 1, 1))
                    for row in range(3 - gap, -1, -1)
                ],
            },
            {"event": "spawn"},
        ),
        silent=("fuse", "explode"),
    ),
    "clutch explosion": Story(
        Placed({"board": BOARD, "bombs": [bomb("bottom", 2, 1)], "combo": 3}),
        row_move(8),
        (
            {"event": "gain", "base": 120, "combo": 3, "clutch": True, "gain": 450},
            {"event": "clear", "cells": row_cells(8)},
            {"event": "fall"},
            {"event": "spawn"},
            {"event": "fuse", "by": -1, "bombs": [bomb("bottom", 2, 0)]},
            {"event": "explode", "side": "bottom", "index": 2},
            {"event": "scorch", "moves": 3},
            {"event": "shuffle"},
        ),
    ),
    "two explosions and one shuffle": Story(
        Placed({"board": BOARD, "bombs": [bomb("top", 0, 1), bomb("left", 3, 1)]}),
        row_move(9),
        (
            {"event": "gain", "base": 50, "combo": 1, "clutch": True, "gain": 62},
            {"event": "explode", "side": "top", "index": 0},
            {"event": "scorch", "moves": 3},
            {"event": "explode", "side": "left", "index": 3},
            {"event": "scorch", "moves": 3},
            {"event": "shuffle"},
        ),
    ),
    "cooling": Story(
        Placed({"board": BOARD, "scorch": scorched((0, 0), (5, 2), timer=1)}),
        row_move(9),
        (
            {"event": "spawn"},
            {
                "event": "cool",
                "cells": [{"cell": [0, 0], "moves": 0}, {"cell": [5, 2], "moves": 0}],
            },
        ),
    ),
    "won": Story(
        Placed({"board": BOARD, "target": 50, "moves_left": 1}),
        row_move(9),
        ({"event": "gain", "gain": 50}, {"event": "end", "outcome": "won", "score": 50}),
    ),
    "lost": Story(
        Placed({"board": BOARD, "target": 51, "moves_left": 1}),
        row_move(9),
        ({"event": "gain", "gain": 50}, {"event": "end", "outcome": "lost", "score": 50}),
    ),
}

BOOM_TABLE = ("board", "scorch", "bombs", "score", "combo", "clutch")
BOOM_COUNTS = ("moves_left", "target", "level", "mode", "outcome", "phase", "ending")

BOOM = Kit(
    keys=frozenset({*BOOM_TABLE, *BOOM_COUNTS}),
    settings={
        "level 1": Setting({"level": 1}, games=380, most_moves=12, searched=5),
        "level 15": Setting({"level": 15}, games=150, most_moves=16, searched=4),
        "level 30": Setting({"level": 30}, games=60, most_moves=21, searched=3),
        "endless": Setting({"mode": "endless"}, games=30, most_moves=40, searched=2),
        "path": Setting({"level": 1, "shape": "path"}, games=380, most_moves=12, searched=6),
    },
    invariants=boom_invariants,
    retold=boom_retold,
    event_names=frozenset(BOOM_TELLERS),
    ordered_cells=boom_cells,
    positions=BOOM_POSITIONS,
    endings=BOOM_ENDINGS,
    no_moves=BOOM_NO_MOVES,
    refusals=BOOM_REFUSALS,
    bad_options=BOOM_BAD_OPTIONS,
    bad_positions=BOOM_BAD_POSITIONS,
    stories=BOOM_STORIES,
    surprises=frozenset({"card"}),
    lasting=Placed({"mode": "endless"}),
    lasts=40,
    puts_off=lambda _: True,
    levels=30,
)
