"""Browser profiles that are kept from one test to the next, and cleared in between."""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.web.seat import Seat

STORES = "cookies,local_storage,indexeddb,cache_storage,service_workers"
ASIDE = "/manifest.webmanifest"
"""Something that the server has and that does nothing."""
OWN = ("clock",)
"""What cannot be taken back: who wants it gets a profile that is thrown away afterwards."""


class Shelf:
    """Profiles by the screens they were made for: a phone's and a desktop's differ for good."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.kept: dict[str, BrowserContext] = {}
        self.taken: dict[str, BrowserContext] = {}
        self.thrown: list[BrowserContext] = []
        self.seats: list[Seat] = []

    def take(self, options: dict[str, Any]) -> Page:
        """A page of a profile in which nothing is stored."""
        lasting = {key: value for key, value in options.items() if key not in ("viewport", *OWN)}
        name = json.dumps(lasting, sort_keys=True)
        if name in self.taken or any(options.get(key) for key in OWN):
            context = self.browser.new_context(**lasting)
            self.thrown.append(context)
        else:
            held = name in self.kept
            context = self.kept.pop(name) if held else self.browser.new_context(**lasting)
            self.taken[name] = context
        return context.pages[0] if context.pages else context.new_page()

    def put_back(self) -> None:
        """Clear what was taken; what cannot be cleared is thrown away."""
        for seat in self.seats:
            if not cleared(seat):
                self.thrown.append(seat.page.context)
        for name, context in self.taken.items():
            if context not in self.thrown:
                self.kept[name] = context
        self.close(self.thrown)
        self.taken, self.thrown, self.seats = {}, [], []

    def close(self, contexts: list[BrowserContext] | None = None) -> None:
        """Close profiles: all that are kept, if no others are meant."""
        for context in list(self.kept.values()) if contexts is None else contexts:
            context.close()


def cleared(seat: Seat) -> bool:
    """Leave the page, and forget what the browser holds of it.

    Where it is left for lies in the same place, so that the browser need not begin again.
    """
    page = seat.page
    try:
        if page.is_closed():
            return True
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(-10, -10)
        page.goto(seat.url + ASIDE)
        page.evaluate("localStorage.clear()")
        seat.cdp.send("Storage.clearDataForOrigin", {"origin": seat.url, "storageTypes": STORES})
        seat.cdp.detach()
        if page != page.context.pages[0]:
            page.close()
    except Error:
        return False
    return True
