"""What holds for every game, one test or more per rule of ``docs/rules/all.md``."""

import ast
import json
from collections import Counter
from itertools import pairwise, product
from math import factorial, prod
from pathlib import Path

import pytest

import cardhouse
from cardhouse import GAMES, IllegalMove
from cardhouse.agents import agents_for
from cardhouse.agents.luck import Luck
from cardhouse.core import chance
from cardhouse.core.cards import DECK, EMPTY, JOKER, card_text, parse_card
from cardhouse.core.flat import copy_state, flatten, layout_of
from cardhouse.core.grid import cell_text, parse_cell
from cardhouse.core.twin import Engine, bind
from cardhouse.engine.cpu import Compiled
from tests.games import KITS

SOURCES = Path(cardhouse.__file__).parent
WHOLE_NUMBERED = [
    path for room in ("core", "games", "agents") for path in (SOURCES / room).rglob("*.py")
]

every_game = pytest.mark.parametrize("game", GAMES)


def played(game, moves=10, seed=7, **options):
    """Play some moves, each the legal one that comes after so many others."""
    match = cardhouse.new(game, seed=seed, **options)
    for number in range(moves):
        legal = list(match.moves())
        if legal:
            match.play(legal[97 * number % len(legal)])
    return match


# -- ALL-1: what fixes a game ---------------------------------------------------


@every_game
def test_all_1_the_same_four_give_the_same_game_at_every_move(game):
    first = played(game)
    again = cardhouse.new(game, seed=7)
    for move, state in zip(first.played, first.states(), strict=False):
        assert flatten(again.state, layout_of(type(state))) == flatten(
            state, layout_of(type(state))
        )
        again.play(move)
    assert again.view() == first.view()
    assert again.digest() == first.digest()


@every_game
def test_all_1_a_record_of_the_four_gives_the_game_again(game):
    first = played(game)
    assert cardhouse.replay(first.record()).digest() == first.digest()


@every_game
def test_all_1_interpreted_and_compiled_it_is_the_same_game(game):
    first = played(game)
    layout = layout_of(type(first.state))
    compiled = Compiled(GAMES[game])
    states = compiled.deal([7])
    for move, state in zip(first.played, first.states(), strict=False):
        assert flatten(states[0], layout) == flatten(state, layout)
        compiled.step(states, [GAMES[game].notation.parse_move(move)])
    assert flatten(states[0], layout) == flatten(first.state, layout)


@every_game
def test_all_1_another_seed_gives_another_game(game):
    deals = [cardhouse.new(game, seed=seed).view() for seed in (7, 8, "7", 2**256 - 1)]
    assert all(one != other for one, other in pairwise(deals))


# Written down once: a machine that plays these moves from seed 7 must come to these boards.
MOVES_OF_SEED_7 = {
    "boom": [
        "7,2 7,3 8,3 8,4 9,4",
        "4,1 4,2 5,1 6,1 7,1",
        "6,0 6,1 6,2 6,3 7,2",
        "1,4 2,4 3,3 3,4 4,4",
    ],
    "grid": ["u", "f 2 0", "f 2 1", "o 1 0", "s", "f 2 1", "f 0 0", "s"],
    "crush": [
        "clear 6,0 6,2",
        "slide 6,0 6,1",
        "use 5,0 4,4",
        "bomb 5,1",
        "swap 6,0 6,6",
        "blast 6,3",
    ],
}
BOARDS_OF_SEED_7 = {
    "boom": [
        "Kc 7h 6s 2h 9c",
        "6d 8s 2c Js 4d",
        "2h As 6d Ts 3s",
        "Jc 3s 4c 5c 5c",
        "4d 4h Qs Kh 5s",
        "9d 5s Js 7s 2c",
        "Tc 2c 6h Ah 6c",
        "8s 6c 9d 9s 8d",
        "6s 4h 3h 7d 2s",
        "2h 6d Kc 4d Qh",
    ],
    "grid": [
        "5c 6d 2h 6d 7h",
        "Kc 8h 6c 2c Jc",
        "Kd Qs 7d Qd Kh",
        "2h 4h 2h 3s 5c",
        "5s 9d Qc 6c Tc",
    ],
    "crush": [
        "-- -- -- -- -- -- --",
        "-- -- -- -- -- -- --",
        "-- -- -- -- -- -- --",
        "-- -- -- -- -- -- Jc",
        "Ah 6c 6s Kd 7d Js 2d",
        "3h 5d 8h Ks Qd 7s 6d",
        "2c Qh Ac 4c 5c 2s 2s",
    ],
}
SCORES_OF_SEED_7 = {"boom": 369, "grid": 3055, "crush": 30}
OPTIONS_OF_SEED_7 = {
    "boom": {"level": 30},
    "grid": {"jokers": ["Scary Face", "Photograph"]},
    "crush": {},
}


