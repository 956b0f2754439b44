"""Poker Boom in the browser: whole games by finger, taps, keys and mouse; what can go wrong."""

import re
from collections.abc import Callable, Iterable
from itertools import chain, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import cardhouse
from cardhouse.games.boom import rules
from cardhouse.games.boom.levels import LEVELS
from cardhouse.match import Match
from tests.scouted import scouted
from tests.web.conftest import Sit
from tests.web.page_kit import names_in_boom
from tests.web.seat import DESKTOP, PHONE, SMALL, Cell, Seat, cells_of, side_name, spread, touching

LINK = "/boom?seed=11&level=1"
Hands = Callable[[Seat, list[Cell]], None]


def mirror() -> Match:
    """The same game, played by the engine beside the page."""
    return cardhouse.new("boom", seed=11, level=1)


def path_of(cells: Iterable[Cell]) -> list[Cell] | None:
    """One stroke through five cells, if there is one."""
    for order in permutations(cells):
        if all(touching(a, b) for a, b in pairwise(order)):
            return list(order)
    return None


def by_drag(seat: Seat, cells: list[Cell]) -> None:
    path = path_of(cells)
    if path:
        seat.drag(path, steps=5)
    else:
        by_taps(seat, cells)


def by_taps(seat: Seat, cells: list[Cell]) -> None:
    for cell in spread(cells):
        seat.tap(cell)


def by_mouse(seat: Seat, cells: list[Cell]) -> None:
    """Press and drag; what no stroke goes through is clicked."""
    path = path_of(cells)
    if path:
        seat.mouse_drag(map(seat.at, path))
    else:
        for cell in spread(cells):
            seat.click(cell)


def by_keys(seat: Seat, cells: list[Cell]) -> None:
    for cell in spread(cells):
        seat.go(cell)
        seat.press("Space")


HANDS: dict[str, tuple[Hands, dict[str, Any]]] = {
    "drag": (by_drag, PHONE),
    "taps": (by_taps, PHONE),
    "keys": (by_keys, DESKTOP),
    "mouse": (by_mouse, DESKTOP),
}


def whole_game() -> list[str]:
    match = mirror()
    while match.outcome == "playing":
        match.play(scouted(match) if match.number % 2 else next(match.moves()))
    return match.played


def play(seat: Seat, match: Match, hands: Hands, moves: list[str]) -> None:
    """Play moves on the page and beside it."""
    for move in moves:
        hands(seat, cells_of(move))
        match.play(move)
        seat.expect_score(match.score)
        seat.expect_number("boom", match.number)


def expect_proven(seat: Seat, match: Match, folder: Path) -> None:
    """Look at the record of a game that has ended."""
    proven = seat.prove(folder)
    assert proven.played == match.played
    assert proven.outcome == match.outcome != "playing"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "drag" else pytest.mark.soak) for name in HANDS]
)
def test_a_whole_game(sit: Sit, tmp_path: Path, name: str) -> None:
    hands, size = HANDS[name]
    seat, match = sit(LINK, size), mirror()
    play(seat, match, hands, whole_game())
    expect_proven(seat, match, tmp_path)


@pytest.mark.parametrize("name", [name for name in HANDS if name != "drag"])
def test_the_first_moves_and_the_last_one(sit: Sit, tmp_path: Path, name: str) -> None:
    """The moves between are played past the page."""
    hands, size = HANDS[name]
    seat, match = sit(LINK, size), mirror()
    moves = whole_game()
    play(seat, match, hands, moves[:2])
    seat.play_on(match, moves[2:-1])
    play(seat, match, hands, moves[-1:])
    expect_proven(seat, match, tmp_path)


def dragged(match: Match) -> list[Cell]:
    """A move that one stroke makes."""
    return next(path for move in match.moves() if (path := path_of(cells_of(move))))


def test_a_drag_that_is_called_off_plays_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.drag(dragged(match), lift=False)
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(5)
    seat.touch("touchCancel")
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)
    assert seat.kept("boom")["number"] == 0


def test_sliding_off_the_board_plays_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    points = [seat.at(cell) for cell in dragged(match)]
    seat.drag_points([*points, (points[-1][0], 5)])
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)
    assert seat.kept("boom")["number"] == 0


def test_going_back_shortens_the_stroke(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    path = dragged(match)
    seat.drag([*path[:4], path[2]])
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(3)


def test_a_tap_that_slides_away_chooses_nothing(sit: Sit) -> None:
    seat = sit(LINK)
    x, y = seat.at((0, 0))
    seat.drag_points([(x, y), (x, 5)])
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)


