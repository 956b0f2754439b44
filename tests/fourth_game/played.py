"""The fourth game, played in Python: run by the tests, in a package of which it is a part."""

import sys

import numpy as np

import cardhouse
from cardhouse.agents import agents_for
from cardhouse.agents.luck import Luck
from cardhouse.core.flat import copy_state
from cardhouse.core.twin import bind
from cardhouse.table import Table


def match():
    """Play, undo, ask for hints; write a record and play that again."""
    match = cardhouse.new("ladder", seed=7)
    while match.outcome == "playing":
        match.play(match.hint()["move"])
    match.undo()
    match.play(next(match.moves()))
    assert match.view()["ending"] == "no card was high enough"
    again = cardhouse.replay(match.record())
    assert again.states() == match.states()
    placed = cardhouse.place("ladder", {"cards": ["2c", "Kd", "3h", "4s", "5c"], "last": 9}, seed=1)
    assert list(placed.moves()) == ["take 1"]


def table():
    """Ask every verb that a player asks."""
    table = Table()

    def ask(do, **facts):
        answer = table.dispatch({"do": do, **facts})
        assert "ok" in answer, answer
        return answer["ok"]

    assert [game["name"] for game in ask("games")["games"]][-1] == "ladder"
    key = ask("new", game="ladder", seed=7)["match"]
    hint = ask("hint", match=key)
    assert ask("look", match=key, move=hint["move"])["legal"]
    assert ask("play", match=key, move=hint["move"], number=0)["view"]["score"] > 0
    assert ask("end", match=key, number=1)["view"]["outcome"] == "over"
    assert ask("replay", record=ask("record", match=key)["record"])["game"] == "ladder"


def bots():
    """Let every bot that plays any game choose a move."""
    match = cardhouse.new("ladder", seed=7)
    for agent in agents_for(match.game).values():
        move = bind(agent, *match.game.contract).choose(copy_state(match.state), Luck())
        assert match.game.rules.is_legal(match.state, move)


def compiled():
    """Play a batch, compiled, and one of its games again, interpreted."""
    from cardhouse.engine.cpu import Compiled
    from cardhouse.engine.records import lucks_of

    game = Compiled(cardhouse.GAMES["ladder"])
    states = game.deal(range(100))
    lengths, moves, _ = game.trace(states, lucks_of(range(100)), turns=100)
    again = cardhouse.new("ladder", seed=3)
    for move in moves[3, : lengths[3]]:
        again.play(again.game.notation.move_text(int(move)))
    assert (again.outcome, again.score) == ("over", states["score"][3])


def environment():
    """Play one environment and many."""
    import gymnasium

    import cardhouse.envs  # noqa: F401 (registers them)

    env = gymnasium.make("cardhouse/Ladder-v1", knobs={"POINTS": 2}, render_mode="ansi")
    observation, info = env.reset(seed=7)
    assert observation.keys() == {"score", "action_mask"}
    _, reward, *_ = env.step(int(info["action_mask"].argmax()))
    assert f"score: {reward:.0f}" in env.render()
    envs = gymnasium.make_vec("cardhouse/Ladder-v1", num_envs=10)
    _, infos = envs.reset(seed=7)
    _, rewards, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    assert np.all(rewards > 0)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
