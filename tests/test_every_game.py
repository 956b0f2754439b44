"""The contract: what holds for every game, at every state of a thousand random games."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove, Match
from cardhouse.core.flat import copy_state
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import as_record
from cardhouse.games.game import OUTCOMES
from tests.games import KITS, Kit, Setting

GAMES_PLAYED = 1000
SOME = 20
"""One game in so many is played in the normal tests, all in the long ones."""
GAMES_SEARCHED = 20
SEARCHED_EVERY = 8
"""Every move number is tried at one state in so many, in the long tests at all of them."""
ONE_BY_ONE_EVERY = 4
TEXTS_EVERY = 8
"""Moves are asked about one by one, and the legal ones written out, at one state in so many."""
FUTURES = 40

pytestmark = pytest.mark.no_cover
"""Measuring coverage makes these five times slower, and the tests of the rules cover more."""

every_game = pytest.mark.parametrize("game", GAMES)
every_setting = pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].settings]
)
every_ending = pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].endings]
)
soak = pytest.mark.soak


@cache
def compiled(game: str) -> Compiled:
    return Compiled(GAMES[game])


@cache
def move_texts(game: str) -> list[str]:
    return [GAMES[game].notation.move_text(move) for move in range(GAMES[game].rules.MOVES)]


def legal_mask(match: Match) -> list[bool]:
    rules = match.game.rules
    mask = [False] * rules.MOVES
    rules.mark_legal(match.state, mask, [0] * rules.ROOM)
    return mask


def random_game(game: str, name: str, seed: int) -> Iterator[tuple[Match, list[bool], list[Any]]]:
    """Play a random game; at every state give the match, the legal moves and the last events."""
    setting = KITS[game].settings[name]
    luck = Random(f"{game} {name} {seed}")
    match = cardhouse.new(game, seed=seed, **setting.options)
    events: list[Any] = []
    while True:
        mask = legal_mask(match)
        yield match, mask, events
        if not any(mask) or match.number == setting.most_moves:
            return
        events = match.play(random_move(game, setting, mask, luck))


def random_move(game: str, setting: Setting, mask: list[bool], luck: Random) -> str:
    """Choose any legal move, or now and then one that brings the end nearer."""
    legal = [text for text, is_legal in zip(move_texts(game), mask, strict=True) if is_legal]
    if setting.hurry and luck.random() < setting.hurry:
        legal = list(filter(KITS[game].hastens, legal)) or legal
    return luck.choice(legal)


def rekeyed(match: Match, salt: int) -> Any:
    """Return a state that might as well be this match's, for all that a player knows."""
    state = copy_state(match.state)
    match.game.rules.rekey(state, salt)
    return state


def last_of(game: str, name: str, seed: int) -> Match:
    *_, (match, _, _) = random_game(game, name, seed)
    return match


def seen(match: Match) -> Any:
    """Return what the table shows; `Match.view` says besides what aid there was."""
    return match.game.view.view(match.state)


def refusal_of(match: Match, text: Any) -> str | None:
    """Return why a move is refused, or None if it was played."""
    try:
        match.play(text)
    except IllegalMove as illegal:
        return illegal.reason
    return None


# -- a thousand games ---------------------------------------------------------


@every_game
def test_a_thousand_games_are_played_and_twenty_searched(game):
    settings = KITS[game].settings.values()
    assert sum(setting.games for setting in settings) == GAMES_PLAYED
    assert sum(setting.searched for setting in settings) == GAMES_SEARCHED


@every_setting
@pytest.mark.parametrize("every", [SOME, pytest.param(1, marks=soak)])
def test_every_state_of_a_random_game_keeps_the_contract(game, name, every):
    for seed in range(0, KITS[game].settings[name].games, every):
        check_game(game, name, seed)


