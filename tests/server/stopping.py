"""Opens a server and closes it, again and again, while its threads are busy with its file.

Run by itself (see `test_stopping`): where a closed file is used, the whole process dies.
"""

import asyncio
import sqlite3
import sys
import threading
from pathlib import Path

from cardhouse.server.app import create_app
from cardhouse.server.settings import Settings
from cardhouse.server.store import SqliteStore
from cardhouse.table import Table
from tests.server.local import Local

WORKERS = 3


def fill(data: Path, matches: int) -> None:
    """Keep many matches that nobody used for long."""
    store = SqliteStore(data)
    store.begin("pattern", {"game": "grid", "rules": 1, "seed": 1, "options": {}})
    store.shut()
    file = sqlite3.connect(data)
    file.executescript(f"""
        UPDATE matches SET touched = -{10**14};
        CREATE TEMP TABLE pattern AS SELECT * FROM matches;
        WITH RECURSIVE number (i) AS (
            SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < {matches}
        )
        INSERT INTO matches SELECT i, start, closed, touched, undone, client FROM number, pattern;
    """)
    file.close()


class Worker(threading.Thread):
    """Someone whose requests outlive the server's patience."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table, self.busy, self.said = table, threading.Event(), ""

    def run(self) -> None:
        while not self.said:
            begun = self.table.dispatch({"do": "new", "game": "grid", "options": {"picks": 0}})
            match = begun.get("ok", {}).get("match")
            self.table._seats.leave(match)
            asked = {"do": "play", "match": match, "move": "s", "number": 0}
            answer = begun if match is None else self.table.dispatch(asked)
            self.said = answer.get("error", {}).get("reason", "")
            self.busy.set()


def stop_while_busy(data: Path) -> None:
    """Open a server, let others be at work, and close it."""
    local = Local(create_app(Settings(data, rate=0)))
    workers = [Worker(local.app.state.table) for _ in range(WORKERS)]
    for worker in workers:
        worker.start()
    while not all(worker.busy.is_set() for worker in workers):
        local.loop.run_until_complete(asyncio.sleep(0.001))
    local.close()
    for worker in workers:
        worker.join()
    assert {worker.said for worker in workers} == {"stopping"}


def main(data: Path, rounds: int) -> None:
    """Stop so often; the last time is said."""
    for number in range(rounds):
        stop_while_busy(data)
        print(number + 1, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
