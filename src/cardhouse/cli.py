"""``cardhouse …``: the command line."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import NoReturn

from cardhouse import __version__
from cardhouse.core.chance import SEEDS, Seed
from cardhouse.flags import (
    MOST_DIGITS,
    Commands,
    add_game,
    given_flags,
    option_names,
    options_given,
    whole_number,
)
from cardhouse.games import GAMES, game_named
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import BadSetup, Refusal, counted
from cardhouse.match import Match, fresh_seed, replay
from cardhouse.record import MOST_LETTERS, RecordError
from cardhouse.terminal.paint import WIDTH, paint_for
from cardhouse.terminal.session import Session, screen_of

FINE, NOT_HELD, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: done; a record that does not hold; bad input; Ctrl-C."""
LEVELS = "levels"
WORD_OPTIONS = ("seed", "resume", *(f"option_{name}" for name in option_names()))


def run() -> NoReturn:
    """Run the command line and leave: no traceback reaches a player."""
    _open_streams()
    try:
        with _catching_interrupts():
            code = _code_of(sys.argv[1:])
            sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        code = FINE
    except MemoryError:
        print("cardhouse: this takes more memory than there is", file=sys.stderr)
        code = WRONG
    except OSError as error:
        _forget_output()
        print(f"cardhouse: cannot go on: {error.strerror or error}", file=sys.stderr)
        code = WRONG
    sys.exit(code)


@contextmanager
def _catching_interrupts() -> Iterator[None]:
    """Let Ctrl-C be an exception here; before and after, when none is caught, it ends the process.

    Whoever started this may have asked that it be ignored: then it is.
    """
    _switch_interrupts(signal.SIG_DFL, signal.default_int_handler)
    try:
        yield
    finally:
        _switch_interrupts(signal.default_int_handler, signal.SIG_DFL)


