"""A game on the page and the same beside it, whichever game it is."""

import json
from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

import pytest

import cardhouse
from cardhouse.games import GAMES
from cardhouse.match import Match
from tests.web import crush_kit, grid_kit
from tests.web.seat import Cell, Seat, cells_of, spread

GAME = "/boom?seed=11&level=1"
TITLES = {game.name: game.title for game in GAMES.values()}
every_game = pytest.mark.parametrize("game", GAMES)


def tap_all(seat: Seat, cells: list[Cell]) -> None:
    """Tap five cells of Poker Boom, each next to one before it."""
    for cell in spread(cells):
        seat.tap(cell)


def asked(seat: Seat, verb: str, game: str = "boom", **more: Any) -> Any:
    """Ask the server about the match behind the page's back."""
    url = f"{seat.url}/api/{verb}"
    answer = seat.page.request.post(url, data={"match": seat.kept(game)["match"], **more})
    return answer.json()["ok"]


def names_in_boom(view: dict[str, Any]) -> list[str]:
    """What a screen reader should call the cells of Poker Boom."""
    cards, scorch = (list(chain(*view[what])) for what in ("board", "scorch"))
    return [crush_kit.name_of(*pair) for pair in zip(cards, map(burnt, scorch), strict=True)]


def burnt(left: int) -> str:
    return f"scorched for {left} move{'s' * (left > 1)}" if left else ""


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
    return next(match.moves()) if match.number else crush_kit.text("clear", *crush_kit.RUN[::2])


WAYS = {
    "boom": Way(
        GAME,
        lambda: cardhouse.new("boom", seed=11, level=1),
        lambda match: next(match.moves()),
        lambda seat, _, move: tap_all(seat, cells_of(move)),
    ),
    "grid": Way(
        grid_kit.HELD,
        grid_kit.held,
        freeze_or_play,
        lambda seat, _, move: grid_kit.by_taps(seat, move),
    ),
    "crush": Way(crush_kit.LINK, crush_kit.mirror, clear_then_slide, crush_kit.by_taps),
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
        """Play past the page up to the last move, and that one by taps."""
        ahead = self.match.snapshot()
        while ahead.outcome == "playing":
            ahead.play(self.way.choose(ahead))
        self.seat.play_on(self.match, ahead.played[self.match.number : -1])
        self.move()


# -- trouble ------------------------------------------------------------------


def some_freezes() -> list[str]:
    """Two cards that freeze and thaw in turn: in another order some would be refused."""
    (row, column), _ = grid_kit.held().view()["frozen"]
    free = grid_kit.free_cells(grid_kit.held())[0]
    first, second = f"f {row} {column}", "f {} {}".format(*free)
    return [first, second, second, first, first, second]
