"""The flags of ``cardhouse lab …``; what they ask for is done by `cardhouse.lab.command`.

This module and what it imports is standard library, so that help needs nothing else.
"""

import argparse
import os
from collections.abc import Callable
from functools import partial

from cardhouse.flags import Commands, add_game, whole_number

MOST_GAMES = 100_000_000
"""More would not fit the memory: a game takes 13 bytes."""
MOST_LEVEL_GAMES = 1_000_000
MOST_JOKER_GAMES = 200_000
"""Of each level, joker and pair: their scores are kept."""
MOST_SEED = 10**18
WORKERS_A_CORE = 8
"""More would only stand in each other's way."""
LONGEST_GAME = 10**9
MOST_STEPS = 1_000

Do = Callable[[argparse.Namespace], int]


def add_studies(studies: Commands, do: Do) -> None:
    """Add every study to the command line."""
    for name, add, text in (
        ("simulate", _add_simulate, "let an agent play many games, and say what they come to"),
        ("compare", _add_compare, "let two agents, or one with two settings, play the same games"),
        ("levels", _add_levels, "measure the levels of a game and propose their targets"),
        ("jokers", _add_jokers, "measure the jokers of a game, alone and in pairs"),
        ("sweep", _add_sweep, "measure along a knob, or along an option such as level"),
    ):
        command = studies.add_parser(name, help=text, description=text)
        add(command)
        command.set_defaults(do=do, study=name)


def _add_simulate(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--agent", metavar="A", default="random", help="who plays (default random)"
    )
    _add_bulk(command, games=10_000)
    _add_knobs(command)
    _add_limit(command)
    _add_files(command, out="every game: .csv or .parquet")


def _add_compare(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("first", metavar="A", help="an agent")
    command.add_argument("second", metavar="B", nargs="?", help="another (default: the same)")
    _add_bulk(command, games=10_000)
    _add_knobs(command)
    for side in "ab":
        command.add_argument(
            f"--set-{side}",
            action="append",
            default=[],
            metavar="KNOB=VALUE",
            help=f"turn a knob for {side.upper()} alone",
        )
    _add_limit(command)
    _add_files(command, out="every pair of games: .csv or .parquet")


def _add_levels(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--agent", metavar="A", default="casual", help="the reference bot (default casual)"
    )
    command.add_argument("--beside", metavar="B", help="another bot, measured beside it")
    _add_bulk(command, games=10_000, most=MOST_LEVEL_GAMES)
    command.add_argument("--rows", metavar="FILE", help="measure these levels, not those shipped")
    command.add_argument("--write", metavar="FILE", help="write the proposed levels: .py")
    _add_files(command, out="the table: .csv or .parquet")


def _add_jokers(command: argparse.ArgumentParser) -> None:
    what = "rounds of a joker and of a pair"
    _add_bulk(command, games=1_000, what=what, most=MOST_JOKER_GAMES)
    command.add_argument("--alone", action="store_true", help="no pairs")
    command.add_argument("--page", metavar="FILE", help="write the page of all jokers alone: .md")
    _add_files(command, out="every joker and every pair: .csv or .parquet")


def _add_sweep(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("knob", metavar="KNOB", help="a knob of one number, or an option as level")
    command.add_argument(
        "low", metavar="FROM", type=_number("a bound", MOST_SEED), help="its first value"
    )
    command.add_argument(
        "high", metavar="TO", type=_number("a bound", MOST_SEED), help="its last value"
    )
    command.add_argument(
        "--steps",
        type=_number("steps", MOST_STEPS, 2),
        metavar="N",
        default=9,
        help="how many values (default 9 at most)",
    )
    command.add_argument(
        "--agent", metavar="A", default="random", help="who plays (default random)"
    )
    _add_bulk(command, games=10_000, what="games of each value")
    _add_knobs(command)
    _add_limit(command)
    _add_files(command, out="the table: .csv or .parquet")


# -- parts that several have ----------------------------------------------------


def _add_bulk(
    command: argparse.ArgumentParser, games: int, what: str = "games", most: int = MOST_GAMES
) -> None:
    command.add_argument(
        "--games",
        type=_number("games", most, 1),
        metavar="N",
        default=games,
        help=f"{what} (default {games:,})",
    )
    command.add_argument(
        "--seed",
        type=_number("the first seed", MOST_SEED),
        metavar="S",
        default=0,
        help="the first seed (default 0)",
    )
    command.add_argument(
        "--workers",
        type=_number("workers", WORKERS_A_CORE * (os.cpu_count() or 1), 1),
        metavar="N",
        help="how many processes (default: one a core)",
    )


def _add_knobs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KNOB=VALUE",
        help="turn a knob of the rules: SCORCH_MOVES=5, POINTS=0,50,…",
    )


def _add_limit(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--limit",
        type=_number("a limit", LONGEST_GAME, 1),
        metavar="MOVES",
        help="the most moves of a game (100,000)",
    )


def _add_files(command: argparse.ArgumentParser, out: str) -> None:
    command.add_argument("--out", metavar="FILE", help=out)
    command.add_argument("--plot", metavar="FILE", help="a plot: .png, .svg or .pdf")


def _number(what: str, most: int, least: int = 0) -> Callable[[str], int]:
    """Return what reads a number."""
    return partial(whole_number, what=what, most=most, least=least)
