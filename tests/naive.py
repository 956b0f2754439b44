"""A slow Poker Boom in obvious Python, written from the rule book and from nothing else.

It shares no line with `cardhouse`: when both agree, both have read the book alike.
"""

from collections import Counter

from tests.naive_chance import Chance, digits

# -- the board: a cell is (row, column) -------------------------------------------

ROWS, COLUMNS = range(10), range(5)


def neighbours(cell):
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return {(row, column) for row, column in around if row in ROWS and column in COLUMNS}


def selections():
    """Every five connected cells, by growing sets cell by cell; their order is their number."""
    found = {frozenset([(row, column)]) for row in ROWS for column in COLUMNS}
    for _ in range(4):
        found = {
            cells | {more} for cells in found for cell in cells for more in neighbours(cell) - cells
        }
    return sorted(tuple(sorted(cells)) for cells in found)


def is_stroke(cells, walked=()):
    """Return whether one stroke can go through all the cells."""
    steps = (neighbours(walked[-1]) if walked else set(cells)) & set(cells) - set(walked)
    return len(walked) == len(cells) or any(is_stroke(cells, (*walked, step)) for step in steps)


SELECTIONS = selections()
STROKES = [selection for selection in SELECTIONS if is_stroke(selection)]

SIDES = {"left": ROWS, "right": ROWS, "top": COLUMNS, "bottom": COLUMNS}
SPOTS = [(side, index) for side, indexes in SIDES.items() for index in indexes]


def blast(side, index):
    """The cells of the two lines along a side, nearest the bomb first."""
    reach = []
    for row in ROWS:
        for column in COLUMNS:
            depth = {"left": column, "right": 4 - column, "top": row, "bottom": 9 - row}[side]
            along = row if side in ("left", "right") else column
            if depth < 2:
                reach.append((abs(along - index) + depth, depth, along, (row, column)))
    return [cell for _, _, _, cell in sorted(reach)]


# -- hands ------------------------------------------------------------------------

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
STRAIGHTS = [set(ranks) for ranks in ["A2345"] + [RANKS[i : i + 5] for i in range(9)]]
POINTS = {
    "One Pair": 50,
    "Two Pair": 120,
    "Three of a Kind": 200,
    "Straight": 300,
    "Flush": 350,
    "Full House": 600,
    "Four of a Kind": 900,
    "Straight Flush": 1400,
    "Royal Flush": 2000,
}
REPEATS = {(5,): "Four of a Kind", (4, 1): "Four of a Kind", (3, 2): "Full House"}
LOWER_REPEATS = {(3, 1, 1): "Three of a Kind", (2, 2, 1): "Two Pair", (2, 1, 1, 1): "One Pair"}


def hand(cards):
    """Name the hand that five cards make."""
    ranks = {card[0] for card in cards}
    counts = tuple(sorted(Counter(card[0] for card in cards).values(), reverse=True))
    is_flush = len({card[1] for card in cards}) == 1
    if ranks in STRAIGHTS and is_flush:
        return "Royal Flush" if ranks == set("TJQKA") else "Straight Flush"
    if counts in REPEATS:
        return REPEATS[counts]
    if is_flush:
        return "Flush"
    if ranks in STRAIGHTS:
        return "Straight"
    return LOWER_REPEATS.get(counts, "High Card")


# -- the game ---------------------------------------------------------------------

CARD_STREAM, BOMB_STREAM, BLAST_STREAM = 0, 1, 2


