"""Personal tokens: made and revoked on a page, shown once, bound to their scopes everywhere."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from accounts.api_tokens import authentication, services
from accounts.models import ApiToken, User
from audit.models import AuditEntry
from clubs import services as clubs
from clubs.models import Club
from doors.api.scopes import Scope
from tests.proving import prove, proved

pytestmark = pytest.mark.django_db
NEW_CLUB = {"name": "Token Club", "timezone": "UTC"}


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password="correct horse 9", name="Anna")


def make(user: User, *scopes: str, days: int | None = None) -> tuple[ApiToken, str]:
    return services.make(user=user, label="bot", scopes=scopes, days=days, proof=proved(user), now=timezone.now())


def program(text: str) -> Client:
    """A client that sends the token and enforces what a browser would have to send besides."""
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}"})


def found_club(client: Client):
    return client.post("/api/v1/clubs/", NEW_CLUB, content_type="application/json")


def test_a_token_with_the_scope_acts_for_its_owner(anna):
    _token, text = make(anna, Scope.ORGANISE)
    assert found_club(program(text)).status_code == 201
    assert Club.objects.get().memberships.get().user == anna


def test_reading_needs_no_scope_but_read(anna):
    _token, text = make(anna)
    assert program(text).get("/api/v1/clubs/").status_code == 200


@pytest.mark.parametrize("scopes", [(), (Scope.RESULTS,)])
def test_without_the_scope_nothing_is_done_and_the_answer_names_it(anna, scopes):
    _token, text = make(anna, *scopes)
    answer = found_club(program(text))
    assert (answer.status_code, answer.json()["type"]) == (403, "scope_missing")
    assert "“organise”" in answer.json()["detail"]
    assert not Club.objects.exists()


def test_a_token_gives_no_rights_that_its_owner_lacks(anna):
    club = clubs.create_club(name="Other", zone="UTC", organiser=User.objects.create_user("olga", name="Olga"))
    _token, text = make(anna, Scope.ORGANISE)
    body = {"name": "Ben", "email": ""}
    answer = program(text).post(f"/api/v1/clubs/{club.slug}/members", body, content_type="application/json")
    assert (answer.status_code, answer.json()["type"]) == (403, "permission_denied")


def test_no_token_plays_cards(anna):
    _token, text = make(anna, Scope.RESULTS, Scope.ORGANISE)
    answer = program(text).post("/api/v1/tables/abc/actions", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["type"]) == (403, "no_token_here")


def test_a_token_opens_no_page(anna):
    _token, text = make(anna, Scope.ORGANISE)
    assert program(text).get("/me/").status_code == 302


def refused(text: str) -> bool:
    answer = program(text).get("/api/v1/clubs/")
    return (answer.status_code, answer.get("WWW-Authenticate")) == (401, "Bearer")


def test_unknown_revoked_and_old_tokens_are_refused(anna):
    token, text = make(anna)
    _old, past = make(anna, days=30)
    ApiToken.objects.filter(user=anna).exclude(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [refused(one) for one in (text, past, "undercut_x", "", "é")] == [False, True, True, True, True]
    services.revoke(user=anna, public_id=token.public_id, now=timezone.now())
    assert refused(text)


def test_the_token_of_a_closed_account_is_refused(anna):
    _token, text = make(anna)
    User.objects.update(is_active=False)
    assert refused(text)


def test_a_new_password_revokes_all_tokens(anna, client):
    _token, text = make(anna)
    client.force_login(anna)
    new = {"oldpassword": "correct horse 9", "password1": "battery staple 8", "password2": "battery staple 8"}
    assert client.post(reverse("account_change_password"), new).status_code == 302
    assert refused(text)


def test_a_token_answers_so_often_in_a_minute(anna, monkeypatch):
    cache.clear()
    monkeypatch.setattr(authentication.TokenRate, "rate", "2/min")
    (_one, text), (_two, other) = make(anna), make(anna)
    asked = [program(text).get("/api/v1/clubs/") for _ in range(3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429]
    assert int(asked[2]["Retry-After"]) <= 60
    assert program(other).get("/api/v1/clubs/").status_code == 200


def test_use_is_noted(anna):
    token, text = make(anna)
    program(text).get("/api/v1/clubs/")
    token.refresh_from_db()
    assert token.used_at is not None


def test_the_database_holds_no_text_of_a_token(anna):
    token, text = make(anna)
    assert text not in {str(value) for value in ApiToken.objects.values().get(pk=token.pk).values()}
    assert text not in str(list(AuditEntry.objects.values()))


def test_the_page_shows_a_new_token_once(anna, client):
    client.force_login(anna)
    prove(client)
    page = reverse("account_tokens")
    answer = client.post(page, {"label": "bot", "scopes": ["results"], "days": "30"})
    (text,) = set(re.findall(r"undercut_[\w-]{43}", answer.content.decode()))
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (201, True)
    assert not refused(text)
    assert text not in client.get(page).content.decode()
    (token,) = ApiToken.objects.all()
    assert (token.scopes, token.expires_at - token.made_at) == (["read", "results"], timedelta(days=30))
    client.post(reverse("account_token_revoke"), {"token": token.public_id})
    assert refused(text)
    acts = AuditEntry.objects.filter(action__startswith="account.token").order_by("pk")
    assert [entry.action for entry in acts] == ["account.token_made", "account.token_revoked"]


def test_a_bad_form_keeps_what_was_typed(anna, client):
    client.force_login(anna)
    prove(client)
    answer = client.post(reverse("account_tokens"), {"label": "my bot", "scopes": ["all"], "days": "30"})
    assert (answer.status_code, "my bot" in answer.content.decode()) == (422, True)
    assert not ApiToken.objects.exists()


def test_nobody_has_more_than_twenty(anna, client):
    for _ in range(services.MOST):
        make(anna)
    client.force_login(anna)
    prove(client)
    answer = client.post(reverse("account_tokens"), {"label": "bot", "days": "30"})
    assert (answer.status_code, "revoke one first" in answer.content.decode()) == (422, True)


def test_nobody_revokes_the_token_of_another(anna, client):
    token, _text = make(anna)
    client.force_login(User.objects.create_user("mallory", name="Mallory"))
    client.post(reverse("account_token_revoke"), {"token": token.public_id})
    assert ApiToken.objects.filter(pk=token.pk).exists()


RESULTS = {
    "/api/v1/matches/{public_id}/deals/",
    "/api/v1/matches/{public_id}/deals/back/",
    "/api/v1/matches/{public_id}/deals/send/",
    "/api/v1/boards/{public_id}/confirm/",
    "/api/v1/boards/{public_id}/result/",
    "/api/v1/matches/{public_id}/confirm/",
    "/api/v1/matches/{public_id}/decks/",
    "/api/v1/matches/{public_id}/result/",
    "/api/v1/matches/{public_id}/undo/",
    "/api/v1/rounds/{public_id}/slips/",
}

TELL_WHAT_WRITES = {  # codes by which a result is reported, links by which somebody is let in
    ("/api/v1/rounds/{public_id}/slips/", "results"),
    ("/api/v1/clubs/{slug}/invitations", "organise"),
}
AT_TABLE = {
    "/api/v1/tables/{public_id}/deals/{number}",
    "/api/v1/tables/{public_id}/hint",
    "/api/v1/tables/{public_id}/lesson",
    "/api/v1/tables/{public_id}/rematch",
    "/api/v1/tables/{public_id}/talk",
}
SESSION_ONLY = AT_TABLE | {
    "/api/v1/problems/{day}/",
    "/api/v1/tables/{public_id}/talk/mute",
    "/api/v1/tables/{public_id}/talk/report",
    "/api/v1/tables/{public_id}/actions",
    "/api/v1/tournaments/{public_id}/desk/look/",
}


def test_the_schema_names_the_scope_of_every_operation():
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    scopes = {
        (path, method): operation["x-token-scope"]
        for path, operations in paths.items()
        for method, operation in operations.items()
        if path != "/api/v1/schema/"
    }
    more = {
        (path, scope) for (path, method), scope in scopes.items() if method == "get" and scope not in ("read", "none")
    }
    assert more == TELL_WHAT_WRITES
    assert {path for (path, method), scope in scopes.items() if method == "get" and scope == "none"} == AT_TABLE
    assert {path for (path, _method), scope in scopes.items() if scope == "results"} == RESULTS
    assert {path for (path, _method), scope in scopes.items() if scope == "none"} == SESSION_ONLY
    assert {scope for (_path, method), scope in scopes.items() if method != "get"} == {"results", "organise", "none"}
