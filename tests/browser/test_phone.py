"""A phone in the hand: all cards and buttons fit on the screen, without scrolling."""

from time import monotonic

import pytest
from playing import PAUSE_MS, colonel, conquian, gin, play_until, practise, practise_until, table_of_two
from playwright.sync_api import Page, Route, expect
from seat import ENABLED, Person, sign_in_as

pytestmark = pytest.mark.browser

WITH_ITS_BARS = 664  # what a browser leaves of a phone's 844 px
PATIENCE_S = 120

# Where the hand and the verbs stand on the page while they are there; null where one of them is not.
PLACES = """() => {
    const found = ['.gt-cards', '.gt-verb[data-key]'].map((css) => document.querySelector(`gin-table ${css}`));
    const places = found.map((one) => one?.getBoundingClientRect());
    return places.every((box) => box?.height) ? places.map((box, at) => box.top + (at ? 0 : scrollY)) : null; }"""

# Whether the laws offer something to say, and where the hand stands then; null while they tell of an irregularity.
OFFERED = """() => {
    const hand = document.querySelector('gin-table .gt-cards'), laws = document.querySelector('gin-table .gt-law');
    return hand && laws && !laws.querySelector('p:not(.cluster)')
        ? [laws.querySelector('[data-law]') !== null, hand.getBoundingClientRect().top + scrollY] : null; }"""

# What can be pressed in the table and is lower than a finger is wide.
SMALL = """() => [...document.querySelectorAll('gin-table :is(button, .button, select)')]
    .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
    .map((one) => one.textContent.trim())"""

