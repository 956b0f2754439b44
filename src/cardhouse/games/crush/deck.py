"""The deck of Solitaire Crush: what is in it, how it is shuffled and dealt."""

from cardhouse.core.cards import CARDS, DECK, JOKER
from cardhouse.core.chance import shuffle
from cardhouse.core.flat import tell
from cardhouse.games.crush.board import BOMB_TAG, SWAPPER_TAG, TAG_STEP
from cardhouse.games.crush.state import (
    CARD_STREAM,
    DECK_CARDS,
    DECKS,
    NEW_DECK,
    TAG_STREAM,
    State,
)

BOMB_CARDS = 10
SWAPPER_CARDS = 10


def make_deck(s: State) -> None:
    """CRUSH-2: lay out all 52 cards twice and four jokers, and shuffle them.

    CRUSH-3: the tags are shuffled too, so that any cards may get them.
    """
    for i in range(DECK_CARDS):
        s.deck[i] = DECK[i % CARDS] if i < DECKS * CARDS else JOKER
        s.tags[i] = BOMB_TAG * (i < BOMB_CARDS)
    for i in range(BOMB_CARDS, BOMB_CARDS + SWAPPER_CARDS):
        s.tags[i] = SWAPPER_TAG
    s.deck_left = DECK_CARDS
    shuffle_undealt(s)


def shuffle_undealt(s: State) -> None:
    """CRUSH-4: a deck is shuffled; its cards and their tags apart, as each tags any card."""
    shuffle(s, CARD_STREAM, s.deck, s.deck_left)
    shuffle(s, TAG_STREAM, s.tags, s.deck_left)


def next_piece(s: State) -> int:
    """CRUSH-4: cards are dealt in order; a new deck is made when one is needed and none left."""
    if s.deck_left == 0:
        make_deck(s)
        tell(s, NEW_DECK, DECK_CARDS)
    s.deck_left -= 1
    return TAG_STEP * s.tags[s.deck_left] + s.deck[s.deck_left]
