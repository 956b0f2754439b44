"""What just happened in Solitaire Crush, as a player is told."""

from collections.abc import Iterable
from typing import Annotated

from cardhouse.core.cards import EMPTY, card_text
from cardhouse.games.crush import state
from cardhouse.games.crush.board import COLUMNS, TAG_NAMES, Tag, card_of, run_step, tag_of
from cardhouse.games.position import Facts, cell_pair, told_events
from cardhouse.games.refusal import counted
from cardhouse.games.shape import Card, Cell, Count, Note, Told, Way
from cardhouse.games.words import Words


class Slide(Told, Way):
    """A card slides; the second is the one it changes places with, if there is one."""

    cards: list[Card]


class Swap(Told):
    """Two cards change places: by a swapper, or for a free swap."""

    cells: list[Cell]
    cards: list[Card]
    free: bool
    left: Annotated[int, Note("How many free swaps are left.", 0)]


class Untag(Told):
    """A card is a swapper no more."""

    cell: Cell
    card: Card
    tag: Tag


class Chain(Told):
    """The chain is broken."""

    was: Count
    chain: Count


class Clear(Told):
    """A run is cleared."""

    cells: list[Cell]
    length: Count
    base: Count
    chain: Count
    canastra: Annotated[int, Note("By what a clean canastra multiplies.", 1)]
    gain: Count


class Bomb(Told):
    """A card is blown away: by itself, or by a free bomb."""

    cell: Cell
    card: Card
    free: bool
    left: Annotated[int, Note("How many free bombs are left.", 0)]


class Fall(Told):
    """Cards fall at once."""

    falls: list[Way]


class Deck(Told):
    """A new deck is shuffled."""

    cards: Count


class Drop(Told):
    """A card comes."""

    cell: Cell
    card: Card
    tag: Tag


EVENTS: dict[str, type] = {
    "slide": Slide,
    "swap": Swap,
    "untag": Untag,
    "chain": Chain,
    "clear": Clear,
    "bomb": Bomb,
    "fall": Fall,
    "deck": Deck,
    "drop": Drop,
}


def event_dicts(told: Iterable[Facts], words: Words) -> list[Told]:
    """Return what the rules told, ready for JSON; cards that fall at once are one event."""
    return told_events(told, _SHAPES, _kind, words)


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    return facts[:1] if facts[0] == state.FELL else facts


def _slide(facts: list[Facts], words: Words) -> Slide:
    start, end, piece, other = facts[0]
    if other == EMPTY:
        text = f"{_name(piece, words)} slides to {words.cell(end, COLUMNS)}"
    else:
        text = _exchange_text(piece, other, words)
    cards = [_text(piece), _text(other)]
    return {"event": "slide", "from": _cell(start), "to": _cell(end), "cards": cards, "text": text}


def _swap(facts: list[Facts], words: Words) -> Swap:
    first, second, piece, other, free, left = facts[0]
    spent = f"; {counted(left, 'free swap')} left" if free else ""
    return {
        "event": "swap",
        "cells": [_cell(first), _cell(second)],
        "cards": [_text(piece), _text(other)],
        "free": bool(free),
        "left": left,
        "text": f"{_exchange_text(piece, other, words)}{spent}",
    }


def _exchange_text(piece: int, other: int, words: Words) -> str:
    return f"{_name(piece, words)} and {_name(other, words)} change places"


def _untag(facts: list[Facts], words: Words) -> Untag:
    cell, piece = facts[0]
    text = f"{_name(piece, words)} is a swapper no more"
    return {
        "event": "untag",
        "cell": _cell(cell),
        "card": _text(piece),
        "tag": "swapper",
        "text": text,
    }


def _break(facts: list[Facts], _: Words) -> Chain:
    return {"event": "chain", "was": facts[0][0], "chain": 1, "text": "the chain is broken"}


def _clear(facts: list[Facts], _: Words) -> Clear:
    first, last, base, chain, bonus, gain = facts[0]
    cells = range(first, last + 1, run_step(first, last))
    return {
        "event": "clear",
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


def _bomb(facts: list[Facts], words: Words) -> Bomb:
    cell, piece, free, left = facts[0]
    spent = f"; {counted(left, 'free bomb')} left" if free else ""
    return {
        "event": "bomb",
        "cell": _cell(cell),
        "card": _text(piece),
        "free": bool(free),
        "left": left,
        "text": f"{_name(piece, words)} is blown away{spent}",
    }


def _fall(facts: list[Facts], _: Words) -> Fall:
    falls: list[Way] = [{"from": _cell(start), "to": _cell(end)} for start, end in facts]
    return {"event": "fall", "falls": falls, "text": f"{counted(len(falls), 'card')} fell"}


def _deck(facts: list[Facts], _: Words) -> Deck:
    cards = facts[0][0]
    return {"event": "deck", "cards": cards, "text": f"a new deck of {cards} cards"}


def _drop(facts: list[Facts], words: Words) -> Drop:
    cell, piece = facts[0]
    tag = TAG_NAMES[tag_of(piece)]
    what = f"{_name(piece, words)}, a {tag}," if tag else _name(piece, words)
    text = f"{what} drops to {words.cell(cell, COLUMNS)}"
    return {"event": "drop", "cell": _cell(cell), "card": _text(piece), "tag": tag, "text": text}


_SHAPES = {
    state.SLID: _slide,
    state.SWAPPED: _swap,
    state.UNTAGGED: _untag,
    state.BROKEN: _break,
    state.CLEARED: _clear,
    state.REMOVED: _bomb,
    state.FELL: _fall,
    state.NEW_DECK: _deck,
    state.DROPPED: _drop,
}


def _cell(cell: int) -> list[int]:
    return cell_pair(cell, COLUMNS)


def _text(piece: int) -> str:
    return card_text(card_of(piece))


def _name(piece: int, words: Words) -> str:
    return words.card(card_of(piece))
