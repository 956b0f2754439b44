"""Moves that are typed: many spellings, and what is refused in a sentence."""

import pytest

from cardhouse import GAMES
from cardhouse.terminal.session import screen_of
from tests.games import KITS, bomb, row_move
from tests.terminal.session_kit import (
    NO_COMMAND,
    PAIR,
    SPELLINGS,
    changes_nothing,
    every_game,
    one_line,
    reply,
    shows,
    sit,
    sit_down,
)


@pytest.mark.parametrize(
    "line",
    [
        "90 91 92 93 94",
        "9,0 9,1 9,2 9,3 9,4",
        "90 9,1 92 9,3 94",
        "94 92 90 93 91",
        "  90   91 92\t93 94  ",
        "90 91 92 93 94\r",
        "90 91 92 93 94\n",
    ],
)
def test_a_move_can_be_typed_in_many_ways(line):
    session = sit({})
    said = reply(session, line)
    assert session.match.played == [row_move(9)]
    assert said.startswith("One Pair")
    assert "+50" in said.split("\n\n")[0]
    assert shows(session, said)


def test_a_move_says_what_it_did_before_the_table():
    session = sit({"bombs": [bomb("top", 2, 3), bomb("left", 4, 6)], "combo": 2})
    words, _, table = reply(session, "40 41 42 43 44").partition("\n\n")
    words = " ".join(words.split())
    assert "Full House" in words
    assert "+1,200" in words
    assert "The bomb at top 2 is disarmed." in words
    assert "The bomb ticks." in words
    assert shows(session, table)


def test_an_explosion_is_said_and_shown():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    said = reply(session, PAIR)
    words = " ".join(said.split("\n\n")[0].split())
    for part in ("clutch", "+62", "left 4 explodes", "scorched for 3 moves", "shuffled"):
        assert part in words
    assert said.count("#3") == sum(row.count(3) for row in session.match.view()["scorch"]) > 5


def texts(entries):
    return [entry for entry in entries if isinstance(entry, str)]


def is_command(game, line):
    """Return whether a line begins with a command or with its letter."""
    word = (*line.lower().split(), "")[0]
    screen = screen_of(GAMES[game])
    return word in screen.SHORT or word in screen.ASIDES or word in SPELLINGS


HOPELESS = [
    (game, line)
    for game in GAMES
    for line in texts(KITS[game].no_moves)
    if line.strip() and not is_command(game, line)
]


@pytest.mark.parametrize(("game", "line"), HOPELESS, ids=lambda text: ascii(text)[:40])
def test_what_is_no_move_is_refused_in_a_sentence_and_changes_nothing(game, line):
    session = sit_down(game)
    said = one_line(changes_nothing(session, line))
    assert said == NO_COMMAND or said == session.match.look(line)["message"]
    assert said.endswith(".")
    assert len(said) < 120


