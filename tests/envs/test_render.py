"""Showing a game: the terminal's drawing, and a image."""

import numpy as np
import pytest

from cardhouse import new, place
from cardhouse.envs.image import (
    CARD,
    GAP,
    HEAD,
    HEIGHT,
    ICE,
    RED,
    SOOT,
    SUIT_COLOURS,
    WIDTH,
    image_of,
)
from cardhouse.envs.settings import RENDER_MODES
from cardhouse.terminal.boom import draw
from cardhouse.terminal.paint import Paint
from tests.envs.kit import every_game, made, made_vec, only


def has(part, colour):
    return bool((part == colour).all(axis=-1).any())


def place_of(image, row, column):
    top, left = HEAD + row * HEIGHT, column * WIDTH
    return image[top : top + HEIGHT, left : left + WIDTH]


@every_game
def test_a_image_is_large_enough_and_shows_each_suit(name):
    env = made(name, render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    board = new(name, seed=1).view()["board"]
    assert image.dtype == np.uint8
    assert image.shape[0] >= HEAD + len(board) * HEIGHT
    around = 1 if name == "boom" else 0
    for row, cards in enumerate(board):
        for column, card in enumerate(cards):
            part = place_of(image, row + around, column + around)
            assert has(part, CARD) == (card != "--")
            for suit, colour in zip("cdhs", SUIT_COLOURS, strict=True):
                assert has(part, colour) == (card[1] == suit), card


def test_cards_of_different_ranks_look_different():
    ranks = "23456789TJQKA"
    view = {"board": [[f"{rank}h" for rank in ranks]], "score": 0}
    image = image_of(view)
    parts = {place_of(image, 0, column).tobytes() for column in range(len(ranks))}
    assert len(parts) == len(ranks)


def test_marks_are_drawn_on_cards_and_around_them():
    scorch = [[0] * 5 for _ in range(10)]
    scorch[2][3] = 3
    bombs = [{"side": "right", "index": 4, "fuse": 12}, {"side": "bottom", "index": 1, "fuse": 1}]
    view = place("boom", {"scorch": scorch, "bombs": bombs}, seed=1).view()
    image = image_of(view)
    assert has(place_of(image, 3, 4), SOOT)
    assert not has(place_of(image, 3, 3), SOOT)
    assert has(place_of(image, 5, 6), CARD)  # what is left of the fuse
    assert has(place_of(image, 11, 2), RED)

    view = place("grid", {"frozen": [[1, 2]]}, seed=1).view()
    assert (place_of(image_of(view), 1, 2)[GAP, GAP:-GAP] == ICE).all()
    assert not has(place_of(image_of(view), 2, 1), ICE)

    view = new("crush", seed=1).view()
    view["tags"][6][:2] = ["bomb", "swapper"]
    assert has(place_of(image_of(view), 6, 0), RED)
    assert has(place_of(image_of(view), 6, 1), ICE)


@only("boom")
def test_the_text_is_what_the_terminal_draws(name):
    env = made(name, render_mode="ansi", level=3)
    env.reset(seed=1)
    view = new(name, seed=1, level=3).view()
    assert env.render() == draw(view, Paint(colour=True, signs=True))


@every_game
def test_many_games_are_shown_one_by_one(name):
    single = made(name, render_mode="ansi")
    envs = made_vec(name, 2, render_mode="ansi")
    envs.reset(seed=7)
    single.reset(seed=8)
    assert envs.render()[1] == single.render()
    assert envs.render()[0] != envs.render()[1]


@only("crush")
def test_nothing_is_shown_where_nothing_was_asked_for(name):
    env = made(name)
    env.reset(seed=1)
    assert env.render() is None
    assert set(env.metadata["render_modes"]) == set(RENDER_MODES)
    with pytest.raises(ValueError, match="render_mode is None or ansi or rgb_array, not 'oil'"):
        type(env)(name, render_mode="oil")
