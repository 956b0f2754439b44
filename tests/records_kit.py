"""Records for tests: true ones of every kind, and how they are changed and refused."""

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove, Match, RecordError
from cardhouse.record import CHECK_EVERY, read_record
from tests.drawing import drawing_move
from tests.games import KITS
from tests.scouted import scouted

KINDS = ("finished", "running", "placed", "text seed", "undone")
TEXT_SEED = "Häuser ♠ \ud800\n\0"
LONG = 2 * CHECK_EVERY + 3
REASONS = {"no_record", "cannot_verify", "false"}

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


# -- changed ones -------------------------------------------------------------


def line_of(lines: list[str], number: int) -> int:
    """Return where the line of a move stands."""
    (place,) = [place for place, line in enumerate(lines) if line.startswith(f"{number} ")]
    return place


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


def put_move(number: int, text: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        place = line_of(lines, number)
        lines[place] = f"{number} {text} = {lines[place].rpartition(' ')[2]}"

    return change


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
