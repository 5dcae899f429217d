"""A club, its organiser, and a program that listens on this computer."""

from collections.abc import Iterator

import pytest

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club
from tests.platform.webhooks.receivers import Receiver, receiver


@pytest.fixture
def olga(db) -> User:
    """The organiser."""
    return accounts.official(username="olga", name="Olga Organ", email="olga@club.example", password="x" * 12)


@pytest.fixture
def club(olga: User) -> Club:
    return clubs.create_club(name="Thursday Club", organiser=olga)


@pytest.fixture
def hook(settings) -> Iterator[Receiver]:
    """A receiver on this computer, which may be told; long work is done at once."""
    settings.WEBHOOKS_LOCAL = True
    with receiver() as found:
        yield found
