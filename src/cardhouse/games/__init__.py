"""The games, by name."""

from cardhouse.games import boom, crush, grid
from cardhouse.games.game import BadSetup, Game, shown

GAMES: dict[str, Game] = {game.name: game for game in [boom.GAME, grid.GAME, crush.GAME]}


def game_named(name: object) -> Game:
    """Return the game called *name*.

    :raises BadSetup: if there is none.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(
            "unknown_game", f"there is no game {shown(name)}; there is {', '.join(GAMES)}"
        )
    return GAMES[name]
