"""A slow Solitaire Crush in obvious Python, written from the rule book and from nothing else.

It shares no line with `cardhouse`: when both agree, both have read the book alike.
"""

from itertools import chain, combinations, permutations

from tests.naive_chance import Chance

# -- the grid: a cell is (row, column), row 0 at the top --------------------------

ROWS = COLUMNS = range(7)
CELLS = [(row, column) for row in ROWS for column in COLUMNS]


def is_neighbour(cell, other):
    (row, column), (other_row, other_column) = cell, other
    return abs(row - other_row) + abs(column - other_column) == 1


def straight(first, last):
    """The cells from one to another, if they lie in a row or a column; else none."""
    row, column = first
    across = [(row, between) for between in range(column, last[1] + 1)]
    down = [(between, column) for between in range(row, last[0] + 1)]
    return next((cells for cells in (across, down) if cells[-1:] == [last]), [])


# -- moves: a word and its cells, also as text; their order is their number -------

PAIRS = list(combinations(CELLS, 2))
RUNS = {ends: straight(*ends) for ends in PAIRS if len(straight(*ends)) >= 3}
EACH = [(cell,) for cell in CELLS]
KINDS = {
    "slide": [pair for pair in PAIRS if is_neighbour(*pair)],
    "clear": list(RUNS),
    "use": list(permutations(CELLS, 2)),
    "swap": PAIRS,
    "bomb": EACH,
    "blast": EACH,
}


def text_of(word, cells):
    return " ".join([word, *(f"{row},{column}" for row, column in cells)])


READ = {text_of(word, cells): (word, cells) for word in KINDS for cells in KINDS[word]}
MOVES = list(READ)
CLEARS = [move for move in MOVES if move.startswith("clear")]


# -- sequences: every one there is, by writing them all down ----------------------

RANKS = "23456789TJQKA"
SUITS = "cdhs"
LADDER = "A23456789TJQKA"
JOKER = "**"
WILD_CARDS = [JOKER, *("2" + suit for suit in SUITS)]


def clean_sequences():
    """Consecutive ranks of one suit, rising or falling."""
    for length in range(3, 8):
        for start in range(len(LADDER) - length + 1):
            for suit in SUITS:
                cards = tuple(rank + suit for rank in LADDER[start : start + length])
                yield from (cards, cards[::-1])


def with_one_wild(cards):
    """The same cards, with a wild one for one of them."""
    for place in range(len(cards)):
        for wild in WILD_CARDS:
            yield (*cards[:place], wild, *cards[place + 1 :])


CLEAN = set(clean_sequences())
SEQUENCES = CLEAN | {dirty for cards in CLEAN for dirty in with_one_wild(cards)}


# -- the game ---------------------------------------------------------------------

CARD_STREAM, TAG_STREAM, SLOT_STREAM = 0, 1, 2
DECK = [rank + suit for suit in SUITS for rank in RANKS] * 2 + [JOKER] * 4
TAGS = ["bomb"] * 10 + ["swapper"] * 10 + [""] * 88


