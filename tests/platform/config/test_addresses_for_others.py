"""An address that is given to others says beside it where it opens nothing."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.urls import reverse

from clubs.models import Club
from doors import addresses

TEMPLATES = Path(__file__).parents[3] / "templates"
GIVEN = re.compile(r"data-share=|qr\|safe|data-copy=\"\{\{ (address|link|one\.html)")
ELSEWHERE = {
    "tournaments/paper/document/by_hand/_slips.html": "the page of prints warns, with what starts the site for phones",
    "tournaments/paper/screens/manage.html": "the same warning",
    "tournaments/paper/screens/screen.html": "stands there only where phones can open it",
    "tournaments/results/slips/_other_phone.html": "stands there only where phones can open it",
}


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("http://127.0.0.1:8000/t/x/", "computer"),
        ("http://localhost:8000/", "computer"),
        ("http://club.localhost/", "computer"),
        ("http://[::1]:8000/", "computer"),
        ("http://127.0.0.2/", "network"),
        ("http://192.168.1.20:8000/", "network"),
        ("http://10.0.0.9/", "network"),
        ("http://169.254.7.7/", "network"),
        ("http://laptop:8000/", "network"),
        ("http://laptop.local:8000/", "network"),
        ("https://club.example/", ""),
        ("https://8.8.8.8/", ""),
    ],
)
def test_who_can_open_an_address(address: str, who: str) -> None:
    assert addresses.reach(address) == who
    note = Template("{% load reaching %}{% reach_of address %}").render(Context({"address": address}))
    assert ("UNDERCUT_ORIGINS" in note) == bool(who)
    assert ("on this computer only" in note) == (who == "computer")


def test_every_page_that_gives_an_address_to_others_has_the_note() -> None:
    giving = {
        str(path.relative_to(TEMPLATES)): path.read_text()
        for path in TEMPLATES.rglob("*.html")
        if GIVEN.search(path.read_text())
    }
    assert set(ELSEWHERE) <= set(giving)
    assert [name for name, text in giving.items() if name not in ELSEWHERE and "reach_of" not in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("site", "is_local"), [("http://127.0.0.1:8000", True), ("https://club.example", False)])
def test_frame_codes_say_that_they_work_on_this_computer_only(
    settings: Any, client: Any, site: str, is_local: bool
) -> None:
    settings.SITE_ORIGINS = [site]
    club = Club.objects.create(name="Knockers", slug="knockers")
    page = client.get(reverse("tournaments:club-elsewhere", args=[club.slug])).content.decode()
    assert ("on this computer only" in page) == is_local
