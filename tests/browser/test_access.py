"""Everybody can use the site: axe finds nothing wrong on any page in either scheme; a whole deal is played by keys
alone."""

import re
from time import monotonic

import pytest
from conftest import complaints
from organiser import NAMES, Organiser
from playing import PAUSE_MS, gin, play_until
from playwright.sync_api import Page, expect
from seat import Person, Typist, in_menu, sign_in

pytestmark = pytest.mark.browser
DEMO = "/t/tonights-demo/"
# The page of the API is Swagger's own.
PUBLIC = ("/", "/tournaments/", DEMO, f"{DEMO}entrants/", f"{DEMO}rounds/1/", f"{DEMO}rounds/1/why/",
          f"{DEMO}standings/", f"{DEMO}crosstable/", f"{DEMO}tables/", f"{DEMO}conditions/",
          "/ratings/", "/players/", "/players/?q=nobody",
          "/clubs/", "/clubs/the-undercut-club/", "/clubs/the-undercut-club/results/",
          "/clubs/the-undercut-club/about/", "/tables/new/", "/tables/new/?game=more", "/play/friend/", "/daily/",
          "/archive/",
          "/archive/?player=nobody", "/deals/", "/accounts/login/", "/accounts/signup/",
          "/accounts/password/reset/", "/nothing-here/", "/rules/", "/rules/oklahoma-full/",
          "/rules/rulebook/", "/privacy/", "/help/", "/help/playing/")  # fmt: skip
SIGNED = ("/", "/me/", "/tables/new/", "/play/friend/", "/clubs/new/", "/clubs/the-undercut-club/",
          "/clubs/the-undercut-club/board/", "/ratings/", "/accounts/email/", "/accounts/password/change/",
          "/accounts/logout/", "/accounts/sessions/", "/accounts/2fa/", "/accounts/2fa/totp/activate/",
          "/accounts/data/", "/accounts/data/leave/", "/o/", "/o/new/")  # fmt: skip
NIGHT = ("/o/{}/", "/o/{}/setup/", "/o/{}/entries/", "/o/{}/checkin/", "/o/{}/pairings/1/", "/t/{}/", "/t/{}/entrants/",
         "/t/{}/standings/", "/t/{}/rounds/1/", "/o/{}/special/", "/o/{}/print/", "/o/{}/export/",
         "/o/{}/screens/", "/o/{}/desk/", "/o/{}/equals/", "/o/{}/stages/", "/o/{}/checkin/poster/")  # fmt: skip
PLAYED = ("/o/{}/", "/t/{}/conditions/", "/o/{}/results/1/", "/o/{}/print/pack/?round=1",
          "/o/{}/print/standings/", "/t/{}/documents/",
          "/t/{}/standings/", "/t/{}/rounds/1/", "/t/{}/rounds/1/why/", "/t/{}/", "/o/{}/pairings/1/",
          "/o/{}/checkin/", "/o/{}/stages/", "/o/{}/times/")  # fmt: skip
BUTTONS = {
    "en-US": ("Accept all 3 lines", "Tick everybody", "Begin and pair round 1"),
    "es-ES": ("Aceptar las 3 líneas", "Marcar a todos", "Empezar y emparejar la ronda 1"),
}
ROSTER = "name,rating,email\nAna García,1540,ana@example.org\nBø Ørsted,,\nChen Wei,1480,\n"


def look(page: Page, paths: tuple[str, ...], axe: str) -> list[str]:
    """Visit the pages and gather what axe says, and what scrolls sideways."""
    found: list[str] = []
    for path in paths:
        page.goto(path)
        found += complaints(page, axe)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{path} scrolls sideways")
    return found


BOTH_LANGUAGES = pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [
        (320, "dark", "es-ES"),
        pytest.param(320, "light", "en-US", marks=pytest.mark.marathon),
        pytest.param(1280, "light", "es-ES", marks=pytest.mark.marathon),
        pytest.param(1280, "dark", "en-US", marks=pytest.mark.marathon),
    ],
)