def check_game(game: str, name: str, seed: int) -> None:
    tables, masks, records, outcomes = [], [], [], []
    before, gained = None, 0
    for match, mask, events in random_game(game, name, seed):
        where = f"{name}, seed {seed}, after {match.number} moves"
        before = check_state(KITS[game], match, before, where)
        gained += sum(event.get("gain", 0) for event in events)
        assert gained == match.score, where
        assert (match.outcome == "playing") == any(mask), where
        check_end(match, events, where)
        check_mask(match, mask, match.number + seed, where)
        tables.append(seen(match))
        masks.append(mask)
        records.append(as_record(match.state))
        outcomes.append(OUTCOMES.index(match.outcome))
    check_compiled(game, records, masks, outcomes)
    check_undo(match, tables)


def check_state(kit: Kit, match: Match, before: Any, where: str) -> Any:
    view = seen(match)
    assert view.keys() == kit.keys, where
    assert match.view() == view | {"undone": 0, "hints": 0}, where
    assert (view["score"], view["outcome"]) == (match.score, match.outcome), where
    assert before is None or view["score"] >= before["score"], where
    assert match.state.events == [], where
    kit.invariants(view, match.state, before)
    other_future = rekeyed(match, match.number)
    assert match.game.view.view(other_future) == view, where
    kit.invariants(view, other_future, before)
    return view


def check_mask(match: Match, mask: list[bool], turn: int, where: str) -> None:
    """All moves at once are as legal as one by one; *turn* says whether to look."""
    rules, s = match.game.rules, match.state
    if match.outcome == "playing" and turn % ONE_BY_ONE_EVERY == 0:
        assert mask == [rules.is_legal(s, move) for move in range(rules.MOVES)], where
    if turn % TEXTS_EVERY == 0:
        texts = zip(move_texts(match.game.name), mask, strict=True)
        assert list(match.moves()) == [text for text, legal in texts if legal], where


def check_end(match: Match, events: list[Any], where: str) -> None:
    """The end is told once, last, and when it comes."""
    ends = [event["event"] == "end" for event in events]
    assert not any(ends[:-1]), where
    if events:
        assert ends[-1] == (match.outcome != "playing"), where


def check_compiled(game: str, records: Any, masks: Any, outcomes: Any) -> None:
    states = compiled(game).blank(len(records))
    for i, record in enumerate(records):
        states[i] = record
    assert compiled(game).masks(states).tolist() == masks
    assert compiled(game).outcomes(states).tolist() == outcomes


def check_undo(match: Match, tables: list[Any]) -> None:
    """Going back shows every table again, whatever comes next then."""
    for table in reversed(tables[1:]):
        assert seen(match) == table
        match.undo()
    assert seen(match) == tables[0]
    assert match.number == 0


# -- every move number --------------------------------------------------------


@every_setting
@pytest.mark.parametrize("games", ["searched", pytest.param("games", marks=soak)])
def test_play_accepts_the_legal_moves_and_nothing_else(game, name, games):
    for seed in range(getattr(KITS[game].settings[name], games)):
        for match, mask, _ in random_game(game, name, seed):
            if games == "games" or (match.number + seed) % SEARCHED_EVERY == 0:
                check_refusals(match, mask)
                check_plays(match, mask)
                check_prospects(match, mask)


def check_refusals(match: Match, mask: list[bool]) -> None:
    """Every move that is not legal is refused, and all together change nothing."""
    digest, whole, played = match.digest(), copy_state(match.state), match.played
    for text, legal in zip(move_texts(match.game.name), mask, strict=True):
        assert legal or refusal_of(match, text), (text, played)
    assert (match.digest(), match.played) == (digest, played)
    assert match.state == whole
    assert match.state.events == []


def check_plays(match: Match, mask: list[bool]) -> None:
    """A legal move is played; taken back, it leaves a new key if it drew chance, else no trace."""
    whole, view, idle = copy_state(match.state), match.view(), KITS[match.game.name].idle
    table = seen(match)
    for text, legal in zip(move_texts(match.game.name), mask, strict=True):
        if legal:
            after = match.snapshot()
            after.play(text)
            assert (after.state == whole) == idle(view, text), text
            drew = after.state.drawn != whole.drawn
            after.undo()
            assert seen(after) == table, text
            assert (after.state.key != whole.key) == drew == after.undone, text
    assert match.state == whole


