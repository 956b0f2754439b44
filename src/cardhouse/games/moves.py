"""The moves of a game: their kinds, each declared once.

From the declaration follow the numbers of moves, how they are written, in which
phases they are allowed, and what front ends are told that they can send.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

from cardhouse.core.grid import cell_text
from cardhouse.core.marks import Lookup
from cardhouse.games.shape import Note

Row = tuple[int, ...]
"""What one move names: a number for each argument of its kind."""


@dataclass(frozen=True)
class Argument:
    """One thing that a kind of move names."""

    name: str
    columns: int = 0
    """Of a cell, how many columns its grid has; it is then written as ``row,column``."""

    def text(self, value: int) -> str:
        """Write what a move names."""
        return cell_text(value, self.columns) if self.columns else str(value)


@dataclass(frozen=True)
class Kind:
    """One kind of move."""

    word: str
    """What it begins with when it is written; nothing where its arguments say enough."""
    text: str
    """What it does, in a few words."""
    arguments: Sequence[Argument] = ()
    """What it names."""
    rows: Sequence[Row] = ((),)
    """What each of its moves names, in the order of their numbers."""
    phases: Sequence[int] = (0,)
    """The phases of the game in which it is allowed."""


class KindInfo(TypedDict):
    """A kind of move, as front ends are told."""

    word: Annotated[str, Note("What it begins with; empty where its arguments say enough.")]
    text: Annotated[str, Note("What it does.")]
    arguments: Annotated[list[str], Note("What it names.")]


@dataclass(init=False, eq=False)
class Numbering:
    """The numbers of a game's moves: those of its first kind, then those of the next, and so on.

    >>> steps = Kind("step", "go on", [Argument("by")], [(1,), (2,)])
    >>> moves = Numbering(Kind("stay", "do nothing"), steps)
    >>> moves.count, moves.starts, moves.text(2), moves.number("step", (2,))
    (3, (0, 1, 3), 'step 2', 2)
    """

    kinds: tuple[Kind, ...]
    """The kinds, in the order of their numbers."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self._all = tuple((kind, row) for kind in kinds for row in kind.rows)
        self._numbers = {(kind.word, row): move for move, (kind, row) in enumerate(self._all)}
        self.rows = tuple(row for _, row in self._all)
        """For each move what it names."""
        self.count = len(self._all)
        """How many moves there are."""
        self.starts = tuple(
            sum(len(kind.rows) for kind in kinds[:i]) for i in range(len(kinds) + 1)
        )
        """The first move of each kind, and the number of all."""
        self.kind_of = Lookup(i for i, kind in enumerate(kinds) for _ in kind.rows)
        """For each move its kind, by its place among the kinds."""

    def text(self, move: int) -> str:
        """Write a move: its word, and what it names."""
        kind, row = self._all[move]
        named = [argument.text(value) for argument, value in zip(kind.arguments, row, strict=True)]
        return " ".join([kind.word, *named] if kind.word else named)

    def number(self, word: str, row: Row) -> int | None:
        """Return the move of a kind that names these; None if there is none."""
        return self._numbers.get((word, row))

    def allowed(self, phases: int) -> tuple[Row, ...]:
        """Return for each of so many phases and each kind 1 if it is allowed then, else 0."""
        return tuple(
            tuple(int(phase in kind.phases) for kind in self.kinds) for phase in range(phases)
        )

    def infos(self) -> list[KindInfo]:
        """Return what front ends are told of the kinds."""
        return [
            {
                "word": kind.word,
                "text": kind.text,
                "arguments": [argument.name for argument in kind.arguments],
            }
            for kind in self.kinds
        ]
