"""What the README shows is what the program draws."""

from pathlib import Path

import cardhouse
from cardhouse.terminal import boom, crush, grid
from cardhouse.terminal.paint import Paint

ROOT = Path(__file__).parents[1]
MOVES = (
    "02 12 21 22 31, 12 13 14 23 33, 13 22 23 33 34, 13 14 23 33 43, 13 14 22 23 24, 22 32 33 43 53"
)
"""How the game of Boom went before the README shows it."""


def test_the_picture_is_a_real_game_and_a_real_move():
    match = cardhouse.new("boom", seed=32, level=15)
    for move in MOVES.split(", "):
        match.play(move)
    picture = boom.draw(match.view(), Paint(signs=True))
    move = "30 31 32 33 43"
    drawn = f"```\n{picture}\n> {move}\n{boom.say(match.play(move))}\n```"
    assert drawn in (ROOT / "README.md").read_text()


def test_the_picture_of_grid_is_a_real_hand_and_a_real_preview():
    match = cardhouse.new("grid", seed=15, jokers=["Joker", "Crossroads", "Photograph"])
    match.play("s")
    drawn = f"```\n{grid.draw(match.view(), Paint(signs=True))}\n> p\n{grid.foretell(match)}\n```"
    assert drawn in (ROOT / "README.md").read_text()


def test_the_picture_of_crush_is_a_real_game_and_a_real_move():
    match = cardhouse.new("crush", seed=528)
    paint = Paint(signs=True)
    picture, said = crush.draw(match.view(), paint), crush.say(match.play("62 65"))
    drawn = f"```\n{picture}\n> 62 65\n{paint.words(said)}\n```"
    assert drawn in (ROOT / "README.md").read_text()


def test_the_version_is_the_one_of_the_changelog():
    newest = next(
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")
    )
    assert newest.split()[1] == cardhouse.__version__


def test_every_link_leads_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in page.read_text().split("](")[1:]:
            link = target.partition(")")[0]
            assert link.startswith("https://") or (page.parent / link).exists(), (page, link)
