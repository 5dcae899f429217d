"""Roster lines find their players: by an address that is confirmed, or known among those given, else by name among
those given."""

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from accounts import services
from accounts.models import User
from accounts.names import BadName
from tests.markup import tight

pytestmark = pytest.mark.django_db


def test_a_new_player_has_no_password_and_a_public_id():
    ann, new = services.player_for(name=" Ann  Archer ", email="Ann@Club.Example ")
    assert new
    assert (ann.name, ann.email) == ("Ann Archer", "ann@club.example")
    assert not ann.has_usable_password()
    assert len(ann.public_id) == 12


def test_the_same_mail_is_the_same_player_of_the_club_whatever_the_name():
    ann, _ = services.player_for(name="Ann", email="ann@club.example")
    again, new = services.player_for(name="Ann Married-Name", email="ANN@club.example", among=User.objects.all())
    assert (again, new) == (ann, False)


def test_elsewhere_an_address_counts_when_it_is_proved_and_only_with_its_name():
    ann, _ = services.player_for(name="Ann", email="ann@club.example")
    unproved, _ = services.player_for(name="Ann", email="ann@club.example")
    assert (unproved != ann, unproved.email) == (True, "")
    EmailAddress.objects.create(user=ann, email="ann@club.example", verified=True)
    assert services.player_for(name="ANN", email="ANN@club.example") == (ann, False)
    stranger, new = services.player_for(name="Somebody", email="ann@club.example")
    assert (new, stranger.name, stranger.email) == (True, "Somebody", "")


def test_an_address_that_somebody_with_a_password_only_wrote_down_finds_nobody():
    mallory = services.official(username="m", name="Ann", email="ann@club.example", password="correct horse 9")
    found, new = services.player_for(name="Ann", email="ann@club.example", among=User.objects.all())
    assert new
    assert found != mallory


def test_a_name_counts_only_among_those_given():
    ann, _ = services.player_for(name="Ann")
    assert services.player_for(name="ANN", among=User.objects.all()) == (ann, False)
    stranger, new = services.player_for(name="Ann")
    assert new
    assert stranger != ann


def test_a_namesake_with_another_mail_is_somebody_else():
    services.player_for(name="Ann", email="ann@one.example")
    other, new = services.player_for(name="Ann", email="ann@two.example", among=User.objects.all())
    assert new
    assert other.email == "ann@two.example"


def test_a_line_without_mail_finds_the_namesake_with_one():
    ann, _ = services.player_for(name="Ann", email="ann@one.example")
    assert services.player_for(name="Ann", among=User.objects.all()) == (ann, False)


def test_a_roster_line_never_becomes_a_house_player():
    services.house_player(name="Ann", level="club")
    _, new = services.player_for(name="Ann", among=User.objects.all())
    assert new


def test_house_players_are_made_once():
    assert services.house_player(name="Hal", level="club") == services.house_player(name="Hal", level="club")
    assert services.house_player(name="Hal", level="novice") != services.house_player(name="Hal", level="club")
    assert not services.house_player(name="Hal", level="club").has_usable_password()


def test_two_accounts_never_share_a_mail():
    services.player_for(name="Ann", email="ann@club.example")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="x", name="X", email="ANN@club.example")
    User.objects.create(username="y", name="Y", email="")
    User.objects.create(username="z", name="Z", email="")


def test_a_bad_name_makes_nobody():
    with pytest.raises(BadName):
        services.player_for(name="\u200b")
    assert not User.objects.exists()


def test_signing_up_keeps_the_clean_name(client):
    form = {
        "username": "ann",
        "name": " Ann\u200b  Archer",
        "password1": "a-long-one-9",
        "password2": "a-long-one-9",
        "agreed": "on",
    }
    page = client.get("/accounts/signup/").content.decode()
    assert "<h1>Join</h1>" in page
    assert "Sign Up" not in page, "one word for it"
    joined = client.post("/accounts/signup/", form | {"email": "ann@club.example"}, follow=True)
    assert joined.redirect_chain[0][1] == 302
    assert "Welcome, Ann Archer: you have joined." in tight(joined.content.decode())
    assert User.objects.get(username="ann").name == "Ann Archer"


@pytest.mark.parametrize(
    ("username", "name"),
    [("ann", "Club organiser"), ("ann", "Сосо"), ("administrator", "Ann"), ("аdmin", "Ann"), ("сосо", "Ann")],
)
def test_nobody_joins_under_a_name_that_looks_like_another(client, username, name):
    services.official(username="coco", name="Coco", email="", password=None)
    form = {
        "username": username,
        "name": name,
        "password1": "a-long-one-9",
        "password2": "a-long-one-9",
        "agreed": "on",
    }
    assert client.post("/accounts/signup/", form).status_code == 200
    assert User.objects.count() == 1
    assert client.post("/accounts/signup/", form | {"username": "coco2", "name": "Coco"}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(("kept", "written"), [("Ann Lee", "ANN LEE"), ("Éva Nagy", "éva nagy"), ("Дора", "ДОРА")])
def test_capitals_do_not_make_another_person(kept, written):
    """On every database: SQLite by itself folds only ASCII letters."""
    known, _ = services.player_for(name=kept)
    found, new = services.player_for(name=written, among=User.objects.all())
    assert (found, new) == (known, False)
