"""What can be chosen before a game of Poker Boom."""

from collections.abc import Mapping
from typing import Any

from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.rules import ENDLESS, LEVEL, MOST_BOMBS, State
from cardhouse.games.game import BadSetup, shown

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

DEFAULTS = {"mode": "level", "level": 1, "shape": "any"}


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return *given* with every option filled in.

    >>> read_options({"level": 3})
    {'mode': 'level', 'level': 3, 'shape': 'any'}

    :raises BadSetup: if an option or its value is unknown.
    """
    for name in given:
        if name not in DEFAULTS:
            raise BadSetup(
                "unknown_option",
                f"Poker Boom has no option {shown(name)}; it has {', '.join(DEFAULTS)}",
            )
    options = DEFAULTS | dict(given)
    _check_choice("mode", options["mode"], MODES)
    _check_choice("shape", options["shape"], SHAPES)
    if options["mode"] == "endless":
        if given.get("level") is not None:
            raise BadSetup("bad_option", "endless mode has no levels")
        options["level"] = None
    else:
        _check_level(options["level"])
    return options


def set_options(s: State, options: Mapping[str, Any]) -> None:
    """Write options, as `read_options` returns them, into a fresh state."""
    s.mode = MODES[options["mode"]]
    s.path_only = SHAPES[options["shape"]]
    if s.mode == LEVEL:
        level = LEVELS[options["level"] - 1]
        s.level = options["level"]
        for name, (field, _, _) in LEVEL_NUMBERS.items():
            setattr(s, field, getattr(level, name))


def level_flaw(numbers: Mapping[str, Any]) -> str:
    """Return what is wrong with the numbers of a level, all of them given, or nothing.

    >>> level_flaw(LEVELS[0]._asdict() | {"fuse_low": 20})
    'fuse_high must be 20 or more, as fuse_low is, not 9'
    """
    for name, (_, least, most) in LEVEL_NUMBERS.items():
        if type(numbers[name]) is not int or not least <= numbers[name] <= most:
            return f"{name} is a number from {least} to {most:,}, not {shown(numbers[name])}"
    low, high = numbers["fuse_low"], numbers["fuse_high"]
    return f"fuse_high must be {low} or more, as fuse_low is, not {high}" if low > high else ""


def _check_choice(name: str, value: object, choices: Mapping[str, int]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise BadSetup("bad_option", f"{name} is {' or '.join(choices)}, not {shown(value)}")


def _check_level(level: object) -> None:
    if type(level) is not int or not 1 <= level <= len(LEVELS):
        raise BadSetup(
            "bad_option", f"level is a number from 1 to {len(LEVELS)}, not {shown(level)}"
        )
