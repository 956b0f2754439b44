"""Matches as a store keeps them: how each began, its moves, and whether it is closed."""

import json
from typing import Any, NamedTuple, TypeGuard

from cardhouse.games import GAMES
from cardhouse.games.refusal import Refusal
from cardhouse.match import Match
from cardhouse.record import CHANCE, END, FORMAT, FORMAT_VERSION, UNPROVEN, rules_digest
from cardhouse.table.refusals import Damaged

Start = dict[str, Any]
"""How a match began: its game, its rules' version and digest, its seed and its options."""


class Kept(NamedTuple):
    """A match as a store keeps it."""

    start: Start
    moves: list[str]
    """Its moves as text; the last may be `END`, where it was ended."""
    closed: bool
    """Whether its record was handed out."""
    revision: int = 0
    """How many moves and undos it has seen."""
    undone: bool = False
    """Whether the last of them was an undo."""


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
    }


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
        match = Match(game, start["seed"], start["options"])
        for move in moves:
            match.play(move)
        if ended:
            match.end()
    except Refusal:
        raise Damaged from None
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
    lines = [
        f"{FORMAT} {FORMAT_VERSION}",
        f"game {start['game']}",
        f"rules {start['rules']} {start.get('digest', 'unknown')}",
        f"chance {CHANCE}",
        f"options {json.dumps(start['options'], sort_keys=True)}",
        f"seed {json.dumps(start['seed'])}",
        "moves",
        *(f"{number} {move}" for number, move in enumerate(moves, 1)),
        *([END] if ended else []),
        UNPROVEN,
    ]
    return "\n".join(lines) + "\n"


def _is_start(value: object) -> TypeGuard[Start]:
    """Return whether a match's beginning looks like one."""
    kinds: dict[str, Any] = {"game": str, "rules": int, "seed": (int, str), "options": dict}
    return isinstance(value, dict) and all(
        isinstance(value.get(name), kind) for name, kind in kinds.items()
    )
