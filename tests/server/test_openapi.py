"""The OpenAPI description: requests made from it are answered as it says."""

import json
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cardhouse.protocol import VERBS
from cardhouse.server.openapi import description
from tests.server.house import House

EXAMPLES, MANY_EXAMPLES = 30, 100
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


described = schemathesis.openapi.from_dict(description())


HOW = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@described.parametrize()
@HOW
def test_what_is_asked_by_the_description_is_answered_by_it(house, case):
    check_case(house, case)


@pytest.mark.soak
@described.parametrize()
@settings(HOW, max_examples=MANY_EXAMPLES)
def test_all_that_is_asked_by_the_description_is_answered_by_it(house, case):
    check_case(house, case)


def check_case(house: House, case: Any) -> None:
    help_along(house, case)
    case.call_and_validate(base_url=house.url, checks=CHECKS)


def help_along(house: House, case: Any) -> None:
    """Let most requests be about a match that there is, and some moves be legal."""
    facts = case.body
    if not isinstance(facts, dict) or "match" not in facts:
        return
    case.body = facts = dict(facts)  # an example is part of the description
    luck = Random(json.dumps(facts, default=str))
    if luck.random() < 0.2:
        return
    facts["match"] = match = luck.choice(matches_of(house))
    seen = house.get("view", match=match)
    if luck.random() < 0.8 and "number" in facts:
        facts["number"] = seen["number"]
    if luck.random() < 0.8 and "move" in facts and seen["view"]["outcome"] == "playing":
        facts["move"] = luck.choice(house.get("moves", match=match)["moves"])


def matches_of(house: House) -> list[str]:
    """Return matches of every game, and one that has ended, begun at the first asking."""
    found: list[str] = getattr(house, "matches", [])
    if not found:
        for game in ("boom", "grid", "crush"):
            found.append(house.get("new", game=game)["match"])
        ended = house.get("new", game="grid", options={"picks": 0})["match"]
        while (seen := house.get("view", match=ended))["view"]["outcome"] == "playing":
            house.get("play", match=ended, move="s", number=seen["number"])
        house.matches = [*found, ended]  # type: ignore[attr-defined]
    return house.matches  # type: ignore[attr-defined, no-any-return]


def test_every_verb_and_nothing_else_is_described(house):
    told = house.request("GET", "/openapi.json").json
    assert told == described.raw_schema
    paths = told["paths"]
    assert set(paths) == {f"/api/{verb}" for verb in VERBS} | {"/healthz"}
    for path, operations in paths.items():
        for operation in operations.values():
            assert operation["summary"].endswith(".")
            assert {"200", "400"} <= operation["responses"].keys(), path