@BOTH_LANGUAGES
def test_axe_finds_nothing_on_the_public_pages(visit, axe, width, scheme, language):
    page = visit(width, 800, scheme, language)
    assert not look(page, PUBLIC, axe)


@BOTH_LANGUAGES
def test_axe_finds_nothing_on_the_pages_of_an_organiser(visit, site, axe, width, scheme, language):
    accept, all_here, begin = BUTTONS[language]
    page = visit(width, 800, scheme, language)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, site)
    assert not look(page, SIGNED, axe)
    slug = f"axe-{width}-{language[:2]}"
    page.goto("/o/new/")
    page.locator("#id_name").fill(f"Axe {width} {language[:2]}")
    page.locator("[name=mode][value=in_person]").check()
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"**/o/{slug}/entries/")
    night = tuple(path.format(slug) for path in NIGHT)
    found = look(page, night, axe)
    page.goto(f"/o/{slug}/entries/")
    page.locator("#id_text").fill(ROSTER + "Bø Ørsted,,\n")
    expect(page.locator("#found .notice.error")).to_be_visible()
    found += complaints(page, axe)
    page.locator("#id_text").fill(ROSTER)
    expect(page.get_by_role("button", name=accept)).to_be_visible()
    found += complaints(page, axe)
    page.get_by_role("button", name=accept).click()
    page.goto(f"/o/{slug}/checkin/")
    page.get_by_role("button", name=all_here).click()
    page.get_by_role("button", name=begin).click()
    page.wait_for_url("**/pairings/1/")
    assert not found + look(page, (*night, f"/o/{slug}/results/1/"), axe)


@pytest.mark.parametrize(("template", "scheme"), [("double_elim", "dark"), ("team_swiss", "light")])
def test_axe_finds_nothing_on_the_pages_of_cups_and_teams(visit, site, shoot, axe, template, scheme):
    """The pages that only a bracket or boards have, while a round is played."""
    page = visit(390, 844, scheme)
    sign_in(page, site)
    walk = Organiser(page, shoot, f"axe-{template}")
    slug = walk.new_tournament(f"Axe {template}", template, **({"boards": "2"} if template == "team_swiss" else {}))
    teams = [f"{name}, , , {'Aces' if n < 2 else 'Bees'}" for n, name in enumerate(NAMES[:4])]
    walk.type_names(*(teams if template == "team_swiss" else NAMES[:4]), entries=2 if template == "team_swiss" else 4)
    walk.check_in(2 if template == "team_swiss" else 4)
    found = complaints(page, axe)
    walk.publish(1)
    paths = (*PLAYED, "/t/{}/bracket/" if template == "double_elim" else "/t/{}/crosstable/")
    assert not found + look(page, tuple(path.format(slug) for path in paths), axe)


def test_a_spectator_s_table_is_clean_in_spanish_and_english(visit, axe):
    """The table is Spanish in shell and island; the switch to English is kept."""
    page = visit(390, 844, "dark", language="es-ES")
    page.goto(f"{DEMO}tables/")
    page.get_by_role("link", name="Mirar").first.click()
    expect(page.locator("html[lang=es] gin-table .gt-last")).not_to_be_empty()
    page.locator(".gt-opens").first.click()  # on a phone the scores are a sheet
    expect(page.get_by_role("heading", name="Tanteo")).to_be_visible()
    found = complaints(page, axe)
    page.keyboard.press("Escape")
    table = page.url
    page.goto("/rules/")
    page.get_by_role("button", name="English").click()
    page.goto(table)
    page.locator(".gt-opens").first.click()
    expect(page.get_by_role("heading", name="Score")).to_be_visible()
    page.reload()
    expect(page.locator("html[lang=en] gin-table .gt-last")).not_to_be_empty()
    assert not found + complaints(page, axe)


# ---- keys alone


