"""What functions rest on: found through their code, and written down the same everywhere."""

import re
from importlib import import_module
from types import FunctionType

import pytest

from cardhouse.core.basis import basis_of, basis_text


def test_what_has_no_text_is_refused_and_not_left_out():
    with pytest.raises(TypeError, match="a rule cannot rest on a bytes"):
        basis_text((1, b"x"))


def test_a_text_does_not_depend_on_the_order_of_a_set():
    assert basis_text({"a", "b", 3}) == basis_text({3, "b", "a"}) == "{'a', 'b', 3}"


def function_of(code, **names):
    """Return a function of the package, whose module has these names."""
    home = {"__name__": "cardhouse.made_up", **names}
    exec(code, home)
    made = home["made"]
    assert isinstance(made, FunctionType)
    return made


def test_defaults_inner_functions_tables_of_functions_and_modules_are_read():
    inner = function_of("def made():\n return DEEP", DEEP=1)
    made = function_of(
        "def made(x=7):\n return [WIDE for _ in range(x)], poker.WHEEL, TABLE[0][1]()",
        WIDE=2,
        TABLE=(("one", inner),),
        poker=import_module("cardhouse.core.poker"),
    )
    found = {name: value for (_, name), value in basis_of([made]).items()}
    assert found.keys() == {"DEEP", "WIDE", "TABLE", "WHEEL", "made()"}
    assert found["made()"] == (7,)


def test_a_function_that_keeps_its_answers_is_read_too():
    made = function_of(
        "from functools import cache\n@cache\ndef kept():\n return DEEP\n"
        "def made():\n return kept()",
        DEEP=1,
    )
    assert [name for _, name in basis_of([made])] == ["DEEP"]


def test_each_kind_of_value_has_a_text():
    values = (1, 2.5, "x", None, True, len, int, re.compile("x"), range(2), {"k": ()}, ((1, 2),))
    assert [basis_text(value) for value in values] == [
        "1",
        "2.5",
        "'x'",
        "None",
        "True",
        "len",
        "int",
        "('x', 32)",
        "(0, 1)",
        "{('k', ())}",
        "((1, 2),)",
    ]
