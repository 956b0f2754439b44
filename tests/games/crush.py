"""What the shared tests know of Solitaire Crush: positions, refusals and stories."""

from typing import Any

from tests.games.crush_table import (
    CELLS,
    COLUMNS,
    CRUSH_TELLERS,
    DECK_CARDS,
    EMPTY_ROW,
    ROWS,
    crush_cells,
    crush_invariants,
    crush_retold,
    makes_room,
)
from tests.games.kit import Event, Kit, Placed, Refused, Setting, Story, View


def grid(*rows: str) -> list[list[str]]:
    """Return a grid by its lowest rows; those above are empty."""
    return [*[EMPTY_ROW] * (ROWS - len(rows)), *(row.split() for row in rows)]


# A clean canastra at the bottom, three hearts, five hearts of which a 2 is wild, and a column
# of spades below a queen.
BOARD = grid(
    "Kh -- -- -- -- -- Qh",
    "9c Qd -- -- -- -- 4s",
    "3h 4h 5h Jc 8d 2c 5s",
    "Ah 2h 3h 2s 5h 9d 6s",
    "5c 6c 7c 8c 9c Tc Jc",
)
HEIGHTS = [5, 4, 3, 3, 3, 3, 5]

# No two cards of a suit stand side by side but in the last row.
FULL = grid(
    "3c 6d 9h Qs 2c 5d 8h",
    "8d Jh As 4c 7d Th Ks",
    "Kh 3s 6c 9d Qh ** 5c",
    "5s 8c Jd Ah 4s 7c Td",
    "Tc Kd 3h 6s 9c Qd 2h",
    "2d 5h 8s Jc Ad 4h 7s",
    "5c 6c 7c 8c 9c Tc Jc",
)

# One column stands high above its neighbours.
TOWER = grid(
    "-- -- -- Qc -- -- --",
    "-- -- -- 9d -- -- --",
    "-- -- -- 4h -- -- --",
    "-- -- -- Ts -- -- --",
    "-- -- -- 7c -- -- --",
    "3d 8h Jc 5d Ks 6c Ah",
)

# Every flaw that a run can have, from the left of a row.
FLAWED = grid(
    "4c ** 5c -- -- -- --",
    "5c 5c 6c -- -- -- --",
    "5c 7c 8c -- -- -- --",
    "5c 6c 5c -- -- -- --",
    "Kc Ac 2c -- -- -- --",
    "3c 2d ** 4h 5h 6d Tc",
)


def tagged(**cells: list[tuple[int, int]]) -> list[list[str]]:
    """Return the tags of a grid: of each tag, the cells it is on."""
    tags = [[""] * COLUMNS for _ in range(ROWS)]
    for tag, places in cells.items():
        for row, column in places:
            tags[row][column] = tag
    return tags


def with_row(board: list[list[str]], row: int, cards: str) -> list[list[str]]:
    return [*board[:row], cards.split(), *board[row + 1 :]]


def with_card(board: list[list[str]], row: int, column: int, card: Any) -> list[list[Any]]:
    changed: list[list[Any]] = [list(cards) for cards in board]
    changed[row][column] = card
    return changed


NEARLY_FULL = with_row(FULL, 0, "-- -- 9h Qs 2c 5d 8h")
TAGS = tagged(swapper=[(3, 1), (5, 0)], bomb=[(4, 3), (6, 2)])
FULL_TAGS = tagged(swapper=[(0, 0), (4, 3)], bomb=[(3, 3)])


# -- what is refused ----------------------------------------------------------

