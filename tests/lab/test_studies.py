"""Every study, small: its report, its files and its pictures."""

import ast
import csv
import inspect
import json
import struct
from dataclasses import replace

import numpy as np
import pytest

from cardhouse import GAMES
from cardhouse.games.boom.levels import LEVELS, Level
from cardhouse.games.game import OUTCOMES
from cardhouse.lab import games as lab_games
from cardhouse.lab import joker_study, knob_sweep, level_study, simulation
from cardhouse.lab.comparison import NO_DIFFERENCE, Comparison, compare
from cardhouse.lab.estimate import Estimate, share_of
from cardhouse.lab.games import Games, play
from cardhouse.lab.joker_study import JokerJob, Worth, changes_nothing, measure, sentences
from cardhouse.lab.level_rows import read_rows, rows_text
from cardhouse.lab.level_study import LevelJob, plan_for, proposed_target, verdict, wanted_share
from cardhouse.lab.level_study import measure as measure_level
from cardhouse.lab.plan import Plan
from cardhouse.lab.report import points
from tests.lab import done, facts, together

pytestmark = together

ALONE = ("--workers", 1)
BOOM, GRID = GAMES["boom"], GAMES["grid"]
NAMES = tuple(GRID.roster.texts)


def rows_in(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def size_of(path):
    """Return the width and the height of a picture."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


# -- simulate -------------------------------------------------------------------


def test_simulate_reports_writes_and_draws(capsys, tmp_path):
    out, plot = tmp_path / "x.csv", tmp_path / "x.png"
    words = ("simulate", "boom", "--level", 30, "--games", 60, "--seed", 5, *ALONE)
    code, text, err = done(capsys, *words, "--out", out, "--plot", plot)
    assert (code, err) == (0, "")
    games = play(Plan("boom", "random", {"level": 30}), range(5, 65))
    assert text.startswith("Poker Boom, level 30: random, seeds 5 to 64\n\n")
    told = facts(text)
    assert told["games"] == "60"
    assert told["mean score"].startswith(f"{games.scores.mean():,.0f} (95 %: ")
    assert told["standard deviation"] == points(games.scores.std(ddof=1))
    assert told["least"] == f"{games.scores.min():,}"
    assert told["50 % are below"] == f"{np.median(games.scores):,.0f}"
    assert told["most"] == f"{games.scores.max():,}"
    assert told["moves a game"] == f"{games.lengths.mean():.1f}"
    assert told["won"].startswith("0.0 % (95 %: 0.0 % to ")
    assert float(told["explosions a run"].split()[0]) > 1
    assert told["moves that disarm"].endswith("% (of 60 runs)")
    assert told["hands made"].startswith("One Pair ")

    assert [list(row.values()) for row in rows_in(out)] == [
        [str(seed), str(score), OUTCOMES[outcome], str(length)]
        for seed, score, outcome, length in zip(
            range(5, 65), games.scores, games.outcomes, games.lengths, strict=True
        )
    ]
    assert out.read_text().startswith("seed,score,outcome,moves\n")
    width, height = size_of(plot)
    assert width > 1500
    assert height > 500


def test_one_game_is_enough_for_a_report(capsys, tmp_path):
    words = ("simulate", "boom", "--games", 1, "--limit", 1, *ALONE)
    code, text, err = done(capsys, *words, "--plot", tmp_path / "x.svg")
    assert (code, err) == (0, "")
    assert facts(text)["still playing"] == "100.0 %"
    assert "won" not in facts(text)
    assert facts(text)["mean score"].endswith("(95 %: ? to ?)")


def test_games_too_long_to_be_looked_into_are_said_to_be_left_out(capsys, monkeypatch):
    monkeypatch.setattr(lab_games, "TURNS", 33)
    monkeypatch.setattr(simulation, "TURNS", 33)
    words = ("simulate", "crush", "--games", 40, *ALONE)
    code, text, err = done(capsys, *words)
    assert (code, err) == (0, "")
    lengths = play(Plan("crush"), range(40)).lengths
    too_long = int((lengths > 33).sum())
    assert 0 < too_long < 40
    assert facts(text)["not looked into"] == f"{too_long} games of more than 33 moves"


def test_the_numbers_of_a_level_can_be_set_and_swept(capsys):
    words = ("boom", "--level", 3, "--games", 200)
    code, text, err = done(
        capsys, "simulate", *words, "--set", "bombs=0", "--set", "every=0", *ALONE
    )
    assert (code, err) == (0, "")
    assert text.startswith("Poker Boom, level 3, bombs=0, every=0: random, seeds 0 to 199")
    assert facts(text)["explosions a run"] == "0.00 (of 200 runs)"
    code, text, err = done(capsys, "sweep", "boom", "every", 1, 3, *words[1:], *ALONE)
    assert (code, err) == (0, "")
    means = [float(line.split()[1].replace(",", "")) for line in text.splitlines()[3:]]
    assert len(means) == 3
    assert means[0] < means[2]
    code, text, err = done(
        capsys, "sweep", "boom", "level", 29, 30, "--set", "fuse_high=5", "--games", 5, *ALONE
    )
    assert (code, err) == (0, "")
    assert text.startswith("Poker Boom, fuse_high=5, level from 29 to 30: random, 5 games")
    plain = play(Plan("boom", "random", {"level": 3}, fields={"every": 1}), range(200))
    assert means[0] == pytest.approx(plain.scores.mean(), abs=0.5)


def test_endless_games_are_not_said_to_be_won(capsys):
    code, text, err = done(capsys, "simulate", "boom", "--endless", "--games", 5, *ALONE)
    assert (code, err) == (0, "")
    assert "won" not in facts(text)
    assert "mode endless" in text
    assert "still playing" not in facts(text)
    assert facts(text)["hands made"].startswith("One Pair ")
    code, text, _ = done(
        capsys, "simulate", "boom", "--endless", "--games", 5, "--limit", 20, *ALONE
    )
    assert (code, facts(text)["moves a game"]) == (0, "20.0")


# -- compare --------------------------------------------------------------------


def games_of(scores, outcomes):
    count = len(scores)
    plain = np.array(scores), np.array(outcomes, np.int8), np.full(count, 7)
    return Games(Plan("boom"), range(count), *plain, np.empty((0, 0)), np.empty((0, 0)))


def pair_of(first, second, names):
    return Comparison(first, second, names)


def test_a_difference_is_told_with_its_interval_and_a_verdict():
    generator = np.random.default_rng(3)
    deals = generator.integers(0, 100_000, 400)
    better = deals + 500 + generator.integers(-50, 51, 400)
    pair = pair_of(games_of(better, [1] * 400), games_of(deals, [1, 2] * 200), ("a", "b with X=1"))
    difference = pair.score_difference()
    assert difference.value == pytest.approx((better - deals).mean())
    assert 490 < difference.low < difference.value < difference.high < 510
    assert pair.win_difference().value == 0.5
    text = str(pair)
    assert "difference in wins   50.0 % (95 %: 45.0 % to 55.0 %)" in text
    assert text.splitlines()[-1].startswith(
        f"a scores {difference.value:.1f} more a game than b with X=1"
    )
    assert text.endswith("a wins 50.0 more of 100 games than b with X=1 (95 %: 45.0 to 55.0).")
    swapped = str(pair_of(pair.second, pair.first, pair.names[::-1]))
    assert swapped.splitlines()[-1].startswith("a scores ")


def test_wins_may_differ_where_scores_do_not():
    scores = [100] * 400
    pair = pair_of(games_of(scores, [2] * 400), games_of(scores, [1, 2] * 200), ("a", "b"))
    assert str(pair).endswith("\n\nb wins 50.0 more of 100 games than a (95 %: 45.0 to 55.0).")


def test_an_agent_does_not_differ_from_itself(capsys, tmp_path):
    out = tmp_path / "x.csv"
    words = ("compare", "boom", "random", "--games", 50, "--level", 2, "--out", out, *ALONE)
    code, text, err = done(capsys, *words)
    assert (code, err) == (0, "")
    assert text.splitlines()[-1] == NO_DIFFERENCE
    assert "difference in score  0.0 (95 %: 0.0 to 0.0)" in text
    rows = rows_in(out)
    assert [int(row["seed"]) for row in rows] == list(range(50))
    games = play(Plan("boom", "random", {"level": 2}), range(50))
    for side in "ab":
        assert [int(row[f"score_{side}"]) for row in rows] == games.scores.tolist()
        assert [int(row[f"moves_{side}"]) for row in rows] == games.lengths.tolist()


def test_a_setting_of_one_side_belongs_to_that_side_alone(capsys, monkeypatch):
    seen = []

    def look(plans, seeds, *_):
        seen.extend(plans)
        return [games_of([1] * len(seeds), [1] * len(seeds)) for _ in plans]

    monkeypatch.setattr("cardhouse.lab.comparison.play_all", look)
    words = ["compare", "boom", "random", "--set", "FLUSH_FUSE=3", "--set-b", "SCORCH_MOVES=5"]
    code, text, _ = done(capsys, *words, "--games", 20)
    assert code == 0
    assert [plan.knobs for plan in seen] == [
        {"FLUSH_FUSE": 3},
        {"FLUSH_FUSE": 3, "SCORCH_MOVES": 5},
    ]
    assert "\nrandom with SCORCH_MOVES=5  " in text


def test_a_comparison_is_drawn(tmp_path):
    result = compare("boom", "random", games=50, options={"level": 2})
    result.plot(str(tmp_path / "x.png"))
    assert size_of(tmp_path / "x.png")[0] > 1000


# -- levels ---------------------------------------------------------------------


def test_the_wanted_share_falls_in_even_steps_from_95_to_5():
    shares = [wanted_share(number, 30) for number in range(1, 31)]
    assert shares[0] == 0.95
    assert shares[-1] == pytest.approx(0.05)
    assert np.allclose(np.diff(shares), -0.9 / 29)


@pytest.mark.parametrize(("wanted", "target"), [(0.95, 500), (0.5, 5_000), (0.05, 9_500)])
def test_the_proposed_target_is_reached_by_the_wanted_share(wanted, target):
    scores = np.random.default_rng(1).permutation(np.arange(10_000))
    assert proposed_target(scores, wanted) == target
    assert (scores >= target).mean() == pytest.approx(wanted)


def test_a_level_is_measured_as_it_is_played():
    measured = measure_level(LevelJob(plan_for(BOOM, 1, LEVELS[0], "random"), range(300)))
    games = play(Plan("boom", "random", {"level": 1}), range(300))
    assert measured.won == games.won.sum() > 0
    assert measured.share_at(LEVELS[0].target).value == measured.share.value
    assert (measured.scores >= games.scores).all()
    assert measured.breakdown.runs == 200


def test_levels_that_were_stopped_keep_what_is_done(capsys, tmp_path, monkeypatch):
    table, rows = tmp_path / "x.csv", tmp_path / "x.py"
    (tmp_path / "two.py").write_text(rows_text(LEVELS[:2]))
    real = level_study.do_all
    monkeypatch.setattr(level_study, "do_all", lambda *given: real(*given)[:1])
    words = ("levels", "--agent", "random", "--games", 40, *ALONE, "--rows", tmp_path / "two.py")
    code, text, _ = done(capsys, *words, "--write", rows, "--out", table)
    assert code == 130
    assert text.endswith("Stopped after level 1: no levels were written.\n")
    assert [row["name"] for row in rows_in(table)] == ["First Spark"]
    assert not rows.exists()


def test_levels_prints_writes_and_draws_and_reads_its_own_rows(capsys, tmp_path):
    table, rows, plot = (tmp_path / name for name in ("x.csv", "x.py", "x.png"))
    few = ("levels", "--agent", "random", "--games", 40, *ALONE)
    (tmp_path / "two.py").write_text(rows_text(LEVELS[:2]))
    words = (*few, "--rows", tmp_path / "two.py", "--beside", "random")
    code, text, err = done(capsys, *words, "--write", rows, "--out", table, "--plot", plot)
    assert (code, err) == (0, "")
    assert "First Spark" in text
    assert "As they are, BOOM-29 does not hold: level 1 is won" in text
    assert "With the proposed targets, it cannot be told whether BOOM-29 holds" in text
    proposed = [int(row["proposed"]) for row in rows_in(table)]
    assert read_rows(str(rows), BOOM.levels) == tuple(
        level._replace(target=target) for level, target in zip(LEVELS[:2], proposed, strict=True)
    )
    assert [row["mean"] for row in rows_in(table)] == [row["beside_mean"] for row in rows_in(table)]
    assert size_of(plot)[0] > 1000


def test_the_shipped_levels_are_what_rows_text_writes():
    source = inspect.getsourcefile(Level)
    with open(source) as file:
        assert rows_text(LEVELS) in file.read()
    assert read_rows(source, BOOM.levels) == LEVELS
    ast.parse(rows_text(LEVELS))


def test_any_name_of_a_level_is_written_as_it_is_read(tmp_path):
    named = LEVELS[0]._replace(name='a"b\n\\ü')
    (tmp_path / "x.py").write_text(rows_text([named]))
    assert read_rows(str(tmp_path / "x.py"), BOOM.levels) == (named,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there must be 1 to 30 rows of levels"),
        ("Level(", "cannot be read: it is not Python"),
        ("Level('x', 1, 2)", "row 1 is not a level (name, target, moves,"),
        ("Level('x', 100, 12, 13, 9, 8, 12)", "row 1 is not a level"),
        ("Level('x', 100, 12, 1, 9, 8, 7)", "row 1 is not a level"),
        ("Level('x', 100, 12, 1, 9, 8, n)", "row 1 is not a level"),
        ("Level('x', 0, 12, 1, 9, 8, 12)", "row 1 is not a level"),
        (rows_text([*LEVELS, LEVELS[0]]), "there must be 1 to 30 rows of levels"),
    ],
)
def test_rows_that_are_no_levels_are_refused(capsys, tmp_path, text, sentence):
    path = tmp_path / "rows.py"
    path.write_text(text)
    code, out, err = done(capsys, "levels", "--rows", path)
    assert (code, out) == (2, "")
    assert err.startswith(f"cardhouse: {path}: {sentence}")


def test_the_verdict_names_every_flaw():
    shares = [share_of(won, 1000) for won in (800, 700, 850, 200)]
    assert verdict("BOOM-29", shares) == (
        "BOOM-29 does not hold: level 3 is won 15 points more often than level 2;"
        " level 1 is won 80.0 %, not about 95.0 %; level 4 is won 20.0 %, not about 5.0 %."
    )


def test_few_games_tell_nothing_of_the_levels():
    assert verdict("BOOM-29", [share_of(won, 20) for won in (19, 10, 1)]) == (
        "it cannot be told whether BOOM-29 holds: more games are needed."
    )


def test_a_row_keeps_its_name():
    assert rows_text([Level("Nobody's", 12_300, 2, 0, 9, 3, 4)]) == (
        'LEVELS = (\n    Level("Nobody\'s", 12_300, 2, 0, 9, 3, 4),\n)\n'
    )


# -- jokers ---------------------------------------------------------------------

SEEDS = range(300)


def test_a_joker_alone_is_measured_against_none_on_the_same_seeds():
    none, alone = measure(JokerJob(SEEDS, ())), measure(JokerJob(SEEDS, ("Joker",)))
    assert none.gain == (0, 0, 0)
    assert alone.gain.value == pytest.approx(alone.points.value - none.points.value)
    assert alone.gain.high - alone.gain.low < alone.points.high - alone.points.low
    assert alone.synergy is None


def test_a_pair_is_measured_in_its_better_order():
    pair = measure(JokerJob(SEEDS, ("Photograph", "Scary Face")))
    alone = [measure(JokerJob(SEEDS, (name,))).points.value for name in pair.jokers]
    none = measure(JokerJob(SEEDS, ())).points.value
    assert pair.synergy.value == pytest.approx(pair.points.value - sum(alone) + none)
    assert [added.value for added in pair.added] == pytest.approx(
        [pair.points.value - alone[1], pair.points.value - alone[0]]
    )
    queue = measure(JokerJob(SEEDS, ("Queue", "Joker")))
    assert queue.jokers == ("Joker", "Queue")  # it counts the jokers to its left
    assert queue.synergy.is_certain


def test_who_changes_nothing_and_who_always_wins_is_named():
    def worth(*jokers, gain=(50, 40, 60), won=0.1, added=()):
        estimates = Estimate(*gain), Estimate(won, won, won)
        return Worth(jokers, Estimate(200, 190, 210), estimates[1], estimates[0], added)

    plain, still = worth(gain=(0, 0, 0)), (0, -1, 1)
    alone = [worth("A", gain=still), worth("B", gain=still), worth("C", won=0.99)]
    helped, idle = Estimate(30, 20, 40), Estimate(0, -1, 1)
    pairs = [
        worth("A", "C", added=(helped, helped), won=0.97),
        worth("B", "C", added=(idle, helped)),
    ]
    assert sentences(plain, alone, pairs) == [
        "Alone these change nothing: A, B.",
        "In no pair do these change anything either: B.",
        "Alone these always win: C.",
        "Pairs that always win: 1 of 2.",
    ]
    assert not changes_nothing(Estimate(0, -5, 5), 200)  # too little is known
    assert sentences(plain, alone, ()) == [
        "Alone these change nothing: A, B.",
        "Alone these always win: C.",
    ]


def few_jokers(monkeypatch):
    few = {name: GRID.roster.texts[name] for name in ("Joker", "Scary Face", "Queue")}
    game = replace(GRID, roster=replace(GRID.roster, texts=few))
    monkeypatch.setattr(joker_study, "game_with_jokers", lambda: game)


def test_of_a_study_of_jokers_that_was_stopped_nothing_is_said_of_all_pairs(capsys, monkeypatch):
    few_jokers(monkeypatch)
    real = joker_study.do_all
    monkeypatch.setattr(joker_study, "do_all", lambda do, jobs, *_: real(do, jobs[:5], 1))
    code, text, err = done(capsys, "jokers", "--games", 20, *ALONE)
    assert (code, err) == (130, "")
    assert "Alone these change nothing: " in text
    assert "pair do these change" not in text
    assert "Pairs that always win" not in text
    assert text.endswith("Stopped after 5 of 7.\n")


def test_jokers_reports_writes_and_draws(capsys, monkeypatch, tmp_path):
    few_jokers(monkeypatch)
    out, plot = tmp_path / "x.csv", tmp_path / "x.png"
    words = ("jokers", "--games", 50, "--out", out, "--plot", plot, *ALONE)
    code, text, err = done(capsys, *words)
    assert (code, err) == (0, "")
    assert "3 jokers alone and 3 pairs, 50 rounds each (seeds 0 to 49)" in text
    assert "Alone these change nothing: Queue." in text
    rows = rows_in(out)
    assert [(row["first"], row["second"]) for row in rows[:5]] == [
        ("", ""),
        ("Joker", ""),
        ("Scary Face", ""),
        ("Queue", ""),
        ("Joker", "Scary Face"),
    ]
    assert len(rows) == 7
    assert [row["synergy"] == "" for row in rows] == [True] * 4 + [False] * 3
    assert size_of(plot)[0] > 1000
    code, text, err = done(capsys, "jokers", "--alone", "--games", 50, *ALONE)
    assert "3 jokers alone and 0 pairs" in text
    assert "pair do" not in text


def test_every_joker_and_every_pair_is_asked_for():
    jobs = joker_study.jobs_for(NAMES, SEEDS, pairs=True)
    assert len(jobs) == 1 + 90 + 90 * 89 // 2
    assert {job.jokers for job in jobs if len(job.jokers) == 1} == {(name,) for name in NAMES}


# -- sweep ----------------------------------------------------------------------


def test_a_sweep_goes_along_an_option(capsys, tmp_path):
    out, plot = tmp_path / "x.csv", tmp_path / "x.png"
    words = ("sweep", "boom", "level", 1, 30, "--steps", 3, "--games", 100, *ALONE)
    code, text, err = done(capsys, *words, "--out", out, "--plot", plot)
    assert (code, err) == (0, "")
    rows = rows_in(out)
    assert [row["level"] for row in rows] == ["1", "16", "30"]
    for row in rows:
        games = play(Plan("boom", "random", {"level": int(row["level"])}), range(100))
        assert float(row["mean"]) == pytest.approx(games.scores.mean())
        assert float(row["won"]) == games.won.mean()
        assert float(row["won_low"]) <= float(row["won"]) <= float(row["won_high"])
    assert [line.split()[0] for line in text.splitlines()[2:]] == ["level", "1", "16", "30"]
    assert size_of(plot)[0] > 1000


def test_a_sweep_turns_a_knob_for_each_value(capsys, monkeypatch):
    seen = []

    def looked(do, jobs, *_):
        seen.extend((json.dumps(dict(job.plan.knobs)), len(job.seeds)) for job in jobs)
        return [play(Plan("boom"), job.seeds) for job in jobs]

    monkeypatch.setattr(knob_sweep, "do_all", looked)
    words = ("sweep", "boom", "SCORCH_MOVES", 1, 3, "--set", "FLUSH_FUSE=1", "--games", 5)
    code, text, err = done(capsys, *words)
    assert (code, err) == (0, "")
    assert seen == [(f'{{"FLUSH_FUSE": 1, "SCORCH_MOVES": {value}}}', 5) for value in (1, 2, 3)]
    title = "Poker Boom, FLUSH_FUSE=1, SCORCH_MOVES from 1 to 3: random, 5 games of each value\n"
    assert text.startswith(title)


def test_a_sweep_that_was_stopped_keeps_the_values_that_are_done(capsys, monkeypatch):
    real = knob_sweep.do_all
    monkeypatch.setattr(knob_sweep, "do_all", lambda do, jobs, *_: real(do, jobs[:2], 1))
    words = ("sweep", "boom", "level", 1, 3, "--games", 5, *ALONE)
    code, text, _ = done(capsys, *words)
    assert code == 130
    assert text.endswith("\n\nStopped after 2 values of 3.\n")
    monkeypatch.setattr(knob_sweep, "do_all", lambda *_: [])
    assert done(capsys, *words) == (130, "Stopped before anything was done.\n", "")
