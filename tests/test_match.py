"""The calls that people build on, one by one, and what each move tells."""

import copy
import json
import pickle
from collections.abc import Iterable
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, BadSetup, IllegalMove, Match, RecordError
from cardhouse.agents import adviser_of
from cardhouse.agents.luck import Luck
from cardhouse.core.twin import bind
from cardhouse.games.game import LAST_MOVE
from tests.games import KITS, Placed, Story
from tests.scouted import scouted

OUTCOMES = {"playing", "won", "lost", "over"}
BAD_SEEDS = [-1, 2**256, 10**5000, -(10**5000), 1.5, 7.0, True, b"7", [7], {}, (), object()]
NO_GAMES = ["", "Boom", "chess", "boom ", None, 7, b"boom", ["boom"], {}, "\ud800", "x" * 10**6]
NO_POSITIONS = [None, [], "", "board", 7, [["board", []]], {1: 2}, {"board": {1, 2}}, object()]
NO_TEXTS = [[], {}, set(), object(), ["0,0"], 10**5000, float("nan")]

every_game = pytest.mark.parametrize("game", GAMES)
ENDED_BY_HINTS = [game for game in GAMES if KITS[game].hints_end]


def over_kits(part: str, games: Iterable[str] = GAMES) -> Any:
    """Run a test once for each entry of a part of every game's kit."""
    cases = []
    for game in games:
        entries = getattr(KITS[game], part)
        named = entries.items() if hasattr(entries, "items") else enumerate(entries)
        cases += [pytest.param(game, entry, id=f"{game}-{name}"[:60]) for name, entry in named]
    return pytest.mark.parametrize(("game", "entry"), cases)


def placed_match(game: str, placed: Placed, seed: Any = 5) -> Match:
    return cardhouse.place(game, placed.position, seed=seed, **placed.options)


def place_nothing(game: str, **how: Any) -> Match:
    return cardhouse.place(game, {}, **how)


def snapshot(match: Match) -> Any:
    """All that a refusal or a question must leave alone."""
    return match.digest(), match.view(), match.played, match.record(), list(match.state.events)


def refusal(match: Match, text: Any) -> IllegalMove:
    """Return the refusal of a move; nothing has changed."""
    before = snapshot(match)
    with pytest.raises(IllegalMove) as refused:
        match.play(text)
    assert snapshot(match) == before
    return refused.value


def is_sentence(words: str) -> bool:
    return words.endswith(".") and len(words.split()) > 2 and len(words) < 200


# -- new ----------------------------------------------------------------------


@every_game
def test_a_new_game_is_being_played_and_has_no_points(game):
    match = cardhouse.new(game, seed=7)
    assert (match.outcome, match.score, match.played, match.number) == ("playing", 0, [], 0)
    assert next(match.moves())


@every_game
def test_the_same_seed_deals_the_same_game_and_another_another(game):
    for seed in (0, 2**256 - 1, "", "a text", "\ud800", "♠" * 1000):
        first, second = cardhouse.new(game, seed=seed), cardhouse.new(game, seed=seed)
        assert first.digest() == second.digest()
        assert first.digest() != cardhouse.new(game, seed="another").digest()


@every_game
def test_a_number_and_its_text_are_two_seeds(game):
    assert cardhouse.new(game, seed=7).digest() != cardhouse.new(game, seed="7").digest()


@every_game
def test_without_a_seed_every_game_is_another(game):
    matches = [cardhouse.new(game) for _ in range(20)]
    assert len({match.digest() for match in matches}) == 20
    assert len({match.seed for match in matches}) == 20
    assert cardhouse.replay(matches[0].record()).digest() == matches[0].digest()


@over_kits("settings")
def test_every_setting_can_be_played(game, entry):
    match = cardhouse.new(game, seed=1, **entry.options)
    assert entry.options.items() <= match.options.items()
    assert match.play(next(match.moves()))


@pytest.mark.parametrize("name", NO_GAMES, ids=lambda name: ascii(name)[:20])
def test_an_unknown_game_is_refused(name):
    for begin in (lambda: cardhouse.new(name), lambda: cardhouse.place(name, {})):
        with pytest.raises(BadSetup) as refused:
            begin()
        assert refused.value.reason == "unknown_game"
        assert len(str(refused.value)) < 200