CRUSH_NO_MOVES = {
    None: "no_move",
    7: "no_move",
    1.5: "no_move",
    True: "no_move",
    b"slide 6,0 6,1": "no_move",
    (0, 1): "no_move",
    "undo": "no_move",
    "slides 6,0 6,1": "no_move",
    "slide6,0 6,1": "no_move",
    "slide, 6,0 6,1": "no_move",
    "s 6,0 6,1": "unclear",  # a slide or a swap
    "S": "unclear",
    "b 6,0": "unclear",  # a bomb or a blast
    "bl 6,0 6,1\0": "no_cell",
    "ｓlide 6,0 6,1": "no_move",  # noqa: RUF001 (a wide s)
    "\u0131 6,0 6,1": "no_move",  # a dotless i
    "x" * 100_000: "no_move",
    "": "cell_count",
    " \t\n": "cell_count",
    "slide": "cell_count",
    "slide 6,0": "cell_count",
    "slide 6,0 6,1 6,2": "cell_count",
    "clear 6,0": "cell_count",
    "clear 6,0 6,1 6,3": "cell_count",
    "clear 6,0 6,1 6,2 6,1": "cell_count",
    "use": "cell_count",
    "use 6,0": "cell_count",
    "swap 6,0 6,1 6,2 6,3": "cell_count",
    "bomb": "cell_count",
    "bomb 6,0 6,1": "cell_count",
    "blast 6,0 6,0": "cell_count",
    "4,0 6,0 6,2": "cell_count",
    "6,0 " * 1000: "cell_count",
    "slide 6,0 6,7": "no_cell",
    "slide 6,0 7,0": "no_cell",
    "slide 6,6 6,-1": "no_cell",
    "slide 6,0 slide": "no_cell",
    "slide +6,0 6,1": "no_cell",
    "clear 6,0-6,2": "no_cell",
    "clear 6,0,6,2": "no_cell",
    "bomb 6.0": "no_cell",
    "bomb 6,0e0": "no_cell",
    "bomb 60,0": "no_cell",
    "bomb 6,\u0660": "no_cell",  # an Arabic zero
    "bomb 6,\uff10": "no_cell",  # a wide zero
    "bomb 6,\u2070": "no_cell",  # a raised zero
    "blast 6,0\ud800": "no_cell",
    "6,0 slide 6,1": "no_cell",
    "1e9": "no_cell",
    "{}": "no_cell",
    "slide 6,0 6,0": "repeated",
    "clear 6,0 60": "repeated",
    "use 6,0 6,0": "repeated",
    "swap 6,0 6,0": "repeated",
    "6,0 6,0": "repeated",
    "slide 6,0 6,2": "not_neighbours",
    "slide 5,0 6,1": "not_neighbours",
    "slide 5,6 6,0": "not_neighbours",
    "clear 5,0 6,2": "not_straight",
    "clear 4,4 6,6": "not_straight",
    "clear 5,5 5,6 6,0 6,1": "not_straight",
    "5,6 6,0": "not_straight",
    "clear 6,0 6,1": "too_short",
    "clear 6,0 5,0": "too_short",
}

CRUSH_REFUSALS = (
    Refused("no_move", Placed({"board": BOARD}), None),
    Refused("unclear", Placed({"board": BOARD}), "s 6,0 6,1"),
    Refused("cell_count", Placed({"board": BOARD}), "slide 6,0"),
    Refused("no_cell", Placed({"board": BOARD}), "slide 6,6 6,7"),
    Refused("repeated", Placed({"board": BOARD}), "swap 6,0 6,0"),
    Refused("not_neighbours", Placed({"board": BOARD}), "slide 6,0 6,2"),
    Refused("not_straight", Placed({"board": BOARD}), "clear 4,0 6,2"),
    Refused("too_short", Placed({"board": BOARD}), "clear 6,0 6,1"),
    Refused("no_card", Placed({"board": BOARD}), "slide 0,0 0,1"),
    Refused("gravity", Placed({"board": BOARD}), "slide 1,0 2,0"),
    Refused("not_one_suit", Placed({"board": BOARD}), "clear 4,1 4,3"),
    Refused("same_rank", Placed({"board": FLAWED}), "clear 2,0 2,2"),
    Refused("gap", Placed({"board": FLAWED}), "clear 3,0 3,2"),
    Refused("crowded", Placed({"board": FLAWED}), "clear 1,0 1,2"),
    Refused("turns", Placed({"board": FLAWED}), "clear 4,0 4,2"),
    Refused("past_ace", Placed({"board": FLAWED}), "clear 5,0 5,2"),
    Refused("second_wild", Placed({"board": FLAWED}), "clear 6,0 6,2"),
    Refused("no_swapper", Placed({"board": BOARD, "tags": TAGS}), "use 4,3 6,6"),
    Refused("neighbour", Placed({"board": BOARD, "tags": TAGS}), "use 3,1 3,0"),
    Refused("no_swaps_left", Placed({"board": BOARD, "free_swaps": 0}), "swap 6,0 6,6"),
    Refused("no_bomb", Placed({"board": BOARD, "tags": TAGS}), "bomb 3,1"),
    Refused("no_bombs_left", Placed({"board": BOARD, "free_bombs": 0}), "blast 6,0"),
    Refused("ended", Placed({"board": FULL, "outcome": "over"}, outcome="over"), "clear 6,0 6,6"),
)

