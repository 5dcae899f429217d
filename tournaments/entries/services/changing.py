"""Correct an entry: change its name, rating or club, or remove it before the tournament has begun."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from tournaments.entries.services import partner_names, waiting
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.services import announcing
from tournaments.event.services.acts import record_tournament
from tournaments.models import Entry, Tournament, TournamentState

MOST_RATING = 4_000
MOST_LETTERS = {"name": 120, "club": 60, "label": 40}
CHANGES = (*MOST_LETTERS, "rating")


@transaction.atomic
def change_entry(*, entry: Entry, now: datetime, by: User | None, **changes: Any) -> Entry:
    """Change `name`, `rating` (None: no rating), `club` or `label` of an entry; what is not given stays. Locks
    tournament and entry.

    The name can be changed at any time, the rating until start numbers have been given by it. Raises Invalid for a bad
    value, Refusal for a rating that is fixed, or once the tournament is over.
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
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry, now: datetime, by: User | None, reason: str = "") -> None:
    """Remove an entry as if it had never been made. Locks tournament and entry. Raises Refusal once the tournament has
    begun: from then on an entry withdraws, and its results stay."""
    entry = _locked(entry)
    if entry.tournament.state != TournamentState.OPEN:
        said = _("The tournament has begun: %(name)s can withdraw, and the results stay.")
        raise Refusal(said % {"name": entry.name}, "begun")
    people = list(entry.members.order_by("order").values_list("user__public_id", flat=True))
    before = {"entry": entry.public_id, "members": people}
    record_tournament(entry.tournament, "entry.remove", by, now, before=before, reason=reason.strip())
    announcing.announce_entry(entry, "entry.withdrawn", now)
    entry.delete()
    waiting.move_up(entry.tournament, now, by)


def _without_names(values: dict[str, Any]) -> dict[str, Any]:
    """What the audit log may keep for good: it names people by their ids alone."""
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
        line = names.clean_name(value) if key == "name" else names.clean_line(value)
    except names.BadName as bad:
        raise Invalid(key, str(bad)) from bad
    if len(line) > MOST_LETTERS[key]:
        raise Invalid(key, _("At most %(n)d letters on one line.") % {"n": MOST_LETTERS[key]})
    return line
