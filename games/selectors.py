"""Selectors for tables and deals. Everything here is public: no hand, no stock, no secret."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.devices import services as devices
from accounts.models import User
from games import engine
from games.models import (
    BY_DAYS,
    LIVE_FOR_TWO,
    LIVE_VARIANTS,
    NOT_FOR_TWO,
    RECORDS,
    TO_THE_END,
    UNFINISHED,
    VOID,
    Answer,
    Chain,
    Challenge,
    ConductReport,
    Deal,
    Follow,
    Gathering,
    Kind,
    Mute,
    Play,
    Seat,
    Seek,
    ShuffleFigures,
    Status,
    Table,
    Tally,
    Unchallenged,
)

FEW = 2_000  # tables
SEEKER_GONE = timedelta(seconds=10)  # a page that waits asks every two seconds
MOST_LIVELY = 100  # tables that a look for lively ones goes through
JUST_MOVED = timedelta(minutes=5)
BOARDS = "boards"  # of a deal's entry: what each board of a deal of teams came to
WATCHED = Q(settings__spectators=True) | Q(settings__spectators__isnull=True)  # by everybody
SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("seat"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """The result of a finished table; tuples are by seat. `points` are deal points, `totals` include all bonuses, `net`
    is the signed difference, `games` are the games won. `how` is played, time (time was called), resign, claim or flag;
    `abandoned` means not played to the end, but given up by the seat `loser`."""

    ref: str
    winner: int | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    deals: int
    deals_won: tuple[int, ...]
    games: tuple[int, ...]
    shutout: bool
    finished_at: datetime
    how: str
    abandoned: bool
    loser: int | None = None

    @property
    def timed_out(self) -> bool:
        """Did the loser run out of time or stay away?"""
        return self.how in ("flag", "claim")


def result(table: Table) -> TableResult | None:
    """The result of a table; None while it is under play."""
    found = table.result
    if found is None or table.finished_at is None:
        return None
    return TableResult(
        ref=table.ref,
        winner=found["winner"],
        points=tuple(found["points"]),
        totals=tuple(found["totals"]),
        net=tuple(found["net"]),
        deals=found["deals"],
        deals_won=tuple(found["deals_won"]),
        games=tuple(found.get("games") or (int(found["winner"] == at) for at in range(len(found["points"])))),
        shutout=found["shutout"],
        finished_at=table.finished_at,
        how=found["how"],
        abandoned=found["how"] not in TO_THE_END,
        loser=found.get("loser"),
    )


def chain_of(tournament: str) -> Chain | None:
    """The chain of a tournament's shuffles: its length and head; None before the first shuffle."""
    return Chain.objects.filter(tournament=tournament).first()


def fair_deals() -> ShuffleFigures | None:
    """The latest statistics of all final deals; None before the first."""
    return ShuffleFigures.objects.order_by("-made_at").first()


def luck_of(table: Table) -> float | None:
    """The luck of a finished sitting, in points for seat 0: the sum over its scored deals. None if the luck of one of
    them is unknown, or none was scored."""
    return lucks_of([table]).get(table.pk)


def lucks_of(tables: Iterable[Table]) -> dict[int, float | None]:
    """`luck_of` for several tables, by their keys; a table without a scored deal is missing."""
    found: dict[int, list[float | None]] = {}
    for table, luck in (
        Deal.objects.filter(table__in=list(tables)).exclude(type=UNFINISHED).values_list("table", "luck")
    ):
        found.setdefault(table, []).append(luck)
    return {
        table: None if None in lucks else round(sum(luck for luck in lucks if luck is not None), 4)
        for table, lucks in found.items()
    }


def tally(table: Table, deals: Iterable[Deal], adjustments: Iterable[Play] = ()) -> engine.Tally:
    """The standing of a table of two, from its finished deals, the directors' corrections of points (IRR-35), and the
    games that its seats started with."""
    rules = engine.rule_set(table.rules, **table.options)
    start = table.settings.get("head_start") or (0, 0)
    score = rules.sheet.blank(2)
    games = [engine.game_of(rules.sheet.settle(rules, score))]
    entries = [(deal.last_seq, _entered(deal)) for deal in deals] + [
        (play.seq, _put_right(play)) for play in adjustments
    ]
    for _seq, result in sorted(entries, key=lambda entry: entry[0]):
        score = rules.sheet.enter(rules, score, result)
        sheet = rules.sheet.settle(rules, score)
        games[-1] = engine.game_of(sheet)
        if sheet.over:
            score = rules.sheet.blank(2)
            games.append(engine.game_of(rules.sheet.settle(rules, score)))
    return engine.tally_of(games, is_called=False, is_dealt=False, head_start=(start[0], start[1]))


