"""Running matches, and the one protocol that every remote front end speaks."""

from cardhouse.table.kept import Kept, OtherRules, Start
from cardhouse.table.refusals import Answer, BadRequest, Damaged, NotKept, OutOfTurn, Stopping
from cardhouse.table.requests import ID_LETTERS, MOST_SEED_LETTERS
from cardhouse.table.seats import MOST_MOVES, MOST_STATES
from cardhouse.table.stores import MOST_MATCHES, Memory, Shares, Store
from cardhouse.table.table import MOST_LETTERS, MOST_STEPS, Table

__all__ = [
    "ID_LETTERS",
    "MOST_LETTERS",
    "MOST_MATCHES",
    "MOST_MOVES",
    "MOST_SEED_LETTERS",
    "MOST_STATES",
    "MOST_STEPS",
    "Answer",
    "BadRequest",
    "Damaged",
    "Kept",
    "Memory",
    "NotKept",
    "OtherRules",
    "OutOfTurn",
    "Shares",
    "Start",
    "Stopping",
    "Store",
    "Table",
]
