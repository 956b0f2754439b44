"""What happens in games, as the game tells it when they are played again: its hands, its bombs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace

from cardhouse.core.chance import key_of, set_key
from cardhouse.core.twin import twin_of
from cardhouse.games import game_named
from cardhouse.games.game import AnyGame, Json
from cardhouse.games.tally import A_GAME, Tally
from cardhouse.games.words import TYPED
from cardhouse.lab.games import Games
from cardhouse.lab.plan import Plan

MOST_REPLAYED = 5_000
"""How many moves are played again, interpreted."""


@dataclass
class Breakdown:
    """What happened in some whole games."""

    runs: int = 0
    moves: int = 0
    events: Counter[str] = field(default_factory=Counter)
    """How often each event was told."""
    moves_with: Counter[str] = field(default_factory=Counter)
    """How many moves told each event."""
    values: dict[str, Counter[str]] = field(default_factory=dict)
    """By the name of a tally, how often each value was told."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Moves by kind, in a game that has several."""
    too_long: int = 0
    """Games left out because they were not written down to their end."""

    def rate(self, tally: Tally) -> float:
        """Return how often something happens in a game, or the share of moves in which it does."""
        if tally.per == A_GAME:
            return self.events[tally.event] / max(self.runs, 1)
        return self.moves_with[tally.event] / max(self.moves, 1)

    def shares(self, game: AnyGame) -> dict[str, Counter[str]]:
        """Return what wholes are made of, by what they are."""
        told = {tally.title: self.values.get(tally.name, Counter()) for tally in game.tallies}
        return {title: parts for title, parts in (told | {KINDS: self.kinds}).items() if parts}


KINDS = "kinds of moves"


def breakdown_of(games: Games, most: int = MOST_REPLAYED) -> Breakdown:
    """Return what happened in the games with a whole trace, as many as have *most* moves."""
    found = Breakdown()
    for i, row in enumerate(games.moves):
        length = int(games.lengths[i])
        if length > len(row):
            found.too_long += 1
            continue
        if found.moves + length > most and found.runs:
            break
        found.runs += 1
        seed, score = games.seeds[i], int(games.scores[i])
        for move, events in replayed(games.plan, seed, row[:length].tolist(), score):
            _count(found, games.plan.game, move, events)
    return found


def _count(found: Breakdown, game: AnyGame, move: int, events: Sequence[Json]) -> None:
    names = [event["event"] for event in events]
    found.moves += 1
    found.events.update(names)
    found.moves_with.update(set(names))
    for tally in game.tallies:
        if tally.key:
            values = (event[tally.key] for event in events if event["event"] == tally.event)
            counts = found.values.setdefault(tally.name, Counter())
            counts.update(f"{value}{tally.unit}" for value in values)
    kind = _kind(game, move)
    found.kinds.update([kind] if kind else [])


def _kind(game: AnyGame, move: int) -> str:
    """Return what kind of move it is; nothing where all are of one kind."""
    if game.moves.kinds:
        kinds = game.moves.kinds
        return kinds[game.moves.kind_of[move]].text if len(kinds) > 1 else ""
    word = game.notation.move_text(move).split()[0]
    return word if word.isalpha() else ""


def replayed(
    plan: Plan, seed: int, moves: Sequence[int], score: int
) -> Iterator[tuple[int, list[Json]]]:
    """Play a game again, interpreted; yield each move and what it told.

    :raises RuntimeError: if it does not come to the same *score*.
    """
    rules, s = _interpreted(plan.name, tuple(plan.knobs.items())), plan.start()
    set_key(s, key_of(seed))
    rules.deal(s)
    s.events.clear()
    for move in moves:
        rules.apply(s, move)
        yield move, plan.game.told(s, TYPED)
    if s.score != score:
        raise RuntimeError(f"seed {seed} came to {s.score} points, but to {score} compiled")


@cache
def _interpreted(name: str, knobs: tuple[tuple[str, object], ...]) -> SimpleNamespace:
    """Return a game's rules with knobs turned."""
    return twin_of(game_named(name).rules_module, dict(knobs))
