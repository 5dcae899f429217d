"""Places and the waiting list: an entry over the capacity waits, and moves up by itself when a place is free."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from tournaments.errors import Refusal
from tournaments.event.selectors import consent, finding
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.notices import tell_entries
from tournaments.models import Entry, EntryStatus, Tournament, TournamentState


def statuses_of_new(tournament: Tournament, count: int, by: User | None = None) -> list[EntryStatus]:
    """The status of each of `count` new entries: entered, or waiting when all places are taken. Whom an official enters
    while the tournament runs stands before them and has a place. Called with the tournament locked."""
    places = 0 if _is_let_in(tournament, by) else finding.places_of(tournament)
    free = max(0, places - finding.places_taken(tournament)) if places else count
    return [EntryStatus.ENTERED if at < free else EntryStatus.WAITING for at in range(count)]


def refuse_late(tournament: Tournament, now: datetime, by: User | None) -> None:
    """Raise Refusal for a player who enters after entries have closed; officials can still enter anybody."""
    closes = finding.entries_close_at(tournament)
    if closes is None or now <= closes or _is_official(tournament, by):
        return
    said = _("Entries closed on %(when)s. Ask an official whether there is a place.")
    raise Refusal(said % {"when": _shown(closes, tournament)}, "deadline")


def refuse_stranger(tournament: Tournament, by: User | None) -> None:
    """Raise Refusal for a person whom this tournament does not admit; officials can still enter anybody."""
    if by is None or not (why := consent.shut_out(by, tournament)) or _is_official(tournament, by):
        return
    raise Refusal(why, "not_admitted")


def status_of_returning(tournament: Tournament, now: datetime, by: User | None) -> EntryStatus:
    """The status of a withdrawn entry that comes back: checked in, or waiting when all places are taken, unless an
    official lets it in while the tournament runs. Called with the tournament locked. Raises Refusal for a player who
    comes back by their own act when nobody can enter any more; officials can let them back in as long as the tournament
    is not over."""
    if tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    refuse_late(tournament, now, by)
    if not _is_official(tournament, by) and not finding.takes_entries(tournament, tournament.stages.all()):
        raise Refusal(_("The last round is paired: it is too late to enter."), "too_late")
    has_place = _is_let_in(tournament, by) or not finding.is_full(tournament)
    return EntryStatus.CHECKED_IN if has_place else EntryStatus.WAITING


def _is_let_in(tournament: Tournament, by: User | None) -> bool:
    """Does an official act while the tournament runs? Then the number of places binds nobody."""
    return by is not None and tournament.state == TournamentState.RUNNING and _is_official(tournament, by)


def _is_official(tournament: Tournament, by: User | None) -> bool:
    return by is None or second_factor.acts_as_administrator(by) or clubs.may_direct(by, tournament.club)


def _shown(moment: datetime, tournament: Tournament) -> str:
    return f"{date_format(moment.astimezone(tournament.zone), 'j M Y, H:i')} {tournament.timezone}"


def refuse_waiting(entry: Entry) -> None:
    """Raise Refusal for an entry on the waiting list."""
    if entry.status == EntryStatus.WAITING:
        said = {"name": entry.name, "n": finding.place_in_line(entry)}
        raise Refusal(_("%(name)s is on the waiting list, at place %(n)d.") % said, "waits")


def move_up(tournament: Tournament, now: datetime, by: User | None = None) -> list[Entry]:
    """Enter those who have waited longest, as long as places are free; returns the entries. Called with the tournament
    locked."""
    moved: list[Entry] = []
    line = list(finding.waiting_line(tournament).select_for_update(of=("self",)))
    if not line or not finding.takes_entries(tournament, tournament.stages.all()):
        return moved
    for entry in line:
        if finding.is_full(tournament):
            break
        _let_in(entry, "entry.move_up", now, by)
        moved.append(entry)
    return moved


@transaction.atomic
def admit(*, entry: Entry, now: datetime, by: User | None = None) -> Entry:
    """Enter an entry from the waiting list although all places are taken, at an official's request. Locks tournament
    and entry. Raises Refusal for an entry that does not wait, or when it is too late to enter."""
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=entry.tournament_id)
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    entry.tournament = tournament
    if entry.status != EntryStatus.WAITING:
        raise Refusal(_("%(name)s is not on the waiting list.") % {"name": entry.name}, "not_waiting")
    if not finding.takes_entries(tournament, tournament.stages.all()):
        raise Refusal(_("The last round is paired: it is too late to enter."), "too_late")
    _let_in(entry, "entry.admit", now, by)
    return entry


def _let_in(entry: Entry, action: str, now: datetime, by: User | None) -> None:
    entry.status = EntryStatus.ENTERED
    entry.save(update_fields=["status"])
    change: dict[str, Any] = {"entry": entry.public_id, "status": EntryStatus.WAITING}
    after = {**change, "status": EntryStatus.ENTERED}
    record_tournament(entry.tournament, action, by, now, before=change, after=after)
    tell_entries(f"entry:{entry.public_id}:place:{now.isoformat()}", "place_free", [entry], now, by)
