"""Who may ask, how often and how much; and what every answer says."""

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import pytest

from cardhouse.core.chance import key_of
from cardhouse.server.middleware import rate as rate_module
from cardhouse.server.middleware.errors import Errors
from cardhouse.server.middleware.headers import HEADERS
from cardhouse.server.middleware.rate import Rate
from cardhouse.server.requests import MOST_BYTES
from cardhouse.server.settings import LOOPBACK
from cardhouse.table import Table
from tests.server.house import House
from tests.server.refusals import MATCH, check_refused

ORIGIN = "http://localhost:8080"


# -- how much -----------------------------------------------------------------


def test_a_body_as_long_as_the_limit_is_read_and_no_longer(opened):
    local = opened()
    body = json.dumps({"game": "boom"}).encode()
    assert local.send("/api/new", body.ljust(MOST_BYTES)).status == 200
    error = check_refused(local.send("/api/new", body.ljust(MOST_BYTES + 1)), 413)
    assert error["reason"] == "too_large"


def test_a_body_in_parts_is_counted_as_it_comes(opened):
    local = opened()
    kind = {"content_type": "application/json"}
    parts = [b'{"game":', b'"boom"', *[b" "] * 1_000, b"}"]
    assert local.request("POST", "/api/new", parts, **kind).status == 200
    read = []

    def endless():
        while True:
            read.append(1)
            assert len(read) < 100
            yield b" " * 1024

    parts = (part for part, _ in zip(endless(), range(90), strict=False))
    reply = local.request("POST", "/api/new", parts, content_length="3", **kind)
    check_refused(reply, 413)
    assert reply.headers["connection"] == "close"


def test_a_body_that_ends_too_soon_is_refused(opened):
    local = opened()

    async def cut_short() -> list[dict[str, Any]]:
        said = []

        async def receive():
            return {"type": "http.disconnect"}

        async def send(message):
            said.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/new",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": None,
        }
        await local.app(scope, receive, send)
        return said

    start, body = local.loop.run_until_complete(cut_short())
    assert start["status"] == 400
    assert b"ended too soon" in body["body"]


def test_a_match_has_so_many_moves(opened):
    local = opened(most_moves=2)
    match = local.get("new", game="grid", options={"picks": 0, "auto_freeze": False})["match"]
    for number in range(2):
        local.get("play", match=match, move="f 0 0", number=number)
    error = check_refused(local.post("play", match=match, move="s", number=2), 409)
    assert error["reason"] == "ended"
    assert local.get("view", match=match)["view"]["outcome"] == "lost"
    assert "\nend\noutcome lost\n" in local.get("record", match=match)["record"]


# -- how often ----------------------------------------------------------------


def test_a_client_that_asks_too_often_waits(opened, monkeypatch):
    local = opened(rate=5)
    now = time.monotonic()
    monkeypatch.setattr(rate_module.time, "monotonic", lambda: now)
    for _ in range(20):
        assert local.request("GET", "/api/games").status == 200
    reply = local.request("GET", "/api/games")
    error = check_refused(reply, 429)
    assert error["reason"] == "too_often"
    assert reply.headers["retry-after"] == "1"
    check_refused(local.post("new", game="boom"), 429)
    for path in ("/", "/healthz", "/sw.js", "/openapi.json"):
        assert local.request("GET", path).status != 429
    assert local.request("GET", "/api/games", client="10.0.0.1").status == 200
    now += 1
    assert [local.request("GET", "/api/games").status for _ in range(6)] == [200] * 5 + [429]


def test_slow_verbs_count_for_more(opened, monkeypatch):
    now = time.monotonic()
    monkeypatch.setattr(rate_module.time, "monotonic", lambda: now)
    for verb, most in (("replay", 10), ("hint", 66), ("preview", 66), ("record", 66), ("new", 66)):
        local = opened(rate=50)
        statuses = [local.post(verb, match=MATCH, game="boom", record="").status for _ in range(70)]
        assert [status == 429 for status in statuses] == [False] * most + [True] * (70 - most)
        assert local.request("GET", "/api/games").status == (429 if verb == "replay" else 200)


def test_all_clients_together_begin_so_many_matches(opened, monkeypatch):
    local, now = opened(rate=50), time.monotonic()
    monkeypatch.setattr(rate_module.time, "monotonic", lambda: now)

    def begun(client: str) -> int:
        body = [b'{"game": "boom"}']
        asked = {"client": client, "content_type": "application/json"}
        return local.request("POST", "/api/new", body, **asked).status

    clients = [f"10.0.0.{number % 50}" for number in range(210)]
    assert [begun(client) for client in clients] == [200] * 200 + [429] * 10
    assert local.request("GET", "/api/games", client="10.0.0.1").status == 200
    now += 1
    assert [begun(client) for client in clients[:60]] == [200] * 50 + [429] * 10


