"""Every recorded game replays to the letter, and together they show what there is to see."""

from functools import cache
from itertools import chain, pairwise, zip_longest
from typing import Any, NamedTuple

import pytest

from cardhouse import GAMES
from tests import naive_grid
from tests.playthrough import FILES, Refused, begun, playthrough, refusal_of

HANDS = [
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
]


def first_difference(written, played):
    """Say where two texts part; nothing if they are the same."""
    lines = zip_longest(written.splitlines(), played.splitlines(), fillvalue="(nothing)")
    for number, (line, right) in enumerate(lines, 1):
        if line != right:
            return f"line {number}: the file says {line!r}, the game {right!r}"
    return None if written == played else "only the end of the last line differs"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_replays_to_the_letter(path):
    text = path.read_text()
    assert first_difference(text, playthrough(text)) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_is_of_its_folder_and_short_enough_to_review(path):
    match, moves = begun(path.read_text())
    assert match.game.name == path.parent.name
    played = [move for move in moves if not isinstance(move, Refused)]
    assert 1 <= len(played) <= (40 if path.stem.startswith("whole-") else 6)
    assert len(moves) - len(played) <= 12


def test_a_difference_is_named_by_its_line():
    assert first_difference("a\nb\n", "a\nc\n") == "line 2: the file says 'b', the game 'c'"
    assert first_difference("a\n", "a\nb\n") == "line 2: the file says '(nothing)', the game 'b'"
    assert first_difference("a\n", "a\n") is None


def test_every_game_is_recorded():
    assert {path.parent.name for path in FILES} == GAMES.keys()


class Turn(NamedTuple):
    """A move of a recorded match, what it told, and the table before and after it."""

    move: str
    events: list[dict[str, Any]]
    before: dict[str, Any]
    after: dict[str, Any]


@cache
def shown(game):
    """Return every recorded match of a game, and its turns."""
    matches = []
    for path in FILES:
        if path.parent.name == game:
            match, moves = begun(path.read_text())
            played = [move for move in moves if not isinstance(move, Refused)]
            matches.append((match, [taken(match, move) for move in played]))
    return matches


def taken(match, move):
    before = match.view()
    return Turn(move, match.play(move), before, match.view())


# -- what the games of Poker Boom show, together --------------------------------


def boom():
    return shown("boom")


def boom_moves():
    return [turn.events for _, turns in boom() for turn in turns]


def hand_of(events):
    return next(event["hand"] for event in events if event["event"] == "gain")


def shown_by(hand):
    """Return the names of the events that come with a hand."""
    return {
        event["event"] for events in boom_moves() if hand_of(events) == hand for event in events
    }


def count(events, name):
    return sum(event["event"] == name for event in events)


def changes(events):
    """Return by how much fuses change in a move, in order."""
    return [event["by"] for event in events if event["event"] == "fuse"]


def test_boom_shows_at_least_twenty_games():
    assert len(boom()) >= 20


def test_boom_shows_every_hand():
    assert {hand_of(events) for events in boom_moves()} == set(HANDS)


def test_boom_shows_every_effect_on_the_bombs():
    moves = [(hand_of(events), events) for events in boom_moves()]
    assert "pause" in shown_by("Straight")
    assert any(hand == "Flush" and changes(events) == [2, -1] for hand, events in moves)
    assert any(hand == "Full House" and count(events, "disarm") == 1 for hand, events in moves)
    assert any(hand == "Straight Flush" and count(events, "disarm") == 2 for hand, events in moves)
    for name, disarmed in (("Four of a Kind", 1), ("Royal Flush", 2)):
        assert any(
            hand == name and count(events, "disarm") == disarmed and changes(events) == [1, -1]
            for hand, events in moves
        )


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_boom_shows_an_explosion_from_each_side(side):
    assert any(
        event["event"] == "explode" and event["side"] == side
        for events in boom_moves()
        for event in events
    )


def test_boom_shows_two_explosions_and_one_shuffle_in_one_move():
    assert any(
        count(events, "explode") == 2 and count(events, "shuffle") == 1 for events in boom_moves()
    )


def test_boom_shows_clutch_cooling_and_new_bombs():
    events = [event for events in boom_moves() for event in events]
    assert any(event.get("clutch") for event in events)
    assert {"cool", "bomb"} <= {event["event"] for event in events}


