"""Measure every game and write ``benchmarks/results.md``: ``make bench``.

Every figure is the best of a few runs in this one process, or of a few fresh
processes where a start is measured.  The ceiling is a bare compiled loop that
draws as many random words a move and moves the same cells, and knows no rules.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numba
import numpy as np

from benchmarks import peers
from benchmarks.aims import missed, pace_of
from benchmarks.envs import env_rows
from benchmarks.lab import lab_rows
from benchmarks.live import live_rows
from benchmarks.neighbours import neighbour_rows
from benchmarks.page import rows as page_rows
from benchmarks.server import server_rows
from cardhouse import GAMES
from cardhouse.agents import casual, random
from cardhouse.agents.luck import Luck
from cardhouse.core import chance
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.twin import Engine, bind, twin_of
from cardhouse.engine.cpu import Compiled
from cardhouse.games.boom import state as boom_told
from cardhouse.games.crush import rules as crush_rules
from cardhouse.games.game import PLAYING
from cardhouse.games.grid import state as grid_told
from cardhouse.games.grid.board import CELLS, PLAY
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.lab.games import lucks_for
from cardhouse.match import Match

RESULTS = Path(__file__).parent / "results.md"
OPTIONS: dict[str, dict[str, Any]] = {"boom": {"level": 15}, "grid": {}, "crush": {}}
"""What each game is measured with."""
MOVE_AIMS = {"boom": "5,000,000 or more", "grid": "5,000,000 or more", "crush": "8,000,000 or more"}
MASK_AIMS = {"boom": "100,000 or more", "grid": "", "crush": "300,000 or more"}
HANDS_AIM = "300,000,000 or more"
BATCH = 4096
GAMES_AT_ONCE = 10_000
SAMPLE = 100
"""Games that are written down to see what a move draws and moves."""
HINTS = 50
HINT_MOVES = 16
"""How many positions a hint is asked for in, and how far into a game they lie at most."""
RUNS = 7
MANY_RUNS = 60
"""Where a run is so short that the machine may be busy all along."""
FAR = 10**12
"""More points, or hands, than any round has."""

Row = tuple[str, str, str]


class Trace(NamedTuple):
    """What some moves drew and moved: the work of the bare loop."""

    words: Any
    """How many random words each move drew."""
    starts: Any
    """Where each move's cells begin in `sources` and `targets`; one more at the end."""
    sources: Any
    targets: Any


def best(run: Callable[[], float], runs: int = RUNS) -> float:
    """Return the shortest of a few times."""
    return min(run() for _ in range(runs))


def timed(do: Callable[[], Any]) -> float:
    """Return how long something takes, in seconds."""
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


# -- one game -----------------------------------------------------------------


def interpreted_rate(name: str) -> float:
    """Return random legal moves a second on plain lists."""
    play_on = bind_random(name).play_on
    moves = 0

    def run() -> float:
        nonlocal moves
        matches = [Match(GAMES[name], seed, OPTIONS[name]) for seed in range(50)]
        lucks = [luck_of(seed) for seed in range(50)]
        start = time.perf_counter()
        moves = sum(
            play_on(match.state, luck, 10_000) for match, luck in zip(matches, lucks, strict=True)
        )
        return time.perf_counter() - start

    seconds = best(run, 3)
    return moves / seconds


def hint_rows(name: str) -> list[Row]:
    """Return how long a hint takes, interpreted, as the front ends ask for it."""
    matches = midgames(name)
    matches[0].hint()
    times = sorted(best(partial(timed, match.hint), 3) for match in matches)
    figures = {"median": median(times), "longest": times[-1]}
    return [
        (f"a hint, the {which} of {HINTS} positions", f"{1000 * seconds:.0f} ms", "100 ms or less")
        for which, seconds in figures.items()
    ]


def midgames(name: str) -> list[Match]:
    """Return games that a bot with luck has played for a while, and that go on."""
    choose, rules = bind(casual, *GAMES[name].contract).choose, GAMES[name].rules
    matches: list[Match] = []
    for seed in count(1):
        match, luck = Match(GAMES[name], seed, OPTIONS[name]), luck_of(seed)
        for _ in range(seed % HINT_MOVES):
            if rules.outcome(match.state) == PLAYING:
                rules.apply(match.state, choose(match.state, luck))
                match.state.events.clear()
        if rules.outcome(match.state) == PLAYING:
            matches.append(match)
        if len(matches) == HINTS:
            break
    return matches


def bind_random(name: str) -> Any:
    """Return the loops, interpreted, bound to a game and the random agent."""
    from cardhouse.engine import loops

    return bind(loops, *GAMES[name].contract, random)


def luck_of(seed: int) -> Luck:
    """Return an agent's random stream."""
    luck = Luck()
    set_key(luck, key_of(seed))
    return luck


