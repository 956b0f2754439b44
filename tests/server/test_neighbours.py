"""Nobody waits long for what somebody else asks (see `benchmarks.neighbours`)."""

import pytest
from benchmarks.neighbours import waits


@pytest.mark.soak
def test_others_hardly_wait_for_the_longest_replay_and_history():
    waited = dict(waits())
    assert all(wait <= 50 for wait in waited.values()), waited
