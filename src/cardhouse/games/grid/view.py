"""What a player of Poker Grid sees: the table, every score explained, and what just happened.

Nothing hidden is here: neither the seed nor the random streams (ALL-3).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, TypedDict

from cardhouse.core.cards import EMPTY, JOKER, card_text, parse_card
from cardhouse.core.flat import copy_state
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.game import OUTCOMES
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import (
    CELLS,
    DRAFT,
    LINE_NAMES,
    MOST_JOKERS,
    OFFERS,
    ORDER,
    PLAY,
    SIDE,
    UNFREEZE,
    bits_of,
    card_of,
)
from cardhouse.games.grid.jokers import (
    GIVES_MULT,
    GIVES_TIMES,
    LEAST_HELD,
    MEMORIES,
    NOTHING,
    ROSTER,
    WHOLE,
)
from cardhouse.games.grid.notation import where
from cardhouse.games.grid.options import joker_number
from cardhouse.games.grid.outlook import best_freezes
from cardhouse.games.grid.rules import State
from cardhouse.games.grid.triggers import frozen_count, is_frozen
from cardhouse.games.position import (
    Facts,
    Shape,
    cell_pair,
    grid_of,
    grouped_events,
    rows_of,
    whole,
)
from cardhouse.games.refusal import BadSetup, counted, shown
from cardhouse.games.shape import Card, Cell, Count, Note, Outcome
from cardhouse.games.words import Words

FOLLOWING = ("lines", "outcome")
"""Keys that follow from the others."""
MOST_POINTS = 10**18
MOST_HANDS = 1_000
MOST_HELD = 10**5
"""The largest numbers that a position may hold."""
NEARLY = 1e-6
"""How far a hundredth, written as a float, may be off."""


class Joker(TypedDict):
    """A joker."""

    name: str
    text: Annotated[str, Note("What it does.")]
    held: Annotated[float, Note("What it has gathered so far.")]


class JokerStep(TypedDict):
    """What a line stood at after a joker."""

    place: Count
    name: str
    chips: int
    mult: float


class Line(TypedDict):
    """How a line came to its score."""

    line: str
    hand: str
    base_chips: int
    base_mult: float
    chips: int
    mult: float
    score: int
    jokers: list[JokerStep]


class View(TypedDict):
    """What a player of Poker Grid sees."""

    board: Annotated[list[list[Card]], Note(sizes=(SIDE, SIDE))]
    frozen: list[Cell]
    jokers: list[Joker]
    offers: Annotated[list[Joker], Note("The jokers to choose from; empty: play.")]
    hands_left: Count
    score: Count
    target: Count
    lines: Annotated[list[Line], Note("The last hand's rows, then its columns.")]
    outcome: Outcome


def view(s: State) -> dict[str, Any]:
    """Return what the table shows, ready for JSON."""
    return {
        "board": rows_of([card_text(card_of(entry)) for entry in s.board], SIDE),
        "frozen": [cell_pair(cell, SIDE) for cell in range(CELLS) if is_frozen(s, cell)],
        "jokers": [_joker(s.jokers[place], s.held[place]) for place in range(s.joker_count)],
        "offers": [_joker(joker, MEMORIES[joker][0]) for joker in s.offers if joker],
        "hands_left": s.hands_left,
        "score": s.score,
        "target": s.target,
        "lines": _lines(s.notes),
        "outcome": OUTCOMES[rules.outcome(s)],
    }


def _joker(joker: int, held: int) -> dict[str, Any]:
    return {"name": _name(joker), "text": ROSTER[joker].text, "held": _held(joker, held)}


def _lines(notes: Iterable[Facts]) -> list[dict[str, Any]]:
    """Return how each line came to its score: hand, base, every joker's step, result."""
    scored = sorted((facts[1:] for facts in notes if facts[0] == rules.SCORED), key=itemgetter(0))
    return [_line(list(facts)) for _, facts in groupby(scored, key=itemgetter(0))]


def _line(facts: list[Facts]) -> dict[str, Any]:
    line, _, hand, base_chips, base_mult = facts[0]
    *_, chips, mult = facts[-1]
    return {
        "line": LINE_NAMES[line],
        "hand": HAND_NAMES[hand],
        "base_chips": base_chips,
        "base_mult": mult_of(base_mult),
        "chips": chips,
        "mult": mult_of(mult),
        "score": rules.line_score(chips, mult),
        "jokers": [
            {"place": place, "name": _name(joker), "chips": chips, "mult": mult_of(mult)}
            for _, place, joker, chips, mult in facts[1:]
        ],
    }


