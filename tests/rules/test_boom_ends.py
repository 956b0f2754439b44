"""Poker Boom by its rule book: how a run ends, the levels, and what a bot may ask."""

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import cardhouse
from cardhouse import BadSetup, IllegalMove
from cardhouse.agents import casual, greedy
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import lucks_of
from cardhouse.games.boom import prospects
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.game import OVER, WON
from tests.rules.boom_kit import (
    BOTTOM_ROW,
    QUIET,
    after_many,
    arrivals,
    compiled,
    laid,
    named,
    played,
    refused,
    scorched,
)
from tests.rules.odds import is_even

# -- ends -----------------------------------------------------------------------


@pytest.mark.parametrize(("target", "outcome"), [(49, "won"), (50, "won"), (51, "playing")])
def test_boom_26_a_level_is_won_when_the_score_reaches_the_target(target, outcome):
    match, _ = played(target=target)
    assert match.outcome == outcome


@pytest.mark.parametrize(("target", "outcome"), [(50, "won"), (51, "lost")])
def test_boom_26_the_last_move_counts(target, outcome):
    match, events = played(target=target, moves_left=1)
    assert match.outcome == outcome
    assert (events[-1]["event"], events[-1]["outcome"]) == ("end", outcome)


def test_boom_26_after_the_end_no_move_is_legal():
    match, _ = played(target=50)
    assert list(match.moves()) == []
    assert refused(match, BOTTOM_ROW) == "ended"


def test_boom_27_endless_mode_has_no_target_and_no_limit():
    view = cardhouse.new("boom", seed=7, mode="endless").view()
    assert (view["target"], view["moves_left"], view["level"]) == (None, None, None)
    match, _ = played(mode="endless", score=10**9)
    assert match.outcome == "playing"


def test_boom_27_it_starts_with_two_bombs_and_fuses_from_four_to_eight():
    dealt = compiled().deal(range(5000), mode="endless")
    assert set(dealt.bombs.tolist()) == {2}
    assert is_even(Counter(dealt.fuses[:, :2].ravel().tolist()), kinds=5)
    assert set(dealt.fuses[:, :2].ravel().tolist()) == {4, 5, 6, 7, 8}