def test_boom_shows_every_end():
    ends = {
        (match.view()["mode"], match.outcome, match.view()["moves_left"] == 0)
        for match, _ in boom()
    }
    assert ("level", "lost", True) in ends
    assert ("level", "lost", False) in ends  # locked
    assert ("endless", "over", False) in ends
    assert any(outcome == "won" for _, outcome, _ in ends)


def test_boom_shows_paths_endless_mode_and_dealt_games():
    assert any(match.options["shape"] == "path" for match, _ in boom())
    assert any(match.options["mode"] == "endless" for match, _ in boom())
    assert sum(match.position is None for match, _ in boom()) >= 3


# -- what the games of Solitaire Crush show, together ---------------------------


def crush():
    return shown("crush")


def crush_turns(word=""):
    """Return the turns of all games whose move begins so."""
    return [turn for _, turns in crush() for turn in turns if turn.move.startswith(word)]


def told(turn, name):
    """Return the first event of this name; None if there is none."""
    return next((event for event in turn.events if event["event"] == name), None)


def cleared(turn, key="board"):
    """Return the cards of a clear, or their tags, in reading order."""
    return [turn.before[key][row][column] for row, column in told(turn, "clear")["cells"]]


def all_cleared():
    return [" ".join(cleared(turn)) for turn in crush_turns("clear")]


def is_full(view):
    return "--" not in chain(*view["board"])


def tag_at(view, cell):
    row, column = cell
    return view["tags"][row][column]


def test_crush_shows_at_least_thirty_games():
    assert len(crush()) >= 30


def test_crush_shows_every_kind_of_move():
    words = {turn.move.split()[0] for turn in crush_turns()}
    assert words == {"slide", "clear", "use", "swap", "bomb", "blast"}


def test_crush_shows_every_event():
    names = {event["event"] for turn in crush_turns() for event in turn.events}
    moves = {"slide", "swap", "untag", "clear", "bomb", "chain"}
    assert names == moves | {"fall", "deck", "drop", "end"}


def test_crush_shows_the_start():
    start = next(turns[0].before for match, turns in crush() if match.position is None)
    assert {*chain(*start["board"][:4])} == {"--"}
    assert "--" not in chain(*start["board"][4:])
    assert start["deck_left"] == 108 - 21


def test_crush_shows_dealt_games_and_a_text_for_a_seed():
    dealt = [match for match, _ in crush() if match.position is None]
    assert len(dealt) >= 3
    assert any(isinstance(match.seed, str) for match in dealt)


def test_crush_shows_a_game_from_the_deal_to_the_end():
    whole = [
        turns for match, turns in crush() if match.position is None and match.outcome == "over"
    ]
    assert any({turn.move.split()[0] for turn in turns} >= {"clear", "use"} for turns in whole)


def test_crush_shows_two_cards_sliding_along_a_row_and_a_column():
    slides = [told(turn, "slide") for turn in crush_turns("slide")]
    ways = {(event["from"][0] == event["to"][0]) for event in slides if "--" not in event["cards"]}
    assert ways == {True, False}


def test_crush_shows_slides_into_a_slot_and_all_that_falls():
    slides = [turn for turn in crush_turns("slide") if "--" in told(turn, "slide")["cards"]]
    starts = [
        (told(turn, "slide"), [fall["from"] for fall in told(turn, "fall")["falls"]])
        for turn in slides
        if told(turn, "fall")
    ]
    assert any(event["to"] in cells for event, cells in starts), "the card that slid falls"
    assert any(event["to"] not in cells for event, cells in starts), "only those above it do"
    assert any(told(turn, "fall") is None for turn in slides)


def test_crush_shows_the_cells_of_slides_and_clears_in_either_order():
    for word in ("slide", "clear"):
        pairs = [turn.move.split()[1:] for turn in crush_turns(word)]
        assert {first < second for first, second in pairs} == {True, False}


def test_crush_shows_clears_of_every_length_in_rows_and_columns():
    runs = [told(turn, "clear")["cells"] for turn in crush_turns("clear")]
    assert {len(run) for run in runs if run[0][0] == run[-1][0]} >= {3, 4, 5, 7}
    assert {len(run) for run in runs if run[0][1] == run[-1][1]} >= {3, 4, 6, 7}


