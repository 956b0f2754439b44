"""Colour and signs: where a terminal has them, and only there."""

import io
import os

import pytest

from cardhouse import GAMES
from cardhouse.core.cards import DECK, RANK_LETTERS, SUIT_LETTERS, SUIT_SIGNS, card_text
from cardhouse.terminal.paint import (
    BOLD,
    DIM,
    LETTER_COMMANDS,
    RED,
    YELLOW,
    Paint,
    paint_for,
    sentences,
)
from cardhouse.terminal.session import screen_of
from tests.terminal.drawn import uncoloured

COLOURS = {"c": "32", "d": "36", "h": "31", "s": "1"}
CARDS = [card_text(card) for card in DECK]


class Stream(io.StringIO):
    """An output that says of itself what it is told to."""

    def __init__(self, encoding="utf-8", terminal=True):
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return self._terminal


@pytest.fixture(autouse=True)
def usual_terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


# -- painting -----------------------------------------------------------------


@pytest.mark.parametrize("code", [RED, YELLOW, DIM, BOLD])
def test_a_text_is_coloured_and_the_colour_ends_with_it(code):
    assert Paint(colour=True).text("boom", code) == f"\x1b[{code}mboom\x1b[0m"


def test_without_colour_a_text_stays_as_it_is():
    assert Paint(colour=False).text("boom", RED) == "boom"


def test_nothing_is_painted_unless_asked_for():
    assert Paint() == Paint(colour=False, signs=False)


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_its_rank_and_its_sign_in_its_suits_colour(card):
    rank, suit = card
    sign = SUIT_SIGNS[SUIT_LETTERS.index(suit)]
    assert Paint().card(card) == card
    assert Paint(signs=True).card(card) == rank + sign
    assert Paint(colour=True).card(card) == f"\x1b[{COLOURS[suit]}m{card}\x1b[0m"
    assert Paint(colour=True, signs=True).card(card) == f"\x1b[{COLOURS[suit]}m{rank}{sign}\x1b[0m"


@pytest.mark.parametrize(("text", "code"), [("**", YELLOW), ("--", DIM)])
def test_a_joker_is_yellow_and_an_empty_slot_dim_with_signs_and_without(text, code):
    for signs in (False, True):
        assert Paint(signs=signs).card(text) == text
        assert Paint(colour=True, signs=signs).card(text) == f"\x1b[{code}m{text}\x1b[0m"


def test_the_four_suits_jokers_and_slots_have_six_colours():
    painted = [Paint(colour=True).card("A" + suit).replace(suit, "") for suit in SUIT_LETTERS]
    painted += [Paint(colour=True).card(text).replace(text, "A") for text in ("**", "--")]
    assert len(set(painted)) == 6


def test_a_card_is_two_letters_wide_however_it_was_written():
    for text in ("10h", "th", "TH", "T♥", "**", "--", *CARDS):
        for paint in (Paint(), Paint(signs=True), Paint(colour=True, signs=True)):
            assert len(uncoloured(paint.card(text))) == 2
    assert Paint().card("10♥") == "Th"


def test_the_ranks_are_those_of_the_game():
    assert [Paint().card(rank + "s")[0] for rank in RANK_LETTERS[2:]] == list("23456789TJQKA")


@pytest.mark.parametrize("text", ["", "-", "*", "***", "1h", "b", "4hb", "joker"])
def test_what_is_no_card_is_not_drawn(text):
    with pytest.raises(ValueError, match="is not a card"):
        Paint().card(text)


def test_words_have_letters_for_their_signs_where_there_are_no_signs():
    words = "3♥ × 10, T♣ 9♦ A♠ ** --"
    assert Paint(signs=True).words(words) == words
    assert Paint(signs=False).words(words) == "3h x 10, Tc 9d As ** --"


@pytest.mark.parametrize("card", CARDS)
def test_a_card_in_words_gets_its_sign_where_there_are_signs(card):
    sign = card[0] + SUIT_SIGNS[SUIT_LETTERS.index(card[1])]
    for words in ("{} at 0,3 frozen", "takes {}, then", "({})", "{}", "a {} and a {}"):
        assert Paint(signs=True).words(words.replace("{}", card)) == words.replace("{}", sign)
        assert Paint(signs=False).words(words.replace("{}", card)) == words.replace("{}", card)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "as",
        "Ash",
        "1s",
        "10h",
        "66s",
        "Jack",
        "ah",
        "Q K A 2 3",
        "(J, Q, K)",
        "2 to T",
        "Oops! All 6s: x",
    ],
)
def test_other_words_stay_as_they_are(words):
    for signs in (False, True):
        assert Paint(signs=signs).words(words) == words


def told(*texts):
    return [{"event": "word", "text": text} for text in texts]


