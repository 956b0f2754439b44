"""How Solitaire Crush is written: a move is a word and its cells, as ``slide 3,1 3,2``.

Shorter: cells as ``31``, a word by its first letters, and no word at all where
the cells say it: one cell is a bomb, two neighbours slide, other two are the
ends of a run to clear.
"""

from cardhouse.games.crush import flaws
from cardhouse.games.crush.board import (
    COLUMNS,
    LONGEST,
    NUMBERING,
    ROWS,
    SHORTEST,
    card_of,
    run_step,
    touching,
)
from cardhouse.games.crush.state import State
from cardhouse.games.game import GAME_OVER
from cardhouse.games.position import cell_in_move
from cardhouse.games.refusal import IllegalMove, shown
from cardhouse.games.words import Words

MOVE_WORDS = tuple(kind.word for kind in NUMBERING.kinds)
SINGLE = tuple(kind.word for kind in NUMBERING.kinds if len(kind.arguments) == 1)
UNORDERED = ("slide", "clear", "swap")
COUNTS = ("no cell", "one cell", "two cells")
PAIR = 2


def move_text(move: int) -> str:
    """Write a move: its word, and its cells in reading order; of a use, the swapper's first.

    >>> move_text(0), move_text(84), move_text(3919)
    ('slide 0,0 0,1', 'clear 0,0 0,2', 'blast 6,6')
    """
    return NUMBERING.text(move)


def parse_move(text: str) -> int:
    """Read a move; the cells of a slide, clear or swap in either order.

    >>> move_text(parse_move("clear 6,4 6,0")), move_text(parse_move("64 60"))
    ('clear 6,0 6,4', 'clear 6,0 6,4')
    >>> move_text(parse_move("32 31")), move_text(parse_move("44"))
    ('slide 3,1 3,2', 'bomb 4,4')
    >>> move_text(parse_move("sw 1,1 55"))
    'swap 1,1 5,5'

    :raises IllegalMove: if *text* is not a move of this game.
    """
    first, *rest = text.split() or [""]
    if first[:1].isalpha():
        word, cells = _parse_word(first), [cell_in_move(cell, ROWS, COLUMNS) for cell in rest]
    else:
        cells = [cell_in_move(cell, ROWS, COLUMNS) for cell in text.split()]
        word = _word_for(cells)
    if word == "clear" and _is_run(cells):
        cells = [min(cells), max(cells)]
    _check_count(word, cells)
    row = tuple(sorted(cells) if word in UNORDERED else cells)
    move = NUMBERING.number(word, row)
    if move is None:
        raise IllegalMove(*_why_none(word, *row))
    return move


def _parse_word(word: str) -> str:
    """Return the kind of move that *word* begins."""
    found = [name for name in MOVE_WORDS if name.startswith(word.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalMove("unclear", f"{shown(word)} could be {' or '.join(found)}; type more.")
    raise IllegalMove(
        "no_move", f"There is no move {shown(word)}; there is {', '.join(MOVE_WORDS)}."
    )


def _word_for(cells: list[int]) -> str:
    """Return the kind of move that cells alone mean."""
    if len(cells) == PAIR and touching(*cells):
        return "slide"
    return "clear" if len(cells) >= PAIR else "bomb"


def _is_run(cells: list[int]) -> bool:
    """Return whether these are all the cells of a straight run."""
    first, last = min(cells, default=0), max(cells, default=0)
    whole = list(range(first, last + 1, run_step(first, last)))
    return len(cells) >= SHORTEST and sorted(cells) == whole


def _check_count(word: str, cells: list[int]) -> None:
    wanted = 1 if word in SINGLE else PAIR
    if len(cells) != wanted:
        given = COUNTS[len(cells)] if len(cells) < len(COUNTS) else f"{len(cells)} cells"
        sentence = f"A {word} takes {COUNTS[wanted]}; {given} given."
        raise IllegalMove("cell_count", sentence)


def _why_none(word: str, first: int, second: int) -> tuple[str, str]:
    """Return why two cells make no move of this kind."""
    if first == second:
        return "repeated", "The same cell is there twice; name two different ones."
    if word == "slide":
        return "not_neighbours", "A card slides one cell up, down, left or right, no farther."
    if first // COLUMNS != second // COLUMNS and first % COLUMNS != second % COLUMNS:
        return "not_straight", "Not a straight line: a run goes along one row or one column."
    return "too_short", f"A run is {SHORTEST} to {LONGEST} cards; two are too short."


# -- why not ------------------------------------------------------------------

REFUSALS = {
    flaws.ENDED: GAME_OVER,
    flaws.NO_CARD: ("no_card", "There is no card at {cells}."),
    flaws.GRAVITY: ("gravity", "Gravity would undo it: the card would fall back down."),
    flaws.NOT_ONE_SUIT: ("not_one_suit", "Not one suit: {cards}."),
    flaws.SAME_RANK: (
        "same_rank",
        "{ranks} is not a step: a sequence goes up or down rank by rank.",
    ),
    flaws.GAP: ("gap", "{ranks} is a gap."),
    flaws.CROWDED: ("crowded", "Nothing fits between {pair}."),
    flaws.TURNS: ("turns", "{ranks} turns back: a sequence only rises or only falls."),
    flaws.PAST_ACE: ("past_ace", "The ace stands at an end of a sequence, never inside."),
    flaws.SECOND_WILD: (
        "second_wild",
        "The second wild card: a sequence holds one joker or one 2 out of its place.",
    ),
    flaws.NO_SWAPPER: ("no_swapper", "The card at {cells} is not a swapper."),
    flaws.NEIGHBOUR: (
        "neighbour",
        "They are neighbours: slide it instead, and it stays a swapper.",
    ),
    flaws.NO_SWAPS_LEFT: ("no_swaps_left", "There are no free swaps left."),
    flaws.NO_BOMB: ("no_bomb", "The card at {cells} is not a bomb; a blast removes any card."),
    flaws.NO_BOMBS_LEFT: ("no_bombs_left", "There are no free bombs left."),
}


def refusal_text(s: State, refusal: int, words: Words) -> tuple[str, str]:
    """Return a refusal's reason, as a code, and the sentence for the player (ALL-2)."""
    reason, sentence = REFUSALS[refusal % flaws.FLAW_STEP]
    second, first = divmod(refusal // flaws.FLAW_STEP, flaws.CELL_STEP)
    cells = [first] if first == second else [first, second]
    cards = [card_of(s.board[cell]) for cell in cells]
    ranks = [words.rank(card) for card in cards]
    return reason, sentence.format(
        cells=" or ".join(words.cell(cell, COLUMNS) for cell in cells),
        cards=" and ".join(map(words.card, cards)),
        ranks=" to ".join(ranks),
        pair=" and ".join(ranks),
    )
