"""The levels of Poker Boom, measured by a reference bot; targets proposed so that BOOM-29 holds."""

import argparse
from collections.abc import Sequence

from cardhouse.games.boom.levels import LEVELS
from cardhouse.lab.bulk import cores, finished, warm_up
from cardhouse.lab.files import check_picture, check_table, put, write_table
from cardhouse.lab.level_report import columns_of, report
from cardhouse.lab.level_rows import read_rows, rows_text
from cardhouse.lab.level_worth import LevelJob, Row, measure, plan_for, rows_of
from cardhouse.lab.progress import Bar
from cardhouse.lab.simulate import DONE, INTERRUPTED, NOTHING_DONE


def study(given: argparse.Namespace) -> int:
    """Measure, print the table, write what was asked for."""
    levels = read_rows(given.rows) if given.rows is not None else LEVELS
    bots = _bots(given)
    seeds = range(given.seed, given.seed + given.games)
    check_table(given.write, (".py",))
    check_table(given.out)
    check_picture(given.plot)
    jobs = [
        LevelJob(plan_for(number, level, bot).check(), seeds)
        for number, level in enumerate(levels, 1)
        for bot in bots
    ]
    done = finished(
        measure,
        jobs,
        given.workers or cores(),
        Bar(len(jobs) * len(seeds)),
        lambda: warm_up(*(job.plan for job in jobs[: len(bots)])),
    )
    rows = rows_of(levels, done.answers, len(bots))
    if not rows:
        print(NOTHING_DONE)
        return INTERRUPTED
    print(report(rows, bots, seeds, whole=not done.stopped))
    if done.stopped:
        print(f"\nStopped after level {rows[-1].number}: no levels were written.")
    _write(rows, given, whole=not done.stopped)
    return INTERRUPTED if done.stopped else DONE


def _write(rows: Sequence[Row], given: argparse.Namespace, whole: bool) -> None:
    if given.write and whole:
        text = rows_text([row.level._replace(target=row.target) for row in rows])
        put(given.write, lambda path: path.write_text(text, encoding="utf-8"))
    if given.out:
        write_table(given.out, columns_of(rows))
    if given.plot:
        from cardhouse.lab.pictures import draw_levels  # noqa: PLC0415 (slow to load)

        draw_levels(given.plot, rows, _bots(given))


def _bots(given: argparse.Namespace) -> list[str]:
    """Return who plays: the reference bot and perhaps another."""
    return [given.agent, *([given.beside] if given.beside else [])]
