"""A player may end a match: what it comes to, what follows, and what its record says (ALL-9)."""

import copy
from io import StringIO
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove, Match, RecordError
from cardhouse.cli import main
from cardhouse.terminal.session import Session
from tests.games import KITS

every_game = pytest.mark.parametrize("game", GAMES)

COMES_TO = [
    ("boom", {"level": 3}, "lost"),
    ("boom", {"mode": "endless"}, "over"),
    ("grid", {}, "lost"),
    ("crush", {}, "over"),
]
every_kind = pytest.mark.parametrize(("game", "options", "outcome"), COMES_TO)


def begun(game: str, moves: int = 2, **options: Any) -> Match:
    match = cardhouse.new(game, seed=11, **options)
    for _ in range(moves):
        match.play(next(match.moves()))
    return match


def ended(game: str, moves: int = 2, **options: Any) -> Match:
    match = begun(game, moves, **options)
    match.end()
    return match


def refused(does: Any, *given: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        does(*given)
    assert str(error.value).endswith(".")
    return error.value


# -- ending -------------------------------------------------------------------


@every_kind
def test_all_9_a_player_may_end_a_match(game, options, outcome):
    match = begun(game, **options)
    state, before = match.digest(), match.view()
    assert (match.ended, match.outcome, match.ending()) == (False, "playing", [])
    events = match.end()
    text = f"{outcome}, with {match.score:,} points"
    why = "its player ended it"
    end = {"event": "end", "outcome": outcome, "score": match.score, "why": why, "text": text}
    assert events == match.ending() == [end]
    assert (match.ended, match.outcome, match.number) == (True, outcome, 2)
    assert match.view() == before | {"outcome": outcome, "phase": "over", "ending": why}
    assert match.digest() == state


@every_game
def test_a_match_may_be_ended_before_its_first_move(game):
    match = ended(game, moves=0)
    assert match.outcome != "playing"
    assert match.last_events() == []
    assert cardhouse.replay(match.record()).outcome == match.outcome


@every_kind
def test_the_end_shows_where_the_match_stands_and_not_before(game, options, outcome):
    match = ended(game, **options)
    views = [match.view_after(number) for number in range(3)]
    assert [view["outcome"] for view in views] == ["playing", "playing", outcome]
    assert [step["view"]["outcome"] for step in match.steps()] == ["playing", outcome]


@every_kind
def test_the_steps_tell_the_end_and_only_with_the_last_move(game, options, outcome):
    match = begun(game, **options)
    before = list(match.steps())
    (end,) = match.end()
    for steps in (list(match.steps()), list(cardhouse.replay(match.record()).steps())):
        assert steps[0] == before[0]
        assert steps[1]["events"] == [*before[1]["events"], end]
    assert [step["events"] for step in match.steps(0, 1)] == [before[0]["events"]]


@every_game
def test_nothing_follows_the_end(game):
    match, move = begun(game), next(begun(game).moves())
    match.end()
    record, view = match.record(), match.view()
    for does, *given in (
        [match.play, move],
        [match.parse, move],
        [match.undo],
        [match.hint],
        [match.end],
    ):
        assert refused(does, *given).reason == "ended"
    assert list(match.moves()) == []
    assert match.look(move)["legal"] is False
    assert (match.record(), match.view()) == (record, view)


def test_there_is_no_preview_after_the_end():
    match = cardhouse.new("grid", seed=11, jokers=["Joker"])
    match.end()
    assert refused(match.preview).reason == "ended"


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].endings]
)
def test_a_game_that_is_over_cannot_be_ended(game, name):
    placed = KITS[game].endings[name]
    match = cardhouse.place(game, placed.position, 5, **placed.options)
    before = match.record()
    assert refused(match.end).reason == "ended"
    assert (match.ended, match.record()) == (False, before)


@every_game
def test_copies_and_snapshots_keep_the_end_and_later_ends_do_not_reach_them(game):
    match = begun(game)
    running = match.snapshot()
    match.end()
    for twin in (match.snapshot(), copy.copy(match)):
        assert (twin.ended, twin.outcome) == (True, match.outcome)
    assert (running.ended, running.outcome) == (False, "playing")


# -- records ------------------------------------------------------------------


@every_kind
def test_all_9_the_record_says_end(game, options, outcome):
    match = ended(game, **options)
    lines = match.record().splitlines()
    assert lines[-5:-1] == ["end", f"outcome {outcome}", f"score {match.score}", "hints 0"]
    assert lines[-6].startswith("2 ")
    again = cardhouse.replay(match.record())
    assert (again.ended, again.outcome, again.record()) == (True, outcome, match.record())
    refused(again.play, next(begun(game, **options).moves()))


