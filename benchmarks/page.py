"""Measure the page in a real browser: frames, taps, size, and how soon it can be played.

The throttled figures are taken with the page's main thread slowed down four times,
which is roughly a cheap phone.
"""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.house import House
from tests.web.conftest import FLAGS, browser_path
from tests.web.seat import PHONE, Seat

Row = tuple[str, str, str]

STARTS = 7
RUNS = 3
TAPS = 30
THROTTLE = 4
LINK = "/boom?seed=7&level=1"

FALLING = """
async (base) => {
  const { Board } = await import(base + '/js/board.mjs');
  const { begin, ripple } = await import(base + '/js/motion.mjs');
  const board = new Board(10, 5, 'Measured');
  const stage = document.querySelector('.field');
  stage.replaceChildren(board.el);
  board.fit(320, 620);
  board.show(Array.from({length: 10}, (_, row) => Array.from({length: 5}, (_, column) =>
    '23456789TJQKA'[(5 * row + column) % 13] + 'cdhs'[(row + column) % 4])));
  await new Promise((done) => setTimeout(done, 300));
  const times = [];
  let going = true;
  const tick = (time) => { times.push(time); if (going) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  begin();
  for (let step = 0; step < 12; step++) {
    const gone = Array.from({length: 10}, (_, i) => 25 + 5 * (i % 5) + (i * 3 + step) % 5)
      .filter((cell, i, all) => all.indexOf(cell) === i);
    await Promise.all(gone.map((cell) => board.vanish(cell)));
    const falls = [];
    const spawns = [];
    for (let column = 0; column < 5; column++) {
      let free = 9;
      for (let row = 9; row >= 0; row--) {
        if (!board.cards[5 * row + column]) continue;
        if (row !== free) falls.push({from: [row, column], to: [free, column]});
        free--;
      }
      for (; free >= 0; free--) spawns.push([5 * free + column, free + 1]);
    }
    const falling = board.fall(falls);
    await Promise.all([
      falling, ripple(spawns.map(([cell, rows]) => () => board.spawn(cell, 'Ah', rows)))]);
    if (step % 4 === 3) {
      const cards = [...board.cards];
      cards.forEach((el, cell) => { board.cards[(cell * 7 + 3) % 50] = el; });
      await ripple(cards.map((el, cell) => () => board.glide(el, cell, (cell * 7 + 3) % 50, 460)));
    }
  }
  going = false;
  return times.slice(1).map((time, i) => time - times[i]);
}
"""

WATCH = """
() => {
  window.taps = [];
  let lifted = 0;
  addEventListener('pointerup', (event) => { lifted = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (!lifted) return;
    const start = lifted;
    lifted = 0;
    requestAnimationFrame(() => requestAnimationFrame((time) => window.taps.push(time - start)));
  }).observe(document.querySelector('.cells'), {attributes: true, subtree: true});
}
"""


def rows(folder: Path) -> list[Row]:
    """Return the figures of the page: what, figure, aim."""
    with House(folder) as house, browsing() as browser:
        runs = [frames(browser, house.url) for _ in range(RUNS)]
        taps = tap_times(browser, house.url)
        size = max(page_bytes(browser, house.url, game) for game in ("boom", "grid", "crush"))
        cold = [ready_time(browser, house.url) for _ in range(STARTS)]
        slow = [ready_time(browser, house.url, THROTTLE) for _ in range(STARTS)]
    longest = statistics.median(map(max, runs))
    rate = 1000 / statistics.median(chain.from_iterable(runs))
    return [
        ("frames a second at 4× throttle, 50 cards falling and shuffled, median", f"{rate:.1f}",
         "58 or more"),
        (f"the longest frame of a run, median of {RUNS}", f"{longest:.0f} ms",
         "50 ms or less"),
        ("tap to the first change on screen at 4× throttle, median",
         f"{statistics.median(taps):.0f} ms", "100 ms or less"),
        ("the page of one game, compressed", f"{size / 1000:.0f} KB", "150 KB or less"),
        ("cold start to a playable board, median", f"{statistics.median(cold):.0f} ms",
         "1,000 ms or less"),
        ("the same at 4× throttle", f"{statistics.median(slow):.0f} ms", ""),
    ]  # fmt: skip


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), headless=True, args=FLAGS
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def phone(browser: Browser, throttle: int = 1) -> Iterator[Page]:
    """Open an empty page of a phone's size, slowed down."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    slow: Any = context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    try:
        yield page
    finally:
        context.close()


def frames(browser: Browser, url: str) -> list[float]:
    """Return the times between frames, in ms, while cards fall and are shuffled."""
    with phone(browser, THROTTLE) as page:
        Seat(page, url).open(LINK)
        base = page.locator("script[type=module]").get_attribute("src") or ""
        found: list[float] = page.evaluate(FALLING, base.removesuffix("/js/main.mjs"))
        return found


def tap_times(browser: Browser, url: str) -> list[float]:
    """Return how long after a tap its card is seen to be chosen, in ms."""
    with phone(browser, THROTTLE) as page:
        seat = Seat(page, url).open(LINK)
        page.evaluate(WATCH)
        for tap in range(TAPS):
            seat.tap((tap % 10, 2 * (tap % 3)))
            page.wait_for_function("count => window.taps.length > count", arg=tap)
        times: list[float] = page.evaluate("window.taps")
        return times


def page_bytes(browser: Browser, url: str, game: str) -> int:
    """Return how many bytes of the page cross the wire, all files and the page itself."""
    with phone(browser) as page:
        Seat(page, url).open(f"/{game}")
        total: int = page.evaluate(
            "() => [...performance.getEntriesByType('navigation'),"
            " ...performance.getEntriesByType('resource')]"
            ".filter((entry) => !entry.name.includes('/api/'))"
            ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
        )
        return total


def ready_time(browser: Browser, url: str, throttle: int = 1) -> float:
    """Return how soon after it is asked for a page can be played, in ms."""
    with phone(browser, throttle) as page:
        Seat(page, url).open(LINK)
        time: float = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
        return time


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        for row in rows(Path(place)):
            print(*row, sep=" | ")
