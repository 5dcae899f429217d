"""Correct an entry: change its name, rating or club, or remove it before the tournament has begun."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from tournaments.entries.services import partner_names, waiting
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.services import announcing
from tournaments.event.services.acts import record_tournament
from tournaments.models import Entry, EntryMember, EntryStatus, Tournament, TournamentState

MOST_RATING = 4_000
MOST_LETTERS = {"name": 120, "club": 60, "label": 40}
CHANGES = (*MOST_LETTERS, "rating")
UNDO_FOR, UNDO_SALT = timedelta(minutes=10), "tournaments.removed"
KEPT = (
    "public_id", "name", "partners", "club", "label", "given_seed", "rating_at_entry", "status", "is_remote",
    "is_told_apart",
)  # fmt: skip


@transaction.atomic
def change_entry(*, entry: Entry, now: datetime, by: User | None, **changes: Any) -> Entry:
    """Change `name`, `rating` (None: no rating), `club` or `label` of an entry; omitted values stay. Locks tournament
    and entry.

    The name can be changed at any time, also of a person whom this entry alone has brought; the rating until
    start numbers have been given by it. Raises Invalid for a bad value, Refusal for a rating that is fixed, or once the
    tournament is over.
    """
    entry = _locked(entry)
    unknown = set(changes) - set(CHANGES)
    if unknown:
        raise Invalid(sorted(unknown)[0], _("This cannot be changed."))
    if entry.tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    before = {"name": entry.name, "rating": entry.rating_at_entry, "club": entry.club, "label": entry.label}
    after = before | {key: _checked(key, value) for key, value in changes.items()}
    if after == before:
        return entry
    if after["rating"] != before["rating"] and entry.tpn is not None:
        raise Refusal(_("The start numbers follow the ratings: they are fixed since round 1 was paired."), "numbered")
    users = [member.user for member in entry.members.select_related("user").order_by("order")]
    entry.name, entry.rating_at_entry, entry.club = after["name"], after["rating"], after["club"]
    entry.label = after["label"]
    size = size_of(entry.tournament)
    entry.partners = partner_names.beside(entry.name, users[: size.least], size)
    entry.save(update_fields=["name", "rating_at_entry", "club", "label", "partners"])
    facts = [{"entry": entry.public_id, **_without_names(values)} for values in (before, after)]
    facts[1]["changed"] = [key for key in before if before[key] != after[key]]
    record_tournament(entry.tournament, "entry.change", by, now, before=facts[0], after=facts[1])
    if len(users) == 1 and after["name"] != before["name"] == users[0].name:
        _correct_person(users[0], after["name"])
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry, now: datetime, by: User | None, reason: str = "") -> str:
    """Remove an entry as if it had never been made; a person without an account whom the entry put on the club's list
    leaves that list, too. Locks tournament and entry. Raises Refusal once the tournament has begun: from then on an
    entry withdraws, and its results stay. Returns a signed text with which `put_back` undoes it for ten minutes."""
    entry = _locked(entry)
    if entry.tournament.state != TournamentState.OPEN:
        said = _("The tournament has begun: %(name)s can withdraw, and the results stay.")
        raise Refusal(said % {"name": entry.name}, "begun")
    members = list(entry.members.select_related("user").order_by("order"))
    before = {"entry": entry.public_id, "members": [one.user.public_id for one in members]}
    record_tournament(entry.tournament, "entry.remove", by, now, before=before, reason=reason.strip())
    announcing.announce_entry(entry, "entry.withdrawn", now)
    undo = _undo_of(entry, members, now)
    entry.delete()
    users = [one.user for one in members]
    elsewhere = EntryMember.objects.filter(tournament__club=entry.tournament.club_id, user__in=users)
    others = set(elsewhere.values_list("user", flat=True))
    clubs.take_back_enrolment(
        club=entry.tournament.club, users=[user for user in users if user.pk not in others], since=entry.entered_at
    )
    waiting.move_up(entry.tournament, now, by)
    return undo


@transaction.atomic
def put_back(*, tournament: Tournament, undo: str, now: datetime, by: User | None) -> Entry:
    """Restore an entry that `remove_entry` has removed; if all places were taken meanwhile, it waits. Locks the
    tournament. Raises Refusal later than ten minutes, once the tournament has begun, where somebody of it is entered
    again, or has become one person with somebody else."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    try:
        kept = signing.loads(undo, salt=UNDO_SALT)
    except signing.BadSignature as bad:
        raise Refusal(_("This cannot be undone any more: enter them again."), "too_late") from bad
    is_late = now.timestamp() - kept["at"] > UNDO_FOR.total_seconds()
    if is_late or kept["tournament"] != tournament.pk or tournament.state != TournamentState.OPEN:
        raise Refusal(_("This cannot be undone any more: enter them again."), "too_late")
    users = User.objects.select_related("merged_into").in_bulk([one["user"] for one in kept["members"]])
    if EntryMember.objects.filter(tournament=tournament, user__in=users).exists():
        raise Refusal(_("%(name)s is already entered.") % {"name": kept["entry"]["name"]}, "entered")
    closed = next((one for one in users.values() if one.merged_into), None)
    if closed is not None:
        said = {"name": closed.name, "other": closed.merged_into}
        raise Refusal(_("%(name)s is %(other)s since then: enter %(other)s.") % said, "merged")
    [status] = waiting.statuses_of_new(tournament, 1)
    facts = {**kept["entry"], "entered_at": datetime.fromisoformat(kept["entry"]["entered_at"])}
    if status == EntryStatus.WAITING:
        facts["status"] = status
    entry = Entry.objects.create(tournament=tournament, **facts)
    clubs.enrol_players(club=tournament.club, users=users.values(), by=by)
    for one in kept["members"]:
        times = {key: one[key] and datetime.fromisoformat(one[key]) for key in ("accepted_at", "refused_at")}
        member = {"user": users[one["user"]], "order": one["order"], "is_captain": one["is_captain"], **times}
        EntryMember.objects.create(tournament=tournament, entry=entry, **member)
    record_tournament(tournament, "entry.put_back", by, now, after={"entry": entry.public_id})
    announcing.announce_entry(entry, "entry.added", now)
    return entry


