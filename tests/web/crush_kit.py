"""Solitaire Crush on the page: cards by name, the same run beside it, hands that play it."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

import cardhouse
from cardhouse.match import Match
from tests.web.seat import Cell, Seat, cells_of

SEED = 7
LINK = f"/crush?seed={SEED}"
SIDE = 7
RUN = [(6, 0), (6, 1), (6, 2)]
"""A sequence in the opening of this seed: joker, 3s, 4s."""

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

Hands = Callable[[Seat, Match, str], None]


def mirror() -> Match:
    """The same run, played by the engine beside the page."""
    return cardhouse.new("crush", seed=SEED)


def name_of(card: str, tag: str) -> str:
    words = {"--": "empty", "**": "joker"}.get(card)
    words = words or f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"
    return f"{words}, {tag}" if tag else words


def names(match: Match) -> list[str]:
    """What a screen reader should call the cells."""
    view = match.view()
    rows = zip(view["board"], view["tags"], strict=True)
    return [name_of(*pair) for cards, tags in rows for pair in zip(cards, tags, strict=True)]


def card_at(match: Match, cell: Cell) -> str:
    return match.view()["board"][cell[0]][cell[1]]


def tag_at(match: Match, cell: Cell) -> str:
    return match.view()["tags"][cell[0]][cell[1]]


def text(word: str, *cells: Cell) -> str:
    return " ".join([word, *(f"{row},{column}" for row, column in cells)])


def line(first: Cell, last: Cell) -> list[Cell]:
    """All cells of a run."""
    rows, columns = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    return [(row, column) for row in rows for column in columns]


def expect_chosen(seat: Seat, *cells: Cell) -> None:
    """Wait until these cells are chosen, and no others."""
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(len(cells))
    for cell in cells:
        expect(seat.cell(cell)).to_have_attribute("aria-selected", "true")


def expect_played(seat: Seat, match: Match, move: str) -> None:
    """Wait until exactly this move was played, and the page shows what the engine has."""
    match.play(move)
    seat.expect_number("crush", match.number)
    seat.expect_score(match.score)
    seat.expect_board(names(match))
    assert seat.kept("crush")["view"] == match.view()


def expect_nothing_played(seat: Seat, match: Match) -> None:
    assert seat.kept("crush")["number"] == match.number
    assert seat.board == names(match)


# -- whole runs ---------------------------------------------------------------


def by_finger(seat: Seat, match: Match, move: str) -> None:
    """The gestures of CRUSH-23."""
    word, cells = move.split(maxsplit=1)[0], cells_of(move)
    if word == "clear":
        seat.drag(line(*cells))
        expect(seat.page.locator(".deed")).to_be_visible()
        seat.double_tap(cells[0])
    elif word == "bomb":
        seat.double_tap(cells[0])
    elif word == "blast":
        seat.page.get_by_label(re.compile("^Bomb, ")).tap()
        seat.double_tap(cells[0])
    else:
        by_taps(seat, match, move)


def by_taps(seat: Seat, match: Match, move: str) -> None:
    """No drag, no double tap, no hurry."""
    word, cells = move.split(maxsplit=1)[0], cells_of(move)
    if word in ("swap", "blast"):
        name = "^Swap, " if word == "swap" else "^Bomb, "
        seat.page.get_by_label(re.compile(name)).tap()
    elif word == "clear":
        seat.button("Select").tap()
    if word == "slide" and card_at(match, cells[0]) == "--":
        cells.reverse()
    for cell in cells:
        seat.tap(cell)
    if word in ("clear", "bomb", "blast"):
        seat.page.locator(".deed").tap()


def by_mouse(seat: Seat, match: Match, move: str) -> None:
    """Runs are dragged, bombs clicked twice, everything else clicked."""
    word, cells = move.split(maxsplit=1)[0], cells_of(move)
    if word in ("swap", "blast"):
        name = "^Swap, " if word == "swap" else "^Bomb, "
        seat.page.get_by_label(re.compile(name)).click()
    if word == "clear":
        seat.mouse_drag(map(seat.at, line(*cells)))
        expect(seat.page.locator(".deed")).to_be_visible()
    if word in ("clear", "bomb", "blast"):
        seat.double_click(cells[0])
        return
    if word == "slide" and card_at(match, cells[0]) == "--":
        cells.reverse()
    for cell in cells:
        seat.click(cell)


def by_keys(seat: Seat, match: Match, move: str) -> None:
    word, cells = move.split(maxsplit=1)[0], cells_of(move)
    if word in ("swap", "blast"):
        name = "^Swap, " if word == "swap" else "^Bomb, "
        seat.page.get_by_label(re.compile(name)).focus()
        seat.press("Enter")
    if word == "slide" and card_at(match, cells[0]) == "--":
        cells.reverse()
    seat.go(cells[0])
    if word == "clear":
        step = "ArrowRight" if cells[0][0] == cells[1][0] else "ArrowDown"
        seat.press(*[f"Shift+{step}"] * (len(line(*cells)) - 1), "Enter")
    elif word == "bomb":
        seat.press("b")
    elif word == "blast":
        seat.press("Enter", "Enter")
    else:
        seat.press("Enter")
        seat.go(cells[1])
        seat.press("Space")
