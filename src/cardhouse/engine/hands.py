"""Poker hands classified by the million."""

from functools import cache
from typing import Any

import numpy as np

from cardhouse.core.poker import TALLIES
from cardhouse.core.twin import twin_of
from cardhouse.engine import hand_loops
from cardhouse.engine.cache import cache_folder, caching
from cardhouse.engine.cpu import engine_for
from cardhouse.engine.records import Array

HAND_CARDS = 5


def classify(hands: Array, out: Array | None = None) -> Array:
    """Return what every five cards make: a number of `cardhouse.core.poker.HAND_NAMES` a row.

    A card may be there twice.  A number that is not a card counts for nothing.  Rows of uint8
    are the fastest.

    >>> from cardhouse.core.cards import parse_card
    >>> texts = ("Ah 2h 3h 4h 5h", "7c 7c 7c 7c 7c", "2c 2d 9h 9s Kc")
    >>> classify([[parse_card(card) for card in text.split()] for text in texts]).tolist()
    [8, 7, 2]

    :raises ValueError: if these are not rows of five whole numbers, each that of a card.
    """
    cards = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] != HAND_CARDS or cards.dtype.kind not in "iu":  # noqa: PLR2004
        raise ValueError(f"hands must be rows of {HAND_CARDS} cards, each a whole number")
    negative = cards.size and cards.dtype.kind == "i" and cards.min() < 0
    if negative or (cards.size and cards.max() >= len(TALLIES)):
        raise ValueError(f"a card is a number from 0 to {len(TALLIES) - 1}")
    made = np.empty(len(cards), np.uint8) if out is None else out
    if made.shape != cards.shape[:1] or made.dtype != np.uint8:
        raise ValueError(f"the answers must be an array of {len(cards)} uint8 numbers")
    room = np.empty(hand_loops.BLOCK, np.int64)
    compiled_hand_loops().classify_all(cards.astype(np.uint8, copy=False), made, room)
    return made


@cache
def compiled_hand_loops() -> Any:
    """Return the loops over hands, compiled."""
    folder = cache_folder([hand_loops.__name__])
    with caching(folder):
        return twin_of(hand_loops, engine=engine_for(folder is not None))