def _correct_person(user: User, name: str) -> None:
    """Correct the name also of the person, where this entry alone has brought it: somebody without an account who is
    entered nowhere else. The season and the club's list show the person's name."""
    if EntryMember.objects.filter(user=user).count() == 1:
        accounts.correct_name(user=user, name=name)


def _undo_of(entry: Entry, members: Sequence[EntryMember], now: datetime) -> str:
    """The content of an entry as a signed text."""
    kept = {key: getattr(entry, key) for key in KEPT} | {"entered_at": entry.entered_at.isoformat()}
    people = [
        {
            "user": one.user_id,
            "order": one.order,
            "is_captain": one.is_captain,
            "accepted_at": one.accepted_at and one.accepted_at.isoformat(),
            "refused_at": one.refused_at and one.refused_at.isoformat(),
        }
        for one in members
    ]
    said = {"entry": kept, "members": people, "tournament": entry.tournament_id, "at": now.timestamp()}
    return signing.dumps(said, salt=UNDO_SALT, compress=True)


def _without_names(values: dict[str, Any]) -> dict[str, Any]:
    """The values without the name, which the audit log may keep for good; it names people by their ids alone."""
    return {key: value for key, value in values.items() if key != "name"}


def _locked(entry: Entry) -> Entry:
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=entry.tournament_id)
    found = Entry.objects.select_for_update(of=("self",)).filter(pk=entry.pk).first()
    if found is None:
        raise Refusal(_("This entry has been taken out."), "removed")
    found.tournament = tournament
    return found


def _checked(key: str, value: Any) -> Any:
    """A value in the form in which it is stored. Raises Invalid."""
    if key == "rating":
        if value is None or (type(value) is int and 0 <= value <= MOST_RATING):
            return value
        raise Invalid("rating", _("A whole number from %(least)d to %(most)d.") % {"least": 0, "most": MOST_RATING})
    try:
        line = names.person_name(value) if key == "name" else names.clean_line(value)
    except names.BadName as bad:
        raise Invalid(key, str(bad)) from bad
    if len(line) > MOST_LETTERS[key]:
        raise Invalid(key, _("At most %(n)d letters on one line.") % {"n": MOST_LETTERS[key]})
    return line
