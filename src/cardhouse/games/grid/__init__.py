"""Poker Grid: freeze two cards, redraw the rest, and score ten poker hands that jokers bend."""

from cardhouse.games.game import Game, Roster
from cardhouse.games.grid import events, notation, options, preview, prospects, rules, view
from cardhouse.games.grid.board import NUMBERING, PLAY
from cardhouse.games.grid.jokers import ROSTER
from cardhouse.games.grid.observed import OBSERVED, TALLIES
from cardhouse.games.grid.state import State

GAME: Game[State] = Game(
    name="grid",
    title="Poker Grid",
    version=2,
    rules=rules,
    prospects=prospects,
    notation=notation,
    view=view,
    events=events,
    options=options,
    hands=view.hands,
    moves=NUMBERING,
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
