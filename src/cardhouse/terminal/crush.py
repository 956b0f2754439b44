"""How Solitaire Crush looks in a terminal: in the midst of a match at once (CRUSH-23)."""

from cardhouse.games.crush.board import COLUMNS, ROWS
from cardhouse.games.crush.notation import MOVE_WORDS as WORDS
from cardhouse.games.crush.view import View
from cardhouse.games.shape import Told
from cardhouse.match import Match
from cardhouse.terminal.paint import BOLD, DIM, RED, YELLOW, Paint, sentences
from cardhouse.terminal.plain import ASIDES, SHORT, UNREAD  # noqa: F401 (as they are)

CELL_WIDTH = 5
MARGIN = 4
EXAMPLES = 3
FEW_SLOTS = 6
"""So few empty slots, or fewer, are a warning."""
TAG_SIGNS = {"": (" ", DIM), "bomb": ("b", RED), "swapper": ("s", YELLOW)}
UNSAID = {"fall", "end"}

START = "Type two cells, like 61 62, to slide; the ends of a run to clear; or help."
HELP = """\
Slide cards into runs of one suit, 3 to 7 in a row or a column, rank by rank
up or down, and clear them. After every move one card drops. When a card must
drop and no slot is empty, the game is over.

  31 32               slide: two cells side by side, each row then column
  60 64               clear: the two ends of a run (also: clear 6,0 6,4)
  44                  set off the bomb (b) there: it goes, for no points
  use 22 66 (us)      a swapper (s) swaps with any card that is not a neighbour
  swap 11 55 (sw)     one of three free swaps: any two cards
  blast 44 (bl)       one of three free bombs: any card goes
  hint (h)            a good move
  moves (m)           what can be done now; moves all: every one of them
  undo (u)            take the last move back, also after the end
  end                 end it here
  save FILE (s)       write the game down: replay, verify or resume it later
  help, quit (q)      after the end also again or just Enter

The ace stands at either end: A-2-3 or Q-K-A, never K-A-2. One card of a run
may be wild: a joker (**), or a 2 out of its place, for any card.
A clear scores its length × the base × the chain. The base starts at 10 and
rises by 1 with every clear; the chain by 1 until you do something else. Seven
cards without a wild one count double."""


def title(match: Match) -> str:
    """Name what is played."""
    return "Solitaire Crush" + (", set up by hand" if match.position is not None else "")


def draw(view: View, paint: Paint) -> str:
    """Draw the table: status and grid."""
    numbers = " " * MARGIN + "".join(f"{column:>3}  " for column in range(COLUMNS))
    rows = [
        f"{row:>2} {paint.box['side']}"
        + "".join(_cell(view, row, column, paint) for column in range(COLUMNS))
        + f" {paint.box['side']}"
        for row in range(ROWS)
    ]
    lines = (
        *_status(view, paint),
        "",
        paint.text(numbers, DIM),
        _edge(paint.box["top"]),
        *rows,
        _edge(paint.box["bottom"]),
    )
    return "\n".join(line.rstrip() for line in lines)


def _status(view: View, paint: Paint) -> tuple[str, str]:
    score = paint.text(f"score {view['score']:,}", BOLD)
    slots = sum(card == "--" for row in view["board"] for card in row)
    room = f"empty slots {slots}"
    return (
        paint.words(f"{score}   base {view['base']:,}   chain × {view['chain']:,}"),
        f"free swaps {view['free_swaps']}   free bombs {view['free_bombs']}"
        f"   deck {view['deck_left']}   {paint.text(room, RED) if slots <= FEW_SLOTS else room}",
    )


def _cell(view: View, row: int, column: int, paint: Paint) -> str:
    """Return a card and its tag, five letters wide."""
    sign, colour = TAG_SIGNS[view["tags"][row][column]]
    return f"  {paint.card(view['board'][row][column])}{paint.text(sign, colour)}"


def _edge(corners: str) -> str:
    return " " * (MARGIN - 1) + corners[0] + corners[1] * (COLUMNS * CELL_WIDTH + 1) + corners[2]


def say(events: list[Told]) -> str:
    """Tell what a move did, in sentences; what the board shows anyway goes unsaid."""
    return sentences(events, UNSAID)


def list_moves(match: Match, every: bool) -> str:
    """List what can be done now, by kind; every clear with its points, a few others, or all."""
    found: dict[str, list[str]] = {word: [] for word in WORDS}
    for text in match.moves():
        found[text.partition(" ")[0]].append(text)
    found["clear"] = [f"{text}   {match.look(text)['message']}" for text in found["clear"]]
    lines = []
    for word in ("clear", *(word for word in WORDS if word != "clear")):
        lines += [f"{word}: {len(found[word]):,}"] if found[word] else []
        shown = found[word] if every or word == "clear" else found[word][:EXAMPLES]
        lines += [f"  {text}" for text in shown]
    return "\n".join(lines) or "There is no legal move."
