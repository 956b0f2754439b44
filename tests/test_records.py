"""A record proves its game: damaged, forged or foreign, it is refused and never believed."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove, Match, RecordError
from cardhouse.record import CHECK_EVERY, MOST_LETTERS, read_record, state_digest
from tests.drawing import drawing_move
from tests.games import KITS
from tests.scouted import scouted

KINDS = ("finished", "running", "placed", "text seed", "undone")
TEXT_SEED = "Häuser ♠ \ud800\n\0"
LONG = 2 * CHECK_EVERY + 3
RANDOM_TEXTS = 3_000
MUTATED_TEXTS = 1_500
MANY_MUTATED_TEXTS = 7_000
ONE_IN = 4
"""Normally a bit is flipped in one letter of so many, for each bit in others."""
REASONS = {"no_record", "cannot_verify", "false"}

soak = pytest.mark.soak
slow = pytest.mark.no_cover
"""Measuring coverage makes these five times slower."""
every_game = pytest.mark.parametrize("game", GAMES)
every_kind = pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in GAMES for kind in KINDS]
)


# -- some games ---------------------------------------------------------------


def play_some(match: Match, most_moves: int) -> Match:
    """Play on by a fixed little rule, at most so many moves."""
    for number in range(most_moves):
        moves = list(match.moves())
        if not moves:
            break
        match.play(moves[31 * number % len(moves)])
    return match


def play_back(match: Match) -> Match:
    """Play on with undos, some from places where there were others, and a hint (ALL-7, ALL-8)."""
    match.hint()
    for plays, undos in ((3, 1), (2, 1), (1, 2), (2, 2)):
        play_some(match, plays)
        match.play(drawing_move(match) or "")
        for _ in range(undos):
            match.undo()
    return play_some(match, 2)


def play_best(match: Match) -> Match:
    while match.outcome == "playing":
        match.play(scouted(match))
    return match


def soon_over(game: str) -> Match:
    """Begin a game whose end is a few moves off."""
    placed, options = KITS[game].soon_over, next(iter(KITS[game].settings.values())).options
    if placed is None:
        return cardhouse.new(game, seed=1, **options)
    return cardhouse.place(game, placed.position, seed=1, **placed.options)


@cache
def game_of(game: str, kind: str) -> Match:
    options = [setting.options for setting in KITS[game].settings.values()]
    placed = list(KITS[game].positions.values())[1]
    match kind:
        case "finished":
            return play_best(soon_over(game))
        case "running":
            return play_some(cardhouse.new(game, seed=2**255 + 7, **options[-1]), 3)
        case "placed":
            return play_some(cardhouse.place(game, placed.position, 3, **placed.options), 2)
        case "undone":
            return play_back(cardhouse.new(game, seed=11, **options[0]))
        case "text seed":
            return play_some(cardhouse.new(game, seed=TEXT_SEED, **options[1]), 2)
        case _:
            return long_game(game)


def long_game(game: str) -> Match:
    """Return a game with two checkpoints."""
    longest = max(KITS[game].settings.values(), key=lambda setting: setting.most_moves)
    for seed in count():
        match = play_some(cardhouse.new(game, seed=seed, **longest.options), LONG)
        if match.number == LONG and match.outcome == "playing":
            return match
    raise AssertionError


def text_of(game: str, kind: str) -> str:
    return game_of(game, kind).record()


def error_of(text: Any) -> RecordError:
    """Return why a text is refused; it must be."""
    with pytest.raises(RecordError) as refused:
        cardhouse.replay(text)
    assert refused.value.reason in REASONS
    assert str(refused.value)
    return refused.value


def is_refused_or_the_same(text: Any, true: Match) -> bool:
    """Return whether a text is refused; if it is not, its game must be *true*, move by move.

    Only moves that cost no time may be others, if all comes to the same.
    """
    try:
        match = cardhouse.replay(text)
    except RecordError:
        return True
    if (match.played, match.as_record().undos) != (true.played, true.as_record().undos):
        assert is_true(text), text
        assert are_free_where_they_differ(match, true), text
    else:
        assert match.states() == true.states(), text
    assert (match.game, match.number, match.state) == (true.game, true.number, true.state)
    assert (match.score, match.outcome) == (true.score, true.outcome)
    return False


def are_free_where_they_differ(one: Match, other: Match) -> bool:
    asked, parse = one.game.prospects, one.game.notation.parse_move
    return all(
        move == instead or (asked.is_free(s, parse(move)) and asked.is_free(s, parse(instead)))
        for s, move, instead in zip(one.states(), one.played, other.played, strict=False)
    )


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


# -- forged records -----------------------------------------------------------


def line_of(lines: list[str], number: int) -> int:
    """Return where the line of a move stands."""
    (place,) = [place for place, line in enumerate(lines) if line.startswith(f"{number} ")]
    return place


def renumbered(lines: list[str]) -> str:
    """Number the moves anew and put nothing else right."""
    numbers = count(1)
    anew = [re.sub(r"^[0-9]+(?= )", lambda _: str(next(numbers)), line) for line in lines]
    return "\n".join(anew) + "\n"


def forged(game: str, change: Callable[[list[str]], Any], kind: str = "long") -> RecordError:
    """Return why a record is refused, once *change* has changed its lines."""
    lines = text_of(game, kind).splitlines()
    change(lines)
    return error_of("\n".join(lines) + "\n")


def changed(game: str, begin: str, line: str, kind: str = "long") -> RecordError:
    """Return why a record is refused in which the line that begins so is another."""
    text = text_of(game, kind)
    forged = re.sub(rf"^{begin}.*$", lambda _: line, text, count=1, flags=re.MULTILINE)
    assert forged != text
    return error_of(forged)


def names_move(error: RecordError, number: int) -> bool:
    found = re.search(r"\bmove (\d+)\b", str(error))
    return error.reason == "false" and error.move == number == int(found[1] if found else 0)


@every_game
@pytest.mark.parametrize("number", [1, 5, 16, 17, 33])
def test_a_forged_score_is_named_by_its_move(game, number):
    def change(lines):
        place = line_of(lines, number)
        begin, _, score = lines[place].rpartition(" ")
        lines[place] = f"{begin} {int(score) + 1}"

    assert names_move(forged(game, change), number)


@every_game
@pytest.mark.parametrize("score", ["0", "999999999", "-1", "1e9", "", "+5", "0x10", "१"])
def test_a_forged_final_score_is_refused(game, score):
    error = changed(game, "score ", f"score {score}")
    assert error.reason == "false"
    assert "score" in str(error)


@every_game
@pytest.mark.parametrize("outcome", ["won", "lost", "over", "WON", ""])
def test_a_forged_outcome_is_refused(game, outcome):
    assert game_of(game, "long").outcome == "playing"
    assert changed(game, "outcome ", f"outcome {outcome}").reason == "false"


def gaining(game: str) -> list[int]:
    """Return the moves of the long game, by number, that gain points."""
    scores = [s.score for s in game_of(game, "long").states()]
    return [number for number in range(1, len(scores)) if scores[number] > scores[number - 1]]


def move_in(game: str, which: int | str) -> int:
    """Return the number of a move of the long game."""
    return gaining(game)[0] if isinstance(which, str) else which


some_moves = pytest.mark.parametrize("which", [1, 5, 17, "gaining"])


def check_renumbered(game: str, change: Callable[[list[str]], Any], moved: int, named: int) -> None:
    """The change is named where it is if a move gains, else at the latest by a checkpoint.

    Two moves that gain nothing may have either order; then it is a game that could be, and true.
    """
    lines = text_of(game, "long").splitlines()
    change(lines)
    text = renumbered(lines)
    if moved in gaining(game):
        assert names_move(error_of(text), named)
    elif is_true(text):
        assert cardhouse.replay(text).played != game_of(game, "long").played
    else:
        error = error_of(text)
        assert names_move(error, error.move)
        assert named <= error.move <= -(-named // CHECK_EVERY) * CHECK_EVERY


def is_true(text: str) -> bool:
    """Return whether someone who plays the moves of a record gets the same record."""
    record = read_record(text)
    match = Match(record.game, record.seed, record.options, record.position)
    match.hints = record.hints
    try:
        for _ in match.retrace(record.moves, record.undos):
            pass
    except IllegalMove:
        return False
    return match.record() == text


@every_game
@some_moves
def test_a_dropped_move_is_named(game, which):
    number = move_in(game, which)

    def change(lines):
        del lines[line_of(lines, number)]

    assert names_move(forged(game, change), number)
    check_renumbered(game, change, number, number)


@every_game
@some_moves
def test_a_doubled_move_is_named(game, which):
    number = move_in(game, which)

    def change(lines):
        place = line_of(lines, number)
        lines.insert(place, lines[place])

    assert names_move(forged(game, change), number + 1)
    check_renumbered(game, change, number, number + 1)


@every_game
@some_moves
def test_a_reordered_move_is_named(game, which):
    number = move_in(game, which)

    def change(lines):
        place = line_of(lines, number)
        lines[place], lines[place + 1] = lines[place + 1], lines[place]

    assert names_move(forged(game, change), number)
    check_renumbered(game, change, number, number)


@every_game
def test_a_move_after_the_end_is_named(game):
    true = game_of(game, "finished")
    lines = true.record().splitlines()
    late = true.number + 1
    lines.insert(line_of(lines, late - 1) + 1, f"{late} {true.played[-1]} = {true.score}")
    error = error_of("\n".join(lines))
    assert names_move(error, late)
    assert "over" in str(error)


@every_game
@pytest.mark.parametrize("number", [1, 5, 16, 17])
def test_an_illegal_move_is_named(game, number):
    true = game_of(game, "long")
    match = Match(true.game, true.seed, true.options)
    for move in true.played[: number - 1]:
        match.play(move)
    legal = set(match.moves())
    texts = (match.game.notation.move_text(move) for move in range(match.game.rules.MOVES))
    illegal = next(text for text in texts if text not in legal)

    def change(lines):
        place = line_of(lines, number)
        lines[place] = f"{number} {illegal} = {lines[place].rpartition(' ')[2]}"

    assert names_move(forged(game, change), number)


@every_game
@pytest.mark.parametrize("number", [1, 5, 17])
def test_another_legal_move_is_named_at_the_latest_where_the_score_differs(game, number):
    true = game_of(game, "long")
    match = Match(true.game, true.seed, true.options)
    for move in true.played[: number - 1]:
        match.play(move)
    worth = match.look(true.played[number - 1])["worth"]
    for text in list(match.moves())[::60]:
        if text != true.played[number - 1]:
            error = forged(game, put_move(number, text))
            assert error.reason == "false"
            assert error.move >= number
            if match.look(text)["worth"] != worth:
                assert names_move(error, number)


def put_move(number: int, text: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        place = line_of(lines, number)
        lines[place] = f"{number} {text} = {lines[place].rpartition(' ')[2]}"

    return change


@every_game
def test_a_move_written_otherwise_is_refused_although_it_means_the_same(game):
    move, match = game_of(game, "long").played[0], game_of(game, "long")
    spaced = (move + " ", " " + move, move.replace(" ", "  "), move + "\t", move + "\x0b")
    for written in {*spaced, move.replace(",", ""), move.upper(), move.title()} - {move}:
        assert match.game.notation.parse_move(written) == match.game.notation.parse_move(move)
        assert names_move(forged(game, put_move(1, written)), 1)


@every_game
@pytest.mark.parametrize("number", [CHECK_EVERY, 2 * CHECK_EVERY])
def test_a_forged_checkpoint_is_named_by_the_move_before_it(game, number):
    def change(lines):
        lines[line_of(lines, number) + 1] = "check 0123456789abcdef"

    assert names_move(forged(game, change), number)


@every_kind
def test_a_forged_beginning_is_refused(game, kind):
    error = changed(game, "check ", "check 0123456789abcdef", kind)
    assert (error.reason, error.move) == ("false", None)


@every_game
def test_a_missing_checkpoint_is_refused(game):
    def change(lines):
        del lines[line_of(lines, CHECK_EVERY) + 1]

    error = forged(game, change)
    assert error.reason == "false"
    assert error.move in (CHECK_EVERY, CHECK_EVERY + 1)


@every_game
def test_a_checkpoint_too_many_is_refused(game):
    def change(lines):
        lines.insert(line_of(lines, 3) + 1, lines[line_of(lines, CHECK_EVERY) + 1])

    assert forged(game, change).reason == "false"


@every_game
def test_a_forged_digest_is_refused(game):
    assert changed(game, "digest ", "digest 0123456789abcdef").reason == "false"
    assert changed(game, "digest ", "digest " + "0" * 16, kind="finished").reason == "false"


@every_kind
@pytest.mark.parametrize("seed", ["3735928559", '"another"', "0"])
def test_a_forged_seed_is_refused(game, kind, seed):
    assert changed(game, "seed ", f"seed {seed}", kind).reason == "false"


@every_game
def test_other_options_are_refused(game):
    match = game_of(game, "long")
    for setting in KITS[game].settings.values():
        options = match.game.read_options(setting.options)
        if options != match.options:
            line = f"options {json.dumps(options, sort_keys=True)}"
            assert changed(game, "options ", line).reason == "false"


@every_game
def test_options_that_mean_the_same_but_read_otherwise_are_refused(game):
    options = game_of(game, "long").options
    true = json.dumps(options, sort_keys=True)
    for text in {
        json.dumps(options, sort_keys=True, indent=None, separators=(",", ":")),
        json.dumps(dict(sorted(options.items(), reverse=True))),
        f"{true} ",
        true.replace("{", "{ "),
    } - {true}:
        assert changed(game, "options ", f"options {text}").reason == "false"


@every_game
def test_a_forged_position_is_refused(game):
    position = game_of(game, "placed").position
    for key in position:
        line = f"position {json.dumps({k: v for k, v in position.items() if k != key})}"
        assert changed(game, "position ", line, "placed").reason == "false", key


CLAIMS = {
    "boom": [{"outcome": "won"}, {"target": None}, {"moves_left": None}, {"bombs": None}],
    "grid": [
        {"jokers": [{"name": "Joker", "text": "+400 mult", "held": 0}]},
        {"jokers": [{"name": "Joker", "text": "+4 mult", "held": 0, "rarity": "rare"}]},
        {"jokers": ["Joker"]},
        {"lines": []},
        {"outcome": "won"},
        {"target": None},
        {"offers": None},
    ],
    "crush": [{"outcome": "won"}, {"outcome": "over"}, {"outcome": None}, {"deck_left": None}],
}
"""What a position may be given, though the table shows otherwise."""


@every_game
def test_a_position_says_only_what_its_table_shows(game):
    match = cardhouse.place(game, {"score": 30}, seed=3)
    text = match.record()
    for claim in CLAIMS[game]:
        position = json.dumps({"score": 30} | claim, sort_keys=True)
        error = error_of(re.sub("(?m)^position .*$", lambda _, p=position: f"position {p}", text))
        assert (error.reason, error.move) == ("false", None), claim


@every_game
def test_a_position_is_recorded_as_its_table_shows_it(game):
    kit = KITS[game]
    for placed in (*kit.positions.values(), *kit.endings.values()):
        match = cardhouse.place(game, placed.position, 5, **placed.options)
        assert match.position == {key: match.view()[key] for key in match.position}
        again = cardhouse.place(game, match.position, 5, **placed.options)
        assert (again.state, again.position) == (match.state, match.position)
    for claim in CLAIMS[game]:
        match = cardhouse.place(game, claim, seed=3)
        assert cardhouse.replay(match.record()).state == match.state


@every_game
def test_an_error_quotes_two_long_lines_where_they_part(game):
    position = game_of(game, "placed").position
    line = f"position {json.dumps(position | {'score': position.get('score', 0)}, sort_keys=True)} "
    said, right = re.findall("'(.*?)'(?:,|$)", str(changed(game, "position ", line, "placed")))
    assert said != right
    assert right.strip() in text_of(game, "placed")


@every_game
@pytest.mark.parametrize(
    "line", ["", "nonsense", "nothing", "99 0,0 = 1", "check 0", "position {}", "1 = 1"]
)
def test_a_line_too_many_is_refused_wherever_it_stands(game, line):
    lines = text_of(game, "running").splitlines()
    for place in range(len(lines) + (line != "")):
        error_of("\n".join([*lines[:place], line, *lines[place:]]) + "\n")


@every_game
@pytest.mark.parametrize("later", [5, 17])
def test_of_two_bad_moves_the_first_is_named(game, later):
    """Whatever is wrong with the later one."""

    def score(lines):
        lines[line_of(lines, 2)] += "0"

    def gap(lines):
        del lines[line_of(lines, later)]

    def both(lines):
        score(lines)
        gap(lines)

    assert names_move(forged(game, both), 2)


@every_game
def test_of_a_forged_score_and_a_later_illegal_move_the_score_is_named(game):
    def change(lines):
        lines[line_of(lines, 2)] += "0"
        put_move(9, "nonsense")(lines)

    assert names_move(forged(game, change), 2)


@every_game
def test_a_forged_header_names_no_move(game):
    options = json.dumps(game_of(game, "long").options)
    error = changed(game, "options ", f"options {options} ")
    assert error.move is None
    assert "move" not in str(error)


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
