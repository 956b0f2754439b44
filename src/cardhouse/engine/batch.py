"""What an engine offers: many games of one kind, with one agent, dealt and played at once.

Who works with many games is written against `Batch`, and takes any engine that fills it.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cardhouse.core.chance import KEY_WORDS, Seed
from cardhouse.engine.loops import PLAY_ON
from cardhouse.engine.records import Array, as_record, blank_records
from cardhouse.games.game import AnyGame, State


@dataclass(frozen=True)
class Turn:
    """Some games in progress: what is to be done in each, and how each stands after it."""

    states: Array
    orders: Array
    """For each game: play its move, deal it again, or leave it alone."""
    moves: Array
    keys: Array
    """The random keys of games that are dealt again."""
    start: Array
    """One state that is not dealt yet."""
    gains: Array
    outcomes: Array
    masks: Array
    """For each game and each move whether it is legal."""
    room: Array
    """What masks are worked out in."""

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All of it, in this order."""
        return tuple(vars(self).values())


def turn_of(game: AnyGame, start: State, count: int) -> Turn:
    """Return room for a turn of *count* games, each to be dealt from *start*."""
    one = blank_records(game.rules.State, 1)
    one[0] = as_record(start)
    return Turn(
        states=blank_records(game.rules.State, count),
        orders=np.full(count, PLAY_ON, np.int8),
        moves=np.zeros(count, np.int64),
        keys=np.zeros((count, KEY_WORDS), np.uint32),
        start=one,
        gains=np.zeros(count, np.int64),
        outcomes=np.zeros(count, np.int64),
        masks=np.zeros((count, game.rules.MOVES), np.bool_),
        room=np.zeros(game.rules.ROOM, np.int64),
    )


class Batch(Protocol):
    """One game's rules, and one agent, on an engine; states are an array of records."""

    @property
    def game(self) -> AnyGame:
        """The game."""

    def deal(self, seeds: Iterable[Seed], start: State | None = None, **options: object) -> Array:
        """Return one dealt game a seed, from a state with fields set, or by options."""

    def step(self, states: Array, moves: Array) -> Array:
        """Play one move in every game; return the gains, -1 where the move was refused."""

    def masks(self, states: Array, out: Array | None = None) -> Array:
        """Return for every game and every move whether it is legal."""

    def outcomes(self, states: Array) -> Array:
        """Return how every game stands: a number of `cardhouse.games.game.OUTCOMES`."""

    def play(self, states: Array, lucks: Array, limit: int = sys.maxsize) -> int:
        """Let the agent play every game, at most *limit* moves each; return the moves played."""

    def trace(
        self, states: Array, lucks: Array, limit: int = sys.maxsize, turns: int = 0
    ) -> tuple[Array, Array, Array]:
        """Do as `play`; return each game's length, its first moves, and the score after each."""

    def advance(self, turn: Turn) -> Callable[[], object]:
        """Return what carries out a turn, as often as it is called."""

    def spread(self, numbers: Array, bits: Array) -> Callable[[], object]:
        """Return what writes down the bits of each number, as often as it is called."""