def endless_dues(moves):
    """Return the moves in which a bomb is due; move 10 is the first with a gap of 3."""
    dues, last = [], 0
    for move in range(1, moves + 1):
        if move - last >= max(1, 4 - move // 10):
            dues.append(move)
            last = move
    return dues


@pytest.mark.parametrize("seed", range(4))
def test_boom_27_bombs_come_faster_as_it_goes_on(seed):
    match = cardhouse.new("boom", seed=seed, mode="endless")
    assert arrivals(match, 36) == endless_dues(36)
    assert endless_dues(36) == [4, 8, 11, 14, 17, 20, 22, 24, 26, 28, *range(30, 37)]


@pytest.mark.parametrize(
    ("move", "every"), [(9, 4), (10, 3), (19, 3), (20, 2), (29, 2), (30, 1), (99, 1)]
)
def test_boom_27_a_bomb_is_due_every_four_moves_and_one_fewer_each_ten(move, every):
    for waited in range(1, every + 1):
        match = laid(mode="endless")
        match.state.played, match.state.since_bomb = move - 1, waited - 1
        assert bool(named(match.play(BOTTOM_ROW), "bomb")) == (waited == every)


@pytest.mark.parametrize(
    ("move", "longest"), [(4, 8), (19, 8), (20, 7), (39, 7), (40, 6), (59, 6), (60, 5), (999, 5)]
)
def test_boom_27_the_longest_fuse_is_one_shorter_each_twenty_moves(move, longest):
    match = laid(mode="endless")
    match.state.played, match.state.since_bomb = move - 1, 3
    fuses = after_many(match, seeds=300).fuses[:, 0]
    assert set(fuses.tolist()) == set(range(4, longest + 1))


@pytest.mark.parametrize(
    ("before", "moves"), [(0, 3), (49, 3), (50, 4), (51, 5), (90, 44), (145, 99), (10**6, 99)]
)
def test_boom_27_after_fifty_blasts_each_one_scorches_longer(before, moves):
    match = laid(mode="endless", standing="left 4 fuse 1")
    match.state.blasts = before
    (scorch,) = named(match.play(BOTTOM_ROW), "scorch")
    assert scorch["moves"] == moves
    assert {timer for row in match.view()["scorch"] for timer in row} == {0, moves}


def test_boom_27_of_two_blasts_in_one_move_the_second_scorches_longer():
    match = laid(mode="endless", standing="left 0 fuse 1, right 9 fuse 1")
    match.state.blasts = 49
    told = named(match.play(BOTTOM_ROW), "scorch")
    assert [event["moves"] for event in told] == [3, 4]
    assert match.state.blasts == 51


def test_boom_27_in_a_level_scorch_never_lasts_longer():
    match = laid(standing="left 4 fuse 1")
    match.state.blasts = 10**6
    (scorch,) = named(match.play(BOTTOM_ROW), "scorch")
    assert scorch["moves"] == 3


def test_boom_27_a_placed_table_may_be_scorched_as_long_as_its_mode_allows():
    longest = scorched({(0, 0): 99})
    assert laid(mode="endless", scorch=longest).view()["scorch"] == longest
    for mode, timer in (("level", 4), ("endless", 100)):
        with pytest.raises(BadSetup):
            laid(mode=mode, scorch=scorched({(0, 0): timer}))


@pytest.mark.volume
@pytest.mark.xdist_group("casual")
def test_boom_27_every_run_ends_by_itself():
    assert lengths_of(compiled_casual()).max() < 2_000


@pytest.mark.soak
def test_boom_27_the_better_bot_lasts_longer():
    better = Compiled(cardhouse.GAMES["boom"], agent=greedy)
    assert np.median(lengths_of(better)) > 2 * np.median(lengths_of(compiled_casual()))


def lengths_of(bot):
    """Return how many moves endless runs of a bot have, each to its end."""
    states = compiled().deal(range(300), mode="endless")
    bot.play(states, lucks_of(range(300)), 2_000)
    assert (bot.outcomes(states) == OVER).all()
    return states.played


@pytest.mark.parametrize(("mode", "outcome"), [("level", "lost"), ("endless", "over")])
def test_boom_28_a_locked_board_ends_the_run(mode, outcome):
    # Nine rows are scorched, and the bottom row is about to make its last pair.
    burnt = scorched({(row, column): 3 for row in range(9) for column in range(5)})
    match = laid(scorch=burnt, rows={8: "Ac 8d 7h 3s 2c"}, mode=mode)
    assert (match.outcome, len(list(match.moves()))) == ("playing", 1)
    events = match.play(BOTTOM_ROW)
    assert match.outcome == events[-1]["outcome"] == outcome
    assert list(match.moves()) == []
    with pytest.raises(IllegalMove):
        match.play(BOTTOM_ROW)


@pytest.mark.parametrize(("mode", "outcome"), [("level", "lost"), ("endless", "over")])
def test_boom_28_so_does_a_board_without_a_hand(mode, outcome):
    assert laid(QUIET[9], mode=mode).outcome == outcome


@pytest.mark.parametrize("mode", ["level", "endless"])
def test_boom_28_then_every_move_is_refused_because_the_run_is_over(mode):
    everywhere = scorched({(row, column): 3 for row in range(10) for column in range(5)})
    assert refused(laid(scorch=everywhere, mode=mode), BOTTOM_ROW) == "ended"
    assert refused(laid(QUIET[9], mode=mode), BOTTOM_ROW) == "ended"


def test_boom_28_one_legal_selection_is_enough_to_go_on():
    burnt = scorched({(row, column): 1 for row in range(9) for column in range(5)})
    assert laid(scorch=burnt).outcome == "playing"
    assert laid("2c 4d 6h 8s Tc", scorch=burnt).outcome == "lost"


def test_boom_29_there_are_thirty_levels_of_sound_data():
    assert len(LEVELS) == 30
    assert len({level.name for level in LEVELS}) == 30
    for level in LEVELS:
        assert level._fields[1:] == ("target", "moves", "bombs", "every", "fuse_low", "fuse_high")
        assert level.name.strip()
        assert level.target > 0
        assert level.moves > 0
        assert 0 <= level.bombs <= 12
        assert level.every > 0
        assert 1 <= level.fuse_low <= level.fuse_high


@cache
def compiled_casual():
    return Compiled(cardhouse.GAMES["boom"], agent=casual)


@cache
def win_shares():
    """Let the casual bot play three thousand runs of every level; return the shares it wins."""
    shares = []
    for level in range(1, 31):
        states = compiled().deal(range(3000), level=level)
        compiled_casual().play(states, lucks_of(range(10**6, 10**6 + 3000)))
        shares.append(float((compiled().outcomes(states) == WON).mean()))
    return shares


@pytest.mark.volume
@pytest.mark.xdist_group("casual")
def test_boom_29_the_casual_bot_wins_95_in_100_of_level_1_and_5_of_level_30():
    assert abs(win_shares()[0] - 0.95) <= 0.03
    assert abs(win_shares()[-1] - 0.05) <= 0.03


@pytest.mark.volume
@pytest.mark.xdist_group("casual")
def test_boom_29_no_level_is_more_than_ten_points_easier_than_the_one_before():
    assert all(later - earlier <= 0.10 for earlier, later in pairwise(win_shares()))
    assert win_shares()[9] > win_shares()[19] > win_shares()[29]


# -- what a bot may ask ---------------------------------------------------------


def test_boom_14_no_move_opens_another_for_sure_and_none_spends_what_does_not_come_back():
    match = cardhouse.new("boom", seed=7)
    for text in match.moves():
        move = match.parse(text)
        assert prospects.opens(match.state, move) == 0
        assert not prospects.spends(match.state, move)
        assert not prospects.is_free(match.state, move)


def test_boom_5_every_move_is_a_prospect():
    s = cardhouse.new("boom", seed=7).state
    looked_at = [prospects.prospect(s, i) for i in range(prospects.prospects(s))]
    assert looked_at == list(range(1546))
