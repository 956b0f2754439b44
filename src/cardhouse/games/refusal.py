"""What is refused, and why: a code for programs, a sentence for people."""

QUOTED_LETTERS = 40
QUOTED_NUMBERS = 10**18


class Refusal(ValueError):
    """Something asked for cannot be had: a reason as a code, and a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


class IllegalMove(Refusal):
    """The move is not allowed now, or is not a move at all; nothing has changed."""


class BadSetup(Refusal):
    """No game can be started so: an unknown game, option or seed, or an impossible position."""


def shown(value: object) -> str:
    """Return *value* as a sentence may quote it: short, whatever it is."""
    if isinstance(value, str):
        return repr(value[:QUOTED_LETTERS])
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int) and abs(value) < QUOTED_NUMBERS:
        return str(value)
    return "so large a number" if isinstance(value, int) else f"this {type(value).__name__}"


def counted(count: int, noun: str) -> str:
    """Return a count in words: ``1 move``, ``2 moves``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
