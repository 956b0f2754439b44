"""One round of Poker Grid, flat: what a state has, what it tells, how it can stand and end."""

from dataclasses import dataclass

from cardhouse.core.cards import CARDS
from cardhouse.core.chance import block_words, draw_counts, key_words
from cardhouse.core.flat import Cells, Events, cells, event_log, note_log, number
from cardhouse.games.game import LOST, PLAYING, WON, Ending
from cardhouse.games.grid.board import CELLS, LINE_COUNT, MOST_JOKERS, OFFERS
from cardhouse.games.grid.jokers import POWERS

DECK_ROOM = 2 * CARDS
"""How many entries a deck can have."""

NOT_ENDED, REACHED, SPENT = range(3)
ENDINGS = (
    Ending(PLAYING, ""),
    Ending(WON, "the target is reached"),
    Ending(LOST, "no hands are left"),
)
"""GRID-9: why a round has ended."""

# The random streams, and what is told.
CARD_STREAM, ROLL_STREAM, OFFER_STREAM = 0, 1, 2
STREAMS = 3
(FROZE, THAWED, RESET, TOOK, OFFERED, MOVED) = range(6)
(PLAYED, DREW, SCORED, MULTIPLIED, GREW, FADED) = range(6, 12)


@dataclass(slots=True)
class State:
    """Everything there is to know about one round of Poker Grid."""

    deck: Cells = cells(DECK_ROOM, "int32")
    """The deck that cards are drawn from: entries, each a card with its id."""
    deck_size: int = number()
    """How many entries the deck has."""
    board: Cells = cells(CELLS, "int32")
    """The entry on each cell."""
    frozen: int = number()
    """The frozen cells, one bit each."""
    slots: int = number("int32")
    """How many cells can be frozen."""
    auto_freeze: int = number("int32")
    """1 if the best pair is frozen at the start, else 0."""
    jokers: Cells = cells(MOST_JOKERS, "int16")
    """The jokers, in order, by their number in the roster."""
    held: Cells = cells(MOST_JOKERS)
    """What each joker has in its memory; mult in hundredths."""
    acting: Cells = cells(MOST_JOKERS, "int8")
    """Whose work each joker does: a place, counted from 1; 0 for nobody's."""
    chosen: int = number("int8")
    """1 if the round began with chosen jokers, and so without a draft."""
    bonuses: int = number("int8")
    """1 if the whole grid can multiply what a hand makes."""
    joker_count: int = number("int32")
    """How many jokers there are."""
    powers: Cells = cells(POWERS, "int8")
    """How many jokers have each power."""
    bent: int = number("int32")
    """1 if a joker bends what a hand is, else 0."""
    offers: Cells = cells(OFFERS, "int16")
    """The jokers offered, by number; 0 when there is no draft."""
    picks_left: int = number("int32")
    """How many jokers are still to be taken."""
    hands: Cells = cells(LINE_COUNT, "int8")
    """The hand that each line makes."""
    traits: Cells = cells(LINE_COUNT, "int16")
    """What is true of each line."""
    chips: Cells = cells(LINE_COUNT)
    """The chips of each line: of its hand alone, or after all jokers."""
    mults: Cells = cells(LINE_COUNT)
    """The mult of each line, in hundredths."""
    phase: int = number("int8")
    """Which part of the round it is: an index into ``PHASES``."""
    ending: int = number("int8")
    """Why the round has ended: an index into ``ENDINGS``."""
    hands_left: int = number()
    """How many hands can still be played."""
    score: int = number()
    """Points made so far."""
    target: int = number()
    """Points that win the round; before the deal 0, unless they were chosen."""
    key: Cells = key_words()
    """The random key."""
    blocks: Cells = block_words(STREAMS)
    """The random words being drawn from."""
    drawn: Cells = draw_counts(STREAMS)
    """How many random words each stream has given."""
    events: Events = event_log()
    """What happened since someone last asked."""
    notes: Events = note_log()
    """What the last hand told, so that every score can be explained."""
