"""Rule book, code and tests quote the same rules."""

import ast
import re
from pathlib import Path

import pytest

from cardhouse import GAMES

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "docs/rules"
SOURCES = [
    path
    for path in sorted((ROOT / "src/cardhouse").rglob("*"))
    if path.suffix in (".py", ".mjs", ".js", ".html", ".css")
]
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))

every_book = pytest.mark.parametrize("book", ["all", *GAMES])


def rules_of_book(book):
    """Return the ids that head a bullet, in order."""
    heads = re.compile(rf"^- \*\*{book.upper()}-(\d+)\*\* ", re.MULTILINE)
    return [int(number) for number in heads.findall((BOOKS / f"{book}.md").read_text())]


def rules_quoted(book, paths):
    """Return the ids found anywhere in some files."""
    quoted = re.compile(rf"\b{book.upper()}-(\d+)\b")
    return {int(number) for path in paths for number in quoted.findall(path.read_text())}


def does_something(function):
    """Return whether a function holds or calls anything."""
    nodes = (node for statement in function.body for node in ast.walk(statement))
    return any(isinstance(node, ast.Assert | ast.Call) for node in nodes)


def rules_tested(book, paths):
    """Return the ids in the names of test functions that do something."""
    name = re.compile(rf"test_{book}_(\d+)_\w")
    tests = (node for path in paths for node in ast.parse(path.read_text()).body)
    functions = (one for one in tests if isinstance(one, ast.FunctionDef) and does_something(one))
    return {int(found[1]) for one in functions if (found := name.match(one.name))}


def test_every_game_has_a_book():
    assert {path.stem for path in BOOKS.glob("*.md")} == {"all", *GAMES}


@every_book
def test_the_rules_of_a_book_are_numbered_from_one(book):
    rules = rules_of_book(book)
    assert rules
    kept = re.search(r"^\(Kept for later: ([\d, ]+)\.\)$", (BOOKS / f"{book}.md").read_text(), re.M)
    later = map(int, kept[1].split(", ")) if kept else ()
    assert sorted([*rules, *later]) == list(range(1, max(rules) + 1))
    assert rules == sorted(rules)


@every_book
def test_a_book_quotes_no_rule_that_it_does_not_have(book):
    assert rules_quoted(book, BOOKS.glob("*.md")) == set(rules_of_book(book))


@every_book
def test_every_rule_is_written_in_code(book):
    assert rules_quoted(book, SOURCES) == set(rules_of_book(book))


@every_book
def test_every_rule_is_tested(book):
    assert rules_tested(book, TESTS) == set(rules_of_book(book))


def test_a_mention_is_no_test(tmp_path):
    path = tmp_path / "test_some.py"
    path.write_text('''
TEXT = """
def test_boom_97_in_a_text():
    assert True
"""


def test_boom_98_that_holds_nothing():
    """BOOM-98 as the book has it."""


def test_boom_99_that_holds_something():
    assert 1 + 1 == 2
''')
    assert rules_tested("boom", [path]) == {99}


def test_the_page_is_read_too():
    assert {".mjs", ".css", ".html"} <= {path.suffix for path in SOURCES}
