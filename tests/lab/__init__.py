"""The lab's tests: small studies, run here or as people run them."""

import pytest

from cardhouse.cli import main

together = pytest.mark.xdist_group("lab")
"""Tests that compile the same belong in one process."""


def done(capsys, *words):
    """Run ``cardhouse lab …`` here, by one worker: its exit code, and what it wrote."""
    try:
        code = main(["lab", *map(str, words)])
    except SystemExit as leaving:
        code = leaving.code
    return code, *capsys.readouterr()


def facts(text):
    """Read a report's names and what stands beside each."""
    lines = text.split("\n\n")[1].splitlines()
    width = max(line.index("  ") for line in lines if "  " in line)
    start = next(i for i in range(width, len(lines[0])) if lines[0][i] != " ")
    return {line[:start].strip(): line[start:] for line in lines}
