"""A table of Solitaire Crush for tests: drawn grids, and many games move by move."""

from functools import cache
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import IllegalMove
from cardhouse.core.flat import copy_state
from cardhouse.games.crush import rules
from cardhouse.games.crush.board import BLASTS_AT, BOMBS_AT, CLEARS_AT, MOVES, SWAPS_AT, USES_AT
from cardhouse.games.crush.notation import move_text

BOOK = Path(__file__).parents[2] / "docs/rules/crush.md"

MARKS = {"bomb": "!", "swapper": "~", "": ""}
TAGS = {mark: tag for tag, mark in MARKS.items()}
KINDS = ("slide", "clear", "use", "swap", "bomb", "blast")
STARTS = (0, CLEARS_AT, USES_AT, SWAPS_AT, BOMBS_AT, BLASTS_AT, MOVES)

# Nothing on this full grid can be cleared.
FULL = """
    4c 9h Kc 8h 6c Td 3s
    Td 5s Qd 9s Ad 7h Jc
    7s Jd 3s 4d 9s Kc 8h
    Kc 8h 6c Th 5c Qd 2s
    Qh 8c Ah 7c Jh 3s 4d
    3s 4d 9s Kd 8s 6h Tc
    6d Ts 5d Qs 2d Ac 7h
"""
# The same, but in the bottom row three cards can be cleared, and there are a bomb and a swapper.
FULL_WITH_A_RUN = FULL.replace("6d Ts 5d Qs", "6h 7h 8h! Qs~")


# -- laying a table, playing on it, reading it ----------------------------------


