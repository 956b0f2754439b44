"""The games, by name."""

from cardhouse.games import boom, crush, grid
from cardhouse.games.game import AnyGame
from cardhouse.games.refusal import BadSetup, shown

ALL: tuple[AnyGame, ...] = (boom.GAME, grid.GAME, crush.GAME)
"""The games, as they are listed; to register one, put it here."""

GAMES: dict[str, AnyGame] = {game.name: game for game in ALL}


def game_named(name: object) -> AnyGame:
    """Return the game called *name*.

    :raises BadSetup: if there is none.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(
            "unknown_game", f"there is no game {shown(name)}; there is {', '.join(GAMES)}"
        )
    return GAMES[name]
