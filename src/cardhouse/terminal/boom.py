"""How Poker Boom looks in a terminal."""

from textwrap import fill

from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.boom.board import COLUMNS, ROWS, SIDES
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.rules import hand_at
from cardhouse.games.boom.view import View
from cardhouse.games.shape import Told
from cardhouse.match import Match
from cardhouse.terminal.paint import (
    BOLD,
    DIM,
    RED,
    WIDTH,
    YELLOW,
    Paint,
    sentences,
)
from cardhouse.terminal.plain import ASIDES, SHORT, WORDS  # noqa: F401 (as they are)

CELL_WIDTH = 5
MARGIN = 5
EXAMPLES = 3
CALM_FUSE = 4
NO_CLUTCH = 100
LONGEST_SHOWN = 999
LONGEST_BESIDE = 9
"""The longest scorch that leaves room for a blank before its card."""
UNSAID = {"clear", "fall", "spawn", "end"}

UNREAD = "no_cell"
"""The reason given for a word that is not a move."""

START = "Type five cells, or help."
HELP = """\
Pick five cards that touch, up, down, left or right, and make a pair or better.
They score their points times the combo, and the combo rises by 1.

  31 32 42 52 53      five cells, each row then column (3,1 works too)
  hint (h)            a good move
  moves (m)           what can be made now; moves all: every one of them
  undo (u)            take the last move back, also after the end
  end                 end it here: a level is then lost
  save FILE (s)       write the game down: replay, verify or resume it later
  help, quit (q)      after the end also next, again or just Enter

  One Pair 50, Two Pair 120, Three of a Kind 200
  Straight 300         the bombs do not tick this move
  Flush 350            the shortest fuse burns 2 moves longer
  Full House 600       disarms the bomb with the shortest fuse
  Four of a Kind 900   the same, and all others burn 1 move longer
  Straight Flush 1400  disarms two
  Royal Flush 2000     disarms two, and all others burn 1 move longer

(4) is a bomb with four moves to go. At 0 it scorches its edge, shuffles the
board and sets the combo back to 1. T♥#2 is a scorched card: it cannot be
picked for two more moves. While a fuse is at 1 a hand is worth a quarter more."""


def title(match: Match) -> str:
    """Name what is played."""
    number = match.options["level"]
    kind = ", paths only" if match.options["shape"] == "path" else ""
    kind += ", set up by hand" if match.position is not None else ""
    if number is None:
        return f"Poker Boom, endless{kind}"
    level = LEVELS[number - 1]
    goal = f"{level.target:,} points in {level.moves} moves"
    if match.position is not None:
        goal = f"{match.state.target:,} points"
    return fill(f"Poker Boom, level {number} of {len(LEVELS)}, {level.name}: {goal}{kind}", WIDTH)


def draw(view: View, paint: Paint) -> str:
    """Draw the table: status, bombs and board."""
    left, right, top, bottom = (_bombs_at(view, side) for side in SIDES)
    rows = [
        f"{_bomb(left.get(row), paint)}{row:>2} {paint.box['side']}"
        + "".join(_cell(view, row, column, paint) for column in range(COLUMNS))
        + f" {paint.box['side']}{_bomb(right.get(row), paint)}"
        for row in range(ROWS)
    ]
    indent = " " * (MARGIN + 4)
    numbers = indent + "".join(f"{column:>3}  " for column in range(COLUMNS))
    return "\n".join(
        line.rstrip()
        for line in (
            _status(view, paint),
            "",
            paint.text(numbers, DIM),
            indent + "".join(_bomb(top.get(column), paint) for column in range(COLUMNS)),
            _edge(paint.box["top"]),
            *rows,
            _edge(paint.box["bottom"]),
            indent + "".join(_bomb(bottom.get(column), paint) for column in range(COLUMNS)),
        )
    )


def _status(view: View, paint: Paint) -> str:
    score = f"score {view['score']:,}"
    if view["target"] is not None:
        score += f" of {view['target']:,}"
    parts = [paint.text(score, BOLD)]
    if view["moves_left"] is not None:
        parts.append(f"moves left {view['moves_left']}")
    parts.append(f"combo × {view['combo']}")
    if view["clutch"] > NO_CLUTCH:
        parts.append(paint.text(f"clutch × {view['clutch'] / NO_CLUTCH:g}", RED))
    return paint.words("   ".join(parts))


def _bombs_at(view: View, side: str) -> dict[int, int]:
    return {bomb["index"]: bomb["fuse"] for bomb in view["bombs"] if bomb["side"] == side}


def _bomb(fuse: int | None, paint: Paint) -> str:
    """Return a bomb, or nothing, five letters wide."""
    if fuse is None:
        return " " * CELL_WIDTH
    colour = RED if fuse == 1 else YELLOW if fuse < CALM_FUSE else BOLD
    shown = f"({fuse})" if fuse <= LONGEST_SHOWN else "(…)"
    return paint.text(shown.center(CELL_WIDTH), colour)


def _cell(view: View, row: int, column: int, paint: Paint) -> str:
    """Return a card, five letters wide; a scorched one shows for how long."""
    card, scorch = paint.card(view["board"][row][column]), view["scorch"][row][column]
    if scorch == 0:
        return f"  {card} "
    return f"{' ' * (scorch <= LONGEST_BESIDE)}{card}{paint.text(f'#{scorch}', RED)}"


def _edge(corners: str) -> str:
    return " " * (MARGIN + 3) + corners[0] + corners[1] * (COLUMNS * CELL_WIDTH + 1) + corners[2]


def say(events: list[Told]) -> str:
    """Tell what a move did, in sentences; what the board shows anyway goes unsaid."""
    return sentences(events, UNSAID)


def list_moves(match: Match, every: bool) -> str:
    """List what can be made now, the best hand first; a few of each, or all."""
    notation, s = match.game.notation, match.state
    found: dict[int, list[str]] = {}
    for text in match.moves():
        found.setdefault(hand_at(s, notation.parse_move(text)), []).append(text)
    lines = []
    for hand in sorted(found, reverse=True):
        shown = found[hand] if every else found[hand][:EXAMPLES]
        lines.append(f"{HAND_NAMES[hand]}: {len(found[hand])}")
        lines += [f"  {text}" for text in shown]
    return "\n".join(lines) or "There is no legal move."
