"""What the page of the environments says of each game is what the game declares."""

import inspect
from pathlib import Path

import pytest

from cardhouse import GAMES
from cardhouse.envs import ENVIRONMENTS, CardEnv, CardVectorEnv
from tests.envs.kit import every_game

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()


@every_game
def test_the_page_lists_what_is_observed(name):
    game = GAMES[name]
    assert f"| `{ENVIRONMENTS[name]}` | {game.title} |\n" in PAGE
    part = PAGE.split(f"\n### {game.title}\n")[1].split("\n## ")[0].split("\n### ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{one.name}` | {' × '.join(map(str, one.shape))} | {one.text} |"
        for one in game.observed
    ]
    assert f"{game.rules.MOVES:,} actions" in part
    assert all(f"`{option.name}`" in part for option in game.options.OPTIONS)


@every_game
@pytest.mark.parametrize("environment", [CardEnv, CardVectorEnv])
def test_no_option_is_called_as_a_setting(name, environment):
    settings = inspect.signature(environment).parameters.keys() - {"options"}
    assert not settings & {option.name for option in GAMES[name].options.OPTIONS}
