"""Two ways to write cells, cards and places in a sentence.

A terminal and a record write them as they are typed (ALL-6).  People who look at a
page are told of rows and columns counted from one, and see the signs of suits.
"""

from dataclasses import dataclass

from cardhouse.core.cards import (
    EMPTY,
    JOKER,
    RANK_LETTERS,
    SUIT_SIGNS,
    TEN,
    card_text,
    rank_of,
    suit_of,
)
from cardhouse.core.grid import cell_text, column_of, row_of


@dataclass(frozen=True)
class Words:
    """How a sentence writes what lies on the table."""

    from_one: bool
    """Whether rows and columns are counted from one and called so, and suits are signs."""

    def cell(self, cell: int, columns: int) -> str:
        """Write a cell.

        >>> TYPED.cell(17, columns=5), SPOKEN.cell(17, columns=5)
        ('3,2', 'row 4, column 3')
        """
        if not self.from_one:
            return cell_text(cell, columns)
        return f"row {row_of(cell, columns) + 1}, column {column_of(cell, columns) + 1}"

    def index(self, index: int) -> str:
        """Write which row, column or place it is.

        >>> TYPED.index(0), SPOKEN.index(0)
        ('0', '1')
        """
        return str(index + self.from_one)

    def rank(self, card: int) -> str:
        """Write a card's rank.

        >>> TYPED.rank(26), SPOKEN.rank(26)
        ('T', '10')
        """
        ten = self.from_one and rank_of(card) == TEN
        return str(TEN) if ten else RANK_LETTERS[rank_of(card)]

    def card(self, card: int) -> str:
        """Write a card; a joker is called one.

        >>> TYPED.card(26), SPOKEN.card(26), SPOKEN.card(JOKER)
        ('Td', '10♦', 'a joker')
        """
        if card == JOKER:
            return "a joker"
        if card == EMPTY or not self.from_one:
            return card_text(card)
        return self.rank(card) + SUIT_SIGNS[suit_of(card)]


TYPED = Words(from_one=False)
SPOKEN = Words(from_one=True)
