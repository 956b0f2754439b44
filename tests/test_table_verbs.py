"""Every verb of the table answers as Python does."""

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.games.words import SPOKEN
from cardhouse.table import Memory, Table
from tests.games import KITS
from tests.table_kit import (
    VERBS,
    Player,
    Shelf,
    check_answer,
    every_game,
    every_setting,
    viewed,
)

# -- every verb ---------------------------------------------------------------


@every_setting
def test_new_gives_a_match_and_its_view(game, name):
    options = KITS[game].settings[name].options
    player = Player(game, **options)
    match = cardhouse.new(game, seed=7, **options)
    assert player.first == player.get("view")["view"] == match.view()
    assert player.number() == 0


@every_game
def test_new_needs_neither_a_seed_nor_options(game):
    table = Table()
    answers = [table.dispatch({"do": "new", "game": game}) for _ in range(9)]
    views = [answer["ok"]["view"] for answer in answers]
    assert all(views.count(view) == 1 for view in views)


@every_game
@pytest.mark.parametrize("store", [Memory, Shelf])
def test_new_takes_a_position_that_the_store_keeps(game, store):
    kept = store()
    for placed in list(KITS[game].positions.values())[:3]:
        table = Table(kept)
        options, position = placed.options, placed.position
        begun = table.dispatch(
            {"do": "new", "game": game, "seed": 5, "options": options, "position": position}
        )["ok"]
        match = cardhouse.place(game, position, seed=5, **options)
        assert begun["view"] == match.view()
        player = Player(game, table)
        player.match = begun["match"]
        player.play_next()
        match.play(next(match.moves()))
        player.table = Table(kept)
        assert player.get("view") == viewed(match)
        player.get("end", number=1)
        match.end()
        record = player.get("record")["record"]
        assert record == match.record()
        assert player.get("replay", record=record)["placed"] is True


@every_game
def test_a_bad_position_is_refused_with_a_sentence(game):
    table = Table()
    for position in ([], "x", 7, {"nothing": 1}, {"score": -1}, *KITS[game].bad_positions):
        answer = table.dispatch({"do": "new", "game": game, "position": position})
        check_answer(answer)
        assert answer["error"]["reason"] in ("bad_position", "bad_option")


@every_game
def test_a_table_gives_its_words_to_every_match(game):
    kept = Memory()
    player = Player(game, Table(kept, words=SPOKEN))
    match = cardhouse.new(game, seed=7)
    match.words = SPOKEN
    for _ in range(3):
        move = next(match.moves())
        for asked in (move, *(text for text in KITS[game].no_moves if isinstance(text, str))):
            assert player.get("look", move=asked) == match.look(asked)
        assert player.play_next()["events"] == match.play(move)
        player.table = Table(kept, words=SPOKEN)
    match.end()
    player.get("end", number=3)
    replayed = player.get("replay", record=player.get("record")["record"])
    assert replayed["steps"] == list(match.steps()) == player.get("history")["steps"]


@every_game
def test_new_refuses_what_python_refuses(game):
    table = Table()
    for options, reason in KITS[game].bad_options:
        answer = table.dispatch({"do": "new", "game": game, "options": options})
        assert answer["error"]["reason"] == reason
    for request, reason in (
        ({"game": "chess"}, "unknown_game"),
        ({}, "unknown_game"),
        ({"game": game, "seed": -1}, "bad_seed"),
        ({"game": game, "seed": 1.5}, "bad_seed"),
        ({"game": game, "options": []}, "bad_request"),
        ({"game": game, "options": None}, "bad_request"),
    ):
        assert table.dispatch({"do": "new", **request})["error"]["reason"] == reason


@every_setting
def test_play_tells_and_shows_what_python_does(game, name):
    options = KITS[game].settings[name].options
    player, match = Player(game, **options), cardhouse.new(game, seed=7, **options)
    for number in range(8):
        move = next(match.moves())
        events = match.play(move)
        assert player.get("play", move=move, number=number) == {
            "events": events,
            "view": match.view(),
            "revision": number + 1,
        }