class Boom:
    """One game; *row* is a level's target, moves, bombs, every, fuse_low and fuse_high."""

    def __init__(self, seed, level=None, row=None, path=False):
        self.chance = Chance(seed)
        self.level = level
        self.endless = row is None
        self.target, self.moves_left, bombs, self.every, self.fuse_low, self.fuse_high = (
            (None, None, 2, 4, 4, 8) if row is None else row
        )
        self.shapes = STROKES if path else SELECTIONS
        self.board = {}
        self.scorch = {(row, column): 0 for row in ROWS for column in COLUMNS}
        self.bombs = []
        self.score, self.combo, self.played, self.since, self.blasts = 0, 1, 0, 0, 0
        self.refill()
        while not any(map(self.allows, self.shapes)):
            self.board = {}
            self.refill()
        for _ in range(bombs):
            self.bring_bomb()

    def copy(self):
        twin = object.__new__(Boom)
        vars(twin).update(vars(self))
        twin.chance = self.chance.copy()
        twin.board, twin.scorch = dict(self.board), dict(self.scorch)
        twin.bombs = [dict(bomb) for bomb in self.bombs]
        return twin

    def place(self, position):
        """Lay a position over the deal, by the keys of `view`."""
        for name, cells in (("board", self.board), ("scorch", self.scorch)):
            if name in position:
                cells.update({cell: position[name][cell[0]][cell[1]] for cell in cells})
        self.bombs = [dict(bomb) for bomb in position.get("bombs", [])]
        self.score, self.combo = position.get("score", 0), position.get("combo", 1)
        self.target = position.get("target", self.target)
        self.moves_left = position.get("moves_left", self.moves_left)

    def view(self):
        return {
            "board": [[self.board[row, column] for column in COLUMNS] for row in ROWS],
            "scorch": [[self.scorch[row, column] for column in COLUMNS] for row in ROWS],
            "bombs": self.bombs,
            "score": self.score,
            "combo": self.combo,
            "clutch": 125 if self.is_clutch() else 100,
            "moves_left": self.moves_left,
            "target": self.target,
            "level": self.level,
            "mode": "endless" if self.endless else "level",
            "outcome": self.outcome(),
            "phase": "play" if self.outcome() == "playing" else "over",
            "ending": self.why(),
        }

    # -- what is allowed, and the end ---

    def allows(self, cells):
        free = not any(self.scorch[cell] for cell in cells)
        return free and hand([self.board[cell] for cell in cells]) != "High Card"

    def ended(self):
        return not self.endless and (self.score >= self.target or self.moves_left <= 0)

    def can_play(self, cells):
        return not self.ended() and cells in self.shapes and self.allows(cells)

    def moves(self):
        return [] if self.ended() else [cells for cells in self.shapes if self.allows(cells)]

    def outcome(self):
        if not self.endless and self.score >= self.target:
            return "won"
        if self.ended():
            return "lost"
        if not any(map(self.allows, self.shapes)):
            return "over" if self.endless else "lost"
        return "playing"

    def why(self):
        """Why it has ended, if it has."""
        if self.outcome() in ("lost", "over"):
            return "no moves are left" if self.moves_left == 0 else "no hand is left on the board"
        return "the target is reached" if self.outcome() == "won" else None

    # -- a move, step by step ---

    def play(self, cells):
        name = hand([self.board[cell] for cell in cells])
        self.gain(name)
        self.defuse(name)
        for cell in cells:
            del self.board[cell]
        self.fall()
        self.refill()
        self.scorch = {cell: max(0, timer - 1) for cell, timer in self.scorch.items()}
        if name != "Straight":
            for bomb in self.bombs:
                bomb["fuse"] -= 1
        self.explode()
        self.played += 1
        self.since += 1
        self.bring_due_bomb()
        if not self.endless:
            self.moves_left -= 1

    def gain(self, name):
        points = POINTS[name] * self.combo
        self.score += points * 5 // 4 if self.is_clutch() else points
        self.combo += 1

    def is_clutch(self):
        return any(bomb["fuse"] == 1 for bomb in self.bombs)

    def defuse(self, name):
        disarmed = {"Full House": 1, "Four of a Kind": 1, "Straight Flush": 2, "Royal Flush": 2}
        by_fuse = sorted(self.bombs, key=lambda bomb: bomb["fuse"])  # the oldest stays first
        for bomb in by_fuse[: disarmed.get(name, 0)]:
            self.bombs.remove(bomb)
        if name == "Flush" and by_fuse:
            by_fuse[0]["fuse"] += 2
        if name in ("Four of a Kind", "Royal Flush"):
            for bomb in self.bombs:
                bomb["fuse"] += 1

    def fall(self):
        for column in COLUMNS:
            cards = [self.board.pop((row, column)) for row in ROWS if (row, column) in self.board]
            for row, card in zip(reversed(ROWS), reversed(cards), strict=False):
                self.board[row, column] = card

    def refill(self):
        empty = [
            (row, column)
            for column in COLUMNS
            for row in reversed(ROWS)
            if (row, column) not in self.board
        ]
        for start in range(0, len(empty), 5):
            cards = digits(self.chance.below(CARD_STREAM, 52**5), [52] * 5)
            for cell, card in zip(empty[start : start + 5], cards, strict=True):
                self.board[cell] = CARDS[card]

    def explode(self):
        exploding = [bomb for bomb in self.bombs if bomb["fuse"] == 0]
        for bomb in exploding:
            self.bombs.remove(bomb)
            count = 6 + self.chance.below(BLAST_STREAM, 5)
            self.blasts += 1
            for cell in blast(bomb["side"], bomb["index"])[:count]:
                self.scorch[cell] = self.scorch_moves()
        if exploding:
            cells = [(row, column) for row in ROWS for column in COLUMNS]
            cards = [self.board[cell] for cell in cells]
            self.chance.shuffle(BLAST_STREAM, cards)
            self.board = dict(zip(cells, cards, strict=True))
            self.combo = 1

    def scorch_moves(self):
        """Three moves; in endless mode, from the 51st blast on, one more with every blast."""
        return min(99, 3 + max(0, self.blasts - 50)) if self.endless else 3

    def bring_due_bomb(self):
        every = max(1, self.every - self.played // 10) if self.endless else self.every
        if self.since >= every:
            self.since = 0
            if len(self.bombs) < 12:
                self.bring_bomb()

    def bring_bomb(self):
        taken = [(bomb["side"], bomb["index"]) for bomb in self.bombs]
        free = [spot for spot in SPOTS if spot not in taken]
        high = self.fuse_high
        if self.endless:
            high = max(self.fuse_low + 1, high - self.played // 20)
        side, index = free[self.chance.below(BOMB_STREAM, len(free))]
        fuse = self.fuse_low + self.chance.below(BOMB_STREAM, high - self.fuse_low + 1)
        self.bombs.append({"side": side, "index": index, "fuse": fuse})
