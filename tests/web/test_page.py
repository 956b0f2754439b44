"""What all three games share on the page: coming and going, settings, ends, trouble."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Route, expect

import cardhouse
from cardhouse.games import GAMES
from cardhouse.match import Match
from tests.scouted import scouted
from tests.server.house import House
from tests.web import test_crush, test_grid
from tests.web.conftest import FLAGS, Complaints, Sit, browser_path
from tests.web.seat import DESKTOP, Cell, Seat, cells_of, spread

GAME = "/boom?seed=11&level=1"
TITLES = {game.name: game.title for game in GAMES.values()}

every_game = pytest.mark.parametrize("game", GAMES)


def tap_all(seat: Seat, cells: list[Cell]) -> None:
    """Tap five cells of Poker Boom, each next to one before it."""
    for cell in spread(cells):
        seat.tap(cell)


def name_of(card: str) -> str:
    """What a screen reader calls a card."""
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return f"{ranks.get(card[0], card[0])} of {suits[card[1]]}"


def asked(seat: Seat, verb: str, game: str = "boom", **more: Any) -> Any:
    """Ask the server about the match behind the page's back."""
    url = f"{seat.url}/api/{verb}"
    answer = seat.page.request.post(url, data={"match": seat.kept(game)["match"], **more})
    return answer.json()["ok"]


class Way(NamedTuple):
    """How a game is played on the page here."""

    link: str
    begin: Callable[[], Match]
    """Begin the same match beside the page."""
    choose: Callable[[Match], str]
    """The move to play; past the first, the server is not asked before it is sent."""
    play: Callable[[Seat, Match, str], None]
    """Play it by taps."""


def freeze_or_play(match: Match) -> str:
    """A tap on a card, then a hand, then a tap again."""
    row, column = next(iter(match.view()["frozen"]), [0, 0])
    return "s" if match.number % 2 else f"f {row} {column}"


def clear_then_slide(match: Match) -> str:
    return next(match.moves()) if match.number else test_crush.text("clear", *test_crush.RUN[::2])


WAYS = {
    "boom": Way(
        GAME,
        lambda: cardhouse.new("boom", seed=11, level=1),
        lambda match: next(match.moves()),
        lambda seat, _, move: tap_all(seat, cells_of(move)),
    ),
    "grid": Way(
        test_grid.HELD,
        test_grid.held,
        freeze_or_play,
        lambda seat, _, move: test_grid.by_taps(seat, move),
    ),
    "crush": Way(test_crush.LINK, test_crush.mirror, clear_then_slide, test_crush.by_taps),
}


