"""Games compiled with Numba, played by the thousand on arrays of records.

This is the only module that imports Numba.
"""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile

from cardhouse import hand_loops, loops
from cardhouse.agents import random
from cardhouse.agents.agent import Luck
from cardhouse.core import chance
from cardhouse.core.chance import KEY_WORDS, WORD, WORD_BITS, Seed, key_of
from cardhouse.core.flat import SILENT, Flat, lay, layout_of, new_desk
from cardhouse.core.poker import TALLIES
from cardhouse.core.twin import Engine, Index, Knobs, bind, check_knobs, twin_of
from cardhouse.games.game import Game

Array = Any

SOURCES = Path(__file__).parent
COMPILED = ("core/**/*.py", "games/**/*.py", "agents/*.py", "*loops.py", "compiled.py")
"""Where the sources are that can be compiled, and this one."""
CACHE_VARIABLE = "CARDHOUSE_CACHE"
SHARED = ("refusal", "is_legal", "apply", "outcome", "worth", "choose")
"""What several loops call of a game and an agent: compiled once, then part of each loop."""
SILENT_NAMES = tuple(function.__name__ for function in SILENT)
SMALL_SEEDS = 1 << 63
LOOPS = (loops.__name__, hand_loops.__name__)


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
    ) -> None:
        """Compile *game*; what was compiled once for the same sources is read from a cache.

        Every index is checked where the environment says ``NUMBA_BOUNDSCHECK=1``.

        :raises ValueError: if a knob is not one of the game's.
        """
        check_knobs(game.rules, knobs or {})
        self.game = game
        folder = _cache_folder([game.name, agent.__name__, dict(knobs or {})])
        with _caching(folder):
            engine = _engine(folder is not None, game.rules)
            self.rules = bind(loops, game.rules, agent, knobs=knobs, engine=engine)

    def blank(self, count: int) -> Array:
        """Return *count* blank states, as one array of records."""
        return blank_records(self.game.rules.State, count)

    def deal(self, seeds: Iterable[Seed], **options: Any) -> Array:
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
        """Play one move in every game; return the gains, -1 where the move was refused.

        :raises ValueError: if there is not one move a game.
        """
        moves = np.asarray(moves)
        if moves.shape != states.shape or (moves.size and moves.dtype.kind not in "iu"):
            raise ValueError(
                f"there must be one move, a whole number, for each of {len(states)} games"
            )
        gains = np.empty(len(states), np.int64)
        self.rules.step_all(states, moves.astype(np.int64), gains)
        return gains

    def masks(self, states: Array, out: Array | None = None) -> Array:
        """Return for every game and every move whether it is legal."""
        size = (len(states), self.game.rules.MOVES)
        masks = np.empty(size, np.bool_) if out is None else out
        if masks.shape != size or masks.dtype != np.bool_:
            raise ValueError(f"the masks must be an array of {size[0]} times {size[1]} booleans")
        self.rules.mask_all(states, masks, np.empty(self.game.rules.ROOM, np.int64))
        return masks

    def outcomes(self, states: Array) -> Array:
        """Return how every game stands: a number of `cardhouse.games.game.OUTCOMES`."""
        outcomes = np.empty(len(states), np.int64)
        self.rules.outcome_all(states, outcomes)
        return outcomes

    def play(self, states: Array, lucks: Array, limit: int = sys.maxsize) -> int:
        """Let the agent play every game, at most *limit* moves each; return the moves played."""
        if lucks.shape != states.shape:
            raise ValueError(f"there must be one luck for each of {len(states)} games")
        return int(self.rules.play_all(states, lucks, limit))

    def trace(
        self, states: Array, lucks: Array, limit: int = sys.maxsize, turns: int = 0
    ) -> tuple[Array, Array, Array]:
        """Let the agent play every game, as `play` does, and return how: a row a game.

        The first array has each game's number of moves.  The second has the first
        *turns* moves, the third the score after each; where a game was shorter, the rest is 0.
        """
        if lucks.shape != states.shape:
            raise ValueError(f"there must be one luck for each of {len(states)} games")
        lengths = np.zeros(len(states), np.int64)
        traces = np.zeros((len(states), turns, 2), np.int64)
        self.rules.trace_all(states, lucks, limit, lengths, traces)
        return lengths, traces[:, :, 0], traces[:, :, 1]

    def entry(self, loop: str, *arguments: Array) -> Callable[..., Any]:
        """Return a loop for these arguments, to be called with arrays of the very same types only.

        It saves the time in which Numba finds out the types: 6 microseconds for
        states, more than most moves take.
        """
        type_of: Callable[[Array], Any] = numba.typeof
        types = tuple(map(type_of, arguments))
        entry: Callable[..., Any] = getattr(self.rules, loop).compile(types)
        return entry


