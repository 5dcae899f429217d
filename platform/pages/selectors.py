"""Reads for pages that combine several apps: what is on, one's next matches, a player's history."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Club, Membership, Noticeboard
from doors.caching import shown
from games import selectors as games
from games.live import glances, turns
from games.live.finished import archive, game_records
from games.live.glances import Glance
from games.models import Deal, Seat, Status, Table, Tally, rules_name
from ratings.models import Change, PlayerRating, Pool, RatedMatch, RatedSeat, RatingList
from ratings.selectors import leaders, pools
from ratings.selectors import matches as rated_matches
from ratings.selectors import players as rated_players
from tournaments.event.selectors import consent, finding
from tournaments.event.selectors.pods import current_pods
from tournaments.ladders import selectors as ladders
from tournaments.matches.selectors import match_at
from tournaments.merging import selectors as merging
from tournaments.models import (
    Challenge,
    Entry,
    EntryMember,
    Match,
    MatchState,
    Pod,
    Round,
    RoundState,
    Tournament,
    TournamentState,
)
from tournaments.tables import selectors as tables_selectors

SOON = 8
HOTTEST = 5  # tables shown on the page Play
WATCHED_AMONG = 40  # tournaments under way whose tables are looked at for them
BOARD_KEPT_S = 5
OTHERS = 6  # tables listed beside a watched one
OTHERS_KEPT_S = 5
TONIGHT = timedelta(hours=12)
LATEST = 6
PAGE = 25
MOST_CHOICES = 200
MOST_TABLES = 20  # games of one person on their page
MOST_IN_A_FILE = 1_000  # deals
STEP = 50
OUTCOMES = {
    "knock": _("knock"),
    "gin": _("gin"),
    "big_gin": _("big gin"),
    "undercut": _("undercut"),
    "tie": _("tie"),
    "dead": _("dead deal"),
    "no_winner": _("no winner"),
    "declined": _("double declined"),
    "exhausted": _("stock used up"),
    "redeal": _("dealt again"),
    "unfinished": _("cut short"),
    "void": _("void"),
    "lost_entropy": _("lost entropy"),
}

RECORD_NAMES = {
    "wins_in_a_row": _("Most sittings won in a row"),
    "gins_in_a_row": _("Most gins in a row"),
    "best_deal": _("Most points in a deal"),
    "best_win": _("Biggest win, in points"),
    "best_total": _("Most points in a sitting"),
    "gins": _("Most gins"),
    "undercuts": _("Most undercuts"),
    "won": _("Most sittings won"),
}
HOLDERS = 5  # of each record


@dataclass(frozen=True, slots=True)
class Record:
    """A record by one preset: its kind, and its holders with value and table, the best first."""

    name: str
    holders: Sequence[tuple[Tally, int, str]]


@dataclass(frozen=True, slots=True)
class Live:
    """A tournament under way, the number of its tables in play, and the latest of its rounds that was published."""

    tournament: Tournament
    playing: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class Tonight:
    """The home page's contents: tournaments under way, those that begin within half a day, later ones, the latest
    results."""

    live: Sequence[Live]
    soon: Sequence[Tournament]
    later: Sequence[Tournament]
    results: Sequence[Match]

    @property
    def listed(self) -> Sequence[Live]:
        """Those under way and those that begin soon, by the time they begin."""
        both = [*self.live, *(Live(one, 0) for one in self.soon)]
        return sorted(
            both, key=lambda one: (one.tournament.starts_at is None, one.tournament.starts_at, one.tournament.pk)
        )

    @property
    def tables(self) -> int:
        """The tables of tournaments in play."""
        return sum(one.playing for one in self.live)


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match from a player's side: against whom, with whom, and which place of how many sides it was."""

    match: RatedMatch
    opponents: Sequence[User]
    score: float
    margin: int
    change: Change | None
    partners: Sequence[User] = ()
    place: int = 0
    sides: int = 2

    @property
    def gain(self) -> float | None:
        """Rating points won or lost, None when the match is not rated."""
        return None if self.change is None else self.change.after - self.change.before


@dataclass(frozen=True, slots=True)
class Graph:
    """A player's standing and history on one list, and on the lists beside it."""

    row: PlayerRating
    points: Sequence[rated_players.Point]
    lists: Sequence[RatingList] = ()  # published meanwhile, the latest first
    beside: Sequence["Graph"] = ()

    @property
    def luckless(self) -> Sequence[rated_players.Point]:
        """The graph without luck; empty where luck is not known."""
        return next((one.points for one in self.beside if one.row.pool.track == "luck"), ())


