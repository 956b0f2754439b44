"""Slow work: it waits for its like, of one client one at a time, and only if it is awaited."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardhouse.server.workers import WORKERS
from cardhouse.table import Table
from tests.server.conftest import Open
from tests.server.local import Local

ME, OTHER, THIRD = "10.0.0.1", "10.0.0.2", "10.0.0.3"


class Slow:
    """A table whose answers to some verbs come when the test says so."""

    def __init__(self) -> None:
        self.verbs: set[str] = set()
        self.begun: list[str] = []
        """What was worked on, by the name that each request brings."""
        self.go_on = threading.Event()

    def dispatch(self, real: Callable[..., Any], table: Table, request: dict[str, Any]) -> Any:
        if request["do"] in self.verbs:
            self.begun.append(request["name"])
            assert self.go_on.wait(60)
        return real(table, request)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow, real = Slow(), Table.dispatch
    monkeypatch.setattr(
        Table, "dispatch", lambda table, request, _: slow.dispatch(real, table, request)
    )
    yield slow
    slow.go_on.set()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so, and a little longer."""
    while not true():
        await asyncio.sleep(0.001)
    for _ in range(20):
        await asyncio.sleep(0.001)


class Room:
    """Clients of one server, who ask beside one another."""

    def __init__(self, local: Local, slow: Slow) -> None:
        self.local, self.slow = local, slow
        self.match = local.get("new", game="grid", seed=1, options={"picks": 0})["match"]
        self.away = local.get("new", game="boom", seed=1)["match"]
        self.gone: dict[str, asyncio.Event] = {}

    def ask(self, verb: str, client: str, name: str, **facts: Any) -> "asyncio.Task[Any]":
        self.gone[name] = asyncio.Event()
        facts = {"match": self.match, "record": "", "name": name} | facts
        return asyncio.create_task(self.local.asking(verb, client, self.gone[name], **facts))

    def run(self, story: Any) -> None:
        self.local.loop.run_until_complete(asyncio.wait_for(story, 60))


@pytest.fixture
def room(opened: Open, slow: Slow) -> Room:
    return Room(opened(), slow)


@pytest.mark.parametrize("kept", ["replay", "hint", "preview", "history", "moves", "record"])
def test_slow_work_of_one_kind_keeps_no_other_waiting(room, slow, kept):
    """Nor does it keep anybody from going on with a match."""
    others = [verb for verb in ("replay", "hint", "history") if WORKERS[verb] != WORKERS[kept]]
    assert len(others) == 2
    slow.verbs = {kept}
    table = room.local.app.state.table

    async def story() -> None:
        waiting = room.ask(kept, ME, "kept")
        await until(lambda: slow.begun == ["kept"])
        table._seats.leave(room.away)
        seen = await room.ask("view", ME, "resumed", match=room.away)
        assert seen.status == 200
        for verb in others:
            assert (await room.ask(verb, ME, "other")).status in (200, 422)
        assert not waiting.done()
        slow.go_on.set()
        await waiting

    room.run(story())


def test_whoever_asks_for_much_waits_behind_itself(room, slow):
    slow.verbs = {"hint"}

    async def story() -> None:
        mine = [room.ask("hint", ME, f"mine {number}") for number in range(5)]
        await until(lambda: slow.begun == ["mine 0"])
        others = [room.ask("hint", OTHER, "other"), room.ask("hint", THIRD, "third")]
        await until(lambda: True)
        assert slow.begun == ["mine 0"]
        slow.go_on.set()
        replies = await asyncio.gather(*mine, *others)
        assert {reply.status for reply in replies} == {200}

    room.run(story())
    assert slow.begun[:4] == ["mine 0", "other", "third", "mine 1"]


def test_what_nobody_waits_for_is_not_worked_on(room, slow):
    slow.verbs = {"replay"}

    async def story() -> None:
        asked = [room.ask("replay", client, client) for client in (ME, OTHER, THIRD)]
        await until(lambda: slow.begun == [ME])
        room.gone[OTHER].set()
        slow.go_on.set()
        await asyncio.gather(*asked)

    room.run(story())
    assert slow.begun == [ME, THIRD]


def test_no_client_is_remembered(room, slow):
    async def story() -> None:
        for number in range(50):
            await room.ask("hint", f"10.0.1.{number}", "once")

    room.run(story())
    assert {len(worker._turns) for worker in room.local.app.state.workers.values()} == {0}