@every_game
def test_all_1_on_every_platform_these_moves_lead_to_this_board(game):
    match = cardhouse.new(game, seed=7, **OPTIONS_OF_SEED_7[game])
    for move in MOVES_OF_SEED_7[game]:
        match.play(move)
    assert match.view()["board"] == [row.split() for row in BOARDS_OF_SEED_7[game]]
    assert match.score == SCORES_OF_SEED_7[game]


# -- ALL-2: a move that is not allowed ------------------------------------------

REFUSED = {
    "boom": {
        "": "not_five",
        "hello": "no_cell",
        "0,0 0,1 0,2 0,3 0,5": "no_cell",
        "0,0 0,1 0,2 0,3": "not_five",
        "0,0 0,1 0,2 0,3 0,3": "repeated",
        "0,0 0,1 0,2 0,3 2,4": "not_connected",
        "5,0 5,1 5,2 5,3 5,4": "scorched",
        "9,0 9,1 9,2 9,3 9,4": "high_card",
        "0,1 1,0 1,1 1,2 2,1": "no_stroke",
    },
    "grid": {
        "": "no_move",
        "hello": "no_move",
        "f 0 0 0": "no_cell",
        "f 0 5": "no_cell",
        "f 2 2": "no_slot",
        "u 1": "number_count",
        "s 1": "number_count",
        "d": "number_count",
        "d 3": "no_offer",
        "d 0": "no_offer",
        "o 1": "number_count",
        "o 0 5": "no_joker",
        "o 0 2": "no_joker",
        "o 1 1": "same_place",
    },
    "crush": {
        "": "cell_count",
        "hello": "no_move",
        "s 6,0 6,1": "unclear",
        "slide 6,0 6,7": "no_cell",
        "slide 6,0": "cell_count",
        "slide 6,0 6,0": "repeated",
        "slide 6,0 6,2": "not_neighbours",
        "clear 6,0 4,2": "not_straight",
        "clear 6,0 6,1": "too_short",
        "slide 0,0 0,1": "no_card",
        "slide 4,6 5,6": "gravity",
        "clear 6,0 6,2": "not_one_suit",
        "clear 5,0 5,2": "gap",
        "use 6,0 6,6": "no_swapper",
        "use 6,1 6,2": "neighbour",
        "swap 6,0 6,6": "no_swaps_left",
        "bomb 6,0": "no_bomb",
        "blast 6,0": "no_bombs_left",
    },
}
# Boom: the bottom row is a high card, a bomb is about to go off, and 5,2 is scorched.
# Grid: two cells are frozen, two jokers are held and none is offered.
POSITIONS = {
    "boom": {
        "board": [["2c", "2d", "7h", "9s", "Jc"]] * 9 + [["2c", "4d", "7h", "9s", "Jc"]],
        "scorch": [[3 * ((row, column) == (5, 2)) for column in range(5)] for row in range(10)],
        "bombs": [{"side": "left", "index": 3, "fuse": 1}],
    },
    "grid": {
        "board": [["2c", "2d", "7h", "9s", "Jc"]] * 5,
        "frozen": [[0, 0], [4, 4]],
        "jokers": ["Joker", {"name": "Runner", "held": 30}],
        "hands_left": 3,
    },
    "crush": {
        "board": [["--"] * 7] * 5
        + [["5h", "6h", "8h", "Kc", "Ks", "Kd", "9s"], ["2c", "3d", "4h", "7s", "8s", "9s", "Tc"]],
        "tags": [[""] * 7] * 6 + [["", "swapper", "", "bomb", "", "", ""]],
        "free_swaps": 0,
        "free_bombs": 0,
    },
}
OPTIONS = {"boom": {"shape": "path"}, "grid": {}, "crush": {}}


@pytest.mark.parametrize(
    ("game", "move", "reason"),
    [(game, move, reason) for game in GAMES for move, reason in REFUSED[game].items()],
)
def test_all_2_a_refused_move_says_why_and_changes_nothing(game, move, reason):
    match = cardhouse.place(game, POSITIONS[game], seed=7, **OPTIONS[game])
    view, state, digest = match.view(), copy_state(match.state), match.digest()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.reason == reason
    sentence = str(caught.value)
    assert len(sentence.split()) > 2
    assert sentence[-1] == "."
    assert (match.view(), match.digest(), match.state) == (view, digest, state)
    assert (match.state.drawn, match.state.blocks) == (state.drawn, state.blocks)
    assert match.played == match.state.events == []


