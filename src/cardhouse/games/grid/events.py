"""What just happened in Poker Grid, as a player is told."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Annotated, TypedDict

from cardhouse.core.cards import card_text
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.grid import state as told_as
from cardhouse.games.grid.board import LINE_NAMES, SIDE, card_of
from cardhouse.games.grid.bonuses import BONUS_NAMES
from cardhouse.games.grid.jokers import GIVES_MULT, GIVES_TIMES, MEMORIES, ROSTER, WHOLE
from cardhouse.games.grid.lines import line_score
from cardhouse.games.position import Facts, cell_pair, told_events
from cardhouse.games.refusal import counted
from cardhouse.games.shape import Card, Cell, Count, Note, Told
from cardhouse.games.words import TYPED, Words


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


class BonusPart(TypedDict):
    """One thing that the whole grid multiplies by."""

    name: str
    times: float


class Bonus(TypedDict):
    """What the whole grid adds to what the lines made."""

    parts: list[BonusPart]
    times: Annotated[float, Note("What all parts come to.")]
    gain: Annotated[int, Note("The points that it adds.", 0)]


class Cards(Told):
    """Cards were frozen, unfrozen or drawn."""

    cells: list[Cell]
    cards: list[Card]


class Play(Told):
    """A hand is played."""

    hands_left: Count


class Scored(Told, Line):
    """A line is scored."""

    gain: Count


class Multiplied(Told, Bonus):
    """The whole grid multiplies what the lines made."""


class Memory(Told):
    """A joker holds something else: it faded, or the freezes were touched."""

    place: Count
    name: str
    held: float


class Growth(Memory):
    """A joker grew by a line."""

    line: str


class Take(Told):
    """A joker was taken."""

    offer: Count
    place: Count
    joker: Joker


class Offer(Told):
    """Three jokers are offered."""

    offers: Annotated[list[Joker], Note(sizes=(3,))]


Order = TypedDict("Order", {"event": str, "text": str, "from": Count, "to": Count, "name": str})
"""A joker moved to another place."""

EVENTS: dict[str, type] = {
    "freeze": Cards,
    "unfreeze": Cards,
    "reset": Memory,
    "take": Take,
    "offer": Offer,
    "order": Order,
    "play": Play,
    "draw": Cards,
    "line": Scored,
    "bonus": Multiplied,
    "grow": Growth,
    "fade": Memory,
}


def event_dicts(told: Iterable[Facts], words: Words) -> list[Told]:
    """Return what the rules told as dicts, ready for JSON: an event, its facts, and a text.

    Cards that are drawn or unfrozen at once are one event, and so is each line.
    """
    return told_events(sorted(told, key=_turn), _SHAPES, _alike, words)


def _turn(facts: Facts) -> Facts:
    """Return when a fact's turn is: the rules go joker by joker, a player line by line."""
    kind, *others = facts
    return (_TURNS[kind], *others[: kind == told_as.SCORED])


