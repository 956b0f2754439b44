"""What can be chosen before a round of Poker Grid."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from cardhouse.games.game import BadSetup, shown
from cardhouse.games.grid.board import MOST_JOKERS
from cardhouse.games.grid.jokers import NUMBERS_OF, ROSTER
from cardhouse.games.grid.rules import State

LEVELS = ()
LONGEST_NAME = max(map(len, NUMBERS_OF))
DEFAULTS: dict[str, Any] = {"jokers": None, "picks": 1, "auto_freeze": True}


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return *given* with every option filled in; with jokers there is no draft (GRID-21).

    >>> read_options({})
    {'jokers': None, 'picks': 1, 'auto_freeze': True}
    >>> read_options({"jokers": ["joker", "Runner"]})
    {'jokers': ['Joker', 'Runner'], 'picks': 0, 'auto_freeze': True}

    :raises BadSetup: if an option or its value is unknown.
    """
    for name in given:
        if name not in DEFAULTS:
            raise BadSetup(
                "unknown_option",
                f"Poker Grid has no option {shown(name)}; it has {', '.join(DEFAULTS)}",
            )
    options = DEFAULTS | dict(given)
    if options["jokers"] is not None:
        options["jokers"] = _read_jokers(options["jokers"])
        options["picks"] = given.get("picks", 0)
    _check_picks(options["picks"], options["jokers"] is not None)
    if not isinstance(options["auto_freeze"], bool):
        raise BadSetup(
            "bad_option", f"auto_freeze is true or false, not {shown(options['auto_freeze'])}"
        )
    return options


def set_options(s: State, options: Mapping[str, Any]) -> None:
    """Write options, as `read_options` returns them, into a fresh state."""
    s.auto_freeze = int(options["auto_freeze"])
    s.picks_left = options["picks"]
    s.joker_count = len(options["jokers"] or ())
    for place, name in enumerate(options["jokers"] or ()):
        s.jokers[place] = joker_number(name)


def joker_number(name: object) -> int:
    """Return a joker's number, by its name in any case.

    :raises BadSetup: if there is no such joker.
    """
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    if wanted not in NUMBERS_OF:
        near = get_close_matches(wanted[:LONGEST_NAME], NUMBERS_OF, n=1)
        guess = f"; did you mean {ROSTER[NUMBERS_OF[near[0]]].name}?" if near else ""
        raise BadSetup("bad_option", f"there is no joker {shown(name)}{guess}")
    return NUMBERS_OF[wanted]


def _read_jokers(names: object) -> list[str]:
    if not isinstance(names, list | tuple):
        raise BadSetup("bad_option", f"jokers is a list of names, not {shown(names)}")
    if len(names) > MOST_JOKERS:
        raise BadSetup("bad_option", f"there are at most {MOST_JOKERS} jokers, not {len(names)}")
    return [ROSTER[joker_number(name)].name for name in names]


def _check_picks(picks: object, has_jokers: bool) -> None:
    if type(picks) is not int or not 0 <= picks <= MOST_JOKERS:
        raise BadSetup(
            "bad_option", f"picks is a number from 0 to {MOST_JOKERS}, not {shown(picks)}"
        )
    if has_jokers and picks:
        raise BadSetup("bad_option", "a round with chosen jokers has no picks")
