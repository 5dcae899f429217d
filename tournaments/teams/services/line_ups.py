"""Teams and pairs as entries: enter them with their members, and name who plays at which board of the next match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts import services as accounts
from accounts.models import User
from clubs import selectors as club_people
from clubs import services as clubs
from tournaments.entries.services import entering, partner_names, team_lines
from tournaments.entries.services.imports import judging
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import entry_sizes, sitters
from tournaments.event.services.acts import record_tournament
from tournaments.formats import FREE, team_terms
from tournaments.models import Entry, EntryMember, LineUpPlace, Round, RoundState, Tournament
from tournaments.teams import selectors


@dataclass(frozen=True, slots=True)
class Person:
    """One future member: a known player, or a guest by name (and e-mail)."""

    name: str = ""
    email: str = ""
    rating: int | None = None
    user: User | None = None


@transaction.atomic
def enter_team(
    *,
    tournament: Tournament,
    name: str,
    members: Sequence[Person],
    now: datetime,
    by: User | None = None,
    captain: int = 0,
) -> Entry:
    """Enter a team or a pair with its members in the given order; `captain` is a place in it (0: the first). Partners
    who sit at one table need no `name`: they are called by their own.

    The rating of the team is the mean of its rated members who play. Locks the tournament row. Raises Invalid for a bad
    name, a number of members that this tournament does not have, or somebody who is in already; Refusal when it is
    too late.
    """
    tournament = entering.open_to_enter(tournament, now, by)
    size = entry_sizes.size_of(tournament)
    if not size.is_team:
        raise Refusal(_("In this tournament everybody plays alone."), "no_teams")
    is_named = bool(name.strip()) or not size.is_at_one_table
    if is_named:
        name = _free_name(tournament, name)
    if not size.least <= len(members) <= size.most:
        raise Invalid("members", size.words)
    if not 0 <= captain < len(members):
        raise Invalid("captain", _("The captain is one of the members."))
    people = [found_person(tournament, member, "members", by, now) for member in members]
    called = {(one.name.strip().casefold(), one.email.strip().casefold()) for one in members if one.user is None}
    if len({user.pk for user in people}) < len(people) or len(called) < sum(one.user is None for one in members):
        raise Invalid("members", _("A member is in the list twice."))
    taken = set(EntryMember.objects.filter(tournament=tournament, user__in=people).values_list("user", flat=True))
    for user, member in zip(people, members, strict=True):
        if user.pk in taken:
            raise Invalid("members", judging.entered_words(user, "" if member.user else member.name))
    if not is_named:
        name = _free_name(tournament, partner_names.own_name(people))
    rating = team_lines.rating_of([member.rating for member in members], size.least)
    entry = entering.new_entry(tournament, people, name, rating, now, captain, by)
    entering.tell_entered(tournament, [entry], now, by)
    after = {"entry": entry.public_id, "members": [user.public_id for user in people]}
    record_tournament(tournament, "entry.enter_team", by, now, after=after)
    return entry


@transaction.atomic
def enter_oneself(*, tournament: Tournament, partners: Sequence[str], now: datetime, by: User, name: str = "") -> Entry:
    """Enter oneself with one's partners, who are known players of the club by name; each of them confirms that they
    take part before they are rated. Locks the tournament row. Raises Invalid for a partner whom the club does not know,
    and as `enter_team`; Refusal where partners do not sit at one table.
    """
    if not entry_sizes.size_of(tournament).is_at_one_table:
        raise Refusal(_("Teams are entered here by an official."), "teams_only")
    among = club_people.players(tournament.club)
    people = [Person(user=by)]
    for partner in (" ".join(one.split()) for one in partners):
        user = accounts.find_player(name=partner, among=among) if partner else None
        if user is None and partner:
            said = {"name": partner[:60], "club": tournament.club.name}
            words = _("%(club)s knows nobody called “%(name)s”: let them join the club, or ask an official.")
            raise Invalid("partners", words % said)
        people += [Person(user=user)] if user is not None else []
    return enter_team(tournament=tournament, name=name, members=people, now=now, by=by)


@transaction.atomic
def set_line_up(
    *, entry: Entry, members: Sequence[EntryMember], now: datetime, by: User | None = None, round_number: int = 0
) -> list[EntryMember]:
    """Name who plays at which board, from the top, in the next round (or a later one) before it is published; if
    partners sit at a board, those of the top board come first.

    With a fixed order nobody plays above somebody who stands before in the team's list. Locks the entry. Raises Invalid
    for members who are too few, not of this team or out of order; Refusal once the round is published.
    """
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    stage = entry.tournament.stages.get(number=1)
    if not entry_sizes.is_team(stage):
        raise Refusal(_("In this tournament matches are not played on several boards."), "no_boards")
    terms = team_terms(stage.settings)
    count = terms.boards * sitters.at_table(entry.tournament.variant)
    number = round_number or selectors.next_line_up_round(entry.tournament)
    shown = Round.objects.filter(stage__tournament=entry.tournament, number=number).exclude(state=RoundState.DRAFT)
    if shown.exists():
        raise Refusal(_("Round %(n)d is published: ask an official for a substitute.") % {"n": number}, "published")
    places = [member.order for member in members]
    if len(members) != count or len(set(places)) < len(places):
        raise Invalid("members", _("Name %(n)d different members, from the top board.") % {"n": count})
    if any(member.entry_id != entry.pk for member in members):
        raise Invalid("members", _("Only members of %(name)s play for it.") % {"name": entry.name})
    if terms.order != FREE and places != sorted(places):
        raise Invalid("members", _("The order of the list is fixed: reserves play below the members before them."))
    write_places(entry, number, dict(enumerate(members, 1)))
    after = {"entry": entry.public_id, "round": number, "members": [one.user.public_id for one in members]}
    record_tournament(entry.tournament, "team.line_up", by, now, after=after)
    return list(members)


def write_places(entry: Entry, round_number: int, places: Mapping[int, EntryMember]) -> None:
    """Write exactly these members as the line-up of an entry in a round, by places from 1."""
    entry.line_up_places.filter(round_number=round_number).delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(entry=entry, round_number=round_number, board=board, member=member)
        for board, member in places.items()
    )


def found_person(tournament: Tournament, member: Person, field: str, by: User | None, now: datetime) -> User:
    """The player that `Person` describes, created as a guest if unknown. Raises Invalid, which names the field,
    LimitReached."""
    if member.user is not None:
        return member.user
    try:
        user, is_new = accounts.player_for(
            name=member.name, email=member.email, among=club_people.players(tournament.club)
        )
    except ValueError as bad:
        raise Invalid(field, f"“{member.name[:60]}”: {bad}") from bad
    clubs.take_addresses(tournament.club, int(is_new and bool(member.email)), by, now)
    return user


def _free_name(tournament: Tournament, name: str) -> str:
    """The name in its stored form. Raises Invalid where it cannot be kept, or another entry has it."""
    try:
        name = names.clean_name(name)
    except names.BadName as bad:
        raise Invalid("name", str(bad)) from bad
    if tournament.entries.filter(name__iexact=name).exists():
        raise Invalid("name", _("There is a team “%(name)s” already.") % {"name": name})
    return name
