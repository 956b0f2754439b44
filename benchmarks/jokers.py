"""Measure every joker of Poker Grid alone and write ``docs/jokers.md``: ``make jokers``."""

from pathlib import Path

from cardhouse.cli import main

PAGE = Path(__file__).parent.parent / "docs" / "jokers.md"

if __name__ == "__main__":
    raise SystemExit(main(["lab", "jokers", "--page", str(PAGE)]))
