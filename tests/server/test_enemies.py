"""Requests that nobody should send: a clean refusal, always with a sentence."""

import json
import socket
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardhouse.protocol import VERBS
from cardhouse.server import routes
from cardhouse.table import Table
from tests.server.house import House
from tests.server.refusals import MATCH, check_refused

# -- bodies -------------------------------------------------------------------

NO_OBJECTS = [
    *(b"", b" ", b"null", b"true", b"0", b'""', b"[]", b'[{"game": "boom"}]', b"{", b"{]", b"{}}"),
    *(b'{"game": boom}', b"{'game': 'boom'}", b'{"game": "boom",}', b'{"game" "boom"}', b"{}{}"),
    *(b'{"seed": NaN}', b'{"seed": Infinity}', b'{"seed": -Infinity}', b'{"seed": 01}'),
    *(b'{"seed": ' + b"9" * 5_000 + b"}", b'{"number": -' + b"9" * 5_000 + b"}"),
    *(b"[" * 30_000, b'{"a":' * 10_000, b"[" * 30_000 + b"]" * 30_000),
    b'{"a":' * 9_000 + b"0" + b"}" * 9_000,
    *(b'{"game": "boom", "game": "grid"}', b'{"options": {"level": 1, "level": 2}}'),
    *(b"\xff", b'{"game": "\xff"}', b'{"game": "\xed\xa0\x80"}', b"\xef\xbb\xbf{}"),
    *('{"game": "boom"}'.encode(code) for code in ("utf-16", "utf-16-le", "utf-32")),
    *(b'{"game": "bo\nom"}', b'{"game": "\x00"}', b"\x00", b"\x1f\x8b\x08\x00", b"game=boom"),
]


@pytest.mark.parametrize("body", NO_OBJECTS, ids=range(len(NO_OBJECTS)))
@pytest.mark.parametrize("verb", ["new", "play", "games"])
def test_a_body_that_is_no_json_object_is_refused(opened, verb, body):
    error = check_refused(opened().send(f"/api/{verb}", body), 400)
    assert error["reason"] == "bad_request"


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data"],
)
def test_a_body_that_does_not_say_that_it_is_json_is_refused(opened, kind):
    error = check_refused(opened().send("/api/new", b'{"game": "boom"}', kind), 415)
    assert error["reason"] == "wrong_type"


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON", "application/json; charset=utf-8"]
)
def test_a_body_may_say_in_many_ways_that_it_is_json(opened, kind):
    assert opened().send("/api/new", b'{"game": "boom"}', kind).status == 200


def test_seeds_of_any_size_are_exact(opened):
    local = opened()
    for seed in (0, 2**53 + 1, 2**64 - 1, 2**256 - 1, "", "\ud800", "♠" * 100, "\0"):
        view = local.get("new", game="boom", seed=seed)["view"]
        assert view == Table().dispatch({"do": "new", "game": "boom", "seed": seed})["ok"]["view"]
    for seed in (-1, 2**256, 2**300, 1.5, 1e300, [], {}, True):
        error = check_refused(local.post("new", game="boom", seed=seed), 422)
        assert error["reason"] == "bad_seed"


@pytest.mark.parametrize(
    "match",
    ["", "x", MATCH, MATCH[:-1], MATCH + "x", "\ud800" * 22, "é" * 22, "\0" * 22, "' OR 1=1; --  "],
)
def test_a_match_that_is_not_there_is_unknown(opened, tmp_path, match):
    local = opened(data=tmp_path / "data")
    local.get("new", game="boom")
    for verb in VERBS:
        if VERBS[verb].is_of_match:
            facts = {"match": match, "move": "s", "number": 0}
            error = check_refused(local.post(verb, **facts), 404)
            assert error["reason"] == "unknown_match"


def test_a_match_is_an_id_and_nothing_else(opened):
    local = opened()
    for match in (None, 0, 1.5, True, [], {}, [MATCH], {"a": MATCH}):
        check_refused(local.post("view", match=match), 404)


def test_a_seed_has_so_many_letters(opened):
    local = opened()
    local.get("new", game="boom", seed="x" * 200)
    error = check_refused(local.post("new", game="boom", seed="x" * 201), 400)
    assert error["reason"] == "bad_request"


names = st.sampled_from(
    ["match", "game", "seed", "options", "move", "number", "revision", "since", "record"]
)
things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
texts = st.dictionaries(names | st.text(), things).map(lambda facts: json.dumps(facts).encode())
spoilt = st.tuples(texts, st.integers(0, 200), st.binary(max_size=4)).map(
    lambda drawn: drawn[0][: drawn[1]] + drawn[2] + drawn[0][drawn[1] :]
)


