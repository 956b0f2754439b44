"""How Poker Boom looks in a terminal."""

from textwrap import fill
from typing import Any

from cardhouse.core.poker import HAND_NAMES
from cardhouse.games.boom.board import COLUMNS, ROWS
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.view import SIDES
from cardhouse.match import Match
from cardhouse.terminal.paint import BOLD, DIM, RED, YELLOW, Paint

CELL_WIDTH = 5
MARGIN = 5
EXAMPLES = 3
CALM_FUSE = 4
WIDTH = 78
UNSAID = {"clear", "fall", "spawn", "end"}

HELP = """\
Pick five cards that hang together side by side and make a pair or better.
  31 32 42 52 53            five cells, each row then column (3,1 works too)
  hint                      a good move
  moves, moves all          what can be made now
  undo                      take the last move back
  save FILE                 write the game down, to replay, verify or go on with it
  help, quit
On the board: (4) is a bomb with four moves to go, T♥#2 a scorched card that
cannot be picked for two more moves. A straight stops the bombs for one move, a
flush gives the lowest fuse 2 more, a full house or better disarms bombs. If a
fuse is at 1, a hand is worth a quarter more."""


def title(match: Match) -> str:
    """Name the game at the start: what is played, and from which seed."""
    number = match.options["level"]
    if number is None:
        return f"Poker Boom, endless, seed {match.seed}"
    level = LEVELS[number - 1]
    return (
        f"Poker Boom, level {number} of {len(LEVELS)}, {level.name}: "
        f"{level.target:,} points in {level.moves} moves, seed {match.seed}"
    )


def draw(view: dict[str, Any], paint: Paint) -> str:
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


def _status(view: dict[str, Any], paint: Paint) -> str:
    score = f"score {view['score']:,}"
    if view["target"] is not None:
        score += f" of {view['target']:,}"
    parts = [paint.text(score, BOLD)]
    if view["moves_left"] is not None:
        parts.append(f"moves left {view['moves_left']}")
    parts.append(f"combo × {view['combo']}")
    if any(bomb["fuse"] == 1 for bomb in view["bombs"]):
        parts.append(paint.text("clutch × 1.25", RED))
    return "   ".join(parts)


def _bombs_at(view: dict[str, Any], side: str) -> dict[int, int]:
    return {bomb["index"]: bomb["fuse"] for bomb in view["bombs"] if bomb["side"] == side}


def _bomb(fuse: int | None, paint: Paint) -> str:
    """Return a bomb, or nothing, five letters wide."""
    if fuse is None:
        return " " * CELL_WIDTH
    colour = RED if fuse == 1 else YELLOW if fuse < CALM_FUSE else BOLD
    return paint.text(f"({fuse})".center(CELL_WIDTH), colour)


def _cell(view: dict[str, Any], row: int, column: int, paint: Paint) -> str:
    """Return a card, five letters wide; a scorched one shows for how long."""
    card, scorch = paint.card(view["board"][row][column]), view["scorch"][row][column]
    return f"  {card} " if scorch == 0 else f"  {card}{paint.text(f'#{scorch}', RED)}"[1:]


def _edge(corners: str) -> str:
    return " " * (MARGIN + 3) + corners[0] + corners[1] * (COLUMNS * CELL_WIDTH + 1) + corners[2]


def say(events: list[dict[str, Any]]) -> str:
    """Tell what a move did, in sentences; what the board shows anyway goes unsaid."""
    texts = [event["text"] for event in events if event["event"] not in UNSAID and event["text"]]
    sentences = " ".join(f"{text[0].upper()}{text[1:]}." for text in texts)
    return fill(sentences, WIDTH)


def list_moves(match: Match, every: bool) -> str:
    """List what can be made now, the best hand first; a few of each, or all."""
    rules, notation, s = match.game.rules, match.game.notation, match.state
    found: dict[int, list[str]] = {}
    for text in match.moves():
        found.setdefault(rules.hand_at(s, notation.parse_move(text)), []).append(text)
    lines = []
    for hand in sorted(found, reverse=True):
        shown = found[hand] if every else found[hand][:EXAMPLES]
        lines.append(f"{HAND_NAMES[hand]}: {len(found[hand])}")
        lines += [f"  {text}" for text in shown]
    return "\n".join(lines) or "There is no legal move."