@pytest.mark.parametrize(
    ("game", "options"), [("boom", {"mode": "endless"}), ("grid", {"picks": 0}), ("crush", {})]
)
def test_the_end_comes_after_the_check_of_a_sixteenth_move(game, options):
    match = ended(game, moves=16, **options)
    lines = match.record().splitlines()
    assert lines[-6].startswith("check ")
    assert lines[-5] == "end"
    assert cardhouse.replay(match.record()).ended


def forgeries(match: Match) -> dict[str, list[str]]:
    """Return the lines of an ended match's record, changed so that they are not true."""
    lines = match.record().splitlines()
    end = lines.index("end")
    move = next(line for line in lines if line.startswith("1 "))
    other = {"lost": "over", "over": "lost"}[match.outcome]

    def saying(outcome: str) -> list[str]:
        return [f"outcome {outcome}" if line.startswith("outcome") else line for line in lines]

    return {
        "no end": [line for line in lines if line != "end"],
        "still playing": saying("playing"),
        "won": saying("won"),
        "the other outcome": saying(other),
        "two ends": [*lines[:end], "end", *lines[end:]],
        "a move after it": [*lines[: end + 1], move, *lines[end + 1 :]],
        "an end before the moves": ["end" if line == move else line for line in lines],
        "an end too early": [*lines[: lines.index(move)], "end", *lines[lines.index(move) :]],
        "an end after the outcome": [*lines[:end], lines[end + 1], "end", *lines[end + 2 :]],
        "an end at the end": [*lines[:end], *lines[end + 1 :], "end"],
        "a longer end": [f"{line} " if line == "end" else line for line in lines],
        "another end": ["End" if line == "end" else line for line in lines],
    }


@every_kind
@pytest.mark.parametrize("what", forgeries(ended("boom")))
def test_all_9_a_false_end_does_not_hold(game, options, outcome, what):
    match = ended(game, **options)
    assert match.outcome == outcome
    with pytest.raises(RecordError) as error:
        cardhouse.replay("\n".join(forgeries(match)[what]) + "\n")
    assert error.value.reason == "false"


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].endings]
)
def test_an_end_after_a_game_that_was_over_is_false(game, name):
    placed = KITS[game].endings[name]
    record = cardhouse.place(game, placed.position, 5, **placed.options).record()
    for outcome in ("won", "lost", "over"):
        lines = record.splitlines()
        at = next(place for place, line in enumerate(lines) if line.startswith("outcome "))
        lines[at : at + 1] = ["end", f"outcome {outcome}"]
        with pytest.raises(RecordError) as error:
            cardhouse.replay("\n".join(lines) + "\n")
        assert error.value.reason == "false"


# -- the terminal -------------------------------------------------------------


@every_kind
def test_the_terminal_shows_that_a_record_was_ended(capsys, tmp_path, game, options, outcome):
    path = tmp_path / "ended.txt"
    match = ended(game, **options)
    path.write_text(match.record())
    assert main(["verify", str(path)]) == 0
    assert f"{outcome}, as it was ended, {match.score:,} points" in capsys.readouterr().out
    assert main(["replay", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{outcome.capitalize()}, as it was ended: {match.score:,} points")


@every_kind
def test_an_ended_match_that_is_resumed_goes_on_with_another(game, options, outcome):
    out = StringIO()
    session = Session(cardhouse.replay(ended(game, **options).record()), out, chosen_seed=True)
    lines = iter(["undo", "hint", "", "quit"])
    session.run(lambda _: next(lines))
    said = " ".join(out.getvalue().split())
    assert {"lost": "You lost", "over": "It is over"}[outcome] + ": the match was ended." in said
    assert "or save FILE, quit" in said
    assert said.count("The match was ended, so nothing follows.") == 2
    assert (session.match.number, session.match.outcome) == (0, "playing")


@every_kind
def test_all_9_a_player_at_a_terminal_ends_a_match(game, options, outcome):
    out = StringIO()
    session = Session(cardhouse.new(game, seed=5, **options), out, chosen_seed=True)
    lines = iter(["end", "end", "undo", "quit"])
    session.run(lambda _: next(lines))
    said = " ".join(out.getvalue().split())
    assert {"lost": "You lost", "over": "It is over"}[outcome] + ": the match was ended." in said
    assert said.count("The match was ended, so nothing follows.") == 2
    assert (session.match.outcome, session.match.ended) == (outcome, True)
    assert "\n  end  " in session.screen.HELP
