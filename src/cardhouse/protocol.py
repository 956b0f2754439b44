"""The protocol: what every verb of the table takes and gives, declared once.

The description of the HTTP interface (OpenAPI), the types of the page and what the tests
hold answers to follow from it.  It decides nothing: `cardhouse.table` reads requests.
What differs between games is asked of the games, so that a new one appears by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, NewType, NotRequired, TypedDict, get_type_hints

from cardhouse.core.chance import SEEDS
from cardhouse.games import GAMES
from cardhouse.games.game import AnyGame, Json
from cardhouse.games.moves import KindInfo
from cardhouse.games.shape import Aid, Count, Note, Outcome, Standing, Told
from cardhouse.record import FORMAT, FORMAT_VERSION
from cardhouse.table import ID_LETTERS, MOST_MOVES, MOST_SEED_LETTERS, MOST_STEPS

Keywords = frozenset[tuple[str, object]]


def also(**facts: object) -> Keywords:
    """Return what JSON Schema says of a value that a `Note` cannot."""
    return frozenset(facts.items())


# -- what differs between games; `DERIVED` says what these are -----------------

GameName = NewType("GameName", str)
MoveText = NewType("MoveText", str)
View = NewType("View", Json)
Position = NewType("Position", Json)
Event = NewType("Event", Json)
Options = NewType("Options", Json)
Hand = NewType("Hand", Json)
Level = NewType("Level", Json)


class End(Told):
    """The end of a match, told by the match itself."""

    outcome: Outcome
    score: int
    why: Annotated[str | None, Note("Why it has ended.")]


# -- what is taken -------------------------------------------------------------

MatchId = Annotated[
    str,
    Note("The id that `new` gave: nobody guesses it, and who has it can play."),
    also(pattern=f"^[A-Za-z0-9_-]{{{ID_LETTERS}}}$", example="3q2-7wAAAAAAAAAAAAAAAA"),
]
Seed = Annotated[
    Annotated[str, also(maxLength=MOST_SEED_LETTERS)]
    | Annotated[int, Note(least=0), also(exclusiveMaximum=SEEDS)]
    | None,
    Note("The same seed, the same game. A seed nobody knows, if there is none."),
    also(example=7),
]
Number = Annotated[Count, Note("How many moves were played before."), also(example=0)]
Revision = Annotated[Count, Note("How many moves and undos the match has seen."), also(example=0)]
At = Annotated[Revision, Note("With it, nothing is done twice, however late a request comes.")]
Since = Annotated[Count, Note("How many moves to leave out."), also(default=0, example=0)]


class Nothing(TypedDict):
    """Nothing is asked."""


class OfMatch(TypedDict):
    """Which match."""

    match: MatchId


class OfMove(OfMatch):
    """Which move of which match."""

    move: MoveText


class AtMoment(OfMatch):
    """Which match, at which moment of it."""

    number: Number
    revision: NotRequired[At]


class MoveAtMoment(OfMove, AtMoment):
    """Which move, at which moment of which match."""


class OfSteps(OfMatch):
    """Which page of a match's steps."""

    since: NotRequired[Since]


class OfGame(TypedDict):
    """Which game, and how it begins."""

    game: GameName
    seed: NotRequired[Seed]
    options: NotRequired[Options]
    position: NotRequired[
        Annotated[Position, Note("What lies on the table instead: any of the keys of a view.")]
    ]


class OfRecord(TypedDict):
    """Which page of a record's steps."""

    record: Annotated[
        str,
        Note("A record, as `record` gives it."),
        also(example=f"{FORMAT} {FORMAT_VERSION}\ngame …\n…"),
    ]
    since: NotRequired[Since]


# -- what is given -------------------------------------------------------------


class TakenBack(TypedDict):
    """The match before the move that was taken back."""

    view: View
    revision: Revision


class Begun(TakenBack):
    """A new match."""

    match: MatchId


class Played(TakenBack):
    """What a move did, or the end."""

    events: list[Event]


class Seen(TakenBack):
    """How a match stands."""

    game: GameName
    options: Options
    number: Number
    closed: Annotated[bool, Note("Whether its record was handed out: no undo any more.")]


class Looked(TypedDict):
    """What a move would be."""

    legal: bool
    message: str
    reason: NotRequired[Annotated[str, Note("Why it is not legal.")]]
    worth: NotRequired[Annotated[int, Note("The points it would gain at once.")]]


class Moves(TypedDict):
    """The legal moves."""

    moves: list[str]


