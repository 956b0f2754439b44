"""Poker Boom: pick five connected cards that make a poker hand while bombs tick."""

from cardhouse.games.boom import notation, options, rules, view
from cardhouse.games.game import Game

GAME = Game(
    name="boom",
    title="Poker Boom",
    version=1,
    rules=rules,
    notation=notation,
    view=view,
    options=options,
)
