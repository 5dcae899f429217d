"""What clubs know about a person: show it to them, and delete it when they leave."""

from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_data.parts import Blocked, Obstacle, Part
from clubs.models import Invitation, Membership, Role


def tell(user: User) -> dict[str, Any]:
    """The clubs of a person, clubs that removed them, clubs that they asked to join, and invitations that they accepted
    or that went to their address."""
    members = Membership.objects.filter(user=user).order_by("pk")
    return {
        "memberships": list(
            members.values(
                "role",
                "joined_at",
                "accepted_at",
                "is_visitor",
                "consents_at",
                club_name=F("club__name"),
                address=F("club__slug"),
            )
        ),
        "past_offices": list(user.past_offices.order_by("pk").values("since", "until", club_name=F("club__name"))),
        "removals": list(user.removals.order_by("pk").values("removed_at", club_name=F("club__name"))),
        "requests": list(
            user.join_requests.order_by("pk").values(
                "note", "asked_at", "answered_at", "is_let_in", club_name=F("club__name")
            )
        ),
        "claims": list(
            user.claims_made.order_by("pk").values("asked_at", "answered_at", "is_accepted", of_name=F("name__name"))
        ),
        "invitations": list(
            _invitations(user)
            .order_by("pk")
            .values("name", "email", "invited_at", "mailed_at", "accepted_at", club_name=F("club__name"))
        ),
    }


def obstacles(user: User) -> list[Obstacle]:
    """An obstacle for each club whose only organiser is this person although others could take over, with the page of
    each way out."""
    found = []
    organised = Membership.objects.filter(user=user, role=Role.ORGANISER, club__closed_at=None)
    for own in organised.select_related("club").order_by("pk"):
        others = own.club.memberships.filter(is_visitor=False).exclude(user=user).select_related("user")
        can_sign_in = [one for one in others if one.user.can_act]
        if can_sign_in and not any(one.role == Role.ORGANISER for one in can_sign_in):
            said, args = {"club": own.club.name}, [own.club.slug]
            words = _("You are the only organiser of %(club)s: make another member an organiser.") % said
            found.append(Obstacle(words, reverse("pages:club_members", args=args)))
            found.append(
                Obstacle(
                    _("Or close %(club)s, if nobody goes on with it.") % said, reverse("pages:club_close", args=args)
                )
            )
    return found


def forget(user: User, alias: str, now: datetime) -> None:
    """Remove the person from all clubs, and delete the invitations with their name or address. Locks the organisers of
    their clubs, so that two organisers who leave at once cannot leave a club without one. Raises Blocked."""
    organised = Membership.objects.filter(user=user, role=Role.ORGANISER).values("club")
    list(Membership.objects.select_for_update().filter(club__in=organised, role=Role.ORGANISER).order_by("pk"))
    if found := obstacles(user):
        raise Blocked(found)
    Membership.objects.filter(user=user).delete()
    user.join_requests.all().delete()
    user.past_offices.all().delete()
    user.removals.all().delete()
    user.claims_made.all().delete()
    _invitations(user).delete()


def _invitations(user: User) -> QuerySet[Invitation]:
    """The invitations that this person accepted, or that went to their address."""
    mine = Q(accepted_by=user) | (Q(email__iexact=user.email) if user.email else Q())
    return Invitation.objects.filter(mine)


PART = Part(name="clubs", tell=tell, forget=forget, obstacles=obstacles)
