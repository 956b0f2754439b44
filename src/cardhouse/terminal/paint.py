"""Colour and signs, where the terminal has them."""

import os
import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from textwrap import fill
from typing import TextIO

from cardhouse.core.cards import (
    EMPTY,
    JOKER,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SIGNS,
    parse_card,
    rank_of,
    suit_of,
)
from cardhouse.games.shape import Told

SUIT_COLOURS = ("32", "36", "31", "1")
"""Clubs green, diamonds cyan, hearts red, spades bold: four that differ in any theme."""
WIDTH = 78
"""How long a line may be."""
RED, YELLOW, DIM, BOLD = "1;31", "33", "2", "1"

BOX = {"top": "┌─┐", "side": "│", "bottom": "└─┘"}
LETTERS = str.maketrans("×" + SUIT_SIGNS, "x" + SUIT_LETTERS)
CARD = re.compile(r"(?<!All )\b([2-9TJQKA])([cdhs])\b")
"""A card in a sentence; the 6s of a joker's name are none."""
PLAIN_BOX = {"top": "+-+", "side": "|", "bottom": "+-+"}


@dataclass(frozen=True)
class Paint:
    """How to draw on one output: with colour or without, with suit signs or letters."""

    colour: bool = False
    signs: bool = False

    def text(self, text: str, code: str) -> str:
        """Return *text* in a colour, where there is colour."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def card(self, text: str) -> str:
        """Return a card, two letters wide, in its suit's colour."""
        card = parse_card(text)
        if card in (EMPTY, JOKER):
            return self.text(text, DIM if card == EMPTY else YELLOW)
        suits = SUIT_SIGNS if self.signs else SUIT_LETTERS
        drawn = RANK_LETTERS[rank_of(card)] + suits[suit_of(card)]
        return self.text(drawn, SUIT_COLOURS[suit_of(card)])

    def words(self, text: str) -> str:
        """Return a text with signs for the suits of its cards, or with letters for all signs."""
        if not self.signs:
            return text.translate(LETTERS)
        return CARD.sub(lambda card: card[1] + SUIT_SIGNS[SUIT_LETTERS.index(card[2])], text)

    @property
    def box(self) -> dict[str, str]:
        """The lines around a board."""
        return BOX if self.signs else PLAIN_BOX


LETTER_COMMANDS = {"h": "hint", "m": "moves", "u": "undo", "s": "save", "?": "help", "q": "quit"}
"""Commands by one letter, where no game has another use for it."""


def sentences(events: Iterable[Told], unsaid: Container[str]) -> str:
    """Tell what happened, in sentences, but for what the board shows anyway."""
    texts = [event["text"] for event in events if event["event"] not in unsaid and event["text"]]
    return fill(" ".join(f"{text[0].upper()}{text[1:]}." for text in texts), WIDTH)


def paint_for(out: TextIO) -> Paint:
    """Return how to draw on *out*: no colour if it is not a terminal or ``NO_COLOR`` is set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    try:
        (SUIT_SIGNS + BOX["top"]).encode(getattr(out, "encoding", None) or "ascii")
        signs = True
    except (UnicodeEncodeError, LookupError):
        signs = False
    return Paint(colour=wanted and out.isatty(), signs=signs)
