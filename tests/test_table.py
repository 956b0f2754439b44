"""The table: every verb of the protocol, asked twice, asked late, and asked by an enemy."""

import json
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardhouse
from cardhouse import GAMES
from cardhouse import table as table_module
from cardhouse.core.chance import key_of
from cardhouse.table import Kept, Memory, NotKept, Table
from tests.games import KITS

MATCH_VERBS = ("play", "undo", "view", "moves", "hint", "look", "preview", "history", "record")
VERBS = ("new", *MATCH_VERBS, "replay", "games", "levels")
HOSTILE_REQUESTS = 5_000
SEED = 0xC0FFEE_DECADE_FACADE_BEDABB1ED_0DDBA11_5EA1ED_0FF1CE_F00D

every_game = pytest.mark.parametrize("game", GAMES)
every_setting = pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].settings]
)


class Shelf:
    """A store of texts, as a database is."""

    def __init__(self) -> None:
        self.starts: dict[str, str] = {}
        self.moves: dict[str, list[str]] = {}
        self.closed: set[str] = set()
        self.changes: dict[str, tuple[int, bool]] = {}
        self.touches: list[str] = []

    def begin(self, match_id: str, start: dict[str, Any]) -> list[str]:
        self.starts[match_id] = json.dumps(start)
        self.moves[match_id] = []
        self.changes[match_id] = (0, False)
        return []

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        assert number == len(self.moves[match_id])
        self.moves[match_id].append(move)
        self.change(match_id, revision, undone=False)

    def cut(self, match_id: str, number: int, revision: int) -> None:
        del self.moves[match_id][number:]
        self.change(match_id, revision, undone=True)

    def change(self, match_id: str, revision: int, undone: bool) -> None:
        assert revision == self.changes[match_id][0] + 1
        self.changes[match_id] = (revision, undone)

    def close(self, match_id: str) -> None:
        self.closed.add(match_id)

    def touch(self, match_id: str) -> None:
        self.touches.append(match_id)

    def load(self, match_id: str) -> Kept | None:
        if match_id not in self.starts:
            return None
        start = json.loads(self.starts[match_id])
        closed, changes = match_id in self.closed, self.changes[match_id]
        return Kept(start, list(self.moves[match_id]), closed, *changes)

    def expire(self, seconds: float) -> list[str]:
        gone = list(self.starts)
        self.starts.clear()
        return gone

    def check(self) -> None:
        pass


class CountedShelf(Shelf):
    """A store with a length, and so false while it is empty."""

    def __len__(self) -> int:
        return len(self.starts)


class Player:
    """Someone at a table, with one match."""

    def __init__(self, game: str, table: Table | None = None, seed: Any = 7, **options: Any):
        self.table = table or Table()
        begun = self.table.dispatch({"do": "new", "game": game, "seed": seed, "options": options})[
            "ok"
        ]
        self.match, self.first = begun["match"], begun["view"]

    def ask(self, do: str, **rest: Any) -> dict[str, Any]:
        answer = self.table.dispatch({"do": do, "match": self.match, **rest})
        check_answer(answer)
        return answer

    def get(self, do: str, **rest: Any) -> dict[str, Any]:
        ok: dict[str, Any] = self.ask(do, **rest)["ok"]
        return ok

    def error(self, do: str, **rest: Any) -> dict[str, Any]:
        error: dict[str, Any] = self.ask(do, **rest)["error"]
        return error

    def number(self) -> int:
        number: int = self.get("view")["number"]
        return number

    def play_next(self) -> dict[str, Any]:
        return self.get("play", move=self.get("moves")["moves"][0], number=self.number())

    def play_out(self, most: int = 10_000) -> list[dict[str, Any]]:
        """Play to the end by a fixed little rule; return each move and what was answered."""
        steps: list[dict[str, Any]] = []
        while self.get("view")["view"]["outcome"] == "playing" and len(steps) < most:
            moves, number = self.get("moves")["moves"], self.number()
            move = moves[17 * number % len(moves)]
            played = self.get("play", move=move, number=number)
            del played["revision"]
            steps.append({"move": move} | played)
        return steps


