"""What a game has that says nothing about it."""

from cardhouse.games import plain
from cardhouse.games.words import TYPED


class Anything:
    """A state of which nothing is asked."""


def test_a_plain_game_has_no_options():
    options = {}
    plain.settle(options, {})
    plain.set_options(Anything(), options)
    assert plain.options_of({"score": 3}) == options == {}
    assert not plain.OPTIONS


def test_a_plain_game_promises_nothing_of_a_move():
    s = Anything()
    assert plain.worth(s, 3) == plain.opens(s, 3) == 0
    assert not plain.spends(s, 3)
    assert not plain.is_free(s, 3)
    assert plain.prospect(s, 3) == 3


def test_a_plain_game_tells_numbers():
    told = plain.event_dicts([(4, 1, 2)], TYPED)
    assert told == [{"event": "4", "facts": [1, 2], "text": ""}]
