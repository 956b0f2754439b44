"""Poker Boom: pick five connected cards that make a poker hand while bombs tick."""

from cardhouse.games.boom import events, notation, options, prospects, rules, view
from cardhouse.games.boom.board import NUMBERING
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.observed import OBSERVED, TALLIES
from cardhouse.games.boom.state import State
from cardhouse.games.game import Game, Levels

GAME: Game[State] = Game(
    name="boom",
    title="Poker Boom",
    version=2,
    rules=rules,
    prospects=prospects,
    notation=notation,
    view=view,
    events=events,
    options=options,
    hands=view.hands,
    moves=NUMBERING,
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
