"""Files that a study writes: whole, or not at all."""

import csv
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from cardhouse.engine.records import Array
from cardhouse.games.refusal import BadSetup

Columns: TypeAlias = Mapping[str, Array]
"""Columns of one length, by their names: NumPy arrays, lists or ranges."""

TABLES = (".csv", ".parquet")
PLOTS = (".png", ".svg", ".pdf")
ROWS_AT_ONCE = 65_536
ANYONE = 0o666


def check_table(name: str | None, kinds: Sequence[str] = TABLES) -> None:
    """Check, before anything is played, that a table can be written to a file.

    :raises BadSetup: if it cannot.
    """
    if name is None:
        return
    _check(name, kinds)
    if name.endswith(".parquet") and find_spec("pyarrow") is None:
        sentence = (
            "pyarrow is not installed; get it with: pip install pyarrow, or write a .csv file"
        )
        raise BadSetup("not_installed", sentence)


def check_plot(name: str | None) -> None:
    """Check, before anything is played, that a plot can be drawn and written to a file.

    :raises BadSetup: if it cannot be written.
    :raises ModuleNotFoundError: if it cannot be drawn.
    """
    if name is not None:
        _check(name, PLOTS)
        import_module("matplotlib")


def _check(name: str, kinds: Sequence[str]) -> None:
    path = Path(name)
    if path.suffix not in kinds:
        raise BadSetup("bad_file", f"{name}: the name must end in {' or '.join(kinds)}")
    if path.is_dir():
        raise BadSetup("bad_file", f"{name}: this is a folder")
    try:
        _beside(path).unlink()
    except (OSError, ValueError) as error:
        raise _unwritten(name, error) from None


def put(name: str, write: Callable[[Path], object]) -> None:
    """Let *write* fill a file beside the named one, then give it its name.

    Whoever is killed in between leaves no half-written file of that name.

    :raises BadSetup: if it cannot be written.
    """
    path = Path(name)
    try:
        beside = _beside(path)
        try:
            write(beside)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritten(name, error) from None


def _beside(path: Path) -> Path:
    """Make an empty file in the folder of *path*, of the same kind, that whoever may can read."""
    number, name = tempfile.mkstemp(path.suffix, f".{path.stem}-", path.parent)
    os.close(number)
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(ANYONE & ~mask)
    return Path(name)


def _unwritten(name: str, error: Exception) -> BadSetup:
    why = getattr(error, "strerror", None) or error
    return BadSetup("bad_file", f"{name}: cannot be written: {why}")


def write_table(name: str, columns: Columns) -> None:
    """Write a table: as Parquet if the name says so, else as CSV.

    :raises BadSetup: if it cannot be written.
    """
    write = _write_parquet if name.endswith(".parquet") else _write_csv
    put(name, lambda path: write(path, columns))


def _write_csv(path: Path, columns: Columns) -> None:
    length = len(next(iter(columns.values())))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for start in range(0, length, ROWS_AT_ONCE):
            parts = [column[start : start + ROWS_AT_ONCE] for column in columns.values()]
            writer.writerows(zip(*map(_plain, parts), strict=True))


def _plain(column: Array) -> Array:
    """Return a column's values as Python has them."""
    return column.tolist() if hasattr(column, "tolist") else column


def _write_parquet(path: Path, columns: Columns) -> None:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    plain = {name: list(c) if isinstance(c, range) else c for name, c in columns.items()}
    parquet.write_table(arrow.table(plain), path)
