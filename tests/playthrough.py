"""Write a game down, position by position, so that a person can review it.

``python -m tests.playthrough`` plays the moves of every file again and writes the file again.
"""

import json
from itertools import chain
from pathlib import Path

import cardhouse

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.play"))


def playthrough(text):
    """Return the text of the game that *text* heads and whose moves it has."""
    match, moves = begun(text)
    lines = [*header_of(text), *position(match, begins=True)]
    for move in moves:
        if isinstance(move, Refused):
            lines += ["", f"refused {move}", f"  - {refusal_of(match, move)}"]
        else:
            events = match.play(move)
            told = [f"  - {event['text']}" for event in events if event["text"]]
            lines += ["", f"move {move}", *told, *position(match)]
    return "\n".join(lines) + "\n"


class Refused(str):
    """A move that must be refused."""

    __slots__ = ()


KINDS = {"move": str, "refused": Refused}


def refusal_of(match, move):
    """Return why a move is refused."""
    try:
        match.play(move)
    except cardhouse.IllegalMove as illegal:
        return f"{illegal.reason}: {illegal}"
    raise AssertionError(f"{move} should be refused")


def begun(text):
    """Start the game that a playthrough heads; return it and the moves to play or refuse."""
    header = dict(line.split(" ", 1) for line in header_of(text))
    options = json.loads(header["options"])
    seed = json.loads(header["seed"])
    if "position" in header:
        match = cardhouse.place(header["game"], json.loads(header["position"]), seed, **options)
    else:
        match = cardhouse.new(header["game"], seed, **options)
    return match, [
        KINDS[word](move)
        for word, _, move in (line.partition(" ") for line in text.splitlines())
        if word in KINDS
    ]


def header_of(text):
    words = ("game ", "options ", "seed ", "position ")
    return [line for line in text.splitlines() if line.startswith(words)]


# -- one position -----------------------------------------------------------------


def position(match, begins=False):
    """Draw the table: the board, grids of the same size beside it, lists, numbers, moves.

    A list of things that have lists of their own is drawn at the beginning alone; later on it is
    what the events have just told.
    """
    view = match.view()
    board = view.pop("board")
    del view["undone"], view["hints"]
    grids = [value for value in view.values() if is_grid(value, board) and any(map(any, value))]
    lists = {key: value for key, value in view.items() if isinstance(value, list)}
    numbers = [f"{key} {value}" for key, value in view.items() if isinstance(value, int | str)]
    return [
        *beside(board, *grids),
        *chain.from_iterable(
            list_rows(key, value)
            for key, value in lists.items()
            if not is_grid(value, board) and (begins or not any(map(has_list, value)))
        ),
        f"  {', '.join(numbers)}",
        f"  legal {sum(1 for _ in match.moves())}",
    ]


def has_list(item):
    return isinstance(item, dict) and any(isinstance(value, list) for value in item.values())


def list_rows(name, items):
    """Write a list in one row; what has a text or lists of its own has a row for itself."""
    if any(has_list(item) or (isinstance(item, dict) and "text" in item) for item in items):
        return [f"  {name}", *(f"    {item_text(item)}" for item in items)]
    return [f"  {name} {items_text(items)}"]


def is_grid(value, board):
    return isinstance(value, list) and list(map(size, value)) == list(map(size, board))


def size(row):
    return len(row) if isinstance(row, list) else None


def beside(*grids):
    """Write grids side by side, row by row."""
    rows = zip(*map(row_texts, grids), strict=True)
    return [f"    {'    '.join(texts)}".rstrip() for texts in rows]


def row_texts(grid):
    """Write the rows of a grid, in columns of one width; what is nothing is a dot."""
    texts = [[str(item or ".") for item in row] for row in grid]
    width = max(len(text) for row in texts for text in row)
    return [" ".join(text.ljust(width) for text in row) for row in texts]


def items_text(items):
    """Write a list of dicts, of cells, or of plain things."""
    return ", ".join(map(item_text, items)) or "-"


def item_text(item):
    if isinstance(item, dict):
        facts = [f"{key} {value_text(value)}" for key, value in item.items() if key != "text"]
        return " ".join(facts) + (f": {item['text']}" if "text" in item else "")
    return " ".join(map(str, item)) if isinstance(item, list) else str(item)


def value_text(value):
    return f"({items_text(value)})" if isinstance(value, list) else value


def write_all():
    for path in FILES:
        path.write_text(playthrough(path.read_text()))


if __name__ == "__main__":
    write_all()
