"""Ctrl-C while a study runs: it stops the work, and what is done is told and written in peace."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopped_once() -> Iterator[None]:
    """Let Ctrl-C stop the work, but once: what is done is then told and written down in peace.

    Whoever is told to end (SIGTERM) leaves nothing half-written either.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN or not _is_main():
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


@contextmanager
def ignored() -> Iterator[None]:
    """Let Ctrl-C be ignored, by processes that are started meanwhile too."""
    if not _is_main():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def _stop(*_: object) -> None:
    work_is_done()
    raise KeyboardInterrupt


def _end(number: int, _: object) -> None:
    sys.exit(128 + number)
