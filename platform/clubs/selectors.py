"""Read clubs: members, invitations, permissions."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.names import folded
from accounts.second_factor import services as second_factor
from clubs.models import INVITED_FOR, SITE_CLUB, Club, Invitation, JoinRequest, Membership, Noticeboard, Removal, Role

DIRECTORS = (Role.DIRECTOR, Role.ORGANISER)


def clubs(with_closed: bool = False) -> QuerySet[Club]:
    """All clubs by name, with their number of members; closed clubs only on request."""
    people = Count("memberships", filter=Q(memberships__user__house_level="", memberships__is_visitor=False))
    found = Club.objects.select_related("board").defer("board__logo").annotate(member_count=people).order_by("name")
    return found if with_closed else found.filter(closed_at=None)


def who_approves() -> str:
    """The names of the site's staff who approve clubs."""
    staff = User.objects.filter(is_staff=True, is_active=True).order_by("name")
    return ", ".join(str(one) for one in staff)


def members(club: Club, search: str = "", role: str = "") -> QuerySet[Membership]:
    """The members of a club by name, with their users, filtered by role and by `search` in the name (case and accents
    do not matter). House players, which earlier versions put on the list, are left out."""
    found = club.memberships.filter(user__house_level="").select_related("user").order_by("user__name", "pk")
    if role:
        found = found.filter(role=role)
    if not search:
        return found
    wanted = folded(search)
    return found.filter(pk__in=[pk for pk, name in found.values_list("pk", "user__name") if wanted in folded(name)])


def listed(club: Club, viewer: User | AnonymousUser, search: str = "", role: str = "") -> QuerySet[Membership]:
    """The members that this person may see: officials see all, including visitors; others see those who confirmed their
    membership; everybody sees their own place."""
    found = members(club, search, role)
    if may_direct(viewer, club):
        return found
    own = Q(user=viewer, is_visitor=False) if isinstance(viewer, User) else Q()
    return found.filter(Q(accepted_at__isnull=False) | own)


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    """The people who wait to be let in, the oldest request first, for the club's directors."""
    inside = club.memberships.filter(is_visitor=False).values("user")
    waiting = club.join_requests.filter(answered_at=None).exclude(user__in=inside).select_related("user")
    return waiting.order_by("asked_at", "pk")


def request_of(user: User | AnonymousUser, club: Club) -> JoinRequest | None:
    """A person's request to be let in, open or answered."""
    return club.join_requests.filter(user=user).first() if isinstance(user, User) else None


def asking(user: User) -> QuerySet[Membership]:
    """The places in clubs that this person was given without being asked, and has not answered yet."""
    return user.memberships.filter(accepted_at=None, is_visitor=False).select_related("club").order_by("club__name")


def board(club: Club) -> Noticeboard:
    """What a club says about itself, without the bytes of its logo; empty if nothing was written."""
    return Noticeboard.objects.defer("logo").filter(club=club).first() or Noticeboard(club=club)


def logo(slug: str, key: str) -> bytes | None:
    """The logo of a club under this key; None if no logo has that key."""
    found = Noticeboard.objects.filter(club__slug=slug, logo_key=key).exclude(logo_key="")
    kept = found.values_list("logo", flat=True).first()
    return None if kept is None else bytes(kept)


def newest(club: Club, viewer: User | AnonymousUser) -> list[Membership]:
    """The three people who joined a club last, as far as this person may see them: officials also see those whom a list
    or an evening has brought."""
    return list(listed(club, viewer).filter(is_visitor=False).order_by("-joined_at", "-pk")[:3])


def open_invitations(club: Club, now: datetime) -> QuerySet[Invitation]:
    """The open invitations, the latest first, for the club's directors."""
    return club.invitations.filter(accepted_at=None, invited_at__gt=now - INVITED_FOR).order_by("-invited_at", "-pk")


def players(club: Club) -> QuerySet[User]:
    """The people of a club, including those who only visit its evenings, without house players."""
    return User.objects.filter(memberships__club=club, house_level="")


def on_the_list(club: Club) -> QuerySet[User]:
    """The people whom a club has put on its list or let in."""
    return User.objects.filter(memberships__club=club, memberships__is_visitor=False, house_level="")


def officials(club: Club) -> QuerySet[User]:
    """The directors and organisers of this club, who may rule."""
    return User.objects.filter(memberships__club=club, memberships__role__in=DIRECTORS)


