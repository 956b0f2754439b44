"""Games by the million: bots, levels, jokers and knobs measured, with intervals (extra `lab`).

Each study is a function that returns what it came to: printed, it is a report; its `table` has the
figures as columns, `save` writes them, `plot` draws them.

>>> from cardhouse import lab
>>> print(lab.simulate("boom", "casual", games=200, options={"level": 3}))  # doctest: +ELLIPSIS
Poker Boom, level 3: casual, seeds 0 to 199
...
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardhouse.lab.comparison import compare
    from cardhouse.lab.games import play
    from cardhouse.lab.joker_study import jokers
    from cardhouse.lab.knob_sweep import sweep
    from cardhouse.lab.level_study import levels
    from cardhouse.lab.plan import Plan
    from cardhouse.lab.simulation import simulate
else:

    def __getattr__(name):
        """Import what is asked for, once: the command line's help needs none of it."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415

        globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return globals()[name]


del TYPE_CHECKING

__all__ = ["Plan", "compare", "jokers", "levels", "play", "simulate", "sweep"]

_HOMES = {
    "Plan": "plan",
    "compare": "comparison",
    "jokers": "joker_study",
    "levels": "level_study",
    "play": "games",
    "simulate": "simulation",
    "sweep": "knob_sweep",
}
"""The modules in which all of these are."""
