"""The table answers whatever it is asked."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardhouse
from cardhouse import GAMES
from cardhouse.table import Table
from tests.games import KITS
from tests.table_kit import NAMES, VERBS, Player, check_answer, every_game, hostile_request

HOSTILE_REQUESTS, MANY_HOSTILE_REQUESTS = 1_500, 5_000
ANY_JSON, MUCH_JSON = 150, 400


def soak(many: int) -> Any:
    """Return a number that only the long tests take."""
    return pytest.param(many, marks=pytest.mark.soak)


# -- enemies ------------------------------------------------------------------


def buried(depth: int) -> Any:
    thing: Any = []
    for _ in range(depth):
        thing = [thing]
    return thing


@pytest.mark.no_cover  # measuring coverage makes it five times slower
@pytest.mark.usefixtures("short_previews")
@every_game
@pytest.mark.parametrize("requests", [HOSTILE_REQUESTS, soak(MANY_HOSTILE_REQUESTS)])
def test_the_table_never_raises(game, requests):
    luck = Random(f"enemies of {game}")
    players = [Player(game, Table())]
    table = players[0].table
    players += [
        Player(game, table, seed, **s.options)
        for seed, s in enumerate(KITS[game].settings.values())
    ]
    text = cardhouse.new(game, seed=1).record()
    bad_options = [options for options, _ in KITS[game].bad_options]
    known = {
        "do": list(VERBS),
        "match": [player.match for player in players],
        "game": [game],
        "seed": [None, 7, "seven"],
        "options": [{}, *(dict(s.options) for s in KITS[game].settings.values()), *bad_options],
        "move": [*players[0].get("moves")["moves"][:20], *KITS[game].no_moves],
        "number": [0, 1, 2, 3],
        "position": [None, {}, *(placed.position for placed in KITS[game].positions.values())],
        "record": [text, text[:-1], text[:50], text + "1"],
    }
    answered = set()
    for _ in range(requests):
        answer = table.dispatch(hostile_request(luck, known))
        check_answer(answer)
        answered.add(answer["error"]["reason"] if "error" in answer else "ok")
    assert answered > {"ok", "bad_request", "unknown_match", "out_of_turn"}
    for options, reason in KITS[game].bad_options:
        answer = table.dispatch({"do": "new", "game": game, "options": options})
        assert answer["error"]["reason"] == reason


@every_game
@pytest.mark.parametrize("depth", [100, 900, 5_000, 50_000])
def test_a_deeply_buried_thing_is_answered(game, depth):
    table, deep = Table(), buried(depth)
    for name in ("do", "match", "game", "seed", "options", "move", "number", "record", "since"):
        for verb in VERBS:
            check_answer(table.dispatch({"do": verb, "game": game, name: deep}))
    for option in ("level", "mode", "shape", "jokers", "picks", "x"):
        request = {"do": "new", "game": game, "options": {option: deep}}
        check_answer(table.dispatch(request))
    check_answer(table.dispatch(deep))


json_things = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.sampled_from(VERBS),
    lambda things: st.lists(things, max_size=4) | st.dictionaries(st.text(), things, max_size=4),
    max_leaves=8,
)


any_things = (
    st.dictionaries(st.sampled_from(NAMES) | st.text(), json_things)
    | st.fixed_dictionaries(
        {"do": st.sampled_from(VERBS), "game": st.sampled_from(list(GAMES))},
        optional={"seed": json_things, "options": json_things, "record": json_things},
    )
    | json_things
)


@pytest.mark.parametrize("examples", [ANY_JSON, soak(MUCH_JSON)])
def test_any_json_is_answered(examples):
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(any_things)
    def is_answered(thing):
        check_answer(Table().dispatch(thing))

    is_answered()