def compiled_rate(game: Compiled, options: Mapping[str, Any]) -> float:
    """Return random legal moves a second, chosen inside the batch, to the end of every game."""
    moves = 0

    def run() -> float:
        nonlocal moves
        states, lucks = game.deal(range(BATCH), **options), lucks_for(range(BATCH))
        start = time.perf_counter()
        moves = game.play(states, lucks)
        return time.perf_counter() - start

    seconds = best(run, MANY_RUNS)
    return moves / seconds


def batch_rates() -> dict[str, float]:
    """Return the random legal moves a second of every game, by its name among the peers."""
    rates = {}
    for name in GAMES:
        game = Compiled(GAMES[name])
        game.play(game.deal(range(1), **OPTIONS[name]), lucks_for(range(1)))
        rates[f"{name} batch"] = compiled_rate(game, OPTIONS[name])
    return rates


def mask_rate(game: Compiled, name: str) -> float:
    """Return positions a second whose whole legal mask is written."""
    states = game.deal(range(BATCH), **OPTIONS[name])
    masks = game.masks(states)
    return BATCH / best(lambda: timed(lambda: game.masks(states, masks)))


def masked_rate(game: Compiled, name: str) -> float:
    """Return moves a second where each is chosen from a full mask outside the batch."""
    generator = np.random.default_rng(1)
    moves = 0

    def run() -> float:
        nonlocal moves
        states = game.deal(range(BATCH), **OPTIONS[name])
        masks = game.masks(states)
        moves, seconds = 0, 0.0
        for _ in range(5):
            start = time.perf_counter()
            game.masks(states, masks)
            seconds += time.perf_counter() - start
            chosen = (masks * generator.random(masks.shape, np.float32)).argmax(axis=1)
            start = time.perf_counter()
            moves += int((game.step(states, chosen) >= 0).sum())
            seconds += time.perf_counter() - start
        return seconds

    seconds = best(run, 3)
    return moves / seconds


def trace_of(name: str) -> Trace:
    """Write down what random moves draw and which cells they change, from played games."""
    rules, choose = GAMES[name].rules, bind_random(name).choose
    words, starts, sources, targets = [], [0], [], []
    for seed in range(SAMPLE):
        s, luck = Match(GAMES[name], seed, OPTIONS[name]).state, luck_of(seed)
        while rules.outcome(s) == PLAYING:
            drawn = sum(s.drawn) + sum(luck.drawn)
            rules.apply(s, choose(s, luck))
            words.append(sum(s.drawn) + sum(luck.drawn) - drawn)
            moved = MOVED[name](s.events)
            sources += [source for source, _ in moved]
            targets += [target for _, target in moved]
            starts.append(len(sources))
            s.events.clear()
    return Trace(*(np.array(column, np.int64) for column in (words, starts, sources, targets)))


Told = list[tuple[int, ...]]
Moved = list[tuple[int, int]]
"""Cells that a move wrote, each after the cell its card came from."""


def moved_in_boom(events: Told) -> Moved:
    """Return the cells that a move of Poker Boom wrote."""
    falls = [(facts[1], facts[2]) for facts in events if facts[0] == boom_told.FALL]
    spawns = [(facts[1], facts[1]) for facts in events if facts[0] == boom_told.SPAWN]
    shuffled = [facts[1] for facts in events if facts[0] == boom_told.SHUFFLE]
    return [*falls, *spawns, *((source, target) for target, source in enumerate(shuffled))]


def moved_in_crush(events: Told) -> Moved:
    """Return the cells that a move of Solitaire Crush wrote."""
    pairs = [facts[1:3] for facts in events if facts[0] in (crush_rules.SLID, crush_rules.SWAPPED)]
    falls = [(facts[1], facts[2]) for facts in events if facts[0] == crush_rules.FELL]
    drops = [(facts[1], facts[1]) for facts in events if facts[0] == crush_rules.DROPPED]
    return [
        *((start, end) for start, end in pairs),
        *((end, start) for start, end in pairs),
        *falls,
        *drops,
    ]


def moved_in_grid(events: Told) -> Moved:
    """Return the cells that a move of Poker Grid wrote."""
    return [(facts[1], facts[1]) for facts in events if facts[0] == grid_told.DREW]


MOVED = {"boom": moved_in_boom, "grid": moved_in_grid, "crush": moved_in_crush}