class Play:
    """A game on the page, and the same beside it."""

    def __init__(self, seat: Seat, game: str = "boom") -> None:
        self.seat = seat
        self.game = game
        self.way = WAYS[game]
        self.match = self.way.begin()

    def move(self, wait: bool = True) -> None:
        """Play a move of the engine by taps."""
        text = self.way.choose(self.match)
        self.way.play(self.seat, self.match, text)
        self.match.play(text)
        if wait:
            self.expect_shown(self.seat)

    def expect_shown(self, seat: Seat) -> None:
        """Wait until a page has come as far as the engine, and stands as the engine has it."""
        seat.expect_number(self.game, self.match.number)
        seat.expect_score(self.match.score)
        assert seat.kept(self.game)["view"] == json.loads(json.dumps(self.match.view()))

    def to_the_end(self) -> None:
        while self.match.outcome == "playing":
            self.move()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that a test may stop."""
    with House(tmp_path) as running:
        yield running


# -- coming and going -----------------------------------------------------------


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


# -- the end ----------------------------------------------------------------------


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
    boards = [seat.board]
    while play.match.outcome == "playing":
        play.move()
        boards.append(seat.board)
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
    while seat.kept("boom")["view"]["outcome"] == "playing":
        number = seat.kept("boom")["number"]
        legal = asked(seat, "moves")["moves"]
        for cell in spread(cells_of(legal[0])):
            seat.click(cell)
        seat.expect_number("boom", number + 1)
    seat.button("Share").click()
    expect(seat.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Copied")
    text = seat.page.evaluate("navigator.clipboard.readText()")
    points = seat.kept("boom")["view"]["score"]
    assert text.startswith(f"I made {points:,} points in Poker Boom (Level 1")
    link = re.search(r"http\S+$", text)
    assert link
    other = sit(link[0].removeprefix(seat.url))
    assert other.kept("boom")["view"] == view


# -- settings -----------------------------------------------------------------------


def test_settings_take_effect_and_stay(sit: Sit) -> None:
    seat = sit(GAME)
    page = seat.page
    heart = page.locator(".card[data-suit=h]").first
    diamond = page.locator(".card[data-suit=d]").first
    colour = "el => getComputedStyle(el).color"
    assert heart.evaluate(colour) != diamond.evaluate(colour)
    seat.button("Menu").click()
    seat.button("Settings").click()
    for label in ("Two colours", "Light", "Left hand", "Off"):
        page.get_by_label(label, exact=True).check()
    for label in ("Sound effects", "Confirm moves before they are played"):
        page.get_by_label(label).check()
    page.get_by_label("Vibration").uncheck()
    seat.press("Escape")
    for _ in range(2):
        assert heart.evaluate(colour) == diamond.evaluate(colour)
        html = page.locator("html")
        expect(html).to_have_attribute("data-theme", "light")
        expect(html).to_have_attribute("data-hand", "left")
        expect(html).to_have_attribute("data-motion", "off")
        undo, hint = (seat.button(name).bounding_box() for name in ("Undo", "Hint"))
        assert undo
        assert hint
        assert undo["x"] > hint["x"]
        seat.reload()
    kept = json.loads(page.evaluate("localStorage.getItem('cardhouse.settings')"))
    assert kept["sound"]
    assert kept["confirm"]
    assert not kept["haptics"]


def test_the_look_follows_the_system(sit: Sit) -> None:
    colours = set()
    for scheme in ("dark", "light"):
        seat = sit("/", color_scheme=scheme)
        colours.add(seat.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2


def test_nothing_is_heard_until_sound_is_switched_on(sit: Sit) -> None:
    spy = "window.AudioContext = class { constructor() { window.heard = true; throw Error(); } };"
    for sound in (False, True):
        seat = sit(settings={"sound": sound})
        seat.page.add_init_script(spy)
        seat.open(GAME)
        Play(seat).move()
        assert seat.page.evaluate("Boolean(window.heard)") is sound


def test_animation_can_be_skipped_by_a_touch(sit: Sit) -> None:
    seat = sit(GAME, moving=True)
    play = Play(seat)
    play.move(wait=False)
    seat.page.wait_for_function("() => document.getAnimations().length > 0")
    seat.tap((9, 4))
    seat.page.wait_for_function(
        "() => document.getAnimations().filter(a => a.playState === 'running'"
        " && a.effect.target.matches('.card')).length === 0",
        timeout=400,
    )
    expect(seat.cell((9, 4))).to_have_attribute("aria-selected", "true")
    seat.expect_score(play.match.score)


# -- trouble ------------------------------------------------------------------------


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
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=15_000)
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
    seat = sit(WAYS[game].link, url=own_house.url)
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
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=15_000)
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


def test_a_kept_move_is_not_played_after_the_match_went_on(sit: Sit) -> None:
    """Not even where it has come back to as many moves."""
    seat = sit(GAME)
    move = next(Play(seat).match.moves())
    asked(seat, "play", move=move, number=0)
    asked(seat, "undo", number=1)
    seat.page.evaluate(
        "move => { const kept = JSON.parse(localStorage['cardhouse.match.boom']);"
        " kept.now.pending = { moves: [move], number: 0, revision: 0 };"
        " localStorage['cardhouse.match.boom'] = JSON.stringify(kept); }",
        move,
    )
    seat.reload()
    seat.expect_said("This game went on in another window")
    seat.expect_number("boom", 0)
    assert asked(seat, "view")["revision"] == 2
    Play(seat).move()


class Freezes:
    """Cards of Poker Grid that are thawed and frozen by taps, each a move that waits for none."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.match = test_grid.held()

    def tap(self, *moves: str) -> None:
        for move in moves:
            test_grid.by_taps(self.seat, move)
            self.match.play(move)

    def expect_shown(self) -> None:
        """Wait until each was played once and in its order."""
        self.seat.expect_number("grid", self.match.number)
        assert self.seat.kept("grid")["view"]["frozen"] == self.match.view()["frozen"]
        told = asked(self.seat, "history", "grid", since=0)
        assert [step["move"] for step in told["steps"]] == self.match.played
        assert told["number"] == self.match.number


