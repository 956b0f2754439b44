"""What just happened in Poker Boom, as a player is told."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from cardhouse.core.cards import card_text
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.boom import state
from cardhouse.games.boom.board import (
    COLUMNS,
    LEFT,
    RIGHT,
    SIDE_STARTS,
    SIDES,
    Side,
    side_of,
)
from cardhouse.games.position import Facts, cell_pair, told_events
from cardhouse.games.refusal import counted
from cardhouse.games.shape import Card, Cell, Count, Note, Told, Way
from cardhouse.games.words import Words


class Spot(TypedDict):
    """A place beside the board."""

    side: Side
    index: Count


class Bomb(Spot):
    """A bomb beside the board."""

    fuse: Annotated[int, Note("How many moves are left until it goes off.")]


class NewCard(TypedDict):
    """A card that came."""

    cell: Cell
    card: Card


class Timer(TypedDict):
    """For how many moves a cell is still scorched."""

    cell: Cell
    moves: Count


class Gain(Told):
    """The hand scored."""

    hand: str
    base: Count
    combo: Count
    clutch: bool
    gain: Count


class Fuse(Told):
    """Fuses changed by so much, and are now this long."""

    by: int
    bombs: list[Bomb]


class BombGone(Told, Spot):
    """A bomb was disarmed, or went off."""


class Clear(Told):
    """The five cards vanished."""

    cells: list[Cell]


class Fall(Told):
    """Cards fell."""

    falls: list[Way]


class Spawn(Told):
    """New cards came."""

    cards: list[NewCard]


class Cool(Told):
    """Scorch timers fell, to this."""

    cells: list[Timer]


class Scorch(Told):
    """A bomb scorched cells, for so long."""

    cells: list[Cell]
    moves: Count


Shuffle = TypedDict("Shuffle", {"event": str, "text": str, "from": list[Cell]})
"""The board was shuffled: for each cell, in reading order, where its card was before."""


class NewBomb(Told, Bomb):
    """A bomb arrived."""


EVENTS: dict[str, type] = {
    "gain": Gain,
    "pause": Told,
    "fuse": Fuse,
    "disarm": BombGone,
    "clear": Clear,
    "fall": Fall,
    "spawn": Spawn,
    "cool": Cool,
    "explode": BombGone,
    "scorch": Scorch,
    "shuffle": Shuffle,
    "bomb": NewBomb,
}


def event_dicts(told: Iterable[Facts], words: Words) -> list[Told]:
    """Return what the rules told, ready for JSON.

    What happens at once (five cards vanish, a column falls) is one event.
    """
    return told_events(told, _SHAPES, _kind, words)


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    if facts[0] == state.FUSE:
        return (state.FUSE, facts[2])
    return facts[:1] if facts[0] in _TOGETHER else facts


_TOGETHER = {state.CLEAR, state.FALL, state.SPAWN, state.COOL, state.SCORCH, state.SHUFFLE}


def _gain(facts: list[Facts], _: Words) -> Gain:
    hand, base, combo, clutch, gain = facts[0]
    return {
        "event": "gain",
        "hand": HAND_NAMES[hand],
        "base": base,
        "combo": combo,
        "clutch": bool(clutch),
        "gain": gain,
        "text": gain_text(hand, base, combo, bool(clutch), gain),
    }


def gain_text(hand: int, base: int, combo: int, clutch: bool, gain: int) -> str:
    """Say what a hand scores, and how."""
    parts = f"{HAND_NAMES[hand]}, {base:,} × {combo}"
    return f"{parts}{', clutch' if clutch else ''}: +{gain:,}"


def _pause(_: list[Facts], __: Words) -> Told:
    return {"event": "pause", "text": "the bombs do not tick"}


def _fuse(facts: list[Facts], words: Words) -> Fuse:
    bombs = [bomb_at(spot, fuse) for spot, _, fuse in facts]
    more = facts[0][1]
    if more == -1:
        text = "the bombs tick" if len(bombs) > 1 else "the bomb ticks"
    elif len(bombs) == 1:
        text = f"the bomb at {_where(facts[0][0], words)} burns {counted(more, 'move')} longer"
    else:
        text = f"all bombs burn {counted(more, 'move')} longer"
    return {"event": "fuse", "by": more, "bombs": bombs, "text": text}


def _disarm(facts: list[Facts], words: Words) -> BombGone:
    spot = facts[0][0]
    text = f"the bomb at {_where(spot, words)} is disarmed"
    return {"event": "disarm", **_spot(spot), "text": text}


def _explode(facts: list[Facts], words: Words) -> BombGone:
    spot = facts[0][0]
    text = f"the bomb at {_where(spot, words)} explodes"
    return {"event": "explode", **_spot(spot), "text": text}


def _clear(facts: list[Facts], _: Words) -> Clear:
    cells = [_cell(cell) for (cell,) in facts]
    return {"event": "clear", "cells": cells, "text": "five cards vanish"}


def _fall(facts: list[Facts], _: Words) -> Fall:
    falls: list[Way] = [{"from": _cell(start), "to": _cell(end)} for start, end in facts]
    return {"event": "fall", "falls": falls, "text": "the cards above fall"}


def _spawn(facts: list[Facts], words: Words) -> Spawn:
    cards: list[NewCard] = [{"cell": _cell(cell), "card": card_text(card)} for cell, card in facts]
    text = "new: " + " ".join(words.card(card) for _, card in facts)
    return {"event": "spawn", "cards": cards, "text": text}


def _cool(facts: list[Facts], _: Words) -> Cool:
    cooled: list[Timer] = [{"cell": _cell(cell), "moves": left} for cell, left in facts]
    free = sum(left == 0 for _, left in facts)
    text = f"{counted(free, 'scorched cell')} cooled" if free else ""
    return {"event": "cool", "cells": cooled, "text": text}


def _scorch(facts: list[Facts], _: Words) -> Scorch:
    cells, moves = [_cell(cell) for cell, _ in facts], facts[0][1]
    text = f"{len(cells)} cells are scorched for {counted(moves, 'move')}"
    return {"event": "scorch", "cells": cells, "moves": moves, "text": text}


def _shuffle(facts: list[Facts], _: Words) -> Shuffle:
    return {
        "event": "shuffle",
        "from": [_cell(origin) for (origin,) in facts],
        "text": "the board is shuffled and the combo is 1 again",
    }


def _arrive(facts: list[Facts], words: Words) -> NewBomb:
    spot, fuse = facts[0]
    text = f"a new bomb at {_where(spot, words)}, fuse {fuse}"
    return {"event": "bomb", **bomb_at(spot, fuse), "text": text}


_SHAPES = {
    state.GAIN: _gain,
    state.PAUSE: _pause,
    state.FUSE: _fuse,
    state.DISARM: _disarm,
    state.CLEAR: _clear,
    state.FALL: _fall,
    state.SPAWN: _spawn,
    state.COOL: _cool,
    state.EXPLODE: _explode,
    state.SCORCH: _scorch,
    state.SHUFFLE: _shuffle,
    state.ARRIVE: _arrive,
}


def bomb_at(spot: int, fuse: int) -> Bomb:
    """Return a bomb as a player sees it."""
    return {**_spot(spot), "fuse": fuse}


def _cell(cell: int) -> list[int]:
    return cell_pair(cell, COLUMNS)


def _spot(spot: int) -> Spot:
    side = side_of(spot)
    return {"side": SIDES[side], "index": spot - SIDE_STARTS[side]}


def _where(spot: int, words: Words) -> str:
    """Say where a bomb stands: ``left 4``, or ``left, row 5``."""
    side = side_of(spot)
    index = words.index(spot - SIDE_STARTS[side])
    if not words.from_one:
        return f"{SIDES[side]} {index}"
    return f"{SIDES[side]}, {'row' if side in (LEFT, RIGHT) else 'column'} {index}"