@every_game
def test_the_questions_answer_as_python_does(game):
    player, match = Player(game), cardhouse.new(game, seed=7)
    for _ in range(3):
        assert player.get("view") == viewed(match)
        assert player.get("moves") == {"moves": list(match.moves())}
        assert player.get("hint") == match.hint()
        for text in (*KITS[game].no_moves, next(match.moves())):
            if isinstance(text, str):
                assert player.get("look", move=text) == match.look(text)
        player.play_next()
        match.play(next(match.moves()))


@every_game
def test_a_preview_is_given_or_the_game_has_none(game):
    player, match = Player(game), cardhouse.new(game, seed=7)
    if not KITS[game].previews:
        assert player.error("preview")["reason"] == "no_preview"
        return
    while drafting(player):
        assert player.error("preview")["reason"] == "drafting"
        match.play(player.get("moves")["moves"][0])
        player.play_next()
    seen = player.get("preview")
    assert seen == match.preview() == player.get("preview")
    assert {"min", "mean", "max", "chance"} <= seen.keys()
    assert player.get("view") == viewed(match)
    player.play_out()
    assert player.error("preview")["reason"] == "ended"


def drafting(player: Player) -> bool:
    return bool(player.get("view")["view"].get("offers"))


def test_the_games_and_the_levels_are_told():
    table = Table()
    games = table.dispatch({"do": "games"})["ok"]["games"]
    assert [game["name"] for game in games] == list(GAMES)
    levels = table.dispatch({"do": "levels"})["ok"]["levels"]
    assert list(levels) == list(GAMES)
    for name, rows in levels.items():
        assert [row["level"] for row in rows] == list(range(1, KITS[name].levels + 1))
        for row in rows:
            begun = table.dispatch({"do": "new", "game": name, "options": {"level": row["level"]}})
            assert begun["ok"]["view"].items() >= {"level": row["level"]}.items()


def test_every_verb_of_the_plan_is_there():
    for verb in VERBS:
        answer = Table().dispatch({"do": verb})
        assert "no verb" not in answer.get("error", {}).get("message", "")


def test_an_unknown_verb_is_answered_with_those_there_are():
    error = Table().dispatch({"do": "dance"})["error"]
    assert error["reason"] == "bad_request"
    assert all(verb in error["message"] for verb in VERBS)


# -- asked late, with a revision ----------------------------------------------


def test_a_record_too_long_to_replay_here_is_refused():
    error = Table().dispatch({"do": "replay", "record": "x" * 400_001})["error"]
    assert error["reason"] == "too_long"


# -- limits -------------------------------------------------------------------


@every_game
def test_a_seed_is_a_text_of_so_many_letters_and_no_more(game):
    table = Table()
    Player(game, table, seed="♠" * 200)
    error = table.dispatch({"do": "new", "game": game, "seed": "♠" * 201})["error"]
    assert error == {
        "reason": "bad_request",
        "message": "A seed that is a text has at most 200 letters here.",
    }


@every_game
def test_a_match_has_so_many_moves_and_no_more(game):
    """ALL-9: with the last one it ends; its record holds, and the end outlives the program."""
    store = Shelf()
    player = Player(game, Table(store, most_moves=3))
    for number in range(3):
        move = player.get("moves")["moves"][0]
        last = player.get("play", move=move, number=number, revision=number)
    assert last["view"]["outcome"] in ("lost", "over")
    assert last["events"][-1]["event"] == "end"
    assert store.moves[player.match][-1] == "end"
    for table in (player.table, Table(store, most_moves=3), Table(store)):
        player.table = table
        assert player.get("play", move=move, number=2)["view"] == last["view"]
        assert player.error("play", move=move, number=3)["reason"] == "ended"
        assert player.error("undo", number=3)["reason"] == "ended"
        assert (player.number(), player.get("view")["revision"]) == (3, 3)
    player.table = Table(store, most_moves=3)
    assert player.get("play", move=move, number=2, revision=2) == last
    assert cardhouse.replay(player.get("record")["record"]).view() == last["view"]


@every_game
def test_a_full_match_whose_end_was_not_kept_has_ended_all_the_same(game):
    store = Shelf()
    player = Player(game, Table(store, most_moves=3))
    for _ in range(3):
        player.play_next()
    assert store.moves[player.match].pop() == "end"
    player.table = Table(store, most_moves=3)
    assert player.get("view")["view"]["outcome"] in ("lost", "over")