@every_game
@pytest.mark.parametrize("seed", BAD_SEEDS, ids=lambda seed: type(seed).__name__)
def test_what_is_no_seed_is_refused(game, seed):
    for begin in (cardhouse.new, place_nothing):
        with pytest.raises(BadSetup) as refused:
            begin(game, seed=seed)
        assert refused.value.reason == "bad_seed"


@over_kits("bad_options")
def test_an_impossible_option_is_refused(game, entry):
    options, reason = entry
    for begin in (cardhouse.new, place_nothing):
        with pytest.raises(BadSetup) as refused:
            begin(game, seed=1, **options)
        assert refused.value.reason == reason
        assert len(str(refused.value)) < 200


# -- place --------------------------------------------------------------------


@over_kits("positions")
def test_a_position_is_laid_as_it_was_given(game, entry):
    match = placed_match(game, entry)
    view = match.view()
    assert {key: view[key] for key in entry.position} == entry.position
    assert match.outcome == entry.outcome
    assert match.play(next(match.moves()))


@over_kits("positions")
def test_a_view_can_be_placed_key_by_key(game, entry):
    view = placed_match(game, entry).view()
    assert cardhouse.place(game, view, seed=5, **entry.options).view() == view
    for key in view:
        match = cardhouse.place(game, {key: None}, seed=5)
        assert match.view() == cardhouse.place(game, {}, seed=5).view()
        assert cardhouse.replay(match.record()).view() == match.view()


CLAIMS = (*OUTCOMES, "nonsense", "", 7, [], {"over": "over"})


def outcome_if_claimed(game: str, placed: Placed, outcome: Any) -> str:
    claimed = Placed({**placed.position, "outcome": outcome}, placed.options)
    return placed_match(game, claimed).outcome


def follows(game: str) -> bool:
    return "outcome" in GAMES[game].view.FOLLOWING


@over_kits("endings")
def test_an_outcome_is_computed_unless_it_does_not_follow(game, entry):
    assert placed_match(game, entry).outcome == entry.outcome
    for claim in CLAIMS:
        ended = follows(game) or claim == entry.outcome
        outcome = outcome_if_claimed(game, entry, claim)
        assert outcome == (entry.outcome if ended else "playing"), claim


@every_game
def test_no_position_is_the_end_because_it_says_so_unless_it_can_be(game):
    assert follows(game) != bool(KITS[game].open_ends)
    outcomes = {ending.outcome for ending in KITS[game].endings.values()}
    for name, placed in KITS[game].positions.items():
        for claim in CLAIMS:
            ended = name in KITS[game].open_ends and claim in list(outcomes)
            outcome = outcome_if_claimed(game, placed, claim)
            assert outcome == (claim if ended else "playing"), (name, claim)


@every_game
def test_an_empty_position_is_a_playable_one(game):
    match = cardhouse.place(game, {}, seed=3)
    assert match.outcome == "playing"
    assert match.view().keys() == KITS[game].keys | {"undone", "hints"}


@over_kits("bad_positions")
def test_an_impossible_position_is_refused(game, entry):
    with pytest.raises(BadSetup) as refused:
        cardhouse.place(game, entry, seed=1)
    assert refused.value.reason in ("bad_position", "bad_option")
    assert len(str(refused.value)) < 200


@every_game
@pytest.mark.parametrize("position", NO_POSITIONS, ids=lambda thing: type(thing).__name__)
def test_what_is_no_position_is_refused(game, position):
    with pytest.raises(BadSetup) as refused:
        cardhouse.place(game, position, seed=1)
    assert refused.value.reason == "bad_position"


@over_kits("positions")
def test_a_match_keeps_no_hold_on_what_it_was_given(game, entry):
    position, options = copy.deepcopy(entry.position), dict(entry.options)
    match = cardhouse.place(game, position, seed=5, **options)
    before = snapshot(match)
    for value in position.values():
        if isinstance(value, list):
            value.clear()
    position.clear()
    options.clear()
    assert snapshot(match) == before


# -- seeing -------------------------------------------------------------------


