"""Forged records: whatever is changed in one is found out, and named by its move."""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import cardhouse
from cardhouse import Match
from cardhouse.record import CHECK_EVERY
from tests.games import KITS
from tests.records_kit import (
    changed,
    error_of,
    every_game,
    every_kind,
    forged,
    game_of,
    is_true,
    line_of,
    names_move,
    put_move,
    text_of,
)


def renumbered(lines: list[str]) -> str:
    """Number the moves again and put nothing else right."""
    numbers = count(1)
    again = [re.sub(r"^[0-9]+(?= )", lambda _: str(next(numbers)), line) for line in lines]
    return "\n".join(again) + "\n"


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
