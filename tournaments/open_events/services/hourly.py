"""Open events of the site itself: every hour an arena and a sit-and-go, so that there is always something to join. The
house takes seats that stay empty."""

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from duework.models import DueWork
from games.live.presets import tiles
from games.players import USUAL_LEVEL
from games.services import seeks, tables
from tournaments.models import Arena, SitAndGo, SitAndGoKind

HOURLY = "open_events.hourly"
HOUR = timedelta(hours=1)
CLOCK = {"bank_s": 300, "increment_s": 3, "move_s": None}
SEATS = 4
KINDS = (SitAndGoKind.CUP, SitAndGoKind.SWISS)


def open_hour(work: DueWork, now: datetime) -> None:
    """Handler of due work `open_events.hourly`: open the arena and the sit-and-go of this hour, and take away those of
    the hours before to which nobody came. Running it twice changes nothing."""
    if not settings.HOURLY_EVENTS:
        return
    host, hour = _host(), now.replace(minute=0, second=0, microsecond=0)
    Arena.objects.filter(by=host, ends_at__lte=now, games=None).delete()
    SitAndGo.objects.filter(stays_until__lte=now, tournament=None, places=None).delete()
    rules = game_of(hour)
    if not Arena.objects.filter(by=host, starts_at=hour).exists():
        Arena.objects.create(
            rules=rules, clock=CLOCK, is_rated=True, by=host, opened_at=now, starts_at=hour,
            ends_at=hour + HOUR,
        )  # fmt: skip
    if not SitAndGo.objects.filter(stays_until__gt=now, tournament=None, closed_at=None).exists():
        kind = KINDS[hour.hour % len(KINDS)]
        SitAndGo.objects.create(
            rules=rules, kind=kind, seats=SEATS, clock=CLOCK, opened_at=now, stays_until=hour + HOUR
        )


def game_of(hour: datetime) -> str:
    """The game of an hour: gin in every second, the best-known rules of the other games for two between them."""
    others = [one.first for one in tiles.tiles()[1:] if seeks.is_for_two(one.first)]
    return tiles.BEST_KNOWN if hour.hour % 2 == 0 else others[hour.hour // 2 % len(others)]


def _host() -> User:
    """The house player in whose name the site opens its arenas."""
    return tables.of_the_house(USUAL_LEVEL, 1)[0].user
