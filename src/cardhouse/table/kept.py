"""Matches as a store keeps them: how each began, its moves, and whether it is closed."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

from cardhouse.games import GAMES
from cardhouse.games.game import Json
from cardhouse.games.refusal import Refusal
from cardhouse.match import Match
from cardhouse.record import END, UNDO, UNPROVEN, header_lines, rules_digest
from cardhouse.table.refusals import Damaged

Start = Json
"""How a match began: its game, its rules' version and digest, its seed, options and position."""
NOWHERE = -1
"""After how many moves a hint was asked for where those moves stand no more."""


class Kept(NamedTuple):
    """A match as a store keeps it."""

    start: Start
    moves: list[str]
    """Its moves as text; the last may be `END`, where it was ended."""
    closed: bool
    """Whether its record was handed out."""
    revision: int = 0
    """How many moves and undos it has seen."""
    went_back: bool = False
    """Whether the last of them was an undo."""
    undos: tuple[int, ...] = ()
    """For each new key of chance, in order, after how many moves it holds (ALL-7)."""
    hints: tuple[int, ...] = ()
    """For each hint, after how many moves it was asked for, or `NOWHERE` (ALL-8)."""

    def cut(self, number: int, revision: int, new_key: bool) -> "Kept":
        """Return it after an undo that left the first *number* moves."""
        undos = tuple(min(at, number) for at in self.undos) + (number,) * new_key
        hints = tuple(at if at <= number else NOWHERE for at in self.hints)
        return Kept(self.start, self.moves[:number], self.closed, revision, True, undos, hints)


class OtherRules(Refusal):
    """The match was begun under other rules: it cannot go on, but can still be read."""

    def __init__(self, kept: Kept) -> None:
        sentence = "The match was begun under other rules, so it cannot go on; its record is kept."
        super().__init__("other_rules", sentence)
        self.kept = kept


def start_of(match: Match) -> Start:
    """Return how a match began."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "digest": rules_digest(match.game),
        "seed": match.seed,
        "options": match.options,
    } | ({} if match.position is None else {"position": match.position})


def resumed(kept: Kept) -> Match:
    """Play a kept match again.

    :raises OtherRules: if the rules have changed since, or nobody knows which they were.
    :raises Damaged: if it cannot have been so.
    """
    start, (moves, ended) = kept.start, _standing(kept.moves)
    if not _is_start(start):
        raise Damaged
    game = GAMES.get(start["game"])
    rules = (start["rules"], start.get("digest"))
    if game is None or rules != (game.version, rules_digest(game)):
        raise OtherRules(kept)
    try:
        match = Match(game, start["seed"], start["options"], start.get("position"))
        for _ in match.retrace(moves, kept.undos):
            pass
        match.recall_hints(kept.hints)
        if ended:
            match.end()
    except Refusal:
        raise Damaged from None
    if match.undone != len(kept.undos):
        raise Damaged
    return match


def _standing(moves: list[str]) -> tuple[list[str], bool]:
    """Return the moves of a kept match, and whether it was ended."""
    ended = moves[-1:] == [END]
    return moves[: len(moves) - ended], ended


def unproven(kept: Kept) -> str:
    """Write down a match of other rules: what is known, and so no score and no digest of a state.

    Whoever reads it is told that it cannot be verified, whichever rules they have.
    """
    start, (moves, ended) = kept.start, _standing(kept.moves)
    rules = f"{start['rules']} {start.get('digest', 'unknown')}"
    begun = start["options"], start["seed"], start.get("position")
    lines = [
        *header_lines(start["game"], rules, *begun),
        *_told(moves, Counter(kept.undos)),
        *([END] if ended else []),
        UNPROVEN,
    ]
    return "\n".join(lines) + "\n"


def _told(moves: list[str], undos: Counter[int]) -> Iterator[str]:
    yield from [UNDO] * undos[0]
    for number, move in enumerate(moves, 1):
        yield f"{number} {move}"
        yield from [UNDO] * undos[number]


def _is_start(value: object) -> TypeGuard[Start]:
    """Return whether a match's beginning looks like one."""
    kinds = (("game", str), ("rules", int), ("seed", int | str), ("options", dict))
    return isinstance(value, dict) and all(
        isinstance(value.get(name), kind) for name, kind in kinds
    )
