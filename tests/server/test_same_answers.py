"""The same requests over HTTP and straight to the table: the same answers, match ids apart."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError

import cardhouse
from cardhouse import GAMES
from cardhouse.games.words import SPOKEN
from cardhouse.protocol import VERBS
from cardhouse.server.openapi import description
from cardhouse.server.responses import status_of
from cardhouse.table import Table
from tests.games import KITS
from tests.server.house import House
from tests.table_kit import JUNK, hostile_request

HOSTILE_REQUESTS, MANY_HOSTILE_REQUESTS = 150, 400
LONGEST = 60_000
"""Longer bodies might not be read."""

every_game = pytest.mark.parametrize("game", GAMES)


class Both:
    """A server and a table, asked the same; what they answer is compared."""

    def __init__(self, house: House) -> None:
        self.house, self.table = house, Table(words=SPOKEN)
        self.ids: dict[str, str] = {}
        """The server's match of each match of the table."""
        self.asked = 0

    def ask(self, do: str, **facts: Any) -> dict[str, Any]:
        expected = self.table.dispatch({"do": do, **facts})
        there = {**facts, "match": self.ids[facts["match"]]} if self.has(facts) else facts
        reply = self.house.post(do, **there)
        answer = reply.json
        assert reply.status == status_of(do, expected)
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["cache-control"] == "no-store"
        check_described(do, answer)
        if do == "new" and "ok" in expected:
            self.ids[expected["ok"]["match"]] = answer["ok"].pop("match")
            assert answer["ok"] == {"view": expected["ok"]["view"], "revision": 0}
        else:
            assert answer == expected
        self.asked += 1
        return expected

    def has(self, facts: dict[str, Any]) -> bool:
        match = facts.get("match")
        return isinstance(match, str) and match in self.ids


COMPONENTS = {"components": description()["components"]}


@cache
def described(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}"} | COMPONENTS)


def check_described(verb: str, answer: Any) -> None:
    """See that an answer is what the OpenAPI description says."""
    if "ok" in answer:
        assert answer.keys() == {"ok"}
        described(VERBS[verb].gives.__name__).validate(not_whole(answer["ok"]))
    else:
        described("Refused").validate(not_whole(answer))


def not_whole(value: Any) -> Any:
    """Return an answer with a fraction in each of its floats: then none is an integer."""
    if isinstance(value, dict):
        return {name: not_whole(fact) for name, fact in value.items()}
    if isinstance(value, list):
        return list(map(not_whole, value))
    return int(value) + 0.5 if isinstance(value, float) else value


@pytest.fixture
def both(house: House) -> Both:
    return Both(house)


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].settings]
)
def test_a_game_goes_the_same_way(both, game, name):
    options = dict(KITS[game].settings[name].options)
    match = both.ask("new", game=game, seed=f"{name} ♠ \ud800", options=options)["ok"]["match"]
    luck = Random(name)
    for number in range(25):
        seen = both.ask("view", match=match)["ok"]
        if seen["view"]["outcome"] != "playing":
            break
        move = luck.choice(both.ask("moves", match=match)["ok"]["moves"])
        both.ask("look", match=match, move=move)
        revision = seen["revision"]
        both.ask("play", match=match, move=move, number=number, revision=revision)
        if number % 5 == 0:
            both.ask("play", match=match, move=move, number=number)
            both.ask("undo", match=match, number=number + 1)
            both.ask("undo", match=match, number=number + 1, revision=revision + 1)
            both.ask("undo", match=match, number=number + 1, revision=revision)
            both.ask("play", match=match, move=move, number=number, revision=revision)
            both.ask("hint", match=match)
            both.ask("history", match=match)
            both.ask("play", match=match, move=move, number=number)
    both.ask("history", match=match, since=3)
    both.ask("record", match=match)


@every_game
def test_a_whole_game_is_recorded_and_replayed_the_same_way(both, game):
    match = both.ask("new", game=game, seed=2**255 + 7)["ok"]["match"]
    while (seen := both.ask("view", match=match)["ok"])["view"]["outcome"] == "playing":
        moves = both.table.dispatch({"do": "moves", "match": match})["ok"]["moves"]
        move = moves[seen["number"] * 17 % len(moves)]
        both.ask("play", match=match, move=move, number=seen["number"])
    record = both.ask("record", match=match)["ok"]["record"]
    assert f"seed {2**255 + 7}\n" in record
    both.ask("replay", record=record)
    both.ask("replay", record=record.replace("1 ", "2 ", 1))
    both.ask("undo", match=match, number=seen["number"])
    assert cardhouse.replay(record).view() == both.ask("view", match=match)["ok"]["view"]