# -- poker hands --------------------------------------------------------------

HAND_CARDS = 5


def classify(hands: Array, out: Array | None = None) -> Array:
    """Return what every five cards make: a number of `cardhouse.core.poker.HAND_NAMES` a row.

    A card may be there twice.  A number that is no card counts for nothing.  Rows of uint8
    are the fastest.

    >>> from cardhouse.core.cards import parse_card
    >>> texts = ("Ah 2h 3h 4h 5h", "7c 7c 7c 7c 7c", "2c 2d 9h 9s Kc")
    >>> classify([[parse_card(card) for card in text.split()] for text in texts]).tolist()
    [8, 7, 2]

    :raises ValueError: if these are not rows of five whole numbers, each that of a card.
    """
    cards = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] != HAND_CARDS or cards.dtype.kind not in "iu":  # noqa: PLR2004
        raise ValueError(f"hands must be rows of {HAND_CARDS} cards, each a whole number")
    negative = cards.size and cards.dtype.kind == "i" and cards.min() < 0
    if negative or (cards.size and cards.max() >= len(TALLIES)):
        raise ValueError(f"a card is a number from 0 to {len(TALLIES) - 1}")
    made = np.empty(len(cards), np.uint8) if out is None else out
    if made.shape != cards.shape[:1] or made.dtype != np.uint8:
        raise ValueError(f"the answers must be an array of {len(cards)} uint8 numbers")
    room = np.empty(hand_loops.BLOCK, np.int64)
    _hand_loops().classify_all(cards.astype(np.uint8, copy=False), made, room)
    return made


@cache
def _hand_loops() -> Any:
    folder = _cache_folder([hand_loops.__name__])
    with _caching(folder):
        return twin_of(hand_loops, engine=_engine(folder is not None))


# -- records ------------------------------------------------------------------


def record_type(state_type: type) -> Any:
    """Return the compiled layout of a state: an aligned NumPy record of the same names.

    :raises ValueError: if a field has a name that NumPy's records use themselves.
    """
    for name, _, _ in layout_of(state_type):
        if hasattr(np.recarray, name):
            raise ValueError(f"a state's field cannot be called {name!r}")
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


def as_state(state_type: type, record: Array) -> Any:
    """Return one record as an interpreted state: the inverse of `as_record`."""
    s = state_type()
    for name, _, _ in layout_of(state_type):
        setattr(s, name, record[name].tolist())
    return s


def lucks_of(seeds: Iterable[Seed]) -> Array:
    """Return one agent's random stream a seed."""
    keys = keys_of(seeds)
    lucks = blank_records(Luck, len(keys))
    lucks["key"] = keys
    return lucks


def keys_of(seeds: Iterable[Seed]) -> Array:
    """Return the random key of each seed, eight words a row.

    :raises ValueError: if a seed is no seed.
    """
    if isinstance(seeds, range) and seeds and min(seeds) >= 0 and max(seeds) < SMALL_SEEDS:
        numbers = np.arange(seeds.start, seeds.stop, seeds.step)
        keys = np.zeros((len(numbers), KEY_WORDS), np.uint32)
        keys[:, 0], keys[:, 1] = numbers & WORD, numbers >> WORD_BITS
        return keys
    listed = seeds.tolist() if isinstance(seeds, np.ndarray) else list(seeds)
    words = [key_of(seed) for seed in listed]
    return np.array(words, np.uint32).reshape(len(listed), KEY_WORDS)


# -- compiling ----------------------------------------------------------------


def _silent(s: Flat, *facts: int) -> None:
    """Tell nobody, and keep nothing: what `tell` and `remember` are in a compiled twin."""


def _copied(desk: Array, place: int, s: Any) -> None:
    """Copy a record: what `lay` is in a compiled twin."""
    desk[place] = s


