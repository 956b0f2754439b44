"""Undo that shows no future, and aid that is counted (ALL-7, ALL-8), in every game."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove, Match
from cardhouse.core.chance import rekey
from cardhouse.core.flat import copy_state
from cardhouse.record import state_digest
from cardhouse.table import Memory, Table
from tests.drawing import drawing_move, free_move
from tests.games import KITS
from tests.table_kit import Player, Shelf

pytestmark = pytest.mark.volume
"""These are about matches: what they reach of `core/` and `games/`, others reach too."""

MANY = 50
FREE = ["grid"]
"""Games with moves that draw no chance; in the others all draw but the very last."""
WALKS, STEPS = 8, 60

every_game = pytest.mark.parametrize("game", GAMES)


def begun(game: str, free: bool = False) -> Match:
    """Return a match with a next move that draws chance, and if asked one that does not."""
    kit = KITS[game]
    for placed in kit.positions.values():
        match = cardhouse.place(game, placed.position, seed=7, **placed.options)
        if drawing_move(match) and (not free or free_move(match)):
            return match
    raise LookupError(game)


def later_keys(first: Any, undos: int) -> list[list[int]]:
    """Return the chain of keys that so many undos make of a state's own."""
    s, keys = copy_state(first), []
    for salt in range(1, undos + 1):
        rekey(s, salt)
        keys.append(s.key[:])
    return keys


def without_aid(match: Match) -> dict[str, Any]:
    return match.view() | {"undone": 0, "hints": 0}


# -- ALL-7: undo --------------------------------------------------------------


@pytest.mark.parametrize("game", FREE)
def test_all_7_a_move_that_drew_no_chance_is_undone_freely(game):
    match = begun(game, free=True)
    before, record = match.digest(), match.record()
    match.play(free_move(match))
    match.undo()
    assert (match.digest(), match.record(), match.undone) == (before, record, 0)


@every_game
def test_all_7_undoing_a_move_that_drew_chance_counts_and_brings_a_new_key(game):
    match = begun(game)
    view, (key,) = match.view(), later_keys(match.state, 1)
    match.play(drawing_move(match))
    match.undo()
    assert match.state.key == key
    assert match.view() == view | {"undone": 1}
    assert match.undone == 1


@every_game
def test_all_7_fifty_undos_leave_a_trace_and_no_future_comes_twice(game):
    match = begun(game)
    move, keys, futures = drawing_move(match), later_keys(match.state, MANY), set()
    for tries in range(MANY):
        match.play(move)
        futures.add(match.digest())
        match.undo()
        assert (match.undone, match.state.key) == (tries + 1, keys[tries])
    match.play(move)
    assert len(futures | {match.digest()}) == MANY + 1
    assert match.record().splitlines().count("undo") == MANY
    again = cardhouse.replay(match.record())
    assert (again.undone, again.digest(), again.view()) == (MANY, match.digest(), match.view())


@pytest.mark.parametrize("game", FREE)
def test_all_7_a_free_undo_after_a_counted_one_does_not_bring_the_old_future_back(game):
    """The state before the free move was held when the key was still the old one."""
    match = begun(game, free=True)
    free = free_move(match)
    straight = match.snapshot()
    straight.play(drawing_move(straight))
    match.play(free)
    drew = drawing_move(match)
    match.play(drew)
    match.undo()
    key = match.state.key[:]
    match.undo()
    assert (match.undone, match.number, match.state.key) == (1, 0, key)
    match.play(drawing_move(match))
    assert match.digest() != straight.digest()
    assert match.record().splitlines()[match.record().splitlines().index("moves") + 1] == "undo"


@every_game
def test_all_7_no_state_that_is_gone_back_to_has_an_older_key(game):
    """However far back, past states that were held when the key was another."""
    options = max(KITS[game].settings.values(), key=lambda setting: setting.most_moves).options
    match, luck = cardhouse.new(game, seed=3, **options), Random(game)
    keys = [match.state.key[:]]
    for _ in range(4):
        while match.number < 20 and match.outcome == "playing":
            match.play(luck.choice(list(match.moves())))
        while match.number > luck.randrange(4):
            undone = match.undone
            match.undo()
            if match.undone > undone:
                assert match.state.key not in keys
                keys.append(match.state.key[:])
            assert match.state.key == keys[-1]
    assert match.undone == len(keys) - 1 >= 10


@every_game
def test_all_7_the_same_moves_again_lead_to_another_future_from_any_place(game):
    """The old states of a match are held now and then: none of them brings its future back."""
    options = max(KITS[game].settings.values(), key=lambda setting: setting.most_moves).options
    match = cardhouse.new(game, seed=5, **options)
    while match.number < 12 and match.outcome == "playing":
        match.play(drawing_move(match) or next(match.moves()))
    moves, old = match.played, {state_digest(s) for s in match.states()}
    for back in range(1, match.number + 1):
        tried = match.snapshot()
        for _ in range(back):
            tried.undo()
        assert (tried.digest() in old) == (not tried.undone)
        move = moves[tried.number]
        if tried.undone and tried.look(move)["legal"]:
            tried.play(move)
            assert tried.digest() not in old
            assert cardhouse.replay(tried.record()).digest() == tried.digest()


