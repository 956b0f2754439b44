"""What cannot be done is said in a sentence, with exit code 2, before anything is played."""

import os
import subprocess
import sys

import pytest

from cardhouse import lab
from cardhouse.games.refusal import BadSetup
from cardhouse.lab.pool import Pool
from tests.lab import done

SIMULATE = ("simulate", "boom")
MOST_WORKERS = 8 * os.cpu_count()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "chess"), "there is no game 'chess'; there is boom, grid, crush"),
        ((*SIMULATE, "--agent", "nobody"), "Poker Boom has no agent 'nobody'; it has random, "),
        ((*SIMULATE, "--games", "0"), "games is a number from 1 to 100,000,000, not '0'"),
        ((*SIMULATE, "--games", "-5"), "argument --games: "),
        ((*SIMULATE, "--games", "1000000000"), "games is a number from 1 to 100,000,000, not "),
        ((*SIMULATE, "--games", "9" * 5000), "games is a number from 1 to 100,000,000, not "),
        ((*SIMULATE, "--games", "many"), "games is a number from 1 to 100,000,000, not 'many'"),
        ((*SIMULATE, "--workers", "0"), f"workers is a number from 1 to {MOST_WORKERS:,}, not '0'"),
        ((*SIMULATE, "--workers", str(MOST_WORKERS + 1)), "workers is a number from 1 to "),
        ((*SIMULATE, "--seed", "abc"), "the first seed is a number from 0 to "),
        ((*SIMULATE, "--limit", "0"), "a limit is a number from 1 to "),
        ((*SIMULATE, "--level", "31"), "level is a number from 1 to 30, not 31"),
        ((*SIMULATE, "--jokers", "Joker"), "Poker Boom has no --jokers"),
        (("simulate", "crush", "--level", "1"), "Solitaire Crush has no --level"),
        (
            ("simulate", "grid", "--jokers", "Jocker"),
            "there is no joker 'Jocker'; did you mean Joker?",
        ),
        ((*SIMULATE, "--set", "CELLS=3"), "Poker Boom has no knob 'CELLS'; its knobs are POINTS, "),
        (
            (*SIMULATE, "--set", "SCORCH_MOVES=500"),
            "the knob SCORCH_MOVES is 3, from 0 to 99: 500 ",
        ),
        (
            (*SIMULATE, "--set", "SCORCH_MOVES=1,2"),
            "the knob SCORCH_MOVES is 3, from 0 to 99: (1, ",
        ),
        ((*SIMULATE, "--set", "SCORCH_MOVES"), "a knob is set as NAME=5 or NAME=1,2,3, in whole "),
        ((*SIMULATE, "--set", "every=5000"), "every is a number from 0 to 1,000, not 5000"),
        ((*SIMULATE, "--set", "bombs=1,2"), "bombs is a number from 0 to 12, not '1,2'"),
        (
            (*SIMULATE, "--set", "fuse_low=20"),
            "fuse_high must be 20 or more, as fuse_low is, not 9",
        ),
        (
            (*SIMULATE, "--endless", "--set", "every=2"),
            "without a level there is no every to set",
        ),
        (("simulate", "crush", "--set", "every=2"), "Solitaire Crush has no knob 'every'; its "),
        ((*SIMULATE, "--set", "A=1", "--set", "A=2"), "the knob 'A' is set twice"),
        ((*SIMULATE, "--out", "/none/x.csv"), "/none/x.csv: cannot be written: No such file"),
        ((*SIMULATE, "--out", "x.xls"), "x.xls: the name must end in .csv or .parquet"),
        ((*SIMULATE, "--plot", "/none/x.png"), "/none/x.png: cannot be written: No such file"),
        ((*SIMULATE, "--plot", "x.bmp"), "x.bmp: the name must end in .png or .svg or .pdf"),
        (("compare", "boom", "random", "nobody"), "Poker Boom has no agent 'nobody'; it has "),
        (("compare", "boom"), "the following arguments are required: A"),
        (("compare", "boom", "random", "--set-b", "X=1"), "Poker Boom has no knob 'X'; its knobs "),
        (("compare", "boom", "random", "--out", "/none/x.csv"), "/none/x.csv: cannot be written"),
        (("levels", "--agent", "nobody"), "Poker Boom has no agent 'nobody'; it has random, "),
        (("levels", "--beside", "nobody"), "Poker Boom has no agent 'nobody'; it has random, "),
        (("levels", "--write", "x.txt"), "x.txt: the name must end in .py"),
        (("levels", "--rows", ""), "cannot be read: "),
        (("levels", "--rows", "/dev/zero"), "/dev/zero: cannot be read: it is too long"),
        (("levels", "--games", "100000000"), "games is a number from 1 to 1,000,000, not "),
        (("levels", "--rows", "/none/x.py"), "/none/x.py: cannot be read: No such file"),
        (("jokers", "--page", "/none/x.md"), "/none/x.md: cannot be written: No such file"),
        (("jokers", "--page", "x.md", "--alone"), "--page writes a page of its own: leave out "),
        (("jokers", "--games", "0"), "games is a number from 1 to "),
        (
            ("sweep", "boom", "CELLS", "1", "3"),
            "Poker Boom has no knob 'CELLS'; to sweep there are level, ",
        ),
        (
            ("sweep", "boom", "POINTS", "1", "3"),
            "POINTS is a row of numbers; only a single one is ",
        ),
        (
            ("sweep", "boom", "level", "1", "30", "--set", "fuse_low=8"),
            "fuse_high must be 8 or more, as fuse_low is, not ",
        ),
        (("sweep", "boom", "level", "1", "2", "--level", "3"), "level is swept, and so cannot be "),
        (
            ("sweep", "boom", "level", "1", "9", "--games", "100000000"),
            "100,000,000 games of each value are more than 100,000,000",
        ),
        (("sweep", "boom", "SCORCH_MOVES", "3", "3"), "a sweep goes up: 3 is not below 3"),
        (
            ("sweep", "boom", "SCORCH_MOVES", "1", "101"),
            "the knob SCORCH_MOVES is 3, from 0 to 99: 101 ",
        ),
        (("sweep", "boom", "level", "1", "31"), "level is a number from 1 to 30, not 31"),
        (("sweep", "boom", "SCORCH_MOVES", "x", "3"), "a bound is a number from 0 to "),
        (
            ("sweep", "boom", "SCORCH_MOVES", "1", "3", "--steps", "1"),
            "steps is a number from 2 to ",
        ),
        (("dance",), "invalid choice: 'dance'"),
    ],
    ids=lambda part: " ".join(part)[:60] if isinstance(part, tuple) else "",
)
def test_it_is_said_in_a_sentence_before_anything_is_played(capsys, monkeypatch, words, sentence):
    monkeypatch.setattr(Pool, "__enter__", None)  # whoever begins to play fails
    code, out, err = done(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("cardhouse: ")
    assert sentence in err
    assert err.count("\n") == 1
    assert len(err) < 500


@pytest.mark.parametrize("words", [(), ("--help",)])
def test_the_help_names_every_study(capsys, words):
    code, out, err = done(capsys, *words)
    assert (code, err) == (0, "")
    for study in ("simulate", "compare", "levels", "jokers", "sweep"):
        assert study in out
        assert f"cardhouse lab {study}" in done(capsys, study, "--help")[1]


WITHOUT = """
import sys
sys.modules[{name!r}] = None
from cardhouse.cli import run
sys.argv = ["cardhouse", "lab", "simulate", "boom", "--plot", "x.png"]
run()
"""


@pytest.mark.parametrize("name", ["numpy", "numba", "rich", "matplotlib"])
def test_without_the_extra_it_says_what_to_install(tmp_path, name):
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(name=name)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    install = "get it with: pip install 'cardhouse[lab]'"
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == f"cardhouse: {name} is not installed; {install}\n"


def test_the_command_line_loads_nothing_of_it():
    script = """
import sys
from cardhouse.cli import main
main(["levels"])
heavy = ("numpy", "numba", "rich", "matplotlib")
assert not [name for name in sys.modules if name.partition(".")[0] in heavy]
"""
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, timeout=60)


