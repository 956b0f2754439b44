"""Which study a command asks for; every one prints its report and returns an exit code."""

import argparse
from collections.abc import Callable

from cardhouse.lab import compare, jokers, levels, simulate, sweep
from cardhouse.lab.crew import stopped_once

STUDIES: dict[str, Callable[[argparse.Namespace], int]] = {
    "simulate": simulate.study,
    "compare": compare.study,
    "levels": levels.study,
    "jokers": jokers.study,
    "sweep": sweep.study,
}


def study(given: argparse.Namespace) -> int:
    """Do the study that was asked for.

    :raises Refusal: if it cannot be done so.
    """
    with stopped_once():
        return STUDIES[given.study](given)
