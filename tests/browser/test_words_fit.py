"""Words that are longer than the English ones stay inside their buttons, on the narrowest phones."""

import pytest
from organiser import NAMES, Organiser
from playing import conquian, play_until, practise, practise_until
from playwright.sync_api import Page, expect
from seat import in_menu, sign_in

pytestmark = pytest.mark.browser
# Each button of the table whose text is wider than itself.
TOO_WIDE = """() => [...document.querySelectorAll('gin-table .gt-verb')]
    .filter((verb) => verb.offsetParent && verb.scrollWidth > verb.clientWidth)
    .map((verb) => verb.textContent.trim())"""

# What is wider than the dialog it stands in, or than its own column.
OVER_THE_EDGE = """() => {
    const dialog = document.querySelector('dialog[open]'), edge = dialog.getBoundingClientRect().right;
    return [...dialog.querySelectorAll('select, dt, dd, label')].filter((one) => one.scrollWidth > one.clientWidth
        && one.localName !== 'select' && getComputedStyle(one).display !== 'inline'
        || one.getBoundingClientRect().right > edge - 8).map((one) => one.textContent.trim()); }"""

# The choices in a row of which something is cut.
CUT_CHOICES = """() => [...document.querySelectorAll('.segments')]
    .filter((row) => row.offsetParent && row.scrollWidth > row.clientWidth + 1).map((row) => row.textContent.trim())"""

# The words of names that are broken in two.
BROKEN_NAMES = """() => [...document.querySelectorAll('td.lead bdi')].flatMap((name) => {
    const line = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
    return [...line.data.matchAll(/\\S+/g)].filter((word) => {
        range.setStart(line, word.index); range.setEnd(line, word.index + word[0].length);
        return range.getClientRects().length > 1; }).map((word) => word[0]); })"""

# How many rows the steps of the evening take.
ROWS_OF_STEPS = "() => new Set([...document.querySelectorAll('.stepper li')].map((one) => one.offsetTop)).size"

# By how much the page is too wide, once all has been drawn in its new size.
SIDEWAYS = """() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(
    () => tell(document.documentElement.scrollWidth - innerWidth))))"""


def fit(page: Page) -> None:
    """Nothing sticks out of a button, and nothing is to be scrolled sideways, at 390 and at 320 pixels."""
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(TOO_WIDE) == [], f"{width} px"
        assert page.evaluate(SIDEWAYS) <= 0, f"{width} px"


def test_the_words_of_settings_and_keys(visit) -> None:
    page = visit(390, 844, language="es-ES")
    practise(page, "gin-rummy-com")
    for name in ("Ajustes", "Teclas"):
        in_menu(page, name)
        expect(page.locator("dialog[open]")).to_be_visible()
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(OVER_THE_EDGE) == [], f"{name}, {width} px"
        page.keyboard.press("Escape")


def test_the_words_of_conquian(visit) -> None:
    page = visit(390, 844, language="es-ES")
    practise_until(
        page, "conquian-bicycle", conquian, lambda one: one.verb("r").filter(has_text="Rechazar").count() > 0
    )
    fit(page)


def test_the_words_of_a_deal_looked_back_on(visit) -> None:
    page = visit(390, 844, language="es-ES")
    player = practise(page, "gin-rummy-com")
    play_until(player, player.table.locator(".gt-result"))
    page.get_by_role("link", name="Repasar", exact=True).click()
    expect(page.locator("#gr-panel").get_by_role("button", name="Reproducir")).to_be_visible()
    fit(page)


def test_the_words_of_a_choice_of_few(visit) -> None:
    page = visit(390, 844, language="es-ES")
    for path in ("/play/friend/", "/tables/new/"):
        page.goto(path)
        for width in (320, 390, 844, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(CUT_CHOICES) == [], f"{path}, {width} px"


def test_the_words_of_an_evening(visit, site, shoot) -> None:
    """Of nine steps one has words on a phone; a long offer in one row does not break the names of all."""
    page = visit(1280, 800)
    walk = Organiser(page, shoot, "words")
    sign_in(page, site)
    slug = walk.new_tournament("Words", "swiss_cut", rounds="5")
    walk.type_names(*NAMES[:-1], "Margaret Castañedas")
    walk.check_in(8)
    expect(page.locator("#trail li")).to_have_count(9)
    walk.publish(1)
    page.goto(f"/o/{slug}/entries/")
    page.locator("#id_text").fill("Gustav Late")
    page.locator("#id_text").press("Enter")
    expect(page.get_by_text("plays from round 2")).to_be_visible()
    page.get_by_role("button", name="Español").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/o/{slug}/")
    expect(page.get_by_role("button", name="Dar medio punto")).to_be_visible()
    walk.look("tonight-es")
    assert page.evaluate(BROKEN_NAMES) == []
    assert page.evaluate(ROWS_OF_STEPS) == 1