def test_a_slow_verb_can_be_had_however_low_the_rate(opened, monkeypatch):
    local, now = opened(rate=1), time.monotonic()
    monkeypatch.setattr(rate_module.time, "monotonic", lambda: now)
    assert [local.post("replay", record="").status for _ in range(2)] == [422, 429]
    reply = local.post("replay", record="")
    assert reply.headers["retry-after"] == "4"
    now += 4
    assert local.post("replay", record="").status == 422


def test_nobody_gets_round_the_rate_by_a_header(tmp_path):
    """On the wire: uvicorn believes no proxy."""
    names = ("X-Forwarded-For", "Forwarded", "X-Real-IP")
    with House(tmp_path, rate=1) as house:
        replies = [
            house.request("GET", "/api/games", None, dict.fromkeys(names, f"10.0.0.{number}"))
            for number in range(30)
        ]
    assert 429 in [reply.status for reply in replies]


def test_an_ipv4_client_is_the_same_however_it_is_written(opened):
    local = opened(rate=1)
    clients = [f"{how}10.0.0.{number}" for number in (1, 2) for how in ("", "::ffff:") * 4]
    statuses = [local.request("GET", "/api/games", client=client).status for client in clients]
    assert statuses == ([200] * 4 + [429] * 4) * 2


def test_a_rate_of_0_is_none(opened):
    local = opened(rate=0)
    assert {local.request("GET", "/api/games").status for _ in range(500)} == {200}


def test_a_whole_ipv6_network_is_one_client(opened):
    local = opened(rate=1)
    clients = [f"2001:db8::{number}" for number in range(10)]
    statuses = [local.request("GET", "/api/games", client=client).status for client in clients]
    assert statuses == [200] * 4 + [429] * 6
    assert local.request("GET", "/api/games", client="2001:db8:0:1::1").status == 200
    assert local.request("GET", "/api/games", client="no:address").status == 200


def test_clients_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(rate_module, "MOST_CLIENTS", 100)
    rate = Rate(1)
    for number in range(1_000):
        assert rate.wait(f"10.0.{number // 256}.{number % 256}") == 0
    assert len(rate._buckets) == 100


def test_a_slow_rate_lets_one_in(monkeypatch):
    rate = Rate(0.1)
    now = time.monotonic()
    monkeypatch.setattr(rate_module.time, "monotonic", lambda: now)
    assert rate.wait("a") == 0
    assert rate.wait("a") == pytest.approx(10)
    now += 10
    assert rate.wait("a") == 0


# -- from where ---------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "LOCALHOST", "localhost:"),
        *("[0:0::1]", "[::ffff:127.0.0.1]:80", "[::FFFF:7f00:1]"),
    ],
)
def test_a_server_on_this_machine_is_called_by_its_names(opened, host):
    assert opened().request("GET", "/api/games", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.nip.io",
            "192.168.0.1",
            "",
            "[",
            "é",
        ),
        *("x@localhost", "localhost/evil", "localhost?", "localhost#x", " localhost", "::1", "[]"),
        *("localhost:8080:1", "localhost:x", "[::1", "::1]", "localhost\\", "[localhost]", "[::2]"),
    ],
)
def test_a_server_on_this_machine_is_called_by_no_other_name(opened, host):
    for path in ("/api/games", "/", "/static/x", "/healthz"):
        error = check_refused(opened().request("GET", path, host=host), 400)
        assert error["reason"] == "bad_host"


def test_a_refusal_before_the_body_ends_the_connection(opened):
    local = opened()
    refused = (
        local.request("POST", "/api/new", host="evil.example"),
        local.send("/api/new", b"{}", origin="http://evil.example"),
        local.send("/api/new", b"{}", "text/plain"),
        local.send("/api/new", b" " * (MOST_BYTES + 1)),
    )
    assert [reply.status for reply in refused] == [400, 403, 415, 413]
    assert {reply.headers["connection"] for reply in refused} == {"close"}
    for reply in (local.send("/api/new", b"{"), local.post("view", match=MATCH)):
        assert "connection" not in reply.headers


