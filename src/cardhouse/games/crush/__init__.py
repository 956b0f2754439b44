"""Solitaire Crush: slide cards into same-suit runs before the grid fills."""

from cardhouse.games.crush import events, notation, prospects, rules, view
from cardhouse.games.crush.board import NUMBERING
from cardhouse.games.crush.observed import OBSERVED, TALLIES
from cardhouse.games.crush.state import State
from cardhouse.games.game import Game

GAME: Game[State] = Game(
    name="crush",
    title="Solitaire Crush",
    version=2,
    rules=rules,
    prospects=prospects,
    notation=notation,
    view=view,
    events=events,
    moves=NUMBERING,
    observed=OBSERVED,
    tallies=TALLIES,
    bots={
        "slider": "cardhouse.agents.crush_slider",
        "builder": "cardhouse.agents.crush_builder",
        "planner": "cardhouse.agents.crush_planner",
    },
    adviser="builder",
    screen="cardhouse.terminal.crush",
)
