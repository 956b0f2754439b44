"""Poker Grid: freeze two cards, redraw the rest, and score ten poker hands that jokers bend."""

from cardhouse.games.game import Game, Roster
from cardhouse.games.grid import notation, options, preview, rules, view
from cardhouse.games.grid.board import PLAY
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.games.grid.observed import OBSERVED, TALLIES
from cardhouse.games.grid.rules import State

GAME: Game[State] = Game(
    name="grid",
    title="Poker Grid",
    version=1,
    rules=rules,
    prospects=rules,
    notation=notation,
    view=view,
    events=view,
    options=options,
    hands=view.hands,
    preview=preview,
    roster=Roster("jokers", {joker.name: joker.text for joker in ROSTER[1:]}, PLAY),
    target="target",
    observed=OBSERVED,
    longest=200,
    tallies=TALLIES,
    bots={
        "adviser": "cardhouse.agents.grid_adviser",
        "planner": "cardhouse.agents.grid_planner",
    },
    adviser="adviser",
    screen="cardhouse.terminal.grid",
)