@every_game
def test_all_7_a_move_that_draws_no_chance_shows_nothing_that_was_hidden(game):
    """With another key, which is another deck, it does the same: so it may be undone freely."""
    luck, rules, view = Random(game), GAMES[game].rules, GAMES[game].view.view
    free = 0
    for seed, setting in enumerate(KITS[game].settings.values()):
        match = cardhouse.new(game, seed=seed, **setting.options)
        while match.outcome == "playing" and match.number < MANY:
            moves = list(match.moves())
            for text in luck.sample(moves, min(len(moves), 20)):
                move = match.parse(text)
                one, other = copy_state(match.state), copy_state(match.state)
                rules.rekey(other, 1 + luck.randrange(1000))
                rules.apply(one, move)
                rules.apply(other, move)
                if one.drawn == match.state.drawn:
                    free += 1
                    assert without(view(one)) == without(view(other)), text
            match.play(luck.choice(moves))
    assert free or game not in FREE


@every_game
def test_all_7_an_undo_back_from_the_end_counts_too(game):
    placed = KITS[game].soon_over
    match = (
        cardhouse.new(game, seed=1)
        if placed is None
        else cardhouse.place(game, placed.position, seed=1, **placed.options)
    )
    luck = Random(game)
    while match.outcome == "playing":
        match.play(luck.choice(list(match.moves())))
    drawn = match.view_after(match.number - 1)
    match.undo()
    assert match.outcome == "playing"
    assert match.view() | {"undone": 0} == drawn | {"undone": 0}


# -- random walks: the match against a slow model -------------------------------


class Model:
    """The rule as it is written: standing moves, and the keys at their places."""

    def __init__(self, match: Match) -> None:
        self.first = copy_state(match.state)
        self.rules, self.parse = match.game.rules, match.game.notation.parse_move
        self.moves: list[str] = []
        self.undos: list[int] = []
        self.hints: list[int] = []
        self.hinted: set[tuple[str, ...]] = set()

    def state(self, number: int) -> Any:
        """Play everything again; return the state, and whether its last move drew chance."""
        s, drew = copy_state(self.first), False
        for place in range(number + 1):
            if place:
                drawn = s.drawn[:]
                self.rules.apply(s, self.parse(self.moves[place - 1]))
                drew = s.drawn != drawn
            if place in self.undos:
                salt = max(salt for salt, at in enumerate(self.undos, 1) if at == place)
                s.key[:] = [self.first.key, *later_keys(self.first, salt - 1)][-1]
                self.rules.rekey(s, salt)
        return s, drew

    def undo(self) -> None:
        _, drew = self.state(len(self.moves))
        last = len(self.moves) - 1
        self.moves.pop()
        self.undos = [min(at, last) for at in self.undos] + [last] * drew
        self.hinted = {moves for moves in self.hinted if list(moves) == self.moves[: len(moves)]}

    def hint(self) -> None:
        self.hints += [0] * (tuple(self.moves) not in self.hinted)
        self.hinted.add(tuple(self.moves))


def walk(match: Match, luck: Random, most: int) -> Model:
    """Play, take back and ask at random; hold the match to the model."""
    model = Model(match)
    for _ in range(most):
        deed = luck.random()
        moves = list(match.moves())
        if moves and deed < 0.55:
            move = luck.choice(moves)
            match.play(move)
            model.moves.append(match.last_move)
        elif match.number and deed < 0.97:
            match.undo()
            model.undo()
        elif moves:
            match.hint()
            model.hint()
        now, _ = model.state(len(model.moves))
        assert match.state == now
        assert (match.undone, match.hints) == (len(model.undos), len(model.hints))
    return model


@every_game
@pytest.mark.parametrize("seed", range(WALKS))
def test_all_7_a_match_is_its_standing_moves_and_the_keys_at_their_places(game, seed):
    luck = Random(f"{game} {seed}")
    setting = luck.choice(list(KITS[game].settings.values()))
    match = cardhouse.new(game, seed=seed, **setting.options)
    model = walk(match, luck, STEPS)
    states = [model.state(number)[0] for number in range(match.number + 1)]
    assert match.states() == states
    assert [without(match.view_after(number)) for number in range(match.number + 1)] == [
        without(match.game.view.view(s)) for s in states
    ]
    if luck.random() < 0.3 and match.outcome == "playing":
        match.end()
    text = match.record()
    again = cardhouse.replay(text)
    assert again.record() == text
    assert (again.states(), again.view()) == (match.states(), match.view())
    assert list(again.steps()) == list(match.steps())
    assert match.record() == match.snapshot().record()