def bare_rate(game: Compiled, name: str, trace: Trace) -> float:
    """Return moves a second of the bare loop over the same states."""
    next_word = twin_of(chance, engine=Engine(function=numba.njit, table=np.array)).next_word

    @numba.njit
    def bare(states: Any, words: Any, starts: Any, sources: Any, targets: Any) -> int:
        total = 0
        moves = len(words)
        for i in range(len(states)):
            s = states[i]
            for step in range(16):
                move = (i * 16 + step) % moves
                for _ in range(words[move]):
                    total += next_word(s, 0)
                for at in range(starts[move], starts[move + 1]):
                    s.board[targets[at]] = s.board[sources[at]]
        return total

    states = game.deal(range(BATCH), **OPTIONS[name])
    bare(states[:1], *trace)
    return BATCH * 16 / best(lambda: timed(lambda: bare(states, *trace)))


# -- one game alone -------------------------------------------------------------

OTHER_LEVELS = (1, 30)


def boom_rows(game: Compiled) -> list[Row]:
    """Return how the number of bombs tells: the first level has the fewest, the last the most."""
    return [
        (
            f"random legal moves a second, compiled, level {level}",
            f"{compiled_rate(game, {'level': level}):,.0f}",
            "",
        )
        for level in OTHER_LEVELS
    ]


FIVE = ("Joker", "Jolly Joker", "Greedy Joker", "Scary Face", "Photograph")
HANDS_IN_A_ROW = 20


def grid_rows(game: Compiled) -> list[Row]:
    """Return how many hands a second are played, a random pair frozen in each game."""
    fives = np.random.default_rng(1).integers(1, len(ROSTER), (BATCH, len(FIVE)))
    milliseconds = 1000 * interpreted_hand_seconds()
    return [
        ("hands a second, no jokers", f"{hand_rate(game, ()):,.0f}", "5,000,000 or more"),
        ("hands a second, five jokers of the source", f"{hand_rate(game, FIVE):,.0f}",
         "1,500,000 or more"),
        ("hands a second, five jokers at random in each game",
         f"{hand_rate(game, FIVE, fives):,.0f}", ""),
        ("a hand interpreted, five jokers of the source", f"{milliseconds:.2f} ms", "under 5 ms"),
    ]  # fmt: skip


def hand_rate(game: Compiled, jokers: Sequence[str], others: Any = None) -> float:
    """Return hands a second with these jokers, or with *others*, given by number."""
    states = game.deal(range(BATCH), jokers=list(jokers))
    if others is not None:
        states["jokers"] = others
        game.rules.deal_all(states)
    generator = np.random.default_rng(2)
    first = generator.integers(0, CELLS, BATCH)
    second = (first + generator.integers(1, CELLS, BATCH)) % CELLS
    states["frozen"] = 1 << first | 1 << second
    states["target"], states["hands_left"] = FAR, FAR
    moves = np.full(BATCH, PLAY)

    def run() -> None:
        for _ in range(HANDS_IN_A_ROW):
            game.step(states, moves)

    seconds = best(lambda: timed(run), MANY_RUNS)
    return BATCH * HANDS_IN_A_ROW / seconds


def interpreted_hand_seconds() -> float:
    """Return the seconds of one hand on plain lists, five jokers held."""
    s = Match(GAMES["grid"], 1, {"jokers": list(FIVE)}).state
    s.target = s.hands_left = FAR
    return best(lambda: timed(lambda: GAMES["grid"].rules.apply(s, PLAY)), 100)


EXTRA_ROWS: dict[str, Callable[[Compiled], list[Row]]] = {"boom": boom_rows, "grid": grid_rows}
"""What is measured of one game alone."""


# -- starts and memory --------------------------------------------------------

START = """
import time
start = time.perf_counter()
from cardhouse import GAMES
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import lucks_of
game = Compiled(GAMES[{name!r}])
states = game.deal(range(8), **{options!r})
masks = game.masks(states)
game.step(states, masks.argmax(axis=1))
game.outcomes(states)
game.play(states, lucks_of(range(8)))
print(time.perf_counter() - start)
"""

IMPORT = """
import time
start = time.perf_counter()
import cardhouse
print(time.perf_counter() - start)
"""


