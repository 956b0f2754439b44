"""Rows of levels as Python data: the form that a game's ``levels.py`` has."""

import ast
import json
from collections.abc import Sequence
from pathlib import Path

from cardhouse.games.game import Level, Levels
from cardhouse.games.refusal import BadSetup

LONGEST_FILE = 1_000_000
"""In letters: thirty rows take no tenth of it."""


def rows_text(levels: Sequence[Level]) -> str:
    """Write levels as rows of Python.

    >>> from cardhouse.games.boom.levels import Level
    >>> print(rows_text([Level("First Spark", 6400, 12, 1, 9, 8, 12)]), end="")
    LEVELS = (
        Level("First Spark", 6_400, 12, 1, 9, 8, 12),
    )
    """
    rows = [
        f"    {type(level).__name__}({', '.join(map(_text, level._asdict().values()))}),\n"
        for level in levels
    ]
    return f"LEVELS = (\n{''.join(rows)})\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value:_}"


def read_rows(name: str, levels: Levels) -> tuple[Level, ...]:
    """Read the rows of a file, to stand for a game's *levels*; it is looked at, not run.

    :raises BadSetup: if it cannot be read, or has other rows.
    """
    try:
        tree = ast.parse(_text_in(name))
    except BadSetup:
        raise
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        why = getattr(error, "strerror", None) or "it is not Python"
        raise BadSetup("bad_file", f"{name}: cannot be read: {why}") from None
    kind = type(levels.rows[0])
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    rows = [call.args for call in calls if getattr(call.func, "id", "") == kind.__name__]
    if not 1 <= len(rows) <= len(levels.rows):
        raise BadSetup("bad_file", f"{name}: there must be 1 to {len(levels.rows)} rows of levels")
    return tuple(_level(name, levels, number, parts) for number, parts in enumerate(rows, 1))


def _text_in(name: str) -> str:
    with Path(name).open(encoding="utf-8") as file:
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise BadSetup("bad_file", f"{name}: cannot be read: it is too long")
    return text


def _level(name: str, levels: Levels, number: int, parts: Sequence[ast.expr]) -> Level:
    model = levels.rows[0]._asdict()
    values = [getattr(part, "value", None) for part in parts]
    row = dict(zip(model, values, strict=False))
    alike = len(values) == len(model) and all(type(row[key]) is type(model[key]) for key in model)
    if not alike or levels.flaw(row):
        raise BadSetup("bad_file", f"{name}: row {number} is not a level ({', '.join(model)})")
    return levels.row(row)
