"""Poker Grid: freeze two cards, redraw the rest, and score ten poker hands that jokers bend.

The rules, as numbered in ``docs/rules/grid.md``; a function that carries one
out names it.  How the grid and its moves are numbered stands in `board`, what
a line makes in `hands`, who the jokers are in `jokers`, what they count in
`triggers`, and what a freeze promises, for bots, in `outlook`.

These modules are the only place where the rules are written.  They are plain
Python over a flat state, and compile unchanged (see ``docs/python-for-rules.md``).
"""

from dataclasses import dataclass

from cardhouse.core.cards import ACE, CARDS, DECK, LOWEST_RANK, rank_of
from cardhouse.core.chance import (
    MOST_BELOW,
    WORD,
    WORD_BITS,
    below,
    block_words,
    draw_counts,
    fair_word,
    key_words,
    restart_streams,
)
from cardhouse.core.chance import rekey as replace_key
from cardhouse.core.flat import Cells, Events, cells, event_log, note_log, number, remember, tell
from cardhouse.core.marks import called, inlined
from cardhouse.core.poker import HANDS_WITH, TALLIES
from cardhouse.games.game import LEGAL, LOST, PLAYING, WON
from cardhouse.games.grid.board import (
    CELLS,
    DRAFT,
    ID_BITS,
    LINE_COUNT,
    LINES,
    MOST_JOKERS,
    MOVES,  # noqa: F401 (part of the contract)
    OFFERS,
    ORDER,
    PLAY,
    SIDE,
    UNFREEZE,
    card_of,
    line_of,
)
from cardhouse.games.grid.hands import line_traits
from cardhouse.games.grid.jokers import (
    AS_LEFTMOST,
    AS_RIGHT,
    BENDS,
    CONTAINS,
    EACH_CARD,
    EFFECTS,
    FROZEN_KEPT,
    GAINS,
    GIVES_CHIPS,
    GIVES_MULT,
    GIVES_TIMES,
    GROWTHS,
    JOKERS,
    KEPT,
    LEAST_HELD,
    LEFT,
    LUCKIER,
    MEMORIES,
    MORE_FREEZES,
    NOTHING,
    ODDS,
    POWERS,
    POWERS_OF,
    WHENS,
    WHOLE,
)
from cardhouse.games.grid.outlook import best_freezes, outlook
from cardhouse.games.grid.triggers import (
    cards_seen,
    count_of,
    frozen_count,
    is_frozen,
    times_scored,
)

ROOM = 1
DECK_ROOM = 2 * CARDS
"""How many entries a deck can have."""
NO_PLACE = -1
"""Told instead of a joker's place where the hand itself is meant."""
MOST_MULT = 10**9 * WHOLE
"""GRID-14: mult stops here, so that any score fits 64 bits."""

ROUND_HANDS = 7
TARGET = 5000
FREEZE_SLOTS = 2
JOKER_SLOTS = 5
BASE_CHIPS = (5, 10, 20, 30, 30, 35, 40, 60, 80, 100)
BASE_MULT = (1, 2, 2, 3, 4, 4, 4, 7, 6, 8)
KNOBS = {
    "ROUND_HANDS": (1, 1_000),
    "TARGET": (1, 10**12),
    "FREEZE_SLOTS": (0, CELLS),
    "JOKER_SLOTS": (0, MOST_JOKERS),
    "BASE_CHIPS": (0, 1_000),
    "BASE_MULT": (0, 1_000),
}
"""Constants a balance study may change, and how far; no other constant depends on them."""

# The random streams, what is told (in the order of time), and why a move is refused.
CARD_STREAM, ROLL_STREAM, OFFER_STREAM = 0, 1, 2
STREAMS = 3
(FROZE, THAWED, RESET, TOOK, OFFERED, MOVED, PLAYED, DREW, SCORED, GREW, FADED) = range(11)
(ENDED, DRAFTING, NO_SLOT, NONE_FROZEN, NO_OFFER, NO_JOKER, SAME_PLACE) = range(1, 8)


