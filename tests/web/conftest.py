"""A real server and a real browser for the tests of the page."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.house import House
from tests.web.seat import PHONE, Seat

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")

Sit = Callable[..., Seat]


def browser_path() -> str:
    """Where Chromium is; empty if it is not here."""
    here = os.environ.get("CARDHOUSE_CHROMIUM")
    return here or next(filter(None, map(shutil.which, NAMES)), "")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; where there is none, its tests say so and are skipped."""
    if not browser_path():
        pytest.skip("no Chromium here: `make browser` installs it where it may")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), headless=True, args=FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do not stop it."""
    with House(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that a test may stop."""
    with House(tmp_path) as running:
        yield running


class Complaints:
    """What a page complains about in its console."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.excused: list[str] = []

    def listen(self, page: Page) -> None:
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self._hear("error", str(error)))

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
def sit(chromium: Browser, house: House, complaints: Complaints) -> Iterator[Sit]:
    """Sit down at the page: a new browser profile, of some size, without movement."""
    contexts: list[BrowserContext] = []

    def sit_down(  # noqa: PLR0913 (what a test may want)
        path: str | None = None,
        size: dict[str, Any] = PHONE,
        *,
        url: str | None = None,
        context: BrowserContext | None = None,
        moving: bool = False,
        settings: dict[str, Any] | None = None,
        **options: Any,
    ) -> Seat:
        motion = "no-preference" if moving else "reduce"
        if context is None:
            context = chromium.new_context(**{"reduced_motion": motion} | size | options)
            contexts.append(context)
        page = context.new_page()
        if settings is not None:
            kept = json.dumps(json.dumps(settings))
            page.add_init_script(f"localStorage['cardhouse.settings'] ||= {kept}")
        complaints.listen(page)
        seat = Seat(page, url or house.url)
        return seat if path is None else seat.open(path)

    yield sit_down
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def gallery() -> Path:
    """Where screenshots are kept."""
    folder = Path(os.environ.get("CARDHOUSE_GALLERY", "build/gallery"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