def grid(picture):
    """Read a picture: rows of cards from the bottom, ``!`` marks a bomb and ``~`` a swapper.

    What is not drawn, above and to the right, is empty.
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    cells = [["--"] * 7 for _ in range(7 - len(rows))]
    return cells + [row + ["--"] * (7 - len(row)) for row in rows]


def laid(picture, seed=7, **position):
    """Lay a picture on the table."""
    drawn = grid(picture)
    table = {
        "board": [[piece[:2] for piece in row] for row in drawn],
        "tags": [[TAGS[piece[2:]] for piece in row] for row in drawn],
    }
    return cardhouse.place("crush", table | position, seed=seed)


def pieces(view):
    """Return the cards of a view with their marks."""
    return [
        [card + MARKS[tag] for card, tag in zip(*rows, strict=True)]
        for rows in zip(view["board"], view["tags"], strict=True)
    ]


def after(match, move):
    """Play a move and return the grid without the card that dropped."""
    events = match.play(move)
    left = pieces(match.view())
    for event in named(events, "drop"):
        row, column = event["cell"]
        left[row][column] = "--"
    return left


def named(events, name):
    return [event for event in events if event["event"] == name]


def told(events):
    return [event["event"] for event in events]


def refused(match, move):
    """Return the reason and the sentence with which a move is refused; nothing may change."""
    state, view, digest = copy_state(match.state), match.view(), match.digest()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert (match.state, match.view(), match.digest()) == (state, view, digest)
    assert match.played == []
    return caught.value.reason, str(caught.value)


def flat(rows):
    return [item for row in rows for item in row]


def cells_of(move):
    """Return the cells that a move names, as pairs of numbers."""
    return [tuple(map(int, cell.split(","))) for cell in move.split()[1:]]


def run_cells(move):
    """Return every cell of a clear."""
    (top, left), (bottom, right) = cells_of(move)
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def book_table(heading):
    """Return the rows of a table of the book, cell by cell."""
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_about(count, chances):
    """Return whether so many of independent chances came true, within five deviations."""
    variance = sum(chance * (1 - chance) for chance in chances)
    return variance > 0 and abs(count - sum(chances)) < 5 * sqrt(variance)


# -- many games, move by move ---------------------------------------------------


def legal_moves(s):
    """Return the legal moves as lists of numbers, by kind."""
    legal, room = [None] * MOVES, [0] * rules.ROOM
    rules.mark_legal(s, legal, room)
    return [[move for move in range(*ends) if legal[move]] for ends in pairwise(STARTS)]


def any_move(s, luck):
    """Return a legal move of a random kind; every other time a clear, if there is one."""
    kinds = legal_moves(s)
    chosen = kinds[1] if kinds[1] and luck.randrange(2) else luck.choice(list(filter(None, kinds)))
    return luck.choice(chosen)


def rich_match(luck):
    """Return a table as chance lays it: columns of any height, many runs or few, many tags."""
    heights = [7] * 7 if luck.randrange(4) == 0 else [luck.randrange(1, 8) for _ in range(7)]
    suit, rise, noise = luck.choice("cdhs"), luck.choice([-1, 0, 1]), luck.choice([2, 5, 9])
    ranks = "A23456789TJQKA"
    board, tags = grid("--"), [[""] * 7 for _ in range(7)]
    for row, column in product(range(7), range(7)):
        if row >= 7 - heights[column]:
            run = ranks[(row + rise * column) % 14] + suit
            other = luck.choice(["**", luck.choice(ranks) + suit, luck.choice(ranks) + "s"])
            board[row][column] = other if luck.randrange(10) < noise else run
            tags[row][column] = luck.choice(["", "", "", "bomb", "swapper"])
    free = {"free_swaps": luck.randrange(3), "free_bombs": luck.randrange(3)}
    counts = {"deck_left": luck.choice([0, 1, 60]), "chain": luck.randrange(1, 4)}
    position = {"board": board, "tags": tags, "base": luck.randrange(10, 30)} | free | counts
    return cardhouse.place("crush", position, seed=luck.randrange(10**6))


@cache
def plays():
    """Play many games; return for each move the view before, the move, its events, the view after.

    Some are played from the deal to the end, others a few moves from a rich table.
    """
    luck, steps = Random(7), []
    matches = [cardhouse.new("crush", seed=seed) for seed in range(16)]
    matches += [rich_match(luck) for _ in range(60)]
    for match in matches:
        for _ in range(6 if match.position else 10**6):
            if match.outcome != "playing":
                break
            before, move = match.view(), move_text(any_move(match.state, luck))
            steps.append((before, move, match.play(move), match.view()))
    return steps


# -- the grid and the deck ------------------------------------------------------


@cache
def dealt(count=3000):
    """Return many games as they are dealt."""
    return [cardhouse.new("crush", seed=seed).state for seed in range(count)]


# -- gravity --------------------------------------------------------------------


def columns_of(view):
    """Return the columns as piles, the lowest card first."""
    return [
        [piece for piece in column[::-1] if piece != "--"]
        for column in zip(*pieces(view), strict=True)
    ]


# -- clearing -------------------------------------------------------------------

LINE = ("4h", "5h", "6h", "7h", "8h", "9h", "Th")


def piles_after(view, move):
    """Return the columns as they should be after a move, without the drop: piles do not float."""
    piles, cells = columns_of(view), cells_of(move)
    places = [(column, 6 - row) for row, column in cells]
    word = move.split()[0]
    if word == "clear":
        for row, column in run_cells(move):
            del piles[column][6 - row]
    elif word in ("bomb", "blast"):
        del piles[places[0][0]][places[0][1]]
    elif all(place < len(piles[column]) for column, place in places):
        (column, place), (other, height) = places
        swapped = piles[other][height], piles[column][place]
        piles[column][place], piles[other][height] = swapped
        if word == "use":
            piles[other][height] = piles[other][height].removesuffix("~")
    else:
        start, end = sorted(places, key=lambda at: at[1] >= len(piles[at[0]]))
        piles[end[0]].append(piles[start[0]].pop(start[1]))
    return piles


# -- dropping -------------------------------------------------------------------

EVERY_KIND = {
    "slide 6,0 6,1": "slide",
    "clear 6,1 6,3": "clear",
    "use 6,0 6,4": "swap",
    "swap 6,0 6,4": "swap",
    "bomb 6,4": "bomb",
    "blast 6,0": "bomb",
}
ANY_KIND = "Kc~ 5h 6h 7h 9s!"


# -- sequences ------------------------------------------------------------------


def look_at(cards):
    """Lay cards in the bottom row and ask whether they can be cleared."""
    return laid(cards).look(f"clear 6,0 6,{len(cards.split()) - 1}")


# -- what nobody knows ----------------------------------------------------------


def undealt(s):
    """Return what is to come: cards, tags, and which card has which tag."""
    cards, tags = s.deck[: s.deck_left], s.tags[: s.deck_left]
    return cards, tags, list(zip(cards, tags, strict=True))
