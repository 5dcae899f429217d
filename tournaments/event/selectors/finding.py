"""Find tournaments, rounds, matches and entries: for lists, for one person, for the home page."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, When

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Club
from tournaments.event.selectors import sitters
from tournaments.event.selectors.sitters import people as people
from tournaments.formats import FORMATS
from tournaments.models import (
    GONE,
    ROUND_OVER,
    Announcement,
    Bye,
    Challenge,
    ChallengeState,
    Entry,
    EntryMember,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Mode,
    Round,
    RoundState,
    Season,
    Stage,
    StageState,
    TableRuling,
    Tournament,
    TournamentState,
)
from tournaments.pairing import FORFEITS

# The numbers of entries that pages say: with a place, of these here, waiting for a place, gone.
COUNTED = {
    "entry_count": Count("entries", filter=~Q(entries__status__in=(*GONE, EntryStatus.WAITING))),
    "here_count": Count("entries", filter=Q(entries__status=EntryStatus.CHECKED_IN)),
    "waiting_count": Count("entries", filter=Q(entries__status=EntryStatus.WAITING)),
}
OF_THE_HOUR = Q(sit_and_go__stays_until__isnull=False)  # those that the site opens by itself: in no list of events
GONE_COUNT = Count("entries", filter=Q(entries__status__in=GONE))
_SIDES = MatchSide.objects.select_related("seat__entry").order_by("order")
SIDES_BY_NAME = Prefetch("sides", _SIDES)
BOARD_SIDES = sitters.BOARD_SIDES
SIDES = Prefetch("sides", _SIDES.prefetch_related(people("seat__entry")))


def tournaments(*, club: Club | None = None, states: Collection[str] = ()) -> QuerySet[Tournament]:
    """Tournaments with club and number of entries: running ones first, then those to come (the next first), then the
    latest over."""
    found = Tournament.objects.select_related("club").annotate(
        **COUNTED,
        is_announced=Exists(Announcement.objects.filter(tournament=OuterRef("pk"), taken_back_at=None)),
    )
    if club is not None:
        found = found.filter(club=club)
    if states:
        found = found.filter(state__in=list(states))
    to_come = Case(When(state=TournamentState.OPEN, then=F("starts_at")))
    order = ("-state", to_come.asc(nulls_last=True), F("starts_at").desc(nulls_last=True), "-pk")
    return found.prefetch_related("stages").order_by(*order)


def latest_of(club: Club) -> Tournament | None:
    """The tournament that “the same again” copies: the one of the club that began last, or the newest if none has
    begun."""
    known = Tournament.objects.filter(club=club).exclude(state=TournamentState.CANCELLED)
    begun = known.exclude(state=TournamentState.OPEN)
    return begun.order_by("-starts_at", "-pk").first() or known.order_by("-pk").first()


def has_tournaments(clubs: QuerySet[Club]) -> bool:
    """Has one of these clubs a tournament that can be copied?"""
    return Tournament.objects.filter(club__in=clubs).exists()


def by_date(found: Iterable[Tournament], now: datetime) -> list[tuple[str, list[Tournament]]]:
    """These tournaments in the groups of a calendar: today, coming (the next first), under way for longer, finished,
    cancelled; empty groups are left out."""
    groups: dict[str, list[Tournament]] = {key: [] for key in ("today", "coming", "under_way", "finished", "cancelled")}
    for one in found:
        groups[_part_of_calendar(one, now)].append(one)
    groups["coming"].sort(key=lambda one: (one.starts_at is None, one.starts_at or now, one.pk))
    return [(key, rows) for key, rows in groups.items() if rows]


def _part_of_calendar(tournament: Tournament, now: datetime) -> str:
    if tournament.is_over:
        return tournament.state
    zone, begins = tournament.zone, tournament.starts_at
    if begins and begins.astimezone(zone).date() == now.astimezone(zone).date():
        return "today"
    return "under_way" if tournament.state == TournamentState.RUNNING else "coming"


def with_live_tables(found: Iterable[Tournament]) -> set[int]:
    """The keys of the tournaments that are being played at live tables now."""
    playing = Match.objects.paired().filter(state=MatchState.PLAYING, round__stage__tournament__in=list(found))
    online = playing.exclude(round__stage__tournament__mode=Mode.IN_PERSON)
    return set(online.order_by().values_list("round__stage__tournament", flat=True))


def live(limit: int = 10) -> list[Tournament]:
    """Tournaments that are being played."""
    return list(tournaments(states=[TournamentState.RUNNING]).exclude(OF_THE_HOUR)[:limit])


def upcoming(limit: int = 10) -> list[Tournament]:
    """Tournaments open for entries, the next first."""
    return list(tournaments(states=[TournamentState.OPEN]).order_by("starts_at", "pk")[:limit])


def matches() -> QuerySet[Match]:
    """Matches that the public may see (no drafts), with sides, entries, users, round and tournament."""
    return (
        Match.objects.paired()
        .exclude(round__state=RoundState.DRAFT)
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
    mine = by_name(matches_of(user))
    found = mine.exclude(state=MatchState.OVER).exclude(round__state__in=ROUND_OVER)
    found = found.exclude(round__stage__tournament__state=TournamentState.CANCELLED)
    return list(found.filter(round__stage__tournament=tournament) if tournament else found)


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """The tournaments in which a person is or was entered and has not said “not me”, the latest first."""
    places = EntryMember.objects.filter(user=user, refused_at=None)
    return tournaments().filter(pk__in=places.values("tournament")).order_by("-starts_at", "-pk")


def results() -> QuerySet[Match]:
    """The matches that are over, the latest first."""
    return matches().filter(state=MatchState.OVER).order_by("-finished_at", "-pk")


def own_matches(user: User | AnonymousUser, rnd: Round) -> set[int]:
    """The matches of a round (by key) in which a person plays."""
    if not isinstance(user, User):
        return set()
    return set(rnd.matches.paired().filter(sides__seat__entry__members__user=user).values_list("pk", flat=True))


def latest_results(limit: int = 10) -> list[Match]:
    """The matches that ended last, by the names of their sides."""
    return list(by_name(results())[:limit])


def by_name(found: QuerySet[Match]) -> QuerySet[Match]:
    """These matches for a list, with the names of their sides but without the people."""
    return found.prefetch_related(None).prefetch_related(SIDES_BY_NAME)


def listed_matches() -> QuerySet[Match]:
    """The matches that the public may see, with only the relations that the API's lists need."""
    round_, tournament = ("round__public_id", "round__number"), "round__stage__tournament__public_id"
    own = [field.name for field in Match._meta.concrete_fields]
    listed = by_name(matches()).select_related(None).select_related("round__stage__tournament")
    return listed.only(*own, *round_, "round__stage__id", tournament)


