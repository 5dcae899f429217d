"""Clubs by the API: join, enrol, give roles; who may not is told whom to ask."""

import pytest
from django.test import Client

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
    joined = signed_in(ben).post(f"/api/v1/clubs/{club.slug}/join")
    assert (joined.status_code, joined.json()["role"]) == (200, Role.PLAYER)
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
