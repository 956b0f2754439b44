"""How Poker Grid is written: a move is a letter and its numbers, as ``f 0 3`` (GRID-10)."""

import re

from cardhouse.games.game import GAME_OVER
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import DRAFT, MOST_JOKERS, NUMBERING, OFFERS, SIDE
from cardhouse.games.grid.state import State
from cardhouse.games.position import cell_in_move
from cardhouse.games.refusal import IllegalMove, counted, shown
from cardhouse.games.words import TYPED, Words

COUNTS = {kind.word: len(kind.arguments) for kind in NUMBERING.kinds}
"""The letters that moves begin with, and how many numbers follow."""
EXAMPLES = {"f": "f 0 3", "d": "d 2", "o": "o 1 0"}

_CELL = re.compile(r"[0-9][\s,]*[0-9]", re.ASCII)
_MOVE = re.compile(r"([a-z])([0-9\s,]*)", re.ASCII | re.IGNORECASE)
_MOVES = "f ROW COLUMN, u, s, d OFFER or o JOKER PLACE"


def move_text(move: int) -> str:
    """Write a move (GRID-10).

    >>> move_text(3), move_text(25), move_text(26), move_text(29), move_text(35)
    ('f 0 3', 'u', 's', 'd 2', 'o 1 0')
    """
    return NUMBERING.text(move)


def parse_move(text: str) -> int:
    """Read a move; a cell also as ``0,3`` or ``03``, and alone it is a freeze.

    >>> parse_move("f 0 3") == parse_move("F 0,3") == parse_move("03")
    True

    :raises IllegalMove: if *text* is not a move of this game.
    """
    text = text.strip()
    match = _MOVE.fullmatch(f"f {text}" if _CELL.fullmatch(text) else text)
    if not match or match[1].lower() not in COUNTS:
        raise IllegalMove("no_move", f"{shown(text)} is not a move; a move is {_MOVES}.")
    word, numbers = match[1].lower(), tuple(int(digit) for digit in match[2] if digit.isdigit())
    move = NUMBERING.number(word, numbers)
    if move is None:
        raise _why_none(word, numbers)
    return move


def _why_none(word: str, numbers: tuple[int, ...]) -> IllegalMove:
    """Return why a letter and these numbers are no move."""
    if len(numbers) != COUNTS[word]:
        if word == "f":
            return IllegalMove("no_cell", "A freeze takes a row and a column, like f 0 3.")
        wanted = f"takes {counted(COUNTS[word], 'number')}, like {EXAMPLES.get(word)}"
        return IllegalMove("number_count", f"{word} {wanted if COUNTS[word] else 'stands alone'}.")
    if word == "f":
        cell_in_move("{},{}".format(*numbers), SIDE, SIDE)
    if word == "d":
        return IllegalMove("no_offer", f"An offer is 0 to {OFFERS - 1}.")
    return IllegalMove("no_joker", f"A joker's place is 0 to {MOST_JOKERS - 1}.")


# -- why not ------------------------------------------------------------------

REFUSALS = {
    rules.ENDED: GAME_OVER,
    rules.DRAFTING: ("drafting", "Take one of the jokers offered first{moves}."),
    rules.NO_SLOT: ("no_slot", "{slots}."),
    rules.NONE_FROZEN: ("none_frozen", "Nothing is frozen."),
    rules.NO_OFFER: ("no_offer", "No joker is offered."),
    rules.NO_JOKER: ("no_joker", "{jokers}."),
    rules.SAME_PLACE: ("same_place", "The joker is at that place already."),
}


def refusal_text(s: State, refusal: int, words: Words) -> tuple[str, str]:
    """Return a refusal's reason, as a code, and the sentence for the player (ALL-2)."""
    reason, sentence = REFUSALS[refusal]
    *others, last = [move_text(DRAFT + i) for i in range(OFFERS)]
    moves = f": {', '.join(others)} or {last}" if words == TYPED else ""
    return reason, sentence.format(moves=moves, slots=_slots(s), jokers=_jokers(s, words))


def _slots(s: State) -> str:
    if s.slots == 0:
        return "No card can be frozen"
    return f"No more than {counted(s.slots, 'card')} can be frozen; unfreeze one first"


def _jokers(s: State, words: Words) -> str:
    if s.joker_count == 0:
        return "There are no jokers"
    if s.joker_count == 1:
        return "There is one joker only"
    return f"There are jokers at places {words.index(0)} to {words.index(s.joker_count - 1)}"
