"""What can be chosen before a round of Poker Grid."""

from difflib import get_close_matches

from cardhouse.games.grid.board import MOST_JOKERS
from cardhouse.games.grid.jokers import NUMBERS_OF, ROSTER
from cardhouse.games.grid.state import State
from cardhouse.games.option import Names, Switch, WholeNumber
from cardhouse.games.refusal import BadSetup, shown
from cardhouse.games.shape import Given, Json

LONGEST_NAME = max(map(len, NUMBERS_OF))


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


def joker_name(name: object) -> str:
    """Return a joker's name as it is written.

    :raises BadSetup: if there is no such joker.
    """
    return ROSTER[joker_number(name)].name


OPTIONS = (
    Names(
        "jokers",
        "jokers to start with, no draft",
        None,
        most=MOST_JOKERS,
        named=joker_name,
    ),
    WholeNumber("picks", "jokers to draft", 1, low=0, high=MOST_JOKERS),
    Switch("auto_freeze", "freeze the best pair at the start", True),
    WholeNumber(
        "target", "points that win, not the measured ones", None, low=1, high=10**12, optional=True
    ),
    Switch("bonuses", "let the whole grid multiply a hand", False),
)


def settle(options: Json, given: Given) -> None:
    """Give a round with chosen jokers no draft (GRID-21).

    :raises BadSetup: if picks were given too.
    """
    if options["jokers"] is not None:
        options["picks"] = given.get("picks", 0)
        if options["picks"]:
            raise BadSetup("bad_option", "a round with chosen jokers has no picks")


def options_of(position: Given) -> Json:  # noqa: ARG001
    """Return the options that a position stands for: none."""
    return {}


def set_options(s: State, options: Given) -> None:
    """Write options, as `Game.read_options` returns them, into a fresh state."""
    s.auto_freeze = int(options["auto_freeze"])
    s.target = options["target"] or 0
    s.bonuses = int(options["bonuses"])
    s.chosen = int(options["jokers"] is not None)
    s.picks_left = options["picks"]
    s.joker_count = len(options["jokers"] or ())
    for place, name in enumerate(options["jokers"] or ()):
        s.jokers[place] = joker_number(name)
