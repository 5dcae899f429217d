"""Cancel a tournament, which then stays visible, or delete one in which nothing has a result yet."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from duework import services as duework
from games import models as game_models
from games import selectors as game_reading
from games.live.store import logbook
from games.services import tables as table_services
from ratings.models import RatedMatch
from ratings.services import results as rating_results
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.selectors.finding import people
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.notices import tell_deleted, tell_entries
from tournaments.ladders.services import log
from tournaments.matches.selectors import reference
from tournaments.models import (
    GOING_ON,
    GONE,
    OPEN_JOBS,
    Challenge,
    JobState,
    Match,
    MatchQuerySet,
    MatchState,
    PairingJob,
    Payment,
    Round,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.results.services import from_tables
from tournaments.tables import selectors as table_reading

KEEP, TAKE_BACK = "keep", "take_back"
RATINGS = (KEEP, TAKE_BACK)
MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class Concerned:
    """What a cancellation affects: the number of `rated` matches in the ratings, of `results`, and of live tables that
    are `playing`."""

    rated: int
    results: int
    playing: int


def concerned(tournament: Tournament) -> Concerned:
    """What cancelling this tournament would affect, to be shown before it is done."""
    return Concerned(
        rated=_rated(tournament).count(),
        results=_played(tournament).paired().filter(state=MatchState.OVER).count(),
        playing=len(_playing(tournament)),
    )


@transaction.atomic
def cancel_tournament(
    *,
    tournament: Tournament,
    rated: str,
    now: datetime,
    by: User | None,
    reason: str = "",
    seen: int | None = None,
) -> Tournament:
    """Cancel a tournament that is not over: it stays visible, and nothing in it changes any more. Live tables are
    closed, drafts are thrown away, and due work is forgotten.

    `rated` says what becomes of its rated matches, "keep" or "take_back"; `seen` is how many of them the caller was
    told of. Locks the ladder, the rounds and the tournament. Raises Invalid; Refusal where it is over; Conflict where
    the number of rated matches is no longer `seen`.
    """
    if rated not in RATINGS:
        raise Invalid("rated", _("Allowed here: %(allowed)s.") % {"allowed": ", ".join(RATINGS)})
    words = _line(reason)
    ladder = log.lock(tournament.pk)
    tournament, rounds = _locked(tournament)
    if tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    if ladder is not None:
        log.call_off(list(Challenge.objects.filter(stage=ladder, state__in=GOING_ON).select_related("by", "to")), now)
    told = concerned(tournament)
    if seen is not None and seen != told.rated:
        raise Conflict(_("Meanwhile the matches that are rated have changed: look again."))
    _end_tables(tournament, now)
    _forget(tournament, rounds)
    if rated == TAKE_BACK:
        for source in _rated(tournament).values_list("source", flat=True):
            rating_results.annul_match(
                source=source, now=now, by=by, reason=words or _("The tournament was cancelled.")
            )
    before = tournament.state
    tournament.state, tournament.finished_at, tournament.cancel_reason = TournamentState.CANCELLED, now, words
    tournament.save(update_fields=["state", "finished_at", "cancel_reason"])
    after = {"state": tournament.state, "ratings": rated, "rated": told.rated, "tables": told.playing}
    entries = tournament.entries.exclude(status__in=GONE).prefetch_related(people())
    told_to = entries.select_related("tournament")
    tell_entries(f"tournament:{tournament.pk}:cancelled", "cancelled", told_to, now, by, reason=words)
    record_tournament(tournament, "tournament.cancel", by, now, before={"state": before}, after=after, reason=words)
    return tournament


@transaction.atomic
def delete_tournament(*, tournament: Tournament, name: str, now: datetime, by: User | None) -> None:
    """Delete a tournament in which nothing has a result and nobody has moved at a live table, with everything that
    belongs to it; its players are told. `name` is the name as the caller typed it, to make sure that it is the right
    tournament. Locks the rounds and the tournament. Raises Invalid for another name, Refusal where something was played
    or payments are noted: then it can be cancelled."""
    tell_deleted([tournament], now, by)
    _delete(tournament, name, now, by)


def _delete(tournament: Tournament, name: str, now: datetime, by: User | None) -> None:
    tournament, rounds = _locked(tournament)
    if " ".join(name.split()).casefold() != tournament.name.casefold():
        raise Invalid("name", _("Type the name of the tournament: %(name)s.") % {"name": tournament.name})
    playing = _playing(tournament)
    if has_results(tournament) or logbook.has_begun(playing):
        raise Refusal(_("Something has been played here: the tournament can be cancelled, not deleted."), "played")
    _refuse_paid(tournament)
    table_services.close_tables(tables=playing)
    _forget(tournament, rounds)
    record_tournament(
        tournament, "tournament.delete", by, now, before={"name": tournament.name, "slug": tournament.slug}
    )
    Challenge.objects.filter(stage__tournament=tournament).delete()
    Round.objects.filter(stage__tournament=tournament).delete()
    for stage in Stage.objects.filter(tournament=tournament).order_by("-number"):
        stage.delete()
    tournament.delete()


@transaction.atomic
def delete_evenings(*, tournament: Tournament, chosen: Collection[str] | None, now: datetime, by: User | None) -> int:
    """Delete evenings of this tournament's series that have not begun, those chosen by public id or (None) all; returns
    their number. Whoever is entered is told once. An evening that has begun meanwhile stays. Locks each tournament.
    Raises Refusal where payments are noted: then none is deleted."""
    wanted = unbegun_evenings(tournament)
    if chosen is not None:
        wanted = wanted.filter(public_id__in=chosen)
    gone = list(wanted.select_for_update(of=("self",)))
    if gone:
        tell_deleted(gone, now, by)
    for one in gone:
        _delete(one, one.name, now, by)
    return len(gone)


def payments(tournament: Tournament) -> int:
    """The number of entries marked as paid at the door."""
    return Payment.objects.filter(entry__tournament=tournament).count()


def _refuse_paid(tournament: Tournament) -> None:
    """Raise Refusal if payments are noted, because they would be deleted with the entries."""
    if (paid := payments(tournament)) == 0:
        return
    words = ngettext(
        "%(n)d payment is noted in %(name)s: take the tick back at the door once the money is back, or cancel it.",
        "%(n)d payments are noted in %(name)s: take the ticks back at the door once the money is back, or cancel it.",
        paid,
    )
    raise Refusal(words % {"n": paid, "name": tournament.name}, "paid")


def unbegun_evenings(tournament: Tournament) -> QuerySet[Tournament]:
    """The evenings of this tournament's series that have not begun, by day."""
    found = Tournament.objects.filter(club=tournament.club, series=tournament.series, state=TournamentState.OPEN)
    return found.exclude(series="").order_by("starts_at", "pk")


