"""The demo of a fresh site: a club, its organiser's login, and tonight's tournament of house players."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import SITE_CLUB, Club, Role
from duework.models import DueWork
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Tournament
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
NAME = "Tonight’s demo"
AGAIN = "config.demo"
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
    _tonight(club, organiser, timezone.now())
    return login


def again(work: DueWork, now: datetime) -> None:
    """Handler of due work `config.demo`: on a site that has had nothing but the demo, begin it again every day, so that
    there is always a club night to watch. Running it twice changes nothing."""
    own = Tournament.objects.exclude(club__slug=SITE_CLUB).select_related("club")
    last = own.order_by("-pk").first()
    if last is None or own.exclude(name=NAME).exists():
        return
    organiser = User.objects.filter(memberships__club=last.club, memberships__role=Role.ORGANISER).first()
    if organiser is not None and last.finished_at is not None and last.finished_at.date() < now.date():
        _tonight(last.club, organiser, now)


def _tonight(club: Club, organiser: User, now: datetime) -> None:
    """Open a tournament that plays by itself: house players at a human pace, round after round."""
    tonight = creating.create_tournament(
        club=club,
        name=NAME,
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
