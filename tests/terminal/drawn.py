"""Tables that were drawn in a terminal, read as a person reads them."""

import re
from itertools import pairwise

CODE = re.compile(r"\x1b\[[0-9;]*m")
"""A colour; nothing else that begins with an escape is ever expected."""


def uncoloured(text):
    return CODE.sub("", text)


# -- drawn tables -------------------------------------------------------------

LETTERS = str.maketrans("♣♦♥♠", "cdhs")


def tables(text):
    """Read every table that was drawn in a text, as a person would; compare with `seen`."""
    lines = uncoloured(text).split("\n")
    return [
        table_at(lines, top, bottom)
        for edge, table_at in (
            (BOOM_EDGE, boom_table_at),
            (GRID_EDGE, grid_table_at),
            (CRUSH_EDGE, crush_table_at),
        )
        for top, bottom in tops_and_bottoms(lines, edge)
    ]


def tops_and_bottoms(lines, edge):
    edges = [number for number, line in enumerate(lines) if edge.fullmatch(line)]
    return zip(edges[::2], edges[1::2], strict=True)


def seen(view):
    """Return what a drawn table must show of a view."""
    if "tags" in view:
        return crush_seen(view)
    return grid_seen(view) if "jokers" in view else boom_seen(view)


def matched(pattern, text):
    found = pattern.fullmatch(text)
    assert found, text
    return found


def number_in(text):
    return None if text is None else int(text.replace(",", ""))


# -- drawn tables of Poker Boom -----------------------------------------------

BOOM_EDGE = re.compile(r" {8}[┌└+][─-]{26}[┐┘+]")
ROW = re.compile(r"(.{5}) (\d) [│|](.{25}) [│|](.*)")
CELL = re.compile(r"  (\S\S) | (\S\S)#([1-3])")
BOMB = re.compile(r"\((\d+)\)")
STATUS = re.compile(
    r"score ([\d,]+)(?: of ([\d,]+))?(?:   moves left (\d+))?   combo . ([\d,]+)(   clutch . 1.25)?"
)
ROWS, COLUMNS, CELL_WIDTH = 10, 5, 5


def boom_table_at(lines, top, bottom):
    rows = [ROW.fullmatch(line) for line in lines[top + 1 : bottom]]
    assert [int(row[2]) for row in rows] == list(range(ROWS))
    places = [lines[top - 2].index(str(column)) for column in range(COLUMNS)]
    cells = [[cell_at(row[3], column) for column in range(COLUMNS)] for row in rows]
    bombs = [
        *(("left", row, fuse) for row in range(ROWS) for _, fuse in bombs_in(rows[row][1])),
        *(("right", row, fuse) for row in range(ROWS) for _, fuse in bombs_in(rows[row][4])),
        *(("top", column_near(place, places), fuse) for place, fuse in bombs_in(lines[top - 1])),
        *(
            ("bottom", column_near(place, places), fuse)
            for place, fuse in bombs_in((*lines, "")[bottom + 1])
        ),
    ]
    return status_of(lines[top - 4]) | {
        "board": [[card for card, _ in row] for row in cells],
        "scorch": [[scorch for _, scorch in row] for row in cells],
        "bombs": sorted(bombs),
    }


def cell_at(cells, column):
    found = matched(CELL, cells[column * CELL_WIDTH : (column + 1) * CELL_WIDTH])
    return (found[1] or found[2]).translate(LETTERS), int(found[3] or 0)


def bombs_in(text):
    """Find the bombs in a part of a line: the place of the bracket, and the fuse."""
    assert not BOMB.sub("", text).strip(), text
    return [(found.start(), int(found[1])) for found in BOMB.finditer(text)]


def column_near(place, places):
    """Return the column whose number stands right over a bomb's fuse."""
    (column,) = [column for column in range(COLUMNS) if place < places[column] <= place + 2]
    return column


def status_of(line):
    found = matched(STATUS, line)
    names = ("score", "target", "moves_left", "combo")
    numbers = map(number_in, found.groups()[:4])
    return dict(zip(names, numbers, strict=True)) | {"clutch": found[5] is not None}


def boom_seen(view):
    bombs = sorted((bomb["side"], bomb["index"], bomb["fuse"]) for bomb in view["bombs"])
    clutch = any(fuse == 1 for _, _, fuse in bombs)
    names = ("score", "target", "moves_left", "combo", "board", "scorch")
    return {name: view[name] for name in names} | {"bombs": bombs, "clutch": clutch}


# -- drawn tables of Poker Grid -----------------------------------------------

