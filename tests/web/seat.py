"""A person at the page, in a real browser: taps, drags, presses keys, and reads what it says."""

import re
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

import cardhouse
from cardhouse.match import Match

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SMALL = PHONE | {"viewport": {"width": 360, "height": 560}}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}
"""A desktop's window at a zoom of 200 %."""
SIZES = {"phone": PHONE, "small": SMALL, "tablet": TABLET, "desktop": DESKTOP, "zoomed": ZOOMED}

MIDDLE = """
([row, column]) => {
  const cells = document.querySelectorAll(`[role=row][aria-rowindex="${row + 1}"] > button`);
  const { x, y, width, height } = cells[column].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""
ENTER = """
() => {
  const el = document.querySelector('[role=gridcell][tabindex="0"]');
  if (!document.activeElement.matches('[role=gridcell]')) el.focus();
  return [el.parentElement.ariaRowIndex - 1, el.ariaColIndex - 1];
}
"""
"""Go to the cell that the Tab key leads to, unless the focus is in the board; say where it is."""

Cell = tuple[int, int]
Point = tuple[float, float]


class Seat:
    """A page of the game, and hands to use it with."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.cdp = page.context.new_cdp_session(page)

    def begin_with(self, script: str) -> None:
        """Run a script before those of every page that is opened here."""
        self.cdp.send("Page.enable")
        self.cdp.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def open(self, path: str) -> "Seat":
        """Open a page and wait until it can be played."""
        self.page.goto(self.url + path)
        return self.ready()

    def ready(self) -> "Seat":
        self.page.wait_for_selector("html[data-ready=yes]")
        return self

    def reload(self) -> "Seat":
        self.page.reload()
        return self.ready()

    # -- seeing -----------------------------------------------------------------

    def cell(self, cell: Cell) -> Locator:
        """The button of a cell, by row and column."""
        row, column = cell
        return self.page.locator(f'[role=row][aria-rowindex="{row + 1}"] > button').nth(column)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def score(self) -> int:
        """The score as it will stand when it has been counted up."""
        return int(re.sub(r"\D", "", self.page.locator(".score").inner_text()))

    @property
    def said(self) -> str:
        return self.page.locator(".said").inner_text()

    def expect_said(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".said")).to_contain_text(words)

    def expect_score(self, score: int) -> None:
        expect(self.page.locator(".score")).to_have_text(f"{score:,}")

    @property
    def board(self) -> list[str]:
        """What a screen reader calls the cells, in reading order."""
        names = "all => all.map(el => el.getAttribute('aria-label'))"
        found: list[str] = self.page.locator("[role=gridcell]").evaluate_all(names)
        return found

    def expect_board(self, names: list[str]) -> None:
        """Wait until the cells are called so; they are named when everything has come to rest."""
        self.page.wait_for_function(
            "names => [...document.querySelectorAll('[role=gridcell]')]"
            ".every((el, i) => el.ariaLabel === names[i])",
            arg=names,
        )

    def kept(self, game: str) -> dict[str, Any]:
        """What the browser keeps of the match."""
        found: dict[str, Any] = self.page.evaluate(
            "name => JSON.parse(localStorage.getItem(name)).now", f"cardhouse.match.{game}"
        )
        return found

    def expect_number(self, game: str, number: int) -> None:
        """Wait until so many moves were played and shown."""
        self.page.wait_for_function(
            "([name, number]) => { const kept = JSON.parse(localStorage.getItem(name)).now;"
            " return kept.number === number && !kept.pending; }",
            arg=[f"cardhouse.match.{game}", number],
        )

    # -- hands ------------------------------------------------------------------

    def at(self, cell: Cell) -> Point:
        """The middle of a cell."""
        x, y = self.page.evaluate(MIDDLE, cell)
        return x, y

    def tap(self, cell: Cell) -> None:
        """Tap a cell with a finger."""
        self.page.touchscreen.tap(*self.at(cell))

    def double_tap(self, cell: Cell) -> None:
        x, y = self.at(cell)
        self.page.touchscreen.tap(x, y)
        self.page.touchscreen.tap(x, y)

    def click(self, cell: Cell) -> None:
        """Press a cell with the mouse."""
        self.page.mouse.click(*self.at(cell))

    def double_click(self, cell: Cell) -> None:
        self.page.mouse.dblclick(*self.at(cell))

    def mouse_drag(self, points: Iterable[Point], steps: int = 2) -> None:
        """Press the mouse at the first point, and let go at the last."""
        first, *others = points
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for point in others:
            self.page.mouse.move(*point, steps=steps)
        self.page.mouse.up()

    def touch(self, kind: str, *points: Point) -> None:
        """Send a touch: touchStart, touchMove, touchEnd or touchCancel."""
        fingers = [{"x": x, "y": y, "id": 1} for x, y in points]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag(self, cells: Iterable[Cell], lift: bool = True, steps: int = 2) -> None:
        """Drag a finger through the middle of cells."""
        self.drag_points([self.at(cell) for cell in cells], lift, steps)

    def drag_points(self, points: list[Point], lift: bool = True, steps: int = 2) -> None:
        self.touch("touchStart", points[0])
        for (x0, y0), (x1, y1) in pairwise(points):
            for k in range(1, steps + 1):
                self.touch("touchMove", (x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps))
        if lift:
            self.touch("touchEnd")

    def hold(self, cell: Cell) -> None:
        """Press a cell for longer than a tap."""
        self.touch("touchStart", self.at(cell))
        time.sleep(0.6)
        self.touch("touchEnd")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, cell: Cell) -> None:
        """Go to a cell with the arrow keys, wherever in the board the focus is."""
        row, column = cell
        now = self.page.evaluate(ENTER)
        for steps, back, on in (
            (row - now[0], "ArrowUp", "ArrowDown"),
            (column - now[1], "ArrowLeft", "ArrowRight"),
        ):
            self.press(*[on if steps > 0 else back] * abs(steps))

    def play_on(self, match: Match, moves: Iterable[str]) -> None:
        """Play moves past the page and in *match*, and load the page again."""
        game = match.game.name
        key = self.kept(game)["match"]
        for move in moves:
            data = {"match": key, "move": move, "number": match.number}
            assert self.page.request.post(f"{self.url}/api/play", data=data).ok
            match.play(move)
        self.reload()
        self.expect_number(game, match.number)

    # -- the end ----------------------------------------------------------------

    def download_record(self, folder: Path) -> str:
        """Save the record through the page, and read it."""
        with self.page.expect_download() as waiting:
            self.button("Download the record").click()
        path = folder / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return path.read_text()

    def prove(self, folder: Path) -> Match:
        """Replay the downloaded record; the page's score must be the engine's."""
        match = cardhouse.replay(self.download_record(folder))
        points = self.page.locator(".result .points").inner_text()
        assert int(re.sub(r"\D", "", points)) == match.score
        assert self.score == match.score
        return match


def cells_of(text: str) -> list[Cell]:
    """The cells that a move names."""
    pairs = re.findall(r"(\d),(\d)", text)
    return [(int(row), int(column)) for row, column in pairs]


def place_name(cell: Cell) -> str:
    """A cell as the page calls it: rows and columns are counted from one."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def side_name(bomb: dict[str, Any]) -> str:
    """Where a bomb lies, as the page calls it."""
    line = "row" if bomb["side"] in ("left", "right") else "column"
    return f"{bomb['side']}, {line} {bomb['index'] + 1}"


def spread(cells: list[Cell]) -> list[Cell]:
    """The cells in an order in which each touches one before it."""
    order = cells[:1]
    while len(order) < len(cells):
        left = [cell for cell in cells if cell not in order]
        order.append(next(cell for cell in left if any(touching(cell, one) for one in order)))
    return order


def touching(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