def without(view: Any) -> dict[str, Any]:
    """Return what a view shows of the table."""
    left_out = ("undone", "hints")
    return {key: value for key, value in view.items() if key not in left_out}


@every_game
def test_all_7_the_views_of_the_steps_tell_where_the_keys_are_new(game):
    match, luck = cardhouse.new(game, seed=3), Random(game)
    model = walk(match, luck, 30)
    views = [match.view_after(0), *(step["view"] for step in match.steps())]
    told = [view["undone"] for view in views]
    steps = enumerate(pairwise(told), 1)
    new_keys = [at for at, (one, two) in steps for _ in range(two - one)]
    assert new_keys == [at for at in model.undos if at]
    assert told[-1] == match.undone


# -- ALL-8: aid -----------------------------------------------------------------


@every_game
def test_all_8_a_match_without_undos_and_hints_is_unaided(game):
    match = cardhouse.new(game, seed=1)
    match.play(next(match.moves()))
    match.look(next(match.moves()))
    list(match.moves())
    assert (match.undone, match.hints, match.aid) == (0, 0, "unaided")
    match.hint()
    assert match.aid == "1 hint"


@every_game
def test_all_8_a_hint_counts_once_a_position(game):
    match = begun(game)
    for _ in range(3):
        match.hint()
    assert (match.hints, match.view()["hints"]) == (1, 1)
    match.play(drawing_move(match))
    match.hint()
    match.hint()
    assert match.hints == 2
    match.undo()
    match.hint()
    assert match.hints == 2, "the same position as before"
    match.play(drawing_move(match))
    if match.outcome == "playing":
        match.hint()
        assert match.hints == 3, "another position"


@every_game
def test_all_8_aid_is_no_part_of_the_state_and_place_ignores_it(game):
    match = begun(game)
    digest = match.digest()
    match.hint()
    assert match.digest() == digest
    view = match.view() | {"undone": 17, "hints": 4}
    placed = cardhouse.place(game, view, seed=1)
    assert (placed.undone, placed.hints) == (0, 0)
    assert not {"undone", "hints"} & set(placed.position)


@every_game
def test_all_8_the_record_names_undos_and_claims_hints(game):
    match = begun(game)
    match.hint()
    match.play(drawing_move(match))
    match.undo()
    lines = match.record().splitlines()
    assert "undo" in lines
    assert lines[-2] == "hints 1"
    again = cardhouse.replay(match.record())
    assert (again.undone, again.hints, again.aid) == (1, 1, "1 undo, 1 hint")


@every_game
@pytest.mark.parametrize("store", [Memory, Shelf])
def test_all_8_the_table_keeps_aid_over_a_restart(game, store):
    kept = store()
    player, match = Player(game, Table(kept), seed=3), cardhouse.new(game, seed=3)
    for _ in range(3):
        for _ in range(2):
            assert player.get("hint") == match.hint()
        player.play_next()
        match.play(next(match.moves()))
        if match.outcome == "playing":
            assert player.get("hint") == match.hint()
        match.undo()
        assert player.get("undo", number=player.number())["view"] == match.view()
        player.table = Table(kept)
        assert player.get("view")["view"] == match.view()
        assert player.get("hint") == match.hint()
        assert player.get("view")["view"]["hints"] == match.hints
        player.play_next()
        match.play(next(match.moves()))
    assert match.hints > 3


@every_game
def test_all_8_a_hint_that_is_refused_does_not_count(game):
    match = cardhouse.new(game, seed=1)
    match.end()
    with pytest.raises(IllegalMove):
        match.hint()
    assert match.hints == 0


# -- ALL-9: the limit counts undos ------------------------------------------------


@every_game
@pytest.mark.parametrize("store", [Memory, Shelf])
def test_all_9_the_limit_of_moves_counts_undos(game, store):
    kept = store()
    player = Player(game, Table(kept, most_moves=4))
    player.play_next()
    player.get("undo", number=1)
    player.play_next()
    undone = player.get("undo", number=1, revision=3)
    assert undone["view"]["outcome"] in ("lost", "over")
    assert undone["revision"] == 4
    for table in (player.table, Table(kept, most_moves=4), Table(kept)):
        player.table = table
        assert player.get("undo", number=1, revision=3) == undone
        assert player.error("undo", number=0)["reason"] == "ended"
        assert player.get("moves") == {"moves": []}
    assert cardhouse.replay(player.get("record")["record"]).view() == undone["view"]


@every_game
def test_all_9_a_match_that_its_last_move_ended_is_not_taken_back(game):
    """It would be lost then, as it had all its moves."""
    player = Player(game)
    moves = len(player.play_out())
    player = Player(game, Table(most_moves=moves))
    player.play_out()
    before = player.get("view")
    assert player.error("undo", number=moves)["reason"] == "ended"
    assert player.get("view") == before
