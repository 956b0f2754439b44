"""The server as one application: `create_app`."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from cardhouse.games.words import SPOKEN
from cardhouse.server.middleware import middleware
from cardhouse.server.pages import Pages
from cardhouse.server.responses import BAD_METHOD, UNKNOWN, refused
from cardhouse.server.routes import add_description, add_health, add_pages, add_verbs
from cardhouse.server.settings import Settings
from cardhouse.server.store import SqliteStore
from cardhouse.server.workers import workers
from cardhouse.table import Memory, NotKept, Store, Table

SECONDS_A_DAY = 24 * 3600
TIDY_EVERY = 3600
"""After how many seconds idle matches are looked for again."""
WATCH_EVERY = 1
"""After how many seconds the store is looked at, whether anybody asks for anything or not."""
SENTENCES = {
    UNKNOWN: ("not_found", "There is nothing at this address."),
    BAD_METHOD: ("bad_method", "This address does not answer that method."),
}


def create_app(settings: Settings, store: Store | None = None) -> Starlette:
    """Return the server; matches are kept in *store*, or as the settings say.

    :raises BadFile: if the file for the matches cannot be used.
    """
    kept = store or _store(settings)
    table = Table(kept, settings.most_moves, settings.most_states, SPOKEN)
    idle = settings.idle_days * SECONDS_A_DAY

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        stopping = asyncio.Event()
        minding = asyncio.gather(_tidy(table, idle, stopping), _watch(table, stopping))
        yield
        stopping.set()
        await minding
        table.shut()

    app = Starlette(lifespan=lifespan, middleware=middleware(settings))
    app.router.redirect_slashes = False
    app.state.store, app.state.table, app.state.workers = kept, table, workers()
    add_verbs(app, table, app.state.workers)
    add_health(app, table)
    add_description(app)
    add_pages(app, Pages(settings.web), settings.reload_pages)
    app.add_exception_handler(HTTPException, _not_here)
    return app


def _store(settings: Settings) -> Store:
    if settings.data is None:
        return Memory(settings.most_matches)
    return SqliteStore(settings.data, settings.most_matches)


async def _tidy(table: Table, seconds: float, stopping: asyncio.Event) -> None:
    """Forget idle matches, now and every hour, some at a time; and whatever else is garbage.

    It ends between two steps: a thread that is in the middle of one cannot be called off.
    """
    while not stopping.is_set():
        with suppress(NotKept):
            while seconds and not stopping.is_set() and await run_sync(table.expire, seconds):
                pass
        if not await _stops_within(stopping, TIDY_EVERY):
            gc.collect()


async def _watch(table: Table, stopping: asyncio.Event) -> None:
    """See again and again that matches can be kept: what was lost meanwhile is saved at once."""
    while not await _stops_within(stopping, WATCH_EVERY):
        with suppress(NotKept):
            await run_sync(table.check)


async def _stops_within(stopping: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)
    return stopping.is_set()


async def _not_here(request: Request, error: Exception) -> Response:
    """Answer what no route answers, in the shape of every error."""
    assert isinstance(error, HTTPException)
    reason, sentence = SENTENCES.get(error.status_code, ("refused", f"{error.detail}."))
    answered = {"Allow": _methods(request)} if error.status_code == BAD_METHOD else {}
    return refused(error.status_code, reason, sentence, answered)


def _methods(request: Request) -> str:
    """Return which methods an address answers, whichever routes it has."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    here = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return ", ".join(sorted(set().union(*(route.methods or () for route in here))))