class Crush:
    """One game.  The board has a card and a tag for every cell that is not empty."""

    def __init__(self, seed):
        self.chance = Chance(seed)
        self.score, self.base, self.chain = 0, 10, 1
        self.free_swaps = self.free_bombs = 3
        self.is_over = False
        self.make_deck()
        self.board = {(row, column): self.deck.pop() for row in (4, 5, 6) for column in COLUMNS}

    def make_deck(self):
        cards, tags = list(DECK), list(TAGS)
        self.chance.shuffle(CARD_STREAM, cards)
        self.chance.shuffle(TAG_STREAM, tags)
        self.deck = list(zip(cards, tags, strict=True))

    def copy(self):
        twin = object.__new__(Crush)
        vars(twin).update(vars(self))
        twin.chance = self.chance.copy()
        twin.board, twin.deck = dict(self.board), list(self.deck)
        return twin

    def place(self, position):
        """Lay a position over the deal, by the keys of `view`; the deck to come is a new one."""
        if "board" in position:
            cards = {cell: position["board"][cell[0]][cell[1]] for cell in CELLS}
            self.board = {cell: (card, "") for cell, card in cards.items() if card != "--"}
        if "tags" in position:
            for cell, (card, _) in self.board.items():
                self.board[cell] = card, position["tags"][cell[0]][cell[1]]
        for name in ("score", "base", "chain", "free_swaps", "free_bombs"):
            setattr(self, name, position.get(name, getattr(self, name)))
        self.make_deck()
        self.deck = self.deck[: position.get("deck_left", 108)]
        self.is_over = position.get("outcome") == "over" and self.is_full()

    def view(self):
        return {
            "board": [[self.piece(row, column)[0] for column in COLUMNS] for row in ROWS],
            "tags": [[self.piece(row, column)[1] for column in COLUMNS] for row in ROWS],
            "score": self.score,
            "base": self.base,
            "chain": self.chain,
            "free_swaps": self.free_swaps,
            "free_bombs": self.free_bombs,
            "deck_left": len(self.deck),
            "outcome": "over" if self.is_over else "playing",
            "phase": "over" if self.is_over else "play",
            "ending": "a card had to drop, and no slot was empty" if self.is_over else None,
        }

    def piece(self, row, column):
        return self.board.get((row, column), ("--", ""))

    # -- what is allowed ---

    def moves(self):
        return [] if self.is_over else [move for move in MOVES if self.can_play(move)]

    def can_play(self, move):
        word, cells = READ[move]
        held = [cell in self.board for cell in cells]
        if self.is_over or not any(held):
            return False
        if word == "slide":
            (row, _), (other_row, _) = cells
            return all(held) or row == other_row
        return all(held) and self.can_play_cards(word, cells)

    def can_play_cards(self, word, cells):
        tag = self.board[cells[0]][1]
        if word == "clear":
            return self.cards(RUNS[cells]) in SEQUENCES
        if word == "use":
            return tag == "swapper" and not is_neighbour(*cells)
        if word == "swap":
            return self.free_swaps > 0
        return tag == "bomb" if word == "bomb" else self.free_bombs > 0

    def cards(self, cells):
        return tuple(self.piece(*cell)[0] for cell in cells)

    def is_full(self):
        return len(self.board) == len(CELLS)

    # -- a move, step by step ---

    def play(self, move):
        word, cells = READ[move]
        getattr(self, word)(*cells)
        if word != "clear":
            self.chain = 1
        self.fall()
        self.drop()

    def slide(self, first, second):
        pieces = self.board.pop(second, None), self.board.pop(first, None)
        for cell, piece in zip((first, second), pieces, strict=True):
            if piece is not None:
                self.board[cell] = piece

    def clear(self, first, last):
        cells = RUNS[first, last]
        bonus = 2 if len(cells) == 7 and self.cards(cells) in CLEAN else 1
        self.score += len(cells) * self.base * self.chain * bonus
        self.base += 1
        self.chain += 1
        for cell in cells:
            del self.board[cell]

    def use(self, swapper, other):
        self.board[swapper] = self.board[swapper][0], ""
        self.slide(swapper, other)

    def swap(self, first, second):
        self.free_swaps -= 1
        self.slide(first, second)

    def bomb(self, cell):
        del self.board[cell]

    def blast(self, cell):
        self.free_bombs -= 1
        del self.board[cell]

    def fall(self):
        for column in COLUMNS:
            pieces = [self.board.pop((row, column)) for row in ROWS if (row, column) in self.board]
            for row, piece in zip(reversed(ROWS), reversed(pieces), strict=False):
                self.board[row, column] = piece

    def drop(self):
        """One card drops onto the lowest row that has a slot; without any, the game is over."""
        if self.is_full():
            self.is_over = True
            return
        lowest = max(row for row, column in CELLS if (row, column) not in self.board)
        slots = [(lowest, column) for column in COLUMNS if (lowest, column) not in self.board]
        slot = slots[self.chance.below(SLOT_STREAM, len(slots))]
        if not self.deck:
            self.make_deck()
        self.board[slot] = self.deck.pop()


# -- a player ---------------------------------------------------------------------


def keen_move(game, turns):
    """Choose a move as someone who wants to clear, each time the first of its kind by turns.

    A clear; else a slide, a use or a swap after which there is one (the card that will drop is
    known to the player); else a bomb, a free bomb or a slide.
    """
    kinds = {word: [] for word in KINDS}
    for move in filter(game.can_play, turns):
        kinds[READ[move][0]].append(move)
    aimed = kinds["slide"] + kinds["use"] + kinds["swap"]
    others = kinds["bomb"] + kinds["blast"] + kinds["slide"]
    return next(chain(kinds["clear"], (move for move in aimed if opens(game, move)), others))


def opens(game, move):
    """Return whether there is a clear after a move."""
    game = game.copy()
    game.play(move)
    return any(map(game.can_play, CLEARS))
