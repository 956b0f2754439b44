"""What was compiled, kept for the next start: in a folder by sources, knobs and versions.

Numba's own check sees one file only and would go on with stale code, and it runs
what it finds in its files, whole or not; so folders are named by a digest of all
sources, are their owner's alone, and each file ends with a digest of itself.
"""

import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile

SOURCES = Path(__file__).parent.parent
COMPILED = ("core/**/*.py", "games/**/*.py", "agents/*.py", "engine/*.py")
"""Where the sources are that can be compiled, and those that compile them."""
CACHE_VARIABLE = "CARDHOUSE_CACHE"


@cache
def _sources_digest() -> str:
    """Return a digest of what can be compiled: Numba's own cache goes stale across modules."""
    digest = sha256()
    for path in sorted(path for pattern in COMPILED for path in SOURCES.glob(pattern)):
        digest.update(f"{path.relative_to(SOURCES)} {path.stat().st_size}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder(parts: list[object]) -> Path | None:
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
def caching(folder: Path | None) -> Iterator[None]:
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