@dataclass(slots=True)
class State:
    """Everything there is to know about one round of Poker Grid."""

    deck: Cells = cells(DECK_ROOM, "int32")
    """The deck that cards are drawn from: entries, each a card with its id."""
    deck_size: int = number()
    """How many entries the deck has."""
    board: Cells = cells(CELLS, "int32")
    """The entry on each cell."""
    frozen: int = number()
    """The frozen cells, one bit each."""
    slots: int = number("int32")
    """How many cells can be frozen."""
    auto_freeze: int = number("int32")
    """1 if the best pair is frozen at the start, else 0."""
    jokers: Cells = cells(MOST_JOKERS, "int16")
    """The jokers, in order, by their number in the roster."""
    held: Cells = cells(MOST_JOKERS)
    """What each joker has in its memory; mult in hundredths."""
    acting: Cells = cells(MOST_JOKERS, "int8")
    """Whose work each joker does: a place, counted from 1; 0 for nobody's."""
    joker_count: int = number("int32")
    """How many jokers there are."""
    powers: Cells = cells(POWERS, "int8")
    """How many jokers have each power."""
    bent: int = number("int32")
    """1 if a joker bends what a hand is, else 0."""
    offers: Cells = cells(OFFERS, "int16")
    """The jokers offered, by number; 0 when there is no draft."""
    picks_left: int = number("int32")
    """How many jokers are still to be taken."""
    hands: Cells = cells(LINE_COUNT, "int8")
    """The hand that each line makes."""
    traits: Cells = cells(LINE_COUNT, "int16")
    """What is true of each line."""
    chips: Cells = cells(LINE_COUNT)
    """The chips of each line: of its hand alone, or after all jokers."""
    mults: Cells = cells(LINE_COUNT)
    """The mult of each line, in hundredths."""
    hands_left: int = number()
    """How many hands can still be played."""
    score: int = number()
    """Points made so far."""
    target: int = number()
    """Points that win the round."""
    key: Cells = key_words()
    """The random key."""
    blocks: Cells = block_words(STREAMS)
    """The random words being drawn from."""
    drawn: Cells = draw_counts(STREAMS)
    """How many random words each stream has given."""
    events: Events = event_log()
    """What happened since someone last asked."""
    notes: Events = note_log()
    """What the last hand told, so that every score can be explained."""


# -- setting up ---------------------------------------------------------------


def deal(s: State) -> None:
    """GRID-3: a round starts with all cells dealt and no points; then freezes, then the draft."""
    restart_streams(s)
    s.score = 0
    s.target = TARGET
    s.hands_left = ROUND_HANDS
    s.frozen = 0
    s.joker_count = min(s.joker_count, JOKER_SLOTS)
    s.picks_left = min(s.picks_left, JOKER_SLOTS - s.joker_count)
    for place in range(s.joker_count):
        s.held[place] = MEMORIES[s.jokers[place]][0]
    settle(s)
    make_deck(s)
    redraw(s)
    read_lines(s)
    if s.auto_freeze:
        freeze_best_pair(s)
    offer_jokers(s)


def make_deck(s: State) -> None:
    """GRID-2: the deck is one of 52; each entry has an id."""
    s.deck_size = CARDS
    for i in range(CARDS):
        s.deck[i] = DECK[i] | i + 1 << ID_BITS


def freeze_best_pair(s: State) -> None:
    """GRID-4: freeze the highest pair, in one line if there is such a pair, else the first."""
    best = 0
    if s.slots >= 2:  # noqa: PLR2004 (a pair)
        for rank in range(LOWEST_RANK, ACE + 1):
            pair = best_pair_of(s, rank)
            best = pair if pair else best
    s.frozen = best


def best_pair_of(s: State, rank: int) -> int:
    """GRID-4: return the two cells to freeze among those of a *rank*; 0 if there is no pair."""
    best = 0
    best_in_line = 0
    for first in range(CELLS):
        if rank_of(card_of(s.board[first])) == rank:
            for second in range(first + 1, CELLS):
                if rank_of(card_of(s.board[second])) == rank:
                    pair = 1 << first | 1 << second
                    best = best if best else pair
                    if best_in_line == 0 and in_one_line(first, second):
                        best_in_line = pair
    return best_in_line if best_in_line else best


def in_one_line(first: int, second: int) -> bool:
    """Return whether two cells share a row or a column."""
    return first // SIDE == second // SIDE or first % SIDE == second % SIDE


def offer_jokers(s: State) -> None:
    """GRID-21: as long as there are picks, offer three different jokers, each as likely."""
    for i in range(OFFERS):
        s.offers[i] = 0
    if s.picks_left == 0:
        return
    for i in range(OFFERS):
        s.offers[i] = below(s, OFFER_STREAM, JOKERS) + 1
        while is_repeated(s, i):
            s.offers[i] = below(s, OFFER_STREAM, JOKERS) + 1
    tell(s, OFFERED, s.offers[0], s.offers[1], s.offers[2])


