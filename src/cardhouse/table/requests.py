"""Requests, read: whatever is wrong with one is a `BadRequest`."""

from typing import TypeAlias, TypeGuard

from cardhouse.games.shape import Given
from cardhouse.table.refusals import BadRequest

Request: TypeAlias = Given
"""What is asked: JSON, of which nothing is known yet."""
ID_LETTERS = 22
MOST_SEED_LETTERS = 200
"""The longest text that is a seed here."""


def is_id(value: object) -> TypeGuard[str]:
    """Return whether a match's id can look so."""
    return isinstance(value, str) and len(value) == ID_LETTERS and value.isascii()


def number_in(request: Request) -> int:
    """Return how many moves a request says were played before it."""
    number = request.get("number")
    if type(number) is not int:
        raise BadRequest("bad_request", "The number says how many moves were played before.")
    return number


def revision_in(request: Request) -> int | None:
    """Return the revision that a request speaks of; None if it does not say."""
    if "revision" not in request:
        return None
    revision = request["revision"]
    if type(revision) is not int:
        sentence = "The revision says how many moves and undos the match had seen."
        raise BadRequest("bad_request", sentence)
    return revision


def text_in(request: Request, name: str) -> str:
    """Return a text of a request."""
    text = request.get(name)
    if not isinstance(text, str):
        raise BadRequest("bad_request", f"The {name} is a text.")
    return text


def since_in(request: Request) -> int:
    """Return how many moves a page of steps leaves out."""
    since = request.get("since", 0)
    if type(since) is not int or since < 0:
        raise BadRequest("bad_request", "Since says how many moves to leave out.")
    return since
