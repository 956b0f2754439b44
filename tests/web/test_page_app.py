"""The page is an app: it can be installed, and opens without the server."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.house import House
from tests.web.conftest import FLAGS, Complaints, Sit, browser_path


def test_the_page_can_be_installed(
    chromium: Browser, house: House, tmp_path: Path, complaints: Complaints
) -> None:
    context = chromium.browser_type.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=browser_path(), args=FLAGS, headless=True
    )
    try:
        page = context.new_page()
        complaints.listen(page)
        page.goto(house.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        cdp = context.new_cdp_session(page)
        found = cdp.send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []
    finally:
        context.close()


def test_the_page_opens_without_the_server(
    sit: Sit, own_house: House, complaints: Complaints
) -> None:
    complaints.excuse("net::ERR_")
    seat = sit("/", url=own_house.url, installs=True)
    seat.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    own_house.kill()
    seat.open("/")
    expect(seat.page.get_by_role("link", name=re.compile("Poker Grid"))).to_be_visible()
    seat.page.goto(own_house.url + "/crush")
    expect(seat.page.get_by_role("alert")).to_contain_text("The server is away")
    own_house.start()
    expect(seat.page.locator(".banner")).to_be_hidden(timeout=60_000)
    seat.ready()
    assert seat.kept("crush")["view"]["outcome"] == "playing"
