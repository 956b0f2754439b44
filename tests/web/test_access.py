"""Everyone can play: screen readers, keys, contrast, target size, small and zoomed windows."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import cardhouse
from cardhouse.games import GAMES
from tests.web.conftest import Sit
from tests.web.seat import DESKTOP, PHONE, SIZES, Seat, cells_of, spread

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LEAST_TARGET = 24
GOOD_CONTRAST = 4.5

every_game = pytest.mark.parametrize("game", GAMES)
every_look = pytest.mark.parametrize("look", ["dark", "light"])
dark_look = pytest.mark.parametrize("look", ["dark", pytest.param("light", marks=pytest.mark.soak)])
"""Both looks share their colours with the tables, where both are looked at."""
every_size = pytest.mark.parametrize("size", SIZES)


def check(seat: Seat) -> None:
    """Let axe look at the screen as it is."""
    found = Axe().run(seat.page, options=RULES)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", ["phone", "desktop"])
@every_look
def test_axe_finds_nothing_on_the_first_page(sit: Sit, gallery: Path, look: str, size: str) -> None:
    seat = sit("/", SIZES[size], color_scheme=look)
    check(seat)
    seat.page.screenshot(path=gallery / f"home-{size}-{look}.png")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@every_look
@every_game
def test_axe_finds_nothing_on_a_table(
    sit: Sit, gallery: Path, game: str, look: str, size: str
) -> None:
    seat = sit(f"/{game}?seed=5", SIZES[size], color_scheme=look)
    seat.page.screenshot(path=gallery / f"{game}-{size}-{look}.png")
    seat.button("Hint").click()
    seat.expect_said("Hint: ")
    check(seat)


@dark_look
@every_game
def test_axe_finds_nothing_on_the_sheets(sit: Sit, game: str, look: str) -> None:
    seat = sit(f"/{game}?seed=5", color_scheme=look)
    for names in (["Menu"], ["Menu", "How it is played"], ["Menu", "Settings"]):
        for name in names:
            seat.button(name).click()
        expect(seat.page.get_by_role("dialog")).to_be_visible()
        check(seat)
        seat.press("Escape")
    if game == "boom":
        seat.button("Menu").click()
        seat.button("Levels").click()
        check(seat)


@dark_look
def test_axe_finds_nothing_at_the_end_and_in_a_replay(sit: Sit, gallery: Path, look: str) -> None:
    seat = sit("/boom?seed=11&level=1", color_scheme=look)
    match = cardhouse.new("boom", seed=11, level=1)
    while match.outcome == "playing":
        move = match.hint()["move"]
        for cell in spread(cells_of(move)):
            seat.tap(cell)
        match.play(move)
        seat.expect_number("boom", match.number)
    expect(seat.page.locator(".figures")).to_be_visible()
    check(seat)
    seat.page.screenshot(path=gallery / f"result-phone-{look}.png")
    seat.button("Watch the replay").click()
    expect(seat.page.get_by_role("group", name="Replay")).to_be_visible()
    check(seat)


@every_size
@every_game
def test_everything_is_large_enough_and_on_the_page(
    sit: Sit, gallery: Path, game: str, size: str
) -> None:
    seat = sit(f"/{game}?seed=5", SIZES[size])
    seat.page.screenshot(path=gallery / f"{game}-{size}.png")
    boxes = seat.page.locator("button:visible, a:visible, input:visible").evaluate_all(
        "all => all.map(el =>"
        " [el.ariaLabel ?? el.textContent, el.getBoundingClientRect().toJSON()])"
    )
    small = [name for name, box in boxes if min(box["width"], box["height"]) < LEAST_TARGET]
    assert small == []
    width, height = (SIZES[size]["viewport"][side] for side in ("width", "height"))
    off = [name for name, box in boxes if box["left"] < 0 or box["right"] > width + 0.5]
    assert off == []
    root = seat.page.evaluate(
        "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
    )
    assert root[0] <= width
    if size != "zoomed":
        seen = (seat.page.locator(".board"), seat.button("Undo"), seat.page.locator(".score"))
        for box in (target.bounding_box() for target in seen):
            assert box
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert root[1] <= height


@every_game
def test_cells_are_read_in_order_and_stay_when_cards_move(sit: Sit, game: str) -> None:
    seat = sit(f"/{game}?seed=5", DESKTOP)
    order = "all => all.map(el => [el.parentElement.ariaRowIndex, el.ariaColIndex].join())"
    cells = seat.page.locator("[role=gridcell]")
    before = cells.evaluate_all(order)
    assert before == sorted(before, key=lambda text: tuple(map(int, text.split(","))))
    assert all(seat.board)
    first = cells.first.element_handle()
    assert first
    seat.button("Hint").click()
    seat.expect_said("Hint: ")
    assert cells.evaluate_all(order) == before
    assert first.evaluate("el => el.isConnected")


@every_game
def test_keys_open_help_and_give_hints_and_the_focus_comes_back(sit: Sit, game: str) -> None:
    seat = sit(f"/{game}?seed=5", DESKTOP)
    seat.go((2, 2))
    seat.press("?")
    expect(seat.page.get_by_role("dialog")).to_contain_text("Keys")
    seat.press("Escape")
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    expect(seat.cell((2, 2))).to_be_focused()
    seat.press("h")
    seat.expect_said("Hint: ")
    seat.press("u")
    seat.expect_said("There is no move to take back.")
    assert seat.page.evaluate("document.activeElement !== document.body")


@every_game
def test_tab_reaches_everything_and_the_board_is_one_stop(sit: Sit, game: str) -> None:
    seat = sit(f"/{game}?seed=5", DESKTOP)
    stops = []
    for _ in range(60):
        seat.press("Tab")
        stop = seat.page.evaluate(
            "() => { const el = document.activeElement;"
            " return el === document.body ? '' : el.getAttribute('role') ?? el.tagName; }"
        )
        if not stop:
            break
        stops.append(stop)
    assert stops.count("gridcell") == 1
    assert "A" in stops
    assert "BUTTON" in stops


def test_one_status_line_says_what_happened(sit: Sit) -> None:
    seat = sit("/boom?seed=11&level=1", PHONE)
    assert seat.page.locator("[role=status], output, [aria-live]").count() == 1
    match = cardhouse.new("boom", seed=11, level=1)
    move = next(match.moves())
    for cell in spread(cells_of(move)):
        seat.tap(cell)
    seat.expect_said(match.play(move)[0]["text"])


def test_suits_can_be_told_apart_by_shape_and_have_contrast(sit: Sit) -> None:
    seat = sit("/boom?seed=5")
    shapes = seat.page.locator(".card").evaluate_all(
        "all => all.map(el => [el.dataset.suit, el.querySelector('path').getAttribute('d'),"
        " getComputedStyle(el).color, getComputedStyle(el).backgroundColor])"
    )
    pairs = {(suit, shape) for suit, shape, _, _ in shapes}
    assert len(pairs) == len({suit for suit, _ in pairs}) == len({shape for _, shape in pairs}) == 4
    assert min(contrast(ink, paper) for _, _, ink, paper in shapes) >= GOOD_CONTRAST


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG has it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.strip("rgb()").split(",")[:3]]
    line = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2]
