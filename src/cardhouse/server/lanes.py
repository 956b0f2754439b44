"""Lanes: slow work of one kind waits for its like, and for nothing else.

In a lane, one client has one turn at a time, so whoever asks for much waits
behind itself, and nobody else behind it.
"""

from asyncio import Lock, Semaphore
from collections.abc import Callable
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from cardhouse.server.answers import BAD_REQUEST, refused
from cardhouse.server.limits import client_in

LANES = {
    "replay": "replaying",
    "hint": "advising",
    "preview": "advising",
    "moves": "telling",
    "history": "telling",
    "record": "telling",
}
"""The lanes of the slow verbs."""
RESUMING = "resuming"
"""The lane of the quick ones, where a match must be played again from the store."""


class Lane:
    """Work that is done one at a time, beside the moves: more would only keep those waiting."""

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


def lanes() -> dict[str, Lane]:
    """Return a lane for each kind of slow work."""
    return {name: Lane() for name in (*LANES.values(), RESUMING)}
