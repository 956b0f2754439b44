"""Work shared out among processes; the answers come in the order of the jobs."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from cardhouse.games.refusal import Refusal

AHEAD = 2
"""How many jobs each process has at hand: while one is answered, the next is done."""

Do = Callable[[Any], Any]


class Crew:
    """Processes that all do the same; one worker is this process itself.

    They start afresh (spawn), so *do* must be a function of a module.  Ctrl-C
    reaches this process alone; when it ends, however it ends, so do they.
    """

    def __init__(self, do: Do, workers: int) -> None:
        self.do = do
        self.workers = workers
        self.pipes: list[Connection[Any, Any]] = []
        self.processes: list[Any] = []

    def __enter__(self) -> "Crew":
        if self.workers > 1:
            context = get_context("spawn")
            with _deaf():
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

    def answers(self, jobs: Sequence[Any]) -> Iterator[Any]:
        """Yield what each job comes to, in order.

        :raises Refusal: if a process dies.
        """
        if not self.processes:
            yield from map(self.do, jobs)
            return
        waiting = iter(enumerate(jobs))
        done: dict[int, Any] = {}
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


def _hand_out(pipe: Any, waiting: Iterator[tuple[int, Any]]) -> None:
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


def _work(do: Do, pipe: Any) -> None:
    """Do jobs until nobody asks any more: what a process of a crew does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while True:
            number, job = pipe.recv()
            pipe.send((number, *_tried(do, job)))


def _tried(do: Do, job: Any) -> tuple[Any, Exception | None]:
    try:
        return do(job), None
    except Exception as error:
        return None, error


@contextmanager
def stopped_once() -> Iterator[None]:
    """Let Ctrl-C stop the work, but once: what is done is then told and written down in peace.

    Whoever is told to end (SIGTERM) leaves nothing half-written either.
    """
    deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if deaf or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _stop), signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGTERM, before[1])


def work_is_done() -> None:
    """From now on, Ctrl-C has nothing to stop."""
    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(*_: object) -> None:
    work_is_done()
    raise KeyboardInterrupt


def _end(number: int, _: object) -> None:
    sys.exit(128 + number)


@contextmanager
def _deaf() -> Iterator[None]:
    """Let Ctrl-C be ignored, by processes that are started meanwhile too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
