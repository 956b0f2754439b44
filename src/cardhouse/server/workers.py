"""Workers: slow work of one kind waits for its like, and for nothing else.

At a worker, one client has one turn at a time, so whoever asks for much waits
behind itself, and nobody else behind it.
"""

from asyncio import Lock, Semaphore
from collections.abc import Callable
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from cardhouse.server.addresses import client_in
from cardhouse.server.responses import BAD_REQUEST, refused

WORKERS = {
    "replay": "replaying",
    "hint": "advising",
    "preview": "advising",
    "moves": "telling",
    "history": "telling",
    "record": "telling",
}
"""Who does the slow verbs."""
RESUMING = "resuming"
"""Who does the quick ones, where a match must be played again from the store."""


class Worker:
    """Does one thing at a time, beside the moves: more would only keep those waiting."""

    def __init__(self) -> None:
        self._room = Semaphore(1)
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def run(self, request: Request, work: Callable[[], Response]) -> Response:
        """Do *work* when its turn comes, if anybody still waits for it then."""
        turn = self._turns.setdefault(client_in(request.scope), Lock())
        async with turn, self._room:
            if await request.is_disconnected():
                return refused(BAD_REQUEST, "gone", "Nobody waits for this any more.")
            return await run_sync(work)


def workers() -> dict[str, Worker]:
    """Return a worker for each kind of slow work."""
    return {name: Worker() for name in (*WORKERS.values(), RESUMING)}
