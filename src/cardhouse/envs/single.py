"""One game as a Gymnasium environment."""

from collections.abc import Mapping
from operator import index
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from cardhouse.engine.loops import DEAL_ANEW, PLAY_ON, REFUSED
from cardhouse.envs.batch import Batch, draw_seed
from cardhouse.envs.kind import (
    ILLEGAL,
    RENDER_MODES,
    WON_GAME,
    Kind,
    Settings,
    check_reset_options,
)
from cardhouse.envs.render import render
from cardhouse.envs.seen import ACTION_MASK, space_of
from cardhouse.games.game import PLAYING, WON

Array = Any
Observation = dict[str, Any]
Info = dict[str, Any]

NO_MOVE = -1
"""What stands for any number that is no move's, however large."""


class CardEnv(gymnasium.Env[Observation, Any]):
    """One game, one player; what the environments of the three games share."""

    kind: ClassVar[Kind]
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 (each a setting by its name)
        self,
        *,
        render_mode: str | None = None,
        penalty: float = -1.0,
        reward_scale: float = 1.0,
        max_steps: int | None = None,
        copy: bool = True,
        knobs: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Set up a game, not dealt yet.

        :raises ValueError: if a setting, an option of the game or a knob is not to be had.
        """
        limit = self.kind.max_steps if max_steps is None else max_steps
        settings = Settings(render_mode, penalty, reward_scale, limit, copy, knobs or {})
        game = self.kind.game
        self.batch = Batch(game, 1, self.kind.seen, options, settings.knobs)
        self.settings, self.render_mode = settings, render_mode
        self._moves: int = game.rules.MOVES
        self.action_space = spaces.Discrete(self._moves)
        self.observation_space = space_of(
            self.kind.seen, self.batch.states.dtype, game.rules_module, settings.knobs
        )
        self._steps = 0
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal a game: that of *seed*, or one drawn from the environment's random numbers."""
        check_reset_options(options)
        super().reset(seed=seed)
        batch = self.batch
        batch.set_seed(0, draw_seed(self.np_random) if seed is None else seed)
        batch.orders[0] = DEAL_ANEW
        batch.advance()
        batch.orders[0] = PLAY_ON
        self._steps = 0
        self._dealt = True
        observation = self._observation()
        mask = observation[ACTION_MASK]
        return observation, {ACTION_MASK: mask, ILLEGAL: False, WON_GAME: False}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Play a move; an illegal one changes nothing and costs the penalty.

        :raises ResetNeeded: if the game was never dealt.
        """
        if not self._dealt:
            raise ResetNeeded("the game must be dealt by a reset before the first step")
        batch, settings = self.batch, self.settings
        move = index(action)
        batch.moves[0] = move if 0 <= move < self._moves else NO_MOVE
        batch.advance()
        self._steps += 1
        gain = batch.gains.item()
        illegal = gain == REFUSED
        outcome = batch.outcomes.item()
        terminated = outcome != PLAYING
        observation = self._observation()
        return (
            observation,
            settings.penalty if illegal else gain * settings.reward_scale,
            terminated,
            not terminated and self._steps >= settings.max_steps,
            {
                ACTION_MASK: observation[ACTION_MASK],
                ILLEGAL: illegal,
                WON_GAME: outcome == WON,
            },
        )

    def action_masks(self) -> Array:
        """Return which moves are legal now, as booleans: what sb3-contrib asks for."""
        return self.batch.masks[0].copy()

    def render(self) -> Any:
        """Return the table as a text with colours, or as a picture."""
        return render(self.kind.game, self.batch.state(0), self.render_mode)

    def _observation(self) -> Observation:
        if self.settings.copy:
            return {name: copy() for name, copy in self.batch.sight.copies}
        return dict(self.batch.sight.first)