def entry_of(user: User | AnonymousUser, tournament: Tournament) -> Entry | None:
    """The entry of a person in a tournament."""
    if not isinstance(user, User):
        return None
    return tournament.entries.filter(members__user=user).first()


def takes_entries(tournament: Tournament, known: Iterable[Stage], rounds: Iterable[Round] | None = None) -> bool:
    """Can somebody still enter this tournament? Yes if it is open, or it runs and its first stage is a ladder, or a
    Swiss with rounds to be published. `rounds` are the published ones, if the caller has read them."""
    if tournament.state != TournamentState.RUNNING:
        return tournament.state == TournamentState.OPEN
    first = min(known, key=lambda stage: stage.number)
    if FORMATS[first.format].is_fixed:
        return False
    if first.has_challenges:
        return True
    published = first.rounds.exclude(state=RoundState.DRAFT) if rounds is None else rounds
    return sum(rnd.stage_id == first.pk for rnd in published) < int(first.settings["rounds"])


def entries_close_at(tournament: Tournament) -> datetime | None:
    """The time until which players can enter themselves; None if there is no such limit."""
    hours = int(tournament.settings.get("closes_hours", 0))
    return tournament.starts_at - timedelta(hours=hours) if hours and tournament.starts_at else None


def places_of(tournament: Tournament) -> int:
    """The number of places in a tournament; 0: unlimited."""
    return int(tournament.settings.get("capacity", 0))


