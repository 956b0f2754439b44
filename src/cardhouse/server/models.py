"""What is answered, as OpenAPI describes it: the views of the games, and what each verb gives."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from cardhouse.games.game import OUTCOMES
from cardhouse.table import MOST_STEPS


class Model(BaseModel):
    """An object with exactly these names."""

    model_config = ConfigDict(extra="forbid")


Outcome = Literal["playing", "won", "lost", "over"]
assert get_args(Outcome) == OUTCOMES
Card = Annotated[str, Field(description="Rank and suit: `Ts` is the ten of spades.")]
Count = Annotated[int, Field(ge=0)]
Cell = Annotated[list[int], Field(min_length=2, max_length=2, description="Row and column.")]


def _grid(item: Any, rows: int, columns: int) -> Any:
    row = Annotated[list[item], Field(min_length=columns, max_length=columns)]
    return Annotated[list[row], Field(min_length=rows, max_length=rows)]


# -- views --------------------------------------------------------------------


class Bomb(Model):
    """A bomb beside the board of Poker Boom."""

    side: Literal["left", "right", "top", "bottom"]
    index: Count
    fuse: int = Field(description="How many moves are left until it goes off.")


class BoomView(Model):
    """What a player of Poker Boom sees."""

    board: _grid(Card, 10, 5)  # type: ignore[valid-type]
    scorch: _grid(Count, 10, 5) = Field(  # type: ignore[valid-type]
        description="For how many moves a cell cannot be used."
    )
    bombs: list[Bomb] = Field(description="The oldest first.")
    score: Count
    combo: Count
    moves_left: int | None = Field(description="null in endless mode.")
    target: int | None = Field(description="The score that wins; null in endless mode.")
    level: int | None
    mode: Literal["level", "endless"]
    outcome: Outcome
    phase: str | None = None
    ending: str | None = Field(None, description="Why it has ended, if it has.")


class Joker(Model):
    """A joker of Poker Grid."""

    name: str
    text: str = Field(description="What it does.")
    held: float = Field(description="What it has gathered so far.")


class JokerStep(Model):
    """What a line stood at after a joker."""

    place: Count
    name: str
    chips: int
    mult: float


class Line(Model):
    """How a line of Poker Grid came to its score."""

    line: str = Field(examples=["row 0"])
    hand: str = Field(examples=["Full House"])
    base_chips: int
    base_mult: float
    chips: int
    mult: float
    score: int
    jokers: list[JokerStep]


class GridView(Model):
    """What a player of Poker Grid sees."""

    board: _grid(Card, 5, 5)  # type: ignore[valid-type]
    frozen: list[Cell]
    jokers: list[Joker]
    offers: list[Joker] = Field(description="The jokers to choose from; empty: play.")
    hands_left: Count
    score: Count
    target: Count
    lines: list[Line] = Field(description="The last hand's rows, then its columns.")
    outcome: Outcome
    phase: str | None = None
    ending: str | None = Field(None, description="Why it has ended, if it has.")


class CrushView(Model):
    """What a player of Solitaire Crush sees."""

    board: _grid(Card, 7, 7) = Field(  # type: ignore[valid-type]
        description="`--` is an empty cell, `**` a joker."
    )
    tags: _grid(Literal["", "bomb", "swapper"], 7, 7)  # type: ignore[valid-type]
    score: Count
    base: Count
    chain: Count = Field(description="What the next clear is multiplied by.")
    free_swaps: Count
    free_bombs: Count
    deck_left: Count
    outcome: Outcome
    phase: str | None = None
    ending: str | None = Field(None, description="Why it has ended, if it has.")


View = BoomView | GridView | CrushView


class Event(BaseModel):
    """Something that happened, in the order it happened; its other names depend on the event."""

    model_config = ConfigDict(extra="allow")

    event: str = Field(examples=["clear"])
    text: str = Field(description="The same in words.")


# -- answers ------------------------------------------------------------------


Revision = Annotated[int, Field(ge=0, description="How many moves and undos a match has seen.")]


class Begun(Model):
    """A new match."""

    match: str = Field(description="Its id, which nobody guesses: who has it can play.")
    view: View
    revision: Revision


class Played(Model):
    """What a move did, or the end."""

    events: list[Event]
    view: View
    revision: Revision


class TakenBack(Model):
    """The match before the move that was taken back."""

    view: View
    revision: Revision


class Seen(Model):
    """How a match stands."""

    game: str
    options: dict[str, Any]
    view: View
    number: Count = Field(description="How many moves were played.")
    revision: Revision
    closed: bool = Field(description="Whether its record was handed out: no undo any more.")


class Looked(Model):
    """What a move would be."""

    legal: bool
    message: str
    reason: str | None = Field(None, description="Why it is not legal.")
    worth: int | None = Field(None, description="The points it would gain at once.")


class Moves(Model):
    """The legal moves."""

    moves: list[str]


class Hint(Model):
    """A good move."""

    move: str
    why: str


class Preview(Model):
    """What the next hand of Poker Grid may bring."""

    min: float
    mean: float
    max: float
    chance: float = Field(description="The chance to reach the target.")
    error: float
    chance_error: float
    rounds: Count = Field(description="How many hands were tried.")


class Step(Model):
    """A move, what happened, and how the match stood after it."""

    move: str
    events: list[Event]
    view: View


class History(Model):
    """What was played, in pages."""

    number: Count = Field(description="How many moves were played.")
    since: Count
    view: View = Field(description="The view before the first of the steps.")
    steps: list[Step] = Field(max_length=MOST_STEPS)


class RecordText(Model):
    """A match as text; `replay` proves it, unless it is of other rules."""

    record: str


class Replayed(History):
    """A recorded game, step by step, in pages; whichever is asked for, the whole of it holds."""

    game: str
    options: dict[str, Any]
    placed: bool = Field(description="Whether it began from a position set by hand.")


class HandRow(Model):
    """A poker hand, and what it is worth in a game."""

    hand: str
    points: Count | None = Field(None, description="In Poker Boom.")
    bombs: str | None = Field(None, description="What it does to bombs, in Poker Boom.")
    chips: Count | None = Field(None, description="In Poker Grid.")
    mult: Count | None = Field(None, description="In Poker Grid.")


class GameRow(Model):
    """A game there is."""

    name: str
    title: str
    hands: list[HandRow] = Field(description="The weakest first; empty where hands do not count.")


class Games(Model):
    """The games there are."""

    games: list[GameRow]


class LevelRow(Model):
    """A level of Poker Boom."""

    level: Count
    name: str
    target: Count
    moves: Count
    bombs: Count
    every: Count
    fuse_low: Count
    fuse_high: Count


class Levels(Model):
    """The levels of every game."""

    levels: dict[str, list[LevelRow]]


class Health(Model):
    """All is well."""

    version: str
    games: list[str]


class Error(Model):
    """Why something was not done."""

    reason: str = Field(description="A code.", examples=["out_of_turn"])
    message: str = Field(description="A sentence for the player.")
    view: View | None = Field(None, description="With `out_of_turn`: how the match stands.")
    number: Count | None = Field(None, description="With `out_of_turn`: its number of moves.")
    revision: Count | None = Field(None, description="With `out_of_turn`: its revision.")
    move: int | None = Field(None, description="With a false record: the first bad move.")


class Refused(Model):
    """Nothing was done."""

    error: Error