@every_game
def test_all_2_after_refusals_the_game_goes_on_as_if_nothing_had_been_asked(game):
    calm, pestered = (
        cardhouse.place(game, POSITIONS[game], seed=7, **OPTIONS[game]) for _ in range(2)
    )
    for move in REFUSED[game]:
        with pytest.raises(IllegalMove):
            pestered.play(move)
    move = next(calm.moves())
    assert pestered.play(move) == calm.play(move)
    assert pestered.digest() == calm.digest()


# -- ALL-3: what is seen --------------------------------------------------------


def with_another_future(match, salt=2026):
    """Return the same table with other cards to come."""
    other = played(match.game.name, moves=0)
    other.state = copy_state(match.state)
    match.game.rules.rekey(other.state, salt)
    return other


@every_game
def test_all_3_the_table_shows_nothing_of_what_is_to_come(game):
    match = played(game)
    other = with_another_future(match)
    assert other.view() == match.view()
    assert list(other.moves()) == list(match.moves())
    assert other.hint() == match.hint()
    move = next(filter(KITS[game].uncovers, match.moves()))
    assert other.look(move) == match.look(move)
    assert other.play(move) != match.play(move)  # the cards to come do differ


@every_game
def test_all_3_the_view_has_no_seed_and_no_random_word(game):
    match = cardhouse.new(game, seed=123_456_789)
    shown = json.dumps(match.view())
    assert "123456789" not in shown
    assert not any(str(word) in shown for word in match.state.blocks if word > 10**6)
    assert not {"seed", "key", "blocks", "drawn"} & set(match.view())


PLANNERS = {
    "boom": ["planner", "adviser", "blind"],
    "grid": ["planner", "adviser"],
    "crush": ["planner"],
}
"""The bots that try futures."""
CHANCE_MAKERS = {"forget": PLANNERS, "sort_cells": {"crush": ["planner"]}}
"""What makes a future the bot's own, and who needs it."""
SEARCHED = {"CANDIDATES": 2, "FUTURES": 2}
"""How much a planner tries here: less than it does, as it is interpreted."""


SET_BY_HAND = {
    "boom": ["bombs", "scorch", "endless"],
    "grid": ["first pick", "last pick", "growing", "lucky", "copies"],
    "crush": ["tags", "nearly full"],
}
"""Positions from which the bots are asked, of those that the kits know."""


DEALT = {"boom": [{}], "grid": [{"picks": 3}], "crush": [{}]}
"""What is chosen before a deal: where jokers are drafted, a bot knows of no later offer."""


def tables(game):
    """Return games in progress: just dealt, some moves after the deal, and set by hand."""
    placed = [KITS[game].positions[name] for name in SET_BY_HAND[game]]
    return [
        *(cardhouse.new(game, seed=2, **options) for options in DEALT[game]),
        played(game),
        *(cardhouse.place(game, one.position, seed=7, **one.options) for one in placed),
    ]


def watched(agent, game, log, without=""):
    """Bind a bot that writes down what it tries and learns of what is to come.

    That is every future, as it begins and ends and what it gives, and every word
    and card but for those that its own luck gives.
    """

    def watch(function):
        if function.__name__ == without:
            return lambda *_: None
        if function.__name__ == "future":
            return lambda *given: write_future(log, function, given)
        if function.__name__ in ("next_word", "next_piece"):
            return lambda *given: write_draw(log, function, given)
        return function

    bot = bind(agent, *game.contract, engine=Engine(function=watch))
    home = bot.choose.__globals__
    home.update({name: most for name, most in SEARCHED.items() if name in home})
    return bot


def write_future(log, future, given):
    """Play a future, and write it down with the state it begins and ends with."""
    first = given[0]
    trial = first[1] if isinstance(first, list) else first  # on a desk, it lies second
    layout = layout_of(type(trial))
    begin = flatten(trial, layout)
    value = future(*given)
    log.append(("future", begin, flatten(trial, layout), value))
    return value


def write_draw(log, draw, given):
    """Draw, and write it down unless it is from the bot's own luck."""
    drawn = draw(*given)
    if not isinstance(given[0], Luck):
        log.append((draw.__name__, *given[1:], drawn))
    return drawn


