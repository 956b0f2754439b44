"""Count moves two deep from many positions: the engines against a slow, separate game.

The counts in ``perft/boom.perft`` are those of `tests.naive`, which shares no code with the
rules.  ``python -m tests.test_perft`` counts them anew and writes them down.
"""

from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

import cardhouse
from cardhouse.agents import casual
from cardhouse.compiled import Compiled, as_record
from cardhouse.core.flat import copy_state
from cardhouse.games.boom import rules
from cardhouse.games.boom.levels import LEVELS
from tests import naive

FILE = Path(__file__).parent / "perft/boom.perft"
BOOM = cardhouse.GAMES["boom"]
MOVES = 1546
REPLIES = 10_000
"""A position is counted until it has so many replies."""
PLACED_SEED = 7
CHUNKS = 10


class Line(NamedTuple):
    """A position, and how many moves and replies it should have."""

    position: str
    legal: int
    replies: int

    @property
    def seed(self):
        """The seed of a dealt position; a placed one has a name instead."""
        first = self.position.split()[0]
        return PLACED_SEED if first == "placed" else int(first)

    @property
    def played(self):
        """How many moves are played before counting."""
        return 0 if self.is_placed else int(self.position.split()[3])

    @property
    def is_placed(self):
        return self.position.startswith("placed ")

    @property
    def options(self):
        if self.is_placed:
            return OPTIONS.get(self.name, {})
        _, mode, shape, _ = self.position.split()
        level = {"level": int(mode.removeprefix("level-"))} if mode != "endless" else {}
        return {"mode": mode.partition("-")[0], "shape": shape} | level

    @property
    def name(self):
        return self.position.removeprefix("placed ")


def read_line(text):
    position, legal, replies = text.rsplit(maxsplit=2)
    return Line(position, int(legal), int(replies))


LINES = [read_line(line) for line in FILE.read_text().splitlines() if line[:1] not in ("", "#")]
DEALT = [line for line in LINES if not line.is_placed]
PLACED = [line for line in LINES if line.is_placed]


# -- positions that are tricky --------------------------------------------------

QUIET = """
    4c 9h Kc 8h 6c
    Td 5s Qd 2s Ad
    7s Jd 3s 4d 9s
    Kc 8h 6c Th 5c
    Qh 2c Ah 7c Jh
    3s 4d 9s Kd 8s
    6d Ts 5d Qs 2d
    Ah 7c Jh 3c 4h
    9c Kh 8c 6h Tc
    5d Qs 2d As 7d
"""
PAIR_BELOW = QUIET.replace("5d Qs 2d As 7d", "9c 9d 2h 5s Kc")
BURNT_BUT_THE_BOTTOM = "33333 " * 9 + "00000"
BURNT_BUT_TWO_ROWS = "33333 " * 8 + "00000 00000"
ONE_SUIT = "2h 4h 6h 8h Th  Jh 3h 5h 7h 9h  Kh Ah Qh 2h 3h  4h 5h 6h 7h 8h  9h Th Jh Qh Kh " * 2
LADDERS = "".join(
    f"{naive.RANKS[(row + column) % 13]}{'cdhs'[(row * 3 + column) % 4]} "
    for row in range(10)
    for column in range(5)
)
PLUS = "33333 33033 30003 33033 " + "33333 " * 6
RING_OF_FUSES = [(side, at, 1) for side in ("left", "right") for at in (0, 4, 9)] + [
    (side, at, 1) for side in ("top", "bottom") for at in (0, 2, 4)
]


def cells(text):
    """Return the rows of a grid drawn with or without spaces."""
    items = (
        text.split() if len(text.split()) == 50 else [int(sign) for sign in "".join(text.split())]
    )
    return [items[start : start + 5] for start in range(0, 50, 5)]


def laid(board=None, scorch=None, bombs=(), **more):
    """Return a position; its boards are drawn, its bombs are (side, index, fuse)."""
    position = {"target": 10**6} | more if more.get("mode") != "endless" else more
    position |= {"bombs": [{"side": side, "index": at, "fuse": fuse} for side, at, fuse in bombs]}
    drawn = {"board": board, "scorch": scorch}
    return position | {name: cells(text) for name, text in drawn.items() if text}


