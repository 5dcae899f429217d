"""The demo of a fresh site: a club, its organiser's login, and tonight's tournament of house players."""

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.stages.services import progression as stages

# Invented people; the house plays for them, so that a visitor sees a club night at once.
PLAYERS = (
    ("Ada Brandt", "club"),
    ("Bruno Salas", "novice"),
    ("Carla Núñez", "club"),
    ("Dmitri Volkov", "novice"),
    ("Elif Kaya", "club"),
    ("Fergus O’Neill", "novice"),
    ("Gudrun Thórs", "club"),
    ("Haruto Mori", "novice"),
    ("Ines Duarte", "club"),
    ("Jonas Weiß", "novice"),
)
ROUNDS = 5
VARIANT = "gin-rummy-com"


@dataclass(frozen=True, slots=True)
class Login:
    """The login of a fresh site's organiser, shown only once."""

    username: str
    password: str


@transaction.atomic
def seed() -> Login | None:
    """Fill an empty database with a club, an organiser and a tournament. If there are users, return None and change
    nothing."""
    if User.objects.exists():
        return None
    login = Login("organiser", secrets.token_urlsafe(12))
    organiser = accounts.official(
        username=login.username, name="Club organiser", email="", password=login.password, site_admin=True
    )
    club = clubs.create_club(name="The Undercut Club", organiser=organiser)
    _tonight(club, organiser)
    return login


def _tonight(club: Club, organiser: User) -> None:
    """Open a tournament that plays by itself: house players at a human pace, round after round."""
    now = timezone.now()
    tonight = creating.create_tournament(
        club=club,
        name="Tonight’s demo",
        variant=VARIANT,
        by=organiser,
        now=now,
        rounds=ROUNDS,
        settings={"pace": "people", "rated_house": True, "clock": None},
    )
    for name, level in PLAYERS:
        player = accounts.house_player(name=name, level=level)
        entry = entering.enter(tournament=tonight, user=player, by=organiser, now=now)
        entering.check_in(entry=entry, by=organiser, now=now)
    stages.begin(tournament=tonight, by=organiser, now=now, automatic=True)