def check_answer(answer: Any) -> None:
    """An answer is a dict with one of two keys, ready for JSON; an error says what and why."""
    assert type(answer) is dict
    assert list(answer) in (["ok"], ["error"])
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    if "error" in answer:
        assert {"reason", "message"} <= answer["error"].keys()
        assert answer["error"]["reason"].isidentifier()
        check_sentence(answer["error"]["message"])


def check_sentence(text: str) -> None:
    """A sentence is for people: it begins and ends as one, and has an end."""
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert 2 < len(text) < 400
    assert "Traceback" not in text


def viewed(match: cardhouse.Match, closed: bool = False) -> dict[str, Any]:
    """Return what the verb view gives for a match where nothing was undone."""
    return {
        "game": match.game.name,
        "options": match.options,
        "view": match.view(),
        "number": match.number,
        "revision": match.number,
        "closed": closed,
    }


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


@pytest.fixture
def short_previews(monkeypatch):
    """Let a preview be of two rounds: how well it foretells is not asked here."""
    for game in GAMES.values():
        if game.preview:
            monkeypatch.setattr(game.preview, "preview", partial(game.preview.preview, rounds=2))


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


# -- asked twice, asked late --------------------------------------------------


@every_game
def test_the_same_play_again_gives_the_same_answer_and_is_played_once(game):
    player = Player(game)
    for number in range(5):
        move = player.get("moves")["moves"][0]
        first = player.get("play", move=move, number=number)
        for _ in range(3):
            assert player.get("play", move=move, number=number) == first
        assert player.number() == number + 1


@every_game
def test_the_last_play_again_tells_the_end_again(game):
    player = Player(game)
    last = player.play_out()[-1]
    move, number = last.pop("move"), player.number() - 1
    assert last["events"][-1]["event"] == "end"
    assert player.get("play", move=move, number=number) == last | {"revision": number + 1}


@every_game
def test_a_move_for_another_moment_is_out_of_turn_and_shows_the_view(game):
    player = Player(game)
    player.play_next()
    player.play_next()
    view = player.get("view")
    moves = player.get("moves")["moves"]
    for number in (-1, 0, 3, 4, 10**5000, -(10**5000)):
        error = player.error("play", move=moves[0], number=number)
        assert (error["reason"], error["view"]) == ("out_of_turn", view["view"])
    assert player.get("view") == view


@every_game
def test_another_move_for_the_same_moment_is_out_of_turn(game):
    player = Player(game)
    moves = player.get("moves")["moves"]
    played = player.get("play", move=moves[0], number=0)
    error = player.error("play", move=moves[1], number=0)
    assert (error["reason"], error["view"]) == ("out_of_turn", played["view"])


@every_game
def test_an_illegal_move_is_refused_with_its_reason_and_nothing_changes(game):
    player, match = Player(game), cardhouse.new(game, seed=7)
    for text, reason in KITS[game].no_moves.items():
        error = player.error("play", move=text, number=0)
        assert error["reason"] == (reason if isinstance(text, str) else "bad_request")
    assert player.get("view") == viewed(match)


@every_game
@pytest.mark.parametrize("number", [None, "0", 0.0, False, [0]])
def test_a_number_is_a_whole_number(game, number):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=number)["reason"] == "bad_request"
    assert player.error("undo", number=number)["reason"] == "bad_request"
    assert player.number() == 0


@every_game
def test_undo_takes_back_one_move_however_often_it_is_asked(game):
    player = Player(game)
    views = [player.first]
    for _ in range(4):
        views.append(player.play_next()["view"])
    for number, revision in ((4, 5), (3, 6)):
        for _ in range(3):
            taken = {"view": views[number - 1], "revision": revision}
            assert player.get("undo", number=number) == taken
        assert player.number() == number - 1
    move = player.get("moves")["moves"][0]
    assert player.get("play", move=move, number=2)["view"] == views[3]


@every_game
def test_undo_for_another_moment_is_out_of_turn(game):
    player = Player(game)
    view = player.play_next()["view"]
    for number in (0, 2, 3, -1, 10**5000):
        error = player.error("undo", number=number)
        assert (error["reason"], error["view"]) == ("out_of_turn", view)
        assert (error["number"], error["revision"]) == (1, 1)


# -- asked late, with a revision ----------------------------------------------