@pytest.mark.parametrize("examples", [200, pytest.param(600, marks=pytest.mark.soak)])
def test_any_bytes_are_answered(opened, examples):
    local = opened()

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(st.sampled_from(list(VERBS)), st.binary(max_size=300) | texts | spoilt)
    def are_answered(verb: str, body: bytes) -> None:
        reply = local.send(f"/api/{verb}", body)
        if reply.status != 200:
            check_refused(reply, 400, 404, 422)

    are_answered()


# -- methods and addresses ----------------------------------------------------


ALLOWED = {
    "/api/new": "POST",
    "/api/games": "GET, HEAD, POST",
    "/api/levels": "GET, HEAD, POST",
    **dict.fromkeys(("/", "/boom", "/healthz", "/sw.js", "/openapi.json"), "GET, HEAD"),
}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get"])
@pytest.mark.parametrize("path", ALLOWED)
def test_a_method_that_an_address_does_not_answer_is_refused(opened, method, path):
    reply = opened().request(method, path)
    error = check_refused(reply, 405)
    assert error["reason"] == "bad_method"
    assert reply.headers["allow"] == ALLOWED[path]


@pytest.mark.parametrize("path", ALLOWED)
def test_the_methods_that_an_address_says_it_answers_are_answered(opened, path):
    local = opened()
    for method in ("GET", "HEAD", "POST"):
        is_answered = local.request(method, path).status != 405
        assert is_answered == (method in ALLOWED[path].split(", "))


@pytest.mark.parametrize(
    "path",
    [
        *("/api", "/api/", "/api/dance", "/api/new/", "/API/new", "/api//new", "/api/__class__"),
        *("/docs", "/redoc", "/static", "/static/", "/static/../app.py", "/static/%2e%2e/app.py"),
        *("/static//etc/passwd", "/static/\0", "/index.html", "/chess", "/boom/", "//", "/\ud800"),
        *("/static/0000/js/main.mjs", "/.git/config", "/é", "/" + "x" * 5_000),
    ],
)
def test_an_address_where_nothing_is_is_refused(opened, path):
    try:
        path.encode()
    except UnicodeEncodeError:
        path = path.encode("utf-8", "replace").decode()
    local = opened()
    for method in ("GET", "POST"):
        reply = local.request(method, path)
        error = check_refused(reply, 404, 405)
        assert error["reason"] in ("not_found", "bad_method")


def test_a_failure_nobody_foresaw_is_said_and_written_down(opened, monkeypatch, caplog):
    local = opened()

    def fail(*_: Any) -> Any:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(routes, "sent", fail)
    reply = local.post("new", game="boom")
    assert reply.status == 500
    assert reply.json["error"]["reason"] == "failed"
    assert "foresaw" not in reply.body.decode()
    assert "content-security-policy" in reply.headers
    assert "nobody foresaw this" in caplog.text


# -- on the wire --------------------------------------------------------------


def said(house: House, text: bytes) -> bytes:
    """Send bytes to a server; return all it says until it ends the connection."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
        heard = b""
        with suppress(OSError):  # it may hear enough before the end of it
            line.sendall(text)
            line.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while part := line.recv(65_536):
                heard += part
    return heard


HEAD = b"POST /api/new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "text",
    [
        b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        HEAD + b"Content-Length: x\r\n\r\n{}",
        HEAD + b"Content-Length: -1\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 100\r\n\r\n{",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ],
)
def test_what_is_no_http_does_no_harm(house, text):
    answer = said(house, text)
    assert answer == b"" or b" 400 " in answer or b" 431 " in answer, answer
    assert house.request("GET", "/healthz").status == 200
    assert "Traceback" not in house.errors.read_text()


def test_a_body_without_an_end_is_read_no_further_than_its_limit(house):
    """The server says so in the middle of it, whatever length it claims to have."""
    part = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = said(house, HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + part + part)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"64 KiB" in answer


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (HEAD.replace(b"localhost", b"evil.example"), b"400"),
        (HEAD + b"Origin: http://evil.example\r\n", b"403"),
        (HEAD.replace(b"application/json", b"text/plain"), b"415"),
    ],
)
def test_a_connection_ends_with_a_refusal_before_the_body(house, head, status):
    """What follows is the rest of a body that is not read, or it is no request at all."""
    follows = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer = said(house, head + b"Content-Length: 2\r\n\r\n{}" + follows)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b"connection: close" in answer.lower()
    assert answer.count(b"HTTP/1.1 ") == 1
