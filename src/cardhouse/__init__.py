"""Card-grid puzzle games on one rules engine.

>>> import cardhouse
>>> match = cardhouse.new("boom", seed=7, level=1)
>>> match.outcome, match.score
('playing', 0)
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardhouse.games import GAMES
    from cardhouse.games.refusal import BadSetup, IllegalMove
    from cardhouse.match import Match, new, place, replay
    from cardhouse.record import RecordError
else:

    def __getattr__(name):
        """Import what is asked for, once: a command must be ready for Ctrl-C before that."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415

        globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return globals()[name]


del TYPE_CHECKING

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

_HOMES = {
    "GAMES": "games",
    "BadSetup": "games.refusal",
    "IllegalMove": "games.refusal",
    "Match": "match",
    "RecordError": "record",
    "new": "match",
    "place": "match",
    "replay": "match",
}
"""The modules in which all of these are."""
