"""Small drawings of figures, ranks and suits, a letter a dot."""

import numpy as np

from cardhouse.engine.records import Array

INK = "#"

FIGURES = """
.###. ..#.. .###. ####. ...#. ##### .###. ##### .###. .###. ##### ..### .###. #...# .###.
#...# .##.. #...# ....# ..##. #.... #.... ....# #...# #...# ..#.. ...#. #...# #..#. #...#
#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# ..#.. ...#. #...# #.#.. #...#
#.#.# ..#.. ...#. .###. #..#. ....# ####. ...#. .###. .#### ..#.. ...#. #...# ##... #####
##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# ..#.. ...#. #.#.# #.#.. #...#
#...# ..#.. .#... ....# ...#. #...# #...# ..#.. #...# ....# ..#.. #..#. #..#. #..#. #...#
.###. .###. ##### ####. ...#. .###. .###. ..#.. .###. .###. ..#.. .##.. .##.# #...# #...#
"""
"""Figures and ranks, five dots wide and seven high."""
FIGURE_LETTERS = "0123456789TJQKA"

MARKS = """
..... .....
#.#.# ..#..
.###. .###.
##### #####
.###. .###.
#.#.# ..#..
..... .....
"""
"""A joker or a bomb, and a swapper."""
MARK_LETTERS = "*+"

SIGNS = """
..###.. ...#... .##.##. ...#...
..###.. ..###.. ####### ..###..
##.#.## .#####. ####### .#####.
####### ####### ####### #######
##.#.## .#####. .#####. #######
...#... ..###.. ..###.. ...#...
..###.. ...#... ...#... ..###..
"""
"""Clubs, diamonds, hearts and spades, seven dots wide and high."""
SIGN_LETTERS = "cdhs"


def _read(drawings: str, letters: str) -> dict[str, Array]:
    """Return each drawing as an array of dots."""
    rows = [line.split() for line in drawings.split("\n") if line]
    return {
        letter: np.array([[dot == INK for dot in row[i]] for row in rows])
        for i, letter in enumerate(letters)
    }


GLYPHS: dict[str, Array] = (
    _read(FIGURES, FIGURE_LETTERS) | _read(MARKS, MARK_LETTERS) | _read(SIGNS, SIGN_LETTERS)
)
"""Every drawing by its letter."""
