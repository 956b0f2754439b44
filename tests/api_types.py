"""The page's types of what the server takes and gives, written from `cardhouse.protocol`.

``python -m tests.api_types`` writes ``web/js/api.d.ts``; a test says when it is stale.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardhouse
from cardhouse import GAMES
from cardhouse.protocol import VERBS, Refused
from cardhouse.server.schema import REF, Schemas

FILE = Path(cardhouse.__file__).parent / "web" / "js" / "api.d.ts"
HEAD = "// Written by `make api` from cardhouse/protocol.py: change that.\n"
PLAIN = {"string": "string", "boolean": "boolean", "null": "null"}
PLAIN |= {"integer": "number", "number": "number"}
TAKEN = {verb.takes.__name__ for verb in VERBS.values()}
"""What is taken: more is not said there, though it does no harm."""
LONGEST_TUPLE = 2
"""Longer lists of a size that is known are lists all the same."""

Schema = dict[str, Any]


def page() -> str:
    """Write the types down."""
    schemas = Schemas()
    verbs = {name: (schemas.of(verb.takes), schemas.of(verb.gives)) for name, verb in VERBS.items()}
    schemas.of(Refused)
    parts = [named(name, schema) for name, schema in sorted(schemas.components.items())]
    rows = [
        f"  {name}: {{ takes: {type_of(takes)}; gives: {type_of(gives)} }};\n"
        for name, (takes, gives) in verbs.items()
    ]
    verbs_of = f"export interface Verbs {{\n{''.join(rows)}}}\n"
    return "\n".join([HEAD, *parts, *events_of_games(schemas), verbs_of])


def events_of_games(schemas: Schemas) -> Iterator[str]:
    """Iterate over what happens in each game that says what can."""
    for game in map(str.capitalize, GAMES):
        of_game = re.compile(f"{game}\\w+Event")
        told = [*filter(of_game.fullmatch, schemas.components), "EndEvent"]
        if told[:-1]:
            yield f"export type {game}Event = {' | '.join(told)};\n"


def named(name: str, schema: Schema) -> str:
    """Write down a type that has a name."""
    if "properties" not in schema:
        return f"{told(schema)}export type {name} = {type_of(schema)};\n"
    is_open = schema["additionalProperties"] and name not in TAKEN
    return f"{told(schema)}export interface {name} {block(schema, is_open)}\n"


def block(schema: Schema, is_open: bool) -> str:
    """Write down the fields of an object."""
    mark = ("?", "")
    lines = [
        f"{told(field, '  ')}  {name}{mark[name in schema['required']]}: {type_of(field)};\n"
        for name, field in schema["properties"].items()
    ]
    others = "  [more: string]: any;\n" if is_open else ""
    return f"{{\n{''.join(lines)}{others}}}"


def told(schema: Schema, indent: str = "") -> str:
    """Write down what is said of a type."""
    text = schema.get("description")
    return f"{indent}/** {text} */\n" if text else ""


def type_of(schema: Schema) -> str:
    """Write a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(REF))
    for one in ("const", "enum"):
        if one in schema:
            words = schema[one] if one == "enum" else [schema[one]]
            return " | ".join(json.dumps(word) for word in words)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(type_of, schema["anyOf"]))) or "never"
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return " | ".join(made_of(kind, schema) for kind in kinds) or "unknown"


def made_of(kind: str, schema: Schema) -> str:
    """Write a type that is plain, or made from others."""
    if kind == "array":
        item, size = type_of(schema["items"]), schema.get("minItems", 0)
        if 0 < size <= LONGEST_TUPLE and size == schema.get("maxItems"):
            return f"[{', '.join([item] * size)}]"
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object":
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return PLAIN[kind]


if __name__ == "__main__":
    FILE.write_text(page())