POSITIONS = {
    "no-hand-anywhere": laid(QUIET),
    "one-pair-below": laid(PAIR_BELOW),
    "one-legal-move": laid(PAIR_BELOW, BURNT_BUT_THE_BOTTOM),
    "one-legal-move-and-cooling": laid(PAIR_BELOW, "11111 " * 9 + "00000"),
    "none-left-scorched": laid(PAIR_BELOW, "33333 " * 10),
    "chequered-scorch": laid("Kc " * 50, "30303 03030 " * 5),
    "two-free-columns": laid("Kc Kd Kh 2s 3c " * 10, "30033 " * 10),
    "striped-timers": laid("Kc 2d 7h Ks 3c " * 10, "00000 11111 00000 22222 00000 " * 2),
    "all-one-suit": laid(ONE_SUIT, bombs=[("left", 3, 2), ("top", 1, 2), ("right", 8, 1)]),
    "all-one-rank": laid("7c 7d 7h 7s 7c " * 10, bombs=[("left", 3, 4), ("top", 1, 2)]),
    "all-one-card": laid("As " * 50),
    "ladders": laid(LADDERS, bombs=[("bottom", 4, 1), ("top", 0, 1)]),
    "wheels": laid("Ac 2d 3h 4s 5c Kd Qh Js Tc 9d " * 5, bombs=[("left", 0, 1)]),
    "fuse-one-on-all-sides": laid(bombs=RING_OF_FUSES),
    "twelve-bombs": laid(bombs=[(side, at, at + 2) for side, at, _ in RING_OF_FUSES], level=30),
    "endless-under-fire": laid(bombs=RING_OF_FUSES[:5], mode="endless", combo=9),
    "path-shape": laid(bombs=[("left", 5, 1)]),
    "plus-without-a-fork-allowed": laid("Kc " * 50, PLUS),
    "plus": laid("Kc " * 50, PLUS),
    "last-move": laid("Kc Kd 2h 3s 4c " * 10, BURNT_BUT_TWO_ROWS, moves_left=1),
    "one-point-short": laid(PAIR_BELOW, score=999, target=1000),
    "won-already": laid(score=1000, target=1000),
    "no-moves-left": laid(moves_left=0),
}
OPTIONS = {"path-shape": {"shape": "path"}, "plus-without-a-fork-allowed": {"shape": "path"}}


# -- three ways to play the same game -------------------------------------------


NUMBERS = {selection: number for number, selection in enumerate(naive.SELECTIONS)}


class Naive:
    """The slow, separate game."""

    def start(self, line):
        placed = POSITIONS[line.name] if line.is_placed else {}
        level = placed.get("level") or line.options.get("level", 1)
        if "endless" in (placed.get("mode"), line.options.get("mode")):
            level = None
        row = level and LEVELS[level - 1][1:]
        game = naive.Boom(line.seed, level, row, path=line.options.get("shape") == "path")
        if line.is_placed:
            game.place(placed)
        return game

    def is_legal(self, game, move):
        cells = naive.SELECTIONS[move]
        return not game.ended() and cells in game.shapes and game.allows(cells)

    def legal(self, game):
        return [NUMBERS[selection] for selection in game.moves()]

    def after(self, game, move):
        game = game.copy()
        game.play(naive.SELECTIONS[move])
        return game


class Interpreted:
    """The rules, as people play them."""

    def start(self, line):
        if line.is_placed:
            position = POSITIONS[line.name]
            return cardhouse.place("boom", position, seed=line.seed, **line.options).state
        return cardhouse.new("boom", seed=line.seed, **line.options).state

    def is_legal(self, s, move):
        return rules.is_legal(s, move)

    def legal(self, s):
        marks = [0] * MOVES
        rules.mark_legal(s, marks, [0] * rules.ROOM)
        return [move for move, mark in enumerate(marks) if mark]

    def after(self, s, move):
        s = copy_state(s)
        rules.apply(s, move)
        return s


class Machine:
    """The rules, compiled."""

    def __init__(self):
        self.compiled = Compiled(BOOM, agent=casual)

    def start(self, line):
        if line.is_placed:
            states = self.compiled.blank(1)
            states[0] = as_record(Interpreted().start(line))
            return states
        return self.compiled.deal([line.seed], **line.options)

    def is_legal(self, states, move):
        return bool(self.compiled.masks(states)[0, move])

    def legal(self, states):
        return self.compiled.masks(states)[0].nonzero()[0].tolist()

    def after(self, states, move):
        states = states.copy()
        assert self.compiled.step(states, [move])[0] > 0
        return states


