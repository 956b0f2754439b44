"""Where the names of a module come from: read from its source, so that equal values are told apart.

A balance knob is turned wherever it was imported, and a promise of a contract is
filled wherever it was; a module's own constant that happens to be equal is neither.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import NamedTuple


class Origin(NamedTuple):
    """A name, and the module that defines it."""

    module: str
    name: str


def origin_of(module: ModuleType, name: str) -> Origin:
    """Return where a *name* of a *module* is defined, however often it was imported on.

    >>> from cardhouse.games.boom import rules
    >>> origin_of(rules, "HAND")
    Origin(module='cardhouse.games.boom.board', name='HAND')
    """
    here = Origin(module.__name__, name)
    there = imports_of(module).get(name)
    if there is None:
        return here
    source = sys.modules.get(there.module)
    return there if source is None else origin_of(source, there.name)


@cache
def imports_of(module: ModuleType) -> Mapping[str, Origin]:
    """Return what a *module* imports at its top: each name, and what it stands for elsewhere."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # built in, or compiled: it imports nothing of ours
        return {}
    return {
        alias.asname or alias.name: Origin(node.module, alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
        for alias in node.names
    }
