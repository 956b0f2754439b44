"""What happens in games: hands made, kinds of moves, explosions, read from games played again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from cardhouse.core.chance import key_of, set_key
from cardhouse.core.twin import twin_of
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame
from cardhouse.games.words import TYPED
from cardhouse.lab.bulk import Games
from cardhouse.lab.plan import Plan

MOST_REPLAYED = 5_000
"""How many moves are played again, interpreted."""


class Reading(NamedTuple):
    """How the moves of one game are told apart."""

    title: str
    """What is counted first: hands, or clears."""
    event: str
    """The event that tells it, and the fact of it that counts."""
    fact: str
    unit: str = ""
    """What the fact is counted in."""
    kinds: tuple[tuple[str, str], ...] = ()
    """What the first word of a move says it is."""


READINGS = {
    "boom": Reading("hands made", "gain", "hand"),
    "grid": Reading(
        "hands of the lines",
        "line",
        "hand",
        kinds=(
            ("f", "freeze"),
            ("u", "unfreeze"),
            ("s", "play a hand"),
            ("d", "draft"),
            ("o", "reorder"),
        ),
    ),
    "crush": Reading(
        "lengths of clears",
        "clear",
        "length",
        " cards",
        (
            ("slide", "slide"),
            ("clear", "clear"),
            ("use", "swapper"),
            ("swap", "free swap"),
            ("bomb", "bomb"),
            ("blast", "free bomb"),
        ),
    ),
}


@dataclass
class Mix:
    """What happened in some whole games."""

    title: str = ""
    runs: int = 0
    moves: int = 0
    parts: Counter[str] = field(default_factory=Counter)
    """Hands made, or clears, by kind."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Moves by kind."""
    events: Counter[str] = field(default_factory=Counter)
    """How many moves had each event."""
    explosions: int = 0
    """Bombs that went off."""
    too_long: int = 0
    """Games left out because they were not written down to their end."""

    @property
    def explosions_a_run(self) -> float:
        """How many bombs go off in a run."""
        return self.explosions / max(self.runs, 1)

    @property
    def disarming(self) -> float:
        """The share of moves that disarm a bomb."""
        return self.events["disarm"] / max(self.moves, 1)


def mix_of(games: Games, most: int = MOST_REPLAYED) -> Mix:
    """Return what happened in the games with a whole trace, as many as have *most* moves."""
    reading = READINGS.get(games.plan.name)
    mix = Mix(reading.title if reading else "")
    for seed, score, moves in _traced(games):
        if moves is None:
            mix.too_long += 1
            continue
        if mix.moves + len(moves) > most and mix.runs:
            break
        mix.runs += 1
        for move, events in replayed(games.plan, seed, moves, score):
            _count(mix, games.plan.game, move, events, reading)
    return mix


def _count(
    mix: Mix, game: AnyGame, move: int, events: list[dict[str, Any]], reading: Reading | None
) -> None:
    mix.moves += 1
    names = [event["event"] for event in events]
    mix.events.update(set(names))
    mix.explosions += names.count("explode")
    if reading:
        made = [event[reading.fact] for event in events if event["event"] == reading.event]
        mix.parts.update(f"{part}{reading.unit}" for part in made)
        word = game.notation.move_text(move).split()[0]
        mix.kinds.update(kind for start, kind in reading.kinds if start == word)


def _traced(games: Games) -> Iterator[tuple[int, int, list[int] | None]]:
    """Yield the seed, the score and the moves of each game; None if its trace is not whole."""
    seed = games.seeds.start
    for chunk in games.traces:
        for i, length in enumerate(chunk.lengths.tolist()):
            whole = length <= chunk.moves.shape[1]
            moves = chunk.moves[i, :length].tolist() if whole else None
            yield seed + i, int(chunk.scores[i]), moves
        seed += len(chunk.lengths)


def replayed(
    plan: Plan, seed: int, moves: Sequence[int], score: int
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Play a game again, interpreted; yield each move and what it told.

    :raises RuntimeError: if it does not come to the same *score*.
    """
    game = plan.game
    rules = _interpreted(plan.name, tuple(plan.knobs.items()))
    s = rules.State()
    game.options.set_options(s, game.read_options(plan.options))
    for name, value in plan.fields.items():
        setattr(s, name, value)
    set_key(s, key_of(seed))
    rules.deal(s)
    for move in moves:
        s.events.clear()
        rules.apply(s, move)
        yield move, game.events.event_dicts(s.events, TYPED)
    if s.score != score:
        raise RuntimeError(f"seed {seed} came to {s.score} points, but to {score} compiled")


@cache
def _interpreted(name: str, knobs: tuple[tuple[str, Any], ...]) -> SimpleNamespace:
    """Return a game's rules with knobs turned."""
    return twin_of(game_named(name).rules_module, dict(knobs))
