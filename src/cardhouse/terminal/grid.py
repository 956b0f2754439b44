"""How Poker Grid looks in a terminal (GRID-10)."""

from textwrap import fill

from cardhouse.games.grid.board import NUMBERING, SIDE
from cardhouse.games.grid.events import bonus_text, line_text
from cardhouse.games.grid.rules import ROUND_HANDS
from cardhouse.games.grid.view import Joker, Line, View
from cardhouse.games.shape import Json, Told
from cardhouse.match import Match
from cardhouse.terminal.paint import BOLD, DIM, WIDTH, YELLOW, Paint, sentences
from cardhouse.terminal.plain import UNREAD  # noqa: F401 (as it is)

CELL_WIDTH = 9
MARGIN = 4
FROZEN_SIGN = "*"
SHORT_HANDS = {"Three of a Kind": "Three", "Four of a Kind": "Four", "Full House": "Full"}
SHORT_HANDS |= {"High Card": "High", "Straight Flush": "St Flush", "Royal Flush": "Royal"}
"""Hands that are too long for the foot of a column, shortened."""
WIDEST = 8
"""The most letters that a score at the end of a line may have."""
WORDS = tuple(kind.word for kind in NUMBERING.kinds)
SAID = {"freeze", "unfreeze", "reset", "take", "order", "fade", "bonus"}

START = "Take a joker (d 0), freeze cards (f 0 3), play the hand (s); or help."
HELP = """\
Every row and every column is a poker hand of five cards. Freeze up to two
cards, then play the hand: all others are drawn again, and all ten lines score
chips × mult. Reach the target within seven hands. Jokers add chips, add mult
or multiply it, line by line, from left to right.

  f 0 3               freeze or unfreeze row 0, column 3 (also 03)
  u                   unfreeze all
  s                   play the hand
  d 2                 take joker 2 of those offered
  o 1 0               move joker 1 to place 0
  jokers (j)          what the jokers do
  lines (l)           how every line of the last hand came to its score
  preview (p)         what the next hand may make with these freezes
  hint (h)            a good move
  moves (m)           what can be done now
  undo                take the last move back, also after the end
  end                 end the round here: it is then lost
  save FILE           write the game down: replay, verify or resume it later
  help (?), quit (q)  after the end also again or just Enter

  High Card         5 × 1       Flush            35 × 4
  One Pair         10 × 2       Full House       40 × 4
  Two Pair         20 × 2       Four of a Kind   60 × 7
  Three of a Kind  30 × 3       Straight Flush   80 × 6
  Straight         30 × 4       Royal Flush     100 × 8

Cards are drawn from a whole deck each time, so the same card can lie on the
grid twice. Frozen cards, marked *, stay until you unfreeze them."""


def title(match: Match) -> str:
    """Name what is played."""
    placed = match.position is not None
    kind = ", set up by hand" if placed else f" in {ROUND_HANDS} hands"
    kind += "" if match.options["auto_freeze"] else ", nothing frozen at first"
    return fill(f"Poker Grid: {match.state.target:,} points{kind}", WIDTH)


def draw(view: View, paint: Paint) -> str:
    """Draw the table: status, jokers, grid with its lines' results, offers."""
    numbers = " " * MARGIN + "".join(f"{column:^{CELL_WIDTH}}" for column in range(SIDE))
    ends, feet = _results(view["lines"])
    rows = [
        f"{row:>2} {paint.box['side']}"
        + "".join(_cell(view, row, column, paint) for column in range(SIDE))
        + f"{paint.box['side']} {ends[row]}"
        for row in range(SIDE)
    ]
    drawn = (
        *_status(view, paint),
        *_numbered("jokers", view["jokers"], paint),
        "",
        paint.text(numbers, DIM),
        _edge(paint.box["top"]),
        *rows,
        _edge(paint.box["bottom"]),
        *feet,
        *_numbered("offered, take one with d 0, d 1 or d 2", view["offers"], paint),
    )
    return "\n".join(line.rstrip() for line in drawn)


def _status(view: View, paint: Paint) -> list[str]:
    score = f"score {view['score']:,} of {view['target']:,}"
    hands = f"   hands left {view['hands_left']:,}"
    made = sum(line["score"] for line in view["lines"])
    made += view["bonus"]["gain"] if view["bonus"] else 0
    last = f"   last hand {made:,}" if view["lines"] else ""
    if len(score + hands + last) <= WIDTH:
        return [paint.text(score, BOLD) + hands + last]
    return [paint.text(score, BOLD) + hands, last.strip()]