def is_repeated(s: State, i: int) -> bool:
    """Return whether offer *i* was made before it already."""
    for other in range(i):
        if s.offers[other] == s.offers[i]:
            return True
    return False


def rekey(s: State, salt: int) -> None:
    """Replace the random key: nothing else is hidden (ALL-3)."""
    replace_key(s, salt)


# -- asking -------------------------------------------------------------------


@inlined
def refusal(s: State, move: int) -> int:
    """Return why *move* is not allowed now, or ``LEGAL`` (ALL-2)."""
    if outcome(s) != PLAYING:
        return ENDED
    if DRAFT <= move < ORDER:
        return LEGAL if s.offers[move - DRAFT] else NO_OFFER
    if offers_stand(s):
        return DRAFTING
    if move < UNFREEZE:
        return freeze_refusal(s, move)
    if move == UNFREEZE:
        return LEGAL if s.frozen else NONE_FROZEN
    return LEGAL if move == PLAY else order_refusal(s, move)


def offers_stand(s: State) -> bool:
    """GRID-21: while jokers are offered, nothing but taking one is allowed."""
    return s.offers[0] != 0


def freeze_refusal(s: State, cell: int) -> int:
    """GRID-5: a frozen cell can always be thawed, another be frozen while there is a slot."""
    return LEGAL if is_frozen(s, cell) or frozen_count(s.frozen) < s.slots else NO_SLOT


def order_refusal(s: State, move: int) -> int:
    """GRID-22: a joker moves from its place to another that there is."""
    start = (move - ORDER) // MOST_JOKERS
    end = (move - ORDER) % MOST_JOKERS
    if max(start, end) >= s.joker_count:
        return NO_JOKER
    return SAME_PLACE if start == end else LEGAL


@inlined
def is_legal(s: State, move: int) -> bool:
    """Return whether *move* is allowed now."""
    return refusal(s, move) == LEGAL


def mark_legal(s: State, legal: Cells, room: Cells) -> None:  # noqa: ARG001 (it needs none)
    """Write down for every move whether it is legal."""
    playing = outcome(s) == PLAYING
    drafting = offers_stand(s)
    free = playing and not drafting
    can_freeze = free and frozen_count(s.frozen) < s.slots
    for cell in range(CELLS):
        legal[cell] = can_freeze or (free and is_frozen(s, cell))
    legal[UNFREEZE] = free and s.frozen != 0
    legal[PLAY] = free
    for i in range(OFFERS):
        legal[DRAFT + i] = playing and drafting
    for start in range(MOST_JOKERS):
        for end in range(MOST_JOKERS):
            there = start < s.joker_count and end < s.joker_count
            legal[ORDER + MOST_JOKERS * start + end] = free and there and start != end


def prospects(s: State) -> int:
    """Return how many moves are worth a look: every legal one, and not many others."""
    if offers_stand(s):
        return OFFERS
    return UNFREEZE + 2 + s.joker_count * MOST_JOKERS


def prospect(s: State, i: int) -> int:
    """Return one of those moves: the hand, the freezes, then the jokers that are there."""
    if offers_stand(s):
        return DRAFT + i
    if i <= UNFREEZE + 1:
        return PLAY if i == 0 else i - 1
    return ORDER + i - UNFREEZE - 2


# -- points -------------------------------------------------------------------


@inlined
def worth(s: State, move: int) -> int:
    """Return the points that a legal *move* gains: a rough guess at a hand, most jokers aside."""
    return outlook(s, s.frozen) if move == PLAY else 0


def opens(s: State, move: int) -> int:
    """Return the points that the next hand may be hoped to make after a legal *move*.

    To unfreeze is a little worse, so that nobody does it to freeze the same again.
    """
    if move < PLAY:
        frozen = frozen_after(s, move)
        return outlook(s, best_freezes(s, frozen)) - (frozen < s.frozen)
    if DRAFT <= move < ORDER:
        return points_with(s, s.offers[move - DRAFT])
    return outlook(s, s.frozen)


