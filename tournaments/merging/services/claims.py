"""Claims: a person with an account says by a printed code which name was theirs, and an organiser accepts or
declines."""

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import selectors as clubs
from clubs import services as club_services
from clubs.models import Claim, Club
from clubs.services.rights import require_organiser
from quotas import services as quotas
from quotas.acts import TRY_CLAIM
from tournaments.errors import Invalid, Refusal
from tournaments.merging import selectors
from tournaments.merging.services import merging

KEPT = timedelta(days=30)  # after the answer; one that nobody answers lapses after three times as long
OLD_CLAIMS, OLD_CLAIMS_HOUR = "merging.old_claims", 5


def claim(*, code: str, by: User, now: datetime) -> Claim:
    """Claim the name behind a code as one's own; an organiser of its club has to agree before anything moves. A repeat
    changes nothing. Locks the name. Raises Invalid for a wrong code, Refusal for an impossible claim, LimitReached:
    each code counts, even a wrong one."""
    quotas.take(TRY_CLAIM, now=now, account=by.pk)
    with transaction.atomic():
        return _claimed(code, by, now)


def _claimed(code: str, by: User, now: datetime) -> Claim:
    name = selectors.name_by_code(code)
    if name is None:
        raise Invalid("code", _("No name has this code. Look at the letters again, or ask the club."))
    [name] = merging.lock_people(name)
    if not clubs.clubs_with(name).exists():
        raise Refusal(_("This name is on no club’s list any more: ask the club."), "no_club")
    if by.entry_members.filter(tournament__in=name.entry_members.values("tournament")).exists():
        raise Refusal(_("You and this name played in the same event: it is somebody else."), "cannot_merge")
    made, is_new = Claim.objects.get_or_create(name=name, by=by, answered_at=None, defaults={"asked_at": now})
    if is_new:
        after = {"name": name.public_id}
        audit.record(actor=by, action="person.claim", target=f"user:{by.public_id}", after=after, now=now)
    return made


@transaction.atomic
def answer(*, club: Club, claim: Claim, accepts: bool, by: User, now: datetime, seen: str = "") -> Claim:
    """Accept or decline a claim; for organisers of the club. If accepted, everything that the name has played becomes
    the person's. Locks both persons and the claim. Raises PermissionDenied, Refusal, Conflict."""
    require_organiser(club, by)
    name, into = merging.lock_people(claim.name, claim.by)
    claim = Claim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
    if claim.answered_at is not None:
        raise Refusal(_("This claim was answered already."), "answered")
    if not clubs.players(club).filter(pk=name.pk).exists():
        raise PermissionDenied(_("Only an organiser of the club of this name can answer."))
    claim.answered_at, claim.answered_by, claim.is_accepted = now, by, accepts
    claim.save(update_fields=["answered_at", "answered_by", "is_accepted"])
    if accepts:
        merging.carry_out(selectors.merge_of(name=name, into=into, by=by), by, now, seen)
        club_services.add_member(club=club, user=into, by=into)  # they said so themselves
    else:
        before = {"name": name.public_id}
        audit.record(actor=by, action="person.refuse_claim", target=f"user:{into.public_id}", before=before, now=now)
    return claim


@transaction.atomic
def take_back(*, claim: Claim, by: User) -> None:
    """Take back one's own open claim; after an answer nothing happens."""
    Claim.objects.filter(pk=claim.pk, by=by, answered_at=None).delete()


def forget_old_claims(*, now: datetime) -> int:
    """Delete old claims, answered or not; returns their number."""
    gone = Q(answered_at__lte=now - KEPT) | Q(answered_at=None, asked_at__lte=now - 3 * KEPT)
    return Claim.objects.filter(gone).delete()[0]
