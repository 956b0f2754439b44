"""What holds at every state of Poker Grid, and how its events are played on a view."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from cardhouse.core.cards import card_text
from cardhouse.core.flat import copy_state
from cardhouse.games.grid import rules
from cardhouse.games.grid.jokers import GIVES_MULT, GIVES_TIMES, NOTHING, POWERS, ROSTER
from tests.games.kit import Event, View
from tests.naive import hand

SIDE = range(5)
RANKS, SUITS = "23456789TJQKA", "cdhs"
CARD_TEXTS = [rank + suit for suit in SUITS for rank in RANKS]
FACES = frozenset("JQK")
LINES = [[(i, j) for j in SIDE] for i in SIDE] + [[(j, i) for j in SIDE] for i in SIDE]
LINE_NAMES = [f"row {i}" for i in SIDE] + [f"column {i}" for i in SIDE]
BASES = {
    "High Card": (5, 1),
    "One Pair": (10, 2),
    "Two Pair": (20, 2),
    "Three of a Kind": (30, 3),
    "Straight": (30, 4),
    "Flush": (35, 4),
    "Full House": (40, 4),
    "Four of a Kind": (60, 7),
    "Straight Flush": (80, 6),
    "Royal Flush": (100, 8),
}
HANDS = list(BASES)
ROUND_HANDS, JOKER_SLOTS = 7, 5
TARGETS = [1600, 5000, 9000, 18000, 32000, 50000]
"""What wins, by the number of picks; 5000 where the jokers were chosen."""
JOKERS = {joker.name: joker for joker in ROSTER[1:]}
BENDERS = frozenset({"Four Fingers", "Missing Stair", "Revolving Door", "Two-Tone"})
COPIERS = frozenset({"Hall of Mirrors", "Echo"})
UNUSUAL = frozenset({"Doorbell", "Freezer Burn", "Encore", "Masquerade"})
"""Jokers that let others do their work more often."""
COLD = frozenset({"Ice Bridge", "Open Water", "Snow Globe", "Open Window", "Freezer Burn"})
"""Jokers to which it matters what is frozen."""
FORGETFUL = frozenset(
    name for name, joker in JOKERS.items() if joker.odds > 1 or joker.gives != NOTHING
)
"""Jokers that would not do again what they did: by luck, or because what they hold changes."""


def names_of(view: View) -> list[str]:
    return [joker["name"] for joker in view["jokers"]]


def held_by(name: str, hundredths: int) -> float:
    """Return what a joker holds as it is shown: chips as they are, mult in whole and parts."""
    if JOKERS[name].gives in (GIVES_MULT, GIVES_TIMES):
        whole, rest = divmod(hundredths, 100)
        return hundredths / 100 if rest else whole
    return hundredths


# -- what holds ---------------------------------------------------------------


def grid_invariants(view: View, s: Any, before: View | None) -> None:
    state_holds(view, s)
    follows_from_jokers(view, s)
    if before is None:
        start_holds(view, s)
    elif view is not before:
        step_holds(view, s, before)
    if before is None or view["board"] != before["board"]:
        table_holds(view)
        lines_hold(view, s)


def table_holds(view: View) -> None:
    assert [len(row) for row in view["board"]] == [5] * 5
    assert all(set(CARD_TEXTS).issuperset(row) for row in view["board"])


def state_holds(view: View, s: Any) -> None:
    """The table is what the state says, and the state keeps to its bounds."""
    assert [card_text(entry & 127) for entry in s.deck[: s.deck_size]] == CARD_TEXTS
    assert [entry >> 16 for entry in s.deck] == [*range(1, 53), *[0] * 52]
    assert set(s.board) <= set(s.deck[: s.deck_size])
    assert view["frozen"] == sorted(view["frozen"])
    assert s.frozen == sum(1 << 5 * row + column for row, column in view["frozen"])
    assert len(view["frozen"]) <= s.slots
    assert len(view["jokers"]) == s.joker_count <= JOKER_SLOTS
    assert not any((*s.jokers[s.joker_count :], *s.held[s.joker_count :]))
    for joker in view["jokers"]:
        data = JOKERS[joker["name"]]
        assert joker["text"] == data.text
        least = {NOTHING: 0, GIVES_TIMES: 1}.get(data.gives, 0)
        assert joker["held"] >= least if data.gives != NOTHING else joker["held"] == 0
    offers = [offer["name"] for offer in view["offers"]]
    assert len(offers) == len(set(offers)) == (3 if s.picks_left else 0)
    assert not offers or (view["hands_left"], view["lines"]) == (ROUND_HANDS, [])
    assert view["target"] == s.target
    ended = view["outcome"] != "playing"
    assert view["phase"] == ("over" if ended else "draft" if offers else "play")
    assert (view["ending"] is not None) == ended
    assert (view["outcome"] == "won") == (view["score"] >= s.target)
    assert (view["outcome"] == "lost") == (view["score"] < s.target and view["hands_left"] == 0)


def follows_from_jokers(view: View, s: Any) -> None:
    """Whose work each joker does, and what all together can do, follows from their order."""
    names = names_of(view)
    acting = [copied_from(names, place) for place in range(len(names))]
    assert s.acting == [*(0 if of is None else of + 1 for of in acting), *[0] * (5 - len(names))]
    powers = Counter(JOKERS[names[of]].power for of in acting if of is not None)
    assert s.powers == [powers[power] for power in range(POWERS)]
    assert s.slots == 2 + names.count("Third Hand")
    assert s.bent == bool(BENDERS & set(names))


def copied_from(names: list[str], place: int) -> int | None:
    """Return the place of the joker whose work one does; None if copying leads nowhere."""
    seen: set[int] = set()
    while names[place] in COPIERS:
        if place in seen:
            return None
        seen.add(place)
        place = place + 1 if names[place] == "Hall of Mirrors" else 0
        if place == len(names):
            return None
    return place


def start_holds(view: View, s: Any) -> None:
    assert (view["score"], view["hands_left"], view["lines"]) == (0, ROUND_HANDS, [])
    assert view["target"] == (5000 if s.chosen else TARGETS[s.picks_left])
    assert view["frozen"] == (best_pair(view["board"]) if s.auto_freeze else [])
    for joker in view["jokers"]:
        assert joker["held"] == held_by(joker["name"], JOKERS[joker["name"]].starts)


def best_pair(board: list[list[str]]) -> list[list[int]]:
    """Return the cells that auto-freeze chooses: one line first, then rank, then reading order."""
    pairs = []
    for first in range(25):
        for second in range(first + 1, 25):
            (row, column), (other_row, other_column) = divmod(first, 5), divmod(second, 5)
            rank = board[row][column][0]
            if rank == board[other_row][other_column][0]:
                apart = row != other_row and column != other_column
                pairs.append((apart, -RANKS.index(rank), first, second))
    return [list(divmod(cell, 5)) for cell in min(pairs)[2:]] if pairs else []


def lines_hold(view: View, s: Any) -> None:
    """The lines are read from the grid; what they score is worked out step by step."""
    again = copy_state(s)
    rules.read_lines(again)
    assert (s.hands, s.traits) == (again.hands, again.traits)
    made = [HANDS[hand] for hand in s.hands]
    if not s.bent:
        assert made == [hand_of(tuple(cards)) for cards in cards_of(view)]
    if view["lines"]:
        assert [line["line"] for line in view["lines"]] == LINE_NAMES
        assert [line["hand"] for line in view["lines"]] == made
        assert s.chips == [line["chips"] for line in view["lines"]]
        assert s.mults == [hundredths(line["mult"]) for line in view["lines"]]
        for i, cards in enumerate(cards_of(view)):
            line_holds(view, i, cards)
    else:
        assert s.chips == [BASES[name][0] for name in made]
        assert s.mults == [100 * BASES[name][1] for name in made]


@cache
def hand_of(cards: tuple[str, ...]) -> str:
    return hand(cards)


def cards_of(view: View) -> list[list[str]]:
    return [[view["board"][row][column] for row, column in cells] for cells in LINES]


def hundredths(mult: float) -> int:
    assert type(mult) is int or mult != int(mult)
    assert round(mult * 100) / 100 == mult
    return round(mult * 100)


def line_holds(view: View, i: int, cards: list[str]) -> None:
    """A line begins with what its hand is worth, and every joker changes what was left to it."""
    line, names = view["lines"][i], names_of(view)
    assert (line["base_chips"], line["base_mult"]) == BASES[line["hand"]]
    assert [step["name"] for step in line["jokers"]] == [
        names[step["place"]] for step in line["jokers"]
    ]
    places = [step["place"] for step in line["jokers"]]
    assert places == sorted(set(places))
    steps = {step["place"]: (step["chips"], hundredths(step["mult"])) for step in line["jokers"]}
    chips, mult = line["base_chips"], 100 * line["base_mult"]
    for place, name in enumerate(names):
        after = steps.get(place, (chips, mult))
        assert (place in steps) == (after != (chips, mult))
        assert after[0] >= chips
        assert after[1] >= mult
        known = known_effect(name, cards, line["hand"])
        if known and not UNUSUAL & set(names):
            assert after == (chips + known[0], (mult + 100 * known[1]) * known[2])
        chips, mult = after
    assert (line["chips"], hundredths(line["mult"])) == (chips, mult)
    assert line["score"] == chips * mult // 100


def known_effect(name: str, cards: list[str], hand: str) -> tuple[int, int, int] | None:
    """Return what a joker that the source names does: chips and mult to add, and times."""
    faces = sum(card[0] in FACES for card in cards)
    diamonds = sum(card[1] == "d" for card in cards)
    return {
        "Joker": (0, 4, 1),
        "Jolly Joker": (0, 8 * (hand == "One Pair"), 1),
        "Greedy Joker": (0, 3 * diamonds, 1),
        "Scary Face": (30 * faces, 0, 1),
        "Photograph": (0, 0, 2 if faces else 1),
        "Four Fingers": (0, 0, 1),
        "Oops! All 6s": (0, 0, 1),
        "Third Hand": (0, 0, 1),
    }.get(name)


def step_holds(view: View, s: Any, before: View) -> None:
    if view["hands_left"] == before["hands_left"]:
        nothing_scores(view, before)
    else:
        hand_holds(view, before)


def nothing_scores(view: View, before: View) -> None:
    """A freeze, a take and a new order leave the cards and the score alone."""
    for key in ("board", "score", "lines", "bonus"):
        assert view[key] == before[key]
    names, were = names_of(view), names_of(before)
    if view["frozen"] != before["frozen"]:
        assert names == were
        touched = [cell for cell in view["frozen"] if cell not in before["frozen"]]
        thawed = [cell for cell in before["frozen"] if cell not in view["frozen"]]
        assert len(touched) + len(thawed) == 1 or view["frozen"] == []
    elif before["offers"]:
        assert names[:-1] == were
        assert view["jokers"][-1] in before["offers"]
    else:
        assert Counter(names) == Counter(were)


def hand_holds(view: View, before: View) -> None:
    """A hand keeps the frozen cards and scores the sum of its lines; jokers stay in place."""
    assert view["hands_left"] == before["hands_left"] - 1
    assert view["frozen"] == before["frozen"]
    for row, column in view["frozen"]:
        assert view["board"][row][column] == before["board"][row][column]
    gain = view["bonus"]["gain"] if view["bonus"] else 0
    assert view["score"] == before["score"] + gain + sum(line["score"] for line in view["lines"])
    assert names_of(view) == names_of(before)
    for joker, was in zip(view["jokers"], before["jokers"], strict=True):
        data = JOKERS[joker["name"]]
        assert joker["held"] >= was["held"] if not data.fades else joker["held"] <= was["held"]
        assert data.by or data.fades or joker["held"] == was["held"]


# -- what a position brings back ----------------------------------------------


def grid_kept(view: View, played: list[str]) -> View:
    """Return what of a view a position brings back.

    The lines tell of the last hand; laid again they are worked out from the table as it is.
    That is the same unless a joker is forgetful, or its order or the freezes that it minds
    were changed since.
    """
    if view["hands_left"] >= ROUND_HANDS:  # as if no hand had been played
        return view | {"lines": []}
    names = frozenset(names_of(view))
    since = {text[0] for text in "\n".join(played).rpartition("s")[2].split("\n") if text}
    same = not names & FORGETFUL and "o" not in since
    if same and not (names & COLD and since & {"f", "u"}):
        return view
    told = ("line", "hand", "base_chips", "base_mult")
    return view | {"lines": [{key: line[key] for key in told} for line in view["lines"]]}


# -- what is told -------------------------------------------------------------


def grid_retold(view: View, events: list[Event]) -> View:
    """Animate a move from its events alone: no rule of the game is known here."""
    table = deepcopy(view)
    for event in events:
        GRID_TELLERS[event["event"]](table, event)
    return table


def cards_at(table: View, cells: list[list[int]]) -> list[str]:
    return [table["board"][row][column] for row, column in cells]


def tell_freeze(table: View, event: Event) -> None:
    assert event["cards"] == cards_at(table, event["cells"])
    assert not any(cell in table["frozen"] for cell in event["cells"])
    table["frozen"] = sorted(table["frozen"] + event["cells"])


def tell_unfreeze(table: View, event: Event) -> None:
    assert event["cards"] == cards_at(table, event["cells"])
    for cell in event["cells"]:
        table["frozen"].remove(cell)


def tell_memory(table: View, event: Event) -> None:
    joker = table["jokers"][event["place"]]
    assert joker["name"] == event["name"]
    assert joker["held"] != event["held"]
    joker["held"] = event["held"]


def tell_take(table: View, event: Event) -> None:
    assert event["joker"] == table["offers"][event["offer"]]
    assert event["place"] == len(table["jokers"])
    table["jokers"].append(deepcopy(event["joker"]))
    table["offers"], table["phase"] = [], "play"


def tell_offer(table: View, event: Event) -> None:
    assert table["offers"] == []
    table["offers"], table["phase"] = deepcopy(event["offers"]), "draft"


def tell_order(table: View, event: Event) -> None:
    joker = table["jokers"].pop(event["from"])
    assert joker["name"] == event["name"]
    table["jokers"].insert(event["to"], joker)


def tell_play(table: View, event: Event) -> None:
    assert event["hands_left"] == table["hands_left"] - 1
    table["hands_left"] -= 1
    table["lines"], table["bonus"] = [], None


def tell_draw(table: View, event: Event) -> None:
    cells = [[row, column] for row in SIDE for column in SIDE]
    assert event["cells"] == [cell for cell in cells if cell not in table["frozen"]]
    for (row, column), card in zip(event["cells"], event["cards"], strict=True):
        table["board"][row][column] = card


def tell_line(table: View, event: Event) -> None:
    assert event["gain"] == event["score"]
    table["lines"].append({key: event[key] for key in event if key not in LINE_WORDS})
    table["score"] += event["gain"]


def tell_bonus(table: View, event: Event) -> None:
    table["bonus"] = {key: event[key] for key in ("parts", "times", "gain")}
    table["score"] += event["gain"]


def tell_end(table: View, event: Event) -> None:
    assert event["score"] == table["score"]
    table["outcome"], table["phase"] = event["outcome"], "over"
    table["ending"] = event["why"]


LINE_WORDS = ("event", "gain", "text")

GRID_TELLERS: dict[str, Callable[[View, Event], None]] = {
    "freeze": tell_freeze,
    "unfreeze": tell_unfreeze,
    "reset": tell_memory,
    "take": tell_take,
    "offer": tell_offer,
    "order": tell_order,
    "play": tell_play,
    "draw": tell_draw,
    "line": tell_line,
    "bonus": tell_bonus,
    "grow": tell_memory,
    "fade": tell_memory,
    "end": tell_end,
}


# -- moves --------------------------------------------------------------------


def grid_cells(text: str) -> list[tuple[int, int]]:
    """Return the cell of a freeze."""
    word, *numbers = text.split()
    return [(int(numbers[0]), int(numbers[1]))] if word == "f" else []


def swaps_like_jokers(view: View, text: str) -> bool:
    """Return whether a joker moves to where all looks the same."""
    word, *numbers = text.split()
    if word != "o":
        return False
    table, (start, end) = list(view["jokers"]), map(int, numbers)
    table.insert(end, table.pop(start))
    return table == view["jokers"]


def plays_hand(text: str) -> bool:
    return text == "s"
