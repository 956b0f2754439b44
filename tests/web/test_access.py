"""Everyone can play: screen readers, keys, contrast, target size, small and zoomed windows."""

from collections.abc import Callable
from io import BytesIO
from itertools import chain
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

import cardhouse
from cardhouse.games import GAMES
from cardhouse.match import Match
from tests.web.axe import check
from tests.web.conftest import Complaints, Sit
from tests.web.seat import DESKTOP, PHONE, SIZES, Seat, cells_of, spread

LEAST_TARGET = 24
GOOD_CONTRAST = 4.5
every_game = pytest.mark.parametrize("game", GAMES)
every_look = pytest.mark.parametrize("look", ["dark", "light"])
dark_look = pytest.mark.parametrize("look", ["dark", pytest.param("light", marks=pytest.mark.soak)])
"""Both looks share their colours with the tables, where both are looked at."""
looks_and_sizes = pytest.mark.parametrize(
    ("look", "size"),
    [
        ("dark", "phone"),
        ("light", "desktop"),
        pytest.param("dark", "desktop", marks=pytest.mark.soak),
        pytest.param("light", "phone", marks=pytest.mark.soak),
    ],
)
"""Each look and each size: colours do not depend on the size, nor sizes on the look."""


@looks_and_sizes
def test_axe_finds_nothing_on_the_first_page(sit: Sit, gallery: Path, look: str, size: str) -> None:
    seat = sit("/", SIZES[size], color_scheme=look)
    check(seat)
    seat.page.screenshot(path=gallery / f"home-{size}-{look}.png")


@looks_and_sizes
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
@every_game
def test_axe_finds_nothing_from_the_first_move_to_the_replay(
    sit: Sit, complaints: Complaints, gallery: Path, game: str, look: str
) -> None:
    """Each move is asked about, the server goes away, and the end is looked at from all sides."""
    wanted = {"confirm": True, "preview": True}
    seat = sit(LINKS[game], color_scheme=look, settings=wanted)
    match = STARTS[game]()
    WALKS[game](seat, match)
    check_without_server(seat, complaints)
    seat.play_on(match, to_the_end(match))
    expect(seat.page.locator(".figures")).to_be_visible()
    check(seat)
    seat.page.screenshot(path=gallery / f"result-{game}-{look}.png")
    seat.button("Watch the replay").click()
    expect(seat.page.get_by_role("group", name="Replay")).to_be_visible()
    seat.expect_said("Move 0 of")
    check(seat)
    seat.button("To the end").click()
    seat.expect_said(f"Move {match.number} of")
    check(seat)


LINKS = {
    "boom": "/boom?seed=11&level=1",
    "grid": "/grid?seed=5&picks=2",
    "crush": "/crush?seed=7",
}
STARTS: dict[str, Callable[[], Match]] = {
    "boom": lambda: cardhouse.new("boom", seed=11, level=1),
    "grid": lambda: cardhouse.new("grid", seed=5, picks=2),
    "crush": lambda: cardhouse.new("crush", seed=7),
}


def to_the_end(match: Match) -> list[str]:
    """The moves that are left when hands are played as they lie."""
    ahead, moves = match.snapshot(), []
    while ahead.outcome == "playing":
        moves.append("s" if ahead.game.name == "grid" else next(ahead.moves()))
        ahead.play(moves[-1])
    return moves


def check_and_play(seat: Seat, match: Match, move: str) -> None:
    """Look at the question whether a move is meant, and say yes."""
    expect(seat.page.get_by_role("region", name="This move")).to_be_visible()
    check(seat)
    seat.button("Play").tap()
    match.play(move)
    seat.expect_number(match.game.name, match.number)


def walk_through_boom(seat: Seat, match: Match) -> None:
    move = next(match.moves())
    for cell in spread(cells_of(move)):
        seat.tap(cell)
    check_and_play(seat, match, move)


def walk_through_crush(seat: Seat, match: Match) -> None:
    for cell in ((5, 1), (5, 2)):
        seat.tap(cell)
    check_and_play(seat, match, "slide 5,1 5,2")


def walk_through_grid(seat: Seat, match: Match) -> None:
    for _ in range(2):
        seat.page.locator(".offer").first.tap()
        check_and_play(seat, match, "d 0")
    expect(seat.page.locator(".outlook")).to_contain_text("wins")
    expect(seat.page.locator(".joker")).to_have_count(2)
    check(seat)
    seat.button("Play hand").tap()
    check_and_play(seat, match, "s")
    expect(seat.page.locator(".edge b")).to_have_count(10)
    expect(seat.page.locator(".outlook")).to_contain_text("wins")
    check(seat)
    for opens in (seat.page.locator(".edge button").first, seat.page.locator(".joker").first):
        opens.tap()
        expect(seat.page.get_by_role("dialog")).to_be_visible()
        check(seat)
        seat.press("Escape")


WALKS: dict[str, Callable[[Seat, Match], None]] = {
    "boom": walk_through_boom,
    "grid": walk_through_grid,
    "crush": walk_through_crush,
}


def check_without_server(seat: Seat, complaints: Complaints) -> None:
    """Look at the page while the server cannot be reached.

    The page would ask again by itself only much later: what brings the answer is the button.
    """
    complaints.excuse("net::ERR_")
    seat.page.evaluate(
        "() => { const wait = setTimeout; window.setTimeout = (go, ms) => wait(go, 1000 * ms); }"
    )
    seat.page.route("**/api/hint", lambda route: route.abort())
    seat.button("Hint").tap()
    banner = seat.page.get_by_role("alert")
    expect(banner).to_contain_text("The server is away")
    check(seat)
    ink, paper = banner.evaluate(
        "el => [getComputedStyle(el).color, getComputedStyle(el).backgroundColor]"
    )
    assert contrast(ink, paper) >= GOOD_CONTRAST  # Axe leaves out what lies above the page.
    seat.page.unroute("**/api/hint")
    seat.button("Ask now").tap()
    expect(seat.page.locator(".banner")).to_be_hidden()
    seat.expect_said("Hint: ")


