"""The server without a network: the application is called as a server would call it."""

import asyncio
import gzip
import json
from collections.abc import Iterable
from typing import Any

from starlette.applications import Starlette

from tests.server.house import Reply

Headers = Iterable[tuple[str, str]]


class Local:
    """An application, open from its making to `close`."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.life = app.router.lifespan_context(app)
        self.loop.run_until_complete(self.life.__aenter__())

    def close(self) -> None:
        """Close it, if it is open."""
        if self.loop.is_closed():
            return
        self.loop.run_until_complete(self.life.__aexit__(None, None, None))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()

    def post(self, verb: str, **facts: Any) -> Reply:
        """Ask for a verb of the table."""
        return self.send(f"/api/{verb}", json.dumps(facts).encode())

    def get(self, verb: str, **facts: Any) -> Any:
        """Ask for a verb of the table that is answered with ``ok``; return what is in it."""
        reply = self.post(verb, **facts)
        assert reply.status == 200, reply
        return reply.json["ok"]

    def send(self, path: str, body: bytes, kind: str = "application/json", **headers: str) -> Reply:
        """Send a body."""
        return self.request("POST", path, [body], content_type=kind, **headers)

    def request(
        self,
        method: str,
        path: str,
        parts: Iterable[bytes] = (),
        client: str = "127.0.0.1",
        **headers: str,
    ) -> Reply:
        """Ask for anything; the body comes in parts, and its length is not told."""
        scope = scope_of(method, path, client, {"host": "localhost"} | headers)
        return self.loop.run_until_complete(self._answer(scope, parts, asyncio.Event()))

    async def asking(self, verb: str, client: str, gone: asyncio.Event, **facts: Any) -> Reply:
        """Ask for a verb of the table beside others, until the client is *gone*."""
        headers = {"host": "localhost", "content_type": "application/json"}
        scope = scope_of("POST", f"/api/{verb}", client, headers)
        return await self._answer(scope, [json.dumps(facts).encode()], gone)

    async def _answer(
        self, scope: dict[str, Any], parts: Iterable[bytes], gone: asyncio.Event
    ) -> Reply:
        messages: list[Any] = [
            {"type": "http.request", "body": part, "more_body": True} for part in parts
        ]
        messages.append({"type": "http.request", "body": b"", "more_body": False})
        said: list[Any] = []

        async def receive() -> Any:
            if messages:
                return messages.pop(0)
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        start, *rest = said
        body = b"".join(message.get("body", b"") for message in rest)
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        if headers.get("content-encoding") == "gzip" and scope["method"] != "HEAD":
            body = gzip.decompress(body)
        return Reply(start["status"], headers, body)


def scope_of(method: str, path: str, client: str, headers: dict[str, str]) -> dict[str, Any]:
    """Return a request as a server hands it on."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (name.replace("_", "-").encode(), value.encode("latin-1"))
            for name, value in headers.items()
        ],
        "client": (client, 50_000),
        "server": ("127.0.0.1", 80),
    }
