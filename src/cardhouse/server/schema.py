"""What is asked and answered, as OpenAPI describes it.

The descriptions decide nothing: a request goes to the table as it came, and its
answer is sent as it is, so that HTTP and `cardhouse.table.Table.dispatch` say the
very same.  The tests hold the answers to these models.
"""

from typing import Any, NamedTuple

from pydantic import create_model

from cardhouse.core.chance import SEEDS
from cardhouse.games import GAMES
from cardhouse.games.boom.levels import LEVELS
from cardhouse.server import models
from cardhouse.server.models import Model, Refused
from cardhouse.table import ID_LETTERS, MOST_MOVES, MOST_SEED_LETTERS, MOST_STEPS

Facts = dict[str, Any]

# -- requests -----------------------------------------------------------------

TEXT: Facts = {"type": "string"}
COUNT: Facts = {"type": "integer", "minimum": 0}
OPTIONS: tuple[Facts, ...] = (
    {
        "title": "Poker Boom",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "mode": {"enum": ["level", "endless"], "default": "level"},
            "level": {"type": "integer", "minimum": 1, "maximum": len(LEVELS), "default": 1},
            "shape": {"enum": ["any", "path"], "default": "any"},
        },
    },
    {
        "title": "Poker Grid",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "jokers": {"type": ["array", "null"], "items": TEXT, "maxItems": 5},
            "picks": {"type": "integer", "minimum": 0, "maximum": 5, "default": 1},
            "auto_freeze": {"type": "boolean", "default": True},
        },
    },
    {"title": "Solitaire Crush", "type": "object", "additionalProperties": False},
)
FACTS: dict[str, Facts] = {
    "game": {"enum": list(GAMES)},
    "seed": {
        "description": "The same seed, the same game. A seed nobody knows, if there is none.",
        "anyOf": [
            TEXT | {"maxLength": MOST_SEED_LETTERS},
            COUNT | {"exclusiveMaximum": SEEDS},
            {"type": "null"},
        ],
    },
    "options": {"description": "What the game lets one choose.", "anyOf": list(OPTIONS)},
    "match": TEXT
    | {
        "description": "The id that `new` gave.",
        "pattern": f"^[A-Za-z0-9_-]{{{ID_LETTERS}}}$",
        "example": "3q2-7wAAAAAAAAAAAAAAAA",
    },
    "move": TEXT
    | {
        "description": "A move as text: boom `3,1 3,2 4,2 5,2 5,3`; grid `f 0 3`, `u`, `s`, "
        "`d 2`, `o 1 0`; crush `slide 3,1 3,2`, `clear 6,0 6,4`, `use 2,2 6,6`, `swap 1,1 5,5`, "
        "`bomb 4,4`, `blast 4,4`.",
    },
    "number": COUNT | {"description": "How many moves were played before."},
    "revision": COUNT
    | {
        "description": "How many moves and undos the match had seen. With it, nothing is done "
        "twice, however late a request comes."
    },
    "since": COUNT | {"description": "How many moves to leave out.", "default": 0},
    "record": TEXT | {"description": "A record, as `record` gives it."},
}
EXAMPLES: Facts = {
    "game": "boom",
    "seed": 7,
    "options": {"level": 3},
    "match": FACTS["match"]["example"],
    "move": "3,1 3,2 4,2 5,2 5,3",
    "number": 0,
    "revision": 0,
    "since": 0,
    "record": "cardhouse-record 2\ngame boom\n…",
}


PAGES = f"There are at most {MOST_STEPS} steps in an answer; ask again for more."


class Verb(NamedTuple):
    """A verb of the table, as it is described."""

    says: str
    gives: type[Model]
    takes: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    """What else it may take."""
    more: str = ""
    """More about it."""


