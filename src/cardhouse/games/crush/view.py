"""What a player of Solitaire Crush sees: the table, and what just happened on it.

Nothing hidden is here: neither the seed, the random streams nor the deck (ALL-3).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from cardhouse.core.cards import EMPTY, JOKER, card_text, parse_card
from cardhouse.core.grid import cell_text
from cardhouse.games.crush import rules
from cardhouse.games.crush.board import (
    BLAST,
    CELLS,
    CLEAR,
    COLUMNS,
    ENDS,
    PLAIN,
    ROWS,
    SWAP,
    TAG_STEP,
    USE,
    card_of,
    has_card,
    run_length,
    run_step,
    tag_of,
)
from cardhouse.games.crush.rules import State
from cardhouse.games.game import LAST_MOVE, OUTCOMES, OVER
from cardhouse.games.position import (
    Facts,
    Shape,
    cell_pair,
    check_keys,
    grid_of,
    grouped_events,
    rows_of,
    whole,
)
from cardhouse.games.refusal import BadSetup, counted, shown

TAG_NAMES = ("", "bomb", "swapper")
KEYS = (
    "board",
    "tags",
    "score",
    "base",
    "chain",
    "free_swaps",
    "free_bombs",
    "deck_left",
    "outcome",
)
FOLLOWING: tuple[str, ...] = ()
"""Keys that follow from the others.  Here the outcome does not: a full grid may be played on."""
MOST_POINTS = 10**15
MOST_CLEARS = 10**6
MOST_FREE = 10**6
"""The largest numbers that a position may hold."""


def view(s: State) -> dict[str, Any]:
    """Return what the table shows, ready for JSON."""
    return {
        "board": rows_of([card_text(card_of(piece)) for piece in s.board], COLUMNS),
        "tags": rows_of([TAG_NAMES[tag_of(piece)] for piece in s.board], COLUMNS),
        "score": s.score,
        "base": s.factor,
        "chain": s.chain,
        "free_swaps": s.free_swaps,
        "free_bombs": s.free_bombs,
        "deck_left": s.deck_left,
        "outcome": OUTCOMES[rules.outcome(s)],
    }


def describe(s: State, move: int) -> str:
    """Say what a legal *move* would do."""
    first, second = ENDS[move]
    if CLEAR <= move < USE:
        bonus = rules.bonus_of(s, first, second)
        length = run_length(first, second)
        return _gain_text(length, s.factor, s.chain, bonus, rules.worth(s, move))
    points = rules.opens(s, move)
    then = f", then a clear for {points:,}" if points > 0 else ""
    then = ", and it is over: no slot is empty" if points == LAST_MOVE else then
    return f"{_action_text(s, move, first, second)}{then}"


def _action_text(s: State, move: int, first: int, second: int) -> str:
    if first == second:
        free = "a free bomb: " if move >= BLAST else ""
        return f"{free}{_name(s.board[first])} goes"
    if move < CLEAR and not has_card(s, first):
        first, second = second, first
    if has_card(s, second):
        free = "a free swap: " if move >= SWAP else ""
        return f"{free}{_name(s.board[first])} and {_name(s.board[second])} change places"
    return f"{_name(s.board[first])} slides to {_where(second)}"


def hands() -> list[dict[str, Any]]:
    """List the hands: this game has none."""
    return []


# -- placing ------------------------------------------------------------------


def options_of(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a position, by the keys of `view`, stands for: none.

    :raises BadSetup: if it has a key that `view` has not.
    """
    check_keys(position, KEYS)
    return {}


def place(s: State, position: Mapping[str, Any]) -> None:
    """Lay a position on the table of a dealt game: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for the deck:
    a fresh one, with all its cards to come.  Whether a full grid is the end
    cannot be seen from its cards, so there the outcome is read.

    :raises BadSetup: if the position is impossible.
    """
    given = {key: value for key, value in position.items() if value is not None}
    _place_cards(s, given)
    s.score = whole("score", given.get("score", 0), 0, MOST_POINTS)
    s.factor = whole("base", given.get("base", s.factor), 0, MOST_CLEARS)
    s.chain = whole("chain", given.get("chain", 1), 1, MOST_CLEARS)
    s.free_swaps = whole("free_swaps", given.get("free_swaps", s.free_swaps), 0, MOST_FREE)
    s.free_bombs = whole("free_bombs", given.get("free_bombs", s.free_bombs), 0, MOST_FREE)
    rules.make_deck(s)
    left = given.get("deck_left", rules.DECK_CARDS)
    s.deck_left = whole("deck_left", left, 0, rules.DECK_CARDS)
    s.over = int(given.get("outcome") == OUTCOMES[OVER] and rules.is_full(s))