def test_a_whole_deal_is_played_by_keys_alone(visit, site, shoot):
    page = visit(390, 844, "dark")
    sign_in(page, site)
    page.goto("/tables/new/?rules=gin-rummy-com")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").press("Enter")
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}/"))
    person, result = Typist(page), page.locator(".gt-result")
    person.go_to(".skip")
    page.keyboard.press("Enter")
    expect(page.locator('.gt-cards [tabindex="0"]')).to_be_visible()
    person.go_to(".gt-cards")
    page.keyboard.press("?")
    expect(page.locator("#gt-keys")).to_be_visible()
    page.get_by_role("button", name="v: Leave the upcard").press("Enter")
    page.keyboard.press("e")
    expect(page.get_by_text("Set to e.")).to_be_visible()
    page.get_by_role("button", name="Reset to defaults").press("Enter")
    expect(page.get_by_role("button", name="v: Leave the upcard")).to_be_visible()
    page.keyboard.press("Escape")
    until = monotonic() + 240
    while not result.count():
        assert monotonic() < until, page.locator(".gt-status").inner_text()
        assert person.is_in("gin-table"), "the focus was lost"
        if not gin(person, person.look()):
            page.wait_for_timeout(PAUSE_MS)
    shoot(page, "deal-by-keys-390-dark")
    assert person.is_in("gin-table")
    if page.get_by_role("button", name="Next deal").count():
        person.go_on()
        expect(page.locator(".gt-card").first).to_be_visible()
        assert person.is_in("gin-table")


