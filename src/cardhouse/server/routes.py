"""The routes: one a verb, the pages, and a question whether all is well."""

import json
from collections.abc import Awaitable, Callable
from functools import cache, partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cardhouse import GAMES, __version__
from cardhouse.games.game import Json
from cardhouse.protocol import VERBS, Nothing
from cardhouse.server.addresses import client_in
from cardhouse.server.openapi import description
from cardhouse.server.pages import AT_ROOT, INDEX, File, Pages, file_of
from cardhouse.server.requests import BadBody, encodings_of, read_facts
from cardhouse.server.responses import NOT_KEPT, UNKNOWN, refused, sent, status_of, takes_gzip
from cardhouse.server.workers import RESUMING, WORKERS, Worker
from cardhouse.table import NotKept, Table

Route = Callable[[Request], Awaitable[Response]]

# -- the table ----------------------------------------------------------------


def add_verbs(app: Starlette, table: Table, workers: dict[str, Worker]) -> None:
    """Add a route for every verb of a table; what takes nothing can be had with GET too."""
    for name, verb in VERBS.items():
        route = _asked(table, name, workers[WORKERS.get(name, RESUMING)])
        app.add_route(f"/api/{name}", route, methods=["POST"])
        if verb.takes is Nothing:
            app.add_route(f"/api/{name}", _got(table, name))


def _asked(table: Table, verb: str, worker: Worker) -> Route:
    """Return the route of a verb whose facts are in the body."""

    def answered(asked: Json, client: str, encodings: str) -> Response:
        answer = table.dispatch(asked, client)
        return sent(answer, status_of(verb, answer), encodings)

    async def route(request: Request) -> Response:
        try:
            asked = await read_facts(request) | {"do": verb}
        except BadBody as bad:
            return refused(*bad.args)
        client, encodings = client_in(request.scope), encodings_of(request)
        ready = partial(answered, asked, client, encodings)
        return ready() if table.is_quick(asked) else await worker.run(request, ready)

    return route


def _got(table: Table, verb: str) -> Route:
    """Return the route of a verb that takes nothing."""

    async def route(request: Request) -> Response:
        return sent(table.dispatch({"do": verb}), 200, encodings_of(request))

    return route


# -- the pages ----------------------------------------------------------------


def add_pages(app: Starlette, pages: Pages, reload_pages: bool) -> None:
    """Add the routes of all files."""

    async def page(request: Request) -> Response:
        if reload_pages and AT_ROOT.get(request.url.path) == INDEX:
            pages.read()
        file = pages.get(request.url.path)
        if file is None:
            return refused(UNKNOWN, "not_found", "There is no such page here.")
        return _page(file, request)

    async def icon(_: Request) -> Response:
        return RedirectResponse(pages.icon, 308)

    for address in AT_ROOT:
        app.add_route(address, page)
    app.add_route("/static/{path:path}", page)
    app.add_route("/favicon.ico", icon)


def _page(file: File, request: Request) -> Response:
    headers = {"Cache-Control": file.caching, "ETag": file.mark}
    if file.packed is not None:
        headers["Vary"] = "Accept-Encoding"
    known = request.headers.get("if-none-match", "")
    if known.strip() == "*" or file.mark.removeprefix("W/") in known:
        return Response(None, 304, headers)
    if file.packed is None or not takes_gzip(encodings_of(request)):
        return Response(file.body, 200, headers, file.type)
    return Response(file.packed, 200, headers | {"Content-Encoding": "gzip"}, file.type)


# -- how it is ----------------------------------------------------------------


def add_health(app: Starlette, table: Table) -> None:
    """Add the question whether all is well."""

    async def healthz(_: Request) -> Response:
        try:
            table.check()
        except NotKept as trouble:
            return refused(NOT_KEPT, trouble.reason, str(trouble))
        return sent({"ok": {"version": __version__, "games": list(GAMES)}})

    app.add_route("/healthz", healthz)


def add_description(app: Starlette) -> None:
    """Add the description of all this (OpenAPI)."""
    file = _description()

    async def route(request: Request) -> Response:
        return _page(file, request)

    app.add_route("/openapi.json", route)


@cache
def _description() -> File:
    """Write the description down, once."""
    return file_of("openapi.json", json.dumps(description()).encode(), "no-cache")
