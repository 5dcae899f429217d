"""The page that lists where a user is signed in, and signing out there."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.api_tokens import services as api_tokens
from accounts.devices import agents
from accounts.devices.signals import session_ended
from accounts.models import User
from audit.models import AuditEntry
from tests.markup import tight
from tests.proving import proved

pytestmark = pytest.mark.django_db
PASSWORD, PAGE, END = "correct horse 9", "/accounts/sessions/", "/accounts/sessions/end/"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def ann() -> User:
    return accounts.official(username="ann", name="Ann", email="ann@club.example", password=PASSWORD)


def signed_in(agent: str, address: str = "10.0.0.1") -> Client:
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    assert client.post("/accounts/login/", {"login": "ann", "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


@pytest.fixture
def ended() -> Iterator[list[str]]:
    """The keys of the sessions whose end the signal has told."""
    heard: list[str] = []

    def hear(session: str, **_: object) -> None:
        heard.append(session)

    session_ended.connect(hear)
    yield heard
    session_ended.disconnect(hear)


def test_the_page_names_every_browser_this_one_first(ann: User) -> None:
    phone, laptop = signed_in(PHONE, "10.0.0.7"), signed_in(LAPTOP)
    said = laptop.get(PAGE).content.decode()
    assert said.index("Firefox on Linux") < said.index("this browser") < said.index("Chrome on Android")
    assert "from 10.0.0.7" in said
    assert laptop.get(PAGE)["Cache-Control"] == "private, no-store"
    assert is_in(phone)


def test_one_browser_is_signed_out_and_its_tables_hear_of_it(ann: User, ended: list[str]) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    row = UserSession.objects.get(user_agent=PHONE)
    assert laptop.post(END, {"device": row.pk}).status_code == 302
    assert (is_in(phone), is_in(laptop)) == (False, True)
    assert ended == [row.session_key]


def test_all_others_or_everywhere(ann: User) -> None:
    phone, tablet, laptop = signed_in(PHONE), signed_in(PHONE), signed_in(LAPTOP)
    laptop.post(END, {"device": "others"})
    assert [is_in(one) for one in (phone, tablet, laptop)] == [False, False, True]
    laptop.post(END, {"device": "all"})
    assert not is_in(laptop)
    assert not Session.objects.filter(session_key__in=UserSession.objects.values("session_key")).exists()
    entries = AuditEntry.objects.filter(action="account.sessions_ended").order_by("pk")
    assert [entry.after for entry in entries] == [{"sessions": 2}, {"sessions": 1}]


@pytest.mark.parametrize("device", ["others", "all"])
def test_api_tokens_go_with_the_browsers_where_that_is_ticked(ann: User, device: str) -> None:
    _token, text = api_tokens.make(user=ann, label="bot", scopes=(), days=None, proof=proved(ann), now=timezone.now())
    laptop = signed_in(LAPTOP)
    assert 'name="tokens" value="1" checked' in laptop.get(PAGE).content.decode()
    laptop.post(END, {"device": device})
    assert api_tokens.find(text, timezone.now()) is not None
    signed_in(LAPTOP).post(END, {"device": device, "tokens": "1"})
    assert api_tokens.find(text, timezone.now()) is None


@pytest.mark.parametrize("device", ["", "x", "-1", "²", "9" * 40, "\u0660"])
def test_nobody_signs_out_somebody_else_or_nobody(ann: User, device: str) -> None:
    phone = signed_in(PHONE)
    stranger = Client()
    stranger.force_login(User.objects.create_user("ben", password=PASSWORD, name="Ben"))
    for one in (device, str(UserSession.objects.get(user=ann).pk)):
        assert stranger.post(END, {"device": one}).status_code == 302
    assert is_in(phone)


def test_a_new_password_signs_out_everywhere_else(ann: User, ended: list[str]) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    key = UserSession.objects.get(user_agent=PHONE).session_key
    fresh = {"oldpassword": PASSWORD, "password1": "another horse 9", "password2": "another horse 9"}
    assert laptop.post("/accounts/password/change/", fresh).status_code == 302
    assert (is_in(phone), is_in(laptop)) == (False, True)
    assert key in ended
    assert laptop.get(PAGE).content.decode().count("last used") == 1


def test_a_login_from_before_the_list_comes_on_it_with_its_first_page(ann: User) -> None:
    client = Client(headers={"user-agent": LAPTOP})
    client.force_login(ann)
    assert is_in(client)
    assert UserSession.objects.get(user=ann).user_agent == LAPTOP


def test_when_it_was_last_used_is_written_every_ten_minutes(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(LAPTOP)
    is_in(client)
    first = UserSession.objects.get().last_seen_at
    is_in(client)
    assert UserSession.objects.get().last_seen_at == first
    later = timezone.now() + timedelta(minutes=11)
    monkeypatch.setattr(timezone, "now", lambda: later)
    is_in(client)
    assert UserSession.objects.get().last_seen_at == later


def test_a_visitor_without_an_account_is_on_no_list(client: Client) -> None:
    client.get("/")
    assert client.get(PAGE).status_code == 302
    assert not UserSession.objects.exists()


def test_the_page_speaks_spanish(ann: User) -> None:
    client = signed_in(PHONE)
    client.cookies["django_language"] = "es"
    assert "Chrome en Android" in tight(client.get(PAGE).content.decode())


def test_at_night_browsers_whose_login_has_run_out_leave_the_list(ann: User) -> None:
    signed_in(PHONE)
    signed_in(LAPTOP)
    Session.objects.filter(session_key=UserSession.objects.get(user_agent=PHONE).session_key).delete()
    accounts.forget_old_sessions(now=timezone.now())
    assert UserSession.objects.get().user_agent == LAPTOP


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (PHONE, "Chrome", "Android"),
        (LAPTOP, "Firefox", "Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge", "Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari", "iPhone"),
        ("curl/8.5", "", ""),
    ],
)
def test_a_browser_in_words(agent: str, browser: str, system: str) -> None:
    assert (agents.browser(agent), agents.system(agent)) == (browser, system)
