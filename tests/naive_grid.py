"""A slow Poker Grid in obvious Python, written from the rule book and the texts of the jokers.

It shares no line with `cardhouse`: when both agree, both have read the book alike.  Only the names
and texts of the jokers come from there, and how much a joker gives is what its text says.
"""

# ruff: noqa: ARG005 (every joker is asked in the same words)

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import floor

from cardhouse.games.grid.jokers import ROSTER
from tests.naive_chance import Chance, digits

TEXTS = {joker.name: joker.text for joker in ROSTER[1:]}
NAMES = list(TEXTS)

# -- the grid: a cell is (row, column), row 0 at the top --------------------------

SIDE = range(5)
CELLS = [(row, column) for row in SIDE for column in SIDE]
ROWS = [[(row, column) for column in SIDE] for row in SIDE]
COLUMNS = [[(row, column) for row in SIDE] for column in SIDE]
LINES = ROWS + COLUMNS
LINE_NAMES = [f"row {i}" for i in SIDE] + [f"column {i}" for i in SIDE]
FALLING = [(i, i) for i in SIDE]
RISING = [(4 - i, i) for i in SIDE]
CENTRE = (2, 2)
CORNERS = [(0, 0), (0, 4), (4, 0), (4, 4)]
EDGE = ROWS[0] + ROWS[4] + COLUMNS[0] + COLUMNS[4]


# -- moves: their order is their number -------------------------------------------

MOVES = [f"f {row} {column}" for row, column in CELLS] + ["u", "s"]
MOVES += [f"d {offer}" for offer in range(3)] + [f"o {i} {j}" for i in SIDE for j in SIDE]


# -- hands ------------------------------------------------------------------------

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
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
BENDERS = ("Four Fingers", "Missing Stair", "Revolving Door", "Two-Tone")


def colour(card):
    return "red" if card[1] in "dh" else "black"


def need(bent):
    """How many cards make a straight or a flush."""
    return 4 if "Four Fingers" in bent else 5


@cache
def straights(bent):
    """Every straight there is, as the set of its ranks: by writing them all down."""
    ladder = RANKS + RANKS if "Revolving Door" in bent else "A" + RANKS
    found = set()
    for start in range(len(ladder)):
        for length in (need(bent), need(bent) + 1):
            rungs = ladder[start : start + length]
            if length == len(rungs) == need(bent):
                found.add(frozenset(rungs))
            elif length == len(rungs) and "Missing Stair" in bent:
                found |= {frozenset(rungs[:i] + rungs[i + 1 :]) for i in range(1, length - 1)}
    return {ranks for ranks in found if len(ranks) == need(bent)}


@cache
def is_straight(cards, bent=()):
    return any(
        frozenset(card[0] for card in some) in straights(bent)
        for some in combinations(cards, need(bent))
    )


@cache
def is_flush(cards, bent=()):
    suit = colour if "Two-Tone" in bent else lambda card: card[1]
    return any(len({suit(card) for card in some}) == 1 for some in combinations(cards, need(bent)))


def is_royal(cards, bent=()):
    return {card[0] for card in cards} == set("TJQKA") and is_flush(
        cards, tuple(set(bent) - {"Four Fingers"})
    )


def repeats(cards):
    """How often each rank is there, most often first."""
    return sorted(Counter(card[0] for card in cards).values(), reverse=True)


def has_pair(cards):
    return repeats(cards)[0] >= 2


def has_two_pairs(cards):
    return sum(count >= 2 for count in repeats(cards)) == 2


def has_three(cards):
    return repeats(cards)[0] >= 3


@cache
def hand(cards, bent=()):
    """Name the hand that five cards make, where the jokers of *bent* are there."""
    straight, flush = is_straight(cards, bent), is_flush(cards, bent)
    ladder = {
        "Royal Flush": straight and is_royal(cards, bent),
        "Straight Flush": straight and flush,
        "Four of a Kind": repeats(cards)[0] >= 4,
        "Full House": has_three(cards) and has_two_pairs(cards),
        "Flush": flush,
        "Straight": straight,
        "Three of a Kind": has_three(cards),
        "Two Pair": has_two_pairs(cards),
        "One Pair": has_pair(cards),
        "High Card": True,
    }
    return next(name for name in ladder if ladder[name])


# -- how much a joker gives: what its text says -----------------------------------

MOST_MULT = 10**9


def first_number(pattern, name):
    """The number that a joker's text has there; 0 if it has none."""
    found = re.search(pattern, TEXTS[name])
    return Fraction(found[1]) if found else 0


