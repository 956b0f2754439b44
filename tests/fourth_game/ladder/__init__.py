from cardhouse.games.ladder import rules, words

from cardhouse.games.game import Game

GAME = Game("ladder", "Ladder", 1, rules=rules, notation=words, view=words, moves=words.KINDS)
