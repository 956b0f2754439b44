"""A record proves its game: damaged, forged or foreign, it is refused and never believed."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import cardhouse
from cardhouse import Match
from cardhouse.record import CHECK_EVERY, MOST_LETTERS, state_digest
from tests.games import KITS
from tests.records_kit import (
    KINDS,
    changed,
    error_of,
    every_game,
    every_kind,
    forged,
    game_of,
    is_refused_or_the_same,
    line_of,
    names_move,
    play_some,
    put_move,
    text_of,
)

RANDOM_TEXTS = 3_000
MUTATED_TEXTS = 1_500
MANY_MUTATED_TEXTS = 7_000
ONE_IN = 4
"""Normally a bit is flipped in one letter of so many, for each bit in others."""

soak = pytest.mark.soak
slow = pytest.mark.no_cover
"""Measuring coverage makes these five times slower."""


# -- true records -------------------------------------------------------------


@every_kind
def test_a_record_replays_to_its_game_and_is_written_again_letter_by_letter(game, kind):
    match = game_of(game, kind)
    again = cardhouse.replay(match.record())
    assert again.record() == match.record()
    assert again.states() == match.states()
    assert again.view() == match.view()
    assert (again.seed, again.options, again.position) == (
        match.seed,
        match.options,
        match.position,
    )


@every_kind
def test_a_record_is_plain_ascii_lines(game, kind):
    text = text_of(game, kind)
    assert text.isascii()
    assert all(line.isprintable() for line in text.split("\n"))
    assert text.endswith("\n")
    assert "\n\n" not in text


@every_kind
@pytest.mark.parametrize("cut", [0, 1])
def test_how_its_lines_end_does_not_matter(game, kind, cut):
    text = text_of(game, kind)
    assert not is_refused_or_the_same(text[: len(text) - cut], game_of(game, kind))
    windows = text.replace("\n", "\r\n")
    assert not is_refused_or_the_same(windows[: len(windows) - 2 * cut], game_of(game, kind))


@every_game
def test_a_game_without_moves_has_a_record_too(game):
    match = cardhouse.new(game, seed=0)
    assert cardhouse.replay(match.record()).digest() == match.digest()


@every_game
def test_a_record_goes_on_where_it_stopped(game):
    match = cardhouse.replay(text_of(game, "running"))
    play_some(match, 2)
    assert cardhouse.replay(match.record()).digest() == match.digest()
    match.undo()
    assert cardhouse.replay(match.record()).digest() == match.digest()


@every_game
def test_every_setting_and_position_has_a_record(game):
    kit = KITS[game]
    begun = [cardhouse.new(game, seed=5, **setting.options) for setting in kit.settings.values()]
    for placed in (*kit.positions.values(), *kit.endings.values()):
        begun.append(cardhouse.place(game, placed.position, 5, **placed.options))
    for match in begun:
        play_some(match, 2)
        assert cardhouse.replay(match.record()).states() == match.states()


@every_game
def test_a_checkpoint_stands_at_the_start_and_after_every_sixteenth_move(game):
    match = game_of(game, "long")
    lines = match.record().splitlines()
    assert lines[lines.index("moves") + 1] == f"check {state_digest(match.states()[0])}"
    for number in range(1, match.number + 1):
        below = lines[line_of(lines, number) + 1]
        assert below.startswith("check ") == (number % 16 == 0)


# -- damaged records ----------------------------------------------------------


@every_kind
def test_a_record_cut_anywhere_is_refused(game, kind):
    text = text_of(game, kind)
    for end in range(len(text) - 1):
        assert is_refused_or_the_same(text[:end], game_of(game, kind)), text[:end]


@every_kind
def test_a_record_with_a_line_dropped_or_doubled_is_refused(game, kind):
    lines = text_of(game, kind).splitlines()
    for place, line in enumerate(lines):
        for instead in ([], [line, line]):
            error_of("\n".join([*lines[:place], *instead, *lines[place + 1 :]]) + "\n")


@every_game
def test_all_7_an_undo_more_or_fewer_is_refused(game):
    lines = text_of(game, "undone").splitlines()
    assert lines.count("undo") == game_of(game, "undone").undone > 1
    for place in range(lines.index("moves") + 1, len(lines) + 1):
        error_of("\n".join([*lines[:place], "undo", *lines[place:]]) + "\n")


@every_game
def test_all_7_an_undo_after_the_end_of_a_game_is_refused(game):
    """There, no move can have been taken back."""
    lines = text_of(game, "finished").splitlines()
    place = lines.index(next(line for line in lines if line.startswith("outcome ")))
    error = error_of("\n".join([*lines[:place], "undo", *lines[place:]]) + "\n")
    assert (error.reason, error.move) == ("false", game_of(game, "finished").number + 1)


@every_game
def test_all_8_hints_are_a_claim(game):
    text = text_of(game, "undone")
    assert "\nhints 1\n" in text
    assert cardhouse.replay(text.replace("hints 1", "hints 999999999")).hints == 999_999_999
    for claim in ("01", "-1", "1.0", "", "one", "1 ", "9999999999", "\u0661"):
        assert error_of(text.replace("hints 1", f"hints {claim}")).reason == "false"


@slow
@every_kind
@pytest.mark.parametrize("step", [ONE_IN, pytest.param(1, marks=soak)])
def test_a_record_with_any_bit_flipped_is_refused_or_the_same_game(game, kind, step):
    """Two bits of every letter; of a record of many moves one, as those take long."""
    true = game_of(game, kind)
    if step > 1 and true.number > CHECK_EVERY:
        step *= 2
    for bit in range(8):
        check_flips(true, bit, step)


@slow
@every_game
def test_a_long_record_with_a_bit_flipped_is_refused_or_the_same_game(game):
    check_flips(game_of(game, "long"), 1, ONE_IN)


@soak
@every_game
@pytest.mark.parametrize("bit", range(8))
def test_a_long_record_with_any_bit_flipped_is_refused_or_the_same_game(game, bit):
    check_flips(game_of(game, "long"), bit)


def check_flips(true: Match, bit: int, step: int = 1) -> None:
    """Flip a bit of every letter, or of one in so many, others for each bit."""
    data = true.record().encode()
    for place in range(bit % step, len(data), step):
        flipped = bytearray(data)
        flipped[place] ^= 1 << bit
        for errors in ("replace", "surrogateescape") if bit == 7 else ("strict",):
            is_refused_or_the_same(flipped.decode("utf-8", errors), true)


@every_game
def test_random_texts_are_refused(game):
    luck = Random(f"random texts {game}")
    letters = "".join(map(chr, range(128))) + "é♠\ud800\u2028\x85" + text_of(game, "placed")
    for _ in range(RANDOM_TEXTS):
        text = "".join(luck.choices(letters, k=luck.randrange(200)))
        error_of(luck.choice(["", "cardhouse-record 2\n", "cardhouse-record 2\ngame "]) + text)


@slow
@every_game
@pytest.mark.parametrize("texts", [MUTATED_TEXTS, pytest.param(MANY_MUTATED_TEXTS, marks=soak)])
def test_mutated_records_are_refused_or_the_same_game(game, texts):
    luck = Random(f"mutated records {game}")
    for _ in range(texts):
        true = game_of(game, luck.choice([*KINDS, "long"]))
        text = true.record()
        for _ in range(luck.choice([1, 1, 2, 5])):
            text = luck.choice(MUTATIONS)(text, luck)
        is_refused_or_the_same(text, true)


def drop_letters(text: str, luck: Random) -> str:
    place = luck.randrange(len(text) + 1)
    return text[:place] + text[place + luck.choice([1, 1, 5, 40]) :]


def add_letters(text: str, luck: Random) -> str:
    place = luck.randrange(len(text) + 1)
    letters = luck.choice([" ", "\n", "\r", "\t", "0", "-", "\0", "é", "\ud800", "\u2028", "{" * 9])
    return text[:place] + letters + text[place:]


def change_digit(text: str, luck: Random) -> str:
    found = list(re.finditer(r"[0-9]", text))
    if not found:
        return text
    place = luck.choice(found).start()
    return text[:place] + luck.choice("0123456789") + text[place + 1 :]


def change_line(text: str, luck: Random) -> str:
    """Drop, double or swap lines."""
    lines = text.split("\n")
    first, second = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(3):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case _:
            lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def change_case(text: str, luck: Random) -> str:
    place = luck.randrange(len(text) + 1)
    return text[:place] + text[place : place + 1].swapcase() + text[place + 1 :]


MUTATIONS: list[Callable[[str, Random], str]] = [
    drop_letters,
    add_letters,
    change_digit,
    change_line,
    change_case,
]


# -- foreign records ----------------------------------------------------------


@every_game
@pytest.mark.parametrize("version", ["0", "1", "3", "10", "1.0", "01", "", " 1", "one"])
def test_an_unknown_format_cannot_be_verified(game, version):
    error = changed(game, "cardhouse-record", f"cardhouse-record {version}")
    assert error.reason == "cannot_verify"


def test_an_unknown_format_cannot_be_verified_whatever_follows():
    assert error_of("cardhouse-record 3\n{}\n").reason == "cannot_verify"


@every_game
@pytest.mark.parametrize("name", ["chess", "", "Boom", "../boom", "__class__", "\ud800"])
def test_an_unknown_game_cannot_be_verified(game, name):
    assert changed(game, "game ", f"game {name}").reason == "cannot_verify"


@every_game
def test_other_rules_cannot_be_verified(game):
    version, _, digest = re.search(r"^rules (.*)$", text_of(game, "long"), re.M)[1].partition(" ")
    for rules in (f"{int(version) + 1} {digest}", f"{version} {'0' * 16}", version, "", digest):
        assert changed(game, "rules ", f"rules {rules}").reason == "cannot_verify"


@every_game
@pytest.mark.parametrize("chance", ["chacha20", "mt19937", "", "ChaCha8"])
def test_another_generator_cannot_be_verified(game, chance):
    assert changed(game, "chance ", f"chance {chance}").reason == "cannot_verify"


def test_the_first_format_cannot_be_verified_and_why_is_said():
    error = error_of("cardhouse-record 1\ngame boom\nmoves\n")
    assert error.reason == "cannot_verify"
    assert str(error) == (
        "cannot verify: format 1 says nothing of undos and hints; it is read no more"
    )


# -- hostile records ----------------------------------------------------------


@pytest.mark.parametrize("thing", [None, 7, 1.5, True, b"cardhouse-record 2\n", [], {}, object()])
def test_what_is_no_text_is_no_record(thing):
    assert error_of(thing).reason == "no_record"


@pytest.mark.parametrize("text", ["", "\n", "\0", "\ufeff", "cardhouse", "moves", "\r\n" * 9])
def test_an_empty_text_is_no_record(text):
    assert error_of(text).reason == "no_record"


DEEP = 100_000
HOSTILE_JSON = {
    "deep list": "[" * DEEP,
    "deep closed list": "[" * DEEP + "]" * DEEP,
    "less deep list": "[" * 900 + "]" * 900,
    "deep object": '{"level":' * DEEP,
    "deep level": '{"level":' + "[" * 500 + "]" * 500 + "}",
    "deep board": '{"board":' + "[" * 900 + "]" * 900 + "}",
    "huge number": "9" * 5_000,
    "long number": "9" * 4_000,
    "huge level": '{"level": ' + "9" * 4_000 + "}",
    "huge float": "1e999",
    "negative": "-1",
    "not a number": "NaN",
    "infinite": '{"score": Infinity}',
    "nothing": "",
    "null": "null",
    "true": "true",
    "float": "7.0",
    "nul": '"\0"',
    "lone surrogate": '"\ud800"',
    "doubled key": '{"level": 1, "level": 2}',
    "long text": '"' + "x" * 100_000 + '"',
}


@every_game
@pytest.mark.parametrize("name", HOSTILE_JSON)
@pytest.mark.parametrize("begin", ["options ", "seed ", "position "])
def test_hostile_json_is_refused(game, begin, name):
    changed(game, begin, begin + HOSTILE_JSON[name], "placed")


@every_game
def test_a_text_of_any_length_is_refused_soon(game):
    text = text_of(game, "running")
    for huge in ("x" * (MOST_LETTERS + 1), text + "\n" * MOST_LETTERS, text + "9 " * 1_500_000):
        error_of(huge)
    error_of(text.replace("moves\n", "moves\n" + "\n" * 1_000_000))


MEASURED = """
import re, sys, time
import cardhouse
text = sys.stdin.read()
began = time.process_time()
try:
    cardhouse.replay(text)