CRUSH_BAD_OPTIONS: tuple[tuple[dict[str, Any], str], ...] = tuple(
    ({name: value}, "unknown_option")
    for name, value in (
        ("level", 1),
        ("level", []),
        ("mode", "endless"),
        ("shape", None),
        ("jokers", []),
        ("deck_left", 108),
        ("", 0),
        ("\ud800", 1),
        ("x" * 1000, 10**5000),
    )
)

CRUSH_BAD_POSITIONS: tuple[View, ...] = (
    {"cards": BOARD},
    {"deck": []},
    {"heights": [3] * COLUMNS},
    {"seed": 7},
    {"level": 1},
    {"board": []},
    {"board": BOARD[1:]},
    {"board": [*BOARD, EMPTY_ROW]},
    {"board": [row[1:] for row in BOARD]},
    {"board": [*BOARD[:6], "5c 6c 7c 8c 9c Tc Jc"]},
    {"board": "5c" * CELLS},
    {"board": {}},
    {"board": 0},
    {"board": [EMPTY_ROW] * ROWS},
    {"board": with_card(BOARD, 6, 3, "--")},
    {"board": with_card(BOARD, 3, 0, "--")},
    {"board": with_card(BOARD, 0, 0, "Ah")},
    {"board": with_card(BOARD, 6, 0, "1c")},
    {"board": with_card(BOARD, 6, 0, "*")},
    {"board": with_card(BOARD, 6, 0, "")},
    {"board": with_card(BOARD, 6, 0, "5c bomb")},
    {"board": with_card(BOARD, 6, 0, None)},
    {"board": with_card(BOARD, 6, 0, 5)},
    {"board": with_card(BOARD, 6, 0, ["5c"])},
    {"board": with_card(BOARD, 6, 0, "x" * 100_000)},
    {"board": BOARD, "tags": []},
    {"board": BOARD, "tags": TAGS[1:]},
    {"board": BOARD, "tags": [row[1:] for row in TAGS]},
    {"board": BOARD, "tags": {}},
    {"board": BOARD, "tags": "bomb"},
    {"board": BOARD, "tags": with_card(TAGS, 6, 0, "Bomb")},
    {"board": BOARD, "tags": with_card(TAGS, 6, 0, "bomb swapper")},
    {"board": BOARD, "tags": with_card(TAGS, 6, 0, None)},
    {"board": BOARD, "tags": with_card(TAGS, 6, 0, 1)},
    {"board": BOARD, "tags": with_card(TAGS, 6, 0, ["bomb"])},
    {"board": BOARD, "tags": with_card(TAGS, 0, 0, "bomb")},
    {"board": BOARD, "tags": with_card(TAGS, 3, 2, "swapper")},
    {"tags": with_card(TAGS, 0, 0, "swapper")},
    {"score": -1},
    {"score": 1.5},
    {"score": "1"},
    {"score": True},
    {"score": 10**15 + 1},
    {"score": 10**5000},
    {"score": float("nan")},
    {"base": -1},
    {"base": 10.0},
    {"base": 10**30},
    {"chain": 0},
    {"chain": True},
    {"chain": 10**30},
    {"free_swaps": -1},
    {"free_swaps": 2**31},
    {"free_swaps": []},
    {"free_bombs": -1},
    {"free_bombs": "3"},
    {"free_bombs": 2**31},
    {"deck_left": -1},
    {"deck_left": 109},
    {"deck_left": 54.0},
    {"deck_left": {}},
)


# -- where to go on from ------------------------------------------------------

CRUSH_POSITIONS = {
    "runs": Placed({"board": BOARD}),
    "tags": Placed(
        {
            "board": BOARD,
            "tags": TAGS,
            "score": 1234,
            "base": 17,
            "chain": 4,
            "free_swaps": 2,
            "free_bombs": 1,
            "deck_left": 40,
        }
    ),
    "flawed": Placed({"board": FLAWED, "tags": tagged(swapper=[(6, 6)])}),
    "tower": Placed({"board": TOWER}),
    "full": Placed({"board": FULL, "tags": FULL_TAGS}),
    "nearly full": Placed({"board": NEARLY_FULL, "outcome": "playing"}),
    "nothing free": Placed({"board": FULL, "free_swaps": 0, "free_bombs": 0}),
    "one card": Placed({"board": with_card([EMPTY_ROW] * ROWS, 6, 3, "**")}),
    "a last card": Placed({"board": BOARD, "deck_left": 1}),
    "no card left": Placed({"board": BOARD, "tags": TAGS, "deck_left": 0}),
    "much is free": Placed({"free_swaps": 10**6, "free_bombs": 10**6}),
    "largest": Placed({"board": BOARD, "score": 10**12, "base": 10**5, "chain": 10**5}),
}

