"""While the server is away, moves are kept, and played once when it is back."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from tests.server.house import House
from tests.web import grid_kit
from tests.web.conftest import Complaints, Sit
from tests.web.page_kit import GAME, TITLES, WAYS, Play, asked, every_game, some_freezes
from tests.web.seat import Seat


def hurried(seat: Seat) -> None:
    """Let the page ask now: the browser says that the network is back."""
    seat.page.evaluate("dispatchEvent(new Event('online'))")


@every_game
def test_play_goes_on_after_the_server_was_killed(
    sit: Sit, own_house: House, complaints: Complaints, tmp_path: Path, game: str
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(WAYS[game].link, url=own_house.url)
    play = Play(seat, game)
    play.move()
    own_house.kill()
    play.move(wait=False)
    expect(seat.page.get_by_role("alert")).to_contain_text("The server is away")
    assert seat.kept(game)["number"] == 1
    own_house.start()
    if game != "boom":
        hurried(seat)
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=60_000)
    play.expect_shown(seat)
    expect(seat.page.locator(".banner")).to_be_hidden()
    for _ in range(3):
        play.move()
    if game == "boom":
        play.to_the_end()
        assert seat.prove(tmp_path).played == play.match.played


@every_game
def test_a_move_is_kept_while_the_page_is_closed(
    sit: Sit, own_house: House, complaints: Complaints, game: str
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(WAYS[game].link, url=own_house.url, installs=True)
    seat.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    play = Play(seat, game)
    play.move()
    own_house.kill()
    play.move(wait=False)
    expect(seat.page.locator(".banner")).to_be_visible()
    pending = seat.kept(game)["pending"]
    assert (pending["number"], pending["revision"]) == (1, 1)
    seat.page.reload()
    expect(seat.page.locator(".banner")).to_be_visible()
    expect(seat.page.locator("h1")).to_contain_text(TITLES[game])
    own_house.start()
    hurried(seat)
    expect(seat.page.locator(".banner")).to_be_hidden()
    play.expect_shown(seat)
    play.move()


def test_a_move_whose_answer_was_lost_is_played_once(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(GAME)
    play = Play(seat)
    lost = []

    def lose_first(route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())
            route.abort()

    seat.page.route("**/api/play", lose_first)
    play.move()
    assert lost
    assert lost[0].ok
    assert seat.kept("boom")["number"] == 1
    play.move()


def test_a_move_that_comes_late_is_not_played_again(sit: Sit) -> None:
    """Not after it was undone either, though the match has as many moves as before it."""
    seat = sit(GAME)
    play = Play(seat)
    sent: list[tuple[str, Any]] = []
    seat.page.on(
        "request",
        lambda request: (
            request.url.endswith(("/play", "/undo"))
            and sent.append((request.url, request.post_data_json))
        ),
    )
    for _ in range(2):
        play.move()
        play.match.undo()
        seat.button("Undo").click()
        seat.expect_number("boom", 0)
    assert [body["revision"] for _, body in sent] == [0, 1, 2, 3]
    for url, body in sent[:-1]:
        late = seat.page.request.post(url, data=body)
        assert (late.status, late.json()["error"]["reason"]) == (409, "out_of_turn")
    assert asked(seat, "view")["number"] == 0
    play.move()


class Freezes:
    """Cards of Poker Grid that are thawed and frozen by taps, each a move that waits for none."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.match = grid_kit.held()

    def tap(self, *moves: str) -> None:
        for move in moves:
            grid_kit.by_taps(self.seat, move)
            self.match.play(move)

    def expect_shown(self) -> None:
        """Wait until each was played once and in its order."""
        self.seat.expect_number("grid", self.match.number)
        assert self.seat.kept("grid")["view"]["frozen"] == self.match.view()["frozen"]
        told = asked(self.seat, "history", "grid", since=0)
        assert [step["move"] for step in told["steps"]] == self.match.played
        assert told["number"] == self.match.number


def test_all_moves_are_kept_while_the_page_is_closed(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(grid_kit.HELD, url=own_house.url, installs=True)
    seat.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    freezes, moves = Freezes(seat), some_freezes()
    freezes.tap(moves[0])
    seat.expect_number("grid", 1)
    own_house.kill()
    freezes.tap(*moves[1:])
    expect(seat.page.locator(".banner")).to_be_visible()
    assert seat.kept("grid")["pending"] == {"moves": moves[1:], "number": 1, "revision": 1}
    seat.page.reload()
    expect(seat.page.locator(".banner")).to_be_visible()
    seat.tap((2, 2))
    seat.expect_said("this move was not taken")
    assert seat.kept("grid")["pending"]["moves"] == moves[1:]
    own_house.start()
    hurried(seat)
    expect(seat.page.locator(".banner")).to_be_hidden()
    freezes.expect_shown()


def test_moves_that_follow_one_whose_answer_was_lost_are_played_after_it(
    sit: Sit, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(grid_kit.HELD)
    freezes = Freezes(seat)
    got: list[int] = []

    def lose(route: Route) -> None:
        got.append(route.fetch().status)
        route.abort()

    seat.page.route("**/api/play", lose)
    freezes.tap(*some_freezes()[:3])
    expect(seat.page.locator(".banner")).to_be_visible()
    assert set(got) == {200}
    assert len(seat.kept("grid")["pending"]["moves"]) == 3
    seat.page.unroute("**/api/play")
    seat.reload()
    freezes.expect_shown()


def test_a_move_that_cannot_wait_is_refused_in_words(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(grid_kit.HELD, url=own_house.url)
    own_house.kill()
    seat.button("Play hand").tap()
    expect(seat.page.locator(".banner")).to_be_visible()
    seat.tap((2, 2))
    seat.expect_said("this move was not taken")
    own_house.start()
    hurried(seat)
    match = grid_kit.held()
    match.play("s")
    seat.expect_number("grid", 1)
    seat.expect_score(match.score)
