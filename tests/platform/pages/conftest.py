"""People who visit the pages."""

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club


@pytest.fixture
def olga(db) -> User:
    """The organiser."""
    return accounts.official(username="olga", name="Olga Organ", email="olga@club.example", password="x" * 12)


@pytest.fixture
def club(olga: User) -> Club:
    return clubs.create_club(name="Thursday Club", organiser=olga)


@pytest.fixture
def as_olga(olga: User) -> Client:
    client = Client()
    client.force_login(olga)
    return client


@pytest.fixture
def as_dirk(club: Club) -> Client:
    """A director of the club."""
    dirk = accounts.player_for(name="Dirk Direct")[0]
    clubs.add_member(club=club, user=dirk, role="director")
    client = Client()
    client.force_login(dirk)
    return client
