"""A person at the terminal: every line that can be typed, and what comes of it."""

import io
import os
import stat
from pathlib import Path

import pytest

import cardhouse
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.grid.jokers import NUMBERS_OF
from cardhouse.terminal import boom, crush, grid
from cardhouse.terminal.paint import Paint
from cardhouse.terminal.session import SCREENS, Session, write_record
from tests.games import BOARD, KITS, bomb, row_move, scorched
from tests.games.crush import BOARD as CRUSH_BOARD
from tests.games.crush import FULL, FULL_TAGS, TAGS
from tests.terminal import GRID_BOARD, seen, tables

WIDTH = 80
LEVEL_1, LEVEL_2 = LEVELS[:2]
PAIR = "90 91 92 93 94"
"""One Pair, on the board of the kit."""
NO_COMMAND = "There is no such command; type help."
LARGEST_SEED = 2**256 - 1

TABLES = {
    "boom": {"board": BOARD},
    "grid": {
        "board": GRID_BOARD,
        "frozen": [],
        "jokers": ["Joker", "Runner"],
        "hands_left": 3,
    },
    "crush": {"board": CRUSH_BOARD, "tags": TAGS},
}
"""A table of each game, to lay a position on."""
TYPED = {"boom": PAIR, "grid": "04", "crush": "40 42"}
PLAYED = {"boom": row_move(9), "grid": "f 0 4", "crush": "clear 4,0 4,2"}
"""A move on each of them, as it may be typed and as it is written."""

every_game = pytest.mark.parametrize("game", SCREENS)


def sit(position=None, seed=5, chosen_seed=True, game="boom", **options):
    """Sit down at a match; a position without a board lies on the kit's table."""
    if position is None:
        match = cardhouse.new(game, seed=seed, **options)
    else:
        laid = position if "board" in position else TABLES[game] | position
        match = cardhouse.place(game, laid, seed=seed, **options)
    return Session(match, io.StringIO(), chosen_seed)


def sit_down(game, position=None, **how):
    """Sit down at the table of a game's kit."""
    return sit(position or {}, game=game, **how)


def reply(session, line):
    """Type a line and return what is said to it."""
    start = session.out.tell()
    session.do(line)
    return session.out.getvalue()[start:]


def snapshot(session):
    """All that must stay as it is when nothing happens."""
    match = session.match
    return id(match), match.digest(), match.view(), match.record(), session.leaving


def changes_nothing(session, line):
    """Type a line that changes nothing, and return what is said to it."""
    before = snapshot(session)
    said = reply(session, line)
    assert snapshot(session) == before
    return said


def shows(session, said):
    """Return whether the table in what was said is the one that lies there now."""
    return tables(said) == [seen(session.match.view())]


def one_line(said):
    assert said.endswith("\n")
    assert said.count("\n") == 1
    return said[:-1]


# -- sitting down -------------------------------------------------------------


def run(session, *lines):
    """Play a whole sitting; return what was asked, and what was said."""
    waiting, asked = list(lines), []

    def read(prompt):
        asked.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    session.run(read)
    return asked, session.out.getvalue()


@every_game
def test_a_sitting_begins_with_the_title_the_help_and_the_table(game):
    session = sit(seed=7, game=game)
    _, said = run(session)
    title, seed, start = said.split("\n\n")[0].rsplit("\n", 2)
    assert title == session.screen.title(session.match)
    assert (seed, start) == ("seed 7", session.screen.START)
    assert start.endswith("or help.")
    assert shows(session, said)


def test_a_sitting_ends_with_the_input():
    asked, said = run(sit())
    assert asked == ["> "]
    assert said.endswith("\n")


def test_a_sitting_ends_with_quit_and_asks_no_more():
    asked, _ = run(sit(), "hint", "quit", "hint")
    assert asked == ["> "] * 2


def test_every_line_of_a_sitting_is_done():
    session = sit({})
    run(session, PAIR, "", "nonsense", "80 81 82 83 84", "undo")
    assert session.match.played == [row_move(9)]


def test_ctrl_c_is_not_swallowed():
    def read(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sit().run(read)


# -- moves --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "90 91 92 93 94",
        "9,0 9,1 9,2 9,3 9,4",
        "90 9,1 92 9,3 94",
        "94 92 90 93 91",
        "  90   91 92\t93 94  ",
        "90 91 92 93 94\r",
        "90 91 92 93 94\n",
    ],
)
def test_a_move_can_be_typed_in_many_ways(line):
    session = sit({})
    said = reply(session, line)
    assert session.match.played == [row_move(9)]
    assert said.startswith("One Pair")
    assert "+50" in said.split("\n\n")[0]
    assert shows(session, said)


def test_a_move_says_what_it_did_before_the_table():
    session = sit({"bombs": [bomb("top", 2, 3), bomb("left", 4, 6)], "combo": 2})
    words, _, table = reply(session, "40 41 42 43 44").partition("\n\n")
    words = " ".join(words.split())
    assert "Full House" in words
    assert "+1,200" in words
    assert "The bomb at top 2 is disarmed." in words
    assert "The bomb ticks." in words
    assert shows(session, table)


def test_an_explosion_is_said_and_shown():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    said = reply(session, PAIR)
    words = " ".join(said.split("\n\n")[0].split())
    for part in ("clutch", "+62", "left 4 explodes", "scorched for 3 moves", "shuffled"):
        assert part in words
    assert said.count("#3") == sum(row.count(3) for row in session.match.view()["scorch"]) > 5


def texts(entries):
    return [entry for entry in entries if isinstance(entry, str)]


def is_command(game, line):
    """Return whether a line begins with a command or with its letter."""
    word = (*line.lower().split(), "")[0]
    screen = SCREENS[game]
    return word in screen.SHORT or word in screen.ASIDES or word in SPELLINGS


SPELLINGS = {
    "hint": ["h", "H", "HINT", "Hint", "  hint  ", "\thint\n"],
    "moves": ["m", "M", "MOVES", " moves "],
    "moves all": ["m all", "M all", "MOVES all", "moves   all ", "MOVES ALL", "moves\tall"],
    "undo": ["u", "U", "UNDO", "Undo "],
    "help": ["?", "HELP", " ? "],
    "quit": ["q", "Q", "QUIT", "Quit\r"],
    "again": ["AGAIN", "Again "],
    "next": ["NEXT", " next"],
    "save": ["s", "S", "SAVE"],
}
ASKED = {
    "grid": {
        "jokers": ["j", "J", "JOKERS", " Jokers "],
        "lines": ["l", "L", "LINES", "lines\t"],
        "preview": ["p", "P", "PREVIEW "],
    }
}
"""What can be asked in one game only."""
MOVES_OF_ONE_LETTER = {"grid": {"u", "s"}}
"""Letters that are commands elsewhere, but moves here."""

HOPELESS = [
    (game, line)
    for game in SCREENS
    for line in texts(KITS[game].no_moves)
    if line.strip() and not is_command(game, line)
]


@pytest.mark.parametrize(("game", "line"), HOPELESS, ids=lambda text: ascii(text)[:40])
def test_what_is_no_move_is_refused_in_a_sentence_and_changes_nothing(game, line):
    session = sit_down(game)
    said = one_line(changes_nothing(session, line))
    assert said == NO_COMMAND or said == session.match.look(line)["message"]
    assert said.endswith(".")
    assert len(said) < 120


