"""How the tests are shared out among processes."""

import pytest

COMPILING = ("tests.test_twins", "tests.test_compiled")
"""Modules whose tests compile a game first: those of one game belong in one process."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests together that would otherwise compile the same twice."""
    for item in items:
        home = getattr(getattr(item, "module", None), "__name__", "")
        if home in COMPILING:
            name = getattr(item, "callspec", None) and item.callspec.params.get("name")
            item.add_marker(pytest.mark.xdist_group(f"compiled {name or 'grid'}"))