@cache
def gifts(name):
    """What a joker gives each time: (+ or ×, how much, of what)."""
    found = re.findall(r"([+×]) ?([\d.]+) (chips|mult)", TEXTS[name])
    return [(sign, Fraction(number), what) for sign, number, what in found]


@cache
def odds(name):
    return int(first_number(r"^1 in (\d+)", name)) or 1


@cache
def gain(name):
    return first_number(r"^Gains ([\d.]+)", name)


@cache
def loss(name):
    return first_number(r"([\d.]+) less after each hand", name)


@cache
def held_first(name):
    return first_number(r"^Gives [+×] ?([\d.]+)", name)


def held_least(name):
    return 1 if "×" in TEXTS[name] else 0


def given(name, held):
    """What a joker gives each time, if it holds so much."""
    if gain(name):
        return [("+", held, "mult" if " mult " in TEXTS[name] else "chips")]
    return [(sign, held, what) for sign, _, what in gifts(name)] if loss(name) else gifts(name)


def shown(number):
    return int(number) if number == int(number) else float(number)


# -- which cards a joker looks for ------------------------------------------------

EACH_CARD = {
    "Greedy Joker": lambda game, cell: game.suit(cell) == "d",
    "Scary Face": lambda game, cell: game.is_face(cell),
    "Rose Garden": lambda game, cell: game.suit(cell) == "h",
    "Coal Cellar": lambda game, cell: game.suit(cell) == "s",
    "Clover Patch": lambda game, cell: game.suit(cell) == "c",
    "Red Carpet": lambda game, cell: game.suit(cell) in "dh",
    "Attic Ace": lambda game, cell: game.rank(cell) == "A",
    "Even Keel": lambda game, cell: game.rank(cell) in "2468T",
    "Odd Socks": lambda game, cell: game.rank(cell) in "A3579",
    "Numbers Game": lambda game, cell: game.rank(cell) in "23456789T",
    "Low Door": lambda game, cell: game.rank(cell) in "234",
    "House of Kings": lambda game, cell: game.rank(cell) == "K",
    "Ladies First": lambda game, cell: game.rank(cell) == "Q",
    "Coin Slot": lambda game, cell: True,
    "Lucky Sevens": lambda game, cell: game.rank(cell) == "7",
    "Cornerstone": lambda game, cell: (
        cell in CORNERS and (game.rank(cell) == "A" or game.is_face(cell))
    ),
    "Hearth": lambda game, cell: game.suit(cell) == game.suit(CENTRE),
    "Heart of the House": lambda game, cell: game.rank(cell) == game.rank(CENTRE),
    "Picket Fence": lambda game, cell: cell in EDGE and game.suit(cell) in "cs",
    "Kite String": lambda game, cell: cell in FALLING + RISING and game.is_face(cell),
    "Snow Globe": lambda game, cell: cell in game.frozen,
}
"""Jokers that work for each card of a line, as often as it is scored."""


# -- how often a joker works for a line -------------------------------------------


def across(line):
    """The lines that cross a line."""
    return range(5, 10) if line < 5 else range(5)


def along(line):
    """The lines of a line's direction."""
    return range(5) if line < 5 else range(5, 10)


def equals(hand_name):
    return lambda game, line: game.hands[line] == hand_name


def first_face(game, line):
    """How often the first face card of a line is scored."""
    faces = [cell for cell in LINES[line] if game.is_face(cell)]
    return game.times_scored(line, faces[0]) if faces else 0


def faces_in(game, line):
    return sum(game.is_face(cell) for cell in LINES[line])


def reds_in(game, line):
    return sum(colour(card) == "red" for card in game.cards(LINES[line]))


def colours(game, line):
    return [colour(card) for card in game.cards(LINES[line])]


def steps_between(game, line):
    """How many ranks apart neighbours are."""
    ranks = [RANKS.index(card[0]) for card in game.cards(LINES[line])]
    return [abs(ranks[i] - ranks[i + 1]) for i in range(4)]


def mirrored(game, line):
    """How many cards of the line's first half have a mirror image of their suit."""
    cells = LINES[line]
    return sum(game.suit(cells[i]) == game.suit(cells[4 - i]) for i in (0, 1))


def folded(game, line):
    """How many cards, but those on the diagonal, meet their rank if the grid is folded there."""
    return sum(
        game.rank((row, column)) == game.rank((column, row))
        for row, column in LINES[line]
        if row != column
    )


