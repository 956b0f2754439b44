"""Cards as integers, and as text (ALL-6)."""

import pytest

from cardhouse.core.cards import (
    ACE,
    CARDS,
    CLUBS,
    DECK,
    EMPTY,
    HEARTS,
    JOKER,
    SPADES,
    TEN,
    card_at,
    card_text,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)

TEXTS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def test_there_are_fifty_two_cards_and_each_is_another():
    assert len(DECK) == len(set(DECK)) == CARDS == 52
    assert EMPTY not in DECK
    assert JOKER not in DECK


def test_cards_are_numbered_clubs_first_and_twos_first():
    assert [card_text(card_at(number)) for number in range(CARDS)] == TEXTS


def test_every_card_is_its_suit_and_its_rank():
    assert {(suit_of(card), rank_of(card)) for card in DECK} == {
        (suit, rank) for suit in range(4) for rank in range(2, 15)
    }
    assert all(make_card(suit_of(card), rank_of(card)) == card for card in DECK)


def test_no_card_and_a_joker_have_rank_zero():
    assert rank_of(EMPTY) == rank_of(JOKER) == 0


@pytest.mark.parametrize("card", [*DECK, JOKER, EMPTY], ids=card_text)
def test_every_card_reads_back_as_itself(card):
    assert parse_card(card_text(card)) == card


@pytest.mark.parametrize("text", [*TEXTS, "**", "--"])
def test_every_text_is_written_back_as_itself(text):
    assert card_text(parse_card(text)) == text


def test_a_card_is_rank_then_suit():
    assert parse_card("2c") == make_card(CLUBS, 2)
    assert parse_card("Th") == make_card(HEARTS, TEN)
    assert parse_card("As") == make_card(SPADES, ACE)


@pytest.mark.parametrize("text", TEXTS)
def test_a_rank_may_be_lower_case_and_a_suit_upper_case_or_a_sign(text):
    rank, suit = text
    ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
    for spelling in [r + s for r in ranks for s in (suit, suit.upper(), SIGNS[suit])]:
        assert parse_card(spelling) == parse_card(text), spelling


NO_CARDS = [
    *("", " ", "T", "h", "10", "♥", "hT", "Thh", "TTh", "T h", " Th", "Th ", "Th\n"),
    *("1h", "0h", "11h", "010h", "14c", "Xh", "Tx", "-h", "-c", "*h", "*", "-", "***", "---"),
    *("+-", "2", "\u0665h", "2\u2661", "Th\x00", "\ud800h", "Ace of spades", "T" * 10_000),
]


@pytest.mark.parametrize("text", NO_CARDS, ids=lambda text: ascii(text[:12]))
def test_what_is_no_card_is_refused_in_a_sentence(text):
    with pytest.raises(
        ValueError, match=r"^'.*' is not a card; a card is a rank and a suit"
    ) as error:
        parse_card(text)
    assert len(str(error.value)) < 200