def test_crush_shows_the_example_of_the_book():
    """Clearing 6,0 to 6,2 drops columns 0 to 2 by one."""
    falls = [told(turn, "fall") for turn in crush_turns("clear 6,0 6,2")]
    steps = [
        (fall["from"][1], fall["to"][1], fall["to"][0] - fall["from"][0])
        for fall in next(fall for fall in falls if fall)["falls"]
    ]
    assert set(steps) == {(0, 0, 1), (1, 1, 1), (2, 2, 1)}


def test_crush_shows_a_column_that_falls_by_the_length_of_its_clear():
    turn = next(turn for turn in crush_turns("clear 3,3 6,3") if told(turn, "fall"))
    falls = told(turn, "fall")["falls"]
    assert {fall["to"][0] - fall["from"][0] for fall in falls} == {4}


@pytest.mark.parametrize(
    "cards",
    [
        "3h 4h 5h",  # it rises
        "Jc Tc 9c 8c",  # it falls
        "Ah 2h 3h",
        "3c 2c Ac",  # the ace is low
        "Qh Kh Ah",
        "As Ks Qs",  # the ace is high
        "7h ** 9h",
        "** Js Ts",
        "7h 2s 9h",
        "5d 4d 2d",  # wild, though it would be natural one place on
        "Ah 2h 3h 4h 2c",
        "As 2s 2d 4s",
    ],
)
def test_crush_shows_this_sequence(cards):
    assert cards in all_cleared()


def test_crush_shows_the_worked_chain():
    gains = [[turn.after["score"] - turn.before["score"] for turn in turns] for _, turns in crush()]
    assert [30, 110, 144] in gains


def test_crush_shows_every_other_kind_of_move_break_a_chain():
    broken = {turn.move.split()[0] for turn in crush_turns() if told(turn, "chain")}
    assert broken == {"slide", "use", "swap", "bomb", "blast"}


def test_crush_shows_canastras_clean_and_not():
    clears = [turn for turn in crush_turns("clear") if len(cleared(turn)) == 7]
    bonus = {" ".join(cleared(turn)): told(turn, "clear")["canastra"] for turn in clears}
    assert bonus == {
        "As 2s 3s 4s 5s 6s 7s": 2,
        "Ad Kd Qd Jd Td 9d 8d": 2,
        "3s 4s 5s ** 7s 8s 9s": 1,
        "As 2s 3s 4s 2d 6s 7s": 1,
    }


def test_crush_shows_swappers_used_on_every_kind_of_card():
    kept = set()
    for turn in crush_turns("use"):
        swapper, other = told(turn, "swap")["cells"]
        assert tag_at(turn.before, swapper) == "swapper"
        assert tag_at(turn.after, other) == ""
        assert tag_at(turn.after, swapper) == tag_at(turn.before, other)
        kept.add(tag_at(turn.before, other))
    assert kept == {"", "bomb", "swapper"}


def test_crush_shows_a_swapper_slide_and_stay_one():
    moved = [
        (turn, told(turn, "slide"))
        for turn in crush_turns("slide")
        if tag_at(turn.before, told(turn, "slide")["from"]) == "swapper"
    ]
    assert any(tag_at(turn.after, slide["to"]) == "swapper" for turn, slide in moved)


def test_crush_shows_free_swaps_and_bombs_run_out():
    for word, key in (("swap", "free_swaps"), ("blast", "free_bombs")):
        left = {(turn.before[key], turn.after[key]) for turn in crush_turns(word)}
        assert left == {(3, 2), (2, 1), (1, 0)}


def test_crush_shows_bombs_and_what_free_bombs_remove():
    assert all(turn.after["score"] == turn.before["score"] for turn in crush_turns("b"))
    hit = {tag_at(turn.before, told(turn, "bomb")["cell"]) for turn in crush_turns("blast")}
    assert hit == {"", "bomb", "swapper"}


def test_crush_shows_tagged_cards_cleared():
    tags = [cleared(turn, "tags") for turn in crush_turns("clear")]
    assert any({"bomb", "swapper"} <= set(run) for run in tags)


