"""Measure our peers beside us, in the same run on the same machine.

They are installed into an environment of their own, ``build/peers``, made on
first use.  A peer that does not install or run is listed with its reason, and
the others go on.  Each runs in a process of its own on one core.

Alone: ``python -m benchmarks.peers``.
"""

import os
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.peer_runs import rate_of
from cardhouse.core.cards import DECK
from cardhouse.engine.hands import classify

HERE = Path(__file__).parent
ROOM = HERE.parent / "build" / "peers"
PINS = HERE / "peers.txt"
SCRIPT = HERE / "peer_runs.py"
PATIENCE = 900
"""Seconds after which a peer is given up."""
ONE_CORE = {
    "JAX_PLATFORMS": "cpu",
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
HANDS = 1 << 17

OURS = {
    "boom batch": "Poker Boom, batch of 4,096, random legal moves chosen inside",
    "grid batch": "Poker Grid, batch of 4,096, random legal moves chosen inside",
    "crush batch": "Solitaire Crush, batch of 4,096, random legal moves chosen inside",
    "boom vector": "Poker Boom, vector environment, random legal actions from its masks",
    "grid vector": "Poker Grid, vector environment, random legal actions from its masks",
    "crush vector": "Solitaire Crush, vector environment, random legal actions from its masks",
    "boom single": "Poker Boom, one environment through `gym.make`",
    "grid single": "Poker Grid, one environment through `gym.make`",
    "crush single": "Solitaire Crush, one environment through `gym.make`",
    "hands": "five-card hands classified in a batch, as one of ten",
}
"""What of ours stands beside the peers, by the name under which its rate is given."""
GRID = ("grid single",)
GRIDS = ("grid vector", "grid batch")


class Peer(NamedTuple):
    """One thing that another project does."""

    run: str
    """Its name in `benchmarks.peer_runs`."""
    package: str
    what: str
    against: tuple[str, ...]
    """What of ours is like it: names of `OURS`."""


class Result(NamedTuple):
    """What a peer does a second, or the reason why that is not known."""

    rate: float = 0.0
    reason: str = ""


PEERS = (
    Peer("cartpole", "gymnasium", "CartPole-v1 through `gym.make`, random actions", GRID),
    Peer("cartpole sync", "gymnasium", "CartPole-v1, `SyncVectorEnv` of 64, random actions",
         ("grid vector",)),
    Peer("cartpole vector", "gymnasium",
         "CartPole-v1, its own NumPy vector environment of 4,096, random actions",
         ("grid vector",)),
    Peer("pgx", "pgx",
         "2048, batch of 2,048, random legal moves chosen inside, observation and mask", GRIDS),
    Peer("jumanji", "jumanji",
         "2048, batch of 2,048, random legal moves chosen inside, observation and mask", GRIDS),
    Peer("openspiel", "open_spiel", "2048, one game, random legal moves from Python", GRID),
    Peer("rlcard", "rlcard", "limit hold'em, one game, random legal moves from Python", GRID),
    Peer("tile-match-gym", "tile-match-gym",
         "7×7, 6 colours, one environment, random moves of those that match", ("crush single",)),
    Peer("eval7", "eval7", "five-card hands ranked, one call each", ("hands",)),
    Peer("treys", "treys", "five-card hands ranked, one call each", ("hands",)),
    Peer("phevaluator", "phevaluator", "five-card hands ranked, one call each", ("hands",)),
    Peer("pokerkit", "pokerkit", "five-card hands ranked, one look-up each", ("hands",)),
)  # fmt: skip

REFERENCES = (
    (
        "PufferLib",
        "a 3×3 card game in C, batch of 4,096: measured once, elsewhere, as it does not install"
        " from PyPI",
        10_600_000,
    ),
)
"""Figures that stand for themselves, from another machine: who, what, a second."""


# -- measuring ----------------------------------------------------------------


def results() -> dict[str, Result]:
    """Measure every peer; return what each does, by its name in `benchmarks.peer_runs`."""
    found = {}
    for peer in PEERS:
        print(f"measuring a peer: {peer.run} …", flush=True)
        found[peer.run] = measured(peer)
    return found


def measured(peer: Peer) -> Result:
    """Install a peer where it is not yet installed, and measure it."""
    python = ROOM / "bin" / "python"
    try:
        if not python.with_name("pip").exists():
            venv.create(ROOM, with_pip=True)
        words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        told([str(python), *words, "--requirement", str(pin_file(peer.package))])
        return Result(rate=float(told([str(python), str(SCRIPT), peer.run])))
    except subprocess.CalledProcessError as error:
        return Result(reason=reason_in(error.stderr or str(error)))
    except subprocess.TimeoutExpired:
        return Result(reason=f"took longer than {PATIENCE} seconds")
    except (OSError, ValueError) as error:
        return Result(reason=str(error))


def told(words: list[str]) -> str:
    """Run a program on one core; return what it said."""
    environment = {**os.environ, **ONE_CORE}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        words, env=environment, check=True, capture_output=True, text=True, timeout=PATIENCE
    )
    return done.stdout


