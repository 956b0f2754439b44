"""Responses: answers as JSON, and the status that says how it went."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from cardhouse.games.game import Json
from cardhouse.protocol import VERBS

BAD_REQUEST, FORBIDDEN, UNKNOWN, BAD_METHOD, CONFLICT = 400, 403, 404, 405, 409
TOO_LARGE, WRONG_TYPE, UNPROCESSABLE, TOO_OFTEN = 413, 415, 422, 429
FAILED, NOT_KEPT, STOPPING = 500, 503, 503
LEAVING = (FORBIDDEN, TOO_LARGE, WRONG_TYPE)
"""Refusals before the body was read: the connection ends with them."""
LEAST_COMPRESSED = 1024
COMPRESSION = 5
"""Shorter answers are sent as they are; the others are compressed this hard."""
NONE_OF_IT = re.compile(r"\s*q\s*=\s*0(\.0*)?\s*")
"""What is said of an encoding that is not wanted."""

as_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def status_of(verb: str, answer: Json) -> int:
    """Return the HTTP status of a table's answer.

    >>> status_of("play", {"ok": {}}), status_of("play", {"error": {"reason": "out_of_turn"}})
    (200, 409)
    """
    if "ok" in answer:
        return 200
    by_reason = {
        "bad_request": BAD_REQUEST,
        "unknown_match": UNKNOWN,
        "not_kept": NOT_KEPT,
        "damaged": NOT_KEPT,
        "stopping": STOPPING,
    }
    otherwise = CONFLICT if VERBS[verb].is_of_match else UNPROCESSABLE
    return by_reason.get(answer["error"]["reason"], otherwise)


def sent(answer: Json, status: int = 200, encodings: str = "") -> Response:
    """Return an answer as it is sent: in ASCII, so that any text can be.

    It is compressed if it is long and the client knows how, by its *encodings*.
    """
    body = written(answer).encode("ascii")
    headers = {"Cache-Control": "no-store"}
    if len(body) >= LEAST_COMPRESSED:
        headers["Vary"] = "Accept-Encoding"
        if takes_gzip(encodings):
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, COMPRESSION, mtime=0)
    return Response(body, status, headers, "application/json")


def written(answer: Json) -> str:
    """Write an answer as JSON, step by step, so that no move waits until a page is written.

    >>> written({"ok": {"steps": [{"move": "1 2"}, None]}})
    '{"ok":{"steps":[{"move":"1 2"},null]}}'
    """
    return _object(answer, lambda facts: _object(facts, _list))


def _object(value: Any, write: Callable[[Any], str]) -> str:
    if type(value) is not dict:
        return as_json(value)
    return "{" + ",".join(f"{as_json(name)}:{write(fact)}" for name, fact in value.items()) + "}"


def _list(value: Any) -> str:
    return f"[{','.join(map(as_json, value))}]" if type(value) is list else as_json(value)


def takes_gzip(encodings: str) -> bool:
    """Return whether a client wants answers compressed, by its header Accept-Encoding.

    >>> takes_gzip("br, gzip"), takes_gzip("gzip;q=0, identity"), takes_gzip("")
    (True, False, False)
    """
    for part in encodings.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return not NONE_OF_IT.fullmatch(weight)
    return False


def refused(
    status: int, reason: str, message: str, headers: dict[str, str] | None = None
) -> Response:
    """Return an error, in the shape that the table's errors have."""
    response = sent({"error": {"reason": reason, "message": message}}, status)
    leaving = {"Connection": "close"} if status in LEAVING else {}
    response.headers.update(leaving | (headers or {}))
    return response