def tonight() -> Tonight:
    """For the home page: running tournaments with their tables in play, the next ones, and the latest results."""
    running = finding.live(SOON)
    under_way = _under_way(running)
    coming, until = finding.upcoming(SOON), timezone.now() + TONIGHT
    soon = [one for one in coming if one.starts_at and one.starts_at <= until]
    return Tonight(
        live=[Live(one, *under_way.get(one.pk, (0, 0))) for one in running],
        soon=soon,
        later=[one for one in coming if one not in soon],
        results=finding.latest_results(LATEST),
    )


@dataclass(frozen=True, slots=True)
class OfficialsDesk:
    """What the home page gives the officials of clubs: their clubs, whether they may open tournaments, and those
    under way, soon or just over that they may run."""

    clubs: Sequence[Club]
    organises: bool
    tournaments: Sequence[Tournament]


def officials_desk(user: User) -> OfficialsDesk | None:
    """The desk of somebody who is an official of a club; None for everybody else."""
    own = list(clubs.directed_by(user).filter(closed_at=None))
    if not own:
        return None
    now = timezone.now()
    to_run = Q(state=TournamentState.RUNNING) | Q(state=TournamentState.OPEN, starts_at__lte=now + TONIGHT)
    to_run |= Q(state=TournamentState.FINISHED, finished_at__gte=now - TONIGHT)  # a result may have to be put right
    found = finding.tournaments().filter(to_run, club__in=own)
    return OfficialsDesk(own, clubs.organised_by(user).exists(), list(found[:SOON]))


