"""Solitaire Crush: slide cards into same-suit runs before the grid fills."""

from cardhouse.games.crush import notation, options, rules, view
from cardhouse.games.game import Game

GAME = Game(
    name="crush",
    title="Solitaire Crush",
    version=1,
    rules=rules,
    notation=notation,
    view=view,
    options=options,
)
