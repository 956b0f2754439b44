"""Measure the lab: a million games, their memory, and two workers against one."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MANY = 1_000_000
MORE = 4 * MANY
SLOWER = 2_000_000
"""Games of a bot that thinks, so that starting a process does not count."""
LOOK = 0.02
"""Seconds between two looks at the memory."""
MEBIBYTE = 1024

Row = tuple[str, str, str]


def lab_rows() -> list[Row]:
    """Return what was measured: what, figure, aim."""
    run("random", 1, workers=1)  # what must be compiled, is
    run("casual", 1, workers=1)
    few, memory_of_few = run("random", MANY // 10, workers=2)
    many, memory = run("random", MANY, workers=2)
    _, memory_of_more = run("random", MORE, workers=2)
    a_game = (memory_of_more - memory) * MEBIBYTE**2 / (MORE - MANY)
    one, two = (min(run("casual", SLOWER, workers)[0] for _ in range(2)) for workers in (1, 2))
    apart = min(side_by_side("casual", SLOWER // 2) for _ in range(2))
    return [
        (f"`lab simulate`: {MANY:,} random games of Poker Boom", f"{many:.1f} s", ""),
        ("… a tenth of them", f"{few:.1f} s", "linear in games"),
        ("… memory of all its processes together", f"{memory:,.0f} MiB", "under 1,024 MiB"),
        ("… with a tenth of them", f"{memory_of_few:,.0f} MiB", ""),
        (f"… with {MORE:,}", f"{memory_of_more:,.0f} MiB", "linear in games"),
        ("… that is, for a game more", f"{a_game:.0f} bytes", ""),
        (f"{SLOWER:,} casual games, two workers against one", f"{one / two:.2f} times",
         "1.8 or more"),
        ("… two runs of half as many that know nothing of each other, against one of all",
         f"{one / apart:.2f} times", "the ceiling"),
    ]  # fmt: skip


def side_by_side(agent: str, games: int) -> float:
    """Run two studies at once, of one worker each; return how long both take."""
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        for running in [pool.submit(run, agent, games, 1) for _ in range(2)]:
            running.result()
    return time.perf_counter() - start


def run(agent: str, games: int, workers: int) -> tuple[float, float]:
    """Run a study in a fresh process; return its seconds, and the memory it took at most in MiB."""
    words = ["lab", "simulate", "boom", "--level", "15", "--agent", agent]
    words += ["--games", str(games), "--workers", str(workers)]
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardhouse", *words], stdout=subprocess.DEVNULL
    )
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, memory_of(process.pid))
        time.sleep(LOOK)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"cardhouse {' '.join(words)} ended with {process.returncode}")
    return seconds, peak


def memory_of(process: int) -> float:
    """Return the memory of a process and of all that it started, in MiB; 0 where it is not told."""
    return sum(_resident(one) for one in _family(process)) / MEBIBYTE


def _family(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children")
    try:
        found = [int(word) for word in children.read_text().split()]
    except OSError:
        found = []
    return [process, *(one for child in found for one in _family(child))]


def _resident(process: int) -> int:
    """Return the memory of one process in KiB: what it shares is counted with every one."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores")
    for row in lab_rows():
        print(*row, sep=" | ")
