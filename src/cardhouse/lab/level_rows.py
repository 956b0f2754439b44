"""Rows of levels as Python data: the form that ``games/boom/levels.py`` has."""

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardhouse.games.boom.levels import LEVELS, Level
from cardhouse.games.boom.options import level_flaw
from cardhouse.games.refusal import BadSetup

LONGEST_FILE = 1_000_000
"""In letters: thirty rows take no tenth of it."""


def rows_text(levels: Sequence[Level]) -> str:
    """Write levels as rows of Python.

    >>> print(rows_text([Level("First Spark", 6400, 12, 1, 9, 8, 12)]), end="")
    LEVELS = (
        Level("First Spark", 6_400, 12, 1, 9, 8, 12),
    )
    """
    rows = [
        f"    Level({_quoted(level.name)}, {', '.join(f'{part:_}' for part in level[1:])}),\n"
        for level in levels
    ]
    return f"LEVELS = (\n{''.join(rows)})\n"


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def read_rows(name: str) -> tuple[Level, ...]:
    """Read the rows of a file; it is looked at, not run.

    :raises BadSetup: if it cannot be read, or has other rows.
    """
    try:
        tree = ast.parse(_text_in(name))
    except BadSetup:
        raise
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        why = getattr(error, "strerror", None) or "it is no Python"
        raise BadSetup("bad_file", f"{name}: cannot be read: {why}") from None
    rows = [node.args for node in ast.walk(tree) if _is_level(node)]  # type: ignore[attr-defined]
    if not 1 <= len(rows) <= len(LEVELS):
        raise BadSetup("bad_file", f"{name}: there must be 1 to {len(LEVELS)} rows of levels")
    return tuple(_level(name, number, parts) for number, parts in enumerate(rows, 1))


def _text_in(name: str) -> str:
    with Path(name).open(encoding="utf-8") as file:
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise BadSetup("bad_file", f"{name}: cannot be read: it is too long")
    return text


def _is_level(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == Level.__name__


def _level(name: str, number: int, parts: Sequence[ast.expr]) -> Level:
    values: list[Any] = [getattr(part, "value", None) for part in parts]
    row = dict(zip(Level._fields, values, strict=False))
    if len(values) != len(Level._fields) or type(row["name"]) is not str or level_flaw(row):
        wanted = ", ".join(Level._fields)
        raise BadSetup("bad_file", f"{name}: row {number} is no level ({wanted})")
    return Level(*values)