def some_freezes() -> list[str]:
    """Two cards that freeze and thaw in turn: in another order some would be refused."""
    (row, column), _ = test_grid.held().view()["frozen"]
    free = test_grid.free_cells(test_grid.held())[0]
    first, second = f"f {row} {column}", "f {} {}".format(*free)
    return [first, second, second, first, first, second]


def test_all_moves_are_kept_while_the_page_is_closed(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(test_grid.HELD, url=own_house.url)
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
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=15_000)
    freezes.expect_shown()


def test_moves_that_follow_one_whose_answer_was_lost_are_played_after_it(
    sit: Sit, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(test_grid.HELD)
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


def test_kept_moves_are_not_played_after_another_one(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("409")
    seat = sit(test_grid.HELD)
    asked(seat, "play", "grid", move="u", number=0)
    seat.page.evaluate(
        "moves => { const kept = JSON.parse(localStorage['cardhouse.match.grid']);"
        " kept.now.pending = { moves, number: 0, revision: 0 };"
        " localStorage['cardhouse.match.grid'] = JSON.stringify(kept); }",
        some_freezes(),
    )
    seat.reload()
    seat.expect_said("This game went on in another window")
    seat.expect_number("grid", 1)
    assert asked(seat, "view", "grid")["number"] == 1


def test_a_move_that_cannot_wait_is_refused_in_words(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit(test_grid.HELD, url=own_house.url)
    own_house.kill()
    seat.button("Play hand").tap()
    expect(seat.page.locator(".banner")).to_be_visible()
    seat.tap((2, 2))
    seat.expect_said("this move was not taken")
    own_house.start()
    match = test_grid.held()
    match.play("s")
    seat.expect_number("grid", 1)
    seat.expect_score(match.score)


def test_a_move_need_not_wait_for_a_hint(sit: Sit) -> None:
    seat = sit(GAME)
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    seat.page.route("**/api/hint", keep)
    with seat.page.expect_request("**/api/hint"):
        seat.button("Hint").tap()
    play = Play(seat)
    play.move()
    said = seat.said
    with seat.page.expect_response("**/api/hint"):
        held[0].continue_()
    play.move()
    assert "Hint" not in said + seat.said
    expect(seat.page.locator(".hinted")).to_have_count(0)


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


@every_game
def test_two_tabs_on_one_match_see_the_same(sit: Sit, game: str) -> None:
    first = sit(WAYS[game].link)
    second = sit(f"/{game}", context=first.page.context)
    first.page.bring_to_front()
    play = Play(first, game)
    play.move()
    second.expect_score(play.match.score)
    second.expect_board(first.board)
    play.seat = second
    second.page.bring_to_front()
    play.move()
    first.page.bring_to_front()
    first.expect_score(play.match.score)
    play.seat = first
    play.move()
    second.expect_board(first.board)


@every_game
def test_a_tab_that_is_behind_is_told(sit: Sit, complaints: Complaints, game: str) -> None:
    complaints.excuse("409")
    first = sit(WAYS[game].link)
    play = Play(first, game)
    play.move()
    before, elsewhere = play.match.snapshot(), asked(first, "moves", game)["moves"][-1]
    asked(first, "play", game, move=elsewhere, number=1)
    play.match.play(elsewhere)
    legal = set(before.moves())
    move = next(move for move in play.match.moves() if move in legal)
    play.way.play(first, before, move)
    first.expect_said("This game went on in another window")
    play.expect_shown(first)
    assert first.kept(game)["number"] == 2


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
    seat.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new Error('full'); };"
        "Storage.prototype.getItem = () => null;"
    )
    seat.open(GAME)
    match = cardhouse.new("boom", seed=11, level=1)
    text = next(match.moves())
    tap_all(seat, cells_of(text))
    match.play(text)
    seat.expect_score(match.score)


# -- an app -----------------------------------------------------------------------------


def test_the_page_can_be_installed(
    chromium: Browser, house: House, tmp_path: Path, complaints: Complaints
) -> None:
    context = chromium.browser_type.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=browser_path(), args=FLAGS, headless=True
    )
    try:
        page = context.new_page()
        complaints.listen(page)
        page.goto(house.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        cdp = context.new_cdp_session(page)
        found = cdp.send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []
    finally:
        context.close()


def test_the_page_opens_without_the_server(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit("/", url=own_house.url)
    seat.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    own_house.kill()
    seat.open("/")
    expect(seat.page.get_by_role("link", name=re.compile("Poker Grid"))).to_be_visible()
    seat.page.goto(own_house.url + "/crush")
    expect(seat.page.get_by_role("alert")).to_contain_text("The server is away")
    own_house.start()
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=15_000)
    seat.ready()
    assert seat.kept("crush")["view"]["outcome"] == "playing"


# -- two things at once -----------------------------------------------------------------


SLOWLY = """
(verb, time) => {
  const fetched = window.fetch;
  window.fetch = async (address, ...more) => {
    if (address.endsWith(verb)) await new Promise((done) => setTimeout(done, time));
    return fetched(address, ...more);
  };
}
"""


def slow(seat: Seat, verb: str, time: int = 700) -> None:
    """Let the answers to a verb come late."""
    seat.page.evaluate(f"([verb, time]) => ({SLOWLY})(verb, time)", [verb, time])


def test_a_new_game_waits_for_the_move_on_its_way(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    slow(seat, "play")
    play.move(wait=False)
    seat.button("Menu").click()
    seat.button("This level, new cards").click()
    seat.page.wait_for_function(
        "() => JSON.parse(localStorage['cardhouse.match.boom']).before?.number === 1"
    )
    seat.expect_number("boom", 0)
    seat.expect_score(0)
    assert asked(seat, "view")["number"] == 0
    assert seat.board == [
        name_of(card) for row in asked(seat, "view")["view"]["board"] for card in row
    ]


def test_no_hand_is_played_on_cards_that_were_not_seen(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    first = next(play.match.moves())
    slow(seat, "play")
    tap_all(seat, cells_of(first))
    tap_all(seat, [(9, column) for column in range(5)])
    seat.expect_number("boom", 1)
    play.match.play(first)
    seat.expect_score(play.match.score)
    assert asked(seat, "view")["number"] == 1


def test_a_key_that_is_held_takes_back_one_move(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.move()
    play.move()
    for _ in range(4):
        seat.page.keyboard.down("u")
    seat.page.keyboard.up("u")
    seat.expect_number("boom", 1)
    seat.button("Hint").tap()
    seat.expect_said("Hint: ")
    assert asked(seat, "view")["number"] == 1


def test_no_hand_is_played_on_cards_that_an_undo_brought_back(sit: Sit) -> None:
    seat = sit(GAME)
    play = Play(seat)
    play.move()
    slow(seat, "undo")
    seat.button("Undo").tap()
    tap_all(seat, cells_of(next(play.match.moves())))
    seat.expect_said("Taken back.")
    seat.button("Hint").tap()
    seat.expect_said("Hint: ")
    assert asked(seat, "view")["number"] == 0


def test_a_server_that_fails_is_not_asked_for_ever(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("500")
    seat = sit(GAME)
    failed = {"error": {"reason": "failed", "message": "Something went wrong here."}}
    seat.page.route("**/api/hint", lambda route: route.fulfill(status=500, json=failed))
    seat.button("Hint").tap()
    expect(seat.page.locator(".said")).to_contain_text("Something went wrong", timeout=20_000)
    Play(seat).move()


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


@every_game
def test_what_got_into_the_store_by_accident_does_no_harm(sit: Sit, game: str) -> None:
    seat = sit("/")
    for odd in ("null", "{", '{"now": {}}', '{"now": {"match": "", "view": {"score": 0}}}'):
        seat.page.evaluate(
            "([name, text]) => { localStorage[name] = text; }", [f"cardhouse.match.{game}", odd]
        )
        seat.open("/")
        seat.open(f"/{game}")
        assert seat.kept(game)["view"]["outcome"] == "playing"


def test_letters_as_keys_can_be_switched_off(sit: Sit) -> None:
    seat = sit(GAME, DESKTOP, settings={"keys": False})
    before = seat.said
    seat.go((0, 0))
    seat.press("h", "u", "?")
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    assert seat.said == before
