"""Options as they are declared: what each takes, what it refuses, and what schemas say of it."""

import pytest

from cardhouse import BadSetup
from cardhouse.games import GAMES
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.options import level_flaw
from cardhouse.games.option import Choice, Names, Option, Switch, WholeNumber

DICE = WholeNumber("dice", "how many dice", 1, low=0, high=5)
BET = WholeNumber("bet", "a bet, perhaps", None, low=1, high=9, optional=True)
MODE = Choice("mode", "how to play", "calm", words=("calm", "wild"))
SHOUT = Switch("shout", "whether to shout", default=False)
FRIENDS = Names("friends", "who comes along", None, most=2)


@pytest.mark.parametrize(
    ("option", "value"),
    [(DICE, 5), (BET, None), (BET, 9), (MODE, "wild"), (SHOUT, True), (FRIENDS, None)],
)
def test_what_an_option_takes_it_keeps(option, value):
    assert option.read(value) == value


def test_names_are_kept_as_they_are_written():
    assert FRIENDS.read(("Ann", "Bob")) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        (DICE, 6, "dice is a number from 0 to 5, not 6"),
        (DICE, None, "dice is a number from 0 to 5, not None"),
        (DICE, True, "dice is a number from 0 to 5, not True"),
        (MODE, "loud", "mode is calm or wild, not 'loud'"),
        (SHOUT, 1, "shout is true or false, not 1"),
        (FRIENDS, "Ann", "friends is a list of names, not 'Ann'"),
        (FRIENDS, ["Ann", "Bob", "Cy"], "there are at most 2 friends, not 3"),
    ],
)
def test_what_an_option_refuses_it_says(option, value, sentence):
    with pytest.raises(BadSetup) as refused:
        option.read(value)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [(DICE, "4", 4), (DICE, "-4", -4), (FRIENDS, " Ann,Bob ", ["Ann", "Bob"]), (FRIENDS, "", [])],
)
def test_a_flag_is_read_as_it_is_typed(option, text, value):
    assert option.parse(text) == value


@pytest.mark.parametrize("text", ["four", "4.0", "", "٤", "9" * 101])
def test_a_flag_that_is_no_number_is_refused(text):
    with pytest.raises(BadSetup, match="dice is a number from 0 to 5"):
        DICE.parse(text)


def test_a_word_is_read_as_it_stands():
    assert MODE.parse("wild") == "wild"


def test_schemas_say_what_an_option_takes():
    assert DICE.schema() == {"type": "integer", "minimum": 0, "maximum": 5}
    assert BET.schema()["type"] == ["integer", "null"]
    assert MODE.schema() == {"type": "string", "enum": ["calm", "wild"]}
    assert SHOUT.schema() == {"type": "boolean"}
    assert FRIENDS.schema()["maxItems"] == 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_takes_its_own_defaults(game):
    assert game.read_options(game.defaults) == game.read_options({})
    for option in game.options.OPTIONS:
        assert isinstance(option, Option)
        assert option.read(option.default) == option.default


def test_a_game_without_options_says_so():
    with pytest.raises(BadSetup, match="Solitaire Crush has no option 'level'; it has none"):
        GAMES["crush"].read_options({"level": 1})


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({}, ""),
        ({"moves": 0}, "moves is a number from 1 to 1,000, not 0"),
        ({"bombs": "many"}, "bombs is a number from 0 to 12, not 'many'"),
        ({"fuse_low": 20}, "fuse_high must be 20 or more, as fuse_low is, not 9"),
    ],
)
def test_boom_29_the_numbers_of_a_level_are_checked(numbers, sentence):
    assert level_flaw(LEVELS[0]._asdict() | numbers) == sentence
