"""How Poker Boom is written: cards as ``Th``, cells as ``3,1``, a move as its five cells."""

from cardhouse.games.boom.board import COLUMNS, HAND, NUMBERING, ROWS
from cardhouse.games.boom.rules import ENDED, NO_STROKE, SCORCHED, TOO_LOW
from cardhouse.games.boom.state import State
from cardhouse.games.game import GAME_OVER
from cardhouse.games.position import cell_in_move
from cardhouse.games.refusal import IllegalMove
from cardhouse.games.words import Words

REFUSALS = {
    SCORCHED: ("scorched", "A scorched cell cannot be picked until it has cooled."),
    NO_STROKE: ("no_stroke", "One stroke cannot trace those five; pick a path without forks."),
    TOO_LOW: ("high_card", "Those five make only a high card. Find a pair or better."),
    ENDED: GAME_OVER,
}


def move_text(move: int) -> str:
    """Write a move: its cells in reading order.

    >>> move_text(0)
    '0,0 0,1 0,2 0,3 0,4'
    """
    return NUMBERING.text(move)


def parse_move(text: str) -> int:
    """Read a move: five cells in any order (BOOM-4), each as ``3,1`` or ``31``.

    >>> parse_move("0,4 0,3 0,2 0,1 0,0"), parse_move("00 01 02 03 04")
    (0, 0)

    :raises IllegalMove: if *text* is not a move of this game.
    """
    cells = [cell_in_move(word, ROWS, COLUMNS) for word in text.split()]
    if len(cells) != HAND:
        raise IllegalMove("not_five", f"A move is five cells; {_counted(len(cells))} given.")
    if len(set(cells)) != HAND:
        raise IllegalMove("repeated", "The same cell is there twice; pick five different ones.")
    move = NUMBERING.number("", tuple(sorted(cells)))
    if move is None:  # BOOM-5
        raise IllegalMove("not_connected", "Those five do not hang together side by side.")
    return move


def refusal_text(_: State, refusal: int, words: Words) -> tuple[str, str]:  # noqa: ARG001
    """Return a refusal's reason, as a code, and the sentence for the player (ALL-2)."""
    return REFUSALS[refusal]


def _counted(count: int) -> str:
    return {0: "none were", 1: "one was"}.get(count, f"{count} were")
