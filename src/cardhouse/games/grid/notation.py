"""How Poker Grid is written: a move is a letter and its numbers, as ``f 0 3`` (GRID-10)."""

import re

from cardhouse.core.grid import cell_text
from cardhouse.games.game import GAME_OVER
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import (
    DRAFT,
    FREEZE,
    MOST_JOKERS,
    OFFERS,
    ORDER,
    PLAY,
    SIDE,
    UNFREEZE,
)
from cardhouse.games.grid.rules import State
from cardhouse.games.position import cell_in_move
from cardhouse.games.refusal import IllegalMove, counted, shown
from cardhouse.games.words import Words

WORDS = {"f": "row and column", "u": "", "s": "", "d": "offer", "o": "joker and place"}
"""The letters that moves begin with, and what their numbers are."""
EXAMPLES = {"f": "f 0 3", "d": "d 2", "o": "o 1 0"}
PAIR = 2

_CELL = re.compile(r"[0-9][\s,]*[0-9]", re.ASCII)
_MOVE = re.compile(r"([a-z])([0-9\s,]*)", re.ASCII | re.IGNORECASE)
_MOVES = "f ROW COLUMN, u, s, d OFFER or o JOKER PLACE"


def move_text(move: int) -> str:
    """Write a move (GRID-10).

    >>> move_text(3), move_text(25), move_text(26), move_text(29), move_text(35)
    ('f 0 3', 'u', 's', 'd 2', 'o 1 0')
    """
    if move < UNFREEZE:
        return f"f {(move - FREEZE) // SIDE} {(move - FREEZE) % SIDE}"
    if move <= PLAY:
        return "u" if move == UNFREEZE else "s"
    if move < ORDER:
        return f"d {move - DRAFT}"
    return f"o {(move - ORDER) // MOST_JOKERS} {(move - ORDER) % MOST_JOKERS}"


def parse_move(text: str) -> int:
    """Read a move; a cell also as ``0,3`` or ``03``, and alone it is a freeze.

    >>> parse_move("f 0 3") == parse_move("F 0,3") == parse_move("03")
    True

    :raises IllegalMove: if *text* is no move of this game.
    """
    text = text.strip()
    match = _MOVE.fullmatch(f"f {text}" if _CELL.fullmatch(text) else text)
    if not match or match[1].lower() not in WORDS:
        raise IllegalMove("no_move", f"{shown(text)} is no move; a move is {_MOVES}.")
    word, numbers = match[1].lower(), [int(digit) for digit in match[2] if digit.isdigit()]
    if word != "f":
        return _numbered(word, numbers)
    if len(numbers) != PAIR:
        raise IllegalMove("no_cell", "A freeze takes a row and a column, like f 0 3.")
    return FREEZE + cell_in_move("{},{}".format(*numbers), SIDE, SIDE)


def _numbered(word: str, numbers: list[int]) -> int:
    """Return the move of a letter and its numbers."""
    wanted = {"d": 1, "o": PAIR}.get(word, 0)
    if len(numbers) != wanted:
        takes = (
            f"takes {counted(wanted, 'number')}, like {EXAMPLES[word]}"
            if wanted
            else "stands alone"
        )
        raise IllegalMove("number_count", f"{word} {takes}.")
    if word == "d":
        if numbers[0] >= OFFERS:
            raise IllegalMove("no_offer", f"An offer is 0 to {OFFERS - 1}.")
        return DRAFT + numbers[0]
    if word == "o":
        if max(numbers) >= MOST_JOKERS:
            raise IllegalMove("no_joker", f"A joker's place is 0 to {MOST_JOKERS - 1}.")
        return ORDER + MOST_JOKERS * numbers[0] + numbers[1]
    return UNFREEZE if word == "u" else PLAY


# -- why not ------------------------------------------------------------------

REFUSALS = {
    rules.ENDED: GAME_OVER,
    rules.DRAFTING: ("drafting", "Take one of the jokers offered first: d 0, d 1 or d 2."),
    rules.NO_SLOT: ("no_slot", "{slots}."),
    rules.NONE_FROZEN: ("none_frozen", "Nothing is frozen."),
    rules.NO_OFFER: ("no_offer", "No joker is offered."),
    rules.NO_JOKER: ("no_joker", "{jokers}."),
    rules.SAME_PLACE: ("same_place", "The joker is at that place already."),
}


def refusal_text(s: State, refusal: int, words: Words) -> tuple[str, str]:  # noqa: ARG001
    """Return a refusal's reason, as a code, and the sentence for the player (ALL-2)."""
    reason, sentence = REFUSALS[refusal]
    return reason, sentence.format(slots=_slots(s), jokers=_jokers(s))


def _slots(s: State) -> str:
    if s.slots == 0:
        return "No card can be frozen"
    return f"No more than {counted(s.slots, 'card')} can be frozen; unfreeze one first"


def _jokers(s: State) -> str:
    if s.joker_count == 0:
        return "There are no jokers"
    return (
        f"There are jokers at places 0 to {s.joker_count - 1}"
        if s.joker_count > 1
        else "There is one joker only"
    )


def where(cell: int) -> str:
    """Write a cell (ALL-6)."""
    return cell_text(cell, SIDE)
