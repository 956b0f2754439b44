"""What a game's options are called at the command line, and how they are read."""

import argparse
from typing import Any

from cardhouse.games import GAMES
from cardhouse.games.game import BadSetup, Game, shown

MOST_DIGITS = 100
"""More digits than any seed has."""


def add_game(command: argparse.ArgumentParser) -> Any:
    """Let a command take a game and its options; return the group of kinds of game."""
    command.add_argument("game", help=", ".join(GAMES))
    kind = command.add_mutually_exclusive_group()
    kind.add_argument("--level", type=_level, metavar="N", help="a level of Poker Boom (default 1)")
    kind.add_argument("--endless", action="store_true", help="Poker Boom without a target")
    command.add_argument("--shape", help="Poker Boom: any (default) or path")
    command.add_argument(
        "--jokers", metavar="NAMES", help='Poker Grid: jokers to start with, as "Joker,Runner"'
    )
    command.add_argument(
        "--picks", type=_picks, metavar="N", help="Poker Grid: jokers to draft, 0 to 5 (default 1)"
    )
    command.add_argument(
        "--no-auto-freeze", action="store_true", help="Poker Grid: nothing is frozen at first"
    )
    return kind


def options_given(game: Game, given: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given, by the names that the game has for them.

    :raises BadSetup: if the game has no such option.
    """
    flags = {
        "--endless": ("mode", "endless" if given.endless else None),
        "--level": ("level", given.level),
        "--shape": ("shape", given.shape),
        "--jokers": ("jokers", None if given.jokers is None else _names(given.jokers)),
        "--picks": ("picks", given.picks),
        "--no-auto-freeze": ("auto_freeze", False if given.no_auto_freeze else None),
    }
    chosen = {}
    for flag, (option, value) in flags.items():
        if value is not None:
            if option not in game.options.DEFAULTS:
                raise BadSetup("bad_option", f"{game.title} has no {flag}")
            chosen[option] = value
    return chosen


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


def _names(text: str) -> list[str]:
    """Read names with commas between them; an empty text has none."""
    return [name.strip() for name in text.split(",")] if text.strip() else []


def _level(text: str) -> int:
    """Read a level's number."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"a level is a number, not {shown(text)}")
    return int(text)


def _picks(text: str) -> int:
    """Read how many jokers to draft."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"picks is a number from 0 to 5, not {shown(text)}")
    return int(text)
