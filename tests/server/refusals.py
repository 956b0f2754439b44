"""How a request is refused."""

from typing import Any

from tests.server.house import Reply
from tests.table_kit import check_sentence

MATCH = "x" * 22
"""A match that there is not."""


def check_refused(reply: Reply, *statuses: int) -> dict[str, Any]:
    """See that a request was refused with a sentence; return the error."""
    assert reply.status in (statuses or range(400, 500)), reply
    assert reply.headers["content-type"] == "application/json"
    assert list(reply.json) == ["error"]
    error: dict[str, Any] = reply.json["error"]
    assert error["reason"].isidentifier()
    check_sentence(error["message"])
    return error
