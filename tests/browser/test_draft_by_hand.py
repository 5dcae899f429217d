"""A draft changed by hand: two names are chosen, or one is dragged onto the other; the cost is said first."""

import re

import pytest
from conftest import complaints
from playing import in_shell
from playwright.sync_api import Locator, Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser

KINDS = {
    "two": {"variant": "gin-rummy-com", "template": "swiss", "players": 4, "rounds": 3},
    "three": {"variant": "cutthroat", "template": "pod_swiss", "players": 9, "rounds": 2},
}
OPEN = """
from django.utils import timezone
from clubs.models import Club
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
act = dict(by=None, now=timezone.now())
tournament = creating.create_tournament(
    club=Club.objects.order_by("pk").first(), name="{name}", variant="{variant}", template="{template}",
    rounds={rounds}, mode="in_person", settings=dict(automatic=False), **act,
)
lines = ["name", *(f"Player {{n}}" for n in range(1, {players} + 1))]
entering.import_entries(tournament=tournament, text="\\n".join(lines), dry_run=False, now=act["now"])
entering.check_in_all(tournament=tournament, **act)
stages.begin(tournament=tournament, **act)
stage = tournament.stages.get()
rnd = drafts.pair_round(stage=stage, **act)
editing.publish_round(rnd=rnd, **act)
rnd = running.start_round(rnd=rnd, now=act["now"])
for match in rnd.matches.all():
    recording.record_result(match=match, points=[120, 85, 40][:match.sides.count()], **act)
running.close_round(rnd=rnd, **act)
drafts.pair_round(stage=stage, **act)
print("slug", tournament.slug)
"""


SEEN = """() => [...document.querySelectorAll('.draft-lines [aria-pressed=true]')].every((pick) => {
    const box = pick.getBoundingClientRect();
    return pick.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
})"""


@pytest.fixture
def draft(visit, site):
    """The draft of round 2 of four players, of whom two have won; or of nine who sit at tables of three."""

    def opened(width: int, height: int, scheme: str, *, kind: str = "two", has_touch: bool = False) -> Page:
        said = in_shell(site, OPEN.format(name=f"Draft of {kind} {width}", **KINDS[kind]))
        page = visit(width, height, scheme, has_touch=has_touch)
        sign_in(page, site)
        page.goto(f"/o/{re.findall('^slug (.+)$', said, re.MULTILINE)[0]}/pairings/2/")
        return page

    return opened


def rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator(".draft-lines tbody tr").all_inner_texts()]


def names(page: Page) -> tuple[Locator, Locator]:
    """Somebody of the first table, and somebody of the second."""
    first, second = page.locator(".draft-lines tbody tr").all()[:2]
    return first.locator("button.pick").first, second.locator("button.pick").first


def middle(pick: Locator) -> tuple[float, float]:
    box = pick.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def keeps(page: Page, before: list[str]) -> None:
    """The cost stands there and wants a reason; then the change is kept."""
    bar = page.locator("#swap")
    expect(bar.get_by_text(re.compile("have met already|have different points")).first).to_be_visible()
    expect(bar.get_by_label("Reason")).to_be_focused()
    shown = rows(page)
    page.keyboard.type("Agreed on")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changed.")).to_be_visible()
    assert rows(page) != before
    assert rows(page) == shown, "in the order of seats that was shown"


@pytest.mark.parametrize(("kind", "at_one"), [("two", "are one pair already"), ("three", "It costs nothing")])
def test_two_names_are_clicked_and_undone_or_kept(draft, shoot, axe, kind, at_one) -> None:
    page = draft(1280, 800, "light", kind=kind)
    before, bar = rows(page), page.locator("#swap")
    for undo in (lambda: bar.get_by_role("button", name="Undo").click(), lambda: page.keyboard.press("Escape")):
        one, other = names(page)
        one.click()
        expect(one).to_have_attribute("aria-pressed", "true")
        expect(bar).to_contain_text("Now choose the other name.")
        other.click()
        expect(bar.get_by_role("button", name="Keep it")).to_be_visible()
        shoot(page, f"draft-swap-{kind}-1280")
        assert not complaints(page, axe)
        assert rows(page) != before, "the table shows it"
        assert page.evaluate(SEEN), "and nothing covers it"
        undo()
        expect(bar).to_be_empty()
        assert rows(page) == before
    picks = page.locator(".draft-lines button.pick")
    picks.nth(0).click()
    picks.nth(1).click()
    expect(bar).to_contain_text(at_one)
    assert not complaints(page, axe)
    bar.locator("[data-undo]").click()
    one, other = names(page)
    one.click()
    other.click()
    keeps(page, before)


