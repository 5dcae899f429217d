"""Merge a name without a login into another person: entries, results and ratings move, and the name is closed."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from clubs.models import Claim, Club, Membership
from clubs.services.rights import require_organiser
from ratings.services import moving
from tournaments.entries.services import partner_names
from tournaments.errors import Conflict, Refusal
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.matches.services import own_words
from tournaments.merging import selectors
from tournaments.models import Case, EntryMember

Move = Callable[[User, User], None]
_moves: list[Move] = []


def register(move: Move) -> None:
    """Register, from `apps.ready`, what a subject above moves from a name to the person it becomes, in the same
    transaction."""
    if move not in _moves:
        _moves.append(move)


@transaction.atomic
def merge(*, club: Club, name: User, into: User, by: User, now: datetime, seen: str = "") -> selectors.Merge:
    """Make a name of this club and another member one person; for its organisers. `seen` is the digest of the accepted
    preview. Locks both persons. Raises PermissionDenied, Refusal with the first obstacle, Conflict if it would now do
    something else."""
    require_organiser(club, by)
    name, into = lock_people(name, into)
    places = set(Membership.objects.filter(club=club, user__in=(name, into)).values_list("user", flat=True))
    if places != {name.pk, into.pk}:
        raise Refusal(_("Both have to be on the list of %(club)s.") % {"club": club.name}, "no_member")
    found = selectors.merge_of(name=name, into=into, by=by, club=club)
    return carry_out(found, by, now, seen)


def carry_out(found: selectors.Merge, by: User, now: datetime, seen: str = "") -> selectors.Merge:
    """Carry out a preview, with both persons locked. Results of the name that rest on the word of the person alone, an
    official then, say so from now on. Raises Refusal and Conflict."""
    if found.obstacles:
        raise Refusal(found.obstacles[0], "cannot_merge")
    if seen and seen != found.digest:
        raise Conflict(_("Something was played since you looked: look again."))
    name, into = found.name, found.into
    entries = [one.entry for one in EntryMember.objects.filter(user=name).select_related("entry__tournament")]
    EntryMember.objects.filter(user=name).update(user=into)
    own_words.mark_merged(entries, into)
    for entry in entries:
        if entry.partners:
            users = [member.user for member in entry.members.select_related("user").order_by("order")]
            entry.partners = partner_names.beside(entry.name, users, size_of(entry.tournament))
            entry.save(update_fields=["partners"])
    Case.objects.filter(about=name).update(about=into)
    for move in _moves:
        move(name, into)
    for place in Membership.objects.filter(user=name).select_related("club"):
        clubs.add_member(club=place.club, user=into, role=place.role, by=by)
        place.delete()
    reason = _("Two names turned out to be one person")  # public and kept for good: it says no name
    moved = moving.move_matches(of=name, to=into, now=now, by=by, reason=reason)
    Claim.objects.filter(name=name, answered_at=None).update(answered_at=now, answered_by=by, is_accepted=False)
    accounts.close_merged(name=name, into=into)
    audit.record(
        actor=by,
        action="person.merge",
        target=f"user:{into.public_id}",
        before={"name": name.public_id},
        after={"into": into.public_id, "entries": [entry.public_id for entry in entries], "matches": moved},
        now=now,
    )
    return found


def lock_people(*people: User) -> list[User]:
    """Lock these people in the order of their keys; returns them in the given order."""
    keys = [one.pk for one in people]
    rows = {one.pk: one for one in User.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")}
    return [rows[key] for key in keys]
