"""The table of our peers is put together rightly; nothing is installed or measured here."""

import doctest
import subprocess
import sys

import pytest
from benchmarks import peer_runs, peers
from benchmarks.peers import OURS, PEERS, Result, measured, named, reason_in, table

OUR_RATES = {"grid batch": 9_000_000.0, "grid vector": 1_500_000.0, "hands": 300_000_000.0}
FOUND = {peer.run: Result(rate=1_000_000.0) for peer in PEERS} | {
    "eval7": Result(rate=3_000_000.0),
    "rlcard": Result(reason="No matching | distribution\nfound"),
}


def rows_of(lines):
    """The cells of the rows, by who and what."""
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]
    return {(who, what): tuple(rest) for who, what, *rest in cells}


ROWS = rows_of(table(FOUND, OUR_RATES))


def row_of(run):
    peer = next(peer for peer in PEERS if peer.run == run)
    return ROWS[named(peer.package), peer.what]


def test_ours_and_every_peer_have_one_row():
    ours = [what for who, what in ROWS if who == "**Cardhouse**"]
    assert ours == [OURS[name] for name in OURS if name in OUR_RATES]
    assert len(ROWS) == len(ours) + len(PEERS) + len(peers.REFERENCES)


def test_a_ratio_is_ours_over_the_peers_for_each_of_ours_that_is_like_it():
    assert row_of("pgx") == ("1,000,000", "grid vector: 1.5 times, grid batch: 9.0 times")
    assert row_of("eval7") == ("3,000,000", "hands: 100 times")


def test_no_ratio_is_made_up_where_ours_is_not_known():
    assert row_of("tile-match-gym") == ("1,000,000", "")


def test_a_peer_that_is_missing_is_listed_with_its_reason():
    assert row_of("rlcard") == ("not measured: No matching / distribution found", "")


def test_a_reference_has_no_ratio():
    (row,) = (rest for (who, _), rest in ROWS.items() if who == "PufferLib")
    assert row == ("10,600,000", "a reference, no ratio")


def test_every_peer_can_be_run_is_pinned_and_is_like_something_of_ours():
    assert [peer.run for peer in PEERS] == list(peer_runs.PEERS)
    for peer in PEERS:
        assert named(peer.package).startswith(f"{peer.package} ")
        assert set(peer.against) <= set(OURS)


def failing(error):
    def fails(*_, **__):
        raise error

    return fails


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (subprocess.CalledProcessError(1, "pip", stderr="x\nERROR: no network\n"), "no network"),
        (subprocess.CalledProcessError(1, "run", stderr="Trace\nKeyError: 'a'\n"), "KeyError: 'a'"),
        (subprocess.TimeoutExpired("run", 1), "took longer than 900 seconds"),
        (OSError("no space"), "no space"),
    ],
)
def test_what_goes_wrong_becomes_the_reason(monkeypatch, tmp_path, error, reason):
    monkeypatch.setattr(peers, "ROOM", tmp_path)
    monkeypatch.setattr(peers.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(peers, "told", failing(error))
    assert measured(PEERS[0]) == Result(reason=reason)


def test_an_environment_that_cannot_be_made_is_a_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "ROOM", tmp_path / "none")
    error = subprocess.CalledProcessError(1, "ensurepip")
    monkeypatch.setattr(peers.venv, "create", failing(error))
    assert "ensurepip" in measured(PEERS[0]).reason


def test_a_program_that_fails_is_an_error_with_what_it_said():
    with pytest.raises(subprocess.CalledProcessError) as caught:
        peers.told([sys.executable, "-c", "raise SystemExit('so it ends')"])
    assert reason_in(caught.value.stderr) == "so it ends"


def test_a_rate_is_what_was_done_over_the_time_it_took(monkeypatch):
    clock = iter([0.0, 0.0, 1.0, 4.0])
    monkeypatch.setattr(peer_runs.time, "process_time", lambda: next(clock))
    assert peer_runs.timed(lambda: 10) == 5.0


def test_the_examples_hold():
    failed, tried = doctest.testmod(peers)
    assert tried
    assert not failed
