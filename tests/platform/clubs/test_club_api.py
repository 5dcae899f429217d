"""Clubs by the API: join, enrol, give roles; a person who may not is told whom to ask."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import get_resolver
from rest_framework import serializers

from accounts import services as accounts
from accounts.models import User
from clubs import services
from clubs.models import Club, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    """The organiser."""
    return User.objects.create(username="ann", name="Ann")


@pytest.fixture
def club(ann: User) -> Club:
    """Ann's club."""
    return services.create_club(name="Knock Knock", organiser=ann)


def signed_in(user: User) -> Client:
    """A client with this person's session."""
    client = Client()
    client.force_login(user)
    return client


def test_a_stranger_joins_and_becomes_a_director(ann: User, club: Club) -> None:
    ben = User.objects.create(username="ben", name="Ben")
    where = f"/api/v1/clubs/{club.slug}"
    asked = signed_in(ben).post(f"{where}/join", {"note": "Hello"}, content_type="application/json")
    assert (asked.status_code, asked.json()["note"], asked.json()["is_let_in"]) == (202, "Hello", None)
    assert signed_in(ben).get(f"{where}/requests").status_code == 403
    assert [one["id"] for one in signed_in(ann).get(f"{where}/requests").json()["results"]] == [ben.public_id]
    yes, request = {"lets_in": True}, f"{where}/requests/{ben.public_id}"
    assert signed_in(ben).post(request, yes, content_type="application/json").status_code == 403
    assert signed_in(ann).post(request, yes, content_type="application/json").json()["is_let_in"] is True
    assert signed_in(ann).post(request, yes, content_type="application/json").json()["type"] == "answered"
    joined = signed_in(ben).post(f"{where}/join")
    assert (joined.status_code, joined.json()["role"]) == (200, Role.PLAYER)
    cem = services.enrol(club=club, name="Cem", by=None).user
    wish = {"member": cem.public_id, "role": "director"}
    refused = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/roles", wish, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (409, "cannot_take_over")
    wish = {"member": ben.public_id, "role": "director"}
    given = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/roles", wish, content_type="application/json")
    assert (given.status_code, given.json()["role"]) == (200, Role.DIRECTOR)


def test_a_player_gives_no_roles_and_enrols_nobody(club: Club) -> None:
    ben = User.objects.create(username="ben", name="Ben")
    services.add_member(club=club, user=ben)
    for path, wish in (("roles", {"member": ben.public_id, "role": "organiser"}), ("members", {"name": "Cem"})):
        refused = signed_in(ben).post(f"/api/v1/clubs/{club.slug}/{path}", wish, content_type="application/json")
        assert refused.status_code == 403
        assert refused.json()["type"] == "permission_denied"
        assert "organisers" in refused.json()["detail"]


def test_the_last_organiser_stays(ann: User, club: Club) -> None:
    wish = {"member": ann.public_id, "role": "player"}
    refused = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/roles", wish, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (409, "last_organiser")


def test_a_bad_name_is_named(ann: User, club: Club) -> None:
    wish = {"name": "\u202e", "email": "nobody"}
    refused = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/members", wish, content_type="application/json")
    assert refused.status_code == 400
    assert set(refused.json()["errors"]) == {"name", "email"}
    for wish in ({"name": "ben@club.example"}, {"name": "Ben ben@club.example", "email": "ben@club.example"}):
        refused = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/members", wish, content_type="application/json")
        assert (refused.status_code, set(refused.json()["errors"])) == (400, {"name"})


def test_inviting_tells_nothing_of_an_address_and_enrols_nobody(ann: User, club: Club) -> None:
    """The same answer whether an account has the address or none, and no name or id of it."""
    vera = accounts.official(username="vera", name="Vera Victim", email="vera@club.example", password="x" * 12)
    EmailAddress.objects.create(user=vera, email="vera@club.example", verified=True, primary=True)
    before = set(User.objects.all())
    said = []
    for email in ("vera@club.example", "nobody@club.example"):
        wish = {"name": "Somebody", "email": email}
        answer = signed_in(ann).post(f"/api/v1/clubs/{club.slug}/members", wish, content_type="application/json")
        body = answer.json()
        assert body["link"].endswith(f"/invitations/{body['token']}/")
        said.append((answer.status_code, sorted(body), body["name"], body["email"] == email))
    keys = ["email", "expires_at", "invited_at", "link", "mailed_at", "name", "note", "token"]
    assert said == [(202, keys, "Somebody", True)] * 2
    assert (set(User.objects.all()), club.memberships.count()) == (before, 1)


@pytest.mark.parametrize(("host", "said"), [("localhost:8000", "on this computer only"), ("play.club.example", "")])
def test_a_link_says_who_can_open_it(ann: User, club: Club, settings: Any, host: str, said: str) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    wish = {"name": "Cem", "email": "cem@club.example"}
    where = f"/api/v1/clubs/{club.slug}/members"
    note = signed_in(ann).post(where, wish, content_type="application/json", HTTP_HOST=host).json()["note"]
    assert (said in note) if said else note == ""


def test_an_invitation_is_accepted_once_listed_and_taken_back(ann: User, club: Club) -> None:
    ben = User.objects.create(username="ben", name="Ben")
    where, api = f"/api/v1/clubs/{club.slug}", signed_in(ann)
    wishes = [{"name": name, "email": f"{name}@club.example"} for name in ("ben", "cem")]
    answers = [api.post(f"{where}/members", wish, content_type="application/json") for wish in wishes]
    tokens = [answer.json()["token"] for answer in answers]
    accept = f"/api/v1/invitations/{tokens[0]}/accept"
    assert Client().post(accept).status_code == 403
    assert signed_in(ben).post(accept).json()["role"] == "player"
    again = signed_in(ben).post(accept)
    assert (again.status_code, again.json()["type"]) == (409, "not_open")
    assert [one["token"] for one in api.get(f"{where}/invitations").json()["results"]] == tokens[1:]
    assert signed_in(ben).get(f"{where}/invitations").status_code == 403
    assert signed_in(ben).delete(f"{where}/invitations/{tokens[1]}").status_code == 403
    assert api.delete(f"{where}/invitations/{tokens[1]}").status_code == 204
    assert signed_in(ben).post(f"/api/v1/invitations/{tokens[1]}/accept").status_code == 404


def test_no_answer_promises_an_address_that_may_be_empty() -> None:
    """The schema says "email" of what a serializer reads as one, and an empty text is none."""

    def kinds(of: type[serializers.Serializer]) -> list[type[serializers.Serializer]]:
        return [one for below in of.__subclasses__() for one in (below, *kinds(below))]

    assert get_resolver().url_patterns, "every serializer is loaded"
    read = [
        (kind, field)
        for kind in kinds(serializers.ModelSerializer)
        if getattr(kind, "Meta", None) and not kind.__module__.startswith("rest_framework")
        for field in kind().fields.values()
        if isinstance(field, serializers.EmailField) and field.read_only
    ]
    promised = [kind for kind, field in read if kind.Meta.model._meta.get_field(field.source).blank]
    assert not promised


def test_a_wrong_time_zone_is_refused_in_the_readers_language(ann: User) -> None:
    asked = {"name": "Nowhere", "timezone": "Europe/Nowhere"}
    said = {"en": "There is no such time zone.", "es": "No existe esa zona horaria."}
    for language, words in said.items():
        spoken = {"accept-language": language}
        refused = signed_in(ann).post("/api/v1/clubs/", asked, content_type="application/json", headers=spoken)
        assert refused.status_code == 400
        assert words in refused.content.decode()
