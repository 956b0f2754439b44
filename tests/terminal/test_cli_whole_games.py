"""Whole games through a pipe: played to the end, saved, proven, resumed."""

from functools import cache

import pytest

import cardhouse
from cardhouse.agents import casual
from cardhouse.agents.luck import Luck
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.twin import bind
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.crush.notation import MOVE_WORDS
from tests.games import BOARD, KITS, row_move
from tests.games.crush import BOARD as CRUSH_BOARD
from tests.games.crush import FULL, FULL_TAGS, TAGS
from tests.terminal.cli_kit import CRUSH, FINE, GRID, PLAY, WIDTH, done, every_game, opening, played
from tests.terminal.drawn import NARROW, seen, tables
from tests.terminal.process import ended, run, started


@cache
def whole_game():
    """Return a game of Crush, played to its end by a bot with luck that tries everything."""
    match, luck = cardhouse.new("crush", seed=7), Luck()
    set_key(luck, key_of(1))
    bot = bind(casual, *match.game.contract)
    return played(match, bot_moves(match, bot, luck))


def bot_moves(match, bot, luck):
    while match.outcome == "playing":
        yield match.game.notation.move_text(bot.choose(match.state, luck))


# -- play, to the end ---------------------------------------------------------


def heard(process):
    """Return what is said until the game asks."""
    said = b""
    while not said.endswith(b"\n> "):
        letter = process.stdout.read(1)
        assert letter, said
        said += letter
    return said[:-2].decode()


def answer(process, line):
    """Type a line into the pipe and return what is said to it."""
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()
    return heard(process)


def hinted(process):
    """Ask for a hint and play it; return what is said."""
    move = answer(process, "hint").splitlines()[1].split("   ")[0]
    return answer(process, move)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ((*PLAY, "--level", "1"), 12),
        ((*PLAY, "--level", "30", "--shape", "path"), 21),
        (("play", "crush", "--resume", "near"), 100),
        (GRID, 40),
        ((*GRID, "--picks", "5", "--no-auto-freeze"), 60),
        ((*GRID, "--jokers", "Joker,runner"), 40),
    ],
    ids=lambda words: " ".join(words[1:]) if isinstance(words, tuple) else "",
)
def test_a_game_is_played_to_its_end_by_its_hints_saved_and_verified(tmp_path, words, most):
    """A game of Crush that follows the hints is long: it begins where little room is left."""
    near = KITS["crush"].soon_over.position | {"free_swaps": 0, "free_bombs": 0}
    (tmp_path / "near").write_text(cardhouse.place("crush", near, seed=7).record())
    with started(*words, cwd=tmp_path) as process:
        said, moves = heard(process), 0
        while "Enter:" not in said:
            said = hinted(process)
            moves += 1
            assert moves <= most
        (last,) = tables(said)
        assert f"{last['score']:,} points in {moves} moves" in " ".join(said.split())
        assert "Saved" in answer(process, "save game")
        assert ("seed 8" in answer(process, "")) == ("--seed" in words)
        assert ended(process) == (FINE, "")
    told = run("verify", "game", cwd=tmp_path)
    assert told.code == FINE
    assert f"{last['score']:,} points in {moves} moves" in told.out
    match = cardhouse.replay((tmp_path / "game").read_text())
    assert seen(match.view()) == last


