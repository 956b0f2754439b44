from cardhouse.games.ladder.rules import MOVES, outcome

from cardhouse.core.cards import card_text, parse_card
from cardhouse.games.game import OVER, PLAYING, Ending
from cardhouse.games.moves import Argument, Kind, Numbering
from cardhouse.games.position import standing
from cardhouse.games.refusal import IllegalMove
from cardhouse.games.shape import Standing

KINDS = Numbering(Kind("take", "take a card", [Argument("place")], [(i,) for i in range(MOVES)]))
TEXTS = tuple(KINDS.text(move) for move in range(MOVES))
FOLLOWING = ("outcome", "phase", "ending")


def move_text(move):
    return TEXTS[move]


def parse_move(text):
    if text not in TEXTS:
        raise IllegalMove("no_move", f"A move is {TEXTS[0]} to {TEXTS[-1]}.")
    return TEXTS.index(text)


def refusal_text(s, refusal, words):
    return "too_low", "That card is lower than the last one."


def describe(s, move, words):
    return f"takes {words.card(s.cards[move])}"


class View(Standing):
    cards: list[str]
    last: int
    score: int


def view(s):
    endings = Ending(PLAYING, ""), Ending(OVER, "no card was high enough")
    stands = standing(int(outcome(s) != PLAYING), endings, "play")
    return {"cards": list(map(card_text, s.cards)), "last": s.last, "score": s.score} | stands


def place(s, position):
    s.cards[:] = map(parse_card, position.get("cards", map(card_text, s.cards)))
    s.last, s.score = position.get("last", 0), position.get("score", 0)
