"""An answer is written step by step, and reads as if it were written in one go."""

import json

import pytest
from benchmarks.server import OPTIONS, legal_moves

import cardhouse
from cardhouse.server.responses import as_json, written
from cardhouse.table import Table
from tests.table_kit import every_game


@every_game
def test_a_page_is_written_step_by_step(game, monkeypatch):
    match = cardhouse.new(game, seed=1, **OPTIONS[game])
    for move in legal_moves(game, 1, 20):
        match.play(move)
    answer = Table().dispatch({"do": "replay", "record": match.record()})
    in_one_go = json.dumps(answer, separators=(",", ":"))
    longest = max(len(as_json(step)) for step in answer["ok"]["steps"])
    pieces = []
    monkeypatch.setattr(
        "cardhouse.server.responses.as_json",
        lambda part: pieces.append(as_json(part)) or pieces[-1],
    )
    assert written(answer) == in_one_go
    assert max(map(len, pieces)) <= max(longest, len(as_json(answer["ok"]["view"])))


@pytest.mark.parametrize("answer", [{}, {"ok": {}}, {"ok": None}, {"ok": {"moves": []}}])
def test_any_answer_is_written_as_json(answer):
    assert json.loads(written(answer)) == answer


def test_what_is_no_number_is_no_answer():
    with pytest.raises(ValueError, match="not JSON compliant"):
        written({"ok": {"steps": [float("nan")]}})
