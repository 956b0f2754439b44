"""Games as text.

A record says everything a game is fixed by (ALL-1): the game, its rules, its options, its
seed, the moves that stand, where moves that drew chance were taken back (ALL-7), and
whether its player ended it (ALL-9).  It also says what can be checked: the score after
every move, a digest of the state at the start and every sixteen moves, and at the end the
outcome, the score and the last digest.  How many hints there were it claims (ALL-8).
`cardhouse.match.replay` plays it again and believes nothing else.

    cardhouse-record 2
    game boom
    rules 2 0123456789abcdef
    chance chacha8
    options {"level": 1, "mode": "level", "shape": "any"}
    seed 7
    moves
    check 0123456789abcdef
    1 3,1 3,2 4,2 5,2 5,3 = 50
    undo
    end
    outcome lost
    score 50
    hints 0
    digest 0123456789abcdef
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from cardhouse.core.basis import Named, basis_of, basis_text
from cardhouse.core.chance import Seed, key_of, set_key
from cardhouse.core.flat import digest_of, layout_of
from cardhouse.core.twin import Made
from cardhouse.games import GAMES
from cardhouse.games.game import OUTCOMES, AnyGame, Json, State
from cardhouse.games.refusal import Refusal

FORMAT = "cardhouse-record"
FORMAT_VERSION = 2
FIRST_FORMAT = "1"
CHANCE = "chacha8"
CHECK_EVERY = 16
UNDO = "undo"
"""The line that says that a move was taken back, after which chance got a new key (ALL-7)."""
END = "end"
"""The line that says that its player ended a game (ALL-9)."""
UNPROVEN = "unproven"
"""The line that says that nothing after the moves is known, so that nobody can verify them."""
QUOTED = 60
"""How many letters of a line an error quotes."""
NOTHING = "nothing"
"""What stands for a line that is not there."""
MOST_LETTERS = 4_000_000
"""A longer text is not read: no game is that long."""

_MOVE_LINE = re.compile(r"[0-9]+ (.+) = [0-9]+")
_HINTS_LINE = re.compile(r"hints (0|[1-9][0-9]{0,8})")


class RecordError(Refusal):
    """The text is not a record, or its game did not go so.

    `reason` is ``no_record``, ``cannot_verify`` (another version of the format
    or of the rules) or ``false``; `move` is the number of the first bad move,
    counted from 1, where one can be named.
    """

    def __init__(self, reason: str, sentence: str, move: int | None = None) -> None:
        super().__init__(reason, sentence)
        self.args = (reason, sentence, move)
        self.move = move


@dataclass(frozen=True)
class Record:
    """What a game is fixed by."""

    game: AnyGame
    options: Json
    seed: Seed
    position: Json | None
    moves: tuple[str, ...]
    """The moves that stand."""
    undos: tuple[int, ...] = ()
    """For each new key, in order, after how many moves it holds (ALL-7)."""
    ended: bool = False
    """Whether its player ended it."""
    hints: int = 0
    """How many hints its player had: a claim."""


DECIDING = {
    "rules": ("deal", "refusal", "is_legal", "mark_legal", "apply", "outcome", "given_up", "rekey"),
    "options": ("settle", "set_options", "options_of"),
    "notation": ("parse_move", "move_text"),
    "view": ("place", "view"),
}
"""The functions that decide how a game goes and how its record reads, by a game's modules."""


@cache
def rules_digest(game: AnyGame) -> str:
    """Return a digest of what fixes a game besides its code: tables, knobs, levels, limits."""
    digest = sha256()
    for (module, name), value in rules_basis(game).items():
        digest.update(f"{module} {name} {basis_text(value)}\n".encode())
    return digest.hexdigest()[:16]


def rules_basis(game: AnyGame) -> dict[Named, object]:
    """Return every value that a game's record rests on, by where it is read."""
    functions: list[Made] = [key_of, set_key]
    for module, names in DECIDING.items():
        functions += [getattr(getattr(game, module), name) for name in names]
    options = game.options.OPTIONS
    shape = [(name, size) for name, size, _ in layout_of(game.rules.State)]
    declared = [(option.name, option.default, str(option.schema())) for option in options]
    return {
        (game.rules_module.__name__, "State"): shape,
        (game.rules_module.__name__, "options()"): declared,
    } | basis_of(functions)


def state_digest(s: State) -> str:
    """Return a short text that differs for any two different states."""
    return digest_of(s, layout_of(type(s)))


# -- writing ------------------------------------------------------------------


def record_text(record: Record, states: Sequence[State]) -> str:
    """Write a record down; *states* are the first and the one after every move."""
    lines, undos = list(beginning_lines(record)), Counter(record.undos)
    for number, (move, s) in enumerate(zip(("", *record.moves), states, strict=True)):
        lines += moment_lines(number, move, undos[number], s)
    lines += ending_lines(record, states[-1])
    return "\n".join(lines) + "\n"


def beginning_lines(record: Record) -> Iterator[str]:
    """Iterate over the lines before the first move."""
    begun = record.options, record.seed, record.position
    return header_lines(record.game.name, _rules(record.game), *begun)


def header_lines(
    game: str, rules: str, options: Json, seed: Seed, position: Json | None
) -> Iterator[str]:
    """Iterate over the lines that say how a game began, whether there is such a game or not."""
    yield f"{FORMAT} {FORMAT_VERSION}"
    yield f"game {game}"
    yield f"rules {rules}"
    yield f"chance {CHANCE}"
    yield f"options {_json(options)}"
    yield f"seed {_json(seed)}"
    if position is not None:
        yield f"position {_json(position)}"
    yield "moves"


