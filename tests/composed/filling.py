"""Fill a composed site before people come: evenings of every kind, tables in play, a match for two persons."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs.models import Club
from games.models import Table
from games.services import challenges, house_rules, seeks
from tests.fuzz import fuzzed_site
from tests.games import sittings
from tests.games.live import live_tables
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Match, Round, Tournament
from tournaments.open_events.services import arenas, sit_and_gos
from tournaments.open_events.services.arenas import MINUTES, STARTS_IN
from tournaments.open_events.services.sit_and_gos import SEATS
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.seasons.services import making
from tournaments.stages.services import progression as stages
from webhooks.services import endpoints

TEMPLATES = ("swiss", "double_elim", "team_swiss", "duplicate_swiss", "pod_swiss", "groups_cut", "league", "ladder")
TEAMS = ("team_swiss", "team_round_robin")
BY_DAYS = {"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}
QUICK = {"bank_s": 300, "increment_s": 5, "move_s": None}
PASSWORD = "correct battery staple"
WATCHED = 4  # players of the house in the tournament that can be watched


@dataclass(frozen=True, slots=True)
class Filled:
    """The site, and the match that two of its people (player and stranger) are to play."""

    site: fuzzed_site.FuzzedSite
    match: Match


def fill() -> Filled:
    """Everything; the people of the site sign in by their names with `PASSWORD`."""
    site = fuzzed_site.build()
    people: dict[str, User | None] = {
        **site.people,
        "staff": accounts.official(username="staff", name="Staff", email="", password=None, site_admin=True),
    }
    for user in people.values():
        if user is not None:
            user.set_password(PASSWORD)
            user.save()
    club, organiser = Club.objects.get(name="Fuzzers"), site.people["organiser"]
    assert organiser is not None
    evenings_of_every_kind(club, organiser)
    what_stands_beside_them(club, organiser)
    for number in (1, 2):
        sittings.play_out(left_alone(), seed=number, deals=2)
    of_the_house(club, organiser)
    match = of_two(club, organiser, [people["player"], people["stranger"]])
    fuzzed_site.collect(site)
    return Filled(fuzzed_site.FuzzedSite(people, site.names), match)


def left_alone() -> Table:
    """A table that no process of the site takes over to deal the first cards, while it is played from here."""
    with transaction.atomic():
        table = live_tables.open_table()
        Table.objects.filter(pk=table.pk).update(deadline_at=None)
    return table


def evenings_of_every_kind(club: Club, by: User) -> None:
    """Evenings in person of every format, one round under way in each; each is named "Every" and its template."""
    now = timezone.now()
    for template in TEMPLATES:
        tournament = creating.create_tournament(
            club=club, name=f"Every {template}", variant="cutthroat" if "pod" in template else "gin-rummy-com", by=by,
            now=now, template=template, mode="in_person", settings={"automatic": False},
            options={"boards": 2} if template in TEAMS else {},
        )  # fmt: skip
        team = ["Aces", "Aces", "Bees", "Bees"] if template in TEAMS else [""] * 9
        lines = ["name,team", *(f"Player {n},{end}" for n, end in enumerate(team))]
        entering.import_entries(tournament=tournament, text="\n".join(lines), dry_run=False, now=now)
        entering.check_in_all(tournament=tournament, by=by, now=now)
        stages.begin(tournament=tournament, by=by, now=now)
        if template == "ladder":
            continue
        pairing_requests.pair_next(tournament=tournament, now=now, by=by)
        for rnd in Round.objects.filter(stage__tournament=tournament):
            editing.publish_round(rnd=rnd, now=now, by=by)
            running.start_round(rnd=rnd, now=now, by=by)


def what_stands_beside_them(club: Club, by: User, asked: str = "") -> None:
    """What a club and its organiser have besides: a webhook, a season, a challenge (to somebody of this public id), an
    open search."""
    now = timezone.now()
    endpoints.add(club=club, url="https://1.1.1.1/hook", kinds=["round.published"], by=by, now=now)
    making.create_season(
        club=club, name="The Year", by=by, now=now, since=date(now.year, 1, 1), until=date(now.year, 12, 31)
    )
    house_rules.make(
        club=club, name="Our gin", preset="gin-pagat", options={"knock_limit": 7, "gin_bonus": 30}, by=by, now=now
    )
    cleo = accounts.official(username="cleo", name="Cleo", email="", password=PASSWORD)
    if asked:
        User.objects.filter(pk=cleo.pk).update(public_id=asked)
    wish = seeks.WantedGame(rules="gin-rummy-com", clock=BY_DAYS)
    challenges.challenge(by=by, to=cleo, wish=wish, now=now)
    seeks.seek(user=by, wish=wish, now=now)
    open_to_all = {"by": by, "rules": "gin-rummy-com", "clock": QUICK, "now": now}
    arenas.open_arena(name="An arena", minutes=MINUTES[0], starts_in=STARTS_IN[-1], **open_to_all)
    sit_and_gos.open_sit_and_go(seats=SEATS[0], **open_to_all)


def of_the_house(club: Club, by: User) -> Tournament:
    """A tournament online between players of the house, who take the time that people take; everybody may watch."""
    now = timezone.now()
    night = creating.create_tournament(
        club=club, name="A night to watch", variant="gin-rummy-com", by=by, now=now, template="round_robin",
        settings={"pace": "people", "clock": None, "automatic": True},
    )  # fmt: skip
    for _ in range(WATCHED):
        entering.enter(tournament=night, user=None, name="", house="novice", by=by, now=now)
    stages.begin(tournament=night, by=by, now=now, automatic=True)
    return night


def of_two(club: Club, by: User, players: list[User | None]) -> Match:
    """A match online of one deal between two people, whose table is open."""
    now = timezone.now()
    duel = creating.create_tournament(
        club=club, name="A match to play", variant="gin-rummy-com", by=by, now=now, rounds=1,
        options={"length": "deals:2"}, settings={"pace": "fast", "clock": None, "automatic": False},
        starts_at=now + timedelta(minutes=5),
    )  # fmt: skip
    for user in players:
        entering.enter(tournament=duel, user=user, name="", by=by, now=now)
    entering.check_in_all(tournament=duel, by=by, now=now)
    stages.begin(tournament=duel, by=by, now=now)
    pairing_requests.pair_next(tournament=duel, now=now, by=by)
    rnd = Round.objects.get(stage__tournament=duel)
    editing.publish_round(rnd=rnd, now=now, by=by)
    running.start_round(rnd=rnd, now=now, by=by)
    return Match.objects.get(round=rnd)
