"""What the documents show of the server is what it answers."""

import json
import re
from pathlib import Path

from cardhouse.server.answers import status_of
from tests.server.conftest import Open

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
REQUEST = re.compile(r"api/(\w+) -H 'Content-Type: application/json'[^{]*'(\{.*?\})'\n(.*)…")


def test_the_requests_shown_are_answered_as_shown(opened: Open):
    local, match = opened(), ""
    shown = REQUEST.findall(PAGE)
    assert [verb for verb, _, _ in shown] == ["new", "play"]
    for verb, text, answer in shown:
        facts = json.loads(text)
        answered = local.post(verb, **facts | ({"match": match} if match else {})).body.decode()
        match = match or json.loads(answered)["ok"]["match"]
        hidden = re.sub(r'"match":"[^"]*"', '"match":""', answered)
        assert hidden.startswith(re.sub(r'"match":"[^"]*"', '"match":""', answer))


def test_every_status_is_explained():
    explained = {int(code) for row in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.M) for code in
                 row.split(",")}  # fmt: skip
    reasons = ("bad_request", "unknown_match", "not_kept", "closed")
    given = {status_of(verb, {"error": {"reason": reason}}) for verb in ("play", "new")
             for reason in reasons}  # fmt: skip
    assert given | {200, 403, 413, 415, 429} <= explained
