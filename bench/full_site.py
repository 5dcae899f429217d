"""Fill an empty database with clubs, players, tournaments, deals and ratings, as large as after a few years.

A few dozen sittings are played by house players; their logs and deals are then repeated under new ids for every match,
with statements of the database itself. One large and one usual tournament are paired by the engine round by round, the
others repeat the usual one with other players. Ratings and records are folded by the services of the site.
"""

import random
import secrets
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management import call_command
from django.db import connection, models

from accounts import services as accounts
from accounts.models import User
from clubs.models import Club, Membership, Role
from games import engine
from games.live.finished import tallies
from games.live.processes.announce import report
from games.live.shuffle import chains, dealing
from games.live.sitting import sitting, steps
from games.live.sitting.rows import Outcome
from games.live.store import loading, play_rows, writer
from games.models import Deal, DealSecret, Play, Seat, Table
from games.players import make_player
from games.services import tables as table_services
from ratings.models import Pool, RatedMatch
from ratings.services import results as rating_results
from ratings.services.pools import open_tracks
from ratings.services.results import order_id
from ratings.services.runs import folding
from tournaments.event.services import creating
from tournaments.models import Entry, EntryMember, Match, MatchSide, Round, RoundSeat, RoundState, Stage, Tournament
from tournaments.pairing import points_table
from tournaments.rounds.services import drafts
from tournaments.stages.services import progression as stages

PRESET = "gin-rummy-com"
START = datetime(2024, 1, 5, 19, tzinfo=UTC)
PASSWORD = "the organiser of the bench"
AT_ONCE = 5_000  # rows of a statement
BY_WHOM = "CASE WHEN repeats.ruled = 1 AND source.seq = 9 THEN 'director' ELSE source.kind END"
# Whose deal it was: a secret that says so is that of a deck which several tables play, and its proof names no people
DEALT_BY = "(SELECT dealer FROM games_deal WHERE table_id = source.table_id AND number = source.deal)"
FINISHED_AT = "(SELECT finished_at FROM games_table WHERE games_table.id = repeats.made)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The size of a site: `tournaments` of `field` players and `rounds` rounds, and one of `large` players and
    `large_rounds`; `sittings` are played, and `ruled` of the tables have a director's entry in their log."""

    players: int
    clubs: int
    tournaments: int
    field: int
    rounds: int
    large: int
    large_rounds: int
    sittings: int
    ruled: int