def describe(s: State, move: int, words: Words) -> str:  # noqa: ARG001
    """Say what a legal *move* would do."""
    if move < PLAY:
        return _freeze_text(s, move)
    if move == PLAY:
        drawn = counted(CELLS - frozen_count(s.frozen), "card")
        return f"redraws {drawn} and scores ten lines"
    if move < ORDER:
        name, points = _name(s.offers[move - DRAFT]), rules.opens(s, move)
        return f"takes {name}; with it the cards that lie here would make {points:,}"
    start, end = divmod(move - ORDER, MOST_JOKERS)
    return f"moves {_name(s.jokers[start])} to place {end}"


def _freeze_text(s: State, move: int) -> str:
    """Say what a freeze does, and what would be best to freeze with it."""
    if move == UNFREEZE:
        text = f"unfreezes {counted(frozen_count(s.frozen), 'card')}"
    else:
        text = f"{'unfreezes' if is_frozen(s, move) else 'freezes'} {_card(s.board[move])}"
    after = rules.frozen_after(s, move)
    wanted = best_freezes(s, after) & ~after
    best = [(cell, s.board[cell]) for cell in range(CELLS) if wanted >> cell & 1]
    return f"{text}; best then: freeze {_named(best)}" if best and not wanted & s.frozen else text


def hands() -> list[dict[str, Any]]:
    """List the hands, the weakest first, for a table to show (GRID-12)."""
    bases = zip(HAND_NAMES, rules.BASE_CHIPS, rules.BASE_MULT, strict=True)
    return [{"hand": hand, "chips": chips, "mult": mult} for hand, chips, mult in bases]


# -- placing ------------------------------------------------------------------


def place(s: State, position: Mapping[str, Any]) -> None:
    """Lay a position on the table of a dealt round: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for two: there
    is no draft, and where the freezes are left out, auto-freeze finds them anew.
    Where hands have been played the lines show what this grid scores with its
    jokers as they are, luck aside.

    :raises BadSetup: if the position is impossible.
    """
    given = {key: value for key, value in position.items() if value is not None}
    if "jokers" in given:
        _place_jokers(s, given["jokers"])
    if "board" in given:
        cards = [_card_in(text) for text in grid_of("board", given["board"], SIDE, SIDE)]
        entries = {card_of(entry): entry for entry in s.deck}
        s.board[:] = [entries[card] for card in cards]
    rules.settle(s)
    rules.read_lines(s)
    _place_freezes(s, given)
    _place_offers(s, given.get("offers", []))
    s.score = whole("score", given.get("score", 0), 0, MOST_POINTS)
    s.target = whole("target", given.get("target", s.target), 1, MOST_POINTS)
    s.hands_left = whole("hands_left", given.get("hands_left", s.hands_left), 0, MOST_HANDS)
    s.notes[:] = _told_by(s) if s.hands_left < rules.ROUND_HANDS else []


def _told_by(s: State) -> list[Facts]:
    """Return what the lines would tell as they lie."""
    seen = copy_state(s)
    rules.tell_lines(seen)
    for place_ in range(s.joker_count):
        before = list(zip(seen.chips, seen.mults, strict=True))
        rules.use_joker(seen, place_, False)
        after = zip(seen.chips, seen.mults, strict=True)
        for line, (chips, mult) in enumerate(after):
            if (chips, mult) != before[line]:
                seen.events.append((rules.SCORED, line, place_, s.jokers[place_], chips, mult))
    return seen.events


def _place_jokers(s: State, jokers: object) -> None:
    if not isinstance(jokers, list) or len(jokers) > MOST_JOKERS:
        raise BadSetup("bad_position", f"jokers is a list of at most {MOST_JOKERS}")
    s.joker_count = len(jokers)
    for i in range(MOST_JOKERS):
        s.jokers[i], s.held[i] = _joker_in(jokers[i]) if i < len(jokers) else (0, 0)