def test_crush_shows_cards_drop_to_the_lowest_row_that_has_a_slot():
    rows = [
        (turn.after["board"], told(turn, "drop")["cell"])
        for turn in crush_turns()
        if told(turn, "drop")
    ]
    assert all("--" not in chain(*board[row + 1 :]) for board, (row, _) in rows)
    assert {row for _, (row, _) in rows} == set(range(7))


def test_crush_shows_new_decks():
    turns = [turn for turn in crush_turns() if told(turn, "deck")]
    assert len(turns) >= 2
    for turn in turns:
        assert (turn.before["deck_left"], turn.after["deck_left"]) == (0, 107)


def test_crush_shows_a_grid_with_nothing_but_the_card_that_drops():
    alone = [turn.move.split()[0] for turn in crush_turns() if cards_on(turn.after) == 1]
    assert {"bomb", "clear"} <= set(alone)


def cards_on(view):
    return sum(card != "--" for card in chain(*view["board"]))


def test_crush_shows_a_full_grid_saved_and_lost_by_every_kind_of_move():
    full = [turn for turn in crush_turns() if is_full(turn.before)]
    saved = {turn.move.split()[0] for turn in full if turn.after["outcome"] == "playing"}
    lost = {turn.move.split()[0] for turn in full if turn.after["outcome"] == "over"}
    assert saved == {"clear", "bomb", "blast"}
    assert lost == {"slide", "use", "swap"}


def test_crush_shows_every_end():
    ends = [turn for turn in crush_turns() if turn.after["outcome"] == "over"]
    assert all(turn.events[-1]["event"] == "end" and not told(turn, "drop") for turn in ends)
    assert all(turn.after["deck_left"] == turn.before["deck_left"] for turn in ends)
    assert any(turn.after["deck_left"] == 0 for turn in ends), "no card is taken, no deck made"


def reasons_shown(game):
    """Return every reason for which a recorded match refuses a move."""
    reasons = set()
    for path in FILES:
        if path.parent.name == game:
            match, moves = begun(path.read_text())
            for move in moves:
                if isinstance(move, Refused):
                    reasons.add(refusal_of(match, move).partition(":")[0])
                else:
                    match.play(move)
    return reasons


def test_crush_shows_every_refusal():
    """All that can be wrong with a move of the game, be it a number or only a text."""
    of_numbers = {reason for reason, _ in GAMES["crush"].notation.REFUSALS.values()}
    assert reasons_shown("crush") == of_numbers | {"not_neighbours", "not_straight", "too_short"}


# -- what the rounds of Poker Grid show, together -------------------------------

COPIERS = {"Hall of Mirrors", "Echo"}
SILENT = set(naive_grid.QUIET) - COPIERS
"""Jokers that never change a line by themselves."""


def grid():
    return shown("grid")


def grid_turns(word="", joker=None):
    """Return the turns of all rounds whose move begins so, with a joker if one is given."""
    return [
        turn
        for _, turns in grid()
        for turn in turns
        if turn.move.startswith(word) and (joker is None or joker in names(turn.before))
    ]


def names(view):
    return [one["name"] for one in view["jokers"]]


def held(view, joker):
    return next(one["held"] for one in view["jokers"] if one["name"] == joker)


def lines_with(joker):
    """Return every line scored while a joker is held: its cards, and what the view says of it."""
    return [
        (cards, line)
        for turn in grid_turns("s", joker)
        for cards, line in zip(cards_of(turn.after), turn.after["lines"], strict=True)
    ]


def cards_of(view):
    """Return the cards of the ten lines."""
    rows = [tuple(row) for row in view["board"]]
    return rows + list(zip(*rows, strict=True))


def gifts(line, joker):
    """Return what a joker gives a line each time: chips and mult, as they were and as they are."""
    steps = [{"name": "", "chips": line["base_chips"], "mult": line["base_mult"]}, *line["jokers"]]
    return [(before, after) for before, after in pairwise(steps) if after["name"] == joker]


def more_mult(line, joker):
    """Return how much mult a joker adds to a line."""
    return sum(after["mult"] - before["mult"] for before, after in gifts(line, joker))


