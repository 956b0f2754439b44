"""Poker Boom: pick five connected cards that make a poker hand while bombs tick."""

from cardhouse.games.boom import notation, options, rules, view
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.observed import OBSERVED, TALLIES
from cardhouse.games.boom.rules import State
from cardhouse.games.game import Game, Levels

GAME: Game[State] = Game(
    name="boom",
    title="Poker Boom",
    version=1,
    rules=rules,
    prospects=rules,
    notation=notation,
    view=view,
    events=view,
    options=options,
    hands=view.hands,
    levels=Levels(LEVELS, options.LEVEL_NUMBERS, options.level_flaw, "BOOM-29"),
    target="target",
    observed=OBSERVED,
    tallies=TALLIES,
    bots={
        "adviser": "cardhouse.agents.boom_adviser",
        "planner": "cardhouse.agents.boom_planner",
        "blind": "cardhouse.agents.boom_blind",
    },
    adviser="adviser",
    screen="cardhouse.terminal.boom",
)
