"""A real server and a real browser for the tests of the page."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    expect,
    sync_playwright,
)

from tests.server.house import House
from tests.web.seat import PHONE, Seat
from tests.web.shelf import Shelf

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")

UNINSTALLED = "delete Navigator.prototype.serviceWorker"
"""As in a browser that installs no pages."""
PATIENCE = 20_000
"""For how many milliseconds the page may take to show something; far more than it takes."""

Sit = Callable[..., Seat]
Look = Literal["dark", "light"]
Motion = Literal["no-preference", "reduce"]


def browser_path() -> str:
    """Where Chromium is; empty if it is not here."""
    here = os.environ.get("CARDHOUSE_CHROMIUM")
    return here or next(filter(None, map(shutil.which, NAMES)), "")


def found_browser() -> str:
    """Where Chromium is. Without it the page is not tested, which CI does not allow."""
    path = browser_path()
    if not path and os.environ.get("CI") == "true":
        pytest.fail("There is no Chromium here, and with CI=true the page must be tested.")
    if not path:
        pytest.skip("no Chromium here: `make browser` installs it where it may")
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; where there is none, its tests say so and are skipped, or fail in CI."""
    path = found_browser()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shelf(chromium: Browser) -> Iterator[Shelf]:
    """The profiles that are kept from one test to the next."""
    kept = Shelf(chromium)
    yield kept
    kept.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do not stop it."""
    with House(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="session")
def frail_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that stop it."""
    with House(tmp_path_factory.mktemp("frail")) as running:
        yield running


@pytest.fixture
def own_house(frail_house: House) -> House:
    """A server that a test may stop; it is started again where one left it so."""
    try:
        frail_house.get("games")
    except OSError:
        frail_house.start()
    return frail_house


class Complaints:
    """What a page complains about in its console."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.excused: list[str] = []
        self.pages: list[Page] = []

    def listen(self, page: Page) -> None:
        page.on("console", self._hear_message)
        page.on("pageerror", self._hear_error)
        self.pages.append(page)

    def stop(self) -> None:
        """Leave the pages to the next test."""
        for page in self.pages:
            page.remove_listener("console", self._hear_message)
            page.remove_listener("pageerror", self._hear_error)

    def _hear_message(self, message: ConsoleMessage) -> None:
        self._hear(message.type, message.text)

    def _hear_error(self, error: Error) -> None:
        self._hear("error", str(error))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.heard.append(text)

    def excuse(self, words: str) -> None:
        """Let complaints with these words be part of the test."""
        self.excused.append(words)

    @property
    def left(self) -> list[str]:
        return [text for text in self.heard if not any(words in text for words in self.excused)]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """No page may complain: neither of errors nor of the content security policy."""
    heard = Complaints()
    yield heard
    assert not heard.left


@pytest.fixture
def sit(shelf: Shelf, house: House, complaints: Complaints) -> Iterator[Sit]:
    """Sit down at the page: a profile as good as new, of some size, without movement.

    Only where it *installs* itself, the page keeps its files in the browser on each visit.
    """

    def sit_down(  # noqa: PLR0913 (what a test may want)
        path: str | None = None,
        size: dict[str, Any] = PHONE,
        *,
        url: str | None = None,
        context: BrowserContext | None = None,
        moving: bool = False,
        installs: bool = False,
        settings: dict[str, Any] | None = None,
        color_scheme: Look = "light",
        **options: Any,
    ) -> Seat:
        page = context.new_page() if context else shelf.take(size | options)
        page.set_viewport_size(size["viewport"])
        motion: Motion = "no-preference" if moving else "reduce"
        page.emulate_media(color_scheme=color_scheme, reduced_motion=motion)
        complaints.listen(page)
        seat = Seat(page, url or house.url)
        shelf.seats.append(seat)
        if not installs:
            seat.begin_with(UNINSTALLED)
        if settings is not None:
            kept = json.dumps(json.dumps(settings))
            seat.begin_with(f"localStorage['cardhouse.settings'] ||= {kept}")
        return seat if path is None else seat.open(path)

    yield sit_down
    complaints.stop()
    shelf.put_back()


@pytest.fixture(scope="session")
def gallery() -> Path:
    """Where screenshots are kept."""
    folder = Path(os.environ.get("CARDHOUSE_GALLERY", "build/gallery"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
