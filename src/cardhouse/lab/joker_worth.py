"""What a joker of Poker Grid is worth alone, and what two add to one another.

All rounds are played on the same seeds, with the freezes that auto-freeze
finds, so that a difference between two is a difference between their jokers.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from cardhouse.games.grid import rules
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.lab.bulk import Array
from cardhouse.lab.figures import Estimate, mean_of, share_of
from cardhouse.lab.joker_page import round_scores
from cardhouse.lab.plan import Plan

NAMES = tuple(joker.name for joker in ROSTER[1:])
ALWAYS = 0.95
"""Who surely wins more rounds than this always wins."""
SMALL = 0.01
"""A gain below this part of what a hand makes without jokers is small."""

Names = tuple[str, ...]


class JokerJob(NamedTuple):
    """Rounds to play with some jokers: none, one or two."""

    seeds: range
    jokers: Names


class Worth(NamedTuple):
    """What some jokers make; two are in their better order."""

    jokers: Names
    points: Estimate
    """Points a hand."""
    won: Estimate
    """The share of rounds that reach the target."""
    gain: Estimate
    """Points a hand that they make more than no joker does."""
    added: tuple[Estimate, ...] = ()
    """Points a hand that each of two adds to what the other makes alone."""
    synergy: Estimate | None = None
    """Points a hand that two make beyond what each adds alone."""

    @property
    def always_wins(self) -> bool:
        """Whether rounds are surely won."""
        return self.won.low > ALWAYS


def jobs_for(seeds: range, pairs: bool) -> list[JokerJob]:
    """Return all there is to play: no joker, every joker, every two."""
    alone = [(), *((name,) for name in NAMES)]
    return [
        JokerJob(seeds, jokers) for jokers in [*alone, *(combinations(NAMES, 2) if pairs else ())]
    ]


@cache
def hand_scores(seeds: range, jokers: Names) -> Array:
    """Play whole rounds and return the points a hand of each; kept, because pairs ask again."""
    scores = round_scores(Plan("grid").compiled(), seeds, jokers=list(jokers))
    return scores / rules.ROUND_HANDS


def measure(job: JokerJob) -> Worth:
    """Return what some jokers are worth."""
    if len(job.jokers) == len(("first", "second")):
        return _pair(job.seeds, *job.jokers)
    scores, none = hand_scores(job.seeds, job.jokers), hand_scores(job.seeds, ())
    return Worth(job.jokers, mean_of(scores), _won(scores), mean_of(scores - none))


def _pair(seeds: range, first: str, second: str) -> Worth:
    """Return what two jokers are worth, in the order in which they make more."""
    play = hand_scores.__wrapped__  # too many to keep
    orders = [(names, play(seeds, names)) for names in ((first, second), (second, first))]
    names, scores = max(orders, key=lambda order: float(order[1].mean()))
    none, left, right = (hand_scores(seeds, alone) for alone in ((), names[:1], names[1:]))
    return Worth(
        names,
        mean_of(scores),
        _won(scores),
        mean_of(scores - none),
        (mean_of(scores - right), mean_of(scores - left)),
        mean_of(scores - left - right + none),
    )


def _won(scores: Array) -> Estimate:
    whole = (scores * rules.ROUND_HANDS).round()
    return share_of(int((whole >= rules.TARGET).sum()), len(scores))


def changes_nothing(gain: Estimate, plain: float) -> bool:
    """Return whether a gain may well be none, and is small if it is one."""
    return not gain.is_certain and max(abs(gain.low), abs(gain.high)) < SMALL * plain
