"""Services for clubs: start and restore one, approve it, put members on its list, invite people, give roles."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import mail, names
from accounts import services as accounts
from accounts.models import User
from accounts.second_factor import services as second_factor
from audit import services as audit
from clubs import selectors
from clubs.models import INVITED_FOR, SITE_CLUB, Club, Invitation, Membership, PastOffice, Role
from clubs.services import mailing, rights
from clubs.services.mailing import NO_OCCASION, Occasion
from doors.zones import known_zones
from quotas import services as quotas
from quotas.acts import FOUND_CLUB, NEW_ADDRESSES

RESERVED = frozenset({"new", SITE_CLUB})  # slugs that pages of clubs use themselves


class LastOrganiser(Exception):
    """The last organiser of a club cannot be removed."""


class CannotTakeOver(Exception):
    """A person cannot be an official of a club; the text says why."""


class NotOpen(Exception):
    """An invitation was already accepted, has expired, or is older than the removal of the person who opens it."""


APPROVED = "club.approve"
OLD_INVITATIONS, OLD_INVITATIONS_HOUR = "clubs.old_invitations", 5
OLD_REQUESTS = "clubs.old_requests"  # at the same hour


@transaction.atomic
def create_club(*, name: str, organiser: User, zone: str = "UTC", slug: str = "") -> Club:
    """Start a club whose organiser is the given person; its address is made from the name unless given. A club that
    site staff start is approved at once. Raises LimitReached."""
    name, now = names.clean_name(name), timezone.now()
    quotas.take(FOUND_CLUB, now=now, account=organiser.pk)
    club = Club.objects.create(
        name=name,
        slug=free_slug(slug or name, among=Club.objects.all(), fallback="club", reserved=RESERVED),
        timezone=zone,
    )
    Membership.objects.create(club=club, user=organiser, role=Role.ORGANISER, accepted_at=now)
    audit.record(actor=organiser, action="club.create", target=f"club:{club.slug}", after={"name": name}, now=now)
    return approve_club(club=club, by=organiser, now=now) if second_factor.acts_as_staff(organiser) else club


def club_of_the_site() -> Club:
    """The club for tournaments that players open themselves; it is made when it is first needed. It has no officials
    but the site's staff, and what is played there is not rated."""
    facts = {"name": "Open tables", "asks_to_join": False}
    return Club.objects.get_or_create(slug=SITE_CLUB, defaults=facts)[0]