REASONS = {
    "boom": {
        "no_cell": "95 is off the board; rows go from 0 to 9, columns to 4.",
        "not_five": "A move is five cells; 4 were given.",
        "repeated": "The same cell is there twice; pick five different ones.",
        "not_connected": "Those five do not hang together side by side.",
        "high_card": "Those five make only a high card. Find a pair or better.",
        "scorched": "A scorched cell cannot be picked until it has cooled.",
        "no_stroke": "One stroke cannot trace those five; pick a path without forks.",
        "ended": "The game is over.",
    },
    "grid": {
        "no_cell": "5,0 is off the board; rows go from 0 to 4, columns to 4.",
        "number_count": "s stands alone.",
        "drafting": "Take one of the jokers offered first: d 0, d 1 or d 2.",
        "no_slot": "No more than 3 cards can be frozen; unfreeze one first.",
        "none_frozen": "Nothing is frozen.",
        "no_offer": "No joker is offered.",
        "no_joker": "There are no jokers.",
        "same_place": "The joker is at that place already.",
        "ended": "The game is over.",
    },
    "crush": {
        "unclear": "'s' could be slide or swap; type more.",
        "cell_count": "A slide takes two cells; one cell given.",
        "no_cell": "67 is off the board; rows go from 0 to 6, columns to 6.",
        "repeated": "The same cell is there twice; name two different ones.",
        "not_neighbours": "A card slides one cell up, down, left or right, no farther.",
        "not_straight": "Not a straight line: a run goes along one row or one column.",
        "too_short": "A run is 3 to 7 cards; two are too short.",
        "no_card": "There is no card at 0,0 or 0,1.",
        "gravity": "Gravity would undo it: the card would fall back down.",
        "not_one_suit": "Not one suit: 5h and Jc.",
        "same_rank": "5 to 5 is no step: a sequence goes up or down rank by rank.",
        "gap": "5 to 7 is a gap.",
        "crowded": "Nothing fits between 4 and 5.",
        "turns": "6 to 5 turns back: a sequence only rises or only falls.",
        "past_ace": "The ace stands at an end of a sequence, never inside.",
        "second_wild": (
            "The second wild card: a sequence holds one joker or one 2 out of its place."
        ),
        "no_swapper": "The card at 4,3 is no swapper.",
        "neighbour": "They are neighbours: slide it instead, and it stays a swapper.",
        "no_swaps_left": "There are no free swaps left.",
        "no_bomb": "The card at 3,1 is no bomb; a blast removes any card.",
        "no_bombs_left": "There are no free bombs left.",
        "ended": "The game is over.",
    },
}
REFUSED = {
    game: {entry.reason: entry for entry in KITS[game].refusals if isinstance(entry.move, str)}
    for game in SCREENS
}
GAMES_AND_REASONS = [(game, reason) for game in SCREENS for reason in REASONS[game]]


@every_game
def test_a_reason_is_expected_of_every_refusal(game):
    assert set(REASONS[game]) == set(REFUSED[game])


@pytest.mark.parametrize(("game", "reason"), GAMES_AND_REASONS)
def test_an_illegal_move_says_the_reason_and_changes_nothing(game, reason):
    entry = REFUSED[game][reason]
    session = sit(entry.placed.position, game=game, **entry.placed.options)
    for line in (entry.move, entry.move.replace(",", "")):
        said = one_line(changes_nothing(session, line))
        assert said.replace("9,5", "95").replace("6,7", "67") == REASONS[game][reason]


@pytest.mark.parametrize("line", ["31 32 42", "31", "3,1 3,2", "31,32,42,52,53", "3132425253"])
def test_a_slip_in_a_move_is_told_as_one_and_not_as_an_unknown_command(line):
    assert "command" not in changes_nothing(sit({}), line)


@pytest.mark.parametrize(
    "line",
    [
        "\0",
        "\0" * 9,
        "a\0b",
        "\x1b[2J",
        "\ufffd\ufffd",
        "\x7f",
        "-",
        "--help",
        "'",
        '"',
        "31;32",
        "☃",
    ],
    ids=ascii,
)
@every_game
def test_a_hostile_line_is_answered_with_a_sentence_and_changes_nothing(game, line):
    said = one_line(changes_nothing(sit_down(game), line))
    assert said.endswith(".")
    assert "\x1b" not in said
    assert "\0" not in said


@pytest.mark.parametrize(
    "line",
    [
        "9" * 10**6,
        "x" * 10**6,
        "31 " * 10**5,
        "x " * 10**5,
        "u" + " 31" * 10**5,
    ],
    ids=lambda line: line[:4],
)
@every_game
def test_a_line_of_any_length_is_answered_with_a_short_one(game, line):
    assert len(one_line(changes_nothing(sit_down(game), line))) < 120


@pytest.mark.parametrize("line", ["", " ", "\t", "   \t ", "\r", "\n"])
@every_game
def test_an_empty_line_does_nothing_during_play(game, line):
    assert changes_nothing(sit_down(game), line) == ""


# -- commands -----------------------------------------------------------------

LONG_AND_SHORT = [
    (game, word, short)
    for game in SCREENS
    for word, shorts in (SPELLINGS | ASKED.get(game, {})).items()
    for short in shorts
    if short.lower() not in MOVES_OF_ONE_LETTER.get(game, ())
]


@every_game
def test_every_command_is_tried_and_every_short_form(game):
    session, screen = sit(game=game), SCREENS[game]
    tried = [entry[1:] for entry in LONG_AND_SHORT if entry[0] == game]
    assert {word.partition(" ")[0] for word, _ in tried} == {*session.commands, *screen.ASIDES}
    assert set(screen.SHORT) <= {short for _, short in tried}
    assert set(screen.SHORT.values()) <= {*session.commands, *screen.ASIDES}


@pytest.mark.parametrize(("game", "word", "short"), LONG_AND_SHORT)
def test_a_command_may_be_short_and_in_any_case(game, word, short):
    first, second = sit_down(game), sit_down(game)
    for session in (first, second):
        session.do(TYPED[game])
    assert reply(first, word) == reply(second, short)
    assert snapshot(first)[1:] == snapshot(second)[1:]


@pytest.mark.parametrize(("game", "word"), [(game, word) for game in ASKED for word in ASKED[game]])
def test_what_is_asked_in_one_game_is_no_command_of_another(game, word):
    assert changes_nothing(sit_down(game), word)
    for other in set(SCREENS) - {game}:
        for line in (word, word[0]):
            assert one_line(changes_nothing(sit_down(other), line)) == NO_COMMAND


@pytest.mark.parametrize(
    "line", ["foo", "foo bar", "foo 31 32", "hintt", "hints", "exit", "x", "é", "savex file"]
)
@every_game
def test_an_unknown_command_is_said_to_be_one(game, line):
    assert one_line(changes_nothing(sit_down(game), line)) == NO_COMMAND


@pytest.mark.parametrize(
    ("target", "hint", "gain"),
    [
        (6_001, "Straight Flush, 1,400 x 3: +4,200", 4_200),  # the royal flush waits for x 4
        (6_000, "Royal Flush, 2,000 x 3: +6,000", 6_000),  # but not if it wins
    ],
)
def test_a_hint_is_a_legal_move_and_worth_what_it_says(target, hint, gain):
    session = sit({"combo": 3, "target": target})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert words == hint
    reply(session, move)
    assert session.match.score == gain


