"""What every game has, as promises that each game fills: names to write loops and bots over.

What is written over this module plays any game, once `cardhouse.core.twin.bind` has
put that game's own functions in these places.  What each must do is said by
`cardhouse.games.game.Rules` and `cardhouse.games.game.Prospects`.
"""

from typing import cast

from cardhouse.games.game import Prospects, Rules, State


class Promises:
    """Rules and prospects that nobody has filled yet."""

    State = dict
    MOVES = ROOM = 0

    def __getattr__(self, name: str) -> object:
        """Return a function that has still to be filled."""

        def unfilled(*_: object) -> None:
            raise NotImplementedError(f"{name} is only promised: bind a game first")

        return unfilled


_RULES = cast(Rules[State], Promises())
_PROSPECTS = cast(Prospects[State], Promises())

MOVES, ROOM = _RULES.MOVES, _RULES.ROOM
deal, apply, rekey = _RULES.deal, _RULES.apply, _RULES.rekey
refusal, is_legal, mark_legal = _RULES.refusal, _RULES.is_legal, _RULES.mark_legal
outcome, given_up = _RULES.outcome, _RULES.given_up
worth, opens, spends, is_free = (
    _PROSPECTS.worth,
    _PROSPECTS.opens,
    _PROSPECTS.spends,
    _PROSPECTS.is_free,
)
prospects, prospect = _PROSPECTS.prospects, _PROSPECTS.prospect