def alternate(game, line):
    seen = colours(game, line)
    return all(seen[i] != seen[i + 1] for i in range(4))


def same_hand(game, line, other):
    return game.hands[line] == game.hands[other] != "High Card"


def place_of(game, line, other):
    return HANDS.index(game.hands[line]) - HANDS.index(game.hands[other])


LINE_BY_LINE = {
    "Jolly Joker": equals("One Pair"),
    "Two by Two": equals("Two Pair"),
    "Third Wheel": equals("Three of a Kind"),
    "Full Table": equals("Full House"),
    "Four Walls": equals("Four of a Kind"),
    "Nobody's Home": equals("High Card"),
    "Pairing Knife": lambda game, line: has_pair(game.cards(LINES[line])),
    "Clothesline": lambda game, line: is_straight(game.cards(LINES[line]), game.bent()),
    "Wash Day": lambda game, line: is_flush(game.cards(LINES[line]), game.bent()),
    "Double Shelf": lambda game, line: has_two_pairs(game.cards(LINES[line])),
    "Tripod": lambda game, line: has_three(game.cards(LINES[line])),
    "Photograph": first_face,
    "Mixed Drawer": lambda game, line: not has_pair(game.cards(LINES[line])),
    "Matching Set": lambda game, line: repeats(game.cards(LINES[line]))[0] - 1,
    "Four Seasons": lambda game, line: len({card[1] for card in game.cards(LINES[line])}) == 4,
    "Spice Rack": lambda game, line: len({card[0] for card in game.cards(LINES[line])}),
    "Plain Clothes": lambda game, line: faces_in(game, line) == 0,
    "Royal Visit": lambda game, line: faces_in(game, line) >= 3,
    "Tightrope": lambda game, line: sum(has_pair(game.cards(d)) for d in (FALLING, RISING)),
    "Bookshelf": lambda game, line: LINES[line] in ROWS,
    "Pillars": lambda game, line: LINES[line] in COLUMNS,
    "Crossroads": lambda game, line: sum(same_hand(game, line, other) for other in across(line)),
    "Twin Beds": lambda game, line: same_hand(game, line, (line + 5) % 10),
    "Ice Bridge": lambda game, line: any(cell in game.frozen for cell in LINES[line]),
    "Open Water": lambda game, line: not any(cell in game.frozen for cell in LINES[line]),
    "Open Window": lambda game, line: game.slots() - len(game.frozen),
    "There and Back": lambda game, line: colours(game, line) == colours(game, line)[::-1],
    "Bookends": lambda game, line: game.rank(LINES[line][0]) == game.rank(LINES[line][4]),
    "Next Door": lambda game, line: steps_between(game, line).count(0),
    "Staircase": lambda game, line: steps_between(game, line).count(1),
    "Butterfly": mirrored,
    "Fold": folded,
    "Chessboard": alternate,
    "Black Tie": lambda game, line: len(set(colours(game, line))) == 1,
    "Odd One Out": lambda game, line: reds_in(game, line) in (1, 4),
    "Packed House": lambda game, line: "High Card" not in game.hands,
    "Full Pews": lambda game, line: all(game.hands[i] != "High Card" for i in along(line)),
    "Variety Show": lambda game, line: len(set(game.hands)),
    "Upstairs": lambda game, line: line > 0 and place_of(game, line, line - 1) > 0,
    "Penthouse": lambda game, line: all(place_of(game, line, i) >= 0 for i in range(10)),
    "Only Child": lambda game, line: game.hands.count(game.hands[line]) == 1,
    "Last Dance": lambda game, line: game.hands_left == 0,
}
EVERY_LINE = ["Joker", "Spare Button", "Loose Step", "Trapdoor", "Rabbit Hole"]
EVERY_LINE += ["Candle", "Melting Clock", "Block of Ice"]

GROWTH = {
    "Runner": lambda game, line: is_straight(game.cards(LINES[line]), game.bent()),
    "Rain Barrel": lambda game, line: is_flush(game.cards(LINES[line]), game.bent()),
    "Portrait Gallery": lambda game, line: (
        game.count(line, lambda game, cell: game.is_face(cell)) if LINES[line] in ROWS else 0
    ),
    "Scrapbook": lambda game, line: line == 0,
    "Cold Store": lambda game, line: len(game.frozen) if line == 0 else 0,
    "Long Stay": lambda game, line: line == 0,
}
"""Jokers that gain, and how often they do by a line; by a hand they do at its first line."""