@every_game
def test_the_same_request_again_is_done_once_and_answered_alike(game):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    for revision in (0, 2, 4):
        played = player.get("play", move=move, number=0, revision=revision)
        assert player.get("play", move=move, number=0, revision=revision) == played
        assert (player.number(), played["revision"]) == (1, revision + 1)
        taken = player.get("undo", number=1, revision=revision + 1)
        assert player.get("undo", number=1, revision=revision + 1) == taken
        assert (player.number(), taken["revision"]) == (0, revision + 2)


@every_game
@pytest.mark.parametrize("store", [Shelf, Memory])
@pytest.mark.parametrize("anew", [False, True])
def test_a_request_that_comes_late_is_not_done_again(game, store, anew):
    """However the match went on: played, undone, played again or undone for good."""
    kept = store()
    player, asked = Player(game, Table(kept)), []

    def ask(do: str, **facts: Any) -> None:
        asked.append((do, facts))
        player.get(do, **facts)

    move = player.get("moves")["moves"][0]
    ask("play", move=move, number=0, revision=0)
    ask("undo", number=1, revision=1)
    ask("play", move=move, number=0, revision=2)
    second = player.get("moves")["moves"][0]
    ask("play", move=second, number=1, revision=3)
    ask("undo", number=2, revision=4)
    if anew:
        player.table = Table(kept)
    before = player.get("view")
    assert (before["number"], before["revision"]) == (1, 5)
    for do, facts in asked[:-1]:
        error = player.error(do, **facts)
        assert error["reason"] == "out_of_turn"
        assert {name: error[name] for name in ("view", "number", "revision")} == {
            name: before[name] for name in ("view", "number", "revision")
        }
    do, facts = asked[-1]
    assert player.get(do, **facts) == {"view": before["view"], "revision": 5}
    assert player.get("view") == before


@every_game
def test_what_was_done_last_is_told_by_more_than_the_revision(game):
    player = Player(game)
    first = player.get("moves")["moves"]
    player.get("play", move=first[0], number=0, revision=0)
    for do, facts in (
        ("play", {"move": first[1], "number": 0, "revision": 0}),
        ("play", {"move": first[0], "number": 1, "revision": 0}),
        ("play", {"move": first[0], "number": 0, "revision": 1}),
        ("play", {"move": first[0], "number": 1, "revision": 2}),
        ("play", {"move": first[0], "number": 1, "revision": -1}),
        ("undo", {"number": 2, "revision": 0}),
        ("undo", {"number": 1, "revision": 0}),
        ("undo", {"number": 0, "revision": 1}),
    ):
        assert player.error(do, **facts)["reason"] == "out_of_turn", (do, facts)
    player.get("undo", number=1, revision=1)
    assert player.error("play", move=first[0], number=0, revision=1)["reason"] == "out_of_turn"
    assert player.get("view")["revision"] == 2


@every_game
@pytest.mark.parametrize("revision", [None, "0", 0.0, False, [0]])
def test_a_revision_is_a_whole_number(game, revision):
    player = Player(game)
    move = player.get("moves")["moves"][0]
    for do, facts in (("play", {"move": move}), ("undo", {})):
        error = player.error(do, number=0, revision=revision, **facts)
        assert error["reason"] == "bad_request"
    assert player.number() == 0


@every_game
def test_undo_with_nothing_to_undo_is_refused(game):
    assert Player(game).error("undo", number=0)["reason"] == "no_undo"


@every_game
def test_an_ended_match_can_be_taken_back_and_ended_again(game):
    player, number = Player(game), None
    player.play_out()
    number = player.number()
    player.get("undo", number=number)
    assert player.error("record")["reason"] == "running"
    player.play_out()
    assert player.number() == number


@every_game
def test_a_match_whose_record_was_handed_out_is_closed(game):
    player = Player(game)
    player.play_out()
    assert player.get("view")["closed"] is False
    before = player.get("record"), player.get("view")
    assert before[1]["closed"] is True
    assert player.error("undo", number=player.number())["reason"] == "closed"
    assert (player.get("record"), player.get("view")) == before


def test_a_record_too_long_to_replay_here_is_refused():
    error = Table().dispatch({"do": "replay", "record": "x" * 400_001})["error"]
    assert error["reason"] == "too_long"