def test_grid_shows_at_least_fifty_rounds_a_dozen_of_them_dealt():
    assert len(grid()) >= 50
    dealt = [match for match, _ in grid() if match.position is None]
    assert len(dealt) >= 12
    assert any(isinstance(match.seed, str) for match in dealt)


def test_grid_shows_every_kind_of_move():
    assert {turn.move.split()[0] for turn in grid_turns()} == {"f", "u", "s", "d", "o"}


def test_grid_shows_every_event():
    events = {event["event"] for turn in grid_turns() for event in turn.events}
    moves = {"freeze", "unfreeze", "reset", "take", "offer", "order", "play"}
    assert events == moves | {"draw", "line", "bonus", "grow", "fade", "end"}


def test_grid_shows_every_hand():
    views = [view for turn in grid_turns() for view in (turn.before, turn.after)]
    assert {line["hand"] for view in views for line in view["lines"]} == {"High Card", *HANDS}


@pytest.mark.parametrize("joker", naive_grid.NAMES)
def test_grid_shows_every_joker_and_most_at_work(joker):
    played = grid_turns("s", joker)
    assert played
    acts = any(gifts(line, joker) for turn in played for line in turn.after["lines"])
    assert acts == (joker not in SILENT)


def test_grid_shows_scores_that_are_the_sums_of_their_lines():
    for turn in grid_turns("s"):
        gained = sum(line["chips"] * line["mult"] // 1 for line in turn.after["lines"])
        gained += turn.after["bonus"]["gain"] if turn.after["bonus"] else 0
        assert turn.after["score"] - turn.before["score"] == gained


def test_grid_shows_auto_freeze_in_a_line_in_none_and_off():
    ways = set()
    for match, turns in grid():
        frozen = turns[0].before["frozen"]
        if "frozen" not in (match.position or {}):
            assert len(frozen) == (2 if match.options["auto_freeze"] else 0)
            ways.add(tuple(len(set(numbers)) == 1 for numbers in zip(*frozen, strict=True)))
    assert ways == {(True, False), (False, True), (False, False), ()}


def test_grid_shows_a_pair_in_one_line_frozen_though_a_higher_one_lies_apart():
    """GRID-4 names the line first."""
    found = []
    for _, turns in grid():
        view = turns[0].before
        ranks = {view["board"][row][column][0] for row, column in view["frozen"]}
        apart = [len(set(numbers)) for numbers in zip(*view["frozen"], strict=True)] == [2, 2]
        if not apart and ranks == {"K"}:
            aces = sum(card[0] == "A" for row in view["board"] for card in row)
            found += [view] if aces > 1 else []
    assert found


def test_grid_shows_cells_frozen_and_thawed_one_by_one_and_all_at_once():
    by_hand = {tuple(event["event"] for event in turn.events) for turn in grid_turns("f")}
    assert {("freeze",), ("unfreeze",)} <= by_hand
    assert {len(told(turn, "unfreeze")["cells"]) for turn in grid_turns("u")} == {2, 3}


def test_grid_shows_frozen_cards_stay_and_the_others_drawn():
    for turn in grid_turns("s"):
        cells = told(turn, "draw")["cells"]
        assert not [cell for cell in turn.before["frozen"] if cell in cells]
        assert len(cells) + len(turn.before["frozen"]) == 25
    assert {len(turn.before["frozen"]) for turn in grid_turns("s")} == {0, 1, 2, 3, 7}


def test_grid_shows_a_third_hand_and_that_its_copy_gives_no_fourth():
    copied = [turn for turn in grid_turns("s", "Third Hand") if "Echo" in names(turn.before)]
    assert copied
    assert all(len(turn.before["frozen"]) == 3 for turn in copied)
    for path in FILES:
        if path.stem == "third-hand-copied":
            match, moves = begun(path.read_text())
            match.play(moves[0])
            assert refusal_of(match, moves[1]).startswith("no_slot: No more than 3 cards")


def test_grid_shows_drafts_of_every_length():
    counts = [sum(turn.move[0] == "d" for turn in turns) for _, turns in grid()]
    assert set(counts) == {0, 1, 2, 3, 5}
    for turn in grid_turns("d"):
        number = int(turn.move.split()[1])
        assert names(turn.after) == [*names(turn.before), turn.before["offers"][number]["name"]]


def test_grid_shows_a_joker_offered_that_is_held_already():
    assert any(
        offer["name"] in names(turn.before)
        for turn in grid_turns("d")
        for offer in turn.before["offers"]
    )


def test_grid_shows_every_end():
    ends = [turn.after for turn in grid_turns() if turn.after["outcome"] != "playing"]
    assert {(view["outcome"], view["hands_left"] == 0) for view in ends} == {
        ("won", False),
        ("won", True),
        ("lost", True),
    }
    assert any(view["score"] == view["target"] for view in ends)
    assert any(view["score"] == view["target"] - 1 for view in ends)


def test_grid_shows_runner_grow_before_the_line_is_scored_and_keep_it():
    turns = next(turns for _, turns in grid() if names(turns[0].before) == ["Runner"])
    assert [held(turn.after, "Runner") for turn in turns] == [15, 15, 30]
    grown = [line for line in turns[0].after["lines"] if line["hand"] == "Straight"]
    assert [line["chips"] - line["base_chips"] for line in grown] == [15]


def test_grid_shows_copies_of_what_grew():
    for _, line in lines_with("Runner"):
        given = {
            after["chips"] - before["chips"]
            for joker in ("Runner", *COPIERS)
            for before, after in gifts(line, joker)
        }
        assert len(given) <= 1
    assert any(gifts(line, "Echo") for _, line in lines_with("Runner"))


def test_grid_shows_jokers_fade_to_nothing():
    least = {name: [] for name in ("Candle", "Melting Clock", "Block of Ice")}
    for name in least:
        least[name] = [held(turn.after, name) for turn in grid_turns("s", name)]
    assert {name: min(numbers) for name, numbers in least.items()} == {
        "Candle": 0,
        "Melting Clock": 1,
        "Block of Ice": 0,
    }


def test_grid_shows_a_memory_lost_when_freezes_are_touched():
    lost = [turn.move[0] for turn in grid_turns() if told(turn, "reset")]
    assert set(lost) == {"f", "u"}


def test_grid_shows_luck_that_comes_and_goes_doubled_and_made_certain():
    times = {True: [], False: []}
    for turn in grid_turns("s", "Loose Step"):
        hits = sum(bool(gifts(line, "Loose Step")) for line in turn.after["lines"])
        times["Oops! All 6s" in names(turn.before)].append(hits)
    assert all(0 < hits < 10 for hits in times[False])
    assert set(times[True]) == {10}, "1 in 2 becomes 2 in 2"
    twice = [turn for turn in grid_turns("s", "Rabbit Hole") if "Echo" in names(turn.before)]
    lines = [line for turn in twice for line in turn.after["lines"]]
    assert lines
    assert all(gifts(line, "Rabbit Hole") for line in lines), "1 in 3 becomes 4 in 3"
    assert all(more_mult(line, "Coin Slot") == 15 for line in lines), "1 in 4 becomes 4 in 4"


@pytest.mark.parametrize("bender", naive_grid.BENDERS)
def test_grid_shows_what_each_joker_bends(bender):
    alone = [
        (turn, set(names(turn.before)) & set(naive_grid.BENDERS))
        for turn in grid_turns("s", bender)
    ]
    bent = [
        line["hand"]
        for turn, benders in alone
        if benders == {bender}
        for cards, line in zip(cards_of(turn.after), turn.after["lines"], strict=True)
        if line["hand"] != naive_grid.hand(cards)
    ]
    wanted = {"Missing Stair": {"Straight"}, "Revolving Door": {"Straight"}, "Two-Tone": {"Flush"}}
    assert set(bent) >= wanted.get(bender, {"Straight", "Flush", "Straight Flush"})


def test_grid_shows_two_different_fours_make_a_straight_flush():
    for cards, line in lines_with("Four Fingers"):
        suits = [card[1] for card in cards]
        rest = [card for card in cards if suits.count(card[1]) == 1]
        if line["hand"] == "Straight Flush" and len(rest) == 1:
            four = tuple(card for card in cards if card not in rest)
            if not naive_grid.is_straight((*four, four[0]), ("Four Fingers",)):
                return
    pytest.fail("no such line")


def test_grid_shows_a_masquerade():
    seen = lines_with("Masquerade")
    assert all(
        gifts(line, "Scary Face")[0][1]["chips"] == line["base_chips"] + 150 for _, line in seen
    )
    assert not any(card[0] in "JQK" for cards, _ in seen[:1] for card in cards)
    assert not any(gifts(line, "Plain Clothes") for _, line in seen)


@pytest.mark.parametrize(
    ("repeater", "joker", "suits", "gift"),
    [
        ("Doorbell", "Coal Cellar", "s", 1),
        ("Encore", "Red Carpet", "dh", 1.5),
        ("Doorbell", "Greedy Joker", "d", 3),
    ],
)
def test_grid_shows_cards_scored_again(repeater, joker, suits, gift):
    """Elsewhere the same joker gives once for each card."""
    again = [
        more_mult(line, joker) - gift * sum(card[1] in suits for card in cards)
        for cards, line in lines_with(joker)
        if line in [with_it for _, with_it in lines_with(repeater)]
    ]
    assert min(again) == 0
    assert max(again) > 0
    others = [
        turn
        for turn in grid_turns("s", joker)
        if not {repeater, "Freezer Burn"} & {*names(turn.before)}
    ]
    for turn in others:
        for cards, line in zip(cards_of(turn.after), turn.after["lines"], strict=True):
            assert more_mult(line, joker) == gift * sum(card[1] in suits for card in cards)


def test_grid_shows_frozen_cards_scored_again():
    """Snow Globe gives +8 for a frozen card: here it gives twice that, and thrice for the first."""
    given = {more_mult(line, "Snow Globe") for _, line in lines_with("Freezer Burn")}
    assert given == {0, 16, 24}
    assert {8, 16} <= {more_mult(line, "Snow Globe") for _, line in lines_with("Snow Globe")}


def test_grid_shows_times_before_plus_and_after_it():
    before, after = set(), set()
    for _, turns in grid():
        for turn in turns:
            if turn.move == "s" and sorted(names(turn.before)) == ["Joker", "Photograph"]:
                both = [line for line in turn.after["lines"] if len(line["jokers"]) == 2]
                times_first = names(turn.before)[0] == "Photograph"
                made = {(line["base_mult"], line["mult"]) for line in both}
                (before if times_first else after).update(made)
    assert before
    assert after
    assert all(mult == 2 * base + 4 for base, mult in before)
    assert all(mult == 2 * (base + 4) for base, mult in after)


def test_grid_shows_jokers_move_both_ways_and_keep_what_they_hold():
    ways = set()
    for turn in grid_turns("o"):
        start, end = map(int, turn.move.split()[1:])
        ways.add(start < end)
        assert turn.after["jokers"][end] == turn.before["jokers"][start]
        assert sorted(names(turn.after)) == sorted(names(turn.before))
    assert ways == {True, False}
    assert any(turn.after["jokers"][2]["held"] == 1 for turn in grid_turns("o", "Scrapbook"))


def test_grid_shows_the_same_joker_twice_multiply_and_add_in_its_place():
    turn = next(turn for turn in grid_turns("s", "Joker") if names(turn.before).count("Joker") == 2)
    assert names(turn.before) == ["Joker", "Photograph", "Photograph", "Joker"]
    mults = {
        (line["base_mult"], line["mult"])
        for line in turn.after["lines"]
        if len(line["jokers"]) == 4
    }
    assert mults
    assert all(mult == 4 * (base + 4) + 4 for base, mult in mults)


@pytest.mark.parametrize("copier", sorted(COPIERS))
def test_grid_shows_copies_and_copies_of_nothing(copier):
    worked = {
        any(gifts(line, copier) for line in turn.after["lines"]) for turn in grid_turns("s", copier)
    }
    assert worked == {True, False}


def test_grid_shows_every_refusal():
    of_numbers = {reason for reason, _ in GAMES["grid"].notation.REFUSALS.values()}
    assert reasons_shown("grid") == of_numbers | {"no_move", "no_cell", "number_count"}


def test_grid_shows_a_position_with_everything_in_it():
    positions = [match.position for match, _ in grid() if match.position]
    keys = {"board", "frozen", "jokers", "offers", "hands_left", "score", "target"}
    assert any(set(position) == keys for position in positions)