def test_a_tap_elsewhere_begins_anew_and_a_second_tap_takes_back(sit: Sit) -> None:
    seat = sit(LINK)
    seat.tap((0, 0))
    seat.tap((0, 1))
    seat.tap((5, 3))
    expect(seat.cell((5, 3))).to_have_attribute("aria-selected", "true")
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
    seat.tap((5, 3))
    expect(seat.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)


def test_a_high_card_is_refused_in_words_and_changes_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    before = seat.board
    legal = set(match.moves())
    rows = ([(row, column) for column in range(5)] for row in range(10))
    row = next(r for r in rows if " ".join(f"{a},{b}" for a, b in r) not in legal)
    seat.drag(row)
    seat.expect_said(match.look(" ".join(f"{a},{b}" for a, b in row))["message"])
    assert seat.board == before
    assert seat.kept("boom")["number"] == 0


def test_confirm_asks_first(sit: Sit) -> None:
    seat, match = sit(LINK, settings={"confirm": True}), mirror()
    move = " ".join(f"{a},{b}" for a, b in sorted(dragged(match)))
    seat.drag(dragged(match))
    expect(seat.page.locator(".bar p")).to_have_text(match.look(move)["message"])
    seat.button("Not now").tap()
    assert seat.kept("boom")["number"] == 0
    seat.press("Escape")
    seat.drag(dragged(match))
    seat.button("Play").tap()
    match.play(move)
    seat.expect_score(match.score)