def test_a_won_level_leads_to_the_next_through_a_pipe(tmp_path):
    match = cardhouse.place("boom", {"board": BOARD, "target": 50}, seed=7)
    (tmp_path / "near").write_text(match.record())
    told = run("play", "boom", "--resume", "near", typed=f"{row_move(9)}\n\nquit\n", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert "You won" in told.out
    assert "level 2 of 30, Warm Hands" in told.out
    assert tables(told.out)[-1]["target"] == LEVELS[1].target


def test_a_whole_game_of_crush_is_played_in_a_pipe_saved_and_proven(tmp_path):
    moves, views, text = whole_game()
    assert {move.split()[0] for move in moves} == set(MOVE_WORDS)
    typed = "\n".join([*moves, "save game", "quit", ""])
    told = run(*CRUSH, typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    made = f"{views[-1]['score']:,} points in {len(moves)} moves"
    assert f"{made}, unaided, seed 7." in " ".join(told.out.split())
    assert max(map(len, told.out.splitlines())) <= WIDTH
    assert (tmp_path / "game").read_text() == text
    proof = run("verify", "game", cwd=tmp_path)
    assert (proof.code, proof.err) == (FINE, "")
    assert (
        proof.out == f"game: verified, Solitaire Crush: over, {made}, unaided (hints as claimed)\n"
    )


def test_a_whole_game_of_crush_is_replayed(tmp_path):
    moves, views, text = whole_game()
    (tmp_path / "game").write_text(text)
    told = run("replay", "game", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    for number, move in enumerate(moves, 1):
        assert f"\n{number}. {move}\n" in told.out
    assert told.out.endswith(
        f"Over: {views[-1]['score']:,} points in {len(moves)} moves, unaided.\n"
    )
    assert max(map(len, told.out.splitlines())) <= WIDTH


def test_a_whole_game_of_crush_is_resumed_at_its_end_and_taken_back(tmp_path):
    _, views, text = whole_game()
    (tmp_path / "game").write_text(text)
    typed = "hint\nundo\nundo\nsave game\nquit\n"
    told = run("play", "crush", "--resume", "game", typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in (views[-1], views[-2], views[-3])]
    assert told.out.index("It is over") < told.out.index("The game is over.")
    match = cardhouse.replay((tmp_path / "game").read_text())
    assert match.view() == views[-3] | {"undone": match.undone, "hints": 0}
    assert match.undone > 0


def test_the_game_that_follows_a_resumed_one_has_a_seed_that_nobody_knows(tmp_path):
    (tmp_path / "game").write_text(whole_game()[2])
    words = ("play", "crush", "--resume", "game")
    first, second = (run(*words, typed="\nquit\n", cwd=tmp_path).out for _ in range(2))
    assert tables(first)[0] == tables(second)[0]
    assert tables(first)[1] != tables(second)[1]
    assert "seed" not in first.split("Enter: once more")[1]


def test_what_can_be_typed_in_crush_works_in_a_pipe(tmp_path):
    position = {"board": CRUSH_BOARD, "tags": TAGS}
    (tmp_path / "near").write_text(cardhouse.place("crush", position, seed=7).record())
    lines = ["s 31 32", "u 31 66", "u", "U 3,1 6,6", "next", "again", "nonsense", "save game"]
    told = run("play", "crush", "--resume", "near", typed="\n".join(lines), cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    for said in (
        "slide or swap",
        "The last move is taken back.",
        "Q♦ is a swapper no more.",
        "There is no next level.",
        "This game still goes on",
        "There is no such command; type help.",
        "Saved as game.",
    ):
        assert said in " ".join(told.out.split())
    assert cardhouse.replay((tmp_path / "game").read_text()).played == ["use 3,1 6,6"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game", "near"]


def test_a_full_grid_in_a_pipe_is_the_end_and_enter_starts_another(tmp_path):
    match = cardhouse.place("crush", {"board": FULL, "tags": FULL_TAGS}, seed=7)
    (tmp_path / "near").write_text(match.record())
    told = run("play", "crush", "--resume", "near", typed="00 01\n\nquit\n", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert "Solitaire Crush, set up by hand\n" in told.out
    assert told.out.index("It is over") < told.out.rindex("\nSolitaire Crush\n")
    assert [table["empty slots"] for table in tables(told.out)] == [0, 0, 28]


@cache
def whole_round(end):
    """Return a round of Grid that two drafted jokers bring to this end: moves, views, record."""
    for seed in range(100):
        match = cardhouse.new("grid", seed=seed, picks=2)
        told = played(match, round_moves(match))
        if match.outcome == end:
            return told, seed
    raise LookupError(end)


def round_moves(match):
    yield from ("d 2", "d 0", "o 0 1", "u", "f 2 2")
    while match.outcome == "playing":
        yield "s"


either_end = pytest.mark.parametrize("end", ["won", "lost"])


@either_end
def test_a_whole_round_of_grid_is_played_in_a_pipe_saved_and_proven(tmp_path, end):
    (moves, views, text), seed = whole_round(end)
    typed = "\n".join([*moves, "save game", "quit", ""])
    words = ("play", "grid", "--seed", str(seed), "--picks", "2")
    told = run(*words, typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    made = f"{views[-1]['score']:,} points in {len(moves)} moves"
    assert f"{made}, unaided, seed {seed}." in " ".join(told.out.split())
    assert f"You {end}" in told.out
    assert max(map(len, told.out.splitlines())) <= NARROW
    assert (tmp_path / "game").read_text() == text
    proof = run("verify", "game", cwd=tmp_path)
    assert (proof.code, proof.err) == (FINE, "")
    assert proof.out.startswith("game: verified, Poker Grid: 9,000 points")
    assert proof.out.endswith(f": {end}, {made}, unaided (hints as claimed)\n")


@either_end
def test_a_whole_round_of_grid_is_replayed(tmp_path, end):
    (moves, views, text), _ = whole_round(end)
    (tmp_path / "game").write_text(text)
    told = run("replay", "game", cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in views]
    for number, move in enumerate(moves, 1):
        assert f"\n{number}. {move}\n" in told.out
    assert told.out.endswith(
        f"{end.capitalize()}: {views[-1]['score']:,} points in {len(moves)} moves, unaided.\n"
    )
    assert max(map(len, told.out.splitlines())) <= NARROW


@either_end
def test_a_whole_round_of_grid_is_resumed_at_its_end_and_taken_back(tmp_path, end):
    (_, views, text), _ = whole_round(end)
    (tmp_path / "game").write_text(text)
    typed = "s\nundo\nundo\nsave game\nquit\n"
    told = run("play", "grid", "--resume", "game", typed=typed, cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    assert tables(told.out) == [seen(view) for view in (views[-1], views[-2], views[-3])]
    assert told.out.index(f"You {end}") < told.out.index("The game is over.")
    match = cardhouse.replay((tmp_path / "game").read_text())
    assert match.view() == views[-3] | {"undone": 2, "hints": 0}


def test_a_draft_can_be_saved_and_gone_on_with(tmp_path):
    words = (*GRID, "--picks", "3", "--no-auto-freeze")
    first = run(*words, typed="d 0\nsave game\nd 1\nd 2\ns\n", cwd=tmp_path)
    second = run("play", "grid", "--resume", "game", typed="d 1\nd 2\ns\n", cwd=tmp_path)
    assert (second.code, second.err) == (FINE, "")
    assert tables(second.out) == tables(first.out)[1:]
    assert "nothing frozen at first" in second.out.splitlines()[0]


def test_what_can_be_typed_in_grid_works_in_a_pipe(tmp_path):
    lines = ["s", "p", "d 0", "u", "u", "f 0 3", "03", "j", "l", "s", "l", "p", "o 0 1", "next"]
    lines += ["again", "nonsense", "save game", "f 9 9", "undo", "?", "q"]
    told = run(*GRID, typed="\n".join(lines), cwd=tmp_path)
    assert (told.code, told.err) == (FINE, "")
    heard = " ".join(told.out.split())
    for said in (
        "> s Take one of the jokers offered first: d 0, d 1 or d 2.",
        "> p Take one of the jokers offered first: d 0, d 1 or d 2.",
        "Pillars taken: × 4 mult for columns.",
        "> u A♠ at 0,1 and A♥ at 1,1 unfrozen.",
        "> u Nothing is frozen.",
        "> f 0 3 Q♦ at 0,3 frozen.",
        "> 03 Q♦ at 0,3 unfrozen.",
        "> j jokers, from left to right: 0 Pillars: × 4 mult for columns",
        "> l No hand has been played.",
        "> s The hand makes ",
        "> l row 0: ",
        "> p The next hand",
        "> o 0 1 There is one joker only.",
        "There is no next level.",
        "This game still goes on",
        "There is no such command; type help.",
        "Saved as game.",
        "9,9 is off the board",
        "The last move is taken back.",
        "Every row and every column",
    ):
        assert said in heard
    played_ = ["d 0", "u", "f 0 3", "f 0 3", "s"]
    assert cardhouse.replay((tmp_path / "game").read_text()).played == played_
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


# -- save and resume ----------------------------------------------------------


@every_game
def test_a_saved_game_goes_on_where_it_was_left(tmp_path, game):
    moves, views, text = opening(game)
    begin, resume = ("play", game, "--seed", "7"), ("play", game, "--resume", "game")
    first = run(*begin, typed=f"{moves[0]}\nsave game\n{moves[1]}\nquit\n", cwd=tmp_path)
    assert "Saved as game." in first.out
    second = run(*resume, typed=f"{moves[1]}\nsave game\n", cwd=tmp_path)
    assert tables(second.out) == [seen(view) for view in views[1:3]]
    third = run(*resume, typed=f"{moves[2]}\nsave game\n", cwd=tmp_path)
    assert tables(third.out) == [seen(view) for view in views[2:]]
    assert (tmp_path / "game").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_moves_from_before_the_save_can_be_taken_back(capsys, monkeypatch, record):
    _, out, _ = done(
        capsys,
        "play",
        "boom",
        "--resume",
        str(record),
        typed="undo\nundo\nundo\nundo\n",
        monkeypatch=monkeypatch,
    )
    assert tables(out) == [seen(view) for view in opening()[1][::-1]]
    assert "There is no move to take back." in out


def test_a_finished_game_is_resumed_at_its_end(capsys, monkeypatch, tmp_path):
    match = cardhouse.place("boom", {"board": BOARD, "target": 50}, seed=7)
    match.play(row_move(9))
    (tmp_path / "game").write_text(match.record())
    words = ("play", "boom", "--resume", str(tmp_path / "game"))
    _, out, _ = done(capsys, *words, typed="\n", monkeypatch=monkeypatch)
    assert out.index("You won") < out.index("level 2 of 30")
