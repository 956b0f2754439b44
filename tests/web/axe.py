"""What axe says of a page."""

from axe_playwright_python.sync_playwright import Axe

from tests.web.seat import Seat

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}


def check(seat: Seat) -> None:
    """Let axe look at the screen as it is."""
    found = Axe().run(seat.page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