def points_so_far(table: Table, sides: int, deals: Iterable[Deal], adjustments: Iterable[Play] = ()) -> tuple[int, ...]:
    """The points of each of the `sides` of a table, without bonuses, from its finished deals and the directors'
    corrections (IRR-35). Each deal counts by itself; those of a chouette together, because its two scores belong to
    whoever has the box now (3P-9)."""
    rules = engine.rule_set(table.rules, **table.options)
    entered = [_entered(deal) for deal in deals] + [_put_right(play, sides) for play in adjustments]
    found = [0] * sides
    for together in [entered] if rules.sheet.name == "sides" else [[one] for one in entered]:
        score = rules.sheet.blank(sides)
        for result in together:
            score = rules.sheet.enter(rules, score, result)
        points = rules.sheet.settle(rules, score).points
        found = [mine + more for mine, more in zip(found, points, strict=True)]
    return tuple(found)


def _entered(deal: Deal) -> engine.DealResult:
    entry: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in deal.entry.items() if name != BOARDS
    }
    return engine.DealResult(type=deal.type, winner=deal.winner, points=deal.points, **entry)


def _put_right(play: Play, sides: int = 2) -> engine.DealResult:
    action = play.action
    side = engine.codec.seat_from_json(action["player"]) % sides  # the seats of partners alternate (PRT-1)
    return engine.adjustment(side, action["points"], sides, column=action.get("column", ""))


@dataclass(frozen=True, slots=True)
class BoardOfDeal:
    """The result of one board of a deal of teams. `seats` are the two who played, `winner` is the winner's seat (None:
    nobody), `type` says how the deal ended, `net` is what the first team gained (below 0: the second)."""

    seats: tuple[int, int]
    winner: int | None
    points: int
    type: str
    net: int


def boards_of(deal: Deal) -> tuple[BoardOfDeal, ...]:
    """The results of the boards of a finished deal, in order; empty for a deal that was played at one board."""
    return tuple(
        BoardOfDeal((one["seats"][0], one["seats"][1]), one["winner"], one["points"], one["type"], one["net"])
        for one in deal.entry.get(BOARDS, ())
    )


def tables() -> QuerySet[Table]:
    """All tables, newest first, with their seats and users."""
    return Table.objects.prefetch_related(SEATS).order_by("-pk")


def tables_seen_by(user: User | AnonymousUser) -> QuerySet[Table]:
    """The tables that this person may see; private ones only if they sat there."""
    seen = WATCHED
    if isinstance(user, User):
        seen = seen | Q(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user)))
    return tables().filter(seen)


def table(public_id: str) -> Table | None:
    """A table by its public id."""
    return tables().filter(public_id=public_id).first()


def tables_by_id(public_ids: Iterable[str]) -> QuerySet[Table]:
    """The tables with these public ids, without their seats."""
    return Table.objects.filter(public_id__in=list(public_ids))


def seated(public_ids: Iterable[str]) -> QuerySet[Table]:
    """The tables with these public ids, with their seats and players."""
    return tables().filter(public_id__in=list(public_ids))


def tables_of(refs: Iterable[str]) -> QuerySet[Table]:
    """The tables that the tournament app opened under these references."""
    return tables().filter(ref__in=list(refs))


def playing() -> QuerySet[Table]:
    """Tables at which a sitting is going on."""
    return tables().filter(status=Status.PLAYING)


def playing_for(user: User | AnonymousUser) -> QuerySet[Table]:
    """The tables at which this person sits now."""
    if not isinstance(user, User):
        return Table.objects.none()
    return playing().filter(seats__user=user)


def lively(now: datetime) -> QuerySet[Table]:
    """The newest public casual tables of two people, without the house, at which somebody has just moved, with seats
    and users. Tables opened by a private link and tables played by days are left out."""
    of_the_house = Seat.objects.filter(table=OuterRef("pk")).exclude(house_level="")
    found = Table.objects.filter(
        WATCHED, ~Exists(of_the_house), ~Q(rules__regex=NOT_FOR_TWO), status=Status.PLAYING, ref="", is_held=False,
        gathering=None,
    )  # fmt: skip
    by_days = found.filter(BY_DAYS).values("pk")
    newest = found.exclude(pk__in=by_days).order_by("-pk").values_list("pk", flat=True)[:MOST_LIVELY]
    last = Play.objects.filter(table=OuterRef("pk")).order_by("-seq").values("at")[:1]
    seen = tables().filter(pk__in=list(newest)).annotate(moved_at=Coalesce(Subquery(last), "opened_at"))
    return seen.filter(moved_at__gt=now - JUST_MOVED)


