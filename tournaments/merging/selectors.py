"""Read for merging: what a name has played, what prevents a merge, the printed code of a name, and open claims."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import folded, slips
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Claim, Club, Membership
from games.models import Seat
from ratings.models import PlayerRating
from ratings.services import moving
from tournaments.event.selectors import codes, sitters
from tournaments.models import Entry, EntryMember, MatchState, Tournament

BEGINNING = 4  # letters of the public id in a code; the others are secret


@dataclass(frozen=True, slots=True)
class Moved:
    """An event whose entry moves to the other person, and the number of matches decided in it."""

    event: str
    slug: str
    starts_at: datetime | None
    decided: int


@dataclass(frozen=True, slots=True)
class MovedRating:
    """A rating list on which matches move: both standings before (None: no standing)."""

    pool: str
    matches: int
    of_name: PlayerRating | None
    of_other: PlayerRating | None


@dataclass(frozen=True, slots=True)
class Merge:
    """The effects of merging `name` into `into`, and what prevents it (sentences)."""

    name: User
    into: User
    events: tuple[Moved, ...]
    ratings: tuple[MovedRating, ...]
    obstacles: tuple[str, ...]

    @property
    def matches(self) -> int:
        """The number of rated matches that move."""
        return sum(one.matches for one in self.ratings)

    @property
    def digest(self) -> str:
        """A short hash of what was shown, so that exactly that is done."""
        seen = [self.name.pk, self.into.pk, [(one.slug, one.decided) for one in self.events]]
        seen += [[(one.pool, one.matches) for one in self.ratings]]
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def merge_of(*, name: User, into: User, by: User, club: Club | None = None) -> Merge:
    """The preview of a merge by this organiser; without `club` the person has claimed the name themselves."""
    return Merge(name, into, _events(name), _ratings(name, into), tuple(_obstacles(name, into, by, club)))


def _events(name: User) -> tuple[Moved, ...]:
    decided = Count("entry__seats__side", filter=Q(entry__seats__side__match__state=MatchState.OVER), distinct=True)
    members = EntryMember.objects.filter(user=name).select_related("tournament").annotate(matches=decided)
    found = members.order_by("-tournament__starts_at", "-tournament__pk")
    return tuple(
        Moved(one.tournament.name, one.tournament.slug, one.tournament.starts_at, one.matches) for one in found
    )


def _ratings(name: User, into: User) -> tuple[MovedRating, ...]:
    counted = moving.matches_naming(name).order_by("pool").values("pool", "pool__name").annotate(n=Count("pk"))
    standing = {(row.pool_id, row.player_id): row for row in PlayerRating.objects.filter(player__in=(name, into))}
    return tuple(
        MovedRating(
            one["pool__name"], one["n"], standing.get((one["pool"], name.pk)), standing.get((one["pool"], into.pk))
        )
        for one in counted
    )


def _obstacles(name: User, into: User, by: User, club: Club | None) -> list[str]:
    if name == into:
        return [_("Choose two persons: this is one.")]
    said = {"name": name, "other": into}
    found = []
    if not name.is_only_a_name:
        found.append(_("%(name)s can sign in, or is gone. Only a name without a login becomes somebody else.") % said)
    if not (into.is_only_a_name or (into.is_active and into.speaks_for_themselves and not into.is_guest)):
        found.append(_("%(other)s is no player who could take over results.") % said)
    both = EntryMember.objects.filter(user=name, tournament__in=into.entry_members.values("tournament"))
    found += [
        _("Both played in %(event)s: they are two people.") % {"event": event}
        for event in both.values_list("tournament__name", flat=True)
    ]
    if not both and moving.matches_naming(name, into).exists():
        found.append(_("They played against each other: they are two people."))
    if Seat.objects.filter(user=name).exists():
        found.append(_("%(name)s has a seat at live tables, whose records name it for good.") % said)
    if club is not None and into.speaks_for_themselves and not _agreed(into, club):
        words = _("%(other)s has not said that they are a member of %(club)s. Let them claim the name by its code.")
        found.append(words % (said | {"club": club.name}))
    found += [
        _("%(name)s belongs to %(club)s, too: one of its organisers has to do it, or the site’s staff.")
        % {"name": name, "club": one.name}
        for one in ([] if second_factor.acts_as_staff(by) else clubs_of(name))
        if not clubs.may_organise(by, one)
    ]
    return found


def _agreed(user: User, club: Club) -> bool:
    place = clubs.membership_of(user, club)
    return place is not None and place.accepted_at is not None


def clubs_of(name: User) -> QuerySet[Club]:
    """The clubs whose lists a person is on, or in whose events they played."""
    played = EntryMember.objects.filter(user=name).values("tournament__club")
    return Club.objects.filter(Q(memberships__user=name) | Q(pk__in=played)).distinct().order_by("name")


def alike(club: Club, name: User, search: str = "", most: int = 20) -> Sequence[User]:
    """The members of a club into whom a name could be merged: those found by the search, else those with a common word;
    case and accents do not matter."""
    people = clubs.players(club).filter(is_active=True).exclude(pk=name.pk).order_by("name", "pk")
    words = [folded(search)] if search else [word for word in folded(name.name).split() if len(word) > 1]
    return [one for one in people if any(word in folded(one.name) for word in words)][:most]


@dataclass(frozen=True, slots=True)
class Double:
    """Whom the name of an entry perhaps means: `other`, another person of the club, who `is_entered` or not."""

    other: User
    is_entered: bool


def doubles(tournament: Tournament) -> dict[int, Double]:
    """The entries (by key) whose person is a name that came with the entry and is like another person's of the club:
    perhaps a typo. Of two names that both came with an entry the later one counts; of which somebody has said that they
    are two people, is none."""
    places = EntryMember.objects.filter(tournament=tournament, entry__is_told_apart=False)
    since = {"joined_at__gte": OuterRef("entry__entered_at")}
    came = Membership.objects.filter(club=tournament.club, user=OuterRef("user"), **since)
    fresh = {one.user_id: one for one in places.filter(Exists(came)).select_related("user") if one.user.is_only_a_name}
    if not fresh:
        return {}
    known: dict[str, list[User]] = {}
    for user in clubs.players(tournament.club).filter(is_active=True).order_by("pk"):
        for key in slips(user.name):
            known.setdefault(key, []).append(user)
    found: dict[int, User] = {}
    for place in fresh.values():
        like = [one for key in slips(place.user.name) for one in known.get(key, ()) if _is_before(one, place, fresh)]
        if like:
            found[place.entry_id] = min(like, key=lambda one: (one.pk in fresh, one.pk))
    there = EntryMember.objects.filter(tournament=tournament, user__in=found.values())
    entered = set(there.values_list("user", flat=True)) if found else set()
    return {entry: Double(other, other.pk in entered) for entry, other in found.items()}


def _is_before(other: User, place: EntryMember, fresh: Mapping[int, EntryMember]) -> bool:
    """Is this somebody else of another spelling, known before the name of this place?"""
    is_known = other.pk not in fresh or other.pk < place.user_id
    return other.pk != place.user_id and other.name.casefold() != place.user.name.casefold() and is_known


def claim_code(name: User) -> str:
    """The printed code of a name without a login: four letters that find it and six that nobody can guess."""
    return f"{name.public_id[:BEGINNING]}-{codes.short('claim', name.public_id)}"


def to_invite(tournament: Tournament, now: datetime) -> list[tuple[Entry, User]]:
    """The people who are to play here at a live table, have an address but no account, and were not invited to the club
    yet; each with their entry."""
    invited = set(clubs.open_invitations(tournament.club, now).exclude(email="").values_list("email", flat=True))
    return [
        (entry, user)
        for entry in sitters.all_kept_away(tournament)
        for user in sitters.kept_away(entry)
        if user.email and user.email.lower() not in invited
    ]


def claim_codes(names: Sequence[User]) -> dict[int, str]:
    """The codes, by key, of those who are only a name."""
    return {one.pk: claim_code(one) for one in names if one.is_only_a_name}


def name_by_code(text: str) -> User | None:
    """The name for which a code was printed; capitals, blanks and hyphens do not matter."""
    typed = "".join(sign for sign in text.casefold() if sign.isascii() and sign.isalnum())
    found = User.objects.filter(public_id__startswith=typed[:BEGINNING], is_active=True) if len(typed) == 10 else ()
    right = [one for one in found if codes.is_right(typed[BEGINNING:], codes.short("claim", one.public_id))]
    return next((one for one in right if one.is_only_a_name), None)


def open_claims(club: Club) -> QuerySet[Claim]:
    """The claims to names of a club that wait for an organiser, the oldest first."""
    people = clubs.players(club).values("pk")
    return (
        Claim.objects.filter(answered_at=None, name__in=people).select_related("name", "by").order_by("asked_at", "pk")
    )


def claims_by(user: User) -> QuerySet[Claim]:
    """The claims of a person, the latest first."""
    return Claim.objects.filter(by=user).select_related("name").order_by("-asked_at", "-pk")
