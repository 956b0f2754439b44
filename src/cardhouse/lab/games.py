"""Many games of a plan, played in chunks of seeds: the same whatever the number of workers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cardhouse.engine.records import Array, lucks_of
from cardhouse.games.game import LOST, PLAYING, WON
from cardhouse.games.refusal import BadSetup
from cardhouse.lab.estimate import Estimate, mean_of, share_of
from cardhouse.lab.plan import Plan
from cardhouse.lab.pool import do_all

CHUNK = 2048
"""The most games that are played and sent at once."""
CHUNKS = 512
"""Into how many chunks few games are cut: slow ones are shared out evenly, and soon stopped."""
TURNS = 500
"""Of how many moves of a game there is a trace."""
LUCK_WORD, LUCK_MARK = 4, 1
"""An agent's luck is that of the game's seed and 2**128: never the game's own stream."""
LIMIT = 100_000
"""After how many moves a game ends, unless told otherwise: with some knobs, some never would."""


class Job(NamedTuple):
    """Some games to play."""

    plan: Plan
    seeds: range
    limit: int = LIMIT
    """The most moves of a game."""
    turns: int = 0
    """Of how many moves to keep a trace."""


@dataclass(frozen=True)
class Games:
    """What was played by one plan, one entry a game: seeds in order, without a gap."""

    plan: Plan
    seeds: range
    scores: Array
    outcomes: Array
    lengths: Array
    """How many moves each game had."""
    moves: Array
    """The trace: the first moves of the first games; perhaps none."""
    curve: Array
    """The score after each of these moves."""

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.scores)

    @property
    def won(self) -> Array:
        """Which games were won."""
        return self.outcomes == WON

    @property
    def unfinished(self) -> int:
        """How many games were still going on when the limit ended them."""
        return int((self.outcomes == PLAYING).sum())

    @property
    def has_winners(self) -> bool:
        """Whether games of this kind are won or lost, and do not just end."""
        return bool(np.isin(self.outcomes, (WON, LOST)).any())

    @property
    def mean(self) -> Estimate:
        """The score of a game."""
        return mean_of(self.scores)

    @property
    def share_won(self) -> Estimate | None:
        """The share that is won, where games are won."""
        return share_of(int(self.won.sum()), self.count) if self.has_winners else None


def seeds_from(first: int, games: int) -> range:
    """Return the seeds of so many games.

    :raises BadSetup: if it is not one game or more, or the first is not a seed.
    """
    _check("games", games, 1)
    _check("seed", first, 0)
    return range(first, first + games)


def limit_from(limit: int | None) -> int:
    """Return after how many moves a game ends.

    :raises BadSetup: if no move could be played.
    """
    if limit is None:
        return LIMIT
    _check("limit", limit, 1)
    return limit


def _check(name: str, number: int, least: int) -> None:
    if number < least:
        raise BadSetup("bad_number", f"{name} is a number from {least}, not {number}")


def play(
    plan: Plan, seeds: range, workers: int | None = 1, limit: int | None = None, traced: int = 0
) -> Games:
    """Play a game of each seed, to its end or for at most *limit* moves, 100,000 unless given.

    Of the first *traced* games there is a trace.  Ctrl-C leaves what is done, if anything is.

    >>> games = play(Plan("boom", "random"), range(100))
    >>> games.count, int(games.lengths.max())
    (100, 12)
    """
    return play_all([plan], seeds, workers, limit, traced)[0]


def play_all(
    plans: Sequence[Plan],
    seeds: range,
    workers: int | None = 1,
    limit: int | None = None,
    traced: int = 0,
) -> list[Games]:
    """Play the same seeds by each plan, as `play` does, as many by one as by another.

    :raises BadSetup: if there is no seed, a gap between two, or no move to play.
    """
    if not seeds or seeds.step != 1:
        raise BadSetup("bad_number", f"seeds are one or more, without a gap, and not {seeds}")
    each = [jobs_for(plan.check(), seeds, limit_from(limit), traced) for plan in plans]
    jobs = [job for together in zip(*each, strict=True) for job in together]
    parts = do_all(play_job, jobs, workers, ready=lambda: warm_up(*plans))
    whole = len(parts) // len(plans) * len(plans)
    if not whole:
        raise KeyboardInterrupt
    return [joined(parts[i : whole : len(plans)]) for i in range(len(plans))]


def play_job(job: Job) -> Games:
    """Play the games of a job, not too many at once."""
    seeds = job.seeds
    parts = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    return joined([_played(job._replace(seeds=part)) for part in parts])


def _played(job: Job) -> Games:
    states, batch = job.plan.deal(job.seeds), job.plan.batch()
    turns = min(job.turns, job.limit)
    lengths, moves, curve = batch.trace(states, lucks_for(job.seeds), job.limit, turns)
    shown = min(turns, int(lengths.max()))
    return Games(
        job.plan,
        job.seeds,
        np.array(states["score"]),
        batch.outcomes(states).astype(np.int8),
        lengths.astype(np.int32),
        moves[: len(moves) if turns else 0, :shown].astype(np.int32),
        curve[: len(curve) if turns else 0, :shown].copy(),
    )


def joined(parts: Sequence[Games]) -> Games:
    """Return games that follow one another as one."""
    if len(parts) == 1:
        return parts[0]
    seeds = range(parts[0].seeds.start, parts[-1].seeds.stop)
    columns = ("scores", "outcomes", "lengths")
    together = [np.concatenate([getattr(part, name) for part in parts]) for name in columns]
    traces = [_stacked([getattr(part, name) for part in parts]) for name in ("moves", "curve")]
    return Games(parts[0].plan, seeds, *together, *traces)


def _stacked(traces: Sequence[Array]) -> Array:
    """Return the rows of all traces, the shorter ones with zeros at their end."""
    width = max(trace.shape[1] for trace in traces)
    return np.concatenate(
        [np.pad(t, ((0, 0), (0, width - t.shape[1]))) for t in traces if len(t)] or [traces[0]]
    )


def lucks_for(seeds: range) -> Array:
    """Return the luck of the agent in the game of each seed."""
    lucks = lucks_of(seeds)
    lucks["key"][:, LUCK_WORD] = LUCK_MARK
    return lucks


def jobs_for(plan: Plan, seeds: range, limit: int = LIMIT, traced: int = 0) -> list[Job]:
    """Cut games into chunks; of the first *traced* games there will be a trace."""
    size = max(1, min(CHUNK, -(-len(seeds) // CHUNKS)))
    return [
        Job(plan, seeds[start : start + size], limit, TURNS if start < traced else 0)
        for start in range(0, len(seeds), size)
    ]


def warm_up(*plans: Plan) -> None:
    """Compile what plans need, or read it from the cache: other processes will find it there."""
    for plan in plans:
        play_job(Job(plan, range(1), limit=0))
