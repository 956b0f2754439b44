"""Measure every bot on the same held-out games and write ``benchmarks/bots.md``: ``make bots``.

All bots of a study play the same 1,000 deals, so their differences are paired.
After a change, ``python -m benchmarks.bots Crush`` measures the studies of that title alone.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardhouse.lab.estimate import Estimate, bootstrap, mean_of, share_of
from cardhouse.lab.games import Games, Job, play, play_job
from cardhouse.lab.plan import Plan
from cardhouse.lab.report import percent, points

PAGE = Path(__file__).parent / "bots.md"
DEALS = 1_000
FIRST_SEED = 10_000_000
"""Seeds that no weight of any bot was tuned on."""
TIMED = 20
"""Deals that are played again, by one core, to see how long a move takes."""
FAR = 10**12
BARE = {"moves_left": 20, "target": FAR, "opening": 0, "every": 0}
"""Twenty moves of Boom without bombs."""


class Study(NamedTuple):
    """One way to play a game, and the bots that do."""

    title: str
    game: str
    bots: tuple[str, ...]
    base: str
    """The bot that the others are compared with."""
    options: Mapping[str, Any] = MappingProxyType({})
    fields: Mapping[str, int] = MappingProxyType({})
    aims: str = ""

    def plan(self, bot: str) -> Plan:
        """Return how a bot plays it."""
        return Plan(self.game, bot, dict(self.options), fields=dict(self.fields))


BOOM = ("random", "casual", "greedy", "adviser", "blind", "planner")
GRID = ("random", "greedy", "scout", "planner")
STUDIES = (
    Study(
        "Poker Boom, twenty moves without bombs",
        "boom",
        ("random", "casual", "greedy", "adviser", "planner"),
        "greedy",
        fields=BARE,
        aims="random about 15,800, greedy about 117,800, planner 1.2 times greedy or more",
    ),
    *(
        Study(
            f"Poker Boom, level {level}, played for all its moves",
            "boom",
            BOOM,
            "blind",
            {"level": level},
            {"target": FAR},
            "planner clearly more than blind",
        )
        for level in (10, 20, 30)
    ),
    Study("Poker Boom, level 30, as it is", "boom", BOOM, "blind", {"level": 30}),
    Study(
        "Poker Grid with one Joker, nothing frozen at the start",
        "grid",
        GRID,
        "scout",
        {"jokers": ["Joker"], "auto_freeze": False},
        aims="greedy, which freezes nothing then, wins about 6 %",
    ),
    Study(
        "Poker Grid with one Joker, the best pair frozen at the start",
        "grid",
        GRID,
        "scout",
        {"jokers": ["Joker"]},
        aims="greedy, which leaves the freezes alone, wins about 21 %, planner 22.4 % or more",
    ),
    Study(
        "Poker Grid with its draft",
        "grid",
        ("random", "greedy", "scout", "adviser", "planner"),
        "scout",
    ),
    Study(
        "Solitaire Crush",
        "crush",
        ("random", "slider", "scout", "builder", "planner"),
        "scout",
        aims="random about 0, slider 300 or more, builder, with specials, 1,000 or more,"
        " planner 4,000 or more",
    ),
)


def micros_a_move(plan: Plan) -> float:
    """Return how long a move takes on one core, in millionths of a second."""
    job = Job(plan, range(FIRST_SEED, FIRST_SEED + TIMED))
    start = time.process_time()
    moves = int(play_job(job).lengths.sum())
    return 1e6 * (time.process_time() - start) / moves


def interval(found: Estimate) -> str:
    """Return a mean of points, with its bounds."""
    return f"{points(found.value)} ({points(found.low)} to {points(found.high)})"


def more_than(games: Games, base: Games, same: bool) -> list[str]:
    """Return a bot's points more than another's, as often as it, and its wins more, paired."""
    if same:
        return ["", "1.00", ""]
    wins = bootstrap(games.won.astype(float) - base.won)
    more = f"{percent(wins.value)} ({percent(wins.low)} to {percent(wins.high)})"
    return [
        interval(bootstrap(games.scores - base.scores)),
        f"{games.scores.mean() / base.scores.mean():.2f}",
        more if games.won.any() or base.won.any() else "",
    ]


def row(study: Study, bot: str, games: Games, base: Games) -> str:
    """Return what a bot made of a study, as a row of Markdown."""
    won = share_of(int(games.won.sum()), games.count)
    shares = f"{percent(won.value)} ({percent(won.low)} to {percent(won.high)})"
    cells = [
        bot,
        interval(mean_of(games.scores)),
        shares if games.won.any() else "",
        *more_than(games, base, bot == study.base),
        f"{games.lengths.mean():.1f}",
        f"{micros_a_move(study.plan(bot)):,.1f} µs",
    ]
    return f"| {' | '.join(cells)} |"


def table(study: Study) -> list[str]:
    """Return what every bot of a study made, as Markdown."""
    print(f"playing {study.title} …", flush=True)
    seeds = range(FIRST_SEED, FIRST_SEED + DEALS)
    made = {bot: play(study.plan(bot), seeds, workers=None) for bot in study.bots}
    heads = f"| bot | mean score | won | more than {study.base} | times {study.base}"
    heads += " | wins more | moves a game | time a move |"
    lines = [row(study, bot, games, made[study.base]) for bot, games in made.items()]
    aims = [f"Aims: {study.aims}.", ""] if study.aims else []
    rule = "|---" + "|---:" * 7 + "|"
    return [f"## {study.title}", "", *aims, heads, rule, *lines, ""]


HEAD = f"""# The bots, measured

Written by `make bots`: every bot plays the same {DEALS:,} deals, of seeds on which
nothing was tuned ({FIRST_SEED:,} on), compiled. In brackets: 95 % intervals, those of
differences by bootstrap of the paired games.
"""


def sections() -> dict[str, str]:
    """Return what the page has of each study."""
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")[1:] if PAGE.exists() else []
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


def main(words: Sequence[str]) -> None:
    """Measure the studies with one of these *words* in their titles, or all; write the page."""
    kept = sections()
    for study in STUDIES:
        if not words or any(word in study.title for word in words):
            kept[study.title] = "\n".join(table(study))
    known = [kept[title] for title in (study.title for study in STUDIES) if title in kept]
    PAGE.write_text("\n".join([HEAD, *known]), encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
