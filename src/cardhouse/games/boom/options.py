"""What can be chosen before a game of Poker Boom."""

from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.state import ENDLESS, LEVEL, MOST_BOMBS, State
from cardhouse.games.option import Choice, WholeNumber
from cardhouse.games.refusal import BadSetup, shown
from cardhouse.games.shape import Given, Json

MODES = {"level": LEVEL, "endless": ENDLESS}
SHAPES = {"any": 0, "path": 1}

LEVEL_NUMBERS = {
    "target": ("target", 1, 10**9),
    "moves": ("moves_left", 1, 1_000),
    "bombs": ("opening", 0, MOST_BOMBS),
    "every": ("every", 0, 1_000),
    "fuse_low": ("fuse_low", 1, 1_000),
    "fuse_high": ("fuse_high", 1, 1_000),
}
"""BOOM-25, BOOM-26: the numbers of a level: where a state has them, and how far they may go."""

OPTIONS = (
    Choice(
        "mode",
        "a level, or endless play without a target",
        "level",
        "--endless",
        "endless",
        tuple(MODES),
    ),
    WholeNumber("level", "the level", 1, low=1, high=len(LEVELS), optional=True),
    Choice("shape", "any five connected cells, or only a path", "any", words=tuple(SHAPES)),
)


def settle(options: Json, given: Given) -> None:
    """Give endless mode no level.

    :raises BadSetup: if one was given, or none in level mode.
    """
    if options["mode"] == "endless":
        if given.get("level") is not None:
            raise BadSetup("bad_option", "endless mode has no levels")
        options["level"] = None
    elif options["level"] is None:
        raise BadSetup("bad_option", f"level is a number from 1 to {len(LEVELS)}, not None")


def set_options(s: State, options: Given) -> None:
    """Write options, as `Game.read_options` returns them, into a fresh state."""
    s.mode = MODES[options["mode"]]
    s.path_only = SHAPES[options["shape"]]
    if s.mode == LEVEL:
        level = LEVELS[options["level"] - 1]
        s.level = options["level"]
        for name, (field, _, _) in LEVEL_NUMBERS.items():
            setattr(s, field, getattr(level, name))


def options_of(position: Given) -> Json:
    """Return the options that a position, by the keys of a view, stands for."""
    return {key: position[key] for key in ("mode", "level") if key in position}


def level_flaw(numbers: Given) -> str:
    """Return what is wrong with the numbers of a level, all of them given, or nothing.

    >>> level_flaw(LEVELS[0]._asdict() | {"fuse_low": 20})
    'fuse_high must be 20 or more, as fuse_low is, not 9'
    """
    for name, (_, least, most) in LEVEL_NUMBERS.items():
        if type(numbers[name]) is not int or not least <= numbers[name] <= most:
            return f"{name} is a number from {least} to {most:,}, not {shown(numbers[name])}"
    low, high = numbers["fuse_low"], numbers["fuse_high"]
    return f"fuse_high must be {low} or more, as fuse_low is, not {high}" if low > high else ""