def test_a_played_table_is_clean_from_the_deal_to_the_result(visit, site, axe):
    page = visit(320, 640, "light")
    sign_in(page, site)
    page.goto("/tables/new/")
    page.get_by_text("Set it up yourself").click()
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").click()
    person = Person(page)
    play_until(person, page.locator(".felt:has(.gt-status.mine) .gt-card"))
    orders_the_hand(page)
    types_a_line(page)
    play_until(person, person.verb("d"))
    found = complaints(page, axe)
    in_menu(page, "Settings")
    found += complaints(page, axe)
    page.keyboard.press("Escape")
    play_until(person, page.locator(".gt-result"))
    found += complaints(page, axe)
    in_menu(page, "Keys")
    found += complaints(page, axe)
    assert not found
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def orders_the_hand(page: Page) -> None:
    """A card dragged into a gap stays there, Esc takes a drag back; a chosen card goes into a gap, Undo back."""
    cards = page.locator(".gt-card")
    before = [str(card.get_attribute("data-card")) for card in cards.all()]
    page.locator(".gt-cards").scroll_into_view_if_needed()
    for dropped in (False, True):
        start, aim = cards.nth(0).bounding_box(), cards.nth(3).bounding_box()
        assert start
        assert aim
        page.mouse.move(start["x"] + 12, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(aim["x"] + 4, aim["y"] + 20, steps=4)
        expect(page.locator("span.gt-gap")).to_be_visible()
        if not dropped:
            page.keyboard.press("Escape")
        page.mouse.up()
        expect(cards.nth(2 if dropped else 0)).to_have_attribute("data-card", before[0])
    page.reload()
    expect(cards.nth(2)).to_have_attribute("data-card", before[0])
    cards.nth(2).click()
    if page.locator(".gt-sort-open").is_visible():
        page.locator(".gt-sort-open").click()
    page.get_by_role("button", name="Move to").click()
    page.get_by_role("button", name="At the end").click()
    expect(cards.last).to_have_attribute("data-card", before[0])
    if page.locator(".gt-sort-open").is_visible():
        page.locator(".gt-sort-open").click()
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Escape")
    expect(cards.nth(2)).to_have_attribute("data-card", before[0])


def types_a_line(page: Page) -> None:
    """In doubt nothing is sent, and what was understood is answered; a reading word reads."""
    line, score = page.get_by_label("Type a move"), page.locator(".gt-opens").first
    if score.is_visible():  # on a phone the line stands in the sheet of the scores
        score.click()
    for said, answer in (("knock 7x", "Not understood: 7x"), ("score", "0"), ("big", "cannot be done now")):
        line.fill(said)
        line.press("Enter")
        expect(page.locator(".gt-said")).to_contain_text(answer)
    if score.is_visible():
        page.keyboard.press("Escape")


# What covers the middle of the element that has the focus, or what is outside the window; null where it can be seen.
COVERED = """() => {
    const focus = document.activeElement, box = focus.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2];
    const top = document.elementFromPoint(x, y);
    const isSeen = top && (focus.contains(top) || top.contains(focus));
    return isSeen ? null : `${focus.outerHTML.slice(0, 120)} at ${x}, ${y}`;
}"""


@pytest.mark.parametrize("rules", ["gin-rummy-com", "colonel-challenge", "conquian-bicycle", "battle-royal"])
def test_at_four_hundred_percent_everything_is_reached_and_seen(visit, site, rules):
    """A window of 1280 by 1024 at 400 % is 320 by 256: nothing scrolls sideways, nothing covers the focus, and of
    each card 48 px can be seen."""
    page = visit(320, 256, "dark")
    sign_in(page, site)
    page.goto(f"/tables/new/?rules={rules}")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").press("Enter")
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}/"))
    person = Typist(page)
    expect(person.table.locator(".gt-card").first).to_be_visible()
    first, second = (person.table.locator(".gt-card").nth(at).bounding_box() for at in (0, 1))
    assert first
    assert second
    assert second["x"] - first["x"] >= 48
    person.go_to("gin-table")
    seen, covered = set(), []
    for _ in range(60):
        covered += filter(None, [page.evaluate(COVERED)])
        seen.add(page.evaluate("document.activeElement.dataset.key ?? document.activeElement.className"))
        page.keyboard.press("Tab")
        if not person.is_in("gin-table"):
            break
    assert not covered
    assert {verb.get_attribute("data-key") for verb in person.table.locator(".gt-verb:not([data-off])").all()} <= seen
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_roles_of_members_can_be_read_in_the_dark(visit, site, axe):
    """The members of a club as its organiser sees them, with the menu of a row open."""
    page = visit(390, 844, "dark")
    sign_in(page, site)
    page.goto("/clubs/")
    page.locator("main .lines a[href^='/clubs/']").first.click()
    page.locator("nav.tabs").get_by_role("link", name="Members").click()
    page.get_by_role("button", name="More for Club organiser").click()
    expect(page.get_by_role("button", name=re.compile("^Make ")).first).to_be_visible()
    assert not complaints(page, axe)


ON_FELT = """() => {
  const felt = document.querySelector('.band, .ticket');
  for (const kind of ['muted', 'own-time', 'eyebrow', 'helptext', 'lede'])
    felt.firstElementChild.insertAdjacentHTML('beforeend', `<p class="${kind}">(Mon 04:00 your time)</p>`);
  felt.firstElementChild.insertAdjacentHTML('beforeend', '<p><small>(Mon 04:00 your time)</small></p>');
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const stops = getComputedStyle(felt).backgroundImage.match(/rgba?\\([^)]*\\)/g).map(light);
  return [...felt.querySelectorAll('p, p *')].filter((one) => !one.matches('.button, .actions, svg, svg *, .cards *'))
    // the line over a title stands at the left, far from the lightest stop
    .map((one) => [one, stops.slice(one.matches('.eyebrow') ? 1 : 0)])
    .map(([one, felts]) => [one.className || one.tagName, Math.min(...felts.map((stop) => {
      const ink = light(getComputedStyle(one).color);
      return Math.max(ink, stop) / Math.min(ink, stop);
    }))]).filter(([_name, contrast]) => contrast < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_soft_words_on_felt_can_be_read(visit, scheme):
    """axe does not look at words on a gradient: each kind of soft word is put on felt and measured at every stop."""
    page = visit(1280, 800, scheme)
    page.goto("/")
    assert page.evaluate(ON_FELT) == []
