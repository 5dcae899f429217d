"""What an organiser sees in a small window: a low one keeps its height for the page, a narrow one for the names."""

import re

import pytest
from playing import in_shell
from playwright.sync_api import Page
from seat import sign_in
from test_draft_by_hand import KINDS, OPEN

pytestmark = pytest.mark.browser

HEAD = "() => document.querySelector('.page-head').getBoundingClientRect().height"
ROWS = """() => [...document.querySelectorAll('table.checkin tbody tr')].map((row) => [
    row.getBoundingClientRect().height,
    ...[...row.querySelectorAll('.button')].map((one) => one.getBoundingClientRect().height)])"""


@pytest.fixture
def slug(site) -> str:
    said = in_shell(site, OPEN.format(name="Small windows", **KINDS["two"]))
    return re.findall("^slug (.+)$", said, re.MULTILINE)[0]


def test_the_head_is_low_and_the_names_at_the_door_are_dense(visit, site, shoot, slug: str) -> None:
    page: Page = visit(844, 390)
    sign_in(page, site)
    heads = {}
    for door in ("t", "o"):
        page.goto(f"/{door}/{slug}/")
        heads[door] = page.evaluate(HEAD)
        shoot(page, f"low-head-{door}")
    assert max(heads.values()) <= 106, heads
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/o/{slug}/checkin/")
    shoot(page, "checkin-390")
    rows = page.evaluate(ROWS)
    assert all(row <= 56 and min(buttons) >= 44 for row, *buttons in rows), rows
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