def casual_of(user: User) -> QuerySet[Table]:
    """The casual tables at which this person sits now."""
    return playing_for(user).filter(ref="")


def in_the_middle_of(user: User) -> str | None:
    """The newest table (public id) at which this person plays now; tables played by days do not count."""
    found = Table.objects.filter(status=Status.PLAYING, seats__user=user)
    live = found.exclude(
        pk__in=found.filter(BY_DAYS).values("pk")
    )  # `exclude(BY_DAYS)` would drop those without a clock
    return live.order_by("-pk").values_list("public_id", flat=True).first()


def seat_of(table: Table, user: User | AnonymousUser | None) -> int | None:
    """The seat of this person at a table; None if they have none."""
    return next((seat.seat for seat in table.seats.all() if user and seat.user_id == user.pk), None)


def at_seat(table: Table, letter: str) -> User | None:
    """The user at the seat with this letter; None if nobody sits there."""
    return next((at.user for at in table.seats.all() if engine.codec.seat_to_json(at.seat) == letter), None)


def open_reports() -> QuerySet[ConductReport]:
    """The reports from casual tables that no official has handled, the oldest first."""
    return _reports().filter(handled_at=None)


def handled_reports(limit: int) -> QuerySet[ConductReport]:
    """The reports from casual tables that were handled most recently."""
    return _reports().filter(handled_at__isnull=False).order_by("-handled_at")[:limit]


def _reports() -> QuerySet[ConductReport]:
    found = ConductReport.objects.select_related("table", "by", "about", "handled_by")
    return found.prefetch_related(Prefetch("table__seats", SEATS.queryset))


def signed_deals(table: Table) -> dict[int, int | None]:
    """The points of each finished deal of a table by its number, for seat 0 (lost points are below 0); None for a deal
    that does not count because it was cut short or void."""
    found = {}
    for deal in Deal.objects.filter(table=table):
        signed = 0 if deal.winner is None else deal.points if deal.winner == 0 else -deal.points
        found[deal.number] = None if deal.type in (UNFINISHED, *VOID) else signed
    return found


def signed_lucks(table: Table) -> dict[int, float | None]:
    """The luck of each finished deal of a table by its number, for seat 0; None if unknown."""
    return dict(Deal.objects.filter(table=table).values_list("number", "luck"))


def deals(
    *, player: User | None = None, table: Table | None = None, viewer: User | AnonymousUser | None = None
) -> QuerySet[Deal]:
    """Finished deals of sittings that are over and not held, newest first, with table and seats; of one player or one
    table. Deals of private tables only for a `viewer` who sat there."""
    found = Deal.objects.filter(table__status=Status.OVER, table__is_held=False)
    is_seen = Q(table__is_private=False)
    if isinstance(viewer, User):
        is_seen |= Q(Exists(Seat.objects.filter(table=OuterRef("table"), user=viewer)))
    found = found.filter(is_seen)
    found = found.select_related("table").order_by("-finished_at", "-pk")
    if player is not None:
        found = found.filter(table__seats__user=player)
    if table is not None:
        found = found.filter(table=table).order_by("number")
    return found.prefetch_related(Prefetch("table__seats", Seat.objects.select_related("user").order_by("seat")))