except cardhouse.RecordError as error:
    print(error.reason, error.move, time.process_time() - began)
print(*re.findall(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read()))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux alone says it so")
def test_a_long_record_that_is_false_at_its_first_move_is_refused_at_once():
    """Four million letters: less than a second, and less than 150 MB.  Every move is legal."""
    match = cardhouse.new("grid", seed=1, jokers=[], auto_freeze=False)
    before, _, _ = match.record().partition("outcome")
    text = before + "".join(f"{number} f 0 0 = 7\n" for number in range(1, MOST_LETTERS // 17))
    run = subprocess.run(
        [sys.executable, "-c", MEASURED], input=text, capture_output=True, text=True, check=True
    )
    reason, move, seconds, kilobytes = run.stdout.split()
    assert len(text) > 0.9 * MOST_LETTERS
    assert (reason, move) == ("false", "1")
    assert float(seconds) < 1
    assert int(kilobytes) < 150_000


@every_game
@pytest.mark.parametrize("number", ["0", "-1", "01", "9" * 9, "9" * 10, "9" * 5000, "१", "1.0"])
def test_a_hostile_move_number_is_refused(game, number):
    def change(lines):
        place = line_of(lines, 1)
        lines[place] = number + lines[place][1:]

    assert forged(game, change).reason == "false"


@every_game
@pytest.mark.parametrize("hostile", [";", "\0", "A" * 1_000_000, "\ud800", "= 5 = 6", "9" * 5000])
def test_a_hostile_move_is_refused(game, hostile):
    assert names_move(forged(game, put_move(1, hostile)), 1)