# -- records ------------------------------------------------------------------


@every_game
def test_a_record_is_refused_while_the_match_runs(game):
    player = Player(game)
    for _ in range(3):
        assert player.error("record")["reason"] == "running"
        player.play_next()


@every_game
def test_replay_gives_every_view_and_event(game):
    player = Player(game)
    steps = player.play_out()
    record = player.get("record")["record"]
    expected = {"game": game, "placed": False, "view": player.first, "steps": steps}
    answer = player.get("replay", record=record)
    assert answer.pop("options") == GAMES[game].options.read_options({})
    assert answer == expected


@every_game
def test_replay_names_the_first_bad_move(game):
    player = Player(game)
    player.play_out()
    lines = player.get("record")["record"].splitlines()
    (second,) = [line for line in lines if line.startswith("2 ")]
    lines[lines.index(second)] += "0"
    error = player.error("replay", record="\n".join(lines))
    assert (error["reason"], error["move"]) == ("false", 2)
    assert "Move 2" in error["message"]
    error = player.error("replay", record="cardhouse-record 99\nmoves\n")
    assert (error["reason"], error["move"]) == ("cannot_verify", None)


# -- secrets ------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("seed", [SEED, "the seed nobody must see", None])
@pytest.mark.usefixtures("short_previews")
def test_nothing_shown_before_the_end_holds_the_seed_or_the_key(game, seed):
    store = Shelf()
    player = Player(game, Table(store), seed)
    seed = json.loads(store.starts[player.match])["seed"]
    words = [word for word in key_of(seed) if word > 2**20]
    secrets = {str(seed), *map(str, words), *(f"{word:x}" for word in words)}
    answers = [player.first]
    for number in range(6):
        moves = player.get("moves")["moves"]
        verbs = ("view", "moves", "hint", "preview", "record", "history")
        answers += [player.ask(verb) for verb in verbs]
        answers += [player.ask("look", move=moves[-1]), player.ask("look", move="")]
        answers += [player.ask("play", move="", number=number)]
        answers += [player.ask("play", move=moves[0], number=number) for _ in range(2)]
        answers += [player.ask("play", move=moves[0], number=99), player.ask("undo", number=99)]
    text = json.dumps(answers)
    assert [secret for secret in secrets if secret in text] == []
    player.play_out()
    assert f"\nseed {json.dumps(seed)}\n" in player.get("record")["record"]


@every_game
def test_a_match_is_named_so_that_nobody_guesses_it(game):
    table = Table()
    names = [
        table.dispatch({"do": "new", "game": game, "seed": 1})["ok"]["match"] for _ in range(500)
    ]
    assert len(set(names)) == 500
    assert min(map(len, names)) >= 20
    beginnings = {name[:4] for name in names}
    assert len(beginnings) > 490, "they are not counted up"


@every_game
def test_nobody_reaches_a_match_without_its_name(game):
    player = Player(game)
    for match in (None, "", player.match[:-1], player.match + " ", [player.match], {}, 0, True):
        for verb in MATCH_VERBS:
            request = {"do": verb, "match": match, "number": 0, "move": ""}
            assert player.table.dispatch(request)["error"]["reason"] == "unknown_match"


@every_game
def test_two_matches_at_one_table_leave_each_other_alone(game):
    table = Table()
    first, second = Player(game, table), Player(game, table, seed=8)
    before = second.get("view")
    first.play_next()
    assert second.get("view") == before
    second.play_next()
    assert first.number() == second.number() == 1


# -- stores -------------------------------------------------------------------


@every_setting
def test_another_table_over_the_same_store_goes_on_with_the_match(game, name):
    store = Shelf()
    player = Player(game, Table(store), "♠\ud800", **KITS[game].settings[name].options)
    for _ in range(4):
        player.play_next()
    player.get("undo", number=4)
    before = player.get("view")
    player.table = Table(store)
    assert player.get("view") == before
    assert player.get("undo", number=4) == {"view": before["view"], "revision": 5}
    last = player.play_next()
    move = store.moves[player.match][-1]
    player.table = Table(store)
    assert player.get("play", move=move, number=3) == last
    assert player.number() == 4


