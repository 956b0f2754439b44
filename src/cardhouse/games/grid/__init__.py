"""Poker Grid: freeze two cards, redraw the rest, and score ten poker hands that jokers bend."""

from cardhouse.games.game import Game
from cardhouse.games.grid import notation, options, preview, rules, view

GAME = Game(
    name="grid",
    title="Poker Grid",
    version=1,
    rules=rules,
    notation=notation,
    view=view,
    options=options,
    preview=preview,
)
