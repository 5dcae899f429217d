"""Services for visitors who ask to become members, and for officials who let them in."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import selectors, services
from clubs.models import Club, JoinRequest, Membership
from clubs.services.rights import ClubClosed, require_director, require_open, require_organiser
from notices.services import telling
from notices.services.telling import Letter
from quotas import services as quotas
from quotas.acts import ASK_CLUB

MOST_REQUESTS = 200  # open ones of a club
ASK_AGAIN = timedelta(days=30)  # after the club has said no; so long an answered request is kept


class NotNow(Exception):
    """A request cannot be made now; the text says why, and when it can."""


@transaction.atomic
def join(*, club: Club, user: User, now: datetime, note: str = "") -> Membership | JoinRequest:
    """Become a member if everybody may join and the club has not removed this person; else ask the club's officials,
    with a note. A person whom the club put on its list confirms that by it. Asking again renews the note; the officials
    are told once. Locks the club. Raises NotNow, LimitReached."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    try:
        require_open(club)
    except ClubClosed as closed:
        raise NotNow(str(closed)) from closed
    if not selectors.has_to_ask(user, club) or club.memberships.filter(user=user, is_visitor=False).exists():
        club.join_requests.filter(user=user).delete()
        return services.add_member(club=club, user=user, by=user)
    found = club.join_requests.filter(user=user).first()
    if found is not None and found.is_let_in is False and found.answered_at and now < found.answered_at + ASK_AGAIN:
        said = {"club": club.name, "day": f"{found.answered_at + ASK_AGAIN:%Y-%m-%d}"}
        raise NotNow(_("%(club)s said no the last time. You can ask again from %(day)s.") % said)
    if found is None and selectors.open_requests(club).count() >= MOST_REQUESTS:
        raise NotNow(
            _("So many people are waiting to be let in that the club takes no more requests. Try again later.")
        )
    is_open = found is not None and found.answered_at is None
    if not is_open:
        quotas.take(ASK_CLUB, now=now, account=user.pk, club=club.pk)
    asked = found or JoinRequest(club=club, user=user)
    asked.note, asked.asked_at = " ".join(note.split())[:300], now
    asked.answered_at = asked.answered_by = asked.is_let_in = None
    asked.save()
    if not is_open:
        _tell(asked, "join_asked", selectors.officials(club), now, user, who=str(user))
    return asked


@transaction.atomic
def answer_request(*, club: Club, user: User, lets_in: bool, by: User, now: datetime) -> JoinRequest:
    """Let in a person who asks, or decline, and tell them; for directors and organisers. Locks the request. Raises
    JoinRequest.DoesNotExist if nobody waits any more."""
    require_director(club, by)
    asked = JoinRequest.objects.select_for_update(of=("self",)).select_related("user").get(
        club=club, user=user, answered_at=None
    )  # fmt: skip
    asked.answered_at, asked.answered_by, asked.is_let_in = now, by, lets_in
    asked.save(update_fields=["answered_at", "answered_by", "is_let_in"])
    if lets_in:
        services.add_member(club=club, user=asked.user, by=asked.user)  # they asked for it
    action = "club.let_in" if lets_in else "club.turn_away"
    audit.record(actor=by, action=action, target=f"club:{club.slug}", after={"user": asked.user.public_id}, now=now)
    text = "join_answered.yes" if lets_in else "join_answered.no"
    _tell(asked, text, [asked.user], now, by, again_at=(now + ASK_AGAIN).isoformat())
    return asked


def _tell(asked: JoinRequest, text: str, to: Iterable[User], now: datetime, by: User, **parts: str) -> None:
    """Tell these people about a request; the link leads to the page of the answer, or to the club."""
    club = asked.club
    page = "pages:club_members" if text == "join_asked" else "pages:club"
    link, said = reverse(page, args=[club.slug]), {"club": club.name, "zone": club.timezone, **parts}
    key = f"{text}:{asked.pk}:{now.isoformat()}"
    telling.tell(key=key, text=text, to=[Letter(one, link, said) for one in to], now=now, by=by)


@transaction.atomic
def take_back_request(*, club: Club, user: User) -> None:
    """Withdraw one's request; nothing happens if none is open. A refusal stays until it has expired."""
    club.join_requests.filter(user=user, answered_at=None).delete()


@transaction.atomic
def set_joining(*, club: Club, asks: bool, by: User, now: datetime) -> Club:
    """Set whether officials let newcomers in, or everybody may join; for organisers. Locks the club."""
    require_organiser(club, by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.asks_to_join != asks:
        before, club.asks_to_join = club.asks_to_join, asks
        club.save(update_fields=["asks_to_join"])
        audit.record(
            actor=by,
            action="club.joining",
            target=f"club:{club.slug}",
            before={"asks_to_join": before},
            after={"asks_to_join": asks},
            now=now,
        )
    return club


def forget_old_requests(*, now: datetime) -> int:
    """Delete requests, answered or not, that are so old that the person could ask again; returns their number."""
    gone = Q(answered_at__lte=now - ASK_AGAIN) | Q(answered_at=None, asked_at__lte=now - 3 * ASK_AGAIN)
    return JoinRequest.objects.filter(gone).delete()[0]
