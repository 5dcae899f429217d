"""Joining: an address belongs to the account that confirms it, a name to the account that shows it, and mails lead to
the site's own address whatever host a request names."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import User
from clubs import services as clubs
from notices.models import Reader
from tests.markup import tight
from tests.proving import prove

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:Session.login_data:DeprecationWarning")]
PASSWORD = "correct horse 9"
JOINING = {
    "username": "vera", "name": "Vera Vance", "email": "vera@club.example", "password1": PASSWORD,
    "password2": PASSWORD, "agreed": "on",
}  # fmt: skip


@pytest.fixture(autouse=True)
def mails(settings):
    """Mail is configured, addresses are confirmed, and the site has an address of its own."""
    settings.MAIL_IS_CONFIGURED = settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    settings.SITE_ORIGINS = ["https://cards.example"]
    settings.ALLOWED_HOSTS = ["*"]


def last_path() -> str:
    [link] = re.findall(r"https://cards\.example(/accounts/\S+)", outbox.outbox[-1].body)
    return str(link)


def account(name: str, email: str = "") -> User:
    return services.official(username=name.casefold(), name=name, email=email, password=PASSWORD)


def test_a_name_on_a_list_keeps_the_owner_of_the_address_out_of_nothing(client: Client) -> None:
    listed, _new = services.player_for(name="Buy Now", email="vera@club.example")
    client.post("/accounts/signup/", JOINING)
    [letter] = outbox.outbox
    assert "Buy Now" not in letter.body
    assert "already exists" not in letter.body
    listed.refresh_from_db()
    assert listed.email, "whoever signs up has confirmed nothing yet"
    client.post(last_path())
    listed.refresh_from_db()
    vera = User.objects.get(username="vera")
    assert (listed.email, vera.email, vera.name) == ("", "vera@club.example", "Vera Vance")
    assert EmailAddress.objects.get().verified


def test_the_mail_that_confirms_an_address_holds_no_word_of_whoever_gave_it(client: Client) -> None:
    client.post("/accounts/signup/", JOINING | {"name": "Win Big Casino", "username": "winbigcasino"})
    mallory = account("Win Big Casino 2")
    as_mallory = Client()
    as_mallory.force_login(mallory)
    prove(as_mallory)
    as_mallory.post("/accounts/email/", {"action_add": "", "email": "bea@club.example"})
    assert [letter.to for letter in outbox.outbox] == [["vera@club.example"], ["bea@club.example"]]
    for letter in outbox.outbox:
        assert "casino" not in f"{letter.subject}{letter.body}".casefold()


def test_nor_does_a_name_that_was_confirmed_without_an_account_or_somebody_who_never_confirmed(client: Client) -> None:
    listed, _new = services.player_for(name="Vera", email="vera@club.example")
    EmailAddress.objects.create(user=listed, email=listed.email, verified=True, primary=True)
    Client().post("/accounts/signup/", JOINING | {"username": "mallory", "name": "Mallory"})
    cache.clear()  # allauth mails an address once in three minutes
    client.post("/accounts/signup/", JOINING)
    client.post(last_path())
    assert User.objects.get(email="vera@club.example").username == "vera"
    assert [one.user.username for one in EmailAddress.objects.all()] == ["vera"]


def test_who_has_confirmed_it_keeps_it_and_gets_the_mail(client: Client) -> None:
    account("Bea", "vera@club.example")
    client.post("/accounts/signup/", JOINING)
    assert "already exists" in outbox.outbox[0].body
    assert not User.objects.filter(username="vera").exists()


def test_a_new_password_is_for_accounts_and_the_mail_names_nobody_s_row(client: Client) -> None:
    listed, _new = services.player_for(name="Buy Now", email="vera@club.example")
    client.post("/accounts/password/reset/", {"email": "vera@club.example"})
    [letter] = outbox.outbox
    assert not [word for word in ("Buy Now", listed.username, "password/reset") if word in letter.body]
    assert "https://cards.example/accounts/signup/" in letter.body
    account("Bea", "bea@club.example")
    client.post("/accounts/password/reset/", {"email": "bea@club.example"})
    assert "https://cards.example/accounts/password/reset/key/" in outbox.outbox[1].body


def test_every_mail_leads_to_the_site_s_own_address(client: Client) -> None:
    organiser = account("Olga", "olga@club.example")
    club = clubs.create_club(name="Cards", organiser=organiser)
    clubs.approve_club(club=club, by=None, now=timezone.now())
    far, where = {"HTTP_HOST": "evil.example:9999"}, f"/clubs/{club.slug}"
    client.post("/accounts/signup/", JOINING, **far)
    client.post("/accounts/signup/", JOINING | {"username": "other", "email": "olga@club.example"}, **far)
    for email in ("olga@club.example", "nobody@club.example"):
        client.post("/accounts/password/reset/", {"email": email}, **far)
    as_olga = Client()
    as_olga.force_login(organiser)
    prove(as_olga)
    as_olga.post(f"{where}/members/", {"name": "Ben", "email": "ben@club.example", "link": "1"}, **far)
    member = {"name": "Cem", "email": "cem@club.example"}
    as_olga.post(f"/api/v1{where}/members", member, content_type="application/json", **far)
    Reader.objects.create(user=organiser, bounced=organiser.email)
    as_olga.post("/my/notices/address/", **far)
    as_olga.post("/accounts/email/", {"action_add": "", "email": "new@club.example"}, **far)
    changed = {"oldpassword": PASSWORD, "password1": "another horse 9", "password2": "another horse 9"}
    as_olga.post("/accounts/password/change/", changed, **far)
    assert len(outbox.outbox) >= 8
    for letter in outbox.outbox:
        links = re.findall(r"https?://[^/\s]+", letter.body)
        assert set(links) <= {"https://cards.example"}, letter.subject
        assert "evil.example" not in f"{letter.subject}{letter.body}", letter.subject


@pytest.mark.parametrize("shown", ["Ann Archer", "ann archer", " Ann  Archer "])
def test_nobody_joins_under_the_shown_name_of_somebody_else(client: Client, shown: str) -> None:
    account("Ann Archer")
    answer = client.post("/accounts/signup/", JOINING | {"name": shown})
    assert "add a second name, an initial or your town" in tight(answer.content.decode())
    assert not User.objects.filter(username="vera").exists()
    assert client.post("/accounts/signup/", JOINING | {"name": "Ann Archer (Leeds)"}).status_code == 302


def test_a_name_on_a_list_and_one_of_an_account_that_was_never_confirmed_are_free(client: Client) -> None:
    services.player_for(name="Vera Vance")
    Client().post("/accounts/signup/", JOINING | {"username": "first", "email": "first@club.example"})
    assert client.post("/accounts/signup/", JOINING).status_code == 302
    assert User.objects.filter(name="Vera Vance").count() == 3


def test_accounts_are_made_so_often_from_one_network(client: Client) -> None:
    def join(n: int) -> int:
        own = {"username": f"v{n}", "name": f"Vera {chr(65 + n)}", "email": f"v{n}@club.example"}
        return Client().post("/accounts/signup/", JOINING | own).status_code

    assert {join(n) for n in range(10)} == {302}
    assert join(10) == 429
    assert User.objects.filter(date_joined__lte=timezone.now()).count() == 10


# ---- an address that nobody must give

OPEN = {key: value for key, value in JOINING.items() if key != "email"}


@pytest.fixture
def no_address_needed(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]


@pytest.mark.usefixtures("no_address_needed")
def test_an_address_is_offered_for_a_lost_password_and_is_theirs_once_confirmed(client: Client) -> None:
    assert "For a lost password" in tight(client.get("/accounts/signup/").content.decode())
    assert client.post("/accounts/signup/", OPEN | {"address": "vera@club.example"}).status_code == 302
    vera = User.objects.get(username="vera")
    assert (vera.email, EmailAddress.objects.get().verified) == ("", False)
    client.post(last_path())
    vera.refresh_from_db()
    assert vera.email == "vera@club.example"
    Client().post("/accounts/password/reset/", {"email": "vera@club.example"})
    assert "/accounts/password/reset/key/" in outbox.outbox[-1].body


@pytest.mark.usefixtures("no_address_needed")
@pytest.mark.parametrize("address", ["", "rosa@club.example"])
def test_who_gives_no_address_or_that_of_another_joins_and_takes_nothing(client: Client, address: str) -> None:
    rosa = account("Rosa", "rosa@club.example")
    assert client.post("/accounts/signup/", OPEN | {"address": address}).status_code == 302
    assert not EmailAddress.objects.filter(user__username="vera", verified=True).exists()
    assert User.objects.get(username="vera").email == ""
    rosa.refresh_from_db()
    assert rosa.email == "rosa@club.example"


@pytest.mark.usefixtures("no_address_needed")
def test_a_site_without_mail_says_that_a_lost_password_is_lost(client: Client, settings) -> None:
    settings.MAIL_IS_CONFIGURED = False
    page = tight(client.get("/accounts/signup/").content.decode())
    assert "This site sends no mail: keep your password well." in page
    assert 'name="address"' not in page


def test_where_an_address_must_be_given_it_is_asked_for_once(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert 'name="email"' in page
    assert 'name="address"' not in page
