"""Whoever joins or signs in from a page comes back to it: the links of the bar and of the pages for it keep the way."""

import re

import pytest

pytestmark = pytest.mark.django_db


def links(page: str) -> set[str]:
    """The ways to join and to sign in that a page offers, without the signs of its address."""
    return {one.replace("%2F", "/") for one in re.findall(r'href="(/accounts/(?:login|signup)/[^"]*)"', page)}


def test_the_bar_of_a_page_leads_back_to_it(client):
    page = client.get("/tables/new/").content.decode()
    assert links(page) == {"/accounts/login/?next=/tables/new/", "/accounts/signup/?next=/tables/new/"}


def test_who_was_sent_to_sign_in_and_joins_by_the_bar_still_comes_back(client):
    page = client.get("/accounts/login/?next=/archive/").content.decode()
    assert "/accounts/signup/?next=/archive/" in links(page)
    assert not [one for one in links(page) if "next=/accounts" in one or "next" not in one]


def test_from_the_front_page_one_comes_to_ones_own_page(client):
    assert links(client.get("/").content.decode()) == {"/accounts/login/", "/accounts/signup/"}


def test_no_other_site_is_come_back_to(client):
    page = client.get("/accounts/login/?next=https://example.org/").content.decode()
    assert not [one for one in links(page) if "example.org" in one]
