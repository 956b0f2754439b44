"""The routes: one a verb, the pages, and a question whether all is well."""

import json
from collections.abc import Awaitable, Callable
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from cardhouse import GAMES, __version__
from cardhouse.server import answers
from cardhouse.server.answers import refused, sent, takes_gzip
from cardhouse.server.lanes import LANES, RESUMING, Lane
from cardhouse.server.limits import TooLarge, client_in, read_body
from cardhouse.server.pages import AT_ROOT, INDEX, File, Pages, file_of
from cardhouse.table import NotKept, Table

Route = Callable[[Request], Awaitable[Response]]
GETS = ("games", "levels")
"""Verbs that take nothing, so that they can be had with GET too."""
LOADED_LATE = ("fastapi", "pydantic")
"""What only the description of all this is written with."""

for _name in LOADED_LATE:
    if find_spec(_name) is None:
        raise ModuleNotFoundError(f"No module named {_name!r}", name=_name)


class BadBody(Exception):
    """The body is no JSON object; says why."""


# -- the table ----------------------------------------------------------------


def add_verbs(app: Starlette, table: Table, lanes: dict[str, Lane]) -> None:
    """Add a route for every verb of a table."""
    for verb in table.verbs:
        route = _asked(table, verb, lanes[LANES.get(verb, RESUMING)])
        app.add_route(f"/api/{verb}", route, methods=["POST"])
    for verb in GETS:
        app.add_route(f"/api/{verb}", _got(table, verb))


def _asked(table: Table, verb: str, lane: Lane) -> Route:
    """Return the route of a verb whose facts are in the body."""

    def answered(asked: dict[str, Any], client: str, encodings: str) -> Response:
        answer = table.dispatch(asked, client)
        return sent(answer, answers.status_of(verb, answer), encodings)

    async def route(request: Request) -> Response:
        try:
            facts = await _facts_in(request)
        except BadBody as bad:
            return refused(answers.BAD_REQUEST, "bad_request", str(bad))
        except TooLarge:
            return refused(answers.TOO_LARGE, "too_large", "The body has more than 64 KiB.")
        if facts is None:
            sentence = "The body is JSON, and its Content-Type says so: application/json."
            return refused(answers.WRONG_TYPE, "wrong_type", sentence)
        asked, encodings = facts | {"do": verb}, _encodings(request)
        ready = partial(answered, asked, client_in(request.scope), encodings)
        return ready() if table.is_quick(asked) else await lane.run(request, ready)

    return route


def _got(table: Table, verb: str) -> Route:
    """Return the route of a verb that takes nothing."""

    async def route(request: Request) -> Response:
        return sent(table.dispatch({"do": verb}), 200, _encodings(request))

    return route


async def _facts_in(request: Request) -> dict[str, Any] | None:
    """Return the object in the body; None if it does not say that it is JSON.

    :raises BadBody: if it is none.
    :raises TooLarge: if it is too long to be read.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return None
    try:
        body = await read_body(request)
        facts = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except ClientDisconnect:
        raise BadBody("The body ended too soon.") from None
    except (ValueError, RecursionError):
        raise BadBody("The body is no JSON.") from None
    if not isinstance(facts, dict):
        raise BadBody("The body is no JSON object.")
    return facts


def _encodings(request: Request) -> str:
    return request.headers.get("accept-encoding", "")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    facts = dict(pairs)
    if len(facts) != len(pairs):
        raise BadBody("The body has a name twice.")
    return facts


def _no_number(word: str) -> None:
    raise BadBody(f"The body is no JSON: {word} is no number.")


# -- the pages ----------------------------------------------------------------


def add_pages(app: Starlette, pages: Pages, reload_pages: bool) -> None:
    """Add the routes of all files."""

    async def page(request: Request) -> Response:
        if reload_pages and AT_ROOT.get(request.url.path) == INDEX:
            pages.read()
        file = pages.get(request.url.path)
        if file is None:
            return refused(answers.UNKNOWN, "not_found", "There is no such page here.")
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
    if file.packed is None or not takes_gzip(_encodings(request)):
        return Response(file.body, 200, headers, file.type)
    return Response(file.packed, 200, headers | {"Content-Encoding": "gzip"}, file.type)


# -- how it is ----------------------------------------------------------------


def add_health(app: Starlette, table: Table) -> None:
    """Add the question whether all is well."""

    async def healthz(_: Request) -> Response:
        try:
            table.check()
        except NotKept as trouble:
            return refused(answers.NOT_KEPT, trouble.reason, str(trouble))
        return sent({"ok": {"version": __version__, "games": list(GAMES)}})

    app.add_route("/healthz", healthz)


def add_description(app: Starlette) -> None:
    """Add the description of all this (OpenAPI), written down when it is first asked for."""

    async def route(request: Request) -> Response:
        return _page(await run_sync(_description), request)

    app.add_route("/openapi.json", route)


@cache
def _description() -> File:
    """Write the description down; this takes a while, so nothing else waits for it."""
    from cardhouse.server.description import description  # noqa: PLC0415 (few ask for it)

    return file_of("openapi.json", json.dumps(description()).encode(), "no-cache")
