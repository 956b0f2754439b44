"""What the jokers of Poker Grid do: to the lines of a hand, and to what they hold themselves."""

from cardhouse.core.chance import MOST_BELOW, WORD, WORD_BITS, fair_word
from cardhouse.core.flat import tell
from cardhouse.core.marks import called
from cardhouse.games.grid.board import LINE_COUNT, line_of
from cardhouse.games.grid.jokers import (
    CONTAINS,
    EACH_CARD,
    EFFECTS,
    FROZEN_KEPT,
    GAINS,
    GIVES_CHIPS,
    GIVES_MULT,
    GIVES_TIMES,
    GROWTHS,
    KEPT,
    LEAST_HELD,
    LEFT,
    LUCKIER,
    MEMORIES,
    NOTHING,
    ODDS,
    WHENS,
    WHOLE,
)
from cardhouse.games.grid.state import FADED, GREW, RESET, ROLL_STREAM, SCORED, State
from cardhouse.games.grid.triggers import cards_seen, count_of, frozen_count, times_scored

MOST_MULT = 10**9 * WHOLE
"""GRID-14: mult stops here, so that any score fits 64 bits."""


@called
def use_joker(s: State, place: int, real: bool) -> None:
    """GRID-15: let a joker act on every line: + effects add, × effects multiply.

    GRID-18: what it holds grows by a line before that line is scored.  If it is
    not *real*, nothing grows, no luck is had and nothing is told.
    """
    source = s.acting[place] - 1
    joker = s.jokers[source] if source >= 0 else 0
    odds = ODDS[joker]
    if joker == 0 or (odds > 1 and not real):
        return
    kind, cards, cells, number, lines = WHENS[joker]
    number = place if kind == LEFT else number
    seen = cards_seen(s, kind, cards, cells)
    held = s.held[source]
    effect = effect_of(joker, held)
    for line in range(LINE_COUNT):
        if real and GAINS[joker]:
            held += growth(s, joker, line)
            effect = effect_of(joker, held)
        count = count_of(s, kind, number, seen, line) if lines >> line & 1 else 0
        before = s.chips[line], s.mults[line]
        change_line(s, line, lucky(s, odds, count), effect)
        if real and (s.chips[line], s.mults[line]) != before:
            tell(s, SCORED, line, place, s.jokers[place], s.chips[line], s.mults[line])


def effect_of(joker: int, held: int) -> tuple[int, int, int]:
    """Return what a joker does for each thing it counts: chips and mult to add, and times."""
    chips, mult, times, gives = EFFECTS[joker]
    if gives == NOTHING:
        return chips, mult, times
    return (
        held * (gives == GIVES_CHIPS),
        held * (gives == GIVES_MULT),
        held if gives == GIVES_TIMES else WHOLE,
    )


def change_line(s: State, line: int, count: int, effect: tuple[int, int, int]) -> None:
    """Add to a line's chips and mult, and multiply its mult, so many times."""
    chips, mult, times = effect
    s.chips[line] += count * chips
    total = min(s.mults[line] + count * mult, MOST_MULT)
    if times != WHOLE:
        for _ in range(count):
            total = min(total * times // WHOLE, MOST_MULT)
    s.mults[line] = total


def lucky(s: State, odds: int, tries: int) -> int:
    """GRID-19: return how many of some tries succeed, each 1 time in *odds*, or oftener.

    As many tries share a random word as it allows.
    """
    if odds == 1:
        return tries
    chances = 1 << s.powers[LUCKIER]
    hits = 0
    while tries > 0:
        bound = 1
        shared = 0
        while shared < tries and bound * odds <= MOST_BELOW:
            bound *= odds
            shared += 1
        word = fair_word(s, ROLL_STREAM, bound)
        for _ in range(shared):
            word *= odds
            hits += word >> WORD_BITS < chances
            word &= WORD
        tries -= shared
    return hits


# -- what they hold -----------------------------------------------------------


def grow(s: State) -> None:
    """GRID-18: growing jokers keep what they grew by the ten lines."""
    for place in range(s.joker_count):
        joker = s.jokers[place]
        if GAINS[joker]:
            for line in range(LINE_COUNT):
                gain = growth(s, joker, line)
                if gain > 0:
                    s.held[place] += gain
                    tell(s, GREW, line, place, joker, s.held[place])


@called
def growth(s: State, joker: int, line: int) -> int:
    """GRID-18: return what a joker gains by a line: by its traits, cards, hand or frozen cards."""
    kind, cards, cells, number, lines = GROWTHS[joker]
    if not lines >> line & 1:
        return 0
    if kind == CONTAINS:
        return GAINS[joker] * (s.traits[line] & number == number)
    if kind == FROZEN_KEPT:
        return GAINS[joker] * frozen_count(s.frozen)
    if kind == EACH_CARD:
        seen = cards_seen(s, kind, cards, cells)
        return GAINS[joker] * times_scored(s, line, line_of(seen, line))
    return GAINS[joker] * (number >> s.hands[line] & 1)


def fade(s: State) -> None:
    """Let fading jokers lose something after a hand."""
    for place in range(s.joker_count):
        joker = s.jokers[place]
        after = max(s.held[place] - MEMORIES[joker][1], LEAST_HELD[joker])
        if after < s.held[place]:
            s.held[place] = after
            tell(s, FADED, place, joker, after)


@called
def disturb_jokers(s: State) -> None:
    """Set back the memory of jokers that mind when the freezes are touched."""
    for place in range(s.joker_count):
        after = MEMORIES[s.jokers[place]][2]
        if after not in (KEPT, s.held[place]):
            s.held[place] = after
            tell(s, RESET, place, s.jokers[place], after)