QUIET = [*BENDERS, "Oops! All 6s", "Masquerade", "Doorbell", "Freezer Burn", "Encore"]
QUIET += ["Third Hand", "Hall of Mirrors", "Echo"]
"""Jokers that give a line nothing of their own."""
IDLE_ALONE = ["Oops! All 6s", "Masquerade", "Doorbell", "Freezer Burn", "Encore"]
IDLE_ALONE += ["Hall of Mirrors", "Echo", "Queue"]
"""Jokers that are not offered to somebody who has none."""


def times(game, name, line, place):
    """How often a joker works for a line, if it stands at a place."""
    if name == "Queue":
        return place
    if name in EACH_CARD:
        return game.count(line, EACH_CARD[name])
    if name in LINE_BY_LINE:
        return int(LINE_BY_LINE[name](game, line))
    return 1 if name in EVERY_LINE or name in GROWTH else 0


# -- the game ---------------------------------------------------------------------

CARD_STREAM, ROLL_STREAM, OFFER_STREAM = 0, 1, 2


def shared(numbers, most=10**6):
    """How many draws of one in so many share a random word."""
    count = 1
    while count < most and numbers ** (count + 1) <= 2**31:
        count += 1
    return count


def joker(name, held=None):
    return {"name": name, "held": held_first(name) if held is None else held}


TARGETS = [1600, 5000, 9000, 18000, 32000, 50000]
"""What wins, by the number of picks."""