@every_game
def test_a_hint_is_the_move_that_the_match_advises(game):
    session = sit(seed=11, game=game)
    move, words = " ".join(changes_nothing(session, "hint").split()), session.match.hint()
    assert move == Paint(signs=False).words(f"{words['move']} {words['why']}")


FEW_MOVES = {"grid"}
"""Games whose moves are so few that all are listed at once."""


@every_game
def test_moves_lists_a_few_and_moves_all_lists_all(game):
    session = sit_down(game)
    few = changes_nothing(session, "moves")
    every = changes_nothing(session, "moves all")
    for said, all_of_them in ((few, False), (every, True)):
        listed = session.screen.list_moves(session.match, all_of_them)
        assert said == Paint(signs=False).words(listed) + "\n"
    assert len(few) < len(every) or game in FEW_MOVES


@every_game
def test_help_says_what_can_be_typed(game):
    said = changes_nothing(sit(game=game), "help")
    assert said == Paint(signs=False).words(SCREENS[game].HELP) + "\n"
    assert said.isascii()


def test_quit_leaves_and_changes_nothing_else():
    session = sit({})
    before = snapshot(session)[:-1]
    assert reply(session, "quit") == ""
    assert session.leaving
    assert snapshot(session)[:-1] == before


# -- undo ---------------------------------------------------------------------


def test_undo_takes_the_last_move_back_and_shows_the_table_as_it_was():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    digests = [session.match.digest()]
    for line in (PAIR, "hint", reply(session, "hint").split("   ")[0]):
        session.do(line)
        digests.append(session.match.digest())
    while session.match.played:
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.digest() in digests
    assert session.match.digest() == digests[0]


@every_game
def test_there_is_nothing_to_take_back_at_the_start(game):
    assert one_line(changes_nothing(sit_down(game), "undo")) == "There is no move to take back."


def test_a_move_taken_back_and_played_again_brings_the_same():
    session = sit({"bombs": [bomb("left", 4, 1)]})
    first = reply(session, PAIR)
    session.do("undo")
    assert reply(session, PAIR) == first


@pytest.mark.parametrize("position", [{"target": 50}, {"moves_left": 1}])
def test_the_last_move_can_be_taken_back_after_the_end(position):
    session = sit(position)
    before = session.match.digest()
    session.do(PAIR)
    assert session.match.outcome != "playing"
    said = reply(session, "undo")
    assert session.match.outcome == "playing"
    assert session.match.digest() == before
    assert "You" not in said
    assert shows(session, said)


# -- the end, and what follows ------------------------------------------------


def won(level=1, **how):
    """Sit at a level that was just won."""
    session = sit({"target": 50, "level": level}, **how)
    said = reply(session, PAIR)
    assert session.match.outcome == "won"
    return session, said


def lost(**how):
    session = sit({"moves_left": 1}, **how)
    said = reply(session, PAIR)
    assert session.match.outcome == "lost"
    return session, said


def over(**how):
    """Sit at an endless game that is over: every cell is scorched."""
    session = sit({"mode": "endless", "scorch": [[3] * 5] * 10}, **how)
    session.show()
    assert session.match.outcome == "over"
    return session, session.out.getvalue()


ENDS = {"won": won, "lost": lost, "over": over}
every_end = pytest.mark.parametrize("end", ENDS)


def test_a_win_is_said_with_points_moves_and_what_can_be_done():
    _, said = won()
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith("You won")
    assert "50 points in 1 move" in ending
    for word in ("Enter: next level", "undo", "save FILE", "quit"):
        assert word in ending


def test_a_loss_is_said_and_another_try_offered():
    _, said = lost()
    assert "You lost" in said
    assert "50 points in 1 move" in said
    assert "next level" not in said


def test_the_end_of_endless_mode_is_neither_won_nor_lost():
    _, said = over()
    assert "It is over" in said
    assert "You" not in said


@every_end
def test_an_ending_is_at_most_eighty_columns_wide(end):
    _, said = ENDS[end]()
    assert max(map(len, said.splitlines())) <= WIDTH


@pytest.mark.parametrize("line", ["", "  ", "next", "NEXT"])
def test_enter_after_a_win_starts_the_next_level_with_its_title(line):
    session, _ = won()
    said = reply(session, line)
    assert session.match.options["level"] == 2
    assert (session.match.score, session.match.played) == (0, [])
    assert session.match.position is None
    title = f"level 2 of 30, {LEVEL_2.name}: {LEVEL_2.target:,} points in {LEVEL_2.moves} moves"
    assert title in said
    assert shows(session, said)


def test_every_level_leads_to_the_one_after_it_and_the_last_to_itself():
    for level in range(1, len(LEVELS) + 1):
        session, said = won(level)
        assert ("next level" in said) == (level < len(LEVELS))
        session.do("")
        assert session.match.options["level"] == min(level + 1, len(LEVELS))
        assert session.match.outcome == "playing"


def test_after_the_last_level_no_next_one_is_promised():
    session, said = won(len(LEVELS))
    assert "You won" in said
    assert "next level" not in said
    refused = one_line(changes_nothing(session, "next"))
    assert "when this one is won" not in refused


def test_the_next_level_is_closed_until_this_one_is_won():
    for session in (sit({}), lost()[0]):
        said = one_line(changes_nothing(session, "next"))
        assert said == "The next level opens when this one is won."


def test_no_next_level_is_promised_in_endless_mode():
    assert "when this one is won" not in changes_nothing(sit(mode="endless"), "next")


@pytest.mark.parametrize("line", ["", "again"])
def test_a_lost_level_can_be_played_again_with_other_cards(line):
    session, _ = lost(seed=5)
    said = reply(session, line)
    assert session.match.options["level"] == 1
    assert session.match.view()["moves_left"] == LEVEL_1.moves
    assert (session.match.seed, session.match.played) == (6, [])
    assert boom.title(session.match) in said
    assert shows(session, said)


@pytest.mark.parametrize("line", ["", "again"])
def test_endless_mode_is_played_again_in_endless_mode(line):
    session, _ = over()
    reply(session, line)
    assert session.match.options["mode"] == "endless"
    assert session.match.outcome == "playing"


def test_a_won_level_can_be_played_again():
    session, _ = won()
    session.do("again")
    assert session.match.options["level"] == 1


@every_end
def test_what_was_chosen_stays_chosen(end):
    session, _ = ENDS[end](shape="path")
    session.do("")
    assert session.match.options["shape"] == "path"


@every_end
def test_after_the_end_there_is_no_hint_and_no_move(end):
    session, _ = ENDS[end]()
    assert one_line(changes_nothing(session, "hint")) == "The game is over."
    assert one_line(changes_nothing(session, PAIR)) == "The game is over."
    assert one_line(changes_nothing(session, "moves")) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


def test_a_move_of_a_finished_match_cannot_be_taken_back_in_the_next():
    session, _ = won()
    session.do("")
    assert one_line(changes_nothing(session, "undo")) == "There is no move to take back."


# -- seeds --------------------------------------------------------------------


@every_end
def test_with_a_chosen_seed_the_matches_that_follow_are_the_same_every_time(end):
    boards = []
    for _ in range(2):
        session, _ = ENDS[end](seed=41)
        session.do("")
        boards.append(session.match.digest())
        assert session.match.seed == 42
    assert boards[0] == boards[1]