def who_directed(club: Club, since: datetime, until: datetime | None = None) -> QuerySet[User]:
    """Everybody who was an official of this club at any moment from `since` to `until` (default: now), even if they are
    none today."""
    now = club.memberships.filter(role__in=DIRECTORS)
    before = club.past_offices.filter(until__gte=since)
    if until is not None:
        now = now.filter(Q(directs_since=None) | Q(directs_since__lte=until))
        before = before.filter(since__lte=until)
    return User.objects.filter(Q(pk__in=now.values("user")) | Q(pk__in=before.values("user")))


def shown_officials(club: Club, roles: Sequence[Role] = DIRECTORS) -> QuerySet[User]:
    """The officials by name that everybody may see: those who confirmed their membership."""
    said_yes = club.memberships.filter(role__in=roles).exclude(accepted_at=None)
    return User.objects.filter(pk__in=said_yes.values("user")).order_by("name", "pk")


def role_of(user: User | AnonymousUser, club: Club) -> str | None:
    """The role in which a person acts in a club; None for a stranger and for a visitor. An official without the second
    step that the site requires acts as a player."""
    if not isinstance(user, User):
        return None
    found = Membership.objects.filter(club=club, user=user, is_visitor=False)
    role = found.values_list("role", flat=True).first()
    return Role.PLAYER if role in DIRECTORS and not second_factor.acts_as_official(user) else role


def membership_of(user: User | AnonymousUser, club: Club) -> Membership | None:
    """The membership of a person in a club; None for a stranger."""
    return club.memberships.filter(user=user).first() if isinstance(user, User) else None


def has_to_ask(user: User | AnonymousUser, club: Club) -> bool:
    """Can only officials let this person in, because the club asks that of newcomers or has removed this person?"""
    return club.asks_to_join or (isinstance(user, User) and club.removals.filter(user=user).exists())


def joins_by_taking_part(user: User | AnonymousUser, club: Club) -> bool:
    """Does this person become a member by entering an evening of this club?"""
    if not isinstance(user, User) or club.is_of_site or has_to_ask(user, club):
        return False
    return not club.memberships.filter(user=user).exclude(accepted_at=None).exists()


def who_take_part(club: Club, people: Iterable[User]) -> set[int]:
    """The keys of the people (of those given) who confirmed their membership or came to an evening."""
    said = club.memberships.filter(user__in=[one.pk for one in people])
    return set(said.exclude(accepted_at=None, consents_at=None).values_list("user", flat=True))


def removed(club: Club) -> QuerySet[Removal]:
    """The people whom a club has removed and not let in again, the latest first, for its officials."""
    return club.removals.select_related("user").order_by("-removed_at", "-pk")


def clubs_with(user: User) -> QuerySet[Club]:
    """The clubs whose lists a person is on."""
    return Club.objects.filter(memberships__user=user).order_by("name")


def may_direct(user: User | AnonymousUser, club: Club) -> bool:
    """May this person rule, check in, and enter results for this club?"""
    return role_of(user, club) in DIRECTORS


def may_organise(user: User | AnonymousUser, club: Club) -> bool:
    """May this person create tournaments and give roles for this club?"""
    return role_of(user, club) == Role.ORGANISER


def is_official(user: User) -> bool:
    """Has a club made this person an official, whether or not they may act as one now?"""
    return user.memberships.filter(role__in=DIRECTORS).exists()


def directed_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may rule."""
    if not isinstance(user, User) or not second_factor.acts_as_official(user):
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user, memberships__role__in=DIRECTORS).order_by("name")


def all_for(administrator: User | AnonymousUser) -> QuerySet[Club]:
    """Every club that is not closed, for an administrator, who may do everything everywhere: those that this person
    organises first, the club of the site last."""
    own = Membership.objects.filter(club=OuterRef("pk"), user=administrator.pk, role=Role.ORGANISER)
    is_of_site = ExpressionWrapper(Q(slug=SITE_CLUB), output_field=BooleanField())
    return Club.objects.filter(closed_at=None).order_by(Exists(own).desc(), is_of_site, "name")


def organised_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may create tournaments."""
    if not isinstance(user, User) or not second_factor.acts_as_official(user):
        return Club.objects.none()
    found = Club.objects.filter(memberships__user=user, memberships__role=Role.ORGANISER)
    return found.filter(closed_at=None).order_by("name")
