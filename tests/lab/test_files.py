"""Files are written whole or not at all."""

import csv
import signal
import stat
import subprocess
import sys

import numpy as np
import pytest

from cardhouse.games.refusal import BadSetup
from cardhouse.lab.files import check_plot, check_table, put, write_table
from tests.nobody import folder_for_nobody

COLUMNS = {
    "seed": range(3, 6),
    "score": np.array([10, -1, 2**62]),
    "outcome": np.array(["won", "lost", "over"]),
    "share": [0.5, 1 / 3, None],
}


def test_a_csv_file_can_be_read_again(tmp_path):
    path = tmp_path / "x.csv"
    write_table(str(path), COLUMNS)
    assert path.read_text() == (
        f"seed,score,outcome,share\n3,10,won,0.5\n4,-1,lost,{1 / 3!r}\n5,{2**62},over,\n"
    )
    assert list(tmp_path.iterdir()) == [path]


def test_more_rows_than_are_written_at_once_are_all_there(monkeypatch, tmp_path):
    monkeypatch.setattr("cardhouse.lab.files.ROWS_AT_ONCE", 4)
    write_table(str(tmp_path / "x.csv"), {"n": np.arange(11)})
    with (tmp_path / "x.csv").open() as file:
        assert [int(row["n"]) for row in csv.DictReader(file)] == list(range(11))


def test_a_parquet_file_can_be_read_again(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    write_table(str(tmp_path / "x.parquet"), COLUMNS)
    read = parquet.read_table(tmp_path / "x.parquet").to_pydict()
    assert read == {
        "seed": [3, 4, 5],
        "score": [10, -1, 2**62],
        "outcome": ["won", "lost", "over"],
        "share": [0.5, 1 / 3, None],
    }


def test_a_file_is_replaced_whole_and_can_be_read_as_any_other(tmp_path):
    path, other = tmp_path / "x.csv", tmp_path / "other"
    path.write_text("old")
    other.write_text("")
    put(str(path), lambda beside: beside.write_text("new"))
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_a_file_that_goes_wrong_leaves_the_old_one(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")

    def half(beside):
        beside.write_text("ha")
        raise OSError(28, "No space left on device")

    with pytest.raises(BadSetup, match=r"x.csv: cannot be written: No space left on device$"):
        put(str(path), half)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("x.csv", "old")]


def test_who_is_killed_while_writing_leaves_no_file_of_that_name(tmp_path):
    script = f"""
import os, signal
from cardhouse.lab.files import put
def half(beside):
    beside.write_text("ha")
    os.kill(os.getpid(), signal.SIGKILL)
put({str(tmp_path / "x.csv")!r}, half)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize("check", [check_table, check_plot])
def test_what_can_be_written_leaves_nothing_behind_when_asked(tmp_path, check):
    check(None)
    check(str(tmp_path / ("x.csv" if check is check_table else "x.png")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x.txt", "x.txt: the name must end in .csv or .parquet"),
        ("x", "x: the name must end in .csv or .parquet"),
        ("none/x.csv", "none/x.csv: cannot be written: No such file or directory"),
        ("folder.csv", "folder.csv: this is a folder"),
        ("file/x.csv", "file/x.csv: cannot be written: Not a directory"),
        ("\0.csv", "\0.csv: cannot be written: "),
    ],
)
def test_a_file_that_cannot_be_written_is_told_beforehand(monkeypatch, tmp_path, name, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSetup) as refused:
        check_table(name)
    assert str(refused.value).startswith(sentence)


def test_a_folder_that_is_not_ours_is_told_beforehand():
    with (
        folder_for_nobody(0o555) as folder,
        pytest.raises(BadSetup, match="Permission denied"),
    ):
        check_table(str(folder / "x.csv"))


def test_without_pyarrow_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadSetup, match=r"pip install pyarrow, or write a \.csv file$"):
        check_table(str(tmp_path / "x.parquet"))
    check_table(str(tmp_path / "x.csv"))