CRUSH_ENDINGS = {
    "no slot": Placed({"board": FULL, "outcome": "over"}, outcome="over"),
    "no slot, but clears and bombs": Placed(
        {"board": FULL, "tags": FULL_TAGS, "score": 70, "chain": 3, "outcome": "over"},
        outcome="over",
    ),
    "no slot and no deck": Placed(
        {"board": FULL, "deck_left": 0, "free_bombs": 0, "free_swaps": 0, "outcome": "over"},
        outcome="over",
    ),
}


# -- stories ------------------------------------------------------------------

DROP, FALL = {"event": "drop"}, {"event": "fall"}
EVENTS = tuple(CRUSH_TELLERS)


def but(*told: str) -> tuple[str, ...]:
    """Return every event but those that are told."""
    return tuple(event for event in EVENTS if event not in told)


def slid(start: list[int], end: list[int], *cards: str) -> Event:
    return {"event": "slide", "from": start, "to": end, "cards": list(cards)}


def swapped(
    first: list[int], second: list[int], *cards: str, free: bool = False, left: int = 3
) -> Event:
    cells = [first, second]
    return {"event": "swap", "cells": cells, "cards": list(cards), "free": free, "left": left}


def untagged(cell: list[int], card: str) -> Event:
    return {"event": "untag", "cell": cell, "card": card, "tag": "swapper"}


def bombed(cell: list[int], card: str, free: bool = False, left: int = 3) -> Event:
    return {"event": "bomb", "cell": cell, "card": card, "free": free, "left": left}


def broken(was: int) -> Event:
    return {"event": "chain", "was": was, "chain": 1}


def cleared(cells: list[list[int]], gain: int, base: int = 10, **facts: int) -> Event:
    length = len(cells)
    told = {"event": "clear", "cells": cells, "length": length, "base": base, "gain": gain}
    return told | {"chain": 1, "canastra": 1} | facts


NO_ROOM = "a card had to drop, and no slot was empty"


def ended(score: int = 0) -> Event:
    return {"event": "end", "outcome": "over", "score": score, "why": NO_ROOM}


def row_run(row: int, first: int, last: int) -> list[list[int]]:
    return [[row, column] for column in range(first, last + 1)]


def column_run(column: int, first: int, last: int) -> list[list[int]]:
    return [[row, column] for row in range(first, last + 1)]


def fell(*falls: tuple[int, int, int]) -> Event:
    """Tell of falls: a column, the row a card falls from, and how far."""
    told = [{"from": [row, column], "to": [row + by, column]} for column, row, by in falls]
    return {"event": "fall", "falls": told}


def fell_above(row: int, columns: range) -> Event:
    """Tell that on `BOARD` all that stands above a row, in some columns, falls by one."""
    return fell(
        *(
            (column, upper, 1)
            for column in columns
            for upper in range(row - 1, ROWS - 1 - HEIGHTS[column], -1)
        )
    )


def board_story(move: str, *tells: Event, **also: Any) -> Story:
    """Play on `BOARD`; all that is told is listed."""
    names = [event["event"] for event in tells]
    return Story(Placed({"board": BOARD, "tags": TAGS, **also}), move, tells, but(*names))


def full_story(move: str, *tells: Event, **also: Any) -> Story:
    """Play on a full grid; all that is told is listed."""
    names = [event["event"] for event in tells]
    return Story(Placed({"board": FULL, "tags": FULL_TAGS, **also}), move, tells, but(*names))


SLIDE = slid([4, 0], [4, 1], "3h", "4h")
THREE_HEARTS = row_run(4, 0, 2)
FIVE_HEARTS = row_run(5, 0, 4)
LAST_ROW = row_run(6, 0, 6)
NEW_DECK = {"event": "deck", "cards": DECK_CARDS}

