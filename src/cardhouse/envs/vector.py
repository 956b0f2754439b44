"""Many games as one Gymnasium vector environment: one compiled call steps them all."""

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cardhouse.core.twin import Knobs
from cardhouse.engine.loops import DEAL_AGAIN, LEAVE, PLAY_ON, REFUSED
from cardhouse.engine.records import Array
from cardhouse.envs.episodes import ILLEGAL, WON_GAME, Episodes, draw_seed
from cardhouse.envs.observation import ACTION_MASK, space_of
from cardhouse.envs.settings import RENDER_MODES, Settings, check_reset_options
from cardhouse.games import game_named
from cardhouse.games.game import PLAYING, WON
from cardhouse.games.refusal import BadSetup, shown

Observation = dict[str, Array]
Info = dict[str, Array]
Seeds = int | Sequence[int | None] | None

RESET_MASK = "reset_mask"
FINAL_OBS, FINAL_INFO = "final_obs", "final_info"
NONE = np.zeros(0, np.int64)
"""No game's number."""


class CardVectorEnv(VectorEnv[Observation, Array, Array]):
    """Many games at once, each with its own player; everything else is as in `CardEnv`.

    Observations are views that **change with the next step**, unless `copy` is true.
    """

    metadata: dict[str, object] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(  # noqa: PLR0913 (each a setting by its name)
        self,
        game: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        penalty: float = -1.0,
        reward_scale: float = 1.0,
        max_steps: int | None = None,
        copy: bool = False,
        knobs: Knobs | None = None,
        **options: object,
    ) -> None:
        """Set up so many games, none dealt yet.

        :raises ValueError: if a setting, an option of the game or a knob is not to be had.
        """
        named = game_named(game)
        limit = named.longest if max_steps is None else max_steps
        if max_episode_steps is not None:
            limit = min(limit, max_episode_steps)
        self.settings = Settings(render_mode, penalty, reward_scale, limit, copy, knobs or {})
        if type(num_envs) is not int or num_envs < 1:
            raise BadSetup("bad_option", f"num_envs is one or more, not {shown(num_envs)}")
        self.num_envs, self.render_mode = num_envs, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode}
        self.episodes = Episodes(named, num_envs, options, self.settings.knobs)
        self.single_action_space = spaces.Discrete(named.rules.MOVES)
        self.single_observation_space = space_of(named, self.settings.knobs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._steps = np.zeros(num_envs, np.int64)
        self._due = np.zeros(num_envs, np.bool_)
        self._dealt = np.zeros(num_envs, np.bool_)
        self._all_dealt = False

    def reset(
        self, *, seed: Seeds = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, Info]:
        """Deal every game, or those of the option ``reset_mask``; a seed gives seed + i to game i.

        :raises ValueError: if there is not one seed a game, or the mask does not fit.
        """
        others = dict(options or {})
        chosen = self._chosen(others.pop(RESET_MASK, None))
        check_reset_options(others)
        seeds = self._seeds(seed)
        unseeded = [i for i in chosen if seeds[i] is None]
        for i in chosen:
            if seeds[i] is not None:
                self._generators[i], _ = seeding.np_random(seeds[i])
                self.episodes.set_seed(i, seeds[i])
        self._deal(chosen, np.array(unseeded, np.int64))
        self._dealt[chosen] = True
        self._all_dealt = bool(self._dealt.all())
        return self._observation(), self._info(chosen if len(chosen) < self.num_envs else None)

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        """Play one move in every game; what has ended is dealt again as the autoreset mode says.

        :raises ValueError: if there is not one action, a whole number, a game.
        :raises ResetNeeded: if a game was never dealt.
        """
        if not self._all_dealt:
            raise ResetNeeded("every game must be dealt by a reset before the first step")
        turn, settings = self.episodes.turn, self.settings
        self._take(actions)
        due = self._due.nonzero()[0] if self.autoreset_mode is AutoresetMode.NEXT_STEP else NONE
        self._draw(due)
        turn.orders.fill(PLAY_ON)
        turn.orders[due] = DEAL_AGAIN
        self.episodes.advance()
        self._steps += 1
        self._steps[due] = 0
        rewards = turn.gains * settings.reward_scale
        rewards[turn.gains == REFUSED] = settings.penalty
        terminated = turn.outcomes != PLAYING
        truncated = (self._steps >= settings.max_steps) & ~terminated
        self._due = terminated | truncated
        infos: Info = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._due.any():
            ended = self._due.nonzero()[0]
            infos = self._final(ended)
            self._deal(ended, ended)
        return self._observation(), rewards, terminated, truncated, self._info() | infos

    def action_masks(self) -> Array:
        """Return for every game which moves are legal now, as booleans."""
        return self.episodes.turn.masks.copy()

    def render(self) -> tuple[Array, ...]:
        """Return every table as a text with colours, or as an image."""
        return tuple(self.episodes.render(i, self.render_mode) for i in range(self.num_envs))

    # -- what goes in ---------------------------------------------------------

    def _take(self, actions: Array) -> None:
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,) or moves.dtype.kind not in "iu":
            raise ValueError(
                f"there must be one action, a whole number, for each of {self.num_envs} games"
            )
        self.episodes.turn.moves[:] = moves

    def _seeds(self, seed: Seeds) -> list[Array]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return [int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"there must be one seed for each of {self.num_envs} games")
        return [None if one is None else int(one) for one in seed]

    def _chosen(self, mask: Array) -> Array:
        """Return which games to reset: all, or those of a mask."""
        if mask is None:
            return np.arange(self.num_envs)
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask is an array of {self.num_envs} booleans of which one is true"
            )
        return mask.nonzero()[0]

    # -- dealing --------------------------------------------------------------

    def _deal(self, chosen: Array, unseeded: Array) -> None:
        """Deal some games, those without a seed by their own random numbers; the others stay."""
        self._draw(unseeded)
        self.episodes.turn.orders.fill(LEAVE)
        self.episodes.turn.orders[chosen] = DEAL_AGAIN
        self.episodes.advance()
        self._steps[chosen] = 0
        self._due[chosen] = False

    def _draw(self, chosen: Array) -> None:
        """Draw a seed for each of some games, from its own random numbers."""
        if len(chosen):
            drawn = [draw_seed(self._generator(i)) for i in chosen.tolist()]
            self.episodes.set_drawn(chosen, drawn)

    def _generator(self, i: int) -> np.random.Generator:
        generator = self._generators[i]
        if generator is None:
            generator, _ = seeding.np_random()
            self._generators[i] = generator
        return generator

    # -- what comes out -------------------------------------------------------

    def _observation(self) -> Observation:
        arrays = self.episodes.observations.arrays
        if self.settings.copy:
            return {name: array.copy() for name, array in arrays.items()}
        return dict(arrays)

    def _info(self, chosen: Array = None) -> Info:
        """Return what is said of all games or of some, each with a flag for those it is said of."""
        turn, masks = self.episodes.turn, self.episodes.observations.arrays[ACTION_MASK]
        facts = {
            ACTION_MASK: masks.copy() if self.settings.copy else masks,
            ILLEGAL: turn.gains == REFUSED,
            WON_GAME: turn.outcomes == WON,
        }
        said = np.ones(self.num_envs, np.bool_)
        if chosen is not None:
            said = self._only(chosen, said)
            facts = {name: self._only(chosen, values) for name, values in facts.items()}
        return facts | {f"_{name}": said.copy() for name in facts}

    def _final(self, ended: Array) -> Info:
        """Return the last observation and info of games that are about to be dealt again."""
        observations = np.full(self.num_envs, None, object)
        for i in ended.tolist():
            observations[i] = {
                name: a[i].copy() for name, a in self.episodes.observations.arrays.items()
            }
        said = self._only(ended, np.ones(self.num_envs, np.bool_))
        return {
            FINAL_OBS: observations,
            f"_{FINAL_OBS}": said,
            FINAL_INFO: self._info(ended),
            f"_{FINAL_INFO}": said.copy(),
        }

    @staticmethod
    def _only(chosen: Array, values: Array) -> Array:
        """Return a copy of *values*, zero but for those of some games."""
        only = np.zeros(values.shape, values.dtype)
        only[chosen] = values[chosen]
        return only
