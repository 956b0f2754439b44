"""What was compiled is kept for its owner alone; damaged, it is compiled again."""

import os
from pathlib import Path

import numba
import numpy as np
import pytest

from cardhouse.engine import cache
from cardhouse.engine.cache import cache_folder, caching, seal
from cardhouse.engine.hands import compiled_hand_loops

POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no owners to compare")


def double_all(numbers):
    for i in range(len(numbers)):
        numbers[i] *= 2


def started(folder):
    """Double two numbers as a fresh process would; return whether it had to compile."""
    with caching(folder):
        loop = seal(numba.njit(double_all, cache=True))
    numbers = np.array([3, 4])
    loop(numbers)
    assert numbers.tolist() == [6, 8]
    return sum(loop.stats.cache_misses.values()) > 0


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]


DAMAGES = {
    "empty": lambda _: b"",
    "one byte": lambda data: data[:1],
    "half": lambda data: data[: len(data) // 2],
    "all but one": lambda data: data[:-1],
    "longer": lambda data: data + b"x",
    "garbage": lambda data: b"garbage" * (len(data) // 7),
    "zeros": lambda data: bytes(len(data)),
    "first bit": lambda data: flipped(data, 0),
    "middle bit": lambda data: flipped(data, len(data) // 2),
    "last bit": lambda data: flipped(data, len(data) - 1),
}


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again_and_whole_after(tmp_path, kind, damage):
    assert started(tmp_path)
    assert not started(tmp_path)
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert started(tmp_path)
    assert not started(tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_any_bit_may_flip(tmp_path, kind):
    started(tmp_path)
    (path,) = tmp_path.rglob(f"*.{kind}")
    for place in range(0, len(path.read_bytes()), 1 if kind == "nbi" else 97):
        path.write_bytes(flipped(path.read_bytes(), place))
        assert started(tmp_path), place


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_missing_file_is_compiled_again(tmp_path, kind):
    started(tmp_path)
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.unlink()
    assert started(tmp_path)
    assert not started(tmp_path)


def test_what_cannot_be_kept_is_compiled_all_the_same(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert started(tmp_path)
    assert started(tmp_path)
    assert not started(tmp_path)


def test_the_games_loops_are_kept_so(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    hands, made = np.zeros((1, 5), np.uint8), np.zeros(1, np.uint8)
    for damaged in (False, True):
        loops = compiled_hand_loops.__wrapped__()
        loops.classify_all(hands, made, np.empty(8, np.int64))
        assert sum(loops.classify_all.stats.cache_misses.values()) == 1, damaged
        for path in tmp_path.rglob("*.nb?"):
            path.write_bytes(path.read_bytes()[:-9])


# -- whose it is ----------------------------------------------------------------


@POSIX
def test_the_folder_is_its_owners_alone(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "cache"))
    before = os.umask(0)
    try:
        folder = cache_folder(["something"])
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700


def writable_by_all(folder: Path, monkeypatch) -> None:
    folder.chmod(0o777)


def writable_by_its_group(folder: Path, monkeypatch) -> None:
    folder.chmod(0o770)


def of_somebody_else(folder: Path, monkeypatch) -> None:
    other = folder.stat().st_uid + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)


def elsewhere(folder: Path, monkeypatch) -> None:
    folder.rename(folder.with_name("moved"))
    folder.symlink_to(folder.with_name("moved"))


@POSIX
@pytest.mark.parametrize(
    "trouble", [writable_by_all, writable_by_its_group, of_somebody_else, elsewhere]
)
def test_a_folder_that_others_can_write_to_is_not_used(tmp_path, monkeypatch, trouble):
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    trouble(cache_folder(["something"]), monkeypatch)
    assert cache_folder(["something"]) is None
