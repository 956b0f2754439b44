"""Ladder: take cards that never fall; each scores its rank."""

from dataclasses import dataclass

from cardhouse.core.cards import CARDS, DECK, rank_of
from cardhouse.core.chance import below, block_words, draw_counts, key_words, restart_streams
from cardhouse.core.chance import rekey as rekey
from cardhouse.core.flat import Cells, Events, cells, event_log, number, tell
from cardhouse.games.game import LEGAL, OVER, PLAYING

MOVES, ROOM, POINTS = 5, 1, 1
KNOBS = {"POINTS": (0, 1_000)}
TOO_LOW, TAKEN = 1, 0


@dataclass(slots=True)
class State:
    cards: Cells = cells(MOVES, "int8")
    last: int = number()
    score: int = number()
    key: Cells = key_words()
    blocks: Cells = block_words(1)
    drawn: Cells = draw_counts(1)
    events: Events = event_log()


def deal(s: State) -> None:
    """LADDER-1: five cards lie open; each is one of the 52, drawn on its own."""
    restart_streams(s)
    s.last = s.score = 0
    for place in range(MOVES):
        s.cards[place] = DECK[below(s, 0, CARDS)]


def refusal(s: State, move: int) -> int:
    """LADDER-2: a card may be taken if it is as high as the last one taken, or higher."""
    return LEGAL if is_legal(s, move) else TOO_LOW


def is_legal(s: State, move: int) -> bool:
    return rank_of(s.cards[move]) >= s.last


def mark_legal(s: State, legal: Cells, room: Cells) -> None:
    for move in range(MOVES):
        legal[move] = is_legal(s, move)


def apply(s: State, move: int) -> None:
    """LADDER-3: a card scores its rank, and another comes to its place."""
    s.last = rank_of(s.cards[move])
    s.score += POINTS * s.last
    tell(s, TAKEN, s.cards[move])
    s.cards[move] = DECK[below(s, 0, CARDS)]


def outcome(s: State) -> int:
    """LADDER-4: the game is over when no card can be taken."""
    for move in range(MOVES):
        if is_legal(s, move):
            return PLAYING
    return OVER


def given_up(s: State) -> int:
    return OVER
