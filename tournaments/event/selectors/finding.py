"""Finding tournaments, rounds, matches and entries: for lists, for one person, for the home page."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import User
from clubs.models import Club
from tournaments.formats import FORMATS
from tournaments.models import (
    GONE,
    Bye,
    Entry,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.selectors.people import people

HERE = ~Q(entries__status__in=GONE)
SIDES = Prefetch(
    "sides",
    MatchSide.objects.select_related("seat__entry").prefetch_related(people("seat__entry")).order_by("order"),
)


def tournaments(*, club: Club | None = None, states: Iterable[str] = ()) -> QuerySet[Tournament]:
    """Tournaments with club and number of entries: running ones first, then those to come, then the latest over."""
    found = Tournament.objects.select_related("club").annotate(
        entry_count=Count("entries", filter=HERE),
        here_count=Count("entries", filter=Q(entries__status=EntryStatus.CHECKED_IN)),
    )
    if club is not None:
        found = found.filter(club=club)
    if states:
        found = found.filter(state__in=list(states))
    return found.prefetch_related("stages").order_by("-state", "-starts_at", "-pk")


def live(limit: int = 10) -> list[Tournament]:
    """Tournaments that are being played."""
    return list(tournaments(states=[TournamentState.RUNNING])[:limit])


def upcoming(limit: int = 10) -> list[Tournament]:
    """Tournaments open for entries, the next first."""
    return list(tournaments(states=[TournamentState.OPEN]).order_by("starts_at", "pk")[:limit])


def recently_finished(limit: int = 10) -> list[Tournament]:
    """Tournaments that ended last."""
    return list(tournaments(states=[TournamentState.FINISHED]).order_by("-finished_at")[:limit])


def matches() -> QuerySet[Match]:
    """Matches that the public may see (no drafts), with sides, entries, users, round and tournament."""
    return (
        Match.objects.exclude(round__state=RoundState.DRAFT)
        .select_related("round__stage__tournament__club")
        .prefetch_related(SIDES)
    )


def matches_of(user: User) -> QuerySet[Match]:
    """The matches of a person, the latest first."""
    return matches().filter(sides__seat__entry__members__user=user).order_by("-round__published_at", "-pk")


def current_matches(user: User | AnonymousUser, tournament: Tournament | None = None) -> list[Match]:
    """The matches that a person has to play or is playing now."""
    if not isinstance(user, User):
        return []
    sides = Prefetch("sides", MatchSide.objects.select_related("seat__entry").order_by("order"))
    mine = matches_of(user).prefetch_related(None).prefetch_related(sides)
    found = mine.exclude(state=MatchState.OVER).exclude(round__state__in=["closed", "sealed"])
    return list(found.filter(round__stage__tournament=tournament) if tournament else found)


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """The tournaments in which a person is entered, the latest first."""
    return tournaments().filter(entries__members__user=user).order_by("-starts_at", "-pk")


def latest_results(limit: int = 10) -> list[Match]:
    """The matches that ended last."""
    return list(matches().filter(state=MatchState.OVER).order_by("-finished_at", "-pk")[:limit])


def entry_of(user: User | AnonymousUser, tournament: Tournament) -> Entry | None:
    """The entry of a person in a tournament."""
    if not isinstance(user, User):
        return None
    return tournament.entries.filter(members__user=user).first()


def takes_entries(tournament: Tournament, known: Iterable[Stage], rounds: Iterable[Round] | None = None) -> bool:
    """Can somebody still enter: it is open, or runs and its first stage is a ladder, or a Swiss with rounds to be
    published. `rounds` are those that are published, where they have just been read."""
    if tournament.state != TournamentState.RUNNING:
        return tournament.state == TournamentState.OPEN
    first = min(known, key=lambda stage: stage.number)
    if FORMATS[first.format].is_fixed:
        return False
    if first.has_challenges:
        return True
    published = first.rounds.exclude(state=RoundState.DRAFT) if rounds is None else rounds
    return sum(rnd.stage_id == first.pk for rnd in published) < int(first.settings["rounds"])


def round_matches(rnd: Round) -> list[Match]:
    """The matches of a round by table, with sides and people; of a draft too: the caller asks who may look."""
    found = rnd.matches.select_related("round__stage__tournament", "appointment").prefetch_related(SIDES)
    return list(found.order_by("table_no"))


def round_byes(rnd: Round) -> list[Bye]:
    """The byes of a round, the pairing-allocated one first."""
    found = Bye.objects.filter(seat__round=rnd).select_related("seat__entry").prefetch_related(people("seat__entry"))
    return sorted(found, key=lambda bye: (bye.kind != "pab", bye.seat.entry.name))


def rounds(tournament: Tournament, with_drafts: bool = False) -> list[Round]:
    """The rounds of a tournament in order."""
    found = Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    if not with_drafts:
        found = found.exclude(state=RoundState.DRAFT)
    return list(found.order_by("number"))


def entrants(tournament: Tournament) -> list[Entry]:
    """The entries in start order with their people; those who have left come last."""
    found = list(tournament.entries.prefetch_related(people()))
    return sorted(
        found, key=lambda one: (one.status in GONE, one.tpn or 10**6, -(one.rating_at_entry or 0), one.name.casefold())
    )