def test_more_memory_than_there_is_is_told_in_a_sentence():
    program = "from cardhouse import cli; cli.main = lambda _: bytes(1 << 62); cli.run()"
    words = [sys.executable, "-c", program]
    ended = subprocess.run(words, capture_output=True, check=False, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "cardhouse: this takes more memory than there is\n"


STUDIES = {
    "simulate": lambda **amount: lab.simulate("boom", **amount),
    "compare": lambda **amount: lab.compare("boom", "random", **amount),
    "levels": lambda **amount: lab.levels("random", **amount),
    "jokers": lab.jokers,
    "sweep": lambda **amount: lab.sweep("boom", "level", 1, 3, **amount),
}


@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        ({"games": 0}, "games is a number from 1, not 0"),
        ({"games": -5}, "games is a number from 1, not -5"),
        ({"seed": -1}, "seed is a number from 0, not -1"),
    ],
)
def test_what_no_study_can_play_is_said_in_python_too(study, amount, sentence):
    with pytest.raises(BadSetup, match=sentence):
        STUDIES[study](**amount)


@pytest.mark.parametrize("steps", [1, 0, -1])
def test_a_sweep_of_too_few_steps_is_refused_in_python_too(steps):
    with pytest.raises(BadSetup, match=f"steps is a number from 2, not {steps}"):
        lab.sweep("boom", "level", 1, 3, steps=steps)


@pytest.mark.parametrize("seeds", [range(0), range(0, 10, 2), range(5, 0, -1)])
def test_only_seeds_without_a_gap_are_played(seeds):
    with pytest.raises(BadSetup, match="seeds are one or more, without a gap"):
        lab.play(lab.Plan("boom"), seeds)


@pytest.mark.parametrize("study", ["simulate", "compare", "sweep"])
@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_without_a_move_is_refused_in_python_too(study, limit):
    with pytest.raises(BadSetup, match=f"limit is a number from 1, not {limit}"):
        STUDIES[study](games=3, limit=limit)
