"""What a player of Poker Boom sees, what a move would do, and positions set by hand.

Nothing hidden is here: neither the seed nor the random streams (ALL-3).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from cardhouse.core.cards import EMPTY, JOKER, card_text, parse_card
from cardhouse.core.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    HAND_NAMES,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
)
from cardhouse.games.boom import bombs, prospects, rules
from cardhouse.games.boom.board import COLUMNS, ROWS, SIDE_LENGTHS, SIDE_STARTS, SIDES
from cardhouse.games.boom.events import Bomb, bomb_at, gain_text
from cardhouse.games.boom.observed import MOST_COUNT, MOST_FUSE, MOST_POINTS
from cardhouse.games.boom.options import MODES
from cardhouse.games.boom.state import ENDINGS, LEVEL, MOST_BOMBS, State
from cardhouse.games.position import grid_of, rows_of, standing, whole
from cardhouse.games.refusal import BadSetup
from cardhouse.games.shape import Card, Count, Given, Json, Note, Standing
from cardhouse.games.words import Words

MODE_NAMES = {mode: name for name, mode in MODES.items()}
FOLLOWING = ("outcome", "phase", "ending", "clutch")
"""Keys that follow from the others, and are not read."""


class View(Standing):
    """What a player of Poker Boom sees."""

    board: Annotated[list[list[Card]], Note(sizes=(ROWS, COLUMNS))]
    scorch: Annotated[
        list[list[int]], Note("For how many moves a cell cannot be used.", 0, (ROWS, COLUMNS))
    ]
    bombs: Annotated[list[Bomb], Note("The oldest first.")]
    score: Count
    combo: Count
    clutch: Annotated[int, Note("What the next gain is multiplied by, in percent.", 100)]
    moves_left: Annotated[int | None, Note("null in endless mode.")]
    target: Annotated[int | None, Note("The score that wins; null in endless mode.")]
    level: int | None
    mode: Literal["level", "endless"]


def view(s: State) -> Json:
    """Return what the table shows, ready for JSON."""
    in_level = s.mode == LEVEL
    return {
        "board": rows_of([card_text(card) for card in s.board], COLUMNS),
        "scorch": rows_of(list(s.scorch), COLUMNS),
        "bombs": [bomb_at(s.spots[bomb], s.fuses[bomb]) for bomb in range(s.bombs)],
        "score": s.score,
        "combo": s.combo,
        "clutch": rules.clutch_percent(s),
        "moves_left": s.moves_left if in_level else None,
        "target": s.target if in_level else None,
        "level": s.level if in_level else None,
        "mode": MODE_NAMES[s.mode],
        **standing(s.ending, ENDINGS, "play"),
    }


def describe(s: State, move: int, words: Words) -> str:  # noqa: ARG001
    """Say what a legal *move* would make."""
    hand = rules.hand_at(s, move)
    gain = prospects.worth(s, move)
    return gain_text(hand, rules.POINTS[hand], s.combo, bombs.is_clutch(s), gain)


def hands() -> list[Json]:
    """List the hands that can be played, the weakest first, for a table to show (BOOM-9)."""
    return [
        {"hand": HAND_NAMES[hand], "points": rules.POINTS[hand], "bombs": _defusing(hand)}
        for hand in range(HIGH_CARD + 1, len(HAND_NAMES))
    ]


def _defusing(hand: int) -> str:
    """Say what a hand does to the bombs (BOOM-17 to BOOM-22)."""
    disarmed = bombs.DISARMED[hand]
    parts = [
        (hand == STRAIGHT, "no tick"),
        (hand == FLUSH, f"shortest fuse +{bombs.FLUSH_FUSE}"),
        (disarmed > 0, f"disarms {disarmed}"),
        (hand in (FOUR_OF_A_KIND, ROYAL_FLUSH), f"others +{bombs.FOUR_FUSE}"),
    ]
    return ", ".join(text for does, text in parts if does)


# -- placing ------------------------------------------------------------------


def place(s: State, position: Given) -> None:
    """Lay a position on the table of a dealt game: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for bombs: none.

    :raises BadSetup: if the position is impossible.
    """
    if "board" in position:
        s.board[:] = [_card(text) for text in grid_of("board", position["board"], ROWS, COLUMNS)]
    if "scorch" in position:
        timers = grid_of("scorch", position["scorch"], ROWS, COLUMNS)
        most = bombs.longest_scorch(s)
        s.scorch[:] = [whole("scorch", timer, 0, most) for timer in timers]
        bombs.note_scorch(s)
    _place_bombs(s, position.get("bombs", []))
    s.score = whole("score", position.get("score", 0), 0, MOST_POINTS)
    s.combo = whole("combo", position.get("combo", 1), 1, MOST_COUNT)
    if s.mode == LEVEL:
        s.moves_left = whole("moves_left", position.get("moves_left", s.moves_left), 0, MOST_COUNT)
        s.target = whole("target", position.get("target", s.target), 1, MOST_POINTS)
    elif "moves_left" in position or "target" in position:
        raise BadSetup("bad_position", "endless mode has neither a target nor a move limit")
    s.ending = rules.ending_of(s)


def _place_bombs(s: State, given: object) -> None:
    if not isinstance(given, list | tuple) or len(given) > MOST_BOMBS:
        raise BadSetup("bad_position", f"bombs are a list of at most {MOST_BOMBS}")
    while s.bombs > 0:
        bombs.remove_bomb(s, s.bombs - 1)
    for bomb in given:
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