@transaction.atomic
def approve_club(*, club: Club, by: User | None, now: datetime) -> Club:
    """Let the events of a club that begin from now on count for ratings. Only site staff may, or somebody with a shell
    (`by` is None). Approving twice changes nothing. Locks the club. Raises PermissionDenied, also for the club of the
    site."""
    _require_staff(by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.is_of_site:
        raise PermissionDenied(_("Tournaments that players open themselves are never rated."))
    if club.is_approved:
        return club
    club.approved_at, club.approved_by = now, by
    club.save(update_fields=["approved_at", "approved_by"])
    audit.record(actor=by, action=APPROVED, target=f"club:{club.slug}", now=now)
    return club


@transaction.atomic
def withdraw_approval(*, club: Club, by: User | None, now: datetime) -> Club:
    """Stop counting a club's matches for ratings from now on; rated matches stay. Permissions and locks as in
    `approve_club`."""
    _require_staff(by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.is_approved:
        club.approved_at = club.approved_by = None
        club.save(update_fields=["approved_at", "approved_by"])
        audit.record(actor=by, action="club.withdraw_approval", target=f"club:{club.slug}", now=now)
    return club


def _require_staff(by: User | None) -> None:
    if by is not None:
        second_factor.require_staff(by, _("Only the site’s staff can approve clubs."))


@transaction.atomic
def restore_club(*, public_id: str, slug: str, name: str, zone: str, at: datetime, by: User | None = None) -> Club:
    """Restore a club from another site, with `by` as its organiser. It is approved, because only site staff restore
    clubs. Raises ValueError for a bad name or an address that is taken."""
    name = names.clean_name(name)
    if not slug or slug in RESERVED or slugify(slug) != slug or Club.objects.filter(slug=slug).exists():
        raise ValueError(f"no free address: {slug[:60]}")
    taken = len(public_id) != accounts.ID_LENGTH or Club.objects.filter(public_id=public_id).exists()
    given = {} if taken else {"public_id": public_id}
    club = Club.objects.create(name=name, slug=slug[:60], timezone=zone if zone in known_zones() else "UTC", **given)
    if by is not None:
        Membership.objects.create(club=club, user=by, role=Role.ORGANISER, accepted_at=at)
    audit.record(actor=by, action="club.create", target=f"club:{slug}", after={"name": name}, now=at)
    return approve_club(club=club, by=by, now=at)


@transaction.atomic
def add_member(*, club: Club, user: User, role: str = Role.PLAYER, by: User | None = None) -> Membership:
    """The person's membership, created if missing. An existing one keeps its role, and a visitor becomes a member. A
    person who joins (`by` is themselves) accepts the membership by that."""
    membership, new = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if membership.is_visitor or (by == user and membership.accepted_at is None):
        membership.is_visitor = False
        membership.accepted_at = membership.accepted_at or (timezone.now() if by == user else None)
        membership.save(update_fields=["is_visitor", "accepted_at"])
    club.removals.filter(user=user).delete()
    if new and role != Role.PLAYER:
        _record_role(membership, before=None, by=by)
    return membership


@transaction.atomic
def enrol_players(*, club: Club, users: Iterable[User], by: User | None = None) -> None:
    """Put the players of a tournament on the club's list; `by` enters them, and takes part if among them. A player who
    can sign in is only a visitor if another player enters them where officials let newcomers in, or if the club has
    removed them. House players are never members, and the club of the site has no list."""
    if club.is_of_site:
        return
    people = [user for user in users if not user.house_level]
    known = set(Membership.objects.filter(club=club, user__in=people).values_list("user", flat=True))
    gone = set(club.removals.filter(user__in=people).values_list("user", flat=True))
    is_brought = by is not None and club.asks_to_join and not selectors.may_direct(by, club)
    fresh = {
        user.pk: Membership(
            club=club, user=user, is_visitor=user.speaks_for_themselves and (is_brought or user.pk in gone)
        )
        for user in people
        if user.pk not in known
    }
    Membership.objects.bulk_create(fresh.values(), batch_size=1_000, ignore_conflicts=True)
    if by is not None and by in people:
        take_part(club=club, user=by, now=timezone.now())


@transaction.atomic
def take_back_enrolment(*, club: Club, users: Iterable[User], since: datetime) -> None:
    """Remove people without an account from a club's list if an entry made at `since`, which is now withdrawn, put them
    there. People who were on the list before stay, and so do people who can sign in."""
    people = [user.pk for user in users if not user.speaks_for_themselves]
    places = club.memberships.filter(user__in=people, role=Role.PLAYER, accepted_at=None, joined_at__gte=since)
    places.delete()


@transaction.atomic
def take_part(*, club: Club, user: User, now: datetime) -> None:
    """Note that a person takes part in an evening by their own act: from now on the desk may check them in. They become
    a member only if everybody may join and the club has not removed them; else an existing place stays as it is, and a
    new one is a visitor's. The club of the site has no list."""
    if club.is_of_site:
        return
    is_visitor = selectors.has_to_ask(user, club)
    facts = {"is_visitor": is_visitor, "consents_at": now}
    place, _new = Membership.objects.get_or_create(club=club, user=user, defaults=facts)
    if place.consents_at is None:
        place.consents_at = now
        place.save(update_fields=["consents_at"])
    if not is_visitor:
        add_member(club=club, user=user, by=user)


@transaction.atomic
def enrol(*, club: Club, name: str, by: User | None) -> Membership:
    """Put a person on the club's list: one found by name in the club, else a new one. With an address the person is
    invited instead. For directors, or somebody with a shell (`by` is None). Locks the club. Raises PermissionDenied,
    ClubClosed."""
    if by is not None:
        rights.require_director(club, by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    rights.require_open(club)
    user, _is_new = accounts.player_for(name=name, among=selectors.players(club))
    return add_member(club=club, user=user)


def invite(*, club: Club, name: str, email: str, by: User, now: datetime, why: Occasion = NO_OCCASION) -> Invitation:
    """Offer a place by a link, which is mailed if there is an address and the site sends mail, with the occasion
    (`why`) as a paragraph. A person with an open invitation keeps the link; a club mails one address once a day. For
    directors; for the club of the site, for directors of its tournaments. Raises PermissionDenied, ClubClosed,
    LimitReached."""
    if not second_factor.acts_as_administrator(by):
        rights.require_director(club, by)
    invitation = _invitation(club, names.clean_name(name), email.strip().lower(), by, now)
    if invitation.email and mail.is_configured():
        with suppress(mail.MailFailed):  # the invitation stands, and its link can be copied
            mailing.mail_link(invitation, now, why)
    return invitation


@transaction.atomic
def _invitation(club: Club, name: str, email: str, by: User, now: datetime) -> Invitation:
    """The open invitation for this address, created or renewed. Locks the club."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    rights.require_open(club)
    club.invitations.filter(accepted_at=None, invited_at__lte=now - INVITED_FOR).delete()
    found = selectors.open_invitations(club, now).filter(email=email).first() if email else None
    if found is not None:
        return found
    if email:
        take_addresses(club, 1, by, now)
    made = Invitation.objects.create(club=club, name=name, email=email, invited_by=by, invited_at=now)
    audit.record(actor=by, action="club.invite", target=f"club:{club.slug}", after={"invitation": made.pk}, now=now)
    return made


def take_addresses(club: Club, n: int, by: User | None, now: datetime) -> None:
    """Count the mail addresses that a club adds to the site against its limit; from the shell (`by` is None) there is
    none. Raises LimitReached."""
    if by is not None:
        quotas.take(NEW_ADDRESSES, now=now, n=n, is_approved=club.is_approved, account=by.pk, club=club.pk)


def too_many_addresses(club: Club, n: int, by: User | None, now: datetime) -> str:
    """The reason why this club cannot add `n` addresses now; empty if it can."""
    if by is None:
        return ""
    free = quotas.room(NEW_ADDRESSES, now=now, is_approved=club.is_approved, account=by.pk, club=club.pk)
    if n <= free.left:
        return ""
    more = "" if club.is_approved else " " + _("Once the site’s staff have approved the club, more may be.")
    return quotas.words_of(NEW_ADDRESSES, free, n) + more


@transaction.atomic
def accept_invitation(*, token: str, user: User, now: datetime) -> Membership:
    """Accept an invitation by its link, as the signed-in person. Locks the invitation. Raises
    Invitation.DoesNotExist for an unknown link, NotOpen for one that has been used or has expired."""
    invitation = Invitation.objects.select_for_update(of=("self",)).select_related("club").get(token=token)
    removals = invitation.club.removals.filter(user=user, removed_at__gte=invitation.invited_at)
    if not invitation.is_open(now) or invitation.club.closed_at or removals.exists():
        raise NotOpen("this invitation has been used or has run out: ask the club for another")
    invitation.accepted_by, invitation.accepted_at = user, now
    invitation.save(update_fields=["accepted_by", "accepted_at"])
    target = f"club:{invitation.club.slug}"
    audit.record(actor=user, action="club.accept", target=target, after={"invitation": invitation.pk}, now=now)
    return add_member(club=invitation.club, user=user, by=user)


@transaction.atomic
def withdraw_invitation(*, club: Club, token: str, by: User, now: datetime) -> None:
    """Withdraw an open invitation: its link stops working. For directors. Raises PermissionDenied,
    Invitation.DoesNotExist."""
    rights.require_director(club, by)
    invitation = club.invitations.select_for_update().get(token=token, accepted_at=None)
    after = {"invitation": invitation.pk}
    audit.record(actor=by, action="club.uninvite", target=f"club:{club.slug}", after=after, now=now)
    invitation.delete()


def forget_old_invitations(*, now: datetime) -> int:
    """Delete expired invitations, and those accepted equally long ago, because each holds a name and an address;
    returns their number."""
    gone = Q(accepted_at=None, invited_at__lte=now - INVITED_FOR) | Q(accepted_at__lte=now - INVITED_FOR)
    return Invitation.objects.filter(gone).delete()[0]


@transaction.atomic
def give_role(*, club: Club, user: User, role: str, by: User, now: datetime | None = None) -> Membership:
    """Give a member a role, from `now` on; for organisers. Locks the club's organisers and the membership; leaves an
    audit entry. Raises PermissionDenied, LastOrganiser if no organiser would be left, CannotTakeOver as
    `require_able`."""
    rights.require_organiser(club, by)
    membership, is_last = locked_membership(club, user)
    if membership.role == role:
        return membership
    if role in selectors.DIRECTORS:
        require_able(membership)
    if is_last:
        raise LastOrganiser(f"{user} is the last organiser of {club}")
    now = now or timezone.now()
    if role in selectors.DIRECTORS and membership.role not in selectors.DIRECTORS:
        membership.directs_since = now
    elif role not in selectors.DIRECTORS:
        note_office(membership, now)
    before, membership.role = membership.role, Role(role)
    membership.save(update_fields=["role", "directs_since"])
    _record_role(membership, before=before, by=by)
    return membership


def note_office(membership: Membership, now: datetime) -> None:
    """Record the term of an official that ends now, so that the officials of an earlier time stay known. Nothing
    happens for a player."""
    if membership.role in selectors.DIRECTORS:
        since = membership.directs_since or membership.joined_at
        PastOffice.objects.create(club=membership.club, user=membership.user, since=since, until=now)


def require_able(membership: Membership) -> None:
    """Raise CannotTakeOver for a name without a login, which could not act, and for a person who has not confirmed
    their membership: neither can be an official."""
    if not membership.user.can_act:
        raise CannotTakeOver(_("%(name)s has no login, and could not organise anything.") % {"name": membership.user})
    if membership.accepted_at is None:
        raise CannotTakeOver(_("%(name)s has not said yet that they are a member.") % {"name": membership.user})


def locked_membership(club: Club, user: User) -> tuple[Membership, bool]:
    """A membership that is about to change, locked together with the club's organisers, and whether it is that of the
    last organiser who can sign in. Raises Membership.DoesNotExist."""
    known = Membership.objects.select_for_update(of=("self",)).select_related("user")
    organisers = list(known.filter(club=club, role=Role.ORGANISER).order_by("pk"))
    membership = known.get(club=club, user=user)
    others = [one for one in organisers if one != membership and one.user.can_act]
    return membership, membership in organisers and not others


def free_slug(
    text: str, *, among: QuerySet[Any], fallback: str, longest: int = 50, reserved: frozenset[str] = frozenset()
) -> str:
    """An unused address made from a name, among rows that have a `slug`; `fallback` if nothing of the name is left."""
    stem = slugify(text)[:longest].strip("-") or fallback
    taken = reserved | set(among.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for n in range(1, len(taken) + 2) if (slug := stem if n == 1 else f"{stem}-{n}") not in taken)


def _record_role(membership: Membership, before: str | None, by: User | None) -> None:
    audit.record(
        actor=by,
        action="club.role",
        target=f"club:{membership.club.slug}",
        before=before and {"user": membership.user.public_id, "role": before},
        after={"user": membership.user.public_id, "role": membership.role},
        now=timezone.now(),
    )
