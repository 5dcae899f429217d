"""A deal that is just over is replayed at its table while the next one goes on: from the card of its result, from a row
of the score sheet, after a reload, in a narrow window, in Spanish."""

import re
from time import monotonic

import pytest
from conftest import ARTIFACTS, complaints
from playing import PAUSE_MS, conquian, play_until
from playwright.sync_api import Locator, Page, expect
from seat import Person, sign_in

pytestmark = pytest.mark.browser
PATIENCE = 30_000  # ms: the next deal comes by itself after twelve seconds
NARROW = "document.documentElement.scrollWidth <= innerWidth"
# Every card of both hands lies inside of its seat.
INSIDE = """panel => [...panel.querySelectorAll('.gr-seat')].every((seat) => [...seat.querySelectorAll('svg')]
    .every((card) => card.getBoundingClientRect().right <= seat.getBoundingClientRect().right))"""
# The buttons of the steps stand side by side, over the whole width of the felt.
A_ROW = """panel => { const bar = panel.querySelector('.gr-buttons'), felt = panel.querySelector('.felt');
    const tops = [...bar.children].map((one) => one.getBoundingClientRect().top);
    return new Set(tops).size === 1 && bar.clientWidth > felt.clientWidth * .9; }"""
HELD = "panel => panel.scrollWidth <= panel.clientWidth && panel.contains(document.activeElement)"


def panel_of(page: Page) -> Locator:
    """The panel of a deal over the table."""
    return page.locator("#gr-panel")


def where(page: Page) -> tuple[int, int]:
    """At which step of how many the panel stands."""
    said = panel_of(page).get_by_text(re.compile(r"^(Step|Paso) \d+")).inner_text()
    at, count = re.findall(r"\d+", said)
    return int(at), int(count)


def test_a_deal_is_looked_back_on_while_the_next_one_goes_on(visit, site, shoot, axe):
    page = visit(390, 844, "dark")
    sign_in(page, site)
    page.goto("/tables/new/?rules=gin-rummy-com")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").click()
    person = Person(page)
    play_until(person, page.locator(".gt-result"))
    shoot(page, "replay-390-dark-card")
    page.locator(".gt-next").get_by_role("link", name="Step through").click()
    panel = panel_of(page)
    expect(panel).to_be_visible()
    expect(panel.locator(".gt-last")).to_have_text(re.compile(r"^Deal 1\. .* is up\."))
    steps_by_keys_and_buttons(page)
    found = fits_everywhere(page, axe)
    hears_the_next_deal(page)
    found += complaints(page, axe)
    assert not found
    comes_back(page, person)
    is_there_after_a_reload(page, shoot)


