"""Whole games, and tricky positions move by move: the engines against slow, separate games."""

from collections import Counter

import pytest

from tests import naive_grid
from tests.perft_counts import (
    DEALT,
    PLACED,
    WALKS,
    Line,
    by_turns,
    interpreted,
    match_at,
    naive_engine,
    next_move,
    walked,
)

CHUNKS = 10


# -- a keen player --------------------------------------------------------------

CARDS_AFTER_THE_DEAL = 108 - 3 * 7


def test_a_keen_player_lasts_into_the_second_deck_twenty_times():
    assert len(WALKS) == 20
    assert all(len(moves) > CARDS_AFTER_THE_DEAL for moves in WALKS.values())
    assert {line.seed for line in DEALT["crush"] if "keen" in line.how} == set(WALKS)


@pytest.mark.parametrize("seed", WALKS)
def test_the_keen_player_begins_so(seed):
    assert walked(seed, most=5) == WALKS[seed][:5]


@pytest.mark.soak
@pytest.mark.parametrize("seed", WALKS)
def test_the_keen_player_plays_so_to_the_end(seed):
    assert walked(seed) == WALKS[seed]


# -- move by move ---------------------------------------------------------------

MOST_MOVES = 150


@pytest.mark.parametrize("line", PLACED, ids=lambda line: f"{line.game} {line.name}")
def test_a_tricky_position_looks_the_same_after_any_move(line):
    slow, engine = naive_engine(line.game), interpreted(line.game)
    game, s = slow.start(line), engine.start(line)
    assert engine.view(s) == slow.view(game)
    legal = set(slow.legal(game))
    moves = [move for move in by_turns(line, 0) if move in legal]
    for move in moves[:MOST_MOVES]:
        assert engine.view(engine.after(s, move)) == slow.view(slow.after(game, move))


def whole_round(line):
    """Return the position of a dealt line of Poker Grid, played to its end."""
    return " ".join([str(line.seed), *line.how, "36"])


BOOM_GAMES = [f"{seed} level-{level} any 30" for seed, level in enumerate(range(1, 31, 3), 2001)]
BOOM_GAMES += [f"{seed} level-30 path 30" for seed in range(3001, 3005)]
BOOM_GAMES += [f"{seed} endless any 60" for seed in range(4001, 4004)]
BOOM_GAMES += [f"{seed} endless any 200" for seed in range(4004, 4007)]
CRUSH_GAMES = [f"{seed} any 99" for seed in range(2001, 2101)]
CRUSH_GAMES += [f"{seed} keen {len(moves)}" for seed, moves in WALKS.items()]
GRID_GAMES = [whole_round(line) for line in DEALT["grid"][:216] + DEALT["grid"][720::10]]
TOGETHER = [
    "Four_Fingers,Packed_House,Two-Tone,Echo,Full_Pews",
    "Portrait_Gallery,Doorbell,Freezer_Burn,Encore,Masquerade",
    "Coin_Slot,Oops!_All_6s,Doorbell,Encore,Lucky_Sevens",
    "Four_Fingers,Missing_Stair,Revolving_Door,Two-Tone,Runner",
    "Rain_Barrel,Hall_of_Mirrors,Clothesline,Revolving_Door,Missing_Stair",
    "Masquerade,Cornerstone,Kite_String,Royal_Visit,Photograph",
]
"""Jokers that meet too seldom by chance."""
GRID_GAMES += [f"{seed} auto endless {five} 36" for five in TOGETHER for seed in range(5001, 5006)]
WHOLE_GAMES = [Line("boom", position) for position in BOOM_GAMES]
WHOLE_GAMES += [Line("crush", position) for position in CRUSH_GAMES]
WHOLE_GAMES += [Line("grid", position) for position in GRID_GAMES]


@pytest.mark.parametrize("line", WHOLE_GAMES, ids=lambda line: f"{line.game} {line.position}")
def test_a_whole_game_looks_the_same_after_every_move(line):
    play_side_by_side(line)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_dealt_round_of_grid_looks_the_same_after_every_move(chunk):
    for line in DEALT["grid"][chunk::CHUNKS]:
        play_side_by_side(line._replace(position=whole_round(line)))


def play_side_by_side(line):
    """Play a game on both engines, and compare all that is seen after every move."""
    engine = naive_engine(line.game)
    slow, match = engine.start(line), match_at(line)
    view = match.game.view.view
    assert view(match.state) == slow.view()
    for played in range(line.played):
        move = next_move(engine, slow, line, played)
        if move is None:
            break
        match.play(match.game.notation.move_text(move))
        slow = engine.after(slow, move)
        assert view(match.state) == slow.view()


def shown_by(game):
    """Return the names of all events of the whole games, and their outcomes."""
    events, outcomes = set(), set()
    for line in WHOLE_GAMES:
        if line.game == game:
            match = match_at(line)
            for played in range(line.played):
                move = next_move(interpreted(game), match.state, line, played)
                if move is None:
                    break
                told = match.play(match.game.notation.move_text(move))
                events |= {event["event"] for event in told}
            outcomes.add(match.outcome)
    return events, outcomes


def test_the_whole_games_of_boom_have_explosions_and_every_outcome_of_a_level():
    events, outcomes = shown_by("boom")
    assert {"explode", "shuffle", "bomb", "disarm", "pause"} <= events
    assert {"lost", "over", "playing"} <= outcomes


def test_the_whole_games_of_crush_have_every_event_and_all_end():
    events, outcomes = shown_by("crush")
    moves = {"slide", "swap", "untag", "clear", "bomb", "chain"}
    assert events == moves | {"fall", "deck", "drop", "end"}
    assert outcomes == {"over"}


def test_the_whole_games_of_grid_have_every_event_and_every_end():
    events, outcomes = shown_by("grid")
    moves = {"freeze", "unfreeze", "reset", "take", "offer", "order", "play"}
    assert events == moves | {"draw", "line", "grow", "fade", "end"}
    assert outcomes == {"won", "lost"}


def test_the_slow_grid_knows_every_joker():
    known = [*naive_grid.EACH_CARD, *naive_grid.LINE_BY_LINE, *naive_grid.EVERY_LINE]
    known += [*naive_grid.GROWTH, *naive_grid.QUIET, "Queue"]
    assert sorted(known) == sorted(naive_grid.NAMES)


def test_every_joker_is_in_a_dozen_whole_games_of_grid_and_does_something():
    held, seen = Counter(), set()
    for line in WHOLE_GAMES:
        if line.game == "grid":
            match = match_at(line)
            held.update(line.options.get("jokers", []))
            for played in range(line.played):
                move = next_move(interpreted("grid"), match.state, line, played)
                if move is None:
                    break
                match.play(match.game.notation.move_text(move))
                for shown in match.view()["lines"]:
                    seen |= {step["name"] for step in shown["jokers"]}
    assert min(held[name] for name in naive_grid.NAMES) >= 12
    quiet = set(naive_grid.QUIET) - {"Hall of Mirrors", "Echo"}
    assert seen == set(naive_grid.NAMES) - quiet