def test_with_a_chosen_text_every_match_has_another_seed():
    session, _ = won(seed="tea")
    seeds = [session.match.seed]
    for _ in range(5):
        session.do("again")
        seeds.append(session.match.seed)
    again, _ = won(seed="tea")
    again.do("next")
    assert again.match.seed == seeds[1]
    assert len(set(seeds)) == len(seeds)


def test_without_a_chosen_seed_nobody_can_foretell_the_next():
    seeds = set()
    for _ in range(10):
        session, _ = won(seed=41, chosen_seed=False)
        session.do("")
        seeds.add(session.match.seed)
    assert len(seeds) == 10
    assert 42 not in seeds


def test_the_seed_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = lost(chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    session, _ = lost(chosen_seed=True)
    assert f"seed {session.match.seed + 1}\n" in reply(session, "")


def test_after_the_largest_seed_the_game_goes_on():
    session, _ = won(seed=LARGEST_SEED)
    session.do("")
    assert session.match.options["level"] == 2
    assert session.match.outcome == "playing"


# -- save ---------------------------------------------------------------------


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def refused_save(session, name, folder):
    """Try to save where it cannot be; nothing has changed and nothing is left behind."""
    before = names_in(folder)
    said = one_line(changes_nothing(session, f"save {name}"))
    assert names_in(folder) == before
    assert "cannot be written" in said
    assert said.endswith(".")
    return said


SAVED = {
    "boom": {"bombs": [bomb("left", 4, 1)]},
    "grid": {"hands_left": 3, "jokers": [{"name": "Candle", "held": 7.5}]},
    "crush": {"chain": 3, "deck_left": 1},
}


@pytest.mark.parametrize(
    ("game", "command"),
    [(game, word) for game, of, word in LONG_AND_SHORT if of == "save"]
    + [(game, "save") for game in SCREENS],
)
def test_a_saved_game_is_a_record_that_verifies(tmp_path, game, command):
    session = sit_down(game, SAVED[game], seed="tea ♥")
    session.do(TYPED[game])
    assert session.match.played == [PLAYED[game]]
    path = tmp_path / "game.rec"
    said = one_line(changes_nothing(session, f"{command} {path}"))
    assert str(path) in said
    assert path.read_text() == session.match.record()
    assert cardhouse.replay(path.read_text()).digest() == session.match.digest()
    assert names_in(tmp_path) == ["game.rec"]


@every_end
def test_a_finished_game_can_be_saved(tmp_path, end):
    session, _ = ENDS[end]()
    changes_nothing(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).outcome == end


@every_game
def test_the_name_of_a_file_may_have_blanks_and_signs(tmp_path, monkeypatch, game):
    monkeypatch.chdir(tmp_path)
    names = ["my game.rec", "Übung ♥", "-x", "31", "#1", "UPPER"]
    for name in names:
        assert name in changes_nothing(sit_down(game), f"save {name}")
    assert names_in(tmp_path) == sorted(names)


def test_the_home_folder_may_be_written_as_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    changes_nothing(sit({}), "save ~/game")
    assert names_in(tmp_path) == ["game"]


def test_an_older_record_is_replaced(tmp_path):
    path = tmp_path / "game"
    session = sit({})
    changes_nothing(session, f"save {path}")
    session.do(PAIR)
    changes_nothing(session, f"save {path}")
    assert cardhouse.replay(path.read_text()).played == [row_move(9)]
    assert names_in(tmp_path) == ["game"]


def test_a_record_is_replaced_whole(tmp_path):
    path = tmp_path / "game"
    path.write_text(cardhouse.new("boom", seed="x" * 10_000).record())
    write_record(path, sit({}).match.record())
    assert path.read_text() == sit({}).match.record()


OTHERS = {
    "a text": b"Dear diary,\n",
    "an empty file": b"",
    "bytes": bytes(range(256)),
    "half a word": b"cardhouse-rec",
    "almost the word": b"cardhouse-recordings of my cat\n",
    "the word further on": b"\ncardhouse-record 1\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_file_is_never_overwritten(tmp_path, name):
    path = tmp_path / "diary"
    path.write_bytes(OTHERS[name])
    said = refused_save(sit({}), path, tmp_path)
    assert "another file" in said
    assert path.read_bytes() == OTHERS[name]


def test_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "folder").mkdir()
    refused_save(sit({}), tmp_path / "folder", tmp_path)
    refused_save(sit({}), tmp_path, tmp_path)
    assert names_in(tmp_path / "folder") == []


@pytest.mark.parametrize(
    "name",
    ["missing/game", "file/game", "x" * 5_000, "x" * 256, "a\0b", "missing\0/game", "\ud800"],
    ids=lambda name: ascii(name)[:20],
)
def test_a_place_that_cannot_be_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("something")
    refused_save(sit({}), f"{tmp_path}/{name}", tmp_path)


def test_the_home_of_nobody_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused_save(sit({}), "~nobody-is-called-this/game", tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path):
    tmp_path.chmod(0o555)
    refused_save(sit({}), tmp_path / "game", tmp_path)
    tmp_path.chmod(0o755)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no such folder")
def test_a_folder_that_nobody_may_write_is_refused():
    assert "cannot be written" in changes_nothing(sit({}), "save /proc/game")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no such device")
def test_a_device_is_not_replaced_by_a_file():
    assert "cannot be written" in changes_nothing(sit({}), "save /dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_record_that_cannot_be_put_in_place_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("the disk is full")

    for name in ("replace", "rename"):
        monkeypatch.setattr(os, name, fail)
    refused_save(sit({}), tmp_path / "game", tmp_path)


@pytest.mark.parametrize("line", ["save", "save ", "s", "SAVE   "])
def test_save_without_a_name_asks_for_one(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    said = one_line(changes_nothing(sit({}), line))
    assert "name" in said
    assert names_in(tmp_path) == []


def test_scorch_and_bombs_of_a_saved_position_are_there_when_it_is_replayed(tmp_path):
    session = sit({"scorch": scorched((0, 0), (5, 2)), "bombs": [bomb("top", 0, 9)]})
    changes_nothing(session, f"save {tmp_path / 'game'}")
    assert cardhouse.replay((tmp_path / "game").read_text()).view() == session.match.view()


# -- Solitaire Crush, every way to type a move --------------------------------

SPELLED = {
    "slide 4,0 4,1": [
        "slide 4,0 4,1",
        "slide 40 41",
        "SLIDE 4,0 41",
        "sl 41 40",
        "Sli 4,1 4,0",
        "40 41",
        "4,0 4,1",
        "41 40",
        "  40\t4,1 ",
        "40 41\r",
    ],
    "slide 2,0 2,1": ["slide 2,0 2,1", "20 21", "21 20", "sl 2,1 20"],
    "clear 4,0 4,2": ["clear 4,0 4,2", "c 40 42", "C 42 40", "cl 4,2 4,0", "40 42", "42 4,0"],
    "clear 3,6 5,6": ["clear 36 56", "CLEAR 5,6 3,6", "36 56", "5,6 3,6", "56 36"],
    "clear 6,0 6,6": ["60 66", "66 60", "c 6,0 6,6"],
    "use 3,1 6,6": ["use 3,1 6,6", "use 31 66", "u 31 66", "U 3,1 66", "us 31 6,6", "USE 31 66"],
    "use 5,0 3,1": ["use 5,0 3,1", "u 50 31"],
    "swap 3,6 4,0": ["swap 3,6 4,0", "swap 40 36", "sw 36 40", "SW 4,0 36", "swa 36 4,0"],
    "bomb 6,2": ["bomb 6,2", "bomb 62", "BOMB 62", "bo 6,2", "62", "6,2", " 62 "],
    "blast 6,0": ["blast 6,0", "blast 60", "BLAST 60", "bl 60", "Bl 6,0", "bla 60"],
}
MOVES_AND_SPELLINGS = [(move, line) for move, lines in SPELLED.items() for line in lines]


def at_the_grid(position=None, **how):
    return sit_down("crush", position, **how)


@pytest.mark.parametrize(("move", "line"), MOVES_AND_SPELLINGS, ids=ascii)
def test_a_move_of_crush_can_be_typed_in_many_ways(move, line):
    session, other = at_the_grid(), at_the_grid()
    said = reply(session, line)
    words = Paint(signs=False).words(crush.say(other.match.play(move)))
    assert session.match.played == [move]
    assert said.startswith(f"{words}\n\n")
    assert shows(session, said)
    assert session.match.digest() == other.match.digest()


def test_every_kind_of_move_is_typed_long_short_and_where_it_can_be_without_a_word():
    kinds = {}
    for move, line in MOVES_AND_SPELLINGS:
        word = line.split()[0].lower()
        kinds.setdefault(move.split()[0], set()).add("" if word[0].isdigit() else word)
    for kind, words in kinds.items():
        assert kind in words
        assert any(0 < len(word) < len(kind) for word in words)
        assert ("" in words) == (kind in ("slide", "clear", "bomb"))
    assert len(kinds) == 6


def test_the_swapper_is_the_first_cell_of_a_use():
    said = one_line(changes_nothing(at_the_grid(), "use 66 31"))
    assert said == "The card at 6,6 is no swapper."


def test_u_and_two_cells_are_a_use_and_u_alone_is_an_undo():
    for use, undo in (("u 31 66", "u"), ("U 31 66", "U"), ("u 3,1 6,6", " u ")):
        session = at_the_grid()
        before = session.match.digest()
        session.do(use)
        assert session.match.played == ["use 3,1 6,6"]
        assert "taken back" in reply(session, undo)
        assert session.match.played == []
        assert session.match.digest() == before


def test_u_and_one_cell_are_half_a_use_and_take_nothing_back():
    session = at_the_grid()
    session.do("40 41")
    assert one_line(changes_nothing(session, "u 31")) == "A use takes two cells; one cell given."


@pytest.mark.parametrize("line", ["s 31 32", "S 31 32", "s 3,1 3,2", "s 31", "  s 31 32"])
def test_s_and_cells_are_no_file_but_a_slide_or_a_swap(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    said = one_line(changes_nothing(at_the_grid(), line))
    assert "slide or swap" in said
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("line", ["b 62", "B 6,2"])
def test_b_and_a_cell_are_a_bomb_or_a_blast(line):
    assert "bomb or blast" in one_line(changes_nothing(at_the_grid(), line))


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("slide", "two cells"),
        ("sl 31", "one cell given"),
        ("swap 11 22 33", "3 cells given"),
        ("bomb", "one cell"),
        ("bl 60 61", "two cells given"),
        ("60 61 63", "3 cells given"),
        ("c 60 61", "too short"),
        ("97", "off the board"),
        ("slide 31 3", "is no cell"),
        ("slide a b", "is no cell"),
        ("31-32", "is no cell"),
        ("3", "is no cell"),
    ],
)
def test_a_slip_in_a_move_of_crush_is_told_as_one(line, part):
    said = one_line(changes_nothing(at_the_grid(), line))
    assert part in said
    assert "command" not in said


# -- Solitaire Crush, commands ------------------------------------------------


def test_a_hint_of_crush_is_a_legal_move_and_worth_what_it_says():
    session = at_the_grid({"chain": 3, "base": 12})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert move == "clear 6,0 6,6"
    assert words == "7 cards x 12, chain x 3, clean canastra x 2: +504"
    reply(session, move)
    assert session.match.score == 504


ONE_SLIDE_FROM_A_CLEAR = [
    *[["--"] * 7] * 5,
    ["5c", *["--"] * 6],
    ["9d", "6c", "7c", "Kh", "3s", "9d", "Kh"],
]


def test_a_hint_says_what_can_be_cleared_then():
    session = at_the_grid({"board": ONE_SLIDE_FROM_A_CLEAR})
    move, words = one_line(changes_nothing(session, "hint")).split("   ")
    assert move == "slide 5,0 6,0"
    assert words.endswith(", then a clear for 30")
    reply(session, move)
    assert "+30" in reply(session, "60 62")


def test_a_chain_and_what_breaks_it_are_said_and_shown():
    session = at_the_grid()
    assert "3 cards x 10: +30." in reply(session, "40 42")
    said = reply(session, "60 66")
    assert "7 cards x 11, chain x 2, clean canastra x 2: +308." in said
    assert "base 12   chain x 3" in said
    said = reply(session, "62 63")
    assert said.startswith("The chain is broken. ")
    assert "score 338   base 12   chain x 1" in said


def test_what_is_free_can_be_spent_three_times():
    session = at_the_grid()
    for left in ("2 free bombs left", "1 free bomb left", "0 free bombs left"):
        assert left in reply(session, "bl 60")
    assert one_line(changes_nothing(session, "bl 60")) == "There are no free bombs left."
    for left in ("2 free swaps left", "1 free swap left", "0 free swaps left"):
        assert left in reply(session, "sw 60 66")
    assert one_line(changes_nothing(session, "sw 60 66")) == "There are no free swaps left."
    assert "free swaps 0   free bombs 0" in reply(session, "60 61")


def test_all_moves_of_a_game_of_crush_can_be_taken_back():
    session = at_the_grid()
    digests = [session.match.digest()]
    for line in ("u 50 31", "40 42", "60 66", "sw 60 66", "bl 60", "60 61"):
        session.do(line)
        digests.append(session.match.digest())
    assert len(set(digests)) == 7
    for digest in digests[-2::-1]:
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.digest() == digest
    assert "no move to take back" in changes_nothing(session, "undo")


def test_a_game_of_crush_that_was_begun_is_not_thrown_away():
    session = at_the_grid()
    session.do("40 42")
    assert "still goes on" in one_line(changes_nothing(session, "again"))


def test_a_game_of_crush_can_be_dealt_anew_before_the_first_move():
    session = sit(game="crush", seed=5)
    said = reply(session, "again")
    assert said.startswith("\nSolitaire Crush\nseed 6\n")
    assert shows(session, said)
    assert session.match.seed == 6


def test_there_is_no_next_level_of_crush():
    for session in (at_the_grid(), full()[0]):
        assert one_line(changes_nothing(session, "next")) == "There is no next level."


# -- Solitaire Crush, the end -------------------------------------------------


def full(**how):
    """Sit at a game of Crush that has just ended: a card had to drop and there was no slot."""
    position = {"board": FULL, "tags": FULL_TAGS, "score": 1_234}
    session = at_the_grid(position, **how)
    said = reply(session, "00 01")
    assert session.match.outcome == "over"
    return session, said


def test_the_end_of_crush_is_said_with_points_moves_and_what_can_be_done():
    session, said = full()
    assert shows(session, said)
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith("It is over: ")
    assert "no slot" in ending
    assert "1,234 points in 1 move, seed 5." in ending
    for words in ("Enter: once more", "undo", "save FILE", "quit"):
        assert words in ending
    assert "level" not in ending
    assert max(map(len, said.splitlines())) <= WIDTH


def test_a_full_grid_is_not_the_end_while_there_is_something_to_clear_or_bomb():
    for line in ("60 66", "33", "bl 06"):
        session = at_the_grid({"board": FULL, "tags": FULL_TAGS})
        said = reply(session, line)
        assert session.match.outcome == "playing"
        assert "over" not in said
        assert shows(session, said)


@pytest.mark.parametrize("line", ["", "  ", "again", "AGAIN"])
def test_crush_is_played_once_more_with_other_cards(line):
    session, _ = full()
    said = reply(session, line)
    assert session.match.seed == 6
    assert (session.match.outcome, session.match.score) == ("playing", 0)
    assert (session.match.played, session.match.position) == ([], None)
    assert said.startswith("\nSolitaire Crush\nseed 6\n")
    assert crush.START not in said
    assert shows(session, said)


def test_the_last_move_of_crush_can_be_taken_back_and_the_game_goes_on():
    session, _ = full()
    said = reply(session, "undo")
    assert session.match.outcome == "playing"
    assert "over" not in said
    assert "+140" in reply(session, "60 66")


def test_after_the_end_of_crush_there_is_no_hint_and_no_move():
    session, _ = full()
    for line in ("hint", "60 66", "33", "bl 06", "u 00 66"):
        assert one_line(changes_nothing(session, line)) == "The game is over."
    for line in ("moves", "moves all"):
        assert one_line(changes_nothing(session, line)) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


def test_an_ended_game_of_crush_can_be_saved(tmp_path):
    session, _ = full()
    changes_nothing(session, f"save {tmp_path / 'game'}")
    saved = cardhouse.replay((tmp_path / "game").read_text())
    assert (saved.outcome, saved.played) == ("over", ["slide 0,0 0,1"])
    assert saved.view() == session.match.view()


def test_the_seed_of_crush_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = full(chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    assert "seed" not in reply(session, "60 61")
    session, _ = full(chosen_seed=True)
    assert "\nseed 6\n" in reply(session, "")


# -- Poker Grid, every way to type a move -------------------------------------

GRID_OFFERS = {"offers": ["Photograph", "Runner", "Candle"]}
GRID_SPELLED = {
    "f 0 3": [
        "f 0 3",
        "F 0 3",
        "f 0,3",
        "f 03",
        "f03",
        "03",
        "0,3",
        "0 3",
        "  f\t0  3 ",
        "f 0 3\r",
    ],
    "f 4 4": ["f 4 4", "44", "F44"],
    "u": ["u", "U", " u "],
    "s": ["s", "S", "\ts\n"],
    "d 1": ["d 1", "D 1", "d1", "D1", " d  1 "],
    "o 1 0": ["o 1 0", "O 1 0", "o 1,0", "o1 0", "o10", "O10", "o 10"],
}
GRID_MOVES_AND_SPELLINGS = [(move, line) for move, lines in GRID_SPELLED.items() for line in lines]


def at_grid(position=None, **how):
    """Sit down at a round with two jokers and one frozen card, unless the position says else."""
    return sit_down("grid", {"frozen": [[1, 1]]} | (position or {}), **how)


def in_draft(position=None, **how):
    return at_grid(GRID_OFFERS | (position or {}), **how)


@pytest.mark.parametrize(("move", "line"), GRID_MOVES_AND_SPELLINGS, ids=ascii)
def test_a_move_of_grid_can_be_typed_in_many_ways(move, line):
    session, other = (in_draft() if move[0] == "d" else at_grid() for _ in range(2))
    said = reply(session, line)
    words = Paint(signs=False).words(grid.say(other.match.play(move)))
    assert session.match.played == [move]
    assert said.startswith(f"{words}\n\n")
    assert shows(session, said)
    assert session.match.digest() == other.match.digest()


def test_every_kind_of_move_of_grid_is_typed():
    assert [move[0] for move in GRID_SPELLED] == ["f", "f", "u", "s", "d", "o"]


def test_u_and_s_are_moves_in_grid_and_commands_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = at_grid()
    session.do("u")
    session.do("s")
    assert session.match.played == ["u", "s"]
    for game in ("boom", "crush"):
        session = sit_down(game)
        session.do(TYPED[game])
        assert "name" in one_line(changes_nothing(session, "s"))
        assert "Saved as game." in changes_nothing(session, "s game")
        assert "taken back" in reply(session, "u")
        assert session.match.played == []
    assert names_in(tmp_path) == ["game"]


def test_undo_and_save_of_grid_are_typed_in_full(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = at_grid()
    session.do("f 0 3")
    assert "taken back" in reply(session, "undo")
    assert session.match.played == []
    assert "Saved as game." in changes_nothing(session, "save game")
    for line in ("s other", "S other", "u other"):
        assert one_line(changes_nothing(session, line)).endswith(".")
    assert names_in(tmp_path) == ["game"]


THREE = {"jokers": ["Third Hand"], "frozen": [[0, 0], [1, 1], [2, 2]]}
TWO = {"frozen": [[0, 0], [1, 1]]}
ALONE = {"jokers": ["Joker"]}
BARE = {"jokers": [], "frozen": []}


def no_move(text):
    return f"{text!r} is no move; a move is f ROW COLUMN, u, s, d OFFER or o JOKER PLACE."


FREEZE = "A freeze takes a row and a column, like f 0 3."
DRAFTING = "Take one of the jokers offered first: d 0, d 1 or d 2."
GRID_REFUSED = [
    ({}, "f", FREEZE),
    ({}, "f 0", FREEZE),
    ({}, "f 0 3 4", FREEZE),
    ({}, "f 0 33", FREEZE),
    ({}, "f a b", no_move("f a b")),
    ({}, "f -1 0", no_move("f -1 0")),
    ({}, "f 0.3", no_move("f 0.3")),
    ({}, "x03", no_move("x03")),
    ({}, "s game", no_move("s game")),
    ({}, "u all", no_move("u all")),
    ({}, "d x", no_move("d x")),
    ({}, "o 1 to 0", no_move("o 1 to 0")),
    ({}, "f 5 0", "5,0 is off the board; rows go from 0 to 4, columns to 4."),
    ({}, "f 0,5", "0,5 is off the board; rows go from 0 to 4, columns to 4."),
    ({}, "99", "9,9 is off the board; rows go from 0 to 4, columns to 4."),
    (TWO, "f 2 2", "No more than 2 cards can be frozen; unfreeze one first."),
    (TWO, "22", "No more than 2 cards can be frozen; unfreeze one first."),
    (THREE, "f 3 3", "No more than 3 cards can be frozen; unfreeze one first."),
    (BARE, "u", "Nothing is frozen."),
    ({}, "u 1", "u stands alone."),
    ({}, "s 1", "s stands alone."),
    ({}, "d 0", "No joker is offered."),
    ({}, "d", "d takes 1 number, like d 2."),
    ({}, "d 0 1", "d takes 1 number, like d 2."),
    (GRID_OFFERS, "d 3", "An offer is 0 to 2."),
    ({}, "o 0 0", "The joker is at that place already."),
    ({}, "o 0 2", "There are jokers at places 0 to 1."),
    ({}, "o 2 0", "There are jokers at places 0 to 1."),
    (ALONE, "o 0 1", "There is one joker only."),
    (BARE, "o 0 1", "There are no jokers."),
    ({}, "d 3", "An offer is 0 to 2."),
    ({}, "d 9", "An offer is 0 to 2."),
    ({}, "d 10", "d takes 1 number, like d 2."),
    ({}, "o 5 0", "A joker's place is 0 to 4."),
    ({}, "o 0 9", "A joker's place is 0 to 4."),
    ({}, "o50", "A joker's place is 0 to 4."),
    ({}, "o", "o takes 2 numbers, like o 1 0."),
    ({}, "o 1", "o takes 2 numbers, like o 1 0."),
    ({}, "o 1 0 1", "o takes 2 numbers, like o 1 0."),
    ({}, "1", no_move("1")),
    ({}, "033", no_move("033")),
    *((GRID_OFFERS, line, DRAFTING) for line in ("f 0 3", "u", "s", "o 0 1", "p", "preview")),
]


@pytest.mark.parametrize(
    ("position", "line", "sentence"), GRID_REFUSED, ids=lambda part: ascii(part)[:30]
)
def test_what_grid_refuses_is_refused_in_a_sentence_and_changes_nothing(position, line, sentence):
    assert one_line(changes_nothing(at_grid(position), line)) == sentence


@pytest.mark.parametrize("line", ["d 10", "d x", "o 10 0", "o 0 10", "u x", "s game", "s s"])
def test_a_slip_in_a_move_of_grid_is_told_as_one(line):
    said = one_line(changes_nothing(in_draft() if line[0] == "d" else at_grid(), line))
    assert said.endswith(".")
    assert "command" not in said


@pytest.mark.parametrize(
    "line",
    ["fold", "foo", "ff 0 3", "freeze 0 3", "find", "sd", "un", "draft 1", "so", "order 1 0"],
)
def test_a_word_that_begins_as_a_move_does_is_no_move(line):
    assert one_line(changes_nothing(at_grid(), line)) == NO_COMMAND


# -- Poker Grid, commands -----------------------------------------------------


def test_a_hint_of_grid_is_a_legal_move_with_what_it_does():
    for session in (at_grid(), in_draft(), at_grid(BARE), at_grid({"hands_left": 1})):
        hint = " ".join(changes_nothing(session, "hint").split())
        move = next(move for move in session.match.moves() if hint.startswith(f"{move} "))
        words = Paint(signs=False).words(session.match.look(move)["message"])
        assert hint.removeprefix(move).strip() == words


def test_the_hint_of_a_draft_says_what_the_cards_make_with_the_joker():
    offers = ["Photograph", "Joker", "Runner"]
    hint = changes_nothing(in_draft(BARE | {"offers": offers}), "hint")
    makes = 1_385 + 4 * (100 + 40 + 30 + 20 + 5 + 10 + 5 + 30 + 35 + 5)
    words = f"d 1   takes Joker; with it the cards that lie here would make {makes:,}"
    assert one_line(hint) == words


PAIRS = [
    ["2c", "3d", "4h", "6s", "9c"],
    ["Ts", "5h", "8d", "8d", "Qc"],
    ["4s", "Jd", "Kh", "2h", "7c"],
    ["6h", "9s", "Ac", "Kd", "3c"],
    ["Jh", "Qs", "7d", "Tc", "5s"],
]
"""A grid with one line that has two cards of one rank, which are of one suit too."""


@pytest.mark.parametrize(
    ("frozen", "hint"),
    [
        ([[0, 0], [4, 4]], "u   unfreezes 2 cards; best then: freeze 8d at 1,2 and 8d at 1,3"),
        ([], "f 1 2   freezes 8d; best then: freeze 8d at 1,3"),
        ([[1, 2]], "f 1 3   freezes 8d"),
        ([[1, 2], [4, 4]], "f 4 4   unfreezes 5s; best then: freeze 8d at 1,3"),
        ([[1, 2], [1, 3]], "s   redraws 23 cards and scores ten lines"),
    ],
    ids=str,
)
def test_the_hint_of_a_freeze_says_what_is_best_to_freeze_with_it(frozen, hint):
    session = at_grid({"board": PAIRS, "jokers": [], "frozen": frozen})
    assert one_line(changes_nothing(session, "hint")) == hint


def test_the_hints_of_grid_freeze_what_the_first_of_them_names():
    session = at_grid({"board": PAIRS, "jokers": [], "frozen": [[0, 0], [4, 4]]})
    for move in ("u", "f 1 2", "f 1 3", "s"):
        assert changes_nothing(session, "hint").startswith(f"{move}   ")
        session.do(move)
    assert session.match.played == ["u", "f 1 2", "f 1 3", "s"]


@pytest.mark.parametrize("seed", range(5))
def test_the_hints_of_grid_lead_to_the_end(seed):
    session = sit(game="grid", seed=seed, picks=2)
    moves = 0
    while session.match.outcome == "playing":
        session.do(session.match.hint()["move"])
        moves += 1
        assert session.match.number == moves <= 40


def test_a_hint_of_grid_is_narrow():
    for seed in range(12):
        for line in changes_nothing(sit(game="grid", seed=seed), "hint").splitlines():
            assert len(line) <= 78, line


def test_a_long_hint_is_broken_between_words_and_set_in():
    jokers = [{"name": "Melting Clock", "held": 10**5}, {"name": "Runner", "held": 10**5}]
    longest = sorted(NUMBERS_OF, key=len)[-3:]
    session = in_draft({"jokers": jokers, "offers": longest})
    first, then = changes_nothing(session, "hint").splitlines()
    assert len(first) <= 78 < len(first) + 1 + len(then.split()[0])
    assert then.startswith("  ")
    assert then[2] != " "
    hint = session.match.hint()
    assert f"{first} {then.strip()}" == f"{hint['move']}   {hint['why']}"


def test_a_preview_changes_nothing_and_tells_nothing_hidden():
    first = changes_nothing(at_grid(), "p")
    assert "The next hand" in first
    assert first == changes_nothing(at_grid(seed=6), "p")


def test_a_table_set_up_by_hand_does_not_foretell_the_luck_of_the_next_hand():
    told = set()
    for seed in range(6):
        session = at_grid({"jokers": ["Loose Step"]}, seed=seed)
        before, after = (lucky_lines(session, line) for line in ("f 0 3", "s"))
        told.add(before == after)
    assert told != {True}


def lucky_lines(session, line):
    """Type a line; return which lines a lucky joker has helped."""
    session.do(line)
    return [bool(result["jokers"]) for result in session.match.view()["lines"]]


def test_what_a_preview_says_changes_with_the_freezes():
    session = at_grid({"board": [["Ah"] * 5] * 5, "frozen": []})
    bare = changes_nothing(session, "p")
    session.do("f 0 0")
    session.do("f 0 1")
    assert changes_nothing(session, "p") != bare


def test_j_l_m_and_help_are_answered_in_a_draft_and_after_the_end():
    for session in (in_draft(), grid_end("won")[0], grid_end("lost")[0]):
        for line in ("j", "l", "m", "?", "jokers", "lines", "moves"):
            assert len(changes_nothing(session, line)) > 10


def test_what_is_asked_is_what_the_screen_says():
    session = at_grid({"hands_left": 3})
    for line, text in (
        ("j", grid.jokers(session.match)),
        ("l", grid.explain(session.match)),
        ("p", grid.foretell(session.match)),
    ):
        assert changes_nothing(session, line) == Paint(signs=False).words(text) + "\n"
        assert changes_nothing(session, f"{line} and more").count("\n") >= 1


def test_all_moves_of_a_round_can_be_taken_back():
    session = in_draft({"jokers": [{"name": "Long Stay", "held": 2.5}, "Runner"]})
    digests, views = [session.match.digest()], [session.match.view()]
    for line in ("d 2", "o 2 0", "f 0 3", "s", "u", "s"):
        session.do(line)
        digests.append(session.match.digest())
        views.append(session.match.view())
    assert len(set(digests)) == 7
    for digest, view in zip(digests[-2::-1], views[-2::-1], strict=True):
        said = reply(session, "undo")
        assert "taken back" in said
        assert shows(session, said)
        assert session.match.digest() == digest
        assert session.match.view() == view
    assert "no move to take back" in changes_nothing(session, "undo")


def test_a_hand_taken_back_and_played_again_brings_the_same():
    session = at_grid({"jokers": ["Coin Slot"]})
    first = reply(session, "s")
    session.do("undo")
    assert reply(session, "s") == first


def test_a_round_that_was_begun_is_not_thrown_away():
    for session, line in ((at_grid(), "f 0 3"), (in_draft(), "d 0")):
        session.do(line)
        assert "still goes on" in one_line(changes_nothing(session, "again"))


def test_there_is_no_next_level_of_grid():
    for session in (at_grid(), grid_end("won")[0], grid_end("lost")[0]):
        assert one_line(changes_nothing(session, "next")) == "There is no next level."


class Signs(io.StringIO):
    """An output where all signs can be written."""

    encoding = "utf-8"


def test_the_name_of_a_joker_is_never_taken_for_a_card():
    match = in_draft({"offers": ["Oops! All 6s", "Joker", "Runner"]}).match
    session = Session(match, Signs(), chosen_seed=True)
    for line in ("hint", "d 0", "j", "o 2 0", "undo", "undo"):
        said = reply(session, line)
        assert "6♠" not in said
        assert line in ("hint", "o 2 0") or "Oops! All 6s" in said
    assert "J♥ at 0,3 frozen." in reply(at_signs(), "f 0 3")


def at_signs():
    return Session(at_grid().match, Signs(), chosen_seed=True)


# -- Poker Grid, the end ------------------------------------------------------

NEAR = {"won": {"target": 20, "hands_left": 3}, "lost": {"target": 10**9, "hands_left": 1}}
"""A hand from a win (no line makes less than 5), and from a loss."""
either_end = pytest.mark.parametrize("end", NEAR)


def grid_end(end, **how):
    """Sit at a round that was just won or lost."""
    session = at_grid(NEAR[end], **how)
    said = reply(session, "s")
    assert session.match.outcome == end
    return session, said


@either_end
def test_the_end_of_a_round_is_said_with_points_and_what_can_be_done(end):
    session, said = grid_end(end)
    assert shows(session, said)
    ending = " ".join(said.split("\n\n")[-1].split())
    assert ending.startswith({"won": "You won. ", "lost": "You lost: no hands are left. "}[end])
    assert f"{session.match.score:,} points in " in ending
    assert "seed 5." in ending
    for words in ("Enter: once more", "undo", "save FILE", "quit"):
        assert words in ending
    assert "level" not in ending
    assert max(map(len, said.splitlines())) <= WIDTH


def test_whole_rounds_go_from_the_draft_to_a_win_or_a_loss():
    ends = set()
    for seed in range(40):
        session = sit(game="grid", seed=seed, picks=2)
        assert len(session.match.view()["offers"]) == 3
        for line in ("d 0", "d 1", *["s"] * 7):
            assert session.match.outcome == "playing"
            said = reply(session, line)
            assert shows(session, said)
            if "Enter:" in said:
                break
        view = session.match.view()
        won = view["score"] >= view["target"]
        assert view["outcome"] == ("won" if won else "lost")
        assert won or view["hands_left"] == 0
        assert ("You won" in said, "You lost" in said) == (won, not won)
        ends.add(won)
        if len(ends) == 2:
            return
    pytest.fail("only one kind of end was met")


@either_end
@pytest.mark.parametrize("line", ["", "  ", "again", "AGAIN"])
def test_another_round_is_played_with_other_cards(end, line):
    session, _ = grid_end(end)
    said = reply(session, line)
    assert session.match.seed == 6
    assert (session.match.outcome, session.match.score) == ("playing", 0)
    assert (session.match.played, session.match.position) == ([], None)
    assert said.startswith(f"\n{grid.title(session.match)}\nseed 6\n")
    assert shows(session, said)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"picks": 3},
        {"picks": 0},
        {"jokers": ["Joker", "Echo"]},
        {"jokers": []},
        {"auto_freeze": False},
    ],
    ids=str,
)
def test_another_round_has_the_same_jokers_picks_and_freezes(options):
    session = sit(game="grid", **options)
    chosen = dict(session.match.options)
    for _ in range(options.get("picks", 0 if "jokers" in options else 1)):
        session.do("d 0")
    while session.match.outcome == "playing":
        session.do("s")
    session.do("")
    assert session.match.options == chosen
    view = session.match.view()
    assert [joker["name"] for joker in view["jokers"]] == options.get("jokers", [])
    assert len(view["offers"]) == (0 if "jokers" in options or not chosen["picks"] else 3)
    assert options.get("auto_freeze", True) or view["frozen"] == []


@either_end
def test_the_last_hand_can_be_taken_back_and_the_round_goes_on(end):
    session, _ = grid_end(end)
    said = reply(session, "undo")
    assert session.match.outcome == "playing"
    assert "You" not in said
    assert shows(session, said)
    session.do("f 0 3")
    assert session.match.played == ["f 0 3"]


@either_end
def test_after_the_end_of_a_round_there_is_no_move_no_hint_and_no_preview(end):
    session, _ = grid_end(end)
    for line in ("s", "u", "f 0 3", "03", "d 0", "o 0 1", "hint", "p"):
        assert one_line(changes_nothing(session, line)) == "The game is over."
    for line in ("moves", "moves all"):
        assert one_line(changes_nothing(session, line)) == "There is no legal move."
    assert one_line(changes_nothing(session, "nonsense")) == NO_COMMAND


@either_end
def test_an_ended_round_can_be_saved(tmp_path, end):
    session, _ = grid_end(end)
    changes_nothing(session, f"save {tmp_path / 'game'}")
    saved = cardhouse.replay((tmp_path / "game").read_text())
    assert (saved.outcome, saved.played) == (end, ["s"])
    assert saved.view() == session.match.view()


def test_the_seed_of_grid_is_hidden_until_the_end_unless_it_was_chosen():
    session, said = grid_end("lost", chosen_seed=False)
    assert f"seed {session.match.seed}." in " ".join(said.split())
    assert "seed" not in reply(session, "")
    assert "seed" not in reply(session, "d 0")
    session, _ = grid_end("won", chosen_seed=True)
    assert "\nseed 6\n" in reply(session, "")
