"""The server as one application: `create_app`."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from anyio.to_thread import run_sync
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cardhouse import __version__
from cardhouse.server.answers import refused
from cardhouse.server.guard import Guard
from cardhouse.server.pages import Pages
from cardhouse.server.routes import add_health, add_pages, add_verbs
from cardhouse.server.settings import Settings
from cardhouse.server.store import SqliteStore
from cardhouse.table import Memory, NotKept, Store, Table

SECONDS_A_DAY = 24 * 3600
TIDY_EVERY = 3600
"""After how many seconds idle matches are looked for again."""
SENTENCES = {
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address does not answer that method."),
}


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """Return the server; matches are kept in *store*, or as the settings say.

    :raises BadFile: if the file for the matches cannot be used.
    """
    kept = store or (Memory() if settings.data is None else SqliteStore(settings.data))
    table = Table(kept, settings.most_moves, settings.most_states)
    idle = settings.idle_days * SECONDS_A_DAY

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        tidying = asyncio.create_task(_tidy(table, idle))
        yield
        tidying.cancel()
        with suppress(asyncio.CancelledError):
            await tidying
        if isinstance(kept, SqliteStore):
            kept.shut()

    app = FastAPI(
        title="Cardhouse",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.store = kept
    add_verbs(app, table)
    add_health(app, table)
    add_pages(app, Pages(settings.web), settings.reload_pages)
    app.add_exception_handler(HTTPException, _not_here)
    app.add_middleware(Guard, settings=settings)
    return app


async def _tidy(table: Table, seconds: float) -> None:
    """Forget idle matches, now and every hour, some at a time; and whatever else is garbage."""
    while True:
        with suppress(NotKept):
            while await run_sync(table.expire, seconds):
                pass
        await asyncio.sleep(TIDY_EVERY)
        gc.collect()


async def _not_here(_: Request, error: Exception) -> Response:
    """Answer what no route answers, in the shape of every error."""
    assert isinstance(error, HTTPException)
    reason, sentence = SENTENCES.get(error.status_code, ("refused", f"{error.detail}."))
    return refused(error.status_code, reason, sentence, dict(error.headers or {}))