def logs_on(game, agent, match, without=""):
    """Return what a bot tries and chooses on a table, and on the same with other futures."""
    logs = []
    for table in (match, *(with_another_future(match, salt) for salt in (2026, 2027))):
        log, before = [], copy_state(table.state)
        bot = watched(agents_for(GAMES[game])[agent], match.game, log, without)
        log.append(("chosen", bot.choose(table.state, Luck())))
        assert table.state == before
        logs.append(log)
    return logs


@pytest.mark.volume
@pytest.mark.parametrize(
    ("game", "agent"), [(game, bot) for game in GAMES for bot in agents_for(GAMES[game])]
)
def test_all_3_a_bot_tries_and_chooses_the_same_whatever_is_to_come(game, agent):
    looked_ahead = False
    for match in tables(game):
        first, *others = logs_on(game, agent, match)
        assert all(other == first for other in others)
        looked_ahead |= len(first) > 1
    assert looked_ahead == (agent in PLANNERS[game])


@pytest.mark.volume
@pytest.mark.parametrize(
    ("game", "agent", "without"),
    [
        (game, agent, without)
        for without, needed in CHANCE_MAKERS.items()
        for game, agents in needed.items()
        for agent in agents
    ],
)
def test_all_3_a_bot_that_kept_what_is_to_come_would_be_seen(game, agent, without):
    assert any(
        other != first
        for match in tables(game)
        for first, *others in [logs_on(game, agent, match, without)]
        for other in others
    )


# -- ALL-4: whole numbers -------------------------------------------------------


HUNDREDTHS = {"mult", "base_mult", "held"}
"""What is kept in hundredths, and shown with its parts."""