class Hint(TypedDict):
    """A good move."""

    move: str
    why: str
    hints: Annotated[Count, Note("For how many positions one was asked for, with this one.")]


class Preview(TypedDict):
    """What the next move may bring, where that is up to chance."""

    min: float
    mean: float
    max: float
    chance: Annotated[float, Note("The chance to reach the target.")]
    error: float
    chance_error: float
    rounds: Annotated[Count, Note("How many times it was tried.")]


class Step(TypedDict):
    """A move, what happened, and how the match stood after it."""

    move: str
    events: list[Event]
    view: View


class History(TypedDict):
    """What was played, in pages."""

    number: Number
    since: Count
    view: Annotated[View, Note("The view before the first of the steps.")]
    steps: Annotated[list[Step], also(maxItems=MOST_STEPS)]


class Replayed(History):
    """A recorded game, step by step, in pages; whichever is asked for, the whole of it holds."""

    game: GameName
    options: Options
    placed: Annotated[bool, Note("Whether it began from a position set by hand.")]


class RecordText(TypedDict):
    """A match as text; `replay` proves it, unless it is of other rules."""

    record: str


class GameRow(TypedDict):
    """A game there is."""

    name: GameName
    title: str
    hands: Annotated[list[Hand], Note("The weakest first; empty where hands do not count.")]
    moves: Annotated[list[KindInfo], Note("The kinds of its moves, in the order of their numbers.")]


class Games(TypedDict):
    """The games there are."""

    games: list[GameRow]


class Levels(TypedDict):
    """The levels of every game."""

    levels: dict[str, list[Level]]


class Health(TypedDict):
    """All is well."""

    version: str
    games: list[GameName]


class Error(TypedDict):
    """Why something was not done."""

    reason: Annotated[str, Note("A code."), also(example="out_of_turn")]
    message: Annotated[str, Note("A sentence for the player.")]
    view: NotRequired[Annotated[View, Note("With `out_of_turn`: how the match stands.")]]
    number: NotRequired[Annotated[Number, Note("With `out_of_turn`: its number of moves.")]]
    revision: NotRequired[Annotated[Revision, Note("With `out_of_turn`: its revision.")]]
    move: NotRequired[Annotated[int | None, Note("With a false record: the first bad move.")]]


class Refused(TypedDict):
    """Nothing was done."""

    error: Error


# -- the verbs -----------------------------------------------------------------

ONCE = "Asked again with the same number, it gives the same answer and is done once."
PAGES = f"There are at most {MOST_STEPS} steps in an answer; ask again for more."


@dataclass(frozen=True)
class Verb:
    """A verb of the table."""

    text: str
    """What it is for."""
    takes: type
    gives: type
    more: str = ""
    """More about it."""

    @property
    def is_of_match(self) -> bool:
        """Whether it is about a match that there is."""
        return "match" in self.takes.__annotations__


VERBS: Mapping[str, Verb] = {
    "new": Verb("Begin a match.", OfGame, Begun),
    "play": Verb(
        "Play a move.",
        MoveAtMoment,
        Played,
        "Asked again with the same number and move, it gives the same answer and is played once. "
        f"A match has at most {MOST_MOVES:,} moves and undos, and ends with the last of them.",
    ),
    "undo": Verb("Take the last move back.", AtMoment, TakenBack, ONCE),
    "end": Verb(
        "End a match: levels and rounds are lost, endless ones over.", AtMoment, Played, ONCE
    ),
    "view": Verb("See how a match stands.", OfMatch, Seen),
    "look": Verb("Ask what a move would be.", OfMove, Looked),
    "games": Verb("List the games.", Nothing, Games),
    "levels": Verb("List the levels of every game.", Nothing, Levels),
    "moves": Verb("List the legal moves.", OfMatch, Moves),
    "hint": Verb("Ask for a good move, and why it is one.", OfMatch, Hint),
    "preview": Verb(
        "Ask what the next move may bring, where that is up to chance.", OfMatch, Preview
    ),
    "history": Verb("Ask what was played.", OfSteps, History, PAGES),
    "record": Verb(
        "Get a match that has ended as text.",
        OfMatch,
        RecordText,
        "It holds the seed, so nothing can be taken back any more. A match that was begun under "
        "other rules has a record too, of what is known; it cannot be verified.",
    ),
    "replay": Verb(
        "Prove a record, and see every step of it.",
        OfRecord,
        Replayed,
        f"{PAGES} A body has at most 64 KiB; a longer record is proven by `cardhouse verify`.",
    ),
}