@every_game
def test_what_cannot_be_had_is_refused_the_same_way(both, game):
    match = both.ask("new", game=game, seed=1)["ok"]["match"]
    for options, _ in KITS[game].bad_options:
        if is_json(options):
            both.ask("new", game=game, seed=1, options=options)
    for move in KITS[game].no_moves:
        if is_json(move):
            both.ask("play", match=match, move=move, number=0)
            both.ask("look", match=match, move=move)
    for number in (-1, 1, 2**70, "0", None, 0.0, True):
        both.ask("play", match=match, move="", number=number)
        both.ask("undo", match=match, number=number)
        both.ask("play", match=match, move="", number=0, revision=number)
        both.ask("undo", match=match, number=0, revision=number)
        both.ask("history", match=match, since=number)
    for junk in filter(is_json, JUNK):
        both.ask("view", match=junk)
        both.ask("new", game=junk, seed=1)
        both.ask("new", game=game, seed=0 if junk is None else junk)
        both.ask("replay", record=junk)
    both.ask("preview", match=match)
    both.ask("record", match=match)


@every_game
@pytest.mark.parametrize(
    "count", [HOSTILE_REQUESTS, pytest.param(MANY_HOSTILE_REQUESTS, marks=pytest.mark.soak)]
)
def test_enemies_are_answered_the_same_way(both, game, count):
    luck = Random(f"enemies of {game}")
    matches = [both.ask("new", game=game, seed=seed)["ok"]["match"] for seed in range(3)]
    moves = both.ask("moves", match=matches[0])["ok"]["moves"]
    known = {
        "match": matches,
        "game": [game],
        "seed": [7, "seven"],
        "options": [{}, *(dict(s.options) for s in KITS[game].settings.values())],
        "move": [*moves[:20], *KITS[game].no_moves],
        "number": [0, 1, 2, 3],
        "revision": [0, 1, 2, 3],
        "record": [cardhouse.new(game, seed=1).record()],
        "since": [0, 1],
    }
    verbs = [verb for verb in VERBS if verb != "preview"]
    for request in hostile_requests(luck, known, count):
        both.ask(luck.choice(verbs), **request)


def hostile_requests(
    luck: Random, known: dict[Any, list[Any]], count: int
) -> Iterator[dict[str, Any]]:
    """Yield so many requests that can be sent, and whose seed is one somebody chose."""
    sent = 0
    while sent < count:
        request = hostile_request(luck, known)
        if isinstance(request, dict) and is_json(request) and request.get("seed") is not None:
            request.pop("do", None)
            yield request
            sent += 1


def is_json(value: Any) -> bool:
    """Return whether *value* comes through JSON as it is, by the rules of this server."""
    try:
        text = json.dumps(value, allow_nan=False)
        return len(text) < LONGEST and bool(json.loads(text) == value and plain(value))
    except (ValueError, TypeError, RecursionError):
        return False


def plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(name) is str for name in value) and all(map(plain, value.values()))
    if isinstance(value, list):
        return all(map(plain, value))
    return not isinstance(value, tuple)


def test_what_there_is_is_told_the_same_way(both):
    for verb in ("games", "levels"):
        expected = both.ask(verb)
        assert both.house.request("GET", f"/api/{verb}").json == expected


def test_an_answer_that_is_not_as_described_is_seen():
    answer = Table(words=SPOKEN).dispatch({"do": "new", "game": "boom", "seed": 7})
    view = answer["ok"]["view"]
    wrong = ({"score": 0.0}, {"more": 1}, {"board": view["board"][:9]}, {"outcome": "drawn"})
    for change in ({}, *wrong):
        changed = {"ok": answer["ok"] | {"view": view | change}}
        with pytest.raises(ValidationError) if change else nullcontext():
            check_described("new", changed)


def test_every_verb_is_described():
    assert set(VERBS) == set(Table(words=SPOKEN).verbs)


def test_the_verb_is_the_one_of_the_address(house):
    assert house.post("games", do="dance", match=3).json == Table(words=SPOKEN).dispatch(
        {"do": "games"}
    )
