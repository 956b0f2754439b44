"""Two things at once: nothing is played that was not seen."""

from playwright.sync_api import Route, expect

from tests.web.conftest import Sit
from tests.web.page_kit import GAME, Play, asked, tap_all
from tests.web.seat import Seat, cells_of


def name_of(card: str) -> str:
    """What a screen reader calls a card."""
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return f"{ranks.get(card[0], card[0])} of {suits[card[1]]}"


# -- trouble ------------------------------------------------------------------


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
    play.match.hint()  # it counts, though nobody saw it
    play.move()
    assert "Hint" not in said + seat.said
    expect(seat.page.locator(".hinted")).to_have_count(0)


# -- two things at once -------------------------------------------------------

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
