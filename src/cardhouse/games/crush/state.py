"""One game of Solitaire Crush, flat: what a state has, what it tells, how it can stand and end."""

from dataclasses import dataclass

from cardhouse.core.cards import CARDS
from cardhouse.core.chance import block_words, draw_counts, key_words
from cardhouse.core.flat import Cells, Events, cells, event_log, number
from cardhouse.games.crush.board import CELLS, COLUMNS
from cardhouse.games.game import OVER, PLAYING, Ending

DECKS = 2
JOKERS = 4
DECK_CARDS = DECKS * CARDS + JOKERS

NOT_ENDED, FULL = range(2)
ENDINGS = (Ending(PLAYING, ""), Ending(OVER, "a card had to drop, and no slot was empty"))
"""CRUSH-11: why a game has ended."""

# The random streams, and what is told.
CARD_STREAM, TAG_STREAM, SLOT_STREAM = 0, 1, 2
STREAMS = 3
(SLID, SWAPPED, UNTAGGED, BROKEN, CLEARED, REMOVED, FELL, NEW_DECK, DROPPED) = range(9)


@dataclass(slots=True)
class State:
    """Everything there is to know about one game of Solitaire Crush."""

    board: Cells = cells(CELLS, "int16")
    """The card on each cell, with its tag."""
    heights: Cells = cells(COLUMNS, "int8")
    """How many cards stand in each column."""
    swappers: int = number("int32")
    """How many swappers stand on the grid."""
    deck: Cells = cells(DECK_CARDS, "int8")
    """The deck; the card before `deck_left` is dealt next."""
    tags: Cells = cells(DECK_CARDS, "int8")
    """The tag of each card of the deck."""
    deck_left: int = number("int32")
    """How many cards of the deck are undealt."""
    ending: int = number("int8")
    """Why the game has ended: an index into ``ENDINGS``."""
    score: int = number()
    """Points made so far."""
    factor: int = number()
    """The base factor of the next clear."""
    chain: int = number()
    """What the next clear's points are multiplied by."""
    free_swaps: int = number("int32")
    """How many free swaps are left."""
    free_bombs: int = number("int32")
    """How many free bombs are left."""
    key: Cells = key_words()
    """The random key."""
    blocks: Cells = block_words(STREAMS)
    """The random words being drawn from."""
    drawn: Cells = draw_counts(STREAMS)
    """How many random words each stream has given."""
    events: Events = event_log()
    """What happened since someone last asked."""
