"""A name that was entered beside somebody whom the club knows by a like one: make them one, or say that they are two
people."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs import selectors as clubs
from tournaments.entries.services import changing
from tournaments.errors import Refusal
from tournaments.event.services.acts import record_tournament
from tournaments.merging.services import merging
from tournaments.models import Entry, EntryMember, Tournament, TournamentState


@transaction.atomic
def tell_apart(*, entry: Entry, now: datetime, by: User) -> Entry:
    """Say that an entry is another person than whoever has a like name; nobody is asked again. Locks the entry."""
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    if not entry.is_told_apart:
        entry.is_told_apart = True
        entry.save(update_fields=["is_told_apart"])
        record_tournament(entry.tournament, "entry.told_apart", by, now, after={"entry": entry.public_id})
    return entry


@transaction.atomic
def same_as(*, entry: Entry, into: User, now: datetime, by: User) -> str:
    """Say that the name of an entry means another person of the club. If that person is entered too, the entry is
    removed, which `changing.put_back` undoes with the text that is returned; else the entry becomes theirs, under their
    name, and the name is closed, for good (returns ""). Locks tournament and entry. Raises Refusal for an entry of
    several, for two who are both entered once the tournament has begun, and as `merging.merge`; PermissionDenied for
    who organises nothing in the club where the name becomes somebody else."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=entry.tournament_id)
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    names = [one.user for one in entry.members.select_related("user")]
    if len(names) != 1:
        raise Refusal(_("%(name)s has several people: change who belongs to it.") % {"name": entry.name}, "several")
    if names[0] == into:
        raise Refusal(_("%(name)s is already entered.") % {"name": into.name}, "entered")
    if EntryMember.objects.filter(tournament=tournament, user=into).exists():
        if tournament.state != TournamentState.OPEN:
            words = _("%(name)s and %(other)s are both entered, and the tournament has begun: one of them withdraws.")
            raise Refusal(words % {"name": entry.name, "other": into.name}, "both_entered")
        undo = changing.remove_entry(entry=entry, now=now, by=by)
        is_left = clubs.membership_of(names[0], tournament.club) is None
        if is_left:
            return undo
    merging.merge(club=tournament.club, name=names[0], into=into, by=by, now=now)
    Entry.objects.filter(pk=entry.pk, name=names[0].name).update(name=into.name)
    return ""
