"""Settings of the page take effect and stay."""

import json

from playwright.sync_api import expect

from tests.web.conftest import Sit
from tests.web.page_kit import GAME, Play
from tests.web.seat import DESKTOP

# -- settings -----------------------------------------------------------------


def test_settings_take_effect_and_stay(sit: Sit) -> None:
    seat = sit(GAME)
    page = seat.page
    heart = page.locator(".card[data-suit=h]").first
    diamond = page.locator(".card[data-suit=d]").first
    colour = "el => getComputedStyle(el).color"
    assert heart.evaluate(colour) != diamond.evaluate(colour)
    seat.button("Menu").click()
    seat.button("Settings").click()
    for label in ("Two colours", "Light", "Left hand", "Off"):
        page.get_by_label(label, exact=True).check()
    for label in ("Sound effects", "Confirm moves before they are played"):
        page.get_by_label(label).check()
    page.get_by_label("Vibration").uncheck()
    seat.press("Escape")
    for _ in range(2):
        assert heart.evaluate(colour) == diamond.evaluate(colour)
        html = page.locator("html")
        expect(html).to_have_attribute("data-theme", "light")
        expect(html).to_have_attribute("data-hand", "left")
        expect(html).to_have_attribute("data-motion", "off")
        undo, hint = (seat.button(name).bounding_box() for name in ("Undo", "Hint"))
        assert undo
        assert hint
        assert undo["x"] > hint["x"]
        seat.reload()
    kept = json.loads(page.evaluate("localStorage.getItem('cardhouse.settings')"))
    assert kept["sound"]
    assert kept["confirm"]
    assert not kept["haptics"]


def test_the_look_follows_the_system(sit: Sit) -> None:
    colours = set()
    for scheme in ("dark", "light"):
        seat = sit("/", color_scheme=scheme)
        colours.add(seat.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2


def test_nothing_is_heard_until_sound_is_switched_on(sit: Sit) -> None:
    spy = "window.AudioContext = class { constructor() { window.heard = true; throw Error(); } };"
    for sound in (False, True):
        seat = sit(settings={"sound": sound})
        seat.begin_with(spy)
        seat.open(GAME)
        Play(seat).move()
        assert seat.page.evaluate("Boolean(window.heard)") is sound


SLOW = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  return animate.call(this, frames, { ...how, duration: 1000 * how.duration });
};
"""
"""Let everything move so slowly that it comes to rest only when it is skipped."""


def test_animation_can_be_skipped_by_a_touch(sit: Sit) -> None:
    seat = sit(moving=True)
    seat.begin_with(SLOW)
    seat.open(GAME)
    play = Play(seat)
    play.move(wait=False)
    seat.page.wait_for_function("() => document.getAnimations().length > 0")
    seat.tap((9, 4))
    seat.page.wait_for_function(
        "() => document.getAnimations().filter(a => a.playState === 'running'"
        " && a.effect.target.matches('.card')).length === 0"
    )
    expect(seat.cell((9, 4))).to_have_attribute("aria-selected", "true")
    seat.expect_score(play.match.score)


# -- two things at once -------------------------------------------------------


def test_letters_as_keys_can_be_switched_off(sit: Sit) -> None:
    seat = sit(GAME, DESKTOP, settings={"keys": False})
    before = seat.said
    seat.go((0, 0))
    seat.press("h", "u", "?")
    expect(seat.page.get_by_role("dialog")).to_have_count(0)
    assert seat.said == before
