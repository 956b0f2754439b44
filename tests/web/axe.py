"""What axe says of a page."""

from axe_playwright_python.sync_playwright import Axe

from tests.web.seat import Seat

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
SCRIPT = Axe().axe_script
LOOK = """
async (rules) => (await axe.run(document, rules)).violations.map(
  ({ id, help, nodes }) => [id, help, nodes.map((node) => [node.html, node.failureSummary])])
"""


def check(seat: Seat) -> None:
    """Let axe look at the screen as it is; it is brought to each document once."""
    if not seat.page.evaluate("'axe' in window"):
        seat.page.evaluate(SCRIPT)
    assert seat.page.evaluate(LOOK, RULES) == []
