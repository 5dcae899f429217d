"""A password that has leaked from other sites is refused wherever one is set."""

import re

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from tests.proving import prove

pytestmark = pytest.mark.django_db
PASSWORD, LEAKED, SAID = "correct horse 9", "qwerty12345", "among those that have leaked"


@pytest.fixture
def ann() -> User:
    ann = accounts.official(username="ann", name="Ann", email="ann@club.example", password=PASSWORD)
    ann.emailaddress_set.create(email=ann.email, verified=True, primary=True)
    return ann


@pytest.fixture
def browser(ann: User) -> Client:
    browser = Client()
    browser.force_login(ann)
    prove(browser)
    return browser


def at_sign_up(ann: User, browser: Client) -> tuple[Client, str, dict[str, str]]:
    return Client(), "/accounts/signup/", {"username": "ben", "name": "Ben", "agreed": "on"}


def at_a_change(ann: User, browser: Client) -> tuple[Client, str, dict[str, str]]:
    return browser, "/accounts/password/change/", {"oldpassword": PASSWORD}


def at_the_first(ann: User, browser: Client) -> tuple[Client, str, dict[str, str]]:
    ann.set_unusable_password()
    ann.save()
    TOTP.activate(ann, "JBSWY3DPEHPK3PXP")  # who signs in by another way sets a first one here
    browser.force_login(ann)
    prove(browser)
    return browser, "/accounts/password/set/", {}


def at_a_reset(ann: User, browser: Client) -> tuple[Client, str, dict[str, str]]:
    visitor = Client()
    visitor.post("/accounts/password/reset/", {"email": ann.email})
    link = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    assert link is not None
    return visitor, visitor.get(link[1])["Location"], {}


def at_the_back_door(ann: User, browser: Client) -> tuple[Client, str, dict[str, str]]:
    root = accounts.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)
    browser.force_login(root)
    prove(browser)
    return browser, f"/admin/accounts/user/{ann.pk}/password/", {"usable_password": "true"}


DOORS = (at_sign_up, at_a_change, at_the_first, at_a_reset, at_the_back_door)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_leaked_password_is_refused_at_every_door_that_sets_one(door, ann: User, browser: Client, settings) -> None:
    settings.MAIL_IS_CONFIGURED = True
    client, to, form = door(ann, browser)
    before = User.objects.count(), User.objects.get(username="ann").password
    page = client.post(to, form | {"password1": LEAKED, "password2": LEAKED})
    assert SAID in page.content.decode()
    assert (User.objects.count(), User.objects.get(username="ann").password) == before
    fine = "a heron in the reeds"
    assert client.post(to, form | {"password1": fine, "password2": fine}).status_code == 302
    assert (User.objects.count(), User.objects.get(username="ann").password) != before


@pytest.mark.parametrize(
    "leaked", ["qwerty12345", "1Q2W3E4R5T", "Password2026!", "  liverpool1  ", "manchester", "dragon-12345"]
)
def test_case_and_a_few_figures_around_it_make_it_no_better(leaked: str) -> None:
    with pytest.raises(ValidationError, match="leaked"):
        validate_password(leaked)


@pytest.mark.parametrize("fine", ["a heron in the reeds", "dragon 12345 and reeds", "dragon-4711-2931-8842"])
def test_more_than_that_does(fine: str) -> None:
    validate_password(fine)
