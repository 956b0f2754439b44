"""What the documents show of the server is what it answers."""

import json
import re
from pathlib import Path

from cardhouse.server import responses, settings
from cardhouse.server.app import SENTENCES
from cardhouse.server.middleware.rate import COSTS
from cardhouse.server.openapi import REFUSALS, description
from cardhouse.table import MOST_SEED_LETTERS
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


def test_every_status_is_explained_and_no_other():
    """Those of the OpenAPI description, and those of addresses where there is nothing."""
    rows = re.findall(r"^\| ([\d, ]+) \|", PAGE, re.M)
    explained = {int(code) for row in rows for code in row.split(",")}
    paths = description()["paths"]
    given = {
        int(status)
        for operations in paths.values()
        for operation in operations.values()
        for status in operation["responses"]
    }
    assert explained == given | SENTENCES.keys()


def test_every_status_of_the_code_is_described():
    numbers = {value for value in vars(responses).values() if type(value) is int}
    statuses = {number for number in numbers if 400 <= number < 600}
    assert statuses == REFUSALS.keys() | SENTENCES.keys()


def test_what_is_set_by_default_is_what_is_said():
    given = settings.Settings()
    for words in (
        f"| `--rate` | {given.rate} |",
        f"| `--idle-days` | {given.idle_days} |",
        f"at most {given.most_connections} connections in all, {given.connections_each} of",
        f"within {given.patience} seconds",
        f"at most {given.most_matches:,} matches",
        f"at most {given.most_moves:,} moves, a seed that is a text {MOST_SEED_LETTERS} letters",
        f"{given.most_states:,} states",
        f"`replay` counts as {COSTS['replay']} requests",
    ):
        assert words in re.sub(r"\s+", " ", PAGE), words