def steps_by_keys_and_buttons(page: Page) -> None:
    """Start, back, forward, end by keys; play and pause; the other's hand is backs until a showdown lays it open."""
    panel = panel_of(page)
    last = where(page)[1]
    assert where(page) == (1, last)
    house = panel.locator(".gr-seat").first
    expect(house.get_by_role("img", name="10 cards")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert where(page)[0] == 3
    page.keyboard.press("ArrowLeft")
    assert where(page)[0] == 2
    panel.get_by_role("button", name="Step on").click()
    page.keyboard.press("End")
    assert where(page)[0] == last
    expect(panel.locator(".gt-result")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("p")
    expect(panel.get_by_role("button", name="Pause")).to_be_visible()
    expect(panel.locator(".gt-last")).to_have_attribute("aria-live", "off")
    expect(panel.get_by_text(re.compile(r"^Step [2-9] of"))).to_be_visible()
    page.keyboard.press("p")
    expect(panel.get_by_role("button", name="Play")).to_be_visible()


def fits_everywhere(page: Page, axe: str) -> list[str]:
    """No sideways scroll down to 320 px and at 400 %, in either scheme; nothing moves where nobody wants it. What axe
    says against the panel."""
    found = []
    panel = panel_of(page)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    for width, height, scheme in ((320, 640, "light"), (320, 256, "dark"), (1280, 800, "light"), (390, 844, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.keyboard.press("End")
        assert panel.evaluate(HELD), f"{width} px"
        assert page.evaluate(NARROW)
        page.screenshot(path=ARTIFACTS / f"replay-{width}-{height}-{scheme}.png")
        found += complaints(page, axe)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.keyboard.press("Home")
        assert panel.evaluate(A_ROW), f"{width} px"
        for _ in range(where(page)[1]):
            assert panel.evaluate(INSIDE), f"{width} px, step {where(page)[0]}"
            page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0
    return found


def hears_the_next_deal(page: Page) -> None:
    """The next deal comes meanwhile; when it is one's turn the panel says so, and what happens is told in it."""
    panel = panel_of(page)
    turn = panel.get_by_role("alert")
    expect(turn).to_contain_text("Your turn", timeout=PATIENCE)
    expect(panel.locator("> [aria-live=polite]")).not_to_be_empty()
    page.keyboard.press("End")
    expect(panel.locator(".gt-sum")).to_be_visible()
    expect(panel.locator("a:not(.rule)")).to_have_count(0)  # the sum names its rules, nothing leads away
    page.screenshot(path=ARTIFACTS / "replay-390-dark-turn.png")


def comes_back(page: Page, person: Person) -> None:
    """Esc closes it, the focus is at the table, and the next deal is played on."""
    page.keyboard.press("Escape")
    expect(panel_of(page)).to_have_count(0)
    assert page.evaluate("document.querySelector('gin-table').contains(document.activeElement)")
    hand = person.hand()
    score = page.locator(".gt-opens").first  # on a phone the scores are a sheet
    score.click()
    page.get_by_role("link", name="Deal 1: step through").click()
    expect(panel_of(page).get_by_role("heading", name="Deal 1")).to_be_visible()
    panel_of(page).get_by_role("button", name="To the table").click()
    assert page.evaluate("document.querySelector('gin-table').contains(document.activeElement)")
    assert person.hand() == hand


def is_there_after_a_reload(page: Page, shoot) -> None:
    """The server tells it again, at an address of its own too; and in Spanish."""
    page.reload()
    page.locator(".gt-opens").first.click()
    row = page.get_by_role("link", name="Deal 1: step through")
    address, table = row.get_attribute("href"), page.url
    row.click()
    expect(panel_of(page)).to_be_visible()
    panel_of(page).get_by_role("button", name="Close").click()
    page.goto("/rules/")
    page.get_by_role("button", name="Español").click()
    page.goto(table)
    page.locator(".gt-opens").first.click()
    page.get_by_role("link", name="Mano 1: repasar").click()
    expect(panel_of(page).get_by_role("heading", name="Mano 1")).to_be_visible()
    assert where(page)[0] == 1
    page.goto(str(address))
    expect(page.get_by_text("Tal como la viste desde tu sitio")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator(".gr-steps li").first).to_contain_text("Reparte")
    shoot(page, "replay-390-dark-page")
    page.locator('[data-step="2"] a').click()
    expect(page.locator("[data-step][aria-current=step]")).to_have_attribute("data-step", "2")


def test_in_conquian_the_open_card_is_on_offer_and_no_discard(visit, site) -> None:
    page = visit(390, 844)
    sign_in(page, site)
    page.goto("/tables/new/?game=conquian")
    page.locator(".chips").get_by_role("link", name="Conquian (Bicycle)").click()
    expect(page.locator(".chips [aria-current]")).to_have_text("Conquian (Bicycle)")
    page.get_by_text("Set it up yourself").click()
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").click()
    person, until = Person(page), monotonic() + 240
    while not (look := person.look()).is_over:
        assert monotonic() < until, person.table.inner_text()
        if not conquian(person, look):
            page.wait_for_timeout(PAUSE_MS)
    page.get_by_role("link", name="Step through").click()
    centre = page.locator("gin-replay .gt-centre")
    expect(centre).to_contain_text("On offer")
    expect(centre).not_to_contain_text("Discards")
    expect(centre.get_by_role("img").last).to_have_accessible_name(re.compile("^(On offer: |no card on offer)"))
