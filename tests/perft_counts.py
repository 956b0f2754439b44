"""Count moves two deep on three engines: the rules, compiled too, and slow, separate games.

The counts in ``perft/`` are those of `tests.naive`, `tests.naive_crush` and `tests.naive_grid`,
which share no code with the rules.  ``python -m tests.perft_counts`` counts them again and writes
them down.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import cardhouse
from cardhouse.core.flat import copy_state
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import as_record
from cardhouse.games.boom.levels import LEVELS
from tests import naive, naive_crush, naive_grid
from tests.perft_positions import OPTIONS, POSITIONS, UNREACHABLE

FOLDER = Path(__file__).parent / "perft"
PLACED_SEED = 7


class Line(NamedTuple):
    """A position, and how many moves and replies it should have, and perhaps points.

    A dealt one is a seed, how the game is played, and how many moves of it; a placed one a name.
    """

    game: str
    position: str
    legal: int = 0
    replies: int = 0
    points: int = 0

    @property
    def is_placed(self):
        return self.position.startswith("placed ")

    @property
    def name(self):
        return self.position.removeprefix("placed ")

    @property
    def seed(self):
        return PLACED_SEED if self.is_placed else int(self.position.split()[0])

    @property
    def how(self):
        return self.position.split()[1:-1]

    @property
    def played(self):
        """How many moves are played before counting."""
        return 0 if self.is_placed else int(self.position.split()[-1])

    @property
    def kit(self):
        return KITS[self.game]

    @property
    def placed(self):
        """What is laid over the deal."""
        return POSITIONS[self.game][self.name] if self.is_placed else self.kit.lays(*self.how)

    @property
    def options(self):
        return OPTIONS.get(self.name, {}) if self.is_placed else self.kit.options(*self.how)


class Kit(NamedTuple):
    """All that the counts must know of one game."""

    moves: Sequence[Any]
    """Every move, as the slow game has it, by its number."""
    begin: Callable[[Line], Any]
    """Deals the slow game."""
    options: Callable[..., dict[str, Any]]
    """Returns the options that stand in a dealt line."""
    step: int
    """How much farther the turn goes if a move is not legal."""
    replies: int
    """A position is counted until it has so many replies."""
    turn: Callable[[int, int], int] = lambda seed, played: 7919 * seed + 613 * played
    """Returns whose turn it is, from the seed and the number of moves played."""
    lays: Callable[..., dict[str, Any]] = lambda *_: {}
    """Returns what a dealt line lays over the deal."""
    points_by: int | None = None
    """The move that makes points: played after each reply, they are added up."""


def boom_options(mode, shape):
    level = {"level": int(mode.removeprefix("level-"))} if mode != "endless" else {}
    return {"mode": mode.partition("-")[0], "shape": shape} | level


def begin_boom(line):
    level = line.placed.get("level") or line.options.get("level", 1)
    if "endless" in (line.placed.get("mode"), line.options.get("mode")):
        level = None
    row = level and LEVELS[level - 1][1:]
    return naive.Boom(line.seed, level, row, path=line.options.get("shape") == "path")


def crush_options(player):
    return {}


def begin_crush(line):
    return naive_crush.Crush(line.seed)


PLAY = 26


def grid_options(freezing, target, jokers):
    """Return the options of a line: its jokers, with commas and without spaces, or its picks."""
    options = {"auto_freeze": freezing == "auto"}
    if jokers.startswith("picks-"):
        return options | {"picks": int(jokers.removeprefix("picks-"))}
    return options | {"jokers": jokers.replace("_", " ").split(",")}


def lay_grid(freezing, target, jokers):
    return {"target": UNREACHABLE} if target == "endless" else {}


def grid_turn(seed, played):
    return PLAY if played % 3 == 2 else 7919 * seed + 613 * played


def begin_grid(line):
    return naive_grid.Grid(line.seed, **line.options)


KITS = {
    "boom": Kit(naive.SELECTIONS, begin_boom, boom_options, step=1, replies=10_000),
    "crush": Kit(naive_crush.MOVES, begin_crush, crush_options, step=1009, replies=3_000),
    "grid": Kit(
        naive_grid.MOVES,
        begin_grid,
        grid_options,
        step=7,
        replies=150,
        turn=grid_turn,
        lays=lay_grid,
        points_by=PLAY,
    ),
}


# -- the files ------------------------------------------------------------------


def texts_of(name):
    """The lines of a file that are neither empty nor a comment."""
    texts = (FOLDER / name).read_text().splitlines()
    return [text for text in texts if text[:1] not in ("", "#")]


def read_line(game, text):
    counts = 2 if KITS[game].points_by is None else 3
    position, *numbers = text.rsplit(maxsplit=counts)
    return Line(game, position, *map(int, numbers))


def read_walk(text):
    seed, *moves = map(int, text.split())
    return seed, moves


LINES = {game: [read_line(game, text) for text in texts_of(f"{game}.perft")] for game in KITS}
DEALT = {game: [line for line in LINES[game] if not line.is_placed] for game in KITS}
PLACED = [line for game in KITS for line in LINES[game] if line.is_placed]
WALKS = dict(map(read_walk, texts_of("crush.walks")))
"""Games of a keen player, by their seeds."""


# -- three ways to play the same game -------------------------------------------


def match_at(line):
    """Begin a match as people play it."""
    if line.placed:
        return cardhouse.place(line.game, line.placed, seed=line.seed, **line.options)
    return cardhouse.new(line.game, seed=line.seed, **line.options)


class Naive:
    """The slow, separate game."""

    def __init__(self, game):
        self.moves = KITS[game].moves
        self.numbers = {move: number for number, move in enumerate(self.moves)}

    def start(self, line):
        game = line.kit.begin(line)
        if line.placed:
            game.place(line.placed)
        return game

    def is_legal(self, game, move):
        return game.can_play(self.moves[move])

    def legal(self, game):
        return [self.numbers[move] for move in game.moves()]

    def after(self, game, move):
        game = game.copy()
        game.play(self.moves[move])
        return game

    def view(self, game):
        return game.view()

    def score(self, game):
        return game.score


class Interpreted:
    """The rules, as people play them."""

    def __init__(self, game):
        self.rules = cardhouse.GAMES[game].rules
        self.view = cardhouse.GAMES[game].view.view

    def start(self, line):
        return match_at(line).state

    def is_legal(self, s, move):
        return self.rules.is_legal(s, move)

    def legal(self, s):
        marks = [0] * self.rules.MOVES
        self.rules.mark_legal(s, marks, [0] * self.rules.ROOM)
        return [move for move, mark in enumerate(marks) if mark]

    def after(self, s, move):
        s = copy_state(s)
        self.rules.apply(s, move)
        return s

    def score(self, s):
        return s.score


class Machine:
    """The rules, compiled; they check their bounds."""

    def __init__(self, game):
        self.compiled = Compiled(cardhouse.GAMES[game])
        self.asked, self.mask = None, None

    def start(self, line):
        if line.placed:
            states = self.compiled.blank(1)
            states[0] = as_record(match_at(line).state)
            return states
        return self.compiled.deal([line.seed], **line.options)

    def is_legal(self, states, move):
        if states is not self.asked:
            self.asked, self.mask = states, self.compiled.masks(states)[0]
        return bool(self.mask[move])

    def legal(self, states):
        return self.compiled.masks(states)[0].nonzero()[0].tolist()

    def after(self, states, move):
        states = states.copy()
        assert self.compiled.step(states, [move])[0] >= 0
        return states

    def score(self, states):
        return int(states[0].score)


naive_engine, interpreted, machine = cache(Naive), cache(Interpreted), cache(Machine)


# -- counting -------------------------------------------------------------------


def by_turns(line, played):
    """Every move, from one that the seed and the number of moves played choose, step by step."""
    count = len(line.kit.moves)
    first = line.kit.turn(line.seed, played)
    return ((first + line.kit.step * i) % count for i in range(count))


def next_move(engine, s, line, played):
    """Return the first legal move by turns, or the keen player's; None if there is none."""
    keen = "keen" in line.how
    turns = WALKS[line.seed][played : played + 1] if keen else by_turns(line, played)
    return next((move for move in turns if engine.is_legal(s, move)), None)