@contextmanager
def _ending_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process while something is loaded that would not pass it on."""
    _switch_interrupts(signal.default_int_handler, signal.SIG_DFL)
    try:
        yield
    finally:
        _switch_interrupts(signal.SIG_DFL, signal.default_int_handler)


def _switch_interrupts(before: "signal._HANDLER", after: "signal._HANDLER") -> None:
    if signal.getsignal(signal.SIGINT) == before:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, after)


def _code_of(words: list[str]) -> int:
    """Return the exit code; help and errors of the parser leave in a way of their own."""
    try:
        return main(words)
    except SystemExit as leaving:
        return int(leaving.code or FINE)


def _open_streams() -> None:
    """See that there is something to read from and to write to, and that any text can be."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _forget_output() -> None:
    """Let nothing more be written: nobody reads it, or there is no room."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(words: list[str]) -> int:
    """Do what the command line says and return the exit code."""
    given = _parser().parse_args(words)
    for name in WORD_OPTIONS:
        if isinstance(getattr(given, name, None), list):  # argparse drops a lone --
            setattr(given, name, "--")
    try:
        code: int = given.do(given)
    except Refusal as refusal:
        print(f"cardhouse: {refusal}", file=sys.stderr)
        code = WRONG
    return code


class _Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"cardhouse: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cardhouse", description="Card-grid puzzle games, played and proven.")
    parser.add_argument("--version", action="version", version=f"cardhouse {__version__}")
    parser.set_defaults(do=_help(parser))
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)
    _add_play(commands)
    _add_serve(commands)
    _add_backup(commands)
    _add_lab(commands)
    for name, do, help_text in (
        ("replay", _replay, "step through a recorded game"),
        ("verify", _verify, "prove recorded games: exit code 0 if every one holds"),
    ):
        command = commands.add_parser(name, help=help_text, description=help_text)
        command.add_argument("file", metavar="FILE", nargs=1 if name == "replay" else "+")
        command.set_defaults(do=do)
    for name, games in _listed().items():
        titles = " and ".join(game.title for game in games)
        command = commands.add_parser(name, help=f"list the {name} of {titles}")
        command.set_defaults(do=partial(_list, name, games))
    return parser


def _help(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    def show(_: argparse.Namespace) -> int:
        parser.print_help()
        return FINE

    return show


def _add_play(commands: Commands) -> None:
    play = commands.add_parser("play", help="play a game in this terminal")
    add_game(play)
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--seed", metavar="S", help="a number or a text: the same seed, the same game"
    )
    play.set_defaults(do=_play)


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="play in a browser")
    serve.add_argument("game", nargs="?", help=f"the game to open: {', '.join(GAMES)}")
    serve.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)"
    )
    serve.add_argument(
        "--port", type=_port, metavar="N", help="the port (default: the first free one from 8080)"
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")
    _add_data(serve)
    serve.add_argument(
        "--rate",
        type=_rate,
        metavar="N",
        help="how many requests a second one client may send; 0: any (default 50)",
    )
    serve.add_argument(
        "--idle-days",
        type=_idle_days,
        metavar="N",
        help="after how many days without use a match is forgotten; 0: never (default 30)",
    )
    serve.add_argument("--reload-pages", action="store_true", help=argparse.SUPPRESS)
    serve.set_defaults(do=_serve)


def _add_backup(commands: Commands) -> None:
    help_text = "copy the file that matches are kept in, while a server may use it"
    backup = commands.add_parser("backup", help=help_text, description=help_text)
    backup.add_argument("file", metavar="FILE", help="where the copy goes")
    _add_data(backup)
    backup.add_argument("--replace", action="store_true", help="overwrite an older copy")
    backup.set_defaults(do=_backup)


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data",
        metavar="FILE",
        default=os.environ.get("CARDHOUSE_DATA"),
        help="where matches are kept (default: $CARDHOUSE_DATA, or among your own data)",
    )


def _add_lab(commands: Commands) -> None:
    with _ending_at_once():
        from cardhouse.lab.flags import add_studies  # noqa: PLC0415 (few want it)

    lab = commands.add_parser(
        "lab", help="play by the thousand: measure bots, levels, jokers, knobs"
    )
    lab.set_defaults(do=_help(lab))
    add_studies(lab.add_subparsers(metavar="STUDY", parser_class=_Parser), _study)


# -- commands -----------------------------------------------------------------


def _play(given: argparse.Namespace) -> int:
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 (lines can be edited and called back)
    match = _begun(given) if given.resume is None else _resumed(given)
    Session(match, sys.stdout, chosen_seed=given.seed is not None).run(_ask)
    return FINE


def _serve(given: argparse.Namespace) -> int:
    game = "" if given.game is None else game_named(given.game).name
    try:
        with _ending_at_once():
            from cardhouse.server.run import Place, default_data, serve  # noqa: PLC0415
            from cardhouse.server.settings import Settings  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise _without(missing, "web") from None
    chosen = {
        name: getattr(given, name)
        for name in ("rate", "idle_days", "reload_pages")
        if getattr(given, name) is not None
    }
    settings = Settings(data=Path(given.data) if given.data else default_data(), **chosen)
    with _ending_at_once():  # until it serves; from then on it minds interrupts itself
        serve(Place(given.host, given.port, None if given.no_browser else game), settings)
    return FINE


def _backup(given: argparse.Namespace) -> int:
    try:
        with _ending_at_once():
            from cardhouse.server.datafile import back_up  # noqa: PLC0415
            from cardhouse.server.run import default_data  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise _without(missing, "web") from None
    data = Path(given.data) if given.data else default_data()
    matches = back_up(data, Path(given.file), given.replace)
    print(f"{given.file} has {matches:,} match{'' if matches == 1 else 'es'}.")
    return FINE


def _study(given: argparse.Namespace) -> int:
    try:
        with _ending_at_once():
            from cardhouse.lab.command import study  # noqa: PLC0415 (it wants what may not be there)

        return study(given)
    except ModuleNotFoundError as missing:
        raise _without(missing, "lab") from None


def _without(missing: ModuleNotFoundError, extra: str) -> BadSetup:
    """Say what to install."""
    name = (missing.name or "").partition(".")[0]
    sentence = f"{name} is not installed; get it with: pip install 'cardhouse[{extra}]'"
    return BadSetup("not_installed", sentence)


def _begun(given: argparse.Namespace) -> Match:
    game = game_named(given.game)
    seed = fresh_seed() if given.seed is None else _seed(given.seed)
    return Match(game, seed, options_given(game, given))


def _resumed(given: argparse.Namespace) -> Match:
    if given.seed is not None or given_flags(given):
        raise BadSetup("bad_option", "a saved game goes on with its own seed and options")
    match = _replayed(given.resume)
    if match.game is not game_named(given.game):
        raise BadSetup("bad_option", f"{given.resume} is a game of {match.game.title}")
    return match


def _ask(prompt: str) -> str:
    """Ask for a line; one that comes from a pipe is written down, as if it were typed."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line


