"""Games played in bulk: in chunks of seeds, by all cores, the same whatever their number."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardhouse.engine.records import lucks_of
from cardhouse.games.game import LOST, PLAYING, WON
from cardhouse.lab.crew import Crew, Do, work_is_done
from cardhouse.lab.plan import Plan
from cardhouse.lab.progress import Bar

Array = Any

CHUNK = 2048
"""The most games that are played and sent at once."""
CHUNKS = 512
"""Into how many chunks few games are cut: slow ones are shared out evenly, and soon stopped."""
TURNS = 500
"""Of how many moves of a game there is a trace."""
LUCK_WORD, LUCK_MARK = 4, 1
"""An agent's luck is that of the game's seed and 2**128: never the game's own stream."""
FOREVER = sys.maxsize
ENDLESS_MOVES = TURNS
"""After how many moves endless games end, unless told otherwise: many would not by themselves."""


class Job(NamedTuple):
    """Some games to play."""

    plan: Plan
    seeds: range
    limit: int = FOREVER
    """The most moves of a game."""
    turns: int = 0
    """Of how many moves to keep a trace."""


class Chunk(NamedTuple):
    """What some games came to, one entry a game."""

    scores: Array
    outcomes: Array
    lengths: Array
    """How many moves each game had."""
    moves: Array
    """The trace: each game's first moves, and the score after each; perhaps none."""
    curve: Array


@dataclass(frozen=True)
class Games:
    """All that was played by one plan: seeds in order, without a gap."""

    plan: Plan
    seeds: range
    scores: Array
    outcomes: Array
    lengths: Array
    traces: tuple[Chunk, ...] = ()
    """The first chunks, where they have a trace."""

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


class Finished(NamedTuple):
    """The answers to the first jobs, in order: all of them, unless someone pressed Ctrl-C."""

    answers: list[Any]
    stopped: bool


def play_chunk(job: Job) -> Chunk:
    """Play the games of a job."""
    states, lucks = job.plan.deal(job.seeds), lucks_for(job.seeds)
    compiled = job.plan.compiled()
    turns = min(job.turns, job.limit)
    lengths, moves, curve = compiled.trace(states, lucks, job.limit, turns)
    seen = min(turns, int(lengths.max()))
    outcomes = compiled.outcomes(states).astype(np.int8)
    scores = np.array(states["score"])
    return Chunk(
        scores,
        outcomes,
        lengths.astype(np.int32),
        moves[:, :seen].astype(np.int32),
        curve[:, :seen].copy(),
    )


def lucks_for(seeds: range) -> Array:
    """Return the luck of the agent in the game of each seed."""
    lucks = lucks_of(seeds)
    lucks["key"][:, LUCK_WORD] = LUCK_MARK
    return lucks


def most_moves(plan: Plan, limit: int | None) -> int:
    """Return after how many moves a game of a plan ends at the latest."""
    endless = plan.options.get("mode") == "endless"
    return limit or (ENDLESS_MOVES if endless else FOREVER)


def jobs_for(plan: Plan, seeds: range, limit: int = FOREVER, traced: int = 0) -> list[Job]:
    """Cut games into chunks; of the first *traced* games there will be a trace."""
    size = max(1, min(CHUNK, -(-len(seeds) // CHUNKS)))
    return [
        Job(plan, seeds[start : start + size], limit, TURNS if start < traced else 0)
        for start in range(0, len(seeds), size)
    ]


def warm_up(*plans: Plan) -> None:
    """Compile what plans need, or read it from the cache: other processes will find it there."""
    for plan in plans:
        play_chunk(Job(plan, range(1), limit=0))


def joined(plan: Plan, chunks: Sequence[Chunk], first: int) -> Games:
    """Return chunks as the games of one plan, the *first* seed given."""
    empty = np.empty(0, np.int64)
    scores, outcomes, lengths = (
        np.concatenate([chunk[i] for chunk in chunks]) if chunks else empty for i in range(3)
    )
    traces = tuple(chunk for chunk in chunks if chunk.moves.shape[1])
    return Games(plan, range(first, first + len(scores)), scores, outcomes, lengths, traces)


def finished(
    do: Do, jobs: Sequence[Any], workers: int, bar: Bar, ready: Callable[[], None]
) -> Finished:
    """Do all jobs, once all is *ready*; Ctrl-C leaves those that are done."""
    answers: list[Any] = []
    try:
        with bar, Crew(do, min(workers, len(jobs))) as crew:
            ready()
            bar.start()
            for job, answer in zip(jobs, crew.answers(jobs), strict=True):
                answers.append(answer)
                bar.advance(len(job.seeds))
            work_is_done()
    except KeyboardInterrupt:
        return Finished(answers, stopped=True)
    return Finished(answers, stopped=False)


def play(plan: Plan, seeds: range, workers: int = 1, limit: int | None = None) -> Games:
    """Play a game of each seed, to its end or for at most *limit* moves; if endless, for 500.

    >>> games = play(Plan("boom", "random"), range(100))
    >>> games.count, int(games.lengths.max())
    (100, 12)
    """
    jobs = jobs_for(plan.check(), seeds, most_moves(plan, limit))
    done = finished(play_chunk, jobs, workers, Bar(len(seeds)), lambda: warm_up(plan))
    return joined(plan, done.answers, seeds.start)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
