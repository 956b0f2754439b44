"""How a game without a screen of its own looks in a terminal: what its view says, line by line."""

from collections.abc import Callable, Mapping

from cardhouse.games.shape import Given, Told
from cardhouse.match import Match
from cardhouse.terminal.paint import LETTER_COMMANDS, Paint, sentences

UNREAD = "no_move"
"""The reason given for a word that is not a move."""
SHORT = LETTER_COMMANDS
"""Commands by one letter."""
ASIDES: dict[str, Callable[[Match], str]] = {}
"""What can be asked besides."""
WORDS = ()
"""The words that moves begin with."""
START = "Type a move; moves lists them, hint says a good one; or help."
HELP = """\
  moves (m)           what can be done now
  hint (h)            a good move
  undo (u)            take the last move back, also after the end
  end                 end the match here
  save FILE (s)       write the game down: replay, verify or resume it later
  help, quit (q)      after the end also again or just Enter"""


def title(match: Match) -> str:
    """Name what is played."""
    return match.game.title


def draw(view: Given, paint: Paint) -> str:
    """Write down what a view says; a grid has a line a row."""
    return "\n".join(
        f"{name}: {paint.words(_text(value))}" for name, value in view.items() if value is not None
    )


def _text(value: object) -> str:
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return "".join("\n  " + _text(row) for row in value)
    if isinstance(value, list):
        return " ".join(map(_text, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(part)}" for name, part in value.items())
    return f"{value:,}" if type(value) is int else str(value)


def say(events: list[Told]) -> str:
    """Tell what a move did, as far as the game has words for it."""
    return sentences(events, unsaid={"end"})


def list_moves(match: Match, every: bool) -> str:  # noqa: ARG001 (there is nothing else to list)
    """List what can be done now."""
    moves = (f"{text}   {match.look(text)['message']}" for text in match.moves())
    return "\n".join(moves) or "There is no legal move."
