"""What a game's jokers are worth: each alone, and every two.

All rounds are played on the same seeds, and nothing is chosen in them (in Poker Grid, the freezes
are those that auto-freeze finds), so that a difference between two is one between their jokers.
A joker that wants other choices is worth more than it shows here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from cardhouse.engine.loops import REFUSED
from cardhouse.engine.records import Array
from cardhouse.games import GAMES
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import counted
from cardhouse.lab.estimate import Estimate, mean_of, share_of
from cardhouse.lab.files import Columns, put
from cardhouse.lab.games import seeds_from
from cardhouse.lab.plan import Plan
from cardhouse.lab.pool import do_all
from cardhouse.lab.report import estimate_columns, interval, percent, points, table
from cardhouse.lab.result import Result
from cardhouse.lab.simulation import seeds_text

OUT_OF_REACH = 10**15
"""A target that no round reaches, so that every hand is played."""
AT_ONCE = 10_000
"""How many rounds are held at once: their memory does not grow with their number."""
ALWAYS = 0.95
"""Who surely wins more rounds than this always wins."""
SMALL = 0.01
"""A gain below this part of what a hand makes without jokers is small."""
SHOWN = 10
"""How many jokers or pairs there are at each end of a table."""

Names = tuple[str, ...]


class JokerJob(NamedTuple):
    """Rounds to play with some jokers: none, one or two."""

    seeds: range
    jokers: Names


class Rounds(NamedTuple):
    """What rounds came to, one entry a round."""

    hands: Array
    """Points a hand."""
    won: Array
    """Whether they reach the target."""


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


@dataclass(frozen=True)
class JokerStudy(Result):
    """What all jokers are worth, and perhaps every two of them."""

    game: AnyGame
    seeds: range
    worths: Sequence[Worth]
    """What was measured: no joker, each joker, and every two."""

    @property
    def names(self) -> Names:
        """The names of all jokers."""
        return tuple(self.game.roster.texts)

    @property
    def target(self) -> int:
        """The score that wins a round."""
        return int(_plan(self.game, ()).deal(range(1))[self.game.target][0])

    @property
    def plain(self) -> Worth:
        """What is made without a joker."""
        return self.worths[0]

    @property
    def alone(self) -> Sequence[Worth]:
        """What each joker makes alone."""
        return self.worths[1 : len(self.names) + 1]

    @property
    def pairs(self) -> Sequence[Worth]:
        """What every two make."""
        return self.worths[len(self.names) + 1 :]

    @property
    def table(self) -> Columns:
        """A row for no joker, each joker and every two."""
        worths = self.worths
        columns: dict[str, Sequence[object]] = {
            name: [worth.jokers[i] if i < len(worth.jokers) else "" for worth in worths]
            for i, name in enumerate(("first", "second"))
        }
        for name in ("points", "won", "gain", "synergy"):
            columns |= estimate_columns(name, [getattr(worth, name) for worth in worths])
        return columns

    def report(self) -> str:
        """Write the strongest, the weakest, those that never matter and those that always win."""
        title = f"{self.game.title}: {len(self.alone)} jokers alone"
        title += f" and {counted(len(self.pairs), 'pair')}"
        parts = [
            f"{title}, {counted(len(self.seeds), 'round')} each ({seeds_text(self.seeds)}),\n"
            "nothing chosen in them; points are those of a hand.\n"
            f"Without a joker a hand makes {points(self.plain.points.value)} points, and"
            f" {percent(self.plain.won.value)} of the rounds reach {self.target:,}.",
            _ranking("alone", "gain", self.alone, lambda worth: worth.gain),
            *([_ranking("pairs", "synergy", self.pairs, _synergy)] if self.pairs else []),
            "\n".join(sentences(self.plain, self.alone, () if self.stopped else self.pairs)),
        ]
        return "\n\n".join(parts)

    def page(self) -> str:
        """Return the table of all jokers alone as Markdown."""
        plain, seeds = self.plain, self.seeds
        lines = [
            "# The jokers, measured",
            "",
            f"Written by `make jokers`: {len(seeds):,} rounds each ({seeds_text(seeds)}),"
            " one joker",
            "alone, the cards that auto-freeze chose never touched. Without a joker a hand makes",
            f"{plain.points.value:.1f} points, and {plain.won.value:.1%} of the rounds"
            f" reach {self.target:,}.",
            "The error is that of 19 samples in 20.",
            "",
            "| joker | what it does | points a hand | error | rounds won |",
            "|---|---|---:|---:|---:|",
        ]
        for worth in self.alone:
            text, made = self.game.roster.texts[worth.jokers[0]], worth.points
            figures = f"{made.value:,.1f} | ± {made.high - made.value:.1f} | {worth.won.value:.1%}"
            lines.append(f"| {worth.jokers[0]} | {text} | {figures} |")
        return "\n".join(lines) + "\n"

    def write_page(self, path: str) -> None:
        """Write the page."""
        put(path, lambda beside: beside.write_text(self.page(), encoding="utf-8"))


def jokers(
    *, pairs: bool = True, games: int = 1_000, seed: int = 0, workers: int | None = 1
) -> JokerStudy:
    """Measure the jokers of the game that has them, alone and in pairs."""
    game, seeds = game_with_jokers(), seeds_from(seed, games)
    jobs = jobs_for(tuple(game.roster.texts), seeds, pairs)
    worths = do_all(measure, jobs, workers, _ready, "rounds")
    if len(worths) <= len(game.roster.texts):
        raise KeyboardInterrupt
    done, wanted = len(worths), len(jobs)
    stopped = f"Stopped after {done:,} of {wanted:,}." if done < wanted else ""
    return JokerStudy(game, seeds, worths, stopped=stopped)


def game_with_jokers() -> AnyGame:
    """Return the game that has them."""
    return next(game for game in GAMES.values() if game.roster.texts)


def jobs_for(names: Names, seeds: range, pairs: bool) -> list[JokerJob]:
    """Return all there is to play: no joker, every joker, every two."""
    alone = [(), *((name,) for name in names)]
    return [
        JokerJob(seeds, jokers) for jokers in [*alone, *(combinations(names, 2) if pairs else ())]
    ]


def _ready() -> None:
    """Compile what rounds need."""
    _play(range(1), ())


def _play(seeds: range, jokers: Names) -> Rounds:
    """Play whole rounds."""
    parts = [seeds[start : start + AT_ONCE] for start in range(0, len(seeds), AT_ONCE)]
    played = [_play_part(part, jokers) for part in parts]
    return Rounds(*(np.concatenate(column) for column in zip(*played, strict=True)))


def _play_part(seeds: range, jokers: Names) -> Rounds:
    game = game_with_jokers()
    plan = _plan(game, jokers)
    batch, states = plan.batch(), plan.deal(seeds)
    target = states[game.target].copy()
    states[game.target] = OUT_OF_REACH
    moves = np.full(len(states), game.roster.move)
    hands = np.zeros(len(states), np.int64)
    while (played := batch.step(states, moves) != REFUSED).any():
        hands += played
    return Rounds(states["score"] / hands, states["score"] >= target)


def _plan(game: AnyGame, jokers: Names) -> Plan:
    return Plan(game.name, options={game.roster.option: [*jokers]})


_play_and_keep = cache(_play)
"""The same of no joker or one: pairs ask for it again."""


def measure(job: JokerJob) -> Worth:
    """Return what some jokers are worth; two, in the order in which they make more."""
    seeds, names = job
    none = _play_and_keep(seeds, ()).hands
    if len(names) <= 1:
        alone = _play_and_keep(seeds, names)
        return Worth(names, mean_of(alone.hands), _won(alone), mean_of(alone.hands - none))
    orders = [(order, _play(seeds, order)) for order in (names, names[::-1])]
    best, rounds = max(orders, key=lambda order: float(order[1].hands.mean()))
    left, right = (_play_and_keep(seeds, (name,)).hands for name in best)
    return Worth(
        best,
        mean_of(rounds.hands),
        _won(rounds),
        mean_of(rounds.hands - none),
        (mean_of(rounds.hands - right), mean_of(rounds.hands - left)),
        mean_of(rounds.hands - left - right + none),
    )


def _won(rounds: Rounds) -> Estimate:
    return share_of(int(rounds.won.sum()), len(rounds.won))


# -- in words -------------------------------------------------------------------


def _synergy(worth: Worth) -> Estimate:
    return worth.synergy or Estimate(0, 0, 0)


def _ranking(
    what: str, by: str, worths: Sequence[Worth], figure: Callable[[Worth], Estimate]
) -> str:
    """Return the table of the strongest and the weakest."""
    ranked = sorted(worths, key=lambda worth: -figure(worth).value)
    ends = ranked if len(ranked) <= 2 * SHOWN else [*ranked[:SHOWN], *ranked[-SHOWN:]]
    rows = [
        [
            " + ".join(worth.jokers),
            points(worth.points.value),
            points(figure(worth).value),
            interval(figure(worth)),
            percent(worth.won.value),
        ]
        for worth in ends
    ]
    return table([f"strongest and weakest {what}", "points", by, "", "won"], rows)


def sentences(plain: Worth, alone: Sequence[Worth], pairs: Sequence[Worth]) -> list[str]:
    """Name those that never matter, and those that always win."""
    idle = [worth.jokers[0] for worth in alone if changes_nothing(worth.gain, plain.points.value)]
    winners = [worth.jokers[0] for worth in alone if worth.always_wins]
    told = [_named("Alone these change nothing", idle), _named("Alone these always win", winners)]
    if pairs:
        never = [name for name in idle if name not in _helpful(plain, pairs)]
        certain = [worth for worth in pairs if worth.always_wins]
        told.insert(1, _named("In no pair do these change anything either", never))
        told.append(f"Pairs that always win: {len(certain):,} of {len(pairs):,}.")
    return told


def changes_nothing(gain: Estimate, plain: float) -> bool:
    """Return whether a gain may well be none, and is small if it is one."""
    return not gain.is_certain and max(abs(gain.low), abs(gain.high)) < SMALL * plain


def _helpful(plain: Worth, pairs: Sequence[Worth]) -> set[str]:
    """Return who changes what another joker makes."""
    return {
        name
        for worth in pairs
        for name, added in zip(worth.jokers, worth.added, strict=True)
        if added.is_certain and not abs(added.value) < SMALL * plain.points.value
    }


def _named(what: str, names: Sequence[str]) -> str:
    return f"{what}: {', '.join(names) or 'none'}."