@over_kits("settings")
def test_a_view_has_the_promised_keys_and_is_ready_for_json(game, entry):
    match = cardhouse.new(game, seed=1, **entry.options)
    for _ in range(3):
        view = match.view()
        assert view.keys() == KITS[game].keys | {"undone", "hints"}
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert (view["score"], view["outcome"]) == (match.score, match.outcome)
        match.play(next(match.moves()))


@every_game
def test_what_was_shown_can_be_spoiled_without_harm(game):
    match = cardhouse.new(game, seed=1)
    events = match.play(next(match.moves()))
    before = snapshot(match)
    for shown in (match.view(), *events):
        for value in shown.values():
            if isinstance(value, list):
                value.clear()
        shown.clear()
    match.played.clear()
    assert snapshot(match) == before


@every_game
def test_moves_are_given_one_by_one_and_all_can_be_played(game):
    match = cardhouse.new(game, seed=1)
    moves = match.moves()
    assert iter(moves) is moves
    for text in list(moves)[::50]:
        match.play(text)
        match.undo()


@over_kits("endings")
def test_after_the_end_there_are_no_moves(game, entry):
    assert list(placed_match(game, entry).moves()) == []


def test_the_games_are_listed_by_name():
    assert GAMES
    assert all(name == game.name and game.title for name, game in GAMES.items())
    assert set(KITS) == set(GAMES), "tests/games knows every game"


@every_game
def test_outcome_and_score_cannot_be_set(game):
    match = cardhouse.new(game, seed=1)
    for name in ("outcome", "score", "played"):
        with pytest.raises(AttributeError):
            setattr(match, name, 10**6)


# -- refusing -----------------------------------------------------------------


@over_kits("refusals")
def test_every_refusal_has_a_reason_and_a_sentence(game, entry):
    match = placed_match(game, entry.placed)
    assert match.outcome == entry.placed.outcome
    refused = refusal(match, entry.move)
    assert isinstance(refused, ValueError)
    assert refused.reason == entry.reason
    assert is_sentence(str(refused))
    assert match.look(entry.move) == {
        "legal": False,
        "reason": entry.reason,
        "message": str(refused),
    }


@every_game
def test_every_reason_that_the_rules_give_is_tried(game):
    tried = {entry.reason for entry in KITS[game].refusals}
    assert {reason for reason, _ in GAMES[game].notation.REFUSALS.values()} <= tried
    assert set(KITS[game].no_moves.values()) <= tried


@every_game
def test_what_is_no_move_is_refused(game):
    match = cardhouse.new(game, seed=1)
    for text, reason in KITS[game].no_moves.items():
        refused = refusal(match, text)
        assert (refused.reason, is_sentence(str(refused))) == (reason, True), ascii(text)[:50]