VERBS = {
    "new": Verb("Begin a match.", models.Begun, ("game",), ("seed", "options")),
    "play": Verb(
        "Play a move.",
        models.Played,
        ("match", "move", "number"),
        ("revision",),
        more="Asked again with the same number and move, it gives the same answer and is played "
        f"once. A match has at most {MOST_MOVES:,} moves, and ends with the last of them.",
    ),
    "undo": Verb(
        "Take the last move back.",
        models.TakenBack,
        ("match", "number"),
        ("revision",),
        more="Asked again with the same number, it gives the same answer and is done once.",
    ),
    "end": Verb(
        "End a match: levels and rounds are lost, endless ones over.",
        models.Played,
        ("match", "number"),
        ("revision",),
        more="Asked again with the same number, it gives the same answer and is done once.",
    ),
    "view": Verb("See how a match stands.", models.Seen, ("match",)),
    "look": Verb("Ask what a move would be.", models.Looked, ("match", "move")),
    "games": Verb("List the games.", models.Games),
    "levels": Verb("List the levels of every game.", models.Levels),
    "moves": Verb("List the legal moves.", models.Moves, ("match",)),
    "hint": Verb("Ask for a good move, and why it is one.", models.Hint, ("match",)),
    "preview": Verb("Ask what the next hand of Poker Grid may bring.", models.Preview, ("match",)),
    "history": Verb(
        "Ask what was played.",
        models.History,
        ("match",),
        ("since",),
        more=PAGES,
    ),
    "record": Verb(
        "Get a match that has ended as text.",
        models.RecordText,
        ("match",),
        more="It holds the seed, so nothing can be taken back any more. A match that was begun "
        "under other rules has a record too, of what is known; it cannot be verified.",
    ),
    "replay": Verb(
        "Prove a record, and see every step of it.",
        models.Replayed,
        ("record",),
        ("since",),
        more=f"{PAGES} A body has at most 64 KiB; a longer record is proven by `cardhouse verify`.",
    ),
}
REFUSALS = {
    400: "The request cannot be understood.",
    403: "Another site's page sent it.",
    404: "There is no such match.",
    409: "Not now: the move is illegal, it was meant for another moment, the match is closed, or "
    "it was begun under other rules (`other_rules`).",
    413: "The body is longer than 64 KiB.",
    415: "The body does not say that it is JSON.",
    422: "No game begins so, or the record does not hold.",
    429: "Too many requests; `Retry-After` says how long to wait.",
    500: "Something went wrong that nobody foresaw.",
    503: "It could not be kept, so nothing was done (`not_kept`); what was kept cannot be read "
    "(`damaged`); or the server is stopping (`stopping`).",
}
ALWAYS = (400, 403, 413, 415, 429, 500, 503)
GETTING = (400, 500, 503)


# -- what FastAPI is told -----------------------------------------------------


def of_verb(name: str) -> Facts:
    """Describe the route of a verb."""
    verb = VERBS[name]
    more = {"new": (422,), "replay": (422,), "games": (), "levels": ()}
    return {
        "operation_id": name,
        "summary": verb.says,
        "description": verb.more,
        "response_model": None,
        "responses": _answers(name, verb.gives, *ALWAYS, *more.get(name, (404, 409))),
        "openapi_extra": {"requestBody": _body(verb)},
    }


def of_question(name: str) -> Facts:
    """Describe the route of a verb that takes nothing and is had with GET."""
    return {
        "operation_id": f"get_{name}",
        "summary": VERBS[name].says,
        "response_model": None,
        "responses": _answers(name, VERBS[name].gives, *GETTING, 429),
    }


def of_health() -> Facts:
    """Describe the question whether all is well."""
    return {
        "operation_id": "health",
        "summary": "Ask whether all is well.",
        "response_model": None,
        "responses": _answers("health", models.Health, *GETTING),
    }


def _body(verb: Verb) -> Facts:
    schema = {
        "type": "object",
        "required": list(verb.takes),
        "properties": {name: FACTS[name] for name in (*verb.takes, *verb.may)},
        "example": {name: EXAMPLES[name] for name in (*verb.takes, *verb.may)},
    }
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _answers(name: str, gives: type[Model], *statuses: int) -> dict[int | str, Facts]:
    done = create_model(f"{name.capitalize()}Answer", __base__=Model, ok=(gives, ...))
    done.__doc__ = gives.__doc__
    answers: dict[int | str, Facts] = {200: {"model": done, "description": gives.__doc__}}
    for status in statuses:
        answers[status] = {"model": Refused, "description": REFUSALS[status]}
    return answers