REASONS = {
    "boom": {
        "no_cell": "95 is off the board; rows go from 0 to 9, columns to 4.",
        "not_five": "A move is five cells; 4 were given.",
        "repeated": "The same cell is there twice; pick five different ones.",
        "not_connected": "Those five do not hang together side by side.",
        "high_card": "Those five make only a high card. Find a pair or better.",
        "scorched": "A scorched cell cannot be picked until it has cooled.",
        "no_stroke": "One stroke cannot trace those five; pick a path without forks.",
        "ended": "The game is over.",
    },
    "grid": {
        "no_cell": "5,0 is off the board; rows go from 0 to 4, columns to 4.",
        "number_count": "s stands alone.",
        "drafting": "Take one of the jokers offered first: d 0, d 1 or d 2.",
        "no_slot": "No more than 3 cards can be frozen; unfreeze one first.",
        "none_frozen": "Nothing is frozen.",
        "no_offer": "No joker is offered.",
        "no_joker": "There are no jokers.",
        "same_place": "The joker is at that place already.",
        "ended": "The game is over.",
    },
    "crush": {
        "unclear": "'s' could be slide or swap; type more.",
        "cell_count": "A slide takes two cells; one cell given.",
        "no_cell": "67 is off the board; rows go from 0 to 6, columns to 6.",
        "repeated": "The same cell is there twice; name two different ones.",
        "not_neighbours": "A card slides one cell up, down, left or right, no farther.",
        "not_straight": "Not a straight line: a run goes along one row or one column.",
        "too_short": "A run is 3 to 7 cards; two are too short.",
        "no_card": "There is no card at 0,0 or 0,1.",
        "gravity": "Gravity would undo it: the card would fall back down.",
        "not_one_suit": "Not one suit: 5h and Jc.",
        "same_rank": "5 to 5 is not a step: a sequence goes up or down rank by rank.",
        "gap": "5 to 7 is a gap.",
        "crowded": "Nothing fits between 4 and 5.",
        "turns": "6 to 5 turns back: a sequence only rises or only falls.",
        "past_ace": "The ace stands at an end of a sequence, never inside.",
        "second_wild": (
            "The second wild card: a sequence holds one joker or one 2 out of its place."
        ),
        "no_swapper": "The card at 4,3 is not a swapper.",
        "neighbour": "They are neighbours: slide it instead, and it stays a swapper.",
        "no_swaps_left": "There are no free swaps left.",
        "no_bomb": "The card at 3,1 is not a bomb; a blast removes any card.",
        "no_bombs_left": "There are no free bombs left.",
        "ended": "The game is over.",
    },
}
REFUSED = {
    game: {entry.reason: entry for entry in KITS[game].refusals if isinstance(entry.move, str)}
    for game in GAMES
}
GAMES_AND_REASONS = [(game, reason) for game in GAMES for reason in REASONS[game]]


@every_game
def test_a_reason_is_expected_of_every_refusal(game):
    assert set(REASONS[game]) == set(REFUSED[game])


@pytest.mark.parametrize(("game", "reason"), GAMES_AND_REASONS)
def test_an_illegal_move_says_the_reason_and_changes_nothing(game, reason):
    entry = REFUSED[game][reason]
    session = sit(entry.placed.position, game=game, **entry.placed.options)
    for line in (entry.move, entry.move.replace(",", "")):
        said = one_line(changes_nothing(session, line))
        assert said.replace("9,5", "95").replace("6,7", "67") == REASONS[game][reason]


@pytest.mark.parametrize("line", ["31 32 42", "31", "3,1 3,2", "31,32,42,52,53", "3132425253"])
def test_a_slip_in_a_move_is_told_as_one_and_not_as_an_unknown_command(line):
    assert "command" not in changes_nothing(sit({}), line)


@pytest.mark.parametrize(
    "line",
    [
        "\0",
        "\0" * 9,
        "a\0b",
        "\x1b[2J",
        "\ufffd\ufffd",
        "\x7f",
        "-",
        "--help",
        "'",
        '"',
        "31;32",
        "☃",
    ],
    ids=ascii,
)
@every_game
def test_a_hostile_line_is_answered_with_a_sentence_and_changes_nothing(game, line):
    said = one_line(changes_nothing(sit_down(game), line))
    assert said.endswith(".")
    assert "\x1b" not in said
    assert "\0" not in said


@pytest.mark.parametrize(
    "line",
    [
        "9" * 10**6,
        "x" * 10**6,
        "31 " * 10**5,
        "x " * 10**5,
        "u" + " 31" * 10**5,
    ],
    ids=lambda line: line[:4],
)
@every_game
def test_a_line_of_any_length_is_answered_with_a_short_one(game, line):
    assert len(one_line(changes_nothing(sit_down(game), line))) < 120


@pytest.mark.parametrize("line", ["", " ", "\t", "   \t ", "\r", "\n"])
@every_game
def test_an_empty_line_does_nothing_during_play(game, line):
    assert changes_nothing(sit_down(game), line) == ""