def moment_lines(number: int, move: str, undos: int, after: State) -> Iterator[str]:
    """Iterate over the lines of a move, or of the start, and of the undos that came back to it."""
    if number:
        yield f"{number} {move} = {after.score}"
    yield from [UNDO] * undos
    if number % CHECK_EVERY == 0:
        yield f"check {state_digest(after)}"


def ending_lines(record: Record, last: State) -> Iterator[str]:
    """Iterate over the lines after the last move."""
    rules = record.game.rules
    if record.ended:
        yield END
    yield f"outcome {OUTCOMES[(rules.given_up if record.ended else rules.outcome)(last)]}"
    yield f"score {last.score}"
    yield f"hints {record.hints}"
    yield f"digest {state_digest(last)}"


def _rules(game: AnyGame) -> str:
    return f"{game.version} {rules_digest(game)}"


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, allow_nan=False)


# -- reading ------------------------------------------------------------------


def read_record(text: str) -> Record:
    """Read what a record says a game is fixed by; nothing is played.

    :raises RecordError: if *text* is not a record, or of another version.
    """
    lines = record_lines(text)
    fields = _read_header(lines)
    played = lines[lines.index("moves") + 1 :]
    position = fields.get("position")
    if not isinstance(fields["options"], dict) or not isinstance(position, dict | None):
        raise RecordError("no_record", "this is not a record: its options cannot be read")
    begun = fields["game"], fields["options"], fields["seed"], position
    return Record(*begun, *_read_moves(played), END in played, _read_hints(played))


def record_lines(text: str) -> list[str]:
    """Return the lines of a record; how they end does not matter.

    :raises RecordError: if *text* cannot be a record.
    """
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise RecordError("no_record", "this is not a record, but something else or far too long")
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    word, _, version = lines[0].partition(" ")
    if word != FORMAT:
        raise RecordError("no_record", f"this is not a record: it does not begin with {FORMAT!r}")
    if version == FIRST_FORMAT:
        sentence = "cannot verify: format 1 says nothing of undos and hints; it is read no more"
        raise RecordError("cannot_verify", sentence)
    if version != str(FORMAT_VERSION):
        sentence = f"cannot verify: format {version[:20]!r} is unknown here"
        raise RecordError("cannot_verify", sentence)
    if "moves" not in lines:
        raise RecordError("no_record", "this is not a record: it has no moves")
    if lines[-1] == UNPROVEN:
        raise RecordError("cannot_verify", "cannot verify: it says its moves, but no scores")
    return lines


def _read_header(lines: list[str]) -> Json:
    names = ["game", "rules", "chance", "options", "seed"]
    if any(line.startswith("position ") for line in lines[: lines.index("moves")]):
        names.append("position")
    found = [line.partition(" ") for line in lines[1 : lines.index("moves")]]
    if [name for name, _, _ in found] != names:
        raise RecordError(
            "no_record", f"this is not a record: its header is not {', '.join(names)}"
        )
    text = {name: value for name, _, value in found}
    game = _known_game(text)
    return {"game": game} | {name: _parse(text[name]) for name in names[3:]}


def _known_game(header: dict[str, str]) -> AnyGame:
    name = header["game"]
    if name not in GAMES:
        raise RecordError("cannot_verify", f"cannot verify: there is no game {name[:40]!r} here")
    if header["rules"] != _rules(GAMES[name]):
        raise RecordError("cannot_verify", "cannot verify: it was played by other rules")
    if header["chance"] != CHANCE:
        raise RecordError("cannot_verify", "cannot verify: it was dealt by another generator")
    return GAMES[name]


def _parse(text: str) -> object:
    """Read a JSON value."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(
            "no_record", f"this is not a record: {text[:40]!r} is unreadable"
        ) from None


def _read_moves(lines: list[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Read the moves and undos; whether all else is right is seen when they are played."""
    moves: list[str] = []
    undos: list[int] = []
    for line in lines:
        if line == UNDO:
            undos.append(len(moves))
        elif found := _MOVE_LINE.fullmatch(line):
            moves.append(found[1])
    return tuple(moves), tuple(undos)


def _read_hints(lines: list[str]) -> int:
    """Read how many hints there were, which nobody can check; 0 if no line says so."""
    found = map(_HINTS_LINE.fullmatch, reversed(lines))
    return next((int(line[1]) for line in found if line), 0)


# -- comparing ----------------------------------------------------------------


class Claims:
    """The lines of a record, held one after another to what the game does."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = iter(lines)
        self._move = 0

    def hold(self, right: Iterable[str]) -> None:
        """Hold the next lines to those that are *right*.

        :raises RecordError: at the first that is another.
        """
        for line in right:
            self._move += line.partition(" ")[0].isdigit()
            said = next(self._lines, NOTHING)
            if said != line:
                raise self._false(said, line)

    def hold_end(self) -> None:
        """Hold the record to having no more lines.

        :raises RecordError: if it has.
        """
        for said in self._lines:
            raise self._false(said, NOTHING)

    def _false(self, said: str, right: str) -> RecordError:
        where = f"move {self._move}" if self._move else "the beginning"
        said, right = _parting(said, right)
        sentence = f"{where}: the record says {said!r}, the game {right!r}"
        return RecordError("false", sentence, self._move or None)


def _parting(line: str, right: str) -> tuple[str, str]:
    """Return what to quote of two lines: from the start, or from shortly before they part."""
    pairs = enumerate(zip(line, right, strict=False))
    alike = next((i for i, (one, other) in pairs if one != other), min(len(line), len(right)))
    start = 0 if alike < QUOTED // 2 else alike - QUOTED // 4
    return line[start : start + QUOTED], right[start : start + QUOTED]
