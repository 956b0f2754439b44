"""What a player of Solitaire Crush sees, what a move would do, and positions set by hand.

Nothing hidden is here: neither the seed, the random streams nor the deck (ALL-3).
"""

from typing import Annotated

from cardhouse.core.cards import EMPTY, card_text, parse_card
from cardhouse.core.grid import cell_text
from cardhouse.games.crush import columns, prospects, rules
from cardhouse.games.crush.board import (
    BLAST,
    CELLS,
    CLEAR,
    COLUMNS,
    ENDS,
    KIND_OF,
    PLAIN,
    ROWS,
    SLIDE,
    SWAP,
    TAG_NAMES,
    TAG_STEP,
    Tag,
    card_of,
    has_card,
    run_length,
    tag_of,
)
from cardhouse.games.crush.deck import make_deck
from cardhouse.games.crush.events import gain_text
from cardhouse.games.crush.state import DECK_CARDS, ENDINGS, FULL, NOT_ENDED, State
from cardhouse.games.game import LAST_MOVE, OUTCOMES, OVER
from cardhouse.games.position import (
    grid_of,
    rows_of,
    standing,
    whole,
)
from cardhouse.games.refusal import BadSetup, shown
from cardhouse.games.shape import Card, Count, Given, Json, Note, Standing
from cardhouse.games.words import Words

FOLLOWING = ("phase", "ending")
"""Keys that follow from the others.  Here the outcome does not: a full grid may be played on."""
MOST_POINTS = 10**15
MOST_CLEARS = 10**6
MOST_FREE = 10**6
"""The largest numbers that a position may hold."""


class View(Standing):
    """What a player of Solitaire Crush sees."""

    board: Annotated[
        list[list[Card]], Note("`--` is an empty cell, `**` a joker.", sizes=(ROWS, COLUMNS))
    ]
    tags: Annotated[list[list[Tag]], Note(sizes=(ROWS, COLUMNS))]
    score: Count
    base: Count
    chain: Annotated[int, Note("What the next clear is multiplied by.", 0)]
    free_swaps: Count
    free_bombs: Count
    deck_left: Count


def view(s: State) -> Json:
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
        **standing(s.ending, ENDINGS, "play"),
    }


def describe(s: State, move: int, words: Words) -> str:
    """Say what a legal *move* would do."""
    first, second = ENDS[move]
    if KIND_OF[move] == CLEAR:
        bonus = rules.bonus_of(s, first, second)
        length = run_length(first, second)
        return gain_text(length, s.factor, s.chain, bonus, prospects.worth(s, move))
    points = prospects.opens(s, move)
    then = f", then a clear for {points:,}" if points > 0 else ""
    then = ", and it is over: no slot is empty" if points == LAST_MOVE else then
    return f"{_action_text(s, move, words)}{then}"


def _action_text(s: State, move: int, words: Words) -> str:
    first, second = ENDS[move]
    kind = KIND_OF[move]
    if kind == SLIDE and not has_card(s, first):
        first, second = second, first
    card, other = (words.card(card_of(s.board[cell])) for cell in (first, second))
    if first == second:
        return f"{'a free bomb: ' if kind == BLAST else ''}{card} goes"
    if has_card(s, second):
        return f"{'a free swap: ' if kind == SWAP else ''}{card} and {other} change places"
    return f"{card} slides to {words.cell(second, COLUMNS)}"


# -- placing ------------------------------------------------------------------


def place(s: State, position: Given) -> None:
    """Lay a position on the table of a dealt game: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for the deck:
    a fresh one, with all its cards to come.  Whether a full grid is the end
    cannot be seen from its cards, so there the outcome is read.

    :raises BadSetup: if the position is impossible.
    """
    _place_cards(s, position)
    s.score = whole("score", position.get("score", 0), 0, MOST_POINTS)
    s.factor = whole("base", position.get("base", s.factor), 0, MOST_CLEARS)
    s.chain = whole("chain", position.get("chain", 1), 1, MOST_CLEARS)
    s.free_swaps = whole("free_swaps", position.get("free_swaps", s.free_swaps), 0, MOST_FREE)
    s.free_bombs = whole("free_bombs", position.get("free_bombs", s.free_bombs), 0, MOST_FREE)
    make_deck(s)
    left = position.get("deck_left", DECK_CARDS)
    s.deck_left = whole("deck_left", left, 0, DECK_CARDS)
    ended = position.get("outcome") == OUTCOMES[OVER] and columns.is_full(s)
    s.ending = FULL if ended else NOT_ENDED


def _place_cards(s: State, given: Given) -> None:
    """Put cards and tags on the grid, from the bottom up; no card may float (CRUSH-5)."""
    cards, tags = [card_of(piece) for piece in s.board], [tag_of(piece) for piece in s.board]
    if "board" in given:
        cards = [_card_in(text) for text in grid_of("board", given["board"], ROWS, COLUMNS)]
        tags = [PLAIN] * CELLS
    if "tags" in given:
        tags = [_tag_in(name) for name in grid_of("tags", given["tags"], ROWS, COLUMNS)]
    columns.clear_grid(s)
    for cell in reversed(range(CELLS)):
        if cards[cell] != EMPTY and cell != columns.landing(s, cell % COLUMNS):
            raise BadSetup("bad_position", f"the card at {where(cell)} floats over an empty slot")
        if cards[cell] != EMPTY:
            columns.put_card(s, cell, TAG_STEP * tags[cell] + cards[cell])
        elif tags[cell] != PLAIN:
            raise BadSetup("bad_position", f"there is no card to tag at {where(cell)}")
    if not any(cards):
        raise BadSetup("bad_position", "the board has no card")


def where(cell: int) -> str:
    """Write a cell (ALL-6)."""
    return cell_text(cell, COLUMNS)


def _tag_in(name: object) -> int:
    if not isinstance(name, str) or name not in TAG_NAMES:
        raise BadSetup("bad_position", 'a tag is "", "bomb" or "swapper"')
    return TAG_NAMES.index(name)


def _card_in(text: object) -> int:
    try:
        return parse_card(text if isinstance(text, str) else shown(text))
    except ValueError as error:
        raise BadSetup("bad_position", str(error)) from None