def pin_file(package: str) -> Path:
    """Return a file that asks for one peer, in the versions of `PINS`."""
    file = ROOM / f"{package}.txt"
    file.write_text(f"--constraint {PINS}\n{package}\n")
    return file


def reason_in(said: str) -> str:
    r"""Return the line that says best why a program failed: its last error, or its last line.

    >>> reason_in("Looking\nERROR: No matching distribution found for pgx==2.6.0\nDone")
    'No matching distribution found for pgx==2.6.0'
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["it said nothing"])[-1].removeprefix("ERROR: ")


def hand_rate() -> float:
    """Return how many hands a second we classify in a batch, on one core."""
    hands = np.random.default_rng(1).choice(np.array(DECK, np.uint8), (HANDS, 5))
    made = np.empty(HANDS, np.uint8)

    def run() -> int:
        classify(hands, made)
        return HANDS

    return rate_of(run)


# -- the table ----------------------------------------------------------------


def table(found: Mapping[str, Result], ours: Mapping[str, float]) -> list[str]:
    """Return ours and the peers' figures as one Markdown table; *ours* by the names of `OURS`."""
    rows = [
        ("**Cardhouse**", OURS[name], f"{ours[name]:,.0f}", "") for name in OURS if name in ours
    ]
    for peer in PEERS:
        rate, reason = found.get(peer.run, Result(reason="not asked"))
        figure = f"{rate:,.0f}" if rate else f"not measured: {cell(reason)}"
        rows.append((named(peer.package), peer.what, figure, ratios(peer, rate, ours)))
    rows += [(who, what, f"{rate:,}", "a reference, no ratio") for who, what, rate in REFERENCES]
    return [
        "| who | what, on one core | steps, or hands, a second | ours against it |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def named(package: str) -> str:
    """Return a package with its version."""
    for line in PINS.read_text().splitlines():
        if line.startswith(f"{package}=="):
            return line.replace("==", " ")
    raise ValueError(f"{PINS} does not name {package}")


def ratios(peer: Peer, rate: float, ours: Mapping[str, float]) -> str:
    """Return how many times as fast ours is, for each of ours that is like the peer."""
    known = [name for name in peer.against if name in ours] if rate else []
    return ", ".join(f"{name}: {ratio_text(ours[name] / rate)} times" for name in known)


def ratio_text(ratio: float) -> str:
    """Write a ratio with the digits that matter.

    >>> ratio_text(0.831), ratio_text(7.31), ratio_text(1234.5)
    ('0.83', '7.3', '1,234')
    """
    if ratio < 1:
        return f"{ratio:.2f}"
    return f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"


def cell(text: str) -> str:
    """Return *text* so that it stays within one cell of a table."""
    return " ".join(text.replace("|", "/").split())[:200]


def main() -> None:
    """Measure and print the table."""
    from benchmarks.run import batch_rates

    ours = {**batch_rates(), "hands": hand_rate()}
    print("\n".join(table(results(), ours)))


if __name__ == "__main__":
    main()
