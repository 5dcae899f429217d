"""Services for members who leave a club: by themselves, removed by an organiser, or after handing the club over."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import services
from clubs.models import Club, Membership, Removal, Role
from clubs.services.rights import require_director, require_organiser


@transaction.atomic
def leave(*, club: Club, user: User, now: datetime) -> None:
    """Leave a club: role and place on its list end; entries, results and ratings stay. Locks the club's organisers.
    Raises Membership.DoesNotExist, and LastOrganiser for a person who has to hand the club over first."""
    _take_off(club, user, "club.leave", user, now)


@transaction.atomic
def remove(*, club: Club, user: User, by: User, now: datetime) -> None:
    """Remove a member from the club's list, with the effects of `leave`; for organisers. They can come back only if
    officials let them in, invite them or lift the removal. Raises PermissionDenied as well."""
    require_organiser(club, by)
    _take_off(club, user, "club.remove", by, now)
    Removal.objects.get_or_create(club=club, user=user, defaults={"removed_at": now})


@transaction.atomic
def lift_removal(*, club: Club, user: User, by: User, now: datetime) -> None:
    """Let a person whom the club removed come back like anybody else; for directors. Nothing happens if they were not
    removed. Raises PermissionDenied."""
    require_director(club, by)
    deleted, _by_model = club.removals.filter(user=user).delete()
    if deleted:
        after = {"user": user.public_id}
        audit.record(actor=by, action="club.lift_removal", target=f"club:{club.slug}", after=after, now=now)


def _take_off(club: Club, user: User, action: str, by: User, now: datetime) -> None:
    membership, is_last = services.locked_membership(club, user)
    if is_last:
        raise services.LastOrganiser(f"{user} is the last organiser of {club}")
    before = {"user": user.public_id, "role": membership.role}
    services.note_office(membership, now)
    membership.delete()
    club.join_requests.filter(user=user).delete()  # a guest in the door may ask anew
    audit.record(actor=by, action=action, target=f"club:{club.slug}", before=before, now=now)


@transaction.atomic
def hand_over(*, club: Club, to: User, by: User, now: datetime) -> Membership:
    """Make another member an organiser in one's own place, and stay as a player. Locks the organisers and the
    membership. Raises PermissionDenied, Membership.DoesNotExist, CannotTakeOver for a name without a login and for a
    person who has not confirmed their membership."""
    if to == by:
        raise services.CannotTakeOver(_("You organise this club already: choose somebody else."))
    require_organiser(club, by)
    taker, _last = services.locked_membership(club, to)
    services.require_able(taker)
    services.give_role(club=club, user=to, role=Role.ORGANISER, by=by, now=now)
    services.give_role(club=club, user=by, role=Role.PLAYER, by=by, now=now)
    after = {"from": by.public_id, "to": to.public_id}
    audit.record(actor=by, action="club.hand_over", target=f"club:{club.slug}", after=after, now=now)
    taker.refresh_from_db()
    return taker


@transaction.atomic
def answer_place(*, club: Club, user: User, accepts: bool, now: datetime) -> None:
    """Answer a club that put one on its list without asking: confirm the membership, or leave the list. Nothing happens
    if the club no longer asks."""
    membership = Membership.objects.select_for_update().filter(club=club, user=user, accepted_at=None).first()
    if membership is None or membership.is_visitor:
        return
    if accepts:
        services.add_member(club=club, user=user, by=user)
    else:
        leave(club=club, user=user, now=now)
