"""What people agree to when they join, the page about it, and the contact for security reports."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Consent, User
from config.environment import variables
from tests.fuzz.drawing import routes
from tests.markup import tight

pytestmark = pytest.mark.django_db
JOINING = {"username": "ann", "name": "Ann", "password1": "correct horse 9", "password2": "correct horse 9"}
SECURITY = "/.well-known/security.txt"


def test_nobody_joins_without_agreeing(client: Client) -> None:
    page = client.post("/accounts/signup/", JOINING).content.decode()
    assert "Nobody joins without agreeing to this." in page
    assert '<a href="/privacy/">what this site stores about me</a>' in page
    assert not User.objects.exists()


def test_who_joins_has_agreed_to_a_version_on_a_day(client: Client) -> None:
    assert client.post("/accounts/signup/", JOINING | {"agreed": "on"}).status_code == 302
    agreed = Consent.objects.get(user__username="ann")
    assert (agreed.what, agreed.version) == (accounts.PRIVACY, accounts.PRIVACY_VERSION)
    assert timezone.now() - agreed.at < timedelta(minutes=1)
    assert accounts.agree(user=agreed.user, now=timezone.now()) == agreed, "once for each version"


def test_the_page_names_what_is_stored_and_for_how_long(client: Client, settings) -> None:
    settings.KEEP_TALK, settings.KEEP_GUESTS, settings.PRIVACY_CONTACT = 11, 13, "mailto:olga@club.example"
    accounts.official(username="root", name="Rita Root", email="", password=None, site_admin=True)
    page = client.get("/privacy/").content.decode()
    assert "deleted after 11 days" in page
    assert "deleted after 13 days" in page
    assert "Rita Root" in page
    assert '<a href="mailto:olga@club.example">olga@club.example</a>' in page
    assert accounts.PRIVACY_VERSION in page
    assert 'href="/privacy/"' in client.get("/").content.decode()


def test_the_page_speaks_spanish(client: Client) -> None:
    client.cookies["django_language"] = "es"
    assert "Qué guarda este sitio de ti" in tight(client.get("/privacy/").content.decode())


def test_search_engines_are_told_what_to_leave_alone(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    first, *lines = answer.content.decode().splitlines()
    assert first == "User-agent: *"
    kept_out = [line.removeprefix("Disallow: ") for line in lines]
    known = [f"/{route}" for route in routes(get_resolver().url_patterns)] + ["/ws/t/<int:shard>/"]
    assert [path for path in kept_out if not any(route.startswith(path) for route in known)] == []
    for path in ("/", "/clubs/x/", "/t/x/standings/", "/players/x/", "/ratings/", "/rules/", "/archive/", "/privacy/"):
        assert not any(path.startswith(one) for one in kept_out), path
    for path in ("/me/", "/o/x/", "/s/abc/", "/admin/", "/api/v1/clubs/", "/invitations/x/", "/tables/x/"):
        assert any(path.startswith(one) for one in kept_out), path


def test_whom_to_tell_of_a_weakness(client: Client, settings) -> None:
    assert client.get(SECURITY).status_code == 404
    settings.SITE_ORIGINS = ["https://club.example"]
    settings.SECURITY_CONTACT, settings.SECURITY_EXPIRES = "mailto:sec@club.example", date(2999, 1, 1)
    answer = client.get(SECURITY)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        "Contact: mailto:sec@club.example",
        "Expires: 2999-01-01T23:59:59Z",
        "Preferred-Languages: en, es",
        "Canonical: https://club.example/.well-known/security.txt",
    ]
    settings.SECURITY_EXPIRES = timezone.now().date() - timedelta(days=1)
    assert client.get(SECURITY).status_code == 404, "what holds no more is not said"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("sec@club.example", "mailto:sec@club.example"),
        ("mailto:sec@club.example", "mailto:sec@club.example"),
        ("https://club.example/security", "https://club.example/security"),
        ("", ""),
    ],
)
def test_a_contact_is_kept_as_an_address(given: str, read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", given)
    assert variables.contact("X") == read


@pytest.mark.parametrize(
    "given", ["Olga", "http://club.example", "javascript:alert(1)", "a@b\nExpires: never", "tel:1"]
)
def test_what_is_no_contact(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", given)
    with pytest.raises(ImproperlyConfigured, match="mail address"):
        variables.contact("X")


def test_what_is_no_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "30.6.2027")
    with pytest.raises(ImproperlyConfigured, match="2027-06-30"):
        variables.day("X")
