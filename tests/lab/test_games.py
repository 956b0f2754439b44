"""Many games: the same whatever the number of workers, and the same as one by one."""

import numpy as np
import pytest

import cardhouse
from cardhouse.engine.records import lucks_of
from cardhouse.games.game import OUTCOMES, PLAYING
from cardhouse.games.refusal import BadSetup
from cardhouse.lab.breakdown import breakdown_of, replayed
from cardhouse.lab.command import read_knobs
from cardhouse.lab.games import (
    CHUNK,
    TURNS,
    Games,
    Job,
    jobs_for,
    joined,
    lucks_for,
    play,
    play_job,
)
from cardhouse.lab.plan import Plan
from cardhouse.lab.pool import do_all
from tests.lab import together
from tests.scouted import scouted

pytestmark = together

PLAN = Plan("boom", "random", {"level": 3})


def columns(games):
    return [games.scores.tolist(), games.outcomes.tolist(), games.lengths.tolist()]


def test_results_do_not_depend_on_the_number_of_workers():
    one, two, three = (columns(play(PLAN, range(40, 240), workers)) for workers in (1, 2, 3))
    assert one == two == three


def test_results_do_not_depend_on_the_other_games():
    whole = columns(play(PLAN, range(100)))
    part = columns(play(PLAN, range(37, 60)))
    assert part == [column[37:60] for column in whole]


def test_games_are_those_of_python_move_by_move():
    chunk = play_job(Job(PLAN, range(5, 8), turns=TURNS))
    for i, seed in enumerate(range(5, 8)):
        match = cardhouse.new("boom", seed=seed, level=3)
        for move, score in zip(chunk.moves[i], chunk.curve[i], strict=True):
            if match.number < chunk.lengths[i]:
                match.play(match.game.notation.move_text(int(move)))
                assert match.score == score
        assert match.score == chunk.scores[i]
        assert match.outcome == OUTCOMES[chunk.outcomes[i]] != "playing"


def test_with_and_without_a_trace_games_are_the_same():
    with_trace = play_job(Job(PLAN, range(50), turns=TURNS))
    without = play_job(Job(PLAN, range(50)))
    short = play_job(Job(PLAN, range(50), turns=4))
    assert len(without.moves) == len(without.curve) == 0
    assert (short.moves == with_trace.moves[:, :4]).all()
    assert columns(without) == columns(short) == columns(with_trace)


def test_the_agents_luck_follows_from_the_seed_and_is_not_the_games_own():
    luck = lucks_for(range(7, 10))
    assert (
        luck["key"].tolist() == lucks_of([seed + 2**128 for seed in range(7, 10)])["key"].tolist()
    )


def test_a_limit_ends_games_that_go_on():
    games = play(PLAN, range(20), limit=2)
    assert games.lengths.tolist() == [2] * 20
    assert (games.outcomes == PLAYING).all()
    assert not games.has_winners


@pytest.mark.parametrize("count", [1, 63, 64, 65, 5_000, 200_000])
def test_chunks_are_all_the_seeds_in_order(count):
    jobs = jobs_for(PLAN, range(9, 9 + count), traced=100)
    assert [seed for job in jobs for seed in job.seeds] == list(range(9, 9 + count))
    assert max(len(job.seeds) for job in jobs) <= CHUNK
    traced = sum(len(job.seeds) for job in jobs if job.turns)
    assert min(count, 100) <= traced < 100 + len(jobs[0].seeds)


def stops(job):
    """Play a chunk, but press Ctrl-C at the third."""
    if job.seeds.start == 6:
        raise KeyboardInterrupt
    return play_job(job)


def test_ctrl_c_keeps_whole_chunks():
    jobs = [Job(PLAN, range(start, start + 3)) for start in (0, 3, 6, 9)]
    games = joined(do_all(stops, jobs, 1))
    assert games.seeds == range(6)
    assert columns(games) == columns(play(PLAN, range(6)))


def stops_at_once(job):
    raise KeyboardInterrupt


def test_ctrl_c_before_anything_is_done_leaves_nothing(monkeypatch):
    monkeypatch.setattr("cardhouse.lab.games.play_job", stops_at_once)
    with pytest.raises(KeyboardInterrupt):
        play(PLAN, range(6))


def test_fields_set_by_hand_are_there_before_the_deal():
    states = Plan("boom", fields={"opening": 5, "moves_left": 2}).deal(range(4))
    assert states["bombs"].tolist() == [5] * 4
    assert states["moves_left"].tolist() == [2] * 4


