"""Sit-and-gos: open one, take a seat, leave it. With the last seat the tournament begins and runs by itself."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from clubs import services as clubs
from games.services import seeks, tables
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments.entries.services import entering
from tournaments.errors import Refusal
from tournaments.event.services import creating
from tournaments.models import SitAndGo, SitAndGoKind, SitAndGoPlace, Tournament
from tournaments.open_events.selectors import waiting
from tournaments.open_events.services.doors import require_account, require_game, require_one_of
from tournaments.stages.services import progression as stages

SEATS = (4, 8)
ROUNDS, DECKS, PAUSE_S = 3, 4, 15
OLD, OLD_HOUR = "open_events.old_sit_and_gos", 5
KEPT = timedelta(days=1)  # one that never began
HOUSE_AFTER = timedelta(seconds=60)  # so long somebody waits at one that the site has opened


@transaction.atomic
def open_sit_and_go(
    *, by: User, rules: str, seats: int, clock: Mapping[str, Any] | None, now: datetime, kind: str = SitAndGoKind.CUP
) -> SitAndGo:
    """Open a sit-and-go and take its first seat; a seat elsewhere is given up. Raises Invalid with the field, Refusal
    for guests."""
    require_account(by)
    require_one_of("seats", seats, SEATS)
    require_one_of("kind", kind, tuple(SitAndGoKind.values))
    require_game(rules, clock)
    quotas.take(MAKE_EVENT, now=now, account=by.pk)
    made = SitAndGo.objects.create(rules=rules, kind=kind, seats=seats, clock=clock, opened_at=now)
    return take_seat(found=made, user=by, now=now)


@transaction.atomic
def take_seat(*, found: SitAndGo, user: User, now: datetime) -> SitAndGo:
    """Take a seat, or say that one still waits. With the last seat the tournament begins; where the site has opened it,
    after a minute the house takes the seats that are empty. A seat elsewhere is given up.
    Locks the sit-and-go. Raises Refusal once it has begun or everybody has left."""
    require_account(user)
    row = SitAndGo.objects.select_for_update(of=("self",)).get(pk=found.pk)
    if row.tournament_id is not None:
        raise Refusal(_("All seats were taken, and it has begun. Open another."), "begun")
    if row.closed_at is not None:
        raise Refusal(_("Everybody has left it. Open another."), "closed")
    row.places.filter(seen_at__lt=now - waiting.GONE).exclude(user=user).delete()
    SitAndGoPlace.objects.filter(user=user).exclude(sit_and_go=row).delete()
    place, is_new = SitAndGoPlace.objects.get_or_create(
        user=user, defaults={"sit_and_go": row, "took_at": now, "seen_at": now}
    )
    if not is_new:
        place.seen_at = now
        place.save(update_fields=["seen_at"])
    return _begun(row, now) if row.places.count() >= row.seats or _is_filled_up(row, now) else row


@transaction.atomic
def stand_up(*, found: SitAndGo, user: User, now: datetime) -> None:
    """Give up one's seat; if nobody waits any more, the sit-and-go is closed. Locks it."""
    row = SitAndGo.objects.select_for_update(of=("self",)).get(pk=found.pk)
    row.places.filter(user=user).delete()
    if row.tournament_id is None and row.stays_until is None and not row.places.exists():
        row.closed_at = now
        row.save(update_fields=["closed_at"])


def forget_old(*, now: datetime) -> int:
    """Delete those that never began, a day later; returns their number."""
    _rows, by_model = SitAndGo.objects.filter(tournament=None, opened_at__lt=now - KEPT).delete()
    return by_model.get(SitAndGo._meta.label, 0)


def plan(kind: str) -> tuple[str, dict[str, Any]]:
    """The tournament template for a kind, and its settings."""
    if kind == SitAndGoKind.CUP:
        return "single_elim", {}
    if kind == SitAndGoKind.SWISS:
        return "swiss", {"rounds": ROUNDS}
    return "duplicate_swiss", {"rounds": ROUNDS, "length": f"deals:{DECKS}"}


def _begun(row: SitAndGo, now: datetime) -> SitAndGo:
    """Begin the tournament with those who wait. The caller has locked the sit-and-go."""
    template, options = plan(row.kind)
    users = waiting.seated(row)
    users += [one.user for one in tables.of_the_house(seeks.level_for(users[0]), row.seats - len(users))]
    tournament = _created(row, template, options, now)
    for user in users:
        entry = entering.enter(tournament=tournament, user=user, by=user, now=now)
        entering.check_in(entry=entry, by=user, now=now)
    row.tournament, row.closed_at = stages.begin(tournament=tournament, now=now, automatic=True), now
    row.save(update_fields=["tournament", "closed_at"])
    row.places.all().delete()
    return row


def _is_filled_up(row: SitAndGo, now: datetime) -> bool:
    """Does the house take the empty seats: has the site opened it, and somebody waited long enough?"""
    return row.stays_until is not None and row.places.filter(took_at__lte=now - HOUSE_AFTER).exists()


def _created(row: SitAndGo, template: str, options: Mapping[str, Any], now: datetime) -> Tournament:
    """Create the tournament, named after its game in the site's language, because the name is stored."""
    with translation.override(settings.LANGUAGE_CODE):
        name = _("Sit-and-go, %(rules)s") % {"rules": row.rules_name}
    return creating.create_tournament(
        club=clubs.club_of_the_site(),
        name=name,
        variant=row.rules,
        by=None,
        now=now,
        template=template,
        options=options,
        settings={"capacity": row.seats, "clock": row.clock, "pause_s": PAUSE_S},
        starts_at=now,
    )
