"""Consent to be rated in an event: a person whom others entered is rated only with their consent.

A person accepts by entering or checking in themselves, by playing at a live table, or by confirming once on their own
page. Confirming, as joining the club, holds for the club: from then on a check-in by its officials is enough. Who
cannot sign in (a name of a roster, a player of the house) is in the care of the club.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from clubs.models import Membership
from games.live.store import logbook
from games.models import Table
from tournaments.errors import Refusal
from tournaments.models import EntryMember, Tournament


def accepts_by_entering(user: User, by: User | None) -> bool:
    """Does the entry by `by` count as this person's consent?"""
    return user == by or bool(user.house_level) or not user.speaks_for_themselves


def check_in(tournament: Tournament, entries: Collection[int], now: datetime, by: User | None) -> None:
    """Record consent when entries (keys) are checked in: of people who check in themselves, and of people who have
    accepted this club."""
    asked = EntryMember.objects.filter(entry__in=entries, accepted_at=None, refused_at=None)
    if by is not None and asked.filter(user=by).exists():
        clubs.take_part(club=tournament.club, user=by, now=now)
        asked.filter(user=by).update(accepted_at=now)
    agreed = ~Q(accepted_at=None) | ~Q(consents_at=None)
    members = Membership.objects.filter(agreed, club=tournament.club_id)
    asked.filter(user__in=members.values("user")).update(accepted_at=now)


@transaction.atomic
def answer(*, member: EntryMember, accepts: bool, by: User, now: datetime) -> EntryMember:
    """Answer for oneself: confirm that one takes part, so that matches that end from now on are rated; or say that the
    entry means somebody else, so that none is. Once; locks the row. Raises Refusal for somebody else, and for who has
    answered."""
    member = EntryMember.objects.select_for_update(of=("self",)).select_related("tournament__club").get(pk=member.pk)
    if member.user_id != by.pk:
        raise Refusal(_("Everybody answers for themselves."), "not_yours")
    if not member.is_asked:
        raise Refusal(_("You have answered already. Ask the director if it was wrong."), "answered")
    field = "accepted_at" if accepts else "refused_at"
    setattr(member, field, now)
    member.save(update_fields=[field])
    if accepts:
        clubs.take_part(club=member.tournament.club, user=by, now=now)
    target = f"tournament:{member.tournament.public_id}"
    action = "entry.accept" if accepts else "entry.refuse"
    audit.record(actor=by, action=action, target=target, now=now, after={"user": by.public_id})
    return member


def played(matches: Iterable[tuple[Sequence[EntryMember], Table, datetime]]) -> None:
    """Record consent of members who have not answered but have made a play at the live table of their match; given are
    members, table and end of each match."""
    asked = [(one, table, at) for members, table, at in matches for one in members if one.is_asked]
    if not asked:
        return
    there = {(one.table, one.by) for one in logbook.movers({table.public_id for _, table, _ in asked})}
    accepted = []
    for one, table, at in asked:
        if (table.pk, one.user_id) in there:
            one.accepted_at = at
            accepted.append(one)
    EntryMember.objects.bulk_update(accepted, ["accepted_at"])


def have_accepted(members: Sequence[EntryMember], at: datetime) -> bool:
    """Had all of these members accepted when their match ended?"""
    return all(member.accepted_at is not None and member.accepted_at <= at for member in members)