@every_game
@pytest.mark.parametrize("thing", NO_TEXTS, ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_is_no_move(game, thing):
    match = cardhouse.new(game, seed=1)
    assert refusal(match, thing).reason == "no_move"
    assert match.look(thing)["reason"] == "no_move"


@every_game
def test_a_refused_move_draws_no_chance(game):
    tidy, vexed = (cardhouse.new(game, seed=9) for _ in range(2))
    for _ in range(5):
        for entry in KITS[game].refusals[:5]:
            refusal(vexed, entry.move)
        move = next(tidy.moves())
        assert vexed.play(move) == tidy.play(move)


@every_game
def test_errors_are_value_errors(game):
    assert issubclass(IllegalMove, ValueError)
    assert issubclass(BadSetup, ValueError)
    assert issubclass(RecordError, ValueError)


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("ended", "The game is over."),
        BadSetup("bad_seed", "no seed"),
        RecordError("false", "move 3 is not legal", 3),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_can_be_sent_to_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


# -- undo ---------------------------------------------------------------------


@every_game
def test_undo_with_nothing_to_undo_is_refused(game):
    match = cardhouse.new(game, seed=1)
    before = snapshot(match)
    with pytest.raises(IllegalMove) as refused:
        match.undo()
    assert refused.value.reason == "no_undo"
    assert is_sentence(str(refused.value))
    assert snapshot(match) == before


@over_kits("stories")
def test_undo_takes_back_any_kind_of_move(game, entry):
    """ALL-7: nothing but chance is another then, and that only where the move drew any."""
    match = placed_match(game, entry.placed)
    before, view, drawn = snapshot(match), match.view(), match.state.drawn[:]
    match.play(entry.move)
    drew = match.state.drawn != drawn
    match.undo()
    assert match.view() == view | {"undone": int(drew)}
    assert match.played == []
    assert drew or snapshot(match) == before


# -- telling ------------------------------------------------------------------


@over_kits("stories")
def test_a_move_tells_what_it_does(game, entry):
    match = placed_match(game, entry.placed)
    events = match.play(entry.move)
    assert json.loads(json.dumps(events, allow_nan=False)) == events
    assert missing_facts(entry, events) == []
    assert not {event["event"] for event in events} & set(entry.silent)


def missing_facts(story: Story, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the facts that are not told, or not in that order."""
    waiting = list(story.tells)
    for event in events:
        if waiting and waiting[0].items() <= event.items():
            del waiting[0]
    return waiting


@over_kits("stories")
def test_a_front_end_can_animate_a_placed_position_from_the_events_alone(game, entry):
    for seed in range(10):
        match = placed_match(game, entry.placed, seed)
        before = match.view()
        assert KITS[game].retold(before, match.play(entry.move)) == match.view()


@pytest.mark.volume
@pytest.mark.no_cover  # measuring coverage makes it five times slower
@every_game
def test_a_front_end_can_animate_whole_games_from_the_events_alone(game):
    told = set()
    for setting in KITS[game].settings.values():
        for seed in range(6):
            match = cardhouse.new(game, seed=seed, **setting.options)
            while match.outcome == "playing" and match.number < setting.most_moves:
                before = match.view()
                moves = list(match.moves())
                events = match.play(moves[(7 * match.number + seed) % len(moves)])
                assert KITS[game].retold(before, events) == match.view()
                told |= {event["event"] for event in events}
    for story in KITS[game].stories.values():
        told |= {event["event"] for event in placed_match(game, story.placed).play(story.move)}
    if game == "grid":  # all ten lines of its third hand are a pair or better, which is rare
        match = cardhouse.new("grid", seed=35, picks=0, bonuses=True)
        for _ in range(3):
            before = match.view()
            events = match.play("s")
            assert KITS[game].retold(before, events) == match.view()
        told |= {event["event"] for event in events}
    assert told == KITS[game].event_names


@every_game
def test_every_event_has_a_name_and_a_text(game):
    for story in KITS[game].stories.values():
        for event in placed_match(game, story.placed).play(story.move):
            assert isinstance(event["event"], str)
            assert isinstance(event["text"], str)


@every_game
def test_the_last_events_can_be_had_again(game):
    match = cardhouse.new(game, seed=1)
    assert match.last_events() == []
    for _ in range(5):
        events = match.play(next(match.moves()))
        before = snapshot(match)
        assert match.last_events() == match.last_events() == events
        assert snapshot(match) == before


# -- asking -------------------------------------------------------------------


@pytest.mark.volume
@over_kits("settings")
def test_a_hint_is_the_move_of_the_games_adviser_and_changes_nothing(game, entry):
    adviser = bind(adviser_of(GAMES[game]), *GAMES[game].contract)
    for seed in range(3):
        match = cardhouse.new(game, seed=seed, **entry.options)
        before = snapshot(asked := match.snapshot())
        hint = asked.hint()
        assert asked.hints == 1
        assert (asked.digest(), asked.played) == (before[0], before[2])
        looks = [match.look(text) for text in match.moves()]
        assert snapshot(match) == before
        assert all(look["legal"] for look in looks)
        assert match.parse(hint["move"]) == adviser.choose(match.state, Luck())
        assert [look["worth"] for look in looks] == [
            worth_of(match, text) for text in match.moves()
        ]
        assert hint["why"] == match.look(hint["move"])["message"]


def worth_of(match: Match, text: str) -> int:
    worth: int = match.game.prospects.worth(match.state, match.parse(text))
    return worth


def gain_of(match: Match, move: int) -> int:
    """Return what a move gains; one that costs no time gains what it lets the next one gain."""
    asked, s = match.game.prospects, match.state
    gain: int = asked.opens(s, move) if asked.is_free(s, move) else asked.worth(s, move)
    return gain


@pytest.mark.volume
@over_kits("positions")
def test_a_hint_is_legal_and_fixed_by_the_table(game, entry):
    match, other = placed_match(game, entry), placed_match(game, entry, seed=6)
    hint = match.hint()
    assert hint["move"] in match.moves()
    assert hint["why"] == match.look(hint["move"])["message"]
    assert match.hint() == hint, "asking changes nothing"
    if other.view() == match.view():
        assert other.hint() == hint, "the seed is not asked"


@pytest.mark.volume
@every_game
def test_all_3_a_hint_does_not_change_with_what_is_to_come(game):
    """Close choices tell: there a bot that asked the game's own key would change its mind."""
    for seed in range(10):
        match = cardhouse.new(game, seed=seed)
        hint = match.hint()
        for salt in range(2):
            match.game.rules.rekey(match.state, salt)
            assert match.hint() == hint


@pytest.mark.volume
@over_kits("positions")
def test_the_scout_takes_the_best_worth_or_else_opens_most(game, entry):
    match = placed_match(game, entry)
    asked, s, legal = match.game.prospects, match.state, legal_moves(match)
    chosen = match.parse(scouted(match))
    most = max(gain_of(match, move) for move in legal)
    assert gain_of(match, chosen) == most
    if most == 0:
        opened = [asked.opens(s, move) for move in legal if not asked.spends(s, move)]
        if max(opened, default=0) <= 0:  # it takes something that does not come back
            opened = [asked.opens(s, move) for move in legal]
        assert asked.opens(s, chosen) == max(opened)


def legal_moves(match: Match) -> list[int]:
    return [match.parse(text) for text in match.moves()]


@pytest.mark.volume
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in KITS[game].positions]
)
def test_what_a_move_opens_can_be_had_by_the_next_and_asking_changes_nothing(game, name):
    match = placed_match(game, KITS[game].positions[name])
    asked, before, legal = match.game.prospects, snapshot(match), legal_moves(match)
    for move in legal[:: len(legal) // 20 + 1]:
        promised = asked.opens(match.state, move)
        assert snapshot(match) == before
        text, tried = match.game.notation.move_text(move), match.snapshot()
        tried.play(text)
        gains = [gain_of(tried, then) for then in legal_moves(tried)]
        ended = tried.outcome != "playing"
        by_chance = ended and KITS[game].guesses
        if KITS[game].promises(text) and not by_chance:
            assert promised <= max(gains, default=0), text
        assert (promised == LAST_MOVE) == (ended and name in KITS[game].open_ends)


@over_kits("stories")
def test_a_look_foretells_the_gain_and_changes_nothing(game, entry):
    match = placed_match(game, entry.placed)
    before = snapshot(match)
    look = match.look(entry.move)
    assert snapshot(match) == before
    gained = sum(event.get("gain", 0) for event in match.play(entry.move))
    if KITS[game].guesses:
        assert (look["worth"] > 0) == (gained > 0)
    else:
        assert look["worth"] == gained


@pytest.mark.volume
@over_kits("settings", ENDED_BY_HINTS)
def test_hints_come_to_an_end_and_never_go_round_in_a_circle(game, entry):
    """Moves that cost no time are followed by one that does, before any table is seen again."""
    for seed in range(6):
        match = cardhouse.new(game, seed=seed, **entry.options)
        seen: list[Any] = []
        while match.outcome == "playing":
            assert match.number < KITS[game].hints_end
            assert match.digest() not in seen
            hint = match.hint()["move"]
            free = match.game.prospects.is_free(match.state, match.parse(hint))
            seen = [*seen, match.digest()] if free else []
            match.play(hint)


@pytest.mark.volume
@over_kits("positions", ENDED_BY_HINTS)
def test_hints_never_go_round_in_a_circle_from_any_position(game, entry):
    match = placed_match(game, entry)
    seen: list[Any] = []
    for _ in range(8):
        if match.outcome != "playing":
            return
        assert match.digest() not in seen
        hint = match.hint()["move"]
        free = match.game.prospects.is_free(match.state, match.parse(hint))
        seen = [*seen, match.digest()] if free else []
        match.play(hint)


@every_game
def test_a_free_move_leaves_as_many_others_to_come(game):
    """It gains and spends nothing, and neither scores nor ends the game."""
    for placed in KITS[game].positions.values():
        match = placed_match(game, placed)
        asked, score = match.game.prospects, match.score
        for move in legal_moves(match)[::3]:
            if asked.is_free(match.state, move):
                assert asked.worth(match.state, move) == 0
                assert not asked.spends(match.state, move)
                match.play(match.game.notation.move_text(move))
                assert (match.score, match.outcome) == (score, "playing")
                match.undo()


# -- looking ahead ------------------------------------------------------------

SEEN = {"min", "mean", "max", "chance", "error", "chance_error", "rounds"}
BAD_ROUNDS = [0, 1, -1, 100_001, 2.0, True, "", "9", [], 10**5000]


@over_kits("previews")
def test_a_preview_is_in_order_needs_no_luck_and_changes_nothing(game, entry):
    match = placed_match(game, entry)
    before = snapshot(match)
    seen = match.preview(rounds=20)
    assert match.preview(rounds=20) == seen
    assert snapshot(match) == before
    assert seen.keys() == SEEN
    assert json.loads(json.dumps(seen, allow_nan=False)) == seen
    assert 0 < seen["min"] <= seen["mean"] <= seen["max"]
    assert 0 <= seen["chance"] <= 1
    assert min(seen["error"], seen["chance_error"]) >= 0
    assert seen["rounds"] == 20


@over_kits("previews")
def test_a_preview_knows_nothing_of_what_is_to_come(game, entry):
    match = placed_match(game, entry)
    seen, digest = match.preview(rounds=5), match.digest()
    for salt in range(3):
        match.game.rules.rekey(match.state, salt)
        assert match.digest() != digest
        assert match.preview(rounds=5) == seen


@over_kits("previews")
def test_a_preview_of_more_rounds_is_surer(game, entry):
    match = placed_match(game, entry)
    rough, fine = match.preview(rounds=5), match.preview(rounds=80)
    assert fine["min"] <= rough["min"] <= rough["max"] <= fine["max"]
    assert fine["chance_error"] <= rough["chance_error"]
    assert fine["error"] < rough["error"] or rough["error"] == fine["error"] == 0


@over_kits("no_previews")
def test_where_nothing_can_be_foretold_there_is_no_preview(game, entry):
    reasons = {id(placed): reason for reason, placed in KITS[game].no_previews.items()}
    match = placed_match(game, entry)
    before = snapshot(match)
    with pytest.raises(IllegalMove) as refused:
        match.preview()
    assert refused.value.reason == reasons[id(entry)]
    assert is_sentence(str(refused.value))
    assert snapshot(match) == before


@every_game
def test_a_game_has_a_preview_or_says_that_it_has_none(game):
    assert (GAMES[game].preview is None) == (not KITS[game].previews)
    if not KITS[game].previews:
        with pytest.raises(IllegalMove) as refused:
            cardhouse.new(game, seed=1).preview()
        assert refused.value.reason == "no_preview"
        assert GAMES[game].title in str(refused.value)


@over_kits("previews")
def test_a_preview_of_no_sensible_number_of_rounds_is_refused(game, entry):
    match = placed_match(game, entry)
    for rounds in BAD_ROUNDS:
        with pytest.raises(IllegalMove) as refused:
            match.preview(rounds=rounds)
        assert refused.value.reason == "bad_request"
        assert is_sentence(str(refused.value))


# -- records ------------------------------------------------------------------


@over_kits("endings")
def test_a_finished_game_has_a_record(game, entry):
    match = placed_match(game, entry)
    assert f"\noutcome {entry.outcome}\n" in match.record()
    assert cardhouse.replay(match.record()).outcome == entry.outcome


@every_game
def test_replay_gives_a_match_that_goes_on(game):
    match = cardhouse.new(game, seed=1)
    match.play(next(match.moves()))
    again = cardhouse.replay(match.record())
    assert isinstance(again, Match)
    move = next(match.moves())
    assert again.play(move) == match.play(move)
    assert snapshot(again) == snapshot(match)
