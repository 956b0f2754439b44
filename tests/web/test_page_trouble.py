"""What goes wrong is said, and play goes on."""

import pytest
from playwright.sync_api import expect

import cardhouse
from cardhouse.games import GAMES
from tests.web.conftest import Complaints, Sit
from tests.web.page_kit import GAME, Play, tap_all
from tests.web.seat import cells_of
from tests.web.shelf import ASIDE

# -- trouble ------------------------------------------------------------------


def test_what_the_page_cannot_have_is_said(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("422")
    seat = sit()
    error = {"error": {"reason": "bad_request", "message": "There are none today."}}
    for verb in ("levels", "games"):
        seat.page.route(f"**/api/{verb}", lambda route: route.fulfill(status=422, json=error))
    seat.open(GAME)
    seat.expect_said("There are none today.")
    expect(seat.page.locator(".panel .hands")).to_have_text("There are none today.")
    Play(seat).move()


def test_a_match_that_is_damaged_gives_way_to_a_new_one(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("503")
    seat = sit(GAME)
    match = seat.kept("boom")["match"]
    error = {"error": {"reason": "damaged", "message": "It is damaged."}}
    seat.page.route("**/api/view", lambda route: route.fulfill(status=503, json=error))
    seat.open("/boom")
    assert seat.kept("boom")["match"] != match
    expect(seat.page.locator(".banner")).to_be_hidden()


def test_a_match_that_is_gone_gives_way_to_a_new_one(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("404")
    seat = sit(GAME)
    seat.page.evaluate(
        "() => { const kept = JSON.parse(localStorage.getItem('cardhouse.match.boom'));"
        " kept.now.match = 'gone'; kept.now.link = '';"
        " localStorage.setItem('cardhouse.match.boom', JSON.stringify(kept)); }"
    )
    seat.open("/boom")
    assert seat.kept("boom")["match"] != "gone"
    seat.tap((0, 0))
    expect(seat.cell((0, 0))).to_have_attribute("aria-selected", "true")


def test_a_browser_that_keeps_nothing_can_still_play(sit: Sit) -> None:
    seat = sit()
    seat.begin_with(
        "Storage.prototype.setItem = () => { throw new Error('full'); };"
        "Storage.prototype.getItem = () => null;"
    )
    seat.open(GAME)
    match = cardhouse.new("boom", seed=11, level=1)
    text = next(match.moves())
    tap_all(seat, cells_of(text))
    match.play(text)
    seat.expect_score(match.score)


# -- two things at once -------------------------------------------------------


def test_a_server_that_fails_is_not_asked_for_ever(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("500")
    seat = sit()
    seat.begin_with("const wait = setTimeout; setTimeout = (go, time) => wait(go, time / 10)")
    seat.open(GAME)
    failed = {"error": {"reason": "failed", "message": "Something went wrong here."}}
    seat.page.route("**/api/hint", lambda route: route.fulfill(status=500, json=failed))
    seat.button("Hint").tap()
    expect(seat.page.locator(".said")).to_contain_text("Something went wrong")
    Play(seat).move()


@pytest.mark.parametrize(
    "odd", ["null", "{", '{"now": {}}', '{"now": {"match": "", "view": {"score": 0}}}']
)
def test_what_got_into_the_store_by_accident_does_no_harm(sit: Sit, odd: str) -> None:
    seat = sit()
    seat.page.goto(seat.url + ASIDE)
    for game in GAMES:
        seat.page.evaluate(
            "([name, text]) => { localStorage[name] = text; }", [f"cardhouse.match.{game}", odd]
        )
    seat.open("/")
    for game in GAMES:
        seat.open(f"/{game}")
        assert seat.kept(game)["view"]["outcome"] == "playing"