def test_undo_takes_the_move_back(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    before = seat.board
    seat.drag(dragged(match))
    seat.expect_number("boom", 1)
    assert seat.board != before
    seat.button("Undo").tap()
    seat.expect_said("Taken back.")
    assert seat.board == before
    seat.expect_score(0)


def test_a_hint_comes_only_on_request(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    expect(seat.page.locator("[role=gridcell].hinted")).to_have_count(0)
    seat.button("Hint").tap()
    hint = match.hint()
    seat.expect_said(hint["why"])
    for cell in cells_of(hint["move"]):
        expect(seat.cell(cell)).to_have_class("hinted")


def test_bombs_and_scorch_are_named(sit: Sit) -> None:
    seat = sit("/boom?seed=3&mode=endless", size=DESKTOP)
    match = cardhouse.new("boom", seed=3, mode="endless")
    ahead = match.snapshot()
    while not any(map(any, ahead.view()["scorch"])):
        ahead.play(next(ahead.moves()))
    seat.play_on(match, ahead.played[:-1])
    move = ahead.played[-1]
    match.play(move)
    by_keys(seat, cells_of(move))
    seat.expect_number("boom", match.number)
    view = match.view()
    expect(seat.page.locator(".bomb")).to_have_count(len(view["bombs"]))
    for bomb in view["bombs"]:
        expect(seat.page.get_by_label(bomb_name(bomb), exact=True)).to_be_visible()
    black = [(r, c) for r in range(10) for c in range(5) if view["scorch"][r][c]]
    assert [f"{r},{c}" for r, c in black if "scorched for" not in seat.board[5 * r + c]] == []
    seat.go(black[0])
    seat.press("Enter")
    seat.expect_said("scorched")


def test_a_new_bomb_is_said_where_people_look_for_it(sit: Sit) -> None:
    """A side and a row or column from one, in the status line and in the log."""
    seat, match = sit(ENDLESS, size=DESKTOP), endless()
    *before, move = up_to("bomb")
    seat.play_on(match, before)
    events = match.play(move)
    by_keys(seat, cells_of(move))
    seat.expect_number("boom", match.number)
    bomb = next(event for event in events if event["event"] == "bomb")
    words = f"new bomb at {side_name(bomb)}, fuse {bomb['fuse']}"
    seat.expect_said(words)
    expect(seat.page.locator(".log li").first).to_contain_text(words)


def test_the_ring_is_full_at_the_longest_fuse_only(sit: Sit) -> None:
    longest = max(*(level.fuse_high for level in LEVELS), rules.ENDLESS_FUSE_HIGH)
    seat, fuses = sit(), set()
    for seed in range(1, 4):
        seat.open(f"/boom?seed={seed}&level=1")
        for bomb in seat.kept("boom")["view"]["bombs"]:
            shown = seat.page.get_by_label(bomb_name(bomb), exact=True)
            burnt = float(shown.evaluate("el => el.style.getPropertyValue('--burnt')"))
            assert burnt == pytest.approx(100 - 100 * bomb["fuse"] / longest)
            fuses.add(bomb["fuse"])
    assert longest in fuses
    assert len(fuses) > 1


@pytest.mark.parametrize("link", ["/boom?seed=5&level=30", "/boom?seed=5&mode=endless"])
def test_the_first_line_says_what_to_do_and_has_room(sit: Sit, link: str) -> None:
    seat = sit(link, SMALL)
    seat.expect_said("Pick five touching cards that make a poker hand.")
    assert seat.page.locator(".said").evaluate("el => el.scrollHeight <= el.clientHeight")


# -- endless, bombs and blasts ----------------------------------------------------

ENDLESS = "/boom?seed=3&mode=endless"
WATCH = """
const log = window.steps = [];
const note = (step) => log.at(-1) !== step && log.push(step);
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
  const above = /, -/.test(frames[0].transform);
  if (this.matches('.cards .card')) {
    if (frames.at(-1).opacity === 0) note('vanish');
    else if (frames.length === 4) note(above ? 'spawn' : 'fall');
    else note('shuffle');
  } else if (this.matches('.bomb')) note(frames[0].scale === 0 ? 'bomb' : 'fuse');
  else if (this.matches('.blast')) note('explode');
  return animate.call(this, frames, ...how);
};
document.addEventListener('DOMContentLoaded', () => {
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.matches('.cards .card.flash')) note('gain');
      if (target.matches('.chars') && addedNodes.length) note('scorch');
    }
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
});
"""
"""Writes down what is seen to happen, by the names of the engine's events."""


def endless() -> Match:
    return cardhouse.new("boom", seed=3, mode="endless")


def up_to(what: str) -> list[str]:
    """The first moves of endless play, up to the one that lets something happen."""
    match = endless()
    while all(event["event"] != what for event in match.play(next(match.moves()))):
        pass
    return match.played


def expect_as_in(seat: Seat, match: Match) -> None:
    """Wait until cards, scorch and bombs are what and where the engine has them."""
    view = match.view()
    cards, scorch = (list(chain(*view[what])) for what in ("board", "scorch"))
    seat.expect_number("boom", match.number)
    seat.expect_score(match.score)
    seat.expect_board(names_in_boom(view))
    assert seat.kept("boom")["view"] == view
    seen = seat.page.evaluate(SEEN)
    assert seen == {"cards": cards, "chars": [str(left or "") for left in scorch]}
    labels = seat.page.locator(".bomb").evaluate_all("all => all.map(el => el.ariaLabel)")
    assert sorted(labels) == sorted(map(bomb_name, view["bombs"]))
    expect(seat.page.locator(".combo")).to_have_text(f"combo × {view['combo']}")


def bomb_name(bomb: dict[str, Any]) -> str:
    return f"Bomb at {side_name(bomb)}, fuse {bomb['fuse']}"


SEEN = """
() => {
  const middle = (el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const cells = [...document.querySelectorAll('[role=gridcell]')].map(middle);
  const lie = (kind, text) => {
    const seen = cells.map(() => []);
    for (const el of document.querySelectorAll(kind)) {
      const { x, y } = middle(el);
      seen[cells.findIndex((cell) => Math.hypot(cell.x - x, cell.y - y) < 6)]?.push(text(el));
    }
    return seen.map((all) => all.join());
  };
  return {
    cards: lie('.cards .card', (el) => el.dataset.card),
    chars: lie('.chars .char', (el) => el.textContent),
  };
}
"""
"""The cards and the scorch that are seen on each cell, wherever they come from."""


def test_endless_play_goes_on_through_explosions(sit: Sit) -> None:
    seat = sit(LINK)
    seat.button("Menu").tap()
    seat.button("Endless").tap()
    expect(seat.page.locator("h1 small")).to_have_text("Endless")
    view = seat.kept("boom")["view"]
    assert (view["mode"], view["target"], view["moves_left"]) == ("endless", None, None)
    seat.open(ENDLESS)
    match, blasts = endless(), 0
    seat.play_on(match, up_to("explode")[:-2])
    for _ in range(4):
        move = next(match.moves())
        by_taps(seat, cells_of(move))
        blasts += sum(event["event"] == "explode" for event in match.play(move))
        expect_as_in(seat, match)
    assert blasts
    assert match.outcome == "playing"
    expect(seat.page.locator(".goal")).to_have_text("Endless")


def test_everything_that_moves_ends_where_the_engine_has_it(sit: Sit) -> None:
    """BOOM-12: and one thing is seen to happen after the other."""
    seat, match = sit(moving=True), endless()
    seat.begin_with(WATCH)
    seat.open(ENDLESS)
    seat.play_on(match, up_to("explode")[:-1])
    move = list(match.moves())[-1]
    events = match.play(move)
    told = [event["event"] for event in events]
    assert told[:8] == ["gain", "clear", "fall", "spawn", "fuse", "explode", "scorch", "shuffle"]
    by_taps(seat, cells_of(move))
    expect_as_in(seat, match)
    seen = list(dict.fromkeys(seat.page.evaluate("steps")))
    assert seen == ["vanish" if step == "clear" else step for step in told]


def test_the_clutch_is_shown_while_a_fuse_is_at_1(sit: Sit) -> None:
    seat, match = sit(ENDLESS), endless()
    clutch = seat.page.locator(".clutch")
    ahead = match.snapshot()
    while all(bomb["fuse"] > 1 for bomb in ahead.view()["bombs"]):
        ahead.play(next(ahead.moves()))
    seat.play_on(match, ahead.played[:-1])
    expect(clutch).to_be_hidden()
    match.play(ahead.played[-1])
    by_taps(seat, cells_of(ahead.played[-1]))
    seat.expect_number("boom", match.number)
    expect(clutch).to_have_text(f"clutch × {rules.CLUTCH_PERCENT / 100}")
    expect(clutch).to_be_visible()
    move = next(match.moves())
    gain = match.play(move)[0]
    assert gain["gain"] == gain["base"] * gain["combo"] * rules.CLUTCH_PERCENT // 100
    by_taps(seat, cells_of(move))
    seat.expect_said(gain["text"])
    assert "clutch" in gain["text"]
    seat.expect_score(match.score)


def test_the_strip_has_room_for_the_clutch(sit: Sit) -> None:
    """With a combo and a score in the thousands, on a small phone."""
    seat, match = sit("/boom?seed=1&level=13"), cardhouse.new("boom", seed=1, level=13)
    ahead = match.snapshot()
    while ahead.view()["combo"] < 5 or all(bomb["fuse"] > 1 for bomb in ahead.view()["bombs"]):
        ahead.play(next(ahead.moves()))
    seat.play_on(match, ahead.played)
    expect(seat.page.locator(".clutch")).to_be_visible()
    for size in (PHONE, SMALL):
        seat.page.set_viewport_size(size["viewport"])
        strip = seat.page.locator(".strip")
        assert strip.evaluate("el => el.scrollWidth <= el.clientWidth")


def test_levels_show_best_scores_and_a_win_leads_on(sit: Sit, tmp_path: Path) -> None:
    seat, match = sit(LINK), mirror()
    ahead = match.snapshot()
    while ahead.outcome == "playing":
        ahead.play(scouted(ahead))
    seat.play_on(match, ahead.played[:-1])
    by_drag(seat, cells_of(ahead.played[-1]))
    match.play(ahead.played[-1])
    seat.expect_number("boom", match.number)
    assert match.outcome == "won"
    seat.button("Next level").tap()
    expect(seat.page.locator("h1 small")).to_contain_text("Level 2")
    seat.button("Menu").tap()
    seat.button("Levels").tap()
    first = seat.page.locator(".levels button").first
    expect(first).to_contain_text(f"best {match.score:,}")
    expect(seat.page.locator(".levels button")).to_have_count(30)


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_the_level_that_is_played_is_marked_and_no_level_wraps(sit: Sit, size: Any) -> None:
    best = {f"boom {level}": 98_765 for level in range(1, 31)}
    seat = sit("/boom?seed=5&level=7", size)
    seat.page.evaluate("best => localStorage.setItem('cardhouse.best', JSON.stringify(best))", best)
    seat.button("Menu").click()
    seat.button("Levels").click()
    levels = seat.page.locator(".levels button")
    expect(levels.first).to_contain_text("best 98,765 · won")
    expect(seat.page.locator(".levels [aria-current=true]")).to_have_text(re.compile(r"^7\. "))
    edges = levels.evaluate_all("all => all.map(el => getComputedStyle(el).boxShadow)")
    assert edges[6] != edges[5]
    heights = levels.evaluate_all("all => all.map(el => el.clientHeight)")
    assert len(set(heights)) == 1
    assert all(levels.evaluate_all("all => all.map(el => el.scrollWidth <= el.clientWidth)"))
    across = len(set(levels.evaluate_all("all => all.map(el => el.offsetLeft)")))
    assert across == (2 if size is DESKTOP else 1)


def test_the_panel_tells_the_log_and_the_hands(sit: Sit) -> None:
    seat, match = sit(LINK, size=DESKTOP), mirror()
    move = next(match.moves())
    by_keys(seat, cells_of(move))
    gain = match.play(move)[0]["text"]
    expect(seat.page.locator(".log li").first).to_contain_text(gain)
    rows = seat.page.locator(".panel .hands tbody tr")
    expect(rows).to_have_count(9)
    expect(rows.last).to_contain_text("Royal Flush")
    expect(rows.last).to_contain_text("2,000")
