"""Ladder: take cards that never fall; each scores its rank.

* LADDER-1  Five cards lie open; each is one of the 52, drawn on its own.
* LADDER-2  A card may be taken if it is as high as the last one taken, or higher.
* LADDER-3  It scores its rank, and another card comes to its place.
* LADDER-4  The game is over when no card can be taken.
"""

from dataclasses import dataclass

from cardhouse.core.cards import CARDS, DECK, rank_of
from cardhouse.core.chance import below, block_words, draw_counts, key_words, restart_streams
from cardhouse.core.chance import rekey as rekey
from cardhouse.core.flat import Cells, Events, cells, event_log, number, tell
from cardhouse.games.game import LEGAL, OVER, PLAYING

MOVES: int = 5
ROOM: int = 1
POINTS = 1
KNOBS = {"POINTS": (0, 1_000)}
TAKEN = 0
TOO_LOW = 1


@dataclass(slots=True)
class State:
    """Everything there is to know about one game of Ladder."""

    cards: Cells = cells(MOVES, "int8")
    last: int = number()
    score: int = number()
    key: Cells = key_words()
    blocks: Cells = block_words(1)
    drawn: Cells = draw_counts(1)
    events: Events = event_log()


def deal(s: State) -> None:
    """LADDER-1: five cards lie open."""
    restart_streams(s)
    s.last = s.score = 0
    for place in range(MOVES):
        s.cards[place] = DECK[below(s, 0, CARDS)]


def refusal(s: State, move: int) -> int:
    """LADDER-2: a card may be taken if it is as high as the last one taken."""
    return LEGAL if rank_of(s.cards[move]) >= s.last else TOO_LOW


def is_legal(s: State, move: int) -> bool:
    """Return whether a card may be taken."""
    return refusal(s, move) == LEGAL


def mark_legal(s: State, legal: Cells, room: Cells) -> None:
    """Write down which cards may be taken."""
    for move in range(MOVES):
        legal[move] = is_legal(s, move)


def apply(s: State, move: int) -> None:
    """LADDER-3: a card scores its rank, and another comes."""
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
    """ALL-9: a game that its player ends is over."""
    return OVER