def check_prospects(match: Match, mask: list[bool]) -> None:
    """Every legal move is one of those worth a look, and none is there twice."""
    rules, asked, s = match.game.rules, match.game.prospects, match.state
    looked_at = [asked.prospect(s, i) for i in range(asked.prospects(s))]
    assert len(set(looked_at)) == len(looked_at)
    assert set(looked_at) <= set(range(rules.MOVES))
    assert {move for move, legal in enumerate(mask) if legal} <= set(looked_at)


def check_no_move_is_legal(match: Match) -> None:
    """The rules say so themselves, each way they can be asked."""
    rules, s = match.game.rules, match.state
    assert not any(rules.is_legal(s, move) for move in range(rules.MOVES))
    outcome = OUTCOMES.index(match.outcome)
    check_compiled(match.game.name, [as_record(s)], [legal_mask(match)], [outcome])
    assert not any(legal_mask(match))


@every_ending
def test_after_the_end_every_move_is_refused_as_ended(game, name):
    placed = KITS[game].endings[name]
    match = cardhouse.place(game, placed.position, seed=3, **placed.options)
    assert match.outcome == match.view()["outcome"] == placed.outcome
    assert list(match.moves()) == []
    check_no_move_is_legal(match)
    digest = match.digest()
    assert {refusal_of(match, text) for text in move_texts(match.game.name)} == {"ended"}
    assert match.digest() == digest


@every_ending
def test_after_the_end_there_is_no_hint(game, name):
    placed = KITS[game].endings[name]
    match = cardhouse.place(game, placed.position, seed=3, **placed.options)
    with pytest.raises(IllegalMove) as refused:
        match.hint()
    assert refused.value.reason == "ended"


@every_game
def test_a_game_played_to_its_end_refuses_everything_as_ended(game):
    ends = 0
    for name in KITS[game].settings:
        match = last_of(game, name, seed=0)
        if match.outcome != "playing":
            assert {refusal_of(match, text) for text in move_texts(match.game.name)} == {"ended"}
            ends += 1
    assert ends


# -- undo, records, positions -------------------------------------------------


@every_setting
def test_undo_goes_back_any_depth_and_other_games_lead_on(game, name):
    match = last_of(game, name, seed=1)
    moves, tables = match.played, [match.game.view.view(s) for s in match.states()]
    for depth in range(1, len(moves) + 1):
        back = match.snapshot()
        for _ in range(depth):
            back.undo()
        assert seen(back) == tables[-1 - depth]
        assert back.played == moves[: len(moves) - depth]
        assert cardhouse.replay(back.record()).state == back.state
        assert (match.played, seen(match)) == (moves, tables[-1])


@every_setting
@pytest.mark.parametrize("games", ["searched", pytest.param("games", marks=soak)])
def test_a_record_replays_to_the_same_state_at_every_prefix(game, name, games):
    for seed in range(getattr(KITS[game].settings[name], games)):
        for match, _, _ in random_game(game, name, seed):
            again = cardhouse.replay(match.record())
            assert again.digest() == match.digest()
            assert again.states() == match.states()
            assert again.view() == match.view()


@every_setting
def test_every_view_is_json_and_can_be_placed_again(game, name):
    setting = KITS[game].settings[name]
    for seed in range(setting.searched):
        for match, _, _ in random_game(game, name, seed):
            view = match.view()
            assert json.loads(json.dumps(view, allow_nan=False)) == view
            again = cardhouse.place(game, view, seed=0, **setting.options).view()
            assert kept(match, again) == kept(match, view)


def kept(match: Match, view: Any) -> Any:
    """Return what of a view a position brings back."""
    return KITS[match.game.name].kept(view, match.played)