INSTEAD: dict[Any, Any] = {**dict.fromkeys(SILENT, _silent), lay: _copied}
"""What takes the place of functions that only plain lists can do."""


def desk_maker(state_type: type) -> Any:
    """Return `new_desk`, compiled for one kind of state."""
    dtype = record_type(state_type)
    return numba.njit(lambda s, places: np.empty(places, dtype))  # noqa: ARG005 (as `new_desk`)


def _engine(cached: bool, rules: ModuleType | None = None) -> Engine:
    def compiled(function: FunctionType) -> Any:
        if rules and function.__name__ == new_desk.__name__:
            return desk_maker(rules.State)
        how = _how(function, cached)
        made = numba.njit(function, **how)
        return seal(made) if how.get("cache") else made

    return Engine(function=compiled, table=_array, instead=INSTEAD)


def _how(function: FunctionType, cached: bool) -> dict[str, Any]:
    """Return how to compile a function; measured, it makes moves 1.7 times as fast.

    Loops over all games are cached whole.  What they share becomes part of each,
    every other rule part of what calls it; chance, and what a module names in
    `CALLED`, is compiled for itself, which takes less time.
    """
    if function.__module__ in LOOPS and function.__name__.endswith("_all"):
        return {"cache": cached}
    called = getattr(sys.modules[function.__module__], "CALLED", ())
    if function.__module__ == chance.__name__ or function.__name__ in (*SILENT_NAMES, *called):
        return {}
    if function.__name__ in SHARED:
        return {"forceinline": True}
    return {"inline": "always"}


def _array(table: tuple[Any, ...]) -> Array:
    """Return a table as an array.

    What only indexes is as small as it can be, to stay in the processor's
    cache, and unsigned, to need no look at its sign; the rest is int64, because
    two unsigned numbers do not subtract as integers do.
    """
    array = np.array(table, np.int64)
    return array.astype(np.min_scalar_type(array.max())) if isinstance(table, Index) else array


@cache
def _sources_digest() -> str:
    """Return a digest of what can be compiled: Numba's own cache goes stale across modules."""
    digest = sha256()
    for path in sorted(path for pattern in COMPILED for path in SOURCES.glob(pattern)):
        digest.update(f"{path.relative_to(SOURCES)} {path.stat().st_size}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder(parts: list[Any]) -> Path | None:
    """Return the folder for what is compiled from these parts; None if there can be none."""
    config: Any = numba.config
    engine = [sys.version, numba.__version__, np.__version__, config.BOUNDSCHECK]
    text = json.dumps([_sources_digest(), engine, parts], sort_keys=True)
    try:
        folder = _cache_home() / sha256(text.encode()).hexdigest()[:16]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_own(folder) and os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def _is_own(folder: Path) -> bool:
    """Return whether nobody else can have put code into a folder: what is kept there is run."""
    if not hasattr(os, "geteuid"):
        return True
    seen = folder.lstat()
    shared = seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid() and not shared


def _cache_home() -> Path:
    if os.environ.get(CACHE_VARIABLE):
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


# -- damage -------------------------------------------------------------------

SEAL_BYTES = sha256().digest_size


def seal(loop: Any) -> Any:
    """Have a loop's compiled code kept so that damage is noticed; return the loop.

    Numba runs what it finds in its cache, whole or not.
    """
    kept = loop._cache
    stamp = kept._impl.locator.get_source_stamp()
    kept._cache_file = _SealedFiles(kept.cache_path, kept._impl.filename_base, stamp)
    return loop


_Files: Any = IndexDataCacheFile  # Numba has no types


class _SealedFiles(_Files):  # type: ignore[misc]
    """Numba's two kinds of files, each with a digest at its end: a damaged one is not there.

    Numba reads a file as far as it wrote it, and never sees the digest.
    """

    def save(self, key: Any, data: Any) -> None:
        with suppress(OSError):  # what cannot be kept is compiled again
            super().save(key, data)

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        if not _is_whole(self._data_path(name)):
            raise FileNotFoundError(name)
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        written = BytesIO()
        yield written
        with super()._open_for_write(filepath) as file:
            file.write(written.getvalue() + sha256(written.getvalue()).digest())


def _is_whole(path: str) -> bool:
    """Return whether a file ends with the digest of what comes before."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return False
    return sha256(data[:-SEAL_BYTES]).digest() == data[-SEAL_BYTES:]
