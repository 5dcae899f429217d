"""Parts of pages have the addresses of their pages: neither is shown for the other, and signing in takes a whole
page."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


def vary(answer) -> set[str]:
    return {name.strip() for name in answer["Vary"].split(",")}


@pytest.mark.parametrize("address", ["/", "/tables/new/", "/players/", "/accounts/login/"])
def test_a_page_and_its_part_are_two_answers_to_a_cache(client, address):
    for headers in ({}, PART, {"X-Region": "1"}):
        assert {"HX-Request", "X-Region"} <= vary(client.get(address, headers=headers))


def test_a_part_that_leads_elsewhere_is_kept_by_no_browser(client):
    """Going back to the page of a search showed the empty answer that had led its page to the table."""
    away = client.get(reverse("pages:seeking"), headers=PART)
    assert away.status_code in (200, 302)
    assert away["Cache-Control"] == "no-store"
    assert "ETag" not in away


def test_whoever_has_to_sign_in_leaves_with_the_whole_page_and_comes_back_to_it(client, settings):
    shown = "http://testserver/o/spring/results/1/?after=2"
    answer = client.post("/o/spring/results/1/", {"line": "1"}, headers=PART | {"HX-Current-URL": shown})
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == "/accounts/login/?next=%2Fo%2Fspring%2Fresults%2F1%2F%3Fafter%3D2"
    assert answer["Cache-Control"] == "no-store"
    foreign = client.post("/o/spring/results/1/", headers=PART | {"HX-Current-URL": "https://elsewhere.example/x"})
    assert foreign["HX-Redirect"] == "/accounts/login/?next=%2Fo%2Fspring%2Fresults%2F1%2F"
    assert client.post("/o/spring/results/1/").status_code == 302, "a page is redirected as ever"