# -- what is asked of the games ------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """What an object of JSON looks like."""

    name: str
    text: str
    fields: dict[str, object]
    """The type of each field, or what JSON Schema says of it."""
    required: frozenset[str]


def shape_of(typed: type) -> Shape:
    """Return what a `TypedDict` says; the name of a game's own begins with the game."""
    required: frozenset[str] = getattr(typed, "__required_keys__", frozenset())
    _, *rooms = typed.__module__.split(".")
    whose = rooms[1].capitalize() if rooms[0] == "games" and len(rooms) > 2 else ""  # noqa: PLR2004
    return Shape(whose + typed.__name__, typed.__doc__ or "", _hints(typed), required)


def _hints(typed: type) -> dict[str, object]:
    return get_type_hints(typed, include_extras=True)


def _game_names() -> Json:
    return {"type": "string", "enum": list(GAMES), "example": next(iter(GAMES))}


def _move_texts() -> Json:
    """Show a move of each kind of every game."""
    shown = {name: _moves_shown(game) for name, game in GAMES.items()}
    text = "; ".join(f"{name} `{'`, `'.join(moves)}`" for name, moves in shown.items())
    example = next(iter(shown.values()))[0]
    return {"type": "string", "description": f"A move as text: {text}.", "example": example}


def _moves_shown(game: AnyGame) -> list[str]:
    return [game.notation.move_text(move) for move in game.moves.starts[:-1] or (0,)]


def _views() -> list[Shape]:
    """Return what a player sees of each game: its own view, and what the match adds."""
    common, aid = {**_hints(Standing), **_hints(Aid)}, shape_of(Aid).required
    own = {game: shape_of(game.view.View) for game in GAMES.values()}
    return [
        Shape(_named(game, "View"), shape.text, common | shape.fields, shape.required | aid)
        for game, shape in own.items()
    ]


def _positions() -> list[Shape]:
    """Return the same with nothing that must be there."""
    return [
        Shape(view.name.removesuffix("View") + "Position", view.text, view.fields, frozenset())
        for view in _views()
    ]


def _events() -> list[Shape]:
    """Return each event of every game, and the end; where a game says nothing, any other."""
    told = [
        _event(_named(game, event.title().replace("_", "") + "Event"), event, typed)
        for game in GAMES.values()
        for event, typed in game.events.EVENTS.items()
    ]
    others = [] if all(game.events.EVENTS for game in GAMES.values()) else [shape_of(Told)]
    return [*told, _event("EndEvent", "end", End), *others]


def _event(name: str, event: str, typed: type) -> Shape:
    shape = shape_of(typed)
    return Shape(name, shape.text, shape.fields | {"event": {"const": event}}, shape.required)


def _options() -> list[Shape]:
    return [
        Shape(
            _named(game, "Options"),
            f"What can be chosen before {game.title} is dealt.",
            {
                option.name: option.schema()
                | {"description": option.text, "default": option.default}
                for option in game.options.OPTIONS
            },
            frozenset(),
        )
        for game in GAMES.values()
    ]


def _hands() -> list[Shape]:
    return [
        _row(_named(game, "Hand"), f"A hand of {game.title}.", hands[0])
        for game in GAMES.values()
        if (hands := game.hands())
    ]


def _levels() -> list[Shape]:
    return [
        _row(_named(game, "Level"), f"A level of {game.title}.", {"level": 1} | rows[0]._asdict())
        for game in GAMES.values()
        if (rows := game.levels.rows)
    ]


def _row(name: str, text: str, row: Json) -> Shape:
    """Return the shape of a table's rows: of whole numbers and texts."""
    kinds: dict[str, object] = {
        key: Count if type(value) is int else str for key, value in row.items()
    }
    return Shape(name, text, kinds, frozenset(kinds))


def _named(game: AnyGame, name: str) -> str:
    return game.name.capitalize() + name


DERIVED: Mapping[object, Callable[[], Json | list[Shape]]] = {
    GameName: _game_names,
    MoveText: _move_texts,
    View: _views,
    Position: _positions,
    Event: _events,
    Options: _options,
    Hand: _hands,
    Level: _levels,
}
"""What differs between games: what JSON Schema says of it, or what shapes it can have."""
OPEN = frozenset({Told.__name__, *(verb.takes.__name__ for verb in VERBS.values())})
"""The shapes that may have other names too."""
