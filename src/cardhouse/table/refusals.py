"""What a table refuses, and how it says so."""

from cardhouse.games.game import Json
from cardhouse.games.refusal import Refusal, counted
from cardhouse.record import RecordError

Answer = Json
CLOSED = ("closed", "Its record was handed out, so the match is closed.")
"""Why nothing more happens in a match whose seed may be known: a code, and a sentence."""
FULL = ("ended", "The match has had all the moves and undos it may have.")
"""Why nothing is taken back any more: a code, and a sentence."""


class BadRequest(Refusal):
    """The request cannot be understood, or asks for what is not there."""


class NotKept(Refusal):
    """The store cannot be written or read now; nothing has changed."""

    code = "not_kept"

    def __init__(
        self, sentence: str = "The match could not be kept, so nothing was done; try again."
    ) -> None:
        super().__init__(self.code, sentence)


class Damaged(NotKept):
    """What the store has cannot be read, and will not be by trying again."""

    code = "damaged"

    def __init__(self) -> None:
        super().__init__("What was kept of this match is damaged, so it cannot go on.")


class Stopping(NotKept):
    """The store was shut: the program is about to end."""

    code = "stopping"

    def __init__(self) -> None:
        super().__init__("The server is stopping, so nothing was done.")


class OutOfTurn(Refusal):
    """The move or undo was meant for another moment of the match."""

    def __init__(self, stands: Answer) -> None:
        super().__init__(
            "out_of_turn", f"The match has {counted(stands['number'], 'move')} by now."
        )
        self.stands = stands


def error_of(refusal: Refusal) -> Answer:
    """Return a refusal as an answer says it."""
    error: Answer = {"reason": refusal.reason, "message": sentence_of(str(refusal))}
    if isinstance(refusal, OutOfTurn):
        error |= refusal.stands
    if isinstance(refusal, RecordError):
        error["move"] = refusal.move
    return error


def sentence_of(text: str) -> str:
    """Return what is wrong as a sentence.

    >>> sentence_of("level is a number")
    'Level is a number.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