def search(
    *,
    player: str = "",
    versus: str = "",
    variant: str = "",
    outcome: str = "",
    tables: Iterable[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    shortest: int | None = None,
    longest: int | None = None,
    points: int | None = None,
    ruled_only: bool = False,
    before: int | None = None,
    viewer: User | AnonymousUser | None = None,
) -> QuerySet[Deal]:
    """Finished deals of sittings that are over, the latest row first. `player` and `versus`: a public id, or a part of
    a name; both sat at the table. `variant` and `outcome` by key; `tables` by public id; finished from `since` to
    before `until`; of at least `shortest` and at most `longest` plays; worth at least so many `points`; `ruled_only`:
    with a director's entry in its log; `before` a deal row, for the next page; `viewer` as of `deals`."""
    found = deals(viewer=viewer)
    for name in filter(None, (player, versus)):
        found = found.filter(table__in=_tables_of(name))
    wanted = {
        "table__rules": variant or None,
        "type": outcome or None,
        "table__public_id__in": None if tables is None else list(tables),
        "finished_at__gte": since,
        "finished_at__lt": until,
        "points__gte": points,
        "pk__lt": before,
    }
    found = found.filter(**{name: value for name, value in wanted.items() if value is not None})
    found = of_length(found, shortest=shortest, longest=longest)
    return (ruled(found, True) if ruled_only else found).order_by("-pk")


def _tables_of(name: str) -> list[int] | QuerySet[Seat, Any]:
    """The tables of the players that a search names. A few tables are given as numbers, because with a subquery the
    database would walk back through all deals until it has found a page."""
    people = User.objects.filter(Q(name__icontains=name) | Q(public_id=name)).values_list("pk", flat=True)
    seated = Seat.objects.filter(user__in=list(people))
    few = list(seated.values_list("table", flat=True)[: FEW + 1])
    return few if len(few) <= FEW else seated.values("table")


def of_length(found: QuerySet[Deal], *, shortest: int | None = None, longest: int | None = None) -> QuerySet[Deal]:
    """The deals with at least `shortest` and at most `longest` plays."""
    plays = found.annotate(plays=F("last_seq") - F("first_seq") + 1)
    plays = plays if shortest is None else plays.filter(plays__gte=shortest)
    return plays if longest is None else plays.filter(plays__lte=longest)


def ruled(found: QuerySet[Deal], is_ruled: bool) -> QuerySet[Deal]:
    """The deals among these with a director's entry in their log, or those without one."""
    entered = Play.objects.filter(kind=Kind.DIRECTOR)
    here = entered.filter(table=OuterRef("table"), seq__gte=OuterRef("first_seq"), seq__lte=OuterRef("last_seq"))
    if not is_ruled:
        return found.filter(~Exists(here))
    # tables first: else the database walks through all deals there are
    return found.filter(Exists(here), table__in=entered.values("table"))


def final_deal(public_id: str, *, viewer: User | AnonymousUser | None = None) -> Deal | None:
    """A deal by its public id; None until its sitting is over. `viewer` is as for `deals`."""
    return deals(viewer=viewer).filter(public_id=public_id).first()


def neighbours(deal: Deal) -> tuple[Deal | None, Deal | None]:
    """The deals before and after this one at its table."""
    same = Deal.objects.filter(table_id=deal.table_id)
    before = same.filter(number__lt=deal.number).order_by("-number").first()
    return before, same.filter(number__gt=deal.number).order_by("number").first()


def variants() -> list[tuple[str, str]]:
    """The keys and names of the rules that a table can be opened with; names of games for more than two include the
    number of players."""
    found = sorted(LIVE_VARIANTS.items(), key=lambda pair: pair[1].name)
    return [(key, rules.name if key in LIVE_FOR_TWO else _with_seats(rules)) for key, rules in found]


def _with_seats(rules: engine.RuleSet) -> str:
    return _("%(name)s (%(count)d players)") % {"name": rules.name, "count": rules.seating.numbers(rules)[0]}


def gathering(public_id: str) -> Gathering | None:
    """The gathering with this id, waiting or not, with the people who sit there."""
    found = Gathering.objects.select_related("table").prefetch_related("places__user")
    return found.filter(public_id=public_id).first()


def waiting_of(user: User) -> QuerySet[Gathering]:
    """The tables of a host that wait for players, the newest first."""
    found = Gathering.objects.filter(by=user, table=None, closed_at=None, rematch_of=None)
    return found.prefetch_related("places__user").order_by("-pk")


def waiting_seeks(now: datetime, among: QuerySet[Seek] | None = None) -> QuerySet[Seek]:
    """The people who look for an opponent now, or those among these seeks. A waiting page asks often, so a person who
    has not asked for a while has left; a search by days stays."""
    found = Seek.objects.order_by("began_at", "pk") if among is None else among
    return found.filter(_is_here(now) | Q(stays_until__gt=now), table=None)


def _is_here(now: datetime) -> Q:
    """Is the page of a seeker still waiting?"""
    return Q(seen_at__gt=now - SEEKER_GONE)


def open_seeks(now: datetime, viewer: User | None, most: int = 50) -> list[Seek]:
    """The people besides the viewer who look for an opponent; those who have waited longest come first."""
    found = waiting_seeks(now).select_related("user")
    return list((found.exclude(user=viewer) if viewer else found)[:most])


def staying_seek(user: User, now: datetime) -> Seek | None:
    """The open search by days of this person."""
    return Seek.objects.filter(user=user, table=None, stays_until__gt=now).select_related("user").first()


def seek_of(user: User) -> Seek | None:
    """The latest search of this person that goes on or has led to a table."""
    return Seek.objects.filter(user=user).select_related("table", "user").order_by("-began_at", "-pk").first()


def takes_challenges(user: User) -> bool:
    """May others challenge this person: do they have an account, and accept challenges?"""
    is_person = user.is_active and user.speaks_for_themselves and not (user.is_guest or user.house_level)
    return is_person and not Unchallenged.objects.filter(user=user).exists()


def open_challenges(user: User, now: datetime) -> QuerySet[Challenge]:
    """The open challenges to and by this person, the newest first."""
    found = Challenge.objects.filter(Q(to=user) | Q(by=user), answer=Answer.OPEN, lapses_at__gt=now)
    return found.select_related("by", "to").order_by("-pk")


def challenge_of(user: User, public_id: str) -> Challenge | None:
    """A challenge by or to this person."""
    found = Challenge.objects.filter(Q(to=user) | Q(by=user), public_id=public_id)
    return found.select_related("by", "to", "table").first()


@dataclass(frozen=True, slots=True)
class Followed:
    """A person whom the viewer follows: whether they are here, the table where they can be watched, and whether they
    can be challenged."""

    user: User
    is_here: bool
    table: Table | None
    takes_challenges: bool


def follows(by: User, of: User) -> bool:
    """Does this person follow the other one?"""
    return Follow.objects.filter(by=by, of=of).exists()


def is_muted_by(user: User, others: Iterable[int]) -> bool:
    """Has one of these people (keys) muted this person? Then this person may not sit down with them; they themselves
    still may. In an event whoever is drawn plays: an arena cannot leave people out, and no list of mutes may decide who
    meets whom."""
    return Mute.objects.filter(by__in=others, of=user).exists()


def followed_by(viewer: User, now: datetime) -> list[Followed]:
    """The people whom the viewer follows, those who are here first. A person who accepts no challenges is shown as
    being here only while they play at a table that everybody may watch."""
    people = list(User.objects.filter(pk__in=Follow.objects.filter(by=viewer).values("of"), is_active=True))
    closed = set(Unchallenged.objects.filter(user__in=people).values_list("user", flat=True))
    closed |= set(Mute.objects.filter(by__in=people, of=viewer).values_list("by", flat=True))
    closed |= {one.pk for one in people if not one.speaks_for_themselves}
    here = devices.here_among(people, now=now)
    here |= set(Seek.objects.filter(_is_here(now), table=None).values_list("user", flat=True))
    at: dict[int, Table] = {}
    running = playing().filter(WATCHED, is_held=False, seats__user__in=people).distinct()
    for table in running:  # the newest first
        for seat in table.seats.all():
            at.setdefault(seat.user_id, table)
    found = [
        Followed(
            user=one,
            is_here=one.pk in at or (one.pk in here and one.pk not in closed),
            table=at.get(one.pk),
            takes_challenges=one.pk not in closed,
        )
        for one in people
    ]
    return sorted(found, key=lambda one: (not one.is_here, str(one.user).casefold()))


def rematch(table: Table) -> Gathering | None:
    """The rematch offered after a finished table, with the people who want it."""
    found = Gathering.objects.filter(rematch_of=table).select_related("table").prefetch_related("places")
    return found.first()


def tallies(*, rules: str = "", player: User | None = None) -> QuerySet[Tally]:
    """The tallies of finished sittings, by one preset or of one player; the preset played most first."""
    found = Tally.objects.select_related("player", "best_deal_at", "best_win_at", "best_total_at")
    found = found.filter(rules=rules) if rules else found
    found = found.filter(player=player) if player is not None else found
    return found.order_by("-sittings", "pk")


def holders(rules: str, most: int) -> dict[str, list[Tally]]:
    """The holders of each record by a preset: at most `most` for each record, the best first, without values of 0."""
    by_kind = {kind: tallies(rules=rules).filter(**{f"{kind}__gt": 0}) for kind in RECORDS}
    return {kind: list(found.order_by(f"-{kind}", "pk")[:most]) for kind, found in by_kind.items()}


def presets_tallied() -> list[str]:
    """The presets with finished sittings, by key."""
    return list(Tally.objects.order_by("rules").values_list("rules", flat=True).distinct())
