"""Ladder: climb as high as five cards let you."""

from cardhouse.games.ladder import rules, words

from cardhouse.games.game import Game

GAME: Game[rules.State] = Game(
    name="ladder", title="Ladder", version=1, rules=rules, notation=words, view=words
)
