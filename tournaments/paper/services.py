"""Services for hall screens: put up, change, revoke. Each leaves an audit entry."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.errors import Invalid, Refusal
from tournaments.models import Screen, Tournament
from tournaments.paper.selectors import SHOWS

MOST_SCREENS = 20


@transaction.atomic
def put_up_screen(
    *, tournament: Tournament, name: str, now: datetime, by: User | None, shows: str = "both", announcement: str = ""
) -> Screen:
    """Create a hall screen with its own address. Locks the tournament row. Raises Invalid for a bad value, Refusal
    when there are too many."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.screens.filter(revoked_at=None).count() >= MOST_SCREENS:
        raise Refusal(_("A tournament has at most %(most)d screens.") % {"most": MOST_SCREENS}, "too_many")
    facts = _checked(name, shows, announcement)
    screen = Screen.objects.create(tournament=tournament, made_at=now, **facts)
    _record(screen, "screen.put_up", by, now, after=facts)
    return screen


@transaction.atomic
def change_screen(
    *, screen: Screen, now: datetime, by: User | None, name: str, shows: str, announcement: str = ""
) -> Screen:
    """Change what a screen shows and announces. Locks its row. Raises Refusal for a revoked one."""
    screen = _locked(screen)
    before = {key: getattr(screen, key) for key in ("name", "shows", "announcement")}
    after = _checked(name, shows, announcement)
    Screen.objects.filter(pk=screen.pk).update(**after)
    _record(screen, "screen.change", by, now, before=before, after=after)
    screen.refresh_from_db()
    return screen


@transaction.atomic
def revoke_screen(*, screen: Screen, now: datetime, by: User | None) -> Screen:
    """Revoke a screen: its address no longer works. Locks its row."""
    screen = _locked(screen)
    screen.revoked_at = now
    screen.save(update_fields=["revoked_at"])
    _record(screen, "screen.revoke", by, now, before={"name": screen.name})
    return screen


def _checked(name: str, shows: str, announcement: str) -> dict[str, str]:
    if shows not in SHOWS:
        raise Invalid("shows", _("A screen shows both, pairings or standings."))
    if not name.strip():
        raise Invalid("name", _("Give the screen a name, such as the place where it hangs."))
    return {"name": name.strip()[:60], "shows": shows, "announcement": announcement.strip()[:200]}


def _locked(screen: Screen) -> Screen:
    screen = Screen.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=screen.pk)
    if screen.revoked_at is not None:
        raise Refusal(_("This screen is revoked: put up a new one."), "revoked")
    return screen


def _record(screen: Screen, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"tournament:{screen.tournament.public_id}/screen:{screen.public_id}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
