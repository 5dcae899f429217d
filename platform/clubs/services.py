"""Writing about clubs: founding one, joining one."""

from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from accounts import names
from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import selectors
from clubs.models import Club, Membership, Role

RESERVED = frozenset({"new"})  # addresses that the pages of clubs use themselves


class LastOrganiser(Exception):
    """A club keeps at least one organiser."""


@transaction.atomic
def create_club(*, name: str, organiser: User, zone: str = "UTC", slug: str = "") -> Club:
    """A new club whose organiser is the given person; the address is made from the name unless given."""
    name = names.clean_name(name)
    club = Club.objects.create(
        name=name,
        slug=free_slug(slug or name, among=Club.objects.all(), fallback="club", reserved=RESERVED),
        timezone=zone,
    )
    Membership.objects.create(club=club, user=organiser, role=Role.ORGANISER)
    audit.record(
        actor=organiser, action="club.create", target=f"club:{club.slug}", after={"name": name}, now=timezone.now()
    )
    return club


@transaction.atomic
def restore_club(*, public_id: str, slug: str, name: str, zone: str, at: datetime, by: User | None = None) -> Club:
    """A club as another house knew it, with `by` as its organiser. Raises ValueError for a bad name or an address that
    is taken."""
    name = names.clean_name(name)
    if not slug or slug in RESERVED or slugify(slug) != slug or Club.objects.filter(slug=slug).exists():
        raise ValueError(f"no free address: {slug[:60]}")
    taken = len(public_id) != accounts.ID_LENGTH or Club.objects.filter(public_id=public_id).exists()
    given = {} if taken else {"public_id": public_id}
    club = Club.objects.create(
        name=name, slug=slug[:60], timezone=zone if zone in available_timezones() else "UTC", **given
    )
    if by is not None:
        Membership.objects.create(club=club, user=by, role=Role.ORGANISER)
    audit.record(actor=by, action="club.create", target=f"club:{slug}", after={"name": name}, now=at)
    return club


@transaction.atomic
def add_member(*, club: Club, user: User, role: str = Role.PLAYER, by: User | None = None) -> Membership:
    """The person's membership, made when absent; an existing one keeps its role."""
    membership, new = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if new and role != Role.PLAYER:
        _record_role(membership, before=None, by=by)
    return membership


@transaction.atomic
def enrol(*, club: Club, name: str, email: str = "") -> Membership:
    """Somebody on the club's list: found on the site by e-mail, else by name in the club, else new."""
    user, _ = accounts.player_for(name=name, email=email, among=selectors.players(club))
    return add_member(club=club, user=user)


@transaction.atomic
def give_role(*, club: Club, user: User, role: str, by: User) -> Membership:
    """Set a member's role. Locks the club's organisers and the membership; leaves an audit entry. Raises LastOrganiser
    when nobody would be left to organise."""
    organisers = list(Membership.objects.select_for_update().filter(club=club, role=Role.ORGANISER).order_by("pk"))
    membership = Membership.objects.select_for_update().get(club=club, user=user)
    if membership.role == role:
        return membership
    if organisers == [membership]:
        raise LastOrganiser(f"{user} is the last organiser of {club}")
    before, membership.role = membership.role, Role(role)
    membership.save(update_fields=["role"])
    _record_role(membership, before=before, by=by)
    return membership


def free_slug(
    text: str, *, among: QuerySet[Any], fallback: str, longest: int = 50, reserved: frozenset[str] = frozenset()
) -> str:
    """An unused address made from a name, among rows that have a `slug`; `fallback` when nothing of it is left."""
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
