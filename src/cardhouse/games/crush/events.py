"""What just happened in Solitaire Crush, as a player is told."""

from collections.abc import Iterable
from typing import Any

from cardhouse.core.cards import EMPTY
from cardhouse.games.crush import state as told_as
from cardhouse.games.crush.board import COLUMNS, run_step, tag_of
from cardhouse.games.crush.notation import TAG_NAMES, card_name, piece_text, where
from cardhouse.games.position import Facts, Shape, cell_pair, grouped_events
from cardhouse.games.refusal import counted
from cardhouse.games.words import Words


def event_dicts(told: Iterable[Facts], words: Words) -> list[dict[str, Any]]:  # noqa: ARG001
    """Return what the rules told as dicts, ready for JSON: an event, its facts, and a text.

    Cards that fall at once are one event.
    """
    return grouped_events(told, _SHAPES, _kind)


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    return facts[:1] if facts[0] == told_as.FELL else facts


def _slide(facts: list[Facts]) -> dict[str, Any]:
    start, end, piece, other = facts[0]
    if other == EMPTY:
        text = f"{card_name(piece)} slides to {where(end)}"
    else:
        text = f"{card_name(piece)} and {card_name(other)} change places"
    return {"from": _cell(start), "to": _cell(end), "cards": _cards(piece, other), "text": text}


def _swap(facts: list[Facts]) -> dict[str, Any]:
    first, second, piece, other, free, left = facts[0]
    spent = f"; {counted(left, 'free swap')} left" if free else ""
    return {
        "cells": [_cell(first), _cell(second)],
        "cards": _cards(piece, other),
        "free": bool(free),
        "left": left,
        "text": f"{card_name(piece)} and {card_name(other)} change places{spent}",
    }


def _untag(facts: list[Facts]) -> dict[str, Any]:
    cell, piece = facts[0]
    text = f"{card_name(piece)} is a swapper no more"
    return {"cell": _cell(cell), "card": piece_text(piece), "tag": "swapper", "text": text}


def _break(facts: list[Facts]) -> dict[str, Any]:
    return {"was": facts[0][0], "chain": 1, "text": "the chain is broken"}


def _clear(facts: list[Facts]) -> dict[str, Any]:
    first, last, base, chain, bonus, gain = facts[0]
    cells = range(first, last + 1, run_step(first, last))
    return {
        "cells": [_cell(cell) for cell in cells],
        "length": len(cells),
        "base": base,
        "chain": chain,
        "canastra": bonus,
        "gain": gain,
        "text": gain_text(len(cells), base, chain, bonus, gain),
    }


def gain_text(length: int, base: int, chain: int, bonus: int, gain: int) -> str:
    """Say what a clear scores, and how."""
    canastra = f", clean canastra × {bonus}" if bonus > 1 else ""
    chained = f", chain × {chain:,}" if chain > 1 else ""
    return f"{length} cards × {base:,}{chained}{canastra}: +{gain:,}"


def _bomb(facts: list[Facts]) -> dict[str, Any]:
    cell, piece, free, left = facts[0]
    spent = f"; {counted(left, 'free bomb')} left" if free else ""
    return {
        "cell": _cell(cell),
        "card": piece_text(piece),
        "free": bool(free),
        "left": left,
        "text": f"{card_name(piece)} is blown away{spent}",
    }


def _fall(facts: list[Facts]) -> dict[str, Any]:
    falls = [{"from": _cell(start), "to": _cell(end)} for start, end in facts]
    return {"falls": falls, "text": f"{counted(len(falls), 'card')} fell"}


def _deck(facts: list[Facts]) -> dict[str, Any]:
    return {"cards": facts[0][0], "text": f"a new deck of {facts[0][0]} cards"}


def _drop(facts: list[Facts]) -> dict[str, Any]:
    cell, piece = facts[0]
    tag = TAG_NAMES[tag_of(piece)]
    what = f"{card_name(piece)}, a {tag}," if tag else card_name(piece)
    text = f"{what} drops to {where(cell)}"
    return {"cell": _cell(cell), "card": piece_text(piece), "tag": tag, "text": text}


EVENTS: dict[str, type] = {}

_SHAPES: dict[int, tuple[str, Shape]] = {
    told_as.SLID: ("slide", _slide),
    told_as.SWAPPED: ("swap", _swap),
    told_as.UNTAGGED: ("untag", _untag),
    told_as.BROKEN: ("chain", _break),
    told_as.CLEARED: ("clear", _clear),
    told_as.REMOVED: ("bomb", _bomb),
    told_as.FELL: ("fall", _fall),
    told_as.NEW_DECK: ("deck", _deck),
    told_as.DROPPED: ("drop", _drop),
}


def _cell(cell: int) -> list[int]:
    return cell_pair(cell, COLUMNS)


def _cards(*pieces: int) -> list[str]:
    return [piece_text(piece) for piece in pieces]
