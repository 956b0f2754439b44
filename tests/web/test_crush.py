"""Solitaire Crush in the browser: whole runs by finger, taps, keys and mouse, and each gesture."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from cardhouse.match import Match
from tests.web.axe import check
from tests.web.conftest import Sit
from tests.web.crush_kit import (
    LINK,
    RUN,
    SIDE,
    Hands,
    by_finger,
    by_keys,
    by_mouse,
    by_taps,
    card_at,
    expect_chosen,
    expect_nothing_played,
    expect_played,
    mirror,
    names,
    tag_at,
    text,
)
from tests.web.seat import DESKTOP, PHONE, SMALL, Cell, Seat, cells_of, place_name

BOMB, BESIDE = (4, 1), (4, 2)
SWAPPER, NEAR, FAR = (4, 0), (5, 0), (6, 5)

KINDS = ("clear", "slide", "bomb", "use", "swap", "blast")


def slides(match: Match, free: int) -> list[str]:
    """Slides until only so many slots are free, or the run is over (-1)."""
    ahead, moves = match.snapshot(), []
    while (
        ahead.outcome == "playing" and sum(row.count("--") for row in ahead.view()["board"]) > free
    ):
        moves.append(next(ahead.moves()))
        ahead.play(moves[-1])
    return moves


# -- whole runs ---------------------------------------------------------------


def next_move(match: Match) -> str:
    """One move of each kind first, then some clears, then slides until it is over."""
    done = {move.split()[0] for move in match.played}
    clears = sum(move.startswith("clear") for move in match.played)
    moves = list(match.moves())
    for kind in KINDS:
        if kind not in done or (kind == "clear" and clears < 3):
            found = [move for move in moves if move.startswith(kind)]
            if found:
                return found[-1]
    return next(move for move in moves if move.startswith("slide"))


HANDS: dict[str, tuple[Hands, dict[str, Any]]] = {
    "finger": (by_finger, PHONE),
    "taps": (by_taps, PHONE),
    "keys": (by_keys, DESKTOP),
    "mouse": (by_mouse, DESKTOP),
}


def play(seat: Seat, match: Match, hands: Hands, move: str) -> None:
    """Play a move on the page and beside it."""
    hands(seat, match, move)
    match.play(move)
    seat.expect_score(match.score)
    seat.expect_number("crush", match.number)


def expect_proven(seat: Seat, match: Match, folder: Path) -> None:
    """Wait for the end of a run in which every kind of move was played."""
    proven = seat.prove(folder)
    assert proven.played == match.played
    assert {move.split()[0] for move in match.played} == set(KINDS)
    assert seat.board == names(match)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "keys" else pytest.mark.soak) for name in HANDS]
)
def test_a_whole_run(sit: Sit, tmp_path: Path, name: str) -> None:
    hands, size = HANDS[name]
    seat, match = sit(LINK, size), mirror()
    while match.outcome == "playing":
        play(seat, match, hands, next_move(match))
    expect_proven(seat, match, tmp_path)


@pytest.mark.parametrize("name", [name for name in HANDS if name != "keys"])
def test_every_kind_of_move_and_the_last_one(sit: Sit, tmp_path: Path, name: str) -> None:
    """The slides between, all of a kind, are played past the page."""
    hands, size = HANDS[name]
    seat, match = sit(LINK, size), mirror()
    while {move.split()[0] for move in match.played} != set(KINDS):
        play(seat, match, hands, next_move(match))
    *between, last = slides(match, -1)
    seat.play_on(match, between)
    play(seat, match, hands, last)
    expect_proven(seat, match, tmp_path)


# -- the gestures of CRUSH-23 -------------------------------------------------


def test_tap_a_card_and_then_a_neighbour_slides(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.tap((5, 1))
    expect_chosen(seat, (5, 1))
    seat.tap((5, 2))
    expect_played(seat, match, "slide 5,1 5,2")
    expect_chosen(seat)


def test_a_card_slides_into_an_empty_slot_and_falls(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.play_on(match, ["clear 6,0 6,2", "blast 6,6", "blast 6,6"])
    moves = [move for move in match.moves() if move.startswith("slide")]
    into = next(m for m in moves if "--" in (card_at(match, cell) for cell in cells_of(m)))
    by_taps(seat, match, into)
    expect_played(seat, match, into)


def test_drag_selects_and_a_double_tap_clears(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.drag(RUN)
    worth = match.look("clear 6,0 6,2")["message"]
    expect(seat.page.locator(".bubble")).to_have_text(worth)
    seat.expect_said(worth)
    expect_chosen(seat, *RUN)
    expect_nothing_played(seat, match)
    seat.double_tap(RUN[1])
    expect_played(seat, match, "clear 6,0 6,2")
    expect(seat.page.locator(".chain")).to_have_text("chain × 2")
    expect(seat.page.locator(".base")).to_have_text("base 11")


def test_a_single_tap_on_what_is_selected_clears_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.drag(RUN)
    expect(seat.button("Clear 3 cards +30")).to_be_visible()
    seat.tap(RUN[1])
    seat.tap(RUN[2])
    expect_chosen(seat, *RUN)
    seat.tap((4, 4))
    expect_chosen(seat, (4, 4))
    expect_nothing_played(seat, match)


def test_the_line_stays_whatever_the_finger_does(sit: Sit) -> None:
    seat = sit(LINK)
    seat.drag([(6, 0), (6, 1), (5, 1), (4, 2)], lift=False)
    expect_chosen(seat, *RUN)
    points = [seat.at(cell) for cell in ((4, 2), (4, 4), (4, 1))]
    seat.touch("touchMove", points[1])
    expect_chosen(seat, *RUN, (6, 3), (6, 4))
    expect(seat.page.locator(".bubble.bad")).to_be_visible()
    seat.touch("touchMove", points[2])
    expect_chosen(seat, *RUN[:2])
    expect(seat.page.locator(".bubble")).to_be_hidden()
    seat.touch("touchEnd")


def test_a_selection_stops_at_an_empty_slot(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.drag([(5, 0), (4, 0), (3, 0), (2, 0)], lift=False)
    expect_chosen(seat, (5, 0), (4, 0))
    seat.touch("touchEnd")
    seat.expect_said(shown(match.look("clear 4,0 5,0")["message"]))


@pytest.mark.parametrize("cells", [[(4, 2), (5, 2), (6, 2)], [(5, 3), (5, 4)]], ids=["3", "2"])
def test_what_is_no_sequence_is_gone_when_it_is_let_go(sit: Sit, cells: list[Cell]) -> None:
    seat, match = sit(LINK), mirror()
    refused = match.look(text("clear", cells[0], cells[-1]))
    assert not refused["legal"]
    seat.drag(cells)
    seat.expect_said(shown(refused["message"]))
    expect_chosen(seat)
    expect(seat.page.locator(".outline")).to_be_hidden()
    expect_nothing_played(seat, match)


PLACE = r"(?<![\d,])(\d),(\d)(?![\d,])"


def shown(sentence: str) -> str:
    """A sentence as the page says it: cards by their signs, places by row and column from one."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    found = r"\b([2-9TJQKA])([cdhs])\b"
    carded = re.sub(found, lambda m: m[1].replace("T", "10") + signs[m[2]], sentence)
    return re.sub(PLACE, lambda m: place_name((int(m[1]), int(m[2]))), carded)