# What of this is covered where its middle stands.
COVERED = """(css) => [...document.querySelectorAll(`gin-table ${css}`)].filter((one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !one.contains(top); }).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize(
    ("rules", "height"), [("gin-rummy-com", WITH_ITS_BARS), ("colonel-challenge", 844), ("conquian-bicycle", 844)]
)
def test_a_hand_stands_whole_over_the_action_bar(visit, shoot, site, rules: str, height: int) -> None:
    table = table_of_two(site, rules, key=f"phone-{rules}", options={}, settings={"shuffle": "server"})
    page = visit(390, height)
    sign_in_as(page, f"Ann-phone-{rules}", "seven of hearts")
    page.goto(f"/tables/{table}/")
    person = Person(page)
    expect(person.table.locator(".gt-card").first).to_be_visible()
    shoot(page, f"phone-{rules}-{height}")
    lowest = max(
        card.bounding_box()["y"] + card.bounding_box()["height"] for card in person.table.locator(".gt-card svg").all()
    )
    assert page.evaluate("scrollY") == 0
    assert lowest <= person.table.locator(".gt-act").bounding_box()["y"]


@pytest.mark.parametrize(
    ("language", "height"),
    [
        ("es-ES", 844),
        pytest.param("en-US", 844, marks=pytest.mark.marathon),
        pytest.param("en-US", WITH_ITS_BARS, marks=pytest.mark.marathon),
    ],
)
def test_hand_and_verbs_stand_still_through_a_deal(visit, language: str, height: int) -> None:
    page = visit(390, height, language=language)
    player, until = practise(page, "gin-rummy-com"), monotonic() + PATIENCE_S
    places: list[tuple[float, float]] = []
    while not (look := player.look()).waits:
        assert monotonic() < until, player.table.inner_text()
        if place := page.evaluate(PLACES):
            places.append(place)
        if not gin(player, look):
            page.wait_for_timeout(PAUSE_MS)
    for tops in zip(*places, strict=True):  # letters of another font may lift a line by a part of a pixel
        assert max(tops) - min(tops) < 1, places


@pytest.mark.parametrize("height", [pytest.param(844, marks=pytest.mark.marathon), WITH_ITS_BARS])
def test_the_next_deal_is_asked_for_without_a_scroll(visit, height: int) -> None:
    page = visit(390, height)
    player = practise(page, "gin-rummy-com")
    play_until(player, player.table.locator(".gt-result"))
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_role("button", name="Next deal")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, ".gt-next .button") == []


def test_what_is_pressed_at_a_table_is_as_high_as_a_finger(visit) -> None:
    page = visit(390, 844)
    player = practise(page, "gin-rummy-com")
    expect(player.table.locator(".gt-card").first).to_be_visible()
    assert page.evaluate(SMALL) == []
    play_until(player, player.table.locator(".gt-result"))
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 650)])
def test_hand_deadwood_and_order_lie_over_the_verbs_on_a_desk(visit, width: int, height: int) -> None:
    page: Page = visit(width, height)
    player = practise(page, "gin-rummy-com")
    expect(player.table.locator(".gt-card").first).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(COVERED, ":is(.gt-card, .gt-deadwood, .gt-sort button:not([hidden]))") == []


# How far down reach what is named elsewhere, the hand, where that ends or the verbs begin (whichever keeps them apart:
# above each other, or side by side on a phone on its side), and the verbs; null until all are there and at rest: cards
# that are being dealt are on their way to the hand, and on a busy machine they may stand still between two looks.
REACH = """(elsewhere) => {
    const measure = () => {
        const found = (css) => css ? [...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect())
            .filter((box) => box.height) : [];
        const cards = found('gin-table .gt-cards .gt-card svg'), verbs = found('gin-table .gt-bar .gt-verb');
        const others = found(elsewhere);
        if (!cards.length || !verbs.length || (elsewhere && !others.length)) return null;
        const lowest = (boxes) => Math.max(...boxes.map((box) => box.bottom), 0);
        const beside = Math.max(...cards.map((box) => box.right)) <= Math.min(...verbs.map((box) => box.left));
        return [lowest(others), lowest(cards), beside ? innerHeight : Math.min(...verbs.map((box) => box.top)),
            lowest(verbs)]; };
    const flies = (one) => one.playState === 'running' && one.effect?.target?.closest?.('.gt-card');
    if (document.getAnimations().some(flies)) return null;
    const [before, now] = [window.reach, measure()];
    window.reach = now;
    return now && String(before) === String(now) ? now : null; }"""


@pytest.mark.parametrize(
    ("rules", "laws", "elsewhere"),
    [
        ("gin-rummy-com", "table_laws", None),
        ("conquian-bicycle", "strict", None),
        ("partnership", "strict", ".gs-boards, .gs-board"),
        ("cutthroat", "strict", ".gs-queue"),
    ],
    ids=["laws", "conquian", "partnership", "cutthroat"],
)
def test_hand_and_verbs_are_in_sight_on_every_screen(visit, shoot, rules: str, laws: str, elsewhere: str) -> None:
    page: Page = visit(1280, 800)
    practise(page, rules, laws=laws)
    for width, height in ((1280, 800), (844, 390), (640, 360), (320, 568), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        reach = page.wait_for_function(REACH, arg=elsewhere, polling=200, timeout=PATIENCE_S * 1000).json_value()
        others, hand, verbs, end = reach
        assert page.evaluate("scrollY") == 0
        assert hand <= verbs + 1, (width, height, hand, verbs)
        assert end <= height, (width, height, end)
        assert others <= hand, f"who plays elsewhere or waits is named above the hand: {reach}"
        shoot(page, f"in-sight-{rules}-{width}")


def test_a_partner_at_another_board_is_named_as_such(visit) -> None:
    page: Page = visit(390, 844)
    practise(page, "partnership")
    chip = page.locator(".gs-boards .chip", has_text="partner")
    expect(chip).to_be_visible()
    partner = chip.locator("xpath=preceding-sibling::strong[1]").inner_text()
    expect(page.locator(".gt-sheet thead th", has_text="You")).to_contain_text(partner)


# Every place where the felt has begun, from its first drawing on.
BEGINS = """window.begins = []; const look = () => {
    const felt = document.querySelector('gin-table .felt'), top = felt && felt.getBoundingClientRect().top + scrollY;
    if (felt && begins.at(-1) !== top) begins.push(top);
    requestAnimationFrame(look);
}; requestAnimationFrame(look);"""


def late(route: Route) -> None:
    """This file comes once the table has been drawn."""
    expect(route.request.frame.locator("gin-table .felt")).to_be_visible()
    route.continue_()


def test_talk_moves_no_table(visit, site) -> None:
    table = table_of_two(site, "gin-rummy-com", key="talk", options={}, settings={"shuffle": "server"})
    pages = ann, ben = visit(390, 844), visit(1280, 800)
    ann.add_init_script(BEGINS)
    ann.route("**/dist/chat-door*", late)
    for page, name in zip(pages, ("Ann", "Ben"), strict=True):
        sign_in_as(page, f"{name}-talk", "seven of hearts")
        page.goto(f"/tables/{table}/")
    ben.get_by_role("button", name="Talk").click()
    ben.get_by_role("button", name="Good luck!").click()
    expect(ann.get_by_role("button", name="Talk, 1 new")).to_be_visible()
    bubble = ann.locator(".gt-bubble")
    expect(bubble).to_have_text("Good luck!")
    expect(bubble).to_have_attribute("aria-hidden", "true")
    expect(ben.locator(".gt-bubble")).to_have_text("Good luck!")
    expect(bubble).to_have_count(0)
    assert len(ann.evaluate("begins")) == 1


@pytest.mark.parametrize(("rules", "play"), [("colonel-ball", colonel), ("conquian-bicycle", conquian)])
def test_the_hand_lies_over_the_verbs_on_a_desk_with_melds_on_the_table(visit, rules: str, play) -> None:
    def has_melds(player: Person) -> bool:
        here = player.table.page
        in_play = here.locator(f".gt-verb{ENABLED}").count() and not here.locator("dialog[open]").count()
        return bool(in_play) and here.locator(".gt-table .gt-meld").count() > 1

    page: Page = visit(1280, 800)
    practise_until(page, rules, play, has_melds)
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(COVERED, ".gt-card") == []


def test_by_keys_the_next_deal_is_what_comes_next(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    player.table.locator(".gt-cards [tabindex='0']").focus()
    play_until(player, player.table.locator(".gt-result"))
    expect(page.get_by_role("button", name="Next deal")).to_be_focused()


def test_what_the_laws_let_one_say_moves_no_hand(visit) -> None:
    page: Page = visit(390, 844)
    player, until = practise(page, "gin-rummy-com", laws="table_laws"), monotonic() + PATIENCE_S
    tops: dict[bool, float] = {}
    while len(tops) < 2:
        assert monotonic() < until, player.table.inner_text()
        if found := page.evaluate(OFFERED):
            tops.setdefault(*found)
        if not gin(player, player.look()):
            page.wait_for_timeout(PAUSE_MS)
    assert tops[True] == pytest.approx(tops[False], abs=0.1)


def test_the_menu_of_a_phone_opens_without_a_script(browser, site):
    with browser.new_context(
        base_url=site.url, viewport={"width": 390, "height": 844}, java_script_enabled=False
    ) as on:
        page = on.new_page()
        page.goto("/")
        places = page.get_by_role("navigation", name="Main")
        expect(places).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        places.get_by_role("link", name="Clubs").click()
        page.wait_for_url("**/clubs/")
        expect(places).to_be_hidden()
