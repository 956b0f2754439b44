"""``cardhouse lab …``: does the study that the flags ask for, prints it, and writes its files."""

import argparse
import re
from collections.abc import Callable, Iterable
from typing import TypedDict

from cardhouse.core.twin import Knobs
from cardhouse.flags import options_given
from cardhouse.games import game_named
from cardhouse.games.refusal import BadSetup, shown
from cardhouse.lab.comparison import Comparison, compare
from cardhouse.lab.files import check_plot, check_table
from cardhouse.lab.interrupt import stopped_once
from cardhouse.lab.joker_study import JokerStudy, jokers
from cardhouse.lab.knob_sweep import Sweep, sweep
from cardhouse.lab.level_rows import read_rows
from cardhouse.lab.level_study import LevelStudy, game_with_levels, levels
from cardhouse.lab.result import Result
from cardhouse.lab.simulation import Simulation, simulate

DONE, INTERRUPTED = 0, 130
NOTHING_DONE = "Stopped before anything was done."
PAGE_ROUNDS = 20_000
"""How many rounds of each joker the page of all jokers tells of."""

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def study(given: argparse.Namespace) -> int:
    """Do the study that was asked for; return an exit code.

    :raises Refusal: if it cannot be done so.
    """
    with stopped_once():
        check_table(given.out)
        check_plot(given.plot)
        try:
            result = STUDIES[given.study](given)
        except KeyboardInterrupt:
            print(NOTHING_DONE)
            return INTERRUPTED
        print(result)
        if given.out:
            result.save(given.out)
        if given.plot:
            result.plot(given.plot)
        return INTERRUPTED if result.stopped else DONE


class Amount(TypedDict):
    """How much every study plays."""

    games: int
    seed: int
    workers: int | None


class Setting(Amount):
    """What a study of one game has besides."""

    options: dict[str, object]
    knobs: Knobs
    limit: int | None


def _amount(given: argparse.Namespace) -> Amount:
    return {"games": given.games, "seed": given.seed, "workers": given.workers}


def _setting(given: argparse.Namespace) -> Setting:
    options, knobs = options_given(game_named(given.game), given), read_knobs(given.set)
    return {**_amount(given), "options": options, "knobs": knobs, "limit": given.limit}


def _simulate(given: argparse.Namespace) -> Simulation:
    return simulate(given.game, given.agent, **_setting(given))


def _compare(given: argparse.Namespace) -> Comparison:
    own = {"first_knobs": read_knobs(given.set_a), "second_knobs": read_knobs(given.set_b)}
    return compare(given.game, given.first, given.second, **own, **_setting(given))


def _levels(given: argparse.Namespace) -> LevelStudy:
    check_table(given.write, (".py",))
    rows = None if given.rows is None else read_rows(given.rows, game_with_levels().levels)
    found = levels(given.agent, given.beside, rows=rows, **_amount(given))
    if given.write:
        found.write(given.write)
    return found


def _jokers(given: argparse.Namespace) -> JokerStudy:
    check_table(given.page, (".md",))
    if given.page and (given.alone or given.out or given.plot):
        sentence = "--page writes a page of its own: leave out --alone, --out and --plot"
        raise BadSetup("bad_flags", sentence)
    amount = _amount(given)
    amount["games"] = PAGE_ROUNDS if given.page else given.games
    found = jokers(pairs=not (given.alone or given.page), **amount)
    if given.page and not found.stopped:
        found.write_page(given.page)
    return found


def _sweep(given: argparse.Namespace) -> Sweep:
    bounds = given.knob, given.low, given.high
    return sweep(given.game, *bounds, steps=given.steps, agent=given.agent, **_setting(given))


STUDIES: dict[str, Callable[[argparse.Namespace], Result]] = {
    "simulate": _simulate,
    "compare": _compare,
    "levels": _levels,
    "jokers": _jokers,
    "sweep": _sweep,
}


def read_knobs(texts: Iterable[str]) -> Knobs:
    """Read knobs as they are typed: ``SCORCH_MOVES=5``, ``POINTS=0,50,120``.

    >>> read_knobs(["SCORCH_MOVES=5", "BASE_MULT=1,2"])
    {'SCORCH_MOVES': 5, 'BASE_MULT': (1, 2)}

    :raises BadSetup: if a text is none, or names a knob again.
    """
    knobs: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        numbers = value.split(",")
        if not equals or not all(_WHOLE.fullmatch(number.strip()) for number in numbers):
            sentence = f"a knob is set as NAME=5 or NAME=1,2,3, in whole numbers, not {shown(text)}"
            raise BadSetup("bad_knob", sentence)
        if name in knobs:
            raise BadSetup("bad_knob", f"the knob {shown(name)} is set twice")
        whole = tuple(map(int, numbers))
        knobs[name] = whole if "," in value else whole[0]
    return knobs
