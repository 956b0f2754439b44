"""The jokers of Poker Grid measured: each alone, and every two."""

import argparse
from collections.abc import Sequence
from typing import Any

from cardhouse.games.refusal import BadSetup
from cardhouse.lab.bulk import cores, finished
from cardhouse.lab.files import check_picture, check_table, put, write_table
from cardhouse.lab.joker_page import page
from cardhouse.lab.joker_report import report
from cardhouse.lab.joker_worth import NAMES, JokerJob, Worth, hand_scores, jobs_for, measure
from cardhouse.lab.plan import Plan
from cardhouse.lab.progress import Bar
from cardhouse.lab.simulate import DONE, INTERRUPTED, NOTHING_DONE


def study(given: argparse.Namespace) -> int:
    """Play, print the tables, write what was asked for."""
    check_table(given.page, (".md",))
    check_table(given.out)
    check_picture(given.plot)
    if given.page and (given.alone or given.out or given.plot):
        sentence = "--page writes a page of its own: leave out --alone, --out and --plot"
        raise BadSetup("bad_flags", sentence)
    return _write_page(given.page) if given.page else _measure(given)


def _write_page(name: str) -> int:
    text = page(Plan("grid").compiled())
    put(name, lambda path: path.write_text(text, encoding="utf-8"))
    print(f"Wrote {name}: {len(NAMES)} jokers.")
    return DONE


def _measure(given: argparse.Namespace) -> int:
    seeds = range(given.seed, given.seed + given.games)
    jobs = jobs_for(seeds, pairs=not given.alone)
    bar = Bar(len(jobs) * len(seeds), "rounds")
    done = finished(measure, jobs, given.workers or cores(), bar, _ready)
    if len(done.answers) <= len(NAMES):
        print(NOTHING_DONE)
        return INTERRUPTED
    print(report(done.answers, seeds, whole=not done.stopped))
    if done.stopped:
        print(f"\nStopped after {len(done.answers):,} of {len(jobs):,}.")
    if given.out:
        write_table(given.out, columns_of(done.answers))
    if given.plot:
        from cardhouse.lab.pictures import draw_jokers  # noqa: PLC0415 (slow to load)

        draw_jokers(given.plot, done.answers)
    return INTERRUPTED if done.stopped else DONE


def _ready() -> None:
    """Compile what rounds need."""
    measure(JokerJob(range(1), ()))
    hand_scores.cache_clear()


def columns_of(worths: Sequence[Worth]) -> dict[str, list[Any]]:
    """Return all that was measured as columns; who has no synergy, or no joker, has none there."""
    columns: dict[str, list[Any]] = {
        name: [worth.jokers[i] if i < len(worth.jokers) else "" for worth in worths]
        for i, name in enumerate(("first", "second"))
    }
    for name in ("points", "won", "gain", "synergy"):
        for i, bound in enumerate(("", "_low", "_high")):
            estimates = [getattr(worth, name) for worth in worths]
            columns[f"{name}{bound}"] = [e[i] if e is not None else None for e in estimates]
    return columns