GRID_BOARD = [
    ["Ah", "Kh", "Qh", "Jh", "Th"],
    ["9s", "9d", "4c", "9h", "4s"],
    ["2c", "3d", "4d", "6h", "5s"],
    ["7d", "2h", "4s", "7h", "2s"],
    ["9c", "Js", "8d", "3h", "Qd"],
]
"""A grid to lay a position on, with eight different hands."""
GRID_CELL_WIDTH = 9
GRID_EDGE = re.compile(r" {3}[┌└+][─-]{45}[┐┘+]")
GRID_ROW = re.compile(r" (\d) [│|](.{45})[│|](?: (\D.*) ([\d,]+))?")
GRID_CELL = re.compile(r"   (\S\S)([* ])   ")
GRID_STATUS = re.compile(
    r"score ([\d,]+) of ([\d,]+)   hands left ([\d,]+)(?:   last hand ([\d,]+))?"
)
GRID_LAST = re.compile(r"last hand ([\d,]+)")
GRID_RESULT = re.compile(r"((?:row|column) \d): (\D+) ([\d,]+)")
GRID_NAMES = ("score", "target", "hands_left", "last hand")
GRID_LINE = range(5)
LINE_NAMES = [f"{along} {number}" for along in ("row", "column") for number in GRID_LINE]
NARROW = 78
"""How long a line may be."""
LARGEST_AT_AN_END = 999_999
"""The largest score that stands at the end of a row or a column; with a larger one none does."""
JOKERS, OFFERED = "jokers:", "offered, take one with d 0, d 1 or d 2:"
JOKER_START = re.compile(r"  (\d) (\S.*)")
BOTH_SIGNS = str.maketrans("×", "x")
FEET = {
    "High": "High Card",
    "One Pair": "One Pair",
    "Two Pair": "Two Pair",
    "Three": "Three of a Kind",
    "Straight": "Straight",
    "Flush": "Flush",
    "Full": "Full House",
    "Four": "Four of a Kind",
    "St Flush": "Straight Flush",
    "Royal": "Royal Flush",
}
"""What stands for a hand at the foot of a column."""


def grid_table_at(lines, top, bottom):
    rows = [matched(GRID_ROW, line) for line in lines[top + 1 : bottom]]
    assert [int(row[1]) for row in rows] == list(GRID_LINE)
    assert lines[top - 1].split() == [str(column) for column in GRID_LINE]
    blank = top - 2
    assert lines[blank] == ""
    start = max(i for i in range(blank) if lines[i].startswith("score "))
    status, listed = grid_status_at(lines, start)
    cells = [[grid_cell_at(row[2], column) for column in GRID_LINE] for row in rows]
    results, below = results_in(rows, lines, bottom + 1)
    return dict(zip(GRID_NAMES, status, strict=True)) | {
        "board": [[card for card, _ in row] for row in cells],
        "frozen": [
            [row, column] for row in GRID_LINE for column in GRID_LINE if cells[row][column][1]
        ],
        "lines": results,
        "jokers": listed_jokers(lines[listed:blank], JOKERS),
        "offers": listed_jokers(block_at(lines, below), OFFERED),
    }


def grid_status_at(lines, start):
    """Read the status; what is too wide for one line has a second, and only that has."""
    found = matched(GRID_STATUS, lines[start])
    last = GRID_LAST.fullmatch(lines[start + 1])
    if last is None:
        return [number_in(part) for part in found.groups()], start + 1
    assert found[4] is None
    assert len(f"{lines[start]}   {lines[start + 1]}") > NARROW, lines[start]
    return [number_in(part) for part in (*found.groups()[:3], last[1])], start + 2


def grid_cell_at(cells, column):
    found = matched(GRID_CELL, cells[column * GRID_CELL_WIDTH : (column + 1) * GRID_CELL_WIDTH])
    return found[1].translate(LETTERS), found[2] == "*"


def results_in(rows, lines, start):
    """Read what the lines made, at their ends or listed; return it, and the line after it."""
    ends = [(row[3], number_in(row[4])) for row in rows if row[3]]
    if ends:
        assert len(ends) == len(rows)
        results = ends + feet_in(lines[start : start + 2])
        assert max(score for _, score in results) <= LARGEST_AT_AN_END
        return results, start + 2
    if not GRID_RESULT.fullmatch((*lines, "")[start]):
        return [], start
    found = [matched(GRID_RESULT, line) for line in lines[start : start + len(LINE_NAMES)]]
    assert [line[1] for line in found] == LINE_NAMES
    results = [(line[2], number_in(line[3])) for line in found]
    assert max(score for _, score in results) > LARGEST_AT_AN_END
    return results, start + len(LINE_NAMES)


