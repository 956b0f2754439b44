"""Measure every bot on the same held-out games and write ``benchmarks/bots.md``: ``make bots``.

All bots of a game play the same 1,000 deals, so their differences are paired.
"""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardhouse import GAMES
from cardhouse.agents import agents_for
from cardhouse.compiled import Compiled, as_record, keys_of, lucks_of
from cardhouse.games.game import WON

PAGE = Path(__file__).parent.parent / "benchmarks" / "bots.md"
DEALS = 1_000
FIRST_SEED = 10_000_000
"""Seeds that no weight of any bot was tuned on."""
LUCK = 1 << 128
"""What a bot's luck is seeded with more than its deal."""
DEVIATIONS = 1.96
FAR = 10**12
BARE_MOVES = 20
PARTS = 8
"""How many parts the deals are cut into; two processes play them."""


class Study(NamedTuple):
    """One way to play a game, and the bots that do."""

    title: str
    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    base: str
    """The bot that the others are compared with."""
    bare: bool = False
    """Whether Boom is played for twenty moves without bombs."""


STUDIES = (
    Study(
        "Poker Boom, twenty moves without bombs",
        "boom",
        {},
        ("random", "casual", "greedy", "adviser", "planner"),
        "greedy",
        bare=True,
    ),
    Study(
        "Poker Boom, level 30 as it is",
        "boom",
        {"level": 30},
        ("random", "casual", "greedy", "blind", "planner"),
        "blind",
    ),
    Study(
        "Poker Grid with one Joker, nothing frozen at the start",
        "grid",
        {"jokers": ["Joker"], "auto_freeze": False},
        ("random", "greedy", "scout", "planner"),
        "scout",
    ),
    Study(
        "Poker Grid with one Joker, the best pair frozen at the start",
        "grid",
        {"jokers": ["Joker"]},
        ("random", "greedy", "scout", "planner"),
        "scout",
    ),
    Study(
        "Poker Grid with its draft", "grid", {}, ("random", "greedy", "scout", "planner"), "scout"
    ),
    Study(
        "Solitaire Crush",
        "crush",
        {},
        ("random", "slider", "scout", "builder", "planner"),
        "scout",
    ),
)


class Played(NamedTuple):
    """What a bot made of every deal."""

    scores: Any
    won: Any
    moves: int
    seconds: float


def deals(study: Study, game: Compiled, seeds: range) -> Any:
    """Return the games of a study, dealt."""
    if not study.bare:
        return game.deal(seeds, **study.options)
    s = game.prepared({"level": 1})
    s.moves_left, s.target, s.opening, s.every = BARE_MOVES, FAR, 0, 0
    states = game.blank(len(seeds))
    states[:] = as_record(s)
    states["key"] = keys_of(seeds)
    game.rules.deal_all(states)
    return states


def part(study: Study, bot: str, seeds: range) -> Played:
    """Let a bot play some of the deals."""
    game = Compiled(GAMES[study.game], agents_for(study.game)[bot])
    states = deals(study, game, seeds)
    lucks = lucks_of([LUCK + seed for seed in seeds])
    game.play(states[:1].copy(), lucks[:1].copy(), 1)
    start = time.process_time()
    moves = game.play(states, lucks)
    took = time.process_time() - start
    return Played(states["score"].copy(), game.outcomes(states) == WON, moves, took)


def played(study: Study, bot: str, pool: ProcessPoolExecutor) -> Played:
    """Let a bot play all deals."""
    size = DEALS // PARTS
    part(study, bot, range(FIRST_SEED, FIRST_SEED + 1))  # compiled once, for all
    seeds = [range(FIRST_SEED + i * size, FIRST_SEED + (i + 1) * size) for i in range(PARTS)]
    parts = list(pool.map(part, [study] * PARTS, [bot] * PARTS, seeds))
    return Played(
        np.concatenate([one.scores for one in parts]),
        np.concatenate([one.won for one in parts]),
        sum(one.moves for one in parts),
        sum(one.seconds for one in parts),
    )


def with_error(values: Any, form: Callable[[float], str]) -> str:
    """Return a mean and how far off 19 of 20 such samples are."""
    mean = float(np.mean(values))
    error = DEVIATIONS * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return f"{form(mean)} ± {form(error)}"


def points(value: float) -> str:
    """Return points as they are read."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """Return a share as it is read."""
    return f"{100 * value:.1f} %"


def table(study: Study, pool: ProcessPoolExecutor) -> list[str]:
    """Return what every bot of a study made, as Markdown."""
    print(f"playing {study.title} …", flush=True)
    made = {bot: played(study, bot, pool) for bot in study.bots}
    base = made[study.base]
    lines = [
        f"## {study.title}",
        "",
        f"| bot | mean score | won | more than {study.base} | moves a game | time a move |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for bot, one in made.items():
        more = "" if bot == study.base else with_error(one.scores - base.scores, points)
        won = with_error(one.won, percent) if one.won.any() else ""
        each = f"{one.moves / DEALS:.1f} | {1e6 * one.seconds / one.moves:,.1f} µs"
        lines.append(f"| {bot} | {with_error(one.scores, points)} | {won} | {more} | {each} |")
    return [*lines, ""]


def main() -> None:
    """Measure and write the page."""
    lines = [
        "# The bots, measured",
        "",
        f"Written by `make bots`: every bot plays the same {DEALS:,} deals, of seeds on which",
        f"nothing was tuned ({FIRST_SEED:,} on), compiled. The error is that of 19 samples in 20.",
        "",
    ]
    with ProcessPoolExecutor(2) as pool:
        for study in STUDIES:
            lines += table(study, pool)
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