def numbers_in(value, name=""):
    """Return every number in a JSON value, each with the name it has."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else [(name, part) for part in value]
        return [number for name, part in parts for number in numbers_in(part, name)]
    return [(name, value)] if isinstance(value, int | float) else []


def is_whole(name, number):
    """Return whether a number is whole, or whole in hundredths where it may be."""
    if isinstance(number, float) and name in HUNDREDTHS:
        return not number.is_integer() and round(100 * number) / 100 == number
    return type(number) in (int, bool)


@every_game
def test_all_4_state_view_and_events_hold_whole_numbers_only(game):
    match = played(game)
    events = match.play(next(filter(KITS[game].uncovers, match.moves())))
    assert all(type(number) is int for number in flatten(match.state, layout_of(type(match.state))))
    assert all(is_whole(*number) for number in numbers_in([match.view(), events]))


SHOWING = {f"games/grid/{name}.py" for name in ("preview", "events", "view")}
"""Modules that show, foretell and read in parts what the rules keep in whole numbers."""


def path_in_package(path):
    return path.relative_to(SOURCES).as_posix()


@pytest.mark.parametrize("path", WHOLE_NUMBERED, ids=path_in_package)
def test_all_4_no_rule_divides_with_a_remainder_or_knows_a_fraction(path):
    broken = path_in_package(path) in SHOWING
    assert broken == any(map(knows_fractions, ast.walk(ast.parse(path.read_text()))))


def knows_fractions(node):
    return (
        isinstance(node, ast.Div)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float | complex))
        or (isinstance(node, ast.Name) and node.id in ("float", "round"))
    )


@every_game
def test_all_4_no_rule_asks_what_only_shows(game):
    asked, waiting = (
        set(),
        [GAMES[game].rules.__name__, *(bot.__name__ for bot in agents_for(GAMES[game]).values())],
    )
    while waiting:
        name = waiting.pop()
        source = (SOURCES.parent / name.replace(".", "/")).with_suffix(".py")
        if name in asked or not source.exists():
            continue
        asked.add(name)
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ImportFrom):
                waiting += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    assert f"cardhouse.games.{game}.board" in asked
    assert not {f"cardhouse.{path[:-3].replace('/', '.')}" for path in SHOWING} & asked


@pytest.mark.parametrize(("combo", "gain"), [(1, 62), (2, 125), (3, 187), (5, 312)])
def test_all_4_what_is_below_one_is_dropped_at_the_end(combo, gain):
    # 50 × 1.25 is 62.5; dropped at once, three times that would be 186.
    position = POSITIONS["boom"] | {"combo": combo}
    match = cardhouse.place("boom", position, seed=7)
    match.play("0,0 0,1 0,2 0,3 0,4")
    assert match.score == gain


# -- ALL-5: even chances --------------------------------------------------------


def bound_to(function, **names):
    """Return a copy of a function of `chance` that knows some names otherwise."""
    return type(function)(function.__code__, vars(chance) | names, function.__name__)


def tiny_below(words):
    """Return `below` over words of eight bits, which come from *words*."""
    tiny = {"WORD": 255, "WORD_BITS": 8, "WORDS": 256, "next_word": lambda *_: next(words)}
    return bound_to(chance.below, **tiny, fair_word=bound_to(chance.fair_word, **tiny))


@pytest.mark.parametrize("bound", range(1, 129))
def test_all_5_over_all_words_every_choice_comes_exactly_as_often(bound):
    choices = Counter()
    for word in range(256):
        try:
            choices[tiny_below(iter([word]))(None, 0, bound)] += 1
        except StopIteration:
            choices["drawn again"] += 1
    assert choices.pop("drawn again", 0) == 256 % bound
    assert choices == dict.fromkeys(range(bound), 256 // bound)


def test_all_5_a_word_that_would_tip_the_scales_is_drawn_again():
    # Below 3, of 256 words one is too many: 0 is drawn again, as often as it comes.
    assert tiny_below(iter([0, 0, 0, 255]))(None, 0, 3) == 2


@pytest.mark.parametrize(("most", "draws"), [(2**31, 1), (30, 2), (6, 3)])
def test_all_5_a_shuffle_reaches_every_order_exactly_once(most, draws):
    """Five cards; *most* bounds a draw, so that their order is split among several."""
    bounds = bounds_of_a_shuffle(5, most)
    orders = Counter()
    for numbers in product(*map(range, bounds)):
        items, words = list("abcde"), iter(exact_words(numbers, bounds))
        shuffle = tiny_shuffle(most, lambda *_, words=words: next(words))
        shuffle(None, 0, items, 5)
        orders["".join(items)] += 1
    assert len(bounds) == draws
    assert len(orders) == factorial(5)
    assert set(orders.values()) == {1}


def tiny_shuffle(most, fair_word):
    """Return `shuffle` whose draws are below *most* and come from *fair_word*."""
    shared_draw = bound_to(chance.shared_draw, MOST_BELOW=most)
    shares = tuple(map(shared_draw, range(len(chance.SHARES))))
    return bound_to(chance.shuffle, SHARES=shares, fair_word=fair_word)


def bounds_of_a_shuffle(count, most=2**31):
    """Return below what a shuffle draws, by shuffling."""
    bounds = []

    def first_word(_, __, bound):
        bounds.append(bound)
        return 0

    shuffle = tiny_shuffle(most, first_word)
    shuffle(None, 0, list(range(count)), count)
    return bounds


def exact_words(numbers, bounds):
    """Return for each number below a bound the first word that stands for it."""
    return [-(-(number << 32) // bound) for number, bound in zip(numbers, bounds, strict=True)]


def test_all_5_the_draws_of_a_shuffle_allow_for_every_order_of_fifty():
    assert prod(bounds_of_a_shuffle(50)) == factorial(50)


def test_all_5_nothing_but_chance_is_random():
    for path in WHOLE_NUMBERED:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in getattr(node, "names", []) if hasattr(alias, "name")]
            module = getattr(node, "module", None) or ""
            assert not {"random", "secrets", "time", "os"} & {module, *names} or (
                module == "cardhouse.agents"
            )


# -- ALL-6: how cards and cells are written -------------------------------------


def test_all_6_a_card_is_its_rank_and_its_suit():
    texts = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    assert [card_text(card) for card in DECK] == texts
    assert [parse_card(text) for text in texts] == list(DECK)


@pytest.mark.parametrize("text", ["Th", "th", "TH", "10h", "10H", "T♥", "t♥", "10♥"])
def test_all_6_a_card_is_also_read_with_a_ten_a_sign_or_a_small_rank(text):
    assert card_text(parse_card(text)) == "Th"


def test_all_6_the_four_signs_are_the_four_suits():
    assert [card_text(parse_card("A" + sign)) for sign in "♣♦♥♠"] == ["Ac", "Ad", "Ah", "As"]


def test_all_6_a_joker_is_two_stars_and_an_empty_slot_two_dashes():
    assert (card_text(JOKER), card_text(EMPTY)) == ("**", "--")
    assert (parse_card("**"), parse_card("--")) == (JOKER, EMPTY)


@pytest.mark.parametrize("text", ["", "1h", "11h", "Tx", "hT", "T", "Thh", "T h"])
def test_all_6_anything_else_is_no_card(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_all_6_a_cell_is_its_row_and_its_column_from_the_top_left():
    assert [cell_text(cell, columns=5) for cell in (0, 4, 5, 49)] == ["0,0", "0,4", "1,0", "9,4"]
    assert [parse_cell(text, 10, 5) for text in ("0,0", "0,4", "1,0", "9,4")] == [0, 4, 5, 49]
