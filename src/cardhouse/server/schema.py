"""JSON Schema of what `cardhouse.protocol` declares."""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from cardhouse.games.game import Json
from cardhouse.games.shape import Note
from cardhouse.protocol import DERIVED, OPEN, Shape, shape_of

PLAIN: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}
REF = "#/components/schemas/"
"""Where a component is found."""


class Schemas:
    """Schemas of types; those that have a name are written down once, as components."""

    def __init__(self) -> None:
        self.components: dict[str, Json] = {}
        self._shapes: dict[str, Shape] = {}

    def of(self, kind: object) -> Json:
        """Return the schema of a type; what is no type is a schema already."""
        if isinstance(kind, dict):
            return kind
        if kind in PLAIN:
            return {"type": PLAIN[kind]}
        if kind in DERIVED:
            return self._derived(kind)
        if isinstance(kind, type) and is_typeddict(kind):
            return self._object(shape_of(kind))
        return self._made(get_origin(kind), get_args(kind))

    def _made(self, origin: object, parts: tuple[object, ...]) -> Json:
        """Return the schema of a type that is made from others."""
        if origin is Annotated:
            return self._noted(parts[0], parts[1:])
        if origin is NotRequired:
            return self.of(parts[0])
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if origin in (list, Sequence):
            return {"type": "array", "items": self.of(parts[0])}
        if origin not in (dict, Mapping):
            raise TypeError(f"JSON has nothing like {origin or parts}")
        return {"type": "object", "additionalProperties": self.of(parts[1])}

    def _noted(self, kind: object, notes: Iterable[object]) -> Json:
        schema = dict(self.of(kind))
        for note in notes:
            if isinstance(note, Note):
                _write_note(schema, note)
            elif isinstance(note, frozenset):
                schema |= dict(sorted(note))
        return schema

    def _derived(self, kind: object) -> Json:
        """Return what is one of several shapes, or has a schema of its own."""
        name = getattr(kind, "__name__", "")
        if name not in self.components:
            made = DERIVED[kind]()
            own = made if isinstance(made, dict) else {"anyOf": list(map(self._object, made))}
            self.components[name] = own
        return _reference(name)

    def _object(self, shape: Shape) -> Json:
        if self._shapes.setdefault(shape.name, shape) != shape:
            raise TypeError(f"there are two shapes called {shape.name}")
        if shape.name not in self.components:
            self.components[shape.name] = self._written(shape)
        return _reference(shape.name)

    def _written(self, shape: Shape) -> Json:
        return {
            "type": "object",
            "description": shape.text,
            "properties": {name: self.of(kind) for name, kind in shape.fields.items()},
            "required": [name for name in shape.fields if name in shape.required],
            "additionalProperties": shape.name in OPEN,
        }


def _reference(name: str) -> Json:
    return {"$ref": REF + name}


def _write_note(schema: Json, note: Note) -> None:
    """Write a note down: what is said of numbers, wherever they are."""
    if note.text:
        schema["description"] = note.text
    if note.least is not None:
        _write_least(schema, note.least)
    lists = schema
    for size in note.sizes:
        lists["minItems"] = lists["maxItems"] = size
        lists = lists["items"]


def _write_least(schema: Json, least: int) -> None:
    if schema.get("type") in ("integer", "number"):
        schema["minimum"] = least
    for part in (*schema.get("anyOf", ()), *filter(None, [schema.get("items")])):
        _write_least(part, least)
