"""Card-grid puzzle games on one rules engine.

>>> import cardhouse
>>> match = cardhouse.new("boom", seed=7, level=1)
>>> match.outcome, match.score
('playing', 0)
"""

from cardhouse.games import GAMES
from cardhouse.games.game import BadSetup, IllegalMove
from cardhouse.match import Match, new, place, replay
from cardhouse.record import RecordError

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BadSetup",
    "IllegalMove",
    "Match",
    "RecordError",
    "new",
    "place",
    "replay",
]
