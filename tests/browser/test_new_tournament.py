"""A new tournament on its page, by the keyboard alone: a picture, a card, the order of the tie-breaks."""

import pytest
from conftest import complaints
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser


def order(page: Page) -> list[str]:
    return page.locator(".tie-order li strong").all_inner_texts()


def test_pictures_cards_and_tie_breaks_by_the_keyboard(visit, site, shoot, axe) -> None:
    page = visit(390, 844)
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name", exact=True).fill("By the keyboard")
    page.locator("[name=mode][value=in_person]").check()
    page.get_by_label("Gin rummy", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#plan")).to_contain_text("Oklahoma gin")
    expect(page.get_by_label("Rules").locator("option[value=gin-rummy-com]")).to_have_count(0)
    page.locator("[name=template]:checked").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("rounds of")).to_have_count(0)  # everybody meets everybody
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("rounds of")).to_be_visible()
    page.get_by_text("More: tie-breaks").click()
    before = order(page)
    page.get_by_role("button", name=f"Down: {before[0]}").press("Enter")
    assert order(page)[:2] == [before[1], before[0]]
    page.keyboard.press("Tab")  # from Down to Take away of the same one
    page.keyboard.press("Enter")
    assert before[0] not in order(page)
    expect(page.get_by_label("Add a tie-break")).to_be_focused()
    page.get_by_label("Add a tie-break").select_option("WIN")
    assert order(page)[-1] == before[-1], "the lot stays last"
    kept = order(page)
    shoot(page, "new-tournament-keyboard")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not complaints(page, axe)
    page.get_by_role("button", name="Create the tournament").press("Enter")
    page.wait_for_url("**/o/by-the-keyboard/entries/")
    page.goto("/t/by-the-keyboard/conditions/")
    expect(page.locator("main")).to_contain_text("Oklahoma gin")
    page.goto("/o/by-the-keyboard/equals/")
    assert kept[0] in page.locator("main").inner_text()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_what_makes_it_is_in_sight_wherever_one_reads(visit, site, width: int, height: int) -> None:
    """A new tournament and a new rule set: long forms, whose button stays in the window."""
    page = visit(width, height)
    sign_in(page, site)
    for address, name in (
        ("/o/new/?plain=1", "Create the tournament"),
        ("/clubs/the-undercut-club/rules/new/?preset=gin-pagat", "Make the rule set"),
    ):
        page.goto(address)
        for part in page.locator("details.more").all():
            part.evaluate("part => { part.open = true; }")
        for share in (0.2, 0.5, 0.7):
            page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", share)
            expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_prizes_on_a_phone(visit, site) -> None:
    """The present tab of the settings is in sight; only a prize by rating asks about those without one, in line."""
    page = visit(390, 844)
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name", exact=True).fill("With prizes")
    page.locator("[name=mode][value=in_person]").check()
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url("**/o/with-prizes/entries/")
    page.goto("/o/with-prizes/prizes/")
    expect(page.locator(".side-nav [aria-current]")).to_be_in_viewport(ratio=1)
    row = page.locator(".prize-row").first
    unrated = row.get_by_label("Also who has no rating")
    expect(unrated).to_be_hidden()
    row.get_by_label("For whom").select_option("rating")
    expect(unrated).to_be_visible()
    unrated.check()
    expect(row.get_by_label("Rated from")).to_be_visible()
    tick, label = unrated.bounding_box(), row.get_by_text("Also who has no rating").bounding_box()
    assert tick
    assert label
    assert label["y"] - 2 <= tick["y"] <= label["y"] + label["height"], "beside its words"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_opened_beside_the_field_that_adds_leaves_it_its_width(visit, site) -> None:
    """The panel of a file and that of the house open under the field."""
    page = visit(1280, 800)
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name", exact=True).fill("Wide enough")
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url("**/o/wide-enough/entries/")
    field = page.locator("#id_text")
    for summary in page.locator(".add-more summary").all():
        summary.click()
        box, opened = field.bounding_box(), page.locator(".add-more details[open] form").last.bounding_box()
        assert box
        assert opened
        assert box["width"] > 400
        assert opened["y"] > box["y"] + box["height"]


def test_pictures_and_cards_keep_their_width_on_a_phone_on_its_side(visit, site) -> None:
    page = visit(844, 390)
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    widths = page.locator(".picks-of .tile").evaluate_all(
        "tiles => tiles.map(tile => tile.offsetWidth).filter(Boolean)"
    )
    assert len(widths) > 9
    assert min(widths) > 120, widths
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_dots_of_a_button_that_asks_stand_by_its_word(visit, site) -> None:
    """A button with words for screen readers is as wide as one without."""
    page = visit(1280, 800)
    sign_in(page, site)
    page.goto("/me/")
    plain, *told = page.evaluate(
        """() => ["\\n", "<span class='visually-hidden'> Karin</span>\\n",
                  "<span class='visually-hidden'> Karin</span>"].map(more => {
          const button = document.createElement("button");
          button.className = "button small";
          button.dataset.confirm = "Really?";
          button.innerHTML = `\\n Merge${more}`;
          document.querySelector("main").append(button);
          button.style.alignSelf = "start";
          return button.getBoundingClientRect().width;
        })"""
    )
    assert all(abs(plain - width) < 1 for width in told), (plain, told)
