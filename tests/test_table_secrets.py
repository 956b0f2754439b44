"""Nobody sees at the table what is not theirs."""

import json

import pytest

from cardhouse.core.chance import key_of
from cardhouse.table import Table
from tests.table_kit import MATCH_VERBS, Player, Shelf, every_game

SEED = 0xC0FFEE_DECADE_FACADE_BEDABB1ED_0DDBA11_5EA1ED_0FF1CE_F00D


# -- secrets ------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("seed", [SEED, "the seed nobody must see", None])
@pytest.mark.usefixtures("short_previews")
def test_nothing_shown_before_the_end_holds_the_seed_or_the_key(game, seed):
    store = Shelf()
    player = Player(game, Table(store), seed)
    seed = json.loads(store.starts[player.match])["seed"]
    words = [word for word in key_of(seed) if word > 2**20]
    secrets = {str(seed), *map(str, words), *(f"{word:x}" for word in words)}
    answers = [player.first]
    for number in range(6):
        moves = player.get("moves")["moves"]
        verbs = ("view", "moves", "hint", "preview", "record", "history")
        answers += [player.ask(verb) for verb in verbs]
        answers += [player.ask("look", move=moves[-1]), player.ask("look", move="")]
        answers += [player.ask("play", move="", number=number)]
        answers += [player.ask("play", move=moves[0], number=number) for _ in range(2)]
        answers += [player.ask("play", move=moves[0], number=99), player.ask("undo", number=99)]
    text = json.dumps(answers)
    assert [secret for secret in secrets if secret in text] == []
    player.play_out()
    assert f"\nseed {json.dumps(seed)}\n" in player.get("record")["record"]


@every_game
def test_a_match_is_named_so_that_nobody_guesses_it(game):
    table = Table()
    names = [
        table.dispatch({"do": "new", "game": game, "seed": 1})["ok"]["match"] for _ in range(500)
    ]
    assert len(set(names)) == 500
    assert min(map(len, names)) >= 20
    beginnings = {name[:4] for name in names}
    assert len(beginnings) > 490, "they are not counted up"


@every_game
def test_nobody_reaches_a_match_without_its_name(game):
    player = Player(game)
    for match in (None, "", player.match[:-1], player.match + " ", [player.match], {}, 0, True):
        for verb in MATCH_VERBS:
            request = {"do": verb, "match": match, "number": 0, "move": ""}
            assert player.table.dispatch(request)["error"]["reason"] == "unknown_match"


@every_game
def test_two_matches_at_one_table_leave_each_other_alone(game):
    table = Table()
    first, second = Player(game, table), Player(game, table, seed=8)
    before = second.get("view")
    first.play_next()
    assert second.get("view") == before
    second.play_next()
    assert first.number() == second.number() == 1