def is_full(tournament: Tournament) -> bool:
    """Are all places taken? Whoever has left or waits has none."""
    places = places_of(tournament)
    return bool(places) and places_taken(tournament) >= places


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of a tournament's entries that have a place (`entered`), of these that are `here`, that wait for a
    place, and that have left."""

    entered: int
    here: int
    waiting: int
    gone: int


def counts(tournament: Tournament) -> Counts:
    """The numbers of entries, as every page of the organiser shows them; freshly read."""
    found = Tournament.objects.filter(pk=tournament.pk).aggregate(**COUNTED, gone_count=GONE_COUNT)
    return Counts(
        entered=found["entry_count"],
        here=found["here_count"],
        waiting=found["waiting_count"],
        gone=found["gone_count"],
    )


def places_taken(tournament: Tournament) -> int:
    """The number of entries that have a place."""
    return counts(tournament).entered


def waiting_line(tournament: Tournament) -> QuerySet[Entry]:
    """The waiting list, the longest waiting first."""
    return tournament.entries.filter(status=EntryStatus.WAITING).order_by("entered_at", "pk")


def place_in_line(entry: Entry) -> int:
    """The place of an entry on the waiting list, from 1; 0 if it does not wait."""
    if entry.status != EntryStatus.WAITING:
        return 0
    before = Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lte=entry.pk)
    return waiting_line(entry.tournament).filter(before).count()


def round_matches(rnd: Round, with_people: bool = False) -> list[Match]:
    """The matches of a round by table, with sides and entries (and their people on request); of a draft, too, so the
    caller must check who may see it. All have the one `rnd` as their round."""
    found = rnd.matches.paired().select_related("appointment").prefetch_related(SIDES if with_people else SIDES_BY_NAME)
    matches = list(found.order_by("table_no"))
    for match in matches:
        match.round = rnd
    return matches


def is_untouched(rnd: Round) -> bool:
    """Is a round published but without any result, of boards too, so that it can perhaps be taken back?"""
    if rnd.state not in (RoundState.PUBLISHED, RoundState.RUNNING) or rnd.stage.has_challenges:
        return False
    return not rnd.matches.filter(has_result()).exists()


def open_tables(rnd: Round) -> list[int]:
    """The numbers of the tables of a round without a result."""
    return sorted(rnd.matches.paired().exclude(state=MatchState.OVER).values_list("table_no", flat=True))


def has_result() -> Q:
    """Selects matches and boards with a result that was reported, entered or played, except forfeits of entries that
    had left before the start."""
    walk_over = Q(entered_by=None, result_kind__in=FORFEITS, table="")
    return Q(state=MatchState.REPORTED) | (Q(state=MatchState.OVER) & ~walk_over)


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


def final_of(tournament: Tournament) -> Season | None:
    """The season whose final night this tournament is."""
    return Season.objects.filter(final=tournament).first()


def start_order(entry: Entry) -> tuple[Any, ...]:
    """The sort key of entries without a start number: given seeds first, then by rating, then by time of entry."""
    return entry.given_seed is None, entry.given_seed or 0, -(entry.rating_at_entry or 0), entry.pk


def entrants(tournament: Tournament) -> list[Entry]:
    """The entries in start order with their people; then the waiting list in its order, and those who have left."""
    found = list(tournament.entries.prefetch_related(people()).order_by("entered_at", "pk"))
    line = {one.pk: n for n, one in enumerate([one for one in found if one.status == EntryStatus.WAITING], 1)}
    for one in found:
        one.tournament = tournament
    return sorted(
        found,
        key=lambda one: (
            one.status in GONE, line.get(one.pk, 0), one.tpn or 10**6, *start_order(one)[:3], one.name.casefold()
        ),
    )  # fmt: skip


def coming(tournament: Tournament, limit: int = 6) -> list[Entry]:
    """The entries that have a place, the earliest first; at most `limit`."""
    placed = tournament.entries.exclude(status__in=(*GONE, EntryStatus.WAITING))
    return list(placed.order_by("entered_at", "pk")[:limit])


def is_live(match: Match) -> bool:
    """Is this match played at a live table?"""
    mode = match.round.stage.tournament.mode
    return mode == Mode.ONLINE or (mode == Mode.MIXED and match.whole.is_live)


def directed_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments of the clubs where this person is an official."""
    if second_factor.acts_as_administrator(user):
        return tournaments()
    return tournaments().filter(club__in=clubs.directed_by(user))


def organised_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may create tournaments."""
    if second_factor.acts_as_administrator(user):
        return clubs.all_for(user)
    return clubs.organised_by(user)


def stages(tournament: Tournament) -> list[Stage]:
    """The stages of a tournament in order."""
    found = sorted(tournament.stages.all(), key=lambda stage: stage.number)  # prefetched by `finding.tournaments`
    for stage in found:
        stage.tournament = tournament
    return found


def main_stage(tournament: Tournament) -> Stage:
    """The stage that is played now: the first running one, else the last finished one, else the first."""
    found = stages(tournament)
    running = [stage for stage in found if stage.state == StageState.RUNNING]
    over = [stage for stage in found if stage.state == StageState.FINISHED]
    return (running or over[-1:] or found)[0]


def ladder_stage(tournament: Tournament) -> Stage | None:
    """The stage of a tournament that is a ladder."""
    return next((stage for stage in tournament.stages.all() if stage.has_challenges), None)


def challenges(stage: Stage | None = None) -> QuerySet[Challenge]:
    """Challenges with their entries, people and matches, the latest first."""
    found = Challenge.objects.select_related("stage__tournament__club", "by", "to", "match__appointment")
    found = found.prefetch_related(people("by"), people("to")).order_by("-pk")
    return found.filter(stage=stage) if stage is not None else found


def open_challenge(entry: Entry) -> Challenge | None:
    """The unanswered challenge by or to an entry."""
    return challenges().filter(Q(by=entry) | Q(to=entry), state=ChallengeState.OPEN).first()


def boards_of(match: Match) -> list[Match]:
    """The boards of a match from the top, with their people."""
    boards = list(match.boards.prefetch_related(BOARD_SIDES))
    for board in boards:
        board.parent, board.round = match, match.round
    sitters.seat_partners(boards, match.round, match.round.stage.tournament.variant)
    return boards


def list_occasion(tournament: Tournament) -> str:
    """The key of the occasion for which the rating list at the end of a tournament is published."""
    return f"tournament:{tournament.public_id}"


def appealed(tournament: Tournament) -> QuerySet[TableRuling]:
    """The rulings against which an appeal waits."""
    return TableRuling.objects.filter(case__tournament=tournament, appealed_at__isnull=False, decided_at=None)


def appeals(tournament: Tournament) -> list[TableRuling]:
    """The rulings against which an appeal waits, the oldest first."""
    return list(appealed(tournament).select_related("case__match__round", "by", "appealed_by").order_by("appealed_at"))
