"""A person at a terminal, playing: reads a line, does it, says what happened."""

import re
import secrets
from collections.abc import Callable
from errno import EEXIST
from importlib import import_module
from pathlib import Path
from textwrap import fill
from types import ModuleType
from typing import TextIO

from cardhouse.core.chance import SEEDS, Seed
from cardhouse.games.game import OUTCOMES, PLAYING, WON, AnyGame
from cardhouse.games.refusal import IllegalMove, counted
from cardhouse.match import Match, fresh_seed
from cardhouse.record import FORMAT
from cardhouse.terminal.paint import WIDTH, paint_for

PROMPT = "> "
CELLS = re.compile(r"([0-9],?[0-9]\s*)+")


def screen_of(game: AnyGame) -> ModuleType:
    """Return how a game looks: `title`, `draw`, `say`, `list_moves`, and its words."""
    return import_module(game.screen)


class Session:
    """One sitting: a match, and those that follow it."""

    def __init__(self, match: Match, out: TextIO, chosen_seed: bool) -> None:
        """Sit down at *match*; with *chosen_seed* later matches' seeds follow from its own."""
        self.match = match
        self.out = out
        self.chosen_seed = chosen_seed
        self.paint = paint_for(out)
        self.leaving = False
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "moves": self.moves,
            "undo": self.undo,
            "end": self.end,
            "save": self.save,
            "next": self.next,
            "again": self.again,
            "help": self.help,
            "quit": self.quit,
        }

    @property
    def screen(self) -> ModuleType:
        """How this match's game looks."""
        return screen_of(self.match.game)

    def run(self, read: Callable[[str], str]) -> None:
        """Play until the player quits or there is no more input; *read* asks for a line."""
        self.say(self.title())
        self.say(self.screen.START)
        self.show()
        while not self.leaving:
            try:
                line = read(PROMPT)
            except EOFError:
                self.say("")
                break
            self.do(line)

    def do(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is said, and nothing has changed."""
        word, rest = (*line.split(None, 1), "", "")[:2]
        command = self.command(self.screen.SHORT.get(word.lower(), word.lower()))
        if CELLS.fullmatch(rest) and self.begins_move(word):
            command = None
        try:
            if command is not None:
                command(rest.strip())
            elif word:
                self.play(line)
            elif not self.is_playing():
                self.go_on()
        except IllegalMove as illegal:
            unknown = word.isalpha() and word.lower() not in self.move_words
            unknown = unknown and illegal.reason == self.screen.UNREAD
            self.say("There is no such command; type help." if unknown else self.words(illegal))

    def command(self, word: str) -> Callable[[str], None] | None:
        """Return what a word asks for; None if it is not a command of this game."""
        aside = self.screen.ASIDES.get(word)
        if aside is not None:
            return lambda _: self.say(self.words(aside(self.match)))
        return self.commands.get(word)

    def begins_move(self, word: str) -> bool:
        """Return whether *word*, before cells, is a move of this game rather than a command."""
        return any(name.startswith(word.lower()) for name in self.move_words)

    @property
    def move_words(self) -> set[str]:
        """The words that moves begin with, and what else the screen takes for them."""
        return {*self.screen.WORDS, *(kind.word for kind in self.match.game.moves.kinds)}

    def say(self, text: str) -> None:
        """Write a line."""
        print(text, file=self.out, flush=True)

    def words(self, text: object) -> str:
        """Return a text as this terminal can show it, its cards as on the board."""
        return self.paint.words(str(text))

    def title(self) -> str:
        """Name the match; its seed stays hidden until the end, unless it was chosen (ALL-3)."""
        title: str = self.screen.title(self.match)
        return f"{title}\nseed {self.match.seed}" if self.chosen_seed else title

    def show(self) -> None:
        """Draw the table; at the end say how it ended and what can be done."""
        self.say("\n" + self.screen.draw(self.match.view(), self.paint))
        if not self.is_playing():
            self.say(f"\n{self.ending()}")

    def is_playing(self) -> bool:
        """Return whether the match goes on."""
        return self.match.outcome == OUTCOMES[PLAYING]

    def ending(self) -> str:
        """Say how the match ended, and what can be done now."""
        match, then = self.match, "next level" if self.next_level() else "once more"
        how = {"won": "You won", "lost": "You lost", "over": "It is over"}[match.outcome]
        why = "the match was ended" if match.ended else match.view()["ending"]
        why = "" if match.outcome == OUTCOMES[WON] else f": {why}"
        made = f"{match.score:,} points in {counted(match.number, 'move')}, {match.aid}"
        told = f"{how}{why}. {made}, seed {match.seed}."
        undo = "" if match.ended else "undo, "
        return fill(f"{told} Enter: {then}; or {undo}save FILE, quit.", WIDTH)

    # -- commands ---------------------------------------------------------------

    def play(self, text: str) -> None:
        """Play a move and show what it did."""
        events = self.match.play(text)
        self.say(self.words(self.screen.say(events)))
        self.show()

    def hint(self, _: str) -> None:
        """Show a good move."""
        hint = self.match.hint()
        self.say(fill(self.words(f"{hint['move']}   {hint['why']}"), WIDTH, subsequent_indent="  "))

    def moves(self, rest: str) -> None:
        """List what can be made now."""
        self.say(self.words(self.screen.list_moves(self.match, rest.lower() == "all")))

    def undo(self, _: str) -> None:
        """Take the last move back; say so if it drew chance, as this counts (ALL-7, ALL-8)."""
        undone = self.match.undone
        self.match.undo()
        self.say("The last move is taken back.")
        if self.match.undone > undone:
            self.say("It had drawn chance: what comes is new now, and the undo counts.")
        self.show()

    def end(self, _: str) -> None:
        """ALL-9: end the match here."""
        self.match.end()
        self.show()

    def save(self, name: str) -> None:
        """Write the game down; a file that is not a record is left alone."""
        if not name:
            self.say("Save it where? Type save and a file's name.")
            return
        try:
            write_record(Path(name).expanduser(), self.match.record())
            self.say(f"Saved as {name}.")
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            self.say(f"{name} cannot be written: {reason}.")

    def help(self, _: str) -> None:
        """Say what can be typed."""
        self.say(self.paint.words(self.screen.HELP))

    def quit(self, _: str) -> None:
        """Leave."""
        self.leaving = True

    # -- the next match ---------------------------------------------------------

    def next_level(self) -> int | None:
        """Return the level that a won match leads to; None if there is none."""
        level = self.match.options.get("level")
        levels = len(self.match.game.levels.rows)
        won = self.match.outcome == OUTCOMES[WON]
        return level + 1 if won and level is not None and level < levels else None

    def go_on(self) -> None:
        """Go on after the end: the next level, or the same once more."""
        if self.next_level():
            self.next("")
        else:
            self.again("")

    def next(self, _: str) -> None:
        """Start the next level, once this one is won."""
        level = self.next_level()
        if level is None:
            raise IllegalMove("no_next", self.why_no_next())
        self.start(self.match.options | {"level": level})

    def why_no_next(self) -> str:
        """Say why there is no next level to start."""
        level = self.match.options.get("level")
        if level is None or level == len(self.match.game.levels.rows):
            return "There is no next level."
        return "The next level opens when this one is won."

    def again(self, _: str) -> None:
        """Start the same once more, with other cards; a game begun is not thrown away."""
        if self.is_playing() and self.match.number > 0:
            raise IllegalMove(
                "playing", "This game still goes on: finish it, end it, or save and quit."
            )
        self.start(self.match.options)

    def start(self, options: dict[str, object]) -> None:
        """Start another match."""
        seed = _seed_after(self.match.seed) if self.chosen_seed else fresh_seed()
        self.match = Match(self.match.game, seed, _given(options))
        self.say("\n" + self.title())
        self.show()


def _seed_after(seed: Seed) -> Seed:
    return (seed + 1) % SEEDS if isinstance(seed, int) else f"{seed}+"


def _given(options: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in options.items() if value is not None}


def write_record(path: Path, text: str) -> None:
    """Write a record, whole or not at all.

    :raises OSError: if it cannot be, or if something else is there.
    """
    if path.exists() and not _is_record(path):
        raise FileExistsError(EEXIST, "another file is there")
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="ascii") as file:
            file.write(text)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _is_record(path: Path) -> bool:
    """Return whether a file begins as records do."""
    start = f"{FORMAT} ".encode()
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(start)) == start