def _joker_in(value: object) -> tuple[int, int]:
    """Return a joker, given by its name or as a view has it, and what it holds."""
    if not isinstance(value, dict):
        value = {"name": value}
    joker = joker_number(value.get("name"))
    start = MEMORIES[joker][0]
    held = value.get("held")
    if held is None:
        return joker, start
    return joker, _held_in(joker, held)


def _held_in(joker: int, held: object) -> int:
    """Read what a joker holds: a number that its memory can have."""
    most = 0 if ROSTER[joker].gives == NOTHING else MOST_HELD
    if isinstance(held, int | float) and not isinstance(held, bool) and 0 <= held <= most:
        exact = round(_unit(joker) * held)
        if abs(exact - _unit(joker) * held) < NEARLY and exact >= LEAST_HELD[joker]:
            return exact
    raise BadSetup("bad_position", f"{_name(joker)} cannot hold {shown(held)}")


def _place_freezes(s: State, given: Mapping[str, Any]) -> None:
    """Freeze the cells given; where none are, and it is on, those that auto-freeze would."""
    s.frozen = 0
    if "frozen" in given:
        pairs = given["frozen"]
        if not isinstance(pairs, list) or len(pairs) > s.slots:
            raise BadSetup("bad_position", f"frozen is a list of at most {s.slots} cells")
        frozen = tuple(_cell_in(pair) for pair in pairs)
        if len(set(frozen)) != len(frozen):
            raise BadSetup("bad_position", "a cell is frozen once, not twice")
        s.frozen = bits_of(frozen)
    elif s.auto_freeze:
        rules.freeze_best_pair(s)


def _cell_in(pair: object) -> int:
    if isinstance(pair, list) and len(pair) == 2:  # noqa: PLR2004 (row and column)
        row, column = (whole("a frozen row or column", part, 0, SIDE - 1) for part in pair)
        return row * SIDE + column
    raise BadSetup("bad_position", "a frozen cell is a list of its row and its column")


def _place_offers(s: State, offers: object) -> None:
    """Offer the jokers given; as many picks are left as the options say, but one at least."""
    if not isinstance(offers, list) or len(offers) not in (0, OFFERS):
        raise BadSetup("bad_position", f"offers is a list of {OFFERS} jokers, or empty")
    numbers = [_joker_in(offer)[0] for offer in offers]
    if len(set(numbers)) != len(numbers):
        raise BadSetup("bad_position", "the jokers offered are different")
    if numbers and s.joker_count >= rules.JOKER_SLOTS:
        raise BadSetup("bad_position", f"{rules.JOKER_SLOTS} jokers leave no room for another")
    s.offers[:] = numbers or [0] * OFFERS
    room = rules.JOKER_SLOTS - s.joker_count
    s.picks_left = min(max(s.picks_left - s.joker_count, 1), room) if numbers else 0


def _card_in(text: object) -> int:
    try:
        card = parse_card(text if isinstance(text, str) else shown(text))
    except ValueError as error:
        raise BadSetup("bad_position", str(error)) from None
    if card in (EMPTY, JOKER):
        raise BadSetup("bad_position", f"{shown(text)} cannot lie on the grid")
    return card


# -- telling ------------------------------------------------------------------


def event_dicts(told: Iterable[Facts], words: Words) -> list[dict[str, Any]]:  # noqa: ARG001
    """Return what the rules told as dicts, ready for JSON: an event, its facts, and a text.

    Cards that are drawn or unfrozen at once are one event, and so is each line.
    """
    return grouped_events(sorted(told, key=_turn), _SHAPES, _kind)


def _turn(facts: Facts) -> Facts:
    """Return when a fact's turn is: the rules go joker by joker, a player line by line."""
    return facts[:2] if facts[0] == rules.SCORED else facts[:1]


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    if facts[0] in (rules.DREW, rules.THAWED):
        return facts[:1]
    return facts[:2] if facts[0] == rules.SCORED else facts


def _freeze(facts: list[Facts]) -> dict[str, Any]:
    return _cards(facts) | {"text": f"{_named(facts)} frozen"}


def _unfreeze(facts: list[Facts]) -> dict[str, Any]:
    return _cards(facts) | {"text": f"{_named(facts)} unfrozen"}


def _play(facts: list[Facts]) -> dict[str, Any]:
    left = facts[0][0]
    return {"hands_left": left, "text": f"{counted(left, 'hand')} left"}


