"""Change a team's members after it was entered: somebody joins, leaves, or both; games played stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from tournaments.entries.services import acceptance, partner_names
from tournaments.entries.services.imports import judging
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.event.selectors import entry_sizes, sitters
from tournaments.matches.services import own_words
from tournaments.models import (
    GONE,
    Entry,
    EntryMember,
    EntryStatus,
    LineUpPlace,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Tournament,
)
from tournaments.teams import selectors
from tournaments.teams.services.line_ups import Person, found_person, write_places

MOST_SUBSTITUTES = 4  # of partners at one table, beyond those who sit there


@transaction.atomic
def change_members(
    *,
    entry: Entry,
    now: datetime,
    by: User | None,
    reason: str,
    leaves: EntryMember | None = None,
    comes: Person | None = None,
    for_one_round: bool = False,
) -> Entry:
    """Change the members of a team or a pair: the person who `comes` goes to the end of its list, or takes the place of
    the one who `leaves` (also as captain); if a captain leaves unreplaced, the first member becomes captain. Line-ups
    of rounds to come are named again. Where partners sit at one table and have been paired already, `comes` is the
    substitute of who `leaves`, from the next match that has not begun on, or in that match alone (`for_one_round`); who
    left stays in the list and can be the substitute of another day.

    Locks the round of that match, tournament and entry. Raises NeedsReason without a reason, Invalid for somebody who
    is in already or a number of members that this tournament does not have, Refusal for who sits at a board, or has
    played: that stays.
    """
    following = _next_match(entry)
    if following is not None:
        Round.objects.select_for_update().get(pk=following.match.round_id)
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=entry.tournament_id)
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    entry.tournament = tournament
    if leaves is None and comes is None:
        raise Invalid("comes", _("Say who comes in, who leaves, or both."))
    _check(entry, reason)
    change = _Change(entry, list(entry.members.select_related("user").order_by("order")), leaves, comes, now, by)
    if leaves is not None and leaves.pk not in {member.pk for member in change.members}:
        raise Invalid("leaves", _("Only a member of the team can leave it."))
    before = [member.user.public_id for member in change.members]
    more: dict[str, Any] = {}
    if entry_sizes.size_of(tournament).is_at_one_table and _has_played(entry):
        more = _substitute(change, for_one_round)
    else:
        _replace(change)
    after = list(entry.members.order_by("order").values_list("user__public_id", flat=True))
    audit.record(
        actor=by, action="entry.members", target=f"tournament:{tournament.public_id}", now=now,
        before={"entry": entry.public_id, "members": before},
        after={"entry": entry.public_id, "members": after} | more, reason=reason.strip(),
    )  # fmt: skip
    return entry


@dataclass(frozen=True, slots=True)
class _Change:
    """The requested change of an entry, with its members in the order of its list."""

    entry: Entry
    members: list[EntryMember]
    leaves: EntryMember | None
    comes: Person | None
    now: datetime
    by: User | None


def _check(entry: Entry, reason: str) -> None:
    if entry.tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    if entry.status in GONE:
        raise Refusal(_("%(name)s has left this tournament.") % {"name": entry.name}, "gone")
    if not entry_sizes.size_of(entry.tournament).is_team:
        raise Refusal(_("In this tournament everybody plays alone."), "no_teams")
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("The team was entered with other members.")])


def _replace(change: _Change) -> None:
    """Change the list of members; refused if the member who leaves has played."""
    entry, leaves, comes = change.entry, change.leaves, change.comes
    size = entry_sizes.size_of(entry.tournament)
    count = len(change.members) + (comes is not None) - (leaves is not None)
    if not size.least <= count <= size.most:
        raise Invalid("members", size.words)
    if leaves is not None:
        _check_played(entry, leaves)
        own_words.refuse_leaving(entry, leaves.user)
    user = _newcomer(entry.tournament, comes, change.by, change.now) if comes is not None else None
    shown = selectors.next_line_up_round(entry.tournament)
    entry.line_up_places.filter(round_number__gte=shown).delete()
    _write(change, user)
    partner_names.write_beside(entry, [member.user for member in change.members])


def _check_played(entry: Entry, member: EntryMember) -> None:
    """Refuse to remove a member who sits at a board of a published round (of duplicate teams, already once they are
    paired)."""
    seated = MatchSide.objects.filter(member=member).order_by("match__round__number")
    numbers = list(seated.values_list("match__round__number", flat=True)[:1])
    rounds = Round.objects.filter(stage__tournament=entry.tournament).exclude(state=RoundState.DRAFT)
    beside = LineUpPlace.objects.filter(member=member, round_number__in=rounds.values("number"))
    numbers += beside.order_by("round_number").values_list("round_number", flat=True)[:1]
    if numbers:
        said = {"name": member.user.name, "n": min(numbers)}
        raise Refusal(_("%(name)s sits at a board of round %(n)d and stays in the list.") % said, "has_played")
    if not entry_sizes.is_team(entry.tournament.stages.order_by("number")[0]) and _has_played(entry):
        raise Refusal(_("The side has been paired already: its members stay."), "has_played")


def _has_played(entry: Entry) -> bool:
    """Has the entry been in a match of a published round?"""
    return MatchSide.objects.filter(seat__entry=entry).exclude(match__round__state=RoundState.DRAFT).exists()


def _next_match(entry: Entry) -> MatchSide | None:
    """The first match of an entry that is published and has not begun, whose players can still change."""
    waiting = MatchSide.objects.filter(seat__entry=entry, match__state=MatchState.PAIRED)
    waiting = waiting.exclude(match__round__state=RoundState.DRAFT).select_related("match__round")
    return waiting.order_by("match__round__number").first()


def _substitute(change: _Change, for_one_round: bool) -> dict[str, Any]:
    """Seat the new member in place of the old one; first record the players of matches that have begun."""
    entry, leaves, members = change.entry, change.leaves, change.members
    size = entry_sizes.size_of(entry.tournament)
    if leaves is None or change.comes is None:
        words = _("They have been paired already: say who leaves, and who comes in as the substitute.")
        raise Invalid("comes" if leaves is not None else "leaves", words)
    following = _next_match(entry)
    number = following.match.round.number if following is not None else selectors.next_line_up_round(entry.tournament)
    seated = [one for one in sitters.line_up(entry, number, size.least) if one is not None]
    if leaves.pk not in {one.pk for one in seated}:
        said = {"name": leaves.user.name, "n": number}
        raise Invalid("leaves", _("%(name)s does not sit at the table in round %(n)d.") % said)
    substitute = _substitute_of(change, seated)
    begun = _keep_history(entry, members, size.least)
    then = [substitute if one.pk == leaves.pk else one for one in seated]
    if for_one_round:
        write_places(entry, number, dict(enumerate(then, 1)))
        return {"round": number, "for_one_round": True}
    entry.line_up_places.exclude(round_number__in=begun).delete()
    _put_in_place(entry, leaves, substitute)
    partner_names.write_beside(entry, [member.user for member in members[: size.least]])
    return {"round": number, "for_one_round": False}


def _substitute_of(change: _Change, seated: Sequence[EntryMember]) -> EntryMember:
    """The substitute as a member: somebody new at the end of the list, or a member who does not sit there."""
    entry, comes, members = change.entry, change.comes, change.members
    assert comes is not None
    user = found_person(entry.tournament, comes, "comes", change.by, change.now)
    known = next((member for member in members if member.user_id == user.pk), None)
    if known is not None and known.pk in {one.pk for one in seated}:
        raise Invalid("comes", _("%(name)s sits at the table already.") % {"name": user.name})
    if known is not None:
        return known
    if len(members) >= entry_sizes.size_of(entry.tournament).least + MOST_SUBSTITUTES:
        raise Invalid("comes", _("A pair has at most %(n)d substitutes: choose one of them.") % {"n": MOST_SUBSTITUTES})
    user = _newcomer(entry.tournament, comes, change.by, change.now)
    return _new_member(change, user, members[-1].order + 1)


def _keep_history(entry: Entry, members: Sequence[EntryMember], count: int) -> list[int]:
    """Record the line-up of an entry in the rounds whose matches have begun, if none was named for them; returns the
    numbers of these rounds."""
    begun = MatchSide.objects.filter(seat__entry=entry).exclude(match__state=MatchState.PAIRED)
    numbers = list(begun.values_list("match__round__number", flat=True).distinct())
    named = set(entry.line_up_places.values_list("round_number", flat=True))
    for number in set(numbers) - named:
        write_places(entry, number, dict(enumerate(members[:count], 1)))
    return numbers


def _put_in_place(entry: Entry, leaves: EntryMember, comes: EntryMember) -> None:
    """Give `comes` the place of `leaves`, and the captaincy if that was the captain; the member who leaves goes to the
    end of the list."""
    last = entry.members.order_by("-order").values_list("order", flat=True)[0]
    comes.order, comes.is_captain = leaves.order, leaves.is_captain
    leaves.order, leaves.is_captain = last + 1, False
    EntryMember.objects.bulk_update([comes, leaves], ["order", "is_captain"])


def _newcomer(tournament: Tournament, person: Person, by: User | None, now: datetime) -> User:
    user = found_person(tournament, person, "comes", by, now)
    if EntryMember.objects.filter(tournament=tournament, user=user).exists():
        raise Invalid("comes", judging.entered_words(user, "" if person.user else person.name))
    clubs.enrol_players(club=tournament.club, users=[user])
    return user


def _new_member(change: _Change, user: User, order: int, is_captain: bool = False) -> EntryMember:
    entry, now, by = change.entry, change.now, change.by
    member = EntryMember.objects.create(
        tournament=entry.tournament, entry=entry, user=user, order=order, is_captain=is_captain,
        accepted_at=now if acceptance.accepts_by_entering(user, by) else None,
    )  # fmt: skip
    if entry.status == EntryStatus.CHECKED_IN:
        acceptance.check_in(entry.tournament, [entry.pk], now, by)
    return member


def _write(change: _Change, user: User | None) -> None:
    entry, members, leaves = change.entry, change.members, change.leaves
    last = members[-1].order + 1 if members else 0
    old = next((member for member in members if leaves is not None and member.pk == leaves.pk), None)
    if old is not None:
        old.delete()
    if user is not None:
        _new_member(change, user, old.order if old else last, bool(old and old.is_captain))
    elif old is not None and old.is_captain:
        first = entry.members.order_by("order")[0]
        first.is_captain = True
        first.save(update_fields=["is_captain"])
