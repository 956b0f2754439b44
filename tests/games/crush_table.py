"""What holds at every state of Solitaire Crush, and how its events are played on a view."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

from cardhouse.core.cards import card_text
from tests.games.kit import Event, View

ROWS, COLUMNS = 7, 7
CELLS = ROWS * COLUMNS
RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK_TEXTS = Counter({rank + suit: 2 for rank in RANKS for suit in SUITS} | {"**": 4})
TAG_COUNTS = {0: 88, 1: 10, 2: 10}
CARD_TEXTS = frozenset({*DECK_TEXTS, "--"})
DECK_CARDS = 108
EMPTY_ROW = ["--"] * COLUMNS


# -- what holds ---------------------------------------------------------------


def crush_invariants(view: View, s: Any, before: View | None) -> None:
    crush_table_holds(view)
    crush_state_holds(view, s)
    crush_deck_holds(view, s)
    if before is None:
        assert (view["base"], view["chain"], view["score"]) == (10, 1, 0)
        assert (view["free_swaps"], view["free_bombs"], view["deck_left"]) == (3, 3, 87)
        assert [row == EMPTY_ROW for row in view["board"]] == [True] * 4 + [False] * 3
        assert occupied(view) == 21
    else:
        crush_step_holds(view, before)


def crush_table_holds(view: View) -> None:
    board, tags = view["board"], view["tags"]
    assert [len(row) for row in board] == [len(row) for row in tags] == [COLUMNS] * ROWS
    assert all(CARD_TEXTS.issuperset(row) for row in board)
    for upper, lower in pairwise(board):
        assert all(low != "--" for high, low in zip(upper, lower, strict=True) if high != "--")
    for cards, marks in zip(board, tags, strict=True):
        assert {"", "bomb", "swapper"}.issuperset(marks)
        assert all(card != "--" for card, mark in zip(cards, marks, strict=True) if mark)
    assert view["chain"] >= 1
    assert view["base"] >= 9 + view["chain"]
    assert view["outcome"] == "playing" or occupied(view) == CELLS
    assert view["outcome"] in ("playing", "over")


def crush_state_holds(view: View, s: Any) -> None:
    columns = list(zip(*view["board"], strict=True))
    assert s.heights == [ROWS - column.count("--") for column in columns]
    assert s.swappers == sum(row.count("swapper") for row in view["tags"])
    assert (s.ending != 0) == (view["outcome"] == "over")


def crush_deck_holds(view: View, s: Any) -> None:
    """What is undealt and what was dealt of it make a deck; what stands was dealt."""
    assert 0 <= s.deck_left <= DECK_CARDS
    assert Counter(map(card_text, s.deck)) == DECK_TEXTS
    assert Counter(s.tags) == TAG_COUNTS
    dealt = Counter(map(card_text, s.deck[s.deck_left :]))
    standing = Counter(card for row in view["board"] for card in row if card != "--")
    assert standing <= dealt, "no game that is played here gets to a second deck"
    tags = Counter(tag for row in view["tags"] for tag in row)
    assert tags["bomb"] <= s.tags[s.deck_left :].count(1)
    assert tags["swapper"] <= s.tags[s.deck_left :].count(2)


def crush_step_holds(view: View, before: View) -> None:
    grown = occupied(view) - occupied(before)
    cleared = view["base"] - before["base"]
    assert cleared in (0, 1)
    assert (view["score"] > before["score"]) == (cleared == 1)
    assert view["chain"] == (before["chain"] + 1 if cleared else 1)
    spent = [before[free] - view[free] for free in ("free_swaps", "free_bombs")]
    assert spent in ([0, 0], [1, 0], [0, 1])
    assert not cleared or spent == [0, 0]
    if view["outcome"] == "over":
        assert (grown, cleared, spent[1]) == (0, 0, 0)
        assert view["deck_left"] == before["deck_left"]
    else:
        assert grown in ((-6, -5, -4, -3, -2) if cleared else (0,) if spent[1] else (0, 1))
        assert view["deck_left"] == before["deck_left"] - 1


def occupied(view: View) -> int:
    return CELLS - sum(row.count("--") for row in view["board"])


# -- what is told -------------------------------------------------------------


def crush_retold(view: View, events: list[Event]) -> View:
    """Animate a move from its events alone: no rule of the game is known here."""
    table = deepcopy(view)
    for event in events:
        CRUSH_TELLERS[event["event"]](table, event)
    return table


def card_at(table: View, cell: list[int]) -> str:
    card: str = table["board"][cell[0]][cell[1]]
    return card


def change_places(table: View, first: list[int], second: list[int]) -> None:
    """Let two cells change what is on them, cards and tags."""
    for grid in (table["board"], table["tags"]):
        (row, column), (other_row, other_column) = first, second
        grid[row][column], grid[other_row][other_column] = (
            grid[other_row][other_column],
            grid[row][column],
        )


def take_away(table: View, cell: list[int]) -> None:
    assert card_at(table, cell) != "--"
    table["board"][cell[0]][cell[1]] = "--"
    table["tags"][cell[0]][cell[1]] = ""


def tell_slide(table: View, event: Event) -> None:
    assert event["cards"] == [card_at(table, event["from"]), card_at(table, event["to"])]
    assert event["cards"][0] != "--"
    change_places(table, event["from"], event["to"])


def tell_swap(table: View, event: Event) -> None:
    assert event["cards"] == [card_at(table, cell) for cell in event["cells"]]
    assert "--" not in event["cards"]
    change_places(table, *event["cells"])
    table["free_swaps"] -= event["free"]
    assert table["free_swaps"] == event["left"]


def tell_untag(table: View, event: Event) -> None:
    row, column = event["cell"]
    assert (table["board"][row][column], table["tags"][row][column]) == (
        event["card"],
        event["tag"],
    )
    table["tags"][row][column] = ""


def tell_chain(table: View, event: Event) -> None:
    assert event["was"] == table["chain"] != event["chain"]
    table["chain"] = event["chain"]


def tell_clear(table: View, event: Event) -> None:
    assert (event["base"], event["chain"]) == (table["base"], table["chain"])
    assert event["length"] == len(event["cells"])
    for cell in event["cells"]:
        take_away(table, cell)
    table["score"] += event["gain"]
    table["base"] += 1
    table["chain"] += 1


def tell_bomb(table: View, event: Event) -> None:
    assert event["card"] == card_at(table, event["cell"])
    take_away(table, event["cell"])
    table["free_bombs"] -= event["free"]
    assert table["free_bombs"] == event["left"]


def tell_fall(table: View, event: Event) -> None:
    assert event["falls"]
    for fall in event["falls"]:
        assert fall["from"][1] == fall["to"][1]
        assert fall["from"][0] < fall["to"][0]
        assert card_at(table, fall["from"]) != "--"
        assert card_at(table, fall["to"]) == "--"
        change_places(table, fall["from"], fall["to"])


def tell_deck(table: View, event: Event) -> None:
    assert table["deck_left"] == 0
    table["deck_left"] = event["cards"]


def tell_drop(table: View, event: Event) -> None:
    row, column = event["cell"]
    assert table["board"][row][column] == "--"
    assert row == ROWS - 1 or table["board"][row + 1][column] != "--"
    table["board"][row][column] = event["card"]
    table["tags"][row][column] = event["tag"]
    table["deck_left"] -= 1


def tell_end(table: View, event: Event) -> None:
    assert event["score"] == table["score"]
    table["outcome"], table["phase"] = event["outcome"], "over"
    table["ending"] = event["why"]


CRUSH_TELLERS: dict[str, Callable[[View, Event], None]] = {
    "slide": tell_slide,
    "swap": tell_swap,
    "untag": tell_untag,
    "chain": tell_chain,
    "clear": tell_clear,
    "bomb": tell_bomb,
    "fall": tell_fall,
    "deck": tell_deck,
    "drop": tell_drop,
    "end": tell_end,
}


def crush_cells(text: str) -> list[tuple[int, int]]:
    """Return the cells of a move that have an order of their own: a use names its swapper first."""
    word, *cells = text.split()
    return [] if word == "use" else [(int(cell[0]), int(cell[2])) for cell in cells]


def makes_room(text: str) -> bool:
    return text.startswith(("clear", "bomb", "blast"))