def has_results(tournament: Tournament) -> bool:
    """Has a match or a board a result, or has somebody reported one?"""
    said = (MatchState.OVER, MatchState.REPORTED)
    return _played(tournament).filter(state__in=said).exists()


def _locked(tournament: Tournament) -> tuple[Tournament, list[Round]]:
    rounds = list(Round.objects.select_for_update().filter(stage__tournament=tournament).order_by("number"))
    return Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk), rounds


def _played(tournament: Tournament) -> MatchQuerySet:
    """The matches of a tournament and their boards."""
    return Match.objects.filter(round__stage__tournament=tournament)


def _playing(tournament: Tournament) -> list[str]:
    """The live tables at which this tournament is being played."""
    opened = table_reading.tables_of_rounds(Round.objects.filter(stage__tournament=tournament))
    found = game_reading.tables_by_id(opened).filter(status=game_models.Status.PLAYING)
    return list(found.values_list("public_id", flat=True))


def _rated(tournament: Tournament) -> QuerySet[RatedMatch]:
    """The matches of a tournament that count in the ratings."""
    sources = [reference(one) for one in _played(tournament).only("public_id", "parent")]
    return RatedMatch.objects.filter(source__in=sources, annulled=False, weight__gt=0).order_by("finished_at", "pk")


def _end_tables(tournament: Tournament, now: datetime) -> None:
    """Record the results of live tables that have ended, and close those at which people still play. Called with the
    rounds locked."""
    opened = table_reading.tables_of_rounds(Round.objects.filter(stage__tournament=tournament))
    over = game_reading.tables_by_id(opened).filter(status=game_models.Status.OVER, reported_at=None)
    for table in over:
        from_tables.table_over(table=table, now=now)
    table_services.close_tables(tables=_playing(tournament))
    _played(tournament).filter(state=MatchState.PLAYING).update(state=MatchState.PAIRED, table="")


def _forget(tournament: Tournament, rounds: list[Round]) -> None:
    """Forget all due work of the tournament, stop its pairing jobs, and delete its drafts, which nobody has seen."""
    for rnd in rounds:
        duework.forget(keys=f"round:{rnd.pk}:")
        for match in rnd.matches.paired().exclude(state=MatchState.OVER):
            duework.forget(keys=f"match:{match.pk}:")
    jobs = PairingJob.objects.filter(stage__tournament=tournament, state__in=OPEN_JOBS)
    jobs.update(state=JobState.CANCELLED)
    for stage in tournament.stages.all():
        duework.forget(keys=f"stage:{stage.pk}:")
    Round.objects.filter(stage__tournament=tournament, state=RoundState.DRAFT).delete()


def _line(reason: str) -> str:
    line = " ".join(reason.split())
    if len(line) > MOST_LETTERS or not line.isprintable():
        raise Invalid("reason", _("At most %(n)d letters on one line.") % {"n": MOST_LETTERS})
    return line