def test_a_server_that_others_reach_is_called_by_any_name(opened):
    local = opened(hosts=None)
    assert local.request("GET", "/api/games", host="cards.example").status == 200
    local = opened(hosts=LOOPBACK | {"127.0.0.2"})
    assert local.request("GET", "/api/games", host="127.0.0.2:8080").status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:9999"},
        {"origin": "null"},
        {"origin": ""},
        {"sec_fetch_site": "cross-site"},
        {"origin": ORIGIN, "sec_fetch_site": "cross-site"},
    ],
)
def test_a_page_from_elsewhere_may_not_play(opened, headers):
    local = opened()
    headers = {"host": "localhost:8080"} | headers
    reply = local.send("/api/new", b'{"game": "boom"}', **headers)
    assert check_refused(reply, 403)["reason"] == "foreign"
    assert "access-control-allow-origin" not in reply.headers
    assert local.request("GET", "/", **headers).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": ORIGIN},
        {"origin": "https://localhost:8080"},
        {"origin": ORIGIN, "sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
    ],
)
def test_the_own_pages_may_play(opened, headers):
    headers = {"host": "localhost:8080"} | headers
    assert opened().send("/api/new", b'{"game": "boom"}', **headers).status == 200


# -- what every answer says ---------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/boom"),
        ("GET", "/api/games"),
        ("POST", "/api/new"),
        ("GET", "/nothing"),
        ("PUT", "/api/new"),
        ("GET", "/healthz"),
        ("GET", "/favicon.ico"),
        ("GET", "/openapi.json"),
    ],
)
def test_every_answer_has_the_headers(opened, method, path):
    headers = opened().request(method, path).headers
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; ")
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_a_failure_in_the_middle_of_an_answer_ends_it(caplog):
    """Nothing can be said any more; and what is no request passes."""

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            raise RuntimeError("in the middle")

    async def send(message: Any) -> None:
        said.append(message)

    said: list[Any] = []
    errors = Errors(broken)
    asyncio.run(errors({"type": "lifespan"}, send, send))
    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    with pytest.raises(RuntimeError):
        asyncio.run(errors(scope, send, send))
    assert [message["status"] for message in said] == [200]
    assert "in the middle" in caplog.text


def test_an_answer_that_is_not_waited_for_any_more_says_so():
    """When the server stops, it waits for a while; then it says that it stops."""
    for begun in (False, True):
        said: list[Any] = []
        asyncio.run(stopped(begun, said))
        assert [message["status"] for message in said if "status" in message] == [
            200 if begun else 503
        ]


async def stopped(begun: bool, said: list[Any]) -> None:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    asking = asyncio.ensure_future(Errors(slow)(scope, send, send))
    await asyncio.sleep(0.01)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking


def test_long_answers_are_compressed_where_the_client_knows_how(opened):
    local = opened()
    plain = local.request("GET", "/api/levels")
    packed = local.request("GET", "/api/levels", accept_encoding="br, gzip")
    assert packed.body == plain.body
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert "accept-encoding" in plain.headers["vary"].lower()
    short = local.post("view", match="")
    assert "content-encoding" not in short.headers
    assert "content-encoding" not in plain.headers


def test_all_is_well(opened):
    reply = opened().request("GET", "/healthz")
    assert reply.status == 200
    assert reply.json["ok"]["games"] == ["boom", "grid", "crush"]


# -- secrets ------------------------------------------------------------------


@pytest.mark.usefixtures("short_previews")
@pytest.mark.parametrize("game", ["boom", "grid", "crush"])
def test_no_answer_holds_the_seed_while_the_match_runs(opened, game, monkeypatch):
    seed = 0xFEED_FACE_CAFE_BEEF_0123_4567
    monkeypatch.setattr("cardhouse.table.table.fresh_seed", lambda: seed)
    words = [word for word in key_of(seed) if word > 2**20]
    secrets = {str(seed), f"{seed:x}", *map(str, words), *(f"{word:x}" for word in words)}
    local = opened()
    match = local.get("new", game=game)["match"]
    said = [local.post(verb, match=match).body for verb in Table().verbs if verb != "new"]
    previews = []
    for number in range(6):
        move = local.get("moves", match=match)["moves"][0]
        for verb, facts in (
            ("play", {"move": move, "number": number}),
            ("play", {"move": move, "number": number}),
            ("play", {"move": move, "number": 99}),
            ("undo", {"number": 99}),
            ("look", {"move": move}),
            *((verb, {}) for verb in ("view", "moves", "hint", "history", "record")),
        ):
            said.append(local.post(verb, match=match, **facts).body)
        previews.append(local.post("preview", match=match))
    assert [reply.status == 200 for reply in previews] == [game == "grid"] * 6, "it was drafted"
    text = b"".join([*said, *(reply.body for reply in previews)]).decode()
    assert len(text) > 10_000
    assert [secret for secret in secrets if secret in text] == []