machine = cache(Machine)


# -- counting -------------------------------------------------------------------


def by_turns(seed, played):
    """Every move, from one that the seed and the number of moves played choose, round and round."""
    first = (7919 * seed + 613 * played) % MOVES
    return chain(range(first, MOVES), range(first))


def reached(engine, line):
    """Play the moves before the count: each time the first legal one by turns."""
    s = engine.start(line)
    for played in range(line.played):
        legal = (move for move in by_turns(line.seed, played) if engine.is_legal(s, move))
        move = next(legal, None)
        if move is None:
            break
        s = engine.after(s, move)
    return s


def counted(engine, line):
    """Return how many moves are legal, and the replies to the first of them by turns."""
    s = reached(engine, line)
    legal = set(engine.legal(s))
    replies = 0
    for move in by_turns(line.seed, line.played):
        if move in legal and replies < REPLIES:
            replies += len(engine.legal(engine.after(s, move)))
    return line._replace(legal=len(legal), replies=replies)


def test_a_thousand_positions_are_dealt_and_every_tricky_one_is_there():
    assert len({line.position for line in DEALT}) == len(DEALT) == 1000
    assert [line.name for line in PLACED] == list(POSITIONS)


def test_the_slow_game_knows_the_same_moves_by_the_same_numbers():
    texts = [" ".join(f"{row},{column}" for row, column in cells) for cells in naive.SELECTIONS]
    assert [BOOM.notation.move_text(move) for move in range(rules.MOVES)] == texts


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_interpreted_the_counts_hold(chunk):
    for line in LINES[chunk::CHUNKS]:
        assert counted(Interpreted(), line) == line


def test_compiled_the_counts_hold():
    for line in LINES:
        assert counted(machine(), line) == line


@pytest.mark.parametrize("line", PLACED, ids=lambda line: line.name)
def test_the_slow_game_counts_the_tricky_positions_so(line):
    assert counted(Naive(), line) == line


def test_the_slow_game_counts_a_sample_so():
    for line in DEALT[:: len(DEALT) // 25]:
        assert counted(Naive(), line) == line


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_slow_game_counts_all_of_them_so(chunk):
    for line in LINES[chunk::CHUNKS]:
        assert counted(Naive(), line) == line


# -- whole games ----------------------------------------------------------------

WHOLE_GAMES = [f"{seed} level-{level} any 30" for seed, level in enumerate(range(1, 31, 3), 2001)]
WHOLE_GAMES += [f"{seed} level-30 path 30" for seed in range(3001, 3005)]
WHOLE_GAMES += [f"{seed} endless any 60" for seed in range(4001, 4007)]


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_a_whole_game_looks_the_same_after_every_move(game):
    line = Line(game, 0, 0)
    slow = Naive().start(line)
    match = cardhouse.new("boom", seed=line.seed, **line.options)
    assert match.view() == slow.view()
    for played in range(line.played):
        if match.outcome != "playing":
            break
        turns = by_turns(line.seed, played)
        move = next(move for move in turns if Naive().is_legal(slow, move))
        match.play(BOOM.notation.move_text(move))
        slow = Naive().after(slow, move)
        assert match.view() == slow.view()


def test_the_whole_games_have_explosions_and_every_outcome_of_a_level():
    events, outcomes = set(), set()
    for game in WHOLE_GAMES:
        line = Line(game, 0, 0)
        match = cardhouse.new("boom", seed=line.seed, **line.options)
        for played in range(line.played):
            turns = by_turns(line.seed, played)
            legal = (move for move in turns if rules.is_legal(match.state, move))
            move = next(legal, None)
            if move is None:
                break
            told = match.play(BOOM.notation.move_text(move))
            events |= {event["event"] for event in told}
        outcomes.add(match.outcome)
    assert {"explode", "shuffle", "bomb", "disarm", "pause"} <= events
    assert {"lost", "playing"} <= outcomes


def write_counts():
    """Count every line with the slow game, and write the file anew; what is not a count stays."""
    lines = []
    for text in FILE.read_text().splitlines():
        if text[:1] not in ("", "#"):
            line = counted(Naive(), read_line(text))
            text = f"{line.position} {line.legal} {line.replies}"  # noqa: PLW2901
        lines.append(text)
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    write_counts()