def test_a_card_that_drops_is_said_by_row_and_column_from_one(sit: Sit) -> None:
    seat, match = sit(LINK, size=DESKTOP), mirror()
    by_mouse(seat, match, "slide 5,1 5,2")
    drop = next(event for event in match.play("slide 5,1 5,2") if event["event"] == "drop")
    words = f"drops to {place_name(drop['cell'])}."
    seat.expect_said(words)
    expect(seat.page.locator(".log li").first).to_contain_text(words)


def test_double_tap_sets_a_bomb_off(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.double_tap(BOMB)
    expect_played(seat, match, text("bomb", BOMB))


def test_a_swap_is_held_back_for_a_double_tap_on_a_bomb(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.tap(BESIDE)
    expect_chosen(seat, BESIDE)
    seat.double_tap(BOMB)
    expect_played(seat, match, text("bomb", BOMB))


def test_a_single_tap_on_a_bomb_slides_after_a_moment(sit: Sit) -> None:
    seat, match = sit(clock=True), mirror()
    seat.page.clock.install()
    seat.open(LINK)
    seat.page.clock.pause_at("2100-01-01")
    seat.tap(BESIDE)
    seat.tap(BOMB)
    expect_chosen(seat, BESIDE)
    expect_nothing_played(seat, match)
    seat.page.clock.run_for(400)
    seat.page.clock.resume()
    expect_played(seat, match, text("slide", BOMB, BESIDE))


def test_another_tap_ends_the_wait_and_does_nothing_else(sit: Sit) -> None:
    seat, match = sit(clock=True), mirror()
    seat.page.clock.install()
    seat.open(LINK)
    seat.page.clock.pause_at("2100-01-01")
    seat.tap(BESIDE)
    seat.tap(BOMB)
    seat.tap((5, 2))
    seat.page.clock.resume()
    expect_played(seat, match, text("slide", BOMB, BESIDE))
    seat.tap((6, 6))
    expect_chosen(seat, (6, 6))
    expect_nothing_played(seat, match)


def test_a_swapper_and_any_card_change_places_once(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    assert tag_at(match, SWAPPER) == "swapper"
    seat.tap(SWAPPER)
    seat.tap(FAR)
    expect_played(seat, match, text("use", SWAPPER, FAR))
    assert tag_at(match, FAR) == ""


def test_a_swapper_slides_to_a_neighbour_and_stays_one(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.tap(SWAPPER)
    seat.tap(NEAR)
    expect_played(seat, match, text("slide", SWAPPER, NEAR))
    assert tag_at(match, NEAR) == "swapper"


def test_the_swap_button_and_two_cards(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.button("Swap, 3 left").tap()
    expect(seat.button("Swap, 3 left")).to_have_attribute("aria-pressed", "true")
    seat.tap((4, 2))
    seat.tap((6, 6))
    expect_played(seat, match, "swap 4,2 6,6")
    expect(seat.button("Swap, 2 left")).to_have_attribute("aria-pressed", "false")


def test_the_bomb_button_and_a_double_tap(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.button("Bomb, 3 left").tap()
    seat.tap((4, 2))
    seat.expect_said("Tap it twice to blow it away.")
    expect(seat.button("Blow it away")).to_be_visible()
    expect_nothing_played(seat, match)
    seat.double_tap((4, 5))
    expect_played(seat, match, "blast 4,5")
    expect(seat.button("Bomb, 2 left")).to_have_attribute("aria-pressed", "false")


def test_buttons_at_0_cannot_be_pressed(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.play_on(match, ["swap 4,0 4,2"] * 3 + ["blast 6,6"] * 3)
    for name, why in (
        ("Swap, 0 left", match.look("swap 5,0 6,0")),
        ("Bomb, 0 left", match.look("blast 5,0")),
    ):
        expect(seat.button(name)).to_have_attribute("aria-disabled", "true")
        expect(seat.button(name)).to_have_attribute("title", why["message"])
        seat.button(name).tap(force=True)
        seat.expect_said(shown(why["message"]))
        expect(seat.button(name)).to_have_attribute("aria-pressed", "false")
        expect_nothing_played(seat, match)


# -- without dragging, without hurry ------------------------------------------


def test_hold_the_first_card_and_tap_the_last(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.hold(RUN[0])
    expect_chosen(seat, RUN[0])
    seat.expect_said("Now tap the last card of the run")
    seat.tap(RUN[2])
    expect_chosen(seat, *RUN)
    seat.button("Clear 3 cards +30").tap()
    expect_played(seat, match, "clear 6,0 6,2")
    expect(seat.page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_select_asks_for_a_straight_line(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.tap(RUN[0])
    seat.button("Select").tap()
    expect_chosen(seat, RUN[0])
    seat.tap((5, 1))
    seat.expect_said(shown(match.look("clear 6,0 5,1")["message"]))
    expect_chosen(seat)
    seat.tap(RUN[2])
    seat.tap(RUN[0])
    expect_chosen(seat, *RUN)
    expect_nothing_played(seat, match)


def test_a_bomb_has_a_button(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.tap(BOMB)
    seat.button("Set it off").tap()
    expect_played(seat, match, text("bomb", BOMB))
    expect(seat.page.locator(".deed")).to_be_hidden()


# -- keys ---------------------------------------------------------------------


def test_keys_select_shrink_and_drop(sit: Sit) -> None:
    seat, match = sit(LINK, DESKTOP), mirror()
    seat.go(RUN[0])
    seat.press(*["Shift+ArrowRight"] * 3)
    expect_chosen(seat, *RUN, (6, 3))
    seat.expect_said(shown(match.look("clear 6,0 6,3")["message"]))
    seat.press("Shift+ArrowLeft")
    expect_chosen(seat, *RUN)
    seat.expect_said(shown(match.look("clear 6,0 6,2")["message"]))
    seat.press("Shift+ArrowUp")
    expect_chosen(seat, (6, 2), (5, 2))
    seat.press("Escape")
    seat.expect_said("Nothing is chosen.")
    expect_chosen(seat)
    expect_nothing_played(seat, match)


def test_b_on_a_card_that_is_no_bomb_is_refused(sit: Sit) -> None:
    seat, match = sit(LINK, DESKTOP), mirror()
    seat.go((6, 4))
    seat.press("b")
    seat.expect_said(shown(match.look("bomb 6,4")["message"]))
    expect_nothing_played(seat, match)


# -- what can go wrong --------------------------------------------------------


def test_a_refused_slide_says_why_and_changes_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    for to in ((3, 4), (1, 1)):
        seat.tap((4, 4))
        expect_chosen(seat, (4, 4))
        seat.tap(to)
        seat.expect_said(shown(match.look(text("slide", (4, 4), to))["message"]))
        expect_chosen(seat)
        expect_nothing_played(seat, match)


def test_a_second_tap_while_a_move_is_on_its_way_plays_nothing_more(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    seat.page.route("**/api/play", keep)
    seat.button("Swap, 3 left").tap()
    seat.tap((4, 2))
    with seat.page.expect_request("**/api/play"):
        seat.tap((6, 6))
    seat.tap((6, 6))
    seat.tap((6, 5))
    for route in held:
        route.continue_()
    expect_played(seat, match, "swap 4,2 6,6")
    seat.tap((5, 5))
    expect_chosen(seat, (5, 5))
    expect_nothing_played(seat, match)


def test_a_cancelled_drag_and_one_that_slides_off_choose_nothing(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.drag(RUN, lift=False)
    expect_chosen(seat, *RUN)
    seat.touch("touchCancel")
    expect_chosen(seat)
    points = [seat.at(cell) for cell in RUN]
    seat.drag_points([*points, (points[-1][0], 5)])
    expect_chosen(seat)
    seat.drag_points([seat.at((4, 4)), (seat.at((4, 4))[0], 5)])
    expect_chosen(seat)
    expect_nothing_played(seat, match)


def test_a_shaky_tap_is_a_tap(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    for cell in ((5, 1), (5, 2)):
        x, y = seat.at(cell)
        seat.drag_points([(x - 8, y - 8), (x + 8, y + 8)])
    expect_played(seat, match, "slide 5,1 5,2")


def test_undo_and_reload_in_the_middle(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    by_finger(seat, match, "clear 6,0 6,2")
    expect_played(seat, match, "clear 6,0 6,2")
    by_finger(seat, match, "slide 5,4 5,5")
    expect_played(seat, match, "slide 5,4 5,5")
    seat.reload()
    assert seat.board == names(match)
    seat.expect_score(30)
    seat.button("Undo").tap()
    seat.expect_said("Taken back.")
    match.undo()
    assert seat.board == names(match)
    expect(seat.page.locator(".chain")).to_have_text("chain × 2")


def test_a_hint_comes_only_on_request_and_marks_the_whole_run(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    expect(seat.page.locator("[role=gridcell].hinted")).to_have_count(0)
    seat.button("Hint").tap()
    hint = match.hint()
    seat.expect_said(hint["why"])
    assert hint["move"] == "clear 6,1 6,3"
    expect(seat.page.locator("[role=gridcell].hinted")).to_have_count(3)
    for cell in [(6, 1), (6, 2), (6, 3)]:
        expect(seat.cell(cell)).to_have_class("hinted")
    seat.tap((4, 4))
    expect(seat.page.locator("[role=gridcell].hinted")).to_have_count(0)


def test_confirm_asks_first(sit: Sit) -> None:
    seat, match = sit(LINK, settings={"confirm": True}), mirror()
    by_taps(seat, match, "slide 5,1 5,2")
    expect(seat.page.locator(".bar p")).to_have_text(shown(match.look("slide 5,1 5,2")["message"]))
    seat.button("Not now").tap()
    expect_nothing_played(seat, match)
    seat.tap((5, 2))
    seat.button("Play").tap()
    expect_played(seat, match, "slide 5,1 5,2")


def test_the_frame_warns_when_the_grid_is_nearly_full(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.play_on(match, slides(match, 7))
    expect(seat.page.locator(".free")).to_have_text("7 free")
    expect(seat.page.locator(".well.tight")).to_have_count(0)
    seat.play_on(match, slides(match, 6))
    expect(seat.page.locator(".free")).to_have_text("6 free, nearly full")
    expect(seat.page.locator(".well.tight")).to_be_visible()


def test_the_end_tells_where_the_points_came_from(sit: Sit) -> None:
    seat, match = sit(LINK), mirror()
    seat.play_on(match, ["clear 6,0 6,2"])
    seat.play_on(match, slides(match, -1))
    sheet = seat.page.locator(".result")
    expect(sheet).to_contain_text("The grid is full.")
    rows = sheet.locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first).to_have_text("3 cards130")
    for what, value in (
        ("Longest run", "3 cards"),
        ("Longest chain", "× 1"),
        ("Best clear", "+30"),
    ):
        expect(sheet.locator(".figures div", has_text=what).locator("dd")).to_have_text(value)
    seat.button("Watch the replay").tap()
    seat.button("On").tap()
    seat.expect_said(re.compile(r"Move 1 of \d+\. 3 cards × 10: \+30"))
    seat.tap((6, 6))
    expect_chosen(seat)


@pytest.mark.parametrize("pace", ["fast", pytest.param("normal", marks=pytest.mark.soak)])
def test_everything_that_moves_ends_where_the_engine_has_it(sit: Sit, pace: str) -> None:
    seat, match = sit(LINK, moving=True, settings={"motion": pace}), mirror()
    for kind in KINDS:
        move = next(move for move in match.moves() if move.startswith(kind))
        by_finger(seat, match, move)
        expect_played(seat, match, move)
    cards = seat.page.locator(".cards .card")
    expect(cards).to_have_count(SIDE * SIDE - sum(row.count("--") for row in match.view()["board"]))
    tags = sum(bool(tag) for row in match.view()["tags"] for tag in row)
    expect(seat.page.locator(".cards .badge")).to_have_count(tags)


@pytest.mark.parametrize("look", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_axe_finds_nothing_while_something_is_chosen(sit: Sit, gallery: Path, look: str) -> None:
    seat, match = sit(LINK, SMALL, color_scheme=look), mirror()
    seat.drag([(6, 2), (5, 2), (4, 2)], lift=False)
    expect(seat.page.locator(".bubble.bad")).to_be_visible()
    check(seat)
    seat.touch("touchCancel")
    seat.drag(RUN)
    expect(seat.button("Clear 3 cards +30")).to_be_visible()
    check(seat)
    seat.page.screenshot(path=gallery / f"crush-run-{look}.png")
    seat.button("Bomb, 3 left").tap()
    seat.tap(BOMB)
    expect(seat.button("Blow it away")).to_be_visible()
    check(seat)
    seat.play_on(match, slides(match, 4))
    expect(seat.page.locator(".well.tight")).to_be_visible()
    check(seat)
    seat.page.screenshot(path=gallery / f"crush-tight-{look}.png")