def _results(lines: list[Line]) -> tuple[list[str], list[str]]:
    """Return what stands at the rows' ends and below the grid; where that is wide, all below."""
    texts = [f"{line['hand']} {line['score']:,}" for line in lines]
    if not lines or max(len(f"{line['score']:,}") for line in lines) > WIDEST:
        named = zip(lines, texts, strict=True)
        return [""] * SIDE, [f"{line['line']}: {text}" for line, text in named]
    columns = [
        (SHORT_HANDS.get(line["hand"], line["hand"]), f"{line['score']:,}") for line in lines[SIDE:]
    ]
    feet = [
        " " * MARGIN + "".join(f"{part:^{CELL_WIDTH}}" for part in foot)
        for foot in zip(*columns, strict=True)
    ]
    return texts[:SIDE], feet


def _numbered(what: str, jokers: list[Joker], paint: Paint) -> list[str]:
    """List jokers, each with its number, as they are typed."""
    shown = [
        fill(f"{i} {_joker_text(joker)}", WIDTH, initial_indent="  ", subsequent_indent="    ")
        for i, joker in enumerate(jokers)
    ]
    return [paint.words(line) for line in (f"{what}:", *shown)] if shown else []


def _joker_text(joker: Joker) -> str:
    held = f" (holds {joker['held']:,})" if joker["held"] else ""
    return f"{joker['name']}: {joker['text']}{held}"


def _cell(view: View, row: int, column: int, paint: Paint) -> str:
    """Return a card, nine letters wide; a frozen one with its star."""
    frozen = [row, column] in view["frozen"]
    sign = paint.text(FROZEN_SIGN, YELLOW) if frozen else " "
    return f"   {paint.card(view['board'][row][column])}{sign}   "


def _edge(corners: str) -> str:
    return " " * (MARGIN - 1) + corners[0] + corners[1] * (SIDE * CELL_WIDTH) + corners[2]


def say(events: list[Told]) -> str:
    """Tell what a move did, in sentences; what the grid shows anyway goes unsaid."""
    facts: list[Json] = [{**event} for event in events]
    made = sum(event.get("gain", 0) for event in facts)
    drawn: list[Told] = [{"event": "hand", "text": f"the hand makes {made:,}"}] if made else []
    last = {event["place"]: event for event in facts if event["event"] == "grow"}
    told = [event for event in events if event["event"] in SAID or event in last.values()]
    return sentences([*drawn, *told], ())


def list_moves(match: Match, every: bool) -> str:  # noqa: ARG001 (they are few)
    """List what can be done now, by kind."""
    found: dict[str, list[str]] = {}
    for text in match.moves():
        found.setdefault(text[0], []).append(text)
    lines = [_listed(found[word]) for word in WORDS if word in found]
    return "\n".join(lines) or "There is no legal move."


def _listed(texts: list[str]) -> str:
    """Return a list in lines that break between its parts only."""
    whole = ", ".join(text.replace(" ", "_") for text in texts)
    filled = fill(whole, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return filled.replace("_", " ")


# -- asides -------------------------------------------------------------------


def jokers(match: Match) -> str:
    """Say what the jokers do, in their order; those offered too."""
    view, plain = match.view(), Paint(signs=True)
    held = _numbered("jokers, from left to right", view["jokers"], plain)
    offered = _numbered("offered", view["offers"], plain)
    return "\n".join([*held, *offered]) or "There are no jokers."


def explain(match: Match) -> str:
    """Say how every line of the last hand came to its score."""
    view = match.view()
    told = [_listed(line_text(line).split(", ")) for line in view["lines"]]
    told += [bonus_text(view["bonus"])] if view["bonus"] else []
    return "\n".join(told) or "No hand has been played."


def foretell(match: Match) -> str:
    """Say what the next hand may make."""
    seen = match.preview()
    around = f" (give or take {seen['error']:,.0f})" if seen["error"] else ""
    return (
        f"The next hand, tried {seen['rounds']} times: {seen['min']:,} to {seen['max']:,}\n"
        f"On average: {seen['mean']:,.0f}{around}\n"
        f"Chance to win with these freezes: {seen['chance']:.0%}"
        f" (give or take {seen['chance_error']:.1%})"
    )


SHORT = {"h": "hint", "m": "moves", "?": "help", "q": "quit"}
SHORT |= {"j": "jokers", "l": "lines", "p": "preview"}
"""Commands by one letter; u and s are moves here."""
ASIDES = {"jokers": jokers, "lines": explain, "preview": foretell}
"""What can be asked besides."""
