"""Who belongs to a team after it was entered: somebody joins, leaves, or both; what was played stays."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from tournaments.entries.services import acceptance
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.event.selectors import entry_sizes
from tournaments.models import (
    GONE,
    Entry,
    EntryMember,
    EntryStatus,
    MatchSide,
    RoundState,
    TeamBoard,
    Tournament,
    TournamentState,
)
from tournaments.teams import selectors
from tournaments.teams.services.line_ups import Person, found_person


@transaction.atomic
def change_members(
    *,
    entry: Entry,
    now: datetime,
    by: User | None,
    reason: str,
    leaves: EntryMember | None = None,
    comes: Person | None = None,
) -> Entry:
    """Change who belongs to a team or a pair: `comes` is put at the end of its list, or in the place of who `leaves`
    (as captain too); who leaves with nobody in the place leaves the captaincy to the first of the list. Line-ups of
    rounds to come are named anew.

    Locks tournament and entry. Raises NeedsReason without a reason, Invalid for somebody who is in already or a number
    of members that this tournament does not have, Refusal for who sits at a board, or has played: that stays.
    """
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=entry.tournament_id)
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    entry.tournament = tournament
    if leaves is None and comes is None:
        raise Invalid("comes", _("Say who comes in, who leaves, or both."))
    _check(entry, reason)
    members = list(entry.members.select_related("user").order_by("order"))
    if leaves is not None and leaves.pk not in {member.pk for member in members}:
        raise Invalid("leaves", _("Only a member of the team can leave it."))
    _check_size(tournament, len(members) + (comes is not None) - (leaves is not None))
    if leaves is not None:
        _check_played(entry, leaves)
    before = [member.user.public_id for member in members]
    user = _newcomer(tournament, comes) if comes is not None else None
    shown = selectors.next_line_up_round(tournament)
    entry.line_up_places.filter(round_number__gte=shown).delete()
    _write(entry, members, leaves, user, now, by)
    after = list(entry.members.order_by("order").values_list("user__public_id", flat=True))
    audit.record(
        actor=by, action="entry.members", target=f"tournament:{tournament.public_id}", now=now,
        before={"entry": entry.public_id, "members": before},
        after={"entry": entry.public_id, "members": after}, reason=reason.strip(),
    )  # fmt: skip
    return entry


def _check(entry: Entry, reason: str) -> None:
    if entry.tournament.state == TournamentState.FINISHED:
        raise Refusal(_("This tournament is over."), "finished")
    if entry.status in GONE:
        raise Refusal(_("%(name)s has left this tournament.") % {"name": entry.name}, "gone")
    if not entry_sizes.size_of(entry.tournament).is_team:
        raise Refusal(_("In this tournament everybody plays alone."), "no_teams")
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("The team was entered with other members.")])


def _check_size(tournament: Tournament, count: int) -> None:
    size = entry_sizes.size_of(tournament)
    if not size.least <= count <= size.most:
        said = {"least": size.least, "most": size.most}
        raise Invalid("members", _("A team has from %(least)d to %(most)d members here.") % said)


def _check_played(entry: Entry, member: EntryMember) -> None:
    """Who sits at a board of a published round stays; where all members play at one table, once that is published."""
    boards = TeamBoard.objects.filter(Q(first=member) | Q(second=member)).select_related("match__round")
    board = boards.order_by("match__round__number").first()
    if board is not None:
        said = {"name": member.user.name, "n": board.match.round.number}
        raise Refusal(_("%(name)s sits at a board of round %(n)d and stays in the list.") % said, "has_played")
    if entry_sizes.is_team(entry.tournament.stages.order_by("number")[0]):
        return
    sides = MatchSide.objects.filter(seat__entry=entry).exclude(match__round__state=RoundState.DRAFT)
    if sides.exists():
        raise Refusal(_("The side has been paired already: its members stay."), "has_played")


def _newcomer(tournament: Tournament, person: Person) -> User:
    user = found_person(tournament, person, "comes")
    if EntryMember.objects.filter(tournament=tournament, user=user).exists():
        raise Invalid("comes", _("%(name)s is already entered.") % {"name": user.name})
    clubs.enrol_players(club=tournament.club, users=[user])
    return user


def _write(
    entry: Entry,
    members: list[EntryMember],
    leaves: EntryMember | None,
    user: User | None,
    now: datetime,
    by: User | None,
) -> None:
    last = members[-1].order + 1 if members else 0
    old = next((member for member in members if leaves is not None and member.pk == leaves.pk), None)
    if old is not None:
        old.delete()
    if user is not None:
        EntryMember.objects.create(
            tournament=entry.tournament, entry=entry, user=user, order=old.order if old else last,
            is_captain=bool(old and old.is_captain),
            accepted_at=now if acceptance.accepts_by_entering(user, by) else None,
        )  # fmt: skip
        if entry.status == EntryStatus.CHECKED_IN:
            acceptance.check_in(entry.tournament, [entry.pk], now, by)
    elif old is not None and old.is_captain:
        first = entry.members.order_by("order")[0]
        first.is_captain = True
        first.save(update_fields=["is_captain"])