SIZES = {
    "full": Size(players=5_000, clubs=12, tournaments=199, field=60, rounds=10, large=600, large_rounds=9,
                 sittings=24, ruled=40),
    "large": Size(players=700, clubs=2, tournaments=18, field=60, rounds=10, large=600, large_rounds=9,
                  sittings=12, ruled=10),
    "medium": Size(players=700, clubs=2, tournaments=6, field=60, rounds=10, large=600, large_rounds=9,
                   sittings=12, ruled=10),
    "small": Size(players=40, clubs=2, tournaments=2, field=12, rounds=3, large=16, large_rounds=2,
                  sittings=1, ruled=1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """A sitting that house players have played: its table, and the result of each side."""

    table: Table
    winner: int | None
    totals: tuple[int, ...]
    margin: int
    deals: int
    deals_won: tuple[int, ...]


class Chances(random.Random):
    """A seeded source of chance, so that every database is filled in the same way."""


def fill(size: Size) -> None:
    """Migrate an empty database and fill it."""
    call_command("migrate", verbosity=0)
    chance = Chances("a full site")
    users = _people(size)
    clubs = _clubs(size, users)
    played = [_play(number, deals=4 if number % 12 == 0 else 3) for number in range(size.sittings)]
    chains.link()
    at = START
    large = _paired(clubs[0], "The large open", users[: size.large], size.large_rounds, at, chance, played)
    usual = _paired(clubs[0], "The usual evening", users[: size.field], size.rounds, at, chance, played)
    evenings = [large, usual]
    for number in range(1, size.tournaments):
        at = START + timedelta(days=5 * number)
        field = chance.sample(users, size.field)
        evenings.append(_repeated(usual, clubs[number % len(clubs)], f"Evening {number}", field, at, chance, played))
    _tables(evenings, played, size.ruled, chance)
    _rate()
    tallies.rebuild()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")


# ---- people


def _people(size: Size) -> list[User]:
    first = ("Ana", "Ben", "Chen", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea", "Milo", "Nina")
    made = User.objects.bulk_create(
        [
            User(
                username=f"player-{n}",
                name=f"{first[n % len(first)]} Player {n}",
                email=f"p{n}@example.org",
                password="!",
            )
            for n in range(size.players)
        ],
        batch_size=AT_ONCE,
    )
    return list(made)


def _clubs(size: Size, users: Sequence[User]) -> list[Club]:
    """Make clubs whose members are the players in turn. The first club is large, and one organiser who can sign in runs
    all of them."""
    clubs = Club.objects.bulk_create(Club(slug=f"club-{n}", name=f"Club {n}") for n in range(size.clubs))
    organiser = User(username="organiser-of-all", name="The organiser", email="organiser@example.org")
    organiser.set_password(PASSWORD)
    organiser.save()
    rows = [Membership(club=club, user=organiser, role=Role.ORGANISER) for club in clubs]
    rows += [Membership(club=clubs[0], user=user) for user in users[: size.large]]
    rows += [Membership(club=clubs[n % len(clubs)], user=user) for n, user in enumerate(users) if n >= size.large]
    Membership.objects.bulk_create(rows, batch_size=AT_ONCE)
    return list(clubs)


# ---- sittings


def _play(number: int, deals: int) -> Played:
    """Play a sitting of `deals` deals by house players, through the writer."""
    people = [accounts.house_player(name=f"House {letter} {number}", level="club") for letter in "AB"]
    table = table_services.open_table(
        rules_key=PRESET,
        seats=[table_services.SeatSpec(user) for user in people],
        settings={"pace": "fast", "length": f"deals:{deals}"},
        now=START,
    )
    loaded = loading.load(table.public_id, None)
    terms, now = loaded.terms, loaded.sitting
    players = [make_player("club", 2 * number + seat) for seat in range(2)]
    while now.ending is None:
        due = dealing.chance(terms, now)
        step: Any
        if due is None:
            seat, *_others = engine.to_act(terms.rules, now.state)
            step, secret = players[seat].choose(engine.view(terms.rules, now.state, seat)), None
        else:
            step, secret = due
        after, events = sitting.step(terms, now, step)
        if secret is not None:
            after = sitting.bound(terms, after, secret)
        write = play_rows.write_of(terms, now, after, step, cmd_id=uuid.uuid4(), epoch=loaded.epoch, secret=secret)
        if writer.commit([write]) != [Outcome.COMMITTED]:
            raise SystemExit(f"a play of sitting {number} was not committed")
        for seat, player in enumerate(players):
            for event in events:
                if not isinstance(event, steps.TableAction):
                    player.see(engine.view_event(terms.rules, event, seat))
        now = after
    report(table.pk, START)
    table.refresh_from_db()
    found = table.result
    return Played(table, found["winner"], tuple(found["totals"]), found["net"][0], found["deals"],
                  tuple(found["deals_won"]))  # fmt: skip


# ---- tournaments


def _paired(
    club: Club, name: str, field: Sequence[User], rounds: int, at: datetime, chance: Chances, played: Sequence[Played]
) -> Tournament:
    """Make a running tournament whose rounds the engine pairs, with a result for every match."""
    tournament = _opened(club, name, field, rounds + 2, at)
    stages.begin(tournament=tournament, now=at, by=None)
    stage = tournament.stages.get()
    table = points_table(stage.settings["points"])
    for number in range(1, rounds + 1):
        begun = at + timedelta(minutes=30 * number)
        rnd = drafts.pair_round(stage=stage, now=begun)
        matches = list(rnd.matches.paired().prefetch_related("sides"))
        sides = [side for match in matches for side in _result(match, match.sides.all(), table, begun, chance, played)]
        Match.objects.bulk_update(matches, ["state", "deals", "table", "finished_at"], batch_size=500)
        MatchSide.objects.bulk_update(
            sides, ["points", "game_points", "deals_won", "margin", "games_won"], batch_size=500
        )
        _close(rnd, begun)
    return Tournament.objects.get(pk=tournament.pk)


def _opened(club: Club, name: str, field: Sequence[User], rounds: int, at: datetime) -> Tournament:
    tournament = creating.create_tournament(
        club=club, name=name, variant=PRESET, by=None, now=at, rounds=rounds, mode="online", starts_at=at
    )
    entries = Entry.objects.bulk_create(
        [
            Entry(
                tournament=tournament,
                name=user.name,
                rating_at_entry=1200 + 7 * n % 900,
                status="checked_in",
                entered_at=at,
            )
            for n, user in enumerate(field)
        ],
        batch_size=AT_ONCE,
    )
    EntryMember.objects.bulk_create(
        [EntryMember(tournament=tournament, entry=one, user=user) for one, user in zip(entries, field, strict=True)],
        batch_size=AT_ONCE,
    )
    return tournament


def _result(
    match: Match, sides: Iterable[MatchSide], table: Any, begun: datetime, chance: Chances, played: Sequence[Played]
) -> list[MatchSide]:
    """Give a match the result of one of the sittings."""
    number = chance.randrange(len(played))
    one = played[number]
    match.state, match.deals, match.table = "over", one.deals, new_id("t")
    match.finished_at = begun + timedelta(minutes=10, seconds=chance.randrange(900), microseconds=number)
    found = list(sides)
    for at, side in enumerate(found):
        side.points = table.tie if one.winner is None else table.win if one.winner == at else table.loss
        side.game_points, side.deals_won = one.totals[at], one.deals_won[at]
        side.margin = one.margin if at == 0 else -one.margin
        side.games_won = int(one.winner == at)
    return found


def _close(rnd: Round, begun: datetime) -> None:
    Round.objects.filter(pk=rnd.pk).update(
        state=RoundState.CLOSED,
        published_at=begun,
        started_at=begun,
        closed_at=begun + timedelta(minutes=28),
    )


def new_id(letter: str) -> str:
    """Make a public id."""
    return letter + secrets.token_hex(6)[:11]


def _repeated(
    usual: Tournament, club: Club, name: str, field: Sequence[User], at: datetime, chance: Chances,
    played: Sequence[Played],
) -> Tournament:  # fmt: skip
    """Make a finished tournament with the same pairings, other players and other results."""
    source = usual.stages.get()
    tournament = Tournament.objects.create(
        slug=name.lower().replace(" ", "-"), name=name, club=club, variant=PRESET, timezone="UTC", starts_at=at,
        settings=usual.settings, state="finished", finished_at=at + timedelta(hours=6),
    )  # fmt: skip
    settings = {**source.settings, "rounds": source.rounds.count()}
    stage = Stage.objects.create(tournament=tournament, format=source.format, settings=settings, state="finished")
    before = list(usual.entries.order_by("tpn"))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, name=user.name, tpn=one.tpn, rating_at_entry=one.rating_at_entry,
              status="checked_in", entered_at=at)
        for one, user in zip(before, field, strict=True)
    )  # fmt: skip
    EntryMember.objects.bulk_create(
        EntryMember(tournament=tournament, entry=one, user=user) for one, user in zip(entries, field, strict=True)
    )
    of = {one.pk: entry for one, entry in zip(before, entries, strict=True)}
    table = points_table(source.settings["points"])
    for rnd in source.rounds.prefetch_related("matches__sides__seat"):
        begun = at + timedelta(minutes=30 * rnd.number)
        made = Round.objects.create(stage=stage, number=rnd.number, paired_at=begun)
        _close(made, begun)
        pairs = [[of[side.entry.pk] for side in match.sides.all()] for match in rnd.matches.paired()]
        seats = RoundSeat.objects.bulk_create(RoundSeat(round=made, entry=one) for pair in pairs for one in pair)
        matches = [Match(round=made, table_no=n) for n in range(1, len(pairs) + 1)]
        sides = [
            MatchSide(match=match, order=order, seat=seats[2 * n + order])
            for n, match in enumerate(matches)
            for order in (0, 1)
        ]
        for n, match in enumerate(matches):
            _result(match, sides[2 * n : 2 * n + 2], table, begun, chance, played)
        Match.objects.bulk_create(matches)
        MatchSide.objects.bulk_create(sides)
    return tournament


# ---- tables, plays and deals


def _tables(tournaments: Sequence[Tournament], played: Sequence[Played], ruled: int, chance: Chances) -> None:
    """Make a live table for every match, with seats, and with the log, the shuffles and the deals of the sitting that
    it repeats. In the logs of some (`ruled`) the ninth play is the director's."""
    made: list[tuple[int, int]] = []
    for tournament in tournaments:
        found = Match.objects.filter(round__stage__tournament=tournament)
        matches = list(found.prefetch_related("sides__seat__entry__members").order_by("pk"))
        sources = [played[match.finished_at.microsecond] for match in matches]
        tables = Table.objects.bulk_create(
            [
                Table(
                    public_id=match.table, rules=PRESET, options=one.table.options, mode=one.table.mode,
                    settings=one.table.settings, ref=f"match:{match.public_id}", label=tournament.name, status="over",
                    version=one.table.version, result=one.table.result, finished_at=match.finished_at,
                    opened_at=match.finished_at - timedelta(minutes=9), reported_at=match.finished_at,
                )
                for match, one in zip(matches, sources, strict=True)
            ],
            batch_size=AT_ONCE,
        )  # fmt: skip
        Seat.objects.bulk_create(
            [
                Seat(table=table, seat=side.order, user_id=side.entry.members.all()[0].user_id)
                for table, match in zip(tables, matches, strict=True)
                for side in match.sides.all()
            ],
            batch_size=AT_ONCE,
        )
        made += [(table.pk, one.table.pk) for table, one in zip(tables, sources, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE repeats (made bigint PRIMARY KEY, source bigint, ruled integer)")
        by_director = set(chance.sample([one for one, _source in made], ruled))
        rows = [(one, source, int(one in by_director)) for one, source in made]
        cursor.executemany("INSERT INTO repeats (made, source, ruled) VALUES (%s, %s, %s)", rows)
        cursor.execute("ANALYZE repeats")
        _repeat(cursor, DealSecret, {"dealer": DEALT_BY})
        _repeat(cursor, Deal, {"public_id": _random_hex(6), "finished_at": FINISHED_AT})
        with without_constraints(Play):
            _repeat(cursor, Play, {"cmd_id": _random_uuid(), "kind": BY_WHOM})
        cursor.execute("DROP TABLE repeats")


def _repeat(cursor: Any, model: type[models.Model], new: dict[str, str]) -> None:
    """Copy the rows of a model for every table that repeats a sitting; `new` gives columns by an expression."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    taken = ["repeats.made" if name == "table_id" else new.get(name, f"source.{name}") for name in columns]
    cursor.execute(
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(taken)} FROM repeats"
        f" JOIN {model._meta.db_table} source ON source.table_id = repeats.source ORDER BY repeats.made, source.id"
    )


def _random_hex(size: int) -> str:
    if connection.vendor == "sqlite":
        return f"lower(hex(randomblob({size})))"
    return f"substr(md5(random()::text || clock_timestamp()::text), 1, {2 * size})"


def _random_uuid() -> str:
    return _random_hex(16) if connection.vendor == "sqlite" else "gen_random_uuid()"


class without_constraints:
    """Drop constraints and indexes during the block, because PostgreSQL then fills a table several times as fast and
    builds them afterwards."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model

    def __enter__(self) -> None:
        self.indexes: list[str] = []
        if connection.vendor != "postgresql":
            return
        with connection.schema_editor() as editor:
            for one in self.model._meta.constraints:
                editor.remove_constraint(self.model, one)
            for one in self.model._meta.indexes:
                editor.remove_index(self.model, one)

    def __exit__(self, *_: Any) -> None:
        if connection.vendor != "postgresql":
            return
        with connection.schema_editor() as editor:
            for one in self.model._meta.constraints:
                editor.add_constraint(self.model, one)
            for one in self.model._meta.indexes:
                editor.add_index(self.model, one)


# ---- ratings


def _rate() -> None:
    """Pass every match to its pool, and fold them."""
    pool = rating_results.pool_for(variant=PRESET)
    found = Match.objects.select_related("round__stage__tournament").prefetch_related("sides__seat__entry__members")
    for block in _blocks(found.order_by("pk")):
        RatedMatch.objects.bulk_create(_handed_down(match, pool) for match in block)
    open_tracks([RatedMatch.objects.latest("pk")])
    folding.rate_pending(pool=pool.key)


def _blocks(found: models.QuerySet[Match]) -> Iterable[list[Match]]:
    last = 0
    while block := list(found.filter(pk__gt=last)[:AT_ONCE]):
        yield block
        last = block[-1].pk


def _handed_down(match: Match, pool: Pool) -> RatedMatch:
    first, second = match.sides.all()
    source = f"match:{match.public_id}"
    a, b = (side.entry.members.all()[0].user_id for side in (first, second))
    points = first.points or 0, second.points or 0
    return RatedMatch(
        source=source, order_id=order_id(source), pool=pool, finished_at=match.finished_at, a_id=a, b_id=b,
        score_a=0.5 if points[0] == points[1] else float(points[0] > points[1]), margin=first.margin, deals=match.deals,
        expected_deals=match.deals, label=f"{match.round.stage.tournament.name}, round {match.round.number}",
        link=f"/matches/{match.public_id}/",
    )  # fmt: skip
