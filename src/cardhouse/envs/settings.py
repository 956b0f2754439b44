"""What can be chosen of any environment; the rest are the game's own options."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite, nan
from numbers import Integral, Real
from typing import NoReturn

from cardhouse.core.twin import Knobs
from cardhouse.games.refusal import BadSetup, shown

RENDER_MODES = ("ansi", "rgb_array")


@dataclass(frozen=True)
class Settings:
    """What was chosen; numbers may be NumPy's, and are kept as Python's."""

    render_mode: str | None
    penalty: float
    reward_scale: float
    max_steps: int
    copy: bool
    knobs: Knobs

    def __post_init__(self) -> None:
        """Check everything, and make rewards floats, whatever they are made from.

        :raises BadSetup: if a setting has no sensible value.
        """
        if self.render_mode not in (None, *RENDER_MODES):
            _refuse("render_mode", f"None or {' or '.join(RENDER_MODES)}", self.render_mode)
        for name in ("penalty", "reward_scale"):
            object.__setattr__(self, name, _as_float(name, getattr(self, name)))
        object.__setattr__(self, "max_steps", _as_steps(self.max_steps))
        if not isinstance(self.copy, bool):
            _refuse("copy", "true or false", self.copy)
        if not isinstance(self.knobs, Mapping):
            _refuse("knobs", "a dict of names and values", self.knobs)


def check_reset_options(options: Mapping[str, object] | None) -> None:
    """Check that a reset asks for nothing special: options belong to `gymnasium.make`.

    :raises BadSetup: if it does.
    """
    if options:
        raise BadSetup(
            "bad_option", "a reset has no options; give those of the game to gymnasium.make"
        )


def _as_float(name: str, value: object) -> float:
    """Return a finite number as a float."""
    number = nan
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            number = float(value)
    if not isfinite(number):
        _refuse(name, "a number", value)
    return number


def _as_steps(value: object) -> int:
    """Return a number of steps as an integer."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        _refuse("max_steps", "a whole number of steps, one or more", value)
    return int(value)


def _refuse(name: str, what: str, value: object) -> NoReturn:
    raise BadSetup("bad_option", f"{name} is {what}, not {shown(value)}")