def reached(engine, line):
    """Play the moves before the count."""
    s = engine.start(line)
    for played in range(line.played):
        move = next_move(engine, s, line, played)
        if move is None:
            break
        s = engine.after(s, move)
    return s


def counted(engine, line):
    """Return how many moves are legal, the replies to the first of them by turns, and points."""
    s = reached(engine, line)
    legal = set(engine.legal(s))
    replies, points = 0, 0 if line.kit.points_by is None else engine.score(s)
    for move in by_turns(line, line.played):
        if move in legal and replies < line.kit.replies:
            after = engine.after(s, move)
            replies += len(engine.legal(after))
            points += points_of(engine, after, line.kit.points_by)
    return line._replace(legal=len(legal), replies=replies, points=points)


def points_of(engine, s, move):
    """Return the score after a move, if it is legal; 0 where no points are counted."""
    if move is None:
        return 0
    return engine.score(engine.after(s, move) if engine.is_legal(s, move) else s)


def walked(seed, most=999):
    """Return the moves of a keen player of Solitaire Crush, from the deal to the end."""
    line = Line("crush", f"{seed} keen 0")
    game, moves = line.kit.begin(line), []
    while not game.is_over and len(moves) < most:
        turns = [line.kit.moves[move] for move in by_turns(line, len(moves))]
        move = naive_crush.keen_move(game, turns)
        moves.append(line.kit.moves.index(move))
        game.play(move)
    return moves


# -- writing --------------------------------------------------------------------


def rewrite(name, written):
    """Write every line of a file again, as *written* makes it; comments stay."""
    texts = (FOLDER / name).read_text().splitlines()
    texts = [written(text) if text[:1] not in ("", "#") else text for text in texts]
    (FOLDER / name).write_text("\n".join(texts) + "\n")


def counted_text(game, text):
    line = counted(naive_engine(game), read_line(game, text))
    points = "" if line.kit.points_by is None else f" {line.points}"
    return f"{line.position} {line.legal} {line.replies}{points}"


def walk_text(text):
    seed, _ = read_walk(text)
    WALKS[seed] = walked(seed)
    return " ".join(map(str, [seed, *WALKS[seed]]))


def write_counts():
    """Let the slow games play and count every line, and write it down."""
    rewrite("crush.walks", walk_text)
    for game in KITS:
        rewrite(f"{game}.perft", partial(counted_text, game))


if __name__ == "__main__":
    write_counts()
