"""Games compiled with Numba, played by the thousand on arrays of records.

This is the only module that imports NumPy and Numba.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from cardhouse import loops
from cardhouse.agents import random
from cardhouse.agents.agent import Luck
from cardhouse.core.chance import WORD, WORD_BITS, key_of
from cardhouse.core.flat import Flat, layout_of, tell
from cardhouse.core.twin import Engine, Knobs, bind, check_knobs
from cardhouse.games.game import Game

Array = Any

SOURCES = Path(__file__).parent
CACHE_VARIABLE = "CARDHOUSE_CACHE"


class Compiled:
    """One game's rules, and one agent, compiled; knobs may be turned.

    >>> from cardhouse.games import GAMES
    >>> boom = Compiled(GAMES["boom"])
    >>> states = boom.deal(range(1000), level=3)
    >>> masks = boom.masks(states)
    >>> masks.shape
    (1000, 1546)
    >>> gains = boom.step(states, masks.argmax(axis=1))  # the first legal move of each game
    >>> bool((gains > 0).all())
    True
    """

    def __init__(
        self,
        game: Game,
        agent: ModuleType = random,
        knobs: Knobs | None = None,
        boundscheck: bool = False,
    ) -> None:
        """Compile *game*; what was compiled once for the same sources is read from a cache.

        :raises ValueError: if a knob is not one of the game's.
        """
        check_knobs(game.rules, knobs or {})
        self.game = game
        folder = _cache_folder([game.name, agent.__name__, dict(knobs or {}), boundscheck])
        with _caching(folder):
            engine = _engine(cached=folder is not None, boundscheck=boundscheck)
            self.rules = bind(loops, game.rules, agent, knobs=knobs, engine=engine)

    def blank(self, count: int) -> Array:
        """Return *count* blank states, as one array of records."""
        return blank_records(self.game.rules.State, count)

    def deal(self, seeds: Iterable[int | str], **options: Any) -> Array:
        """Return one dealt game a seed, all with the same options.

        :raises BadSetup: if an option is not one of the game's.
        :raises ValueError: if a seed is no seed.
        """
        keys = keys_of(seeds)
        states = self.blank(len(keys))
        states[:] = as_record(self.prepared(options))
        states["key"] = keys
        self.rules.deal_all(states)
        return states

    def prepared(self, options: dict[str, Any]) -> Any:
        """Return a state with *options* in place, not dealt."""
        s = self.game.rules.State()
        self.game.options.set_options(s, self.game.options.read_options(options))
        return s

    def step(self, states: Array, moves: Array) -> Array:
        """Play one move in every game; return the gains, -1 where the move was refused."""
        gains = np.empty(len(states), np.int64)
        self.rules.step_all(states, np.asarray(moves, np.int64), gains)
        return gains

    def masks(self, states: Array, out: Array | None = None) -> Array:
        """Return for every game and every move whether it is legal."""
        masks = np.empty((len(states), self.game.rules.MOVES), np.bool_) if out is None else out
        self.rules.mask_all(states, masks, np.empty(self.game.rules.ROOM, np.int64))
        return masks

    def outcomes(self, states: Array) -> Array:
        """Return how every game stands: a number of `cardhouse.games.game.OUTCOMES`."""
        outcomes = np.empty(len(states), np.int64)
        self.rules.outcome_all(states, outcomes)
        return outcomes

    def play(self, states: Array, lucks: Array, limit: int = sys.maxsize) -> int:
        """Let the agent play every game, at most *limit* moves each; return the moves played."""
        return int(self.rules.play_all(states, lucks, limit))


# -- records ------------------------------------------------------------------


def record_type(state_type: type) -> Any:
    """Return the compiled layout of a state: an aligned NumPy record of the same names."""
    return np.dtype(
        [
            (name, width, (size,)) if size else (name, width)
            for name, size, width in layout_of(state_type)
        ],
        align=True,
    )


def blank_records(state_type: type, count: int) -> Array:
    """Return *count* blank states, as one array of records."""
    return np.zeros(count, record_type(state_type)).view(np.recarray)


def as_record(s: Any) -> Array:
    """Return an interpreted state as one record."""
    record = blank_records(type(s), 1)
    for name, _, _ in layout_of(type(s)):
        record[name] = getattr(s, name)
    return record[0]


def lucks_of(seeds: Iterable[int | str]) -> Array:
    """Return one agent's random stream a seed."""
    keys = keys_of(seeds)
    lucks = blank_records(Luck, len(keys))
    lucks["key"] = keys
    return lucks


def keys_of(seeds: Iterable[int | str]) -> Array:
    """Return the random key of each seed, eight words a row.

    :raises ValueError: if a seed is no seed.
    """
    if isinstance(seeds, range | np.ndarray):
        numbers = np.asarray(seeds, np.int64)
        if numbers.size and numbers.min() < 0:
            raise ValueError("a seed is a whole number from 0")
        keys = np.zeros((len(numbers), 8), np.uint32)
        keys[:, 0], keys[:, 1] = numbers & WORD, numbers >> WORD_BITS
        return keys
    return np.array([key_of(seed) for seed in seeds], np.uint32).reshape(-1, 8)


# -- compiling ----------------------------------------------------------------


def _silent(s: Flat, *facts: int) -> None:
    """Tell nobody: what `tell` is in a compiled twin."""


def _engine(cached: bool, boundscheck: bool) -> Engine:
    def compiled(function: FunctionType) -> Any:
        in_cache = cached and function.__module__ == loops.__name__
        return numba.njit(function, cache=in_cache, boundscheck=boundscheck)

    return Engine(function=compiled, table=_array, instead={tell: _silent})


def _array(table: tuple[Any, ...]) -> Array:
    """Return a table as an array: rows of cells as small as they can be, to stay in the cache.

    Small unsigned numbers also index faster: they need no look at their sign.
    """
    array = np.array(table, np.int64)
    if array.ndim == 1 or array.min() < 0:
        return array
    return array.astype(np.min_scalar_type(array.max()))


@cache
def _sources_digest() -> str:
    """Return a digest of the package's sources: Numba's own cache goes stale across modules."""
    digest = sha256()
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder(parts: list[Any]) -> Path | None:
    """Return the folder for what is compiled from these parts; None if there can be none."""
    versions = [sys.version, numba.__version__, np.__version__]
    text = json.dumps([_sources_digest(), versions, parts], sort_keys=True)
    folder = _cache_home() / sha256(text.encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _cache_home() -> Path:
    if CACHE_VARIABLE in os.environ:
        return Path(os.environ[CACHE_VARIABLE])
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardhouse"


@contextmanager
def _caching(folder: Path | None) -> Iterator[None]:
    """Have Numba keep what it compiles in *folder*."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        config.CACHE_DIR = before