CRUSH_STORIES = {
    "slide along a row": board_story("slide 4,0 4,1", SLIDE, DROP),
    "slide along a column": board_story("slide 2,0 3,0", slid([2, 0], [3, 0], "Kh", "9c"), DROP),
    "slide of a swapper": board_story("slide 3,1 4,1", slid([3, 1], [4, 1], "Qd", "4h"), DROP),
    "slide into a slot": board_story("slide 2,0 2,1", slid([2, 0], [2, 1], "Kh", "--"), DROP),
    "slide of a bomb into a slot": Story(
        Placed({"board": BOARD, "tags": tagged(bomb=[(3, 1)])}),
        "slide 3,1 3,2",
        (slid([3, 1], [3, 2], "Qd", "--"), DROP),
        but("slide", "drop"),
    ),
    "slide to the left, and a fall": board_story(
        "slide 2,5 2,6", slid([2, 6], [2, 5], "Qh", "--"), fell((5, 2, 1)), DROP
    ),
    "slide from under a card": board_story(
        "slide 3,5 3,6", slid([3, 6], [3, 5], "4s", "--"), fell((6, 2, 1)), DROP
    ),
    "slide out of a tower": Story(
        Placed({"board": TOWER}),
        "slide 3,3 3,4",
        (slid([3, 3], [3, 4], "4h", "--"), fell((3, 2, 1), (3, 1, 1), (4, 3, 2)), DROP),
        but("slide", "fall", "drop"),
    ),
    "slide out of a tower to the left": Story(
        Placed({"board": TOWER, "tags": tagged(swapper=[(3, 3)], bomb=[(2, 3)])}),
        "slide 3,2 3,3",
        (slid([3, 3], [3, 2], "4h", "--"), fell((3, 2, 1), (3, 1, 1), (2, 3, 2)), DROP),
        but("slide", "fall", "drop"),
    ),
    "slide after clears": board_story("slide 4,0 4,1", broken(4), SLIDE, DROP, chain=4, base=17),
    "clear of three": board_story(
        "clear 4,0 4,2", cleared(THREE_HEARTS, 30), fell_above(4, range(3)), DROP
    ),
    "clear with a wild card": board_story(
        "clear 5,0 5,4", cleared(FIVE_HEARTS, 50), fell_above(5, range(5)), DROP
    ),
    "clear of a column": board_story(
        "clear 3,6 5,6", cleared(column_run(6, 3, 5), 30), fell((6, 2, 3)), DROP
    ),
    "clear with nothing above": Story(
        Placed({"board": grid("5d 4d 3d 2d ** Kc Kc")}),
        "clear 6,0 6,3",
        (cleared(row_run(6, 0, 3), 40), DROP),
        but("clear", "drop"),
    ),
    "clear in a chain": board_story(
        "clear 4,0 4,2", cleared(THREE_HEARTS, 108, base=12, chain=3), FALL, DROP, base=12, chain=3
    ),
    "clean canastra": board_story(
        "clear 6,0 6,6", cleared(LAST_ROW, 140, canastra=2), fell_above(6, range(7)), DROP
    ),
    "clean canastra in a chain": board_story(
        "clear 6,0 6,6",
        cleared(LAST_ROW, 308, 11, canastra=2, chain=2),
        FALL,
        DROP,
        base=11,
        chain=2,
    ),
    "canastra with a wild card": Story(
        Placed({"board": with_row(BOARD, 6, "5c 6c ** 8c 9c Tc Jc")}),
        "clear 6,0 6,6",
        (cleared(LAST_ROW, 70), DROP),
        but("clear", "fall", "drop"),
    ),
    "use": board_story(
        "use 3,1 6,6", swapped([3, 1], [6, 6], "Qd", "Jc"), untagged([6, 6], "Qd"), DROP
    ),
    "use on a bomb": board_story(
        "use 3,1 6,2", swapped([3, 1], [6, 2], "Qd", "7c"), untagged([6, 2], "Qd"), DROP
    ),
    "use on a swapper": board_story(
        "use 5,0 3,1", swapped([5, 0], [3, 1], "Ah", "Qd"), untagged([3, 1], "Ah"), DROP
    ),
    "use after clears": board_story(
        "use 3,1 6,6",
        broken(2),
        swapped([3, 1], [6, 6], "Qd", "Jc", left=1),
        untagged([6, 6], "Qd"),
        DROP,
        chain=2,
        free_swaps=1,
    ),
    "free swap": board_story(
        "swap 3,6 4,0", swapped([3, 6], [4, 0], "4s", "3h", free=True, left=2), DROP
    ),
    "free swap of tagged neighbours": board_story(
        "swap 3,1 4,1", swapped([3, 1], [4, 1], "Qd", "4h", free=True, left=2), DROP
    ),
    "last free swap, after clears": board_story(
        "swap 3,1 6,2",
        broken(9),
        swapped([3, 1], [6, 2], "Qd", "7c", free=True, left=0),
        DROP,
        free_swaps=1,
        chain=9,
    ),
    "bomb": board_story(
        "bomb 6,2", bombed([6, 2], "7c"), fell((2, 5, 1), (2, 4, 1)), DROP, free_bombs=3
    ),
    "bomb after clears": board_story(
        "bomb 4,3", broken(3), bombed([4, 3], "Jc", left=0), DROP, chain=3, free_bombs=0
    ),
    "free bomb": board_story(
        "blast 6,0", bombed([6, 0], "5c", free=True, left=2), fell_above(6, range(1)), DROP
    ),
    "free bomb on a bomb": board_story(
        "blast 4,3", bombed([4, 3], "Jc", free=True, left=2), DROP, free_bombs=3
    ),
    "last free bomb, after clears": board_story(
        "blast 3,1",
        broken(2),
        bombed([3, 1], "Qd", free=True, left=0),
        DROP,
        free_bombs=1,
        chain=2,
    ),
    "last card of a deck": board_story("slide 4,0 4,1", SLIDE, DROP, deck_left=1),
    "new deck": board_story("slide 4,0 4,1", SLIDE, NEW_DECK, DROP, deck_left=0),
    "new deck after a clear": board_story(
        "clear 6,0 6,6",
        cleared(LAST_ROW, 140, canastra=2),
        FALL,
        NEW_DECK,
        DROP,
        deck_left=0,
    ),
    "only card": Story(
        Placed({"board": with_card([EMPTY_ROW] * ROWS, 6, 3, "As")}),
        "blast 6,3",
        (bombed([6, 3], "As", free=True, left=2), DROP),
        but("bomb", "drop"),
    ),
    "last slot": Story(
        Placed({"board": with_card(FULL, 0, 3, "--")}),
        "slide 0,2 0,3",
        (slid([0, 2], [0, 3], "9h", "--"), {"event": "drop", "cell": [0, 2]}),
        but("slide", "drop"),
    ),
    "full grid cleared": full_story(
        "clear 6,0 6,6", cleared(LAST_ROW, 140, canastra=2), FALL, DROP
    ),
    "full grid bombed": full_story(
        "bomb 3,3",
        bombed([3, 3], "Ah"),
        fell((3, 2, 1), (3, 1, 1), (3, 0, 1)),
        {"event": "drop", "cell": [0, 3]},
    ),
    "full grid blasted": full_story(
        "blast 0,6", bombed([0, 6], "8h", free=True, left=2), {"event": "drop", "cell": [0, 6]}
    ),
    "slide on a full grid": full_story(
        "slide 0,0 0,1", broken(2), slid([0, 0], [0, 1], "3c", "6d"), ended(70), chain=2, score=70
    ),
    "use on a full grid": full_story(
        "use 0,0 6,6", swapped([0, 0], [6, 6], "3c", "Jc"), untagged([6, 6], "3c"), ended()
    ),
    "free swap on a full grid": full_story(
        "swap 0,0 6,6", swapped([0, 0], [6, 6], "3c", "Jc", free=True, left=2), ended()
    ),
    "end without a deck": full_story(
        "slide 0,0 0,1", slid([0, 0], [0, 1], "3c", "6d"), ended(), deck_left=0
    ),
}

