"""What a player of Poker Grid sees: the table, and how every score came about.

Nothing hidden is here: neither the seed nor the random streams (ALL-3).
"""

from typing import Annotated

from cardhouse.core.cards import EMPTY, JOKER, card_text, parse_card
from cardhouse.core.flat import copy_state
from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.game import Json
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import (
    CELLS,
    DRAFT_PHASE,
    FREEZE_CELL,
    KIND_OF,
    MOST_JOKERS,
    NAMED,
    OFFERS,
    PHASES,
    PLAY_HAND,
    PLAY_PHASE,
    SIDE,
    TAKE_OFFER,
    UNFREEZE,
    UNFREEZE_ALL,
    bits_of,
    card_of,
)
from cardhouse.games.grid.bonuses import with_bonuses
from cardhouse.games.grid.effects import use_joker
from cardhouse.games.grid.events import (
    Bonus,
    Joker,
    Line,
    bonus_in,
    joker_of,
    lines_of,
    name_of,
    named,
    offered,
    unit_of,
)
from cardhouse.games.grid.freezes import freeze_best_pair
from cardhouse.games.grid.holding import settle
from cardhouse.games.grid.jokers import LEAST_HELD, MEMORIES, NOTHING, ROSTER
from cardhouse.games.grid.lines import BASE_CHIPS, BASE_MULT, line_score, read_lines, tell_lines
from cardhouse.games.grid.options import joker_number
from cardhouse.games.grid.prospects import best_freezes, frozen_after, opens
from cardhouse.games.grid.state import ENDINGS, SCORED, State
from cardhouse.games.grid.triggers import frozen_count, is_frozen
from cardhouse.games.position import Facts, cell_pair, grid_of, rows_of, standing, whole
from cardhouse.games.refusal import BadSetup, counted, shown
from cardhouse.games.shape import Card, Cell, Count, Given, Note, Standing
from cardhouse.games.words import Words

FOLLOWING = ("lines", "bonus", "outcome", "phase", "ending")
"""Keys that follow from the others."""
MOST_POINTS = 10**18
MOST_HANDS = 1_000
MOST_HELD = 10**5
"""The largest numbers that a position may hold."""
NEARLY = 1e-6
"""How far a hundredth, written as a float, may be off."""


class View(Standing):
    """What a player of Poker Grid sees."""

    board: Annotated[list[list[Card]], Note(sizes=(SIDE, SIDE))]
    frozen: list[Cell]
    jokers: list[Joker]
    offers: Annotated[list[Joker], Note("The jokers to choose from; empty: play.")]
    hands_left: Count
    score: Count
    target: Count
    lines: Annotated[list[Line], Note("The last hand's rows, then its columns.")]
    bonus: Annotated[Bonus | None, Note("What the whole grid added to the last hand.")]


def view(s: State) -> View:
    """Return what the table shows, ready for JSON."""
    return {
        "board": rows_of([card_text(card_of(entry)) for entry in s.board], SIDE),
        "frozen": [cell_pair(cell, SIDE) for cell in range(CELLS) if is_frozen(s, cell)],
        "jokers": [joker_of(s.jokers[place], s.held[place]) for place in range(s.joker_count)],
        "offers": [offered(joker) for joker in s.offers if joker],
        "hands_left": s.hands_left,
        "score": s.score,
        "target": s.target,
        "lines": lines_of(s.notes),
        "bonus": bonus_in(s.notes),
        **standing(s.ending, ENDINGS, PHASES[s.phase]),
    }


def describe(s: State, move: int, words: Words) -> str:
    """Say what a legal *move* would do."""
    kind, (first, second) = KIND_OF[move], NAMED[move]
    if kind in (FREEZE_CELL, UNFREEZE_ALL):
        return _freeze_text(s, move, words)
    if kind == PLAY_HAND:
        drawn = counted(CELLS - frozen_count(s.frozen), "card")
        return f"redraws {drawn} and scores ten lines"
    if kind == TAKE_OFFER:
        name, points = name_of(s.offers[first]), opens(s, move)
        return f"takes {name}; with it the cards that lie here would make {points:,}"
    return f"moves {name_of(s.jokers[first])} to place {words.index(second)}"


def _freeze_text(s: State, move: int, words: Words) -> str:
    """Say what a freeze does, and what would be best to freeze with it."""
    if move == UNFREEZE:
        text = f"unfreezes {counted(frozen_count(s.frozen), 'card')}"
    else:
        card = words.card(card_of(s.board[move]))
        text = f"{'unfreezes' if is_frozen(s, move) else 'freezes'} {card}"
    after = frozen_after(s, move)
    wanted = best_freezes(s, after) & ~after
    best = [(cell, s.board[cell]) for cell in range(CELLS) if wanted >> cell & 1]
    if not best or wanted & s.frozen:
        return text
    return f"{text}; best then: freeze {named(best, words)}"


def hands() -> list[Json]:
    """List the hands, the weakest first, for a table to show (GRID-12)."""
    bases = zip(HAND_NAMES, BASE_CHIPS, BASE_MULT, strict=True)
    return [{"hand": hand, "chips": chips, "mult": mult} for hand, chips, mult in bases]


# -- placing ------------------------------------------------------------------


def place(s: State, position: Given) -> None:
    """Lay a position on the table of a dealt round: the inverse of `view`.

    What the position leaves out keeps its value from the deal, but for two: there
    is no draft, and where the freezes are left out, auto-freeze finds them again.
    Where hands have been played the lines show what this grid scores with its
    jokers as they are, luck aside.

    :raises BadSetup: if the position is impossible.
    """
    if "jokers" in position:
        _place_jokers(s, position["jokers"])
    if "board" in position:
        cards = [_card_in(text) for text in grid_of("board", position["board"], SIDE, SIDE)]
        entries = {card_of(entry): entry for entry in s.deck}
        s.board[:] = [entries[card] for card in cards]
    settle(s)
    read_lines(s)
    _place_freezes(s, position)
    _place_offers(s, position.get("offers", []))
    s.score = whole("score", position.get("score", 0), 0, MOST_POINTS)
    s.target = whole("target", position.get("target", s.target), 1, MOST_POINTS)
    s.hands_left = whole("hands_left", position.get("hands_left", s.hands_left), 0, MOST_HANDS)
    rules.see_end(s)
    s.notes[:] = _told_by(s) if s.hands_left < rules.ROUND_HANDS else []


def _told_by(s: State) -> list[Facts]:
    """Return what the lines would tell as they lie."""
    seen = copy_state(s)
    tell_lines(seen)
    for seat in range(s.joker_count):
        before = list(zip(seen.chips, seen.mults, strict=True))
        use_joker(seen, seat, False)
        after = zip(seen.chips, seen.mults, strict=True)
        for line, (chips, mult) in enumerate(after):
            if (chips, mult) != before[line]:
                seen.events.append((SCORED, line, seat, s.jokers[seat], chips, mult))
    if s.bonuses:
        with_bonuses(seen, sum(map(line_score, seen.chips, seen.mults)))
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
        exact = round(unit_of(joker) * held)
        if abs(exact - unit_of(joker) * held) < NEARLY and exact >= LEAST_HELD[joker]:
            return exact
    raise BadSetup("bad_position", f"{name_of(joker)} cannot hold {shown(held)}")


def _place_freezes(s: State, given: Given) -> None:
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
        freeze_best_pair(s)


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
    s.phase = DRAFT_PHASE if numbers else PLAY_PHASE
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