def _under_way(running: Sequence[Tournament]) -> dict[int, tuple[int, int]]:
    """For each of these tournaments its tables in play, and the latest round that was published."""
    at_tables = Count("matches", filter=Q(matches__state=MatchState.PLAYING), distinct=True)
    at_pods = Count("pods", filter=Q(pods__state=MatchState.PLAYING), distinct=True)
    rounds = Round.objects.filter(stage__tournament__in=running).exclude(state=RoundState.DRAFT).order_by()
    found = rounds.values_list("stage__tournament").annotate(
        playing=at_tables, pods_playing=at_pods, last=Max("number")
    )
    return {key: (matches + pods, number) for key, matches, pods, number in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A table in play as home draws it: the public view of it, what it is a table of, and the delay in words."""

    table: Table
    view: Mapping[str, Any]
    match: Match | None
    delay: str

    @property
    def sides(self) -> Sequence[tuple[str, int, int, bool]]:
        """Of both seats the name, the points, how many cards are held, and whether it is to move."""
        view = self.view
        return [
            (str(at.user), view["score"]["points"][letter], view["counts"][letter], view["turn"] == letter)
            for letter, at in zip("AB", self.table.seats.all(), strict=True)
        ]


def hottest_tables() -> list[tables_selectors.Watchable]:
    """The tables that are most worth a look and that everybody may watch."""
    return tables_selectors.hottest(finding.live(WATCHED_AMONG), now=timezone.now())[:HOTTEST]


def hottest_boards(viewer: User | None) -> list[Glance]:
    """The hottest tables as this visitor may watch them side by side."""
    found = tables_selectors.hottest(finding.live(WATCHED_AMONG), now=timezone.now())
    return tables_selectors.side_by_side(found, viewer, glances.MOST)


def other_tables(table: Table) -> tuple[Round | None, list[tables_selectors.Beside]]:
    """The tables most worth a look beside this one that everybody may watch: those of its round by their numbers,
    outside rounds the hottest first. They are looked for once in a few seconds."""
    match = match_at(table.public_id)
    round_ = match.round if match is not None else None
    key = f"other-tables:{round_.pk if round_ else 'all'}"
    found: list[tables_selectors.Beside] | None = cache.get(key)
    if found is None:
        found = tables_selectors.beside_in_round(round_) if round_ else _beside_anywhere()
        found = found[: OTHERS + 1]  # the watched one may be among them
        cache.set(key, found, OTHERS_KEPT_S)
    others = [one for one in found if one.public_id != table.public_id][:OTHERS]
    return round_, sorted(others, key=lambda one: one.number or 0)


def _beside_anywhere() -> list[tables_selectors.Beside]:
    return tables_selectors.beside_anywhere(finding.live(WATCHED_AMONG), now=timezone.now())


def board() -> Board | None:
    """The table that home shows: the hottest one that everybody may watch and at which somebody is to move, else one at
    which cards are held; None without one. It is looked for once in a few seconds."""
    key = f"home-board:{get_language()}"
    kept = cache.get(key)
    if kept is None:
        found = list(_boards())
        kept = (next((one for one in found if one.view["turn"]), found[0] if found else None),)
        cache.set(key, kept, BOARD_KEPT_S)
    chosen: Board | None = kept[0]
    return chosen


def _boards() -> Iterator[Board]:
    """The hottest tables of two at which cards are held."""
    hot = hottest_tables()
    by_id = {one.public_id: one for one in hot}
    for table in filter(glances.is_of_two, tables_selectors.seated(hot)):
        view = archive.snapshot(table, None, is_kept=True)["view"]
        if any(view["counts"].values()) and not view["over"]:
            one = by_id[table.public_id]
            match = one.match if isinstance(one, tables_selectors.LiveTable) else None
            yield Board(table=table, view=view, match=match, delay=getattr(one, "delay", ""))


# ---- me


def my_matches(user: User) -> list[Match]:
    """The matches that wait for this person or are being played: those at a table first."""
    return sorted(finding.current_matches(user), key=lambda match: match.state != MatchState.PLAYING)[:5]


def my_pods(user: User) -> list[Pod]:
    """The tables of three and more that wait for this person or are being played: those being played first."""
    return sorted(current_pods(user), key=lambda pod: pod.state != MatchState.PLAYING)[:5]


def my_challenges(user: User) -> list[Challenge]:
    """The challenges on ladders that wait for this person's answer, the most urgent first."""
    return list(ladders.challenges_to_answer(user)[:5])


def my_tables(user: User) -> list[tuple[Table, bool]]:
    """The tables without a tournament at which this person sits and that are still being played, and whether they wait
    for this person, as far as they are played by days; those that wait stand first."""
    found = list(games.playing_for(user).filter(ref="")[:MOST_TABLES])
    mine = turns.whose_turn_is_it(found, user)
    return sorted(((table, table.pk in mine) for table in found), key=lambda one: not one[1])


def asked(user: User) -> list[EntryMember]:
    """The events in which others have entered this person, who has not said yet whether they take part."""
    return list(consent.asked(user)[:5])


def asks_second_factor(user: User, *, now: datetime) -> bool:
    """Should this person be asked for a second step at sign-in: official of a club or of the site, without one?"""
    return (user.is_staff or clubs.directed_by(user).exists()) and second_factor.is_asked(user, now=now)


def standing(user: User) -> list[PlayerRating]:
    """The lists on which this person has played most, at most three; none beside another."""
    return list(rated_players.ratings_of(user).filter(pool__beside=None)[:3])


def my_clubs(user: User) -> QuerySet[Club]:
    """The clubs that this person belongs to."""
    return Club.objects.filter(memberships__user=user, memberships__is_visitor=False).order_by("name")


@dataclass(frozen=True, slots=True)
class ClubPage:
    """What a club's noticeboard shows: what it says of itself, its next date with who comes, what it plays now, what
    was played last, and who is new."""

    board: Noticeboard
    next: Tournament | None
    coming: Sequence[Entry]
    live: Sequence[Tournament]
    later: Sequence[Tournament]
    over: Sequence[Tournament]
    newest: Sequence[Membership]


def club_page(club: Club) -> ClubPage:
    """What the noticeboard of a club shows besides its words."""
    known = list(finding.tournaments(club=club).exclude(state=TournamentState.CANCELLED)[:PAGE])
    opened = [one for one in known if one.state == TournamentState.OPEN]
    dates = sorted((one for one in opened if one.starts_at), key=lambda one: (one.starts_at, one.pk))
    dates += [one for one in opened if not one.starts_at]
    return ClubPage(
        board=clubs.board(club),
        next=dates[0] if dates else None,
        coming=finding.coming(dates[0]) if dates else [],
        live=[one for one in known if one.state == TournamentState.RUNNING],
        later=dates[1:],
        over=[one for one in known if one.state == TournamentState.FINISHED][:LATEST],
        newest=clubs.newest(club),
    )


@dataclass(frozen=True, slots=True)
class MemberFigures:
    """What stands beside members: the list of the game that the club played last (None where nothing of it is rated),
    their standings on it, and when each last played an evening of the club, all by the keys of persons."""

    pool: Pool | None
    standings: Mapping[int, PlayerRating]
    evenings: Mapping[int, datetime]


def member_figures(club: Club, people: Sequence[User]) -> MemberFigures:
    """The figures of these members, in four queries however many there are."""
    held = Tournament.objects.filter(club=club).exclude(state__in=(TournamentState.OPEN, TournamentState.CANCELLED))
    variant = held.order_by("-starts_at", "-pk").values_list("variant", flat=True).first()
    pool = pools.pool_of(variant=variant) if variant else None
    played = Q(entry__seats__side__match__state=MatchState.OVER) | Q(entry__seats__pod_seat__pod__state=MatchState.OVER)
    came = EntryMember.objects.filter(played, tournament__in=held, user__in=people)
    day = Max(Coalesce("tournament__starts_at", "tournament__finished_at", "tournament__created_at"))
    return MemberFigures(
        pool=pool,
        standings={row.player_id: row for row in pool.ratings.filter(player__in=people)} if pool else {},
        evenings=dict(came.values("user").annotate(at=day).values_list("user", "at")),
    )


# ---- players


def players(search: str) -> QuerySet[User]:
    """Active players whose name holds `search`, with the clubs of which they said they are members, by name; no guests,
    and nobody who is only a name on a club's list: who never played and cannot sign in was not asked."""
    played = Exists(EntryMember.objects.filter(user=OuterRef("pk"))) | Exists(Seat.objects.filter(user=OuterRef("pk")))
    can_sign_in = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    found = User.objects.filter(can_sign_in | played, is_active=True, is_guest=False).exclude(name="")
    found = found.filter(name__icontains=search) if search else found
    standings = Prefetch("ratings", PlayerRating.objects.filter(pool__beside=None).select_related("pool"))
    places = Prefetch("memberships", Membership.objects.exclude(accepted_at=None).select_related("club"))
    return found.prefetch_related(places, standings).order_by("name", "pk")


def graphs(player: User, *, points: int = 200) -> list[Graph]:
    """Every list that the player is on, with the points of its graph; lists beside a pool with that pool."""
    rows = rated_players.ratings_of(player)
    found = [Graph(row, rated_players.history(player, row.pool, points=points)) for row in rows]
    return [
        replace(
            one,
            beside=[other for other in found if other.row.pool.beside_id == one.row.pool_id],
            lists=list(leaders.lists(one.row.pool).filter(replaced_by=None, as_of__gt=one.points[0].played_at)[:LATEST])
            if one.points
            else (),
        )
        for one in found
        if one.row.pool.beside_id is None
    ]


def version_of_graphs(found: Iterable[Graph]) -> str:
    """The version of a player's standings and graphs: all that they show."""
    return shown.version(
        [
            (
                (shown.columns(one.row), one.row.pool.name, pools.version(one.row.pool)),
                (list(one.points), [shown.columns(made) for made in one.lists], version_of_graphs(one.beside)),
            )
            for one in found
        ]
    )


def played(player: User, *, versus: User | None = None, before: datetime | None = None) -> tuple[list[Played], bool]:
    """One page of the player's finished matches, latest first, and whether there are older ones."""
    matches = list(rated_matches.matches_of(player, versus=versus, before=before)[: PAGE + 1])
    changes = rated_matches.changes_by(player, matches)
    return [_played(player, match, changes.get(match.pk)) for match in matches[:PAGE]], len(matches) > PAGE


def _played(player: User, match: RatedMatch, change: Change | None) -> Played:
    seats = list(match.seats.all())
    if seats:
        return _at_table(player, match, seats, change)
    if match.a_id == player.pk:
        return Played(match, [match.b], match.score_a, match.margin, change)
    return Played(match, [match.a], 1 - match.score_a, -match.margin, change)


def _at_table(player: User, match: RatedMatch, seats: Sequence[RatedSeat], change: Change | None) -> Played:
    own = next(seat for seat in seats if seat.player_id == player.pk)
    others = {seat.side: seat.place for seat in seats if seat.side != own.side}
    best = min(others.values())
    return Played(
        match,
        [seat.player for seat in seats if seat.side != own.side],
        0.5 if own.place == best else float(own.place < best),
        own.margin,
        change,
        partners=[seat.player for seat in seats if seat.side == own.side and seat != own],
        place=own.place,
        sides=len(others) + 1,
    )


def streak(latest_first: Iterable[Played]) -> tuple[float, int]:
    """How many of the latest matches in a row ended alike, with the score of each (1 won, 0 lost); (0, 0) without any
    match or after a tie."""
    scores = [one.score for one in latest_first]
    if not scores or scores[0] not in (0, 1):
        return 0, 0
    return scores[0], sum(1 for _ in takewhile(lambda score: score == scores[0], scores))


def favourite(tallies: Iterable[Tally]) -> Tally | None:
    """The records of the game that a person has played most at live tables, None before the first sitting."""
    return max((one for one in tallies if one.sittings), key=lambda one: one.sittings, default=None)


def version_of_played(person: User, played: Iterable[Played], versus: User | None) -> str:
    """The version of a list of matches: all that it shows."""
    return shown.version(
        (person.public_id, versus is None),
        [
            (
                shown.columns(one.match),
                one.match.pool.name,
                [[(user.public_id, str(user)) for user in side] for side in (one.opponents, one.partners)],
                (one.score, one.margin, one.place, one.sides),
                one.change and shown.columns(one.change),
            )
            for one in played
        ],
    )


def version_of_deals(deals: Iterable[Deal]) -> str:
    """The version of a list of deals: all that it shows."""
    return shown.version(
        [
            (
                (deal.public_id, deal.number, deal.type, deal.winner, deal.points, deal.finished_at, deal.table.rules),
                [(seat.seat, seat.user.public_id, str(seat.user)) for seat in deal.table.seats.all()],
            )
            for deal in deals
        ]
    )


def house_records(rules: str) -> list[Record]:
    """The records of the house by a preset, without those that nobody holds yet."""
    found = games.holders(rules, HOLDERS)
    return [Record(str(RECORD_NAMES[kind]), [_held(tally, kind) for tally in best]) for kind, best in found.items()
            if best]  # fmt: skip


def _held(tally: Tally, kind: str) -> tuple[Tally, int, str]:
    at = getattr(tally, f"{kind}_at", None)
    link = "" if at is None else reverse("games:deal" if kind == "best_deal" else "games:table", args=[at.public_id])
    return tally, getattr(tally, kind), link


def presets_tallied() -> dict[str, str]:
    """The presets with records, by key with their names."""
    return {key: rules_name(key) for key in games.presets_tallied()}


# ---- archive


def deals(
    *, tournament: str = "", since: date | None = None, until: date | None = None, **filters: Any
) -> QuerySet[Deal]:
    """Deals of sittings that are over, latest first, by the filters of `games.selectors.search`; of the tournament with
    this address; finished on the days from `since` to `until`, both in the reader's time zone."""
    if tournament:
        filters["tables"] = tables_selectors.table_ids(tournament)
    if since:
        filters["since"] = _midnight(since)
    if until:
        filters["until"] = _midnight(until + timedelta(days=1))
    return games.search(**filters)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def tournaments_played() -> dict[str, str]:
    """The tournaments of whose live tables the archive holds deals, by address with their names, the latest first."""
    return {one.slug: one.name for one in tables_selectors.played_live(MOST_CHOICES)}


def _as_json(found: QuerySet[Deal]) -> Iterator[bytes]:
    for deal in found.iterator(chunk_size=STEP):
        record = archive.deal_record(deal)
        if record is not None:
            yield orjson.dumps(record) + b"\n"


def _as_records(found: QuerySet[Deal]) -> Iterator[str]:
    seen: set[int] = set()
    for deal in found.iterator(chunk_size=STEP):
        text = None if deal.table_id in seen else game_records.game_record(deal.table)
        seen.add(deal.table_id)
        if text is not None:
            yield text + "\n"


FILES: dict[str, tuple[Callable[[QuerySet[Deal]], Iterator[Any]], str]] = {
    "jsonl": (_as_json, "application/jsonl; charset=utf-8"),
    "txt": (_as_records, "text/plain; charset=utf-8"),
}


def variants_played() -> dict[str, str]:
    """The variants of which the archive holds deals, by key with their names."""
    keys = Table.objects.filter(status=Status.OVER).order_by("rules").values_list("rules", flat=True).distinct()
    return {key: rules_name(key) for key in keys}


def outcomes_seen() -> dict[str, str]:
    """The ways in which the archive's deals ended, by key with their names."""
    keys = Deal.objects.order_by("type").values_list("type", flat=True).distinct()
    return {key: outcome_name(key) for key in keys}


CHOICES: dict[str, Callable[[], dict[str, str]]] = {
    "variant": variants_played,
    "outcome": outcomes_seen,
    "tournament": tournaments_played,
}
ANEW_S = 2  # and not more often than that, for any search
CHOICES_S = 300  # the choices of the archive's search are cached so long: each is a walk through the whole archive


def choices(asked: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What can be chosen in the archive's search, by the name of the filter. Cached choices are computed again when an
    `asked` value is not among them."""
    return {name: _choices(name, asked.get(name, "")) for name in CHOICES}


def _choices(name: str, asked: str) -> dict[str, str]:
    key = f"archive/choices/{name}"
    found: dict[str, str] | None = cache.get(key)
    if found is None or (asked and asked not in found and cache.add(f"{key}/again", 1, ANEW_S)):
        found = CHOICES[name]()
        cache.set(key, found, CHOICES_S)
    return found


def outcome_name(key: str) -> str:
    """How a deal ended, in words."""
    return str(OUTCOMES.get(key, key.replace("_", " ")))


# ---- dumps of everything public

FORMAT = "undercut-dump/1"
MANIFEST = "manifest.json"
DUMP_NAME = "%Y-%m-%dT%H%M%SZ"
PIECE = 1 << 16  # bytes of a file in memory
HOLDS = {
    "deals": _("final deals, card by card"),
    "matches": _("rated matches: %(pool)s"),
    "lists": _("published lists"),
    "players": _("who is who"),
}


@dataclass(frozen=True, slots=True)
class Dump:
    """A complete dump: its folder's name, its time, its files by the manifest."""

    name: str
    made_at: datetime
    files: Sequence[Mapping[str, Any]]

    @property
    def size(self) -> int:
        """Bytes of all files but the manifest."""
        return sum(file["bytes"] for file in self.files)


def dumps_folder() -> Path:
    """Where the dumps are kept."""
    return Path(settings.DATA_DIR) / "dumps"


def dumps() -> list[Dump]:
    """The dumps that are kept, the latest first."""
    return sorted((_dump(path) for path in dumps_folder().glob(f"*Z/{MANIFEST}")), key=lambda dump: dump.name)[::-1]


def _dump(path: Path) -> Dump:
    said = orjson.loads(path.read_bytes())
    return Dump(path.parent.name, datetime.fromisoformat(said["made_at"]), said["files"])


def dump_holds(file: Mapping[str, Any]) -> str:
    """The content of a dump's file, in words."""
    what, _colon, pool = file["what"].partition(":")
    return str(HOLDS.get(what, what)) % {"pool": pool}


def dump_file(dump: str, name: str) -> Path | None:
    """A file of a dump ("latest": of the last one) by its name in the manifest; None for any other."""
    found = next((one for one in dumps() if dump in (one.name, "latest")), None)
    if found is None or name not in (MANIFEST, *(file["name"] for file in found.files)):
        return None
    return dumps_folder() / found.name / name


def public_players() -> Iterator[dict[str, str]]:
    """The players of the archive's deals and of rated matches, by id, with the name that the site shows; `house` is the
    level of a house player, else empty."""
    sat = Seat.objects.filter(user=OuterRef("pk"), table__status=Status.OVER, table__is_held=False)
    as_a, as_b = RatedMatch.objects.filter(a=OuterRef("pk")), RatedMatch.objects.filter(b=OuterRef("pk"))
    seated = RatedSeat.objects.filter(player=OuterRef("pk"))
    found = User.objects.filter(Exists(sat) | Exists(as_a) | Exists(as_b) | Exists(seated)).order_by("public_id")
    for user in found.iterator():
        yield {"id": user.public_id, "name": str(user), "house": user.house_level}


def head_of_club(viewer: User | AnonymousUser, club: Club) -> dict[str, Any]:
    """What the head of every page of a club says: who looks at it, how many members they may see."""
    may_direct, may_organise = clubs.may_direct(viewer, club), clubs.may_organise(viewer, club)
    role = clubs.role_of(viewer, club)
    waiting = clubs.open_requests(club).count() if may_direct else 0
    return {
        "club": club,
        "board": clubs.board(club),
        "role": role,
        "member_count": clubs.listed(club, viewer).count(),
        "may_direct": may_direct,
        "may_organise": may_organise,
        "own_request": None if role else clubs.request_of(viewer, club),  # a member asks no more
        "waiting": waiting + (merging.open_claims(club).count() if may_organise else 0),  # organisers answer claims
    }
