"""Options: what can be chosen before the deal, each declared once.

From its declaration follow how it is checked, what errors say, its flag at the
command line and its part of the description of the HTTP interface.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cardhouse.games.refusal import BadSetup, shown
from cardhouse.games.shape import Json

Value: TypeAlias = Any
"""What an option can be: a whole number, a word, yes or no, some names, or nothing."""


@dataclass(frozen=True)
class Option:
    """One option of a game; its kinds are below."""

    name: str
    text: str
    """What it chooses, in a few words."""
    default: Value
    flag: str = ""
    """Its flag, where that is not ``--name``; of a word, the flag chooses `flag_value`."""
    flag_value: Value = None

    def read(self, value: object) -> Value:
        """Return *value* as the option keeps it.

        :raises BadSetup: if it cannot have this value.
        """
        raise NotImplementedError

    def schema(self) -> Json:
        """Return what JSON Schema says of its values."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """Read the text of its flag; what it stands for is checked by `read`."""
        return text

    def refuse(self, wanted: str, value: object) -> BadSetup:
        """Return the error that a *value* is not what is *wanted*."""
        return BadSetup("bad_option", f"{self.name} is {wanted}, not {shown(value)}")


@dataclass(frozen=True)
class WholeNumber(Option):
    """A whole number within bounds."""

    low: int = 0
    high: int = 0
    optional: bool = False
    """Whether there may be none."""

    def read(self, value: object) -> Value:
        """Return the number that was chosen."""
        if value is None and self.optional:
            return None
        if type(value) is not int or not self.low <= value <= self.high:
            raise self.refuse(f"a number from {self.low} to {self.high}", value)
        return value

    def parse(self, text: str) -> Value:
        """Read it as it is typed."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 100):  # noqa: PLR2004
            raise self.refuse(f"a number from {self.low} to {self.high}", text)
        return int(text)

    def schema(self) -> Json:
        """Say what it may be."""
        kind: Value = ["integer", "null"] if self.optional else "integer"
        return {"type": kind, "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words."""

    words: Sequence[str] = ()

    def read(self, value: object) -> Value:
        """Return the word that was chosen."""
        if not isinstance(value, str) or value not in self.words:
            raise self.refuse(" or ".join(self.words), value)
        return value

    def schema(self) -> Json:
        """Say what it may be."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Switch(Option):
    """Yes or no; its flag says what the default does not."""

    def read(self, value: object) -> Value:
        """Return the answer that was chosen."""
        if not isinstance(value, bool):
            raise self.refuse("true or false", value)
        return value

    def schema(self) -> Json:
        """Say what it may be."""
        return {"type": "boolean"}


def _same(name: object) -> str:
    return str(name)


@dataclass(frozen=True)
class Names(Option):
    """A list of names, or none at all."""

    most: int = 0
    named: Callable[[object], str] = _same
    """Returns a name as it is written, or raises `BadSetup`."""

    def read(self, value: object) -> Value:
        """Return the names that were chosen."""
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise self.refuse("a list of names", value)
        if len(value) > self.most:
            sentence = f"there are at most {self.most} {self.name}, not {len(value)}"
            raise BadSetup("bad_option", sentence)
        return [self.named(name) for name in value]

    def parse(self, text: str) -> Value:
        """Read it as it is typed."""
        return [name.strip() for name in text.split(",")] if text.strip() else []

    def schema(self) -> Json:
        """Say what it may be."""
        return {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": self.most}
