"""On a site that requires a second step of its staff, a staff member without one is treated like anybody else, at every
door."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings as site
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from tests.markup import tight
from tournaments.event.services import creating

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"


@pytest.fixture
def root(settings) -> User:
    settings.SECOND_FACTOR = "staff"
    return accounts.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)


@pytest.fixture
def ann() -> User:
    return accounts.official(username="ann", name="Ann", email="", password=PASSWORD)


def signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def routes(patterns: list, before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern) and "^" not in route and "(?P" not in route:
            yield route


def addresses(*slugs: str) -> list[str]:
    """All addresses that name nothing, or a club or a tournament and a round."""
    found = set()
    for route in routes(get_resolver().url_patterns):
        for slug in slugs:
            filled = route.replace("<slug:slug>", slug).replace("<str:slug>", slug).replace("<int:number>", "1")
            if "<" not in filled and not filled.startswith(("accounts/logout", "admin/logout", "admin/login")):
                found.add(f"/{filled}")
    return sorted(found)


def test_without_the_second_step_staff_find_no_door_open_that_is_shut_to_others(root: User, ann: User) -> None:
    organiser = accounts.official(username="olga", name="Olga", email="", password=PASSWORD)
    club = clubs.create_club(name="Strangers", organiser=organiser)
    now = timezone.now()
    tournament = creating.create_tournament(
        club=club, name="Tuesday", by=organiser, now=now, mode="in_person", rounds=3, variant="gin-rummy-com"
    )
    staff, anybody = signed_in(root), signed_in(ann)
    asked = addresses(club.slug, tournament.slug)
    shut = [where for where in asked if anybody.get(where).status_code >= 300]
    assert [where for where in shut if staff.get(where).status_code < 300] == []
    assert staff.post(f"/clubs/{club.slug}/approval/", {"approved": "yes"}).status_code == 403
    approval = f"/api/v1/clubs/{club.slug}/approval"
    assert staff.post(approval, {"approved": True}, content_type="application/json").status_code == 403
    club.refresh_from_db()
    assert not club.is_approved
    assert "Staff need a second step" in tight(staff.get("/site/mails/").content.decode())
    TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    desk = f"/o/{tournament.slug}/"
    for where in ("/site/mails/", "/site/work/", "/conduct/", "/site/webhooks/", "/admin/", desk):
        assert where in shut
        assert staff.get(where).status_code == 200, where


KNOW_RIGHTS = {  # who may read these columns, and why
    "accounts/second_factor/services.py": "the one place that says who acts as staff",
    "accounts/own_data/own_account.py": "tells people what is stored about them, and takes the rights away",
    "accounts/own_data/services.py": "the last administrator cannot leave",
    "accounts/services.py": "makes the first administrator",
    "accounts/admin.py": "shows and records the rights",
    "pages/selectors/of_person.py": "asks staff to set up a second step",
    "clubs/selectors.py": "whom to tell that a club waits",
    "webhooks/services/endpoints.py": "whom to tell that an address is off",
}


def test_who_is_staff_is_asked_in_one_place() -> None:
    found = set()
    for top in ("platform", "games", "tournaments", "ratings"):
        for file in (Path(site.BASE_DIR) / top).rglob("*.py"):
            names = [
                node.attr if isinstance(node, ast.Attribute) else node.arg
                for node in ast.walk(ast.parse(file.read_text()))
                if isinstance(node, (ast.Attribute, ast.keyword))
            ]
            if {"is_staff", "is_superuser"} & set(names):
                found.add(str(file.relative_to(site.BASE_DIR)).removeprefix("platform/"))
    assert found <= set(KNOW_RIGHTS), found - set(KNOW_RIGHTS)