# -- what happens in games ------------------------------------------------------


def traced(plan, seeds):
    return play_job(Job(plan, seeds, turns=TURNS))


def test_hands_explosions_and_disarming_moves_are_counted():
    games = traced(Plan("boom", "random", {"level": 30}), range(20))
    found = breakdown_of(games)
    assert (found.runs, found.moves) == (20, games.lengths.sum())
    assert found.values["hands"].total() == found.moves
    told = []
    for i, moves in enumerate(games.moves):
        match = cardhouse.new("boom", seed=i, level=30)
        for move in moves[: games.lengths[i]]:
            told.append([e["event"] for e in match.play(match.game.notation.move_text(int(move)))])
    explosions, disarming, _ = games.plan.game.tallies
    assert found.rate(explosions) == sum(names.count("explode") for names in told) / 20 > 1
    assert found.rate(disarming) == sum("disarm" in names for names in told) / found.moves > 0


def test_games_are_counted_until_there_are_moves_enough():
    games = traced(PLAN, range(20))
    lengths = games.lengths.tolist()
    assert breakdown_of(games, most=sum(lengths[:3])).runs == 3
    assert breakdown_of(games, most=sum(lengths[:3]) - 1).runs == 2
    assert breakdown_of(games, most=1).runs == 1


def test_a_game_longer_than_its_trace_is_not_counted():
    games = play_job(Job(PLAN, range(20), turns=11))
    assert 0 <= breakdown_of(games).runs == (games.lengths <= 11).sum() < 20


def test_another_score_than_the_compiled_one_is_an_error():
    games = traced(PLAN, range(1))
    moves = games.moves[0].tolist()
    with pytest.raises(RuntimeError, match="seed 0 came to"):
        list(replayed(PLAN, 0, moves, int(games.scores[0]) + 1))


@pytest.mark.parametrize(
    ("name", "title"), [("grid", "hands of the lines"), ("crush", "lengths of clears")]
)
def test_the_other_games_are_counted_too(name, title):
    """Nothing is compiled: the moves are the scout's."""
    match = cardhouse.new(name, seed=7)
    while match.outcome == "playing" and match.number < 30:
        match.play(scouted(match))
    moves = np.array([[match.game.notation.parse_move(text) for text in match.played]])
    one = np.array([match.number])
    scores = np.array([match.score])
    found = breakdown_of(Games(Plan(name), range(7, 8), scores, one * 0, one, moves, moves))
    assert (found.runs, found.moves) == (1, match.number)
    assert found.kinds.total() == found.moves
    assert len(found.kinds) > 1
    shares = found.shares(match.game)
    assert [*shares] == [title, "kinds of moves"]
    if name == "grid":
        assert shares[title].total() == found.events["line"] > 0
    else:
        assert shares[title].total() == found.events["clear"] > 0
        assert all(part.endswith(" cards") for part in shares[title])


def test_traces_of_chunks_are_joined_whatever_their_width():
    parts = [play_job(Job(PLAN, range(i, i + 3), turns=turns)) for i, turns in ((0, 9), (3, 4))]
    games = joined(parts)
    assert games.moves.shape == games.curve.shape == (6, 9)
    assert (games.moves[3:, :4] == parts[1].moves).all()
    assert not games.moves[3:, 4:].any()


# -- plans ----------------------------------------------------------------------


def test_knobs_are_read_as_they_are_typed():
    assert read_knobs(["A=5", "B=-1,2, 3"]) == {"A": 5, "B": (-1, 2, 3)}


@pytest.mark.parametrize(
    "text", ["A", "A=", "A=x", "A=1.5", "A=1,,2", "A=1,", "=", "A=" + "9" * 30]
)
def test_what_is_no_knob_is_refused(text):
    with pytest.raises(BadSetup, match="a knob is set as NAME=5 or NAME=1,2,3"):
        read_knobs([text])


def test_a_plan_names_itself():
    plan = Plan(
        "grid", "random", {"jokers": ["Joker"], "auto_freeze": False}, {"BASE_MULT": (1, 2)}
    )
    assert plan.title == "Poker Grid, jokers Joker, no auto-freeze, BASE_MULT=1,2"


def test_a_knob_that_is_not_turned_needs_no_twin_of_its_own():
    assert Plan("boom", knobs={"SCORCH_MOVES": 3}).batch() is Plan("boom").batch()
    assert Plan("boom", knobs={"SCORCH_MOVES": 4}).batch() is not Plan("boom").batch()