def _replay(given: argparse.Namespace) -> int:
    match = _replayed(given.file[0])
    screen, paint = screen_of(match.game), paint_for(sys.stdout)
    first = screen.draw(match.view_after(0), paint)
    print(f"{screen.title(match)}\nseed {match.seed}\n\n{first}")
    for number, step in enumerate(match.steps(), 1):
        if sys.stdin.isatty() and not _goes_on():
            return FINE
        said = paint.words(screen.say(step["events"]))
        print(f"\n{number}. {step['move']}\n{said}\n\n{screen.draw(step['view'], paint)}")
    how = "Still playing" if match.outcome == "playing" else _standing(match).capitalize()
    print(f"{how}: {match.score:,} points in {counted(match.number, 'move')}, {match.aid}.")
    return FINE


def _standing(match: Match) -> str:
    """Say how a match stands, and whether its player ended it (ALL-9)."""
    return f"{match.outcome}, as it was ended" if match.ended else match.outcome


def _goes_on() -> bool:
    try:
        return input("Enter: next move, q: quit ").strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False


def _verify(given: argparse.Namespace) -> int:
    return max(_verify_one(name) for name in given.file)


def _verify_one(name: str) -> int:
    try:
        match = _replayed(name)
    except RecordError as error:
        print(error)
        return WRONG if error.reason == "no_record" else NOT_HELD
    made = f"{match.score:,} points in {counted(match.number, 'move')}"
    how = f"{_standing(match)}, {made}, {match.aid} (hints as claimed)"
    title = " ".join(screen_of(match.game).title(match).split("\n"))
    print(f"{name}: verified, {title}: {how}")
    return FINE


def _listed() -> dict[str, list[AnyGame]]:
    """Return what can be listed, by name, and of which games."""
    games: dict[str, list[AnyGame]] = {}
    for game in GAMES.values():
        if game.levels.rows:
            games.setdefault(LEVELS, []).append(game)
        if game.roster.texts:
            games.setdefault(game.roster.option, []).append(game)
    return games


def _list(name: str, games: list[AnyGame], _: argparse.Namespace) -> int:
    for game in games:
        print(_levels_text(game) if name == LEVELS else _roster_text(game))
    return FINE


def _levels_text(game: AnyGame) -> str:
    """Write the levels of a game as a table, words to the left and numbers to the right."""
    rows = [{"level": i, **row._asdict()} for i, row in enumerate(game.levels.rows, 1)]
    lines = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = [isinstance(value, str) for value in rows[0].values()]
    return "\n".join(
        "  ".join(
            f"{part:{'<' if words else '>'}{width}}"
            for part, words, width in zip(line, left, widths, strict=True)
        )
        for line in lines
    )


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _roster_text(game: AnyGame) -> str:
    paint, texts = paint_for(sys.stdout), game.roster.texts
    width = max(map(len, texts))
    lines = (f"{name:<{width}}  {text}" for name, text in texts.items())
    return paint.words(
        "\n".join(fill(line, WIDTH, subsequent_indent=" " * (width + 2)) for line in lines)
    )


# -- small parts --------------------------------------------------------------


def _seed(text: str) -> Seed:
    """Read a seed: digits are a number, anything else is a text."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit():
        return text
    return int(text) if len(digits) <= MOST_DIGITS else SEEDS  # one that is refused


def _port(text: str) -> int:
    """Read a port's number; 0 is any that is free."""
    return whole_number(text, "a port", 65_535)


def _rate(text: str) -> int:
    """Read how many requests a second are let in."""
    return whole_number(text, "a rate", 1_000_000)


def _idle_days(text: str) -> int:
    """Read how many days a match is kept."""
    return whole_number(text, "days", 36_500)


def _replayed(name: str) -> Match:
    """Read and replay a file; what is wrong is said with its name."""
    try:
        return replay(_read(name))
    except RecordError as error:
        raise RecordError(error.reason, f"{name}: {error}", error.move) from None


def _read(name: str) -> str:
    """Read a file that may be a record; what is no text will be no record."""
    try:
        with Path(name).open("rb") as file:
            return file.read(MOST_LETTERS + 1).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        sentence = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise RecordError("no_record", sentence) from None
