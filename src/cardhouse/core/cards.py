"""Cards as integers, and as text.

A card is ``16 * suit + rank``.  Zero is not a card, and its rank is zero too.
"""

from functools import cache

RANKS = 13
SUITS = 4
CARDS = RANKS * SUITS
SUIT_BITS = 4
SUIT_STEP = 1 << SUIT_BITS

LOWEST_RANK = 2
TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3

EMPTY = 0
JOKER = SUITS * SUIT_STEP
"""A joker has no suit of its own, and rank zero."""

RANK_LETTERS = "--23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
EMPTY_TEXT = "--"
JOKER_TEXT = "**"


def make_card(suit: int, rank: int) -> int:
    """Return the card of *suit* (0 to 3) and *rank* (2 to 14)."""
    return SUIT_STEP * suit + rank


def rank_of(card: int) -> int:
    """Return the rank of *card*, 2 to 14; 0 for no card and for a joker."""
    return card & SUIT_STEP - 1


def suit_of(card: int) -> int:
    """Return the suit of *card*, 0 to 3."""
    return card >> SUIT_BITS


def card_at(number: int) -> int:
    """Return card *number* (0 to 51) of the 52, clubs first, twos first.

    >>> card_text(card_at(0)), card_text(card_at(51))
    ('2c', 'As')
    """
    return make_card(number // RANKS, number % RANKS + LOWEST_RANK)


DECK = tuple(card_at(number) for number in range(CARDS))


@cache
def card_text(card: int) -> str:
    """Write a card: rank, then suit (ALL-6).

    >>> card_text(make_card(HEARTS, TEN)), card_text(JOKER), card_text(EMPTY)
    ('Th', '**', '--')
    """
    if card == EMPTY:
        return EMPTY_TEXT
    if card == JOKER:
        return JOKER_TEXT
    return RANK_LETTERS[rank_of(card)] + SUIT_LETTERS[suit_of(card)]


def parse_card(text: str) -> int:
    """Read a card, also as ``10h``, ``t♥`` or ``TH`` (ALL-6).

    >>> parse_card("10♥") == parse_card("th") == parse_card("Th")
    True

    :raises ValueError: if *text* is not a card.
    """
    card = _CARDS.get(text)
    if card is None:
        raise ValueError(f"{text[:20]!r} is not a card; a card is a rank and a suit, like Th or 2c")
    return card


def _spellings(card: int) -> list[str]:
    """Every way to write *card* that `parse_card` reads."""
    rank, suit = RANK_LETTERS[rank_of(card)], suit_of(card)
    ranks = {rank, rank.lower(), "10" if rank == "T" else rank}
    suits = (SUIT_LETTERS[suit], SUIT_LETTERS[suit].upper(), SUIT_SIGNS[suit])
    return [rank + suit for rank in ranks for suit in suits]


_CARDS = {text: card for card in DECK for text in _spellings(card)}
_CARDS |= {EMPTY_TEXT: EMPTY, JOKER_TEXT: JOKER}