@every_game
def test_a_store_that_is_still_empty_is_used(game):
    store = CountedShelf()
    player = Player(game, Table(store))
    assert list(store.starts) == [player.match]


@every_game
def test_a_store_keeps_moves_as_they_are_written(game):
    store = Shelf()
    player = Player(game, Table(store))
    move = player.get("moves")["moves"][0]
    player.get("play", move=f"  {move}\n", number=0)
    assert store.moves[player.match] == [move]


@every_game
def test_an_ended_match_has_its_record_at_another_table(game):
    store = Shelf()
    player = Player(game, Table(store))
    player.play_out()
    record = player.get("record")
    player.table = Table(store)
    assert player.get("record") == record


@every_game
def test_a_match_stays_closed_at_another_table(game):
    store = Shelf()
    player = Player(game, Table(store))
    player.play_out()
    player.get("record")
    player.table = Table(store)
    assert player.get("view")["closed"] is True
    assert player.error("undo", number=player.number())["reason"] == "closed"


@every_game
@pytest.mark.parametrize("store", [Shelf, None])
def test_matches_that_nobody_used_for_longest_are_read_anew(game, store):
    table = Table(store and store(), most_states=10)
    players = [Player(game, table, seed) for seed in range(5)]
    for number in range(6):
        for player in players:
            assert player.number() == number
            player.play_next()
            assert table._states == sum(seat.match.number + 1 for seat in table._live.values())
            assert table._states <= 10 or len(table._live) == 1
    for seed, player in enumerate(players):
        match = cardhouse.new(game, seed=seed)
        for _ in range(6):
            match.play(next(match.moves()))
        assert player.get("view") == viewed(match)
        assert player.get("undo", number=6)["view"] == match.view_after(5)
        assert table._states == sum(seat.match.number + 1 for seat in table._live.values())


def test_a_match_read_while_another_thread_reads_it_is_held_once(monkeypatch):
    store = Shelf()
    table = Table(store)
    player = Player("boom", table)
    player.play_next()
    table._leave(player.match)
    resumed = table_module._resumed

    def slowly(kept: Kept) -> cardhouse.Match:
        """Let another thread read the match and play on, in the middle of reading it."""
        monkeypatch.setattr(table_module, "_resumed", resumed)
        player.play_next()
        return resumed(kept)

    monkeypatch.setattr(table_module, "_resumed", slowly)
    assert player.number() == 2
    assert len(store.moves[player.match]) == 2


def test_a_match_begun_under_other_rules_is_unknown():
    store = Shelf()
    table = Table(store)
    player = Player("boom", table)
    start = json.loads(store.starts[player.match])
    for changed in ({"rules": 0}, {"game": "chess"}):
        store.starts[player.match] = json.dumps(start | changed)
        player.table = Table(store)
        error = player.error("view")
        assert error["reason"] == "unknown_match"
        assert "other rules" in error["message"]


@pytest.mark.parametrize(
    "changed",
    [
        *({"options": {"level": 99}}, {"options": None}, {"options": []}, {"seed": -1}),
        *({"seed": None}, {"seed": 1.5}, {"seed": 2**256}, {"game": 3}, {"rules": "1"}, None),
    ],
)
def test_a_match_that_cannot_have_begun_so_is_damaged(changed):
    store = Shelf()
    player = Player("boom", Table(store))
    start = json.loads(store.starts[player.match])
    store.starts[player.match] = json.dumps(changed and start | changed)
    player.table = Table(store)
    assert player.error("view")["reason"] == "damaged"


@pytest.mark.parametrize("move", ["", "x", "9,9 9,9 9,9 9,9 9,9", b"\xff", None])
def test_a_match_that_cannot_have_gone_so_is_damaged(move):
    store = Shelf()
    player = Player("boom", Table(store))
    store.moves[player.match] = [move]
    player.table = Table(store)
    for verb in MATCH_VERBS:
        error = player.error(verb, move="", number=0)
        assert error["reason"] == "damaged"
        assert "again" not in error["message"]


def test_a_match_in_use_is_touched_now_and_then(monkeypatch):
    store = Shelf()
    player = Player("boom", Table(store))
    player.play_next()
    assert store.touches == []
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 4_000)
    player.play_next()
    assert store.touches == [player.match]


