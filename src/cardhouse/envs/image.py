"""A table as an image: cards with their ranks and suits, drawn with NumPy alone."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np

from cardhouse.core.cards import EMPTY_TEXT, JOKER_TEXT, SUIT_LETTERS
from cardhouse.engine.records import Array
from cardhouse.envs.glyphs import GLYPHS
from cardhouse.games.game import Json

Colour = tuple[int, int, int]
T = TypeVar("T")

HEIGHT, WIDTH, GAP = 44, 34, 2
"""The size of a place on the table, and of the gap around a card."""
HEAD = 28
"""The height of the bar with the score."""
SCALE = 2
"""How many pixels wide and high a dot is."""

FELT, SLOT, CARD, BLACK = (22, 74, 58), (17, 58, 45), (246, 243, 232), (20, 20, 24)
SUIT_COLOURS = ((20, 130, 60), (25, 95, 200), (200, 30, 40), BLACK)
"""Clubs green, diamonds blue, hearts red, spades black: four that differ."""
GOLD, RED, ICE, SOOT = (220, 160, 30), (200, 40, 40), (60, 170, 235), (150, 130, 118)
TAG_SIGNS = {"bomb": ("*", RED), "swapper": ("+", ICE)}


def image_of(view: Json) -> Array:
    """Return what the table shows as an image: rows, columns, and red, green and blue."""
    board = view["board"]
    margin = 1 if "bombs" in view else 0  # the bombs stand around the board
    rows, columns = len(board) + 2 * margin, len(board[0]) + 2 * margin
    image = np.empty((HEAD + rows * HEIGHT, columns * WIDTH, 3), np.uint8)
    image[:] = FELT
    _write(image, str(view["score"]), 7, 8, GOLD)
    for (row, column), card in _cells(board):
        _draw_card(_place(image, row + margin, column + margin), card)
    _draw_marks(image, view, margin)
    return image


def _place(image: Array, row: int, column: int) -> Array:
    """Return the part of the image that is one place on the table."""
    top, left = HEAD + row * HEIGHT, column * WIDTH
    return image[top : top + HEIGHT, left : left + WIDTH]


def _draw_card(place: Array, card: str) -> None:
    inside = place[GAP:-GAP, GAP:-GAP]
    inside[:] = SLOT if card == EMPTY_TEXT else CARD
    if card == JOKER_TEXT:
        _write(place, "*", 15, 12, GOLD)
    elif card != EMPTY_TEXT:
        rank, suit = card[0], card[1]
        colour = SUIT_COLOURS[SUIT_LETTERS.index(suit)]
        _write(place, rank, 5, 5, colour)
        _write(place, suit, 24, 15, colour)


def _draw_marks(image: Array, view: Json, margin: int) -> None:
    """Draw what lies on the cards or beside them: scorch, freezes, tags and bombs."""
    for (row, column), timer in _cells(view.get("scorch", ())):
        if timer:
            _scorch(_place(image, row + margin, column + margin), timer)
    for row, column in view.get("frozen", ()):
        _frame(_place(image, row, column), ICE)
    for (row, column), tag in _cells(view.get("tags", ())):
        if tag:
            sign, colour = TAG_SIGNS[tag]
            _write(_place(image, row, column), sign, 5, 20, colour)
    for bomb in view.get("bombs", ()):
        _draw_bomb(_place(image, *_beside(bomb, view["board"])), bomb["fuse"])


def _cells(rows: Iterable[Iterable[T]]) -> Iterator[tuple[tuple[int, int], T]]:
    """Go through a board: each cell's row and column, and what is there."""
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            yield (row, column), value


def _scorch(place: Array, timer: int) -> None:
    """Darken a card, and write for how many moves it stays so."""
    inside = place[GAP:-GAP, GAP:-GAP]
    inside[(inside == CARD).all(axis=2)] = SOOT
    _write(place, str(timer), 24, 5, RED)


def _frame(place: Array, colour: Colour) -> None:
    inside = place[GAP:-GAP, GAP:-GAP]
    for edge in (inside[:3], inside[-3:], inside[:, :3], inside[:, -3:]):
        edge[:] = colour


def _beside(bomb: Json, board: list[list[str]]) -> tuple[int, int]:
    """Return the place of a bomb, around the board."""
    along = bomb["index"] + 1
    return {
        "left": (along, 0),
        "right": (along, len(board[0]) + 1),
        "top": (0, along),
        "bottom": (len(board) + 1, along),
    }[bomb["side"]]


def _draw_bomb(place: Array, fuse: int) -> None:
    """Draw a bomb: a round thing with what is left of its fuse."""
    rows, columns = np.ogrid[:HEIGHT, :WIDTH]
    place[(rows - HEIGHT // 2) ** 2 + (columns - WIDTH // 2) ** 2 < (WIDTH // 2 - 1) ** 2] = (
        RED if fuse == 1 else BLACK
    )
    text = str(fuse)
    _write(place, text, HEIGHT // 2 - 7, WIDTH // 2 - 6 * len(text) + 1, CARD)


def _write(image: Array, text: str, top: int, left: int, colour: Colour) -> None:
    """Write figures, ranks and suits; what does not fit is left out."""
    for letter in text:
        dots = GLYPHS[letter].repeat(SCALE, axis=0).repeat(SCALE, axis=1)
        part = image[top : top + dots.shape[0], left : left + dots.shape[1]]
        part[dots[: part.shape[0], : part.shape[1]]] = colour
        left += dots.shape[1] + SCALE
