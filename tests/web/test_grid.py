"""Poker Grid in the browser: whole rounds by finger, taps, keys and mouse; what can go wrong."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import cardhouse
from cardhouse.match import Match
from tests.scouted import scouted
from tests.web.conftest import Sit
from tests.web.grid_kit import (
    DRAFT,
    FREEZES,
    HELD,
    NAMES,
    by_finger,
    by_keys,
    by_mouse,
    by_taps,
    cell_of,
    drafted,
    free_cells,
    held,
    joker,
    middle,
    tab_to,
)
from tests.web.seat import DESKTOP, PHONE, SIZES, Seat

LONGEST = "/grid?seed=22&picks=5"
"""Its fifth draft offers the joker with the longest text."""
NAMED = "/grid?seed=1&jokers=Heart of the House,Portrait Gallery,Masquerade,Block of Ice,Full Table"


def line_name(line: str) -> str:
    way, index = line.split()
    return f"{way.capitalize()} {int(index) + 1}"


# -- whole rounds -------------------------------------------------------------


def round_of(match: Match, order: str) -> Iterator[str]:
    """The moves of a round: as scouted, and after the draft the jokers are moved."""
    while match.outcome == "playing":
        move = order if match.number == 3 else scouted(match)
        yield move
        match.play(move)


@pytest.mark.parametrize(
    ("hands", "size", "order"),
    [
        (by_finger, PHONE, "o 0 2"),
        (by_taps, PHONE, "o 1 2"),
        (by_keys, DESKTOP, "o 0 1"),
        (by_mouse, DESKTOP, "o 2 0"),
    ],
    ids=["finger", "taps", "keys", "mouse"],
)
def test_a_whole_round(
    sit: Sit,
    tmp_path: Path,
    hands: Callable[[Seat, str], None],
    size: dict[str, Any],
    order: str,
) -> None:
    seat, match = sit(DRAFT, size), drafted()
    for number, move in enumerate(round_of(match, order), start=1):
        hands(seat, move)
        seat.expect_number("grid", number)
    seat.expect_score(match.score)
    assert {move[0] for move in match.played} == set("dofus")
    proven = seat.prove(tmp_path)
    assert proven.played == match.played
    assert proven.outcome == match.outcome == "won"


def test_a_bonus_of_the_whole_grid_pours_into_the_score(sit: Sit) -> None:
    match = cardhouse.new("grid", seed=35, picks=0, bonuses=True)
    seat = sit("/grid?seed=35&picks=0&bonuses=true", DESKTOP)
    for _ in range(3):
        events = match.play("s")
        seat.press("s")
        seat.expect_score(match.score)
    bonus = next(event for event in events if event["event"] == "bonus")
    assert bonus["gain"] > 0
    seat.expect_said(bonus["text"])


def test_a_lost_round_says_by_how_much(sit: Sit, tmp_path: Path) -> None:
    seat, match = sit("/grid?seed=2&picks=0", DESKTOP), cardhouse.new("grid", seed=2, picks=0)
    while match.outcome == "playing":
        match.play("s")
        seat.press("s")
        seat.expect_score(match.score)
    expect(seat.page.locator(".result h2")).to_have_text("Lost")
    target = match.view()["target"]
    told = f"The target was {target:,}: {target - match.score:,} points"
    expect(seat.page.locator(".result")).to_contain_text(told)
    lines = [
        event for step in match.steps() for event in step["events"] if event["event"] == "line"
    ]
    best = max(lines, key=lambda line: line["score"])
    expect(seat.page.locator(".figures")).to_contain_text(f"{best['hand']}, {best['score']:,}")
    rows = seat.page.locator(".result tbody tr")
    expect(rows).to_have_count(len({line["hand"] for line in lines}))
    assert seat.prove(tmp_path).outcome == "lost"
    seat.button("Watch the replay").click()
    for number, step in enumerate(match.steps(), start=1):
        seat.button("On").click()
        seat.expect_said(f"Move {number} of 7.")
        seat.expect_score(step["view"]["score"])
    seat.button("To the start").click()
    seat.expect_score(0)
    before = seat.board
    seat.click(free_cells(cardhouse.new("grid", seed=2, picks=0))[0])
    seat.press("p")
    seat.expect_said("The beginning.")
    assert seat.board == before
    assert seat.kept("grid")["number"] == match.number


# -- freezing -----------------------------------------------------------------


def test_the_first_line_says_what_frozen_cards_do_and_has_room(sit: Sit) -> None:
    seat = sit("/grid?seed=5&picks=0", SIZES["small"])
    seat.expect_said("Frozen cards stay; tap cards to change that. Make 1,600 points in 7 hands.")
    assert seat.page.locator(".said").evaluate("el => el.scrollHeight <= el.clientHeight")


def test_a_tap_freezes_and_another_unfreezes(sit: Sit) -> None:
    seat, match = sit(HELD), held()
    expect(seat.page.locator(".ice")).to_have_count(FREEZES)
    first = tuple(match.view()["frozen"][0])
    seat.tap(first)
    expect(seat.cell(first)).not_to_have_attribute("aria-label", re.compile("frozen"))
    expect(seat.page.locator(".ice")).to_have_count(1)
    other = free_cells(match)[0]
    seat.tap(other)
    expect(seat.cell(other)).to_have_attribute("aria-label", re.compile(", frozen$"))
    seat.expect_number("grid", 2)
    seat.button("Unfreeze all").tap()
    expect(seat.page.locator(".ice")).to_have_count(0)
    expect(seat.button("Unfreeze all")).to_have_attribute("aria-disabled", "true")


def test_a_third_freeze_is_refused_in_words_and_changes_nothing(sit: Sit) -> None:
    seat, match = sit(HELD), held()
    before = seat.board
    row, column = free_cells(match)[0]
    seat.tap((row, column))
    seat.expect_said(match.look(f"f {row} {column}")["message"])
    assert seat.board == before
    assert seat.kept("grid")["number"] == 0
    expect(seat.page.locator(".ice")).to_have_count(FREEZES)


@pytest.mark.parametrize("end", ["slide off", "slide along", "cancel"])
def test_a_tap_that_is_called_off_freezes_nothing(sit: Sit, end: str) -> None:
    seat, match = sit(HELD), held()
    frozen = tuple(match.view()["frozen"][0])
    x, y = seat.at(frozen)
    if end == "cancel":
        seat.touch("touchStart", (x, y))
        seat.touch("touchCancel")
    else:
        row, column = frozen
        away = (x, 5.0) if end == "slide off" else seat.at((row, (column + 1) % 5))
        seat.drag_points([(x, y), away])
    other = tuple(match.view()["frozen"][1])
    seat.tap(other)
    seat.expect_number("grid", 1)
    expect(seat.cell(frozen)).to_have_attribute("aria-label", re.compile("frozen"))
    expect(seat.cell(other)).not_to_have_attribute("aria-label", re.compile("frozen"))


def test_confirm_asks_before_a_hand_but_not_before_a_freeze(sit: Sit) -> None:
    seat, match = sit(HELD, settings={"confirm": True}), held()
    first = tuple(match.view()["frozen"][0])
    seat.tap(first)
    seat.expect_number("grid", 1)
    match.play(f"f {first[0]} {first[1]}")
    seat.button("Play hand").tap()
    expect(seat.page.locator(".bar p")).to_have_text(match.look("s")["message"])
    seat.button("Not now").tap()
    assert seat.kept("grid")["number"] == 1
    seat.button("Play hand").tap()
    seat.button("Play").tap()
    match.play("s")
    seat.expect_score(match.score)


# -- playing ------------------------------------------------------------------


def test_a_touch_while_a_hand_is_scored_only_hurries_it(sit: Sit) -> None:
    seat, match = sit(HELD, moving=True), held()
    first = tuple(match.view()["frozen"][0])
    seat.button("Play hand").tap()
    expect(seat.page.locator(".card.flash").first).to_be_visible()
    seat.tap(first)
    match.play("s")
    seat.expect_score(match.score)
    expect(seat.page.locator('.edge button[aria-disabled="false"]')).to_have_count(10)
    seat.button("Play hand").tap()
    expect(seat.page.locator(".card.flash").first).to_be_visible()
    seat.button("Play hand").tap()
    match.play("s")
    seat.expect_score(match.score)
    expect(seat.cell(first)).to_have_attribute("aria-label", re.compile("frozen"))
    seat.expect_number("grid", 2)


def test_undo_takes_the_hand_back(sit: Sit) -> None:
    seat = sit(HELD)
    before = seat.board
    seat.button("Play hand").tap()
    seat.expect_number("grid", 1)
    assert seat.board != before
    seat.button("Undo").tap()
    seat.expect_said("Taken back.")
    assert seat.board == before
    seat.expect_score(0)
    expect(seat.page.locator('.edge button[aria-disabled="true"]')).to_have_count(10)


def test_reload_goes_on(sit: Sit) -> None:
    seat, match = sit(DRAFT), drafted()
    for move in ("d 0", "d 1"):
        by_taps(seat, move)
        match.play(move)
        seat.expect_number("grid", match.number)
    seat.reload()
    offers = [offer["name"] for offer in match.view()["offers"]]
    expect(seat.page.locator(".offer b")).to_have_text(offers)
    for move in ("d 2", "s"):
        by_taps(seat, move)
        match.play(move)
        seat.expect_number("grid", match.number)
    before = seat.board
    seat.reload()
    assert seat.board == before
    seat.expect_score(match.score)
    expect_lines(seat, match)
    match.play("s")
    by_taps(seat, "s")
    seat.expect_score(match.score)


def expect_lines(seat: Seat, match: Match) -> None:
    """The edges show the lines of the view."""
    for line in match.view()["lines"]:
        name = f"{line_name(line['line'])}: {line['score']:,}, {line['hand']}"
        expect(seat.button(name)).to_contain_text(f"{line['score']:,}")


def test_a_breakdown_is_the_one_of_the_rules(sit: Sit) -> None:
    seat, match = sit(HELD), held()
    seat.page.touchscreen.tap(*middle(seat.button("Row 1: not scored yet")))
    seat.expect_said("No hand has been played yet.")
    match.play("s")
    seat.button("Play hand").tap()
    expect_lines(seat, match)
    for line in match.view()["lines"]:
        name = line_name(line["line"])
        seat.page.get_by_role("button", name=re.compile(f"^{name}: ")).tap()
        expect(seat.page.locator("dialog h2")).to_have_text(f"{name}: {line['hand']}")
        first = {"name": line["hand"], "chips": line["base_chips"], "mult": line["base_mult"]}
        steps = [first, *line["jokers"]]
        cells = [
            f"{step[key]:,}" if key != "name" else step[key] for step in steps for key in first
        ]
        assert seat.page.locator(".steps tbody :is(th, td)").all_inner_texts() == cells
        product = f"{line['chips']:,} × {line['mult']:,} = {line['score']:,}"
        expect(seat.page.locator(".product")).to_have_text(product)
        seat.button("Close").tap()


def test_a_hint_comes_only_on_request(sit: Sit) -> None:
    seat, match = sit(DRAFT), drafted()
    for kind in "ddduf":
        expect(seat.page.locator(".hinted")).to_have_count(0)
        seat.button("Hint").tap()
        hint = match.hint()
        assert hint["move"][0] == kind
        marked = {
            "d": seat.page.locator(".offer").nth(int(hint["move"][-1])) if kind == "d" else None,
            "u": seat.button("Unfreeze all"),
            "f": seat.cell(cell_of(hint["move"])) if kind == "f" else None,
        }[kind]
        assert marked
        expect(marked).to_have_class(re.compile("hinted"))
        expect(marked).to_be_focused()
        seat.press("Enter")
        match.play(hint["move"])
        seat.expect_number("grid", match.number)


def test_a_preview_is_shown_if_it_is_wanted(sit: Sit) -> None:
    seat, match = sit(HELD), held()
    line = seat.page.locator(".outlook")
    expect(line).to_be_hidden()
    seat.button("Menu").tap()
    seat.button("Settings").tap()
    seat.page.get_by_role("switch", name="Poker Grid").tap()
    seat.button("Close").tap()
    expect(line).to_have_text(outlook(match))
    first = match.view()["frozen"][0]
    move = f"f {first[0]} {first[1]}"
    match.play(move)
    by_taps(seat, move)
    expect(line).to_have_text(outlook(match))


def outlook(match: Match) -> str:
    seen = match.preview()
    return (
        f"next hand {seen['min']:,}\N{EN DASH}{seen['max']:,}, about {round(seen['mean']):,}"
        f" · wins {round(100 * seen['chance'])} %"
    )


# -- jokers -------------------------------------------------------------------


def test_the_draft_offers_three_and_nothing_else_is_allowed(sit: Sit) -> None:
    seat, match = sit(DRAFT), drafted()
    for pick in range(3):
        offers = match.view()["offers"]
        expect(seat.page.locator(".offer b")).to_have_text([offer["name"] for offer in offers])
        expect(seat.page.locator(".offer span")).to_have_text([offer["text"] for offer in offers])
        expect(seat.page.locator(".draft h2")).to_have_text(f"Take a joker: {pick + 1} of 3")
        seat.tap((2, 2))
        seat.expect_said("Take one of the jokers offered first.")
        assert seat.kept("grid")["number"] == pick
        seat.page.locator(".offer").nth(pick).tap()
        match.play(f"d {pick}")
        seat.expect_number("grid", pick + 1)
    expect(seat.page.locator(".draft")).to_be_hidden()
    names = [one["name"] for one in match.view()["jokers"]]
    expect(seat.page.locator(".joker > span")).to_have_text(names)
    expect(seat.page.locator(":focus")).to_have_count(1)


def test_a_new_round_is_drafted_with_the_keys_at_once(sit: Sit) -> None:
    seat = sit(HELD, DESKTOP)
    seat.button("Menu").click()
    seat.button("Draft 3 jokers").click()
    expect(seat.page.locator(".draft h2")).to_have_text("Take a joker: 1 of 3")
    expect(seat.page.locator(".offer").first).to_be_focused()


def expect_order(seat: Seat, *names: str) -> None:
    expect(seat.page.locator(".joker > span")).to_have_text(list(names))
    expect(seat.page.locator(".joker")).to_have_count(len(names))


def test_jokers_are_dragged_into_another_order(sit: Sit) -> None:
    seat = sit(HELD, moving=True)
    expect_order(seat, *NAMES)
    seat.drag_points([middle(joker(seat, 0)), middle(joker(seat, 2))])
    expect_order(seat, "Runner", "Scrapbook", "Joker")
    seat.drag_points([middle(joker(seat, 2)), middle(joker(seat, 1))])
    expect_order(seat, "Runner", "Joker", "Scrapbook")
    seat.expect_number("grid", 2)
    assert seat.page.locator("dialog").count() == 0
    assert [one["name"] for one in seat.kept("grid")["view"]["jokers"]][1] == "Joker"


def test_a_joker_is_dragged_by_mouse_and_opens_nothing(sit: Sit) -> None:
    seat = sit(HELD, DESKTOP)
    seat.mouse_drag([middle(joker(seat, 2)), middle(joker(seat, 0))])
    expect_order(seat, "Scrapbook", "Joker", "Runner")
    assert seat.page.locator("dialog").count() == 0
    expect(joker(seat, 0)).to_be_focused()


@pytest.mark.parametrize("end", ["slide off", "cancel", "too short"])
def test_a_joker_that_is_not_dropped_in_the_row_stays(sit: Sit, end: str) -> None:
    seat = sit(HELD)
    (x, y), there = middle(joker(seat, 0)), middle(joker(seat, 2))
    away = {"slide off": (there[0], there[1] + 250), "cancel": there, "too short": (x + 15, y)}[end]
    if end == "cancel":
        seat.drag_points([(x, y), away], lift=False)
        expect(joker(seat, 0)).to_have_class(re.compile("held"))
        seat.touch("touchCancel")
    else:
        seat.drag_points([(x, y), there, away] if end == "slide off" else [(x, y), away])
    expect(seat.page.locator(".dragging, .held")).to_have_count(0)
    expect_order(seat, *NAMES)
    assert seat.kept("grid")["number"] == 0


def test_jokers_are_moved_with_the_arrow_keys(sit: Sit) -> None:
    seat = sit(HELD, DESKTOP)
    tab_to(seat, joker(seat, 0))
    seat.press("ArrowRight")
    expect(joker(seat, 1)).to_be_focused()
    seat.press("Shift+ArrowLeft")
    expect_order(seat, "Runner", "Joker", "Scrapbook")
    expect(joker(seat, 0)).to_be_focused()
    seat.press("Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight")
    expect_order(seat, "Joker", "Scrapbook", "Runner")
    expect(joker(seat, 2)).to_be_focused()
    seat.expect_number("grid", 3)


def test_a_jokers_sheet_tells_what_it_did_and_moves_it(sit: Sit) -> None:
    seat, match = sit(HELD), held()
    match.play("s")
    seat.button("Play hand").tap()
    seat.expect_number("grid", 1)
    view = match.view()
    expect(joker(seat, 2)).to_contain_text(f"+{view['jokers'][2]['held']}")
    joker(seat, 2).tap()
    sheet = seat.page.locator("dialog")
    expect(sheet).to_contain_text(view["jokers"][2]["text"])
    expect(sheet.locator("li")).to_have_text(deeds(match, 2))
    expect(seat.button("Move right")).to_have_attribute("aria-disabled", "true")
    seat.button("Move left").tap()
    seat.button("Move left").tap()
    expect(sheet).to_contain_text("Place 1 of 3")
    seat.button("Close").tap()
    expect_order(seat, "Scrapbook", "Joker", "Runner")
    expect(joker(seat, 0)).to_be_focused()
    joker(seat, 0).tap()
    expect(sheet.locator("li")).to_have_text(deeds(match, 2))


def deeds(match: Match, place: int) -> list[str]:
    """What a joker did to each line of the last hand."""
    told = []
    for line in match.view()["lines"]:
        before = f"{line['base_chips']:,} × {line['base_mult']:,}"
        for step in line["jokers"]:
            after = f"{step['chips']:,} × {step['mult']:,}"
            if step["place"] == place:
                told.append(f"{line_name(line['line'])} {before} became {after}")
            before = after
    assert told
    return told


# -- looks --------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_longest_texts_fit_every_screen(sit: Sit, size: dict[str, Any]) -> None:
    seat = sit(LONGEST, size)
    for number in range(1, 5):
        seat.page.locator(".offer").first.click()
        seat.expect_number("grid", number)
    expect(seat.page.locator(".offer b").first).to_have_text("Long Stay")
    expect_fits(seat)
    seat.open(NAMED)
    seat.press("p")
    seat.expect_number("grid", 1)
    expect_fits(seat)


def expect_fits(seat: Seat) -> None:
    """Nothing of the stage is cut off, and no button is too small to hit."""
    stage, felt = seat.page.locator("main.stage"), seat.page.locator(".felt")
    outer, inner = stage.bounding_box(), felt.bounding_box()
    assert outer
    assert inner
    assert inner["x"] >= outer["x"]
    assert inner["y"] >= outer["y"] - 1
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    small = (
        "all => all.filter(el => el.offsetParent && (el.offsetWidth < 24 || el.offsetHeight < 24))"
    )
    assert seat.page.locator("main button").evaluate_all(f"all => ({small})(all).length") == 0
    spills = (
        "all => all.filter(el => el.scrollWidth > el.clientWidth + 1).map(el => el.textContent)"
    )
    assert seat.page.locator(".joker, .offer, .edge button").evaluate_all(spills) == []


def test_a_left_hand_has_the_rows_results_on_the_left(sit: Sit) -> None:
    seat = sit(HELD, settings={"hand": "left"})
    rows, board = seat.page.locator(".edge.rows").bounding_box(), seat.at((0, 0))
    assert rows
    assert rows["x"] + rows["width"] < board[0]
