"""What is declared is written down as JSON Schema; what differs between games is asked of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema_rs import Draft202012Validator

import cardhouse
from cardhouse import GAMES, games
from cardhouse.games.shape import Count, Note
from cardhouse.server.openapi import description
from cardhouse.server.schema import REF, Schemas
from cardhouse.table import Table
from tests import api_types


class Part(TypedDict):
    """A part."""

    size: Count


class Whole(TypedDict):
    """All of it."""

    parts: Annotated[list[list[Part]], Note("In rows.", sizes=(2, 3))]
    way: NotRequired[Literal["up", "down"]]
    held: Annotated[list[float | None], Note(least=1)]
    by_name: Mapping[str, Sequence[bool]]


def test_a_type_is_written_down_with_all_that_is_known_of_it():
    schemas = Schemas()
    assert schemas.of(Whole) == {"$ref": REF + "Whole"}
    assert schemas.components == {
        "Part": {
            "type": "object",
            "description": "A part.",
            "properties": {"size": {"type": "integer", "minimum": 0}},
            "required": ["size"],
            "additionalProperties": False,
        },
        "Whole": {
            "type": "object",
            "description": "All of it.",
            "properties": {
                "parts": {
                    "type": "array",
                    "items": {
                        "type": "array",
                        "items": {"$ref": REF + "Part"},
                        "minItems": 3,
                        "maxItems": 3,
                    },
                    "description": "In rows.",
                    "minItems": 2,
                    "maxItems": 2,
                },
                "way": {"enum": ["up", "down"]},
                "held": {
                    "type": "array",
                    "items": {"anyOf": [{"type": "number", "minimum": 1}, {"type": "null"}]},
                },
                "by_name": {
                    "type": "object",
                    "additionalProperties": {"type": "array", "items": {"type": "boolean"}},
                },
            },
            "required": ["parts", "held", "by_name"],
            "additionalProperties": False,
        },
    }


def test_what_json_has_not_is_no_schema():
    with pytest.raises(TypeError, match="JSON has nothing like"):
        Schemas().of(set[int])


def test_two_shapes_of_one_name_are_seen():
    schemas = Schemas()
    schemas.of(Whole)

    class Other(TypedDict):
        part: Part

    Other.__name__ = "Whole"
    with pytest.raises(TypeError, match="two shapes called Whole"):
        schemas.of(Other)


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a fourth game, which declares no options, no levels, no hands and no events."""
    folder = Path(__file__).parents[1] / "fourth_game"
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])
    from cardhouse.games.ladder import GAME

    monkeypatch.setitem(GAMES, GAME.name, GAME)
    return GAME.name


def test_a_fourth_game_appears_by_itself(ladder):
    document = description()
    schemas = document["components"]["schemas"]
    assert schemas["GameName"]["enum"] == list(GAMES)
    assert {"$ref": REF + "LadderView"} in schemas["View"]["anyOf"]
    assert {"$ref": REF + "LadderOptions"} in schemas["Options"]["anyOf"]
    assert set(schemas["LadderView"]["required"]) == {
        *("outcome", "phase", "ending", "undone", "hints", "cards", "last", "score"),
    }
    assert "`take 0`" in schemas["MoveText"]["description"]
    assert "export interface LadderView {" in api_types.page()


def test_what_a_fourth_game_shows_and_tells_is_as_described(ladder):
    components = {"components": description()["components"]}

    def check(name: str, told: Any) -> None:
        Draft202012Validator({"$ref": REF + name} | components).validate(told)

    match = cardhouse.new(ladder, seed=7)
    while match.outcome == "playing":
        for event in match.play(next(match.moves())):
            check("Event", event)
        check("LadderView", match.view())
    check("Games", Table().dispatch({"do": "games"})["ok"])