def _draw(facts: list[Facts]) -> dict[str, Any]:
    return _cards(facts) | {"text": f"{counted(len(facts), 'card')} drawn"}


def _score(facts: list[Facts]) -> dict[str, Any]:
    line = _line(facts)
    return line | {"gain": line["score"], "text": line_text(line)}


def line_text(line: Mapping[str, Any]) -> str:
    """Write how a line came to its score, so that it can be checked by hand."""
    steps = [f"{line['hand']} {line['base_chips']:,} × {line['base_mult']:,}"]
    steps += [f"{step['name']} {step['chips']:,} × {step['mult']:,}" for step in line["jokers"]]
    return f"{line['line']}: {', '.join(steps)} = {line['score']:,}"


def _grow(facts: list[Facts]) -> dict[str, Any]:
    line, place_, joker, held = facts[0]
    return _memory(place_, joker, held) | {
        "line": LINE_NAMES[line],
        "text": f"{LINE_NAMES[line]}: {_name(joker)} holds {_held(joker, held):,}",
    }


def _fade(facts: list[Facts]) -> dict[str, Any]:
    place_, joker, held = facts[0]
    text = f"{_name(joker)} fades to {_held(joker, held):,}"
    return _memory(place_, joker, held) | {"text": text}


def _reset(facts: list[Facts]) -> dict[str, Any]:
    place_, joker, held = facts[0]
    text = f"{_name(joker)} goes back to {_held(joker, held):,}"
    return _memory(place_, joker, held) | {"text": text}


def _take(facts: list[Facts]) -> dict[str, Any]:
    offer, place_, joker = facts[0]
    taken = _joker(joker, MEMORIES[joker][0])
    text = f"{taken['name']} taken: {taken['text']}"
    return {"offer": offer, "place": place_, "joker": taken, "text": text}


def _offer(facts: list[Facts]) -> dict[str, Any]:
    offers = [_joker(joker, MEMORIES[joker][0]) for joker in facts[0]]
    names = ", ".join(offer["name"] for offer in offers)
    return {"offers": offers, "text": f"{names} are offered"}


def _order(facts: list[Facts]) -> dict[str, Any]:
    start, end, joker = facts[0]
    text = f"{_name(joker)} moves to place {end}"
    return {"from": start, "to": end, "name": _name(joker), "text": text}


EVENTS: dict[str, type] = {}

_SHAPES: dict[int, tuple[str, Shape]] = {
    rules.FROZE: ("freeze", _freeze),
    rules.THAWED: ("unfreeze", _unfreeze),
    rules.PLAYED: ("play", _play),
    rules.DREW: ("draw", _draw),
    rules.GREW: ("grow", _grow),
    rules.SCORED: ("line", _score),
    rules.FADED: ("fade", _fade),
    rules.RESET: ("reset", _reset),
    rules.TOOK: ("take", _take),
    rules.OFFERED: ("offer", _offer),
    rules.MOVED: ("order", _order),
}


# -- small parts --------------------------------------------------------------


def mult_of(hundredths: int) -> float:
    """Return mult as a player reads it: a whole number where it is one (GRID-14)."""
    return hundredths / WHOLE if hundredths % WHOLE else hundredths // WHOLE


def _unit(joker: int) -> int:
    """Return how finely a joker's memory counts."""
    return WHOLE if ROSTER[joker].gives in (GIVES_MULT, GIVES_TIMES) else 1


def _held(joker: int, held: int) -> float:
    return mult_of(held) if _unit(joker) == WHOLE else held


def _memory(place_: int, joker: int, held: int) -> dict[str, Any]:
    return {"place": place_, "name": _name(joker), "held": _held(joker, held)}


def _name(joker: int) -> str:
    return ROSTER[joker].name


def _card(entry: int) -> str:
    return card_text(card_of(entry))


def _cards(facts: list[Facts]) -> dict[str, Any]:
    return {
        "cells": [cell_pair(cell, SIDE) for cell, _ in facts],
        "cards": [_card(entry) for _, entry in facts],
    }


def _named(facts: Sequence[Facts]) -> str:
    *others, last = [f"{_card(entry)} at {where(cell)}" for cell, entry in facts]
    return f"{', '.join(others)} and {last}" if others else last
