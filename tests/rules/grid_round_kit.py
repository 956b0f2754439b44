"""Rounds of Poker Grid for tests: new ones, refused moves, and many played move by move."""

from functools import cache
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import IllegalMove
from cardhouse.core.flat import copy_state
from tests.rules.grid_kit import EVERY_JOKER

BOOK = Path(__file__).parents[2] / "docs/rules/grid.md"

CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
RANKS = "23456789TJQKA"
CELLS = list(product(range(5), repeat=2))


def new(seed=7, **options):
    """Start a round without jokers, unless they are asked for."""
    return cardhouse.new("grid", seed=seed, **({"jokers": []} | options))


def flat(rows):
    return [item for row in rows for item in row]


def told(events):
    return [event["event"] for event in events]


def refused(match, move):
    """Return the reason and the sentence with which a move is refused; nothing may change."""
    state, view, digest, played = (
        copy_state(match.state),
        match.view(),
        match.digest(),
        match.played,
    )
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert (match.state, match.view(), match.digest()) == (state, view, digest)
    assert (match.state.notes, match.state.events) == (state.notes, [])
    assert match.played == played
    return caught.value.reason, str(caught.value)


def book_table(heading):
    """Return the rows of a table of the book, cell by cell."""
    lines = BOOK.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_about(count, tries, chance):
    """Return whether so many of independent tries came true, within five deviations."""
    return abs(count - tries * chance) < 5 * sqrt(tries * chance * (1 - chance))


def picture_of(view):
    return "\n".join(map(" ".join, view["board"]))


# -- many rounds, move by move --------------------------------------------------


def any_move(match, luck):
    """Return a legal move: often a hand, now and then something else."""
    moves = list(match.moves())
    return "s" if "s" in moves and luck.randrange(3) == 0 else luck.choice(moves)


@cache
def plays():
    """Play many rounds; return for each move the view before, the move, its events, the view after.

    Some begin with a draft, others with jokers of chance.
    """
    luck, steps = Random(5), []
    for number in range(40):
        jokers = luck.choices(EVERY_JOKER, k=number % 6)
        options = {"picks": number % 5 + 1} if number % 2 else {"jokers": jokers}
        match = cardhouse.new("grid", seed=number, auto_freeze=number % 3 > 0, **options)
        while match.outcome == "playing":
            before, move = match.view(), any_move(match, luck)
            steps.append((before, move, match.play(move), match.view()))
    return steps


def hands():
    """Return the hands among the moves of those rounds."""
    return [step for step in plays() if step[1] == "s"]


# -- the opening ----------------------------------------------------------------


def naive_freeze(board):
    """Return what auto-freeze should find, by trying all pairs of cells."""
    pairs = [
        (first, second)
        for first, second in combinations(CELLS, 2)
        if board[first[0]][first[1]][0] == board[second[0]][second[1]][0]
    ]
    if not pairs:
        return []

    def order(pair):
        (row, column), (other_row, other_column) = pair
        apart = row != other_row and column != other_column
        return apart, -RANKS.index(board[row][column][0]), pair

    return [list(cell) for cell in min(pairs, key=order)]