class Grid:
    """One round.  The board has a card for every cell; a joker is its name and what it holds."""

    def __init__(self, seed, jokers=None, picks=1, auto_freeze=True, **others):
        self.chance = Chance(seed)
        self.auto_freeze = auto_freeze
        self.jokers = [joker(name) for name in jokers or []]
        self.picks = picks if jokers is None else 0
        self.hands_left, self.score, self.bonuses = 7, 0, others.get("bonuses", False)
        self.target = others.get("target") or (TARGETS[picks] if jokers is None else 5000)
        self.board, self.frozen, self.lines, self.bonus = {}, [], [], None
        self.redraw()
        self.freeze_best_pair()
        self.offer()

    def copy(self):
        twin = object.__new__(Grid)
        vars(twin).update(vars(self))
        twin.chance = self.chance.copy()
        twin.board, twin.frozen = dict(self.board), list(self.frozen)
        twin.jokers = [dict(one) for one in self.jokers]
        return twin

    def place(self, position):
        """Lay a position over the deal, by the keys of `view`."""
        if "jokers" in position:
            laid = [one if isinstance(one, dict) else {"name": one} for one in position["jokers"]]
            self.jokers = [joker(one["name"], exact(one.get("held"))) for one in laid]
        if "board" in position:
            self.board = {cell: position["board"][cell[0]][cell[1]] for cell in CELLS}
        if "frozen" in position:
            self.frozen = sorted(tuple(cell) for cell in position["frozen"])
        else:
            self.freeze_best_pair()
        self.offers = position.get("offers", [])
        self.picks = min(max(self.picks - len(self.jokers), 1), 5 - len(self.jokers))
        for name in ("score", "target", "hands_left"):
            setattr(self, name, position.get(name, getattr(self, name)))
        self.lines = self.copy().scored(played=False) if self.hands_left < 7 else []
        self.hands = [hand(self.cards(cells), self.bent()) for cells in LINES]
        self.bonus = self.grid_bonus() if self.lines else None

    def view(self):
        return {
            "board": [[self.board[row, column] for column in SIDE] for row in SIDE],
            "frozen": [list(cell) for cell in sorted(self.frozen)],
            "jokers": [described(one["name"], one["held"]) for one in self.jokers],
            "offers": [described(name, held_first(name)) for name in self.offers],
            "hands_left": self.hands_left,
            "score": self.score,
            "target": self.target,
            "lines": self.lines,
            "bonus": self.bonus,
            "outcome": self.outcome(),
            **self.standing(),
        }

    def standing(self):
        phase = "draft" if self.offers else "play"
        why = {"won": "the target is reached", "lost": "no hands are left"}.get(self.outcome())
        return {"phase": "over" if why else phase, "ending": why}

    def outcome(self):
        if self.score >= self.target:
            return "won"
        return "lost" if self.hands_left == 0 else "playing"

    # -- what lies there ---

    def cards(self, cells):
        return tuple(self.board[cell] for cell in cells)

    def rank(self, cell):
        return self.board[cell][0]

    def suit(self, cell):
        return self.board[cell][1]

    def is_face(self, cell):
        return self.rank(cell) in "JQK" or self.power("Masquerade") > 0

    def bent(self):
        """The jokers that bend what a straight and a flush are."""
        return tuple(name for name in BENDERS if self.power(name))

    def times_scored(self, line, cell):
        first = self.power("Doorbell") if cell == LINES[line][0] else 0
        frozen = self.power("Freezer Burn") if cell in self.frozen else 0
        last = self.power("Encore") if self.hands_left == 0 else 0
        return 1 + first + frozen + last

    def count(self, line, wanted):
        """How often the cards are scored that a joker looks for."""
        return sum(self.times_scored(line, cell) for cell in LINES[line] if wanted(self, cell))

    # -- who does what ---

    def names(self):
        return [one["name"] for one in self.jokers]

    def leads_to(self, place, seen=()):
        """The place of the joker whose work is done at a place; None if there is none."""
        if place in seen or place == len(self.jokers):
            return None
        name = self.jokers[place]["name"]
        if name == "Hall of Mirrors":
            return self.leads_to(place + 1, (*seen, place))
        return self.leads_to(0, (*seen, place)) if name == "Echo" else place

    def power(self, name):
        """How many jokers do what this one does."""
        doers = [self.leads_to(place) for place in range(len(self.jokers))]
        return [self.jokers[doer]["name"] for doer in doers if doer is not None].count(name)

    def slots(self):
        return 2 + self.names().count("Third Hand")

    # -- what is allowed ---

    def moves(self):
        return [move for move in MOVES if self.can_play(move)]

    def can_play(self, move):
        word, *numbers = move.split()
        numbers = tuple(map(int, numbers))
        if self.outcome() != "playing" or (word == "d") != bool(self.offers):
            return False
        if word == "f":
            return numbers in self.frozen or len(self.frozen) < self.slots()
        if word == "u":
            return self.frozen != []
        if word == "o":
            return numbers[0] != numbers[1] and max(numbers) < len(self.jokers)
        return True

    # -- a move, step by step ---

    def play(self, move):
        word, *numbers = move.split()
        {"f": self.freeze, "u": self.unfreeze, "s": self.hand, "d": self.take, "o": self.order}[
            word
        ](*map(int, numbers))

    def freeze(self, row, column):
        if (row, column) in self.frozen:
            self.frozen.remove((row, column))
        else:
            self.frozen.append((row, column))
        self.touch()

    def unfreeze(self):
        self.frozen = []
        self.touch()

    def touch(self):
        """Someone touched the freezes."""
        for one in self.jokers:
            if "until the freezes are touched" in TEXTS[one["name"]]:
                one["held"] = 0

    def take(self, offer):
        self.jokers.append(joker(self.offers[offer]))
        self.picks -= 1
        self.offer()

    def order(self, start, end):
        self.jokers.insert(end, self.jokers.pop(start))

    def hand(self):
        self.hands_left -= 1
        self.redraw()
        self.lines = self.scored(played=True)
        self.score += sum(line["score"] for line in self.lines)
        self.bonus = self.grid_bonus()
        self.score += self.bonus["gain"] if self.bonus else 0
        for one in self.jokers:
            gained = self.gained(one["name"], range(10))
            one["held"] += gained
            if loss(one["name"]):
                faded = one["held"] - loss(one["name"])
                one["held"] = max(faded, held_least(one["name"]))

    def redraw(self):
        cells = [cell for cell in CELLS if cell not in self.frozen]
        together = shared(52)
        while cells:
            picks = digits(self.chance.below(CARD_STREAM, 52**together), [52] * together)
            for pick in picks[: len(cells)]:
                self.board[cells.pop(0)] = CARDS[pick]

    def freeze_best_pair(self):
        """A pair in one line; of these, or else of all, the highest; of these the first."""
        pairs = [pair for pair in combinations(CELLS, 2) if is_pair(self.cards(pair))]
        pairs.sort(key=lambda pair: (in_line(*pair), RANKS.index(self.rank(pair[0]))))
        best = [pair for pair in pairs if self.is_as_good(pair, pairs[-1])]
        self.frozen = list(min(best)) if best and self.auto_freeze else []

    def is_as_good(self, pair, other):
        return self.rank(pair[0]) == self.rank(other[0]) and in_line(*pair) == in_line(*other)

    def offer(self):
        """Offer three different jokers, as long as there are picks."""
        self.offers = []
        while self.picks and len(self.offers) < 3:
            names = [name for name in NAMES if self.jokers or name not in IDLE_ALONE]
            name = names[self.chance.below(OFFER_STREAM, len(names))]
            if name not in self.offers:
                self.offers.append(name)

    # -- scoring ---

    def grid_bonus(self):
        """What the whole grid adds to the sum of the lines; None if nothing."""
        suits = {card[1] for card in self.board.values()}
        colours = {colour(card) for card in self.board.values()}
        images = [
            lambda row, column: (row, 4 - column),
            lambda row, column: (4 - row, column),
            lambda row, column: (column, row),
            lambda row, column: (4 - column, 4 - row),
        ]
        axes = sum(all(self.rank(image(*at)) == self.rank(at) for at in CELLS) for image in images)
        parts = {
            "Ten Lines": Fraction(3, 2) if "High Card" not in self.hands else 1,
            "One Suit": 3 if len(suits) == 1 else 1,
            "One Colour": Fraction(5, 4) if len(colours) == 1 < len(suits) else 1,
            "Mirror": 1 + Fraction(axes, 4),
        }
        times, points = Fraction(1), sum(line["score"] for line in self.lines)
        for factor in parts.values():
            times = hundredths(times * factor)
        if not self.bonuses or times == 1:
            return None
        there = {name: shown(factor) for name, factor in parts.items() if factor > 1}
        return {
            "parts": [{"name": name, "times": factor} for name, factor in there.items()],
            "times": shown(times),
            "gain": floor(points * times) - points,
        }

    def scored(self, played):
        """The ten lines: each its hand, what every joker made of it, and its score.

        Where no hand is *played* nothing grows, and no luck is had.
        """
        self.hands = [hand(self.cards(cells), self.bent()) for cells in LINES]
        chips = [BASES[name][0] for name in self.hands]
        mult = [Fraction(BASES[name][1]) for name in self.hands]
        steps = [[] for _ in LINES]
        for place, one in enumerate(self.jokers):
            for line in range(10):
                before = chips[line], mult[line]
                for sign, number, what in self.given_to(line, place, played):
                    if what == "chips":
                        chips[line] += int(number)
                    elif sign == "+":
                        mult[line] = min(mult[line] + number, MOST_MULT)
                    else:
                        mult[line] = min(hundredths(mult[line] * number), MOST_MULT)
                if (chips[line], mult[line]) != before:
                    steps[line].append(step(place, one["name"], chips[line], mult[line]))
        return [
            {
                "line": LINE_NAMES[line],
                "hand": self.hands[line],
                "base_chips": BASES[self.hands[line]][0],
                "base_mult": BASES[self.hands[line]][1],
                "chips": chips[line],
                "mult": shown(mult[line]),
                "score": floor(chips[line] * mult[line]),
                "jokers": steps[line],
            }
            for line in range(10)
        ]

    def given_to(self, line, place, played):
        """All that the joker at a place gives a line, gift by gift."""
        source = self.leads_to(place)
        if source is None:
            return []
        name = self.jokers[source]["name"]
        held = self.jokers[source]["held"]
        if played:
            held += self.gained(name, range(line + 1))
        elif odds(name) > 1:
            return []
        tries = times(self, name, line, place)
        return given(name, held) * self.lucky(odds(name), tries)

    def gained(self, name, lines):
        """What a joker gains by some lines."""
        if name not in GROWTH:
            return 0
        return gain(name) * sum(int(GROWTH[name](self, line)) for line in lines)

    def lucky(self, odds, tries):
        """How many tries succeed, each 1 time in so many."""
        if odds == 1:
            return tries
        rolls = []
        while len(rolls) < tries:
            together = shared(odds, tries - len(rolls))
            rolls += digits(self.chance.below(ROLL_STREAM, odds**together), [odds] * together)
        chances = 2 ** self.power("Oops! All 6s")
        return sum(roll < chances for roll in rolls)


def is_pair(cards):
    return cards[0][0] == cards[1][0]


def in_line(first, second):
    return any(first in line and second in line for line in LINES)


def exact(held):
    return None if held is None else Fraction(str(held))


def described(name, held):
    return {"name": name, "text": TEXTS[name], "held": shown(held)}


def hundredths(number):
    return Fraction(floor(100 * number), 100)


def step(place, name, chips, mult):
    return {"place": place, "name": name, "chips": chips, "mult": shown(mult)}
