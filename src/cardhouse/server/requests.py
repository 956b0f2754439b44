"""Reading a request: its body is a JSON object, and not too long."""

import json

from starlette.requests import ClientDisconnect, Request

from cardhouse.games.game import Json
from cardhouse.server.responses import BAD_REQUEST, TOO_LARGE, WRONG_TYPE

MOST_BYTES = 64 * 1024
"""The longest body that is read."""


class BadBody(Exception):
    """The body cannot be read; says with what status, as what and why it is refused."""

    def __init__(self, sentence: str, status: int = BAD_REQUEST, reason: str = "bad_request"):
        super().__init__(status, reason, sentence)


async def read_facts(request: Request) -> Json:
    """Return the object in the body.

    :raises BadBody: if there is none that is read.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        sentence = "The body is JSON, and its Content-Type says so: application/json."
        raise BadBody(sentence, WRONG_TYPE, "wrong_type")
    try:
        body = await _read_body(request)
        facts = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except ClientDisconnect:
        raise BadBody("The body ended too soon.") from None
    except (ValueError, RecursionError):
        raise BadBody("The body is not JSON.") from None
    if not isinstance(facts, dict):
        raise BadBody("The body is not a JSON object.")
    return facts


async def _read_body(request: Request) -> bytes:
    """Read the body, whatever length it claims to have; of one that is too long, no more."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise BadBody("The body has more than 64 KiB.", TOO_LARGE, "too_large")
    return bytes(body)


def encodings_of(request: Request) -> str:
    """Return how the client says that an answer may be compressed."""
    return request.headers.get("accept-encoding", "")


def _object(pairs: list[tuple[str, object]]) -> Json:
    facts = dict(pairs)
    if len(facts) != len(pairs):
        raise BadBody("The body has a name twice.")
    return facts


def _no_number(word: str) -> None:
    raise BadBody(f"The body is not JSON: {word} is not a number.")