def test_what_is_undone_before_its_cost_is_known_is_not_waited_for(draft) -> None:
    page = draft(1280, 800, "light")
    before, bar, held = rows(page), page.locator("#swap"), []
    page.route("**/check/?*", lambda route: held.append(route))
    one, other = names(page)
    one.click()
    with page.expect_request("**/check/?*"):
        other.click()
    assert rows(page) != before
    with page.expect_event("requestfailed", lambda request: "/check/" in request.url):
        page.keyboard.press("Escape")
    expect(bar).to_be_empty()
    assert rows(page) == before
    page.unroute("**/check/?*")
    one.click()
    other.click()
    keeps(page, before)


def test_a_name_is_dragged_onto_another(draft) -> None:
    page = draft(844, 600, "dark")
    before = rows(page)
    one, other = names(page)
    one.scroll_into_view_if_needed()
    page.mouse.move(*middle(one))
    page.mouse.down()
    page.mouse.move(*middle(other), steps=5)
    expect(page.locator(".pick.ghost")).to_be_visible()
    expect(other).to_have_class(re.compile("over"))
    page.mouse.up()
    expect(page.locator(".pick.ghost")).to_have_count(0)
    keeps(page, before)


@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_holds_a_name_and_drags_it(draft, shoot, axe, kind) -> None:
    page = draft(390, 844, "light", kind=kind, has_touch=True)
    before = rows(page)
    one, other = names(page)
    other.scroll_into_view_if_needed()
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, at: tuple[float, float] | None = None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end = middle(one), middle(other)
    touch("touchStart", start)
    expect(page.locator(".pick.ghost")).to_be_visible()
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")
    expect(page.locator("#swap").get_by_role("button", name="Keep it")).to_be_visible()
    shoot(page, f"draft-swap-{kind}-390")
    assert not complaints(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keeps(page, before)


@pytest.mark.parametrize("kind", KINDS)
def test_the_keyboard_does_all_of_it(draft, shoot, kind) -> None:
    page = draft(844, 390, "dark", kind=kind)
    before = rows(page)
    one, other = names(page)
    one.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#swap")).to_contain_text("Now choose the other name.")
    other.focus()
    page.keyboard.press("Space")
    expect(page.locator("#swap").get_by_role("button", name="Keep it")).to_be_visible()
    shoot(page, f"draft-swap-{kind}-844-dark")
    keeps(page, before)


FOOT = """() => { const one = document.querySelector('.in-sight').getBoundingClientRect();
    return [one.top, one.bottom, innerHeight]; }"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_what_becomes_of_a_long_draft_is_in_sight(visit, site, shoot, width: int, height: int) -> None:
    facts = KINDS["two"] | {"players": 40}
    said = in_shell(site, OPEN.format(name=f"Long draft {width}", **facts))
    page = visit(width, height)
    sign_in(page, site)
    page.goto(f"/o/{re.findall('^slug (.+)$', said, re.MULTILINE)[0]}/pairings/2/")

    def floats() -> None:
        page.evaluate("scrollTo(0, 0)")
        top, bottom, end = page.evaluate(FOOT)
        assert end - 90 < top < bottom <= end, (top, bottom, end)

    floats()
    shoot(page, f"draft-foot-{width}")
    page.locator("button.pick").first.click()
    expect(page.locator("#swap")).to_be_in_viewport()
    page.locator("button.pick").first.click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Publish and start").click()
    expect(page.get_by_role("link", name="To the results")).to_be_in_viewport()
    page.goto(page.url.replace("results", "pairings"))
    floats()
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    last = page.locator(".draft-lines tbody tr").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= page.evaluate(FOOT)[0]


LOWEST_SEEN = SEEN.replace("].every", "].slice(-1).every")


def test_in_a_low_window_both_names_and_what_they_cost_stay_in_sight(visit, site, shoot) -> None:
    """Before, the window jumped to the end of the list, where neither of the names was to be seen."""
    facts = KINDS["two"] | {"players": 40}
    said = in_shell(site, OPEN.format(name="Long draft 844", **facts))
    page = visit(844, 390)
    sign_in(page, site)
    page.goto(f"/o/{re.findall('^slug (.+)$', said, re.MULTILINE)[0]}/pairings/2/")
    bar = page.locator("#swap")
    picks = page.locator(".draft-lines button.pick")
    for one, other in ((0, 5), (0, 21)):  # without a cost, and with a reason
        picks.nth(one).click()
        expect(bar.get_by_text("Now choose the other name.")).to_be_in_viewport()
        picks.nth(other).click()
        expect(bar.get_by_role("heading")).to_be_in_viewport()
        shoot(page, f"draft-swap-low-{other}")
        lowest = page.locator(".draft-lines [aria-pressed=true]").last
        expect(lowest).to_be_in_viewport()
        assert page.evaluate(LOWEST_SEEN)
        bar.locator("[data-undo]").click()