def feet_in(lines):
    """Read hand and score under each column."""
    hands, scores = map(parts_under_columns, lines)
    return [(FEET[hand], number_in(score)) for hand, score in zip(hands, scores, strict=True)]


def parts_under_columns(line):
    """Return what stands under each column; nothing reaches into the column beside it."""
    line = line.ljust(4 + len(GRID_LINE) * GRID_CELL_WIDTH)
    assert not (line[:4] + line[4 + len(GRID_LINE) * GRID_CELL_WIDTH :]).strip(), line
    cells = [line[4 + column * GRID_CELL_WIDTH :][:GRID_CELL_WIDTH] for column in GRID_LINE]
    for left, right in pairwise(cells):
        assert left.endswith(" ") or right.startswith(" "), line
    return [cell.strip() for cell in cells]


def block_at(lines, start):
    """Return the lines from one that begins a list on, as far as the list goes."""
    end = start
    while end < len(lines) and (lines[end] == OFFERED or lines[end].startswith("  ")):
        end += 1
    return lines[start:end]


def listed_jokers(lines, head):
    """Read a list of jokers, wherever its lines are broken: each its number and all its words."""
    if not lines:
        return []
    assert lines[0] == head, lines
    jokers = []
    for line in lines[1:]:
        found = JOKER_START.fullmatch(line)
        if found:
            assert int(found[1]) == len(jokers)
            jokers.append(found[2])
        else:
            assert line.startswith("    "), line
            jokers[-1] += f" {line.strip()}"
    return [joker.translate(BOTH_SIGNS) for joker in jokers]


def grid_seen(view):
    ends = [(line["hand"], line["score"]) for line in view["lines"]]
    shown = {name: view[name] for name in ("score", "target", "hands_left", "board", "frozen")}
    return shown | {
        "last hand": sum(score for _, score in ends) if ends else None,
        "lines": ends,
        "jokers": [joker_words(joker) for joker in view["jokers"]],
        "offers": [joker_words(joker) for joker in view["offers"]],
    }


def joker_words(joker):
    """Return how a joker is listed: its name, what it does, and what it holds, if it does."""
    held = f" (holds {joker['held']:,})" if joker["held"] else ""
    return f"{joker['name']}: {joker['text']}{held}".translate(BOTH_SIGNS)


# -- drawn tables of Solitaire Crush ------------------------------------------

CRUSH_EDGE = re.compile(r" {3}[┌└+][─-]{36}[┐┘+]")
CRUSH_ROW = re.compile(r" (\d) [│|](.{35}) [│|]")
CRUSH_CELL = re.compile(r"  (\S\S)([bs ])")
CRUSH_STATUS = re.compile(
    r"score ([\d,]+)   base ([\d,]+)   chain . ([\d,]+)\n"
    r"free swaps ([\d,]+)   free bombs ([\d,]+)   deck (\d+)   empty slots (\d+)"
)
CRUSH_NAMES = ("score", "base", "chain", "free_swaps", "free_bombs", "deck_left")
CRUSH_LINE = range(7)
TAGS = {" ": "", "b": "bomb", "s": "swapper"}


def crush_table_at(lines, top, bottom):
    rows = [matched(CRUSH_ROW, line) for line in lines[top + 1 : bottom]]
    assert [int(row[1]) for row in rows] == list(CRUSH_LINE)
    assert lines[top - 1].split() == [str(column) for column in CRUSH_LINE]
    assert lines[top - 2] == ""
    cells = [[crush_cell_at(row[2], column) for column in CRUSH_LINE] for row in rows]
    status = matched(CRUSH_STATUS, "\n".join(lines[top - 4 : top - 2]))
    names = (*CRUSH_NAMES, "empty slots")
    return dict(zip(names, map(number_in, status.groups()), strict=True)) | {
        "board": [[card for card, _ in row] for row in cells],
        "tags": [[tag for _, tag in row] for row in cells],
    }


def crush_cell_at(cells, column):
    found = matched(CRUSH_CELL, cells[column * CELL_WIDTH : (column + 1) * CELL_WIDTH])
    return found[1].translate(LETTERS), TAGS[found[2]]


def crush_seen(view):
    slots = sum(row.count("--") for row in view["board"])
    names = (*CRUSH_NAMES, "board", "tags")
    return {name: view[name] for name in names} | {"empty slots": slots}
