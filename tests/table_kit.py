"""A table for tests: a player with one match, stores that keep or fail, and what enemies send."""

import json
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES
from cardhouse.table import Kept, NotKept, Table
from tests.games import KITS

MATCH_VERBS = (
    "play",
    "undo",
    "end",
    "view",
    "moves",
    "hint",
    "look",
    "preview",
    "history",
    "record",
)
VERBS = ("new", *MATCH_VERBS, "replay", "games", "levels")

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
        self.undos: dict[str, list[int]] = {}
        self.hints: dict[str, list[int]] = {}
        self.touches: list[str] = []

    def begin(self, match_id: str, start: dict[str, Any], client: str = "") -> list[str]:
        self.starts[match_id] = json.dumps(start)
        self.moves[match_id] = []
        self.changes[match_id] = (0, False)
        self.undos[match_id], self.hints[match_id] = [], []
        return []

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        assert number == len(self.moves[match_id])
        self.moves[match_id].append(move)
        before, went_back = self.changes[match_id]
        self.change(match_id, revision, went_back=went_back and revision == before)

    def cut(self, match_id: str, number: int, revision: int, new_key: bool) -> None:
        del self.moves[match_id][number:]
        self.undos[match_id] = [min(at, number) for at in self.undos[match_id]]
        self.undos[match_id] += [number] * new_key
        self.hints[match_id] = [at if at <= number else -1 for at in self.hints[match_id]]
        self.change(match_id, revision, went_back=True)

    def hint(self, match_id: str, number: int) -> None:
        assert number not in self.hints[match_id]
        self.hints[match_id].append(number)

    def change(self, match_id: str, revision: int, went_back: bool) -> None:
        ends = self.moves[match_id][-1:] == ["end"]  # with the change before it, or alone
        assert revision - self.changes[match_id][0] in ((0, 1) if ends else (1,))
        self.changes[match_id] = (revision, went_back)

    def close(self, match_id: str) -> None:
        self.closed.add(match_id)

    def touch(self, match_id: str) -> None:
        self.touches.append(match_id)

    def load(self, match_id: str) -> Kept | None:
        if match_id not in self.starts:
            return None
        start = json.loads(self.starts[match_id])
        closed, changes = match_id in self.closed, self.changes[match_id]
        aid = tuple(self.undos[match_id]), tuple(self.hints[match_id])
        return Kept(start, list(self.moves[match_id]), closed, *changes, *aid)

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


# -- a store that fails -------------------------------------------------------


class FullShelf(Shelf):
    """A store that can be told to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    def check(self) -> None:
        if self.full:
            raise NotKept

    def begin(self, match_id: str, start: dict[str, Any], client: str = "") -> list[str]:
        self.check()
        return super().begin(match_id, start, client)

    def append(self, match_id: str, number: int, move: str, revision: int) -> None:
        self.check()
        super().append(match_id, number, move, revision)

    def cut(self, match_id: str, number: int, revision: int, new_key: bool) -> None:
        self.check()
        super().cut(match_id, number, revision, new_key)

    def hint(self, match_id: str, number: int) -> None:
        self.check()
        super().hint(match_id, number)

    def close(self, match_id: str) -> None:
        self.check()
        super().close(match_id)

    def touch(self, match_id: str) -> None:
        raise NotKept


# -- what enemies send --------------------------------------------------------

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 1.5, -0.0, float("nan"), float("inf"), 2**63, 2**256),
    *(10**5000, -(10**5000), "", "0", *GAMES, "\ud800", "\0", "é♠", "x" * 5000, b"", b"boom"),
    *("__class__", "self", "0,0 0,1 0,2 0,3 0,4", "cardhouse-record 2\nmoves\n", "endless"),
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
    *("revision", "position", "", 7),
)


def nested(luck: Random, depth: int) -> Any:
    """Return something nobody should send."""
    if depth == 0 or luck.random() < 0.5:
        return luck.choice(JUNK)
    if luck.random() < 0.5:
        return [nested(luck, depth - 1) for _ in range(luck.randrange(4))]
    return {luck.choice(NAMES): nested(luck, depth - 1) for _ in range(luck.randrange(4))}


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
