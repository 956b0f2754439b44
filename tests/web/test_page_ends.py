"""The end of a game on the page: result, replay, record, sharing."""

import re
from pathlib import Path

from playwright.sync_api import expect

import cardhouse
from tests.scouted import scouted
from tests.web.conftest import Sit
from tests.web.page_kit import GAME, Play, asked, names_in_boom, tap_all
from tests.web.seat import DESKTOP, cells_of

# -- the end ------------------------------------------------------------------


def test_the_result_shows_where_the_points_came_from(sit: Sit, tmp_path: Path) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.to_the_end()
    sheet = seat.page.get_by_role("dialog")
    expect(sheet.locator("table tbody tr").first).to_be_visible()
    points = sheet.locator("tbody td:last-child").all_inner_texts()
    assert sum(int(text.replace(",", "")) for text in points) == play.match.score
    expect(sheet).to_contain_text(f"{play.match.number}")
    expect(seat.button("Take back the last move")).to_be_visible()
    assert seat.prove(tmp_path).played == play.match.played
    expect(seat.button("Take back the last move")).to_have_count(0)
    seat.press("Escape")
    seat.button("Undo").click(force=True)
    seat.expect_said("The record of this game was handed out")
    seat.reload()
    expect(seat.page.get_by_role("dialog")).to_be_visible()
    seat.press("Escape")
    expect(seat.button("Undo")).to_have_attribute("aria-disabled", "true")


def test_a_win_counts_however_soon_the_page_is_left(sit: Sit) -> None:
    seat = sit(GAME, moving=True)
    match, ahead = cardhouse.new("boom", seed=11, level=1), cardhouse.new("boom", seed=11, level=1)
    while ahead.outcome == "playing":
        ahead.play(scouted(ahead))
    *before, move = ahead.played
    seat.play_on(match, before)
    tap_all(seat, cells_of(move))
    seat.expect_number("boom", ahead.number)
    seat.open("/")
    expect(seat.page.locator(".game.boom")).to_contain_text("Go on with level 2")
    seat.page.locator(".game.boom").click()
    seat.ready()
    expect(seat.page.locator("h1 small")).to_contain_text("Level 2")
    seat.button("Menu").click()
    seat.button("Levels").click()
    first = seat.page.locator(".levels button").first
    expect(first).to_contain_text(f"best {ahead.score:,}")
    expect(first).to_contain_text("won")


def test_a_game_that_goes_on_can_be_looked_back_on(sit: Sit) -> None:
    seat = sit("/boom?seed=3&mode=endless")
    match = cardhouse.new("boom", seed=3, mode="endless")
    for _ in range(2):
        move = next(match.moves())
        tap_all(seat, cells_of(move))
        match.play(move)
        seat.expect_number("boom", match.number)
    seat.button("Menu").click()
    seat.button("How it went so far").click()
    sheet = seat.page.get_by_role("dialog")
    expect(sheet).to_contain_text("So far")
    expect(sheet.locator("tbody tr").first).to_be_visible()
    points = sheet.locator("tbody td:last-child").all_inner_texts()
    assert sum(int(text.replace(",", "")) for text in points) == match.score
    seat.button("Watch the replay").click()
    seat.expect_said("Move 0 of 2.")
    seat.button("Leave").click()
    seat.expect_score(match.score)
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):  # the best is that of the game that was left, and stays
        seat.button("Menu").click()
        seat.page.get_by_role("button", name=re.compile("^Endless")).click()
        seat.expect_number("boom", 0)
        seat.button("Menu").click()
        expect(seat.button(f"Endless best {match.score:,}")).to_be_visible()
        seat.press("Escape")


def test_the_last_move_can_be_taken_back(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.to_the_end()
    seat.button("Take back the last move").click()
    play.match.undo()
    seat.expect_score(play.match.score)
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    play.move()
    expect(seat.page.get_by_role("dialog")).to_be_visible()


def test_the_replay_shows_every_move(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.move()
    assert seat.board == names_in_boom(play.match.view())
    play.to_the_end()
    views = [play.way.begin().view(), *(step["view"] for step in play.match.steps())]
    boards = [names_in_boom(view) for view in views]
    seat.button("Watch the replay").click()
    for number, board in enumerate(boards):
        seat.expect_said(f"Move {number} of {play.match.number}.")
        assert seat.board == board
        if number < play.match.number:
            seat.button("On").click()
    seat.button("To the start").click()
    assert seat.board == boards[0]
    seat.tap((0, 0))
    expect(seat.page.locator("[aria-selected=true]")).to_have_count(0)
    seat.button("Play").click()
    seat.expect_said(f"Move {play.match.number} of {play.match.number}.")
    seat.button("Back").click()
    assert seat.board == boards[-2]
    seat.page.get_by_label("Move", exact=True).fill("2")
    assert seat.board == boards[2]
    seat.button("Leave").click()
    seat.expect_score(play.match.score)
    expect(seat.page.get_by_role("dialog")).to_be_visible()


def test_share_is_one_sentence_and_the_link(sit: Sit) -> None:
    seat = sit("/boom?level=1", size=DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    seat.page.evaluate("delete Navigator.prototype.share")
    view = seat.kept("boom")["view"]
    number, outcome = 0, "playing"
    while outcome == "playing":
        move = asked(seat, "moves")["moves"][0]
        outcome = asked(seat, "play", move=move, number=number)["view"]["outcome"]
        number += 1
    seat.reload()
    seat.button("Share").click()
    expect(seat.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Copied")
    text = seat.page.evaluate("navigator.clipboard.readText()")
    points = seat.kept("boom")["view"]["score"]
    assert text.startswith(f"I made {points:,} points in Poker Boom (Level 1")
    link = re.search(r"http\S+$", text)
    assert link
    other = sit(link[0].removeprefix(seat.url))
    assert other.kept("boom")["view"] == view


# -- two things at once -------------------------------------------------------


def test_a_replay_can_be_hurried_about(sit: Sit) -> None:
    seat = sit(GAME, moving=True, settings={"motion": "fast"})
    play = Play(seat)
    first = seat.board
    play.to_the_end()
    seat.button("Watch the replay").click()
    seat.expect_said("Move 0 of")
    for _ in range(3):
        seat.button("On").click()
        seat.button("To the start").click()
    seat.expect_said("Move 0 of")
    assert seat.board == first
    expect(seat.page.locator(".cards .card")).to_have_count(50)
    seat.button("To the end").click()
    seat.button("On").dblclick()
    seat.expect_said(f"Move {play.match.number} of")
    seat.button("Menu").click()
    seat.button("This level, new cards").click()
    seat.expect_score(0)
    expect(seat.button("Hint")).to_be_visible()
    expect(seat.page.locator(".cards .card")).to_have_count(50)


def test_the_result_is_not_lost_by_a_tap_and_can_be_had_again(sit: Sit) -> None:
    seat = sit(GAME)
    Play(seat).to_the_end()
    seat.page.touchscreen.tap(5, 5)
    expect(seat.page.get_by_role("dialog")).to_be_visible()
    seat.press("Escape")
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    seat.button("Result").click()
    expect(seat.page.get_by_role("dialog")).to_be_visible()