CRUSH_TABLE = ("board", "tags", "score", "base", "chain")
CRUSH_COUNTS = ("free_swaps", "free_bombs", "deck_left", "outcome", "phase", "ending")

CRUSH = Kit(
    keys=frozenset({*CRUSH_TABLE, *CRUSH_COUNTS}),
    settings={
        "opening": Setting({}, games=600, most_moves=6, searched=12),
        "whole": Setting({}, games=400, most_moves=80, searched=8),
    },
    invariants=crush_invariants,
    retold=crush_retold,
    event_names=frozenset(CRUSH_TELLERS),
    ordered_cells=crush_cells,
    positions=CRUSH_POSITIONS,
    endings=CRUSH_ENDINGS,
    no_moves=CRUSH_NO_MOVES,
    refusals=CRUSH_REFUSALS,
    bad_options=CRUSH_BAD_OPTIONS,
    bad_positions=CRUSH_BAD_POSITIONS,
    stories=CRUSH_STORIES,
    open_ends=frozenset({"full", "nothing free"}),
    surprises=frozenset({"cell", "card", "tag"}),
    lasting=Placed({"free_bombs": 10**6}),
    lasts=2 * DECK_CARDS,
    puts_off=makes_room,
    soon_over=Placed({"board": with_row(NEARLY_FULL, 6, "9h Js 4c 6d Th 3s Qc")}),
)
