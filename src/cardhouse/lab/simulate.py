"""One agent, many games: what they come to."""

import argparse

import numpy as np

from cardhouse.flags import options_given
from cardhouse.games import game_named
from cardhouse.games.game import OUTCOMES, WON
from cardhouse.games.refusal import counted
from cardhouse.lab.bulk import (
    TURNS,
    Games,
    cores,
    finished,
    jobs_for,
    joined,
    most_moves,
    play_chunk,
    warm_up,
)
from cardhouse.lab.figures import mean_of, share_of
from cardhouse.lab.files import check_picture, check_table, write_table
from cardhouse.lab.mix import Mix, mix_of
from cardhouse.lab.plan import plan_of, read_knobs
from cardhouse.lab.progress import Bar
from cardhouse.lab.report import interval, listing, percent, points, share_interval, shares

DONE, INTERRUPTED = 0, 130
QUANTILES = (5, 25, 50, 75, 95)
TRACED, TRACED_FOR_A_PICTURE = 500, 2_000
"""How many games are written down, to see what happens in them."""
NOTHING_DONE = "Stopped before anything was done."


def study(given: argparse.Namespace) -> int:
    """Play, print the report, write what was asked for."""
    game = game_named(given.game)
    plan = plan_of(game, given.agent, options_given(game, given), read_knobs(given.set))
    check_table(given.out)
    check_picture(given.plot)
    seeds = range(given.seed, given.seed + given.games)
    traced = TRACED_FOR_A_PICTURE if given.plot else TRACED
    jobs = jobs_for(plan, seeds, most_moves(plan, given.limit), traced)
    workers, bar = given.workers or cores(), Bar(len(seeds))
    done = finished(play_chunk, jobs, workers, bar, lambda: warm_up(plan))
    games = joined(plan, done.answers, given.seed)
    if not games.count:
        print(NOTHING_DONE)
        return INTERRUPTED
    mix = mix_of(games)
    print(report(games, mix))
    if done.stopped:
        print(f"\nStopped after {counted(games.count, 'game')} of {given.games:,}.")
    _write(games, mix, given)
    return INTERRUPTED if done.stopped else DONE


def _write(games: Games, mix: Mix, given: argparse.Namespace) -> None:
    if given.out:
        outcomes = np.array(OUTCOMES)[games.outcomes]
        columns = {"seed": games.seeds, "score": games.scores, "outcome": outcomes}
        write_table(given.out, columns | {"moves": games.lengths})
    if given.plot:
        from cardhouse.lab.pictures import draw_games  # noqa: PLC0415 (slow to load)

        draw_games(given.plot, games, mix)


def report(games: Games, mix: Mix) -> str:
    """Write what the games came to."""
    first, last = games.seeds[0], games.seeds[-1]
    title = f"{games.plan.title}: {games.plan.agent}, seeds {first:,} to {last:,}"
    rows = [*_score_rows(games), *_end_rows(games), *_mix_rows(games, mix)]
    return f"{title}\n\n{listing(rows)}"


def _score_rows(games: Games) -> list[tuple[str, str]]:
    mean = mean_of(games.scores)
    spread = float(games.scores.std(ddof=1)) if games.count > 1 else 0.0
    quantiles = np.quantile(games.scores, [q / 100 for q in QUANTILES])
    return [
        ("games", f"{games.count:,}"),
        ("mean score", f"{points(mean.value)} ({interval(mean)})"),
        ("standard deviation", points(spread)),
        ("least", f"{int(games.scores.min()):,}"),
        *((f"{q} % are below", points(at)) for q, at in zip(QUANTILES, quantiles, strict=True)),
        ("most", f"{int(games.scores.max()):,}"),
        ("moves a game", points(float(games.lengths.mean()))),
    ]


def _end_rows(games: Games) -> list[tuple[str, str]]:
    """Tell how games end: won, with its interval, where they can be won; unfinished, if any are."""
    rows: list[tuple[str, str]] = []
    if games.has_winners:
        won = share_of(int(games.won.sum()), games.count)
        rows.append((OUTCOMES[WON], f"{percent(won.value)} ({share_interval(won)})"))
    if games.unfinished:
        rows.append(("still playing", percent(games.unfinished / games.count)))
    return rows


def _mix_rows(games: Games, mix: Mix) -> list[tuple[str, str]]:
    rows = []
    if games.plan.name == "boom" and mix.runs:
        sample = f"(of {counted(mix.runs, 'run')})"
        rows.append(("explosions a run", f"{mix.explosions_a_run:.2f} {sample}"))
        rows.append(("moves that disarm", f"{percent(mix.disarming)} {sample}"))
    if mix.parts:
        rows.append((mix.title, shares(mix.parts)))
    if mix.kinds:
        rows.append(("kinds of moves", shares(mix.kinds)))
    if mix.too_long:
        rows.append(
            ("not looked into", f"{counted(mix.too_long, 'game')} of more than {TURNS} moves")
        )
    return rows
