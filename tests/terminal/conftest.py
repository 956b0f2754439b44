"""What many tests of the terminal ask for."""

import pytest

from tests.terminal.cli_kit import saved


@pytest.fixture
def record(tmp_path):
    return saved(tmp_path).rename(tmp_path / "game.rec")