@dark_look
def test_axe_finds_nothing_on_a_board_that_burns(sit: Sit, look: str) -> None:
    """Bombs of every urgency, scorched cells and the clutch."""
    seat = sit("/boom?seed=3&mode=endless", color_scheme=look)
    match, ahead = (cardhouse.new("boom", seed=3, mode="endless") for _ in range(2))
    while not (any(map(any, ahead.view()["scorch"])) and is_clutch(ahead)):
        ahead.play(next(ahead.moves()))
    seat.play_on(match, ahead.played)
    expect(seat.page.locator(".char").first).to_be_visible()
    expect(seat.page.locator(".clutch")).to_be_visible()
    check(seat)


@every_look
def test_scorched_cards_can_be_read(sit: Sit, gallery: Path, look: str) -> None:
    """In every size: the ink is light, and the moves that are left cover neither rank nor suit."""
    seat = sit("/boom?seed=3&level=30", color_scheme=look)
    match = cardhouse.new("boom", seed=3, level=30)
    ahead = match.snapshot()
    while sum(map(bool, chain(*ahead.view()["scorch"]))) < SCORCHED:
        ahead.play(next(ahead.moves()))
    seat.play_on(match, ahead.played)
    expect(seat.page.locator(".char").nth(SCORCHED - 1)).to_be_visible()
    for suits in ("four", "two"):
        seat.page.evaluate("suits => { document.documentElement.dataset.suits = suits; }", suits)
        for size in ("phone", "small", "narrow", "desktop"):
            seat.page.set_viewport_size((SIZES | {"narrow": NARROW})[size]["viewport"])
            expect_scorch_read(seat, gallery / f"scorch-{size}-{look}-{suits}.png")


def expect_scorch_read(seat: Seat, picture: Path) -> None:
    """Look at every scorched card."""
    seat.page.evaluate(SETTLE)
    burnt = seat.page.evaluate(BURNT)
    assert len(burnt) >= SCORCHED
    seen = Image.open(BytesIO(seat.page.screenshot(path=picture, scale="css"))).convert("RGB")
    for card in burnt:
        for sign in (card["rank"], card["suit"]):
            assert not overlap(sign, card["badge"]), (picture, card)
            assert inside(sign, card["box"]), (picture, card)
            assert seen_contrast(seen.crop(sign)) >= GOOD_CONTRAST, (picture, card)
        assert seen_contrast(seen.crop(card["badge"])) >= GOOD_CONTRAST, (picture, card)


SCORCHED = 20
NARROW = {"viewport": {"width": 320, "height": 844}}
"""Where the cards of Poker Boom are taller than wide."""
Box = tuple[float, float, float, float]
BURNT = """
() => {
  const box = (el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  return [...document.querySelectorAll('.char')].map((char) => {
    const there = box(char).join();
    const card = [...document.querySelectorAll('.card')].find((el) => box(el).join() === there);
    const [rank, suit] = [card.querySelector('.rank'), card.querySelector('.suit')].map(box);
    return { card: card.dataset.card, box: box(card), rank, suit, badge: box(char.firstChild) };
  });
}
"""
"""Every scorched card, and where its signs and the moves that are left are seen."""


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(one: Box, other: Box) -> bool:
    return all(a >= b for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b for a, b in zip(one[2:], other[2:], strict=True)
    )


def seen_contrast(picture: Image.Image) -> float:
    """The contrast of a sign as it is painted, whatever lies above it."""
    paints = [str(paint) for _, paint in picture.getcolors(picture.width * picture.height) or []]
    ordered = sorted(paints, key=luminance)
    return contrast(ordered[0], ordered[-1])


def is_clutch(match: Match) -> bool:
    return any(bomb["fuse"] == 1 for bomb in match.view()["bombs"])


@pytest.mark.parametrize(
    "sizes",
    [
        ("phone", "small"),
        ("tablet",),
        ("desktop", "zoomed"),
        *(pytest.param((size,), marks=pytest.mark.soak) for size in ("small", "zoomed")),
    ],
    ids=" ".join,
)
@every_game
def test_everything_is_large_enough_and_on_the_page(
    sit: Sit, gallery: Path, game: str, sizes: tuple[str, ...]
) -> None:
    """Opened at the first size, and where the window is made as small as the second."""
    seat = sit(f"/{game}?seed=5", SIZES[sizes[0]])
    for size in sizes:
        seat.page.set_viewport_size(SIZES[size]["viewport"])
        seat.page.evaluate(SETTLE)
        seat.page.screenshot(path=gallery / f"{game}-{size}.png", scale="css")
        expect_large_and_on_the_page(seat, size)


SETTLE = """
async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
}
"""
"""After a change of size everything has found its place by the second frame."""


def expect_large_and_on_the_page(seat: Seat, size: str) -> None:
    """Look at everything that can be pressed, and at what must be seen without scrolling."""
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
def test_a_key_that_follows_a_sheet_at_once_is_not_lost(sit: Sit, game: str) -> None:
    """The browser says only later that a sheet was closed; it is closed before."""
    seat = sit(f"/{game}?seed=5", DESKTOP)
    seat.press("?")
    seat.page.get_by_role("dialog").evaluate(
        "el => { el.close();"
        " document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', { key: 'h', bubbles: true })); }"
    )
    seat.expect_said("Hint: ")


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
