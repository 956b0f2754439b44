"""The flags of games' options at the command line, derived from how each option is declared."""

import argparse
from typing import Any, TypeAlias

from cardhouse.games import GAMES
from cardhouse.games.game import AnyGame, Json
from cardhouse.games.option import Option, Switch
from cardhouse.games.refusal import BadSetup, shown

Commands: TypeAlias = "argparse._SubParsersAction[Any]"
"""What commands are added to."""

MOST_DIGITS = 100
"""More digits than any seed has."""


def add_game(command: argparse.ArgumentParser) -> None:
    """Let a command take a game and its options."""
    command.add_argument("game", help=", ".join(GAMES))
    for name in option_names():
        declared = [
            (game.title, option) for game in GAMES.values() for option in _named(game, name)
        ]
        flag, help_text = _flag(declared[0][1]), "; ".join(f"{t}: {_help(o)}" for t, o in declared)
        if _takes_nothing(declared[0][1]):
            command.add_argument(flag, dest=_place(name), action="store_true", help=help_text)
        else:
            command.add_argument(flag, dest=_place(name), metavar=name.upper(), help=help_text)


def option_names() -> list[str]:
    """Return the names of all games' options, each once."""
    return list(
        dict.fromkeys(option.name for game in GAMES.values() for option in game.options.OPTIONS)
    )


def options_given(game: AnyGame, given: argparse.Namespace) -> Json:
    """Return the options that were given, by the names that the game has for them.

    :raises BadSetup: if the game has no such option.
    """
    chosen = {}
    for name in given_flags(given):
        option = next(iter(_named(game, name)), None)
        if option is None:
            raise BadSetup("bad_option", f"{game.title} has no {_flag(_any_named(name))}")
        chosen[name] = _value(option, getattr(given, _place(name)))
    return chosen


def given_flags(given: argparse.Namespace) -> list[str]:
    """Return the names of the options that were given."""
    return [name for name in option_names() if getattr(given, _place(name)) not in (None, False)]


def whole_number(text: str, what: str, most: int, least: int = 0) -> int:
    """Read a whole number from *least* to *most*."""
    if (
        text.isascii()
        and text.isdigit()
        and len(text) <= MOST_DIGITS
        and least <= int(text) <= most
    ):
        return int(text)
    raise argparse.ArgumentTypeError(
        f"{what} is a number from {least} to {most:,}, not {shown(text)}"
    )


def _place(name: str) -> str:
    return f"option_{name}"


def _named(game: AnyGame, name: str) -> list[Option]:
    return [option for option in game.options.OPTIONS if option.name == name]


def _any_named(name: str) -> Option:
    return next(option for game in GAMES.values() for option in _named(game, name))


def _takes_nothing(option: Option) -> bool:
    return isinstance(option, Switch) or option.flag_value is not None


def _flag(option: Option) -> str:
    """Return an option's flag; one that is on without it is turned off by it."""
    off = isinstance(option, Switch) and option.default is True
    return option.flag or f"--{'no-' if off else ''}{option.name.replace('_', '-')}"


def _help(option: Option) -> str:
    if _takes_nothing(option):
        off = isinstance(option, Switch) and option.default is True
        return f"do not {option.text}" if off else option.text
    default = "" if option.default is None else f" (default {option.default})"
    return f"{option.text}{default}"


def _value(option: Option, given: object) -> object:
    if isinstance(option, Switch):
        return not option.default
    return option.flag_value if given is True else option.parse(str(given))
