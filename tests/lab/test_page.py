"""What the lab's page shows is what the lab says."""

import shlex
from pathlib import Path

import pytest

from cardhouse.cli import _parser
from tests.lab import done, together

pytestmark = together

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text()
BLOCKS = [part.partition("```")[0] for part in PAGE.split("```sh\n")[1:]]
SHOWN = [block for block in BLOCKS if block.startswith("$ ")]
COMMANDS = [
    line
    for block in BLOCKS
    for line in block.splitlines()
    if line.removeprefix("$ ").startswith("cardhouse lab ")
]


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.splitlines()[0])
def test_a_command_says_what_the_page_shows(capsys, block):
    line, _, wanted = block.removeprefix("$ ").partition("\n")
    code, out, err = done(capsys, *shlex.split(line)[2:], "--workers", 1)
    assert (code, out, err) == (0, wanted, "")


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_is_one(line):
    given = _parser().parse_args(shlex.split(line.removeprefix("$ "), comments=True)[1:])
    assert given.study in line


def test_every_study_has_its_part():
    assert len(SHOWN) == 2
    for study in ("simulate", "compare", "levels", "jokers", "sweep"):
        assert f"\n## {study}\n" in PAGE
        assert any(f"lab {study} " in line for line in COMMANDS)
