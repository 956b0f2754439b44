"""Work shared out among processes; the answers come in the order of the jobs."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from cardhouse.games.refusal import Refusal
from cardhouse.lab.interrupt import ignored, work_is_done
from cardhouse.lab.progress import Bar

AHEAD = 2
"""How many jobs each process has at hand: while one is answered, the next is done."""

Pipe: TypeAlias = "Connection[Any, Any]"
"""What jobs and answers go through: they are pickled."""
J = TypeVar("J")
A = TypeVar("A")


class HasSeeds(Protocol):
    """A job that is counted by its games."""

    @property
    def seeds(self) -> range:
        """The seeds of its games."""


Counted = TypeVar("Counted", bound=HasSeeds)


def do_all(
    do: Callable[[Counted], A],
    jobs: Sequence[Counted],
    workers: int | None,
    ready: Callable[[], object] = bool,
    noun: str = "games",
) -> list[A]:
    """Return what all jobs come to, once all is *ready*; Ctrl-C leaves those that are done.

    Unless a number of workers is given, there is one a core.
    """
    answers: list[A] = []
    bar = Bar(sum(len(job.seeds) for job in jobs), noun)
    with suppress(KeyboardInterrupt), bar, Pool(do, min(workers or cores(), len(jobs))) as pool:
        ready()
        bar.begin()
        for job, answer in zip(jobs, pool.answers(jobs), strict=True):
            answers.append(answer)
            bar.count(len(job.seeds))
        work_is_done()
    return answers


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool(Generic[J, A]):
    """Processes that all do the same; one worker is this process itself.

    They start afresh (spawn), so *do* must be a function of a module.  Ctrl-C
    reaches this process alone; when it ends, however it ends, so do they.
    """

    def __init__(self, do: Callable[[J], A], workers: int) -> None:
        self.do = do
        self.workers = workers
        self.pipes: list[Pipe] = []
        self.processes: list[BaseProcess] = []

    def __enter__(self) -> Self:
        if self.workers > 1:
            context = get_context("spawn")
            with ignored():
                for _ in range(self.workers):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_work, args=(self.do, theirs), daemon=True)
                    process.start()
                    theirs.close()
                    self.pipes.append(ours)
                    self.processes.append(process)
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.terminate()
            process.join()

    def answers(self, jobs: Sequence[J]) -> Iterator[A]:
        """Yield what each job comes to, in order.

        :raises Refusal: if a process dies.
        """
        if not self.processes:
            yield from map(self.do, jobs)
            return
        waiting = iter(enumerate(jobs))
        done: dict[int, A] = {}
        due = 0
        for pipe in self.pipes * AHEAD:
            _hand_out(pipe, waiting)
        while due < len(jobs):
            for ready in wait(self.pipes):
                number, answer = _heard(ready)
                _hand_out(ready, waiting)
                done[number] = answer
            while due in done:
                yield done.pop(due)
                due += 1


def _hand_out(pipe: Any, waiting: Iterator[tuple[int, J]]) -> None:
    """Give a process its next job, if there is one."""
    for numbered in waiting:
        try:
            pipe.send(numbered)
        except ConnectionError:
            raise _death() from None
        return


def _heard(pipe: Any) -> tuple[int, Any]:
    """Return a job's number and its answer; what went wrong there goes wrong here."""
    try:
        number, answer, error = pipe.recv()
    except (EOFError, ConnectionError):
        raise _death() from None
    if error is not None:
        raise error
    return number, answer


def _death() -> Refusal:
    return Refusal("no_worker", "a worker died before its work was done")


def _work(do: Callable[[J], A], pipe: Pipe) -> None:
    """Do jobs until nobody asks any more: what a process of a pool does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while True:
            number, job = pipe.recv()
            pipe.send((number, *_tried(do, job)))


def _tried(do: Callable[[J], A], job: J) -> tuple[A | None, Exception | None]:
    try:
        return do(job), None
    except Exception as error:
        return None, error
