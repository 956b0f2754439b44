"""One game as a Gymnasium environment."""

from operator import index

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from cardhouse.core.twin import Knobs
from cardhouse.engine.loops import DEAL_AGAIN, PLAY_ON, REFUSED
from cardhouse.engine.records import Array
from cardhouse.envs.episodes import ILLEGAL, WON_GAME, Episodes, draw_seed
from cardhouse.envs.observation import ACTION_MASK, space_of
from cardhouse.envs.settings import RENDER_MODES, Settings, check_reset_options
from cardhouse.games import game_named
from cardhouse.games.game import PLAYING, WON

Observation = dict[str, Array]
Info = dict[str, Array]

NO_MOVE = -1
"""What stands for any number that is no move's, however large."""


class CardEnv(gymnasium.Env[Observation, Array]):
    """A game as an environment: one player, who sees what a person sees.

    What is observed of each game, what can be chosen and how an episode ends is told in
    ``docs/environments.md``.

    >>> env = CardEnv("boom", level=3)
    >>> observation, info = env.reset(seed=7)
    >>> action = int(info["action_mask"].argmax())  # the first legal one
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, truncated, info["illegal"]
    (50.0, False, False, False)
    """

    metadata: dict[str, object] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 (each a setting by its name)
        self,
        game: str,
        *,
        render_mode: str | None = None,
        penalty: float = -1.0,
        reward_scale: float = 1.0,
        max_steps: int | None = None,
        copy: bool = True,
        knobs: Knobs | None = None,
        **options: object,
    ) -> None:
        """Set up a game, not dealt yet; *options* are the game's own.

        :raises ValueError: if a setting, an option of the game or a knob is not to be had.
        """
        named = game_named(game)
        limit = named.longest if max_steps is None else max_steps
        self.settings = Settings(render_mode, penalty, reward_scale, limit, copy, knobs or {})
        self.render_mode = render_mode
        self.episodes = Episodes(named, 1, options, self.settings.knobs)
        self._moves = named.rules.MOVES
        self.action_space = spaces.Discrete(self._moves)
        self.observation_space = space_of(named, self.settings.knobs)
        self._steps = 0
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, Info]:
        """Deal a game: that of *seed*, or one drawn from the environment's random numbers."""
        check_reset_options(options)
        super().reset(seed=seed)
        episodes = self.episodes
        episodes.set_seed(0, draw_seed(self.np_random) if seed is None else seed)
        episodes.turn.orders[0] = DEAL_AGAIN
        episodes.advance()
        episodes.turn.orders[0] = PLAY_ON
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
        turn, settings = self.episodes.turn, self.settings
        move = index(action)
        turn.moves[0] = move if 0 <= move < self._moves else NO_MOVE
        self.episodes.advance()
        self._steps += 1
        gain = turn.gains.item()
        illegal = gain == REFUSED
        outcome = turn.outcomes.item()
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
        return self.episodes.turn.masks[0].copy()

    def render(self) -> str | Array | None:
        """Return the table as a text with colours, or as an image."""
        return self.episodes.render(0, self.render_mode)

    def _observation(self) -> Observation:
        if self.settings.copy:
            return {name: copy() for name, copy in self.episodes.observations.copies}
        return dict(self.episodes.observations.first)
