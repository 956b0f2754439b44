"""What a player of Poker Boom sees: the table, and what just happened on it.

Nothing hidden is here: neither the seed nor the random streams (ALL-3).
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypedDict

from cardhouse.core.cards import EMPTY, JOKER, card_text, parse_card
from cardhouse.core.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    HAND_NAMES,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
)
from cardhouse.games.boom import rules
from cardhouse.games.boom.board import (
    COLUMNS,
    ROWS,
    SIDE_LENGTHS,
    SIDE_STARTS,
    side_of,
)
from cardhouse.games.boom.options import MODES
from cardhouse.games.boom.rules import LEVEL, State
from cardhouse.games.game import OUTCOMES
from cardhouse.games.position import (
    Facts,
    Shape,
    cell_pair,
    grid_of,
    grouped_events,
    rows_of,
    whole,
)
from cardhouse.games.refusal import BadSetup, counted
from cardhouse.games.shape import Card, Count, Note, Outcome
from cardhouse.games.words import Words

SIDES = ("left", "right", "top", "bottom")
MODE_NAMES = {mode: name for name, mode in MODES.items()}
FOLLOWING = ("outcome",)
"""Keys that follow from the others, and are not read."""
MOST_POINTS = 10**15
MOST_MOVES = 10**9
MOST_FUSE = 10**6
"""The largest numbers that a position may hold."""


class Bomb(TypedDict):
    """A bomb beside the board."""

    side: Literal["left", "right", "top", "bottom"]
    index: Count
    fuse: Annotated[int, Note("How many moves are left until it goes off.")]


class View(TypedDict):
    """What a player of Poker Boom sees."""

    board: Annotated[list[list[Card]], Note(sizes=(ROWS, COLUMNS))]
    scorch: Annotated[
        list[list[int]], Note("For how many moves a cell cannot be used.", 0, (ROWS, COLUMNS))
    ]
    bombs: Annotated[list[Bomb], Note("The oldest first.")]
    score: Count
    combo: Count
    moves_left: Annotated[int | None, Note("null in endless mode.")]
    target: Annotated[int | None, Note("The score that wins; null in endless mode.")]
    level: int | None
    mode: Literal["level", "endless"]
    outcome: Outcome


def view(s: State) -> dict[str, Any]:
    """Return what the table shows, ready for JSON."""
    in_level = s.mode == LEVEL
    return {
        "board": rows_of([card_text(card) for card in s.board], COLUMNS),
        "scorch": rows_of(list(s.scorch), COLUMNS),
        "bombs": [_bomb(s.spots[bomb], s.fuses[bomb]) for bomb in range(s.bombs)],
        "score": s.score,
        "combo": s.combo,
        "moves_left": s.moves_left if in_level else None,
        "target": s.target if in_level else None,
        "level": s.level if in_level else None,
        "mode": MODE_NAMES[s.mode],
        "outcome": OUTCOMES[rules.outcome(s)],
    }


def describe(s: State, move: int, words: Words) -> str:  # noqa: ARG001
    """Say what a legal *move* would make."""
    hand = rules.hand_at(s, move)
    return _gain_text(hand, rules.POINTS[hand], s.combo, rules.is_clutch(s), rules.worth(s, move))


def hands() -> list[dict[str, Any]]:
    """List the hands that can be played, the weakest first, for a table to show (BOOM-9)."""
    return [
        {"hand": HAND_NAMES[hand], "points": rules.POINTS[hand], "bombs": _defusing(hand)}
        for hand in range(HIGH_CARD + 1, len(HAND_NAMES))
    ]


def _defusing(hand: int) -> str:
    """Say what a hand does to the bombs (BOOM-17 to BOOM-22)."""
    disarmed = rules.DISARMED[hand]
    parts = [
        (hand == STRAIGHT, "no tick"),
        (hand == FLUSH, f"shortest fuse +{rules.FLUSH_FUSE}"),
        (disarmed > 0, f"disarms {disarmed}"),
        (hand in (FOUR_OF_A_KIND, ROYAL_FLUSH), f"others +{rules.FOUR_FUSE}"),
    ]
    return ", ".join(text for does, text in parts if does)


# -- placing ------------------------------------------------------------------


def place(s: State, position: Mapping[str, Any]) -> None:
    """Lay a position on the table of a dealt game: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for bombs: none.

    :raises BadSetup: if the position is impossible.
    """
    given = {key: value for key, value in position.items() if value is not None}
    if "board" in given:
        s.board[:] = [_card(text) for text in grid_of("board", given["board"], ROWS, COLUMNS)]
    if "scorch" in given:
        timers = grid_of("scorch", given["scorch"], ROWS, COLUMNS)
        s.scorch[:] = [whole("scorch", timer, 0, rules.SCORCH_MOVES) for timer in timers]
        rules.note_scorch(s)
    _place_bombs(s, given.get("bombs", []))
    s.score = whole("score", given.get("score", 0), 0, MOST_POINTS)
    s.combo = whole("combo", given.get("combo", 1), 1, MOST_MOVES)
    if s.mode == LEVEL:
        s.moves_left = whole("moves_left", given.get("moves_left", s.moves_left), 0, MOST_MOVES)
        s.target = whole("target", given.get("target", s.target), 1, MOST_POINTS)
    elif "moves_left" in given or "target" in given:
        raise BadSetup("bad_position", "endless mode has neither a target nor a move limit")


def _place_bombs(s: State, bombs: object) -> None:
    if not isinstance(bombs, list | tuple) or len(bombs) > rules.MOST_BOMBS:
        raise BadSetup("bad_position", f"bombs are a list of at most {rules.MOST_BOMBS}")
    while s.bombs > 0:
        rules.remove_bomb(s, s.bombs - 1)
    for bomb in bombs:
        spot = _spot(bomb)
        if spot in s.spots[: s.bombs]:
            raise BadSetup("bad_position", "two bombs cannot stand on one spot")
        s.spots[s.bombs] = spot
        s.fuses[s.bombs] = whole("fuse", bomb["fuse"], 1, MOST_FUSE)
        s.bombs += 1


def _spot(bomb: object) -> int:
    if not isinstance(bomb, Mapping) or set(bomb) != {"side", "index", "fuse"}:
        raise BadSetup("bad_position", "a bomb is a side, an index and a fuse")
    if bomb["side"] not in SIDES:
        raise BadSetup("bad_position", f"a bomb's side is {', '.join(SIDES)}")
    side = SIDES.index(bomb["side"])
    length = SIDE_LENGTHS[side]
    return SIDE_STARTS[side] + whole("index", bomb["index"], 0, length - 1)


def _card(text: object) -> int:
    try:
        card = parse_card(text) if isinstance(text, str) else EMPTY
    except ValueError as error:
        raise BadSetup("bad_position", str(error)) from None
    if card in (EMPTY, JOKER):
        raise BadSetup("bad_position", "every cell of the board holds one of the 52 cards")
    return card


# -- telling ------------------------------------------------------------------


def event_dicts(told: Iterable[Facts], words: Words) -> list[dict[str, Any]]:  # noqa: ARG001
    """Return what the rules told as dicts, ready for JSON: an event, its facts, and a text.

    What happens at once (five cards vanish, a column falls) is one event.
    """
    return grouped_events(told, _SHAPES, _kind)


def _kind(facts: Facts) -> Facts:
    """Return what must be equal for two facts to be one event."""
    if facts[0] == rules.FUSE:
        return (rules.FUSE, facts[2])
    return facts[:1] if facts[0] in _TOGETHER else facts


_TOGETHER = {rules.CLEAR, rules.FALL, rules.SPAWN, rules.COOL, rules.SCORCH, rules.SHUFFLE}


def _gain(facts: list[Facts]) -> dict[str, Any]:
    hand, base, combo, clutch, gain = facts[0]
    return {
        "hand": HAND_NAMES[hand],
        "base": base,
        "combo": combo,
        "clutch": bool(clutch),
        "gain": gain,
        "text": _gain_text(hand, base, combo, bool(clutch), gain),
    }


def _gain_text(hand: int, base: int, combo: int, clutch: bool, gain: int) -> str:
    parts = f"{HAND_NAMES[hand]}, {base:,} × {combo}"
    return f"{parts}{', clutch' if clutch else ''}: +{gain:,}"


def _pause(_: list[Facts]) -> dict[str, Any]:
    return {"text": "the bombs do not tick"}


def _fuse(facts: list[Facts]) -> dict[str, Any]:
    bombs = [_bomb(spot, fuse) for spot, _, fuse in facts]
    more = facts[0][1]
    if more == -1:
        text = "the bombs tick" if len(bombs) > 1 else "the bomb ticks"
    elif len(bombs) == 1:
        text = f"{_spot_text(facts[0][0])} burns {counted(more, 'move')} longer"
    else:
        text = f"all bombs burn {counted(more, 'move')} longer"
    return {"by": more, "bombs": bombs, "text": text}


def _disarm(facts: list[Facts]) -> dict[str, Any]:
    spot = facts[0][0]
    return _place_of(spot) | {"text": f"{_spot_text(spot)} is disarmed"}


def _clear(facts: list[Facts]) -> dict[str, Any]:
    return {"cells": [_cell(cell) for (cell,) in facts], "text": "five cards vanish"}


def _fall(facts: list[Facts]) -> dict[str, Any]:
    falls = [{"from": _cell(start), "to": _cell(end)} for start, end in facts]
    return {"falls": falls, "text": "the cards above fall"}


def _spawn(facts: list[Facts]) -> dict[str, Any]:
    cards = [{"cell": _cell(cell), "card": card_text(card)} for cell, card in facts]
    return {"cards": cards, "text": "new: " + " ".join(card_text(card) for _, card in facts)}


def _cool(facts: list[Facts]) -> dict[str, Any]:
    cooled = [{"cell": _cell(cell), "moves": left} for cell, left in facts]
    free = sum(left == 0 for _, left in facts)
    text = f"{counted(free, 'scorched cell')} cooled" if free else ""
    return {"cells": cooled, "text": text}


def _explode(facts: list[Facts]) -> dict[str, Any]:
    spot = facts[0][0]
    return _place_of(spot) | {"text": f"{_spot_text(spot)} explodes"}


def _scorch(facts: list[Facts]) -> dict[str, Any]:
    cells, moves = [_cell(cell) for cell, _ in facts], facts[0][1]
    text = f"{len(cells)} cells are scorched for {moves} moves"
    return {"cells": cells, "moves": moves, "text": text}


def _shuffle(facts: list[Facts]) -> dict[str, Any]:
    return {
        "from": [_cell(origin) for (origin,) in facts],
        "text": "the board is shuffled and the combo is 1 again",
    }


def _arrive(facts: list[Facts]) -> dict[str, Any]:
    spot, fuse = facts[0]
    text = f"a new bomb at {_where(spot)}, fuse {fuse}"
    return _bomb(spot, fuse) | {"text": text}


EVENTS: dict[str, type] = {}

_SHAPES: dict[int, tuple[str, Shape]] = {
    rules.GAIN: ("gain", _gain),
    rules.PAUSE: ("pause", _pause),
    rules.FUSE: ("fuse", _fuse),
    rules.DISARM: ("disarm", _disarm),
    rules.CLEAR: ("clear", _clear),
    rules.FALL: ("fall", _fall),
    rules.SPAWN: ("spawn", _spawn),
    rules.COOL: ("cool", _cool),
    rules.EXPLODE: ("explode", _explode),
    rules.SCORCH: ("scorch", _scorch),
    rules.SHUFFLE: ("shuffle", _shuffle),
    rules.ARRIVE: ("bomb", _arrive),
}


# -- small parts --------------------------------------------------------------


def _cell(cell: int) -> list[int]:
    return cell_pair(cell, COLUMNS)


def _place_of(spot: int) -> dict[str, Any]:
    side = side_of(spot)
    return {"side": SIDES[side], "index": spot - SIDE_STARTS[side]}


def _bomb(spot: int, fuse: int) -> dict[str, Any]:
    return _place_of(spot) | {"fuse": fuse}


def _where(spot: int) -> str:
    place = _place_of(spot)
    return f"{place['side']} {place['index']}"


def _spot_text(spot: int) -> str:
    return f"the bomb at {_where(spot)}"
