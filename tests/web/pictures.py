"""Take the README's pictures of the page: ``make pictures``.

Each shows a game after some moves, which are played behind the page's back.
"""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.server.house import House
from tests.web.conftest import FLAGS, browser_path
from tests.web.seat import DESKTOP, PHONE, Seat

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
GAMES: dict[str, tuple[str, int, int]] = {
    "boom": ("/boom?seed=5&level=9", 5, 4),
    "grid": ("/grid?seed=21&jokers=Runner,Scary Face,Ice Bridge", 4, 0),
    "crush": ("/crush?seed=528", 24, 15),
}
"""The game to open, how many moves are played, and how many of them are the first legal one."""


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=browser_path(), headless=True, args=FLAGS
        )
        for size, shape in SIZES.items():
            take(browser, house.url, "home", shape, size)
            for game in GAMES:
                take(browser, house.url, game, shape, size)
        browser.close()


def take(browser: Browser, url: str, game: str, shape: dict[str, Any], size: str) -> None:
    """Take one picture."""
    scale = {"device_scale_factor": 1.5 if size == "phone" else 1}
    look = {"color_scheme": "dark", "reduced_motion": "reduce"}
    context = browser.new_context(**shape | scale | look)
    seat = Seat(context.new_page(), url)
    if game in GAMES:
        link, moves, plain = GAMES[game]
        seat.open(link)
        for number in range(moves):
            play(seat, game, number, number < plain)
        seat.reload()
    else:
        seat.open("/")
    seat.page.wait_for_timeout(500)
    seat.page.screenshot(path=FOLDER / f"{game}-{size}.png")
    context.close()


def play(seat: Seat, game: str, number: int, plain: bool) -> None:
    """Play a move behind the page's back: the first legal one, or the one of the hint."""
    match = seat.kept(game)["match"]

    def ask(verb: str, **more: Any) -> Any:
        answer = seat.page.request.post(f"{seat.url}/api/{verb}", data={"match": match, **more})
        return answer.json()["ok"]

    move = ask("moves")["moves"][0] if plain else ask("hint")["move"]
    ask("play", move=move, number=number)


if __name__ == "__main__":
    main()