def spends(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* uses up what does not come back: a hand."""
    return move == PLAY


def is_free(s: State, move: int) -> bool:  # noqa: ARG001
    """Return whether *move* costs no time: freezes and the order can be changed at will."""
    return move < PLAY or move >= ORDER


def frozen_after(s: State, move: int) -> int:
    """GRID-5, GRID-6: return the frozen cells after a freeze or after unfreezing all."""
    return 0 if move == UNFREEZE else s.frozen ^ 1 << move


def points_with(s: State, joker: int) -> int:
    """Return what the grid as it lies would score with one joker more, luck aside.

    The joker is put there, and then all is put back.
    """
    place = s.joker_count
    add_joker(s, joker)
    points = points_lying(s)
    s.jokers[place] = 0
    s.held[place] = 0
    s.joker_count = place
    settle(s)
    read_lines(s)
    return points


def points_lying(s: State) -> int:
    """Return what the grid as it lies would score; nothing grows, and no luck is had."""
    for place in range(s.joker_count):
        use_joker(s, place, False)
    total = 0
    for line in range(LINE_COUNT):
        total += line_score(s.chips[line], s.mults[line])
    return total


# -- moving -------------------------------------------------------------------


@inlined
def apply(s: State, move: int) -> None:
    """Play a legal *move*."""
    if move < UNFREEZE:
        toggle_freeze(s, move)
    elif move == UNFREEZE:
        unfreeze_all(s)
    elif move == PLAY:
        play_hand(s)
    elif move < ORDER:
        take_offer(s, move - DRAFT)
    else:
        move_joker(s, (move - ORDER) // MOST_JOKERS, (move - ORDER) % MOST_JOKERS)


def toggle_freeze(s: State, cell: int) -> None:
    """GRID-5: freeze a cell, or unfreeze a frozen one."""
    tell(s, THAWED if is_frozen(s, cell) else FROZE, cell, s.board[cell])
    s.frozen ^= 1 << cell
    disturb_jokers(s)


def unfreeze_all(s: State) -> None:
    """GRID-6: unfreeze every cell."""
    for cell in range(CELLS):
        if is_frozen(s, cell):
            tell(s, THAWED, cell, s.board[cell])
    s.frozen = 0
    disturb_jokers(s)


def disturb_jokers(s: State) -> None:
    """Set back the memory of jokers that mind when the freezes are touched."""
    for place in range(s.joker_count):
        after = MEMORIES[s.jokers[place]][2]
        if after not in (KEPT, s.held[place]):
            s.held[place] = after
            tell(s, RESET, place, s.jokers[place], after)


def play_hand(s: State) -> None:
    """GRID-7: redraw every cell that is not frozen, then score all ten lines."""
    s.hands_left -= 1
    tell(s, PLAYED, s.hands_left)
    redraw(s)
    read_lines(s)
    tell_lines(s)
    score_lines(s)
    grow(s)
    fade(s)
    remember(s, PLAYED)


def tell_lines(s: State) -> None:
    """Tell what each line is worth by its hand alone."""
    for line in range(LINE_COUNT):
        tell(s, SCORED, line, NO_PLACE, s.hands[line], s.chips[line], s.mults[line])


def score_lines(s: State) -> None:
    """GRID-13: add up the lines, rows and columns: chips times mult, after all jokers.

    GRID-16: on each line the jokers act left to right, each on what its left neighbour left.
    """
    for place in range(s.joker_count):
        use_joker(s, place, True)
    for line in range(LINE_COUNT):
        s.score += line_score(s.chips[line], s.mults[line])


def redraw(s: State) -> None:
    """GRID-2: draw each card by itself from the whole deck, in reading order (GRID-7).

    GRID-8: a frozen cell keeps its card.  As many draws share a random word as it allows.
    """
    shared = 0
    bound = 1
    while bound * s.deck_size <= MOST_BELOW and shared < CELLS:
        bound *= s.deck_size
        shared += 1
    word = 0
    left = 0
    for cell in range(CELLS):
        if not is_frozen(s, cell):
            if left == 0:
                word = fair_word(s, CARD_STREAM, bound)
                left = shared
            word *= s.deck_size
            s.board[cell] = s.deck[word >> WORD_BITS]
            word &= WORD
            left -= 1
            tell(s, DREW, cell, s.board[cell])


def read_lines(s: State) -> None:
    """GRID-11: find the hand of each line, with its chips and mult, before any joker acts."""
    for line in range(LINE_COUNT):
        tally = 0
        for i in range(SIDE):
            tally += TALLIES[card_of(s.board[LINES[line][i]])]
        s.traits[line] = line_traits(s, tally)
        hand = HANDS_WITH[s.traits[line]]
        s.hands[line] = hand
        s.chips[line], s.mults[line] = base_of(hand)


def base_of(hand: int) -> tuple[int, int]:
    """GRID-12: return a hand's chips and mult."""
    return BASE_CHIPS[hand], WHOLE * BASE_MULT[hand]


def line_score(chips: int, mult: int) -> int:
    """GRID-14: mult is in hundredths, and a line's score drops what is below one."""
    return chips * mult // WHOLE


# -- jokers -------------------------------------------------------------------


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
    kind, cards, cells_, number_, lines = WHENS[joker]
    number_ = place if kind == LEFT else number_
    seen = cards_seen(s, kind, cards, cells_)
    held = s.held[source]
    effect = effect_of(joker, held)
    for line in range(LINE_COUNT):
        if real and GAINS[joker]:
            held += growth(s, joker, line)
            effect = effect_of(joker, held)
        count = count_of(s, kind, number_, seen, line) if lines >> line & 1 else 0
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
    kind, cards, cells_, number_, lines = GROWTHS[joker]
    if not lines >> line & 1:
        return 0
    if kind == CONTAINS:
        return GAINS[joker] * (s.traits[line] & number_ == number_)
    if kind == FROZEN_KEPT:
        return GAINS[joker] * frozen_count(s.frozen)
    if kind == EACH_CARD:
        seen = cards_seen(s, kind, cards, cells_)
        return GAINS[joker] * times_scored(s, line, line_of(seen, line))
    return GAINS[joker] * (number_ >> s.hands[line] & 1)


def fade(s: State) -> None:
    """Let fading jokers lose something after a hand."""
    for place in range(s.joker_count):
        joker = s.jokers[place]
        after = max(s.held[place] - MEMORIES[joker][1], LEAST_HELD[joker])
        if after < s.held[place]:
            s.held[place] = after
            tell(s, FADED, place, joker, after)


def take_offer(s: State, i: int) -> None:
    """GRID-21: take one of the jokers offered; three others come if there are picks left."""
    tell(s, TOOK, i, s.joker_count, s.offers[i])
    add_joker(s, s.offers[i])
    s.picks_left -= 1
    offer_jokers(s)


def add_joker(s: State, joker: int) -> None:
    """Put a joker to the right of all others."""
    s.jokers[s.joker_count] = joker
    s.held[s.joker_count] = MEMORIES[joker][0]
    s.joker_count += 1
    settle(s)
    read_lines(s)


def move_joker(s: State, start: int, end: int) -> None:
    """GRID-22: take a joker out and put it at another place; those between move up."""
    joker = s.jokers[start]
    held = s.held[start]
    tell(s, MOVED, start, end, joker)
    step = 1 if end > start else -1
    for place in range(start, end, step):
        s.jokers[place] = s.jokers[place + step]
        s.held[place] = s.held[place + step]
    s.jokers[end] = joker
    s.held[end] = held
    settle(s)


@called
def settle(s: State) -> None:
    """Find out what follows from the jokers and their order: copies, powers, slots."""
    for power in range(POWERS):
        s.powers[power] = 0
    s.slots = FREEZE_SLOTS
    for place in range(s.joker_count):
        s.acting[place] = source_of(s, place)
        if s.acting[place]:
            s.powers[POWERS_OF[s.jokers[s.acting[place] - 1]]] += 1
        s.slots += POWERS_OF[s.jokers[place]] == MORE_FREEZES
    for place in range(s.joker_count, MOST_JOKERS):
        s.acting[place] = 0
    s.bent = 0
    for i in range(len(BENDS)):
        s.bent |= s.powers[BENDS[i]] > 0


def source_of(s: State, place: int) -> int:
    """Return whose work a joker does, as a place counted from 1; 0 if copying leads nowhere."""
    at = place
    for _ in range(s.joker_count):
        power = POWERS_OF[s.jokers[at]]
        if power == AS_RIGHT and at + 1 < s.joker_count:
            at += 1
        elif power == AS_LEFTMOST and at > 0:
            at = 0
        elif power in (AS_RIGHT, AS_LEFTMOST):
            return 0
        else:
            return at + 1
    return 0


# -- ending -------------------------------------------------------------------


@inlined
def outcome(s: State) -> int:
    """GRID-9: the target wins at once; without it the last hand loses."""
    if s.score >= s.target:
        return WON
    return LOST if s.hands_left == 0 else PLAYING


def given_up(s: State) -> int:  # noqa: ARG001
    """ALL-9: a round that its player ends is lost."""
    return LOST
