"""The same game on every Python: same seeds, same moves, same states, whatever the hash seed."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from cardhouse import GAMES
from tests.games import KITS

SOURCES = Path(__file__).parents[1] / "src"
OLDEST, NEWEST = 11, 19
HASH_SEEDS = ("0", "1")
"""Those that this Python runs with."""
OTHER_HASH_SEED = "2"
"""That with which every other Python runs."""

STARTS = [
    *((game, None, s.options) for game in GAMES for s in KITS[game].settings.values()),
    *((game, p.position, p.options) for game in GAMES for p in KITS[game].positions.values()),
]
"""New games, and positions to go on from."""

GAMES_SCRIPT = """
import json, sys
import cardhouse

for name, position, options in json.load(sys.stdin):
    for seed in (7, 2**256 - 1, "a text \\u2660") if position is None else (7,):
        if position is None:
            match = cardhouse.new(name, seed=seed, **options)
        else:
            match = cardhouse.place(name, position, seed=seed, **options)
        print(name, options, ascii(seed), match.digest())
        for number in range(17 if position is None else 12):
            moves = list(match.moves())
            if not moves:
                break
            match.play(moves[(37 * number + len(moves)) % len(moves)])
            print(name, len(moves), match.played[-1], match.score, match.digest())
        if match.outcome == "playing" and seed == 7:
            print(match.hint())
            if match.game.preview and not match.view().get("offers"):
                print(match.preview(rounds=3))
        print(match.outcome, match.view(), match.record())
"""

MODULES_SCRIPT = """
import sys
before = set(sys.modules)
import cardhouse, cardhouse.table
for game in cardhouse.GAMES:
    match = cardhouse.new(game, seed=7)
    match.play(next(match.moves()))
    match.hint()
    cardhouse.replay(match.record())
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def ran(python: str, script: str, hash_seed: str) -> subprocess.CompletedProcess[str]:
    """Run a script with nothing but the package's sources."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    environment |= {
        "PYTHONPATH": str(SOURCES),
        "PYTHONHASHSEED": hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [python, "-c", script]
    return subprocess.run(
        command,
        input=json.dumps(STARTS),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@cache
def told(python: str, hash_seed: str) -> str:
    done = ran(python, GAMES_SCRIPT, hash_seed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pythons() -> dict[str, list[Path]]:
    """Find every Python that might run this, by name: on the path, and beside this one."""
    names = [f"python3.{minor}" for minor in range(OLDEST, NEWEST + 1)]
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(Path(sys.base_prefix).parent.glob("*/bin"))
    found = {name: [folder / name for folder in folders] for name in names}
    there = {name: list(filter(Path.is_file, paths)) for name, paths in found.items()}
    return {name: paths for name, paths in there.items() if paths}


def versions_of(paths: list[Path]) -> dict[str, str]:
    """Return where each version is; one that is there twice, or does not start, is no other."""
    started = {str(path): ran(str(path), "import sys; print(sys.version)", "0") for path in paths}
    return {done.stdout: path for path, done in started.items() if done.returncode == 0}


@pytest.mark.parametrize("hash_seed", HASH_SEEDS[1:])
def test_the_same_games_whatever_the_hash_seed(hash_seed):
    assert told(sys.executable, hash_seed) == told(sys.executable, HASH_SEEDS[0])


@pytest.mark.parametrize("name", pythons())
def test_the_same_games_on_every_python(name):
    versions = versions_of(pythons()[name])
    if not versions:
        pytest.skip(f"{name} does not start")
    for version, python in versions.items():
        assert version.startswith(name.removeprefix("python"))
        is_this = version.strip() == sys.version
        there = (sys.executable, HASH_SEEDS[1]) if is_this else (python, OTHER_HASH_SEED)
        assert told(*there) == told(sys.executable, HASH_SEEDS[0])


def test_the_games_compared_are_many_and_go_far():
    lines = told(sys.executable, HASH_SEEDS[0]).splitlines()
    for game in GAMES:
        moves = [line for line in lines if re.fullmatch(rf"{game} \d+ .* \d+ [0-9a-f]{{16}}", line)]
        assert len({line[-16:] for line in moves}) > 150


def test_playing_loads_neither_numpy_nor_numba():
    done = ran(sys.executable, MODULES_SCRIPT, "0")
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "cardhouse" in loaded
    assert loaded <= sys.stdlib_module_names | {"cardhouse"}
    assert not loaded & {"numpy", "numba", "llvmlite"}
