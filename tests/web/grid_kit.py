"""Poker Grid on the page: links to it, the same rounds beside it, and hands that play it."""

from playwright.sync_api import Locator, expect

import cardhouse
from cardhouse.match import Match
from tests.web.seat import Cell, Point, Seat

DRAFT = "/grid?seed=3&picks=3&target=5000"
HELD = "/grid?seed=7&jokers=Joker,Runner,Scrapbook"
NAMES = ["Joker", "Runner", "Scrapbook"]

FREEZES = 2


def drafted() -> Match:
    return cardhouse.new("grid", seed=3, picks=3, target=5_000)


def held() -> Match:
    return cardhouse.new("grid", seed=7, jokers=NAMES)


def cell_of(move: str) -> Cell:
    _, row, column = move.split()
    return int(row), int(column)


def free_cells(match: Match) -> list[Cell]:
    frozen = match.view()["frozen"]
    return [(row, column) for row in range(5) for column in range(5) if [row, column] not in frozen]


def joker(seat: Seat, place: int) -> Locator:
    return seat.page.locator(".joker").nth(place)


def middle(found: Locator) -> Point:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tab_to(seat: Seat, found: Locator) -> None:
    """Go to something with the Tab key, as there is no mouse."""
    for _ in range(60):
        if found.evaluate("el => el === document.activeElement"):
            return
        seat.press("Tab")
    raise AssertionError("the Tab key does not lead there")


# -- whole rounds -------------------------------------------------------------


def by_finger(seat: Seat, move: str) -> None:
    """Jokers are dragged."""
    if move.startswith("o"):
        _, start, end = move.split()
        seat.drag_points([middle(joker(seat, int(start))), middle(joker(seat, int(end)))])
    else:
        by_taps(seat, move)


def by_taps(seat: Seat, move: str) -> None:
    """Jokers are moved from their sheet, one place at a time."""
    if move.startswith("f"):
        seat.tap(cell_of(move))
    elif move.startswith("d"):
        seat.page.locator(".offer").nth(int(move[2:])).tap()
    elif move.startswith("o"):
        joker(seat, int(move.split()[1])).tap()
        seat.button("Move right").tap()
        expect(seat.page.locator("dialog")).to_contain_text(f"Place {int(move.split()[2]) + 1} of")
        seat.button("Close").tap()
    else:
        seat.button({"u": "Unfreeze all", "s": "Play hand"}[move]).tap()


def by_mouse(seat: Seat, move: str) -> None:
    """Everything is clicked; jokers are dragged."""
    if move.startswith("f"):
        seat.click(cell_of(move))
    elif move.startswith("d"):
        seat.page.mouse.click(*middle(seat.page.locator(".offer").nth(int(move[2:]))))
    elif move.startswith("o"):
        seat.mouse_drag(middle(joker(seat, int(place))) for place in move.split()[1:])
    else:
        seat.page.mouse.click(*middle(seat.button({"u": "Unfreeze all", "s": "Play hand"}[move])))


def by_keys(seat: Seat, move: str) -> None:
    if move.startswith("f"):
        seat.go(cell_of(move))
        seat.press("Space")
    elif move.startswith("d"):
        tab_to(seat, seat.page.locator(".offer").nth(int(move[2:])))
        seat.press("Enter")
    elif move.startswith("o"):
        tab_to(seat, seat.page.locator('.joker[tabindex="0"]'))
        seat.press("Home", *["ArrowRight"] * int(move.split()[1]), "Shift+ArrowRight")
    elif move == "u":
        tab_to(seat, seat.button("Unfreeze all"))
        seat.press("Enter")
    else:
        seat.press("p")