def _place_cards(s: State, given: Mapping[str, Any]) -> None:
    """Put cards and tags on the grid, from the bottom up; no card may float (CRUSH-5)."""
    cards, tags = [card_of(piece) for piece in s.board], [tag_of(piece) for piece in s.board]
    if "board" in given:
        cards = [_card_in(text) for text in grid_of("board", given["board"], ROWS, COLUMNS)]
        tags = [PLAIN] * CELLS
    if "tags" in given:
        tags = [_tag_in(name) for name in grid_of("tags", given["tags"], ROWS, COLUMNS)]
    rules.clear_grid(s)
    for cell in reversed(range(CELLS)):
        if cards[cell] != EMPTY and cell != rules.landing(s, cell % COLUMNS):
            raise BadSetup("bad_position", f"the card at {_where(cell)} floats over an empty slot")
        if cards[cell] != EMPTY:
            rules.put_card(s, cell, TAG_STEP * tags[cell] + cards[cell])
        elif tags[cell] != PLAIN:
            raise BadSetup("bad_position", f"there is no card to tag at {_where(cell)}")
    if not any(cards):
        raise BadSetup("bad_position", "the board has no card")


def _tag_in(name: object) -> int:
    if not isinstance(name, str) or name not in TAG_NAMES:
        raise BadSetup("bad_position", 'a tag is "", "bomb" or "swapper"')
    return TAG_NAMES.index(name)


def _card_in(text: object) -> int:
    try:
        return parse_card(text if isinstance(text, str) else shown(text))
    except ValueError as error:
        raise BadSetup("bad_position", str(error)) from None


# -- telling ------------------------------------------------------------------


def event_dicts(told: Iterable[Facts]) -> list[dict[str, Any]]:
    """Return what the rules told as dicts, ready for JSON: an event, its facts, and a text.

    Cards that fall at once are one event.
    """
    return grouped_events(told, _SHAPES, _kind)


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    return facts[:1] if facts[0] == rules.FELL else facts


def _slide(facts: list[Facts]) -> dict[str, Any]:
    start, end, piece, other = facts[0]
    if other == EMPTY:
        text = f"{_name(piece)} slides to {_where(end)}"
    else:
        text = f"{_name(piece)} and {_name(other)} change places"
    return {"from": _cell(start), "to": _cell(end), "cards": _cards(piece, other), "text": text}


def _swap(facts: list[Facts]) -> dict[str, Any]:
    first, second, piece, other, free, left = facts[0]
    spent = f"; {counted(left, 'free swap')} left" if free else ""
    return {
        "cells": [_cell(first), _cell(second)],
        "cards": _cards(piece, other),
        "free": bool(free),
        "left": left,
        "text": f"{_name(piece)} and {_name(other)} change places{spent}",
    }


def _untag(facts: list[Facts]) -> dict[str, Any]:
    cell, piece = facts[0]
    text = f"{_name(piece)} is a swapper no more"
    return {"cell": _cell(cell), "card": _card(piece), "tag": "swapper", "text": text}


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
        "text": _gain_text(len(cells), base, chain, bonus, gain),
    }


def _gain_text(length: int, base: int, chain: int, bonus: int, gain: int) -> str:
    canastra = f", clean canastra × {bonus}" if bonus > 1 else ""
    chained = f", chain × {chain:,}" if chain > 1 else ""
    return f"{length} cards × {base:,}{chained}{canastra}: +{gain:,}"


def _bomb(facts: list[Facts]) -> dict[str, Any]:
    cell, piece, free, left = facts[0]
    spent = f"; {counted(left, 'free bomb')} left" if free else ""
    return {
        "cell": _cell(cell),
        "card": _card(piece),
        "free": bool(free),
        "left": left,
        "text": f"{_name(piece)} is blown away{spent}",
    }


def _fall(facts: list[Facts]) -> dict[str, Any]:
    falls = [{"from": _cell(start), "to": _cell(end)} for start, end in facts]
    return {"falls": falls, "text": f"{counted(len(falls), 'card')} fell"}


def _deck(facts: list[Facts]) -> dict[str, Any]:
    return {"cards": facts[0][0], "text": f"a new deck of {facts[0][0]} cards"}


def _drop(facts: list[Facts]) -> dict[str, Any]:
    cell, piece = facts[0]
    tag = TAG_NAMES[tag_of(piece)]
    what = f"{_name(piece)}, a {tag}," if tag else _name(piece)
    text = f"{what} drops to {_where(cell)}"
    return {"cell": _cell(cell), "card": _card(piece), "tag": tag, "text": text}


_SHAPES: dict[int, tuple[str, Shape]] = {
    rules.SLID: ("slide", _slide),
    rules.SWAPPED: ("swap", _swap),
    rules.UNTAGGED: ("untag", _untag),
    rules.BROKEN: ("chain", _break),
    rules.CLEARED: ("clear", _clear),
    rules.REMOVED: ("bomb", _bomb),
    rules.FELL: ("fall", _fall),
    rules.NEW_DECK: ("deck", _deck),
    rules.DROPPED: ("drop", _drop),
}


# -- small parts --------------------------------------------------------------


def _cell(cell: int) -> list[int]:
    return cell_pair(cell, COLUMNS)


def _name(piece: int) -> str:
    return "a joker" if card_of(piece) == JOKER else _card(piece)


def _where(cell: int) -> str:
    return cell_text(cell, COLUMNS)


def _card(piece: int) -> str:
    return card_text(card_of(piece))


def _cards(*pieces: int) -> list[str]:
    return [_card(piece) for piece in pieces]