def seconds_of(script: str, cache: str) -> float:
    """Run a script in a fresh process and return the seconds that it prints."""
    environment = os.environ | {"CARDHOUSE_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def start_seconds(name: str) -> tuple[float, float]:
    """Return the seconds of a first start, everything compiled, and of a cached one."""
    script = START.format(name=name, options=OPTIONS[name])
    with tempfile.TemporaryDirectory() as cache:
        first = seconds_of(script, cache)
        return first, best(lambda: seconds_of(script, cache), 3)


def batch_seconds(game: Compiled, name: str) -> float:
    """Return the seconds that many games in one batch take, from the deal to the end."""

    def run() -> None:
        states = game.deal(range(GAMES_AT_ONCE), **OPTIONS[name])
        game.play(states, lucks_for(range(GAMES_AT_ONCE)))

    return best(lambda: timed(run), 3)


# -- the page -----------------------------------------------------------------


def measure(name: str, ours: dict[str, float]) -> list[Row]:
    """Return the rows of one game: what, figure, aim; give *ours* what stands beside the peers."""
    game, trace = Compiled(GAMES[name]), trace_of(name)
    game.play(game.deal(range(1), **OPTIONS[name]), lucks_for(range(1)))
    plain, fast = interpreted_rate(name), compiled_rate(game, OPTIONS[name])
    ours[f"{name} batch"] = fast
    bare = bare_rate(game, name, trace)
    masks, masked = mask_rate(game, name), masked_rate(game, name)
    whole = batch_seconds(game, name)
    first, cached = start_seconds(name)
    size = game.blank(1).dtype.itemsize
    moved = len(trace.sources) / len(trace.words)
    return [
        ("random legal moves a second, interpreted", f"{plain:,.0f}", ""),
        ("random legal moves a second, compiled, one core", f"{fast:,.0f}", MOVE_AIMS[name]),
        (f"the bare loop ({trace.words.mean():.1f} words, {moved:.1f} cells a move)",
         f"{bare:,.0f}", "the ceiling"),
        ("compiled against the bare loop", f"{fast / bare:.2f}", "0.5 or more"),
        ("compiled against interpreted", f"{fast / plain:,.0f} times", ""),
        ("full legal masks a second, of dealt positions", f"{masks:,.0f}", MASK_AIMS[name]),
        ("moves a second with a full mask each, the first five", f"{masked:,.0f}", ""),
        (f"{GAMES_AT_ONCE:,} games in one batch, dealt and played", f"{whole:.3f} s", ""),
        *(EXTRA_ROWS[name](game) if name in EXTRA_ROWS else []),
        *env_rows(name, OPTIONS[name], ours),
        *hint_rows(name),
        ("memory a game", f"{size} bytes", ""),
        ("first start, everything compiled", f"{first:.1f} s", "under 20 s"),
        ("cached start", f"{cached:.2f} s", "under 2 s"),
    ]  # fmt: skip


def page(
    tables: dict[str, list[Row]],
    browser: list[Row],
    lab: list[Row],
    ours: dict[str, float],
    imported: float,
) -> str:
    """Return the results as Markdown."""
    lines = [
        "# Results",
        "",
        "Written by `make bench`, in one run on one machine; ratios are firmer than times.",
        "",
        f"- {processor()}, {os.cpu_count()} cores",
        f"- Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}",
        f"- `import cardhouse`: {imported:.3f} s (aim: under 0.2 s)",
    ]
    titled = {title_of(name): rows for name, rows in tables.items()}
    titled |= {"The page and its server": browser, "The lab": lab}
    for title, rows in titled.items():
        lines += section(title, rows)
    found = peers.results()
    pace = pace_of({name: result.rate for name, result in found.items()})
    lines += ["", "## Beside our peers", "", *peers.table(found, ours)]
    lines += ["", "## Aims that are missed", ""]
    lines += [
        f"The peers run here at {pace:.2f} times the rates that they had where the aims were set."
    ]
    lines += ["", *(missed(titled, pace) or ["None."])]
    return "\n".join(lines) + "\n"


def title_of(name: str) -> str:
    """Return a game's title, and what it is measured with."""
    options = "".join(f", {option} {value}" for option, value in OPTIONS[name].items())
    return f"{GAMES[name].title}{options}"


def section(title: str, rows: list[Row]) -> list[str]:
    """Return one table and its heading."""
    table = [f"| {what} | {figure} | {aim} |" for what, figure, aim in rows]
    return ["", f"## {title}", "", "| what | figure | aim |", "|---|---|---|", *table]


def processor() -> str:
    """Name this machine's processor."""
    try:
        with open("/proc/cpuinfo") as file:
            names = [
                line.partition(":")[2].strip() for line in file if line.startswith("model name")
            ]
        return names[0]
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def main() -> None:
    """Measure and write the page."""
    tables, ours = {}, {"hands": peers.hand_rate()}
    hands = ("hands classified a second, in a batch", f"{ours['hands']:,.0f}", HANDS_AIM)
    for name in GAMES:
        print(f"measuring {name} …", flush=True)
        tables[name] = measure(name, ours)
    with tempfile.TemporaryDirectory() as cache:
        imported = best(lambda: seconds_of(IMPORT, cache), 5)
    print("measuring the page and its server …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        browser = [*page_rows(Path(folder)), *server_rows(), *neighbour_rows(), *live_rows()]
    print("measuring the lab …", flush=True)
    lab = [hands, *lab_rows()]
    RESULTS.write_text(page(tables, browser, lab, ours, imported))
    print(RESULTS.read_text())


if __name__ == "__main__":
    main()
