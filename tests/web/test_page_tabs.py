"""A match that goes on in another window."""

from tests.web import grid_kit
from tests.web.conftest import Complaints, Sit
from tests.web.page_kit import GAME, WAYS, Play, asked, every_game, some_freezes


def test_a_kept_move_is_not_played_after_the_match_went_on(sit: Sit) -> None:
    """Not even where it has come back to as many moves."""
    seat = sit(GAME)
    play = Play(seat)
    move = next(play.match.moves())
    asked(seat, "play", move=move, number=0)
    asked(seat, "undo", number=1)
    play.match.play(move)
    play.match.undo()
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
    play.move()


def test_kept_moves_are_not_played_after_another_one(sit: Sit, complaints: Complaints) -> None:
    complaints.excuse("409")
    seat = sit(grid_kit.HELD)
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
