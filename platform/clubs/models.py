"""Clubs, their members with roles, and their invitations."""

import secrets
from datetime import datetime, timedelta

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User, new_public_id

SITE_CLUB = "open-tables"  # the address of the club of the site


class Club(models.Model):
    """A card club: it organises tournaments and has members. Its events are rated once site staff have approved it
    (`approved_at`, `approved_by`: nobody if it was done in the shell). A closed club (`closed_at`) is on no list and
    opens nothing new; its pages and results stay."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(_("address"), unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    timezone = models.CharField(_("time zone"), max_length=60, default="UTC")
    # Do its officials let visitors in, or may everybody join? Clubs that were there before the question: everybody.
    asks_to_join = models.BooleanField(_("officials let newcomers in"), default=True, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    approved_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_approved(self) -> bool:
        """Do the club's events count for ratings?"""
        return self.approved_at is not None

    @property
    def is_of_site(self) -> bool:
        """Is it the club of tournaments that players open themselves, which are never rated?"""
        return self.slug == SITE_CLUB


class Noticeboard(models.Model):
    """What a club says about itself: when and where it meets, its description, a note from the organiser, its colour
    (#rrggbb, empty: the site's), and its logo (WebP), under a key that changes with it."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="board")
    meets = models.CharField(_("when and where"), max_length=120, blank=True, default="")
    about = models.TextField(_("description"), max_length=2000, blank=True, default="")
    note = models.CharField(_("note"), max_length=400, blank=True, default="")
    colour = models.CharField(_("colour"), max_length=7, blank=True, default="")
    logo = models.BinaryField(null=True, blank=True)
    logo_key = models.CharField(max_length=16, blank=True, default="")

    def __str__(self) -> str:
        return f"noticeboard of {self.club}"


class Role(models.TextChoices):
    """The roles of members: players play, directors direct and rule, organisers may do everything."""

    PLAYER = "player", _("player")
    DIRECTOR = "director", _("director")
    ORGANISER = "organiser", _("organiser")


class Membership(models.Model):
    """One person in one club, in one role (an organiser may do what a director may, a director what a player may).
    `accepted_at` is when the person confirmed the membership; until then only officials of the club see it, and a
    person who can sign in is asked. A visitor (`is_visitor`) came to an evening without being let in; they are no
    member, and are not asked. `consents_at` is when they first took part by their own act; from then on the desk may
    check them in. `directs_since` is when a player was made an official; None for who came as one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    is_visitor = models.BooleanField(default=False, db_default=False)
    consents_at = models.DateTimeField(null=True, blank=True)
    directs_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_club")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club} ({self.role})"

    @property
    def is_asked(self) -> bool:
        """Does the club wait for this person to say whether they are a member?"""
        return self.accepted_at is None and not self.is_visitor and self.user.speaks_for_themselves


class PastOffice(models.Model):
    """A person was an official of a club, from `since` until the role or the membership ended (`until`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_offices")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="past_offices")
    since = models.DateTimeField()
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user} directed {self.club} until {self.until:%Y-%m-%d}"


class Removal(models.Model):
    """A club has taken a person off its list, until it lets them in again; taking part in an evening does not undo
    it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="removals")
    removed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_removal_per_club")]

    def __str__(self) -> str:
        return f"{self.user} removed from {self.club}"


INVITED_FOR = timedelta(days=30)


def new_token() -> str:
    """The secret part of an invitation's link: 144 random bits."""
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """A place in a club, offered by a link: a signed-in user with the link can accept it, once. It works in the same
    way whether or not the address is known on the site. Without an address the club passes the link on itself."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    name = models.CharField(_("name"), max_length=120)
    email = models.EmailField(_("e-mail"), blank=True)
    invited_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    invited_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "email"],
                name="one_open_invitation",
                condition=models.Q(accepted_at=None) & ~models.Q(email=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} to {self.club}"

    def get_absolute_url(self) -> str:
        return reverse("pages:invitation", args=[self.token])

    @property
    def expires_at(self) -> datetime:
        """The time until which the link is valid."""
        return self.invited_at + INVITED_FOR

    def is_open(self, now: datetime) -> bool:
        """Can the invitation still be accepted?"""
        return self.accepted_at is None and now < self.expires_at


class JoinRequest(models.Model):
    """A person asks to become a member, with a note for the officials, and the answer. A person has one request in a
    club; asking again renews it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="join_requests")
    note = models.CharField(_("note"), max_length=300, blank=True)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    is_let_in = models.BooleanField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_request_per_person")]

    def __str__(self) -> str:
        return f"{self.user} asks {self.club}"


class Claim(models.Model):
    """A person with a login claims a name without one, by the code that was printed for it; and the answer of an
    organiser. If the claim is accepted, what was played under the name becomes theirs."""

    name = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims_made")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    is_accepted = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "by"], name="one_open_claim", condition=models.Q(answered_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.by} says to be {self.name}"
