"""A file kept under some rules, opened under others."""

import pytest

import cardhouse
from cardhouse import GAMES, RecordError
from cardhouse.record import rules_digest


@pytest.fixture
def easier(monkeypatch):
    """Let a level of Poker Boom want another score from now on."""

    def change() -> None:
        levels = GAMES["boom"].levels.rows
        first = levels[0]._replace(target=levels[0].target - 10)
        monkeypatch.setattr(GAMES["boom"].options, "LEVELS", (first, *levels[1:]))
        rules_digest.cache_clear()

    yield change
    monkeypatch.undo()
    rules_digest.cache_clear()


def test_a_match_is_not_resumed_under_other_rules(opened, tmp_path, easier):
    """Before, it came back with another target, and nobody was told."""
    old = opened(data=tmp_path / "data")
    begun = old.get("new", game="boom", seed=7)
    match = begun["match"]
    old.get("play", match=match, move="13 14 23 33 43", number=0)
    old.close()
    easier()
    new = opened(data=tmp_path / "data")
    for verb in ("view", "play", "undo", "end", "moves", "hint", "look", "history"):
        reply = new.post(verb, match=match, move="", number=1)
        assert (reply.status, reply.json["error"]["reason"]) == (409, "other_rules")
    record = new.get("record", match=match)["record"]
    assert "seed 7\nmoves\n1 1,3 1,4 2,3 3,3 4,3\n" in record
    with pytest.raises(RecordError) as error:
        cardhouse.replay(record)
    assert error.value.reason == "cannot_verify"
    assert new.post("replay", record=record).json["error"]["reason"] == "cannot_verify"
    assert new.get("new", game="boom")["view"]["target"] == begun["view"]["target"] - 10
