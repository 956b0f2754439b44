"""Coming and going: links, reloads, a new game and the way back."""

import json
import re

from playwright.sync_api import expect

import cardhouse
from tests.web.conftest import Complaints, Sit
from tests.web.page_kit import GAME, TITLES, Play, every_game


def test_home_shows_three_games_and_the_match_to_go_on_with(sit: Sit) -> None:
    seat = sit("/")
    for title in TITLES.values():
        expect(seat.page.get_by_role("link", name=re.compile(title))).to_be_visible()
    seat.page.get_by_role("link", name=re.compile("Poker Boom")).click()
    seat.ready()
    expect(seat.page.locator("h1")).to_contain_text("Poker Boom")
    seat.open(GAME)
    play = Play(seat)
    play.move()
    seat.page.get_by_role("link", name="All games").click()
    expect(seat.page.locator(".game.boom")).to_contain_text(f"Go on: {play.match.score:,} points")
    seat.page.locator(".game.boom").click()
    seat.ready()
    seat.expect_score(play.match.score)


@every_game
def test_each_game_opens_straight_into_a_running_match(sit: Sit, game: str) -> None:
    """CRUSH-23: no menu comes first, no lesson, and a hint only on request."""
    seat = sit(f"/{game}")
    expect(seat.page.locator("dialog")).to_have_count(0)
    assert seat.kept(game)["view"]["outcome"] == "playing"
    expect(seat.page.locator(".hinted")).to_have_count(0)
    board = [name.split(",")[0] for name in seat.board]
    assert len(board) == sum(map(len, seat.kept(game)["view"]["board"]))


@every_game
def test_a_link_opens_that_very_game(sit: Sit, game: str) -> None:
    seat = sit(f"/{game}?seed=314159265358979323846264338327950288")
    match = cardhouse.new(game, seed=314159265358979323846264338327950288)
    assert seat.kept(game)["view"] == json.loads(json.dumps(match.view()))


def test_a_link_with_a_text_and_a_level(sit: Sit) -> None:
    seat = sit("/boom?seed=ember%20%26%20ash&level=7")
    match = cardhouse.new("boom", seed="ember & ash", level=7)
    assert seat.kept("boom")["view"] == match.view()
    expect(seat.page.locator("h1 small")).to_contain_text("Level 7")


def test_a_link_that_cannot_be_opened_says_why(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("422")
    seat = sit("/boom?level=99")
    seat.expect_said("Level is a number from 1 to 30, not 99.")
    assert seat.kept("boom")["view"]["level"] == 1


def test_a_reload_goes_on_and_so_does_the_next_visit(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.move()
    before = seat.board
    seat.reload()
    seat.expect_score(play.match.score)
    assert seat.board == before
    play.move()
    seat.page.close()
    seat = sit("/boom", context=seat.page.context)
    seat.expect_score(play.match.score)
    assert seat.kept("boom")["number"] == 2


def test_a_new_game_can_be_undone(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.move()
    before = seat.board
    seat.button("Menu").click()
    seat.button("This level, new cards").click()
    seat.expect_score(0)
    assert seat.board != before
    seat.button("Undo").click()
    seat.expect_said("earlier game")
    seat.expect_score(play.match.score)
    assert seat.board == before


def test_undo_says_why_it_is_off(sit: Sit) -> None:
    seat = sit(GAME)
    expect(seat.button("Undo")).to_have_attribute("aria-disabled", "true")
    seat.button("Undo").click(force=True)
    seat.expect_said("There is no move to take back.")