def test_what_happened_is_told_in_sentences():
    assert (
        sentences(told("a card drops", "4h is taken: +3"), ()) == "A card drops. 4h is taken: +3."
    )
    assert sentences(told("", "+5"), ()) == "+5."
    assert sentences([], ()) == ""


def test_what_goes_unsaid_is_not_told():
    events = [{"event": name, "text": name} for name in ("fall", "drop", "end")]
    assert sentences(events, {"fall", "end"}) == "Drop."


def test_sentences_are_broken_between_words_at_seventy_eight_letters():
    lines = sentences(told(*["a hand of cards"] * 20), ()).splitlines()
    assert max(map(len, lines)) <= 78
    assert min(map(len, lines[:-1])) > 78 - len("cards.")
    assert " ".join(lines) == " ".join(["A hand of cards."] * 20)


def test_a_box_is_drawn_with_lines_where_there_are_signs_and_with_letters_elsewhere():
    assert Paint(signs=True).box == {"top": "┌─┐", "side": "│", "bottom": "└─┘"}
    assert Paint(signs=False).box == {"top": "+-+", "side": "|", "bottom": "+-+"}
    assert all(part.isascii() for part in Paint(signs=False).box.values())


# -- choosing -----------------------------------------------------------------


def test_a_terminal_has_colour_and_signs():
    assert paint_for(Stream()) == Paint(colour=True, signs=True)


def test_what_is_no_terminal_has_no_colour():
    assert paint_for(Stream(terminal=False)) == Paint(colour=False, signs=True)


@pytest.mark.parametrize("value", ["1", "0", "true", " "])
def test_no_color_is_obeyed_whatever_it_says(monkeypatch, value):
    monkeypatch.setenv("NO_COLOR", value)
    assert paint_for(Stream()) == Paint(colour=False, signs=True)


def test_an_empty_no_color_asks_for_nothing(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "")
    assert paint_for(Stream()).colour


def test_a_dumb_terminal_has_no_colour(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert paint_for(Stream()) == Paint(colour=False, signs=True)


def test_a_terminal_without_a_name_has_colour(monkeypatch):
    monkeypatch.delenv("TERM")
    assert paint_for(Stream()).colour


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", "utf8", "utf-16", "gb18030"])
def test_signs_are_drawn_where_all_of_them_can_be_written(encoding):
    assert paint_for(Stream(encoding)).signs


@pytest.mark.parametrize(
    "encoding", ["ascii", "US-ASCII", "latin-1", "cp1252", "koi8-r", "no such encoding", "", None]
)
def test_letters_are_drawn_where_one_sign_cannot_be_written(encoding):
    assert not paint_for(Stream(encoding)).signs


def test_a_buffer_of_text_gets_letters_and_no_colour():
    assert paint_for(io.StringIO()) == Paint(colour=False, signs=False)


@pytest.mark.parametrize(
    ("encoding", "signs"), [("utf-8", True), ("ascii", False), ("latin-1", False)]
)
def test_a_real_terminal_is_known_as_one(encoding, signs):
    near, far = os.openpty()
    with open(far, "w", encoding=encoding) as out:
        assert paint_for(out) == Paint(colour=True, signs=signs)
    os.close(near)


def test_a_real_file_and_a_real_pipe_are_known_as_none(tmp_path):
    read_end, write_end = os.pipe()
    with open(write_end, "w", encoding="utf-8") as pipe:
        assert paint_for(pipe) == Paint(colour=False, signs=True)
    os.close(read_end)
    with (tmp_path / "file").open("w", encoding="utf-8") as file:
        assert paint_for(file) == Paint(colour=False, signs=True)


# -- letters ------------------------------------------------------------------


def test_boom_and_crush_have_the_same_letters_and_grid_its_own():
    assert screen_of(GAMES["boom"]).SHORT == screen_of(GAMES["crush"]).SHORT == LETTER_COMMANDS
    assert LETTER_COMMANDS == {
        "h": "hint",
        "m": "moves",
        "u": "undo",
        "s": "save",
        "?": "help",
        "q": "quit",
    }
    grid = screen_of(GAMES["grid"]).SHORT
    assert {"u", "s", "f", "d", "o"}.isdisjoint(grid)
    assert {letter: grid[letter] for letter in "hm?q"} == {
        letter: LETTER_COMMANDS[letter] for letter in "hm?q"
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_letter_is_the_first_of_its_command(game):
    screen = screen_of(GAMES[game])
    for letter, word in screen.SHORT.items():
        assert letter in ("?", word[0])
    assert set(screen.ASIDES) <= set(screen.SHORT.values())
    assert not set(screen.WORDS) & {*screen.SHORT, *screen.ASIDES}