def _alike(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    if facts[0] in (told_as.DREW, told_as.THAWED, told_as.MULTIPLIED):
        return facts[:1]
    return facts[:2] if facts[0] == told_as.SCORED else facts


def _freeze(facts: list[Facts], words: Words) -> Cards:
    return _cards("freeze", facts, f"{named(facts, words)} frozen")


def _unfreeze(facts: list[Facts], words: Words) -> Cards:
    return _cards("unfreeze", facts, f"{named(facts, words)} unfrozen")


def _draw(facts: list[Facts], _: Words) -> Cards:
    return _cards("draw", facts, f"{counted(len(facts), 'card')} drawn")


def _cards(event: str, facts: list[Facts], text: str) -> Cards:
    return {
        "event": event,
        "cells": [cell_pair(cell, SIDE) for cell, _ in facts],
        "cards": [card_text(card_of(entry)) for _, entry in facts],
        "text": text,
    }


def _play(facts: list[Facts], _: Words) -> Play:
    left = facts[0][0]
    return {"event": "play", "hands_left": left, "text": f"{counted(left, 'hand')} left"}


def _score(facts: list[Facts], words: Words) -> Scored:
    line = line_of(facts)
    text = line_text(line, words)
    return {"event": "line", **line, "gain": line["score"], "text": text}


def lines_of(notes: Iterable[Facts]) -> list[Line]:
    """Return how each line came to its score: hand, base, every joker's step, result."""
    scored = sorted((facts[1:] for facts in notes if facts[0] == told_as.SCORED), key=itemgetter(0))
    return [line_of(list(facts)) for _, facts in groupby(scored, key=itemgetter(0))]


def line_of(facts: list[Facts]) -> Line:
    """Return how one line came to its score."""
    line, _, hand, base_chips, base_mult = facts[0]
    *_, chips, mult = facts[-1]
    return {
        "line": LINE_NAMES[line],
        "hand": HAND_NAMES[hand],
        "base_chips": base_chips,
        "base_mult": mult_of(base_mult),
        "chips": chips,
        "mult": mult_of(mult),
        "score": line_score(chips, mult),
        "jokers": [
            {"place": place, "name": name_of(joker), "chips": chips, "mult": mult_of(mult)}
            for _, place, joker, chips, mult in facts[1:]
        ],
    }


def line_text(line: Line, words: Words = TYPED) -> str:
    """Write how a line came to its score, so that it can be checked by hand."""
    steps = [f"{line['hand']} {line['base_chips']:,} × {line['base_mult']:,}"]
    steps += [f"{step['name']} {step['chips']:,} × {step['mult']:,}" for step in line["jokers"]]
    return f"{line_name(line['line'], words)}: {', '.join(steps)} = {line['score']:,}"


def line_name(line: str, words: Words) -> str:
    """Write which line it is.

    >>> from cardhouse.games.words import SPOKEN
    >>> line_name("column 3", TYPED), line_name("column 3", SPOKEN)
    ('column 3', 'column 4')
    """
    way, index = line.split()
    return f"{way} {words.index(int(index))}"


def _multiply(facts: list[Facts], _: Words) -> Multiplied:
    bonus = bonus_of(facts)
    return {"event": "bonus", **bonus, "text": bonus_text(bonus)}


def bonus_in(notes: Iterable[Facts]) -> Bonus | None:
    """Return what the whole grid added; None if it added nothing."""
    facts = [facts[1:] for facts in notes if facts[0] == told_as.MULTIPLIED]
    return bonus_of(facts) if facts else None


def bonus_of(facts: list[Facts]) -> Bonus:
    """Return what the whole grid added, part by part."""
    *_, times, gain = facts[-1]
    parts: list[BonusPart] = [
        {"name": BONUS_NAMES[bonus], "times": mult_of(times)} for bonus, times, *_ in facts
    ]
    return {"parts": parts, "times": mult_of(times), "gain": gain}


def bonus_text(bonus: Bonus) -> str:
    """Write what the whole grid added."""
    parts = ", ".join(f"{part['name']} × {part['times']:,}" for part in bonus["parts"])
    return f"whole grid: {parts}: +{bonus['gain']:,}"


def _grow(facts: list[Facts], words: Words) -> Growth:
    line, *memory = facts[0]
    text = f"{line_name(LINE_NAMES[line], words)}: {{name}} holds {{held:,}}"
    return {**_memory("grow", memory, text), "line": LINE_NAMES[line]}


def _fade(facts: list[Facts], _: Words) -> Memory:
    return _memory("fade", facts[0], "{name} fades to {held:,}")


def _reset(facts: list[Facts], _: Words) -> Memory:
    return _memory("reset", facts[0], "{name} goes back to {held:,}")


def _memory(event: str, facts: Sequence[int], text: str) -> Memory:
    place, joker, held = facts
    name, now = name_of(joker), held_by(joker, held)
    said = text.format(name=name, held=now)
    return {"event": event, "place": place, "name": name, "held": now, "text": said}


def _take(facts: list[Facts], _: Words) -> Take:
    offer, place, joker = facts[0]
    taken = offered(joker)
    text = f"{taken['name']} taken: {taken['text']}"
    return {"event": "take", "offer": offer, "place": place, "joker": taken, "text": text}


def _offer(facts: list[Facts], _: Words) -> Offer:
    offers = [offered(joker) for joker in facts[0]]
    names = ", ".join(offer["name"] for offer in offers)
    return {"event": "offer", "offers": offers, "text": f"{names} are offered"}


def _order(facts: list[Facts], words: Words) -> Order:
    start, end, joker = facts[0]
    text = f"{name_of(joker)} moves to place {words.index(end)}"
    return {"event": "order", "from": start, "to": end, "name": name_of(joker), "text": text}


_SHAPES = {
    told_as.FROZE: _freeze,
    told_as.THAWED: _unfreeze,
    told_as.RESET: _reset,
    told_as.TOOK: _take,
    told_as.OFFERED: _offer,
    told_as.MOVED: _order,
    told_as.PLAYED: _play,
    told_as.DREW: _draw,
    told_as.SCORED: _score,
    told_as.MULTIPLIED: _multiply,
    told_as.GREW: _grow,
    told_as.FADED: _fade,
}
"""How the facts of each event are told, in the order in which a player is shown them."""
_TURNS = {kind: turn for turn, kind in enumerate(_SHAPES)}


# -- small parts --------------------------------------------------------------


def mult_of(hundredths: int) -> float:
    """Return mult as a player reads it: a whole number where it is one (GRID-14)."""
    return hundredths / WHOLE if hundredths % WHOLE else hundredths // WHOLE


def unit_of(joker: int) -> int:
    """Return how finely a joker's memory counts."""
    return WHOLE if ROSTER[joker].gives in (GIVES_MULT, GIVES_TIMES) else 1


def held_by(joker: int, held: int) -> float:
    """Return what a joker holds as a player reads it."""
    return mult_of(held) if unit_of(joker) == WHOLE else held


def name_of(joker: int) -> str:
    """Return a joker's name."""
    return ROSTER[joker].name


def joker_of(joker: int, held: int) -> Joker:
    """Return a joker as a player sees it."""
    return {"name": name_of(joker), "text": ROSTER[joker].text, "held": held_by(joker, held)}


def offered(joker: int) -> Joker:
    """Return a joker that nobody has held yet."""
    return joker_of(joker, MEMORIES[joker][0])


def named(facts: Sequence[Facts], words: Words) -> str:
    """Name cells, each with its card."""
    *others, last = [
        f"{words.card(card_of(entry))} at {words.cell(cell, SIDE)}" for cell, entry in facts
    ]
    return f"{', '.join(others)} and {last}" if others else last
