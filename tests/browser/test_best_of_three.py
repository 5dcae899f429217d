"""A best of three: a table passes from game to game, and the page shows the score."""

import re

import pytest
from playing import in_shell
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MATCH_MS = 180_000  # within which two house players play a short match, on a busy machine too

OPEN = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
people = [accounts.house_player(name=f"{name} (house)", level="novice") for name in ("Nell", "Ned")]
table = tables.open_table(
    rules_key="gin-rummy-com",
    seats=[tables.SeatSpec(user, "novice") for user in people],
    options={"target": 20},
    label="Nell - Ned",
    settings={"pace": "fast", "length": "best_of:3", "minutes": 40},
    now=timezone.now(),
)
print("table", table.public_id)
"""


def test_a_table_passes_from_game_to_game(visit, shoot, site):
    public_id = re.findall(r"^table (\w+)$", in_shell(site, OPEN), re.MULTILINE)[0]
    page = visit(1280, 900, "light")
    page.goto(f"/tables/{public_id}/")
    expect(page.locator(".gt-head")).to_contain_text(re.compile(r"Game \d of 3"))
    first = page.locator(".gt-games li").first
    expect(first).to_have_text(re.compile(r"Game 1: Nell .* \d+, Ned .* \d+"), timeout=MATCH_MS)
    expect(page.locator(".gt-end h2")).to_have_text(re.compile("wins the match"), timeout=MATCH_MS)
    expect(page.locator(".gt-end")).to_contain_text(re.compile(r"N\w+ .* 2, N\w+ .* [01] in games"))
    expect(page.locator(".gt-head")).to_contain_text(re.compile("Game [23] of 3"))
    shoot(page, "best-of-three-1280-light")
