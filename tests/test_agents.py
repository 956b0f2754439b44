"""What the bots take to be so, held to the rules."""

from itertools import product

import cardhouse
from cardhouse.agents.crush_outlook import is_three
from cardhouse.core.cards import DECK, EMPTY, JOKER, SUIT_STEP
from cardhouse.core.flat import copy_state
from cardhouse.games.crush.board import COLUMNS
from cardhouse.games.crush.sequence import is_sequence

TWO_SUITS = [card for card in DECK if card < 2 * SUIT_STEP]
FIRST = 2


def test_crush_bots_know_every_three_cards_that_make_a_sequence():
    s = copy_state(cardhouse.new("crush", seed=7).state)
    found = 0
    for cards in product([*TWO_SUITS, JOKER, EMPTY], repeat=3):
        for i, card in enumerate(cards):
            s.board[FIRST + i * COLUMNS] = card
        right = is_sequence(s, FIRST, FIRST + 2 * COLUMNS)
        assert is_three(s, FIRST, COLUMNS) == right, cards
        found += right
    assert found > 0