@every_game
def test_a_view_that_follows_a_placed_one_can_be_placed_again(game):
    for placed in KITS[game].positions.values():
        match = cardhouse.place(game, placed.position, seed=0, **placed.options)
        moves = list(match.moves())
        for text in moves[:: 1 + len(moves) // 50]:
            after = match.snapshot()
            after.play(text)
            view = after.view()
            again = cardhouse.place(game, view, seed=1, **placed.options).view()
            assert kept(after, again) == kept(after, view)


# -- nothing hidden shows -----------------------------------------------------


def all_that_shows(match: Match) -> Any:
    match = match.snapshot()  # a hint counts
    moves = list(match.moves())
    worths = [match.look(text) for text in moves]
    return match.view(), moves, worths, match.hint() if moves else None, match.outcome


@every_setting
def test_nothing_hidden_shows(game, name):
    for match, _, _ in random_game(game, name, seed=2):
        if match.number % 4 == 0:
            shown, digest, true = all_that_shows(match), match.digest(), match.state
            match.state = rekeyed(match, match.number)
            assert match.digest() != digest
            assert all_that_shows(match) == shown
            match.state = true


def facts_in(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Go through all that is told, each single fact with the way to it."""
    if isinstance(told, dict | list):
        for name, part in told.items() if isinstance(told, dict) else enumerate(told):
            yield from facts_in(part, (*path, name))
    else:
        yield (*path, told)


def unknown_of(tellings: list[Any], ordered: bool = True) -> set[tuple[Any, ...]]:
    """Return the ways to the facts that some of the tellings tell and others do not.

    Unless they are *ordered*, it does not matter how many events come before.
    """
    facts = [set(facts_in(told)) for told in tellings]
    known = set.intersection(*facts)
    ways = {fact[:-1] for fact in set.union(*facts) - known}
    return ways if ordered else {tuple(filter(is_name, way)) for way in ways}


def is_name(part: Any) -> bool:
    return isinstance(part, str)


def uncovered(match: Match) -> list[Any]:
    """Play the first move that shows something new, and those that must come before it."""
    told = []
    while True:
        moves = list(match.moves())
        move = next(filter(KITS[match.game.name].uncovers, moves), None)
        told += match.play(move or moves[0])
        if move:
            return told


@every_setting
def test_a_new_key_changes_all_that_comes_and_nobody_knows(game, name):
    """Whatever differs with the seed, for the same table, differs with the new key too."""
    options = KITS[game].settings[name].options
    match = cardhouse.new(game, seed=5, **options)
    view, by_seed, by_key, true = match.view(), [], [], match.state
    for salt in range(FUTURES):
        by_seed.append(uncovered(cardhouse.place(game, view, seed=salt, **options)))
        match.state = true
        match.state = rekeyed(match, salt)
        by_key.append(uncovered(match))
    ordered = not KITS[game].guesses  # else chance decides also how much happens
    assert unknown_of(by_key, ordered) == unknown_of(by_seed, ordered)
    assert KITS[game].surprises <= {name for path in unknown_of(by_key) for name in path}


# -- the words ----------------------------------------------------------------


@every_game
def test_every_move_text_reads_back_as_its_number(game):
    notation, moves = GAMES[game].notation, GAMES[game].rules.MOVES
    texts = [notation.move_text(move) for move in range(moves)]
    assert [notation.parse_move(text) for text in texts] == list(range(moves))
    assert len(set(texts)) == moves
    assert all(text.isascii() and text == " ".join(text.split()) for text in texts)


@every_game
def test_the_cells_of_a_move_text_come_in_reading_order(game):
    for move in range(GAMES[game].rules.MOVES):
        cells = KITS[game].ordered_cells(GAMES[game].notation.move_text(move))
        assert cells == sorted(set(cells))


@every_setting
def test_moves_come_by_ascending_number(game, name):
    match = last_of(game, name, seed=4)
    match.undo()
    numbers = [match.game.notation.parse_move(text) for text in match.moves()]
    assert numbers == sorted(set(numbers))
    assert [match.game.rules.is_legal(match.state, move) for move in numbers] == [True] * len(
        numbers
    )