@pytest.mark.parametrize("store", [Shelf, Memory])
def test_an_expired_match_is_unknown(store):
    table = Table(store())
    player = Player("grid", table)
    assert table.expire(-1) == 1
    assert player.error("view")["reason"] == "unknown_match"
    assert (table._states, len(table._live)) == (0, 0)
    assert table.expire(-1) == 0


@pytest.mark.parametrize("used", [0, 1])
def test_matches_give_way_when_there_are_too_many(used, monkeypatch):
    """Those that nobody used for longest go, and are unknown."""
    table = Table(Memory(most_matches=3))
    players = [Player("grid", table, seed) for seed in range(3)]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 4_000)
    players[used].play_next()
    players.append(Player("grid", table))
    gone = [player for player in players if player.ask("view").get("error")]
    assert gone == [players[1 - used]]
    assert gone[0].error("view")["reason"] == "unknown_match"
    assert table._states == sum(seat.match.number + 1 for seat in table._live.values())


def test_a_match_in_use_does_not_expire():
    table = Table()
    player = Player("grid", table)
    assert table.expire(60) == 0
    player.play_next()


# -- a store that fails -------------------------------------------------------


class FullShelf(Shelf):
    """A store that can be told to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    def check(self) -> None:
        if self.full:
            raise NotKept

    def begin(self, match_id: str, start: dict[str, Any]) -> list[str]:
        self.check()
        return super().begin(match_id, start)

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        self.check()
        super().append(match_id, number, move, revision)

    def cut(self, match_id: str, number: int, revision: int) -> None:
        self.check()
        super().cut(match_id, number, revision)

    def close(self, match_id: str) -> None:
        self.check()
        super().close(match_id)

    def touch(self, match_id: str) -> None:
        raise NotKept


@every_game
def test_what_cannot_be_kept_is_not_done(game):
    store = FullShelf()
    table = Table(store)
    player = Player(game, table)
    for _ in range(3):
        player.play_next()
    before, move = player.get("view"), player.get("moves")["moves"][0]
    store.full = True
    assert player.error("play", move=move, number=3)["reason"] == "not_kept"
    assert player.get("view") == before
    assert player.error("undo", number=3)["reason"] == "not_kept"
    assert player.get("view") == before
    assert table.dispatch({"do": "new", "game": game})["error"]["reason"] == "not_kept"
    assert list(table._live) == [player.match]
    store.full = False
    player.get("play", move=move, number=3)
    assert player.number() == 4


@every_game
def test_no_record_is_handed_out_that_the_store_does_not_know_of(game):
    store = FullShelf()
    player = Player(game, Table(store))
    player.play_out()
    store.full = True
    assert player.error("record")["reason"] == "not_kept"
    assert player.get("view")["closed"] is False
    store.full = False
    player.get("undo", number=player.number())


def test_a_move_that_was_kept_though_the_store_failed_is_there():
    class Liar(Shelf):
        def append(self, match_id: str, number: int, move: str, revision: int) -> None:
            super().append(match_id, number, move, revision)
            raise NotKept

    player = Player("boom", Table(Liar()))
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=0)["reason"] == "not_kept"
    again = player.get("play", move=move, number=0)
    assert again["view"] == player.get("view")["view"]
    assert player.number() == 1


def test_a_store_that_cannot_be_read_is_found_out():
    class Blind(Shelf):
        def load(self, match_id: str) -> Kept | None:
            raise NotKept

        def check(self) -> None:
            raise NotKept

    Table(Shelf()).check()
    Table().check()
    table = Table(Blind())
    with pytest.raises(NotKept):
        table.check()
    assert table.dispatch({"do": "view", "match": "x" * 22})["error"]["reason"] == "not_kept"


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
    player = Player(game, Table(most_moves=3))
    for _ in range(3):
        player.play_next()
    move = player.get("moves")["moves"][0]
    assert player.error("play", move=move, number=3) == {
        "reason": "too_many_moves",
        "message": "A match has at most 3 moves here.",
    }
    assert player.number() == 3
    player.get("undo", number=3)
    player.play_next()


# -- history ------------------------------------------------------------------


@every_setting
def test_the_history_is_what_was_answered(game, name):
    player = Player(game, **KITS[game].settings[name].options)
    steps = player.play_out(most=60)
    views = [player.first, *(step["view"] for step in steps)]
    whole = player.get("history")
    assert whole == {"number": len(steps), "since": 0, "view": views[0], "steps": steps[:200]}
    for since in (0, 1, len(steps) // 2, len(steps) - 1, len(steps)):
        told = player.get("history", since=since)
        assert (told["since"], told["view"]) == (since, views[since])
        assert told["steps"] == steps[since : since + 200]


def test_a_long_history_is_told_in_parts():
    player = Player("grid", picks=0, auto_freeze=False)
    for number in range(450):
        player.get("play", move=f"f {number // 2 % 5} 0", number=number)
    since, moves = 0, []
    while since < 450:
        told = player.get("history", since=since)
        assert 0 < len(told["steps"]) <= 200
        moves += [step["move"] for step in told["steps"]]
        since += len(told["steps"])
    assert moves == [f"f {number // 2 % 5} 0" for number in range(450)]


@every_game
def test_a_history_begins_where_the_match_has_been(game):
    player = Player(game)
    player.play_next()
    error = player.error("history", since=2)
    assert (error["reason"], error["number"]) == ("out_of_turn", 1)
    for since in (-1, 1.0, "1", None, True, [1]):
        assert player.error("history", since=since)["reason"] == "bad_request"


@every_game
def test_a_history_does_not_change_with_the_match(game):
    """What was shown once stays so, whatever is undone and played after it."""
    match = cardhouse.new(game, seed=7)
    for _ in range(4):
        match.play(next(match.moves()))
    before, seen = match.snapshot(), list(match.steps())
    for _ in range(3):
        match.undo()
    *_, move = match.moves()
    match.play(move)
    assert list(before.steps()) == seen
    assert before.number == 4
    assert before.view() == seen[-1]["view"]


# -- several at once ----------------------------------------------------------


class Crowd:
    """Some who ask, and some who play and take back, all on the same few matches."""

    SECONDS = 3
    MOST_MOVES = 12

    def __init__(self, game: str) -> None:
        self.game = game
        table = Table(most_states=40)
        self.players = [Player(game, table, seed) for seed in range(3)]
        self.wrong: list[BaseException] = []
        self.over = threading.Event()

    def run(self) -> None:
        doings = (self.ask, self.ask, self.play, self.play)
        threads = [
            threading.Thread(target=self.go_on, args=(do, Random(seed)))
            for seed, do in enumerate(doings)
        ]
        for thread in threads:
            thread.start()
        self.over.wait(self.SECONDS)
        self.over.set()
        for thread in threads:
            thread.join()
        assert self.wrong == []

    def go_on(self, do: Callable[[Random], None], luck: Random) -> None:
        try:
            while not self.over.is_set():
                do(luck)
        except BaseException as error:
            self.wrong.append(error)
            self.over.set()

    def ask(self, luck: Random) -> None:
        seed = luck.randrange(len(self.players))
        told = self.players[seed].get("history")
        match = cardhouse.new(self.game, seed=seed)
        assert told["view"] == match.view()
        assert len(told["steps"]) == told["number"]
        for step in told["steps"]:
            assert match.play(step["move"]) == step["events"]
            assert match.view() == step["view"]
        self.players[seed].ask(luck.choice(("hint", "preview", "moves")))

    def play(self, luck: Random) -> None:
        player = luck.choice(self.players)
        number, moves = player.number(), player.get("moves")["moves"]
        if number > self.MOST_MOVES or not moves:
            answer = player.ask("undo", number=number)
        else:
            answer = player.ask("play", move=luck.choice(moves), number=number)
        assert "bad_request" not in str(answer)


@every_game
@pytest.mark.usefixtures("short_previews")
def test_questions_asked_while_others_play_are_answered_of_one_moment(game):
    Crowd(game).run()


# -- enemies ------------------------------------------------------------------

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 1.5, -0.0, float("nan"), float("inf"), 2**63, 2**256),
    *(10**5000, -(10**5000), "", "0", *GAMES, "\ud800", "\0", "é♠", "x" * 5000, b"", b"boom"),
    *("__class__", "self", "0,0 0,1 0,2 0,3 0,4", "cardhouse-record 1\nmoves\n", "endless"),
    *([], {}, (), set(), [[]], {"level": 1}, {"level": {}}, {1: 2}, {None: None}, {(): []}),
    *(
        {"mode": ["endless"]},
        {"shape": {}},
        {"jokers": [{}]},
        {"\ud800": 1},
        {"level": 10**5000},
        object,
        print,
    ),
    *([None] * 1000, {"board": []}, frozenset({1}), range(5), Ellipsis, 3j),
]
NAMES = (
    *("do", "match", "game", "seed", "options", "move", "number", "record", "since", "level"),
    *("revision", "", 7),
)


def nested(luck: Random, depth: int) -> Any:
    """Return something nobody should send."""
    if depth == 0 or luck.random() < 0.5:
        return luck.choice(JUNK)
    if luck.random() < 0.5:
        return [nested(luck, depth - 1) for _ in range(luck.randrange(4))]
    return {luck.choice(NAMES): nested(luck, depth - 1) for _ in range(luck.randrange(4))}


def buried(depth: int) -> Any:
    thing: Any = []
    for _ in range(depth):
        thing = [thing]
    return thing


def hostile_request(luck: Random, known: dict[Any, list[Any]]) -> Any:
    """Return a request of which any part may be right and any part wrong."""
    if luck.random() < 0.1:
        return nested(luck, 3)
    request: dict[Any, Any] = {}
    for name in NAMES:
        if luck.random() < 0.8:
            good = luck.random() < 0.6 and name in known
            request[name] = luck.choice(known[name]) if good else nested(luck, 2)
    return request


@pytest.mark.no_cover  # measuring coverage makes it five times slower
@pytest.mark.usefixtures("short_previews")
@every_game
def test_the_table_never_raises(game):
    luck = Random(f"enemies of {game}")
    players = [Player(game, Table())]
    table = players[0].table
    players += [
        Player(game, table, seed, **s.options)
        for seed, s in enumerate(KITS[game].settings.values())
    ]
    text = cardhouse.new(game, seed=1).record()
    bad_options = [options for options, _ in KITS[game].bad_options]
    known = {
        "do": list(VERBS),
        "match": [player.match for player in players],
        "game": [game],
        "seed": [None, 7, "seven"],
        "options": [{}, *(dict(s.options) for s in KITS[game].settings.values()), *bad_options],
        "move": [*players[0].get("moves")["moves"][:20], *KITS[game].no_moves],
        "number": [0, 1, 2, 3],
        "record": [text, text[:-1], text[:50], text + "1"],
    }
    answered = set()
    for _ in range(HOSTILE_REQUESTS):
        answer = table.dispatch(hostile_request(luck, known))
        check_answer(answer)
        answered.add(answer["error"]["reason"] if "error" in answer else "ok")
    assert answered > {"ok", "bad_request", "unknown_match", "out_of_turn"}
    assert answered > {reason for _, reason in KITS[game].bad_options}


@every_game
@pytest.mark.parametrize("depth", [100, 900, 5_000, 50_000])
def test_a_deeply_buried_thing_is_answered(game, depth):
    table, deep = Table(), buried(depth)
    for name in ("do", "match", "game", "seed", "options", "move", "number", "record", "since"):
        for verb in VERBS:
            check_answer(table.dispatch({"do": verb, "game": game, name: deep}))
    for option in ("level", "mode", "shape", "jokers", "picks", "x"):
        request = {"do": "new", "game": game, "options": {option: deep}}
        check_answer(table.dispatch(request))
    check_answer(table.dispatch(deep))


json_things = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.sampled_from(VERBS),
    lambda things: st.lists(things, max_size=4) | st.dictionaries(st.text(), things, max_size=4),
    max_leaves=8,
)


@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    st.dictionaries(st.sampled_from(NAMES) | st.text(), json_things)
    | st.fixed_dictionaries(
        {"do": st.sampled_from(VERBS), "game": st.sampled_from(list(GAMES))},
        optional={"seed": json_things, "options": json_things, "record": json_things},
    )
    | json_things
)
def test_any_json_is_answered(request):
    check_answer(Table().dispatch(request))
